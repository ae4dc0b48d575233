//! Chases sampled in lanes: many at once, in lock step, one random number for a few turns each. The same law as the rules, not the
//! same chases, so it serves where chases are counted and nobody looks at one by itself.
//!
//! 1. **Turns.** [`Compiled`] rules say which words lead where. All that can happen within a turn is added up here: for
//!    every state in which a turn begins, a [`Law`] of [`Branch`]es with their probabilities.
//! 2. **One number a chase.** A lane's turns, events and end are fields of one 64-bit number, its tally: a turn adds to it.
//!    When a chase is over its tally is put down; many of them are added up at once.
//! 3. **Strides.** What several turns come to is a law as well: tallies add up, and a chase that is over stays so. As many
//!    turns make a stride as still fit near the processor, and a lane takes a stride, not a turn, for each random number.
//!    The first stride is shorter where the most turns are no multiple, so that no stride passes the last turn.
//! 4. **Columns.** Each law becomes an alias table (Walker 1977; Vose 1991): columns of equal chance, in each of which at
//!    most two ways share. The leading bits of a random number pick the column, its lower half decides between the two.
//!    No way's chance is off by more than 2^-33.
//! 5. **Lock step.** All lanes take a stride at the same time, and nothing in that step branches, so that the machine never
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

/// The most branches of all turns and parts of turns together that are worth their memory.
const MOST_BRANCHES: usize = 1 << 20;

/// Strides of several turns have no more columns than this together: half a megabyte, which stays near the processor.
const MOST_COLUMNS: u64 = 1 << 16;

/// A column costs about as much as playing so many chases saves by it.
const CHASES_A_COLUMN: u64 = 64;

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

/// Where a stride can lead: what it adds to the tally, and where the next one begins, if the chase is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Goal {
    tally: u64,
    place: Option<u32>,
}

/// What a stride can come to, in the order of goals, with probabilities.
type Stride = Vec<(Goal, f64)>;

/// One column of an alias table.
#[derive(Clone, Copy, Debug)]
struct Column {
    /// The first way is taken when the lower half of the random number is below this, else the second.
    below: u32,
    ways: [u16; 2],
}

/// Where a lane can go in a stride: what is added to its tally, and its next row of columns.
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
    /// Sums up compiled rules for so many chases. Nothing where turns can go on in too many ways, where a tally has no room
    /// for what can happen, or where fights follow.
    pub fn new(compiled: &Compiled, max_turns: u16, chases: u64) -> Option<Self> {
        if compiled.has_fights() {
            return None;
        }
        let turns = Turns::new(compiled)?;
        let fields = Fields::new(&turns.laws, max_turns)?;
        let columns = MOST_COLUMNS.min(chases / CHASES_A_COLUMN) as usize;
        Self::of_strides(&longest(&turns.strides(&fields), max_turns, columns), fields)
    }

    fn of_strides(strides: &[Stride], fields: Fields) -> Option<Self> {
        // One more row, to wait in, of one way that leads back to it.
        let parked = strides.len();
        let mut first = 0;
        let rows: Vec<u64> = (0..=parked)
            .map(|place| {
                let size = strides.get(place).map_or(size(1), |stride| size(stride.len()));
                let row = first << SHIFT | u64::from(u64::BITS - size.ilog2());
                first += size as u64;
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
        // Whoever is over is never asked where it stands.
        let row = |place: Option<u32>| rows[place.map_or(parked, |place| place as usize)];
        for stride in strides {
            let goals = stride.iter();
            let shares: Option<Vec<(u16, f64)>> = goals
                .map(|&(Goal { tally, place }, share)| {
                    Some((add(Way { tally, row: row(place) }).try_into().ok()?, share))
                })
                .collect();
            columns.extend(alias(&shares?));
        }
        let waits = add(Way { tally: 0, row: rows[parked] }).try_into().ok()?;
        columns.extend(alias(&[(waits, 1.0)]));
        let begin = Way { tally: fields.begin(), row: rows[0] };
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

/// The law of every turn that play reaches.
struct Turns {
    /// What comes before the first turn has the first place.
    laws: Vec<Rc<Law>>,
    /// The place of what a turn begins with.
    places: FxHashMap<Step, u32>,
}

impl Turns {
    fn new(compiled: &Compiled) -> Option<Self> {
        let mut rest = Rest { compiled, known: FxHashMap::default(), branches: 0 };
        let mut laws = vec![rest.law(compiled.start())?];
        let mut places = FxHashMap::default();
        let mut next = 0;
        while let Some(law) = laws.get(next).cloned() {
            next += 1;
            for &(Branch { then, over, .. }, _) in law.iter() {
                if !over && !places.contains_key(&then) {
                    places.insert(then, laws.len() as u32);
                    laws.push(rest.law(then)?);
                }
            }
        }
        Some(Self { laws, places })
    }

    /// What each turn comes to, by places.
    fn strides(&self, fields: &Fields) -> Vec<Stride> {
        let stride = |(place, law): (usize, &Rc<Law>)| {
            let goal = |branch: &Branch| Goal {
                tally: fields.pack(branch, place > 0),
                place: (!branch.over).then(|| self.places[&branch.then]),
            };
            merged(law.iter().map(|(branch, share)| (goal(branch), *share)).collect())
        };
        self.laws.iter().enumerate().map(stride).collect()
    }
}

/// Adds up what can happen in what is left of a turn.
struct Rest<'a> {
    compiled: &'a Compiled,
    /// The law from every step on that was asked for; nothing while it is being found.
    known: FxHashMap<Step, Option<Rc<Law>>>,
    branches: usize,
}

impl Rest<'_> {
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

/// The longest strides of turns that have no more columns: first the one that begins a chase, then those from the places
/// where strides end. Those of one turn may have any number.
fn longest(turns: &[Stride], max_turns: u16, columns: usize) -> Vec<Stride> {
    let mut strides = turns.to_vec();
    let mut chosen = from_the_start(turns, &strides, 1, max_turns);
    for length in 2..=max_turns {
        if columns_of(&chosen) > columns / 2 {
            break;
        }
        strides = strides.iter().map(|stride| joined(stride, turns)).collect();
        let longer = from_the_start(turns, &strides, length, max_turns);
        if columns_of(&longer) > columns {
            break;
        }
        chosen = longer;
    }
    chosen
}

/// The strides that a chase takes, where all have the same length but the first, which has the turns that are left over.
fn from_the_start(turns: &[Stride], strides: &[Stride], length: u16, max_turns: u16) -> Vec<Stride> {
    let over = max_turns % length;
    let first = if over == 0 { length } else { over };
    // Before the first turn is the first place.
    let mut taken = vec![(0..first).fold(turns[0].clone(), |stride, _| joined(&stride, turns))];
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    let mut next = 0;
    while next < taken.len() {
        let known = taken.len() as u32;
        let mut reached = Vec::new();
        for place in taken[next].iter_mut().filter_map(|(goal, _)| goal.place.as_mut()) {
            let own = *place;
            *place = *numbers.entry(own).or_insert_with(|| {
                reached.push(own);
                known + reached.len() as u32 - 1
            });
        }
        taken.extend(reached.into_iter().map(|place| strides[place as usize].clone()));
        next += 1;
    }
    taken
}

/// What a stride and one turn more come to.
fn joined(stride: &Stride, turns: &[Stride]) -> Stride {
    let mut all = Vec::new();
    for &(goal, share) in stride {
        match goal.place {
            None => all.push((goal, share)),
            Some(place) => all.extend(
                turns[place as usize]
                    .iter()
                    .map(|&(Goal { tally, place }, part)| (Goal { tally: goal.tally + tally, place }, share * part)),
            ),
        }
    }
    merged(all)
}

/// Each goal once, in order.
fn merged(mut stride: Stride) -> Stride {
    stride.sort_by_key(|&(goal, _)| goal);
    stride.dedup_by(|(goal, share), (kept, sum)| {
        let same = goal == kept;
        *sum += if same { *share } else { 0.0 };
        same
    });
    stride
}

fn columns_of(strides: &[Stride]) -> usize {
    strides.iter().map(|stride| size(stride.len())).sum()
}

/// How many columns so many ways take: a power of two, so that columns are exactly as likely as each other.
fn size(ways: usize) -> usize {
    ways.next_power_of_two().max(2)
}

/// The columns of a row: Vose's way of filling each with a small share and what it lacks of a large one. Shares of 0 fill
/// the row up to its size.
fn alias(shares: &[(u16, f64)]) -> Vec<Column> {
    let size = size(shares.len());
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
mod tests;
