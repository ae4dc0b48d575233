//! The numbers of a comparison as rows, a column for each system.

use super::words::unread;
use crate::measure::spaced;
use crate::shown;
use chaselab_core::{End, Group};
use chaselab_lab::compare::{Answer, Answers, Compared, Comparison, Portion, Response};
use chaselab_lab::results::{CellResult, Rate};

/// Rows that belong together.
pub(super) struct Section {
    /// What they are about.
    pub heading: &'static str,
    /// Names, whether they stand below another row, and a value for each system.
    pub rows: Vec<Row>,
}

/// One row.
pub(super) struct Row {
    /// The name.
    pub name: String,
    /// Whether it is a part of a row above.
    pub part: bool,
    /// A value for each system.
    pub values: Vec<String>,
}

const NONE: &str = "–";

/// Everything that a table shows.
pub(super) fn sections(comparison: &Comparison) -> Vec<Section> {
    vec![ends(comparison), lengths(comparison), responses(comparison), shares(comparison)]
}

fn ends(comparison: &Comparison) -> Section {
    let mut rows = Vec::new();
    let values = |of: &dyn Fn(&CellResult) -> Option<Rate>| -> Vec<String> {
        let shown = |cell| of(cell).map_or_else(|| NONE.to_owned(), |rate| shown::rate(&rate).line());
        comparison.base.cells.iter().map(shown).collect()
    };
    for group in Group::ALL {
        let name = group.name().to_owned();
        rows.push(Row { name, part: false, values: values(&|cell| Some(*cell.group(group))) });
        let ends: Vec<End> = End::ALL.into_iter().filter(|end| end.group() == group && *end != End::Timeout).collect();
        for end in ends {
            let seen = |cell: &CellResult| cell.end(end).is_some_and(|rate| rate.rate > 0.0);
            if comparison.base.cells.iter().any(seen) {
                rows.push(Row { name: spaced(end.name()), part: true, values: values(&|cell| cell.end(end).copied()) });
            }
        }
    }
    Section { heading: "How chases end", rows }
}

fn lengths(comparison: &Comparison) -> Section {
    let of = |name: &str, part: bool, value: &dyn Fn(&CellResult, &Compared) -> String| Row {
        name: name.to_owned(),
        part,
        values: comparison
            .base
            .cells
            .iter()
            .zip(&comparison.systems)
            .map(|(cell, system)| value(cell, system))
            .collect(),
    };
    let seconds = |system: &Compared, turns: f64| match system.turn {
        Some(turn) => format!("{:.1} s", turn.seconds * turns),
        None => NONE.to_owned(),
    };
    let rows = vec![
        of("turns, mean", false, &|cell, _| shown::mean(&cell.turns.mean).line()),
        of("median (p10 to p90)", true, &|cell, _| {
            format!("{} ({} to {})", cell.turns.p50, cell.turns.p10, cell.turns.p90)
        }),
        of("seconds, mean", false, &|cell, system| seconds(system, cell.turns.mean.mean)),
        of("median (p10 to p90)", true, &|cell, system| match system.turn {
            Some(turn) => {
                let [p50, p10, p90] =
                    [cell.turns.p50, cell.turns.p10, cell.turns.p90].map(|turns| f64::from(turns) * turn.seconds);
                format!("{p50:.0} ({p10:.0} to {p90:.0})")
            }
            None => NONE.to_owned(),
        }),
        of("length of a turn", true, &|_, system| match system.turn {
            Some(turn) => format!("{} s, {}", turn.seconds, turn.standing.name()),
            None => "not known".to_owned(),
        }),
    ];
    Section { heading: "How long they last", rows }
}

fn responses(comparison: &Comparison) -> Section {
    let row = |response: &Response| Row {
        name: format!("{} ({})", response.dial.name(), response.dial.kind.step()),
        part: false,
        values: response.systems.iter().map(|(_, answers)| answer(answers)).collect(),
    };
    Section {
        heading: "What a step changes (one down → as set → one up)",
        rows: comparison.responses.iter().map(row).collect(),
    }
}

/// Such as `54.1 → 68.8 → 82.4, +14.1 a step`.
fn answer(answers: &Answers) -> String {
    match answers {
        Answers::Unread(reading) => unread(reading),
        Answers::Given { points, slope } => {
            let near: Vec<&Answer> = points.iter().filter(|point| point.step.abs() <= 1).collect();
            let at = |step: i32| {
                let point = near.iter().find(|point| point.step == step);
                point.map_or_else(|| NONE.to_owned(), |point| shown::brief(&point.free))
            };
            let slope = slope.map(|slope| format!(", {:+.1} a step", slope * 100.0)).unwrap_or_default();
            // A slope that rounds to nothing has no sign.
            let slope = slope.replace("-0.0 ", "0.0 ").replace("+0.0 ", "0.0 ");
            format!("{} → {} → {}{slope}", at(-1), at(0), at(1))
        }
    }
}

fn shares(comparison: &Comparison) -> Section {
    let row = |name: &str, share: &dyn Fn(&Compared) -> String| Row {
        name: name.to_owned(),
        part: false,
        values: comparison.systems.iter().map(share).collect(),
    };
    let percent = |share: Option<f64>| match share {
        Some(share) => format!("{:.1} %", share * 100.0),
        None => "always the same".to_owned(),
    };
    let portion = |portion: &Portion, share: Option<f64>| match portion {
        Portion::Moved(_) => percent(share),
        Portion::Unread(reading) => unread(reading),
    };
    let rows = vec![
        row("skill", &|system| portion(&system.shares.skill, system.shares.split.map(|split| split.rows))),
        row("machine", &|system| portion(&system.shares.machine, system.shares.split.map(|split| split.columns))),
        row("both together", &|system| percent(system.shares.split.map(|split| split.together))),
        row("luck", &|system| percent(system.shares.split.map(|split| split.luck))),
    ];
    Section { heading: "What decides whether the prey gets free", rows }
}
