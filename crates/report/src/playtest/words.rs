//! A verdict on a record in words.

use crate::grid::Grid;
use crate::measure::spaced;
use crate::shown::{confidence, count};
use chaselab_lab::playtest::{Answer, Asked, CellVerdict, POWER, Playtest, Record, Shift, Verdict};
use chaselab_lab::results::{CellResult, Method};

/// Of more cells that go with the record, only the number is said.
const MOST_NAMED: usize = 6;

/// What was noted.
pub fn record(record: &Record) -> String {
    let turns = record.turns.map(|turns| format!("{} turns in all", count(turns)));
    let ends = record.ends.iter().map(|&(end, times)| format!("{} {}", count(times), spaced(end.name())));
    let groups = record.groups.iter().map(|&(group, times)| format!("{} {}", count(times), group.name()));
    let parts: Vec<String> = turns.into_iter().chain(ends).chain(groups).collect();
    let chases = if record.chases == 1 { "1 chase".into() } else { format!("{} chases", count(record.chases)) };
    format!("{chases} played by hand: {}.", parts.join(", "))
}

/// What was asked.
pub fn question(asked: &Asked) -> String {
    match asked {
        Asked::Turns => "turns in all".into(),
        Asked::Together(ends) => {
            let counts: Vec<String> = ends.iter().map(|&(_, times)| count(times)).collect();
            format!("{} together", counts.join(" + "))
        }
        other => spaced(&other.name()),
    }
}

/// A tail to two digits; what is smaller than any doubt is shown as such.
pub fn p(tail: f64) -> String {
    const LEAST: f64 = 1e-6;
    if tail == 0.0 {
        "0".into()
    } else if tail < LEAST {
        format!("<{LEAST}")
    } else {
        let decimals = (1 - tail.log10().floor() as i32).max(2) as usize;
        format!("{tail:.decimals$}")
    }
}

/// A number of chases to two or three digits: no test is that sharp.
pub fn about(chases: u64) -> String {
    let unit = if chases < 1_000 { 1 } else { 10_u64.pow(chases.ilog10() - 2) };
    count(chases.div_ceil(unit) * unit)
}

/// What a system's cells say, in sentences.
pub fn verdict(playtest: &Playtest, grid: &Grid<'_>, cells: &[(&CellResult, &CellVerdict)]) -> Vec<String> {
    match cells {
        [(_, only)] => one(playtest, only),
        cells => many(grid, cells),
    }
}

/// Of one cell, everything.
fn one(playtest: &Playtest, cell: &CellVerdict) -> Vec<String> {
    let level = 1.0 - playtest.results.confidence;
    let mut sentences = vec![match cell.verdict {
        Verdict::Consistent => {
            let least = cell.answers.iter().map(|answer| answer.adjusted).fold(1.0, f64::min);
            format!(
                "Consistent: under these rules {} of playtests like this bring about something as unlikely or more.",
                percent(least)
            )
        }
        Verdict::Inconsistent => format!("Not consistent with these rules: {}.", against(cell, level)),
        Verdict::Impossible => format!("These rules cannot bring this about: {}.", never(cell)),
        Verdict::Undecided => "Undecided: the chances of these rules were sampled, and on one side of what they may be the record goes with them, on the other it does not. Play more, with --set chases=N.".to_owned(),
    }];
    let soonest = cell.answers.iter().filter_map(|answer| Some((answer, answer.shift.as_ref()?.more?)));
    if let (Verdict::Consistent, Some((answer, more))) = (cell.verdict, soonest.min_by_key(|&(_, more)| more)) {
        sentences.push(format!(
            "That does not prove them right. If {} is the truth, it takes about {} more chases to tell it from these rules (with a power of {}).",
            noted(answer, playtest.record.chases),
            about(more),
            percent(POWER)
        ));
    }
    sentences
}

/// Of many cells, with which it goes.
fn many(grid: &Grid<'_>, cells: &[(&CellResult, &CellVerdict)]) -> Vec<String> {
    let with = |verdict: Verdict| -> Vec<&CellResult> {
        cells.iter().filter(|(_, cell)| cell.verdict == verdict).map(|&(result, _)| result).collect()
    };
    let consistent = with(Verdict::Consistent);
    let all = cells.len();
    let mut sentences = vec![match consistent.len() {
        0 => format!("The record is consistent with none of {all} cells."),
        many if many == all => format!("The record is consistent with all {all} cells: it does not tell them apart."),
        many if many <= MOST_NAMED => {
            let names: Vec<String> = consistent.iter().map(|cell| grid.cell_name(cell)).collect();
            format!("The record is consistent with {many} of {all} cells: {}.", names.join("; "))
        }
        many => format!("The record is consistent with {many} of {all} cells."),
    }];
    let undecided = with(Verdict::Undecided).len();
    if undecided > 0 {
        sentences.push(format!("Of {undecided} it cannot be said: play more, with --set chases=N."));
    }
    sentences
}

/// What speaks against the rules, the clearest first.
fn against(cell: &CellVerdict, level: f64) -> String {
    let mut clear: Vec<&Answer> = cell.answers.iter().filter(|answer| answer.adjusted_range.1 < level).collect();
    clear.sort_by(|one, other| one.adjusted.total_cmp(&other.adjusted));
    // Where single numbers say it, their mix says nothing more.
    if clear.iter().any(|answer| answer.shift.is_some()) {
        clear.retain(|answer| answer.shift.is_some());
    }
    let said = clear.into_iter().map(|answer| match &answer.shift {
        Some(shift) => format!("{} are {}", named(answer, shift), apart(shift)),
        None => "each number may be, but hardly all of them at once".to_owned(),
    });
    said.collect::<Vec<_>>().join("; ")
}

fn named(answer: &Answer, shift: &Shift) -> String {
    match answer.asked {
        Asked::Turns => format!("{} turns", count(shift.observed)),
        _ => format!("{} {}", count(shift.observed), question(&answer.asked)),
    }
}

fn apart(shift: &Shift) -> String {
    let side = if (shift.observed as f64) < shift.expected { "fewer" } else { "more" };
    format!("{side} than chance explains ({:.1} expected)", shift.expected)
}

fn never(cell: &CellVerdict) -> String {
    let never = cell.answers.iter().filter(|answer| answer.impossible);
    let said = never.map(|answer| match &answer.shift {
        Some(shift) => named(answer, shift),
        None => question(&answer.asked),
    });
    said.collect::<Vec<_>>().join("; ")
}

/// What was observed, as a truth that may be.
fn noted(answer: &Answer, chases: u64) -> String {
    let observed = answer.shift.as_ref().map_or(0, |shift| shift.observed);
    match answer.asked {
        Asked::Turns => format!("{:.2} turns a chase", observed as f64 / chases as f64),
        _ => format!("{} {}", percent(observed as f64 / chases as f64), question(&answer.asked)),
    }
}

fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent >= 10.0 || percent == 0.0 { format!("{percent:.0} %") } else { format!("{percent:.1} %") }
}

/// How to read the numbers.
pub fn method(playtest: &Playtest) -> Vec<String> {
    let mut sentences = vec![format!(
        "p: how often such a record, or one that is no likelier, comes about under the rules; exact, from the law of {} chases together.",
        count(playtest.record.chases)
    )];
    let questions = playtest.cells.iter().map(|cell| cell.answers.len()).max().unwrap_or(0);
    let held = confidence(playtest.results.confidence);
    if questions > 1 {
        sentences.push(format!(
            "Corrected (Holm) for {questions} questions at once; inconsistent where a corrected p is below {}.",
            p(1.0 - playtest.results.confidence)
        ));
    } else {
        sentences.push(format!("Inconsistent where it is below {}.", p(1.0 - playtest.results.confidence)));
    }
    if playtest.cells.len() > 1 {
        sentences.push(format!(
            "Each cell is judged on its own: the one that is true is called inconsistent in at most {} of playtests.",
            percent(1.0 - playtest.results.confidence)
        ));
    }
    if playtest.results.cells.iter().any(|cell| cell.method == Method::Sampled) {
        sentences.push(format!(
            "Where chances were sampled, p is followed by what it may be, as each chance and the mean length move within their {held} intervals."
        ));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_not_shown_as_nothing() {
        assert_eq!(
            [1.0, 0.3456, 0.0456, 0.000_123, 3e-9, 0.0].map(p),
            ["1.00", "0.35", "0.046", "0.00012", "<0.000001", "0"]
        );
        assert_eq!([7, 123, 1_234, 98_765].map(about), ["7", "123", "1,240", "98,800"]);
    }
}
