//! The Fudge chase.

mod contract;
mod examples;
mod known_answers;
mod reading;
mod unchanged;
