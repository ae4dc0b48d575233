//! The systems against their rule pages, known answers and the contract.

mod exact;
mod fths;
mod fudge;
mod thw;
mod track;
