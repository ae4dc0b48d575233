//! One file a command.

pub mod best;
pub mod check;
pub mod compare;
pub mod dice;
pub mod diff;
pub mod playtest;
pub mod replay;
pub mod run;
pub mod schema;
pub mod sense;
pub mod shell;
pub mod solve;
pub mod tables;
pub mod tune;
pub mod verify;
