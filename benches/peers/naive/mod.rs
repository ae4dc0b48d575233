//! What a typical developer would write for each of the rules: the peers that speed is measured against. They are meant to
//! be naive (generator of the thread, `random_range` a die, hash maps for tables, strings) and to be right: each is checked
//! to end as often in every way as the product does, and as late, before anything is timed.

pub mod fistful;
pub mod fths;
pub mod fudge;
pub mod reflex;
pub mod thw;
pub mod track;

use std::collections::HashMap;

/// What became of some chases.
#[derive(Default)]
pub struct Played {
    /// How many ended how, by the names that the program has for ends.
    pub ends: HashMap<&'static str, u64>,
    /// How many turns they took in all.
    pub turns: u64,
}

impl Played {
    /// Adds a chase that ended like this after so many turns.
    pub fn add(&mut self, end: &'static str, turns: u32) {
        *self.ends.entry(end).or_default() += 1;
        self.turns += u64::from(turns);
    }
}
