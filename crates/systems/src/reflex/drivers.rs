//! Which speeds the drivers declare: the words of a scenario, or their tempers (rules/neutral.md, Choices of the
//! drivers).

use super::words::FASTEST;
use crate::reading::{Notes, WRITTEN};
use crate::{Input, policy};
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Action, Behaviour, GapBand, Problem, Side};

/// Reads one side's speeds.
///
/// # Errors
/// When it is none of the shapes of a behaviour, or no speed.
pub(super) fn read(
    input: &Input<'_>,
    own: Reader<'_>,
    side: Side,
    notes: &mut Notes,
) -> Result<Behaviour, Box<Problem>> {
    let (behaviour, value, from) = match own.get("speed") {
        Some(node) => (policy::read(node, "speed", &speed)?, &node.value, WRITTEN.to_owned()),
        None => {
            let table = input.neutral.table("tempers");
            let row = input.neutral.temper(side)?;
            let cell = table.cell(row, "reflex").ok_or_else(|| table.lacks(row, "reflex"))?;
            let from = format!("temper {}, {}", row.name, table.path(row, "reflex"));
            (Behaviour::always(speed(&cell.node)?), &cell.node.value, from)
        }
    };
    notes.add(format!("{} speed", side.name()), value.to_string(), from);
    Ok(towards(behaviour))
}

/// A multiple of the safe speed in halves.
fn speed(node: &Node) -> Result<Action, Box<Problem>> {
    node.mark_used();
    let number = match &node.value {
        Value::Text(text) => text.trim().parse().ok(),
        other => other.number(),
    };
    let expected = "0, 0.5, 1, 1.5, 2, 2.5 or 3 times the safe speed, bands of the gap, a mix, \"best-reply\" or \
                    \"equilibrium\"";
    match number.map(|number| number * 2.0) {
        Some(halves) if halves.fract() == 0.0 && (0.0..=f64::from(FASTEST)).contains(&halves) => {
            Ok(Action(halves as u8))
        }
        Some(halves) => {
            let nearest = halves.round().clamp(0.0, f64::from(FASTEST)) / 2.0;
            Err(Problem::new(&node.place, format!("speed cannot be {}", node.value))
                .expected(expected)
                .help(format!("the nearest that works is {nearest}")))
        }
        None => Err(node.unexpected("speed", expected)),
    }
}

/// Who wants a speed that is out of reach declares the nearest that is not.
fn towards(behaviour: Behaviour) -> Behaviour {
    match behaviour {
        Behaviour::Rank(rank) => {
            let wanted = rank.first().map_or(0, |action| action.0);
            let mut speeds: Vec<Action> = (0..=FASTEST).map(Action).collect();
            speeds.sort_by_key(|speed| speed.0.abs_diff(wanted));
            Behaviour::Rank(speeds)
        }
        Behaviour::ByGap(bands) => Behaviour::ByGap(
            bands.into_iter().map(|band| GapBand { behaviour: towards(band.behaviour), ..band }).collect(),
        ),
        other => other,
    }
}
