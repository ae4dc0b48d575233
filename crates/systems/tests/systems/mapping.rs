//! How one scenario is read by all systems, cell by cell against a copy typed from rules/neutral.md.

use crate::exact::read;
use crate::reading::value;
use chaselab_core::{Action, Behaviour, Ladder, Side};
use chaselab_systems::fistful::Fistful;
use chaselab_systems::fths::Fths;
use chaselab_systems::fudge::Fudge;
use chaselab_systems::reflex::Reflex;
use chaselab_systems::thw::Thw;
use chaselab_systems::track::Track;
use chaselab_systems::{SystemId, neutral};

/// Ladder word, fths and fudge level, thw Rep, reflex skill value, fistful quality.
const SKILLS: [(&str, i16, u8, u8, u8); 9] = [
    ("Legendary", 4, 6, 64, 2),
    ("Superb", 3, 6, 32, 2),
    ("Great", 2, 5, 16, 2),
    ("Good", 1, 5, 8, 3),
    ("Fair", 0, 4, 4, 3),
    ("Mediocre", -1, 3, 4, 4),
    ("Poor", -2, 3, 1, 4),
    ("Terrible", -3, 2, 1, 5),
    ("Abysmal", -4, 1, 0, 6),
];

#[test]
fn every_skill() {
    for (word, level, rep, skill, quality) in SKILLS {
        let driving = format!("prey = {{ driving = \"{word}\" }}");
        let gunnery = format!("catcher = {{ gunnery = \"{word}\", weapon = \"pistol\" }}");
        let ladder = Ladder(level).to_string();
        assert_eq!(value::<Fths>(&driving, "prey driving"), ladder);
        assert_eq!(value::<Fths>(&gunnery, "catcher gunnery"), ladder);
        assert_eq!(value::<Fudge>(&gunnery, "catcher skill"), ladder);
        assert_eq!(value::<Thw>(&driving, "prey driving"), rep.to_string());
        assert_eq!(value::<Thw>(&gunnery, "catcher shooting"), rep.to_string());
        assert_eq!(value::<Reflex>(&driving, "prey driving"), skill.to_string());
        assert_eq!(value::<Fistful>(&driving, "prey quality"), quality.to_string());
        // The table of people: gunnery in Fudge steps + 3.
        assert_eq!(value::<Fistful>(&gunnery, "catcher combat of people"), (level + 3).to_string());
    }
    assert_eq!(value::<Fths>("", "prey driving"), "Fair (+0)", "unless written");
}

/// A row of the catalogue: class, the columns of numbers in their order, and in brackets the levels that the `fths`
/// tables make of acceleration, deceleration, maneuver rating and stability.
struct Vehicle {
    name: &'static str,
    class: &'static str,
    numbers: [f64; 8],
    levels: [i16; 4],
}

const COLUMNS: [&str; 8] = [
    "max_speed_kmh",
    "acceleration_kmh_s",
    "deceleration_kmh_s",
    "maneuver_g",
    "stability_rating",
    "body_hp",
    "body_dr",
    "piloting",
];

const fn row(name: &'static str, class: &'static str, numbers: [f64; 8], levels: [i16; 4]) -> Vehicle {
    Vehicle { name, class, numbers, levels }
}

impl Vehicle {
    fn top_speed(&self) -> f64 {
        self.numbers[0]
    }

    fn body_dr(&self) -> f64 {
        self.numbers[6]
    }

    fn piloting(&self) -> i16 {
        self.numbers[7] as i16
    }
}

const VEHICLES: [Vehicle; 13] = [
    row("motorcycle", "motorcycle", [220.0, 30.0, 22.0, 1.25, 1.0, 30.0, 3.0, 0.0], [2, 0, 1, 0]),
    row("city-car", "car", [150.0, 11.0, 17.0, 0.90, 2.0, 50.0, 5.0, 0.0], [-2, -1, 0, 1]),
    row("sedan", "car", [190.0, 13.0, 18.0, 0.95, 3.0, 70.0, 5.0, 0.0], [-2, -1, 0, 1]),
    row("police-cruiser", "car", [230.0, 22.0, 25.0, 1.20, 3.0, 75.0, 5.0, 1.0], [0, 1, 1, 1]),
    row("sports-car", "car", [280.0, 28.0, 27.0, 1.45, 3.0, 65.0, 5.0, 0.0], [1, 1, 1, 1]),
    row("van", "truck", [150.0, 8.0, 15.0, 0.70, 1.0, 110.0, 5.0, 0.0], [-3, -1, -1, 0]),
    row("truck", "truck", [120.0, 5.0, 11.0, 0.50, 1.0, 160.0, 7.0, 0.0], [-3, -2, -2, 0]),
    row("armored-van", "truck", [130.0, 7.0, 13.0, 0.65, 1.0, 120.0, 20.0, 0.0], [-3, -2, -1, 0]),
    row("bulldozer", "bulldozer", [30.0, 2.0, 6.0, 0.30, 4.0, 300.0, 60.0, 0.0], [-3, -3, -3, 2]),
    row("speedboat", "boat", [90.0, 17.0, 6.0, 0.90, 1.0, 60.0, 3.0, 0.0], [-1, -3, 0, 0]),
    row("patrol-boat", "boat", [70.0, 10.0, 7.0, 0.65, 2.0, 200.0, 12.0, 1.0], [-2, -3, -1, 1]),
    row("helicopter", "aircraft", [250.0, 25.0, 20.0, 1.30, 1.0, 80.0, 5.0, 1.0], [1, 0, 1, 0]),
    row("jet", "aircraft", [2000.0, 38.0, 15.0, 2.40, 2.0, 150.0, 15.0, 1.0], [3, -1, 3, 1]),
];

#[test]
fn every_cell_of_the_catalogue() {
    let table = neutral::tables().get("vehicles");
    let names: Vec<&str> = table.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, VEHICLES.map(|vehicle| vehicle.name));
    for vehicle in VEHICLES {
        let row = table.row(vehicle.name).unwrap();
        assert_eq!(table.cell(row, "class").unwrap().node.text("class").unwrap(), vehicle.class);
        for (column, expected) in COLUMNS.into_iter().zip(vehicle.numbers) {
            let printed = table.number(row, column, -1e9..=1e9).unwrap();
            assert_eq!(printed, Some(expected), "{} {column}", vehicle.name);
        }
        assert_eq!(table.columns.len(), 1 + COLUMNS.len());
    }
}

fn prey(vehicle: &Vehicle) -> String {
    format!("prey = {{ vehicle = \"{}\" }}", vehicle.name)
}

#[test]
fn every_vehicle_in_fths() {
    for vehicle in VEHICLES {
        let text = prey(&vehicle);
        let level = |what: &str| value::<Fths>(&text, &format!("prey {what}"));
        let [acceleration, deceleration, maneuver, stability] = vehicle.levels;
        for (what, expected) in [("acceleration", acceleration), ("deceleration", deceleration), ("maneuver", maneuver)]
        {
            assert_eq!(level(what), Ladder(expected).to_string(), "{} {what}", vehicle.name);
        }
        assert_eq!(level("stability"), format!("{stability:+}"), "{}", vehicle.name);
        assert_eq!(level("piloting"), format!("{:+}", vehicle.piloting()), "{}", vehicle.name);
    }
}

#[test]
fn every_pair_of_vehicles_in_thw() {
    for vehicle in &VEHICLES {
        for other in &VEHICLES {
            let text = format!("{}\ncatcher = {{ vehicle = \"{}\" }}", prey(vehicle), other.name);
            let prepared = read::<Thw>(&text);
            let has = |what: &str| prepared.explained.iter().find(|said| said.what == what).unwrap().value == "yes";
            let (mine, theirs) = (vehicle.levels[0], other.levels[0]);
            assert_eq!((has("prey faster"), has("catcher faster")), (mine > theirs, theirs > mine), "{text}");
            let (mine, theirs) = (vehicle.levels[2], other.levels[2]);
            assert_eq!((has("prey handling"), has("catcher handling")), (mine > theirs, theirs > mine), "{text}");
        }
        // Class gives damage and size, and armor is a body DR of 20 or more: a point more.
        let (damage, size) = match vehicle.class {
            "motorcycle" => (1, 1),
            "truck" => (3, 3),
            "bulldozer" => (5, 4),
            _ => (2, 2),
        };
        let armor = vehicle.body_dr() >= 20.0;
        let said = ["damage", "size", "armor"].map(|what| value::<Thw>(&prey(vehicle), &format!("prey {what}")));
        let expected =
            [(damage + u8::from(armor)).to_string(), size.to_string(), if armor { "yes" } else { "no" }.into()];
        assert_eq!(said, expected, "{}", vehicle.name);
    }
}

#[test]
fn every_vehicle_in_reflex() {
    let halves = |metres: f64| ((metres * 2.0).round() / 2.0).to_string();
    for vehicle in VEHICLES {
        let said = |terrain: &str, what: &str| {
            let text = format!("{}\nterrain = {{ kind = \"{terrain}\" }}", prey(&vehicle));
            value::<Reflex>(&text, &format!("prey {what}"))
        };
        assert_eq!(said("city", "safe_speed"), halves(vehicle.top_speed() / 10.0), "{}", vehicle.name);
        let boat = vehicle.class == "boat";
        let off_road = if boat { vehicle.top_speed() / 10.0 } else { vehicle.top_speed() / 30.0 };
        assert_eq!(said("open", "safe_speed"), halves(off_road), "{}", vehicle.name);
        assert_eq!(said("city", "coordination"), (7 + vehicle.levels[2]).to_string(), "{}", vehicle.name);
        assert_eq!(said("city", "hull"), vehicle.body_dr().to_string(), "{}", vehicle.name);
        assert_eq!(said("city", "mishaps"), if boat { "water" } else { "ground" }, "{}", vehicle.name);
    }
}

#[test]
fn every_vehicle_in_fistful() {
    for vehicle in VEHICLES {
        // Boat as car, aircraft as bike.
        let (combat, speed, turn) = match vehicle.class {
            "bulldozer" => ("10", "7.5 cm", "7.5 cm"),
            "truck" => ("8", "12 cm", "12 cm"),
            "car" | "boat" => ("4", "18 cm", "12 cm"),
            _ => ("2", "24 cm", "18 cm"),
        };
        let said = |what: &str| value::<Fistful>(&prey(&vehicle), &format!("prey {what}"));
        assert_eq!([said("combat"), said("speed"), said("turn")], [combat, speed, turn], "{}", vehicle.name);
        // Piloting +1 lowers quality by 1, at least 2.
        for (word, .., quality) in SKILLS {
            let text = format!("prey = {{ vehicle = \"{}\", driving = \"{word}\" }}", vehicle.name);
            let expected = (i16::from(quality) - vehicle.piloting()).max(2).to_string();
            assert_eq!(value::<Fistful>(&text, "prey quality"), expected, "{text}");
        }
    }
}

/// Kind, the `fths` course, `reflex` surface and bends, and the `fistful` road.
const TERRAIN: [(&str, &str, [&str; 2], &str); 4] = [
    ("open", "{ kind = \"open\", contest = \"dogfight\" }", ["off-road", "none"], "no curves"),
    (
        "highway",
        "{ kind = \"fixed\", segments = [[\"straight\", \"light-traffic\"]] }",
        ["road", "15 degrees at 0 m, repeated after 150 m"],
        "a curve each 90 cm",
    ),
    (
        "city",
        "{ kind = \"independent\", weights = [[4, [\"straight\", \"medium-traffic\"]], \
         [2, [\"narrow-street\", \"light-traffic\"]], [2, [\"sharp-turn\", \"light-traffic\"]], \
         [1, [\"red-light:light-traffic\", \"medium-traffic\"]], [1, [\"heavy-traffic\"]]] }",
        ["road", "45 degrees at 0 m, repeated after 80 m"],
        "a curve each 45 cm",
    ),
    (
        "mountain",
        "{ kind = \"independent\", weights = [[4, [\"gentle-turn\"]], [3, [\"sharp-turn\"]], [1, [\"hairpin\"]], \
         [2, [\"straight\"]]] }",
        ["road", "75 degrees at 0 m, repeated after 100 m"],
        "a curve each 30 cm",
    ),
];

/// The whole setting of `fths`, but for the place in the file where its course stands.
fn in_fths(text: &str) -> String {
    let whole = format!("{:?}", read::<Fths>(text).system);
    let (before, after) = whole.split_once("course_place: ").unwrap();
    before.to_owned() + after.split_once(", drivers: ").unwrap().1
}

#[test]
fn every_terrain() {
    for (kind, course, bends, curves) in TERRAIN {
        let text = format!("terrain = {{ kind = \"{kind}\" }}");
        let own = format!("fths = {{ course = {course} }}");
        assert!(in_fths(&text) == in_fths(&own), "{kind}");
        assert_eq!(["surface", "bends"].map(|what| value::<Reflex>(&text, what)), bends, "{kind}");
        assert_eq!(value::<Fistful>(&text, "road"), curves, "{kind}");
        assert_eq!(value::<Fistful>(&text, "road obstacles") == "no", kind == "open");
        // rules/fistful.md 2: what stands beside the road.
        assert_eq!(value::<Fistful>(&text, "road immovables") == "yes", ["city", "mountain"].contains(&kind));
        // `thw` has no terrain.
        let bare = format!("{:?}", read::<Thw>("").system);
        assert!(format!("{:?}", read::<Thw>(&text).system) == bare);
    }
    assert!(in_fths("") == in_fths("terrain = { kind = \"city\" }"));
}

#[test]
fn every_temper() {
    for (temper, thw, reflex, dice, stunt) in [
        ("timid", ["never", "never", "never"], 2, "1", "never"),
        ("steady", ["never", "never", "if driving >= 5"], 3, "2", "never"),
        ("bold", ["always", "when-behind", "always"], 4, "3", "never"),
        ("reckless", ["always", "always", "always"], 6, "3", "always"),
    ] {
        for (word, level, rep, ..) in SKILLS {
            for (vehicle, piloting) in [("sedan", 0), ("police-cruiser", 1)] {
                let text = format!(
                    "prey = {{ temper = \"{temper}\", driving = \"{word}\", vehicle = \"{vehicle}\", weapon = \"pistol\" }}"
                );
                let risk = match temper {
                    "timid" => -3,
                    "steady" => level + piloting - 2,
                    "bold" => level + piloting,
                    _ => level + piloting + 1,
                };
                assert_eq!(value::<Fths>(&text, "prey risk"), format!("{:+}", risk.clamp(-4, 3)), "{text}");
                let answer = match thw[2] {
                    "if driving >= 5" if rep >= 5 => "always",
                    "if driving >= 5" => "never",
                    word => word,
                };
                let said = ["shoot", "maneuver", "answer"].map(|what| value::<Thw>(&text, &format!("prey {what}")));
                assert_eq!(said, [thw[0], thw[1], answer], "{text}");
            }
        }
        let text = format!("prey = {{ temper = \"{temper}\" }}");
        assert_eq!(value::<Thw>(&text, "prey shoot"), "never", "only who is armed");
        let speed = &read::<Reflex>(&text).behaviours[Side::Prey][0];
        assert_eq!(value::<Reflex>(&text, "prey speed"), (f64::from(reflex) / 2.0).to_string(), "{speed:?}");
        let said = ["dice", "stunt"].map(|what| value::<Fistful>(&text, &format!("prey {what}")));
        assert_eq!(said, [dice, stunt]);
    }
    // Whoever says nothing is steady.
    assert_eq!(read::<Fths>("").behaviours, read::<Fths>("prey.temper = \"steady\"").behaviours);
}

#[test]
fn behind_is_half_the_getaway() {
    // At or over half of it for the catcher, at or under for the prey.
    let of = |side: Side| {
        let text = format!("{} = {{ temper = \"bold\" }}\nthw = {{ getaway = 12 }}", side.name());
        let Behaviour::ByGap(bands) = read::<Thw>(&text).behaviours[side][1].clone() else { panic!("bands") };
        bands.iter().map(|band| (band.from, band.behaviour.clone())).collect::<Vec<_>>()
    };
    let always = |action| Behaviour::always(Action(action));
    assert_eq!(of(Side::Catcher)[1..], [(6, always(1))]);
    assert_eq!(of(Side::Catcher)[0].1, always(0));
    assert_eq!(of(Side::Prey)[1..], [(7, always(0))]);
    assert_eq!(of(Side::Prey)[0].1, always(1));
}

#[test]
fn every_gap() {
    for (gap, fths, thw, reflex, fistful) in
        [("close", 1, "3", 30, 9), ("usual", 3, "1d6+2", 60, 18), ("far", 5, "8", 120, 36)]
    {
        let text = format!("gap = \"{gap}\"");
        assert_eq!(value::<Fths>(&text, "start"), format!("{fths} turns"));
        assert_eq!(value::<Thw>(&text, "start"), thw);
        assert_eq!(value::<Reflex>(&text, "start"), reflex.to_string());
        assert_eq!(value::<Fistful>(&text, "start"), format!("{fistful} cm"));
    }
}

#[test]
fn every_limit_on_turns() {
    let turns = [
        read::<Fths>("").max_turns,
        read::<Thw>("").max_turns,
        read::<Reflex>("").max_turns,
        read::<Fistful>("").max_turns,
        read::<Fudge>("").max_turns,
        read::<Track>("").max_turns,
    ];
    assert_eq!(turns, [60, 50, 20, 40, 30, 50]);
    assert_eq!(turns.len(), SystemId::ALL.len());
}

#[test]
fn everybody_reads_an_edited_cell() {
    // One cell of each neutral table, as a scenario or an overlay changes it.
    let skill = |system: &str, cell: i32| format!("neutral.tables.skills.Fair.{system} = {cell}");
    assert_eq!(value::<Fths>(&skill("fths", 2), "prey driving"), "Great (+2)");
    assert_eq!(value::<Fudge>(&skill("fths", 2), "prey skill"), "Great (+2)");
    assert_eq!(value::<Thw>(&skill("thw", 6), "prey driving"), "6");
    assert_eq!(value::<Reflex>(&skill("reflex", 9), "prey driving"), "9");
    assert_eq!(value::<Fistful>(&skill("fistful", 5), "prey quality"), "5");
    let sedan = "neutral.tables.vehicles.sedan = { acceleration_kmh_s = 25, max_speed_kmh = 100, class = \"truck\" }";
    assert_eq!(value::<Fths>(sedan, "prey acceleration"), "Good (+1)");
    assert_eq!(value::<Thw>(sedan, "prey damage"), "3");
    assert_eq!(value::<Reflex>(sedan, "prey safe_speed"), "10");
    assert_eq!(value::<Fistful>(sedan, "prey combat"), "8");
    let temper =
        "neutral.tables.tempers.steady = { fths_risk = -1, thw_maneuver = \"always\", reflex = 2.5, fistful_dice = 3 }";
    assert_eq!(value::<Fths>(temper, "prey risk"), "-1");
    assert_eq!(value::<Thw>(temper, "prey maneuver"), "always");
    assert_eq!(value::<Reflex>(temper, "prey speed"), "2.5");
    assert_eq!(value::<Fistful>(temper, "prey dice"), "3");
    let gap = "neutral.tables.gaps.usual = { fths = 4, thw = 7, reflex = 45, fistful = 27 }";
    assert_eq!(value::<Fths>(gap, "start"), "4 turns");
    assert_eq!(value::<Thw>(gap, "start"), "7");
    assert_eq!(value::<Reflex>(gap, "start"), "45");
    assert_eq!(value::<Fistful>(gap, "start"), "27 cm");
    let terrain = "neutral.tables.terrain.city = { reflex = { surface = \"road\", bend_every_m = 55, bend_degrees = 30 }, \
                   fistful = { curve_every_cm = 60 }, fths = { kind = \"open\" } }";
    assert_eq!(value::<Fths>(terrain, "course"), "open");
    assert_eq!(value::<Reflex>(terrain, "bends"), "30 degrees at 0 m, repeated after 55 m");
    assert_eq!(value::<Fistful>(terrain, "road"), "a curve each 60 cm");
}
