//! Sparse rows: what dice lead to from one state, equal outcomes merged.

use super::room::{Full, Room};
use super::states::States;
use chaselab_core::{Every, MAX_EVENTS};
use rayon::prelude::*;
use std::hash::Hash;
use std::ops::ControlFlow;

/// Where a branch of dice leads: the number of a state, and whether the next turn begins there. Whatever goes on in the
/// same turn comes first, then lower numbers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Target(u32);

impl Target {
    const NEXT_TURN: u32 = 1 << 31;

    #[inline]
    pub(crate) fn new(id: u32, next_turn: bool) -> Self {
        Self(id | if next_turn { Self::NEXT_TURN } else { 0 })
    }

    /// The number of the state.
    #[inline]
    pub(crate) fn id(self) -> u32 {
        self.0 & !Self::NEXT_TURN
    }

    /// Whether the next turn begins there.
    #[inline]
    pub(crate) fn is_next_turn(self) -> bool {
        self.0 & Self::NEXT_TURN != 0
    }

    /// The same under another number.
    #[inline]
    pub(crate) fn renumbered(self, new: impl Fn(u32) -> u32) -> Self {
        Self(new(self.id()) | self.0 & Self::NEXT_TURN)
    }

    /// It as a number, in the same order.
    #[inline]
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// From its number.
    #[inline]
    pub(crate) fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// A number for itself, near to that of the other target in the same state.
    #[inline]
    fn index(self) -> usize {
        self.0.rotate_left(1) as usize
    }
}

/// Rows, one after the other: what leads to the same target is one entry, in the order of first sight.
pub(crate) type Entries = Vec<(Target, f64)>;

/// How often a row notes each event, in expectation.
pub(crate) type Expected = [f64; MAX_EVENTS];

/// The fewest targets for which there is room.
const FIRST: usize = 1024;

/// Finds rows, one after the other in the same memory.
#[derive(Default)]
pub(crate) struct Merger {
    luck: Every,
    /// Where each target stands among the entries; of one that is not in the row that is merged, anything.
    places: Vec<u32>,
}

impl Merger {
    /// Adds the row of what `act` leads to, by numbers that `states` gives; its events.
    ///
    /// # Errors
    /// When there is no room for it: what was found until then is added.
    #[inline]
    pub(crate) fn merge<T: Eq + Hash>(
        &mut self,
        act: impl FnMut(&mut Every) -> (T, bool),
        states: &mut States<T>,
        entries: &mut Entries,
        room: &Room,
    ) -> Result<Expected, Full> {
        let Self { luck, places } = self;
        let begin = entries.len();
        let mut expected = [0.0; MAX_EVENTS];
        let mut step = room.step();
        luck.visit(act, |probability, (state, next_turn), noted| {
            for (event, count) in noted.iter() {
                expected[usize::from(event.0)] += probability * f64::from(count);
            }
            let target = Target::new(states.meet(state), next_turn);
            let at = target.index();
            if at >= places.len() {
                places.resize((at + 1).next_power_of_two().max(FIRST), 0);
            }
            let place = (places[at] as usize).wrapping_sub(begin);
            match entries[begin..].get_mut(place) {
                Some((known, sum)) if *known == target => *sum += probability,
                _ => {
                    places[at] = entries.len() as u32;
                    entries.push((target, probability));
                }
            }
            if step.read(states.as_slice().len()) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        step.end().map(|()| expected)
    }
}

/// Rows that were found apart from others, under numbers of their own.
struct Part<T> {
    states: States<T>,
    entries: Entries,
    /// Where each row ends in the entries, and its events; behind one for which there was no room there are none.
    rows: Vec<(usize, Result<Expected, Full>)>,
}

/// Rows that were found in parallel, taken one after the other.
pub(crate) struct Apart<T> {
    parts: std::vec::IntoIter<Part<T>>,
    part: Part<T>,
    /// How many rows of the part were taken.
    taken: usize,
    /// The numbers that its states have elsewhere, as far as they were met.
    ids: Vec<Option<u32>>,
}

/// How many rows make a part.
const PART: usize = 32;

impl<T: Clone + Eq + Hash + Send + Sync> Apart<T> {
    /// The rows of some states, as far as there is room.
    ///
    /// # Errors
    /// When all of them together have too many branches: which of them were read until then nobody knows.
    pub(crate) fn find(
        from: &[&T],
        act: impl Fn(&T, &mut Every) -> (T, bool) + Sync,
        room: &Room,
    ) -> Result<Self, Full> {
        let find = |from: &[&T]| {
            let mut merger = Merger::default();
            let mut part = Part { states: States::with_capacity(from.len()), ..Part::default() };
            for &state in from {
                let found = merger.merge(|luck| act(state, luck), &mut part.states, &mut part.entries, room);
                part.rows.push((part.entries.len(), found));
                if found.is_err() {
                    break;
                }
            }
            part
        };
        // Where there is no room for the first there is mostly none for the others either, and nobody will ask for them.
        let (first, others) = from.split_at(from.len().min(1));
        let mut parts = vec![find(first)];
        if parts[0].rows.iter().all(|(_, found)| found.is_ok()) {
            parts.par_extend(others.par_chunks(PART).map(find));
        }
        room.left()?;
        Ok(Self { parts: parts.into_iter(), ..Self::none() })
    }

    /// None.
    pub(crate) fn none() -> Self {
        Self { parts: Vec::new().into_iter(), part: Part::default(), taken: 0, ids: Vec::new() }
    }

    /// Adds the next row, by numbers that `states` gives; its events. All is as [`Merger::merge`] would have found it.
    /// Nothing where all rows were taken.
    pub(crate) fn next(&mut self, states: &mut States<T>, into: &mut Entries) -> Option<Result<Expected, Full>> {
        if self.taken == self.part.rows.len() {
            self.part = self.parts.next()?;
            self.taken = 0;
            self.ids.clear();
            self.ids.resize(self.part.states.as_slice().len(), None);
        }
        let Part { states: own, entries, rows } = &self.part;
        let (end, expected) = rows[self.taken];
        let begin = self.taken.checked_sub(1).map_or(0, |before| rows[before].0);
        self.taken += 1;
        into.extend(entries[begin..end].iter().map(|&(target, probability)| {
            let own_id = target.id() as usize;
            let id = *self.ids[own_id].get_or_insert_with(|| states.meet(own.as_slice()[own_id].clone()));
            (target.renumbered(|_| id), probability)
        }));
        Some(expected)
    }
}

impl<T: Eq + Hash> Default for Part<T> {
    fn default() -> Self {
        Self { states: States::with_capacity(0), entries: Entries::new(), rows: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Limits;
    use super::*;
    use chaselab_core::{Chance, Dice, Event};

    fn room() -> Room {
        Room::new(Limits::default(), 1, 1)
    }

    /// A die moves a place; where it shows 6 the next turn begins, and 1 is noted twice.
    fn roll(dice: &Dice, place: i16, luck: &mut Every) -> (i16, bool) {
        let face = luck.draw(dice);
        if face == 1 {
            luck.note(Event(2));
            luck.note(Event(2));
        }
        ((place + face) / 3, face == 6)
    }

    #[test]
    fn equal_outcomes_merge_at_the_same_pace() {
        let dice = Dice::sides(6);
        let (mut merger, mut states, mut entries) = (Merger::default(), States::with_capacity(0), Entries::new());
        for row in 0..2 {
            let expected = merger.merge(|luck| roll(&dice, 0, luck), &mut states, &mut entries, &room()).unwrap();
            assert_eq!(expected[2], 2.0 / 6.0);
            let row: Vec<(u32, bool, f64)> =
                entries[4 * row..].iter().map(|&(to, p)| (to.id(), to.is_next_turn(), (p * 6.0).round())).collect();
            // Places 0 of faces 1 and 2, 1 of faces 3 to 5, 2 of face 6.
            assert_eq!(row, [(0, false, 2.0), (1, false, 3.0), (2, true, 1.0)]);
            entries.push((Target::new(9, false), 0.0));
        }
    }

    #[test]
    fn rows_found_apart_are_the_rows_found_one_by_one() {
        let dice = Dice::sides(6);
        let places: Vec<i16> = (0..3 * PART as i16 + 1).map(|at| at * 7 % 40).collect();
        let (mut merger, mut states, mut entries) = (Merger::default(), States::with_capacity(0), Entries::new());
        let one_by_one: Vec<Expected> = places
            .iter()
            .map(|&place| merger.merge(|luck| roll(&dice, place, luck), &mut states, &mut entries, &room()).unwrap())
            .collect();
        let from: Vec<&i16> = places.iter().collect();
        let mut apart = Apart::find(&from, |&place, luck| roll(&dice, place, luck), &room()).unwrap();
        let (mut others, mut found) = (States::with_capacity(0), Entries::new());
        let all: Vec<Expected> =
            std::iter::from_fn(|| apart.next(&mut others, &mut found)).map(Result::unwrap).collect();
        assert_eq!((all, found), (one_by_one, entries));
        assert_eq!(others.as_slice(), states.as_slice());
    }
}
