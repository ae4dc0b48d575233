//! Which parts of the rules a setting plays, as a type: the states of a pursuit on a road that is known beforehand do not
//! carry what is drawn of one, and its exchanges do not ask about it.

use super::setup::Setup;
use super::state::Ahead;
pub use crate::parts::{Absent, Kept, Part, Value};
use std::ops::DerefMut;

/// The parts of the rules that are played.
pub trait Parts: Value + 'static {
    /// The bends that are known of a drawn road.
    type Ahead: Value + DerefMut<Target = Ahead>;
    /// Whether the road may be drawn as it comes, and a bend that is missed may do more than cost moves.
    const ANY_ROAD: bool;

    /// Whether these parts are all that a setting has.
    fn suffice(setup: &Setup) -> bool {
        Self::ANY_ROAD || setup.at_once
    }
}

/// All of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct All;

/// The way of a vehicle between its checks is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Known;

impl Parts for All {
    type Ahead = Kept<Ahead>;
    const ANY_ROAD: bool = true;
}

impl Parts for Known {
    type Ahead = Absent<Ahead>;
    const ANY_ROAD: bool = false;
}
