//! What chases are counted into: integers that add up, in whatever order.

use crate::kernel::Played;
use chaselab_core::{Detail, End, EventCounts, MAX_EVENTS, Words};

/// Counts of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// How many chases.
    pub chases: u64,
    /// For each end, how many chases of each length, from 0 turns on.
    lengths: [Vec<u64>; End::ALL.len()],
    details: [Vec<u64>; End::ALL.len()],
    /// Sums and sums of squares of the number of each event in a chase, by fours: most fours do not happen in most chases.
    events: Vec<[(u64, u64); 4]>,
    /// How many events there are.
    kinds: usize,
}

impl Counts {
    /// Nothing counted yet of what has these names, in chases up to `max_turns` long.
    pub fn new(max_turns: u16, words: &Words) -> Self {
        Self {
            chases: 0,
            lengths: std::array::from_fn(|_| vec![0; usize::from(max_turns) + 1]),
            // A system without names of details has the one that says nothing.
            details: std::array::from_fn(|_| vec![0; words.details.len().max(1)]),
            events: vec![[(0, 0); 4]; words.events.len().div_ceil(4)],
            kinds: words.events.len(),
        }
    }

    /// Nothing counted yet of the same kind.
    pub fn nothing(&self) -> Self {
        Self {
            chases: 0,
            lengths: std::array::from_fn(|end| vec![0; self.lengths[end].len()]),
            details: std::array::from_fn(|end| vec![0; self.details[end].len()]),
            events: vec![[(0, 0); 4]; self.events.len()],
            kinds: self.kinds,
        }
    }

    /// Counts a chase.
    #[inline]
    pub fn count(&mut self, played: Played, events: &[u16]) {
        self.chases += 1;
        self.count_end(played, 1);
        let (fours, rest) = events.as_chunks::<4>();
        for (sums, counts) in self.events.iter_mut().zip(fours) {
            if counts[0] | counts[1] | counts[2] | counts[3] == 0 {
                continue;
            }
            for (sums, &count) in sums.iter_mut().zip(counts) {
                add_squared(sums, count);
            }
        }
        for (sums, &count) in self.events_mut().iter_mut().skip(4 * fours.len()).zip(rest) {
            add_squared(sums, count);
        }
    }

    /// Counts many chases, one after the other.
    #[inline(always)]
    pub fn count_many(&mut self, count: impl FnOnce(&mut Many<'_>)) {
        let mut many = Many { counts: self, events: Sums::default(), squares: Sums::default(), left: Many::CHASES };
        count(&mut many);
        many.add_up();
    }

    /// Counts so many chases that went alike, without the events in them.
    pub(crate) fn count_alike(&mut self, played: Played, chases: u64) {
        self.chases += chases;
        self.count_end(played, chases);
    }

    /// The same, as long as the chases themselves are counted elsewhere.
    #[inline(always)]
    fn count_end(&mut self, played: Played, chases: u64) {
        self.lengths[played.end as usize][usize::from(played.turns)] += chases;
        self.details[played.end as usize][usize::from(played.detail.0)] += chases;
    }

    /// Adds to an event's sum and sum of squares.
    pub(crate) fn count_event(&mut self, index: usize, sums: (u64, u64)) {
        let (sum, squares) = &mut self.events_mut()[index];
        *sum += sums.0;
        *squares += sums.1;
    }

    /// Adds what was counted elsewhere, of chases of the same longest length.
    pub fn add(&mut self, other: &Self) {
        self.chases += other.chases;
        for (mine, theirs) in self.lengths.iter_mut().flatten().zip(other.lengths.iter().flatten()) {
            *mine += theirs;
        }
        for (mine, theirs) in self.details.iter_mut().flatten().zip(other.details.iter().flatten()) {
            *mine += theirs;
        }
        for (mine, theirs) in self.events_mut().iter_mut().zip(other.events()) {
            mine.0 += theirs.0;
            mine.1 += theirs.1;
        }
    }

    /// How many chases ended so.
    pub fn end(&self, end: End) -> u64 {
        self.lengths[end as usize].iter().sum()
    }

    /// How many chases ended so by a detail.
    pub fn detail(&self, end: End, detail: Detail) -> u64 {
        self.details[end as usize][usize::from(detail.0)]
    }

    /// How many chases ended so by each detail, from [`Detail::NONE`] on.
    pub fn details(&self, end: End) -> &[u64] {
        &self.details[end as usize]
    }

    /// How many chases that ended so took how many turns, from 0 on.
    pub fn lengths(&self, end: End) -> &[u64] {
        &self.lengths[end as usize]
    }

    /// The sum and the sum of squares of an event's number.
    pub fn event(&self, index: usize) -> (u64, u64) {
        self.events()[index]
    }

    /// The sum and the sum of squares of every event's number.
    pub fn events(&self) -> &[(u64, u64)] {
        &self.events.as_flattened()[..self.kinds]
    }

    fn events_mut(&mut self) -> &mut [(u64, u64)] {
        &mut self.events.as_flattened_mut()[..self.kinds]
    }

    /// Takes back what was saved of chases that ended so: how many were how long, and came about by which detail.
    /// Nothing when that cannot be: there are no such lengths or details, or the two disagree about the chases.
    pub fn restore_end(&mut self, end: End, lengths: &[(usize, u64)], details: &[(usize, u64)]) -> Option<()> {
        let total = |counts: &[(usize, u64)]| counts.iter().try_fold(0_u64, |sum, &(_, count)| sum.checked_add(count));
        let chases = total(lengths)?;
        if total(details)? != chases {
            return None;
        }
        for &(turns, count) in lengths {
            *self.lengths[end as usize].get_mut(turns)? += count;
        }
        for &(detail, count) in details {
            *self.details[end as usize].get_mut(detail)? += count;
        }
        self.chases = self.chases.checked_add(chases)?;
        Some(())
    }

    /// Takes back what was saved of an event: its sum and sum of squares.
    pub fn restore_event(&mut self, index: usize, sums: (u64, u64)) -> Option<()> {
        *self.events_mut().get_mut(index)? = sums;
        Some(())
    }
}

/// Counts chase after chase: all events of one at once, in numbers so small that few instructions do it.
#[derive(Debug)]
pub struct Many<'a> {
    counts: &'a mut Counts,
    /// Sums and sums of squares that are still to be added up.
    events: Sums,
    squares: Sums,
    /// So many chases are still counted before that.
    left: u16,
}

/// A number for each event, where wide instructions take them from memory at once.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
struct Sums([u16; MAX_EVENTS]);

impl Many<'_> {
    /// An event that happens more often in one chase is counted by itself.
    const OFTEN: u16 = 31;

    /// After so many chases sums of squares are still below 2^16.
    const CHASES: u16 = u16::MAX / (Self::OFTEN * Self::OFTEN);

    /// Counts a chase.
    #[inline(always)]
    pub fn count(&mut self, played: Played, events: &EventCounts) {
        if Self::is_any_often(events) {
            return self.counts.count(played, events);
        }
        self.counts.count_end(played, 1);
        for ((sum, squares), &count) in self.events.0.iter_mut().zip(&mut self.squares.0).zip(events) {
            *sum += count;
            *squares += count * count;
        }
        self.left -= 1;
        if self.left == 0 {
            self.add_up();
        }
    }

    /// Whether an event happened too often, of four counts at a time.
    #[inline(always)]
    fn is_any_often(events: &EventCounts) -> bool {
        const FOURS: u64 = 0x0001_0001_0001_0001;
        const { assert!(MAX_EVENTS.is_multiple_of(4) && (Self::OFTEN + 1).is_power_of_two()) };
        let bytes = events.map(u16::to_le_bytes);
        let (words, _) = bytes.as_flattened().as_chunks::<8>();
        let any = words.iter().fold(0, |any, &word| any | u64::from_le_bytes(word));
        any & (FOURS * u64::from(!Self::OFTEN)) != 0
    }

    #[inline(never)]
    fn add_up(&mut self) {
        self.counts.chases += u64::from(Self::CHASES - self.left);
        let sums = self.events.0.iter_mut().zip(&mut self.squares.0);
        for ((all, all_squares), (sum, squares)) in self.counts.events_mut().iter_mut().zip(sums) {
            *all += u64::from(std::mem::take(sum));
            *all_squares += u64::from(std::mem::take(squares));
        }
        self.left = Self::CHASES;
    }
}

/// Adds how often an event happened in a chase.
#[inline(always)]
fn add_squared((sum, squares): &mut (u64, u64), count: u16) {
    let count = u64::from(count);
    *sum += count;
    *squares += count * count;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_chases_count_like_one_after_the_other() {
        let words = Words { details: vec!["".into()], events: vec!["event".into(); 3], ..Words::default() };
        let (mut each, mut many) = (Counts::new(9, &words), Counts::new(9, &words));
        let chases = (0..4 * u64::from(Many::CHASES) + 5).map(|chase| {
            let mut events = [0; MAX_EVENTS];
            events[0] = Many::OFTEN;
            events[2] = if chase % 97 == 0 { u16::MAX } else { (chase % 7) as u16 };
            // One more than is counted at once, in so many chases that squares would not fit.
            events[1] = if chase / u64::from(Many::CHASES) == 2 { Many::OFTEN + 1 } else { 0 };
            (Played { end: End::Caught, detail: Detail::NONE, turns: (chase % 10) as u16 }, events)
        });
        chases.clone().for_each(|(played, events)| each.count(played, &events));
        many.count_many(|many| chases.for_each(|(played, events)| many.count(played, &events)));
        assert_eq!(many, each);
    }

    #[test]
    fn adding_parts_is_counting_the_whole() {
        let chases = [
            (Played { end: End::Escaped, detail: Detail(1), turns: 3 }, 2),
            (Played { end: End::Caught, detail: Detail(0), turns: 5 }, 0),
            (Played { end: End::Escaped, detail: Detail(1), turns: 3 }, 5),
        ];
        let words =
            Words { details: vec!["".into(), "lost".into()], events: vec!["event".into(); 3], ..Words::default() };
        let count = |chases: &[(Played, u16)]| {
            let mut counts = Counts::new(5, &words);
            for &(played, crashes) in chases {
                let mut events = [0; 3];
                events[2] = crashes;
                counts.count(played, &events);
            }
            counts
        };
        let whole = count(&chases);
        let mut parts = count(&chases[2..]);
        parts.add(&count(&chases[..2]));
        assert_eq!(parts, whole);
        assert_eq!((whole.chases, whole.end(End::Escaped), whole.detail(End::Escaped, Detail(1))), (3, 2, 2));
        assert_eq!(whole.lengths(End::Caught), [0, 0, 0, 0, 0, 1]);
        assert_eq!(whole.event(2), (7, 29));
    }
}
