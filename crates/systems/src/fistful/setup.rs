//! A setting of the rules: everything that a scenario decides before the first turn.

use super::effects::Contests;
use super::lengths::Lengths;
use super::state::Kind;
use super::switches::Rules;
use chaselab_core::{Bands, Pair};

/// The most people in a vehicle.
pub(super) const MOST_PEOPLE: usize = 4;

/// A setting of the rules. Only reading a scenario makes one, so every number in it is one that the rules can play.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) sides: Pair<SideSetup>,
    /// The gap before the first turn.
    pub(super) start: i16,
    pub(super) road: Road,
    pub(super) rules: Rules,
    pub(super) lengths: Lengths,
    pub(super) modifiers: Modifiers,
    pub(super) contests: Contests,
    /// By 1d6.
    pub(super) skids: Bands<Skid>,
    /// By 1d6.
    pub(super) obstacles: Bands<Option<Appears>>,
    /// Combat of a car in the traffic.
    pub(super) traffic: i16,
    /// By how much somebody is beaten.
    pub(super) extra: Frailty,
    pub(super) protagonist: Frailty,
}

/// One side of a setting.
#[derive(Clone, Debug)]
pub(super) struct SideSetup {
    /// 2 to 6.
    pub quality: i16,
    /// The vehicle's.
    pub combat: i16,
    /// A straight move, and a curved one.
    pub speed: i16,
    pub turn: i16,
    /// What one turn action gets past.
    pub turns: u8,
    pub bike: bool,
    /// Modifier to hit those inside.
    pub cover: i16,
    /// Who is inside, the driver first; those beyond `count` are nobody.
    pub people: [Person; MOST_PEOPLE],
    pub count: u8,
    /// Everybody's own combat.
    pub own_combat: i16,
    pub armed: bool,
}

/// Somebody in a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Person {
    Extra,
    Protagonist,
}

/// The road and what stands beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Road {
    /// From curve to curve; nothing on a road without.
    pub curve_every: Option<i16>,
    pub obstacles: bool,
    pub immovables: bool,
    pub crowd: bool,
}

/// Numbers of combat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modifiers {
    pub heavier: i16,
    pub immovable: i16,
    pub far_shot: i16,
}

/// Where a vehicle out of control goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Skid {
    /// Halves of a straight move along the road.
    pub halves: i16,
    /// Into something immovable beside it.
    pub aside: bool,
}

/// What a new table brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Appears {
    /// At 1d6 x short.
    Straight(Kind),
    /// At the first crossing.
    Crossing(Kind),
}

/// What being beaten does to somebody.
#[derive(Clone, Debug)]
pub(super) struct Frailty {
    pub hurt: Bands<Hurt>,
    /// From this margin on a wound.
    pub wounded: i16,
    /// Out at this wound.
    pub wounds: u8,
}

/// What a hit does to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hurt {
    Unhurt,
    Stunned,
    Wounded,
}

impl Road {
    /// Whether it has neither curves nor obstacles.
    pub(super) const fn is_open(&self) -> bool {
        self.curve_every.is_none() && !self.obstacles
    }
}

impl Setup {
    pub(super) fn frailty(&self, person: Person) -> &Frailty {
        match person {
            Person::Extra => &self.extra,
            Person::Protagonist => &self.protagonist,
        }
    }

    /// What a difference in combat adds to the heavier one's total.
    pub(super) fn heavier(&self, combat: i16, other: i16) -> i16 {
        if combat > other { self.modifiers.heavier } else { 0 }
    }
}
