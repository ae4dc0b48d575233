//! What several turns come to: a law as that of one, because tallies add up and a chase that is over stays so.

use rustc_hash::FxHashMap;

/// Where a stride can lead: what it adds to the tally, and where the next one begins, if the chase is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Goal {
    pub tally: u64,
    pub place: Option<u32>,
}

/// What a stride can come to, in the order of goals, with probabilities.
pub(super) type Stride = Vec<(Goal, f64)>;

/// The longest strides of turns that have no more columns: first the one that begins a chase, then those from the
/// places where strides end. Those of one turn may have any number.
pub(super) fn longest(turns: &[Stride], max_turns: u16, columns: usize) -> Vec<Stride> {
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

/// The strides that a chase takes, where all have the same length but the first, which has the turns that are left
/// over.
pub(super) fn from_the_start(turns: &[Stride], strides: &[Stride], length: u16, max_turns: u16) -> Vec<Stride> {
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
pub(super) fn joined(stride: &Stride, turns: &[Stride]) -> Stride {
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
pub(super) fn merged(mut stride: Stride) -> Stride {
    stride.sort_by_key(|&(goal, _)| goal);
    stride.dedup_by(|(goal, share), (kept, sum)| {
        let same = goal == kept;
        *sum += if same { *share } else { 0.0 };
        same
    });
    stride
}

pub(super) fn columns_of(strides: &[Stride]) -> usize {
    strides.iter().map(|stride| size(stride.len())).sum()
}

/// How many columns so many ways take: a power of two, so that columns are exactly as likely as each other.
pub(super) fn size(ways: usize) -> usize {
    ways.next_power_of_two().max(2)
}
