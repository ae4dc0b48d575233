//! Luck that is enumerated: the rules are replayed once for every different course that their questions can take.

use super::{Chance, Event, EventCounts, MAX_EVENTS, count};
use crate::{Bands, Dice};

/// Runs `act` once for every course of luck and hands each to `visit` with its probability and events.
///
/// Faces that a question does not tell apart are one branch. Probabilities of all visits add up to 1.
///
/// # Panics
/// When `act` is not pure: replayed up to the same place, it asked a different question.
pub fn every<T>(act: impl FnMut(&mut Every) -> T, visit: impl FnMut(f64, T, &EventCounts)) {
    Every::default().visit(act, visit);
}

/// One course of luck among all: a path of answers.
#[derive(Debug, Default)]
pub struct Every {
    path: Vec<Step>,
    /// The runs of faces that the questions on the path tell apart, each with its chance, one question after the other.
    runs: Vec<(i16, f64)>,
    depth: usize,
    probability: f64,
    events: EventCounts,
}

#[derive(Debug)]
struct Step {
    question: Question,
    /// Where the question's runs begin, and which of them answers it.
    first: usize,
    answer: usize,
}

/// What tells one question from another where a replay is held against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Question {
    faces: (i16, i16),
    total: u64,
    asks: Asks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    Face,
    AtLeast(i16),
    Band(i16),
}

impl Every {
    /// The same as [`every`], one after the other in the same memory.
    ///
    /// # Panics
    /// As [`every`].
    pub fn visit<T>(&mut self, mut act: impl FnMut(&mut Self) -> T, mut visit: impl FnMut(f64, T, &EventCounts)) {
        self.path.clear();
        self.runs.clear();
        loop {
            self.depth = 0;
            self.probability = 1.0;
            self.events = [0; MAX_EVENTS];
            let result = act(self);
            assert_eq!(self.depth, self.path.len(), "rules are not pure: a replay asked fewer questions");
            visit(self.probability, result, &self.events);
            while let Some(step) = self.path.last_mut() {
                step.answer += 1;
                if step.answer < self.runs.len() {
                    break;
                }
                self.runs.truncate(step.first);
                self.path.pop();
            }
            if self.path.is_empty() {
                return;
            }
        }
    }

    /// Answers a question that tells faces apart by `key` alone: runs of faces with equal keys are one branch. They are
    /// found when it is first asked; replays look them up.
    #[inline]
    fn ask<K: PartialEq>(&mut self, dice: &Dice, asks: Asks, key: impl Fn(i16) -> K) -> i16 {
        let question = Question { faces: dice.range(), total: dice.total(), asks };
        let answer = match self.path.get(self.depth) {
            Some(step) => {
                assert!(
                    step.question == question,
                    "rules are not pure: a replay asked another question of {}",
                    dice.name()
                );
                step.answer
            }
            None => {
                let first = self.runs.len();
                self.path.push(Step { question, first, answer: first });
                let total = dice.total() as f64;
                dice.runs(key, |run| self.runs.push((run.face, run.weight as f64 / total)));
                first
            }
        };
        self.depth += 1;
        let (face, chance) = self.runs[answer];
        self.probability *= chance;
        face
    }
}

impl Chance for Every {
    fn draw(&mut self, dice: &Dice) -> i16 {
        self.ask(dice, Asks::Face, |face| face)
    }

    fn at_least(&mut self, dice: &Dice, threshold: i16) -> bool {
        self.ask(dice, Asks::AtLeast(threshold), |face| face >= threshold) >= threshold
    }

    fn band<T: Copy + PartialEq>(&mut self, dice: &Dice, bands: &Bands<T>, shift: i16) -> T {
        bands.at(self.ask(dice, Asks::Band(shift), |face| bands.at(face + shift)) + shift)
    }

    fn note(&mut self, event: Event) {
        count(&mut self.events, event, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_has_two_branches_and_a_certainty_one() {
        let dice = Dice::fudge(4);
        let mut seen = Vec::new();
        every(|chance| chance.at_least(&dice, 1), |p, yes, _| seen.push((yes, p)));
        assert_eq!(seen, [(false, 50.0 / 81.0), (true, 31.0 / 81.0)]);
        seen.clear();
        every(|chance| chance.at_least(&dice, -4), |p, yes, _| seen.push((yes, p)));
        assert_eq!(seen, [(true, 1.0)]);
    }

    #[test]
    fn bands_merge_faces_and_questions_multiply() {
        let bands = Bands::new('-', [(0, '0'), (1, '+')]).unwrap();
        let dice = Dice::fudge(1);
        let mut total = 0.0;
        let mut both = 0.0;
        every(
            |chance| (chance.band(&dice, &bands, 0), chance.draw(&dice)),
            |p, (sign, face), _| {
                total += p;
                if sign == '+' && face == -1 {
                    both += p;
                }
            },
        );
        assert!((total - 1.0).abs() < 1e-15);
        assert!((both - 1.0 / 9.0).abs() < 1e-15);
    }

    #[test]
    fn later_questions_may_depend_on_earlier_answers() {
        let dice = Dice::sides(6);
        let mut count = 0;
        every(|chance| if chance.at_least(&dice, 6) { i32::from(chance.draw(&dice)) } else { 0 }, |_, _, _| count += 1);
        assert_eq!(count, 7);
    }

    #[test]
    #[should_panic(expected = "not pure")]
    fn impure_rules_are_caught() {
        let dice = Dice::sides(6);
        let mut calls = 0;
        every(
            |chance| {
                calls += 1;
                if calls == 1 { chance.draw(&dice) } else { i16::from(chance.at_least(&dice, 3)) }
            },
            |_, _, _| {},
        );
    }
}
