//! How far the markers go, and where they end a chase (rules/track.md).

use super::setup::{FARTHEST, Mode, Tie};
use super::state::Turn;
use chaselab_core::{End, Pair, Side};

/// Where the markers end a chase: either [`Mode`] as the same plain numbers, so that no turn asks which it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finish {
    /// The lowest that a marker stands: a counter does not fall below 0.
    lowest: i16,
    /// The gap at or over which the prey has escaped, or the score with which it wins.
    prey_from: i16,
    /// The gap at or under which the prey is caught.
    prey_to: i16,
    /// The score with which the catcher wins.
    catcher_from: i16,
    tie: Tie,
}

/// Where no marker stays: one that comes there is put back.
const NEVER: i16 = FARTHEST + 1;

impl Finish {
    pub(super) fn new(mode: &Mode) -> Self {
        match *mode {
            Mode::Gap { free_at, stopped_at, .. } => Self {
                lowest: i16::MIN,
                prey_from: free_at.unwrap_or(NEVER),
                prey_to: stopped_at.unwrap_or(-NEVER),
                catcher_from: NEVER,
                tie: Tie::GoesOn,
            },
            Mode::Scores { wins_at, tie } => {
                Self { lowest: 0, prey_from: wins_at.prey, prey_to: -NEVER, catcher_from: wins_at.catcher, tie }
            }
        }
    }

    /// Where the markers stand after such steps.
    #[inline(always)]
    pub(super) fn moved<const ONE_MARKER: bool>(&self, marks: Pair<i16>, steps: Pair<i16>) -> Pair<i16> {
        if ONE_MARKER {
            return Pair::new(marks.prey + steps.prey, 0);
        }
        let moved = |mark: i16, steps: i16| (mark + steps).max(self.lowest);
        Pair::new(moved(marks.prey, steps.prey), moved(marks.catcher, steps.catcher))
    }

    /// Whether a marker stands where the chase ends, or farther than it may.
    #[inline(always)]
    pub(super) fn is_reached<const ONE_MARKER: bool>(&self, Pair { prey, catcher }: Pair<i16>) -> bool {
        (prey >= self.prey_from) | (prey <= self.prey_to) | (!ONE_MARKER && catcher >= self.catcher_from)
    }

    /// How a turn ends the chase in which a marker arrived or somebody crashed, and where the markers stand then. It goes
    /// on where there is no such end, and after some ties: then each counter stands one step before the end.
    #[inline(never)]
    pub(super) fn end(&self, turn: Turn, before: Pair<i16>, marks: Pair<i16>) -> (Option<End>, Pair<i16>) {
        // Of a turn with a crash nothing else matters.
        if let Some(end) = turn.crash() {
            return (Some(end), before);
        }
        // A gap without an end stays where numbers stay small.
        let marks = marks.map(|mark| mark.clamp(-FARTHEST, FARTHEST));
        let caught = marks.prey <= self.prey_to || marks.catcher >= self.catcher_from;
        let winner = match (marks.prey >= self.prey_from, caught) {
            (false, false) => return (None, marks),
            (true, false) => Side::Prey,
            (false, true) => Side::Catcher,
            (true, true) => match self.tie {
                Tie::To(side) => side,
                Tie::GoesOn => return (None, Pair::new(self.prey_from - 1, self.catcher_from - 1)),
            },
        };
        (Some(if winner == Side::Prey { End::Escaped } else { End::Caught }), marks)
    }
}
