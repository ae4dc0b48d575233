//! The Fudge chase.

mod contests;
mod contract;
mod coverage;
mod crashes;
mod damage;
mod examples;
mod fire;
mod known_answers;
mod levels;
mod reading;
mod scenarios;
pub mod scripted;
mod switches;
mod twins;
mod unchanged;
mod unrestricted;
