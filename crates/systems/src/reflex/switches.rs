//! The readings that the rules leave open (rules/reflex.md 2 and 3).

use crate::Switch;
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

/// Name, default and alternative of each, in the order of the page.
const SWITCHES: [(&str, &str, &str); 4] = [
    ("sixty", "middle", "upper"),
    ("speed_rows", "replace", "stack"),
    ("penalties", "worst", "sum"),
    ("early_mishaps", "literal", "banded"),
];

impl Rules {
    /// Reads `rules = { ... }`.
    ///
    /// # Errors
    /// An unknown switch, or an unknown setting of one.
    pub(super) fn read(reader: Reader<'_>) -> Result<(Self, Vec<Switch>), Box<Problem>> {
        reader.only(&SWITCHES.map(|(name, ..)| name))?;
        let mut switches = Vec::with_capacity(SWITCHES.len());
        let mut changed = [false; SWITCHES.len()];
        for (changed, (name, default, other)) in changed.iter_mut().zip(SWITCHES) {
            *changed = reader.one_of(name, &[(default, false), (other, true)])?.unwrap_or(false);
            switches.push(Switch { name, value: if *changed { other } else { default }.into(), default });
        }
        let [sixty_is_upper, speed_rows_stack, penalties_add, early_mishaps_banded] = changed;
        Ok((Self { sixty_is_upper, speed_rows_stack, penalties_add, early_mishaps_banded }, switches))
    }
}
