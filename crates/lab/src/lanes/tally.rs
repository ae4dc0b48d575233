//! A chase as one number: what is counted in it stands in its fields.

use super::turns::{Branch, Law};
use crate::counts::Counts;
use crate::kernel::Played;
use chaselab_core::{Detail, End, MAX_EVENTS};
use std::rc::Rc;

/// Where in a tally what is counted. The highest bit says that the chase is over: the end of a chase adds it, and so
/// does the last turn, because turns are counted in the bits below it from where that many more carry into it. The
/// lowest bits are the end, then each event.
#[derive(Debug)]
pub(super) struct Fields {
    max_turns: u16,
    /// The lowest bit of the turns.
    turns: u32,
    /// Number 0 is a chase that was not over in time.
    ends: Vec<(End, Detail)>,
    end_bits: u32,
    /// The lowest bit of each event that can happen, and how many bits it has.
    events: Vec<(usize, u32, u32)>,
}

pub(super) const OVER: u64 = 1 << 63;

impl Fields {
    /// Room for as much as can happen; nothing where that is more than 64 bits, or more than is ever counted.
    pub(super) fn new(laws: &[Rc<Law>], max_turns: u16) -> Option<Self> {
        let bits = |most: u64| u64::BITS - most.leading_zeros();
        let mut ends = vec![(End::Timeout, Detail::NONE)];
        let mut most = [0_u16; MAX_EVENTS];
        for (branch, _) in laws.iter().flat_map(|law| law.iter()) {
            most.iter_mut().zip(branch.events).for_each(|(most, count)| *most = count.max(*most));
            if let Some(end) = branch.end()
                && !ends[1..].contains(&end)
            {
                ends.push(end);
            }
        }
        let turns = OVER.ilog2() - bits(max_turns.into());
        let end_bits = bits(ends.len() as u64 - 1);
        let mut used = end_bits;
        let mut events = Vec::new();
        for (event, most) in most.into_iter().enumerate().filter(|&(_, most)| most > 0) {
            // Something can also happen before the first turn.
            let size = bits(u64::from(most) * (u64::from(max_turns) + 1));
            if size > u16::BITS {
                return None;
            }
            events.push((event, used, size));
            used += size;
        }
        (used <= turns).then_some(Self { max_turns, turns, ends, end_bits, events })
    }

    /// The tally of a chase that begins.
    pub(super) fn begin(&self) -> u64 {
        OVER - (u64::from(self.max_turns) << self.turns)
    }

    /// What a branch adds to a tally, in a turn or before the first.
    pub(super) fn pack(&self, branch: &Branch, in_turn: bool) -> u64 {
        let events = self.events.iter().map(|&(event, low, _)| u64::from(branch.events[event]) << low).sum::<u64>();
        let turn = 1 << self.turns;
        match branch.end() {
            Some(end) => {
                let number = 1 + self.ends[1..].iter().position(|&known| known == end).expect("every end is known");
                // The turn that ends a chase is not counted: before the first, one has to be taken off.
                let over = if in_turn { OVER } else { OVER - turn };
                over + number as u64 + events
            }
            None => events + if in_turn { turn } else { 0 },
        }
    }

    /// How many different ends and turns a tally may say, and which of them one says.
    pub(super) fn classes(&self) -> usize {
        self.ends.len() << self.turn_bits()
    }

    #[inline(always)]
    pub(super) fn class(&self, tally: u64) -> usize {
        let end = tally & ((1 << self.end_bits) - 1);
        (end << self.turn_bits() | (tally & !OVER) >> self.turns) as usize
    }

    /// How a chase went whose tally says so.
    pub(super) fn played(&self, class: usize) -> Played {
        let (end, detail) = self.ends[class >> self.turn_bits()];
        if class < 1 << self.turn_bits() {
            return Played { end, detail, turns: self.max_turns };
        }
        let counted = class & ((1 << self.turn_bits()) - 1);
        // The turn that ends a chase is not counted in its tally.
        Played { end, detail, turns: (counted + 1 - (self.begin() >> self.turns) as usize) as u16 }
    }

    pub(super) fn turn_bits(&self) -> u32 {
        OVER.ilog2() - self.turns
    }
}

/// Tallies of chases that are over, added up.
pub(super) struct Tallies<'a> {
    fields: &'a Fields,
    /// How many chases went alike, but for events.
    classes: Vec<u64>,
    /// Sums and sums of squares of each event.
    events: Vec<(u64, u64)>,
}

impl<'a> Tallies<'a> {
    pub(super) fn new(fields: &'a Fields) -> Self {
        let (classes, events) = (vec![0; fields.classes()], vec![(0, 0); fields.events.len()]);
        Self { fields, classes, events }
    }

    /// Adds tallies, each of which so many chases have.
    #[inline(always)]
    pub(super) fn add(&mut self, tallies: impl Iterator<Item = (u64, u32)> + Clone) {
        for (tally, times) in tallies.clone() {
            self.classes[self.fields.class(tally)] += u64::from(times);
        }
        for (&(_, low, size), sums) in self.fields.events.iter().zip(&mut self.events) {
            let (mut sum, mut squares) = (0, 0);
            for (tally, times) in tallies.clone() {
                // Of at most 16 bits, so that a square has 32: all take narrow multiplications.
                let count = u64::from((tally >> low & ((1 << size) - 1)) as u16);
                sum += count * u64::from(times);
                squares += count * count * u64::from(times);
            }
            *sums = (sums.0 + sum, sums.1 + squares);
        }
    }

    pub(super) fn finish(self, counts: &mut Counts) {
        for (class, &chases) in self.classes.iter().enumerate().filter(|&(_, &chases)| chases > 0) {
            counts.count_alike(self.fields.played(class), chases);
        }
        for (&(event, ..), &sums) in self.fields.events.iter().zip(&self.events) {
            counts.count_event(event, sums);
        }
    }
}
