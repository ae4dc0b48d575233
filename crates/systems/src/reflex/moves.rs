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
    /// By how many halves of moves pass before the vehicle drives, from none to all of an exchange; then the same for the
    /// fewest halves with a bend missed in one of the moves.
    rows: [Ends; ROWS],
}

/// All halves of moves of an exchange.
const HALVES: usize = 2 * MOVES as usize;

/// Who waits for so many halves of moves or more has no row with a missed bend: hardly ever so many are owed when an
/// exchange begins.
const FEW: usize = 4;

const ROWS: usize = HALVES + 1 + FEW * MOVES as usize;

/// A row of [`Lengths`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row(u32);

impl Row {
    /// So many halves of moves pass before the vehicle drives.
    #[inline(always)]
    pub(super) fn new(idle: u32) -> Self {
        Self(idle.min(HALVES as u32))
    }

    /// The same with a bend missed in a move, where there is such a row.
    #[inline(always)]
    pub(super) fn missed(idle: u32, index: u32) -> Option<Self> {
        (idle < FEW as u32).then_some(Self((HALVES + 1) as u32 + u32::from(MOVES) * idle + index))
    }
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
        let rows = std::array::from_fn(|row| match row.checked_sub(HALVES + 1) {
            None => std::array::from_fn(|index| end(row, index)),
            Some(row) => {
                let (idle, at) = (row / usize::from(MOVES), row % usize::from(MOVES));
                // What the miss costs comes off the moves that follow.
                let then = idle.max(2 * (at + 1)) + missed;
                std::array::from_fn(|index| end(idle, index.min(at)) + end(then, index))
            }
        });
        Self { whole, rows }
    }

    /// Where moves end when nothing more happens.
    #[inline(always)]
    pub(super) fn ends(&self, row: Row) -> &Ends {
        &self.rows[(row.0 as usize).min(ROWS - 1)]
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
                    None => Row::new(idle),
                    Some(index) => match Row::missed(idle, index) {
                        None => continue,
                        Some(row) => row,
                    },
                };
                let (mut owed, mut place) = (idle, 0);
                for index in 0..5 {
                    place += [whole, whole / 2, 0][owed.min(2) as usize];
                    owed = owed.saturating_sub(2);
                    if missed == Some(index) {
                        owed += 3;
                    }
                    assert_eq!(moves.at(speed).ends(row)[index as usize], place, "{speed} {idle} {missed:?} {index}");
                }
            }
        }
    }
}
