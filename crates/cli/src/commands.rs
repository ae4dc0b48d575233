//! One file a command.

pub mod compare;
pub mod run;
