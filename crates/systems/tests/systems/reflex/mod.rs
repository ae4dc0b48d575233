//! The pursuit by the vehicle movement of Twilight: 2013.

mod contract;
mod coverage;
mod example;
mod mishaps;
mod played;
mod reading;
mod roads;
mod rule_twin;
mod rule_twin_test;
mod rules;
mod switches;
mod twin;
mod twin_test;
