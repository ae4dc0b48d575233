//! Luck that is enumerated: the rules are replayed once for every different course that their questions can take.

use super::{Chance, Event, EventCounts, MAX_EVENTS, count};
use crate::{Bands, Dice};
use std::iter::once;
use std::ops::ControlFlow;

/// Runs `act` once for every course of luck and hands each to `visit` with its probability and events.
///
/// Faces that a question does not tell apart are one branch. Probabilities of all visits add up to 1.
///
/// # Panics
/// When `act` is not pure: replayed up to the same place, it asked a different question.
pub fn every<T>(act: impl FnMut(&mut Every) -> T, mut visit: impl FnMut(f64, T, &EventCounts)) {
    Every::default().visit(act, |probability, result, noted| {
        visit(probability, result, &noted.counts);
        ControlFlow::Continue(())
    });
}

/// The events of one course of luck.
#[derive(Clone, Copy, Debug, Default)]
pub struct Noted {
    counts: EventCounts,
    /// A bit for each event that happened at all, event 0 lowest: most courses note nothing.
    happened: u16,
}

const _: () = assert!(MAX_EVENTS == u16::BITS as usize, "an event is a bit");

impl Noted {
    /// The events that happened, in ascending order, each with how often it did.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Event, u16)> + '_ {
        let mut left = self.happened;
        std::iter::from_fn(move || {
            let event = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some((Event(event), self.counts[usize::from(event)]))
        })
    }
}

/// One course of luck among all: a path of answers.
#[derive(Debug, Default)]
pub struct Every {
    path: Vec<Step>,
    /// The runs of faces that the questions on the path tell apart, each with its chance, one question after the other.
    runs: Vec<(i16, f64)>,
    depth: usize,
    noted: Noted,
}

/// A question on the path, and its answer on this course.
#[derive(Debug)]
struct Step {
    question: Question,
    /// Where the question's runs begin, and which of them answers it.
    first: usize,
    answer: usize,
    /// The face of that run.
    face: i16,
    /// How likely the path is up to here.
    probability: f64,
}

/// What tells one question from another where a replay is held against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Question {
    faces: (i16, i16),
    total: u64,
    asks: Asks,
    /// The threshold or the shift.
    by: i16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    Face,
    AtLeast,
    Band,
}

impl Every {
    /// The same as [`every`], one after the other in the same memory, until `visit` has seen enough.
    ///
    /// # Panics
    /// As [`every`].
    #[inline]
    pub fn visit<T>(
        &mut self,
        mut act: impl FnMut(&mut Self) -> T,
        mut visit: impl FnMut(f64, T, &Noted) -> ControlFlow<()>,
    ) {
        self.path.clear();
        self.runs.clear();
        loop {
            self.depth = 0;
            self.noted = Noted::default();
            let result = act(self);
            assert_eq!(self.depth, self.path.len(), "rules are not pure: a replay asked fewer questions");
            let seen = visit(self.probability(self.depth), result, &self.noted);
            if seen.is_break() || !self.advance() {
                return;
            }
        }
    }

    /// How likely so many of the path's first answers are.
    #[inline]
    fn probability(&self, depth: usize) -> f64 {
        depth.checked_sub(1).map_or(1.0, |last| self.path[last].probability)
    }

    /// The next course: the last question that has one left gets its next answer. Nothing is left when there is none.
    #[inline]
    fn advance(&mut self) -> bool {
        while let Some(last) = self.path.len().checked_sub(1) {
            let before = self.probability(last);
            let step = &mut self.path[last];
            step.answer += 1;
            if let Some(&(face, chance)) = self.runs.get(step.answer) {
                (step.face, step.probability) = (face, before * chance);
                return true;
            }
            self.runs.truncate(step.first);
            self.path.pop();
        }
        false
    }

    /// Answers a question that tells faces apart by `key` alone, which changes at `cuts`: runs of faces with equal keys are
    /// one branch. They are found when it is first asked; replays look the answer up.
    #[inline(always)]
    fn ask<K: PartialEq>(
        &mut self,
        dice: &Dice,
        (asks, by): (Asks, i16),
        cuts: impl Iterator<Item = i32>,
        key: impl Fn(i16) -> K,
    ) -> i16 {
        let question = Question { faces: dice.range(), total: dice.total(), asks, by };
        let depth = self.depth;
        self.depth += 1;
        match self.path.get(depth) {
            Some(step) => {
                assert!(
                    step.question == question,
                    "rules are not pure: a replay asked another question of {}",
                    dice.name()
                );
                step.face
            }
            None => self.extend(question, dice, cuts, key),
        }
    }

    /// A new question at the end of the path: its first run answers it.
    #[inline(never)]
    fn extend<K: PartialEq>(
        &mut self,
        question: Question,
        dice: &Dice,
        cuts: impl Iterator<Item = i32>,
        key: impl Fn(i16) -> K,
    ) -> i16 {
        let first = self.runs.len();
        let total = question.total as f64;
        dice.runs(cuts, key, |run| self.runs.push((run.face, run.weight as f64 / total)));
        let (face, chance) = self.runs[first];
        let probability = self.probability(self.path.len()) * chance;
        self.path.push(Step { question, first, answer: first, face, probability });
        face
    }
}

impl Chance for Every {
    #[inline]
    fn draw(&mut self, dice: &Dice) -> i16 {
        self.ask(dice, (Asks::Face, 0), dice.each(), |face| face)
    }

    #[inline]
    fn at_least(&mut self, dice: &Dice, threshold: i16) -> bool {
        self.ask(dice, (Asks::AtLeast, threshold), once(threshold.into()), |face| face >= threshold) >= threshold
    }

    #[inline(always)]
    fn band<T: Copy + PartialEq>(&mut self, dice: &Dice, bands: &Bands<T>, shift: i16) -> T {
        let cuts = bands.changes().iter().map(|&change| change - i32::from(shift));
        bands.at(self.ask(dice, (Asks::Band, shift), cuts, |face| bands.at(face + shift)) + shift)
    }

    #[inline]
    fn note(&mut self, event: Event) {
        count(&mut self.noted.counts, event, true);
        self.noted.happened |= 1 << event.0;
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
    fn whoever_has_seen_enough_sees_no_more_and_may_begin_again() {
        let dice = Dice::sides(6);
        let mut luck = Every::default();
        let mut first = |most: usize| {
            let mut seen = Vec::new();
            luck.visit(
                |chance| chance.draw(&dice) + chance.draw(&dice),
                |_, sum, _| {
                    seen.push(sum);
                    if seen.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                },
            );
            seen
        };
        assert_eq!(first(8), [2, 3, 4, 5, 6, 7, 3, 4]);
        assert_eq!(first(100).len(), 36);
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
