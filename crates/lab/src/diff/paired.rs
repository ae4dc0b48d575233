//! The same chases played by two variants, and what is counted over the pairs: integers that add up.

use crate::compiled::Compiled;
use crate::counts::Counts;
use crate::kernel::Played;
use crate::player::{Luck, Player};
use chaselab_core::{Detail, End};
use std::ops::Range;

/// Counts over pairs of chases that had the same luck.
#[derive(Clone, Debug)]
pub struct Paired {
    /// What BASE made of them.
    pub base: Counts,
    /// What CHANGED made of them.
    pub changed: Counts,
    /// How many chases ended so in BASE and so in CHANGED.
    joint: [[u64; End::ALL.len()]; End::ALL.len()],
    /// Of how many turns the chases took longer in CHANGED: the sum, and the sum of squares.
    longer: i64,
    squares: u64,
    /// How many took another number of turns.
    other_length: u64,
}

/// A pair of variants, with their compiled rules where there are some.
pub struct Rivals<'a> {
    base: &'a dyn Player,
    changed: &'a dyn Player,
    compiled: [Option<Compiled>; 2],
}

impl<'a> Rivals<'a> {
    /// Ready to play so many chases; both have been solved.
    pub fn new(base: &'a dyn Player, changed: &'a dyn Player, chases: u64) -> Self {
        Self { base, changed, compiled: [base, changed].map(|player| player.quicker(chases)) }
    }

    /// Nothing counted yet.
    pub fn nothing(&self) -> Paired {
        Paired {
            base: Counts::new(self.base.max_turns(), self.base.words()),
            changed: Counts::new(self.changed.max_turns(), self.changed.words()),
            joint: [[0; End::ALL.len()]; End::ALL.len()],
            longer: 0,
            squares: 0,
            other_length: 0,
        }
    }

    /// Plays the chases with these numbers in both variants, each with the same luck in both.
    pub fn play(&self, luck: Luck, chases: Range<u64>) -> Paired {
        let mut paired = self.nothing();
        let nowhere = Played { end: End::Timeout, detail: Detail::NONE, turns: 0 };
        let mut before = vec![nowhere; (chases.end - chases.start) as usize];
        let mut places = before.iter_mut();
        self.base.each(luck, chases.clone(), self.compiled[0].as_ref(), &mut |played, events| {
            paired.base.count(played, events);
            if let Some(place) = places.next() {
                *place = played;
            }
        });
        let mut before = before.into_iter();
        let Paired { changed, joint, longer, squares, other_length, .. } = &mut paired;
        self.changed.each(luck, chases, self.compiled[1].as_ref(), &mut |after, events| {
            changed.count(after, events);
            let Some(before) = before.next() else { return };
            joint[before.end as usize][after.end as usize] += 1;
            let more = i64::from(after.turns) - i64::from(before.turns);
            *longer += more;
            *squares += more.unsigned_abs() * more.unsigned_abs();
            *other_length += u64::from(more != 0);
        });
        paired
    }
}

impl Paired {
    /// Adds what was counted elsewhere of the same variants.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        self.base.add(&other.base);
        self.changed.add(&other.changed);
        for (mine, theirs) in self.joint.iter_mut().flatten().zip(other.joint.iter().flatten()) {
            *mine += theirs;
        }
        self.longer += other.longer;
        self.squares += other.squares;
        self.other_length += other.other_length;
        self
    }

    /// How many pairs.
    pub const fn chases(&self) -> u64 {
        self.base.chases
    }

    /// In how many chases CHANGED alone, and BASE alone, came to one of some ends.
    pub fn discordant(&self, is_meant: impl Fn(End) -> bool) -> (u64, u64) {
        let sum = |wanted: &dyn Fn(End, End) -> bool| -> u64 {
            let pairs = End::ALL.into_iter().flat_map(|before| End::ALL.map(|after| (before, after)));
            pairs.filter(|&(b, a)| wanted(b, a)).map(|(b, a)| self.joint[b as usize][a as usize]).sum()
        };
        (
            sum(&|before, after| is_meant(after) && !is_meant(before)),
            sum(&|before, after| is_meant(before) && !is_meant(after)),
        )
    }

    /// By how many turns CHANGED took longer: the sum, the sum of squares, and how many chases differ.
    pub const fn longer(&self) -> (i64, u64, u64) {
        (self.longer, self.squares, self.other_length)
    }
}
