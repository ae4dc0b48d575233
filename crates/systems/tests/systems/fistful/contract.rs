//! The laws that every system obeys, in settings that reach every part of the rules.

use crate::exact::{Exact, exact, read};
use chaselab_core::contract::{Chases, Limits, Looked, check, play};
use chaselab_systems::fistful::{Fistful, Open, State};
use chaselab_systems::{Playable, Prepared, Use};

fn checked(text: &str) -> Looked {
    check(&read::<Fistful>(text).system, Limits { states: 2_000, ..Limits::default() })
}

#[test]
fn an_open_road() {
    checked("terrain = { kind = \"open\" }");
}

#[test]
fn an_armed_bike_on_an_open_road() {
    checked(
        "
        terrain = { kind = \"open\" }
        prey = { weapon = \"pistol\", vehicle = \"motorcycle\" }
        catcher = { weapon = \"pistol\", passenger = false }
        fistful = { rules = { reactions = \"on\", bike_cover = -2 } }
        ",
    );
}

#[test]
fn neutral_terrains() {
    for terrain in ["highway", "city", "mountain"] {
        let looked = checked(&format!("terrain = {{ kind = \"{terrain}\" }}"));
        assert!(!looked.complete, "{looked:?}");
    }
}

#[test]
fn inches_and_bulldozers_that_evade() {
    checked(
        "
        prey = { vehicle = \"bulldozer\" }
        catcher = { vehicle = \"bulldozer\" }
        [fistful]
        unit = \"inch\"
        start = 3
        road = { obstacles = false, curve_every_cm = \"never\" }
        ",
    );
}

#[test]
fn narrow_streets_full_of_obstacles() {
    checked(
        "
        [fistful]
        start = 0
        road = { curve_every_cm = 20, immovables = true, crowd = true }
        tables.obstacles = { 1.obstacle = \"stationary\", 6.obstacle = \"left\" }
        prey = { speed = 45, turn = \"2 x medium\", quality = 2, shoot = \"always\" }
        catcher = { shoot = \"always\", quality = 6, occupants = 1 }
        ",
    );
}

/// Whether a setting needs nothing but an open road.
const SETTINGS: [(bool, &str); 8] = [
    (true, ""),
    (true, "catcher.ram = \"always\"\n prey.dice = 3\n catcher.dice = 3"),
    // Whoever is slow acts many times before it is in reach, and reacts far away.
    (
        true,
        "catcher = { ram = \"always\", speed = 2 }\n prey = { speed = 1.5 }\n start = 12
         tables.ram_withstood = { 1.reaction = \"yes\", 2.control = \"lost\", 2.reaction = \"yes\" }
         tables.ram = { 1.control = \"lost\", 2.vehicle = \"stalled\", 4.extras = \"one\", 4.hit = 9 }",
    ),
    (
        true,
        "catcher.ram = { \"0..9\" = \"never\", \"10+\" = \"always\" }
         prey.act = { \"0..30\" = \"move\", \"31+\" = \"wait\" }\n start = 90",
    ),
    (false, "catcher.shoot = \"always\""),
    (false, "rules.reactions = \"on\""),
    (false, "road.immovables = true\n catcher.ram = \"always\""),
    (false, "road.obstacles = true"),
];

struct Played;

impl Use for Played {
    /// The size of a state, and the exact chances.
    type Output = (usize, Exact);

    fn prepared<S: Playable>(self, prepared: Prepared<S>) -> Self::Output {
        play(&prepared.system, Chases { chases: 1_000, ..Chases::default() });
        (size_of::<S::State>(), exact(&prepared.system, &prepared.behaviours, prepared.max_turns))
    }
}

#[test]
fn haste_habits_and_a_lean_type_change_nothing() {
    assert!(size_of::<State<Open>>() <= 16);
    for (open, text) in SETTINGS {
        let prepared =
            || read::<Fistful>(&format!("terrain = {{ kind = \"open\" }}\n[fistful]\nmax_turns = 3\n{text}"));
        let (size, played) = Fistful::lean(prepared(), Played);
        let (_, whole) = Played.prepared(prepared());
        let expected = if open { size_of::<State<Open>>() } else { size_of::<State>() };
        assert_eq!((size, played.turns, played.ends), (expected, whole.turns, whole.ends), "{text}");
    }
}
