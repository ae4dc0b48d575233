//! Which parts of the rules a setting plays, as a type: the states of a plain chase do not carry what it leaves out, and
//! its turns do not ask about it.

use super::{Road, Setup, Wear};
pub use crate::parts::{Absent, Kept, Part, Value};
use std::ops::DerefMut;

/// The parts of the rules that are played.
pub trait Parts: Value + 'static {
    /// What damage and gunfire leave behind.
    type Wear: Value + DerefMut<Target = Wear>;
    /// Where both are on the road.
    type Road: Value + DerefMut<Target = Road>;
    /// Whether vehicles can take damage.
    const DAMAGE: bool;
    /// Whether it can matter where both are: the road changes, or a contest of speed begins.
    const PLACES: bool;

    /// Whether these parts are all that a setting has.
    fn suffice(setup: &Setup) -> bool {
        (Self::DAMAGE || !setup.rules.damage) && (Self::PLACES || !setup.road_changes() && setup.speed.is_none())
    }
}

/// All of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct All;

/// Neither damage nor a road that changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plain;

impl Parts for All {
    type Wear = Kept<Wear>;
    type Road = Kept<Road>;
    const DAMAGE: bool = true;
    const PLACES: bool = true;
}

impl Parts for Plain {
    type Wear = Absent<Wear>;
    type Road = Absent<Road>;
    const DAMAGE: bool = false;
    const PLACES: bool = false;
}
