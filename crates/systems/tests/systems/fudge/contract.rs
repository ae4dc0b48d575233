//! The laws that every system obeys, in settings that reach every part of the rules.

use crate::exact::read;
use chaselab_core::contract::{Limits, check};
use chaselab_systems::fudge::Fudge;

fn looks_at(text: &str, complete: bool) {
    let looked = check(&read::<Fudge>(text).system, Limits { states: 3_000, ..Limits::default() });
    assert_eq!(looked.complete, complete, "{looked:?}");
    assert!(looked.states > 100, "{looked:?}");
}

/// Everything that a side can decide.
const FREE: &str = "act = \"fight\", points = 1, reroll = \"always\", reduce = \"always\", damage_factor = 1";

#[test]
fn a_duel_by_default() {
    looks_at("", true);
}

#[test]
fn a_duel_with_every_decision() {
    looks_at(&format!("fudge = {{ prey = {{ {FREE}, out_of_action = 1 }}, catcher = {{ {FREE} }} }}"), false);
}

#[test]
fn a_duel_blow_by_blow() {
    let side = "act = \"fight\", points = 1, damage_factor = 4";
    looks_at(&format!("fudge = {{ mode = \"blow-by-blow\", prey = {{ {side} }}, catcher = {{ {side} }} }}"), true);
}

#[test]
fn a_story_with_every_decision() {
    let text =
        format!("fudge = {{ mode = \"story\", prey = {{ {FREE} }}, catcher = {{ {FREE}, out_of_action = 2 }} }}");
    looks_at(&text, true);
}

#[test]
fn one_against_two_with_every_decision() {
    let side = "act = \"fight\", points = 1, damage_factor = 3";
    looks_at(
        &format!("fudge = {{ boxes = [1, 1, 0, 1, 1], prey = {{ {side} }}, catcher = {{ fighters = 2, {side} }} }}"),
        false,
    );
}

#[test]
fn several_against_several() {
    for mode in ["simultaneous", "blow-by-blow"] {
        let sides = "prey = { fighters = 2, damage_factor = 2 }, catcher = { fighters = 3, damage_factor = 2 }";
        looks_at(&format!("fudge = {{ mode = \"{mode}\", boxes = [1, 1, 0, 1, 1], {sides} }}"), true);
    }
}

#[test]
fn thresholds_and_every_switch() {
    looks_at(
        "
        [fudge]
        boxes = [2, 2, 0, 1, 1]
        rules = { cap = \"legendary..terrible\", failed_flight = \"safe\", first_blow = \"catcher\" }
        [fudge.prey]
        skill = \"Great\"
        yield_at = \"hurt\"
        flee = \"scratch\"
        [fudge.catcher]
        yield_at = \"hurt\"
        points = 2
        reroll = \"hurt\"
        ",
        false,
    );
}
