//! The chase in the style of Two Hour Wargames.

mod contract;
mod example;
mod known_answers;
mod played;
mod reading;
mod rules;
mod switches;
