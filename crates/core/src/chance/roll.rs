//! Luck that is sampled: each question takes one word of a generator.

use super::{Chance, Event, EventCounts, MAX_EVENTS, count};
use crate::{Answers, Bands, Dice, ShiftedAnswers};
use rand::Rng;

/// Samples from a generator and counts events.
#[derive(Debug)]
pub struct Roll<G, const IN_HASTE: bool = false> {
    generator: G,
    events: EventCounts,
}

impl<G: Rng> Roll<G> {
    /// Luck from `generator`, with no event counted yet.
    #[inline]
    pub fn new(generator: G) -> Self {
        Self { generator, events: [0; MAX_EVENTS] }
    }
}

impl<G: Rng> Roll<G, true> {
    /// The same luck, where nobody looks at the states between phases of dice.
    #[inline]
    pub fn in_haste(generator: G) -> Self {
        Self { generator, events: [0; MAX_EVENTS] }
    }
}

impl<G: Rng, const IN_HASTE: bool> Roll<G, IN_HASTE> {
    /// How often each event was noted.
    #[inline]
    pub fn events(&self) -> &EventCounts {
        &self.events
    }
}

impl<G: Rng, const IN_HASTE: bool> Chance for Roll<G, IN_HASTE> {
    const IN_HASTE: bool = IN_HASTE;

    #[inline]
    fn draw(&mut self, dice: &Dice) -> i16 {
        dice.face(self.generator.next_u64())
    }

    #[inline]
    fn at_least(&mut self, dice: &Dice, threshold: i16) -> bool {
        dice.face_at_least(self.generator.next_u64(), threshold.into())
    }

    #[inline(always)]
    fn answer<T: Copy + PartialEq>(&mut self, answers: &Answers<T>) -> T {
        answers.of(self.generator.next_u64())
    }

    #[inline(always)]
    fn answer_shifted<T: Copy + PartialEq>(&mut self, answers: &ShiftedAnswers<T>, shift: i16) -> T {
        answers.of(self.generator.next_u64(), shift)
    }

    #[inline(always)]
    fn face_and_band<T: Copy + PartialEq>(&mut self, dice: &Dice, bands: &Bands<T>, shift: i16, _: bool) -> (i16, T) {
        let face = self.draw(dice);
        (face, bands.at(face + shift))
    }

    #[inline]
    fn note(&mut self, event: Event) {
        count(&mut self.events, event, true);
    }

    #[inline]
    fn note_if(&mut self, event: Event, happened: bool) {
        count(&mut self.events, event, happened);
    }
}
