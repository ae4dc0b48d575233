//! The laws that every system obeys, in settings that reach every part of the rules.

use crate::exact::read;
use chaselab_core::contract::{Limits, check};
use chaselab_systems::thw::Thw;

/// A small chase: fewer states than the limit, so that all of them are looked at.
const ARMED: &str = "
    prey = { vehicle = \"motorcycle\", weapon = \"pistol\", passenger = false }
    catcher = { vehicle = \"armored-van\", weapon = \"rifle\" }
    thw = { start = 3, getaway = 6";

fn looks_at_everything(text: &str) {
    let system = read::<Thw>(text).system;
    let looked = check(&system, Limits::default());
    assert!(looked.complete, "{looked:?}");
    assert!(looked.states > 20, "{looked:?}");
}

#[test]
fn unarmed_with_a_random_start() {
    looks_at_everything("");
}

#[test]
fn armed_by_default() {
    looks_at_everything(&format!("{ARMED} }}"));
}

#[test]
fn every_reading_but_the_default() {
    looks_at_everything(&format!(
        "{ARMED}, rules = {{ armor_point = \"off\", checks = \"end-of-turn\", large_from = 3, front_penalty = \"off\", \
         declined_roll = \"roll-only\", risk_dice = \"always-two\", damage_dice = \"flat\", armor_distance_die = \"on\", \
         no_pass_stops = \"no\" }} }}"
    ));
}

#[test]
fn the_chase_that_is_tested_again() {
    looks_at_everything(&format!("{ARMED}, rules = {{ declined_roll = \"unit-only\", no_pass_stops = \"no\" }} }}"));
}

#[test]
fn experts_have_the_most_dice() {
    looks_at_everything(
        "
        [thw]
        start = 3
        getaway = 4
        rules = { armor_distance_die = \"on\" }
        [thw.catcher]
        driving = 6
        shooting = 6
        armor = true
        faster = true
        handling = true
        shoot = \"always\"
        ",
    );
}
