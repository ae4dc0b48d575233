//! How far a vehicle comes in the moves of an exchange, made once: by its speed and by what mishaps still cost
//! (rules/reflex.md 2 and 4).

use super::words::FASTEST;

/// Moves of an exchange: on ticks 25, 20, 15, 10 and 5.
pub(super) const MOVES: u8 = 5;

/// How many speeds can be declared.
pub(super) const SPEEDS: usize = FASTEST as usize + 1;

/// How far a vehicle has come at the end of each move of an exchange.
pub(super) type Ends = [i32; MOVES as usize];

/// The same, padded to a power of two, so that a row of a table is found without asking whether it is there.
pub(super) const SPEED_ROWS: usize = SPEEDS.next_power_of_two();

/// A table by speed.
pub(super) type BySpeed<T> = [T; SPEED_ROWS];

/// The moves of a vehicle, in quarters of a metre.
#[derive(Clone, Debug)]
pub(super) struct Moves(Box<BySpeed<Lengths>>);

/// The moves at one speed.
#[derive(Clone, Debug)]
pub(super) struct Lengths {
    whole: i32,
    /// By how many halves of moves are owed as an exchange begins.
    owed: [Rows; OWED],
    /// By how many halves of moves pass before the vehicle drives, without a missed bend.
    idle: [Row; IDLE],
}

/// More than so many halves of moves, less one, are hardly ever owed as an exchange begins; a power of two.
const OWED: usize = 4;

/// All halves of moves of an exchange and some more, and no less than a power of two.
const IDLE: usize = (2 * MOVES as usize + 1).next_power_of_two();

/// Without a missed bend, and with one in each of the moves.
pub(super) type Rows = [Row; KINDS];

/// Moves in which a bend may be missed, or none, and no less than a power of two.
const KINDS: usize = (1 + MOVES as usize).next_power_of_two();

/// How an exchange goes when nothing more happens.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Row {
    /// Where moves end.
    pub ends: Ends,
    /// Where the vehicle is at the end of the move in which it misses the bend.
    turned: i32,
    /// What is added to places beyond that, so that whole moves of them are counted.
    ahead: i32,
    /// 2^31 by the length of a move, rounded up: to divide by it. At no speed nothing.
    inverse: u32,
    /// How many halves of moves of the exchange pass before the vehicle drives, behind a bend that is missed, and how many of
    /// them are owed after it.
    pub idle: u16,
    pub owed: u16,
    /// The move in which the bend is missed; beyond all moves where none is.
    pub misses: u8,
    /// The first move in which the vehicle drives, behind that one.
    drives: u8,
}

/// No move.
const NONE: u8 = u8::MAX;

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
        let row = |idle: usize, kind: usize| {
            // What the miss costs comes off the moves that follow.
            let misses = kind.checked_sub(1).map(|index| index.min(MOVES as usize - 1));
            let (turned, then) =
                misses.map_or((0, idle), |index| (end(idle, index), idle.max(2 * (index + 1)) + missed));
            let before = |index: usize| misses.map_or(0, |last| end(idle, index.min(last)));
            Row {
                ends: std::array::from_fn(|index| before(index) + end(then, index)),
                turned,
                ahead: if then % 2 == 0 { -1 } else { whole - half[1] - 1 } - turned,
                inverse: (1_u32 << 31).checked_div(whole as u32).map_or(0, |part| part + 1),
                idle: then as u16,
                owed: then.saturating_sub(2 * MOVES as usize) as u16,
                misses: misses.map_or(NONE, |index| index as u8),
                drives: if whole == 0 { MOVES } else { (then / 2).min(MOVES.into()) as u8 },
            }
        };
        Self {
            whole,
            owed: std::array::from_fn(|owed| std::array::from_fn(|kind| row(owed, kind))),
            idle: std::array::from_fn(|idle| row(idle, 0)),
        }
    }

    /// When an exchange begins with so many halves of moves owed, [`Row::MOST_OWED`] at most.
    #[inline(always)]
    pub(super) fn rows(&self, owed: u32) -> &Rows {
        &self.owed[owed as usize % OWED]
    }

    /// When so many halves of moves of the exchange pass before the vehicle drives; where it does not, as many as all.
    #[inline(always)]
    pub(super) fn row(&self, idle: u32) -> &Row {
        &self.idle[(idle as usize).min(IDLE - 1)]
    }
}

impl Row {
    /// The most halves of moves that rows tell what is owed of.
    pub(super) const MOST_IDLE: u32 = IDLE as u32 - 1;

    /// The most halves of moves owed as an exchange begins of which there are rows with a missed bend.
    pub(super) const MOST_OWED: u32 = OWED as u32 - 1;

    /// Which of the rows of as many halves of moves it is.
    pub(super) fn kind(&self) -> usize {
        if self.misses == NONE { 0 } else { 1 + usize::from(self.misses) }
    }

    /// The move in which a place is reached, of those behind the one in which a bend is missed; [`MOVES`] or more when none
    /// does.
    #[inline(always)]
    pub(super) fn drives_to(&self, place: i32) -> u32 {
        // Whole moves by multiplication: exact while place times length is below 2^31, and six moves of the fastest vehicle,
        // 3 km each, are far below. Beyond an exchange it does not matter.
        let moves = (u64::from((place as u32).wrapping_add(self.ahead as u32)) * u64::from(self.inverse)) >> 31;
        (moves as u32).wrapping_add(self.drives.into())
    }

    /// The same of any place.
    #[inline(always)]
    pub(super) fn reach(&self, place: i32) -> u32 {
        if place > self.turned { self.drives_to(place) } else { u32::from(self.misses % NONE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_end_where_driving_them_one_by_one_does() {
        // The second is the fastest safe speed that can be written.
        let each = |step| (0..=6_u8).flat_map(move |speed| (0..=20_u32).map(move |idle| (step, speed, idle)));
        for (step, speed, idle) in [5, 2000].into_iter().flat_map(each) {
            let moves = Moves::new(step, 3);
            let whole = step * i32::from(speed);
            assert_eq!(moves.whole(speed), whole);
            for missed in [None, Some(0), Some(1), Some(2), Some(3), Some(4)] {
                let row = match missed {
                    Some(_) if idle > Row::MOST_OWED => continue,
                    Some(index) => &moves.at(speed).rows(idle)[index as usize + 1],
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
                for place in row.ends.into_iter().flat_map(|end| [end, end + 1]).chain([1, i32::MAX]) {
                    let reached = row.ends.iter().take_while(|&&end| end < place).count() as u32;
                    if place > 0
                        && missed.is_none_or(|index| place > row.ends[..index as usize].last().copied().unwrap_or(0))
                    {
                        assert_eq!(row.reach(place).min(5), reached, "{speed} {idle} {missed:?} {place}");
                    }
                }
                if idle <= Row::MOST_IDLE {
                    assert_eq!(u32::from(row.owed), owed, "{speed} {idle} {missed:?}");
                }
            }
        }
    }
}
