//! Chases sampled in lanes: many at once, in lock step, one random number for a few turns each. The same law as the
//! rules, not the same chases, so it serves where chases are counted and nobody looks at one by itself.
//!
//! 1. **Turns** ([`turns`]). [`Compiled`] rules say which words lead where. All that can happen within a turn is added
//!    up: for every state in which a turn begins, a law of branches with their probabilities.
//! 2. **One number a chase** ([`tally`]). A chase's turns, events and end are fields of one 64-bit number, its tally: a
//!    turn adds to it. Tallies of chases that are over are added up, many at once.
//! 3. **Strides** ([`strides`]). What several turns come to is a law as well, because tallies add up and a chase that is
//!    over stays so. As many turns make a stride as the chases are worth, and a chase takes a stride, not a turn, for each
//!    random number. The first stride, which all chases have in common, is the longest: many are over with it. The others
//!    have one length, which divides the turns that are left, so that none passes the last turn.
//! 4. **Columns** ([`Table`]). Each law becomes an alias table (Walker 1977; Vose 1991): columns of equal chance, in each
//!    of which at most two ways share. The leading bits of a random number pick the column, its lower half decides between
//!    the two. No way's chance is off by more than 2^-33.
//! 5. **The first stride is counted** ([`begin`]). All chases begin alike, so that nothing has to be known of one but
//!    which way it took: each takes a random number, and a counter for that way goes up by one. What is in the tally of a
//!    way is then added up once for all chases that took it. They are as many independent chases as if each had been
//!    followed: only what they have in common is done once.
//! 6. **The others go in lock step** ([`go_on`]). Chases that the first stride left under way stand in a queue, as many of
//!    each way as took it. Each lane takes one, all lanes take a stride at the same time, and nothing in that step
//!    branches, so that the machine never guesses wrong and works at many lanes at once. A lane whose chase is over puts
//!    down its tally and takes the next from the queue. All are played to the last: chases are never dropped for being
//!    long.
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

/// How many chases of a chunk take a stride at once. Which of them are over is said by a bit each of one word.
const LANES: usize = 32;
const _: () = assert!(LANES <= 64);

/// Strides of several turns have no more columns than this together: half a megabyte, which stays near the processor with
/// the ways that they lead to.
const MOST_COLUMNS: u64 = 1 << 16;

/// Longer strides have more columns, and chases then need fewer random numbers: to make a column costs about as much as so
/// many chases save by it.
const CHASES_A_COLUMN: u64 = 64;

/// So many tallies at most are put down before they are added up.
const FRESH: usize = 2048;

/// Compiled rules, ready to be sampled in lanes.
#[derive(Debug)]
pub struct Lanes {
    /// The stride that begins a chase. Its ways have whole tallies: what a chase begins with, and what is added.
    first: Table,
    /// All others, and one that leads back to where it begins.
    others: Table,
    /// The row of that one, where a lane waits for which there is no chase.
    waits: u64,
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
        Self::of_strides(fewest(&turns.strides(&fields), max_turns, columns), fields)
    }

    fn of_strides(mut strides: Vec<Stride>, fields: Fields) -> Option<Self> {
        let waits = strides.len();
        strides.push(vec![(Goal { tally: 0, place: Some(waits as u32) }, 1.0)]);
        let (first, others) = strides.split_at(1);
        let rows = rows(others);
        // Place 0 is where chases begin, with the first stride. Whoever is over is never asked where it stands.
        let row = |goal: Goal| rows[goal.place.map_or(waits, |place| place as usize) - 1];
        let begin = fields.begin();
        let first = Table::new(first, |goal| Way { tally: begin + goal.tally, row: row(goal) })?;
        let others = Table::new(others, |goal| Way { tally: goal.tally, row: row(goal) })?;
        Some(Self { first, others, waits: rows[waits - 1], fields })
    }

    /// Plays so many chases of a chunk and counts them.
    pub fn play(&self, luck: Luck, chunk: u64, chases: u64, counts: &mut Counts) {
        let mut tallies = Tallies::new(&self.fields);
        play_together(self, &mut Dice::new(luck, chunk), chases as usize, &mut tallies);
        tallies.finish(counts);
    }
}

/// Where a stride can lead: what is added to the tally, and the row of columns of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Way {
    tally: u64,
    row: u64,
}

/// Alias tables of strides, one after the other.
#[derive(Debug)]
struct Table {
    columns: Vec<Column>,
    /// Each once, however many columns lead there.
    ways: Vec<Way>,
}

/// One column of an alias table.
#[derive(Clone, Copy, Debug)]
struct Column {
    /// The first way is taken when the lower half of the random number is below this, else the second.
    below: u32,
    ways: [u16; 2],
}

impl Table {
    /// Nothing where there are more ways than columns can tell apart.
    fn new(strides: &[Stride], way: impl Fn(Goal) -> Way) -> Option<Self> {
        let (mut columns, mut ways) = (Vec::new(), Vec::new());
        let mut known: FxHashMap<Way, usize> = FxHashMap::default();
        let mut number = |way: Way| {
            *known.entry(way).or_insert_with(|| {
                ways.push(way);
                ways.len() - 1
            })
        };
        for stride in strides {
            let shares: Option<Vec<(u16, f64)>> =
                stride.iter().map(|&(goal, share)| Some((number(way(goal)).try_into().ok()?, share))).collect();
            columns.extend(alias(&shares?));
        }
        Some(Self { columns, ways })
    }

    /// The number of the way that a random number takes in its column.
    #[inline(always)]
    fn taken(&self, column: u64, word: u64) -> usize {
        let Column { below, ways } = self.columns[column as usize];
        ways[usize::from(word as u32 >= below)].into()
    }
}

/// The rows of strides that stand one after the other in a table. A row's number holds its first column and, in its lowest
/// bits, by how much a random number is shifted for one of its columns: by 1 to 63.
fn rows(strides: &[Stride]) -> Vec<u64> {
    let mut first = 0;
    let row = |stride: &Stride| {
        let size = size(stride.len());
        let row = first << SHIFT | u64::from(u64::BITS - size.ilog2());
        first += size as u64;
        row
    };
    strides.iter().map(row).collect()
}

/// So many bits.
const SHIFT: u32 = 6;

/// The column of a row that a random number picks.
#[inline(always)]
const fn column(row: u64, word: u64) -> u64 {
    (row >> SHIFT) + (word >> (row & ((1 << SHIFT) - 1)))
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
        // What lacks less than half of 2^-32 fills its column too.
        let below = (left[lacks] * 2.0_f64.powi(32)).round() as u64;
        if let Ok(below) = u32::try_from(below) {
            columns[lacks] = Column { below, ways: [way(lacks), way(gives)] };
        }
        left[gives] -= 1.0 - left[lacks];
        if left[gives] < 1.0 {
            large.pop();
            small.push(gives);
        }
    }
    columns
}

/// The generators of all lanes: xoshiro256++ (Blackman and Vigna 2021), word by word.
#[repr(align(64))]
struct Dice([[u64; LANES]; 4]);

impl Dice {
    fn new(luck: Luck, chunk: u64) -> Self {
        let seed = |lane: usize| stream::lane(luck.seed, luck.cell, chunk, lane as u64);
        let seeds: [[u64; 4]; LANES] = std::array::from_fn(seed);
        Self(std::array::from_fn(|word| seeds.map(|seed| seed[word])))
    }

    /// The next word of every lane.
    #[inline(always)]
    fn next(&mut self) -> [u64; LANES] {
        let [a, b, c, d] = &mut self.0;
        let mut words = [0; LANES];
        for at in 0..LANES {
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

/// Plays the chases of a chunk, with the widest instructions that the machine has.
#[multiversion(targets(
    "x86_64+avx512f+avx512vl+avx512bw+avx512dq+avx+avx2+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn play_together(lanes: &Lanes, dice: &mut Dice, chases: usize, tallies: &mut Tallies<'_>) {
    let (over, under_way) = begin(lanes, dice, chases);
    tallies.add(over.iter().copied());
    go_on(lanes, dice, &under_way, |over| tallies.add(over.iter().map(|&tally| (tally, 1))));
}

/// Takes the first stride of all chases. Gives the tallies of those that are over, with how many have each; and those
/// that are under way, followed by as many that wait as there are lanes.
#[inline(always)]
fn begin(Lanes { first, waits, .. }: &Lanes, dice: &mut Dice, chases: usize) -> (Vec<(u64, u32)>, Vec<Way>) {
    let shift = u64::BITS - first.columns.len().ilog2();
    let mut taken = vec![0_u32; first.ways.len()];
    let mut count = |words: &[u64]| words.iter().for_each(|&word| taken[first.taken(word >> shift, word)] += 1);
    for _ in 0..chases / LANES {
        count(&dice.next());
    }
    count(&dice.next()[..chases % LANES]);
    let mut over = Vec::with_capacity(first.ways.len());
    let mut under_way = Vec::with_capacity(chases + LANES);
    for (&way, &times) in first.ways.iter().zip(&taken).filter(|&(_, &times)| times > 0) {
        if way.tally & OVER == 0 {
            under_way.extend(std::iter::repeat_n(way, times as usize));
        } else {
            over.push((way.tally, times));
        }
    }
    under_way.extend([Way { tally: 0, row: *waits }; LANES]);
    (over, under_way)
}

/// Plays chases that are under way to the last, and hands over their tallies, many at once.
#[inline(always)]
fn go_on(Lanes { others, .. }: &Lanes, dice: &mut Dice, under_way: &[Way], mut put: impl FnMut(&[u64])) {
    let (begun, mut queue) = under_way.split_first_chunk::<LANES>().expect("as many wait as there are lanes");
    let (mut row, mut tally) = (begun.map(|way| way.row), begun.map(|way| way.tally));
    let (mut fresh, mut len) = ([0; FRESH], 0);
    // As many wait in the queue as there are lanes: the last is taken when every chase is over, and all lanes wait.
    while !queue.is_empty() {
        let words = dice.next();
        let mut columns = [0; LANES];
        for at in 0..LANES {
            columns[at] = column(row[at], words[at]);
        }
        for at in 0..LANES {
            let way = others.ways[others.taken(columns[at], words[at])];
            tally[at] += way.tally;
            row[at] = way.row;
        }
        // One bit for each lane whose chase is over.
        let mut over = 0_u64;
        for (at, tally) in tally.iter().enumerate() {
            over |= tally >> OVER.ilog2() << at;
        }
        let (next, later) = queue.split_at(over.count_ones() as usize);
        for (fresh, next) in fresh[len..].iter_mut().zip(next) {
            let at = over.trailing_zeros() as usize % LANES;
            over &= over - 1;
            *fresh = tally[at];
            (row[at], tally[at]) = (next.row, next.tally);
        }
        queue = later;
        len += next.len();
        if len > FRESH - LANES {
            put(&fresh[..len]);
            len = 0;
        }
    }
    put(&fresh[..len]);
}
