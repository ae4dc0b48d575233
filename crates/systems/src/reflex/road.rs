//! The road that both drive: its bends, and where the two are on it as far as bends need it (rules/reflex.md 4).

use super::state::State;
use chaselab_core::{Chance, Dice, Side};

/// A bend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bend {
    /// In degrees, 0 to 90.
    pub angle: i16,
    /// What it adds to the target of a check.
    pub modifier: i16,
}

/// A road. It begins where the catcher does, and the prey starts on it at the starting gap.
#[derive(Clone, Debug)]
pub(super) enum Road {
    /// No bends.
    Straight,
    /// The same bends again after every `length`.
    Repeated {
        /// Places from 0 to below `length`, ascending.
        bends: Vec<(i32, Bend)>,
        length: i32,
    },
    /// Each bend is drawn when the one before it is reached.
    Drawn {
        /// Each with its distance behind the bend before it.
        bends: Vec<(i32, Bend)>,
        /// Their rows, weighted.
        dice: Dice,
    },
}

impl Road {
    /// Puts both on the road.
    pub(super) fn begin<C: Chance>(&self, state: &mut State, chance: &mut C) {
        match self {
            Self::Straight => {}
            Self::Repeated { length, .. } => state.at = state.gap % length,
            Self::Drawn { .. } => {
                state.at = -state.gap;
                while state.at <= 0 {
                    self.draw(state, chance);
                }
            }
        }
    }

    /// How far it is to the next bend beyond where `side` is.
    #[inline]
    pub(super) fn to_next(&self, state: &State, side: Side) -> Option<i32> {
        match self {
            Self::Straight => None,
            Self::Repeated { bends, length } => {
                let place = place_of(state, side, *length);
                let (next, _) = bends.iter().find(|&&(bend, _)| bend > place).copied().unwrap_or_else(|| {
                    let (first, bend) = bends[0];
                    (first + length, bend)
                });
                Some(next - place)
            }
            Self::Drawn { bends, .. } => Some(match side {
                Side::Prey => state.at,
                Side::Catcher => {
                    let between = state.ahead.rows()[1..].iter().map(|&row| bends[usize::from(row)].0);
                    state.gap + state.at - between.sum::<i32>()
                }
            }),
        }
    }

    /// The bend that `side` has just reached.
    pub(super) fn here(&self, state: &State, side: Side) -> Option<Bend> {
        match self {
            Self::Straight => None,
            Self::Repeated { bends, length } => {
                let place = place_of(state, side, *length);
                bends.iter().find(|&&(bend, _)| bend == place).map(|&(_, bend)| bend)
            }
            Self::Drawn { bends, .. } => {
                let rows = state.ahead.rows();
                let row = if side == Side::Prey { rows.last() } else { rows.first() };
                row.map(|&row| bends[usize::from(row)].1)
            }
        }
    }

    /// Moves `side` along the road, at most to its next bend.
    #[inline]
    pub(super) fn drive(&self, state: &mut State, side: Side, distance: i32) {
        if side == Side::Catcher {
            state.gap -= distance;
            return;
        }
        state.gap += distance;
        match self {
            Self::Straight => {}
            Self::Repeated { length, .. } => state.at = (state.at + distance) % length,
            Self::Drawn { .. } => state.at -= distance,
        }
    }

    /// `side` leaves behind the bend that it has reached. Whether the road behind it is not known yet.
    pub(super) fn pass(&self, state: &mut State, side: Side) -> bool {
        if !matches!(self, Self::Drawn { .. }) {
            return false;
        }
        if side == Side::Prey {
            return true;
        }
        // A catcher that is level with the last known bend has passed the prey.
        state.ahead.pop();
        state.ahead.rows().is_empty()
    }

    /// Draws the bend behind the last known one.
    pub(super) fn draw<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let Self::Drawn { bends, dice } = self else { return };
        let row = chance.draw(dice);
        let (behind, bend) = bends[row as usize];
        state.ahead.push(row as u8);
        state.at += behind;
        chance.tell(|| {
            format!("The road goes on: {} m on, a bend of {} degrees.", super::words::metres(behind), bend.angle)
        });
    }
}

/// The place of a side on a repeated road.
#[inline]
fn place_of(state: &State, side: Side, length: i32) -> i32 {
    match side {
        Side::Prey => state.at,
        Side::Catcher => (state.at - state.gap).rem_euclid(length),
    }
}
