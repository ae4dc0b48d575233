//! Plays one chase.

use crate::policy::Pilot;
use chaselab_core::{Chance, Detail, End, Next, Pace, System};

/// How a chase went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub end: End,
    /// What that came about by.
    pub detail: Detail,
    /// Its length: the turn in which it ended; 0 when it was over before the first.
    pub turns: u16,
}

/// Plays one chase to its end, or to the end of turn `max_turns`, which is a timeout.
#[inline]
pub fn play<S: System, C: Chance>(system: &S, pilots: &mut impl Pilot<S>, max_turns: u16, chance: &mut C) -> Played {
    let mut state = system.start(chance);
    if let Next::Over(end, detail) = system.next(&state) {
        return Played { end, detail, turns: 0 };
    }
    let mut turn = 1;
    loop {
        match system.next(&state) {
            Next::Choose(choices) => {
                let picks = pilots.pick(system, &state, turn, choices);
                system.choose(&mut state, picks);
            }
            Next::Resolve => {
                if system.resolve(&mut state, chance) == Pace::NextTurn {
                    if turn == max_turns {
                        return Played { end: End::Timeout, detail: Detail::NONE, turns: max_turns };
                    }
                    turn += 1;
                }
            }
            Next::Over(end, detail) => return Played { end, detail, turns: turn },
        }
    }
}
