//! What is read of a scenario, what is said about it, and what is refused.

use crate::exact::read;
use crate::reading;
use chaselab_core::tree::parse_file;
use chaselab_core::{Action, Behaviour, Problem, Side};
use chaselab_systems::fistful::Fistful;
use chaselab_systems::{Input, Playable, SystemId};

/// The problem of a scenario that cannot be read.
pub fn refused(text: &str) -> Box<Problem> {
    reading::refused::<Fistful>(text)
}

/// The value of an explained number, and where it came from.
fn explained(text: &str, what: &str) -> (String, String) {
    reading::explained::<Fistful>(text, what)
}

fn value(text: &str, what: &str) -> String {
    reading::value::<Fistful>(text, what)
}

#[test]
fn an_empty_file_runs() {
    let prepared = read::<Fistful>("");
    assert_eq!(prepared.max_turns, 40);
    for (what, expected) in [
        ("prey quality", "3"),
        ("prey combat", "4"),
        ("prey speed", "18 cm"),
        ("prey turn", "12 cm"),
        ("prey turns", "1"),
        ("prey cover", "-2"),
        ("prey occupants", "protagonist, extra"),
        ("prey combat of people", "3"),
        ("catcher armed", "no"),
        ("road", "a curve each 45 cm"),
        ("road obstacles", "yes"),
        ("road immovables", "yes"),
        ("road crowd", "yes"),
        ("start", "18 cm"),
        ("max_turns", "40"),
        ("prey dice", "2"),
        ("prey stunt", "never"),
        ("prey ram", "never"),
        ("catcher ram", "always"),
        ("catcher shoot", "never"),
        ("catcher act", "start, retrieve, turn, stop, move"),
        ("catcher evade", "move"),
    ] {
        assert_eq!(value("", what), expected, "{what}");
    }
    assert!(prepared.switches.iter().all(|switch| !switch.is_changed()));
    assert_eq!(SystemId::Fistful.title(), "A Fistful of Kung Fu pursuit");
}

#[test]
fn driving_becomes_quality() {
    let quality = |level: &str, vehicle: &str| {
        value(&format!("prey = {{ driving = \"{level}\", vehicle = \"{vehicle}\" }}"), "prey quality")
    };
    let of = |vehicle| {
        ["Legendary", "Superb", "Great", "Good", "Fair", "Mediocre", "Poor", "Terrible", "Abysmal"]
            .map(|level| quality(level, vehicle).parse::<u8>().unwrap())
    };
    assert_eq!(of("sedan"), [2, 2, 2, 3, 3, 4, 4, 5, 6]);
    // Driving aids: one better, at best 2.
    assert_eq!(of("police-cruiser"), [2, 2, 2, 2, 2, 3, 3, 4, 5]);
    let from = explained("prey = { vehicle = \"police-cruiser\" }", "prey quality").1;
    assert_eq!(from, "driving Fair (+0), neutral.tables.skills.Fair.fistful; piloting +1 of police-cruiser");
    assert_eq!(value("fistful = { prey = { quality = 5 } }", "prey quality"), "5");
}

#[test]
fn the_class_gives_combat_and_moves() {
    for (vehicle, combat, speed, turn, turns, cover) in [
        ("bulldozer", 10, 7.5, 7.5, 1, -2),
        ("van", 8, 12.0, 12.0, 1, -2),
        ("speedboat", 4, 18.0, 12.0, 1, -2),
        ("motorcycle", 2, 24.0, 18.0, 2, 0),
        ("helicopter", 2, 24.0, 18.0, 2, 0),
    ] {
        let text = format!("catcher = {{ vehicle = \"{vehicle}\" }}");
        let ours = ["combat", "speed", "turn", "turns", "cover"].map(|key| value(&text, &format!("catcher {key}")));
        let expected =
            [combat.to_string(), format!("{speed} cm"), format!("{turn} cm"), turns.to_string(), cover.to_string()];
        assert_eq!(ours, expected, "{vehicle}");
    }
    assert_eq!(value("prey = { vehicle = { class = \"bus\" } }", "prey combat"), "8");
    let problem = refused("prey = { vehicle = { class = \"bik\" } }");
    assert_eq!(
        (problem.message.as_str(), problem.help.as_deref()),
        ("there is no class `bik`", Some("did you mean `bike`?"))
    );
    let own = "fistful = { prey = { combat = 6, speed = 20.5, turn = \"2 x short\" } }";
    assert_eq!(["combat", "speed", "turn"].map(|key| value(own, &format!("prey {key}"))), ["6", "20.5 cm", "15 cm"]);
    assert_eq!(value("fistful.tables.classes.car.speed = \"2 x short\"", "prey speed"), "15 cm");
    assert_eq!(value("fistful.tables.lengths.long.cm = 20", "prey speed"), "20 cm");
}

#[test]
fn terrain_becomes_a_road() {
    let road = |kind: &str| {
        let text = format!("terrain = {{ kind = \"{kind}\" }}");
        ["road", "road obstacles", "road immovables", "road crowd"].map(|what| value(&text, what))
    };
    assert_eq!(road("open"), ["no curves", "no", "no", "no"]);
    assert_eq!(road("highway"), ["a curve each 90 cm", "yes", "no", "no"]);
    assert_eq!(road("city"), ["a curve each 45 cm", "yes", "yes", "yes"]);
    assert_eq!(road("mountain"), ["a curve each 30 cm", "yes", "yes", "no"]);
    // What the section does not say, the terrain does.
    let own = "terrain = { kind = \"mountain\" }\nfistful = { road = { curve_every_cm = \"never\" } }";
    assert_eq!((value(own, "road"), value(own, "road immovables")), ("no curves".into(), "yes".into()));
    // Said in full, it hides the terrain.
    let hidden = "terrain = { kind = \"city\" }\n\
         fistful = { road = { curve_every_cm = 50.5, obstacles = false, immovables = false, crowd = false } }";
    let root = parse_file(hidden, 0).unwrap();
    Fistful::read(&Input::new(&root, SystemId::Fistful).unwrap()).unwrap();
    assert!(!root.get("terrain").unwrap().get("kind").unwrap().is_used());
}

#[test]
fn the_start_follows_the_gap() {
    for (gap, start) in [("close", "9 cm"), ("usual", "18 cm"), ("far", "36 cm")] {
        let from = format!("gap {gap}, neutral.tables.gaps.{gap}.fistful");
        assert_eq!(explained(&format!("gap = \"{gap}\""), "start"), (start.into(), from));
    }
    assert_eq!(value("gap = \"far\"\nfistful = { start = 2.5 }", "start"), "2.5 cm");
}

#[test]
fn tempers_are_read_in_these_terms() {
    let of = |temper: &str| {
        let text = format!("prey = {{ temper = \"{temper}\", weapon = \"pistol\" }}");
        ["dice", "stunt", "shoot"].map(|decision| value(&text, &format!("prey {decision}")))
    };
    assert_eq!(of("timid"), ["1", "never", "never"]);
    assert_eq!(of("steady"), ["2", "never", "never"]);
    assert_eq!(of("bold"), ["3", "never", "always"]);
    assert_eq!(of("reckless"), ["3", "always", "always"]);
    assert_eq!(value("prey = { temper = \"bold\" }", "prey shoot"), "never", "unarmed");
    assert_eq!(value("fistful = { prey = { shoot = \"never\" } }", "prey armed"), "yes");
}

#[test]
fn who_is_inside() {
    assert_eq!(value("prey = { driving = \"Poor\" }", "prey occupants"), "extra, extra");
    assert_eq!(value("prey = { passenger = false }", "prey occupants"), "protagonist");
    assert_eq!(value("fistful = { prey = { occupants = 4 } }", "prey occupants"), "protagonist, extra, extra, extra");
    let list = "fistful = { prey = { occupants = [\"extra\", \"protagonist\"] } }";
    assert_eq!(value(list, "prey occupants"), "extra, protagonist");
    assert_eq!(value("catcher = { gunnery = \"Superb\" }", "catcher combat of people"), "6");
    assert_eq!(value("fistful.tables.modifiers.gunnery.value = 1", "catcher combat of people"), "1");
}

#[test]
fn behaviours_have_every_shape() {
    let of = |decision: usize, name: &str, word: &str| {
        read::<Fistful>(&format!("fistful = {{ catcher = {{ {name} = {word} }} }}")).behaviours[Side::Catcher][decision]
            .clone()
    };
    let always = |action| Behaviour::always(Action(action));
    assert_eq!(of(0, "dice", "3"), always(2));
    assert_eq!(of(0, "dice", "\"equilibrium\""), Behaviour::Equilibrium);
    let Behaviour::ByGap(bands) = of(0, "dice", "{ \"0..20\" = 1, \"21+\" = 3 }") else { panic!("bands") };
    assert_eq!((bands[0].behaviour.clone(), bands[1].from), (always(0), 21));
    let Behaviour::Mix(mix) = of(0, "dice", "{ mix = { 2 = 0.5, 3 = 0.5 } }") else { panic!("a mix") };
    assert_eq!(mix.iter().map(|part| part.action.0).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(of(1, "stunt", "\"never\""), always(0));
    assert_eq!(of(1, "stunt", "\"always\""), Behaviour::Rank([3, 2, 1].map(Action).into()));
    assert_eq!(of(1, "stunt", "[\"wheelie\", \"none\"]"), Behaviour::Rank([2, 0].map(Action).into()));
    for (decision, name, words) in [(2, "ram", ["no", "ram"]), (3, "shoot", ["hold", "shoot"])] {
        for (action, word) in words.into_iter().enumerate() {
            assert_eq!(of(decision, name, &format!("\"{word}\"")), always(action as u8));
        }
        assert_eq!((of(decision, name, "\"never\""), of(decision, name, "\"always\"")), (always(0), always(1)));
    }
    assert_eq!(of(4, "act", "[\"start\", \"move\"]"), Behaviour::Rank([4, 1].map(Action).into()));
    assert_eq!(of(5, "evade", "\"dice\""), always(1));
    let problem = refused("fistful = { prey = { stunt = \"whelie\" } }");
    assert_eq!(
        (problem.message.as_str(), problem.help.as_deref()),
        ("stunt cannot be \"whelie\"", Some("did you mean `wheelie`?"))
    );
}

#[test]
fn what_cannot_be_is_refused() {
    for (text, expected) in [
        ("fistful = { prey = { quality = 1 } }", "quality cannot be 1"),
        ("fistful = { prey = { quality = 7 } }", "quality cannot be 7"),
        ("fistful = { prey = { combat = -1 } }", "combat cannot be -1"),
        ("fistful = { prey = { dice = 0 } }", "dice cannot be 0"),
        ("fistful = { prey = { dice = 4 } }", "dice cannot be 4"),
        ("fistful = { prey = { speed = 46 } }", "speed cannot be 46"),
        ("fistful = { prey = { speed = 18.3 } }", "speed cannot be 18.3 cm"),
        ("fistful = { prey = { speed = \"wide\" } }", "speed cannot be \"wide\""),
        ("fistful = { prey = { speed = \"9 x long\" } }", "speed is longer than half a table"),
        ("fistful = { prey = { occupants = 0 } }", "occupants cannot be 0"),
        ("fistful = { prey = { occupants = [] } }", "occupants cannot be 0 people"),
        ("fistful = { prey = { occupants = [\"monk\"] } }", "occupants cannot be \"monk\""),
        ("fistful = { prey = { ram = \"always\" } }", "only the catcher rams"),
        ("fistful = { prey = { shoot = 1 } }", "shoot cannot be a whole number"),
        ("fistful = { start = 91 }", "start cannot be 91"),
        ("fistful = { start = 0.3 }", "start cannot be 0.3 cm"),
        ("fistful = { max_turns = 0 }", "max_turns cannot be 0"),
        ("fistful = { road = \"city\" }", "road cannot be a text"),
        ("fistful = { road = { curves = 3 } }", "unknown key `curves` in road"),
        ("fistful = { road = { curve_every_cm = 4 } }", "curve_every_cm cannot be 4"),
        ("fistful = { road = { curve_every_cm = \"none\" } }", "curve_every_cm cannot be a text"),
        ("fistful = { unit = \"metre\" }", "unit cannot be \"metre\""),
        ("fistful = { strat = 3 }", "unknown key `strat` in fistful"),
        ("fistful = { prey = { qualty = 3 } }", "unknown key `qualty` in prey"),
        ("fistful.tables.ram.1.control = \"maybe\"", "ram.1.control cannot be \"maybe\""),
        (
            "fistful.tables.people.protagonist.stunned = 3",
            "people.protagonist.stunned is not below people.protagonist.wounded",
        ),
        ("fistful.tables.lost_control.1.halves = 3", "lost_control.1.halves cannot be 3"),
        ("fistful.tables.rams.1.hit = 3", "fistful has no table `rams`"),
        ("fistful.tables.lengths.long.cm = 40", "lengths.long.cm cannot be 40"),
    ] {
        assert_eq!(refused(text).message, expected, "{text}");
    }
}

#[test]
fn tables_say_where_their_numbers_come_from() {
    for table in SystemId::Fistful.tables().iter() {
        assert!(table.source.starts_with("rules/fistful.md"), "{}", table.name);
        assert!(table.rows.iter().all(|row| row.cells.iter().any(Option::is_some)), "{}", table.name);
    }
}

#[test]
fn the_scenarios_of_the_repository_are_read() {
    let dice = include_str!("../../../../../scenarios/kung-fu-dice.toml");
    assert_eq!((value(dice, "prey quality"), value(dice, "road")), ("4".into(), "no curves".into()));
    let city = include_str!("../../../../../scenarios/kung-fu-city.toml");
    assert_eq!((value(city, "prey stunt"), value(city, "catcher shoot")), ("always".into(), "always".into()));
    assert_eq!(value(city, "prey cover"), "-2");
}
