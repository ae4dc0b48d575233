//! Fire, rams and blocks (rules/fths.md 6 and 7), by given dice.

use super::scripted::{Scripted, scripted};
use crate::exact::read;
use chaselab_core::End;
use chaselab_systems::fths::{Condition, Fths};

/// The catcher's gunner, skill 0, fires at the prey on open ground at distance 0; nobody drives at a risk, and the
/// prey lets its turn pass. Target: size 10, armor 0; shooter: size 10.
fn gunfight(more: &str) -> String {
    let defaults = [
        ("start", "0"),
        ("course", "{ kind = \"open\" }"),
        ("prey.size", "10"),
        ("prey.armor", "0"),
        ("prey.action", "[\"wait\"]"),
        ("prey.risk", "-4"),
        ("catcher.risk", "-4"),
        ("catcher.action", "[\"wait\"]"),
        ("catcher.size", "10"),
        ("catcher.armor", "0"),
        ("catcher.gunner", "0"),
        ("catcher.weapon", "\"heavy-machine-gun\""),
    ];
    let written = |key: &str| more.lines().any(|line| line.starts_with(&format!("{key} =")));
    let lines = defaults.iter().filter(|(key, _)| !written(key)).map(|(key, value)| format!("{key} = {value}\n"));
    lines.collect::<String>() + more
}

/// The lowest face of 4dF that hits in turn 1, told by the count of hits.
fn hits_from(more: &str) -> Option<i16> {
    // A system's face may be asked for: cargo.
    let hit = |face: i16| {
        let text = gunfight(&format!("prey.armor = 20\n{more}"));
        scripted(&text, &[face], 1).count("shots_that_hit") > 0
    };
    (-4..=4).find(|&face| hit(face))
}

#[test]
pub fn every_weapon() {
    let weapons = [
        ("pistol", 3, 0),
        ("rifle", 5, 0),
        ("light-machine-gun", 6, 0),
        ("heavy-machine-gun", 8, 0),
        ("rocket", 12, -6),
    ];
    for (weapon, odf, divisor) in weapons {
        let fired = |size: i16, armor: i16, faces: &[i16]| {
            let text =
                format!("catcher.weapon = \"{weapon}\"\ncatcher.size = 20\nprey.size = {size}\nprey.armor = {armor}\n");
            scripted(&gunfight(&text), faces, 1)
        };
        // Margin 0 against a size of ODF + 4: damage 3, light. Armor stops what does not beat it.
        let thin = odf - 1 - divisor;
        assert_eq!(fired(odf + 4, thin, &[0, 6]).worn(), [(5, Condition::Damaged)], "{weapon}");
        fired(odf + 4, thin + 1, &[0]).uses_all();
        // A margin of 1 beats that armor, and does a point more.
        assert_eq!(fired(odf + 4, thin + 1, &[1, 6]).worn(), [(5, Condition::Damaged)], "{weapon}");
        assert_eq!(fired(odf + 4, thin, &[2, 6]).worn(), [(5, Condition::Destroyed)], "{weapon}");
        // ODF equal to size cripples.
        assert_eq!(fired(odf, thin, &[0]).end(), (End::PreyDisabled, "shot"), "{weapon}");
        let missed = fired(odf, thin, &[-1]);
        assert_eq!((missed.count("catcher_shots"), missed.count("shots_that_hit")), (1, 0));
        missed.uses_all();
    }
    // The page's words work too.
    assert_eq!(hits_from("catcher.weapon = \"heavy machine gun\"\n"), Some(0));
}

#[test]
fn difficulty_is_the_distance_and_what_eases_it() {
    assert_eq!(hits_from(""), Some(0));
    assert_eq!(hits_from("start = 2\n"), Some(2));
    assert_eq!(hits_from("start = 5\n"), None);
    assert_eq!(hits_from("start = 5\ncatcher.gunner = 3\n"), Some(2));
    assert_eq!(hits_from("start = 2\ncatcher.targeting = 3\n"), Some(-1));
    assert_eq!(hits_from("catcher.called_shot = \"engine\"\n"), Some(2));
    assert_eq!(hits_from("prey.size = 13\n"), Some(-1));
    assert_eq!(hits_from("prey.size = 12\n"), Some(0));
}

#[test]
fn called_shots_hit_their_system() {
    let called = |faces: &[i16], turns| {
        let more = "catcher.called_shot = \"engine\"\nprey.size = 12\n";
        scripted(&gunfight(more), faces, turns)
    };
    // ODF 8, margin 0: damage 3, light, and no system dice; a second one destroys it, a third is the tyres'.
    assert_eq!(called(&[2], 1).worn(), [(5, Condition::Damaged)]);
    assert_eq!(called(&[2, 2, 2], 3).worn(), [(5, Condition::Destroyed), (6, Condition::Damaged)]);
    assert_eq!(called(&[4], 1).worn(), [(5, Condition::Destroyed)], "margin 2, heavy");
}

#[test]
fn fire_reaches_through_traffic_as_far_as_its_row_says() {
    let from = |segments: &str, start: i16, more: &str| {
        let course = format!("course = {{ kind = \"fixed\", segments = [{segments}] }}\nstart = {start}\n");
        hits_from(&format!("{course}catcher.gunner = {start}\n{more}"))
    };
    for (traffic, range) in [("heavy", 0), ("medium", 1), ("light", 2)] {
        let segment = format!("[\"{traffic}-traffic\"]");
        assert_eq!(from(&segment, range, ""), Some(0), "{traffic}");
        assert_eq!(from(&segment, range + 1, ""), None, "{traffic}");
    }
    assert_eq!(from("[\"straight\"]", 9, ""), Some(0));
    // The heaviest that either side faces counts: the catcher still stands in the light traffic before the medium.
    assert_eq!(from("[\"medium-traffic\"], [\"light-traffic\"]", 2, ""), None);
    // Crossings count.
    assert_eq!(from("[\"red-light:heavy-traffic\"]", 1, ""), None);
    // What is struck out does not.
    let strike = "strike = [{ turn = 1, side = \"prey\", element = \"red-light\" }, { turn = 1, side = \"catcher\", element = \"red-light\" }]\n";
    assert_eq!(from("[\"red-light:heavy-traffic\"]", 1, strike), Some(0));
}

#[test]
fn turns_break_the_line_of_sight_for_the_distance() {
    // The prey takes a turn first, then open ground for ever.
    let shots = |turn: &str, start: i16, turns: usize| {
        let more = format!(
            "course = {{ kind = \"fixed\", segments = [[\"{turn}\"], []], after = \"last\" }}\nstart = {start}\n\
             catcher.gunner = -9\n"
        );
        let faces = vec![0; turns];
        let played = |faces: &[i16]| scripted(&gunfight(&more), faces, turns);
        // As many faces as shots: the others are left over.
        played(&faces).count("catcher_shots")
    };
    for turn in ["sharp-turn", "hairpin"] {
        assert_eq!(shots(turn, 0, 1), 1, "at 0 nothing is broken");
        assert_eq!((shots(turn, 1, 1), shots(turn, 1, 2)), (0, 1), "{turn}");
        assert_eq!([3, 4, 5].map(|turns| shots(turn, 3, turns)), [0, 1, 2], "{turn}");
    }
    assert_eq!(shots("gentle-turn", 3, 1), 1);
}

#[test]
fn fixed_weapons_fire_forward() {
    let prey = |mount: &str| {
        let more = format!(
            "prey.weapon = \"rocket\"\nprey.gunner = 0\n{mount}catcher.weapon = \"none\"\ncatcher.armor = 20\n"
        );
        scripted(&gunfight(&more), &[0], 1).count("prey_shots")
    };
    assert_eq!([prey(""), prey("prey.mount = \"turret\"\n"), prey("prey.mount = \"hand\"\n")], [0, 1, 1]);
    assert_eq!(hits_from("catcher.mount = \"fixed\"\n"), Some(0));
}

#[test]
fn ammunition_runs_out() {
    let played = scripted(&gunfight("catcher.shots = 2\n"), &[-4, -4], 5);
    assert_eq!(played.count("catcher_shots"), 2);
    played.uses_all();
    assert_eq!(scripted(&gunfight("catcher.shots = 0\n"), &[], 3).count("catcher_shots"), 0);
}

#[test]
fn gunners_fire_at_once() {
    let both = "prey.weapon = \"heavy-machine-gun\"\nprey.gunner = 0\n";
    let fired = |more: &str, faces: &[i16]| scripted(&gunfight(&format!("{both}{more}")), faces, 1);
    assert_eq!(fired("prey.size = 8\ncatcher.size = 8\n", &[0, 0]).end(), (End::BothDisabled, ""));
    assert_eq!(fired("prey.size = 8\ncatcher.size = 8\n", &[0, -1]).end(), (End::CatcherDisabled, "shot"));
    // The prey's shot takes the catcher's gun: it still fired, in this turn for the last time.
    let more = "catcher.size = 13\nprey.size = 13\nprey.called_shot = \"weapon\"\n";
    let played = scripted(&gunfight(&format!("{both}{more}")), &[4, -4, -4, -4], 2);
    assert_eq!(played.last().wear.systems.catcher.condition(2), Condition::Damaged);
    let more = "catcher.size = 12\nprey.called_shot = \"weapon\"\nprey.gunner = 4\n";
    let both = "prey.weapon = \"heavy-machine-gun\"\n";
    let played = scripted(&gunfight(&format!("{both}{more}")), &[0, -4, -4], 2);
    assert_eq!((played.count("catcher_shots"), played.count("prey_shots")), (1, 2));
    played.uses_all();
}

#[test]
fn a_damaged_weapon_fires_worse() {
    // Turn 1: the prey damages the catcher's gun (damage 3); turn 2: the catcher needs a point more.
    let more = "prey.weapon = \"heavy-machine-gun\"\nprey.gunner = 2\nprey.called_shot = \"weapon\"\nprey.shots = 1\n\
                catcher.size = 12\nprey.armor = 20\n";
    let hits = |face: i16| scripted(&gunfight(more), &[0, -4, face], 2).count("shots_that_hit") - 1;
    assert_eq!([hits(0), hits(1)], [0, 1]);
}

#[test]
fn a_crash_spoils_the_aim_in_the_same_turn_only() {
    // The catcher fails its risk by 3: spin, actions -2. Its gunner needs 2 more at distance 1 after the prey opened.
    let more = "prey.action = [\"open\"]\ncatcher.risk = 3\ncatcher.driving = 0\ncatcher.piloting = 0\n\
                catcher.stability = 0\nprey.armor = 20\nrules.ram_difference = \"performance\"\n";
    let hits = |face: i16| scripted(&gunfight(more), &[0, face], 1).count("shots_that_hit");
    assert_eq!([hits(2), hits(3)], [0, 1]);
}

/// Level, stability, the catcher's dice, and the lowest face that hits: distance less what the row takes from actions
/// and gunnery 1.
type Aim<'a> = (i16, i16, &'a [i16], i16);

#[test]
fn every_crash_row_spoils_the_aim_by_its_actions() {
    let ground: [Aim<'_>; 5] = [(0, 1, &[2], 0), (1, 0, &[2], 1), (2, 0, &[1], 1), (3, 0, &[0], 2), (4, 0, &[-1], 4)];
    // A dive that is saved costs nothing more.
    let air: [Aim<'_>; 5] = [(0, 1, &[2], 0), (1, 0, &[2], 1), (2, 0, &[1], 1), (3, 0, &[0], 2), (4, 0, &[-1, 2], 0)];
    for (vehicle, rows) in [("sedan", ground), ("helicopter", air)] {
        for (level, stability, dice, from) in rows {
            let hits = |face: i16| {
                let more = format!(
                    "prey.action = [\"open\"]\ncatcher.risk = 3\ncatcher.driving = 0\ncatcher.piloting = 0\ncatcher.gunner = 1\n\
                     catcher.stability = {stability}\nprey.armor = 20\nrules.ram_difference = \"performance\"\n\
                     [catcher]\nvehicle = \"{vehicle}\"\n"
                );
                scripted(&gunfight(&more), &[dice, &[face]].concat(), 1).count("shots_that_hit")
            };
            assert_eq!([hits(from - 1), hits(from)], [0, 1], "{vehicle}, level {level}");
        }
    }
}

#[test]
fn every_element_lets_fire_through_or_not() {
    let seen = |element: &str, vehicle: &str| {
        let more = format!(
            "course = {{ kind = \"fixed\", segments = [[\"{element}\"]] }}\nstart = 3\ncatcher.gunner = 3\n\
             [prey]\nvehicle = \"{vehicle}\"\n[catcher]\nvehicle = \"{vehicle}\"\n"
        );
        hits_from(&more).is_some()
    };
    let clear =
        ["straight", "narrow-street", "pedestrian-crossing", "gentle-turn", "roadworks", "channel", "moored-boats"];
    for element in clear {
        assert!(seen(element, "sedan"), "{element}");
    }
    for element in ["tall-buildings", "canyon"] {
        assert!(seen(element, "helicopter"), "{element}");
    }
    // Turns, and traffic that ends the range before a distance of 3.
    for element in
        ["sharp-turn", "hairpin", "light-traffic", "medium-traffic", "heavy-traffic", "red-light:light-traffic"]
    {
        assert!(!seen(element, "sedan"), "{element}");
    }
}

#[test]
fn the_driver_fires_at_minus_one_when_it_has_the_turn() {
    let more = |skill: i16| {
        format!(
            "catcher.gunner = \"none\"\ncatcher.gunnery = {skill}\ncatcher.action = [\"fire\"]\ncatcher.maneuver = 9\nprey.armor = 20\n"
        )
    };
    let hits = |skill: i16, face: i16| scripted(&gunfight(&more(skill)), &[face], 1).count("shots_that_hit");
    assert_eq!([hits(0, 0), hits(0, 1), hits(2, -1)], [0, 1, 1]);
    // It fires besides its gunner.
    let text = gunfight(&format!("{}catcher.shots = 3\n", more(0).replace("\"none\"", "0")));
    let played = scripted(&text, &[-4, -4, -4], 2);
    assert_eq!(played.count("catcher_shots"), 3);
    // Out of range, what comes next in its order is done: it closes.
    let text = gunfight(&format!(
        "start = 3\ncourse = {{ kind = \"fixed\", segments = [[\"light-traffic\"]] }}\n{}catcher.acceleration = 9\n",
        more(0).replace("[\"fire\"]", "[\"fire\", \"close\"]")
    ));
    assert_eq!(scripted(&text, &[], 1).last().distance, 2);
}

#[test]
fn neutral_weapon_passenger_and_gunnery_are_read() {
    let fires = |side: &str, own: &str| {
        let text = format!(
            "[prey]\nvehicle = \"sedan\"\n[catcher]\n{side}\n[fths]\nstart = 0\ncourse = {{ kind = \"open\" }}\n\
             prey.armor = 20\nprey.risk = -4\ncatcher.risk = -4\n{own}\n"
        );
        let prepared = read::<Fths>(&text);
        let value =
            |what: &str| prepared.explained.iter().find(|line| line.what == what).map(|line| line.value.clone());
        (value("catcher weapon"), value("catcher gunnery"))
    };
    let (weapon, gunnery) = fires("weapon = \"rifle\"\ngunnery = \"Great\"", "");
    assert_eq!((weapon.as_deref(), gunnery.as_deref()), (Some("rifle"), Some("Great (+2)")));
    assert_eq!(fires("", "").0.as_deref(), Some("none"));
    assert_eq!(fires("weapon = \"rifle\"", "catcher.weapon = \"none\"").0.as_deref(), Some("none"));
    // Without a passenger nobody but the driver could fire, and it closes instead.
    let shots = |passenger: bool| {
        let text = format!(
            "start = 0\ncourse = {{ kind = \"open\" }}\nprey.armor = 20\nprey.risk = -4\ncatcher.risk = -4\n\
             [catcher]\nweapon = \"rifle\"\ngunnery = \"Poor\"\npassenger = {passenger}\n"
        );
        scripted(&text, if passenger { &[2] } else { &[] }, 1).count("shots_that_hit")
    };
    assert_eq!([shots(true), shots(false)], [1, 0]);
    let unknown = crate::reading::refused::<Fths>("[catcher]\nweapon = \"riffle\"\n[fths]\n");
    assert_eq!(unknown.message, "there is no weapon `riffle`");
    assert!(matches!(unknown.place, chaselab_core::Place::File { .. }), "{:?}", unknown.place);
    assert_eq!(
        crate::reading::problem::<Fths>("[fths]\ncatcher.called_shot = \"motor\"\n"),
        "called_shot cannot be \"motor\""
    );
}

/// At distance 0 from the start: the catcher has every turn by its base.
fn close_by(more: &str) -> String {
    gunfight(&format!("catcher.weapon = \"none\"\ncatcher.maneuver = 9\nprey.driving = 0\nprey.piloting = 0\n{more}"))
}

#[test]
fn a_block_waits_for_the_second_turn_and_is_answered() {
    let played = |more: &str, faces: &[i16], turns| -> Scripted { scripted(&close_by(more), faces, turns) };
    let blocks = "catcher.action = [\"block\"]\n";
    let stopped = played(blocks, &[], 3);
    assert_eq!((stopped.end(), stopped.states.len()), ((End::Caught, "blocked"), 3));
    // The prey rams with a total that is higher by 4: light for the catcher (its cargo), a scratch for the prey.
    let rams = format!("{blocks}prey.answer = \"ram\"\ncatcher.driving = -4\ncatcher.piloting = 0\n");
    let rammed = played(&rams, &[9], 2);
    assert_eq!(rammed.count("rams"), 1);
    assert_eq!(rammed.last().wear.systems.catcher.condition(8), Condition::Damaged);
    assert_eq!(rammed.last().distance, 0);
    rammed.uses_all();
    // A lower total still does 1.
    let weak = rams.replace("catcher.driving = -4", "catcher.driving = 4");
    played(&weak, &[], 2).uses_all();
}

#[test]
fn a_crash_spoils_the_ram_in_answer() {
    // Turn 2: the prey fails a risk of 3 by 3 (spin, actions -2) with a total of 0; the catcher drives at -6.
    let text = |driving: i16| {
        close_by(&format!(
            "catcher.action = [\"block\"]\nprey.answer = \"ram\"\nprey.risk = 3\nprey.stability = 0\n\
             catcher.driving = {driving}\ncatcher.piloting = 0\n"
        ))
    };
    // Turn 1: the prey holds 3 with 4dF = 3 and wins or not; the catcher's base is higher. Turn 2: 4dF = 0.
    let rammed = scripted(&text(-6), &[3, 0, 9], 2);
    assert_eq!(rammed.last().wear.systems.catcher.condition(8), Condition::Damaged, "6 - 2 is light");
    let rammed = scripted(&text(-4), &[3, 0], 2);
    assert_eq!(rammed.last().wear.systems.catcher, Default::default(), "4 - 2 is a scratch");
}

#[test]
fn the_prey_rams_in_the_second_turn_running_at_zero() {
    let more = "catcher.weapon = \"none\"\ncatcher.driving = 0\ncatcher.piloting = 0\nprey.driving = 5\nprey.piloting = 0\n\
                prey.maneuver = 9\nprey.action = [\"ram\"]\n";
    let played = scripted(&gunfight(more), &[6], 2);
    assert_eq!(played.count("rams"), 1, "not in turn 1");
    assert_eq!(played.last().wear.systems.catcher.condition(5), Condition::Destroyed);
    played.uses_all();
}

#[test]
fn ram_difference_by_performance() {
    // Totals 2 and 0; performance -4 + 9 less -4: with bases of 9 and 4 (all attributes of the sedan are overlaid).
    let base = "catcher.weapon = \"none\"\ncatcher.action = [\"ram\"]\ncatcher.driving = 2\ncatcher.piloting = 0\n\
                prey.driving = 0\nprey.piloting = 0\nprey.acceleration = 0\nprey.deceleration = 0\nprey.maneuver = 0\n\
                catcher.acceleration = 0\ncatcher.deceleration = 0\ncatcher.maneuver = 5\n";
    scripted(&gunfight(base), &[], 1).uses_all();
    let by_performance = scripted(&gunfight(&format!("{base}rules.ram_difference = \"performance\"\n")), &[6], 1);
    assert_eq!(by_performance.worn(), [(5, Condition::Destroyed)]);
    // A failed roll has a performance of 0: 1 less 0 does 1; by totals, 2 less -4 does 6.
    let fails = base.replace("catcher.maneuver = 5", "catcher.maneuver = 5\nprey.risk = 1\nprey.stability = 9");
    scripted(&gunfight(&format!("{fails}rules.ram_difference = \"performance\"\n")), &[-4], 1).uses_all();
    let totals = scripted(&gunfight(&fails), &[-4, 6, 9], 1);
    assert_eq!(totals.worn(), [(5, Condition::Destroyed)]);
}
