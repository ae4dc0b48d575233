//! Finds a chase among those that a run plays.

use crate::plan::CHUNK;
use crate::player::{Luck, Player};
use chaselab_core::End;
use std::ops::Range;

/// The first of the chases with these numbers that ends in one of these ways.
///
/// # Panics
/// When the player needed to be [solved](Player::solve) first.
pub fn first(player: &dyn Player, luck: Luck, ends: &[End], chases: Range<u64>) -> Option<u64> {
    let ends_so = |chases: Range<u64>| {
        let counts = player.play(luck, chases, None);
        ends.iter().any(|&end| counts.end(end) > 0)
    };
    let mut from = chases.start;
    while from < chases.end {
        let mut to = from.saturating_add(CHUNK).min(chases.end);
        if ends_so(from..to) {
            // It lies in from..to; halves are played again until one chase is left.
            while to - from > 1 {
                let middle = from + (to - from) / 2;
                if ends_so(from..middle) {
                    to = middle;
                } else {
                    from = middle;
                }
            }
            return Some(from);
        }
        from = to;
    }
    None
}
