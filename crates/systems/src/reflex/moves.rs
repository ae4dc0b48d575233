//! How far a vehicle comes in the moves of an exchange, made once: by its speed and by what mishaps still cost
//! (rules/reflex.md 2 and 4).

use super::state::Driver;
use super::words::FASTEST;

/// Moves of an exchange: on ticks 25, 20, 15, 10 and 5.
pub(super) const MOVES: u8 = 5;

/// How many speeds can be declared.
pub(super) const SPEEDS: usize = FASTEST as usize + 1;

/// Who owes as many halves of moves as this or more makes none in an exchange.
const ALL_OWED: usize = 15;

/// A table by speed, padded to a power of two, in which a row is found without asking whether it is there.
pub(super) type BySpeed<T> = [T; SPEEDS.next_power_of_two()];

/// The moves of a vehicle, in quarters of a metre.
#[derive(Clone, Debug)]
pub(super) struct Moves(Box<BySpeed<Lengths>>);

/// The moves at one speed.
#[derive(Clone, Debug)]
pub(super) struct Lengths {
    /// How far the first moves go together, by the halves of moves that are owed and by how many they are: all from none
    /// to those of an exchange.
    together: [[i32; 8]; ALL_OWED + 1],
    /// How far the next goes, by the halves that are owed.
    next: [i32; 4],
}

impl Moves {
    /// For a step of half the safe speed.
    pub(super) fn new(step: i32) -> Self {
        Self(Box::new(std::array::from_fn(|halves| Lengths::new(halves as i32 * step))))
    }

    /// The moves at a speed.
    #[inline(always)]
    pub(super) fn at(&self, speed: u8) -> &Lengths {
        &self.0[usize::from(speed) % self.0.len()]
    }

    /// The length of a move at a speed.
    pub(super) fn whole(&self, speed: u8) -> i32 {
        self.at(speed).next(0)
    }

    /// The first of a driver's next moves, from 0, that reaches the next bend when nothing more happens; none when no
    /// move of an exchange does.
    #[inline(always)]
    pub(super) fn first_to_reach_bend(&self, driver: &Driver) -> Option<usize> {
        let together = &self.at(driver.speed).together[usize::from(driver.owed).min(ALL_OWED)];
        let moves = &together[1..=usize::from(MOVES)];
        let short = moves.iter().map(|&reached| usize::from(reached < driver.way.to_bend)).sum();
        (short < usize::from(MOVES)).then_some(short)
    }
}

impl Lengths {
    fn new(whole: i32) -> Self {
        // Whatever is owed is taken from a move as it begins.
        let next = [whole, whole / 2, 0, 0];
        let together = |owed: usize| {
            let mut sum = 0;
            std::array::from_fn(|moves| {
                if moves > 0 {
                    sum += next[(owed + 2).saturating_sub(2 * moves).min(2)];
                }
                sum
            })
        };
        Self { together: std::array::from_fn(together), next }
    }

    /// How far the next move goes of who owes so many halves.
    #[inline(always)]
    pub(super) fn next(&self, owed: u16) -> i32 {
        self.next[usize::from(owed).min(3)]
    }

    /// How far so many moves go together, of those of an exchange, when nothing more happens.
    #[inline(always)]
    pub(super) fn within(&self, owed: u16, moves: u8) -> i32 {
        self.together[usize::from(owed).min(ALL_OWED)][usize::from(moves) % 8]
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::Way;
    use super::*;

    #[test]
    fn bends_are_reached_as_the_moves_come() {
        // Against driving the moves one by one.
        let moves = Moves::new(5);
        for (speed, owed, distance) in (0..=6_u8)
            .flat_map(|speed| (0..=20_u16).flat_map(move |owed| (1..=160).map(move |distance| (speed, owed, distance))))
        {
            let (mut left, mut place, mut first) = (owed, 0, None);
            let whole = 5 * i32::from(speed);
            assert_eq!(moves.whole(speed), whole);
            for index in 0..5 {
                let length = [whole, whole / 2, 0][usize::from(left).min(2)];
                assert_eq!(moves.at(speed).next(left), length);
                place += length;
                left = left.saturating_sub(2);
                first = first.or((place >= distance).then_some(usize::from(index)));
                assert_eq!(moves.at(speed).within(owed, index + 1), place, "{speed} {owed} {index}");
            }
            let driver = Driver { speed, owed, way: Way { to_bend: distance, ..Way::default() }, ..Driver::default() };
            assert_eq!(moves.first_to_reach_bend(&driver), first, "{speed} {owed} {distance}");
        }
    }
}
