//! What the drivers do: the words of a scenario, or their tempers (rules/neutral.md, Choices of the drivers).

use super::setup::SideSetup;
use super::words::{ACTIVE, ANSWER, MANEUVER, PASSIVE, SHOOT};
use crate::reading::{Notes, WRITTEN};
use crate::{Input, policy};
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Action, Behaviour, Decision, GapBand, Problem, Side, Words};

/// Reads one side's behaviours, by decision.
///
/// # Errors
/// When a scenario's word is none of the decision's.
pub(super) fn read(
    input: &Input<'_>,
    own: Reader<'_>,
    side: Side,
    setup: &SideSetup,
    getaway: i16,
    words: &Words,
    notes: &mut Notes,
) -> Result<Vec<Behaviour>, Box<Problem>> {
    let reading = Reading { side, getaway, words };
    let mut behaviours = Vec::with_capacity(words.decisions.len());
    for decision in [SHOOT, MANEUVER, ANSWER] {
        let name = words.decisions[usize::from(decision.0)].name.as_str();
        let (behaviour, value, from) = if let Some(node) = own.get(name) {
            (reading.behaviour(node, decision)?, written(node), WRITTEN.to_owned())
        } else if decision == SHOOT && !setup.armed {
            (Behaviour::always(PASSIVE), "never".into(), "no weapon".into())
        } else {
            reading.of_temper(input, decision, setup)?
        };
        notes.add(format!("{} {name}", side.name()), value, from);
        behaviours.push(behaviour);
    }
    Ok(behaviours)
}

/// A value as its writer would say it.
fn written(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

struct Reading<'a> {
    side: Side,
    getaway: i16,
    words: &'a Words,
}

impl Reading<'_> {
    /// What the side's temper makes of a decision, in words, and where that comes from.
    fn of_temper(
        &self,
        input: &Input<'_>,
        decision: Decision,
        setup: &SideSetup,
    ) -> Result<(Behaviour, String, String), Box<Problem>> {
        let table = input.neutral.table("tempers");
        let row = input.neutral.temper(self.side)?;
        let from = |column: &str| format!("temper {}, {}", row.name, table.path(row, column));
        if decision == ANSWER {
            // A temper answers from a Reputation on.
            let least = table.integer(row, "thw_answer", 1..=7)?.ok_or_else(|| table.lacks(row, "thw_answer"))?;
            let answers = i64::from(setup.driving) >= least;
            let (action, word) = if answers { (ACTIVE, "always") } else { (PASSIVE, "never") };
            return Ok((
                Behaviour::always(action),
                word.into(),
                format!("{}, which answers from driving {least} on", from("thw_answer")),
            ));
        }
        let column = if decision == SHOOT { "thw_shoot" } else { "thw_maneuver" };
        let cell = table.cell(row, column).ok_or_else(|| table.lacks(row, column))?;
        Ok((self.behaviour(&cell.node, decision)?, written(&cell.node), from(column)))
    }

    fn behaviour(&self, node: &Node, decision: Decision) -> Result<Behaviour, Box<Problem>> {
        if matches!(&node.value, Value::Text(text) if text == "when-behind") {
            node.mark_used();
            return Ok(when_behind(self.side, self.getaway));
        }
        let name = self.words.decisions[usize::from(decision.0)].name.as_str();
        policy::read(node, name, &|node| self.action(node, decision))
    }

    fn action(&self, node: &Node, decision: Decision) -> Result<Action, Box<Problem>> {
        let [passive, active] = [PASSIVE, ACTIVE].map(|action| self.words.action(decision, action));
        let name = &self.words.decisions[usize::from(decision.0)].name;
        let expected = format!(
            "\"never\", \"always\", \"when-behind\", \"{passive}\", \"{active}\", bands of the gap, a mix, \
             \"best-reply\" or \"equilibrium\""
        );
        let Value::Text(text) = &node.value else { return Err(node.unexpected(name, &expected)) };
        node.mark_used();
        match text.as_str() {
            "never" => Ok(PASSIVE),
            "always" => Ok(ACTIVE),
            word if word == passive => Ok(PASSIVE),
            word if word == active => Ok(ACTIVE),
            "when-behind" => Err(Problem::new(&node.place, "\"when-behind\" stands for bands of the gap itself")
                .expected(format!("\"{passive}\" or \"{active}\" within bands and mixes"))),
            _ => Err(Problem::new(&node.place, format!("{name} cannot be \"{text}\""))
                .expected(expected)
                .nearest(text, ["never", "always", "when-behind", passive, active, "best-reply", "equilibrium"])),
        }
    }
}

/// Active at a gap of half the getaway or more for the catcher, of half or less for the prey.
fn when_behind(side: Side, getaway: i16) -> Behaviour {
    let (near, far, far_from) = match side {
        Side::Prey => (ACTIVE, PASSIVE, getaway / 2 + 1),
        Side::Catcher => (PASSIVE, ACTIVE, (getaway + 1) / 2),
    };
    let band = |from, action| GapBand { from, behaviour: Behaviour::always(action) };
    Behaviour::ByGap(vec![band(0, near), band(far_from, far)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaselab_core::{Choice, Options};

    #[test]
    fn behind_is_half_the_getaway_exactly() {
        let choice = Choice { decision: MANEUVER, options: Options::first(2) };
        for getaway in 1..=13 {
            for gap in -2..=14 {
                let acts = |side| when_behind(side, getaway).distribution(choice, gap)[0].action == ACTIVE;
                assert_eq!(acts(Side::Catcher), 2 * gap >= getaway, "catcher at {gap} of {getaway}");
                assert_eq!(acts(Side::Prey), 2 * gap <= getaway, "prey at {gap} of {getaway}");
            }
        }
    }
}
