//! The report in words, as Markdown.

use chaselab_core::Group;
use chaselab_lab::results::{CellResult, Results, VERSION};
use chaselab_systems::SystemId;
use std::fmt::Write;

use crate::chart::Chart;
use crate::detail::Details;
use crate::fight;
use crate::grid::{Grid, grids};
use crate::shown::{self, Shown};
use crate::table::{Columns, Heading, Part, changed_switches, held_against_exact, parts, stopped, unfit};
use crate::total::Total;
use chaselab_lab::estimate::Estimator;

/// The report: the answer first, then tables and charts, then how the numbers came to be. `command` is what remakes
/// it; charts are linked as `charts/NAME.svg`.
pub fn document(results: &Results, charts: &[Chart], command: &str) -> String {
    let grids = grids(results);
    let mut text = format!("# {}\n\nDoes the prey get away?\n\n", escaped(&results.title));
    for grid in &grids {
        text.push_str(&answer(grid));
    }
    for grid in &grids {
        section(
            &mut text,
            &match grid.then {
                None => format!("{} (`{}`)", grid.system.title(), grid.system.name()),
                Some(_) => grid.heading(),
            },
        );
        tables(&mut text, grid, &parts(grid), Estimator::new(results.confidence), true);
        pictures(&mut text, charts, grid.system);
    }
    section(&mut text, "How these numbers came to be");
    paragraph(&mut text, &origin(results));
    for grid in &grids {
        settings(&mut text, grid);
    }
    ending(&mut text, &results.scenario, command);
    text
}

/// A system's charts.
pub(crate) fn pictures(text: &mut String, charts: &[Chart], system: SystemId) {
    let prefix = format!("{}-", system.name());
    for chart in charts.iter().filter(|chart| chart.name.starts_with(&prefix)) {
        paragraph(text, &format!("![{}](charts/{}.svg)", escaped(&chart.alt), chart.name));
    }
}

/// What was played, and how to do so again.
pub(crate) fn ending(text: &mut String, scenario: &[String], command: &str) {
    subsection(text, "The scenario as played");
    paragraph(text, &format!("```toml\n{}\n```", scenario.join("\n")));
    subsection(text, "To make it again");
    text.push_str(&format!("```sh\n{command}\n```\n"));
}

/// The range of free rates, who is best off where, and whether that is certain.
fn answer(grid: &Grid<'_>) -> String {
    let system = grid.title();
    let free = |cell: &CellResult| shown::rate(cell.group(Group::Free)).line();
    let ranked = grid.by_free_rate();
    let (Some(&best), Some(&worst)) = (ranked.first(), ranked.last()) else { return String::new() };
    if ranked.len() == 1 {
        let [stopped, open] = [Group::Stopped, Group::Open].map(|group| shown::rate(best.group(group)).line());
        let late = if grid.then.is_some() { String::new() } else { format!(" after {} turns", best.max_turns) };
        return format!(
            "- **{system}**: the prey gets free in {} of chases, is stopped in {stopped}, and in {open} neither is decided{late}. A chase lasts {} turns on average.\n",
            free(best),
            shown::mean(&best.turns.mean).line()
        );
    }
    let mut text = format!(
        "- **{system}**: in {} cells the prey gets free in {} to {} of chases.\n",
        ranked.len(),
        free(worst),
        free(best)
    );
    let rate = |cell: &CellResult| *cell.group(Group::Free);
    let close_to_best = ranked[1..].iter().filter(|cell| rate(cell).high >= rate(best).low).count();
    let close_to_worst = ranked[..ranked.len() - 1].iter().filter(|cell| rate(cell).low <= rate(worst).high).count();
    let _ = writeln!(text, "  - Best for the prey: {}, {}{}.", grid.cell_name(best), free(best), doubt(close_to_best));
    let _ = writeln!(
        text,
        "  - Best for the catcher: {}, {}{}.",
        grid.cell_name(worst),
        free(worst),
        doubt(close_to_worst)
    );
    text
}

/// What overlapping intervals leave undecided.
fn doubt(close: usize) -> String {
    match close {
        0 => String::new(),
        1 => "; 1 other cell cannot be told apart from it (the intervals overlap)".to_owned(),
        many => format!("; {many} other cells cannot be told apart from it (the intervals overlap)"),
    }
}

/// A system's cells in parts; whether these are all of them.
pub(crate) fn tables(text: &mut String, grid: &Grid<'_>, parts: &[Part<'_>], estimator: Estimator, all: bool) {
    let columns = Columns::of(grid, estimator);
    let (factors, measured): (Vec<_>, Vec<_>) =
        columns.headings.iter().partition(|heading| matches!(heading, Heading::Factor(_)));
    let names = |headings: Vec<&Heading>| -> Vec<String> {
        headings.into_iter().map(|(Heading::Factor(name) | Heading::Measured(name))| name.clone()).collect()
    };
    let (factors, measured) = (names(factors), names(measured));
    for part in parts {
        if let Some(heading) = &part.heading {
            paragraph(text, &format!("{heading}:"));
        }
        let rows = part.cells.iter().map(|cell| columns.row(grid, cell).iter().map(Shown::line).collect());
        table(text, &factors, &measured, rows);
    }
    if let Some(sentence) = columns.unseen_sentence().filter(|_| all) {
        paragraph(text, &sentence);
    }
    if let Some(sentence) = fight::sentence(grid, estimator) {
        paragraph(text, &sentence);
    }
    let details = Details::of(grid, estimator);
    paragraph(text, "How ends came about, as shares of all chases, and what happened on the way:");
    for part in parts {
        if let Some(heading) = &part.heading {
            paragraph(text, &format!("{heading}:"));
        }
        let rows = part.cells.iter().map(|cell| {
            let row = details.row(cell);
            grid.values(cell).into_iter().chain(row.iter().map(Shown::line)).collect()
        });
        table(text, &factors, &details.headings(), rows);
    }
}

/// A table whose first columns are factors and whose others are numbers.
fn table(text: &mut String, factors: &[String], measured: &[String], rows: impl Iterator<Item = Vec<String>>) {
    let rules = factors.iter().map(|_| ":--").chain(measured.iter().map(|_| "--:")).map(String::from);
    let mut lines = vec![row(factors.iter().chain(measured).cloned()), row(rules)];
    lines.extend(rows.map(row));
    paragraph(text, &lines.join("\n"));
}

/// Method, seed, confidence and digest.
pub(crate) fn origin(results: &Results) -> String {
    origin_of(results, &Total::all(results))
}

/// The same from what was added up.
pub(crate) fn origin_of(head: &Results, totals: &[Total]) -> String {
    let sampled: usize = totals.iter().map(|total| total.sampled).sum();
    let exact = totals.iter().map(|total| total.cells).sum::<usize>() - sampled;
    let mut lines = Vec::new();
    if sampled > 0 {
        let chases: u64 = totals.iter().map(|total| total.chases).sum();
        let confidence = shown::confidence(head.confidence);
        lines.push(format!(
            "- Sampled: {} chases were played in {sampled} cells, from seed {}. The same seed gives the same numbers on any number of threads.",
            shown::count(chases),
            head.seed
        ));
        if totals.iter().any(|total| total.precise + total.exhausted > 0) {
            lines.push(format!(
                "- Intervals: {confidence}, each for its own number, and at every look: a cell is looked at again and again, and stopping when it is known well enough does not make them wrong. Rates: Robbins' beta-binomial mixture. Lengths: mixed bets (Waudby-Smith and Ramdas). Other means: the asymptotic normal mixture."
            ));
        } else {
            lines.push(format!(
                "- Intervals: {confidence}, each for its own number. Rates: Wilson; where an end was never or always seen, Clopper and Pearson, shown as a bound. Means: normal."
            ));
        }
        lines.extend(stopped(totals).map(|said| format!("- {said}")));
    }
    if exact > 0 {
        lines.push(format!(
            "- Exact: {exact} cells were computed from the chain of all states that play can reach; they have no interval."
        ));
    }
    lines.extend(
        held_against_exact(totals).into_iter().chain(unfit(totals)).map(|said| format!("- {}", escaped(&said))),
    );
    lines.push(format!("- Program: chaselab {VERSION}."));
    lines.push(format!("- Digest of everything that the numbers depend on: `{}`.", head.digest));
    lines.join("\n")
}

/// A system's switches, and each side's numbers with where they came from.
fn settings(text: &mut String, grid: &Grid<'_>) {
    let Some(first) = grid.cells.first() else { return };
    subsection(text, &format!("Settings of {}", grid.title()));
    let changed = changed_switches(grid);
    let changed = if changed.is_empty() {
        "All switches are at their default.".to_owned()
    } else {
        format!("Switches that are not at their default: {}.", changed.join(", "))
    };
    paragraph(text, &changed);
    if first.explained.is_empty() {
        return;
    }
    if grid.cells.len() > 1 {
        paragraph(
            text,
            &format!("Numbers of the first cell ({}); all values where cells differ:", grid.cell_name(first)),
        );
    }
    let mut lines = vec![row(["what", "value", "from"].map(String::from)), row(["--"; 3].map(String::from))];
    for explained in &first.explained {
        let mut values: Vec<&str> = Vec::new();
        for other in grid.cells.iter().flat_map(|cell| &cell.explained).filter(|other| other.what == explained.what) {
            if !values.contains(&other.value.as_str()) {
                values.push(&other.value);
            }
        }
        lines.push(row([explained.what.clone(), values.join(", "), explained.from.clone()]));
    }
    paragraph(text, &lines.join("\n"));
}

pub(crate) fn section(text: &mut String, heading: &str) {
    if !text.ends_with("\n\n") {
        text.push('\n');
    }
    text.push_str(&format!("## {heading}\n\n"));
}

pub(crate) fn subsection(text: &mut String, heading: &str) {
    text.push_str(&format!("### {heading}\n\n"));
}

pub(crate) fn paragraph(text: &mut String, words: &str) {
    text.push_str(words);
    text.push_str("\n\n");
}

pub(crate) fn row(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| escaped(&cell)).collect();
    format!("| {} |", cells.join(" | "))
}

/// A text in which nothing is markup.
pub(crate) fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let opens_a_tag = c == '<' && rest.peek().is_some_and(|next| !next.is_whitespace());
        if opens_a_tag || matches!(c, '|' | '*' | '_' | '`' | '[' | ']' | '\\') {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}
