//! What a prepared system looks like from outside, in three numbers: two types that play the same chases look the same, but
//! for the size of a state.

use chaselab_core::contract::{Chases, Limits, check, play};
use chaselab_core::{Action, Next, Pace, Pair, Roll};
use chaselab_systems::{Playable, Prepared, Use};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// How many states play can reach, the hash, and the size of a state.
pub struct Looked;

impl Use for Looked {
    type Output = (usize, u64, usize);

    fn prepared<S: Playable>(self, prepared: Prepared<S>) -> Self::Output {
        let looked = check(&prepared.system, Limits { states: 4_000, sampled: 0, ..Limits::default() });
        (looked.states, hash(&prepared), size_of::<S::State>())
    }
}

/// The hash and the size alone, of chases that are what they are in haste.
pub struct Played;

impl Use for Played {
    type Output = (u64, usize);

    fn prepared<S: Playable>(self, prepared: Prepared<S>) -> Self::Output {
        play(&prepared.system, Chases { chases: 1_000, ..Chases::default() });
        (hash(&prepared), size_of::<S::State>())
    }
}

/// FNV-1a, over numbers.
struct Hash(u64);

impl Hash {
    fn add(&mut self, number: i16) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Over two thousand sampled chases, every phase of them.
fn hash<S: Playable>(prepared: &Prepared<S>) -> u64 {
    let system = &prepared.system;
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for seed in 0..2_000 {
        let mut chance = Roll::new(Pcg64Mcg::seed_from_u64(seed));
        let mut state = system.start(&mut chance);
        let mut turn = 0;
        while turn < prepared.max_turns {
            system.view(&state).0.iter().for_each(|&number| hash.add(number));
            match system.next(&state) {
                Next::Choose(choices) => {
                    let gap = system.view(&state).gap();
                    let picks = Pair::of(|side| match choices[side].waits() {
                        true => Action(0),
                        false => {
                            let decision = usize::from(choices[side].decision.0);
                            prepared.behaviours[side][decision].distribution(choices[side], gap)[0].action
                        }
                    });
                    system.choose(&mut state, picks);
                }
                Next::Resolve => {
                    if system.resolve(&mut state, &mut chance) == Pace::NextTurn {
                        turn += 1;
                    }
                }
                Next::Over(end, detail) => {
                    hash.add(end as i16);
                    hash.add(detail.0.into());
                    break;
                }
            }
        }
        chance.events().iter().for_each(|&count| hash.add(count as i16));
    }
    hash.0
}
