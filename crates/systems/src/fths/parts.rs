//! Which parts of the rules a setting plays, as a type: the states of a plain chase do not carry what it leaves out, and
//! its turns do not ask about it.

use super::{Road, Setup, Wear};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

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

/// What states are made of.
pub trait Value: Copy + Debug + Default + Eq + Ord + Hash + Send + Sync {}

impl<T: Copy + Debug + Default + Eq + Ord + Hash + Send + Sync> Value for T {}

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

/// A part of the state that is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kept<T>(T);

/// A part of the state that is left out: it reads as nothing, and nobody changes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Absent<T>(PhantomData<T>);

/// What can be left out.
pub trait Part: 'static {
    /// What it reads as where it is left out, and before the first turn where it is not.
    const NOTHING: &'static Self;
}

impl<T> Deref for Kept<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Kept<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Part> Deref for Absent<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        T::NOTHING
    }
}

impl<T: Part> DerefMut for Absent<T> {
    fn deref_mut(&mut self) -> &mut T {
        unreachable!("a plain chase has no part to change")
    }
}
