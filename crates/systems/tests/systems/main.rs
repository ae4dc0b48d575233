//! The systems against their rule pages, known answers and the contract.

mod exact;
mod fistful;
mod fths;
mod thw;
