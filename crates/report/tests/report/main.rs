//! From results to everything that a user sees.

mod charts;
mod fixture;
mod tables;
