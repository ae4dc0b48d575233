//! Scenarios, plans, the simulator and its statistics.
