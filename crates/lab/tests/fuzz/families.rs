//! A family of inputs: made, tried, and shown when one makes the program panic.

use crate::random::Random;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Tries inputs of a family: `make` makes one from its choices, `run` says whether it was accepted and panics where
/// something is wrong. `usual` of them, or as many as `CHASELAB_FUZZ` says.
pub fn each<I: Debug>(family: &str, usual: u64, make: impl Fn(&mut Random) -> I, run: impl Fn(&I) -> bool) {
    let by_hand = number("CHASELAB_FUZZ");
    let seed = number("CHASELAB_FUZZ_SEED").unwrap_or(1);
    let mut accepted = 0_u64;
    let count = by_hand.unwrap_or(usual);
    for index in 0..count {
        let input = make(&mut Random::new(seed, family, index));
        if by_hand.is_some() {
            // What ends the process, or never ends, is found here.
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{family}.txt"));
            std::fs::write(file, format!("{index} of seed {seed}\n{input:#?}\n")).unwrap();
        }
        match catch_unwind(AssertUnwindSafe(|| run(&input))) {
            Ok(true) => accepted += 1,
            Ok(false) => {}
            Err(_) => panic!("input {index} of family {family}, seed {seed}:\n{input:#?}"),
        }
    }
    println!("{family}: {accepted} of {count} accepted");
    // Inputs that are all refused at the door would try nothing behind it.
    assert!(accepted * 50 >= count, "{family}: only {accepted} of {count} accepted");
    assert!(accepted < count || count == 0, "{family}: nothing was refused");
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")))
}
