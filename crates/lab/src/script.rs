//! `[script]` of a scenario: the picks and dice of a rule book's example, for `replay` alone.

use crate::kernel::follow;
use crate::policy::Pilot;
use crate::told::{Teller, Told};
use chaselab_core::tree::{Entry, Node, Reader, Value};
use chaselab_core::{
    Action, Choice, Decision, Habits, Next, Pair, Place, Problem, Script, ScriptError, Side, System, Trace, Words,
};
use chaselab_systems::Scale;
use std::cell::RefCell;
use std::collections::VecDeque;

type Read<T> = Result<T, Box<Problem>>;

/// Plays the script of a scenario; `pilots` decide what it leaves open. The told chase ends where the script does.
///
/// # Errors
/// What in the script does not fit the rules, or the rules it.
pub fn tell<S: System>(
    system: &S,
    pilots: impl Pilot<S>,
    max_turns: u16,
    node: &Node,
    scale: Option<Scale>,
) -> Read<Told> {
    let reader = Reader::new(Some(node), "script")?;
    reader.only(&["picks", "dice"])?;
    let dice = dice(reader)?;
    let picks = RefCell::new(Picks::read(reader, system.words())?);
    let mut chance = Trace::new(Script::new(dice.iter().map(|&(face, _)| face)));
    let mut teller = Teller::new(|next: Next, chance: &Trace<Script>| {
        chance.inner().error().is_some() || picks.borrow().stops(next)
    });
    let mut pilots = Scripted { picks: &picks, rest: pilots };
    let played = follow(system, &mut pilots, max_turns, &mut chance, &mut teller);
    let script = chance.into_inner();
    let events = *script.events();
    script.finish().map_err(|error| misfit(&error, &dice, &reader))?;
    picks.borrow().finish()?;
    Ok(teller.told(played, &events, scale))
}

fn dice(reader: Reader<'_>) -> Read<Vec<(i16, Place)>> {
    let Some(node) = reader.get("dice") else { return Ok(Vec::new()) };
    node.list("dice", "a list of results, such as [1, -2, 0]")?
        .iter()
        .map(|item| Ok((item.integer("a result", i16::MIN.into()..=i16::MAX.into())? as i16, item.place.clone())))
        .collect()
}

/// The problem at the place in the script that does not fit.
fn misfit(error: &ScriptError, dice: &[(i16, Place)], reader: &Reader<'_>) -> Box<Problem> {
    let place = match error {
        ScriptError::RanOut { .. } => reader.peek("dice").map(|node| &node.place),
        ScriptError::Impossible { roll, .. } => dice.get(roll - 1).map(|(_, place)| place),
        ScriptError::Unused { unused } => dice.get(dice.len() - unused).map(|(_, place)| place),
    };
    let problem = Problem::new(&place.cloned().unwrap_or_else(|| reader.place()), error.to_string());
    match error {
        ScriptError::RanOut { dice, .. } => problem.expected(format!("one more result, of {dice}")),
        ScriptError::Impossible { low, high, .. } => problem.expected(format!("a result from {low} to {high}")),
        ScriptError::Unused { .. } => problem.expected("as many results as the rules ask for"),
    }
}

/// What is picked for one side's decision, in order.
struct Queue {
    side: Side,
    decision: Decision,
    name: String,
    left: VecDeque<(Action, Place)>,
}

/// All scripted picks, and the first that did not fit.
struct Picks {
    queues: Vec<Queue>,
    misfit: Option<Box<Problem>>,
}

impl Picks {
    fn read(reader: Reader<'_>, words: &Words) -> Read<Self> {
        let picks = reader.table("picks")?;
        picks.only(&Side::BOTH.map(Side::name))?;
        let mut queues = Vec::new();
        for side in Side::BOTH {
            for entry in picks.table(side.name())?.entries() {
                queues.push(Queue::read(side, entry, words)?);
            }
        }
        Ok(Self { queues, misfit: None })
    }

    fn of(&self, side: Side, choice: Choice) -> Option<&Queue> {
        let asked = |queue: &&Queue| queue.side == side && queue.decision == choice.decision && !choice.waits();
        self.queues.iter().find(asked)
    }

    /// Whether the script is over: a pick is asked for that it no longer has, or one did not fit.
    fn stops(&self, next: Next) -> bool {
        let Next::Choose(choices) = next else { return self.misfit.is_some() };
        let used_up = |side: Side| self.of(side, choices[side]).is_some_and(|queue| queue.left.is_empty());
        self.misfit.is_some() || Side::BOTH.into_iter().any(used_up)
    }

    fn next(&mut self, side: Side, choice: Choice, words: &Words) -> Option<Action> {
        let asked = |queue: &&mut Queue| queue.side == side && queue.decision == choice.decision;
        let queue = self.queues.iter_mut().find(asked)?;
        let (action, place) = queue.left.pop_front()?;
        if choice.options.has(action) {
            return Some(action);
        }
        let open: Vec<&str> = choice.options.iter().map(|action| words.action(choice.decision, action)).collect();
        let message = format!(
            "{} cannot be {} here: the rules do not offer it",
            queue.name,
            words.action(choice.decision, action)
        );
        self.misfit.get_or_insert(Problem::new(&place, message).expected(open.join(", ")));
        Some(choice.options.lowest())
    }

    fn finish(&self) -> Read<()> {
        if let Some(problem) = &self.misfit {
            return Err(problem.clone());
        }
        match self.queues.iter().find_map(|queue| Some((queue, queue.left.front()?))) {
            None => Ok(()),
            Some((queue, (_, place))) => {
                Err(Problem::new(place, format!("{} picks of {} were never asked for", queue.left.len(), queue.name))
                    .expected("as many picks as the rules ask for"))
            }
        }
    }
}

impl Queue {
    fn read(side: Side, entry: &Entry, words: &Words) -> Read<Self> {
        let name = format!("picks.{}.{}", side.name(), entry.key);
        let decision = words.decision(&entry.key).ok_or_else(|| {
            Problem::new(&entry.place, format!("there is no decision `{}`", entry.key))
                .nearest(&entry.key, words.decisions.iter().map(|decision| decision.name.as_str()))
        })?;
        let actions = &words.decisions[usize::from(decision.0)].actions;
        let left = entry.node.list(&name, "a list of picks, such as [-2, 0, 0]")?.iter().map(|item| {
            let text = match &item.value {
                Value::Text(text) => text.clone(),
                other => other.to_string(),
            };
            let index = actions.iter().position(|action| *action == text).ok_or_else(|| {
                Problem::new(&item.place, format!("{name} cannot be {text}"))
                    .expected(actions.join(", "))
                    .nearest(&text, actions.iter().map(String::as_str))
            })?;
            Ok((Action(index as u8), item.place.clone()))
        });
        Ok(Self { side, decision, left: left.collect::<Read<_>>()?, name })
    }
}

/// Who picks what the script says, and the rest by policy.
struct Scripted<'a, P> {
    picks: &'a RefCell<Picks>,
    rest: P,
}

impl<P> Habits for Scripted<'_, P> {}

impl<S: System, P: Pilot<S>> Pilot<S> for Scripted<'_, P> {
    fn pick(&mut self, system: &S, state: &S::State, turn: u16, choices: Pair<Choice>) -> Pair<Action> {
        let mut picked = self.rest.pick(system, state, turn, choices);
        for side in Side::BOTH {
            if !choices[side].waits()
                && let Some(action) = self.picks.borrow_mut().next(side, choices[side], system.words())
            {
                picked[side] = action;
            }
        }
        picked
    }
}
