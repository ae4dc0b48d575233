//! Scenarios, plans, the simulator and its statistics.

pub mod estimate;
pub mod plan;
pub mod results;
