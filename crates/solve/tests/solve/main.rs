//! The solver against known answers, other methods and brute force.

mod chains;
mod common;
mod dominance;
mod games;
mod matrix_games;
mod models;
mod rules;
mod steps;
