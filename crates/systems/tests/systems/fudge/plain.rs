//! A plain fight of few is played as a type of its own, and is the same fight.

use crate::exact::read;
use crate::looked::Looked;
use chaselab_systems::fudge::{Fudge, Skirmish, State};
use chaselab_systems::{Playable, Use};

const PLAIN: [&str; 7] = [
    "",
    "fudge.catcher = { fighters = 2, yield_at = \"very-hurt\" }\nfudge.prey = { points = 1, reduce = \"hurt\", flee = \"hurt\" }",
    "fudge.prey = { fighters = 2, yield_at = \"hurt\", points = 2 }\nfudge.catcher = { damage_factor = 2, points = 1 }",
    "fudge.prey = { fighters = 2, damage_factor = 2 }\nfudge.catcher = { fighters = 2, flee = \"scratch\" }",
    "fudge.rules.failed_flight = \"safe\"\nfudge.prey = { flee = \"always\", fighters = 2 }\nfudge.catcher.yield_at = \"scratch\"",
    "fudge.boxes = [0, 0, 0, 0, 0]\nfudge.prey = { fighters = 2, stun = true }",
    "fudge.boxes = [1, 0, 2, 1, 1]\nfudge.prey = { damage_factor = 4, flee = \"very-hurt\" }\nfudge.catcher = { fighters = 2, damage_factor = 4, points = 3 }",
];

/// What a plain fight leaves out, a setting each.
const MORE: [&str; 6] = [
    "fudge.catcher.fighters = 3",
    "fudge.mode = \"blow-by-blow\"",
    "fudge.prey.out_of_action = 1",
    "fudge.prey = { points = 1, reroll = \"always\" }",
    "fudge.prey = { points = 1, act = \"fight\" }",
    "fudge.rules.cap = \"legendary..terrible\"",
];

#[test]
fn what_has_no_part_in_a_fight_is_left_out_and_changes_nothing() {
    assert!(size_of::<State<2>>() <= 32);
    for setting in PLAIN.into_iter().chain(MORE) {
        let (states, hash, size) = Looked.prepared(read::<Fudge>(setting));
        assert_eq!(size, size_of::<State>());
        let size = if PLAIN.contains(&setting) { size_of::<State<2>>() } else { size };
        assert_eq!(Fudge::lean(read(setting), Looked), (states, hash, size), "{setting}");
    }
}

#[test]
fn a_plain_fight_is_read_like_any_other() {
    // Not from one with all parts, as `lean` has it.
    let setting = PLAIN[1];
    let (lean, own) = (Fudge::lean(read(setting), Looked), Looked.prepared(read::<Skirmish>(setting)));
    assert_eq!(lean, own);
}
