//! Scenarios, plans, the simulator and its statistics.
//!
//! One way through, no stage looks back: a [`Scenario`](scenario::Scenario) mirrors the file, a [`Plan`](plan::Plan) is
//! every cell of it checked, [`run`](run::run) plays chunks of chases into [`Counts`](counts::Counts) or computes them exactly, and
//! [`summarize`](summary::summarize) turns these into [`Results`](results::Results).

pub mod best;
pub mod catalogue;
pub mod compare;
pub mod compiled;
pub mod cost;
pub mod counts;
pub mod diff;
pub mod estimate;
pub mod find;
pub mod flags;
mod followed;
pub mod game;
pub mod grid;
pub mod journal;
pub mod kernel;
mod keys;
pub mod lanes;
pub mod looks;
pub mod patterns;
pub mod plan;
pub mod player;
pub mod playtest;
pub mod policy;
mod precision;
pub mod preview;
pub mod results;
mod rounds;
pub mod run;
pub mod scenario;
pub mod schema;
pub mod script;
pub mod sense;
pub mod sequence;
pub mod solution;
pub mod spans;
pub mod stream;
pub mod summary;
pub mod then;
pub mod told;
pub mod tune;
mod unplayed;
pub mod verify;
