//! Which pictures a run deserves.

use super::axis::{percents, plain, round_ticks};
use super::bars::{Bars, Row};
use super::curves::{Curves, Line, Panel, Point, Upwards};
use super::heatmap::Heatmap;
use super::histogram::{self, Histogram};
use super::legend::Legend;
use super::{Chart, Frame, Kind, color};
use crate::extract::Extract;
use crate::grid::{Axis, Grid, grids};
use crate::measure::Measure;
use crate::shown;
use crate::table::changed_switches;
use chaselab_core::{End, Group};
use chaselab_lab::estimate::Estimator;
use chaselab_lab::plan::Factor;
use chaselab_lab::results::{CellResult, Method, Results};

/// The most heatmaps or sets of curves of one system, one for each combination of the factors that they do not show.
const COMBINATIONS: usize = 6;
/// The most bars; of more cells the best and the worst for the prey.
const BARS: usize = 24;
/// The most curves in a panel.
const LINES: usize = 8;
/// A numeric factor makes a curve from so many values on.
const CURVE: usize = 3;
/// What share of chases may be left out at the long end of a histogram.
const TAIL: f64 = 0.001;

/// The pictures: for every system the ends of its cells and their lengths; curves over a numeric factor; heatmaps of
/// the free rate over two factors.
pub fn charts(results: &Results) -> Vec<Chart> {
    noted(results, None)
}

/// The same of very many cells: of means over neighbours, which every picture says.
pub(crate) fn charts_of_means(extract: &Extract) -> Vec<Chart> {
    let systems = extract.systems.iter().map(|kept| kept.coarse.results(&extract.head));
    systems.flat_map(|(means, note)| noted(&means, Some(&note))).collect()
}

fn noted(results: &Results, note: Option<&str>) -> Vec<Chart> {
    let mut charts = Vec::new();
    for grid in grids(results) {
        let maker = Maker { results, grid: &grid, estimator: Estimator::new(results.confidence), note };
        charts.extend(maker.heatmaps());
        charts.extend(maker.curves());
        charts.push(maker.bars());
        charts.push(maker.histogram());
    }
    charts
}

struct Maker<'a> {
    results: &'a Results,
    grid: &'a Grid<'a>,
    estimator: Estimator,
    /// What every picture says beside its own note.
    note: Option<&'a str>,
}

/// Cells that share the values of the factors which a picture does not show.
struct Slice<'a> {
    /// These values, in words.
    name: String,
    cells: Vec<&'a CellResult>,
}

impl Maker<'_> {
    fn heatmaps(&self) -> Vec<Chart> {
        let varying = self.grid.varying();
        let [across, up, ..] = varying[..] else { return Vec::new() };
        let slices = self.slices(&[across, up]);
        let several = slices.len() > 1;
        slices
            .iter()
            .enumerate()
            .map(|(index, slice)| self.heatmap(across, up, slice, several.then_some(index)))
            .collect()
    }

    fn heatmap(&self, across: &Axis, up: &Axis, slice: &Slice<'_>, index: Option<usize>) -> Chart {
        let mut fields = vec![vec![None; across.values.len()]; up.values.len()];
        for cell in &slice.cells {
            if let (Some(column), Some(row)) = (across.index(cell), up.index(cell)) {
                let rate = cell.group(Group::Free);
                fields[row][column] = Some((rate.rate, shown::brief(rate)));
            }
        }
        let title = "How often the prey gets free".to_owned();
        let alt = format!(
            "Heatmap of the free rate over {} and {}{}. {}",
            across.name,
            up.name,
            said(&slice.name),
            self.range(&slice.cells)
        );
        let widest = slice.cells.iter().map(|cell| cell.group(Group::Free)).map(|rate| rate.high - rate.low);
        let widest = widest.fold(0.0, f64::max) / 2.0;
        let note = if widest > 0.0 {
            let confidence = shown::confidence(self.results.confidence);
            format!(
                "numbers in percent, {confidence} intervals at most ± {:.*}",
                shown::decimals(widest * 100.0),
                widest * 100.0
            )
        } else {
            "numbers in percent".to_owned()
        };
        let frame = self.frame(&title, &slice.name, &note);
        let words = |axis: &Axis| (axis.name.to_string(), axis.values.iter().map(word).collect());
        let legend = Legend::new(None, Vec::new());
        let bar = percents(25);
        let kind = Kind::Heatmap(Heatmap {
            frame,
            across: words(across),
            up: words(up),
            fields,
            bar,
            outlines: Vec::new(),
            legend,
        });
        self.chart("free-rate", index, title, alt, kind)
    }

    fn curves(&self) -> Vec<Chart> {
        let varying = self.grid.varying();
        let numeric = varying.iter().filter(|axis| axis.numbers().is_some() && axis.values.len() >= CURVE);
        // The one with most values; of equals the first in the file.
        let Some(across) = numeric.rev().max_by_key(|axis| axis.values.len()).copied() else { return Vec::new() };
        let second = varying.iter().find(|axis| axis.path != across.path).copied();
        let shown: Vec<&Axis> = [Some(across), second].into_iter().flatten().collect();
        let slices = self.slices(&shown);
        let several = slices.len() > 1;
        let charts = slices.iter().enumerate();
        charts.map(|(index, slice)| self.curves_of(across, second, slice, several.then_some(index))).collect()
    }

    fn curves_of(&self, across: &Axis, second: Option<&Axis>, slice: &Slice<'_>, index: Option<usize>) -> Chart {
        let crash = if self.grid.cells.iter().any(|cell| Measure::Crashed.of(cell, self.estimator).is_some()) {
            Some((Measure::Crashed, color::CRASHED))
        } else {
            None
        };
        // Where everybody who is caught fights on, nobody ends so.
        let caught = self.grid.cells.iter().any(|cell| cell.end(End::Caught).is_some());
        let stopped = match caught {
            true => (Measure::End(End::Caught), color::end(End::Caught)),
            false => (Measure::Group(Group::Stopped), color::group(Group::Stopped)),
        };
        let measures: Vec<(Measure, _)> = [
            (Measure::Group(Group::Free), color::group(Group::Free)),
            (Measure::End(End::Escaped), color::end(End::Escaped)),
            stopped,
        ]
        .into_iter()
        .chain(crash)
        .collect();
        let numbers = across.numbers().unwrap_or_default();
        let range = numbers.iter().fold((f64::MAX, f64::MIN), |(low, high), &x| (low.min(x), high.max(x)));
        let ticks = if numbers.len() <= 9 { numbers } else { round_ticks(range.0, range.1, 7) };
        let ticks: Vec<(f64, String)> = ticks.into_iter().map(|number| (number, plain(number))).collect();
        let panel = |title: Option<String>, lines: Vec<Line>| Panel {
            title,
            across: across.name.to_string(),
            ticks: ticks.clone(),
            range,
            mark: None,
            lines,
            notes: Vec::new(),
        };
        let (panels, legend) = match second {
            None => {
                let lines = measures.iter().map(|&(measure, color)| self.line(across, measure, &slice.cells, color));
                let entries = measures.iter().map(|&(measure, color)| (measure.name(), color));
                (vec![panel(None, lines.collect())], Legend::new(None, entries.collect()))
            }
            Some(second) => {
                let picked = spread(second.values.len(), LINES);
                let ordered = second.numbers().is_some();
                let color = |nth: usize| if ordered { color::step(nth, picked.len()) } else { color::kind(nth) };
                let line = |measure: Measure, nth: usize| {
                    let mine = slice.cells.iter().filter(|cell| second.index(cell) == Some(picked[nth]));
                    self.line(across, measure, &mine.copied().collect::<Vec<_>>(), color(nth))
                };
                let panels = measures.iter().map(|&(measure, _)| {
                    panel(Some(measure.name()), (0..picked.len()).map(|nth| line(measure, nth)).collect())
                });
                let entries = picked.iter().enumerate().map(|(nth, &value)| (word(&second.values[value]), color(nth)));
                (panels.collect(), Legend::new(Some(second.name.to_string()), entries.collect()))
            }
        };
        let title = format!("How chases end, over {}", across.name.text);
        let alt = format!(
            "Curves of the free, escape, {} and crash rates over {}{}{}. {}",
            if caught { "catch" } else { "stop" },
            across.name,
            second.map(|axis| format!(", a line for each {}", axis.name)).unwrap_or_default(),
            said(&slice.name),
            self.range(&slice.cells)
        );
        let sampled = self.grid.cells.iter().any(|cell| cell.method == Method::Sampled);
        let note = sampled.then(|| format!("bands are {} intervals", shown::confidence(self.results.confidence)));
        let frame = self.frame(&title, &slice.name, &note.unwrap_or_default());
        let kind = Kind::Curves(Curves { frame, legend, up: Upwards::shares(panels.len()), panels });
        self.chart("curves", index, title, alt, kind)
    }

    fn line(&self, across: &Axis, measure: Measure, cells: &[&CellResult], color: plotters::style::RGBColor) -> Line {
        let point = |cell: &&CellResult| {
            let x = across.values[across.index(cell)?].number()?;
            let rate = measure.of(cell, self.estimator)?;
            Some(Point { x, rate: rate.rate, low: rate.low, high: rate.high })
        };
        let mut points: Vec<Point> = cells.iter().filter_map(point).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Line { color, points, dots: true }
    }

    fn bars(&self) -> Chart {
        let all = self.grid.cells.len() <= BARS;
        let ranked = self.grid.by_free_rate();
        let shown: Vec<&CellResult> = if all {
            self.grid.cells.clone()
        } else {
            ranked.iter().take(BARS / 2).chain(&ranked[ranked.len() - BARS / 2..]).copied().collect()
        };
        let rows = shown.iter().enumerate().map(|(index, cell)| Row {
            values: self.values(cell),
            parts: cell.ends.iter().map(|(end, rate)| (color::end(*end), rate.rate)).collect(),
            aside: shown::rate(cell.group(Group::Free)).line(),
            apart: !all && index == BARS / 2,
            instead: String::new(),
        });
        let title = if all {
            "How chases end".to_owned()
        } else {
            format!("How chases end, in the {0} cells best and the {0} worst for the prey", BARS / 2)
        };
        let cells = if shown.len() == 1 { "one cell".to_owned() } else { format!("{} cells", shown.len()) };
        let alt = format!("Stacked bars of the ends of {cells}. {}", self.range(&shown));
        let frame = self.frame(&title, "", "numbers in the bars in percent");
        let factors = self.grid.axes.iter().map(|axis| axis.name.to_string()).collect();
        let (aside, across) = ("free", "share of chases");
        let kind =
            Kind::Bars(Bars { frame, legend: ends_legend(&shown), factors, aside, across, rows: rows.collect() });
        self.chart("ends", None, title, alt, kind)
    }

    fn histogram(&self) -> Chart {
        let ranked = self.grid.by_free_rate();
        let chosen: Vec<(&str, &CellResult)> = match ranked.len() {
            0..=1 => ranked.iter().map(|&cell| ("", cell)).collect(),
            2 => vec![("Best for the prey: ", ranked[0]), ("Worst for the prey: ", ranked[1])],
            many => vec![
                ("Best for the prey: ", ranked[0]),
                ("In the middle: ", ranked[many / 2]),
                ("Worst for the prey: ", ranked[many - 1]),
            ],
        };
        let last = chosen.iter().map(|(_, cell)| last_turn(cell)).max().unwrap_or(1);
        let first =
            chosen.iter().filter_map(|(_, cell)| cell.turns.histogram.first()).map(|&(turn, _)| turn.min(1)).min();
        let panels = chosen.iter().map(|(rank, cell)| {
            let turns = &cell.turns;
            let beyond: f64 = turns.histogram.iter().filter(|&&(turn, _)| turn > last).map(|&(_, share)| share).sum();
            let longest = turns.histogram.last().map_or(0, |&(turn, _)| turn);
            let mut summary = format!(
                "mean {} turns, median {}, nine in ten within {}",
                shown::mean(&turns.mean).line(),
                turns.p50,
                turns.p90
            );
            if beyond > 0.0 {
                summary.push_str(&format!("; {} % are longer, up to {longest}", shown::small(beyond)));
            }
            histogram::Panel { title: format!("{rank}{}", self.cell_name(cell)), summary, ends: turns.by_end.clone() }
        });
        let title = "How long chases last".to_owned();
        let cells: Vec<&CellResult> = chosen.iter().map(|&(_, cell)| cell).collect();
        let told = cells
            .iter()
            .map(|cell| format!("{}: mean {} turns", self.grid.cell_name(cell), shown::mean(&cell.turns.mean).line()));
        let alt = format!("Histogram of lengths, split by end. {}.", told.collect::<Vec<_>>().join("; "));
        let note = if cells.len() > 1 { "each panel has its own scale of shares" } else { "" };
        let frame = self.frame(&title, "", note);
        let legend = ends_legend(&cells);
        let kind =
            Kind::Histogram(Histogram { frame, legend, panels: panels.collect(), first: first.unwrap_or(1), last });
        self.chart("lengths", None, title, alt, kind)
    }

    /// The cells by what the shown factors leave open.
    fn slices(&self, shown: &[&Axis]) -> Vec<Slice<'_>> {
        let rest: Vec<&Axis> =
            self.grid.varying().into_iter().filter(|axis| shown.iter().all(|other| other.path != axis.path)).collect();
        let mut slices: Vec<(Vec<Option<usize>>, Slice<'_>)> = Vec::new();
        for &cell in &self.grid.cells {
            let key: Vec<Option<usize>> = rest.iter().map(|axis| axis.index(cell)).collect();
            if let Some((_, slice)) = slices.iter_mut().find(|(this, _)| *this == key) {
                slice.cells.push(cell);
            } else if slices.len() < COMBINATIONS {
                let values = rest.iter().zip(&key).filter_map(|(axis, &index)| {
                    Some(format!("{} {}", axis.name.text, word(axis.values.get(index?)?)))
                });
                let name = values.collect::<Vec<_>>().join(", ");
                slices.push((key, Slice { name, cells: vec![cell] }));
            }
        }
        slices.into_iter().map(|(_, slice)| slice).collect()
    }

    /// The values of all factors in a cell.
    fn values(&self, cell: &CellResult) -> Vec<String> {
        let value = |axis: &Axis| axis.index(cell).map_or_else(|| "–".to_owned(), |index| word(&axis.values[index]));
        self.grid.axes.iter().map(value).collect()
    }

    fn cell_name(&self, cell: &CellResult) -> String {
        shown::minus(&self.grid.cell_name(cell))
    }

    /// The best and the worst free rate, in words.
    fn range(&self, cells: &[&CellResult]) -> String {
        let told = |cell: &CellResult| {
            format!("{} ({})", shown::rate(cell.group(Group::Free)).line(), self.grid.cell_name(cell))
        };
        let ranked = self.grid.by_free_rate();
        let mut mine = ranked.into_iter().filter(|cell| cells.iter().any(|other| other.cell == cell.cell));
        match (mine.next(), mine.next_back()) {
            (Some(best), Some(worst)) => format!("The prey gets free in {} down to {}.", told(best), told(worst)),
            (Some(only), None) => format!("The prey gets free in {}.", shown::rate(only.group(Group::Free)).line()),
            _ => String::new(),
        }
    }

    fn frame(&self, title: &str, slice: &str, note: &str) -> Frame {
        let system = self.grid.title();
        let subtitle = [self.results.title.as_str(), &system, slice].into_iter().filter(|part| !part.is_empty());
        let mut footer = vec![self.made()];
        footer.push(format!("seed {}", self.results.seed));
        footer.push(format!("digest {}", self.results.digest));
        let changed = changed_switches(self.grid);
        if !changed.is_empty() {
            footer.push(changed.join(", "));
        }
        footer.extend(self.note.map(str::to_owned));
        if !note.is_empty() {
            footer.push(note.to_owned());
        }
        Frame { title: title.to_owned(), subtitle: subtitle.collect::<Vec<_>>().join(" · "), footer }
    }

    /// How the system's numbers came to be.
    fn made(&self) -> String {
        let cells = &self.grid.cells;
        let sampled = cells.iter().filter(|cell| cell.method == Method::Sampled).map(|cell| cell.chases);
        let (least, most) = (sampled.clone().min(), sampled.max());
        let exact = cells.iter().any(|cell| cell.method == Method::Exact);
        match (least, most) {
            (Some(least), Some(most)) => {
                let least = if least == most { String::new() } else { format!("{} to ", shown::count(least)) };
                let each = if cells.len() > 1 { " a cell" } else { "" };
                let also = if exact { ", some cells exact" } else { "" };
                format!("{least}{} chases{each}, sampled{also}", shown::count(most))
            }
            _ => "exact".to_owned(),
        }
    }

    fn chart(&self, what: &str, index: Option<usize>, title: String, alt: String, kind: Kind) -> Chart {
        let number = index.map(|index| format!("-{}", index + 1)).unwrap_or_default();
        let name = format!("{}-{what}{number}", self.grid.system.name());
        let alt = format!("{}: {alt}", self.grid.title());
        Chart { name, title, alt, kind }
    }
}

/// The ends that occur in some of these cells.
pub(super) fn ends_legend(cells: &[&CellResult]) -> Legend {
    let seen = |end: End| cells.iter().any(|cell| cell.end(end).is_some_and(|rate| rate.rate > 0.0));
    let ends = End::ALL.into_iter().filter(|&end| seen(end));
    Legend::new(None, ends.map(|end| (Measure::End(end).name(), color::end(end))).collect())
}

/// The last turn of a histogram that leaves out no more than the tail.
pub(super) fn last_turn(cell: &CellResult) -> u16 {
    let mut left = 1.0;
    for &(turn, share) in &cell.turns.histogram {
        left -= share;
        if left <= TAIL {
            return turn;
        }
    }
    cell.max_turns
}

/// Some of so many, evenly, with the first and the last.
fn spread(all: usize, most: usize) -> Vec<usize> {
    if all <= most { (0..all).collect() } else { (0..most).map(|nth| nth * (all - 1) / (most - 1)).collect() }
}

/// A factor's value as a chart shows it.
fn word(factor: &Factor) -> String {
    match factor.number() {
        Some(number) => plain(number),
        None => factor.shown(),
    }
}

fn said(slice: &str) -> String {
    if slice.is_empty() { String::new() } else { format!(", with {slice}") }
}
