//! What is counted of one cell while its chases are played, and what of it is not saved yet.

use super::engine::Engine;
use crate::counts::Counts;
use crate::journal::Record;
use crate::plan::CHUNK;
use crate::spans::Spans;
use std::sync::{Arc, Mutex, OnceLock};

/// A cell is saved after so many chunks at least: less is played again as quickly as it is read back.
const CHUNKS: u64 = 16;
/// A cell is saved in so many parts at most, so that the journal of a very large one stays small.
const PARTS: u64 = 4096;

/// Why a lock is never poisoned.
const NO_PANIC: &str = "adding up does not panic";

/// Counts of a cell in the making.
pub(super) struct Tally {
    /// The chunks that were not saved earlier.
    pub to_play: Spans,
    chases: u64,
    /// After how many chunks it is saved.
    every: u64,
    sums: Mutex<Sums>,
    /// Made by whoever plays the cell first, and dropped when its last chase is played.
    engine: Mutex<Option<Arc<Engine>>>,
    /// Whether it played in lanes.
    lanes: OnceLock<bool>,
}

struct Sums {
    counts: Counts,
    /// The chunks that were played since the last record, and what was counted in them.
    unsaved: (Spans, Counts),
}

impl Sums {
    /// The record of what was not saved, which is saved from now on.
    fn record(&mut self) -> Option<Record> {
        let (spans, counts) = std::mem::replace(&mut self.unsaved, (Spans::default(), self.counts.nothing()));
        (!spans.is_empty()).then_some(Record::Counts(spans, Box::new(counts)))
    }
}

impl Tally {
    /// Of a cell of so many chases of which `nothing` is counted yet, or some chunks were earlier. What makes no sense of
    /// that is played again.
    pub fn new(chases: u64, nothing: Counts, earlier: Option<(Spans, Counts)>) -> Self {
        let chunks = chases.div_ceil(CHUNK);
        let fits = |(spans, counts): &(Spans, Counts)| {
            let before = |chunk: u64| chunk.saturating_mul(CHUNK).min(chases);
            let within = spans.ranges().iter().map(|range| before(range.end) - before(range.start)).sum::<u64>();
            spans.ranges().last().is_none_or(|last| last.end <= chunks) && within == counts.chases
        };
        let unsaved = (Spans::default(), nothing.nothing());
        let (played, counts) = earlier.filter(fits).unwrap_or((Spans::default(), nothing));
        Self {
            to_play: played.gaps(chunks),
            chases,
            every: (chunks / PARTS).max(CHUNKS),
            sums: Mutex::new(Sums { counts, unsaved }),
            engine: Mutex::new(None),
            lanes: OnceLock::new(),
        }
    }

    /// How many chases are left to play.
    pub fn chases_to_play(&self) -> u64 {
        self.chases - self.sums.lock().expect(NO_PANIC).counts.chases
    }

    /// What plays the cell, made when it is first needed.
    pub fn engine(&self, make: impl FnOnce() -> Engine) -> Arc<Engine> {
        self.made(&mut self.engine.lock().expect(NO_PANIC), make)
    }

    /// Makes what plays the cell, unless somebody has or is about to.
    pub fn make_ready(&self, make: impl FnOnce() -> Engine) {
        if let Ok(mut slot) = self.engine.try_lock()
            && self.lanes.get().is_none()
        {
            self.made(&mut slot, make);
        }
    }

    fn made(&self, slot: &mut Option<Arc<Engine>>, make: impl FnOnce() -> Engine) -> Arc<Engine> {
        let engine = Arc::clone(slot.get_or_insert_with(|| Arc::new(make())));
        self.lanes.get_or_init(|| engine.is_lanes());
        engine
    }

    /// Adds what was counted in a chunk; what is to be saved now, if anything.
    pub fn add(&self, chunk: u64, counts: &Counts) -> Option<Record> {
        let mut sums = self.sums.lock().expect(NO_PANIC);
        sums.counts.add(counts);
        sums.unsaved.0.add(chunk..chunk + 1);
        sums.unsaved.1.add(counts);
        let is_done = sums.counts.chases == self.chases;
        if is_done {
            *self.engine.lock().expect(NO_PANIC) = None;
        }
        if is_done || sums.unsaved.0.count() >= self.every { sums.record() } else { None }
    }

    /// The counts when all chases were played, with whether they were in lanes, and what was not saved. Of a cell that was
    /// saved to the last chunk nobody has made an engine: the same one would say whether it is lanes.
    pub fn finish(self, would_be_lanes: impl FnOnce() -> bool) -> ((Option<Counts>, bool), Option<Record>) {
        let mut sums = self.sums.into_inner().expect(NO_PANIC);
        let unsaved = sums.record();
        if sums.counts.chases < self.chases {
            return ((None, false), unsaved);
        }
        ((Some(sums.counts), self.lanes.into_inner().unwrap_or_else(would_be_lanes)), unsaved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Played;
    use chaselab_core::{Detail, End, Words};

    /// Nothing counted of chases up to 60 turns long, in which one event may happen.
    fn nothing() -> Counts {
        Counts::new(60, &Words { details: vec!["".into()], events: vec!["event".into()], ..Words::default() })
    }

    /// Of a chunk in which every chase is as long as its number says.
    fn counted(chunk: u64, chases: u64) -> Counts {
        let mut counts = nothing();
        for _ in chunk * CHUNK..((chunk + 1) * CHUNK).min(chases) {
            let turns = (chunk % 60) as u16;
            counts.count(Played { end: End::Caught, detail: Detail(0), turns }, &[1]);
        }
        counts
    }

    #[test]
    fn what_is_saved_and_what_is_played_make_up_the_whole() {
        let chases = 40 * CHUNK + 5;
        let whole = Tally::new(chases, nothing(), None);
        assert_eq!((whole.to_play.count(), whole.chases_to_play()), (41, chases));
        let mut saved: Option<(Spans, Counts)> = None;
        let keep = |record: Option<Record>, saved: &mut Option<(Spans, Counts)>| {
            let Some(Record::Counts(new, counts)) = record else { return };
            let (spans, total) = saved.get_or_insert_with(|| (Spans::default(), nothing()));
            assert!(new.ranges().iter().all(|range| spans.add(range.clone())));
            total.add(&counts);
        };
        // Stopped after 23 chunks, taken in an odd order.
        for n in 0..23 {
            let chunk = whole.to_play.nth(n * 7 % 41).unwrap();
            keep(whole.add(chunk, &counted(chunk, chases)), &mut saved);
        }
        // To make an engine for what is not whole would keep whoever stopped waiting.
        let (played, rest) = whole.finish(|| unreachable!());
        assert!(played == (None, false) && rest.is_some());
        keep(rest, &mut saved);

        let second = Tally::new(chases, nothing(), saved);
        assert_eq!(second.to_play.count(), 41 - 23);
        let to_play: Vec<u64> = second.to_play.ranges().iter().cloned().flatten().collect();
        let records: Vec<bool> =
            to_play.iter().map(|&chunk| second.add(chunk, &counted(chunk, chases)).is_some()).collect();
        // After 16 of the 18 chunks, and at the end.
        assert_eq!(records.iter().enumerate().filter_map(|(n, &is)| is.then_some(n)).collect::<Vec<_>>(), [15, 17]);
        let mut expected = nothing();
        (0..41).for_each(|chunk| expected.add(&counted(chunk, chases)));
        let (played, rest) = second.finish(|| true);
        assert_eq!(played, (Some(expected), true));
        assert!(rest.is_none());
    }
}
