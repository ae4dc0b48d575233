//! Columns, generators, tallies and strides against what is known of them.

use super::strides::{from_the_start, joined};
use super::turns::Branch;
use super::*;
use crate::compiled::Step;
use crate::kernel::Played;
use chaselab_core::{Detail, End, MAX_EVENTS, Words};
use std::collections::BTreeMap;
use std::rc::Rc;

#[test]
fn columns_share_out_what_a_row_says() {
    let thirds = [(7_u16, 1.0 / 3.0), (8, 2.0 / 3.0)];
    let many: Vec<(u16, f64)> = (0..45).map(|way| (way, f64::from(2 * way + 1) / 2025.0)).collect();
    // Seven lack next to nothing, of the same way.
    let full: Vec<(u16, f64)> = (0..8)
        .map(|way| (way, if way < 7 { 0.125 - 2.0_f64.powi(-56) } else { 0.125 + 7.0 * 2.0_f64.powi(-56) }))
        .collect();
    for shares in [thirds.as_slice(), &many, &full, &[(3, 1.0)], &[(1, 0.0), (2, 1.0)], &[(4, 1e-9), (5, 1.0 - 1e-9)]] {
        let size = size(shares.len());
        let mut found: BTreeMap<u16, f64> = BTreeMap::new();
        for Column { below, ways } in alias(shares) {
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
    let mut dice = Dice(std::array::from_fn(|word| [word as u64 + 1; LANES]));
    let known = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386, 9_228_616_714_210_784_205];
    for word in known {
        assert_eq!(dice.next(), [word; LANES]);
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
        // As one chase, and as two alike.
        [1, 2].into_iter().for_each(|times| tallies.add(std::iter::once((tally, times))));
        tallies.finish(&mut counts);
        let played = fields.played(fields.class(tally));
        assert_eq!((counts.chases, counts.lengths(played.end)[usize::from(played.turns)]), (3, 3));
        let third = |(sum, squares): (u64, u64)| (sum / 3, squares / 3);
        (played, third(counts.event(3)), third(counts.event(9)))
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

/// A walk between three places, over from the last of them; the start may be over at once. A tally counts turns above the
/// eighth bit, an event in the bits below, and being over in the highest.
fn walk() -> Vec<Stride> {
    let on = |place, events: u64| Goal { tally: (1 << 8) + events, place: Some(place) };
    let over = |events: u64| Goal { tally: OVER + events, place: None };
    let start = vec![(Goal { tally: 1 << 20, place: Some(1) }, 0.75), (Goal { tally: OVER, place: None }, 0.25)];
    let first = vec![(on(1, 0), 0.5), (on(1, 1), 0.125), (on(2, 0), 0.375)];
    let second = vec![(on(1, 2), 0.3), (on(3, 0), 0.7)];
    let third = vec![(on(2, 1), 0.6), (over(0), 0.1), (over(3), 0.3)];
    vec![start, first, second, third]
}

/// The tallies of all chases, by strides that are taken one after the other from the first place on.
fn tallies(strides: impl Iterator<Item = Vec<Stride>>) -> BTreeMap<u64, f64> {
    let mut at: BTreeMap<Goal, f64> = BTreeMap::from([(Goal { tally: 0, place: Some(0) }, 1.0)]);
    for strides in strides {
        let mut next = BTreeMap::new();
        for (goal, share) in at {
            match goal.place {
                None => *next.entry(goal).or_default() += share,
                Some(place) => {
                    for &(Goal { tally, place }, part) in &strides[place as usize] {
                        *next.entry(Goal { tally: goal.tally + tally, place }).or_default() += share * part;
                    }
                }
            }
        }
        at = next;
    }
    let mut sums = BTreeMap::new();
    at.into_iter().for_each(|(goal, share)| *sums.entry(goal.tally).or_default() += share);
    sums
}

#[test]
fn strides_come_to_what_their_turns_come_to() {
    let turns = walk();
    for max_turns in 1..=9_u16 {
        let known = tallies(std::iter::repeat_n(turns.clone(), usize::from(max_turns) + 1));
        let same = |strides: Vec<Stride>, taken: u16| {
            let found = tallies(std::iter::repeat_n(strides, usize::from(taken)));
            assert!(found.keys().eq(known.keys()), "{taken} strides for {max_turns} turns");
            assert!(found.values().zip(known.values()).all(|(one, other)| (one - other).abs() < 1e-12));
        };
        let lengthened = |stride: &Stride, turns_more: u16| {
            (0..turns_more).fold(stride.clone(), |stride, _| joined(&stride, &turns))
        };
        for first in 1..=max_turns {
            for length in (1..=max_turns).filter(|&length| (max_turns - first).is_multiple_of(length)) {
                let others: Vec<Stride> = turns.iter().map(|turn| lengthened(turn, length - 1)).collect();
                same(from_the_start(&lengthened(&turns[0], first), &others), 1 + (max_turns - first) / length);
            }
        }
        // So small a walk is taken in one stride.
        same(fewest(&turns, max_turns, 1 << 10), 1);
        // Where there is no room, one turn is a stride.
        same(fewest(&turns, max_turns, 0), max_turns);
    }
}

/// One lane's generator, as it is published.
struct Xoshiro([u64; 4]);

impl Xoshiro {
    fn next(&mut self) -> u64 {
        let s = &mut self.0;
        let word = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        word
    }
}

/// The tallies of a chunk's chases, each followed by itself with the words of its lane.
fn one_by_one(lanes: &Lanes, luck: Luck, chunk: u64, chases: usize) -> Vec<u64> {
    let seed = |lane| Xoshiro(stream::lane(luck.seed, luck.cell, chunk, lane));
    let mut dice: Vec<Xoshiro> = (0..LANES as u64).map(seed).collect();
    let taken = |table: &Table, row: u64, word: u64| {
        let Column { below, ways } = table.columns[(row >> SHIFT) as usize + (word >> (row % (1 << SHIFT))) as usize];
        ways[if (word & 0xffff_ffff) < below.into() { 0 } else { 1 }]
    };
    // The first stride, of all lanes as often as of any.
    let first_row = u64::from(u64::BITS - lanes.first.columns.len().ilog2());
    let mut begun: Vec<u16> = (0..(chases / LANES + 1) * LANES)
        .map(|chase| taken(&lanes.first, first_row, dice[chase % LANES].next()))
        .collect();
    begun.truncate(chases);
    begun.sort_unstable();
    let (over, under_way): (Vec<Way>, Vec<Way>) =
        begun.into_iter().map(|way| lanes.first.ways[usize::from(way)]).partition(|way| way.tally >= OVER);
    let mut tallies: Vec<u64> = over.into_iter().map(|way| way.tally).collect();
    let mut queue = under_way.into_iter();
    let mut at: Vec<Option<Way>> = (0..LANES).map(|_| queue.next()).collect();
    while at.iter().any(Option::is_some) {
        for (at, dice) in at.iter_mut().zip(&mut dice) {
            let word = dice.next();
            if let Some(chase) = at {
                let way = lanes.others.ways[usize::from(taken(&lanes.others, chase.row, word))];
                *chase = Way { tally: chase.tally + way.tally, row: way.row };
                if chase.tally >= OVER {
                    tallies.push(chase.tally);
                    *at = queue.next();
                }
            }
        }
    }
    tallies
}

#[test]
fn lanes_play_what_chases_one_by_one_play() {
    let turns = walk();
    let fields = Fields::new(&[Rc::new(Vec::new())], 64).unwrap();
    let lanes = Lanes::of_strides(from_the_start(&joined(&turns[0], &turns), &turns), fields).unwrap();
    for (chunk, chases) in [0, 1, 31, 32, 33, 1_000, 16_384].into_iter().enumerate() {
        let (luck, chunk) = (Luck { seed: 3, cell: 4 }, chunk as u64);
        let mut dice = Dice::new(luck, chunk);
        let (over, under_way) = begin(&lanes, &mut dice, chases);
        let mut found: Vec<u64> =
            over.into_iter().flat_map(|(tally, times)| std::iter::repeat_n(tally, times as usize)).collect();
        let counted = found.len();
        go_on(&lanes, &mut dice, &under_way, |tallies| found.extend(tallies));
        let mut known = one_by_one(&lanes, luck, chunk, chases);
        assert!(known.len() == chases && (chases < 1_000 || (1..chases).contains(&counted)));
        found.sort_unstable();
        known.sort_unstable();
        assert!(found == known, "{chases} chases");
    }
}

#[test]
fn room_saves_strides() {
    let (turns, max_turns) = (walk(), 12);
    let expected = |columns: usize| {
        let strides = fewest(&turns, max_turns, columns);
        // By place and turns, which a tally counts from the eighth bit on.
        let mut under_way = BTreeMap::from([((0, 0), 1.0)]);
        let mut taken = 0.0;
        while !under_way.is_empty() {
            taken += under_way.values().sum::<f64>();
            let mut next = BTreeMap::new();
            for ((place, played), here) in under_way {
                for &(Goal { tally, place }, share) in &strides[place as usize] {
                    let played = played + (tally >> 8 & 0xff);
                    assert!(played <= max_turns.into());
                    if let Some(place) = place.filter(|_| played < max_turns.into()) {
                        *next.entry((place, played)).or_default() += here * share;
                    }
                }
            }
            under_way = next;
        }
        taken
    };
    let found = [0, 16, 32, 64, 128, 256, 1 << 12].map(expected);
    assert!(found.is_sorted_by(|one, other| one >= other), "{found:?}");
    assert!(found[0] > 5.0 && found[6] == 1.0, "{found:?}");
}
