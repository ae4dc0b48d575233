//! Each rule of the page that no table and no switch decides (rules/fistful.md 2 to 5).

use super::played::{Picks, Played, doing};
use crate::exact::{exact, read};
use chaselab_core::{End, Next, Pace, Pair, Side, System, every};
use chaselab_systems::fistful::{Deed, Fistful, Hands, Phase, State, Weapon};
use std::collections::BTreeMap;

const OPEN: &str = "terrain = { kind = \"open\" }";
const IDLE: Picks<'static> = &[("dice", &["1"]), ("act", &["wait"])];

/// Dice of a side's own activation.
fn dice(side: Side, dice: u8) -> impl Fn(&mut State) {
    move |state| state.phase = Phase::Activate { active: side, who: side, dice, stunt: None }
}

#[test]
fn a_turn_is_both_activations_prey_first() {
    let prey: Picks<'_> = &[("dice", &["3"]), ("act", &["move", "move"])];
    let catcher: Picks<'_> = &[("dice", &["2"]), ("act", &["move"])];
    let played = Played::turns(OPEN, prey, catcher, &[2, 1], 1);
    assert_eq!(played.dice, ["3d6 at 3+", "2d6 at 3+"]);
    assert_eq!(played.gaps(), [18.0, 36.0]);
    assert_eq!(
        played.told,
        [
            "The prey rolls 3d6 at 3+: 2 succeed, 1 fail.",
            "The prey moves: gap 18 -> 36 cm.",
            "The prey moves: gap 36 -> 54 cm.",
            "The catcher rolls 2d6 at 3+: 1 succeed, 1 fail.",
            "The catcher moves: gap 54 -> 36 cm.",
            "The gap is 36 cm.",
        ]
    );
    assert_eq!(played.system.view(played.state()).gap(), 36);
    // Whole centimetres, rounded down.
    let truck = format!("{OPEN}\nprey = {{ vehicle = \"bulldozer\" }}");
    let half = Played::turns(&truck, &[("dice", &["1"]), ("act", &["move"])], IDLE, &[1, 1], 1);
    assert_eq!((half.gaps()[1], half.system.view(half.state()).gap()), (25.5, 25));
}

#[test]
fn two_failures_are_a_turnover_and_three_lose_control() {
    let roll = |won: i16, rest: &[i16]| Played::phase(OPEN, dice(Side::Prey, 3), &[&[won], rest].concat());
    assert_eq!(roll(1, &[]).events, ["prey_turnovers"]);
    assert_eq!((roll(1, &[]).state().left.prey, roll(2, &[]).events.len()), (1, 0));
    assert_eq!(roll(0, &[6]).events, ["prey_turnovers", "prey_crash_events"]);
    // Two failures of two dice end the activation without an action, and nothing else.
    let two = Played::phase(OPEN, dice(Side::Prey, 2), &[0]);
    assert_eq!((two.state().phase, two.state().stalled.prey), (Phase::Dice(Side::Catcher), false));
}

#[test]
fn the_chances_of_losing_control() {
    // rules/fistful.md 6, through the rules.
    for (quality, chance) in [(4, 1.0 / 8.0), (3, 1.0 / 27.0), (5, 8.0 / 27.0)] {
        let text = format!("{OPEN}\nfistful = {{ prey = {{ quality = {quality} }} }}");
        let system = read::<Fistful>(&text).system;
        let mut state = system.start(&mut chaselab_core::Script::new([]));
        dice(Side::Prey, 3)(&mut state);
        let mut lost = 0.0;
        every(
            |chance| {
                let mut after = state;
                system.resolve(&mut after, chance);
                after.stalled.prey
            },
            |probability, stalled, _| lost += if stalled { probability } else { 0.0 },
        );
        assert!((lost - chance).abs() < 1e-15, "quality {quality}: {lost}");
    }
}

#[test]
fn a_car_is_worse_off_against_a_building_and_a_bulldozer_never() {
    // rules/fistful.md 6: margins 0 to 5 by d6 for a car, -1 to -6 for a bulldozer.
    let outcomes = |vehicle: &str| {
        let text = format!("prey = {{ vehicle = \"{vehicle}\" }}");
        let system = read::<Fistful>(&text).system;
        let mut state = system.start(&mut chaselab_core::Script::new([]));
        dice(Side::Prey, 3)(&mut state);
        let mut by: BTreeMap<&str, f64> = BTreeMap::new();
        every(
            |chance| {
                let mut after = state;
                system.resolve(&mut after, chance);
                after
            },
            |probability, after, events| {
                let hit = events[4] > 0;
                let name = match system.next(&after) {
                    Next::Over(End::PreyCrashed, _) => "crashed",
                    _ if !hit => "missed",
                    _ if after.stalled.prey => "stalled",
                    _ => "running",
                };
                *by.entry(name).or_default() += probability;
            },
        );
        let total = 1.0 / 27.0 / 3.0;
        ["crashed", "stalled", "running"].map(|name| by.get(name).copied().unwrap_or(0.0) / total * 6.0)
    };
    let near = |ours: [f64; 3], expected: [f64; 3]| ours.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9);
    // Two rows disabled without a hit, one with, one killed, one flipped: 4 faces of 6; by 1 stalled, and a tie.
    assert!(near(outcomes("sedan"), [4.0, 2.0, 0.0]));
    // By 1, 2 and 3 nothing of the kind; by 4 and more it keeps running.
    assert!(near(outcomes("bulldozer"), [0.0, 3.0, 3.0]));
}

#[test]
fn a_stalled_engine_takes_an_action() {
    let stall = |state: &mut State| {
        state.stalled.prey = true;
        doing(Side::Prey, Deed::Start)(state);
    };
    let started = Played::phase(OPEN, stall, &[]);
    assert!(!started.state().stalled.prey);
    // One that stands cannot lose control again, and has nothing to test.
    let standing = Played::phase(
        OPEN,
        |state| {
            state.stalled.prey = true;
            dice(Side::Prey, 3)(state);
        },
        &[0],
    );
    assert_eq!((standing.gaps(), standing.events.clone()), (vec![18.0], vec!["prey_turnovers".to_owned()]));
}

#[test]
fn stalled_with_the_catcher_in_contact_is_caught() {
    let turn = |gap: i16, stalled: bool| {
        Played::phase(
            OPEN,
            |state| {
                state.gap = i32::from(gap);
                state.stalled.prey = stalled;
                doing(Side::Catcher, Deed::Move)(state);
            },
            &[],
        )
    };
    let caught = turn(72, true);
    assert_eq!((caught.end(), caught.pace), (Some((End::Caught, "stalled")), Pace::SameTurn));
    assert_eq!((turn(73, true).end(), turn(72, false).end(), turn(73, true).pace), (None, None, Pace::NextTurn));
}

#[test]
fn the_catcher_rams_whom_its_move_reaches() {
    let asked = |text: &str, change: &dyn Fn(&mut State)| {
        let system = read::<Fistful>(text).system;
        let mut state = system.start(&mut chaselab_core::Script::new([]));
        dice(Side::Catcher, 1)(&mut state);
        change(&mut state);
        system.resolve(&mut state, &mut chaselab_core::Script::new([1]));
        matches!(state.phase, Phase::Ram(_))
    };
    assert!(asked(OPEN, &|state| state.gap = 72));
    assert!(!asked(OPEN, &|state| state.gap = 73));
    assert!(!asked(OPEN, &|state| state.stalled.catcher = true));
    assert!(asked("", &|state| state.road.curve.catcher = 72), "the prey stands behind its curve");
    assert!(!asked("", &|state| state.road.curve.catcher = 71), "around a curve");
    // It drives into contact, and 6 of 36 differences are even.
    let rammed = Played::phase(OPEN, doing(Side::Catcher, Deed::Ram), &[0]);
    assert_eq!((rammed.gaps(), rammed.events.clone()), (vec![0.0], vec!["rams".to_owned()]));
}

#[test]
pub fn the_heavier_has_two_more() {
    let ram = |prey: &str, catcher: &str, face: i16, rest: &[i16]| {
        let text = format!("{OPEN}\nprey = {{ vehicle = \"{prey}\" }}\ncatcher = {{ vehicle = \"{catcher}\" }}");
        Played::phase(&text, doing(Side::Catcher, Deed::Ram), &[&[face], rest].concat())
    };
    // 4 + 2 against 2: a margin of 4 at even dice; the other way round it is lost by 4.
    assert_eq!(ram("motorcycle", "sedan", 0, &[1]).end(), Some((End::Caught, "disabled")));
    assert!(ram("sedan", "motorcycle", 0, &[3]).end().is_none());
    assert_eq!(ram("sedan", "motorcycle", 0, &[2, 6]).state().stalled, Pair::new(false, true));
    // 10 + 2 against 8.
    assert_eq!(ram("truck", "bulldozer", 1, &[]).end(), Some((End::PreyCrashed, "flipped")));
    let flipped = ram("motorcycle", "sedan", 1, &[]);
    assert_eq!(flipped.count("prey_casualties"), 1, "the extra");
}

#[test]
fn a_ram_moves_the_prey_up_to_its_curve() {
    let pushed = Played::phase(
        "",
        |state| {
            state.road.curve.prey = 10;
            doing(Side::Catcher, Deed::Ram)(state);
        },
        &[1, 6],
    );
    assert_eq!((pushed.gaps(), pushed.state().road.curve.prey), (vec![2.5], 0));
}

#[test]
fn hands_leave_the_wheel_once_beside_driving() {
    let text = format!("{OPEN}\nfistful = {{ prey = {{ shoot = \"always\" }} }}");
    let asks = |left: u8, hands: Hands, gap: i16, weapon: Weapon| {
        let system = read::<Fistful>(&text).system;
        let mut state = system.start(&mut chaselab_core::Script::new([]));
        dice(Side::Prey, left)(&mut state);
        state.wear.hands.prey = hands;
        state.gap = i32::from(gap);
        state.wear.weapon.prey = weapon;
        system.resolve(&mut state, &mut chaselab_core::Script::new([i16::from(left)]));
        matches!(state.phase, Phase::Shoot(_))
    };
    let ready = |left, hands| asks(left, hands, 72, Weapon::Ready);
    assert!(!ready(1, Hands::Free), "an action must be left for driving");
    assert!(ready(2, Hands::Free) && ready(1, Hands::Driven) && !ready(2, Hands::Used));
    assert!(asks(2, Hands::Free, 144, Weapon::Ready) && !asks(2, Hands::Free, 145, Weapon::Ready), "within 2 x long");
    for weapon in [Weapon::Dropped, Weapon::Jammed(1), Weapon::Lost] {
        assert!(!asks(2, Hands::Free, 72, weapon));
    }
    // Driving frees them, shooting uses them up.
    let after = |deed: Deed, faces: &[i16]| {
        let change = |state: &mut State| {
            doing(Side::Prey, deed)(state);
            state.left.prey = 2;
        };
        Played::phase(&text, change, faces).state().wear.hands.prey
    };
    assert_eq!((after(Deed::Move, &[]), after(Deed::Shoot, &[1])), (Hands::Driven, Hands::Used));
}

#[test]
pub fn farther_than_a_stick_is_two_less() {
    let text = format!("{OPEN}\nfistful = {{ catcher = {{ shoot = \"always\" }} }}");
    let wins = |gap: i16| {
        let change = |state: &mut State| {
            state.gap = i32::from(gap);
            doing(Side::Catcher, Deed::Shoot)(state);
        };
        Played::phase(&text, change, &[4, 0]).count("catcher_hits") == 1
    };
    // Combat 3 against 4: by 3 within a stick, which hits the driver; by 1 beyond, which is a test.
    let near = Played::phase(&text, doing(Side::Catcher, Deed::Shoot), &[4, 0]);
    assert!(near.told.contains(&"For the prey: the driver is hit.".to_owned()), "{:?}", near.told);
    assert!(wins(72));
    let far = Played::phase(
        &text,
        |state| {
            state.gap = 73;
            doing(Side::Catcher, Deed::Shoot)(state);
        },
        &[4, 3],
    );
    assert!(far.told[1].contains("a quality test at +0"), "{:?}", far.told);
}

#[test]
fn weapons_come_back_in_their_time() {
    let text = format!("{OPEN}\nfistful = {{ catcher = {{ shoot = \"always\" }} }}");
    let drop = Played::phase(&text, doing(Side::Catcher, Deed::Shoot), &[-2]);
    assert_eq!(drop.state().wear.weapon.catcher, Weapon::Dropped);
    let fetch = |state: &mut State| {
        state.wear.weapon.catcher = Weapon::Dropped;
        doing(Side::Catcher, Deed::Retrieve)(state);
    };
    assert_eq!(Played::phase(&text, fetch, &[]).state().wear.weapon.catcher, Weapon::Ready);
    let after = |side: Side, weapon: Weapon| {
        let wait = |state: &mut State| {
            state.wear.weapon.catcher = weapon;
            doing(side, Deed::Wait)(state);
        };
        Played::phase(&text, wait, &[]).state().wear.weapon.catcher
    };
    assert_eq!(after(Side::Catcher, Weapon::Jammed(1)), Weapon::Ready);
    assert_eq!(after(Side::Prey, Weapon::Jammed(1)), Weapon::Jammed(1), "its own turn counts");
    assert_eq!(after(Side::Catcher, Weapon::Lost), Weapon::Lost);
}

#[test]
pub fn who_is_out_leaves_the_wheel() {
    let shot = |people: &str, wounds: u8, faces: &[i16]| {
        let text =
            format!("{OPEN}\nfistful = {{ prey = {{ occupants = [{people}] }}, catcher = {{ shoot = \"always\" }} }}");
        let change = |state: &mut State| {
            state.wear.wounds.prey = wounds;
            doing(Side::Catcher, Deed::Shoot)(state);
        };
        Played::phase(&text, change, faces)
    };
    // Row 3, then 3 - 2 against 3: an extra is out when beaten, from a difference of 3 on.
    let taken = shot("\"extra\", \"extra\"", 0, &[4, 3, 3]);
    assert_eq!((taken.state().wear.driver.prey, taken.state().stalled.prey), (1, false));
    assert_eq!(taken.count("prey_casualties"), 1);
    assert!(shot("\"extra\", \"extra\"", 0, &[4, 3, 2, 6]).state().stalled.prey);
    assert_eq!(shot("\"extra\"", 0, &[4, 3]).end(), Some((End::Caught, "occupants_out")));
    assert_eq!(shot("\"extra\"", 0, &[4, 2]).end(), None);
    // The third wound of a protagonist.
    assert_eq!(shot("\"protagonist\"", 1, &[4, 5]).state().wear.wounds.prey, 2);
    assert_eq!(shot("\"protagonist\"", 2, &[4, 5]).end(), Some((End::Caught, "occupants_out")));
    assert_eq!(shot("\"protagonist\", \"extra\"", 2, &[4, 5, 6]).state().wear.wounds.prey, 0);
}

#[test]
fn a_shot_catcher_is_disabled() {
    let text =
        format!("{OPEN}\nfistful = {{ prey = {{ shoot = \"always\" }}, catcher = {{ occupants = [\"extra\"] }} }}");
    let shot = |faces: &[i16]| Played::phase(&text, doing(Side::Prey, Deed::Shoot), faces);
    assert_eq!(shot(&[5, 6]).end(), Some((End::CatcherDisabled, "disabled")));
    assert_eq!(shot(&[4, 3]).end(), Some((End::CatcherDisabled, "occupants_out")));
}

#[test]
fn a_stunned_driver_spends_the_first_action() {
    let stunned = |won: i16| {
        let change = |state: &mut State| {
            state.wear.stunned.prey = true;
            dice(Side::Prey, 2)(state);
        };
        let played = Played::phase(OPEN, change, &[won]);
        (played.state().left.prey, played.state().wear.stunned.prey)
    };
    assert_eq!([0, 1, 2].map(stunned), [(0, true), (0, false), (1, false)]);
}

#[test]
fn tests_after_a_hit_tyre_are_harder() {
    let shot = |face: i16| {
        let text = format!("{OPEN}\nfistful = {{ catcher = {{ shoot = \"always\" }} }}");
        let change = |state: &mut State| {
            state.wear.tyre.prey = true;
            doing(Side::Catcher, Deed::Shoot)(state);
        };
        let faces: &[i16] = if face >= 4 { &[2, 4] } else { &[2, 3, 6] };
        Played::phase(&text, change, faces).state().stalled.prey
    };
    assert_eq!([3, 4].map(shot), [true, false]);
}

#[test]
fn an_evasion_is_a_move_or_three_dice_once() {
    let text = "prey = { vehicle = \"bulldozer\" }";
    let lost = |evaded: bool| {
        let change = |state: &mut State| {
            state.wear.evaded.prey = evaded;
            dice(Side::Prey, 3)(state);
        };
        Played::phase(text, change, &[0, 5, 6])
    };
    let evades = lost(false);
    assert_eq!(evades.state().phase, Phase::Evade(Side::Prey, Side::Prey));
    assert!(!evades.state().stalled.prey, "the engine runs on");
    assert_eq!(lost(true).gaps(), [25.5], "a second time it is a move");
    let prey: Picks<'_> = &[("dice", &["3"]), ("evade", &["dice"]), ("act", &["move", "move"])];
    let played = Played::turns(text, prey, IDLE, &[0, 5, 6, 2, 0], 1);
    assert_eq!(played.dice, ["3d6 at 3+", "1d6", "1d6", "3d6 at 3+", "1d6 at 3+"]);
    assert_eq!(played.gaps(), [18.0, 33.0]);
    let prey: Picks<'_> = &[("dice", &["3"]), ("evade", &["move"])];
    assert_eq!(Played::turns(text, prey, IDLE, &[0, 5, 6, 0], 1).gaps(), [18.0, 25.5]);
}

#[test]
fn a_reaction_comes_before_the_actions_that_are_left() {
    // The catcher rams and loses by 3; the prey starts away before the catcher's second action.
    let catcher: Picks<'_> = &[("dice", &["2"]), ("ram", &["ram", "no"]), ("act", &["wait"])];
    let prey: Picks<'_> = &[("dice", &["1"]), ("act", &["move"])];
    let played = Played::turns(OPEN, prey, catcher, &[0, 2, -3], 1);
    assert_eq!(played.gaps(), [18.0, 18.0]);
    assert_eq!(played.told[3], "The prey gets a reaction.");
}

#[test]
fn a_bold_pair_on_an_open_road_ends_in_every_way_but_shots() {
    let text = format!("{OPEN}\nprey = {{ temper = \"bold\" }}\ncatcher = {{ temper = \"bold\" }}");
    let prepared = read::<Fistful>(&text);
    let result = exact(&prepared.system, &prepared.behaviours, prepared.max_turns);
    for end in [End::Escaped, End::Caught, End::PreyCrashed, End::CatcherDisabled, End::Timeout] {
        assert!(result.end(end) > 0.0, "{}", end.name());
    }
    // Nothing to run into, and cars of a weight flip only the one that is rammed.
    assert_eq!(result.end(End::CatcherCrashed), 0.0);
}
