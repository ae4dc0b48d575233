//! What is read of a scenario, what is said about it, and what is refused.

use super::known_answers::chances;
use crate::exact::read;
use crate::reading;
use chaselab_core::{Action, Behaviour, End, Problem, Side};
use chaselab_systems::thw::Thw;

/// The problem of a scenario that cannot be read.
pub fn refused(text: &str) -> Box<Problem> {
    reading::refused::<Thw>(text)
}

fn message(text: &str) -> String {
    refused(text).message
}

/// The value of an explained number, and where it came from.
fn explained(text: &str, what: &str) -> (String, String) {
    reading::explained::<Thw>(text, what)
}

fn value(text: &str, what: &str) -> String {
    reading::value::<Thw>(text, what)
}

#[test]
fn an_empty_file_runs() {
    let prepared = read::<Thw>("");
    assert_eq!(prepared.max_turns, 50);
    let exact = chances("");
    // Fair against Fair in two sedans, both steady: the published chase with nothing optional.
    assert!((exact.end(End::Escaped) - 0.539151058).abs() < 1e-9);
    for (what, expected) in [
        ("prey driving", "4"),
        ("catcher shooting", "4"),
        ("prey damage", "2"),
        ("prey size", "2"),
        ("prey armor", "no"),
        ("prey passenger", "yes"),
        ("catcher faster", "no"),
        ("catcher handling", "no"),
        ("prey armed", "no"),
        ("start", "1d6+2"),
        ("getaway", "10"),
        ("max_turns", "50"),
        ("prey shoot", "never"),
        ("prey maneuver", "never"),
        ("catcher answer", "never"),
    ] {
        assert_eq!(value("", what), expected, "{what}");
    }
    assert!(prepared.switches.iter().all(|switch| !switch.is_changed()));
}

#[test]
fn skills_become_reps() {
    for (level, rep) in [
        ("Legendary", 6),
        ("Superb", 6),
        ("Great", 5),
        ("Good", 5),
        ("Fair", 4),
        ("Mediocre", 3),
        ("Poor", 3),
        ("Terrible", 2),
        ("Abysmal", 1),
    ] {
        let text = format!("prey = {{ driving = \"{level}\" }}\ncatcher = {{ gunnery = \"{level}\" }}");
        assert_eq!(value(&text, "prey driving"), rep.to_string(), "{level}");
        assert_eq!(value(&text, "catcher shooting"), rep.to_string(), "{level}");
    }
    // A system's own term wins.
    let own = "prey = { driving = \"Good\" }\nthw = { prey = { driving = 2 } }";
    assert_eq!(explained(own, "prey driving"), ("2".into(), "the scenario".into()));
    assert_eq!(
        explained("prey = { driving = \"Good\" }", "prey driving").1,
        "driving Good (+1), neutral.tables.skills.Good.thw"
    );
}

#[test]
fn the_class_gives_damage_and_size() {
    for (vehicle, damage, size) in [
        ("motorcycle", 1, 1),
        ("sedan", 2, 2),
        ("van", 3, 3),
        ("speedboat", 2, 2),
        ("helicopter", 2, 2),
        ("bulldozer", 6, 4),
        ("armored-van", 4, 3),
        ("{ base = \"sedan\", class = \"bus\" }", 4, 4),
    ] {
        let vehicle = if vehicle.starts_with('{') { vehicle.to_owned() } else { format!("\"{vehicle}\"") };
        let text = format!("catcher = {{ vehicle = {vehicle} }}");
        assert_eq!(value(&text, "catcher damage"), damage.to_string(), "{vehicle}");
        assert_eq!(value(&text, "catcher size"), size.to_string(), "{vehicle}");
    }
    let problem = refused("prey = { vehicle = { class = \"cart\" } }");
    assert_eq!(problem.message, "there is no class `cart`");
    assert_eq!(problem.help.as_deref(), Some("did you mean `car`?"));
    // One edited cell of the table.
    assert_eq!(value("thw.tables.classes.car.damage = 3", "prey damage"), "3");
}

#[test]
fn body_armor_is_armor_from_twenty_on() {
    for (dr, armor, damage) in [("19", "no", "2"), ("20", "yes", "3")] {
        let text = format!("prey = {{ vehicle = {{ body_dr = {dr} }} }}");
        assert_eq!(value(&text, "prey armor"), armor);
        assert_eq!(value(&text, "prey damage"), damage);
    }
    assert_eq!(value("prey = { vehicle = \"bulldozer\" }\nthw = { prey = { armor = false } }", "prey damage"), "5");
    // Damage as written is all there is.
    let written = "thw = { prey = { damage = 4, armor = true } }";
    assert_eq!(value(written, "prey damage"), "4");
    assert_eq!(value("thw = { prey = { armor = true }, rules = { armor_point = \"off\" } }", "prey damage"), "2");
}

#[test]
fn faster_and_handling_go_by_the_levels_of_the_vehicles() {
    let text = "catcher = { vehicle = \"police-cruiser\" }";
    assert_eq!(value(text, "catcher faster"), "yes");
    assert_eq!(value(text, "prey faster"), "no");
    assert_eq!(value(text, "catcher handling"), "yes");
    assert_eq!(
        explained(text, "catcher faster").1,
        "+0 against -2: 22 km/h/s of police-cruiser, fths.tables.acceleration.Fair.modifier; 13 km/h/s of sedan, \
         fths.tables.acceleration.Poor.modifier"
    );
    // Faster by less than a level is not faster.
    let close = "catcher = { vehicle = { acceleration_kmh_s = 14.9, maneuver_g = 1.15 } }";
    assert_eq!((value(close, "catcher faster"), value(close, "catcher handling")), ("no".into(), "no".into()));
    // Another system's table that moves the band moves this one too.
    let edited = format!("{close}\nfths.tables.acceleration.Mediocre.kmh_s = 14");
    assert_eq!(value(&edited, "catcher faster"), "yes");
    // What is written wins, for the one side or the other.
    for (own, prey, catcher) in [
        ("prey = { faster = true }", "yes", "no"),
        ("catcher = { faster = false }", "no", "no"),
        ("prey = { faster = false }", "no", "yes"),
        ("prey = { faster = false }, catcher = { faster = false }", "no", "no"),
    ] {
        let text = format!("{text}\nthw = {{ {own} }}");
        assert_eq!(
            (value(&text, "prey faster").as_str(), value(&text, "catcher faster").as_str()),
            (prey, catcher),
            "{own}"
        );
    }
    let both = "thw = { prey = { handling = true }, catcher = { handling = true } }";
    assert_eq!(message(both), "handling cannot be true for both sides");
}

#[test]
fn the_start_follows_the_gap() {
    assert_eq!(value("gap = \"close\"", "start"), "3");
    assert_eq!(value("gap = \"far\"", "start"), "8");
    assert_eq!(value("gap = \"usual\"", "start"), "1d6+2");
    assert_eq!(value("gap = \"far\"\nthw = { start = 1 }", "start"), "1");
}

#[test]
fn tempers_are_read_in_these_terms() {
    let read = |temper: &str, driving: &str, weapon: &str| {
        let text = format!("prey = {{ temper = \"{temper}\", driving = \"{driving}\" {weapon} }}");
        ["shoot", "maneuver", "answer"].map(|decision| value(&text, &format!("prey {decision}")))
    };
    let armed = ", weapon = \"pistol\"";
    assert_eq!(read("timid", "Legendary", armed), ["never", "never", "never"]);
    assert_eq!(read("steady", "Fair", armed), ["never", "never", "never"]);
    assert_eq!(read("steady", "Good", armed), ["never", "never", "always"]);
    assert_eq!(read("bold", "Fair", armed), ["always", "when-behind", "always"]);
    assert_eq!(read("reckless", "Abysmal", armed), ["always", "always", "always"]);
    // `always` shoots only who is armed.
    assert_eq!(read("reckless", "Fair", ""), ["never", "always", "always"]);
}

#[test]
fn behaviours_have_every_shape() {
    let of = |decision: usize, word: &str| {
        let name = ["shoot", "maneuver", "answer"][decision];
        read::<Thw>(&format!("thw = {{ catcher = {{ {name} = {word} }} }}")).behaviours[Side::Catcher][decision].clone()
    };
    let (passive, active) = (Behaviour::always(Action(0)), Behaviour::always(Action(1)));
    for (decision, names) in [["hold", "shoot"], ["no", "attempt"], ["decline", "roll"]].into_iter().enumerate() {
        assert_eq!(of(decision, &format!("\"{}\"", names[0])), passive);
        assert_eq!(of(decision, &format!("\"{}\"", names[1])), active);
        assert_eq!(of(decision, "\"never\""), passive);
        assert_eq!(of(decision, "\"always\""), active);
        assert_eq!(of(decision, "\"equilibrium\""), Behaviour::Equilibrium);
        assert_eq!(of(decision, "\"best-reply\""), Behaviour::BestReply);
        let Behaviour::ByGap(bands) = of(decision, "\"when-behind\"") else { panic!("bands") };
        assert_eq!(
            (bands[0].behaviour.clone(), bands[1].from, bands[1].behaviour.clone()),
            (passive.clone(), 5, active.clone())
        );
        let Behaviour::ByGap(bands) = of(decision, "{ \"0..3\" = \"always\", \"4+\" = \"never\" }") else {
            panic!("bands")
        };
        assert_eq!((bands[0].behaviour.clone(), bands[1].from), (active.clone(), 4));
        let mix = format!("{{ mix = {{ {} = 0.25, always = 0.75 }} }}", names[0]);
        let Behaviour::Mix(parts) = of(decision, &mix) else { panic!("a mix") };
        assert_eq!(parts.iter().map(|part| part.probability).collect::<Vec<_>>(), [0.25, 0.75]);
    }
    let problem = refused("thw = { prey = { maneuver = \"atempt\" } }");
    assert_eq!(problem.message, "maneuver cannot be \"atempt\"");
    assert_eq!(problem.help.as_deref(), Some("did you mean `attempt`?"));
    assert_eq!(message("thw = { prey = { answer = 1 } }"), "answer cannot be a whole number");
    assert_eq!(
        message("thw = { prey = { maneuver = { \"0+\" = \"when-behind\" } } }"),
        "\"when-behind\" stands for bands of the gap itself"
    );
}

#[test]
fn who_is_armed() {
    assert_eq!(explained("prey = { weapon = \"pistol\" }", "prey armed"), ("yes".into(), "weapon pistol".into()));
    assert_eq!(value("thw = { prey = { shoot = \"never\" } }", "prey armed"), "yes");
    assert_eq!(value("thw = { prey = { shoot = \"never\" } }", "catcher armed"), "no");
    assert_eq!(value("prey = { passenger = false }", "prey passenger"), "no");
    assert_eq!(value("prey = { passenger = false }\nthw = { prey = { passenger = true } }", "prey passenger"), "yes");
}

#[test]
fn what_cannot_be_is_refused() {
    for (text, expected) in [
        ("thw = { prey = { driving = 0 } }", "driving cannot be 0"),
        ("thw = { catcher = { driving = 7 } }", "driving cannot be 7"),
        ("thw = { prey = { shooting = 7 } }", "shooting cannot be 7"),
        ("thw = { prey = { damage = 0 } }", "damage cannot be 0"),
        ("thw = { prey = { size = 0 } }", "size cannot be 0"),
        ("thw = { prey = { armor = 1 } }", "armor cannot be a whole number"),
        ("thw = { start = 0 }", "start cannot be 0"),
        ("thw = { getaway = 0 }", "getaway cannot be 0"),
        ("thw = { max_turns = 0 }", "max_turns cannot be 0"),
        ("thw = { strat = 3 }", "unknown key `strat` in thw"),
        ("thw = { prey = { drivign = 3 } }", "unknown key `drivign` in prey"),
        ("thw = 3", "thw cannot be a whole number"),
        ("thw.tables.classes.car.damage = 0", "classes.car.damage cannot be 0"),
        ("thw.tables.neutral.tempers = 0", "thw has no table `neutral`"),
        ("prey = { temper = \"cross\" }", "there is no temper `cross`"),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
}
