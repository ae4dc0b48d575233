//! The readings that the rules leave open (rules/fistful.md, switches).

use super::lengths::Unit;
use crate::Switch;
use crate::reading::Switches;
use chaselab_core::tree::Reader;
use chaselab_core::{Place, Problem};

/// Every switch as it is set.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// What the sticks are measured in.
    pub unit: Unit,
    /// Cover of those on a bike, when it is not what the table says.
    pub bike_cover: Option<i16>,
    /// Each failure of an activation gives an enemy protagonist a reaction.
    pub reactions: bool,
}

const UNITS: [(&str, Unit); 2] = [("cm", Unit::Cm), ("inch", Unit::Inch)];

impl Rules {
    /// Reads `rules = { ... }` of a section; `unit` may stand in the section itself.
    ///
    /// # Errors
    /// An unknown switch, an unknown setting of one, or a unit that is written twice.
    pub(super) fn read(own: Reader<'_>) -> Result<(Self, Vec<Switch>), Box<Problem>> {
        let rules = own.table("rules")?;
        if let (Some(_), Some(second)) = (own.peek("unit"), rules.peek("unit")) {
            let place: &Place = &second.place;
            return Err(Problem::new(place, "unit is written twice").expected("it in the section or in its rules"));
        }
        let mut set = Switches::new(rules);
        let holds_unit = if own.peek("unit").is_some() { own } else { rules };
        let rules = Self {
            unit: set.read_from(holds_unit, "unit", &UNITS)?,
            bike_cover: set.read("bike_cover", &[("0", None), ("-2", Some(-2))])?,
            reactions: set.read("reactions", &[("off", false), ("on", true)])?,
        };
        Ok((rules, set.finish()?))
    }
}
