//! One file a command.

pub mod run;
pub mod solve;
pub mod verify;
