//! One file a command.

pub mod compare;
pub mod run;
pub mod solve;
pub mod verify;
