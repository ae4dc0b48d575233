//! One file a command.

pub mod dice;
pub mod run;
