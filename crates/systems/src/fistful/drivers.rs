//! What the drivers do: the words of a scenario, or their tempers (rules/neutral.md, Choices of the drivers).

use super::setup::SideSetup;
use super::state::{Deed, Stunt};
use super::words::{ACT, ACTIVE, DECISIONS, DICE, PASSIVE, RAM, SHOOT, STUNT, act, announce};
use crate::reading::{Notes, WRITTEN};
use crate::{Input, policy};
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Action, Behaviour, Decision, Problem, Side, Words};

/// What a driver likes to do with an action, unless told otherwise: whichever of these is open first.
const USUAL: [Deed; 5] = [Deed::Start, Deed::Retrieve, Deed::Turn, Deed::Stop, Deed::Move];

/// The stunt that `always` announces: whichever of these is open first.
const ALWAYS: [Stunt; 3] = [Stunt::HighSpeedTurn, Stunt::Wheelie, Stunt::Jump];

/// Reads one side's behaviours, by decision.
///
/// # Errors
/// When a scenario's word is none of the decision's.
pub(super) fn read(
    input: &Input<'_>,
    own: Reader<'_>,
    side: Side,
    setup: &SideSetup,
    words: &Words,
    notes: &mut Notes,
) -> Result<Vec<Behaviour>, Box<Problem>> {
    let reading = Reading { input, side, setup, words };
    DECISIONS
        .into_iter()
        .map(|decision| {
            let name = reading.name(decision);
            let (behaviour, value, from) = match own.get(name) {
                Some(node) => (reading.written(node, decision)?, plain(node), WRITTEN.to_owned()),
                None => reading.unwritten(decision)?,
            };
            notes.add(format!("{} {name}", side.name()), value, from);
            Ok(behaviour)
        })
        .collect()
}

/// A value as its writer would say it.
fn plain(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

struct Reading<'r, 'a> {
    input: &'r Input<'a>,
    side: Side,
    setup: &'r SideSetup,
    words: &'r Words,
}

impl<'r> Reading<'r, '_> {
    fn name(&self, decision: Decision) -> &'r str {
        &self.words.decisions[usize::from(decision.0)].name
    }

    /// The default of a decision, in words, and where it comes from.
    fn unwritten(&self, decision: Decision) -> Result<(Behaviour, String, String), Box<Problem>> {
        let table = self.input.neutral.table("tempers");
        let of_temper = |column: &str| {
            let row = self.input.neutral.temper(self.side)?;
            let cell = table.cell(row, column).ok_or_else(|| table.lacks(row, column))?;
            Ok::<_, Box<Problem>>((&cell.node, format!("temper {}, {}", row.name, table.path(row, column))))
        };
        let default = |behaviour, value: &str| Ok((behaviour, value.to_owned(), "default".to_owned()));
        match decision {
            DICE => {
                let (node, from) = of_temper("fistful_dice")?;
                Ok((self.written(node, DICE)?, plain(node), from))
            }
            STUNT => {
                let (node, from) = of_temper("fistful_stunts")?;
                let tries = node.boolean("tempers.fistful_stunts")?;
                let (behaviour, value) =
                    if tries { (always(), "always") } else { (Behaviour::always(PASSIVE), "never") };
                Ok((behaviour, value.to_owned(), from))
            }
            SHOOT if !self.setup.armed => Ok((Behaviour::always(PASSIVE), "never".into(), "no weapon".into())),
            SHOOT => {
                let (node, from) = of_temper("thw_shoot")?;
                Ok((self.written(node, SHOOT)?, plain(node), from))
            }
            RAM if self.side == Side::Prey => default(Behaviour::always(PASSIVE), "never"),
            RAM => default(Behaviour::always(ACTIVE), "always"),
            ACT => default(Behaviour::Rank(USUAL.map(act).into()), "start, retrieve, turn, stop, move"),
            _ => default(Behaviour::always(PASSIVE), "move"),
        }
    }

    fn written(&self, node: &Node, decision: Decision) -> Result<Behaviour, Box<Problem>> {
        if decision == STUNT && matches!(&node.value, Value::Text(text) if text == "always") {
            node.mark_used();
            return Ok(always());
        }
        if decision == RAM && self.side == Side::Prey && plain(node) != "never" {
            return Err(Problem::new(&node.place, "only the catcher rams").expected("\"never\", or nothing at all"));
        }
        let action = |node: &Node| self.action(node, decision);
        match decision {
            STUNT | ACT => policy::read_rank(node, self.name(decision), &action),
            _ => policy::read(node, self.name(decision), &action),
        }
    }

    fn action(&self, node: &Node, decision: Decision) -> Result<Action, Box<Problem>> {
        let name = self.name(decision);
        if decision == DICE {
            return node.integer(name, 1..=3).map(|dice| Action(dice as u8 - 1));
        }
        let actions = &self.words.decisions[usize::from(decision.0)].actions;
        let switch = [("never", PASSIVE), ("always", ACTIVE)];
        let also: &[(&str, Action)] = match decision {
            STUNT => &switch[..1],
            RAM | SHOOT => &switch,
            _ => &[],
        };
        let known = || actions.iter().map(String::as_str).chain(also.iter().map(|&(word, _)| word));
        let expected = known().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        let Value::Text(text) = &node.value else { return Err(node.unexpected(name, &expected)) };
        node.mark_used();
        let own = actions.iter().position(|action| action == text).map(|index| Action(index as u8));
        let found = own.or_else(|| also.iter().find(|(word, _)| word == text).map(|&(_, action)| action));
        found.ok_or_else(|| {
            Problem::new(&node.place, format!("{name} cannot be \"{text}\""))
                .expected(format!("{expected}, bands of the gap, a mix, \"best-reply\" or \"equilibrium\""))
                .nearest(text, known().chain(["best-reply", "equilibrium"]))
        })
    }
}

/// Any stunt that helps.
fn always() -> Behaviour {
    Behaviour::Rank(ALWAYS.map(announce).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_are_in_order() {
        assert_eq!(USUAL.map(act), [4, 5, 2, 3, 1].map(Action));
        assert_eq!(ALWAYS.map(announce), [3, 2, 1].map(Action));
    }
}
