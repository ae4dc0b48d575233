//! The chases of the repository.

use super::{chances, close};
use crate::exact::read;
use chaselab_core::contract::{Limits, check};
use chaselab_core::{End, System};
use chaselab_systems::track::Track;

const ROOFTOPS: &str = include_str!("../../../../../scenarios/rooftop-run.toml");
const HARBOUR: &str = include_str!("../../../../../scenarios/harbour-heist.toml");

#[test]
fn the_rooftop_run_ends_every_way_that_its_picks_allow() {
    let exact = chances(ROOFTOPS);
    // Nobody leaps when the other does, so they never fall together.
    for &end in read::<Track>(ROOFTOPS).system.words().ends.iter().filter(|&&end| end != End::BothCrashed) {
        assert!(exact.end(end) > 0.0, "{end:?}");
    }
    close(exact.end(End::BothCrashed), 0.0);
    check(&read::<Track>(ROOFTOPS).system, Limits::default());
}

#[test]
fn the_harbour_heist_by_hand() {
    check(&read::<Track>(HARBOUR).system, Limits::default());
    // With one point to win on each side, the first turn that scores decides; a tie goes on as if nothing were.
    let text = HARBOUR
        .replace("prey_wins_at    = 4", "prey_wins_at    = 1")
        .replace("catcher_wins_at = 3", "catcher_wins_at = 1")
        .replace("{ mix = { sneak = 0.6, stunt = 0.4 } }", "\"sneak\"")
        .replace("max_turns       = 40", "max_turns       = 1");
    // Hits are 5s and 6s: of five dice two or more for the crew, of three for the guard.
    let miss = |dice: i32| (2.0_f64 / 3.0).powi(dice);
    let none = miss(5);
    let scores = 1.0 - none - 5.0 * miss(4) / 3.0;
    let finds = 1.0 - miss(3) - 3.0 * miss(2) / 3.0;
    let exact = chances(&text);
    close(exact.end(End::Escaped), scores * (1.0 - finds));
    // The guard wins by finding, or by a sneak without any hit, where the crew does not score.
    close(exact.end(End::Caught), (1.0 - scores) * finds + none * (1.0 - finds));
}
