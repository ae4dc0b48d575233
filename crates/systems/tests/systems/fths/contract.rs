//! The contract suite over settings of the Fudge chase: every course kind and every switch.

use crate::exact::read;
use chaselab_core::contract::{Limits, check};
use chaselab_systems::fths::Fths;

fn checked(fths: &str) -> chaselab_core::contract::Looked {
    let prepared = read::<Fths>(fths);
    check(&prepared.system, Limits { states: 4_000, ..Limits::default() })
}

#[test]
fn one_repeated_segment() {
    let looked = checked(
        "[fths]\nrules = { damage = \"off\" }\ncourse = { kind = \"fixed\", segments = [[\"straight\", \"medium-traffic\"]] }\n",
    );
    assert!(looked.states > 50);
}

#[test]
fn neutral_terrains() {
    for terrain in ["open", "highway", "city", "mountain"] {
        checked(&format!("[terrain]\nkind = \"{terrain}\"\n[fths]\nrules = {{ damage = \"off\" }}\n"));
    }
}

#[test]
fn random_and_fixed_courses_with_points() {
    checked(
        "[fths]\nrules = { damage = \"off\" }\ncourse = { kind = \"random\", weights = [[3, [\"straight\"]], [1, [\"sharp-turn\", \"light-traffic\"]]] }\n",
    );
    checked(
        "[fths]\nrules = { damage = \"off\", repeat_points = \"yes\" }\ncourse = { kind = \"fixed\", segments = [[\"hairpin\"], [], [\"roadworks\", \"pedestrian-crossing\"]], after = \"last\" }\nstrike = [{ turn = 3, side = \"prey\", element = \"hairpin\" }]\n",
    );
}

#[test]
fn every_switch() {
    for rules in [
        "red_light = -2",
        "g_column = \"printed\"",
        "negative_attributes = \"optional\"",
        "crash_spice = \"2dF\"",
        "ai_piloting = \"yes\"",
        "break_off = 5",
        "lose_elements = \"catcher\"",
        "repeat_points = \"yes\"",
        "min_crash_level = \"none\"",
    ] {
        checked(&format!(
            "[fths]\nrules = {{ damage = \"off\", {rules} }}\nprey = {{ ai = true, max_risk = 2, stability = 2 }}\ncatcher = {{ tracking = true, perception = 1 }}\n"
        ));
    }
}
