//! Luck that is explored one question at a time, for compiling rules into trees of questions.

use super::{Chance, Event, EventCounts, MAX_EVENTS, count};
use crate::{Bands, Dice, Run};
use std::iter::once;

/// Gives the answers of a path, and says what is asked next: the runs of faces that the question tells apart.
///
/// Whatever the rules do after that question is of no meaning.
#[derive(Debug)]
pub struct Probe<'a> {
    /// The run that answers each question.
    path: &'a [usize],
    depth: usize,
    asked: Option<Vec<Run>>,
    events: EventCounts,
}

impl<'a> Probe<'a> {
    /// A probe along a path of answers.
    pub fn new(path: &'a [usize]) -> Self {
        Self { path, depth: 0, asked: None, events: [0; MAX_EVENTS] }
    }

    /// What was asked at the end of the path; the events on the way where nothing more was.
    ///
    /// # Errors
    /// The events, when the path answered every question.
    pub fn asked(self) -> Result<Vec<Run>, EventCounts> {
        self.asked.ok_or(self.events)
    }

    fn ask<K: PartialEq>(&mut self, dice: &Dice, cuts: impl Iterator<Item = i32>, key: impl Fn(i16) -> K) -> i16 {
        if self.asked.is_some() {
            return dice.range().0;
        }
        let mut runs = Vec::new();
        dice.runs(cuts, key, |run| runs.push(run));
        match self.path.get(self.depth) {
            Some(&answer) => {
                self.depth += 1;
                runs[answer].face
            }
            None => {
                self.asked = Some(runs);
                dice.range().0
            }
        }
    }
}

impl Chance for Probe<'_> {
    fn draw(&mut self, dice: &Dice) -> i16 {
        self.ask(dice, dice.each(), |face| face)
    }

    fn at_least(&mut self, dice: &Dice, threshold: i16) -> bool {
        self.ask(dice, once(threshold.into()), |face| face >= threshold) >= threshold
    }

    fn band<T: Copy + PartialEq>(&mut self, dice: &Dice, bands: &Bands<T>, shift: i16) -> T {
        let cuts = bands.changes().iter().map(|&change| change - i32::from(shift));
        bands.at(self.ask(dice, cuts, |face| bands.at(face + shift)) + shift)
    }

    fn note(&mut self, event: Event) {
        if self.asked.is_none() {
            count(&mut self.events, event, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_next_question_and_the_end() {
        let d6 = Dice::sides(6);
        let act = |chance: &mut Probe<'_>| {
            if chance.at_least(&d6, 5) {
                chance.note(Event(3));
                chance.draw(&d6);
            }
        };
        let asked = |path: &[usize]| {
            let mut probe = Probe::new(path);
            act(&mut probe);
            probe.asked()
        };
        assert_eq!(asked(&[]).unwrap().iter().map(|run| run.weight).collect::<Vec<_>>(), [4, 2]);
        assert_eq!(asked(&[0]).unwrap_err(), [0; MAX_EVENTS]);
        assert_eq!(asked(&[1]).unwrap().len(), 6);
        assert_eq!(asked(&[1, 5]).unwrap_err()[3], 1);
    }
}
