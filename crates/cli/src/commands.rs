//! One file a command.

pub mod dice;
pub mod replay;
pub mod run;
pub mod tables;
