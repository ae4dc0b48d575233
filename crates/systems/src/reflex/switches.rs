//! The readings that the rules leave open (rules/reflex.md 2 and 3).

use crate::Switch;
use crate::reading::Switches;
use chaselab_core::Problem;
use chaselab_core::tree::Reader;

/// Every switch as it is set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// A bend of 60 degrees counts among those above.
    pub sixty_is_upper: bool,
    /// Above twice the safe speed both rows of the table count.
    pub speed_rows_stack: bool,
    /// Penalties of mishaps add up.
    pub penalties_add: bool,
    /// Margins 1 and 2 understeer, 3 and 4 oversteer.
    pub early_mishaps_banded: bool,
}

impl Rules {
    /// Reads `rules = { ... }`; the switches come in the order of the page.
    ///
    /// # Errors
    /// An unknown switch, or an unknown setting of one.
    pub(super) fn read(reader: Reader<'_>) -> Result<(Self, Vec<Switch>), Box<Problem>> {
        let mut set = Switches::new(reader);
        let rules = Self {
            sixty_is_upper: set.read("sixty", &[("middle", false), ("upper", true)])?,
            speed_rows_stack: set.read("speed_rows", &[("replace", false), ("stack", true)])?,
            penalties_add: set.read("penalties", &[("worst", false), ("sum", true)])?,
            early_mishaps_banded: set.read("early_mishaps", &[("literal", false), ("banded", true)])?,
        };
        Ok((rules, set.finish()?))
    }
}
