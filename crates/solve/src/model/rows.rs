//! Sparse rows: what dice lead to from one state, equal outcomes merged.

use super::states::States;
use chaselab_core::{Every, MAX_EVENTS};
use rayon::prelude::*;
use std::hash::Hash;

/// Where a branch of dice leads: the number of a state, and whether the next turn begins there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target(u32);

impl Target {
    #[inline]
    fn new(id: u32, next_turn: bool) -> Self {
        Self(id << 1 | u32::from(next_turn))
    }

    /// The number of the state.
    #[inline]
    pub(crate) fn id(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the next turn begins there.
    #[inline]
    pub(crate) fn is_next_turn(self) -> bool {
        self.0 & 1 == 1
    }
}

/// What leads to the same target is one entry, in the order of first sight.
pub(crate) type Row = Vec<(Target, f64)>;

/// How often a row notes each event, in expectation.
pub(crate) type Expected = [f64; MAX_EVENTS];

/// Finds rows, one after the other in the same memory.
#[derive(Default)]
pub(crate) struct Merger {
    luck: Every,
    /// Where each target stands in the row; what stands here of a target that is not in it is of no meaning.
    places: Vec<u32>,
}

impl Merger {
    /// The row of what `act` leads to, by numbers that `states` gives, and the events on the way.
    #[inline]
    pub(crate) fn merge<T: Eq + Hash>(
        &mut self,
        act: impl FnMut(&mut Every) -> (T, bool),
        states: &mut States<T>,
        row: &mut Row,
    ) -> Expected {
        let Self { luck, places } = self;
        row.clear();
        let mut expected = [0.0; MAX_EVENTS];
        luck.visit(act, |probability, (state, next_turn), noted| {
            for (event, count) in noted.iter() {
                expected[usize::from(event.0)] += probability * f64::from(count);
            }
            let target = Target::new(states.meet(state), next_turn);
            let at = target.0 as usize;
            if at >= places.len() {
                places.resize((at + 1).next_power_of_two(), 0);
            }
            match row.get_mut(places[at] as usize) {
                Some((known, sum)) if *known == target => *sum += probability,
                _ => {
                    places[at] = row.len() as u32;
                    row.push((target, probability));
                }
            }
        });
        expected
    }
}

/// Rows that were found apart from others, under numbers of their own.
struct Part<T> {
    states: States<T>,
    entries: Row,
    /// Where each row ends in the entries, and its events.
    rows: Vec<(usize, Expected)>,
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
    /// The rows of some states.
    pub(crate) fn find(from: &[&T], act: impl Fn(&T, &mut Every) -> (T, bool) + Sync) -> Self {
        let find = |from: &[&T]| {
            let (mut merger, mut row) = (Merger::default(), Row::new());
            let mut part = Part { states: States::with_capacity(from.len()), ..Part::default() };
            for &state in from {
                let expected = merger.merge(|luck| act(state, luck), &mut part.states, &mut row);
                part.entries.extend_from_slice(&row);
                part.rows.push((part.entries.len(), expected));
            }
            part
        };
        let parts: Vec<Part<T>> = from.par_chunks(PART).map(find).collect();
        Self { parts: parts.into_iter(), ..Self::none() }
    }

    /// None.
    pub(crate) fn none() -> Self {
        Self { parts: Vec::new().into_iter(), part: Part::default(), taken: 0, ids: Vec::new() }
    }

    /// The next row, by numbers that `states` gives, and its events: as [`Merger::merge`] would have found it. Nothing
    /// where all were taken.
    pub(crate) fn next(&mut self, states: &mut States<T>, row: &mut Row) -> Option<Expected> {
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
        row.clear();
        row.extend(entries[begin..end].iter().map(|&(target, probability)| {
            let own_id = target.id() as usize;
            let id = *self.ids[own_id].get_or_insert_with(|| states.meet(own.as_slice()[own_id].clone()));
            (Target::new(id, target.is_next_turn()), probability)
        }));
        Some(expected)
    }
}

impl<T: Eq + Hash> Default for Part<T> {
    fn default() -> Self {
        Self { states: States::with_capacity(0), entries: Row::new(), rows: Vec::new() }
    }
}
