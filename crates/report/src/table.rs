//! What a terminal shows of results.

use crate::screen::plain;
use chaselab_core::{End, Group};
use chaselab_lab::estimate::Estimator;
use chaselab_lab::flags::Flag;
use chaselab_lab::results::{CellResult, Method, Results};
use chaselab_lab::verify::is_chance;
use comfy_table::{Attribute, Cell, CellAlignment, Color, Table};
use std::collections::BTreeSet;

use crate::detail::Details;
use crate::fight;
use crate::flags;
use crate::grid::{Grid, grids};
use crate::measure::{Measure, spaced};
use crate::shown::{self, Shown};
use crate::total::Total;

/// Up to so many cells are all shown.
const ALL: usize = 40;
/// Of more, so many from the top.
pub(crate) const FIRST: usize = 20;
/// And so many that are best and worst for the prey.
pub(crate) const EXTREME: usize = 5;

/// A system's cells as columns of texts.
pub(crate) struct Columns {
    /// The number of the cell where there are several, the names of the factors, then of what was measured.
    pub headings: Vec<Heading>,
    measures: Vec<Measure>,
    estimator: Estimator,
    /// Whether there are cells to tell apart.
    numbered: bool,
    /// Whether the cells differ in how many chases they rest on.
    tells_chases: bool,
}

/// The head of a column.
pub(crate) enum Heading {
    /// A factor.
    Factor(String),
    /// A rate or a length.
    Measured(String),
}

impl Columns {
    /// The columns for a system: factors, groups, ends that were seen, and length.
    pub fn of(grid: &Grid<'_>, estimator: Estimator) -> Self {
        let mut measures: Vec<Measure> = Group::ALL.into_iter().map(Measure::Group).collect();
        measures.push(Measure::End(End::Escaped));
        // Whoever fights on is caught no more: then the end may be one that nothing reaches.
        if grid.then.is_none() || grid.cells.iter().any(|cell| cell.end(End::Caught).is_some()) {
            measures.push(Measure::End(End::Caught));
        }
        let rest = [End::PreyCrashed, End::CatcherCrashed, End::BothCrashed].map(Measure::End);
        // Who wins a fight is what it is about.
        let disabled = match grid.then {
            Some(_) => [End::PreyDisabled, End::CatcherDisabled, End::BothDisabled].map(Measure::End).to_vec(),
            None => vec![Measure::Disabled],
        };
        // An end that no cell saw needs no column.
        let is_seen = |measure: &Measure| {
            grid.cells.iter().filter_map(|cell| measure.of(cell, estimator)).any(|rate| rate.rate > 0.0)
        };
        measures.extend(rest.into_iter().chain(disabled).filter(is_seen));
        // By its number a cell is asked for: `replay --cell 3`.
        let numbered = grid.cells.len() > 1;
        let number = numbered.then(|| Heading::Factor("cell".into())).into_iter();
        let factors = grid.axes.iter().map(|axis| Heading::Factor(axis.name.to_string()));
        let mut headings: Vec<Heading> = number.chain(factors).collect();
        let tells_chases =
            grid.cells.iter().any(|cell| cell.method == Method::Exact || cell.chases != grid.cells[0].chases);
        if tells_chases {
            headings.push(Heading::Measured("chases".into()));
        }
        headings.extend(measures.iter().map(|measure| Heading::Measured(measure.name())));
        headings.push(Heading::Measured("turns".into()));
        Self { headings, measures, estimator, numbered, tells_chases }
    }

    /// What a cell is told apart by.
    pub fn names(&self, grid: &Grid<'_>, cell: &CellResult) -> Vec<String> {
        let number = self.numbered.then(|| cell.cell.to_string());
        number.into_iter().chain(grid.values(cell)).collect()
    }

    /// A cell's values under the headings.
    pub fn row(&self, grid: &Grid<'_>, cell: &CellResult) -> Vec<Shown> {
        let word = |value: String| Shown { value, spread: String::new() };
        let absent = || word("–".into());
        let factors = self.names(grid, cell).into_iter().map(word);
        let chases = self.tells_chases.then(|| match cell.method {
            Method::Sampled => word(shown::count(cell.chases)),
            Method::Exact => word("exact".into()),
        });
        let rates = self.measures.iter().map(|measure| match measure.of(cell, self.estimator) {
            Some(rate) => shown::rate(&rate),
            None => absent(),
        });
        factors.chain(chases).chain(rates).chain([shown::mean(&cell.turns.mean)]).collect()
    }
}

/// All systems' tables and a closing line, at most `width` columns wide where the texts allow it.
pub fn table(results: &Results, width: usize, color: bool) -> String {
    let estimator = Estimator::new(results.confidence);
    let mut text = format!("{}\n", results.title);
    for grid in grids(results) {
        text.push_str(&format!("\n{}\n", grid.heading()));
        let columns = Columns::of(&grid, estimator);
        for part in parts(&grid) {
            if let Some(heading) = part.heading {
                text.push_str(&format!("\n{heading}\n"));
            }
            text.push_str(&rows(&grid, &columns, &part.cells, width, color));
            text.push('\n');
        }
        if let Some(sentence) = fight::sentence(&grid, estimator) {
            text.push_str(&format!("{sentence}\n"));
        }
        if let [only] = grid.cells[..] {
            let sentence = Details::of(&grid, estimator).sentence(only);
            text.push_str(&sentence.map(|sentence| format!("{sentence}\n")).unwrap_or_default());
        }
        let own: Vec<&Flag> = results.flags.iter().filter(|flag| flag.system == grid.system).collect();
        text.push_str(&flags::screen(&own, &grid.axes, width));
    }
    text.push_str(&format!("\n{}\n", closing(results)));
    text
}

/// Some of a system's cells.
pub(crate) struct Part<'a> {
    /// What they are, when they are not all.
    pub heading: Option<String>,
    /// They.
    pub cells: Vec<&'a CellResult>,
}

/// All cells of a small grid; of a large one the first, the best and the worst for the prey.
pub(crate) fn parts<'a>(grid: &Grid<'a>) -> Vec<Part<'a>> {
    let all = &grid.cells;
    if all.len() <= ALL {
        return vec![Part { heading: None, cells: all.clone() }];
    }
    let mut ranked = grid.by_free_rate();
    let best: Vec<&CellResult> = ranked.iter().take(EXTREME).copied().collect();
    ranked.reverse();
    let worst: Vec<&CellResult> = ranked.iter().take(EXTREME).copied().collect();
    let first: Vec<&CellResult> = all.iter().take(FIRST).copied().collect();
    let seen: BTreeSet<usize> = [&best, &worst, &first].into_iter().flatten().map(|cell| cell.cell).collect();
    let more = all.len() - seen.len();
    let parts = headings(more).into_iter().zip([best, worst, first]);
    parts.map(|(heading, cells)| Part { heading: Some(heading), cells }).collect()
}

/// What the best, the worst and the first cells are called when so many more are not shown.
pub(crate) fn headings(more: usize) -> [String; 3] {
    [
        format!("The {EXTREME} cells that are best for the prey"),
        format!("The {EXTREME} that are worst for the prey"),
        format!("The first {FIRST} in the order of the file; {more} more cells stand in the data files"),
    ]
}

/// On one line a cell where that fits, else with the uncertainty below each number.
pub(crate) fn rows(grid: &Grid<'_>, columns: &Columns, cells: &[&CellResult], width: usize, color: bool) -> String {
    let texts = [Shown::line, Shown::lines].map(|text| drawn(grid, columns, cells, color, text));
    let fits = |table: &Table| table.lines().all(|line| columns_of(&line) <= width);
    let [one, two] = texts;
    if fits(&one) { one.trim_fmt() } else { two.trim_fmt() }
}

fn drawn(grid: &Grid<'_>, columns: &Columns, cells: &[&CellResult], color: bool, text: fn(&Shown) -> String) -> Table {
    let mut table = plain(color);
    table.set_header(columns.headings.iter().map(|heading| match heading {
        Heading::Factor(name) => Cell::new(stacked(name)).fg(Color::Cyan),
        Heading::Measured(name) => Cell::new(stacked(name)).add_attribute(Attribute::Bold),
    }));
    for cell in cells {
        table.add_row(columns.row(grid, cell).iter().map(text));
    }
    for (column, heading) in table.column_iter_mut().zip(&columns.headings) {
        if matches!(heading, Heading::Measured(_)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A heading of several words on several lines.
fn stacked(name: &str) -> String {
    name.replace(" (", "\n(").replacen(' ', "\n", 1)
}

/// How many columns a line takes, without the codes of its colours.
pub(crate) fn columns_of(line: &str) -> usize {
    let mut width = 0;
    let mut code = false;
    for c in line.chars() {
        match c {
            '\u{1b}' => code = true,
            'm' if code => code = false,
            _ if code => {}
            _ => width += 1,
        }
    }
    width
}

/// How the numbers came to be, in a sentence or two.
pub(crate) fn closing(results: &Results) -> String {
    closing_of(results, &Total::all(results))
}

/// The same from what was added up.
pub(crate) fn closing_of(head: &Results, totals: &[Total]) -> String {
    let mut sentences = Vec::new();
    let sampled: usize = totals.iter().map(|total| total.sampled).sum();
    let exact = totals.iter().map(|total| total.cells).sum::<usize>() - sampled;
    if sampled > 0 {
        let chases: u64 = totals.iter().map(|total| total.chases).sum();
        let cells = if sampled == 1 { "1 cell".to_owned() } else { format!("{sampled} cells") };
        let intervals = shown::confidence(head.confidence);
        let looked = if totals.iter().any(|total| total.precise + total.exhausted > 0) {
            ", which holds at every look"
        } else {
            ""
        };
        sentences.push(format!(
            "{} chases played in {cells}, seed {}; after each number its {intervals} interval{looked}.",
            shown::count(chases),
            head.seed
        ));
        sentences.extend(stopped(totals));
    }
    if exact > 0 {
        let cells = if exact == 1 { "1 cell is".to_owned() } else { format!("{exact} cells are") };
        sentences.push(format!("{cells} exact: computed from the chain of states, without an interval."));
    }
    sentences.extend(held_against_exact(totals));
    sentences.extend(unfit(totals));
    for total in totals {
        let changed = total.changed_switches();
        if !changed.is_empty() {
            sentences.push(format!("Switches of {} not at their default: {}.", total.ids(), changed.join(", ")));
        }
    }
    sentences.push(format!("Digest {}.", head.digest));
    sentences.join("\n")
}

/// How many cells stopped at the wanted precision, and how many did not come to it.
pub(crate) fn stopped(totals: &[Total]) -> Option<String> {
    let sum = |of: fn(&Total) -> usize| totals.iter().map(of).sum::<usize>();
    let (precise, exhausted) = (sum(|total| total.precise), sum(|total| total.exhausted));
    let these = |many: usize| if many == 1 { "1 cell".to_owned() } else { format!("{many} cells") };
    match (precise, exhausted) {
        (0, 0) => None,
        (_, 0) => Some("Every cell was played until all its groups were known to the wanted precision.".into()),
        (0, _) => Some("No cell came to the wanted precision: all their chases were played.".into()),
        _ => Some(format!(
            "{} stopped at the wanted precision; {} played all their chases and did not come to it.",
            these(precise),
            these(exhausted)
        )),
    }
}

/// How counts compare with exact chances, where both were made.
pub(crate) fn held_against_exact(totals: &[Total]) -> Option<String> {
    let furthest = totals.iter().filter_map(|total| Some((total, total.furthest.as_ref()?)));
    let (total, (cell, worst)) = furthest.min_by(|one, other| one.1.1.tail.total_cmp(&other.1.1.tail))?;
    let all: usize = totals.iter().map(|total| total.checked).sum();
    let judged = if is_chance(worst.tail, all) {
        "no more than chance brings about"
    } else {
        "more than chance explains: sampled and exact disagree"
    };
    let where_from = format!("{}, cell {cell} of {}", spaced(worst.what.name()), total.system.name());
    Some(format!(
        "Held against exact chances: of {} counts the one furthest off lies {:.1} standard errors away ({where_from}), {judged}.",
        shown::count(all as u64),
        worst.z.abs()
    ))
}

/// Why systems were sampled that might have been exact, or were not held against exact chances: once each.
pub(crate) fn unfit(totals: &[Total]) -> Vec<String> {
    let said = |total: &Total| {
        let why = total.unfit.as_ref()?;
        Some(match total.checked {
            0 => format!("{} is sampled, not exact: {why}.", total.title()),
            _ => format!("{} of {} cells of {} are not checked: {why}.", total.unfits, total.cells, total.title()),
        })
    };
    totals.iter().filter_map(said).collect()
}

/// The switches that are not at their default in some cell, such as `damage = off`.
pub(crate) fn changed_switches(grid: &Grid<'_>) -> Vec<String> {
    Total::of(grid).changed_switches()
}
