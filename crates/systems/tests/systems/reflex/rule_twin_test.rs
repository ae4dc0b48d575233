//! The rules against the twin that was written from the rule page (`rule_twin.rs`): all ends and the mean length, to 1e-9.

use super::rule_twin::{Chase, Crew, Ends, Kind, Road, play, success};
use crate::exact::{exact, read};
use chaselab_core::End;
use chaselab_systems::reflex::Reflex;

/// A scenario's text for a chase, without what the sides are.
fn scenario(chase: &Chase, surface: &str) -> String {
    let bends = match &chase.road {
        Road::Straight => "[]".to_string(),
        Road::Repeated(bends, length) => {
            let bends: Vec<_> = bends.iter().map(|(place, angle)| format!("[{place}, {angle}]")).collect();
            format!("{{ list = [{}], length = {length} }}", bends.join(", "))
        }
        Road::Drawn(rows) => {
            let rows: Vec<_> =
                rows.iter().map(|(weight, after, angle)| format!("[{weight}, [{after}, {angle}]]")).collect();
            format!("{{ weights = [{}] }}", rows.join(", "))
        }
    };
    let name = |switch: bool, names: [&'static str; 2]| names[usize::from(switch)];
    format!(
        "[reflex]\nstart = {}\nbreak_off = {}\nmax_turns = {}\nvisual_range = {}\nsurface = \"{surface}\"\n\
         bends = {bends}\n[reflex.rules]\nsixty = \"{}\"\nspeed_rows = \"{}\"\npenalties = \"{}\"\nearly_mishaps = \"{}\"\n",
        chase.start,
        chase.break_off,
        chase.exchanges,
        chase.visual_range,
        name(chase.sixty_upper, ["middle", "upper"]),
        name(chase.rows_stack, ["replace", "stack"]),
        name(chase.penalties_sum, ["worst", "sum"]),
        name(chase.early_banded, ["literal", "banded"]),
    )
}

/// What a driver wants to declare, as a scenario says it.
fn speed(wants: &[(i32, Vec<(f64, i16)>)]) -> String {
    let multiple = |speed: i16| f64::from(speed) / 2.0;
    let mut bands = Vec::new();
    for (row, (from, mix)) in wants.iter().enumerate() {
        let to = wants.get(row + 1).map_or("+".to_string(), |(next, _)| format!("..{}", next - 1));
        let parts: Vec<_> = mix.iter().map(|&(share, speed)| format!("\"{}\" = {share}", multiple(speed))).collect();
        let mix = match mix[..] {
            [(_, speed)] => multiple(speed).to_string(),
            _ => format!("{{ mix = {{ {} }} }}", parts.join(", ")),
        };
        bands.push(if wants.len() == 1 { mix } else { format!("\"{from}{to}\" = {mix}") });
    }
    if wants.len() == 1 { bands.concat() } else { format!("{{ {} }}", bands.join(", ")) }
}

/// What a side is, as a scenario says it.
fn side(name: &str, crew: &Crew) -> String {
    let own = format!(
        "[reflex.{name}]\ncoordination = {}\ndriving = {}\ninitiative = {}\ncontrol = {}\nsafe_speed = {}\nhull = {}\n\
         speed = {}\n[{name}]\n",
        crew.coordination,
        crew.skill,
        crew.initiative,
        crew.control,
        f64::from(crew.safe) / 2.0,
        crew.hull,
        speed(&crew.wants),
    );
    let shoots = if crew.shoots { "weapon = \"pistol\"\npassenger = false\n" } else { "" };
    let vehicle = if crew.kind == Kind::Aircraft { "vehicle = \"helicopter\"\n" } else { "" };
    [&own, shoots, vehicle].concat()
}

/// The twin's ends, which are those of this scenario by the rules.
fn same(text: &str, chase: &Chase, crews: &[Crew; 2]) -> Ends {
    let prepared = read::<Reflex>(text);
    let rules = exact(&prepared.system, &prepared.behaviours, prepared.max_turns);
    let twin = play(chase, crews);
    for end in End::ALL {
        let chance = twin.chances.get(end.name()).copied().unwrap_or(0.0);
        assert!(
            (rules.end(end) - chance).abs() < 1e-9,
            "{}: {chance} by the twin, {} by the rules of\n{text}",
            end.name(),
            rules.end(end)
        );
    }
    assert!((rules.turns - twin.length).abs() < 1e-9, "{} and {} exchanges of\n{text}", twin.length, rules.turns);
    twin
}

/// The rules and the twin agree; the twin's ends.
fn agree(chase: &Chase, crews: &[Crew; 2]) -> Ends {
    let surface = if crews[0].kind == Kind::Boat { "water" } else { "road" };
    let text = [scenario(chase, surface), side("prey", &crews[0]), side("catcher", &crews[1])].concat();
    same(&text, chase, crews)
}

/// Each of these ends happens now and then.
fn reaches(ends: &Ends, names: &[&str]) {
    for name in names {
        let chance = ends.chances.get(name).copied().unwrap_or(0.0);
        assert!(chance > 1e-4, "{name}: {:?}", ends.chances);
    }
}

/// Nothing but this end happens, after so many exchanges.
fn certain(ends: &Ends, name: &str, length: f64) {
    let close = |left: f64, right: f64| (left - right).abs() < 1e-9;
    assert!(close(ends.chances[name], 1.0) && close(ends.length, length), "{} {:?}", ends.length, ends.chances);
}

fn always(speed: i16) -> Vec<(i32, Vec<(f64, i16)>)> {
    vec![(0, vec![(1.0, speed)])]
}

fn crew() -> Crew {
    Crew {
        skill: 8,
        coordination: 7,
        control: 0,
        initiative: 5,
        shoots: false,
        kind: Kind::Ground,
        safe: 30,
        hull: 5,
        wants: always(4),
    }
}

fn chase() -> Chase {
    Chase {
        start: 60,
        break_off: 150,
        exchanges: 3,
        visual_range: 0,
        road: Road::Repeated(vec![(80, 45)], 80),
        sixty_upper: false,
        rows_stack: false,
        penalties_sum: false,
        early_banded: false,
    }
}

#[test]
fn the_known_chances() {
    assert!((success(8, 7) - 0.725375).abs() < 1e-12);
    assert!((success(1, 7) - 0.35).abs() < 1e-12);
}

#[test]
fn two_cars_in_a_city() {
    let catcher = Crew { skill: 4, coordination: 8, wants: always(5), ..crew() };
    let ends = agree(&chase(), &[crew(), catcher]);
    reaches(&ends, &["escaped", "caught", "prey_crashed", "catcher_crashed", "timeout"]);
}

#[test]
fn every_switch_alone_and_all_at_once() {
    let base = Chase { exchanges: 2, start: 45, road: Road::Repeated(vec![(20, 60)], 30), ..chase() };
    let crews = [
        Crew { skill: 1, coordination: 12, safe: 16, wants: always(6), initiative: 10, ..crew() },
        Crew { skill: 0, coordination: 13, control: 1, safe: 18, wants: always(5), initiative: 12, ..crew() },
    ];
    let usual = agree(&base, &crews);
    reaches(&usual, &["caught", "prey_crashed", "catcher_crashed", "timeout"]);
    for switched in [
        Chase { sixty_upper: true, ..base.clone() },
        Chase { rows_stack: true, ..base.clone() },
        Chase { penalties_sum: true, ..base.clone() },
        Chase { early_banded: true, ..base.clone() },
        Chase { sixty_upper: true, rows_stack: true, penalties_sum: true, early_banded: true, ..base.clone() },
    ] {
        let ends = agree(&switched, &crews);
        assert!((ends.chances["timeout"] - usual.chances["timeout"]).abs() > 1e-6, "{:?}", ends.chances);
    }
}

#[test]
fn several_bends_in_a_move() {
    let road = Road::Repeated(vec![(10, 15), (45, 45), (60, 75)], 85);
    let chase = Chase { exchanges: 2, start: 45, road, ..chase() };
    let prey = Crew { skill: 1, coordination: 13, safe: 29, ..crew() };
    let catcher = Crew { skill: 2, coordination: 14, safe: 32, wants: always(6), initiative: 12, ..crew() };
    reaches(&agree(&chase, &[prey, catcher]), &["escaped", "caught", "prey_crashed", "catcher_crashed", "timeout"]);
}

#[test]
fn speeds_by_the_gap_and_by_chance_while_both_or_one_shoot() {
    let wants = vec![(0, vec![(1.0, 6)]), (70, vec![(0.25, 3), (0.75, 5)]), (100, vec![(1.0, 2)])];
    let chase = Chase {
        visual_range: -1,
        road: Road::Repeated(vec![(60, 20), (150, 90)], 170),
        break_off: 80,
        exchanges: 2,
        ..chase()
    };
    let prey = Crew { skill: 16, coordination: 10, shoots: true, wants: wants.clone(), ..crew() };
    let catcher = Crew { skill: 32, control: 1, initiative: 20, wants, ..crew() };
    let ends = agree(&chase, &[prey.clone(), catcher.clone()]);
    reaches(&ends, &["escaped", "caught", "prey_crashed", "catcher_crashed", "timeout"]);
    agree(&Chase { visual_range: -3, ..chase }, &[Crew { control: -2, ..prey }, Crew { shoots: true, ..catcher }]);
}

#[test]
fn slow_and_stopped_on_odd_speeds() {
    // Half of a move at half of 15.5 m, or at one and a half times that, is no whole number of quarters of a metre.
    let chase = Chase { break_off: 95, exchanges: 4, road: Road::Repeated(vec![(15, 29), (31, 30)], 62), ..chase() };
    let wants = vec![(0, vec![(1.0, 3)]), (75, vec![(0.5, 0), (0.5, 1)])];
    let prey = Crew { skill: 64, coordination: 4, safe: 31, initiative: -6, wants, ..crew() };
    let wants = vec![(0, vec![(1.0, 1)]), (60, vec![(1.0, 3)])];
    let catcher = Crew { skill: 3, coordination: 11, safe: 31, initiative: 30, wants, ..crew() };
    reaches(&agree(&chase, &[prey, catcher]), &["escaped", "caught", "prey_crashed", "catcher_crashed", "timeout"]);
}

#[test]
fn two_boats() {
    // A hole at 30 m takes 5 of 10 points or none, one at 37.5 m all of them or all but one.
    for (switched, hulls) in [(false, [6, 0]), (true, [40, 4])] {
        let road = Road::Repeated(vec![(25, 45)], 40);
        let chase = Chase { start: 45, exchanges: 2, penalties_sum: switched, early_banded: switched, road, ..chase() };
        let boat = Crew { kind: Kind::Boat, skill: 4, coordination: 11, ..crew() };
        let prey = Crew { hull: hulls[0], initiative: 15, ..boat.clone() };
        let catcher = Crew { hull: hulls[1], wants: always(5), ..boat };
        reaches(&agree(&chase, &[prey, catcher]), &["caught", "prey_crashed", "catcher_crashed"]);
    }
}

#[test]
fn aircraft_have_no_suspension() {
    let craft = Crew { kind: Kind::Aircraft, skill: 1, coordination: 9, ..crew() };
    let prey = Crew { initiative: 15, ..craft.clone() };
    let ends = agree(&Chase { start: 40, ..chase() }, &[prey, Crew { wants: always(6), ..craft }]);
    reaches(&ends, &["caught", "prey_crashed", "catcher_crashed", "both_crashed"]);
}

#[test]
fn a_drawn_road_is_all_its_courses() {
    let road = Road::Drawn(vec![(3.0, 80, 45), (1.0, 100, 90)]);
    let prey = Crew { skill: 1, coordination: 10, ..crew() };
    let catcher = Crew { skill: 64, coordination: 6, wants: always(5), ..crew() };
    let ends = agree(&Chase { exchanges: 2, road, ..chase() }, &[prey, catcher]);
    reaches(&ends, &["escaped", "caught", "prey_crashed", "catcher_crashed", "timeout"]);
}

#[test]
fn without_bends_nothing_is_left_to_chance() {
    let chase = Chase { road: Road::Straight, ..chase() };
    certain(&agree(&chase, &[crew(), Crew { wants: always(5), ..crew() }]), "caught", 3.0);
    certain(&agree(&chase, &[crew(), Crew { wants: always(1), ..crew() }]), "escaped", 1.0);
}

/// A scenario in the words of rules/neutral.md, which the twin is told as numbers.
fn in_words(terrain: &str, [prey, catcher]: [&str; 2], rest: &str) -> String {
    format!("terrain = {{ kind = \"{terrain}\" }}\n[prey]\n{prey}\n[catcher]\n{catcher}\n[reflex]\n{rest}\n")
}

fn told(coordination: i16, skill: u16, safe: i32, speed: i16) -> Crew {
    Crew { coordination, skill, safe, initiative: 0, wants: always(speed), ..crew() }
}

#[test]
fn neutral_words_in_a_city() {
    let sides = [
        "driving = \"Good\"\nvehicle = \"motorcycle\"\ntemper = \"steady\"",
        "driving = \"Terrible\"\nvehicle = \"police-cruiser\"\ntemper = \"reckless\"\nweapon = \"pistol\"",
    ];
    let text = format!("gap = \"close\"\n{}", in_words("city", sides, "max_turns = 3"));
    let chase = Chase { start: 30, break_off: 300, ..chase() };
    let ends = same(&text, &chase, &[told(8, 8, 44, 3), told(8, 1, 46, 6)]);
    reaches(&ends, &["caught", "prey_crashed", "catcher_crashed", "timeout"]);
}

#[test]
fn neutral_words_in_the_mountains() {
    let sides = [
        "driving = \"Superb\"\nvehicle = \"van\"\ntemper = \"reckless\"",
        "driving = \"Fair\"\nvehicle = \"police-cruiser\"\ntemper = \"bold\"\nweapon = \"pistol\"\npassenger = false",
    ];
    let text = format!("gap = \"far\"\n{}", in_words("mountain", sides, "max_turns = 3\nbreak_off = 200"));
    let chase = Chase { start: 120, break_off: 200, road: Road::Repeated(vec![(100, 75)], 100), ..chase() };
    let ends = same(&text, &chase, &[told(6, 32, 30, 6), Crew { shoots: true, ..told(8, 4, 46, 4) }]);
    reaches(&ends, &["escaped", "caught", "prey_crashed", "catcher_crashed", "timeout"]);
}

#[test]
fn neutral_words_on_water() {
    let sides = [
        "driving = \"Poor\"\nvehicle = \"speedboat\"\ntemper = \"bold\"",
        "driving = \"Mediocre\"\nvehicle = \"patrol-boat\"\ntemper = \"reckless\"",
    ];
    let chase = Chase { break_off: 100, exchanges: 5, road: Road::Repeated(vec![(150, 15)], 150), ..chase() };
    let crews = [Crew { hull: 3, ..told(7, 1, 18, 4) }, Crew { hull: 12, ..told(6, 4, 14, 6) }];
    let crews = crews.map(|crew| Crew { kind: Kind::Boat, ..crew });
    let ends = same(&in_words("highway", sides, "max_turns = 5\nbreak_off = 100"), &chase, &crews);
    reaches(&ends, &["caught", "prey_crashed", "catcher_crashed", "timeout"]);
}

#[test]
fn neutral_words_off_the_road() {
    let chase = Chase { break_off: 300, exchanges: 20, road: Road::Straight, ..chase() };
    let sedans = |prey: &str, catcher: &str| {
        let side = |temper: &str| format!("vehicle = \"sedan\"\ntemper = \"{temper}\"");
        in_words("open", [&side(prey), &side(catcher)], "")
    };
    certain(&same(&sedans("bold", "steady"), &chase, &[told(7, 4, 13, 4), told(7, 4, 13, 3)]), "escaped", 15.0);
    certain(&same(&sedans("timid", "timid"), &chase, &[told(7, 4, 13, 2), told(7, 4, 13, 2)]), "timeout", 20.0);
    let sides = ["vehicle = \"helicopter\"\ntemper = \"timid\"", "vehicle = \"police-cruiser\"\ntemper = \"bold\""];
    let ends = same(&in_words("open", sides, ""), &chase, &[told(8, 4, 17, 2), told(8, 4, 15, 4)]);
    certain(&ends, "caught", 2.0);
}
