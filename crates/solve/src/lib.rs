//! Exact answers: finite chains and simultaneous-move games, from the rules themselves.
//!
//! [`Model::build`] enumerates a [`System`](chaselab_core::System) once. Where both sides' policies are fixed,
//! [`evaluate`] gives the exact rates and lengths; where they are not, [`solve`] finds the equilibrium (or the best
//! reply, when one side alone is free), [`certify`] checks it by independent best responses, and [`simplest_rules`]
//! says what a player can do without rolling for a mix. Where its value is all that is asked of a game, [`value`] is quicker.
//!
//! Turns are numbered from 1; a chase's length counts the turn in which it ends, and is 0 when it was over before the
//! first.

mod certificate;
mod chain;
mod compensated;
mod dominance;
mod error;
mod exact;
mod kernel;
mod matrix_game;
mod mixes;
mod model;
mod objective;
mod play;
mod policy;
mod reach;
mod rules;
mod simplex;
mod stage;
mod stochastic;
mod value;

pub use certificate::{Certificate, certify, certify_each};
pub use chain::{Occupancy, evaluate, occupancy};
pub use dominance::{Dominance, dominated_columns, dominated_rows};
pub use error::{Field, ModelError, PlayError};
pub use exact::Exact;
pub use matrix_game::MatrixGame;
pub use model::explore::Explore;
pub use model::graph::{Entries, Graph, Level, Node};
pub use model::pattern::Pattern;
pub use model::{Limits, Model};
pub use objective::{Objective, ObjectiveError};
pub use play::{Play, Plays, fixed};
pub use policy::Solved;
pub use reach::first_turns;
pub use rules::{Criterion, Rule, RuleValue, Search, rule_by_gap, simplest_rules};
pub use stage::Stage;
pub use stochastic::solve;
pub use value::value;
