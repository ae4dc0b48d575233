//! What bands say of dice plus a shift that changes from question to question.

use super::{Lead, laid_out, lead, spans};
use crate::{Bands, Dice};

/// What bands say of dice plus a shift, laid out by shift as [`Answers`](super::Answers) are.
#[derive(Clone, Debug)]
pub struct ShiftedAnswers<T> {
    /// The first shift that is laid out: lower ones, and those beyond the last, make every face mean the same.
    lowest: i32,
    leads: Vec<Lead<T>>,
    dice: Dice,
    bands: Bands<T>,
}

impl<T: Copy + PartialEq> ShiftedAnswers<T> {
    /// What `bands` say of `dice`, whatever the shift.
    pub fn new(dice: &Dice, bands: &Bands<T>) -> Self {
        let (least, most) = dice.range();
        let changes = bands.changes();
        let lowest = changes.first().map_or(0, |first| first - i32::from(most));
        let highest = changes.last().map_or(0, |last| last - i32::from(least));
        let spans = spans(dice);
        let leads = (lowest..=highest).map(|shift| laid_out(&spans, bands, shift as i16)).collect();
        Self { lowest, leads, dice: dice.clone(), bands: bands.clone() }
    }

    /// The dice.
    pub const fn dice(&self) -> &Dice {
        &self.dice
    }

    /// What faces plus a shift mean.
    pub const fn bands(&self) -> &Bands<T> {
        &self.bands
    }

    /// What a generator word is answered.
    #[inline(always)]
    pub fn of(&self, word: u64, shift: i16) -> T {
        // As an index, what lies below lies beyond everything.
        let index = (i32::from(shift) - self.lowest) as u32 as usize;
        match self.leads.get(index).and_then(|leads| leads[lead(word)]) {
            Some(answer) => answer,
            None => self.beyond(word, shift),
        }
    }

    /// What a word is answered whose leading bits do not tell.
    #[cold]
    #[inline(never)]
    fn beyond(&self, word: u64, shift: i16) -> T {
        self.bands.at(self.dice.face(word) + shift)
    }
}

#[cfg(test)]
mod tests {
    use super::super::LEADING;
    use super::*;

    #[test]
    fn words_are_answered_like_their_faces_with_any_shift() {
        let dice = [Dice::sides(20), Dice::from_weights("gap", [(-1, 3), (1, 4), (5, 6)]).unwrap()];
        let rows = [(1, Some('b')), (3, None), (4, Some('d')), (11, Some('e'))];
        for (dice, bands) in dice.iter().zip([Bands::new(None, rows).unwrap(), Bands::new(Some('a'), []).unwrap()]) {
            let answers = ShiftedAnswers::new(dice, &bands);
            let lowest = (0..1_u64 << LEADING).map(|lead| lead << (u64::BITS - LEADING));
            let edges = lowest.flat_map(|word| [word, word | u64::MAX >> LEADING]);
            for word in edges.chain((0..1_000).map(|index: u64| index.wrapping_mul(0x9e37_79b9_7f4a_7c15))) {
                // Shifts on both sides of those that are laid out.
                for shift in -130..=130 {
                    let answer = bands.at(dice.face(word) + shift);
                    assert_eq!(answers.of(word, shift), answer, "{} {word:x} {shift}", dice.name());
                }
            }
        }
    }
}
