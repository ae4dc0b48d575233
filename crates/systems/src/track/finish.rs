//! How far the markers go, and where they end a chase (rules/track.md).

use super::setup::{FARTHEST, Mode, Tie};
use super::state::Turn;
use chaselab_core::{End, Pair, Side};

/// Where the markers end a chase: a [`Mode`] as plain numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finish {
    /// Whether one marker moves; else there is a counter a side.
    pub one_marker: bool,
    /// The lowest that a marker goes.
    lowest: i16,
    /// The gap at or over which the prey has escaped, or the score that wins.
    prey: i16,
    /// The gap at or under which the prey is caught, or the score that wins.
    catcher: i16,
    tie: Tie,
}

impl Finish {
    pub(super) fn new(mode: &Mode) -> Self {
        match *mode {
            // An end that is absent lies beyond where the marker goes.
            Mode::Gap { free_at, stopped_at, .. } => Self {
                one_marker: true,
                lowest: -FARTHEST,
                prey: free_at.unwrap_or(i16::MAX),
                catcher: stopped_at.unwrap_or(i16::MIN),
                tie: Tie::GoesOn,
            },
            // A counter does not fall below 0.
            Mode::Scores { wins_at, tie } => {
                Self { one_marker: false, lowest: 0, prey: wins_at.prey, catcher: wins_at.catcher, tie }
            }
        }
    }

    /// Where the markers stand after such steps; a gap without an end stays where numbers stay small.
    #[inline(always)]
    pub(super) fn moved(&self, marks: Pair<i16>, steps: Pair<i16>) -> Pair<i16> {
        let moved = |mark: i16, steps: i16| (mark + steps).clamp(self.lowest, FARTHEST);
        match self.one_marker {
            true => Pair::new(moved(marks.prey, steps.prey), 0),
            false => Pair::new(moved(marks.prey, steps.prey), moved(marks.catcher, steps.catcher)),
        }
    }

    /// Whether a marker stands where the chase ends.
    #[inline(always)]
    pub(super) fn is_reached(&self, marks: Pair<i16>) -> bool {
        let catcher = if self.one_marker { marks.prey <= self.catcher } else { marks.catcher >= self.catcher };
        catcher | (marks.prey >= self.prey)
    }

    /// How a turn ends the chase in which a marker arrived or somebody crashed, and where the markers stand then. Nothing
    /// where both arrived and it goes on: each stands one step before the end.
    #[inline(never)]
    pub(super) fn end(&self, turn: Turn, marks: Pair<i16>) -> (Option<End>, Pair<i16>) {
        if let Some(end) = turn.crash() {
            return (Some(end), marks);
        }
        let winner = match (marks.prey >= self.prey, !self.one_marker && marks.catcher >= self.catcher) {
            (true, false) => Side::Prey,
            (false, _) => Side::Catcher,
            (true, true) => match self.tie {
                Tie::To(side) => side,
                Tie::GoesOn => return (None, Pair::new(self.prey - 1, self.catcher - 1)),
            },
        };
        (Some(if winner == Side::Prey { End::Escaped } else { End::Caught }), marks)
    }
}
