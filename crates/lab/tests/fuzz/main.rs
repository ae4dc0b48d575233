//! Nothing that is read is trusted: whatever stands in a scenario, an overlay, an option or a dice expression, it is
//! read, or refused with a message at its place; never a panic, and no work that grows beyond its size.
//!
//! Each family makes a fixed number of inputs from a seed. `CHASELAB_FUZZ=100000` makes so many in each, and
//! `CHASELAB_FUZZ_SEED=7` others (docs/fuzzing.md).

mod corpus;
mod dice;
mod families;
mod kept;
mod mutate;
mod options;
mod overlays;
mod random;
mod refusal;
mod scenarios;
mod settings;
