//! Luck that is given: the faces of a rule book's example, in the order in which the rules ask.

use super::{Chance, Event, EventCounts, MAX_EVENTS, count};
use crate::Dice;
use std::collections::VecDeque;
use thiserror::Error;

/// Answers each question with the next given face, and keeps the first thing that did not fit.
#[derive(Debug)]
pub struct Script {
    faces: VecDeque<i16>,
    asked: usize,
    events: EventCounts,
    error: Option<ScriptError>,
}

/// Why a script and the rules do not fit each other.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ScriptError {
    /// The rules asked for more dice than the script has.
    #[error("the script ran out: roll {roll} asks for {dice}")]
    RanOut {
        /// Which question, from 1.
        roll: usize,
        /// What was asked for.
        dice: String,
    },
    /// The given result cannot show on the dice that were asked for.
    #[error("roll {roll} asks for {dice}, which shows {low} to {high}, but the script says {given}")]
    Impossible {
        /// Which question, from 1.
        roll: usize,
        /// What was asked for.
        dice: String,
        /// The lowest face.
        low: i16,
        /// The highest face.
        high: i16,
        /// What the script says.
        given: i16,
    },
    /// The chase ended with results unused.
    #[error("{unused} results of the script were never asked for")]
    Unused {
        /// How many are left.
        unused: usize,
    },
}

impl Script {
    /// A script of results in the order in which the rules ask for them.
    pub fn new(faces: impl IntoIterator<Item = i16>) -> Self {
        Self { faces: faces.into_iter().collect(), asked: 0, events: [0; MAX_EVENTS], error: None }
    }

    /// How often each event was noted.
    pub fn events(&self) -> &EventCounts {
        &self.events
    }

    /// Checks that every result was used and fitted.
    ///
    /// # Errors
    /// The first result that did not fit, or how many were left over.
    pub fn finish(self) -> Result<(), ScriptError> {
        match (self.error, self.faces.len()) {
            (Some(error), _) => Err(error),
            (None, 0) => Ok(()),
            (None, unused) => Err(ScriptError::Unused { unused }),
        }
    }

    /// The first thing that did not fit so far.
    pub fn error(&self) -> Option<&ScriptError> {
        self.error.as_ref()
    }
}

impl Chance for Script {
    fn draw(&mut self, dice: &Dice) -> i16 {
        self.asked += 1;
        let (low, high) = dice.range();
        let roll = self.asked;
        let name = dice.name().to_owned();
        let (face, error) = match self.faces.pop_front() {
            Some(face) if dice.shows(face) => (face, None),
            Some(given) => (low, Some(ScriptError::Impossible { roll, dice: name, low, high, given })),
            None => (low, Some(ScriptError::RanOut { roll, dice: name })),
        };
        self.error = self.error.take().or(error);
        face
    }

    fn note(&mut self, event: Event) {
        count(&mut self.events, event, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_faces_in_order_and_reports_what_does_not_fit() {
        let d6 = Dice::sides(6);
        let mut script = Script::new([3, 6]);
        assert!(!script.at_least(&d6, 4));
        assert_eq!(script.draw(&d6), 6);
        assert_eq!(script.finish(), Ok(()));

        let mut script = Script::new([7, 1, 1]);
        script.draw(&d6);
        script.draw(&d6);
        let error = script.finish().unwrap_err();
        assert_eq!(error.to_string(), "roll 1 asks for 1d6, which shows 1 to 6, but the script says 7");

        let mut script = Script::new([]);
        script.draw(&d6);
        assert_eq!(script.finish().unwrap_err().to_string(), "the script ran out: roll 1 asks for 1d6");
        assert_eq!(Script::new([1]).finish(), Err(ScriptError::Unused { unused: 1 }));
    }
}
