//! Luck that is sampled: each question takes one word of a generator.

use super::{Chance, Event, EventCounts, MAX_EVENTS, count};
use crate::{Answers, Bands, Dice, ShiftedAnswers};
use rand::Rng;
use std::hint::select_unpredictable;

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

impl<G: Rng + Clone, const IN_HASTE: bool> Chance for Roll<G, IN_HASTE> {
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

    /// Which word comes next is chosen without a branch: whether there are two is often luck, and nobody could predict it.
    #[inline(always)]
    fn answer_two<T: Copy + PartialEq, U: Copy + PartialEq>(
        &mut self,
        first: &Answers<T>,
        second: &Answers<U>,
        both: bool,
    ) -> (T, U) {
        let mut generator = self.generator.clone();
        let one = generator.next_u64();
        let after_one = generator.clone();
        let two = generator.next_u64();
        self.generator = select_unpredictable(both, generator, after_one);
        Answers::of_two((first, one), (second, two))
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

    #[inline]
    fn note_few(&mut self, event: Event, happened: bool) {
        let count = &mut self.events[usize::from(event.0)];
        *count = count.wrapping_add(happened.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use std::sync::Arc;

    #[test]
    fn two_answers_take_the_words_of_one_after_the_other() {
        let bands = Bands::new(0, (1..=20).map(|face| (face, face))).unwrap();
        let answers = [Dice::sides(20), Dice::sum(2, 6)].map(|dice| Answers::new(&Arc::new(dice), bands.clone()));
        let roll = || Roll::new(Pcg64Mcg::seed_from_u64(5));
        let (mut together, mut apart) = (roll(), roll());
        for turn in 0..2_000 {
            let both = turn % 3 > 0;
            let (first, second) = together.answer_two(&answers[0], &answers[1], both);
            assert_eq!(first, apart.answer(&answers[0]), "turn {turn}");
            assert!(!both || second == apart.answer(&answers[1]), "turn {turn}");
        }
        assert_eq!(together.generator, apart.generator);
    }
}
