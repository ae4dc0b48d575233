//! Enumerating: turn by turn from the start, each state's row merged before the next is looked at. A state is expanded in
//! the first turn in which play can reach it, and not at all when that is after the last turn.

use super::Limits;
use super::explore::Explore;
use super::found::{Found, Row};
use super::graph::{self, Fork, Slot};
use super::room::{Full, Room};
use super::rows::{Apart, Merger, Target};
use super::states::States;
use crate::compensated::sum;
use crate::error::{Field, ModelError};
use chaselab_core::{Action, Choice, Detail, End, Every, Next, Options, Pace, Pair, Side, System, View, Words};

/// How far a row may be from 1.
const ROW_TOLERANCE: f64 = 1e-12;

/// How many states are expanded at a time; fewer of dice are not worth sharing out.
const BATCH: usize = 4096;
const SHARED: usize = 64;

/// Room for so many states, and for so many of them in a row of entries each, is made at once: models grow in few steps.
pub(super) const FIRST: usize = 256;
const ENTRIES: usize = 4;

/// The bytes of an entry of a row.
const TRANSITION: usize = size_of::<(Target, f64)>() + size_of::<u32>() + size_of::<f64>();

/// States as they are discovered.
pub(crate) struct Builder<'a, S: System> {
    system: &'a S,
    limits: Limits,
    pub(crate) found: Found,
    pub(crate) states: States<S::State>,
    /// Whether play has reached each state.
    reached: Vec<bool>,
    merger: Merger,
    room: Room,
}

/// One phase of dice, and whether the next turn begins behind it.
#[inline]
fn roll<S: System>(system: &S, state: &S::State, luck: &mut Every) -> (S::State, bool) {
    let mut after = state.clone();
    let pace = system.resolve(&mut after, luck);
    // Whoever is out is out in the turn that was played, whatever the pace says.
    let next_turn = pace == Pace::NextTurn && !matches!(system.next(&after), Next::Over(..));
    (after, next_turn)
}

impl<'a, S: System> Builder<'a, S> {
    /// Every state that can be reached by the explored actions within the turns that are played, added to none yet.
    pub(crate) fn enumerate(
        system: &'a S,
        explore: Explore<'_>,
        limits: Limits,
        states: States<S::State>,
    ) -> Result<Self, ModelError> {
        let mut builder = Self {
            system,
            limits,
            found: Found::with_capacity(FIRST, FIRST * ENTRIES),
            states,
            reached: Vec::with_capacity(FIRST),
            merger: Merger::default(),
            room: Room::new(limits, Self::STATE, TRANSITION),
        };
        let mut turn = builder.start()?;
        let mut next_turn = Vec::new();
        for _ in 1..=limits.turns {
            builder.expand(&mut turn, &mut next_turn, explore)?;
            if next_turn.is_empty() {
                break;
            }
            std::mem::swap(&mut turn, &mut next_turn);
            next_turn.clear();
        }
        Ok(builder)
    }

    /// Expands the states at which a turn begins, and all that it leads to, which is added to them; adds those at which the
    /// next one may begin for the first time.
    fn expand(
        &mut self,
        turn: &mut Vec<u32>,
        next_turn: &mut Vec<u32>,
        explore: Explore<'_>,
    ) -> Result<(), ModelError> {
        turn.retain(|&id| self.reach(id).is_some());
        let mut begin = 0;
        while begin < turn.len() {
            let batch = begin..turn.len().min(begin + BATCH);
            begin = batch.end;
            let mut apart = self.apart(&turn[batch.clone()])?;
            for at in batch {
                let id = turn[at];
                match self.found.slots[id as usize] {
                    Slot::Over(..) => {}
                    Slot::Chance(row) => {
                        self.resolve(id, row, &mut apart)?;
                        let Row { begin, end, .. } = self.found.rows[row as usize];
                        for at in begin..end {
                            let (to, _) = self.found.entries[at as usize];
                            if !to.is_next_turn() {
                                turn.extend(self.reach(to.id()));
                            } else if !self.reached[to.id() as usize] {
                                next_turn.push(to.id());
                            }
                        }
                    }
                    Slot::Choose(fork) => {
                        self.choose(id, fork, explore);
                        for at in self.found.forks[fork as usize].after as usize..self.found.after.len() {
                            turn.extend(self.reach(self.found.after[at]));
                        }
                    }
                }
                self.check_limits()?;
            }
        }
        Ok(())
    }

    /// Play reaches a state: the first time, it is asked what it is, and has to be expanded.
    #[inline]
    fn reach(&mut self, id: u32) -> Option<u32> {
        if std::mem::replace(&mut self.reached[id as usize], true) {
            return None;
        }
        let found = &mut self.found;
        found.slots[id as usize] = match self.system.next(&self.states.as_slice()[id as usize]) {
            Next::Over(end, detail) => Slot::Over(end, detail),
            Next::Resolve => {
                found.rows.push(Row::default());
                Slot::Chance(found.rows.len() as u32 - 1)
            }
            Next::Choose(asked) => {
                found.forks.push(Fork { asked, explored: Pair::new(Options::NONE, Options::NONE), after: 0 });
                Slot::Choose(found.forks.len() as u32 - 1)
            }
        };
        Some(id)
    }

    /// The rows of those states of a batch at which dice decide, if there are enough to share out. They do not depend on
    /// each other, so that they may be found in parallel; ids are given afterwards, in order.
    fn apart(&self, batch: &[u32]) -> Result<Apart<S::State>, ModelError> {
        let dice = |id: &&u32| matches!(self.found.slots[**id as usize], Slot::Chance(_));
        if batch.len() < SHARED {
            return Ok(Apart::none());
        }
        let states = self.states.as_slice();
        let from: Vec<&S::State> = batch.iter().filter(dice).map(|&id| &states[id as usize]).collect();
        if from.len() < SHARED {
            return Ok(Apart::none());
        }
        Apart::find(&from, |state, luck| roll(self.system, state, luck), &self.room).map_err(|full| self.full(full))
    }

    /// What a state looks like, for messages.
    pub(crate) fn name(&self, id: u32) -> String {
        format!("{:?}", self.states.as_slice()[id as usize])
    }

    /// The states at which chases begin.
    fn start(&mut self) -> Result<Vec<u32>, ModelError> {
        let Self { system, states, merger, found, room, .. } = self;
        let merged = merger.merge(|luck| (system.start(luck), false), states, &mut found.entries, room);
        self.describe();
        self.found.start_events = merged.map_err(|full| self.full(full))?;
        self.check_row(0, |_| "the start".into())?;
        let starts = self.found.entries.drain(..).map(|(target, probability)| (target.id(), probability));
        self.found.starts = starts.collect();
        Ok(self.found.starts.iter().map(|&(id, _)| id).collect())
    }

    /// What is known of new states at once. Each counts as a timeout until play reaches it: where it never does, that is
    /// what it is.
    #[inline]
    fn describe(&mut self) {
        let Self { system, found, states, reached, .. } = self;
        let states = states.as_slice();
        if found.slots.len() == states.len() {
            return;
        }
        found.views.extend(states[found.slots.len()..].iter().map(|state| system.view(state)));
        found.slots.resize(states.len(), Slot::Over(End::Timeout, Detail::NONE));
        reached.resize(states.len(), false);
    }

    /// Whether the row whose entries begin at `begin`, and are the last ones, adds up to 1.
    fn check_row(&self, begin: usize, name: impl FnOnce(&Self) -> String) -> Result<(), ModelError> {
        let total = sum(self.found.entries[begin..].iter().map(|&(_, probability)| probability));
        if (total - 1.0).abs() > ROW_TOLERANCE {
            return Err(ModelError::Row { state: name(self), total });
        }
        Ok(())
    }

    fn resolve(&mut self, id: u32, row: u32, apart: &mut Apart<S::State>) -> Result<(), ModelError> {
        let Self { system, states, merger, found: Found { entries, .. }, room, .. } = self;
        let begin = entries.len();
        let merged = apart.next(states, entries).unwrap_or_else(|| {
            let state = states.as_slice()[id as usize].clone();
            merger.merge(|luck| roll(*system, &state, luck), states, entries, room)
        });
        self.describe();
        let expected = merged.map_err(|full| self.full(full))?;
        self.check_row(begin, |builder| builder.name(id))?;
        let Found { rows, entries, events, .. } = &mut self.found;
        let events_begin = events.len() as u32;
        let happened = expected.iter().enumerate().filter(|&(_, &expected)| expected > 0.0);
        events.extend(happened.map(|(event, &expected)| (event as u8, expected)));
        let (begin, end, events_end) = (begin as u32, entries.len() as u32, events.len() as u32);
        rows[row as usize] = Row { begin, end, events_begin, events_end };
        Ok(())
    }

    fn choose(&mut self, id: u32, fork: u32, explore: Explore<'_>) {
        let state = self.states.as_slice()[id as usize].clone();
        let asked: Pair<Choice> = self.found.forks[fork as usize].asked;
        let gap = self.found.views[id as usize].gap();
        let explored = Pair::of(|side| explore.options(side, asked[side], gap));
        // Who waits has one action, which is none.
        let actions = |side: Side| {
            let waits = explored[side].is_empty().then_some(Action(0));
            waits.into_iter().chain(explored[side].iter())
        };
        let begin = self.found.after.len() as u32;
        for prey in actions(Side::Prey) {
            for catcher in actions(Side::Catcher) {
                let mut after = state.clone();
                self.system.choose(&mut after, Pair::new(prey, catcher));
                self.found.after.push(self.states.meet(after));
            }
        }
        self.describe();
        self.found.forks[fork as usize] = Fork { asked, explored, after: begin };
    }

    fn check_limits(&self) -> Result<(), ModelError> {
        let bytes = self.bytes();
        let states = self.states.as_slice().len();
        if states <= self.limits.states && bytes <= self.limits.bytes {
            return Ok(());
        }
        Err(self.too_large())
    }

    fn too_large(&self) -> ModelError {
        let fields = spread(self.system.words(), &self.found.views);
        ModelError::TooLarge { states: self.states.as_slice().len(), megabytes: self.bytes() >> 20, fields }
    }

    /// Why a step was not read to its end.
    #[cold]
    fn full(&self, full: Full) -> ModelError {
        match full {
            Full::States => self.too_large(),
            Full::Branches(branches) => ModelError::TooManyBranches { states: self.states.as_slice().len(), branches },
        }
    }

    /// A state stands in the list, with an entry of the table, and everything is held twice while it is put in order.
    const STATE: usize = 2 * (size_of::<S::State>() + size_of::<Slot>() + size_of::<View>()) + 10;

    fn bytes(&self) -> usize {
        let found = &self.found;
        let rows = found.rows.len() * (size_of::<Row>() + size_of::<graph::Row>());
        let entries = found.entries.len() * TRANSITION;
        let events = 2 * found.events.len() * size_of::<(u8, f64)>();
        let forks = 2 * (found.forks.len() * size_of::<Fork>() + found.after.len() * size_of::<u32>());
        self.states.as_slice().len() * Self::STATE + rows + entries + events + forks
    }
}

/// The fields of the view that vary, those with the most values first.
fn spread(words: &Words, views: &[View]) -> Vec<Field> {
    let mut fields: Vec<Field> = words
        .view
        .iter()
        .take(views.first().map_or(0, |view| view.0.len()))
        .enumerate()
        .map(|(at, name)| {
            let mut values: Vec<i16> = views.iter().map(|view| view.0[at]).collect();
            values.sort_unstable();
            values.dedup();
            Field { name: name.clone(), values: values.len() }
        })
        .filter(|field| field.values > 1)
        .collect();
    fields.sort_by_key(|field| std::cmp::Reverse(field.values));
    fields
}
