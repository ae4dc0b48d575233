//! The pictures of a comparison: every system in each of them.

use super::axis::{plain, round_ticks};
use super::bars::{Bars, Row};
use super::choose::{ends_legend, last_turn};
use super::curves::{Curves, Line, Panel, Point, Upwards};
use super::histogram::{self, Histogram};
use super::legend::Legend;
use super::{Chart, Frame, Kind, color};
use crate::compare::words::{decided_by, unread};
use crate::shown;
use chaselab_core::Group;
use chaselab_lab::compare::{Answers, Compared, Comparison, Portion, Response, Shares, Split};
use chaselab_lab::results::{CellResult, Method};
use plotters::style::RGBColor;

/// Luck has the colour of what nobody decides.
const LUCK: RGBColor = RGBColor(0xb8, 0xb8, 0xb8);

/// So many values of a dial have room for their names.
const NAMED: usize = 3;

/// How chases end, how long they last, what a step changes and what decides, in all systems.
pub fn compared_charts(comparison: &Comparison) -> Vec<Chart> {
    let maker = Maker { comparison };
    [Some(maker.ends()), Some(maker.lengths()), Some(maker.running()), maker.responses(), maker.shares()]
        .into_iter()
        .flatten()
        .collect()
}

struct Maker<'a> {
    comparison: &'a Comparison,
}

impl Maker<'_> {
    fn ends(&self) -> Chart {
        let rows = self.cells().map(|cell| Row {
            values: vec![cell.title()],
            parts: cell.ends.iter().map(|(end, rate)| (color::end(*end), rate.rate)).collect(),
            aside: shown::rate(cell.group(Group::Free)).line(),
            apart: false,
            instead: String::new(),
        });
        let told: Vec<String> = self
            .cells()
            .map(|cell| format!("{}: free in {}", cell.title(), shown::rate(cell.group(Group::Free)).line()))
            .collect();
        let kind = Kind::Bars(Bars {
            frame: self.frame("How the same chase ends", "numbers in the bars in percent"),
            legend: ends_legend(&self.cells().collect::<Vec<_>>()),
            factors: vec![String::new()],
            aside: "free",
            across: "share of chases",
            rows: rows.collect(),
        });
        chart("ends", "How the same chase ends", format!("Stacked bars of ends. {}.", told.join("; ")), kind)
    }

    fn lengths(&self) -> Chart {
        let last = self.cells().map(last_turn).max().unwrap_or(1);
        let first = self.cells().filter_map(|cell| cell.turns.histogram.first()).map(|&(turn, _)| turn.min(1)).min();
        let panels = self.cells().zip(&self.comparison.systems).map(|(cell, system)| {
            let turns = &cell.turns;
            let seconds = system.turn.map(|turn| format!(", {:.1} s", turn.seconds * turns.mean.mean));
            histogram::Panel {
                title: cell.title(),
                summary: format!(
                    "mean {} turns{}, median {}, nine in ten within {}",
                    shown::mean(&turns.mean).line(),
                    seconds.unwrap_or_default(),
                    turns.p50,
                    turns.p90
                ),
                ends: turns.by_end.clone(),
            }
        });
        let told: Vec<String> = self
            .cells()
            .map(|cell| format!("{}: mean {} turns", cell.title(), shown::mean(&cell.turns.mean).line()))
            .collect();
        let kind = Kind::Histogram(Histogram {
            frame: self.frame("How many turns the same chase takes", "each panel has its own scale of shares"),
            legend: ends_legend(&self.cells().collect::<Vec<_>>()),
            panels: panels.collect(),
            first: first.unwrap_or(1),
            last,
        });
        let alt = format!("Histograms of lengths over one axis of turns, split by end. {}.", told.join("; "));
        chart("lengths", "How many turns the same chase takes", alt, kind)
    }

    fn running(&self) -> Chart {
        let turns = self.cells().enumerate().map(|(index, cell)| running(cell, 1.0, color::kind(index)));
        let timed = self.cells().enumerate().zip(&self.comparison.systems);
        let seconds =
            timed.filter_map(|((index, cell), system)| Some(running(cell, system.turn?.seconds, color::kind(index))));
        let untimed = self.comparison.systems.iter().filter(|system| system.turn.is_none());
        let assumed = self.comparison.systems.iter().filter_map(|system| {
            let turn = system.turn?;
            Some(format!("{}: a turn is {} s ({})", system.system.name(), plain(turn.seconds), turn.standing.name()))
        });
        let last = self.cells().map(|cell| f64::from(last_turn(cell))).fold(1.0, f64::max);
        let last_second = self.cells().zip(&self.comparison.systems);
        let last_second = last_second
            .filter_map(|(cell, system)| Some(f64::from(last_turn(cell)) * system.turn?.seconds))
            .fold(1.0, f64::max);
        let panel = |title: &str, last: f64, lines: Vec<Line>, notes: Vec<String>| Panel {
            title: Some(format!("in {title}")),
            across: format!("{title} after the start"),
            ticks: round_ticks(0.0, last, 6).into_iter().map(|number| (number, plain(number))).collect(),
            range: (0.0, last),
            mark: None,
            lines,
            notes,
        };
        let unknown = untimed.map(|system| format!("{}: no length of a turn", system.system.title())).collect();
        let panels = vec![
            panel("turns", last, turns.collect(), Vec::new()),
            panel("seconds", last_second, seconds.collect(), unknown),
        ];
        let title = "How many chases are still running";
        let mut frame = self.frame(title, "");
        frame.footer.extend(assumed);
        let kind = Kind::Curves(Curves { frame, legend: self.legend(), up: Upwards::shares(panels.len()), panels });
        let alt =
            "Curves of the share of chases that are not over yet, by turns and by seconds, a line for each system.";
        chart("running", title, alt.to_owned(), kind)
    }

    fn responses(&self) -> Option<Chart> {
        let panels: Vec<Panel> = self.comparison.responses.iter().map(response).collect();
        if panels.is_empty() {
            return None;
        }
        let title = "How often the prey gets free, step by step";
        let note = format!("each panel moves one term alone; the line marks the scenario as it is{}", self.bands());
        let kind = Kind::Curves(Curves {
            frame: self.frame(title, &note),
            legend: self.legend(),
            up: Upwards::shares(panels.len()),
            panels,
        });
        let named: Vec<String> = self.comparison.responses.iter().map(|response| response.dial.name()).collect();
        let alt = format!("Curves of the free rate over {}, a line for each system.", named.join(", "));
        Some(chart("responses", title, alt, kind))
    }

    fn shares(&self) -> Option<Chart> {
        let parts =
            [("skill", color::kind(0)), ("machine", color::kind(2)), ("both together", color::kind(5)), ("luck", LUCK)];
        let row = |system: &Compared| {
            let values = vec![system.system.title().to_owned()];
            match shared(&system.shares) {
                Ok(split) => Row {
                    values,
                    parts: [split.rows, split.columns, split.together, split.luck]
                        .into_iter()
                        .zip(parts)
                        .map(|(share, (_, color))| (color, share))
                        .collect(),
                    aside: decided_by(split).to_owned(),
                    apart: false,
                    instead: String::new(),
                },
                Err(why) => Row { values, parts: Vec::new(), aside: String::new(), apart: false, instead: why },
            }
        };
        let systems = &self.comparison.systems;
        if systems.iter().all(|system| shared(&system.shares).is_err()) {
            return None;
        }
        let title = "What decides whether the prey gets free";
        let note = "skill and machine of both sides each even over three steps; first-order shares, in percent";
        let told: Vec<String> = systems
            .iter()
            .map(|system| {
                let title = system.system.title();
                match shared(&system.shares) {
                    Ok(split) => format!("{title}: mostly {}", decided_by(split)),
                    Err(why) => format!("{title}: {why}"),
                }
            })
            .collect();
        let kind = Kind::Bars(Bars {
            frame: self.frame(title, note),
            legend: Legend::new(None, parts.map(|(name, color)| (name.to_owned(), color)).to_vec()),
            factors: vec![String::new()],
            aside: "mostly",
            across: "share of the variance of the outcome",
            rows: systems.iter().map(row).collect(),
        });
        Some(chart("shares", title, format!("Stacked bars of shares of variance. {}.", told.join("; ")), kind))
    }

    fn cells(&self) -> impl Iterator<Item = &CellResult> {
        self.comparison.base.cells.iter()
    }

    fn legend(&self) -> Legend {
        let entries = self.cells().enumerate().map(|(index, cell)| (cell.title(), color::kind(index)));
        Legend::new(None, entries.collect())
    }

    /// What the bands around curves are, where there are some.
    fn bands(&self) -> String {
        let sampled = self.cells().any(|cell| cell.method == Method::Sampled);
        let confidence = shown::confidence(self.comparison.base.confidence);
        if sampled { format!("; bands are {confidence} intervals") } else { String::new() }
    }

    fn frame(&self, title: &str, note: &str) -> Frame {
        let base = &self.comparison.base;
        let sampled: Vec<&str> =
            self.cells().filter(|cell| cell.method == Method::Sampled).map(|cell| cell.system.name()).collect();
        let made = if sampled.is_empty() { "exact".to_owned() } else { format!("sampled: {}", sampled.join(", ")) };
        let mut footer = vec![made, format!("seed {}", base.seed), format!("digest {}", base.digest)];
        if !note.is_empty() {
            footer.push(note.to_owned());
        }
        Frame { title: title.to_owned(), subtitle: base.title.clone(), footer }
    }
}

/// The split of a system, or why it has none.
fn shared(shares: &Shares) -> Result<&Split, String> {
    let unmoved = |(what, portion): (&str, &Portion)| match portion {
        Portion::Moved(_) => None,
        Portion::Unread(reading) => Some(format!("{what}: {}", unread(reading))),
    };
    let parts = [("skill", &shares.skill), ("machine", &shares.machine)];
    let why: Vec<String> = parts.into_iter().filter_map(unmoved).collect();
    if !why.is_empty() {
        return Err(format!("no shares ({})", why.join("; ")));
    }
    shares.split.as_ref().ok_or_else(|| "no shares (it always ends alike)".to_owned())
}

fn chart(name: &str, title: &str, alt: String, kind: Kind) -> Chart {
    Chart { name: name.to_owned(), title: title.to_owned(), alt, kind }
}

/// The share of chases that are not over after each turn, as a stair.
fn running(cell: &CellResult, turn: f64, color: RGBColor) -> Line {
    let mut left = 1.0;
    let point = |turns: f64, rate: f64| Point { x: turns * turn, rate, low: rate, high: rate };
    let mut points = vec![point(0.0, 1.0)];
    let last = last_turn(cell);
    for &(turns, share) in cell.turns.histogram.iter().filter(|&&(turns, _)| turns <= last) {
        points.push(point(turns.into(), left));
        left = (left - share).max(0.0);
        points.push(point(turns.into(), left));
    }
    Line { color, points, dots: false }
}

fn response(response: &Response) -> Panel {
    let dial = &response.dial;
    let mut lines = Vec::new();
    let mut notes = Vec::new();
    for (index, (system, answers)) in response.systems.iter().enumerate() {
        match answers {
            Answers::Given { points, .. } => {
                let point = |answer: &chaselab_lab::compare::Answer| Point {
                    x: answer.step.into(),
                    rate: answer.free.rate,
                    low: answer.free.low,
                    high: answer.free.high,
                };
                let points = points.iter().map(point).collect();
                lines.push(Line { color: color::kind(index), points, dots: true });
            }
            Answers::Unread(reading) => notes.push(format!("{}: {}", system.name(), unread(reading))),
        }
    }
    let steps: Vec<f64> = lines.iter().flat_map(|line| &line.points).map(|point| point.x).collect();
    let low = steps.iter().copied().fold(-1.0, f64::min);
    let high = steps.iter().copied().fold(1.0, f64::max);
    // Few values are named, many are counted.
    let named = dial.values.len() <= NAMED;
    let tick = |step: i32| match dial.stepped(step).filter(|_| named) {
        Some(place) => dial.values[place].0.clone(),
        None => signed(step),
    };
    let ticks = (low as i32..=high as i32).map(|step| (f64::from(step), tick(step)));
    Panel {
        title: Some(dial.name()),
        across: if named { String::new() } else { format!("steps from {}", dial.values[dial.at].0) },
        ticks: ticks.collect(),
        range: (low, high),
        mark: Some(0.0),
        lines,
        notes,
    }
}

fn signed(step: i32) -> String {
    if step > 0 { format!("+{step}") } else { plain(step.into()) }
}
