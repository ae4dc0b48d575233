//! What several turns come to: a law as that of one, because tallies add up and a chase that is over stays so.

use crate::plan::CHUNK;
use rustc_hash::FxHashMap;

/// Where a stride can lead: what it adds to the tally, and where the next one begins, if the chase is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Goal {
    pub tally: u64,
    pub place: Option<u32>,
}

/// So small a part of all chases is not worth longer strides.
const FEW: f64 = 0.01;

/// What a stride can come to, in the order of goals, with probabilities.
pub(super) type Stride = Vec<(Goal, f64)>;

/// Strides of turns that have no more columns, of which a chase takes the fewest in expectation: first the one that begins
/// it, then those from the places where strides end. Those of one turn may have any number of columns.
///
/// All chases begin alike, so that a long first stride costs few columns: it has as many turns as there is room for
/// beside the others, but no more columns than a chunk has chases, because its ways are gone through once for each chunk.
pub(super) fn fewest(turns: &[Stride], max_turns: u16, columns: usize) -> Vec<Stride> {
    let under_way = under_way(turns, max_turns);
    let room = columns.saturating_sub(columns_of(&turns[1..])).min(CHUNK as usize);
    let firsts = firsts(turns, &under_way, room);
    let mut strides = turns.to_vec();
    let mut best = (f64::INFINITY, 1, strides.clone());
    for length in 1..=max_turns {
        let others = columns_of(&strides[1..]);
        // All others have the same length, so that the last of them ends with the last turn.
        let ends_well = |first: u16| (max_turns - first).is_multiple_of(length);
        let fits = |first: u16| {
            let first = size(firsts[usize::from(first) - 1].len());
            first <= room && first + others <= columns
        };
        let longest = (1..=firsts.len() as u16).rev().find(|&first| ends_well(first) && fits(first));
        if let Some(first) = longest.or((length == 1).then_some(1)) {
            let more = under_way[usize::from(first)..].iter().step_by(length.into()).sum::<f64>();
            if more < best.0 {
                best = (more, first, strides.clone());
            }
        }
        if others > columns / 2 || best.0 < FEW {
            break;
        }
        strides = strides.iter().map(|stride| joined(stride, turns)).collect();
    }
    let (_, first, strides) = best;
    from_the_start(&firsts[usize::from(first) - 1], &strides)
}

/// The chance that a chase is under way after each number of turns, from none on, and 0 after the last.
fn under_way(turns: &[Stride], max_turns: u16) -> Vec<f64> {
    let mut at = vec![0.0; turns.len()];
    at[0] = 1.0;
    let mut all = Vec::with_capacity(usize::from(max_turns) + 1);
    for _ in 0..max_turns {
        let mut next = vec![0.0; turns.len()];
        for (stride, here) in turns.iter().zip(at).filter(|&(_, here)| here > 0.0) {
            for &(goal, share) in stride {
                goal.place.into_iter().for_each(|place| next[place as usize] += here * share);
            }
        }
        at = next;
        all.push(at.iter().sum());
    }
    all.push(0.0);
    all
}

/// What the first turn comes to, what the first two do, and so on as far as there is room.
fn firsts(turns: &[Stride], under_way: &[f64], columns: usize) -> Vec<Stride> {
    // Before the first turn is the first place.
    let mut firsts = vec![joined(&turns[0], turns)];
    while under_way[firsts.len()] > FEW
        && let longest = &firsts[firsts.len() - 1]
        && size(longest.len()) <= columns / 2
    {
        firsts.push(joined(longest, turns));
    }
    firsts
}

/// The strides that a chase takes, with places among themselves.
pub(super) fn from_the_start(first: &Stride, strides: &[Stride]) -> Vec<Stride> {
    let mut taken = vec![first.clone()];
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
pub(super) fn joined(stride: &Stride, turns: &[Stride]) -> Stride {
    let over = [(Goal { tally: 0, place: None }, 1.0)];
    let longer = stride.iter().flat_map(|&(goal, share)| {
        let turn = goal.place.map_or(over.as_slice(), |place| &turns[place as usize]);
        turn.iter().map(move |&(Goal { tally, place }, part)| (Goal { tally: goal.tally + tally, place }, share * part))
    });
    merged(longer)
}

/// Each goal once, in order.
pub(super) fn merged(ways: impl Iterator<Item = (Goal, f64)>) -> Stride {
    let mut sums: FxHashMap<Goal, f64> = FxHashMap::default();
    ways.for_each(|(goal, share)| *sums.entry(goal).or_default() += share);
    let mut stride: Stride = sums.into_iter().collect();
    stride.sort_unstable_by_key(|&(goal, _)| goal);
    stride
}

pub(super) fn columns_of(strides: &[Stride]) -> usize {
    strides.iter().map(|stride| size(stride.len())).sum()
}

/// How many columns so many ways take: a power of two, so that columns are exactly as likely as each other.
pub(super) fn size(ways: usize) -> usize {
    ways.next_power_of_two().max(2)
}
