//! What bands say of dice, laid out for a question that is asked again and again.

mod shifted;

pub use shifted::ShiftedAnswers;

use crate::{Bands, Dice};
use std::sync::Arc;

/// How many leading bits of a word are looked at first. With one more the words that they leave open are half as many, and
/// nobody can predict which these are; but tables should stay near.
const LEADING: u32 = 9;

/// What bands say of dice, word by word: its leading bits mostly tell, so that there is one look-up where [`Dice`] and
/// [`Bands`] need two.
#[derive(Clone, Debug)]
pub struct Answers<T> {
    lead: Lead<T>,
    /// For the few words that the table leaves open.
    dice: Arc<Dice>,
    bands: Bands<T>,
}

/// By the leading bits of a word; nothing where words with these are answered differently.
type Lead<T> = [Option<T>; 1 << LEADING];

/// The lowest and the highest face that words with the same leading bits show, by these.
type Spans = [(i16, i16); 1 << LEADING];

fn spans(dice: &Dice) -> Spans {
    std::array::from_fn(|lead| {
        let first = (lead as u64) << (u64::BITS - LEADING);
        (dice.face(first), dice.face(first | u64::MAX >> LEADING))
    })
}

/// What `bands` say of faces plus `shift`.
fn laid_out<T: Copy + PartialEq>(spans: &Spans, bands: &Bands<T>, shift: i16) -> Lead<T> {
    spans.map(|(lowest, highest)| {
        let mut answers = (lowest..=highest).map(|face| bands.at(face + shift));
        let answer = answers.next()?;
        answers.all(|other| other == answer).then_some(answer)
    })
}

impl<T: Copy + PartialEq> Answers<T> {
    /// What `bands` say of `dice`.
    pub fn new(dice: &Arc<Dice>, bands: Bands<T>) -> Self {
        Self { lead: laid_out(&spans(dice), &bands, 0), dice: Arc::clone(dice), bands }
    }

    /// The dice.
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    /// What faces mean.
    pub const fn bands(&self) -> &Bands<T> {
        &self.bands
    }

    /// What a generator word is answered.
    #[inline(always)]
    pub fn of(&self, word: u64) -> T {
        match self.lead[lead(word)] {
            Some(answer) => answer,
            None => self.beyond(word),
        }
    }

    /// What each of two words is answered, each by its answers.
    #[inline(always)]
    pub fn of_two<U: Copy + PartialEq>(first: (&Self, u64), second: (&Answers<U>, u64)) -> (T, U) {
        match (first.0.lead[lead(first.1)], second.0.lead[lead(second.1)]) {
            (Some(first), Some(second)) => (first, second),
            _ => Self::beyond_two(first, second),
        }
    }

    #[cold]
    #[inline(never)]
    fn beyond_two<U: Copy + PartialEq>(first: (&Self, u64), second: (&Answers<U>, u64)) -> (T, U) {
        (first.0.of(first.1), second.0.of(second.1))
    }

    /// What a word is answered whose leading bits do not tell.
    #[cold]
    #[inline(never)]
    fn beyond(&self, word: u64) -> T {
        self.bands.at(self.dice.face(word))
    }
}

/// The leading bits of a word.
#[inline(always)]
const fn lead(word: u64) -> usize {
    (word >> (u64::BITS - LEADING)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_answered_like_their_faces() {
        let dice = [Dice::fudge(4), Dice::sum(2, 6), Dice::from_weights("gap", [(-1, 3), (1, 4), (5, 6)]).unwrap()];
        let bands = Bands::new('a', [(0, 'b'), (3, 'c'), (4, 'a'), (7, 'd')]).unwrap();
        for dice in dice.map(Arc::new) {
            let answers = Answers::new(&dice, bands.clone());
            // All leading bits at their lowest and highest word, and words spread over all.
            let lowest = (0..1_u64 << LEADING).map(|lead| lead << (u64::BITS - LEADING));
            let edges = lowest.flat_map(|word| [word, word | u64::MAX >> LEADING]);
            for word in edges.chain((0..10_000).map(|index: u64| index.wrapping_mul(0x9e37_79b9_7f4a_7c15))) {
                let answer = bands.at(dice.face(word));
                assert_eq!(answers.of(word), answer, "{} {word:x}", dice.name());
                let other = bands.at(dice.face(!word));
                assert_eq!(Answers::of_two((&answers, word), (&answers, !word)), (answer, other), "{word:x}");
            }
            assert!(answers.lead.iter().flatten().count() > 450);
        }
    }
}
