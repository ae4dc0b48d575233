//! The laws that every system obeys, as checks for its tests (feature `contract`).

mod chases;
mod sampled;
mod script;

pub use chases::{Chases, play};
pub use script::play_script;

use crate::{Action, EventCounts, MAX_EVENTS, Next, Pace, Pair, Side, System, every};
use rustc_hash::FxHashSet;
use sampled::sampled_agrees_with_enumerated;
use std::collections::BTreeMap;

/// How much of a system the contract looks at.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most states that are explored, breadth first.
    pub states: usize,
    /// How many of the explored states with dice are sampled against their enumeration.
    pub sampled: usize,
    /// Samples per state, pooled over consecutive seeds.
    pub samples: u32,
    /// The most phases that a turn may have.
    pub phases: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states: 20_000, sampled: 60, samples: 4_000, phases: 200 }
    }
}

/// What was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looked {
    /// States explored.
    pub states: usize,
    /// Whether these are all that can be reached.
    pub complete: bool,
}

type Outcome<S> = (<S as System>::State, bool, EventCounts);

/// Checks every law on the states that are reachable within the limits.
///
/// # Panics
/// When a law is broken, saying which and in what state.
pub fn check<S: System>(system: &S, limits: Limits) -> Looked {
    let (states, complete) = explore(system, limits.states);
    let dice: Vec<&S::State> = states.iter().filter(|state| system.next(state) == Next::Resolve).collect();
    let step = (dice.len() / limits.sampled.max(1)).max(1);
    for state in dice.iter().step_by(step) {
        sampled_agrees_with_enumerated(system, state, limits.samples);
    }
    every_turn_ends(system, &states, limits.phases);
    names_fit(system, &states);
    Looked { states: states.len(), complete }
}

/// Checks the laws of single states: rows add up to 1 and ask the same again at each replayed position, sampling
/// agrees with enumerating, every open action works, and everything has a name. For settings of which [`check`] would
/// see no more than the first turns; that every turn ends is then seen in [`play`].
///
/// # Panics
/// When a law is broken, saying which and in what state.
pub fn check_states<S: System>(system: &S, states: &[S::State], samples: u32) {
    for state in states {
        successors(system, state);
        if system.next(state) == Next::Resolve {
            sampled_agrees_with_enumerated(system, state, samples);
        }
    }
    names_fit(system, states);
}

/// All reachable states, breadth first, up to a limit; checks rows and choices on the way.
fn explore<S: System>(system: &S, limit: usize) -> (Vec<S::State>, bool) {
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let reach = |state: S::State, seen: &mut FxHashSet<S::State>, order: &mut Vec<S::State>| {
        if seen.len() < limit && seen.insert(state.clone()) {
            order.push(state);
        }
    };
    let mut total = 0.0;
    let mut starts = Vec::new();
    every(
        |chance| system.start(chance),
        |probability, state, _| {
            total += probability;
            starts.push(state);
        },
    );
    assert!((total - 1.0).abs() < 1e-12, "{}: starts add up to {total}", S::ID);
    starts.into_iter().for_each(|state| reach(state, &mut seen, &mut order));
    let mut at = 0;
    while at < order.len() {
        for next in successors(system, &order[at].clone()) {
            reach(next, &mut seen, &mut order);
        }
        at += 1;
    }
    let complete = seen.len() < limit;
    (order, complete)
}

/// Where a state can lead to; checks that rows add up to 1 and that every open action works.
fn successors<S: System>(system: &S, state: &S::State) -> Vec<S::State> {
    match system.next(state) {
        Next::Over(..) => Vec::new(),
        Next::Resolve => {
            let row = enumerated(system, state);
            let total: f64 = row.values().sum();
            assert!((total - 1.0).abs() < 1e-12, "{}: the row of {state:?} adds up to {total}", S::ID);
            for (after, next_turn, _) in row.keys() {
                let over = matches!(system.next(after), Next::Over(..));
                assert!(!(over && *next_turn), "{}: a chase ends outside the turn that ended it: {after:?}", S::ID);
            }
            row.into_keys().map(|(next, ..)| next).collect()
        }
        Next::Choose(choice) => {
            assert!(
                Side::BOTH.iter().any(|&side| !choice[side].waits()),
                "{}: nobody has anything to choose in {state:?}",
                S::ID
            );
            let options = choice.map(|side| {
                let open: Vec<Action> = side.options.iter().collect();
                if open.is_empty() { vec![Action(0)] } else { open }
            });
            let mut next = Vec::new();
            for &prey in &options.prey {
                for &catcher in &options.catcher {
                    let mut after = state.clone();
                    system.choose(&mut after, Pair::new(prey, catcher));
                    assert!(after != *state, "{}: choosing changes nothing in {state:?}", S::ID);
                    next.push(after);
                }
            }
            next
        }
    }
}

fn enumerated<S: System>(system: &S, state: &S::State) -> BTreeMap<Outcome<S>, f64> {
    let mut row = BTreeMap::new();
    every(
        |chance| {
            let mut after = state.clone();
            let pace = system.resolve(&mut after, chance);
            (after, pace == Pace::NextTurn)
        },
        |probability, (after, turn), events| *row.entry((after, turn, *events)).or_insert(0.0) += probability,
    );
    row
}

/// From every state, whatever the dice and the drivers do, the turn ends within so many phases.
fn every_turn_ends<S: System>(system: &S, states: &[S::State], phases: usize) {
    let step = (states.len() / 200).max(1);
    for state in states.iter().step_by(step) {
        let mut front = FxHashSet::from_iter([state.clone()]);
        for _ in 0..phases {
            let mut next = FxHashSet::default();
            for state in &front {
                match system.next(state) {
                    Next::Over(..) => {}
                    Next::Choose(_) => next.extend(successors(system, state)),
                    Next::Resolve => {
                        next.extend(
                            enumerated(system, state)
                                .into_keys()
                                .filter(|&(_, turn, _)| !turn)
                                .map(|(after, ..)| after),
                        );
                    }
                }
            }
            front = next;
            if front.is_empty() {
                break;
            }
        }
        assert!(front.is_empty(), "{}: a turn from {state:?} does not end in {phases} phases", S::ID);
    }
}

/// Everything that is decided, counted or reported has a name.
fn names_fit<S: System>(system: &S, states: &[S::State]) {
    let words = system.words();
    assert!(words.events.len() <= MAX_EVENTS, "{}: more events than can be counted", S::ID);
    assert!(
        !words.view.is_empty() && words.view.len() <= system.view(&states[0]).0.len(),
        "{}: the view has no names",
        S::ID
    );
    for state in states {
        match system.next(state) {
            Next::Over(end, detail) => {
                assert!(words.ends.contains(&end), "{}: end {end:?} is not among its words", S::ID);
                assert!(
                    detail.0 == 0 || words.details.len() > usize::from(detail.0),
                    "{}: detail {detail:?} has no name",
                    S::ID
                );
            }
            Next::Choose(choice) => {
                for side in Side::BOTH {
                    let Some(highest) = choice[side].options.iter().last() else { continue };
                    let actions = words.decisions[usize::from(choice[side].decision.0)].actions.len();
                    assert!(usize::from(highest.0) < actions, "{}: an action of {state:?} has no name", S::ID);
                }
            }
            Next::Resolve => {}
        }
    }
}
