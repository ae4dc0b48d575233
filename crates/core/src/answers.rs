//! What bands say of dice, laid out for questions that are asked again and again.

use crate::{Bands, Dice};

/// What bands say of dice, word by word: the leading byte of a word mostly tells, so that there is one look-up where
/// [`Dice`] and [`Bands`] need two.
#[derive(Clone, Debug)]
pub struct Answers<T> {
    lead: Lead<T>,
    dice: Dice,
    bands: Bands<T>,
}

/// What bands say of dice plus a shift that changes from question to question: laid out by shift as [`Answers`] are.
#[derive(Clone, Debug)]
pub struct ShiftedAnswers<T> {
    /// The first shift that is laid out: lower ones, and those beyond the last, make every face mean the same.
    lowest: i32,
    leads: Vec<Lead<T>>,
    dice: Dice,
    bands: Bands<T>,
}

/// By the leading byte of a word; nothing where words with that byte are answered differently.
type Lead<T> = [Option<T>; 256];

/// The lowest and the highest face that words with each leading byte show.
fn spans(dice: &Dice) -> [(i16, i16); 256] {
    std::array::from_fn(|byte| {
        let first = (byte as u64) << 56;
        (dice.face(first), dice.face(first | u64::MAX >> 8))
    })
}

/// What `bands` say of faces plus `shift`.
fn lead<T: Copy + PartialEq>(spans: &[(i16, i16); 256], bands: &Bands<T>, shift: i16) -> Lead<T> {
    spans.map(|(lowest, highest)| {
        let mut answers = (lowest..=highest).map(|face| bands.at(face + shift));
        let answer = answers.next()?;
        answers.all(|other| other == answer).then_some(answer)
    })
}

impl<T: Copy + PartialEq> ShiftedAnswers<T> {
    /// What `bands` say of `dice`, whatever the shift.
    pub fn new(dice: &Dice, bands: &Bands<T>) -> Self {
        let (least, most) = dice.range();
        let changes = bands.changes();
        let first = changes.first().map_or(0, |first| first - i32::from(most));
        let last = changes.last().map_or(0, |last| last - i32::from(least));
        let spans = spans(dice);
        let leads = (first..=last).map(|shift| lead(&spans, bands, shift as i16)).collect();
        Self { lowest: first, leads, dice: dice.clone(), bands: bands.clone() }
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
        match self.leads.get(index).and_then(|lead| lead[(word >> 56) as usize]) {
            Some(answer) => answer,
            None => self.beyond(word, shift),
        }
    }

    /// What a word is answered whose leading byte does not tell.
    #[cold]
    #[inline(never)]
    fn beyond(&self, word: u64, shift: i16) -> T {
        self.bands.at(self.dice.face(word) + shift)
    }
}

impl<T: Copy + PartialEq> Answers<T> {
    /// What `bands` say of `dice`.
    pub fn new(dice: &Dice, bands: &Bands<T>) -> Self {
        Self { lead: lead(&spans(dice), bands, 0), dice: dice.clone(), bands: bands.clone() }
    }

    /// The dice.
    pub const fn dice(&self) -> &Dice {
        &self.dice
    }

    /// What faces mean.
    pub const fn bands(&self) -> &Bands<T> {
        &self.bands
    }

    /// What a generator word is answered.
    #[inline(always)]
    pub fn of(&self, word: u64) -> T {
        match self.lead[(word >> 56) as usize] {
            Some(answer) => answer,
            None => self.beyond(word),
        }
    }

    /// What a word is answered whose leading byte does not tell.
    #[cold]
    #[inline(never)]
    fn beyond(&self, word: u64) -> T {
        self.bands.at(self.dice.face(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_answered_like_their_faces() {
        let dice = [Dice::fudge(4), Dice::sum(2, 6), Dice::from_weights("gap", [(-1, 3), (1, 4), (5, 6)]).unwrap()];
        let bands = Bands::new('a', [(0, 'b'), (3, 'c'), (4, 'a'), (7, 'd')]).unwrap();
        for dice in &dice {
            let answers = Answers::new(dice, &bands);
            // Each leading byte at its lowest and highest word, and words spread over all.
            let edges = (0..=255_u64).flat_map(|byte| [byte << 56, byte << 56 | u64::MAX >> 8]);
            for word in edges.chain((0..10_000).map(|index: u64| index.wrapping_mul(0x9e37_79b9_7f4a_7c15))) {
                assert_eq!(answers.of(word), bands.at(dice.face(word)), "{} {word:x}", dice.name());
            }
            assert!(answers.lead.iter().flatten().count() > 200);
        }
    }

    #[test]
    fn words_are_answered_like_their_faces_with_any_shift() {
        let dice = [Dice::sides(20), Dice::from_weights("gap", [(-1, 3), (1, 4), (5, 6)]).unwrap()];
        let rows = [(1, Some('b')), (3, None), (4, Some('d')), (11, Some('e'))];
        for (dice, bands) in dice.iter().zip([Bands::new(None, rows).unwrap(), Bands::new(Some('a'), []).unwrap()]) {
            let answers = ShiftedAnswers::new(dice, &bands);
            let edges = (0..=255_u64).flat_map(|byte| [byte << 56, byte << 56 | u64::MAX >> 8]);
            for word in edges.chain((0..1_000).map(|index: u64| index.wrapping_mul(0x9e37_79b9_7f4a_7c15))) {
                // Shifts on both sides of those that are laid out.
                for shift in -130..=130 {
                    assert_eq!(
                        answers.of(word, shift),
                        bands.at(dice.face(word) + shift),
                        "{} {word:x} {shift}",
                        dice.name()
                    );
                }
            }
        }
    }
}
