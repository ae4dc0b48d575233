//! What a side brings to its checks and moves, made once (rules/reflex.md 1 and 2).

use super::mishaps::Mishaps;
use super::moves::{BySpeed, MOVES, Moves, SPEEDS};
use super::state::{Driver, QUARTERS};
use super::words::FASTEST;
use chaselab_core::{Action, Answers, Bands, Dice, Options, ShiftedAnswers};
use std::ops::RangeInclusive;

/// A driver with the vehicle.
#[derive(Clone, Debug)]
pub(super) struct Vehicle {
    /// The target of a check at the wheel before what changes in play.
    pub target: i16,
    /// The target of a check of the body, likewise.
    pub body_target: i16,
    pub moves: Moves,
    /// Hull armor, at least 1.
    pub hull: i32,
    pub floats: bool,
    pub mishaps: Mishaps,
    /// What a check comes to, by what the target takes from the dice: a row of the mishaps, or nothing for a success.
    pub checks: ShiftedAnswers<Option<u8>>,
    /// Moves to wait after the roll, by the first move that can reach a bend: waits that end by then are none.
    pub initiative: [Bands<u8>; MOVES as usize],
    /// The same where the first move can reach one, laid out for every exchange.
    pub waits: Answers<u8>,
}

/// What changes a check in play, and what may be declared.
#[derive(Clone, Debug)]
pub(super) struct Modifiers {
    /// Added to the target, by speed and the worst hit on the suspension.
    pub driving: BySpeed<[i16; 4]>,
    /// Added to the 1d6 of a rollover, by speed.
    pub roll: [i16; SPEEDS],
    /// Added to the target as well, by whether the steering is hit and whether the driver is hurt.
    pub conditions: [[i16; 2]; 2],
    /// What may be declared, by the last speed and the worst hit on the suspension: the bits of [`Options`], which are few.
    pub open: BySpeed<[u8; 4]>,
}

/// `count` d20 of which the highest or the lowest counts, as one die.
pub(super) fn kept(count: u32, highest: bool) -> Dice {
    // Of 20^count ways, those in which no die is beyond a face on the side that counts.
    let ways = |faces: u64| faces.pow(count);
    let faces = (1..=20_u64).map(|face| {
        let rank = if highest { face } else { 21 - face };
        (face as i16, ways(rank) - ways(rank - 1))
    });
    let name = match (count, highest) {
        (1, _) => "1d20".to_owned(),
        (_, true) => format!("{count}d20 high"),
        (_, false) => format!("{count}d20 low"),
    };
    Dice::from_weights(&name, faces).expect("some face shows, and few d20s stay within 64 bits")
}

/// How far a move may reach after one of `last`: at most one safe speed away, and three in all.
pub(super) fn may_declare(last: i32, safe: i32) -> RangeInclusive<i32> {
    (last - safe).max(0)..=(last + safe).min(3 * safe)
}

/// What may be declared after `last`. A limit of the suspension comes first: who has to slow down by more than one safe
/// speed for it does.
fn open(last: u8, limit: u8) -> Options {
    // In halves of the safe speed, which is then 2.
    let reach = may_declare(i32::from(last), 2);
    let open = (0..=FASTEST.min(limit))
        .filter(|&speed| reach.contains(&i32::from(speed)))
        .fold(Options::NONE, |open, speed| open.with(Action(speed)));
    if open.is_empty() { Options::NONE.with(Action(limit)) } else { open }
}

/// What may be declared, by the last speed and the worst hit, for the limits of a minor and a major hit.
pub(super) fn all_open(minor: u8, major: u8) -> BySpeed<[u8; 4]> {
    std::array::from_fn(|last| [FASTEST, minor, major, major].map(|limit| open(last as u8, limit).bits() as u8))
}

/// Moves to wait for a roll of 1d20 with a bonus, by the first move that can reach a bend.
pub(super) fn initiative(bonus: i16) -> [Bands<u8>; MOVES as usize] {
    std::array::from_fn(|first| {
        let rows = (1..=i16::from(MOVES)).map(|ticks| {
            let waits = MOVES - ticks as u8;
            (5 * ticks - bonus, if usize::from(waits) <= first { 0 } else { waits })
        });
        Bands::new(MOVES, rows).expect("the ticks ascend")
    })
}

/// The farthest that a vehicle can come in an exchange.
pub(super) fn most_in_an_exchange(vehicle: &Vehicle) -> i32 {
    vehicle.moves.whole(FASTEST) * i32::from(MOVES)
}

impl Vehicle {
    /// Flotation points that a hole costs at a speed.
    pub(super) fn flooding(&self, speed: u8) -> u8 {
        (self.moves.whole(speed) / (QUARTERS * self.hull)).min(i32::from(u8::MAX)) as u8
    }
}

impl Modifiers {
    /// What a driver's state adds to the target of a check at a bend, besides the bend and the crew's penalty.
    #[inline(always)]
    pub(super) fn of(&self, driver: &Driver) -> i16 {
        let driving = self.driving[usize::from(driver.speed) % self.driving.len()][driver.suspension as usize];
        driving + self.conditions[usize::from(driver.steering_hit)][usize::from(driver.hurt)]
    }

    /// What a driver may declare.
    #[inline]
    pub(super) fn open_to(&self, driver: &Driver) -> Options {
        let open = self.open[usize::from(driver.speed) % self.open.len()][driver.suspension as usize];
        Options::from_bits(open.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declared_speed_of_the_example() {
        // rules/reflex.md 5: safe 15 m, last time 10 m: 0 to 25 m.
        assert_eq!(may_declare(10, 15), 0..=25);
        assert_eq!(may_declare(45, 15), 30..=45);
        assert_eq!(may_declare(0, 15), 0..=15);
    }

    #[test]
    fn limits_come_before_the_reach() {
        let halves = |last, limit| open(last, limit).iter().map(|action| action.0).collect::<Vec<_>>();
        assert_eq!(halves(2, FASTEST), [0, 1, 2, 3, 4]);
        assert_eq!(halves(6, FASTEST), [4, 5, 6]);
        assert_eq!(halves(4, 4), [2, 3, 4]);
        assert_eq!(halves(6, 4), [4]);
        assert_eq!(halves(6, 2), [2]);
        assert_eq!(halves(3, 2), [1, 2]);
    }

    #[test]
    fn initiative_is_a_tick_of_five() {
        // rules/reflex.md 2 and 5: 17 is rounded down to 15, two moves late; below 5 no Drive at all; 25 is the most.
        let waits = |roll, bonus: i16| initiative(bonus)[0].at(roll);
        assert_eq!([1, 4, 5, 9, 10, 14, 15, 17, 20].map(|roll| waits(roll, 0)), [5, 5, 4, 4, 3, 3, 2, 2, 1]);
        assert_eq!([19, 20].map(|roll| waits(roll, 5)), [1, 0]);
        assert_eq!([1, 20].map(|roll| waits(roll, 30)), [0, 0]);
        assert_eq!([19, 20].map(|roll| waits(roll, -16)), [5, 5]);
        // A wait that is over when the third move can meet a bend is none.
        assert_eq!([4, 5, 10, 15, 20].map(|roll| initiative(0)[2].at(roll)), [5, 4, 3, 0, 0]);
    }
}
