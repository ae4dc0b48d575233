//! The readings that the rules leave open (rules/fistful.md, switches).

use super::lengths::Unit;
use crate::Switch;
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
        rules.only(&["unit", "bike_cover", "reactions"])?;
        let unit = match (own.peek("unit"), rules.peek("unit")) {
            (Some(_), Some(second)) => {
                let place: &Place = &second.place;
                return Err(Problem::new(place, "unit is written twice").expected("it in the section or in its rules"));
            }
            (Some(_), None) => own.one_of("unit", &UNITS)?,
            (None, _) => rules.one_of("unit", &UNITS)?,
        };
        let unit = unit.unwrap_or(Unit::Cm);
        let bike_cover = rules.one_of("bike_cover", &[("0", None), ("-2", Some(-2))])?.flatten();
        let reactions = rules.one_of("reactions", &[("off", false), ("on", true)])?.unwrap_or(false);
        let switch = |name, value: &str, default| Switch { name, value: value.into(), default };
        let switches = vec![
            switch("unit", if unit == Unit::Cm { "cm" } else { "inch" }, "cm"),
            switch("bike_cover", if bike_cover.is_none() { "0" } else { "-2" }, "0"),
            switch("reactions", if reactions { "on" } else { "off" }, "off"),
        ];
        Ok((Self { unit, bike_cover, reactions }, switches))
    }
}
