//! Finite dice: faces with integer weights, and the one mapping from generator words to faces.

use thiserror::Error;

/// A finite die or pool, read as one number: `4dF`, `2d6`, or the passes of a pool.
///
/// The mapping from a 64-bit word to a face is the inverse distribution function, so one word answers "which face",
/// "at least this much" and "in which band" alike. A face's chance is off by less than 2^-64 times the number of faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    name: String,
    first: i16,
    /// Weight of each value from `first` on; values in between that no face shows have weight 0.
    weights: Vec<u64>,
    /// Whether there are such values.
    has_gaps: bool,
    /// The weight of all values below each from `first` on, and at last of all.
    below: Vec<u64>,
    total: u64,
    /// `last[i]`: the highest word that shows `first + i` or less.
    last: Vec<u64>,
    /// What each leading byte of a word says of its face.
    guide: Box<[Lead; 256]>,
}

/// What the leading byte of a word says of its face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lead {
    /// The face, where all words with this byte show the same one; else [`OPEN`].
    face: i16,
    /// The lowest index that the face can have.
    lowest: u16,
}

/// No face, or a face that is looked up once more.
const OPEN: i16 = i16::MIN;

/// Faces in a row that a question does not tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first of them.
    pub face: i16,
    /// Their weight.
    pub weight: u64,
    /// The highest word that shows one of them.
    pub last_word: u64,
}

/// Why weights do not make a die.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum DiceError {
    /// Every weight is zero, or there is none.
    #[error("a die needs at least one face with a positive weight")]
    Empty,
    /// The sum of the weights is beyond 64 bits.
    #[error("the weights of a die add up to more than 2^64 - 1")]
    Overflow,
}

impl Dice {
    /// A die from `(value, weight)` pairs; repeated values add up.
    ///
    /// # Errors
    /// When no weight is positive, or the weights overflow 64 bits.
    pub fn from_weights(name: &str, faces: impl IntoIterator<Item = (i16, u64)>) -> Result<Self, DiceError> {
        let faces: Vec<(i16, u64)> = faces.into_iter().filter(|&(_, weight)| weight > 0).collect();
        let first = faces.iter().map(|&(value, _)| value).min().ok_or(DiceError::Empty)?;
        let highest = faces.iter().map(|&(value, _)| value).max().ok_or(DiceError::Empty)?;
        let mut weights = vec![0_u64; usize::from(highest.abs_diff(first)) + 1];
        let mut total = 0_u64;
        for (value, weight) in faces {
            total = total.checked_add(weight).ok_or(DiceError::Overflow)?;
            weights[usize::from(value.abs_diff(first))] += weight;
        }
        let below = weights.iter().scan(0, |below, weight| {
            *below += weight;
            Some(*below)
        });
        let below = std::iter::once(0).chain(below).collect();
        let has_gaps = weights.contains(&0);
        let last = last_words(&weights, total);
        let guide = Box::new(std::array::from_fn(|byte| {
            let word = (byte as u64) << 56;
            let index = |word: u64| last.partition_point(|&end| end < word) as u16;
            let (lowest, highest) = (index(word), index(word | u64::MAX >> 8));
            Lead { face: if lowest == highest { first + lowest as i16 } else { OPEN }, lowest }
        }));
        Ok(Self { name: name.to_owned(), first, weights, has_gaps, below, total, last, guide })
    }

    /// One die with the faces 1 to `sides`.
    pub fn sides(sides: i16) -> Self {
        assert!(sides >= 1, "a die has at least one side");
        Self::checked(&format!("1d{sides}"), (1..=sides).map(|face| (face, 1)))
    }

    /// The sum of `count` dice with the faces 1 to `sides`.
    pub fn sum(count: u8, sides: i16) -> Self {
        let one: Vec<(i16, u64)> = (1..=sides).map(|face| (face, 1)).collect();
        Self::checked(&format!("{count}d{sides}"), convolve(&one, count))
    }

    /// The sum of `count` Fudge dice, each -1, 0 or +1 evenly (rules/fudge.md 2).
    pub fn fudge(count: u8) -> Self {
        Self::checked(&format!("{count}dF"), convolve(&[(-1, 1), (0, 1), (1, 1)], count))
    }

    /// How many of `count` dice with `sides` sides show `pass` or less.
    pub fn passes(count: u8, sides: i16, pass: i16) -> Self {
        assert!(sides >= 1, "a die has at least one side");
        let pass = pass.clamp(0, sides);
        let one = [(0, (sides - pass) as u64), (1, pass as u64)];
        Self::checked(&format!("{count}d{sides} pass {pass}"), convolve(&one, count))
    }

    fn checked(name: &str, faces: impl IntoIterator<Item = (i16, u64)>) -> Self {
        Self::from_weights(name, faces).expect("standard dice have faces, and their pools stay within 64 bits")
    }

    /// How the dice are written, such as `4dF`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The lowest and the highest face.
    pub fn range(&self) -> (i16, i16) {
        (self.first, self.first + (self.weights.len() - 1) as i16)
    }

    /// The sum of all weights: the number of equally likely ways.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Values that can show, in ascending order, with their weights.
    pub fn faces(&self) -> impl Iterator<Item = (i16, u64)> + '_ {
        let first = self.first;
        self.weights
            .iter()
            .enumerate()
            .filter(|&(_, &weight)| weight > 0)
            .map(move |(i, &weight)| (first + i as i16, weight))
    }

    /// Every value from the lowest face to the highest.
    #[inline]
    pub fn each(&self) -> impl Iterator<Item = i32> + use<> {
        let (lowest, highest) = self.range();
        i32::from(lowest)..=i32::from(highest)
    }

    /// Hands over the runs of faces that `key` does not tell apart, in ascending order. It must tell each of `cuts`, which
    /// ascend, from the value before it, and no other value from the one before.
    #[inline]
    pub fn runs<K: PartialEq>(
        &self,
        mut cuts: impl Iterator<Item = i32>,
        key: impl Fn(i16) -> K,
        mut run: impl FnMut(Run),
    ) {
        if self.has_gaps {
            return self.runs_of_shown(key, run);
        }
        let (first, faces) = (i32::from(self.first), self.weights.len());
        let mut begin = 0;
        while begin < faces {
            let end = cuts.next().map_or(faces, |cut| (cut - first).clamp(0, faces as i32) as usize);
            // Cuts at the first face or below it part nothing.
            if end > begin {
                let weight = self.below[end] - self.below[begin];
                run(Run { face: self.first + begin as i16, weight, last_word: self.last[end - 1] });
                begin = end;
            }
        }
    }

    /// The same where some values in between are shown by no face: these tell nothing apart.
    fn runs_of_shown<K: PartialEq>(&self, key: impl Fn(i16) -> K, mut run: impl FnMut(Run)) {
        let mut this = key(self.first);
        let mut open = Run { face: self.first, weight: 0, last_word: 0 };
        let faces = (self.first..).zip(self.weights.iter().zip(&self.last));
        for (face, (&weight, &last_word)) in faces.filter(|(_, (weight, _))| **weight > 0) {
            let next = key(face);
            if next == this {
                open = Run { weight: open.weight + weight, last_word, ..open };
            } else {
                run(open);
                (this, open) = (next, Run { face, weight, last_word });
            }
        }
        run(open);
    }

    /// Whether `value` can show.
    pub fn shows(&self, value: i16) -> bool {
        let index = i32::from(value) - i32::from(self.first);
        usize::try_from(index).is_ok_and(|i| self.weights.get(i).is_some_and(|&weight| weight > 0))
    }

    /// The chance of `threshold` or more.
    pub fn chance_at_least(&self, threshold: i16) -> f64 {
        let ways: u64 = self.faces().filter(|&(value, _)| value >= threshold).map(|(_, weight)| weight).sum();
        ways as f64 / self.total as f64
    }

    /// The face that a generator word shows.
    #[inline]
    pub fn face(&self, word: u64) -> i16 {
        let Lead { face, lowest } = self.guide[(word >> 56) as usize];
        if face != OPEN {
            return face;
        }
        let mut index = usize::from(lowest);
        while word > self.last[index] {
            index += 1;
        }
        self.first + index as i16
    }

    /// Whether the face that a generator word shows is `threshold` or more.
    #[inline]
    pub fn face_at_least(&self, word: u64, threshold: i32) -> bool {
        let below = threshold - i32::from(self.first);
        // Beyond the highest face no word is high enough.
        below <= 0 || word > *self.last.get(below as usize - 1).unwrap_or(&u64::MAX)
    }
}

/// The highest word of each value: 2^64 words shared out in proportion to the weights, rounded down.
fn last_words(weights: &[u64], total: u64) -> Vec<u64> {
    let mut so_far = 0_u128;
    weights
        .iter()
        .map(|&weight| {
            so_far += u128::from(weight);
            if so_far == u128::from(total) {
                u64::MAX
            } else {
                // A leading zero-weight value cannot occur: the first value has a positive weight.
                (scale(so_far, total) - 1) as u64
            }
        })
        .collect()
}

/// `floor(2^64 * part / total)` for `part < total`, without overflow: long division by halves.
fn scale(part: u128, total: u64) -> u128 {
    let total = u128::from(total);
    let high = (part << 32) / total;
    let rest = (part << 32) % total;
    (high << 32) + ((rest << 32) / total)
}

/// The distribution of the sum of `count` independent copies of `one`.
fn convolve(one: &[(i16, u64)], count: u8) -> Vec<(i16, u64)> {
    let mut sum: Vec<(i16, u64)> = vec![(0, 1)];
    for _ in 0..count {
        let mut next: std::collections::BTreeMap<i16, u64> = std::collections::BTreeMap::new();
        for &(value, weight) in &sum {
            for &(more, times) in one {
                let entry = next.entry(value + more).or_default();
                *entry = entry
                    .checked_add(weight.checked_mul(times).expect("pool within 64 bits"))
                    .expect("pool within 64 bits");
            }
        }
        sum = next.into_iter().collect();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bands;

    fn weights(dice: &Dice) -> Vec<u64> {
        dice.faces().map(|(_, weight)| weight).collect()
    }

    #[test]
    fn four_fudge_dice_are_81_ways() {
        let dice = Dice::fudge(4);
        assert_eq!(dice.range(), (-4, 4));
        assert_eq!(weights(&dice), [1, 4, 10, 16, 19, 16, 10, 4, 1]);
        assert_eq!(dice.total(), 81);
    }

    #[test]
    fn chances_of_surviving_a_risk() {
        // rules/fths.md 9: by skill + piloting - risk, from -3 to +4.
        let dice = Dice::fudge(4);
        let ways = [5, 15, 31, 50, 66, 76, 80, 81];
        for (advantage, ways) in (-3..=4).zip(ways) {
            assert_eq!(dice.chance_at_least(-advantage), f64::from(ways) / 81.0, "advantage {advantage}");
        }
    }

    #[test]
    fn passing_two_dice_against_a_reputation() {
        // rules/thw.md 5.
        assert_eq!(weights(&Dice::passes(2, 6, 5)), [1, 10, 25]);
        let four = Dice::passes(2, 6, 4);
        assert_eq!(four.faces().map(|(_, w)| w * 9 / 36).collect::<Vec<_>>(), [1, 4, 4]);
        assert_eq!(weights(&Dice::passes(2, 6, 6)), [36]);
        assert_eq!(Dice::passes(0, 6, 3).faces().collect::<Vec<_>>(), [(0, 1)]);
    }

    #[test]
    fn words_map_to_faces_in_order() {
        // The published mapping: a change here changes every recorded chase.
        let d6 = Dice::sides(6);
        assert_eq!(d6.face(0), 1);
        assert_eq!(d6.face(u64::MAX), 6);
        assert_eq!(d6.face(0x2AAA_AAAA_AAAA_AAA9), 1);
        assert_eq!(d6.face(0x2AAA_AAAA_AAAA_AAAA), 2);
        assert_eq!(d6.face(0x7FFF_FFFF_FFFF_FFFF), 3);
        assert_eq!(d6.face(0x8000_0000_0000_0000), 4);
    }

    #[test]
    fn one_word_answers_every_question_alike() {
        let gappy = Dice::from_weights("gappy", [(-7, 3), (0, 1), (5, 9), (6, 2)]).unwrap();
        for dice in [Dice::fudge(4), Dice::sum(2, 6), Dice::passes(6, 6, 3), gappy] {
            let mut word = 1_u64;
            for _ in 0..4_000 {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let face = dice.face(word);
                assert!(dice.shows(face));
                for threshold in -9..9 {
                    assert_eq!(dice.face_at_least(word, threshold.into()), face >= threshold);
                }
            }
        }
    }

    #[test]
    fn runs_are_cut_where_a_question_tells_faces_apart() {
        let gappy = Dice::from_weights("gappy", [(-7, 3), (0, 1), (5, 9), (6, 2)]).unwrap();
        let bands = Bands::new('a', [(-3, 'b'), (-1, 'b'), (1, 'c'), (2, 'a'), (6, 'd')]).unwrap();
        for dice in [Dice::fudge(4), Dice::sum(2, 6), Dice::passes(6, 6, 3), Dice::sides(1), gappy] {
            for shift in -12..=12 {
                let key = |face: i16| bands.at(face + shift);
                let (mut found, mut expected) = (Vec::new(), Vec::new());
                dice.runs(bands.changes().iter().map(|&change| change - i32::from(shift)), key, |run| found.push(run));
                dice.runs_of_shown(key, |run| expected.push(run));
                assert_eq!(found, expected, "{} and {shift}", dice.name());
                assert_eq!(found.iter().map(|run| run.weight).sum::<u64>(), dice.total());
                assert_eq!(found.last().unwrap().last_word, u64::MAX);
            }
        }
    }

    #[test]
    fn words_are_shared_out_exactly() {
        let dice = Dice::fudge(4);
        let mut previous = 0_u128;
        for (i, weight) in dice.weights.iter().enumerate() {
            let end = u128::from(dice.last[i]) + 1;
            let exact = (u128::from(*weight) << 64) / 81;
            assert!((end - previous).abs_diff(exact) <= 1);
            previous = end;
        }
        assert_eq!(previous, 1 << 64);
    }

    #[test]
    fn impossible_dice_are_errors() {
        assert_eq!(Dice::from_weights("none", [(1, 0)]), Err(DiceError::Empty));
        assert_eq!(Dice::from_weights("much", [(1, u64::MAX), (2, 1)]), Err(DiceError::Overflow));
    }
}
