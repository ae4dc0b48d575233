//! The pursuit of A Fistful of Kung Fu.

mod contract;
mod coverage;
mod curves_twin;
mod played;
mod reading;
mod road;
mod rows;
mod rules;
mod switches;
mod twin;
