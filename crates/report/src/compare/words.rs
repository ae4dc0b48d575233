//! What a comparison says, in sentences.

use chaselab_lab::compare::{Claim, Comparison, Lead, Measure, Move, Reading, Split, Standoff};

/// Why a system does not answer to something.
pub(crate) fn unread(reading: &Reading) -> String {
    match reading {
        Reading::Read => "read".to_owned(),
        Reading::HiddenBy(term) => format!("hidden by {term}"),
        Reading::Ignored => "not read".to_owned(),
    }
}

/// What has the largest share.
pub(crate) fn decided_by(split: &Split) -> &'static str {
    let parts = [
        ("skill", split.rows),
        ("machine", split.columns),
        ("skill with machine", split.together),
        ("luck", split.luck),
    ];
    parts.into_iter().max_by(|one, other| one.1.total_cmp(&other.1)).map_or("luck", |(name, _)| name)
}

/// A claim: one line, and below it what it depends on.
pub(crate) struct Told {
    /// The claim itself, and how it stands up.
    pub line: String,
    /// The moves that turn it around, or what comes closest.
    pub below: Vec<String>,
}

/// Everything that can be said of two systems each.
pub(crate) fn claims(comparison: &Comparison) -> Vec<Told> {
    comparison.claims.iter().map(told).collect()
}

fn told(claim: &Claim) -> Told {
    let Claim { measure, more, less, values, .. } = claim;
    let (more, less) = (more.name(), less.name());
    let (high, low) = (number(*measure, values.0), number(*measure, values.1));
    let sides = format!("in {more} than in {less}");
    let numbers = format!("{high} against {low}");
    let says = match measure {
        Measure::Free => format!("the prey gets free more often {sides}"),
        Measure::Turns => format!("a chase takes more turns {sides}"),
        Measure::Seconds => format!("a chase lasts longer {sides}"),
    };
    match &claim.standoff {
        Standoff::Holds { moves, closest } => Told {
            line: format!("Holds: {says}, {numbers}; after each of {moves} steps of the mapping too."),
            below: closest.iter().map(|lead| format!("closest at {}", moved(*measure, lead))).collect(),
        },
        Standoff::Depends { moves, turned } => Told {
            line: format!(
                "Depends on the mapping: whether {says}. As set {numbers}, but {} of {moves} steps undo it:",
                turned.len()
            ),
            below: turned.iter().map(|lead| moved(*measure, lead)).collect(),
        },
        Standoff::Undecided => {
            Told { line: format!("Cannot be told apart: whether {says}, {numbers}."), below: Vec::new() }
        }
    }
}

/// A move and what comes of it, such as `thw prey driving Good → Fair (5 → 4): 68.76 % against 42.70 %`.
fn moved(measure: Measure, lead: &Lead) -> String {
    let Move { system, what, from, to, mapped } = &lead.by;
    let mapped = mapped.iter().filter_map(|number| {
        let own = number.what == *what;
        // A ladder word with its number says nothing new beside the word.
        let word = |shown: &str| shown.split(" (").next().unwrap_or_default().to_owned();
        let known = own && word(&number.from) == word(from) && word(&number.to) == word(to);
        let name = if own { String::new() } else { format!("{} ", number.what) };
        (!known).then(|| format!("{name}{} → {}", number.from, number.to))
    });
    let mapped: Vec<String> = mapped.collect();
    let mapped = if mapped.is_empty() { String::new() } else { format!(" ({})", mapped.join(", ")) };
    let (high, low) = (number(measure, lead.values.0), number(measure, lead.values.1));
    format!("{} {what} {from} → {to}{mapped}: {high} against {low}", system.name())
}

fn number(measure: Measure, number: f64) -> String {
    match measure {
        Measure::Free => format!("{:.2} %", number * 100.0),
        Measure::Turns => format!("{number:.2}"),
        Measure::Seconds => format!("{number:.1} s"),
    }
}

/// How the numbers are to be read.
pub(crate) fn method(comparison: &Comparison) -> Vec<String> {
    let mut lines = vec![
        "A step of the mapping moves one neutral term in one system, the other systems as they are: of a word to the next that \
         means something else to that system, of a vehicle's number to the lower edge of the next band of the fths tables."
            .to_owned(),
        "Slopes go from one step below the scenario's value to one step above it, in points of the free rate for each step."
            .to_owned(),
        "Shares split the variance of the outcome (free or not) with the skill of both sides and the machines of both \
         sides each even over three steps: first-order shares, what only both together explain, and luck, the mean of \
         p (1 - p)."
            .to_owned(),
        "Seconds are turns by the length of a turn; a length that no rule says is halved and doubled before anything is claimed."
            .to_owned(),
    ];
    if comparison.base.cells.iter().any(|cell| cell.chases > 0) {
        lines.push(format!(
            "Where a system is played, each changed setting rests on {} chases.",
            crate::shown::count(comparison.varied_chases)
        ));
    }
    lines
}
