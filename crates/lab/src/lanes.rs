//! Chases sampled in lanes: many at once, in lock step, one random number a turn each. The same law as the rules, not the
//! same chases, so it serves where chases are counted and nobody looks at one by itself.
//!
//! 1. **Rows.** [`Compiled`] rules say which words lead where. All that can happen within a turn is added up here: for
//!    every state in which a turn begins, a row of [`Branch`]es with their probabilities.
//! 2. **Columns.** Each row becomes an alias table (Walker 1977; Vose 1991): columns of equal chance, in each of which at
//!    most two branches share. The leading bits of a random number pick the column, its lower half decides between the two.
//!    No branch's chance is off by more than 2^-33.
//! 3. **One number a chase.** A lane's turns, events and end are fields of one 64-bit number, its tally: a turn adds to it.
//!    When a chase is over its tally is put down; many of them are added up at once.
//! 4. **Lock step.** All lanes take a turn at the same time, and nothing in that step branches, so that the machine never
//!    guesses wrong and works at many lanes at once. A lane whose chase is over begins another until it has played its
//!    share: chases are never dropped for being long.
//!
//! Every lane has a generator of its own, so what is counted depends on the seed, the cell, and the number of chases, never
//! on how many lanes one machine instruction takes, or on threads.

use crate::compiled::{Compiled, Step};
use crate::counts::Counts;
use crate::kernel::Played;
use crate::player::Luck;
use crate::stream;
use chaselab_core::{Detail, End, EventCounts, MAX_EVENTS};
use multiversion::multiversion;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many chases of a chunk are under way at once.
pub const LANES: usize = 32;

/// The most branches of all rows and parts of rows together that are worth their memory.
const MOST_BRANCHES: usize = 1 << 20;

/// What a turn can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Branch {
    /// What the next turn begins with, or the end of the chase.
    then: Step,
    over: bool,
    events: EventCounts,
}

impl Branch {
    fn end(&self) -> Option<(End, Detail)> {
        match self.then {
            Step::Over(end, detail) if self.over => Some((end, detail)),
            _ => None,
        }
    }
}

/// The branches of a turn, or of what is left of it, with their probabilities.
type Law = Vec<(Branch, f64)>;

/// One column of an alias table.
#[derive(Clone, Copy, Debug)]
struct Column {
    /// The first way is taken when the lower half of the random number is below this, else the second.
    below: u32,
    ways: [u16; 2],
}

/// Where a lane can go in a turn: what is added to its tally, and its next row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Way {
    tally: u64,
    row: u64,
}

/// A row's number holds its first column and, in so many bits, by how much a random number is shifted for one of its
/// columns.
const SHIFT: u32 = 6;

/// Compiled rules, ready to be sampled in lanes.
#[derive(Debug)]
pub struct Lanes {
    columns: Vec<Column>,
    ways: Vec<Way>,
    /// How a chase begins.
    begin: Way,
    /// Where a lane waits that has played its share.
    parked: u64,
    fields: Fields,
}

impl Lanes {
    /// Sums up compiled rules. Nothing where turns can go on in too many ways, where a tally has no room for what can
    /// happen, or where fights follow.
    pub fn new(compiled: &Compiled, max_turns: u16) -> Option<Self> {
        if compiled.has_fights() {
            return None;
        }
        let mut rows = Rows { compiled, known: FxHashMap::default(), branches: 0 };
        let start = rows.law(compiled.start())?;
        // Every row that play reaches; the start, before the first turn, has the first.
        let mut laws = vec![Rc::clone(&start)];
        let mut places: FxHashMap<Step, usize> = FxHashMap::default();
        let mut next = 0;
        while let Some(law) = laws.get(next).cloned() {
            next += 1;
            for &(Branch { then, over, .. }, _) in law.iter() {
                if !over && !places.contains_key(&then) {
                    places.insert(then, laws.len());
                    laws.push(rows.law(then)?);
                }
            }
        }
        Self::of_rows(&laws, &places, Fields::new(&laws, max_turns)?)
    }

    fn of_rows(laws: &[Rc<Law>], places: &FxHashMap<Step, usize>, fields: Fields) -> Option<Self> {
        // One more row, to wait in, of one branch that leads back to it.
        let parked = laws.len();
        let size = |place: usize| laws.get(place).map_or(1, |law| law.len()).next_power_of_two().max(2);
        let mut first = 0;
        let rows: Vec<u64> = (0..=parked)
            .map(|place| {
                let row = first << SHIFT | u64::from(u64::BITS - size(place).ilog2());
                first += size(place) as u64;
                row
            })
            .collect();
        let (mut columns, mut ways) = (Vec::with_capacity(first as usize), Vec::new());
        let mut known: FxHashMap<Way, usize> = FxHashMap::default();
        let mut add = |way: Way| {
            *known.entry(way).or_insert_with(|| {
                ways.push(way);
                ways.len() - 1
            })
        };
        let way = |branch: &Branch, place: usize| Way {
            tally: fields.pack(branch, place > 0),
            // Whoever is over is never asked where it stands.
            row: if branch.over { rows[parked] } else { rows[places[&branch.then]] },
        };
        for (place, law) in laws.iter().enumerate() {
            let shares: Option<Vec<(u16, f64)>> =
                law.iter().map(|(branch, share)| Some((add(way(branch, place)).try_into().ok()?, *share))).collect();
            columns.extend(alias(&shares?, size(place)));
        }
        let waits = add(Way { tally: 0, row: rows[parked] }).try_into().ok()?;
        columns.extend(alias(&[(waits, 1.0)], size(parked)));
        let unmoved = Way { tally: fields.begin(), row: rows[0] };
        let begin = match laws[0].as_slice() {
            // Where nothing is rolled before the first turn, a chase begins with it.
            [(branch, _)] if !branch.over => {
                let Way { tally, row } = way(branch, 0);
                Way { tally: unmoved.tally + tally, row }
            }
            _ => unmoved,
        };
        Some(Self { columns, ways, begin, parked: rows[parked], fields })
    }

    /// Plays so many chases of a chunk and counts them.
    pub fn play(&self, luck: Luck, chunk: u64, chases: u64, counts: &mut Counts) {
        let mut tallies = Tallies::new(&self.fields);
        step_together(self, &mut Block::all(self, luck, chunk, chases)[0], &mut tallies);
        tallies.finish(counts);
    }

    /// The same in blocks of so many lanes, of which [`LANES`] must be a multiple: the same counts.
    pub fn play_in_blocks<const W: usize>(&self, luck: Luck, chunk: u64, chases: u64, counts: &mut Counts) {
        let mut tallies = Tallies::new(&self.fields);
        for block in &mut Block::<W>::all(self, luck, chunk, chases) {
            step_block(self, block, &mut tallies);
        }
        tallies.finish(counts);
    }
}

/// Adds up what can happen within a turn.
struct Rows<'a> {
    compiled: &'a Compiled,
    /// The law from every step on that was asked for; nothing while it is being found.
    known: FxHashMap<Step, Option<Rc<Law>>>,
    branches: usize,
}

impl Rows<'_> {
    /// What the rest of a turn can come to from a step on. Nothing where that is too much, or a turn can come back to where
    /// it was.
    fn law(&mut self, step: Step) -> Option<Rc<Law>> {
        if let Some(known) = self.known.get(&step) {
            return known.clone();
        }
        self.known.insert(step, None);
        let nothing = [0; MAX_EVENTS];
        let law: Law = match step {
            Step::Over(..) => vec![(Branch { then: step, over: true, events: nothing }, 1.0)],
            Step::Note(outcome) => {
                let outcome = self.compiled.outcome(outcome);
                let rest = if outcome.next_turn {
                    Rc::new(vec![(Branch { then: outcome.then, over: false, events: nothing }, 1.0)])
                } else {
                    self.law(outcome.then)?
                };
                let noted = |mut branch: Branch| {
                    for &(event, count) in &outcome.events {
                        branch.events[usize::from(event)] += count;
                    }
                    branch
                };
                rest.iter().map(|&(branch, share)| (noted(branch), share)).collect()
            }
            Step::Ask(question) => {
                let mut sum: BTreeMap<Branch, f64> = BTreeMap::new();
                for (answer, then) in self.compiled.answers(question) {
                    for &(branch, share) in self.law(then)?.iter() {
                        *sum.entry(branch).or_default() += answer * share;
                    }
                }
                sum.into_iter().collect()
            }
            Step::Node(_) => unreachable!("a finished walk has no open nodes"),
        };
        self.branches += law.len();
        let law = (self.branches <= MOST_BRANCHES).then(|| Rc::new(law))?;
        self.known.insert(step, Some(Rc::clone(&law)));
        Some(law)
    }
}

/// The columns of a row: Vose's way of filling each with a small share and what it lacks of a large one. Shares of 0 fill
/// the row up to its size, a power of two, so that columns are exactly as likely as each other.
fn alias(shares: &[(u16, f64)], size: usize) -> Vec<Column> {
    let mut left: Vec<f64> = shares.iter().map(|&(_, share)| share * size as f64).collect();
    left.resize(size, 0.0);
    let way = |index: usize| shares.get(index).unwrap_or(&shares[0]).0;
    // What is never lacking, or only by rounding, fills its column; a share of 0 lacks too much for that.
    let mut columns: Vec<Column> = (0..size).map(|index| Column { below: 0, ways: [way(index); 2] }).collect();
    let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..size).partition(|&index| left[index] < 1.0);
    while let (Some(&lacks), Some(&gives)) = (small.last(), large.last()) {
        small.pop();
        // `as` saturates at the last number.
        let below = (left[lacks] * 2.0_f64.powi(32)).round() as u32;
        columns[lacks] = Column { below, ways: [way(lacks), way(gives)] };
        left[gives] -= 1.0 - left[lacks];
        if left[gives] < 1.0 {
            large.pop();
            small.push(gives);
        }
    }
    columns
}

/// Where in a tally what is counted. The highest bit says that the chase is over: the end of a chase adds it, and so does
/// the last turn, because turns are counted in the bits below it from where that many more carry into it. The lowest bits
/// are the end, then each event.
#[derive(Debug)]
struct Fields {
    max_turns: u16,
    /// The lowest bit of the turns.
    turns: u32,
    /// Number 0 is a chase that was not over in time.
    ends: Vec<(End, Detail)>,
    end_bits: u32,
    /// The lowest bit of each event that can happen, and how many bits it has.
    events: Vec<(usize, u32, u32)>,
}

const OVER: u64 = 1 << 63;

impl Fields {
    /// Room for as much as can happen; nothing where that is more than 64 bits, or more than is ever counted.
    fn new(laws: &[Rc<Law>], max_turns: u16) -> Option<Self> {
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
    fn begin(&self) -> u64 {
        OVER - (u64::from(self.max_turns) << self.turns)
    }

    /// What a branch adds to a tally, in a turn or before the first.
    fn pack(&self, branch: &Branch, in_turn: bool) -> u64 {
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
    fn classes(&self) -> usize {
        self.ends.len() << self.turn_bits()
    }

    #[inline(always)]
    fn class(&self, tally: u64) -> usize {
        let end = tally & ((1 << self.end_bits) - 1);
        (end << self.turn_bits() | (tally & !OVER) >> self.turns) as usize
    }

    /// How a chase went whose tally says so.
    fn played(&self, class: usize) -> Played {
        let (end, detail) = self.ends[class >> self.turn_bits()];
        if class < 1 << self.turn_bits() {
            return Played { end, detail, turns: self.max_turns };
        }
        let counted = class & ((1 << self.turn_bits()) - 1);
        // The turn that ends a chase is not counted in its tally.
        Played { end, detail, turns: (counted + 1 - (self.begin() >> self.turns) as usize) as u16 }
    }

    fn turn_bits(&self) -> u32 {
        OVER.ilog2() - self.turns
    }
}

/// Tallies of chases that are over, added up.
struct Tallies<'a> {
    fields: &'a Fields,
    /// Those that were put down last.
    fresh: Box<[u64; FRESH]>,
    len: usize,
    /// How many chases went alike, but for events.
    classes: Vec<u64>,
    /// Sums and sums of squares of each event.
    events: Vec<(u64, u64)>,
}

/// How many tallies are put down before they are added up.
const FRESH: usize = 2048;

impl<'a> Tallies<'a> {
    fn new(fields: &'a Fields) -> Self {
        let (classes, events) = (vec![0; fields.classes()], vec![(0, 0); fields.events.len()]);
        Self { fields, fresh: Box::new([0; FRESH]), len: 0, classes, events }
    }

    /// Puts a tally down, where there is [room](Self::make_room).
    #[inline(always)]
    fn put(&mut self, tally: u64) {
        self.fresh[self.len % FRESH] = tally;
        self.len += 1;
    }

    /// Makes room for so many.
    #[inline(always)]
    fn make_room(&mut self, more: usize) {
        if self.len + more > FRESH {
            self.add_up();
        }
    }

    #[inline(always)]
    fn add_up(&mut self) {
        let fresh = &self.fresh[..std::mem::take(&mut self.len)];
        for &tally in fresh {
            self.classes[self.fields.class(tally)] += 1;
        }
        for (&(_, low, size), sums) in self.fields.events.iter().zip(&mut self.events) {
            let (mut sum, mut squares) = (0, 0);
            for &tally in fresh {
                let count = tally >> low & ((1 << size) - 1);
                sum += count;
                squares += count * count;
            }
            *sums = (sums.0 + sum, sums.1 + squares);
        }
    }

    fn finish(mut self, counts: &mut Counts) {
        self.add_up();
        for (class, &chases) in self.classes.iter().enumerate().filter(|&(_, &chases)| chases > 0) {
            counts.count_alike(self.fields.played(class), chases);
        }
        for (&(event, ..), &sums) in self.fields.events.iter().zip(&self.events) {
            counts.count_event(event, sums);
        }
    }
}

/// Lanes that go in lock step.
#[repr(align(64))]
struct Block<const W: usize> {
    /// Generators: xoshiro256++ (Blackman and Vigna 2021), word by word.
    words: [[u64; W]; 4],
    row: [u64; W],
    tally: [u64; W],
    /// How many chases each lane has still to end.
    to_play: [u64; W],
}

impl<const W: usize> Block<W> {
    /// All lanes of a chunk, each with its share of the chases.
    fn all(lanes: &Lanes, luck: Luck, chunk: u64, chases: u64) -> Vec<Self> {
        const { assert!(LANES.is_multiple_of(W)) };
        let share = |lane: u64| chases / LANES as u64 + u64::from(lane < chases % LANES as u64);
        let block = |first: usize| {
            let lane = |at: usize| (first + at) as u64;
            let seeds: [[u64; 4]; W] = std::array::from_fn(|at| stream::lane(luck.seed, luck.cell, chunk, lane(at)));
            let to_play = std::array::from_fn(|at| share(lane(at)));
            Self {
                words: std::array::from_fn(|word| std::array::from_fn(|at| seeds[at][word])),
                row: to_play.map(|chases| if chases > 0 { lanes.begin.row } else { lanes.parked }),
                tally: to_play.map(|chases| if chases > 0 { lanes.begin.tally } else { 0 }),
                to_play,
            }
        };
        (0..LANES).step_by(W).map(block).collect()
    }

    /// The next word of every lane.
    #[inline(always)]
    fn next(&mut self) -> [u64; W] {
        let [a, b, c, d] = &mut self.words;
        let mut words = [0; W];
        for at in 0..W {
            words[at] = a[at].wrapping_add(d[at]).rotate_left(23).wrapping_add(a[at]);
            let shifted = b[at] << 17;
            c[at] ^= a[at];
            d[at] ^= b[at];
            b[at] ^= c[at];
            a[at] ^= d[at];
            c[at] ^= shifted;
            d[at] = d[at].rotate_left(45);
        }
        words
    }
}

/// All lanes of a chunk in one block, with the widest instructions that the machine has.
#[multiversion(targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn step_together(lanes: &Lanes, block: &mut Block<LANES>, tallies: &mut Tallies<'_>) {
    step_block(lanes, block, tallies);
}

/// Plays a block's chases to the last.
#[inline(always)]
fn step_block<const W: usize>(lanes: &Lanes, block: &mut Block<W>, tallies: &mut Tallies<'_>) {
    let (columns, ways) = (lanes.columns.as_slice(), lanes.ways.as_slice());
    let mut to_end: u64 = block.to_play.iter().sum();
    while to_end > 0 {
        let words = block.next();
        let mut column = [0; W];
        for at in 0..W {
            let row = block.row[at];
            column[at] = (row >> SHIFT) + (words[at] >> (row & ((1 << SHIFT) - 1)));
        }
        for at in 0..W {
            let column = &columns[column[at] as usize];
            let way = ways[usize::from(column.ways[usize::from(words[at] as u32 >= column.below)])];
            block.tally[at] += way.tally;
            block.row[at] = way.row;
        }
        // One bit for each lane whose chase is over.
        let mut over = 0_u64;
        for at in 0..W {
            over |= block.tally[at] >> OVER.ilog2() << at;
        }
        to_end -= u64::from(over.count_ones());
        tallies.make_room(W);
        while over != 0 {
            let at = over.trailing_zeros() as usize % W;
            over &= over - 1;
            tallies.put(block.tally[at]);
            block.to_play[at] -= 1;
            let again = if block.to_play[at] > 0 { lanes.begin } else { Way { tally: 0, row: lanes.parked } };
            (block.row[at], block.tally[at]) = (again.row, again.tally);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaselab_core::Words;

    #[test]
    fn columns_share_out_what_a_row_says() {
        let thirds = [(7_u16, 1.0 / 3.0), (8, 2.0 / 3.0)];
        let many: Vec<(u16, f64)> = (0..45).map(|way| (way, f64::from(2 * way + 1) / 2025.0)).collect();
        for shares in [thirds.as_slice(), &many, &[(3, 1.0)], &[(1, 0.0), (2, 1.0)], &[(4, 1e-9), (5, 1.0 - 1e-9)]] {
            let size = shares.len().next_power_of_two().max(2);
            let mut found: BTreeMap<u16, f64> = BTreeMap::new();
            for Column { below, ways } in alias(shares, size) {
                let first = f64::from(below) / 2.0_f64.powi(32);
                *found.entry(ways[0]).or_default() += first / size as f64;
                *found.entry(ways[1]).or_default() += (1.0 - first) / size as f64;
            }
            for &(way, share) in shares {
                let error = (found.get(&way).copied().unwrap_or(0.0) - share).abs();
                assert!(error <= 2.0_f64.powi(-33), "{way} of {shares:?}: {error}");
            }
            assert!(found.keys().all(|way| shares.iter().any(|(known, _)| known == way)));
        }
    }

    #[test]
    fn generators_are_xoshiro256_plus_plus() {
        // The published generator from the state 1, 2, 3, 4.
        let mut block = Block { words: [[1], [2], [3], [4]], row: [0], tally: [0], to_play: [0] };
        let known = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386, 9_228_616_714_210_784_205];
        for word in known {
            assert_eq!(block.next(), [word]);
        }
    }

    #[test]
    fn a_tally_says_what_was_packed() {
        let (end, detail) = (End::Caught, Detail(2));
        let branch = |events: &[(usize, u16)], then, over| {
            let mut branch = Branch { then, over, events: [0; MAX_EVENTS] };
            events.iter().for_each(|&(event, count)| branch.events[event] = count);
            branch
        };
        let goes_on = branch(&[(3, 2)], Step::Ask(0), false);
        let ends = branch(&[(3, 1), (9, 1)], Step::Over(end, detail), true);
        let fields = Fields::new(&[Rc::new(vec![(goes_on, 0.5), (ends, 0.5)])], 6).unwrap();
        let after = |turns: u64| fields.begin() + turns * fields.pack(&goes_on, true);
        let says = |tally: u64| {
            let mut counts = Counts::new(
                6,
                &Words { details: vec![String::new(); 3], events: vec![String::new(); 16], ..Words::default() },
            );
            let mut tallies = Tallies::new(&fields);
            tallies.put(tally);
            tallies.finish(&mut counts);
            (fields.played(fields.class(tally)), counts.event(3), counts.event(9))
        };
        for turns in 0..6 {
            assert!(after(turns) & OVER == 0);
            let played = Played { end, detail, turns: turns as u16 + 1 };
            let events = 2 * turns + 1;
            assert_eq!(says(after(turns) + fields.pack(&ends, true)), (played, (events, events * events), (1, 1)));
        }
        assert!(after(6) & OVER != 0);
        let timeout = Played { end: End::Timeout, detail: Detail::NONE, turns: 6 };
        assert_eq!(says(after(6)), (timeout, (12, 144), (0, 0)));
        let before = Played { end, detail, turns: 0 };
        assert_eq!(says(fields.begin() + fields.pack(&ends, false)).0, before);
        // Sixteen events that happen ten times a turn have no room.
        let crowded = branch(&std::array::from_fn::<_, 16, _>(|event| (event, 10)), Step::Ask(0), false);
        assert!(Fields::new(&[Rc::new(vec![(crowded, 1.0)])], 60).is_none());
    }
}
