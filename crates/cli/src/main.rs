//! The chaselab program.
fn main() {}
