//! What the parties do: the words of a scenario, or fighting on (rules/fudge.md 3, 4).

use super::chart::{CONDITIONS, Wound};
use super::setup::SideSetup;
use super::state::{Act, Fighter};
use super::words::{ACT, PASSIVE, SPEND};
use crate::policy;
use crate::reading::Notes;
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Action, Behaviour, Choice, Options, Problem, Side, Words};

/// When a side is asked whether to spend a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spend {
    Never,
    /// Whenever there is anything to it.
    Always,
    /// From this wound on.
    From(Wound),
}

impl Spend {
    /// Whether a side is asked about a wound.
    pub(super) fn is_asked(self, wound: Wound) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::From(from) => wound >= from,
        }
    }
}

/// When a side is asked: as a word says, and always where the scenario says more than a word.
pub(super) fn read_spend(node: Option<&Node>, default: Spend) -> Spend {
    match node.map(|node| &node.value) {
        None => default,
        Some(Value::Text(text)) if text == "never" => Spend::Never,
        Some(Value::Text(text)) => {
            Wound::ALL.into_iter().find(|wound| wound.name() == text).map_or(Spend::Always, Spend::From)
        }
        Some(_) => Spend::Always,
    }
}

/// Reads one side's behaviours, by decision.
///
/// # Errors
/// When a scenario's word is none of the decision's.
pub(super) fn read(
    own: Reader<'_>,
    side: Side,
    words: &Words,
    notes: &mut Notes,
) -> Result<Vec<Behaviour>, Box<Problem>> {
    let mut note = |key: &str, value: String, from: &str| {
        notes.add(format!("{} {key}", side.name()), value, from);
    };
    let mut behaviours = Vec::with_capacity(words.decisions.len());
    match own.get("act") {
        Some(node) => {
            note("act", written(node), "the scenario");
            let picks = Act::PICKS.map(Act::name);
            behaviours.push(policy::read_rank(node, "act", &|node| action(node, "act", &picks))?);
        }
        None => {
            note("act", "yield, flee, fight".into(), "default: the first that yield_at and flee leave open");
            behaviours.push(Behaviour::Rank([Act::Yield, Act::Flee, Act::Fight].map(pick).into()));
        }
    }
    for (key, actions, default) in [("reroll", ["keep", "reroll"], PASSIVE), ("reduce", ["take", "reduce"], SPEND)] {
        let Some(node) = own.get(key) else {
            note(key, if default == SPEND { "always" } else { "never" }.into(), "default");
            behaviours.push(Behaviour::always(default));
            continue;
        };
        note(key, written(node), "the scenario");
        behaviours.push(policy::read(node, key, &|node| spending(node, key, &actions))?);
    }
    Ok(behaviours)
}

/// What a party may do: by whether it has points left, then by its condition. Whoever can only fight waits.
pub(super) fn acts(setup: &SideSetup) -> [[Choice; CONDITIONS]; 2] {
    [false, true].map(|points| {
        std::array::from_fn(|condition| {
            let from = |from: Option<u8>| from.is_some_and(|from| condition >= usize::from(from));
            let (flees, yields) = (from(setup.flee_from), from(setup.yield_from));
            let plus_four = setup.plus_four && points;
            if !flees && !yields && !plus_four {
                return Choice::WAIT;
            }
            let options = Options::NONE
                .with(pick(Act::Fight))
                .with_if(plus_four, pick(Act::FightPlus4))
                .with_if(flees, pick(Act::Flee))
                .with_if(flees && plus_four, pick(Act::FleePlus4))
                .with_if(yields, pick(Act::Yield));
            Choice { decision: ACT, options }
        })
    })
}

/// The best-off fighter with whom a party may have anything to decide: whoever is worse off may too, since a party yields
/// and flees from a condition on.
pub(super) fn calm(acts: &[[Choice; CONDITIONS]; 2]) -> Fighter {
    let decides = |&condition: &usize| acts.iter().any(|acts| !acts[condition].waits());
    Fighter::new((0..CONDITIONS).find(decides).unwrap_or(CONDITIONS) as u8, 0)
}

/// The action that picks `act`.
pub(super) fn pick(act: Act) -> Action {
    Action(Act::PICKS.iter().position(|&other| other == act).unwrap_or(0) as u8)
}

/// A value as its writer would say it.
fn written(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

fn action(node: &Node, key: &str, names: &[&str]) -> Result<Action, Box<Problem>> {
    let words: Vec<(&str, Action)> =
        names.iter().enumerate().map(|(index, &name)| (name, Action(index as u8))).collect();
    node.one_of(key, &words)
}

/// One of the decision's actions, `never` or `always`, or the wound from which it is spent.
fn spending(node: &Node, key: &str, actions: &[&str; 2]) -> Result<Action, Box<Problem>> {
    let mut words = vec![("never", PASSIVE), ("always", SPEND), (actions[0], PASSIVE), (actions[1], SPEND)];
    words.extend(Wound::ALL.map(|wound| (wound.name(), SPEND)));
    node.one_of(key, &words)
}
