//! `[flags]`: from where on a chase is too long, and how many of them are too many.

use chaselab_core::Problem;
use chaselab_core::tree::Reader;

/// From this share of chases on that come to the same, it is decided before it begins.
pub(super) const DECIDED: f64 = 0.99;
/// A rate that is better by no more than this does not matter: half a percentage point, as for `solve`.
pub(super) const MATTERS: f64 = crate::game::MATTERS;

/// Where a chase becomes too long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// One of more turns is long; 20 unless written.
    pub turns: u16,
    /// The share of chases that may be long, or run into the last turn; 0.05 unless written.
    pub share: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { turns: 20, share: 0.05 }
    }
}

impl Limits {
    /// What a scenario says.
    ///
    /// # Errors
    /// When it says something else.
    pub fn read(root: Reader<'_>) -> Result<Self, Box<Problem>> {
        let own = root.table("flags")?;
        own.only(&["turns", "share"])?;
        let usual = Self::default();
        Ok(Self {
            turns: own.integer("turns", 1..=u16::MAX.into())?.map_or(usual.turns, |turns| turns as u16),
            share: own.number("share", 0.0..=1.0)?.unwrap_or(usual.share),
        })
    }
}
