//! Luck that is written down: wraps another source and keeps a readable log of every question and event.

use super::{Against, Chance, Event};
use crate::{Bands, Dice, Side};

/// Passes questions on to another source and keeps a log. The played chase is the told chase: a face answers a
/// threshold or a band exactly as the wrapped source would have.
#[derive(Debug)]
pub struct Trace<C> {
    inner: C,
    lines: Vec<Line>,
    /// Who rolls next.
    roller: Option<(Side, Against)>,
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Dice were rolled.
    Roll {
        /// Who rolled, and what the dice were held against, where the rules say so.
        by: Option<(Side, Against)>,
        /// How the dice are written.
        dice: String,
        /// What they showed.
        face: i16,
        /// What the rules wanted to know.
        question: Question,
    },
    /// An event was noted.
    Event(Event),
    /// The rules said something.
    Told(String),
}

/// What the rules wanted to know of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The face itself.
    Face,
    /// Whether the face reaches a threshold.
    AtLeast(i16),
    /// In which band the face plus a shift lies.
    Band(i16),
}

impl<C: Chance> Trace<C> {
    /// A log around `inner`.
    pub fn new(inner: C) -> Self {
        Self { inner, lines: Vec::new(), roller: None }
    }

    /// Takes the lines logged since the last call.
    pub fn take_lines(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.lines)
    }

    /// The wrapped source, to look at.
    pub const fn inner(&self) -> &C {
        &self.inner
    }

    /// The wrapped source.
    pub fn into_inner(self) -> C {
        self.inner
    }

    fn ask(&mut self, dice: &Dice, question: Question) -> i16 {
        let face = self.inner.draw(dice);
        let by = self.roller.take();
        self.lines.push(Line::Roll { by, dice: dice.name().to_owned(), face, question });
        face
    }
}

impl<C: Chance> Chance for Trace<C> {
    fn draw(&mut self, dice: &Dice) -> i16 {
        self.ask(dice, Question::Face)
    }

    fn at_least(&mut self, dice: &Dice, threshold: i16) -> bool {
        self.ask(dice, Question::AtLeast(threshold)) >= threshold
    }

    fn band<T: Copy + PartialEq>(&mut self, dice: &Dice, bands: &Bands<T>, shift: i16) -> T {
        bands.at(self.ask(dice, Question::Band(shift)) + shift)
    }

    fn note(&mut self, event: Event) {
        self.lines.push(Line::Event(event));
        self.inner.note(event);
    }

    fn rolls(&mut self, side: Side, against: Against) {
        self.roller = Some((side, against));
    }

    fn tell(&mut self, line: impl FnOnce() -> String) {
        self.lines.push(Line::Told(line()));
    }
}
