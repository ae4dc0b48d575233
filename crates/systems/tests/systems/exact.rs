//! An independent small engine for tests: enumerated rows, propagated turn by turn.

use crate::coverage;
use chaselab_core::tree::parse_file;
use chaselab_core::{Action, Behaviour, Detail, End, Next, Pace, Pair, Side, System, every};
use chaselab_systems::{Input, Playable, Prepared, SystemId};
use std::collections::BTreeMap;

/// Exact chances of ends, and the exact mean length.
pub struct Exact {
    /// By end and detail.
    pub ends: BTreeMap<(End, Detail), f64>,
    /// Mean length in turns.
    pub turns: f64,
}

impl Exact {
    /// The chance of an end, whatever its detail.
    pub fn end(&self, end: End) -> f64 {
        self.ends.iter().filter(|((this, _), _)| *this == end).map(|(_, chance)| chance).sum()
    }
}

/// A system read from a scenario's text.
///
/// # Panics
/// When the scenario is broken.
pub fn read<S: Playable>(text: &str) -> Prepared<S> {
    let mut root = parse_file(text, 0).unwrap();
    coverage::change(&mut root);
    let system = SystemId::parse(S::ID).unwrap();
    Input::new(&root, system).and_then(|input| S::read(&input)).unwrap_or_else(|problem| coverage::refuse(problem))
}

/// Plays all chases at once: a distribution over states, moved forward phase by phase.
pub fn exact<S: System>(system: &S, behaviours: &Pair<Vec<Behaviour>>, max_turns: u16) -> Exact {
    let mut result = Exact { ends: BTreeMap::new(), turns: 0.0 };
    let mut layer: BTreeMap<S::State, f64> = BTreeMap::new();
    every(|chance| system.start(chance), |p, state, _| *layer.entry(state).or_default() += p);
    layer.retain(|state, p| match system.next(state) {
        Next::Over(end, detail) => {
            *result.ends.entry((end, detail)).or_default() += *p;
            false
        }
        _ => true,
    });
    for turn in 1..=max_turns {
        let mut next_layer: BTreeMap<S::State, f64> = BTreeMap::new();
        while let Some((state, p)) = layer.pop_first() {
            match system.next(&state) {
                Next::Over(end, detail) => {
                    *result.ends.entry((end, detail)).or_default() += p;
                    result.turns += p * f64::from(turn);
                }
                Next::Choose(choices) => {
                    let gap = system.view(&state).gap();
                    let picks = Pair::of(|side| match choices[side].waits() {
                        true => vec![(Action(0), 1.0)],
                        false => {
                            let decision = usize::from(choices[side].decision.0);
                            let mix = behaviours[side][decision].distribution(choices[side], gap);
                            mix.into_iter().map(|part| (part.action, part.probability)).collect()
                        }
                    });
                    for &(prey, q) in &picks[Side::Prey] {
                        for &(catcher, r) in &picks[Side::Catcher] {
                            let mut after = state.clone();
                            system.choose(&mut after, Pair::new(prey, catcher));
                            *layer.entry(after).or_default() += p * q * r;
                        }
                    }
                }
                Next::Resolve => every(
                    |chance| {
                        let mut after = state.clone();
                        let pace = system.resolve(&mut after, chance);
                        (after, pace)
                    },
                    |q, (after, pace), _| match pace {
                        Pace::SameTurn | Pace::Over => *layer.entry(after).or_default() += p * q,
                        Pace::NextTurn => *next_layer.entry(after).or_default() += p * q,
                    },
                ),
            }
        }
        layer = next_layer;
    }
    let left: f64 = layer.values().sum();
    *result.ends.entry((End::Timeout, Detail::NONE)).or_default() += left;
    result.turns += left * f64::from(max_turns);
    let total: f64 = result.ends.values().sum();
    assert!((total - 1.0).abs() < 1e-12, "chances add up to {total}");
    result
}
