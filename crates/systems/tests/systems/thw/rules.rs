//! Each rule of the page that no switch changes (rules/thw.md 1 to 3, 5).

use super::known_answers::chances;
use super::played::{Picks, Played};
use crate::exact::read;
use chaselab_core::{Action, End, Next, Pair, System, every};
use chaselab_systems::thw::{State, Thw};
use std::collections::BTreeMap;

const BOTH_SHOOT: &str = "thw = { start = 6, prey = { shoot = \"always\" }, catcher = { shoot = \"always\" } }";
const HOLDS: Picks<'static> = &[("shoot", &["hold"]), ("maneuver", &["no"])];
const SHOOTS: Picks<'static> = &[("shoot", &["shoot"]), ("maneuver", &["no"])];
const PASSES: Picks<'static> = &[("maneuver", &["no"])];
const ATTEMPTS: Picks<'static> = &[("maneuver", &["attempt"])];
const DECLINES: Picks<'static> = &[("maneuver", &["no"]), ("answer", &["decline"])];
const ANSWERS: Picks<'static> = &[("maneuver", &["no"]), ("answer", &["roll"])];

/// The start of a scenario, with both sides' picks made.
fn chosen(system: &Thw, picks: &[Pair<u8>]) -> State {
    let mut state = None;
    every(|chance| system.start(chance), |_, start, _| state = Some(start));
    let mut state = state.unwrap();
    for &pick in picks {
        assert!(matches!(system.next(&state), Next::Choose(_)));
        system.choose(&mut state, pick.map(Action));
    }
    state
}

/// Where one roll of dice leads: probabilities by view.
fn rolled(system: &Thw, state: &State) -> BTreeMap<[i16; 6], f64> {
    let mut row = BTreeMap::new();
    every(
        |chance| {
            let mut after = *state;
            system.resolve(&mut after, chance);
            system.view(&after).0
        },
        |probability, view, _| *row.entry(view).or_insert(0.0) += probability,
    );
    row
}

/// How often `a` even coins show `difference` heads less than `b` others, by counting every pattern.
fn coins(a: u32, b: u32, difference: i64) -> f64 {
    let patterns = 1_u64 << (a + b);
    let wanted = (0..patterns).filter(|pattern| {
        let heads = |bits: u64| i64::from(bits.count_ones());
        heads(pattern >> a) - heads(pattern & ((1 << a) - 1)) == difference
    });
    wanted.count() as f64 / patterns as f64
}

#[test]
fn the_start_is_a_die_and_two() {
    let system = read::<Thw>("thw = { getaway = 100 }").system;
    let mut gaps = Vec::new();
    every(|chance| system.start(chance), |probability, state, _| gaps.push((system.view(&state).gap(), probability)));
    assert_eq!(gaps, (3..=8).map(|gap| (gap, 1.0 / 6.0)).collect::<Vec<_>>());
}

#[test]
fn a_start_at_the_getaway_has_escaped() {
    for (start, over) in [(9, false), (10, true), (11, true)] {
        let system = read::<Thw>(&format!("thw = {{ start = {start} }}")).system;
        assert_eq!(matches!(system.next(&chosen(&system, &[])), Next::Over(End::Escaped, _)), over, "{start}");
    }
}

#[test]
fn the_chances_of_a_maneuver() {
    // rules/thw.md 5, through the rules: two passes gain 2, one loses 1 and a point of damage, none is a crash.
    for (driving, ways) in [(5, [25.0, 10.0, 1.0]), (4, [16.0, 16.0, 4.0]), (6, [36.0, 0.0, 0.0])] {
        let text = format!(
            "thw = {{ start = 6, catcher = {{ driving = {driving} }}, rules = {{ declined_roll = \"roll-only\" }} }}"
        );
        let system = read::<Thw>(&text).system;
        // Declining moves nothing here, and is no roll of its own.
        let state = chosen(&system, &[Pair::new(0, 1), Pair::new(0, 0)]);
        let row = rolled(&system, &state);
        let chance = |view: [i16; 6]| row.get(&view).copied().unwrap_or(0.0) * 36.0;
        let ours = [[4, 0, 0, 0, 0, 0], [7, 0, 1, 0, 0, 0], [6, 0, 0, 0, 0, 0]].map(chance);
        assert!(ours.iter().zip(ways).all(|(ours, ways)| (ours - ways).abs() < 1e-12), "driving {driving}: {ours:?}");
    }
}

#[test]
fn gunfire_follows_the_difference_in_passes() {
    // Both 4 in shooting, the prey in front: 3 dice against 4.
    let text = BOTH_SHOOT.replace("{ shoot", "{ damage = 4, shoot");
    let system = read::<Thw>(&text).system;
    let row = rolled(&system, &chosen(&system, &[Pair::new(1, 1)]));
    let by = |differences: std::ops::RangeInclusive<i64>| differences.map(|by| coins(3, 4, by)).sum::<f64>();
    let expected = [
        ([4, 2, 0, 2, 0, 0], by(3..=4)),
        ([5, 1, 0, 1, 0, 0], by(2..=2)),
        ([6, 0, 0, 1, 0, 0], by(1..=1)),
        ([6, 0, 0, 0, 0, 0], by(0..=0)),
        ([6, 0, 0, 0, 1, 0], by(-1..=-1)),
        ([7, 0, 1, 0, 1, 0], by(-2..=-2)),
        ([8, 0, 2, 0, 2, 0], by(-3..=-3)),
    ];
    assert_eq!(row.len(), expected.len());
    for (view, probability) in expected {
        assert!((row[&view] - probability).abs() < 1e-12, "{view:?}: {} for {probability}", row[&view]);
    }
}

#[test]
fn a_winner_who_did_not_shoot_gets_nothing() {
    let system = read::<Thw>(BOTH_SHOOT).system;
    let row = rolled(&system, &chosen(&system, &[Pair::new(1, 0)]));
    let nothing: f64 = (0..=4).map(|by| coins(3, 4, by)).sum();
    assert!((row[&[6, 0, 0, 0, 0, 0]] - nothing).abs() < 1e-12);
    assert!(row.keys().all(|view| view[1] == 0 && view[3] == 0), "the prey suffers nothing: {row:?}");
}

#[test]
fn the_distance_follows_the_margin() {
    // A faster, better handled car with a driver of 5: seven dice against four.
    let text = "thw = { start = 8, prey = { driving = 4 }, catcher = { driving = 5, faster = true, handling = true } }";
    let system = read::<Thw>(text).system;
    let row = rolled(&system, &chosen(&system, &[Pair::new(0, 0)]));
    for margin in -7..=4 {
        let ours: f64 = row.iter().filter(|(view, _)| view[0] == 8 + margin).map(|(_, probability)| probability).sum();
        assert!((ours - coins(4, 7, -i64::from(margin))).abs() < 1e-12, "{margin}: {ours}");
    }
}

#[test]
fn a_driver_who_shoots_has_a_die_less_twice() {
    let text = BOTH_SHOOT.replace("prey = {", "prey = { passenger = false,");
    let played = Played::new(&text, SHOOTS, HOLDS, &[1, 1, 2, 2], 1);
    // 4 - 1 in front - 1 for the driver; 4 - 1 at the wheel.
    assert_eq!(played.asked(), ["2d6 pass 3", "4d6 pass 3", "3d6 pass 3", "4d6 pass 3"]);
    // Who only rolls because the other shot has no such penalty.
    let played = Played::new(&text, HOLDS, SHOOTS, &[1, 1, 2, 2], 1);
    assert_eq!(played.asked(), ["3d6 pass 3", "4d6 pass 3", "4d6 pass 3", "4d6 pass 3"]);
}

#[test]
fn size_and_armor_count_in_a_gunfight() {
    let dice = |prey: &str, catcher: &str| {
        let text = BOTH_SHOOT.replacen("prey = {", &format!("prey = {{ {prey},"), 1);
        let text = text.replacen("catcher = {", &format!("catcher = {{ {catcher},"), 1);
        Played::new(&text, SHOOTS, HOLDS, &[0, 0, 0, 0], 1).dice[..2].join(", ")
    };
    assert_eq!(dice("size = 2", "size = 2"), "3d6 pass 3, 4d6 pass 3");
    assert_eq!(dice("size = 4", "size = 1"), "2d6 pass 3, 5d6 pass 3");
    assert_eq!(dice("size = 1", "size = 5"), "4d6 pass 3, 3d6 pass 3");
    assert_eq!(dice("armor = true", "shooting = 6"), "4d6 pass 3, 6d6 pass 3");
}

#[test]
fn no_dice_pass_nothing_and_are_not_asked_for() {
    let text = "
        [thw]
        start = 6
        [thw.prey]
        shooting = 1
        passenger = false
        shoot = \"always\"
        [thw.catcher]
        size = 1
        damage = 3
        shoot = \"always\"
    ";
    let played = Played::new(text, SHOOTS, HOLDS, &[4, 0, 0], 1);
    assert_eq!(played.asked(), ["4d6 pass 3", "3d6 pass 3", "4d6 pass 3"]);
}

#[test]
fn damage_and_lost_dice_leave_the_distance() {
    let text = "thw = { start = 6, prey = { damage = 4 }, catcher = { shoot = \"always\" } }";
    let played = Played::new(text, PASSES, SHOOTS, &[0, 3, 0], 1);
    // 4 - 2 damage - 2 lost: no dice at all.
    assert_eq!(played.asked(), ["3d6 pass 3", "4d6 pass 3", "4d6 pass 3"]);
}

#[test]
fn lost_dice_come_back_and_damage_stays() {
    let text = "thw = { start = 6, prey = { damage = 4 }, catcher = { shoot = \"always\" } }";
    let hold: Picks<'_> = &[("shoot", &["shoot", "hold"]), ("maneuver", &["no", "no"])];
    let played = Played::new(text, &[("maneuver", &["no", "no"])], hold, &[0, 2, 0, 0, 0, 0], 2);
    assert_eq!(played.asked()[2..], ["2d6 pass 3", "4d6 pass 3", "3d6 pass 3", "4d6 pass 3"]);
    assert_eq!(played.damage(), (1, 0));
}

#[test]
fn who_is_unarmed_is_not_asked_to_shoot() {
    let unarmed = read::<Thw>("thw = { start = 6 }").system;
    let Next::Choose(choice) = unarmed.next(&chosen(&unarmed, &[])) else { panic!("a choice") };
    assert_eq!(unarmed.words().decisions[usize::from(choice.prey.decision.0)].name, "maneuver");
    let one = read::<Thw>("thw = { start = 6 }\ncatcher = { weapon = \"pistol\" }").system;
    let Next::Choose(choice) = one.next(&chosen(&one, &[])) else { panic!("a choice") };
    assert!(choice.prey.waits());
    assert_eq!(choice.catcher.options.len(), 2);
}

#[test]
pub fn every_class_under_fire() {
    for (class, damage, dice) in [
        ("motorcycle", 1, "3d6 pass 3"),
        ("car", 2, "4d6 pass 3"),
        ("truck", 3, "4d6 pass 3"),
        ("bus", 4, "5d6 pass 3"),
        ("bulldozer", 5, "5d6 pass 3"),
        ("boat", 2, "4d6 pass 3"),
        ("aircraft", 2, "4d6 pass 3"),
    ] {
        let text = format!(
            "prey = {{ vehicle = {{ base = \"sedan\", class = \"{class}\" }} }}\n\
             thw = {{ start = 60, getaway = 100, catcher = {{ shoot = \"always\" }} }}"
        );
        // Each turn the catcher wins by 2 and does a point of damage, until there is none left.
        let mut faces = Vec::new();
        for taken in 1..=damage {
            faces.extend([0, 2]);
            if taken < damage {
                // For the distance the prey has 4 dice less the damage and one that it lost.
                faces.extend(std::iter::repeat_n(0, if taken < 3 { 2 } else { 1 }));
            }
        }
        let (no, shoot) = (vec!["no"; damage], vec!["shoot"; damage]);
        let prey: Picks<'_> = &[("maneuver", &no)];
        let catcher: Picks<'_> = &[("shoot", &shoot), ("maneuver", &no)];
        let played = Played::new(&text, prey, catcher, &faces, damage);
        assert_eq!((played.end(), played.damage().0), (Some((End::PreyDisabled, "")), damage as i16), "{class}");
        assert_eq!(played.asked()[1], dice, "{class}");
    }
}

#[test]
fn both_declare_at_once() {
    let played = Played::new("thw = { start = 6 }", ATTEMPTS, ATTEMPTS, &[2, 1, 0, 0], 1);
    // The prey gains 2; the catcher loses 1, which is the prey's gain.
    assert_eq!(played.gaps(), [6, 9]);
    assert_eq!(played.damage(), (0, 1));
    assert_eq!(played.events, ["prey_maneuvers", "catcher_maneuvers", "catcher_crash_events"]);
}

#[test]
fn an_answer_is_a_roll_of_its_own() {
    let played = Played::new("thw = { start = 6 }", ANSWERS, ATTEMPTS, &[1, 2, 0, 0], 1);
    // The prey took a point of damage, and has a die less for the distance.
    assert_eq!(played.asked(), ["2d6 pass 4", "2d6 pass 4", "3d6 pass 3", "4d6 pass 3"]);
    assert_eq!(played.gaps(), [6, 3]);
}

#[test]
fn crash_comes_before_disabled_before_gap() {
    // The prey's one pass uses up its only point; the catcher crashes in the same step.
    let text = "thw = { start = 6, prey = { damage = 1 } }";
    assert_eq!(Played::new(text, ATTEMPTS, ATTEMPTS, &[1, 0], 1).end(), Some((End::CatcherCrashed, "")));
    assert_eq!(Played::new(text, ATTEMPTS, ATTEMPTS, &[0, 0], 1).end(), Some((End::BothCrashed, "")));
    // Gone beyond the getaway, and yet disabled.
    let text = "thw = { start = 9, prey = { damage = 1 }, catcher = { damage = 1 } }";
    assert_eq!(Played::new(text, ATTEMPTS, ATTEMPTS, &[2, 1], 1).end(), Some((End::CatcherDisabled, "")));
    assert_eq!(Played::new(text, ATTEMPTS, ATTEMPTS, &[1, 1], 1).end(), Some((End::BothDisabled, "")));
    let events = Played::new(text, ATTEMPTS, ATTEMPTS, &[1, 1], 1).events;
    assert_eq!(events, ["prey_maneuvers", "catcher_maneuvers"], "what ends the chase is no crash event");
    let text = "thw = { start = 1, prey = { damage = 1 } }";
    assert_eq!(Played::new(text, ATTEMPTS, DECLINES, &[1], 1).end(), Some((End::PreyDisabled, "")));
}

#[test]
fn both_rolls_count_before_the_ends_are_looked_for() {
    // The catcher's gain alone would pass the prey; the prey's own gain keeps it ahead.
    let played = Played::new("thw = { start = 1 }", ATTEMPTS, ATTEMPTS, &[2, 2, 1, 0], 1);
    assert_eq!((played.gaps(), played.end()), (vec![1, 2], None));
}

#[test]
fn a_catcher_that_draws_level_tests() {
    for (passes, detail) in [(2, "prey_stunned"), (1, "both_active"), (0, "catcher_stunned")] {
        let played = Played::new("thw = { start = 2 }", PASSES, PASSES, &[0, 2, passes], 1);
        assert_eq!(played.asked()[2], "2d6 pass 4");
        assert_eq!(played.end(), Some((End::Caught, detail)));
    }
    let played = Played::new("thw = { start = 2 }", PASSES, PASSES, &[0, 3], 1);
    assert_eq!(played.end(), Some((End::Caught, "passed")));
}

#[test]
fn the_catch_test_has_both_dice_whatever_the_gunfire() {
    // Both shoot, the catcher loses a die, and a maneuver brings it level.
    let text = BOTH_SHOOT.replace("start = 6", "start = 1, rules = { risk_dice = \"always-two\" }");
    let attempts: Picks<'_> = &[("shoot", &["shoot"]), ("maneuver", &["attempt"])];
    let declines: Picks<'_> = &[("shoot", &["shoot"]), ("maneuver", &["no"]), ("answer", &["decline"])];
    let played = Played::new(&text, declines, attempts, &[1, 0, 1], 1);
    assert_eq!(played.asked(), ["3d6 pass 3", "4d6 pass 3", "2d6 pass 4"]);
    assert_eq!(played.end(), Some((End::Caught, "both_active")));
}

#[test]
fn a_symmetric_chase_is_symmetric() {
    // Getaway 10 from 5: caught needs a gap of 0 or less, escaped one of 10 or more.
    let exact = chances("thw = { start = 5 }");
    assert!((exact.end(End::Escaped) - exact.end(End::Caught)).abs() < 1e-12);
}
