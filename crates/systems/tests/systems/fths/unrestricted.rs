//! The contract where nobody is held back: full damage, both armed, every risk open. A single turn then has a million ways
//! through its phases, so that exploring would not leave the first turns; what is checked are states that play reaches,
//! of every kind of phase.

use crate::exact::read;
use chaselab_core::contract::{Chases, check_states, play};
use chaselab_core::{End, System};
use chaselab_systems::fths::{After, Fths, Phase, State};
use std::collections::BTreeMap;

/// A setting, and the kinds of phase that it must come to besides those that every chase has.
type Setting = (&'static str, &'static str, &'static [&'static str]);

const SETTINGS: [Setting; 6] = [
    (
        "gunmen in the city",
        "[prey]\nweapon = \"rifle\"\n[catcher]\nweapon = \"light-machine-gun\"\n[fths]\nstart = 1\n",
        &["draw", "answer", "after crashes", "after a ram", "after the driver's fire", "after the gunners"],
    ),
    (
        "spice, called shots and few of them on the highway",
        "[prey]\nweapon = \"heavy-machine-gun\"\n[catcher]\nweapon = \"rifle\"\n[terrain]\nkind = \"highway\"\n[fths]\nstart = 0\n\
         rules = { crash_spice = \"2dF\", ram_difference = \"performance\", break_off = 6 }\n\
         prey = { shots = 6, called_shot = \"tyres\" }\ncatcher = { shots = 9, called_shot = \"power\" }\n",
        // What a called shot hits is not rolled.
        &["answer", "after crashes", "after a ram"],
    ),
    (
        "a helicopter after a car, in a random town",
        "[prey]\nweapon = \"pistol\"\n[catcher]\nvehicle = \"helicopter\"\nweapon = \"heavy-machine-gun\"\n[fths]\n\
         course = { kind = \"random\", weights = [[2, [\"straight\", \"tall-buildings\"]], [1, [\"sharp-turn\", \"canyon\"]], [1, [\"red-light:heavy-traffic\"]]] }\n",
        &["draw", "after crashes", "after the gunners"],
    ),
    (
        "jets that dogfight",
        "[prey]\nvehicle = \"jet\"\nweapon = \"light-machine-gun\"\n[catcher]\nvehicle = \"jet\"\nweapon = \"light-machine-gun\"\n[fths]\nstart = 0\n\
         course = { kind = \"open\", contest = \"dogfight\" }\n",
        &["answer", "after a ram", "after the driver's fire", "after the gunners"],
    ),
    (
        "boats in a channel",
        "[prey]\nvehicle = \"speedboat\"\nweapon = \"rifle\"\n[catcher]\nvehicle = \"patrol-boat\"\nweapon = \"heavy-machine-gun\"\n[fths]\n\
         course = { kind = \"fixed\", segments = [[\"channel\"], [\"moored-boats\"], [], [\"channel\", \"moored-boats\"]] }\n",
        &["after crashes", "after the driver's fire", "after the gunners"],
    ),
    (
        "a contest of speed",
        "[prey]\nvehicle = \"sports-car\"\nweapon = \"pistol\"\n[catcher]\nvehicle = \"motorcycle\"\nweapon = \"rifle\"\n[fths]\nstart = 1\n\
         course = { kind = \"open\", contest = \"speed\", acceleration_turns = 4 }\n",
        &["after the driver's fire", "after the gunners"],
    ),
];

fn kind(state: &State) -> &'static str {
    match state.phase {
        Phase::Draw => "draw",
        Phase::Risk => "risk",
        Phase::Drive(_) => "drive",
        Phase::Winner(_) => "winner",
        Phase::Answer => "answer",
        Phase::Act(..) => "act",
        Phase::Hurt(After::Drive(_)) => "after crashes",
        Phase::Hurt(After::Ram) => "after a ram",
        Phase::Hurt(After::Fire) => "after the driver's fire",
        Phase::Hurt(After::Guns) => "after the gunners",
        Phase::Guns(_) => "guns",
        Phase::Over(..) => "over",
    }
}

#[test]
fn every_kind_of_phase_obeys_the_laws() {
    for (name, text, kinds) in SETTINGS {
        let system = read::<Fths>(text).system;
        let mut met: BTreeMap<&str, Vec<State>> = BTreeMap::new();
        for state in play(&system, Chases { chases: 1_500, ..Chases::default() }) {
            met.entry(kind(&state)).or_default().push(state);
        }
        for kind in ["risk", "drive", "winner", "act", "guns", "over"].iter().chain(kinds) {
            assert!(met.contains_key(kind), "{name}: no {kind} among {:?}", met.keys());
        }
        for states in met.values() {
            // Evenly from the first met to the last, so that late turns are among them.
            let step = (states.len() / 25).max(1);
            let some: Vec<State> = states.iter().step_by(step).copied().collect();
            check_states(&system, &some, 1_000);
        }
    }
}

#[test]
fn play_comes_to_every_end() {
    let system = read::<Fths>(SETTINGS[0].1).system;
    let met = play(&system, Chases { chases: 4_000, ..Chases::default() });
    for end in End::ALL.into_iter().filter(|&end| end != End::Timeout) {
        let is_met = met.iter().any(|state| matches!(state.phase, Phase::Over(this, _) if this == end));
        assert!(is_met, "{} of {} states", end.name(), met.len());
    }
    assert!(system.words().ends.contains(&End::Timeout));
}
