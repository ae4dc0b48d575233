//! Means over neighbouring cells, for the pictures of a grid with more cells than a picture has room for.

use crate::grid::Axis;
use chaselab_core::End;
use chaselab_core::tree::Value;
use chaselab_lab::estimate::{Estimator, digits};
use chaselab_lab::plan::Factor;
use chaselab_lab::results::{CellResult, Lengths, Mean, Method, Rate, Results};
use std::collections::BTreeMap;

/// The most steps of a factor in a picture; of more values neighbours share a step.
const STEPS: usize = 16;

/// The cells of one system by two of its factors, whatever the others are.
pub(crate) struct Coarse {
    picks: Vec<Pick>,
    estimator: Estimator,
    /// By the steps of the first factor, then of the second.
    sums: BTreeMap<Vec<usize>, Sum>,
    /// Whether a step stands for several values.
    binned: bool,
}

/// A factor that stays apart.
struct Pick {
    /// How many cells a step to its next value is.
    stride: usize,
    values: usize,
    /// What each step is called.
    steps: Vec<Factor>,
}

/// Cells of one step, added up.
struct Sum {
    cells: u64,
    /// Of rates and means, the sums.
    total: CellResult,
    /// By end and length, shares.
    lengths: BTreeMap<(End, u16), f64>,
}

impl Coarse {
    /// Of the first two factors that vary.
    pub fn new(axes: &[Axis], confidence: f64) -> Self {
        let mut stride = 1;
        let mut picks = Vec::new();
        for axis in axes.iter().rev() {
            if axis.values.len() > 1 {
                picks.push(Pick { stride, values: axis.values.len(), steps: steps(axis) });
            }
            stride *= axis.values.len();
        }
        picks.reverse();
        picks.truncate(2);
        let binned = picks.iter().any(|pick| pick.steps.len() < pick.values);
        Self { picks, estimator: Estimator::new(confidence), sums: BTreeMap::new(), binned }
    }

    /// Adds a cell.
    pub fn add(&mut self, cell: &CellResult) {
        let step = |pick: &Pick| cell.cell / pick.stride % pick.values * pick.steps.len() / pick.values;
        let key: Vec<usize> = self.picks.iter().map(step).collect();
        match self.sums.get_mut(&key) {
            Some(sum) => sum.add(cell),
            None => drop(self.sums.insert(key, Sum::new(cell))),
        }
    }

    /// The means as results, and in words what they are means of.
    pub fn results(&self, head: &Results) -> (Results, String) {
        let cells = self.sums.iter().enumerate().map(|(index, (key, sum))| {
            let factors = self.picks.iter().zip(key).map(|(pick, &step)| pick.steps[step].clone());
            sum.mean(index, factors.collect(), self.estimator)
        });
        let counts = self.sums.values().map(|sum| sum.cells);
        let (least, most) = (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0));
        let many = if least == most { most.to_string() } else { format!("{least} to {most}") };
        let binned = if self.binned { ", neighbouring values together under their mean or their ends" } else { "" };
        (Results { cells: cells.collect(), ..head.clone() }, format!("each value a mean over {many} cells{binned}"))
    }
}

/// The values of a factor, neighbours together where there are too many.
fn steps(axis: &Axis) -> Vec<Factor> {
    let all = axis.values.len();
    if all <= STEPS {
        return axis.values.clone();
    }
    let within = |step: usize| (0..all).filter(move |value| value * STEPS / all == step);
    let named = |step: usize| {
        let values: Vec<&Factor> = within(step).map(|value| &axis.values[value]).collect();
        let numbers: Option<Vec<f64>> = values.iter().map(|value| value.number()).collect();
        let value = match (numbers, &values[..]) {
            (Some(numbers), _) => Value::Float(digits(numbers.iter().sum::<f64>() / numbers.len() as f64)),
            (None, [only]) => only.value.clone(),
            (None, several) => Value::Text(format!("{} … {}", several[0].shown(), several[several.len() - 1].shown())),
        };
        Factor { path: axis.path.clone(), value }
    };
    (0..STEPS).map(named).collect()
}

impl Sum {
    fn new(cell: &CellResult) -> Self {
        let by_end = cell.turns.by_end.iter();
        let lengths = by_end.flat_map(|(end, lengths)| lengths.iter().map(|&(turns, share)| ((*end, turns), share)));
        Self { cells: 1, total: cell.clone(), lengths: lengths.collect() }
    }

    fn add(&mut self, cell: &CellResult) {
        self.cells += 1;
        let total = &mut self.total;
        add_rates(&mut total.ends, &cell.ends);
        add_rates(&mut total.groups, &cell.groups);
        total.chases += cell.chases;
        total.max_turns = total.max_turns.max(cell.max_turns);
        if cell.method == Method::Sampled {
            total.method = Method::Sampled;
        }
        for switch in &cell.switches {
            if !total.switches.contains(switch) {
                total.switches.push(switch.clone());
            }
        }
        let (sum, mean) = (&mut total.turns.mean, &cell.turns.mean);
        *sum = Mean { mean: sum.mean + mean.mean, low: sum.low + mean.low, high: sum.high + mean.high };
        for (end, lengths) in &cell.turns.by_end {
            for &(turns, share) in lengths {
                *self.lengths.entry((*end, turns)).or_default() += share;
            }
        }
    }

    /// The mean as one cell. Counts are pooled: their interval is that of as many chases.
    fn mean(&self, index: usize, factors: Vec<Factor>, estimator: Estimator) -> CellResult {
        let n = self.cells as f64;
        let mean = |rate: &Rate| match rate.count {
            Some(count) => estimator.rate(count, self.total.chases),
            None => Rate { count: None, rate: rate.rate / n, low: rate.low / n, high: rate.high / n },
        };
        let of_end = |end: End| -> Vec<(u16, f64)> {
            self.lengths.range((end, 0)..=(end, u16::MAX)).map(|(&(_, turns), share)| (turns, share / n)).collect()
        };
        let by_end = self.total.ends.iter().map(|&(end, _)| (end, of_end(end))).collect();
        let mut all: BTreeMap<u16, f64> = BTreeMap::new();
        for (&(_, turns), share) in &self.lengths {
            *all.entry(turns).or_default() += share / n;
        }
        let histogram: Vec<(u16, f64)> = all.into_iter().collect();
        let moment = |power: i32| histogram.iter().map(|&(turns, p)| f64::from(turns).powi(power) * p).sum::<f64>();
        let sd = digits((moment(2) - moment(1).powi(2)).max(0.0).sqrt());
        let Mean { mean: sum, low, high } = self.total.turns.mean;
        let turns = Lengths {
            mean: Mean { mean: sum / n, low: low / n, high: high / n },
            sd,
            p10: reached(&histogram, 0.1),
            p50: reached(&histogram, 0.5),
            p90: reached(&histogram, 0.9),
            histogram,
            by_end,
        };
        CellResult {
            cell: index,
            factors,
            ends: self.total.ends.iter().map(|(end, rate)| (*end, mean(rate))).collect(),
            groups: self.total.groups.iter().map(|(group, rate)| (*group, mean(rate))).collect(),
            turns,
            ..self.total.clone()
        }
    }
}

/// Adds rates to those of the same name; one that is missing is 0.
fn add_rates<T: Copy + PartialEq>(sums: &mut Vec<(T, Rate)>, rates: &[(T, Rate)]) {
    for (name, rate) in rates {
        match sums.iter_mut().find(|(this, _)| this == name) {
            Some((_, sum)) => {
                sum.count = sum.count.zip(rate.count).map(|(one, other)| one + other);
                sum.rate += rate.rate;
                sum.low += rate.low;
                sum.high += rate.high;
            }
            None => sums.push((*name, *rate)),
        }
    }
}

/// The shortest length that at least such a share of the chases does not exceed.
fn reached(histogram: &[(u16, f64)], share: f64) -> u16 {
    let mut below = 0.0;
    let reaches = |&&(_, more): &&(u16, f64)| {
        below += more;
        below >= share - 1e-12
    };
    histogram.iter().find(reaches).or(histogram.last()).map_or(0, |&(turns, _)| turns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::named;
    use chaselab_core::tree::Path;
    use chaselab_core::{Group, Place};
    use chaselab_systems::SystemId;

    fn exactly(rate: f64) -> Rate {
        Rate { count: None, rate, low: rate, high: rate }
    }

    /// An exact cell in which so large a share gets away in turn 1, and the others are caught in turn 3.
    fn cell(index: usize, free: f64) -> CellResult {
        let mean = free + 3.0 * (1.0 - free);
        CellResult {
            cell: index,
            system: SystemId::ALL[0],
            factors: Vec::new(),
            method: Method::Exact,
            chases: 0,
            max_turns: 5,
            ends: vec![(End::Escaped, exactly(free)), (End::Caught, exactly(1.0 - free))],
            groups: vec![
                (Group::Free, exactly(free)),
                (Group::Stopped, exactly(1.0 - free)),
                (Group::Open, exactly(0.0)),
            ],
            turns: Lengths {
                mean: Mean { mean, low: mean, high: mean },
                sd: 0.0,
                p10: 1,
                p50: 1,
                p90: 3,
                histogram: vec![(1, free), (3, 1.0 - free)],
                by_end: vec![(End::Escaped, vec![(1, free)]), (End::Caught, vec![(3, 1.0 - free)])],
            },
            details: Vec::new(),
            events: Vec::new(),
            check: None,
            stop: None,
            then: None,
            lanes: false,
            unfit: None,
            switches: Vec::new(),
            explained: Vec::new(),
        }
    }

    #[test]
    fn means_are_those_of_the_cells_that_share_a_step() {
        // 2 x 32 x 3 cells: the first factor stays, the second goes by pairs, the third vanishes.
        let whole = |path: &str, values: i64| {
            let path = Path::parse(path, &Place::Default).unwrap();
            let factor = |value| Factor { path: path.clone(), value: Value::Integer(value) };
            (path.clone(), (0..values).map(factor).collect())
        };
        let axes = named(vec![whole("prey.a", 2), whole("prey.b", 32), whole("prey.c", 3)]);
        let mut coarse = Coarse::new(&axes, 0.95);
        let free = |index: usize| (index * 37 % 101) as f64 / 101.0;
        (0..2 * 32 * 3).for_each(|index| coarse.add(&cell(index, free(index))));
        let head = Results {
            title: String::new(),
            name: String::new(),
            digest: String::new(),
            seed: 1,
            confidence: 0.95,
            scenario: Vec::new(),
            cells: Vec::new(),
            flags: Vec::new(),
        };
        let (means, note) = coarse.results(&head);
        assert!(note.contains("a mean over 6 cells, neighbouring values"), "{note}");
        assert_eq!(means.cells.len(), 2 * 16);
        for (step, mean) in means.cells.iter().enumerate() {
            let (a, b) = (step / 16, step % 16);
            let cells = [2 * b, 2 * b + 1].into_iter().flat_map(|b| (0..3).map(move |c| (a * 32 + b) * 3 + c));
            let expected = cells.map(free).sum::<f64>() / 6.0;
            assert!((mean.group(Group::Free).rate - expected).abs() < 1e-12, "{step}");
            assert!((mean.turns.mean.mean - (3.0 - 2.0 * expected)).abs() < 1e-12);
            assert!((mean.turns.histogram[0].1 - expected).abs() < 1e-12);
            // A length is 1 or 3: two apart, so the deviation is that of a coin, doubled.
            assert!((mean.turns.sd - 2.0 * (expected * (1.0 - expected)).sqrt()).abs() < 1e-8);
            assert_eq!(mean.factors[1].number(), Some(2.0 * b as f64 + 0.5));
        }
    }
}
