//! The systems against their rule pages, known answers and the contract.

mod exact;
mod fths;
mod reflex;
mod thw;
