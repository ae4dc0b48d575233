//! What is read of a scenario, what is said about it, and what is refused.

use super::{chances, close};
use crate::exact::read;
use crate::reading::{self, problem};
use chaselab_core::{Behaviour, End, Problem, System};
use chaselab_systems::SystemId;
use chaselab_systems::fudge::Fudge;

fn refused(text: &str) -> Box<Problem> {
    reading::refused::<Fudge>(text)
}

/// The value of an explained number, and where it came from.
fn explained(text: &str, what: &str) -> (String, String) {
    reading::explained::<Fudge>(text, what)
}

#[test]
fn an_empty_file_runs() {
    let prepared = read::<Fudge>("");
    assert_eq!(prepared.max_turns, 30);
    for (what, value) in [
        ("prey fighters", "1"),
        ("prey skill", "Fair (+0)"),
        ("catcher movement", "Fair (+0)"),
        ("catcher damage_factor", "0"),
        ("prey capacity", "0"),
        ("prey points", "0"),
        ("prey stun", "yes"),
        ("catcher yield_at", "never"),
        ("catcher flee", "never"),
        ("prey act", "yield, flee, fight"),
        ("prey reduce", "always"),
        ("prey reroll", "never"),
        ("max_turns", "30"),
    ] {
        assert_eq!(explained("", what).0, value, "{what}");
    }
    assert!(prepared.switches.iter().all(|switch| !switch.is_changed()));
    assert_eq!(prepared.system.words().ends, [End::CatcherDisabled, End::PreyDisabled, End::Timeout]);
}

#[test]
fn the_neutral_gunnery_is_the_skill() {
    for (word, level) in [("Legendary", "Legendary (+4)"), ("Poor", "Poor (-2)"), ("Abysmal", "Abysmal (-4)")] {
        let text = format!("prey.gunnery = \"{word}\"");
        assert_eq!(explained(&text, "prey skill").0, level);
    }
    let from = explained("prey.gunnery = \"Good\"", "prey skill").1;
    assert_eq!(from, "gunnery Good (+1), neutral.tables.skills.Good.fths");
    // A system's own term wins, in any of the ladder's shapes.
    for (value, level) in [("\"+2\"", "Great (+2)"), ("-1", "Mediocre (-1)"), ("\"Super 5\"", "Super 5 (+5)")] {
        let text = format!("prey.gunnery = \"Good\"\nfudge.prey.skill = {value}");
        assert_eq!(explained(&text, "prey skill"), (level.into(), "the scenario".into()));
    }
    assert_eq!(refused("fudge.prey.skill = \"Grate\"").help.as_deref(), Some("did you mean `Great`?"));
}

#[test]
fn the_weapon_gives_the_factor() {
    for (weapon, factor, stun) in [
        ("unarmed", "0", "yes"),
        ("club", "1", "no"),
        ("knife", "1", "no"),
        ("sword", "2", "no"),
        ("taser", "2", "yes"),
        ("pistol", "3", "no"),
        ("shotgun", "4", "no"),
        ("rifle", "4", "no"),
    ] {
        for text in [format!("prey.weapon = \"{weapon}\""), format!("fudge.prey.weapon = \"{weapon}\"")] {
            assert_eq!(explained(&text, "prey damage_factor").0, factor, "{weapon}");
            assert_eq!(explained(&text, "prey stun").0, stun, "{weapon}");
        }
    }
    let rows = &SystemId::Fudge.tables().get("weapons").rows;
    assert_eq!(rows.len(), 8, "every row was asked for");
    // Strength and scale add to what muscles move.
    let sword = "fudge.prey = { weapon = \"sword\", strength = \"Good\", scale = 2 }";
    assert_eq!(explained(sword, "prey damage_factor").0, "5");
    assert_eq!(explained(sword, "prey capacity").0, "2");
    assert_eq!(explained(&sword.replace("sword", "pistol"), "prey damage_factor").0, "3");
    assert_eq!(explained("fudge.tables.weapons.unarmed.damage_factor = -1", "prey damage_factor").0, "-1");
    let problem = refused("fudge.prey.weapon = \"pistole\"");
    assert_eq!(problem.help.as_deref(), Some("did you mean `pistol`?"));
}

#[test]
fn boxes_are_data() {
    let lethal = |boxes: &str| chances(&format!("fudge = {{ max_turns = 3, {boxes} }}")).end(End::PreyDisabled);
    close(lethal("boxes = [3, 1, 1, 1, 1]"), lethal(""));
    assert!(lethal("boxes = { scratch = 0 }") > lethal(""));
    assert!(lethal("boxes = [5, 2, 1, 1, 1]") < lethal(""));
    close(lethal("boxes = { scratch = 5, hurt = 2 }"), lethal("boxes = [5, 2, 1, 1, 1]"));
    close(lethal("tables.wounds.scratch.boxes = 0"), lethal("boxes = { scratch = 0 }"));
    assert_eq!(problem::<Fudge>("fudge.boxes = [1, 2]"), "boxes cannot be a list");
    assert_eq!(refused("fudge.boxes = { scrach = 1 }").help.as_deref(), Some("did you mean `scratch`?"));
    assert_eq!(refused("fudge.boxes = { hurt = 10 }").help.as_deref(), Some("the nearest that works is 9"));
}

#[test]
fn the_wound_track_is_data() {
    let out = |change: &str| chances(&format!("fudge = {{ max_turns = 1, {change} }}")).end(End::PreyDisabled);
    // By seven or eight out of 6561 ways of two rolls.
    close(out(""), 9.0 / 6561.0);
    close(out("tables.wounds.incapacitated.from = 8"), 1.0 / 6561.0);
    let problem = refused("fudge.tables.wounds.hurt.from = 5");
    assert_eq!(problem.message, "very-hurt begins at 5, not above the wound before");
    let problem = refused("fudge.tables.wounds.near-death.penalty = 1");
    assert_eq!(problem.message, "near-death is out of the fight, so that no roll is left to take a penalty off");
}

#[test]
fn thresholds_open_and_act_decides() {
    let ends = |text: &str| read::<Fudge>(text).system.words().ends.clone();
    assert!(ends("fudge.prey.yield_at = \"hurt\"").contains(&End::Caught));
    assert!(ends("fudge.prey.flee = \"always\"").contains(&End::Escaped));
    assert!(ends("fudge = { prey.yield_at = \"hurt\", catcher.act = \"fight\" }").contains(&End::BothDisabled));
    assert_eq!(explained("fudge.prey.act = \"fight\"", "prey yield_at"), ("always".into(), "act decides".into()));
    // Whoever yields at a hurt is never put out by two of them.
    let yields = chances("fudge = { prey.yield_at = \"scratch\", max_turns = 60 }");
    assert!(yields.end(End::Caught) > 0.4 && yields.end(End::PreyDisabled) < 0.02);
    assert_eq!(refused("fudge.prey.yield_at = \"hurtt\"").help.as_deref(), Some("did you mean `hurt`?"));
}

#[test]
fn behaviours_have_every_shape() {
    let act = |text: &str| read::<Fudge>(&format!("fudge.prey.act = {text}")).behaviours.prey.remove(0);
    assert!(matches!(act("[\"yield\", \"fight\"]"), Behaviour::Rank(rank) if rank.len() == 2));
    assert!(matches!(act("{ mix = { fight = 0.9, flee = 0.1 } }"), Behaviour::Mix(_)));
    assert_eq!(act("\"equilibrium\""), Behaviour::Equilibrium);
    assert!(matches!(act("{ \"0\" = \"flee\", \"1+\" = \"fight\" }"), Behaviour::ByGap(_)));
    assert_eq!(refused("fudge.prey.act = \"fihgt\"").help.as_deref(), Some("did you mean `fight`?"));
    let reroll = |text: &str| read::<Fudge>(&format!("fudge.prey.reroll = {text}")).behaviours.prey.remove(1);
    assert_eq!(reroll("\"hurt\""), reroll("\"always\""));
    assert_eq!(reroll("\"best-reply\""), Behaviour::BestReply);
    assert_eq!(refused("fudge.prey.reduce = \"alwys\"").help.as_deref(), Some("did you mean `always`?"));
}

#[test]
fn impossible_values_teach() {
    assert_eq!(refused("fudge.prey.fighters = 9").help.as_deref(), Some("the nearest that works is 8"));
    assert_eq!(refused("fudge.prey.fighter = 1").help.as_deref(), Some("did you mean `fighters`?"));
    assert_eq!(refused("fudge.mode = \"simultanous\"").help.as_deref(), Some("did you mean `simultaneous`?"));
    assert_eq!(problem::<Fudge>("fudge.prey.points = -1"), "points cannot be -1");
    assert_eq!(problem::<Fudge>("fudge.start = 1"), "unknown key `start` in fudge");
}
