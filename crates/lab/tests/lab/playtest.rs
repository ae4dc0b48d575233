//! A record held against the rules: every number by a convolution of its own, and the verdicts.

use crate::{plan, results};
use approx::assert_relative_eq;
use chaselab_core::{End, Group};
use chaselab_lab::playtest::{Asked, CellVerdict, Playtest, Record, Verdict, playtest};
use std::collections::BTreeMap;

const THW: &str = "systems = [\"thw\"]\n";

fn judged(text: &str, sets: &[&str], chases: u64, turns: Option<u64>, ends: &[(End, u64)]) -> Playtest {
    let record = Record { chases, turns, ends: ends.to_vec(), groups: Vec::new() };
    playtest(results(text, sets, 2), record.checked().unwrap())
}

fn only(playtest: &Playtest) -> &CellVerdict {
    assert_eq!(playtest.cells.len(), 1);
    &playtest.cells[0]
}

/// The law of the sum of n numbers, adding one after the other.
fn convolved(one: &[f64], n: u64) -> Vec<f64> {
    (0..n).fold(vec![1.0], |sums, _| {
        let mut next = vec![0.0; sums.len() + one.len() - 1];
        for (sum, chance) in sums.iter().enumerate() {
            for (number, other) in one.iter().enumerate() {
                next[sum + number] += chance * other;
            }
        }
        next
    })
}

fn small_tail(law: &[f64], at: u64) -> f64 {
    law.iter().filter(|&&chance| chance <= law[at as usize] * (1.0 + 1e-9)).sum()
}

#[test]
fn tails_are_those_of_the_exact_laws_summed_by_brute_force() {
    let plan = plan(THW, &[]).unwrap();
    let exact = plan.cells[0].player.exact(chaselab_lab::run::AUTO).unwrap();
    let lengths: Vec<f64> = exact.length(None);
    for (turns, escaped) in [(80, 10), (112, 14), (150, 4)] {
        let judged = judged(THW, &[], 25, Some(turns), &[(End::Escaped, escaped)]);
        let answers = &only(&judged).answers;
        let all = convolved(&lengths, 25);
        assert_eq!(answers[0].asked, Asked::Turns);
        assert_relative_eq!(answers[0].tail, small_tail(&all, turns), max_relative = 1e-8);
        let mean: f64 = all.iter().enumerate().map(|(sum, chance)| sum as f64 * chance).sum();
        assert_relative_eq!(answers[0].shift.as_ref().unwrap().expected, mean, max_relative = 1e-8);
        let p = exact.end(End::Escaped);
        assert_relative_eq!(answers[1].tail, small_tail(&convolved(&[1.0 - p, p], 25), escaped), max_relative = 1e-8);
    }
}

#[test]
fn several_ends_are_judged_together_too() {
    let found = judged(THW, &[], 12, None, &[(End::Escaped, 5), (End::Caught, 4)]);
    let exact = plan(THW, &[]).unwrap().cells[0].player.exact(chaselab_lab::run::AUTO).unwrap();
    let chances = [End::Escaped, End::Caught].map(|end| exact.end(end));
    let chances = [chances[0], chances[1], 1.0 - chances[0] - chances[1]];
    // Chase by chase, gathered by counts: no factorials.
    let mut ways = BTreeMap::from([([0_u64; 2], 1.0)]);
    for _ in 0..12 {
        let mut next = BTreeMap::new();
        for (counts, chance) in ways {
            for (end, other) in chances.iter().enumerate() {
                let mut counts = counts;
                if let Some(count) = counts.get_mut(end) {
                    *count += 1;
                }
                *next.entry(counts).or_insert(0.0) += chance * other;
            }
        }
        ways = next;
    }
    let tail: f64 = ways.values().filter(|&&other| other <= ways[&[5, 4]] * (1.0 + 1e-9)).sum();
    let together = only(&found).answers.last().unwrap();
    assert!(matches!(together.asked, Asked::Together(_)));
    assert_relative_eq!(together.tail, tail, max_relative = 1e-8);
}

#[test]
fn what_was_played_by_these_rules_is_rarely_called_inconsistent() {
    // A hundred playtests of 25 chases of these very rules: about one in twenty may be called so, and no more.
    let plan = plan(THW, &["method=sampled"]).unwrap();
    let results = results(THW, &[], 2);
    let cell = &plan.cells[0];
    let mut called = 0;
    for seed in 0..100 {
        let luck = chaselab_lab::player::Luck { seed, cell: cell.key };
        let counts = cell.player.play(luck, 0..25, None);
        let turns = End::ALL.iter().flat_map(|&end| counts.lengths(end).iter().enumerate());
        let turns = turns.map(|(turns, &count)| turns as u64 * count).sum();
        let ends = [End::Escaped, End::Caught].map(|end| (end, counts.end(end))).to_vec();
        let record = Record { chases: 25, turns: Some(turns), ends, groups: Vec::new() };
        let verdict = only(&playtest(results.clone(), record)).verdict;
        assert_ne!(verdict, Verdict::Impossible);
        called += u32::from(verdict == Verdict::Inconsistent);
    }
    // Above 12 of 100 the binomial tail at 5 % is below 0.002; and a test that never calls anything says nothing.
    assert!((1..=12).contains(&called), "{called}");
}

#[test]
fn sampled_laws_say_how_uncertain_they_are() {
    let ends = [(End::Escaped, 15)];
    let exact = judged(THW, &[], 25, Some(100), &ends);
    let sampled = judged(THW, &["method=sampled", "chases=20_000"], 25, Some(100), &ends);
    for (exact, sampled) in only(&exact).answers.iter().zip(&only(&sampled).answers) {
        let (low, high) = sampled.tail_range;
        assert!(low < high && low <= sampled.tail && sampled.tail <= high, "{sampled:?}");
        assert!(low * 0.9 <= exact.tail && exact.tail <= high * 1.1, "{exact:?} {sampled:?}");
        assert_eq!(exact.tail_range.0, exact.tail_range.1);
    }
    // Ten chases of the program leave a rate so wide that of some records nothing can be said.
    let few = results(THW, &["method=sampled", "chases=10"], 2);
    let verdict = |escaped| {
        let record = Record { chases: 25, turns: None, ends: vec![(End::Escaped, escaped)], groups: Vec::new() };
        only(&playtest(few.clone(), record)).verdict
    };
    assert!((0..=25).any(|escaped| verdict(escaped) == Verdict::Undecided));
}

#[test]
fn what_cannot_happen_is_impossible() {
    // Nobody is shot where nobody has a weapon; and 25 chases take at least 25 turns here.
    let found = judged(THW, &[], 25, None, &[(End::PreyDisabled, 1)]);
    assert_eq!(only(&found).verdict, Verdict::Impossible);
    let found = judged(THW, &[], 25, Some(2_000_000), &[]);
    assert_eq!(only(&found).verdict, Verdict::Impossible);
}

#[test]
fn every_cell_is_judged_and_groups_are_asked_like_ends() {
    let grid = format!("{THW}[grid]\n\"thw.getaway\" = [7, 10, 14]\n");
    let record = Record { chases: 40, turns: None, ends: Vec::new(), groups: vec![(Group::Free, 22)] };
    let results = results(&grid, &[], 2);
    let found = playtest(results, record.checked().unwrap());
    assert_eq!(found.cells.len(), 3);
    for (result, cell) in found.results.cells.iter().zip(&found.cells) {
        let p = result.group(Group::Free).rate;
        let tail = small_tail(&convolved(&[1.0 - p, p], 40), 22);
        assert_relative_eq!(cell.answers[0].tail, tail, max_relative = 1e-8);
        assert_eq!(cell.verdict == Verdict::Consistent, tail >= 0.05);
    }
}
