//! The chase in the style of Two Hour Wargames.

mod contract;
mod coverage;
mod example;
mod known_answers;
mod played;
mod reading;
mod rules;
mod switches;
