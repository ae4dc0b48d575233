//! Plays one chase.

use crate::policy::Pilot;
use chaselab_core::{Action, Chance, Choice, Detail, End, Next, Pace, Pair, System};

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

/// Who follows a chase while it is played.
pub trait Audience<S: System, C> {
    /// Whether it is worth making a chase quick: there is nobody to wait for.
    const IN_HASTE: bool = false;

    /// A turn begins, or the chase did: turn 0 is what happens before the first.
    fn turn(&mut self, system: &S, state: &S::State, turn: u16, chance: &mut C);

    /// Both have decided.
    fn decided(&mut self, choices: Pair<Choice>, picks: Pair<Action>, chance: &mut C);

    /// Whether to leave before what comes next.
    fn leaves(&mut self, next: Next, chance: &C) -> bool;
}

/// Nobody follows it: costs nothing.
#[derive(Clone, Copy, Debug)]
struct Nobody;

impl<S: System, C> Audience<S, C> for Nobody {
    const IN_HASTE: bool = true;

    #[inline]
    fn turn(&mut self, _: &S, _: &S::State, _: u16, _: &mut C) {}

    #[inline]
    fn decided(&mut self, _: Pair<Choice>, _: Pair<Action>, _: &mut C) {}

    #[inline]
    fn leaves(&mut self, _: Next, _: &C) -> bool {
        false
    }
}

/// Plays one chase to its end, or to the end of turn `max_turns`, which is a timeout.
#[inline(always)]
pub fn play<S: System, C: Chance>(system: &S, pilots: &mut impl Pilot<S>, max_turns: u16, chance: &mut C) -> Played {
    follow(system, pilots, max_turns, chance, &mut Nobody).expect("nobody leaves")
}

/// The same with an audience; nothing when it left before the end.
#[inline(always)]
pub fn follow<S: System, C: Chance, A: Audience<S, C>>(
    system: &S,
    pilots: &mut impl Pilot<S>,
    max_turns: u16,
    chance: &mut C,
    audience: &mut A,
) -> Option<Played> {
    const { assert!(A::IN_HASTE || !C::IN_HASTE, "who looks at a chase must be shown all of it") };
    let mut state = system.start(chance);
    audience.turn(system, &state, 0, chance);
    if let Next::Over(end, detail) = system.next(&state) {
        return Some(Played { end, detail, turns: 0 });
    }
    let mut turn = 0;
    let over = 'chase: loop {
        if turn == max_turns {
            break false;
        }
        turn += 1;
        audience.turn(system, &state, turn, chance);
        macro_rules! step {
            () => {
                match decide_and_roll(system, &mut state, pilots, turn, chance, audience) {
                    Step::SameTurn => {}
                    Step::NextTurn => continue 'chase,
                    Step::Over => break 'chase true,
                    Step::Left => return None,
                }
            };
        }
        // Most turns are up to three decisions and their dice: written out, so that the compiler sees from one to the next.
        if A::IN_HASTE {
            step!();
            step!();
            step!();
        }
        loop {
            step!();
        }
    };
    audience.turn(system, &state, turn + 1, chance);
    let next = system.next(&state);
    debug_assert!(!over || matches!(next, Next::Over(..)), "{}: said to be over too early", S::ID);
    let (end, detail) = match next {
        Next::Over(end, detail) if over => (end, detail),
        _ => (End::Timeout, Detail::NONE),
    };
    Some(Played { end, detail, turns: turn })
}

/// How far a chase came.
enum Step {
    SameTurn,
    NextTurn,
    Over,
    /// The audience left.
    Left,
}

/// A decision, if one comes next, and the dice that mostly follow it.
#[inline(always)]
fn decide_and_roll<S: System, C: Chance, A: Audience<S, C>>(
    system: &S,
    state: &mut S::State,
    pilots: &mut impl Pilot<S>,
    turn: u16,
    chance: &mut C,
    audience: &mut A,
) -> Step {
    let mut next = system.next(state);
    if let Next::Choose(choices) = next {
        if audience.leaves(next, chance) {
            return Step::Left;
        }
        let picks = pilots.pick(system, state, turn, choices);
        system.choose(state, picks);
        audience.decided(choices, picks, chance);
        next = system.next(state);
    }
    if audience.leaves(next, chance) {
        return Step::Left;
    }
    match next {
        Next::Choose(_) => Step::SameTurn,
        Next::Resolve => {
            let pace =
                if A::IN_HASTE { system.resolve_on(state, chance, pilots) } else { system.resolve(state, chance) };
            match pace {
                Pace::SameTurn => Step::SameTurn,
                Pace::NextTurn => Step::NextTurn,
                Pace::Over => Step::Over,
            }
        }
        Next::Over(..) => Step::Over,
    }
}
