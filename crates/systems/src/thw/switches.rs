//! The readings that the rules leave open (rules/thw.md, switches).

use crate::Switch;
use crate::reading::Switches;
use chaselab_core::Problem;
use chaselab_core::tree::Reader;

/// What declining a maneuver does, and what the declined maneuver's roll then moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeclinedRoll {
    /// The unit, and the roll's own result.
    Both,
    /// No unit: the gap moves by the roll alone.
    RollOnly,
    /// The unit; of the roll only damage and crash stand.
    UnitOnly,
}

/// Every switch as it is set.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// Armor adds a damage point to those of the class.
    pub armor_point: bool,
    /// Disabled and gap are looked for after each step, not only after the distance.
    pub check_each_step: bool,
    /// From which size class on a target is large.
    pub large_from: u8,
    /// The vehicle in front has a die less for shooting.
    pub front_penalty: bool,
    pub declined_roll: DeclinedRoll,
    /// Dice lost to gunfire leave the maneuver roll too.
    pub risk_dice_reduced: bool,
    /// Each point of damage taken costs a distance die, not one in all.
    pub damage_per_point: bool,
    /// Armor gives a distance die.
    pub armor_distance_die: bool,
    /// A catch test without a pass stops the prey all the same.
    pub no_pass_stops: bool,
}

impl Rules {
    /// Reads `rules = { ... }`; the switches come in the order of the page.
    ///
    /// # Errors
    /// An unknown switch, or an unknown setting of one.
    pub(super) fn read(reader: Reader<'_>) -> Result<(Self, Vec<Switch>), Box<Problem>> {
        let mut set = Switches::new(reader);
        let rules = Self {
            armor_point: set.read("armor_point", &[("on", true), ("off", false)])?,
            check_each_step: set.read("checks", &[("each-step", true), ("end-of-turn", false)])?,
            large_from: set.read("large_from", &[("4", 4), ("3", 3)])?,
            front_penalty: set.read("front_penalty", &[("on", true), ("off", false)])?,
            declined_roll: set.read(
                "declined_roll",
                &[
                    ("both", DeclinedRoll::Both),
                    ("roll-only", DeclinedRoll::RollOnly),
                    ("unit-only", DeclinedRoll::UnitOnly),
                ],
            )?,
            risk_dice_reduced: set.read("risk_dice", &[("reduced", true), ("always-two", false)])?,
            damage_per_point: set.read("damage_dice", &[("per-point", true), ("flat", false)])?,
            armor_distance_die: set.read("armor_distance_die", &[("off", false), ("on", true)])?,
            no_pass_stops: set.read("no_pass_stops", &[("yes", true), ("no", false)])?,
        };
        Ok((rules, set.finish()?))
    }
}
