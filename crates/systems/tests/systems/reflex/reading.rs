//! What is read of a scenario, what is said about it, and what is refused.

use super::played::Played;
use crate::exact::read;
use crate::reading;
use chaselab_core::tables::Standing;
use chaselab_core::{Action, Behaviour, Choice, Decision, Options, Problem, Side, System};
use chaselab_systems::reflex::Reflex;
use chaselab_systems::{Playable, SystemId};

/// The problem of a scenario that cannot be read.
pub fn refused(text: &str) -> Box<Problem> {
    reading::refused::<Reflex>(text)
}

/// The value of an explained number, and where it came from.
fn explained(text: &str, what: &str) -> (String, String) {
    reading::explained::<Reflex>(text, what)
}

fn value(text: &str, what: &str) -> String {
    reading::value::<Reflex>(text, what)
}

#[test]
fn an_empty_file_runs() {
    let prepared = read::<Reflex>("");
    assert_eq!(prepared.max_turns, 20);
    for (what, expected) in [
        ("prey coordination", "7"),
        ("prey driving", "4"),
        ("prey dice", "2d20 low"),
        ("catcher initiative", "0"),
        ("catcher control", "0"),
        ("prey driver shoots", "no"),
        ("prey safe_speed", "19"),
        ("prey mishaps", "ground"),
        ("catcher hull", "5"),
        ("catcher speed", "1.5"),
        ("start", "60"),
        ("break_off", "300"),
        ("max_turns", "20"),
        ("visual_range", "0"),
        ("surface", "road"),
        ("bends", "45 degrees at 0 m, repeated after 80 m"),
    ] {
        assert_eq!(value("", what), expected, "{what}");
    }
    assert!(prepared.switches.iter().all(|switch| !switch.is_changed()));
    assert_eq!(Reflex::TITLE, "Twilight: 2013 (Reflex) pursuit");
    assert_eq!(prepared.system.words().gap_unit, "metres");
}

#[test]
fn skills_become_dice() {
    for (level, value_and_dice) in [
        ("Legendary", ("64", "6d20 low")),
        ("Superb", ("32", "5d20 low")),
        ("Great", ("16", "4d20 low")),
        ("Good", ("8", "3d20 low")),
        ("Fair", ("4", "2d20 low")),
        ("Mediocre", ("4", "2d20 low")),
        ("Poor", ("1", "1d20")),
        ("Terrible", ("1", "1d20")),
        ("Abysmal", ("0", "2d20 high")),
    ] {
        let text = format!("prey = {{ driving = \"{level}\" }}");
        assert_eq!((value(&text, "prey driving").as_str(), value(&text, "prey dice").as_str()), value_and_dice);
    }
    let own = "prey = { driving = \"Good\" }\nreflex = { prey = { driving = 0 } }";
    assert_eq!(explained(own, "prey driving"), ("0".into(), "the scenario".into()));
    // An edited row of the table of dice.
    assert_eq!(value("reflex.tables.dice.4.dice = 3", "prey dice"), "3d20 low");
}

#[test]
fn vehicles_give_coordination_speed_and_hull() {
    let of = |vehicle: &str, more: &str, what: &str| {
        value(&format!("prey = {{ vehicle = \"{vehicle}\" }}\n{more}"), &format!("prey {what}"))
    };
    for (vehicle, coordination, road, off_road, hull) in [
        ("motorcycle", "8", "22", "7.5", "3"),
        ("city-car", "7", "15", "5", "5"),
        ("police-cruiser", "8", "23", "7.5", "5"),
        ("truck", "5", "12", "4", "7"),
        ("armored-van", "6", "13", "4.5", "20"),
        ("bulldozer", "4", "3", "1", "60"),
        ("jet", "10", "200", "66.5", "15"),
        // Boats are on the water, whatever the road is like.
        ("speedboat", "7", "9", "9", "3"),
    ] {
        assert_eq!(of(vehicle, "", "coordination"), coordination, "{vehicle}");
        assert_eq!(of(vehicle, "", "safe_speed"), road, "{vehicle}");
        assert_eq!(of(vehicle, "terrain = { kind = \"open\" }", "safe_speed"), off_road, "{vehicle}");
        assert_eq!(of(vehicle, "", "hull"), hull, "{vehicle}");
        let mishaps = if vehicle == "speedboat" { "water" } else { "ground" };
        assert_eq!(of(vehicle, "", "mishaps"), mishaps, "{vehicle}");
    }
    assert_eq!(of("sedan", "reflex = { surface = \"water\" }", "mishaps"), "water");
    assert_eq!(of("sedan", "fths.tables.maneuver.Fair.modifier = 2", "coordination"), "9");
    assert_eq!(
        explained("prey = { vehicle = \"police-cruiser\" }", "prey coordination").1,
        "7 +1: 1.2 G of police-cruiser, fths.tables.maneuver.Good.modifier"
    );
    // Written in the system's own terms, it is as written: for the surface in play, or for both.
    let own = |speed: &str, surface: &str| {
        value(&format!("reflex = {{ surface = \"{surface}\", prey = {{ safe_speed = {speed} }} }}"), "prey safe_speed")
    };
    assert_eq!([own("14.5", "road"), own("14.5", "off-road")], ["14.5", "14.5"]);
    let both = "{ road = 15, off_road = 11 }";
    assert_eq!([own(both, "road"), own(both, "off-road"), own(both, "water")], ["15", "11", "15"]);
}

#[test]
fn terrain_gives_surface_and_bends() {
    for (kind, surface, bends) in [
        ("open", "off-road", "none"),
        ("highway", "road", "15 degrees at 0 m, repeated after 150 m"),
        ("city", "road", "45 degrees at 0 m, repeated after 80 m"),
        ("mountain", "road", "75 degrees at 0 m, repeated after 100 m"),
    ] {
        let text = format!("terrain = {{ kind = \"{kind}\" }}");
        assert_eq!((value(&text, "surface").as_str(), value(&text, "bends").as_str()), (surface, bends));
    }
    let own = |bends: &str| value(&format!("reflex = {{ bends = {bends} }}"), "bends");
    assert_eq!(own("[]"), "none");
    assert_eq!(own("[[40, 45], [120, 90]]"), "90 degrees at 0 m, 45 degrees at 40 m, repeated after 120 m");
    assert_eq!(
        own("{ list = [{ place = 40, angle = 45 }], length = 100 }"),
        "45 degrees at 40 m, repeated after 100 m"
    );
    assert_eq!(own("{ every = 12.25, angle = 7 }"), "7 degrees at 0 m, repeated after 12.25 m");
    assert_eq!(own("{ weights = [[1, { after = 80, angle = 5 }]] }"), "drawn from 5 degrees after 80 m");
    assert_eq!([value("gap = \"close\"", "start"), value("gap = \"far\"", "start")], ["30", "120"]);
    assert_eq!(value("gap = \"close\"\nreflex = { start = 45.5 }", "start"), "45.5");
}

/// What a behaviour does where speeds from `low` to `high` halves are open.
fn does(behaviour: &Behaviour, low: u8, high: u8, gap: i16) -> Vec<(u8, f64)> {
    let options = (low..=high).fold(Options::NONE, |options, speed| options.with(Action(speed)));
    let parts = behaviour.distribution(Choice { decision: Decision(0), options }, gap);
    parts.into_iter().map(|part| (part.action.0, part.probability)).collect()
}

#[test]
fn speeds_have_every_shape() {
    let of = |speed: &str| {
        read::<Reflex>(&format!("reflex = {{ catcher = {{ speed = {speed} }} }}")).behaviours[Side::Catcher][0].clone()
    };
    for (written, halves) in [("0", 0), ("0.5", 1), ("1.0", 2), ("\"2.5\"", 5), ("3", 6)] {
        assert_eq!(does(&of(written), 0, 6, 0), [(halves, 1.0)], "{written}");
    }
    // What is out of reach is approached.
    assert_eq!(does(&of("3"), 0, 4, 0), [(4, 1.0)]);
    assert_eq!(does(&of("0"), 4, 6, 0), [(4, 1.0)]);
    assert_eq!(does(&of("1.5"), 0, 2, 0), [(2, 1.0)]);
    let bands = of("{ \"0..49\" = 3, \"50+\" = { mix = { \"1\" = 0.25, \"1.5\" = 0.75 } } }");
    assert_eq!(does(&bands, 0, 4, 49), [(4, 1.0)]);
    assert_eq!(does(&bands, 0, 4, 50), [(2, 0.25), (3, 0.75)]);
    assert_eq!(of("\"equilibrium\""), Behaviour::Equilibrium);
    assert_eq!(of("\"best-reply\""), Behaviour::BestReply);
    for (temper, halves) in [("timid", 2), ("steady", 3), ("bold", 4), ("reckless", 6)] {
        let prepared = read::<Reflex>(&format!("prey = {{ temper = \"{temper}\" }}"));
        assert_eq!(does(&prepared.behaviours[Side::Prey][0], 0, 6, 0), [(halves, 1.0)]);
        assert_eq!(does(&prepared.behaviours[Side::Catcher][0], 0, 6, 0), [(3, 1.0)]);
    }
}

#[test]
fn what_is_impossible_is_refused() {
    for (text, message) in [
        ("reflex = { strat = 3 }", "unknown key `strat` in reflex"),
        ("reflex = { prey = { risk = 3 } }", "unknown key `risk` in prey"),
        ("reflex = { prey = { coordination = 16 } }", "coordination cannot be 16"),
        ("reflex = { prey = { driving = -1 } }", "driving cannot be -1"),
        ("reflex = { prey = { initiative = 99 } }", "initiative cannot be 99"),
        ("reflex = { prey = { safe_speed = 10.2 } }", "safe_speed cannot be 10.2"),
        ("reflex = { prey = { safe_speed = 0 } }", "safe_speed cannot be 0"),
        ("reflex = { prey = { safe_speed = { off_road = 5 } } }", "safe_speed has no `road`"),
        ("reflex = { prey = { speed = 3.5 } }", "speed cannot be 3.5"),
        ("reflex = { prey = { speed = 0.7 } }", "speed cannot be 0.7"),
        ("reflex = { prey = { speed = \"fast\" } }", "speed cannot be a text"),
        ("reflex = { visual_range = -4 }", "visual_range cannot be -4"),
        ("reflex = { surface = \"ice\" }", "surface cannot be \"ice\""),
        ("reflex = { start = 60.1 }", "start cannot be 60.1"),
        ("reflex = { break_off = 0 }", "break_off cannot be 0"),
        ("reflex = { max_turns = 0 }", "max_turns cannot be 0"),
        (
            "reflex = { max_turns = 40, bends = { every = 1, angle = 5 }, prey = { safe_speed = 1000 } }",
            "15001 bends an exchange are too many to count in 40 exchanges",
        ),
        ("reflex = { bends = 80 }", "bends cannot be a whole number"),
        ("reflex = { bends = [[80]] }", "a bend is two numbers"),
        ("reflex = { bends = [[80, 91]] }", "the angle of a bend cannot be 91"),
        ("reflex = { bends = [[80, 45], [80, 45]] }", "a bend at 80 m comes too soon"),
        ("reflex = { bends = [[0, 45]] }", "the road cannot begin again after 0 m"),
        ("reflex = { bends = { every = 80 } }", "bends need `angle` too"),
        ("reflex = { bends = { angle = 80 } }", "bends cannot be a table"),
        ("reflex = { bends = { list = [[80, 45]], length = 70 } }", "the road cannot begin again after 70 m"),
        ("reflex = { bends = { weights = [] } }", "a drawn road has 0 bends to draw from"),
        ("reflex = { bends = { weights = [[0, [80, 45]]] } }", "the weights of the bends are all 0"),
        (
            "reflex = { bends = { weights = [[1, [10, 45]]] } }",
            "bends 10 m apart leave up to 60 of them between the two",
        ),
        ("prey = { vehicle = { max_speed_kmh = 20000 } }", "max_speed_kmh cannot be 20000"),
        ("reflex.tables.ground.skid.margins = [5]", "the margins of table ground have no row for 6"),
        ("reflex.tables.ground.skid.margins = [4, 5, 6]", "the margins of table ground have two rows for 4"),
        ("reflex.tables.ground.skid.moves_lost = 0.3", "ground.skid.moves_lost cannot be 0.3"),
        ("reflex.tables.ground.skid.penalty = 2", "skid.penalty cannot be 2"),
        ("reflex.tables.conditions.minor-suspension.limit = 1.2", "conditions.minor-suspension.limit cannot be 1.2"),
    ] {
        let problem = refused(text);
        assert!(problem.message.ends_with(message), "{text}: {}", problem.message);
    }
    let problem = refused("reflex = { prey = { speed = 3.5 } }");
    assert_eq!(problem.help.as_deref(), Some("the nearest that works is 3"));
}

#[test]
fn tables_are_read() {
    // Each edited cell shows in play: a turn, a speed, a condition, a mishap.
    let text = "
        [reflex]
        start = 60
        bends = [[100, 10]]
        prey = { coordination = 7, driving = 1, safe_speed = 10 }
        catcher = { safe_speed = 0.5 }
    ";
    let played = |table: &str, faces: &[i16]| {
        Played::new(&format!("{text}\n[reflex.tables]\n{table}"), &["1.5"], &["0"], &[&[20], faces].concat())
    };
    assert_eq!(played("", &[1]).checks(), [(-1, 6)]);
    assert_eq!(played("turns.under-30.modifier = -2", &[1]).checks(), [(-3, 4)]);
    assert_eq!(played("speeds.above-safe.modifier = -3", &[1]).checks(), [(-3, 4)]);
    // 60 + 45 m pass the bend; the last two moves are 15 m each, and a skid costs what the table says.
    assert_eq!([played("", &[12]).gap(), played("ground.skid.moves_lost = 1", &[12]).gap()], [112, 120]);
    assert_eq!(played("ground.skid.wear = 3", &[12]).count("prey_wear"), 3);
    assert_eq!(played("speeds.above-safe.roll = 3", &[20, 1, 3, 1]).end().unwrap().1, "on_roof");
}

#[test]
fn every_number_has_its_standing() {
    let tables = SystemId::Reflex.tables();
    let standing = |table: &str, row: &str, column: &str| {
        let table = tables.get(table);
        table.cell(table.row(row).unwrap(), column).unwrap().standing
    };
    assert_eq!(standing("ground", "skid", "penalty"), Standing::Seed);
    assert_eq!(standing("ground", "skid", "moves_lost"), Standing::Reconstructed);
    assert_eq!(standing("turns", "30-to-60", "modifier"), Standing::Derived);
    assert_eq!(standing("turns", "above-60", "modifier"), Standing::Reconstructed);
    assert_eq!(standing("speeds", "above-safe", "modifier"), Standing::Derived);
    assert_eq!(standing("speeds", "above-safe", "roll"), Standing::Seed);
    assert_eq!(standing("dice", "8", "dice"), Standing::Derived);
}
