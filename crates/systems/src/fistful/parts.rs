//! Which parts of the rules a setting plays, as a type: the states of a pursuit on an open road do not carry what it leaves
//! out, and its turns do not ask about it.

use super::setup::Setup;
use super::state::{Road, Wear};
pub use crate::parts::{Absent, Kept, Part, Value};
use chaselab_core::Side;
use std::ops::DerefMut;

/// The parts of the rules that are played.
pub trait Parts: Value + 'static {
    /// What is on the road.
    type Road: Value + DerefMut<Target = Road>;
    /// What gunfire and immovable things leave behind.
    type Wear: Value + DerefMut<Target = Wear>;
    /// Whether anything can be on the road.
    const ROAD: bool;
    /// Whether anybody can shoot or react to the other's failures, and whether anything stands beside the road.
    const WEAR: bool;

    /// Whether these parts are all that a setting has.
    fn suffice(setup: &Setup) -> bool {
        let wears =
            setup.rules.reactions || setup.road.immovables || Side::BOTH.iter().any(|&side| setup.sides[side].armed);
        (Self::ROAD || setup.road.is_open()) && (Self::WEAR || !wears)
    }
}

/// All of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct All;

/// Two vehicles, and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Open;

impl Parts for All {
    type Road = Kept<Road>;
    type Wear = Kept<Wear>;
    const ROAD: bool = true;
    const WEAR: bool = true;
}

impl Parts for Open {
    type Road = Absent<Road>;
    type Wear = Absent<Wear>;
    const ROAD: bool = false;
    const WEAR: bool = false;
}
