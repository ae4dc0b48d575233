//! A choice in words.

use crate::game::Amount;
use crate::grid::grids;
use crate::shown::{self, confidence, count};
use crate::table::unfit;
use crate::total::Total;
use chaselab_lab::best::{Best, Race};
use chaselab_lab::results::{Mean, Method, Rate};

/// Of more cells that may be as good, only the number is said.
const MOST_NAMED: usize = 4;

/// How a cell stands in the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It looks best.
    Winner,
    /// It may be as good.
    Rival,
    /// Another is known to be better.
    Out,
}

impl Standing {
    /// The name in tables and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Winner => "best",
            Self::Rival => "may be as good",
            Self::Out => "worse",
        }
    }
}

/// How an arm stands.
pub fn standing(best: &Best, arm: usize) -> Standing {
    if best.races.iter().any(|race| race.winner == arm) {
        Standing::Winner
    } else if best.arms[arm].out {
        Standing::Out
    } else {
        Standing::Rival
    }
}

/// A cell's factors, or its system where it has none.
pub fn cell_name(best: &Best, arm: usize) -> String {
    let cell = &best.results.cells[arm];
    let grids = grids(&best.results);
    let own = grids.iter().find(|grid| grid.system == cell.system);
    match own {
        Some(grid) if !cell.factors.is_empty() => grid.cell_name(cell),
        _ => cell.system.title().to_owned(),
    }
}

/// Whether all numbers of a race are exact, so that none of them has an interval.
pub fn is_exact(best: &Best, race: &Race) -> bool {
    best.results.cells[race.arms.clone()].iter().all(|cell| cell.method == Method::Exact)
}

/// A value with its interval.
pub fn value(amount: Amount, mean: &Mean) -> String {
    match amount {
        Amount::Chance => {
            let sampled = mean.low < mean.high;
            let rate = Rate { count: sampled.then_some(1), rate: mean.mean, low: mean.low, high: mean.high };
            shown::rate(&rate).line()
        }
        Amount::Number => shown::mean(mean).line(),
    }
}

/// A difference, without an interval.
fn apart(amount: Amount, difference: f64) -> String {
    match amount {
        Amount::Chance => format!("{:.2} percentage points", difference * 100.0),
        Amount::Number => format!("{difference:.4}"),
    }
}

/// What is the best in a race, first; then what it is worth.
pub fn verdict(best: &Best, race: &Race) -> Vec<String> {
    let amount = Amount::of(&best.aim.question.objective);
    let winner = cell_name(best, race.winner);
    let rivals = best.rivals(race);
    let cells = race.arms.len();
    let sure = confidence(best.results.confidence);
    let low = best.arms[race.winner].value.low;
    let others = || race.arms.clone().filter(|&arm| arm != race.winner);
    let gap = others().map(|arm| best.arms[arm].value.high - low).fold(f64::NEG_INFINITY, f64::max);
    let exact = is_exact(best, race);
    let certainty = if exact { "exactly".to_owned() } else { format!("with a confidence of {sure}") };
    let by = format!("{}{}", apart(amount, -gap), if exact { "" } else { " at least" });
    let named = |rivals: &[usize]| match rivals.len() {
        many if many <= MOST_NAMED => rivals.iter().map(|&arm| cell_name(best, arm)).collect::<Vec<_>>().join("; "),
        many => format!("{} and {} more", cell_name(best, rivals[0]), many - 1),
    };
    let first = match (race.known, rivals.len()) {
        (true, 0) if cells == 1 => format!("There is one cell: {winner}."),
        (true, 0) if cells == 2 => {
            let loser = others().map(|arm| cell_name(best, arm)).collect::<String>();
            format!("{winner} beats {loser}, {certainty}: by {by}.")
        }
        (true, 0) => format!("Best of {cells} cells, {certainty}: {winner}. It is better by {by}."),
        (true, _) if exact && gap <= 0.0 => {
            format!("Best of {cells} cells, exactly: {winner}; as good: {}.", named(&rivals))
        }
        (true, _) => format!(
            "Good enough, {certainty}: {winner}. No other of {cells} cells is better by more than {}. Not told apart from it: {}.",
            apart(amount, gap.max(0.0)),
            named(&rivals)
        ),
        (false, _) => format!(
            "Not known yet: {winner} looks best of {cells} cells, but others may be better, by up to {}: {}. Allow more --chases, or be content with a difference (--within).",
            apart(amount, gap),
            named(&rivals)
        ),
    };
    let mut sentences = vec![first];
    if let Some((again, chases)) = &race.confirmed {
        let looked = &best.arms[race.winner].value;
        sentences.push(format!(
            "In the choice it looked like {}. On {} fresh chases it makes {}: that is the number to quote, for the best of many looks better than it is.",
            value(amount, looked),
            count(*chases),
            value(amount, again)
        ));
        if let Some(&rival) = rivals.first()
            && again.mean < best.arms[rival].value.mean
        {
            sentences.push(format!(
                "That is less than what {} looks like: do not rely on the order.",
                cell_name(best, rival)
            ));
        }
    }
    sentences
}

/// How the numbers came to be.
pub fn method(best: &Best) -> Vec<String> {
    let results = &best.results;
    let mut sentences = Vec::new();
    if best.races.len() > 1 {
        sentences.push(
            "Every system has its own choice: which system is better cannot be said, for a number of one and a number of another are compared through a mapping. `chaselab compare` says what holds whatever the mapping.".to_owned(),
        );
    }
    let sampled = |race: &Race| -> Vec<u64> {
        let cells = results.cells[race.arms.clone()].iter().filter(|cell| cell.method == Method::Sampled);
        cells.map(|cell| cell.chases).collect()
    };
    let played: Vec<Vec<u64>> = best.races.iter().map(sampled).filter(|chases| !chases.is_empty()).collect();
    let many: usize = played.iter().map(Vec::len).sum();
    let exact = results.cells.len() - many;
    if many > 0 {
        let all: u64 = played.iter().flatten().sum();
        let longest: u64 = played.iter().map(|race| race.iter().max().unwrap_or(&0) * race.len() as u64).sum();
        sentences.push(format!(
            "{} chases played to choose among {many} sampled cells, seed {}{}.",
            count(all),
            results.seed,
            if longest > all {
                format!("; all of them played as long as the longest had taken {}", count(longest))
            } else {
                String::new()
            }
        ));
        sentences.push(format!(
            "Intervals of the choice hold for all cells{} together and at every look, with {}; who lies below another is out and played no further.",
            if best.races.len() > 1 { " of a system" } else { "" },
            confidence(results.confidence)
        ));
    }
    if exact > 0 {
        sentences.push(format!(
            "{} exact: computed from the chain of states, without an interval.",
            if exact == 1 { "1 cell is".to_owned() } else { format!("{exact} cells are") }
        ));
    }
    sentences.extend(unfit(&Total::all(results)));
    sentences
}
