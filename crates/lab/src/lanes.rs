//! Chases sampled in lanes: many at once, in lock step, one random number for a few turns each. The same law as the
//! rules, not the same chases, so it serves where chases are counted and nobody looks at one by itself.
//!
//! 1. **Turns** ([`turns`]). [`Compiled`] rules say which words lead where. All that can happen within a turn is added
//!    up: for every state in which a turn begins, a law of branches with their probabilities.
//! 2. **One number a chase** ([`tally`]). A lane's turns, events and end are fields of one 64-bit number, its tally: a
//!    turn adds to it. When a chase is over its tally is put down; many of them are added up at once.
//! 3. **Strides** ([`strides`]). What several turns come to is a law as well, because tallies add up and a chase that is
//!    over stays so. As many turns make a stride as the chases are worth, and a lane takes a stride, not a turn, for each
//!    random number. The first stride, which all chases have in common, is the longest: many are over with it. The others
//!    have one length, which divides the turns that are left, so that none passes the last turn.
//! 4. **Columns.** Each law becomes an alias table (Walker 1977; Vose 1991): columns of equal chance, in each of which
//!    at most two ways share. The leading bits of a random number pick the column, its lower half decides between the
//!    two. No way's chance is off by more than 2^-33.
//! 5. **Lock step.** All lanes take a stride at the same time, and nothing in that step branches, so that the machine
//!    never guesses wrong and works at many lanes at once. A lane whose chase is over begins another until it has played
//!    its share: chases are never dropped for being long.
//!
//! Every lane has a generator of its own, so what is counted depends on the seed, the cell, and the number of chases,
//! never on how many lanes one machine instruction takes, or on threads.

mod strides;
mod tally;
#[cfg(test)]
mod tests;
mod turns;

use crate::compiled::Compiled;
use crate::counts::Counts;
use crate::player::Luck;
use crate::stream;
use multiversion::multiversion;
use rustc_hash::FxHashMap;
use strides::{Goal, Stride, fewest, size};
use tally::{Fields, OVER, Tallies};
use turns::Turns;

/// How many chases of a chunk are under way at once.
pub const LANES: usize = 32;

/// Strides of several turns have no more columns than this together: half a megabyte, which stays near the processor.
const MOST_COLUMNS: u64 = 1 << 16;

/// A column costs about as much as playing so many chases saves by it.
const CHASES_A_COLUMN: u64 = 64;

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
    /// Sums up compiled rules for so many chases. Nothing where turns can go on in too many ways, where a tally has no
    /// room for what can happen, or where fights follow.
    pub fn new(compiled: &Compiled, max_turns: u16, chases: u64) -> Option<Self> {
        if compiled.has_fights() {
            return None;
        }
        let turns = Turns::new(compiled, chases)?;
        let fields = Fields::new(&turns.laws, max_turns)?;
        let columns = MOST_COLUMNS.min(chases / CHASES_A_COLUMN) as usize;
        Self::of_strides(&fewest(&turns.strides(&fields), max_turns, columns), fields)
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

/// The columns of a row: Vose's way of filling each with a small share and what it lacks of a large one. Shares of 0
/// fill the row up to its size.
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
