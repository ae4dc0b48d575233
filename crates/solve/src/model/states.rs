//! States by number and numbers by state, each state kept once.

use crate::error::ModelError;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// What is met more often than this is not noted: it takes more memory than looking for it again is worth.
const MOST_NOTED: usize = 1 << 18;

/// States, each with a number: at first in the order in which they were met.
pub(crate) struct States<T> {
    states: Vec<T>,
    ids: HashTable<u32>,
    notes: Notes<T>,
}

/// The states that were met, in order, and their numbers each time that one was.
pub(crate) struct Met<T> {
    states: Vec<T>,
    ids: Vec<u32>,
}

/// What is kept of the way by which states are met.
enum Notes<T> {
    None,
    /// The number of each that was met.
    Taken(Vec<u32>),
    /// So many were met, all as they were before: none had to be looked for, and the table is empty.
    Before(Arc<Met<T>>, usize),
}

impl<T: Eq + Hash> States<T> {
    /// None yet, with room for so many.
    pub(crate) fn with_capacity(states: usize) -> Self {
        Self { states: Vec::with_capacity(states), ids: HashTable::with_capacity(states), notes: Notes::None }
    }

    /// None yet. How they are met is noted, and held against how others were.
    pub(crate) fn noting(before: Option<Arc<Met<T>>>) -> Self {
        let room = before.as_ref().map_or(0, |before| before.states.len());
        let notes = before.map_or_else(|| Notes::Taken(Vec::new()), |before| Notes::Before(before, 0));
        Self { states: Vec::with_capacity(room), ids: HashTable::new(), notes }
    }

    /// The number of a state: the next one, if it was not met before.
    #[inline]
    pub(crate) fn meet(&mut self, state: T) -> u32 {
        if let Notes::Before(before, count) = &mut self.notes {
            if let Some(&id) = before.ids.get(*count)
                && before.states[id as usize] == state
            {
                *count += 1;
                if id as usize == self.states.len() {
                    self.states.push(state);
                }
                return id;
            }
            self.leave();
        }
        let id = self.look_up(state);
        if let Notes::Taken(ids) = &mut self.notes {
            ids.push(id);
            if ids.len() > MOST_NOTED {
                self.notes = Notes::None;
            }
        }
        id
    }

    /// The first that is not as it was before: from here on states are looked for.
    #[cold]
    #[inline(never)]
    fn leave(&mut self) {
        let Self { states, ids, notes } = self;
        let Notes::Before(before, count) = notes else { return };
        let met = before.ids[..*count].to_vec();
        *notes = Notes::Taken(met);
        for (id, state) in states.iter().enumerate() {
            ids.insert_unique(hash(state), id as u32, |&id| hash(&states[id as usize]));
        }
    }

    #[inline]
    fn look_up(&mut self, state: T) -> u32 {
        let Self { states, ids, .. } = self;
        let hashed = hash(&state);
        if let Some(&known) = ids.find(hashed, |&id| states[id as usize] == state) {
            return known;
        }
        let id = states.len() as u32;
        states.push(state);
        ids.insert_unique(hashed, id, |&id| hash(&states[id as usize]));
        id
    }

    /// Whether all were met as they were before, to the last.
    pub(crate) fn were_as_before(&self) -> bool {
        matches!(&self.notes, Notes::Before(before, count) if *count == before.ids.len())
    }

    /// How they were met, if that was noted.
    pub(crate) fn met(self) -> Option<Met<T>> {
        match self.notes {
            Notes::None => None,
            Notes::Taken(ids) => Some(Met { states: self.states, ids }),
            Notes::Before(before, count) => Some(Met { states: self.states, ids: before.ids[..count].to_vec() }),
        }
    }

    /// The number of a state that was met.
    #[inline]
    pub(crate) fn find(&self, state: &T) -> Option<u32> {
        self.ids.find(hash(state), |&id| self.states[id as usize] == *state).copied()
    }

    /// All of them, by number.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        &self.states
    }

    /// That a turn leads back to a state within itself.
    pub(crate) fn circle(&self, id: u32) -> ModelError
    where
        T: Debug,
    {
        ModelError::Cycle { state: format!("{:?}", self.states[id as usize]) }
    }

    /// The same states under other numbers: `old` by new, and `new` by old.
    pub(crate) fn renumber(mut self, old: &[u32], new: &[u32]) -> Self
    where
        T: Clone,
    {
        self.ids.iter_mut().for_each(|id| *id = new[*id as usize]);
        let states = old.iter().map(|&old| self.states[old as usize].clone()).collect();
        Self { states, ids: self.ids, notes: Notes::None }
    }
}

#[inline]
fn hash<T: Hash>(state: &T) -> u64 {
    FxBuildHasher.hash_one(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_first_sight_and_can_be_changed() {
        let mut states = States::with_capacity(1);
        let met = [7, 3, 7, 9, 3].map(|state: i16| states.meet(state));
        assert_eq!(met, [0, 1, 0, 2, 1]);
        assert_eq!((states.find(&9), states.find(&8)), (Some(2), None));
        let states = states.renumber(&[2, 0, 1], &[1, 2, 0]);
        assert_eq!(states.as_slice(), [9, 7, 3]);
        assert_eq!([7, 3, 9].map(|state| states.find(&state)), [Some(1), Some(2), Some(0)]);
    }

    #[test]
    fn what_is_met_as_before_has_the_same_numbers_and_what_is_not_is_looked_for() {
        let meet = |way: &[i16], before: Option<Arc<Met<i16>>>| {
            let mut states = States::noting(before);
            let ids: Vec<u32> = way.iter().map(|&state| states.meet(state)).collect();
            let same = states.were_as_before();
            (ids, states.as_slice().to_vec(), same, Arc::new(states.met().unwrap()))
        };
        let way = [7, 3, 7, 9, 3];
        let (ids, states, same, known) = meet(&way, None);
        assert_eq!((ids, states, same), (vec![0, 1, 0, 2, 1], vec![7, 3, 9], false));
        // The same; one that ends too soon, one that goes on, ones that leave it for what was met and for what was not.
        for other in [&way[..], &way[..4], &[7, 3, 7, 9, 3, 3, 1], &[7, 3, 3, 7, 9], &[7, 3, 4, 9, 7, 3], &[1]] {
            let (ids, states, same, met) = meet(other, Some(Arc::clone(&known)));
            let (expected_ids, expected_states, _, _) = meet(other, None);
            assert_eq!((&ids, states), (&expected_ids, expected_states), "{other:?}");
            assert_eq!((same, &met.ids), (other == &way[..], &ids), "{other:?}");
        }
    }

    #[test]
    fn many_states_are_told_apart() {
        let mut states = States::with_capacity(0);
        for round in 0..2 {
            for state in 0..5_000_u32 {
                assert_eq!(states.meet((state, state % 7)), state, "round {round}");
            }
        }
    }
}
