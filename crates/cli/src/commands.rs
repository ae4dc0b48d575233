//! One file a command.

pub mod run;
