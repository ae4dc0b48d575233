//! Each switch changes what it should, and nothing when it is not turned (rules/fistful.md).

use super::played::{Played, doing};
use super::reading::refused;
use crate::exact::read;
use chaselab_core::Side;
use chaselab_systems::fistful::{Deed, Fistful, Phase, State};

#[test]
pub fn unit() {
    let moved = |text: &str| {
        let text = format!("terrain = {{ kind = \"open\" }}\nfistful = {{ {text} }}");
        Played::phase(&text, doing(Side::Prey, Deed::Move), &[]).gaps()[0]
    };
    assert_eq!(moved(""), 36.0);
    // Seven inches of 2.5 cm; the gap stays in centimetres.
    assert_eq!(moved("unit = \"inch\""), 35.5);
    assert_eq!(moved("rules = { unit = \"inch\" }"), 35.5);
    let twice = refused("fistful = { unit = \"inch\", rules = { unit = \"cm\" } }");
    assert_eq!(twice.message, "unit is written twice");
}

#[test]
fn bike_cover() {
    let hurt = |rules: &str| {
        let text = format!(
            "terrain = {{ kind = \"open\" }}\nprey = {{ vehicle = \"motorcycle\" }}\n\
             fistful = {{ catcher = {{ shoot = \"always\" }}, rules = {{ {rules} }} }}"
        );
        // Combat 3 against 2 by 3, then 3 against 3.
        Played::phase(&text, doing(Side::Catcher, Deed::Shoot), &[2, 1]).state().wear.stunned.prey
    };
    assert_eq!([hurt(""), hurt("bike_cover = 0"), hurt("bike_cover = -2")], [true, true, false]);
}

#[test]
fn reactions() {
    let left = |rules: &str, occupants: &str| {
        let text = format!(
            "terrain = {{ kind = \"open\" }}\nfistful = {{ rules = {{ {rules} }}, catcher = {{ occupants = [{occupants}] }} }}"
        );
        let roll = |state: &mut State| {
            state.phase = Phase::Activate { active: Side::Prey, who: Side::Prey, dice: 3, stunt: None };
        };
        let played = Played::phase(&text, roll, &[1]);
        let asked = played.state().acting(Side::Prey);
        (played.state().left.catcher, asked)
    };
    assert_eq!(left("", "\"protagonist\""), (0, Some(Side::Prey)));
    assert_eq!(left("reactions = \"on\"", "\"protagonist\""), (2, Some(Side::Catcher)));
    assert_eq!(left("reactions = \"on\"", "\"extra\", \"protagonist\""), (0, Some(Side::Prey)), "who drives");
}

#[test]
fn what_is_set_is_said() {
    let switches = read::<Fistful>("fistful = { rules = { reactions = true } }").switches;
    let all: Vec<(&str, &str, &str)> =
        switches.iter().map(|switch| (switch.name, switch.value.as_str(), switch.default)).collect();
    assert_eq!(all, [("unit", "cm", "cm"), ("bike_cover", "0", "0"), ("reactions", "on", "off")]);
    let changed: Vec<bool> = switches.iter().map(|switch| switch.is_changed()).collect();
    assert_eq!(changed, [false, false, true]);
    assert_eq!(refused("fistful = { rules = { reaction = true } }").help.as_deref(), Some("did you mean `reactions`?"));
    assert_eq!(refused("fistful = { rules = { bike_cover = -1 } }").message, "bike_cover cannot be -1");
}
