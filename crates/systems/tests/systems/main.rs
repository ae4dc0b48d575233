//! The systems against their rule pages, known answers and the contract.

mod coverage;
mod exact;
mod fistful;
mod fths;
mod fudge;
mod looked;
mod mapping;
mod neutral;
mod reading;
mod readmes;
mod reflex;
mod thw;
mod track;
