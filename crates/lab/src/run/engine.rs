//! What plays the chases of a cell.

use crate::compiled::Compiled;
use crate::counts::Counts;
use crate::lanes::Lanes;
use crate::plan::CHUNK;
use crate::player::{Luck, Player};
use std::ops::Range;

/// What plays the chases of a cell, made once and shared.
pub(super) enum Engine {
    /// The rules themselves.
    Rules,
    /// The rules compiled into questions: the same chases.
    Words(Compiled),
    /// The same law in lanes: other chases.
    Lanes(Lanes),
}

impl Engine {
    /// The fastest one for so many chases; lanes only where they are welcome.
    pub fn new(player: &dyn Player, chases: u64, lanes: bool) -> Self {
        // Chases that fights follow have no lanes.
        if !lanes || player.then().is_some() {
            return player.quicker(chases).map_or(Self::Rules, Self::Words);
        }
        let Some(compiled) = player.compile(chases) else { return Self::Rules };
        match Lanes::new(&compiled, player.max_turns(), chases) {
            Some(lanes) => Self::Lanes(lanes),
            None if player.is_quicker_compiled() => Self::Words(compiled),
            None => Self::Rules,
        }
    }

    /// Whether nothing is quicker than the rules.
    pub const fn is_rules(&self) -> bool {
        matches!(self, Self::Rules)
    }

    /// Whether its chases are not those that the rules play.
    pub const fn is_lanes(&self) -> bool {
        matches!(self, Self::Lanes(_))
    }

    /// Plays a chunk, whose chases have these numbers.
    pub fn play(&self, player: &dyn Player, luck: Luck, chases: Range<u64>) -> Counts {
        match self {
            Self::Rules => player.play(luck, chases, None),
            Self::Words(compiled) => player.play(luck, chases, Some(compiled)),
            Self::Lanes(lanes) => {
                let mut counts = Counts::new(player.max_turns(), player.words());
                lanes.play(luck, chases.start / CHUNK, chases.end - chases.start, &mut counts);
                counts
            }
        }
    }
}
