//! Which pictures a game deserves.

use super::axis::{plain, round_ticks};
use super::color::{self, INK};
use super::costs::{self, Costs};
use super::curves::{Curves, Line, Panel, Point, Upwards};
use super::heatmap::{Heatmap, Outline};
use super::legend::Legend;
use super::stacks::{self, Stacks};
use super::{Chart, Frame, Kind};
use crate::game::{Amount, names, playable_rule, tied};
use crate::shown;
use chaselab_core::{Decision, Side};
use chaselab_lab::game::{Answers, CellAnswer, Choices, Distance, Matrix};
use chaselab_lab::then;
use plotters::style::RGBColor;

/// The line around the catcher's best replies: it stands out on every colour of the map.
const CATCHER: RGBColor = RGBColor(0xd5, 0x5e, 0x00);
/// Losses against a side that adapts, and against one that does not.
const COSTS: [RGBColor; 2] = [RGBColor(0xb9, 0xd3, 0xe6), RGBColor(0x00, 0x72, 0xb2)];

/// What the names of a cell's charts begin with.
pub fn prefix(cell: &CellAnswer) -> String {
    format!("{}-{}-", cell.system.name(), cell.cell)
}

/// The pictures of every cell that was answered in full: the matrix, what is done by distance, what the chase is worth
/// by distance, and what keeping to one action costs.
pub fn charts(answers: &Answers) -> Vec<Chart> {
    let mut charts = Vec::new();
    for cell in answers.cells.iter().filter(|cell| answers.cells.len() == 1 || cell.answer.matrix.is_some()) {
        let maker = Maker { answers, cell, amount: Amount::of(&answers.question.objective) };
        charts.extend(cell.answer.matrix.as_ref().map(|matrix| maker.matrix(matrix)));
        for index in 0..cell.words.decisions.len() {
            let decision = Decision(index as u8);
            let both: Vec<&Choices> = Side::BOTH
                .iter()
                .filter_map(|&side| cell.answer.choices[side].iter().find(|choices| choices.decision == decision))
                .collect();
            if !both.is_empty() {
                charts.push(maker.mixes(decision, &both));
                charts.push(maker.costs(decision, &both));
            }
        }
        charts.extend(maker.values());
    }
    charts
}

struct Maker<'a> {
    answers: &'a Answers,
    cell: &'a CellAnswer,
    amount: Amount,
}

impl Maker<'_> {
    fn matrix(&self, matrix: &Matrix) -> Chart {
        let name = self.name(matrix.decision);
        let columns = matrix.actions.catcher.len();
        let (low, high) = matrix.payoff.iter().fold((f64::MAX, f64::MIN), |(low, high), &v| (low.min(v), high.max(v)));
        let spread = if high > low { high - low } else { 1.0 };
        let field = |row: usize, column: usize| {
            let value = matrix.at(row, column);
            Some(((value - low) / spread, self.amount.number(value)))
        };
        let fields = (0..matrix.actions.prey.len())
            .map(|row| (0..columns).map(|column| field(row, column)).collect::<Vec<_>>())
            .collect();
        let mut outlines = Vec::new();
        for (side, color, inset) in [(Side::Prey, INK, 2.5), (Side::Catcher, CATCHER, 7.5)] {
            for row in 0..matrix.actions.prey.len() {
                let best = (0..columns).filter(|&column| matrix.is_best(side, row, column));
                outlines.extend(best.map(|column| Outline { row, column, color, inset }));
            }
        }
        let bar = self.levels(low, high).into_iter().map(|(value, word)| ((value - low) / spread, word)).collect();
        let legend = Legend::new(
            Some("outlined:".into()),
            vec![("best for the prey in its column".into(), INK), ("best for the catcher in its row".into(), CATCHER)],
        );
        let title = format!("Every {name} against every other, kept for the whole chase");
        let alt = format!(
            "Heatmap of {} over the {name} of both sides, from {} to {}, best replies outlined.",
            self.answers.question.text,
            self.amount.value(low),
            self.amount.value(high)
        );
        let axis = |side: Side| {
            (format!("{name} of the {}", side.name()), names(&self.cell.words, matrix.decision, &matrix.actions[side]))
        };
        let frame = self.frame(&title, self.unit());
        let (across, up) = (axis(Side::Catcher), axis(Side::Prey));
        self.chart("matrix", title, alt, Kind::Heatmap(Heatmap { frame, across, up, fields, bar, outlines, legend }))
    }

    fn mixes(&self, decision: Decision, both: &[&Choices]) -> Chart {
        let name = self.name(decision);
        let all = &self.cell.words.decisions[usize::from(decision.0)].actions;
        let taken: Vec<usize> = (0..all.len())
            .filter(|&index| {
                both.iter().any(|choices| {
                    let place = choices.actions.iter().position(|action| usize::from(action.0) == index);
                    place.is_some_and(|place| choices.taken[place] > 0.0)
                })
            })
            .collect();
        let color = |index: usize| {
            let place = taken.iter().position(|&known| known == index).unwrap_or(0);
            color::step(place, taken.len())
        };
        let panel = |choices: &&Choices| {
            let met: f64 = choices.distances.iter().map(|at| at.met).sum();
            let column = |at: &Distance| stacks::Column {
                name: at.gap.to_string(),
                note: often(at.met / met),
                parts: choices
                    .actions
                    .iter()
                    .zip(&at.mix)
                    .filter(|&(_, &share)| share > 0.0)
                    .map(|(action, &share)| (color(usize::from(action.0)), share))
                    .collect(),
            };
            stacks::Panel {
                title: format!("The {}", choices.side.name()),
                columns: choices.distances.iter().map(column).collect(),
            }
        };
        let entries = taken.iter().map(|&index| (shown::minus(&all[index]), color(index)));
        let title = format!("Which {name} is right, by {}", self.cell.words.view[0]);
        let rules = both.iter().filter_map(|choices| {
            let rule = &choices.by_gap.as_ref()?.rule;
            Some(format!("{}: {}", choices.side.name(), playable_rule(&self.cell.words, decision, rule)))
        });
        let alt = format!(
            "Stacked columns of the equilibrium's {name} by distance. Rules for the table: {}.",
            rules.collect::<Vec<_>>().join("; ")
        );
        let frame = self.frame(&title, "shares in percent; below each column how much of all decisions it stands for");
        let kind = Kind::Stacks(Stacks {
            frame,
            legend: Legend::new(Some(name.to_owned()), entries.collect()),
            across: self.cell.words.view[0].clone(),
            panels: both.iter().map(panel).collect(),
        });
        self.chart(&format!("{name}-mix"), title, alt, kind)
    }

    fn costs(&self, decision: Decision, both: &[&Choices]) -> Chart {
        let name = self.name(decision);
        let factor = if self.amount == Amount::Chance { 100.0 } else { 1.0 };
        let value = self.cell.answer.certificate.value;
        let group = |choices: &&Choices| costs::Group {
            title: format!("The {} always takes", choices.side.name()),
            rows: names(&self.cell.words, decision, &choices.actions)
                .into_iter()
                .zip(&choices.kept)
                .map(|(name, kept)| costs::Row {
                    name,
                    costs: [kept.loss.max(0.0) * factor, (value - kept.against_solved).abs() * factor],
                    note: self.amount.loss(kept.loss),
                })
                .collect(),
        };
        let title = format!("What keeping to one {name} costs");
        let told = both.iter().map(|choices| {
            let rule = |value: &chaselab_solve::RuleValue| playable_rule(&self.cell.words, decision, &value.rule);
            let (best, worst) = (choices.best_kept(), choices.worst_kept());
            if tied(choices, self.amount) {
                return format!("the {} loses {} with each", choices.side.name(), self.amount.loss(best.loss));
            }
            format!(
                "the {} loses least with {} ({}), most with {} ({})",
                choices.side.name(),
                rule(best),
                self.amount.loss(best.loss),
                rule(worst),
                self.amount.loss(worst.loss)
            )
        });
        let alt = format!("Bars of losses: {}.", told.collect::<Vec<_>>().join("; "));
        let legend =
            vec![("the other side adapts".into(), COSTS[0]), ("the other side plays the equilibrium".into(), COSTS[1])];
        let frame = self.frame(&title, "against the value of the chase; other decisions as in the equilibrium");
        let kind = Kind::Costs(Costs {
            frame,
            legend: Legend::new(None, legend),
            across: self.amount.loss_name().to_owned(),
            word: plain,
            groups: both.iter().map(group).collect(),
            colors: COSTS,
        });
        self.chart(&format!("{name}-cost"), title, alt, kind)
    }

    /// The value over the distance, where there are several.
    fn values(&self) -> Option<Chart> {
        let choices = Side::BOTH.iter().find_map(|&side| self.cell.answer.main_choices(side))?;
        let distances = &choices.distances;
        let (first, last) = (distances.first()?, distances.last()?);
        if distances.len() < 2 {
            return None;
        }
        let point = |at: &Distance| Point { x: at.gap.into(), rate: at.value, low: at.value, high: at.value };
        let line = Line { color: color::kind(0), points: distances.iter().map(point).collect(), dots: true };
        let (low, high) =
            distances.iter().fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at.value), high.max(at.value)));
        let up = if self.amount == Amount::Chance {
            Upwards { name: format!("chance of {}", self.answers.question.text), ..Upwards::shares(1) }
        } else {
            let (low, high) = if high > low { (low, high) } else { (low - 1.0, high + 1.0) };
            Upwards { name: self.answers.question.text.clone(), range: (low, high), levels: self.levels(low, high) }
        };
        let name = &self.cell.words.view[0];
        let title = format!("What the chase is worth, by {name}");
        let alt = format!(
            "Curve of the equilibrium's value over {name}: {} at {}, {} at {}.",
            self.amount.value(first.value),
            first.gap,
            self.amount.value(last.value),
            last.gap
        );
        let ticks = distances.iter().map(|at| (f64::from(at.gap), at.gap.to_string())).collect();
        let frame = self.frame(&title, "both sides playing their best; means over the states that play meets");
        let kind = Kind::Curves(Curves {
            frame,
            legend: Legend::new(None, Vec::new()),
            up,
            panels: vec![Panel {
                title: None,
                across: name.clone(),
                ticks,
                range: (first.gap.into(), last.gap.into()),
                mark: None,
                lines: vec![line],
                notes: Vec::new(),
            }],
        });
        Some(self.chart("value", title, alt, kind))
    }

    /// Round values in a range.
    fn levels(&self, low: f64, high: f64) -> Vec<(f64, String)> {
        if high <= low {
            return vec![(low, self.amount.value(low))];
        }
        let factor = if self.amount == Amount::Chance { 100.0 } else { 1.0 };
        let unit = if self.amount == Amount::Chance { " %" } else { "" };
        let ticks = round_ticks(low * factor, high * factor, 6).into_iter();
        ticks.map(|tick| (tick / factor, format!("{}{unit}", plain(tick)))).collect()
    }

    fn unit(&self) -> &'static str {
        if self.amount == Amount::Chance { "numbers in percent" } else { "" }
    }

    fn name(&self, decision: Decision) -> &str {
        &self.cell.words.decisions[usize::from(decision.0)].name
    }

    fn frame(&self, title: &str, note: &str) -> Frame {
        let factors = self.cell.factors.iter().map(|factor| format!("{} {}", factor.path, factor.shown()));
        let subtitle =
            [self.answers.title.clone(), then::title(self.cell.system, self.cell.then)].into_iter().chain(factors);
        let changed = self.cell.switches.iter().filter(|switch| switch.is_changed());
        let changed: Vec<String> = changed.map(|switch| format!("{} = {}", switch.name, switch.value)).collect();
        let footer = ["exact".to_owned(), format!("objective {}", self.answers.question.text)];
        let footer = footer.into_iter().chain([format!("digest {}", self.answers.digest), changed.join(", ")]);
        let footer = footer.chain([note.to_owned()]).filter(|part| !part.is_empty());
        Frame { title: title.to_owned(), subtitle: subtitle.collect::<Vec<_>>().join(" · "), footer: footer.collect() }
    }

    fn chart(&self, what: &str, title: String, alt: String, kind: Kind) -> Chart {
        let name = format!("{}{what}", prefix(self.cell));
        Chart { name, title, alt: format!("{}: {alt}", then::title(self.cell.system, self.cell.then)), kind }
    }
}

/// A share of all decisions, in a word.
fn often(share: f64) -> String {
    if share < 0.001 { "<0.1 %".into() } else { format!("{:.1} %", share * 100.0) }
}
