//! States by number and numbers by state, each state kept once.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// States, each with a number: at first in the order in which they were met.
pub(crate) struct States<T> {
    states: Vec<T>,
    ids: HashTable<u32>,
}

impl<T: Eq + Hash> States<T> {
    /// None yet, with room for so many.
    pub(crate) fn with_capacity(states: usize) -> Self {
        Self { states: Vec::with_capacity(states), ids: HashTable::with_capacity(states) }
    }

    /// The number of a state: the next one, if it was not met before.
    #[inline]
    pub(crate) fn meet(&mut self, state: T) -> u32 {
        let Self { states, ids } = self;
        let hashed = hash(&state);
        if let Some(&known) = ids.find(hashed, |&id| states[id as usize] == state) {
            return known;
        }
        let id = states.len() as u32;
        states.push(state);
        ids.insert_unique(hashed, id, |&id| hash(&states[id as usize]));
        id
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

    /// The same states under other numbers: `old` by new, and `new` by old.
    pub(crate) fn renumber(mut self, old: &[u32], new: &[u32]) -> Self
    where
        T: Clone,
    {
        self.ids.iter_mut().for_each(|id| *id = new[*id as usize]);
        let states = old.iter().map(|&old| self.states[old as usize].clone()).collect();
        Self { states, ids: self.ids }
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
    fn many_states_are_told_apart() {
        let mut states = States::with_capacity(0);
        for round in 0..2 {
            for state in 0..5_000_u32 {
                assert_eq!(states.meet((state, state % 7)), state, "round {round}");
            }
        }
    }
}
