//! The fight of the repository.

use super::chances;
use crate::exact::read;
use chaselab_core::contract::{Limits, check};
use chaselab_core::{End, System};
use chaselab_systems::fudge::Fudge;

const PIER: &str = include_str!("../../../../../scenarios/pier-showdown.toml");

#[test]
fn the_showdown_on_the_pier() {
    let system = read::<Fudge>(PIER).system;
    assert_eq!(system.words().ends, [End::Escaped, End::CatcherDisabled, End::PreyDisabled, End::Timeout]);
    check(&system, Limits { states: 400, samples: 1_000, ..Limits::default() });
    let duel = chances(&PIER.replace("fighters = 2", "fighters = 1"));
    // Alone, and two levels better, the prey has it; it gets away or is put out now and then.
    assert!(duel.end(End::CatcherDisabled) > 0.8, "{}", duel.end(End::CatcherDisabled));
    assert!(duel.end(End::PreyDisabled) > 0.0 && duel.end(End::Escaped) > 0.0);
    let unlucky = chances(&PIER.replace("fighters = 2", "fighters = 1").replace("points   = 1", "points   = 0"));
    assert!(unlucky.end(End::CatcherDisabled) < duel.end(End::CatcherDisabled));
}
