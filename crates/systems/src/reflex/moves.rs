//! How far a vehicle comes in the moves of an exchange, made once: by its speed and by what mishaps still cost
//! (rules/reflex.md 2 and 4).

use super::words::FASTEST;

/// Moves of an exchange: on ticks 25, 20, 15, 10 and 5.
pub(super) const MOVES: u8 = 5;

/// How many speeds can be declared.
pub(super) const SPEEDS: usize = FASTEST as usize + 1;

/// How far a vehicle has come at the end of each move of an exchange.
pub(super) type Ends = [i32; MOVES as usize];

/// A table by speed, padded to a power of two, in which a row is found without asking whether it is there.
pub(super) type BySpeed<T> = [T; SPEEDS.next_power_of_two()];

/// The moves of a vehicle, in quarters of a metre.
#[derive(Clone, Debug)]
pub(super) struct Moves(Box<BySpeed<Lengths>>);

/// The moves at one speed.
#[derive(Clone, Debug)]
pub(super) struct Lengths {
    whole: i32,
    /// By how many halves of moves pass before the vehicle drives, from none to all of an exchange: without a missed bend,
    /// then with one in each of the moves.
    rows: [Row; (HALVES + 1) * KINDS],
}

/// All halves of moves of an exchange.
const HALVES: usize = 2 * MOVES as usize;

/// Moves in which a bend may be missed, or none.
const KINDS: usize = 1 + MOVES as usize;

/// How an exchange goes when nothing more happens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Where moves end.
    pub ends: Ends,
    /// How many halves of moves of the exchange pass before the vehicle drives, where a bend is missed from then on.
    pub idle: u32,
}

impl Moves {
    /// For a step of half the safe speed, and the halves of moves that a missed bend costs.
    pub(super) fn new(step: i32, missed: u16) -> Self {
        Self(Box::new(std::array::from_fn(|halves| Lengths::new(halves as i32 * step, missed.into()))))
    }

    /// The moves at a speed.
    #[inline(always)]
    pub(super) fn at(&self, speed: u8) -> &Lengths {
        &self.0[usize::from(speed) % self.0.len()]
    }

    /// The length of a move at a speed.
    pub(super) fn whole(&self, speed: u8) -> i32 {
        self.at(speed).whole
    }
}

impl Lengths {
    fn new(whole: i32, missed: usize) -> Self {
        // Of a move of which half is lost a half is driven, in whole quarters of a metre.
        let half = [0, whole / 2];
        let end = |idle: usize, index: usize| {
            let driven = (2 * (index + 1)).saturating_sub(idle);
            driven as i32 / 2 * whole + half[driven % 2]
        };
        let row = |row: usize| {
            let idle = row / KINDS;
            let Some(at) = (row % KINDS).checked_sub(1) else {
                return Row { ends: std::array::from_fn(|index| end(idle, index)), idle: idle as u32 };
            };
            // What the miss costs comes off the moves that follow.
            let then = idle.max(2 * (at + 1)) + missed;
            let ends = std::array::from_fn(|index| end(idle, index.min(at)) + end(then, index));
            Row { ends, idle: then as u32 }
        };
        Self { whole, rows: std::array::from_fn(row) }
    }

    /// When so many halves of moves of the exchange pass before the vehicle drives.
    #[inline(always)]
    pub(super) fn row(&self, idle: u32) -> &Row {
        &self.rows[(idle as usize).min(HALVES) * KINDS]
    }

    /// The same with a bend missed in a move; of somebody who drives in this exchange.
    #[inline(always)]
    pub(super) fn missing(&self, idle: u32, index: u32) -> &Row {
        &self.rows[(idle as usize * KINDS + 1 + index as usize).min(self.rows.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_end_where_driving_them_one_by_one_does() {
        let moves = Moves::new(5, 3);
        for (speed, idle) in (0..=6_u8).flat_map(|speed| (0..=20_u32).map(move |idle| (speed, idle))) {
            let whole = 5 * i32::from(speed);
            assert_eq!(moves.whole(speed), whole);
            for missed in [None, Some(0), Some(1), Some(2), Some(3), Some(4)] {
                let row = match missed {
                    Some(_) if idle > 9 => continue,
                    Some(index) => moves.at(speed).missing(idle, index),
                    None => moves.at(speed).row(idle),
                };
                let (mut owed, mut place) = (idle, 0);
                for index in 0..5 {
                    place += [whole, whole / 2, 0][owed.min(2) as usize];
                    owed = owed.saturating_sub(2);
                    if missed == Some(index) {
                        owed += 3;
                    }
                    assert_eq!(row.ends[index as usize], place, "{speed} {idle} {missed:?} {index}");
                }
                if missed.is_some() {
                    assert_eq!(row.idle.saturating_sub(10), owed, "{speed} {idle} {missed:?}");
                }
            }
        }
    }
}
