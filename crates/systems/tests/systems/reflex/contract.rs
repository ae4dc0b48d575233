//! The laws that every system obeys, in settings that reach every part of the rules.

use crate::exact::read;
use chaselab_core::contract::{Limits, Looked, check};
use chaselab_systems::reflex::Reflex;

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
