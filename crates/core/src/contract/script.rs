//! Chases whose picks are written down.

use crate::{Action, Chance, Choice, Next, Pace, Pair, System};

/// Plays a chase by a script: the picks by decision name for each side, and the dice in the order of asking. Returns
/// the states at the beginning of every turn and the last.
///
/// # Panics
/// When a pick is missing or closed.
pub fn play_script<S: System>(
    system: &S,
    picks: Pair<&[(&str, &[&str])]>,
    chance: &mut impl Chance,
    turns: usize,
) -> Vec<S::State> {
    let mut queues = picks.map(|decisions| {
        decisions
            .iter()
            .map(|&(name, picks)| {
                let decision = system.words().decision(name).unwrap_or_else(|| panic!("no decision {name}"));
                (decision, picks.iter().copied().collect::<std::collections::VecDeque<_>>())
            })
            .collect::<Vec<_>>()
    });
    let mut state = system.start(chance);
    let mut states = vec![state.clone()];
    while states.len() <= turns {
        match system.next(&state) {
            Next::Over(..) => {
                states.push(state.clone());
                break;
            }
            Next::Resolve => {
                if system.resolve(&mut state, chance) == Pace::NextTurn {
                    states.push(state.clone());
                }
            }
            Next::Choose(choice) => {
                let picked = Pair::of(|side| {
                    let Choice { decision, options } = choice[side];
                    if options.is_empty() {
                        return Action(0);
                    }
                    let queue = queues[side].iter_mut().find(|(known, _)| *known == decision);
                    let words = &system.words().decisions[usize::from(decision.0)];
                    let name = queue.and_then(|(_, queue)| queue.pop_front());
                    let name = name.unwrap_or_else(|| panic!("no pick of {} left for {}", words.name, side.name()));
                    let index = words.actions.iter().position(|action| action == name);
                    let action = Action(index.unwrap_or_else(|| panic!("{} has no action {name}", words.name)) as u8);
                    assert!(options.has(action), "{name} is closed in {state:?}");
                    action
                });
                system.choose(&mut state, picked);
            }
        }
    }
    states
}
