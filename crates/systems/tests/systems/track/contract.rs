//! The laws that every system obeys, in settings that reach every part of the rules.

use crate::exact::read;
use crate::looked::Played;
use chaselab_core::contract::{Limits, check};
use chaselab_systems::track::Track;
use chaselab_systems::{Playable, Use};

fn looks_at_everything(text: &str, states: usize) {
    assert_eq!(Track::lean(read(text), Played), Played.prepared(read::<Track>(text)), "{text}");
    let looked = check(&read::<Track>(text).system, Limits::default());
    assert!(looked.complete, "{looked:?}");
    assert!(looked.states >= states, "{looked:?}");
}

/// Several maneuvers a side: opposed, against a number, by gap, crashing, and there to be beaten only.
const SEVERAL: &str = "
    [track.prey.maneuvers]
    dash = { roll = \"2d6\", effect = { \"1..4\" = 1, \">= 5\" = 2, \"-3\" = -1 } }
    jump = { roll = \"1d20\", check = { \"< 3\" = 14, \"3+\" = 9 }, effect = { \"0+\" = 2, \"<= -9\" = \"crash\" } }
    [track.catcher.maneuvers]
    dash = { roll = \"2d6 + 1\", effect = { \">= 1\" = 1 } }
    cut_off = { roll = \"4dF\", check = 1, effect = { \"0+\" = 3, \"<= -4\" = \"crash\", \"-3..-2\" = { other = 1 } } }
    wait = { roll = \"3d6 high\" }
";

#[test]
fn the_default_chase() {
    looks_at_everything("", 7);
}

#[test]
fn a_rolled_start_with_one_side_and_one_end() {
    looks_at_everything(
        "
        [track]
        start = \"1d6 + 2\"
        stopped_at = 0
        prey.maneuvers.run = { roll = \"1d6\", check = 4, effect = { \"< 0\" = { other = 3 } } }
        ",
        9,
    );
}

#[test]
fn several_maneuvers_at_once() {
    looks_at_everything(SEVERAL, 40);
}

#[test]
fn the_prey_picks_first() {
    looks_at_everything(&format!("track.order = \"prey-first\"\n{SEVERAL}"), 50);
}

#[test]
fn scores_with_every_tie() {
    for tie in ["prey", "catcher", "go-on"] {
        looks_at_everything(&format!("[track]\nmode = \"scores\"\ntie = \"{tie}\"\n{SEVERAL}"), 60);
    }
}

#[test]
fn dice_that_are_too_many_or_too_wide_to_be_laid_out() {
    looks_at_everything(&SEVERAL.replace("1d20", "1d900 - 880"), 40);
    looks_at_everything(&format!("track.order = \"prey-first\"\n{}", SEVERAL.replace("3d6 high", "1d3000")), 50);
    // The first roll matters at 1502 and at 6500.
    let far = "
        [track.prey.maneuvers]
        far = { roll = \"1d2 * 6000 - 5000\", check = 5000, effect = { \">= 1500\" = 1 } }
        [track.catcher.maneuvers]
        near = { roll = \"1d2\", effect = { \">= -1500\" = 1 } }
    ";
    looks_at_everything(far, 7);
}
