//! The laws that every system obeys, in settings that reach every part of the rules.

use crate::exact::read;
use crate::looked::Played;
use chaselab_core::contract::{Limits, Looked, check};
use chaselab_systems::reflex::{Known, Reflex, State};
use chaselab_systems::{Playable, Use};

fn looks_at(text: &str, states: usize) -> Looked {
    let system = read::<Reflex>(text).system;
    check(&system, Limits { states, sampled: 40, ..Limits::default() })
}

const SMALL: &str = "
    start = 40
    break_off = 80
    prey = { safe_speed = 5, coordination = 6, driving = 4 }
    catcher = { safe_speed = 5, coordination = 8, driving = 1 }
";

#[test]
fn an_open_plain_whole() {
    let looked = looks_at(&format!("[reflex]\nbends = \"none\"\n{SMALL}"), 20_000);
    assert!(looked.complete && looked.states > 100, "{looked:?}");
}

#[test]
fn gentle_bends() {
    assert!(looks_at(&format!("[reflex]\nbends = {{ every = 25, angle = 20 }}\n{SMALL}"), 6_000).states > 5_000);
}

#[test]
fn every_reading_but_the_default() {
    let rules =
        "rules = { sixty = \"upper\", speed_rows = \"stack\", penalties = \"sum\", early_mishaps = \"banded\" }";
    let text = format!("[reflex]\nbends = [[20, 60], [35.5, 90]]\n{rules}\n{SMALL}");
    assert!(looks_at(&text, 6_000).states > 5_000);
}

#[test]
fn on_water() {
    let text = format!("[reflex]\nsurface = \"water\"\nbends = {{ every = 20, angle = 45 }}\n{SMALL}");
    assert!(looks_at(&text, 6_000).states > 5_000);
}

#[test]
fn a_drawn_road() {
    let text = format!("[reflex]\nbends = {{ weights = [[3, [10, 20]], [1, [15, 75]]] }}\n{SMALL}");
    assert!(looks_at(&text, 6_000).states > 5_000);
}

#[test]
fn what_the_neutral_terms_give() {
    let text = "
        prey = { vehicle = \"motorcycle\", driving = \"Good\", weapon = \"pistol\", passenger = false }
        catcher = { vehicle = \"helicopter\", driving = \"Abysmal\" }
        terrain = { kind = \"mountain\" }
        [reflex]
        visual_range = -2
    ";
    assert!(looks_at(text, 6_000).states > 5_000);
}

/// Settings that differ in how exchanges can go, and whether the road is known.
const ROADS: [(bool, &str); 9] = [
    (true, "bends = { every = 25, angle = 20 }"),
    // Bends in every move, up to four, so that exchanges often begin at the place at which pursuits do.
    (true, "bends = { every = 4, angle = 75 }"),
    (true, "bends = { every = 4, angle = 20 }\nrules = { penalties = \"sum\" }"),
    // Who slips owes more than an exchange.
    (true, "bends = { every = 7, angle = 75 }\ntables.ground.oversteer.moves_lost = 10"),
    (true, "bends = [[20, 60], [35.5, 90]]\nmax_turns = 3"),
    // Out of reach of both in the first exchange.
    (true, "bends = { list = [[400, 45]], length = 1000 }"),
    (false, "bends = \"none\""),
    (false, "bends = { weights = [[3, [10, 20]], [1, [15, 75]]] }"),
    // A bend that is missed does more than cost moves.
    (false, "bends = { every = 10, angle = 45 }\ntables.ground.understeer.penalty = -1"),
];

#[test]
fn haste_and_a_lean_type_change_nothing() {
    // More bends than are laid out.
    let many: Vec<String> = (0..300).map(|bend| format!("[{}, {}]", 3 * bend, 15 + bend % 75)).collect();
    let many = format!("bends = {{ list = [{}], length = 900 }}", many.join(", "));
    for (known, road) in ROADS.into_iter().chain([(false, many.as_str())]) {
        let prepared = || read::<Reflex>(&format!("[reflex]\n{road}\n{SMALL}"));
        let (lean, whole) = (Reflex::lean(prepared(), Played), Played.prepared(prepared()));
        assert_eq!(lean.0, whole.0, "{road}");
        let expected = if known { size_of::<State<Known>>() } else { size_of::<State>() };
        assert_eq!(lean.1, expected, "{road}");
    }
}
