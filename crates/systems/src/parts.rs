//! Parts of a state that a type of a system has, or leaves out.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// What states are made of.
pub trait Value: Copy + Debug + Default + Eq + Ord + Hash + Send + Sync {}

impl<T: Copy + Debug + Default + Eq + Ord + Hash + Send + Sync> Value for T {}

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
        unreachable!("nobody changes what is left out")
    }
}
