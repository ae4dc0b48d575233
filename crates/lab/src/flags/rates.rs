//! What the rates of a grid show: choices that are none, starts that decide all, values that are one to the system.

use super::limits::{DECIDED, MATTERS};
use super::{Flag, Found};
use crate::estimate::{Estimator, difference};
use crate::plan::Factor;
use crate::results::{CellResult, Method, Rate, Results, factors};
use chaselab_core::tree::Path;
use chaselab_core::{Group, Side, Words};
use chaselab_systems::SystemId;

/// Exact numbers this close are the same.
const SAME: f64 = 1e-9;
/// Exact numbers this close are the same but for rounding.
const EQUAL: f64 = 1e-12;
/// Keys that say where a chase begins.
const STARTS: [&str; 2] = ["gap", "start"];
/// What a side's policy is called beside its decisions: it decides them where nobody says how (rules/neutral.md).
const TEMPER: &str = "temper";

/// The cells of a system and the factors that they differ in.
struct Grid<'a> {
    cells: Vec<&'a CellResult>,
    axes: Vec<(Path, Vec<Factor>)>,
    confidence: f64,
}

/// What the results of a system show; `words` names its decisions.
pub fn of_results(results: &Results, system: SystemId, words: &Words) -> Vec<Flag> {
    let cells = results.cells.iter().filter(|cell| cell.system == system).collect();
    let grid = Grid::new(cells, results.confidence);
    grid.flags(grid.choices(words))
}

/// What a system's solved games show, `cells` being what becomes of a chase when both play their best: in them policies
/// are no factors but what is found.
pub fn of_solved(cells: &[CellResult], confidence: f64) -> Vec<Flag> {
    Grid::new(cells.iter().collect(), confidence).flags(Vec::new())
}

impl<'a> Grid<'a> {
    fn new(cells: Vec<&'a CellResult>, confidence: f64) -> Self {
        let axes = factors(&cells).into_iter().filter(|(_, values)| values.len() > 1).collect();
        Self { cells, axes, confidence }
    }

    /// These, and what any grid shows.
    fn flags(&self, mut found: Vec<Found>) -> Vec<Flag> {
        let Some(first) = self.cells.first() else { return Vec::new() };
        found.extend(self.decided());
        found.extend(self.axes.iter().flat_map(|axis| self.alike(axis)));
        found.into_iter().map(|found| Flag { system: first.system, then: first.then, solved: false, found }).collect()
    }

    /// The policies that are no choice.
    fn choices(&self, words: &Words) -> Vec<Found> {
        let policies: Vec<(Side, &(Path, Vec<Factor>))> =
            self.axes.iter().filter_map(|axis| Some((self.policy(&axis.0, words)?, axis))).collect();
        // Every pair of values is compared in every setting of the rest.
        let pairs = |values: &[Factor]| self.cells.len() * (values.len() - 1) / 2;
        let comparisons: usize = policies.iter().map(|(_, (_, values))| pairs(values)).sum();
        policies.into_iter().flat_map(|(side, axis)| self.judge(side, axis, comparisons)).collect()
    }

    /// Whose policy a factor is, where it is one: a decision, or what decides where nobody says how.
    fn policy(&self, path: &Path, words: &Words) -> Option<Side> {
        let keys: Vec<&str> = path.keys().iter().map(String::as_str).collect();
        let keys = match keys.as_slice() {
            [first, rest @ ..] if SystemId::parse(first).is_some() => rest,
            all => all,
        };
        let [side, key, ..] = keys else { return None };
        let side = Side::BOTH.into_iter().find(|known| known.name() == *side)?;
        (*key == TEMPER || words.decision(key).is_some()).then_some(side)
    }

    /// The cells of every value of an axis, in each setting of the rest.
    fn settings<'b>(&'b self, (path, values): &(Path, Vec<Factor>)) -> Vec<Vec<&'b CellResult>> {
        let mut settings: Vec<(Vec<&Factor>, Vec<Option<&CellResult>>)> = Vec::new();
        for cell in &self.cells {
            let rest: Vec<&Factor> = cell.factors.iter().filter(|factor| factor.path != *path).collect();
            let Some(value) = cell.factors.iter().find(|factor| factor.path == *path) else { continue };
            let Some(place) = values.iter().position(|known| known == value) else { continue };
            let known = settings.iter().position(|(known, _)| *known == rest).unwrap_or_else(|| {
                settings.push((rest, vec![None; values.len()]));
                settings.len() - 1
            });
            settings[known].1[place] = Some(*cell);
        }
        settings.into_iter().filter_map(|(_, cells)| cells.into_iter().collect()).collect()
    }

    /// The values that are right or wrong whatever the rest is. In a single setting some value is always best.
    fn judge(&self, side: Side, axis: &(Path, Vec<Factor>), comparisons: usize) -> Vec<Found> {
        let settings = self.settings(axis);
        if settings.len() < 2 {
            return Vec::new();
        }
        let judge =
            Judge { side, estimator: Estimator::new(1.0 - (1.0 - self.confidence) / comparisons.max(1) as f64) };
        let values = &axis.1;
        let others = |value: usize| (0..values.len()).filter(move |&other| other != value);
        let is_right = |value: usize| {
            let gains: Vec<Option<Gain>> = settings
                .iter()
                .flat_map(|cells| others(value).map(|other| judge.at_least(cells[value], cells[other])))
                .collect();
            let gains: Vec<Gain> = gains.into_iter().collect::<Option<_>>()?;
            judge_all(&gains)
        };
        let right: Vec<Found> = (0..values.len())
            .filter_map(|value| {
                let (least, value) = (is_right(value)?, values[value].clone());
                Some(Found::AlwaysRight { side, value, settings: settings.len(), least })
            })
            .collect();
        // That none is better than these says enough of the others.
        if !right.is_empty() {
            return right;
        }
        let never = |value: usize| {
            let best = |cells: &Vec<&CellResult>| {
                let better = others(value).filter_map(|other| judge.better(cells[other], cells[value]));
                better.max_by(|one, other| one.shown.total_cmp(&other.shown))
            };
            let losses: Vec<Gain> = settings.iter().map(best).collect::<Option<_>>()?;
            judge_all(&losses)
        };
        let never = (0..values.len()).filter_map(|value| Some((value, never(value)?)));
        let settings = settings.len();
        never.map(|(value, least)| Found::NeverRight { side, value: values[value].clone(), settings, least }).collect()
    }

    /// The starts at which every cell comes to the same; where all cells do, that is told of all.
    fn decided(&self) -> Vec<Found> {
        let groups = [Group::Free, Group::Stopped];
        let surely = |cells: &[&CellResult], group: Group, estimator: Estimator| {
            let low = |cell: &&CellResult| rate_by(estimator, cell, group).low;
            let least = cells.iter().min_by(|a, b| low(a).total_cmp(&low(b)))?;
            (low(least) >= DECIDED).then(|| *least.group(group))
        };
        // All cells make one claim, which is wrong only where the cell with the least is misjudged.
        let alone = Estimator::new(self.confidence);
        if groups.iter().any(|&group| surely(&self.cells, group, alone).is_some()) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let is_start = |path: &Path| path.keys().last().is_some_and(|key| STARTS.contains(&key.as_str()));
        let starts = || self.axes.iter().filter(|(path, _)| is_start(path));
        // Each value makes one for either group.
        let claims: usize = starts().map(|(_, values)| groups.len() * values.len()).sum();
        let each = Estimator::new(1.0 - (1.0 - self.confidence) / claims.max(1) as f64);
        for (_, values) in starts() {
            for value in values {
                let cells: Vec<&CellResult> =
                    self.cells.iter().copied().filter(|cell| cell.factors.contains(value)).collect();
                found.extend(groups.iter().filter_map(|&group| {
                    let (least, by) = (surely(&cells, group, each)?, Some(value.clone()));
                    Some(Found::Decided { group, by, least, cells: cells.len() })
                }));
            }
        }
        found
    }

    /// The values of an axis that are one to the system, and those that come to the same though they are not.
    fn alike(&self, axis: &(Path, Vec<Factor>)) -> Vec<Found> {
        let settings = self.settings(axis);
        let classes = |are_one: fn(&CellResult, &CellResult) -> bool| {
            let are_one = |one: usize, other: usize| settings.iter().all(|cells| are_one(cells[one], cells[other]));
            let mut classes: Vec<Vec<usize>> = Vec::new();
            for value in 0..axis.1.len() {
                match classes.iter_mut().find(|class| are_one(class[0], value)) {
                    Some(class) => class.push(value),
                    None => classes.push(vec![value]),
                }
            }
            classes.retain(|class| class.len() > 1 && !settings.is_empty());
            classes
        };
        let alike = if is_neutral(&axis.0) { classes(are_twins) } else { Vec::new() };
        let mut same = classes(come_to_the_same);
        same.retain(|class| !alike.iter().any(|alike| class.iter().all(|value| alike.contains(value))));
        let of = |class: Vec<usize>| class.into_iter().map(|value| axis.1[value].clone()).collect();
        let alike = alike.into_iter().map(|class| Found::Alike { values: of(class) });
        alike.chain(same.into_iter().map(|class| Found::Same { values: of(class) })).collect()
    }
}

/// How one cell compares with another for a side.
#[derive(Clone, Copy, Debug)]
struct Gain {
    /// By how much it is better, as found.
    found: f64,
    /// By how much it surely is.
    shown: f64,
}

/// Compares cells for a side.
struct Judge {
    side: Side,
    /// For as many comparisons as are made.
    estimator: Estimator,
}

impl Judge {
    /// By how much one cell is better than another for the side, where it surely is no worse.
    fn at_least(&self, one: &CellResult, other: &CellResult) -> Option<Gain> {
        let gain = self.gain(one, other);
        let is_exact = [one, other].iter().all(|cell| cell.method == Method::Exact);
        (gain.shown > if is_exact { -SAME } else { 0.0 }).then_some(gain)
    }

    /// By how much one cell is better than another for the side, where it surely is.
    fn better(&self, one: &CellResult, other: &CellResult) -> Option<Gain> {
        let gain = self.gain(one, other);
        (gain.shown > SAME).then_some(gain)
    }

    fn gain(&self, one: &CellResult, other: &CellResult) -> Gain {
        let [one, other] = [one, other].map(|cell| rate_by(self.estimator, cell, Group::Free));
        let (low, high) = difference(&one, &other);
        match self.side {
            Side::Prey => Gain { found: one.rate - other.rate, shown: low },
            Side::Catcher => Gain { found: other.rate - one.rate, shown: -high },
        }
    }
}

/// The rate of a group with the interval of another confidence than the run's.
fn rate_by(estimator: Estimator, cell: &CellResult, group: Group) -> Rate {
    let rate = cell.group(group);
    rate.count.map_or(*rate, |count| estimator.of(cell).rate(count, cell.chases))
}

/// The least of several gains, where at least one of them matters.
fn judge_all(gains: &[Gain]) -> Option<f64> {
    let matters = gains.iter().any(|gain| gain.shown > MATTERS);
    matters.then(|| gains.iter().map(|gain| gain.found.max(0.0)).fold(f64::INFINITY, f64::min))
}

/// Neutral terms are mapped, and what is made of them is explained in every cell; a changed table is not.
fn is_neutral(path: &Path) -> bool {
    let key = path.keys().first().map_or("", String::as_str);
    Side::BOTH.iter().any(|side| side.name() == key) || ["gap", "terrain"].contains(&key)
}

/// Whether two cells have the same numbers, and what was found does not contradict it.
fn are_twins(one: &CellResult, other: &CellResult) -> bool {
    let same = |one: &CellResult, other: &CellResult| {
        let numbers = one.explained.iter().zip(&other.explained);
        one.explained.len() == other.explained.len()
            && numbers.into_iter().all(|(one, other)| (&one.what, &one.value) == (&other.what, &other.value))
    };
    let exact = [one, other].iter().all(|cell| cell.method == Method::Exact);
    let agrees = |group: Group| {
        let [one, other]: [&Rate; 2] = [one, other].map(|cell| cell.group(group));
        if exact { (one.rate - other.rate).abs() < SAME } else { one.low <= other.high && other.low <= one.high }
    };
    !one.explained.is_empty() && same(one, other) && Group::ALL.into_iter().all(agrees)
}

/// Whether two exact cells have the same chances of every end after every number of turns.
fn come_to_the_same(one: &CellResult, other: &CellResult) -> bool {
    let exact = [one, other].iter().all(|cell| cell.method == Method::Exact);
    let groups = Group::ALL.into_iter().all(|group| (one.group(group).rate - other.group(group).rate).abs() <= EQUAL);
    let share = |cell: &CellResult, end| cell.end(end).map_or(0.0, |rate| rate.rate);
    let ends = [one, other].into_iter().flat_map(|cell| &cell.ends);
    let mut ends = ends.map(|&(end, _)| (share(one, end), share(other, end)));
    let after = |cell: &CellResult, end, turns| {
        let lengths = cell.turns.by_end.iter().filter(|(known, _)| *known == end).flat_map(|(_, lengths)| lengths);
        lengths.filter(|(length, _)| *length == turns).map(|(_, share)| share).sum::<f64>()
    };
    let mut lengths = [one, other].into_iter().flat_map(|cell| {
        let lengths =
            cell.turns.by_end.iter().flat_map(|(end, lengths)| lengths.iter().map(|(turns, _)| (*end, *turns)));
        lengths.map(|(end, turns)| (after(one, end, turns), after(other, end, turns)))
    });
    let are_equal = |(one, other): (f64, f64)| (one - other).abs() <= EQUAL;
    exact && groups && ends.all(are_equal) && lengths.all(are_equal)
}
