//! Where luck comes from: one trait and its sources.

pub mod every;
pub mod probe;
pub mod roll;
pub mod script;
pub mod trace;

use crate::{Answers, Bands, Dice, ShiftedAnswers, Side};

/// The most kinds of event a system may name.
pub const MAX_EVENTS: usize = 16;

/// Something worth counting that happened on the way: an index into [`Words::events`](crate::Words).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event(pub u8);

/// How often each event happened.
pub type EventCounts = [u16; MAX_EVENTS];

/// What dice are held against, for the told chase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// What the question itself says.
    Question,
    /// So much or less is a success.
    AtMost(i16),
    /// The margin over so much counts.
    Over(i16),
    /// The dice are a margin already.
    Margin,
}

/// Counts an event once more if it happened, up to as many as can be counted.
#[inline]
fn count(events: &mut EventCounts, event: Event, happened: bool) {
    let count = &mut events[usize::from(event.0)];
    *count = count.saturating_add(happened.into());
}

/// A source of luck. Rules ask it the smallest question that they need: first [`at_least`](Chance::at_least), then
/// [`band`](Chance::band), then [`draw`](Chance::draw); each question is one generator word, and the same word answers
/// all three alike.
pub trait Chance {
    /// Whether nobody looks at the states between phases of dice: then rules may play the phase that follows at once.
    const IN_HASTE: bool = false;

    /// The face that the dice show.
    fn draw(&mut self, dice: &Dice) -> i16;

    /// Whether the dice show `threshold` or more.
    #[inline]
    fn at_least(&mut self, dice: &Dice, threshold: i16) -> bool {
        self.draw(dice) >= threshold
    }

    /// What `bands` says of the face plus `shift`.
    #[inline(always)]
    fn band<T: Copy + PartialEq>(&mut self, dice: &Dice, bands: &Bands<T>, shift: i16) -> T {
        bands.at(self.draw(dice) + shift)
    }

    /// The same with no shift, laid out for a question that is asked again and again.
    #[inline(always)]
    fn answer<T: Copy + PartialEq>(&mut self, answers: &Answers<T>) -> T {
        self.band(answers.dice(), answers.bands(), 0)
    }

    /// The same with a shift that changes from question to question.
    #[inline(always)]
    fn answer_shifted<T: Copy + PartialEq>(&mut self, answers: &ShiftedAnswers<T>, shift: i16) -> T {
        self.band(answers.dice(), answers.bands(), shift)
    }

    /// The answers to two questions, one after the other. Without `both` the second is not asked, and any of its answers is
    /// given: where it has but one, nobody needs to know whether it was asked.
    #[inline(always)]
    fn answer_two<T: Copy + PartialEq, U: Copy + PartialEq>(
        &mut self,
        first: &Answers<T>,
        second: &Answers<U>,
        both: bool,
    ) -> (T, U) {
        let first = self.answer(first);
        (first, if both { self.answer(second) } else { second.of(0) })
    }

    /// What `bands` says of the face plus `shift`, and the face itself where it is `wanted`; elsewhere any number. Where
    /// faces cost nothing to tell apart, nobody asks whether it is.
    #[inline(always)]
    fn face_and_band<T: Copy + PartialEq>(
        &mut self,
        dice: &Dice,
        bands: &Bands<T>,
        shift: i16,
        wanted: bool,
    ) -> (i16, T) {
        if wanted {
            let face = self.draw(dice);
            (face, bands.at(face + shift))
        } else {
            (0, self.band(dice, bands, shift))
        }
    }

    /// Something happened: sampling counts it, enumerating attaches it to the branch, tracing prints it.
    #[inline]
    fn note(&mut self, event: Event) {
        let _ = event;
    }

    /// The same where it did happen: without a branch where only counting matters.
    #[inline]
    fn note_if(&mut self, event: Event, happened: bool) {
        if happened {
            self.note(event);
        }
    }

    /// The same of what the rules see to happens less than 65,536 times in a chase: nobody looks whether it can be counted.
    #[inline]
    fn note_few(&mut self, event: Event, happened: bool) {
        self.note_if(event, happened);
    }

    /// Who asks the next question, and what the dice are held against. Only tracing listens.
    #[inline]
    fn rolls(&mut self, side: Side, against: Against) {
        let _ = (side, against);
    }

    /// A line of the told chase. Only tracing calls `line`, so it costs nothing elsewhere.
    #[inline]
    fn tell(&mut self, line: impl FnOnce() -> String) {
        let _ = line;
    }
}
