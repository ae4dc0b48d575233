//! The laws that every system obeys, in settings that reach every part of the rules.

use crate::exact::read;
use chaselab_core::contract::{Limits, Looked, check};
use chaselab_systems::fistful::Fistful;

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
