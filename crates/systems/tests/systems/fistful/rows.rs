//! Every row of every table, reached by given dice (rules/fistful.md 1 to 5).

use super::played::{Played, cm, doing};
use chaselab_core::{End, Side};
use chaselab_systems::SystemId;
use chaselab_systems::fistful::{Deed, Kind, Phase, State, Weapon};

/// The catcher in contact on an open road, about to ram.
fn ram(text: &str, faces: &[i16]) -> Played {
    let text = format!("terrain = {{ kind = \"open\" }}\n{text}");
    Played::phase(
        &text,
        |state| {
            state.gap = 0;
            doing(Side::Catcher, Deed::Ram)(state);
        },
        faces,
    )
}

/// Somebody of combat 3 shoots at a car at close range: the difference of the dice, less 1, is the margin.
fn shoot(faces: &[i16]) -> Played {
    let text =
        "terrain = { kind = \"open\" }\nfistful = { prey = { shoot = \"always\" }, catcher = { shoot = \"always\" } }";
    Played::phase(text, doing(Side::Catcher, Deed::Shoot), faces)
}

/// A vehicle drives into something stationary.
fn hit(vehicle: &str, face: i16, rest: &[i16]) -> Played {
    hit_with("", vehicle, face, rest)
}

/// The same, with more people in it.
fn hit_with(people: &str, vehicle: &str, face: i16, rest: &[i16]) -> Played {
    let faces: Vec<i16> = [face].iter().chain(rest).copied().collect();
    let text = format!(
        "prey = {{ vehicle = \"{vehicle}\" }}\nfistful = {{ road = {{ curve_every_cm = \"never\" }}, prey = {{ {people} }} }}"
    );
    let change = |state: &mut State| {
        state.road.obstacle = Some(stationary(20));
        doing(Side::Prey, Deed::Move)(state);
    };
    Played::phase(&text, change, &faces)
}

fn stationary(ahead: i16) -> chaselab_systems::fistful::Obstacle {
    chaselab_systems::fistful::Obstacle { kind: Kind::Stationary, ahead, passed: false }
}

/// The prey loses control on three failures.
fn skid(terrain: &str, faces: &[i16]) -> Played {
    let text = format!("terrain = {{ kind = \"{terrain}\" }}");
    let change = |state: &mut State| {
        state.phase = Phase::Activate { active: Side::Prey, who: Side::Prey, dice: 3, stunt: None };
    };
    Played::phase(&text, change, &[&[0], faces].concat())
}

/// The prey drives onto a new table.
fn table(faces: &[i16]) -> Played {
    let change = |state: &mut State| {
        state.road.edge = 40;
        doing(Side::Prey, Deed::Move)(state);
    };
    Played::phase("", change, faces)
}

fn each_row(table: &str, case: fn(&str)) {
    SystemId::Fistful.tables().get(table).rows.iter().for_each(|row| case(&row.name));
}

#[test]
pub fn every_ram() {
    each_row("ram", ram_row);
}

#[test]
pub fn every_ram_withstood() {
    each_row("ram_withstood", ram_withstood_row);
}

#[test]
pub fn everything_immovable() {
    each_row("immovable", immovable_row);
}

#[test]
pub fn everything_immovable_withstood() {
    each_row("immovable_withstood", immovable_withstood_row);
}

#[test]
pub fn every_shot() {
    each_row("shooting", shooting_row);
}

#[test]
pub fn every_shot_withstood() {
    each_row("shooting_withstood", shooting_withstood_row);
}

#[test]
pub fn every_way_to_lose_control() {
    each_row("lost_control", lost_control_row);
}

#[test]
pub fn every_obstacle() {
    each_row("obstacles", obstacles_row);
}

fn ram_row(row: &str) {
    let end = |played: &Played| played.end().map(|(end, detail)| (end, detail.to_owned()));
    let disabled = Some((End::Caught, "disabled".to_owned()));
    match row {
        "1" => assert_eq!(ram("", &[1, 4]).gaps(), [4.0]),
        "2" => {
            // Quality 3: a 3 passes, a 2 does not, and then 1d6 along the road.
            assert!(!ram("", &[2, 3]).state().stalled.prey);
            let lost = ram("", &[2, 2, 4]);
            assert!(lost.state().stalled.prey);
            assert_eq!((lost.gaps(), lost.count("prey_crash_events")), (vec![9.0], 1));
        }
        "3" => {
            assert_eq!(end(&ram("", &[3, 4])), disabled);
            assert_eq!(end(&ram("", &[3, 3, 6])), disabled, "a test at -1");
            // Out of control and into a building: it crashed.
            let text = "fistful = { road = { immovables = true } }";
            assert_eq!(end(&ram(text, &[3, 1, 5, 2])), Some((End::PreyCrashed, "collided".into())));
        }
        "4" => assert_eq!(end(&ram("", &[4, 1])), disabled),
        "5+" => assert_eq!(end(&ram("", &[5])), Some((End::PreyCrashed, "flipped".into()))),
        _ => panic!("no case for row {row}"),
    }
}

fn ram_withstood_row(row: &str) {
    let margin: i16 = row.trim_end_matches('+').parse().unwrap();
    match margin {
        1 | 2 => {
            let nothing = ram("", &[-margin]);
            assert_eq!((nothing.end(), nothing.gaps()), (None, vec![0.0]));
            assert_eq!(nothing.state().phase, Phase::Dice(Side::Prey));
        }
        3 => {
            // One action at once, before the catcher goes on.
            let reacts = ram("", &[-3]);
            assert_eq!((reacts.state().left.prey, &reacts.state().phase), (1, &Phase::Act(Side::Catcher)));
        }
        4 => {
            assert!(!ram("", &[-4, 3]).state().stalled.catcher);
            assert!(ram("", &[-4, 2, 6]).state().stalled.catcher);
        }
        _ => {
            let disabled = ram("", &[-5, 4]);
            assert_eq!(disabled.end(), Some((End::CatcherDisabled, "disabled")));
            assert_eq!(ram("", &[-5, 3, 6]).end(), Some((End::CatcherDisabled, "disabled")), "a test at -1");
        }
    }
}

/// A car, combat 4, against 10: a 5 loses by 1, a 1 by 5.
fn immovable_row(row: &str) {
    match row {
        "1" => {
            let stalled = hit("sedan", 5, &[]);
            assert!(stalled.state().stalled.prey);
            assert_eq!((stalled.end(), stalled.state().road.obstacle), (None, None));
            assert_eq!(stalled.gaps(), [18.0 + 5.0]);
            assert_eq!(stalled.events, ["prey_collisions"]);
        }
        // A protagonist and an extra: only the extra can be put out at once, at 4 + d6 against 3 + d6.
        "2" => assert_eq!(hit("sedan", 4, &[]).end(), Some((End::PreyCrashed, "collided"))),
        "3" => {
            let hurt = hit("sedan", 3, &[0]);
            assert_eq!((hurt.end(), hurt.count("prey_casualties")), (Some((End::PreyCrashed, "collided")), 1));
            assert_eq!(hit("sedan", 3, &[-1]).count("prey_casualties"), 0);
            // On a bike, combat 2, at 6 + d6.
            assert_eq!(hit("motorcycle", 5, &[-2]).count("prey_casualties"), 1);
            assert_eq!(hit("motorcycle", 5, &[-3]).count("prey_casualties"), 0);
        }
        "4" => {
            let killed = hit("sedan", 2, &[]);
            assert_eq!((killed.end(), killed.count("prey_casualties")), (Some((End::PreyCrashed, "collided")), 1));
            // Of two extras the other at 6 + d6 in a car, at 8 + d6 on a bike.
            let two = |vehicle, face, other| {
                let people = "occupants = [\"protagonist\", \"extra\", \"extra\"]";
                hit_with(people, vehicle, face, &[other]).count("prey_casualties")
            };
            assert_eq!([two("sedan", 2, -2), two("sedan", 2, -3)], [2, 1]);
            assert_eq!([two("motorcycle", 4, -4), two("motorcycle", 4, -5)], [2, 1]);
        }
        "5+" => {
            let flipped = hit("sedan", 1, &[]);
            assert_eq!((flipped.end(), flipped.count("prey_casualties")), (Some((End::PreyCrashed, "flipped")), 1));
        }
        _ => panic!("no case for row {row}"),
    }
}

/// A bulldozer, combat 10, moves 7.5 cm: it wins by what the die shows.
fn immovable_withstood_row(row: &str) {
    let margin: i16 = row.trim_end_matches('+').parse().unwrap();
    let played = hit("bulldozer", margin, &[]);
    let state = played.state();
    assert_eq!((played.end(), state.road.obstacle, state.stalled.prey), (None, None, false));
    match margin {
        1 | 2 => assert_eq!((played.gaps(), state.phase), (vec![23.0], Phase::Dice(Side::Catcher))),
        3 => assert_eq!((state.left.prey, state.phase), (1, Phase::Act(Side::Prey))),
        4 => assert_eq!(played.gaps(), [18.0 + 5.0 + 7.5]),
        _ => assert_eq!(state.phase, Phase::Evade(Side::Prey, Side::Prey)),
    }
}

fn shooting_row(row: &str) {
    match row {
        "1" => {
            assert!(!shoot(&[2, 3]).state().stalled.prey);
            assert!(shoot(&[2, 2, 6]).state().stalled.prey);
        }
        "2" => {
            // At -1 a 3 is too little; from then on every test is at -1.
            let flat = shoot(&[3, 4]);
            assert!(flat.state().wear.tyre.prey && !flat.state().stalled.prey);
            assert!(shoot(&[3, 3, 6]).state().stalled.prey);
        }
        "3" => {
            // Combat 3 less 2 for cover against 3: stunned when beaten by 1 or 2, so from 3 on.
            assert!(!shoot(&[4, 2]).state().wear.stunned.prey);
            assert!(shoot(&[4, 3]).state().wear.stunned.prey);
            assert!(shoot(&[4, 4]).state().wear.stunned.prey);
            assert_eq!(shoot(&[4, 5]).state().wear.wounds.prey, 1);
        }
        "4" => assert_eq!(shoot(&[5, 3]).end(), Some((End::Caught, "disabled"))),
        "5+" => {
            // A car has combat 4 and dice differ by 5 at most, so it takes a better shot.
            let text = "
                terrain = { kind = \"open\" }
                catcher = { gunnery = \"Good\" }
                fistful = { catcher = { shoot = \"always\" } }
            ";
            let exploded = Played::phase(text, doing(Side::Catcher, Deed::Shoot), &[5, -2]);
            assert_eq!(exploded.end(), Some((End::PreyCrashed, "exploded")));
            assert_eq!(exploded.events, ["catcher_shots", "catcher_hits", "prey_casualties"]);
        }
        _ => panic!("no case for row {row}"),
    }
}

fn shooting_withstood_row(row: &str) {
    let margin: i16 = row.trim_end_matches('+').parse().unwrap();
    let weapon = |faces: &[i16]| shoot(faces).state().wear.weapon.catcher;
    match margin {
        1 | 2 => assert_eq!(weapon(&[1 - margin]), Weapon::Ready),
        3 => assert_eq!(weapon(&[-2]), Weapon::Dropped),
        4 => {
            // The activation in which it jams ends here; a full turn is still to come.
            assert_eq!(weapon(&[-3]), Weapon::Jammed(1));
            let text = "fistful = { catcher = { shoot = \"always\" } }";
            let crowd = |face| Played::phase(text, doing(Side::Catcher, Deed::Shoot), &[-3, face]);
            assert_eq!([4, 5].map(|face| crowd(face).count("bystanders_hit")), [0, 1]);
        }
        _ => {
            assert_eq!(weapon(&[-4, 3]), Weapon::Lost);
            let startled = shoot(&[-4, 2, 6]);
            assert!(startled.state().stalled.catcher && startled.state().wear.weapon.catcher == Weapon::Lost);
        }
    }
}

/// A car of 18 cm, quality 3.
fn lost_control_row(row: &str) {
    let face: i16 = row.parse().unwrap();
    let gone = [18.0, 18.0, 9.0, 9.0, 0.0, 0.0][face as usize - 1];
    let open = skid("open", &[face]);
    assert_eq!((open.gaps(), open.state().stalled.prey), (vec![18.0 + gone], true));
    assert_eq!(open.events, ["prey_turnovers", "prey_crash_events"]);
    // In the city, what leaves the road hits something: here without harm.
    let city = if face >= 5 { skid("city", &[face, 6]) } else { skid("city", &[face]) };
    assert_eq!(city.count("prey_collisions"), usize::from(face >= 5));
    assert_eq!(cm(city.state().gap()), 18.0 + gone);
}

fn obstacles_row(row: &str) {
    let face: i16 = row.parse().unwrap();
    let after = |faces: &[i16]| {
        let played = table(faces);
        let state = played.state();
        assert_eq!(state.road.edge, 360 + 40 - 72);
        // The phase is over, and with it the prey's activation: nothing has moved yet.
        state.road.obstacle.map(|obstacle| (obstacle.kind, cm(obstacle.ahead)))
    };
    match face {
        1 | 6 => assert_eq!(after(&[face]), None),
        2 => assert_eq!(after(&[2, 6]), Some((Kind::Ahead, 45.0))),
        // The first curve is 45 cm from the start, of which 18 are behind it.
        3 => assert_eq!(after(&[3]), Some((Kind::Crossing, 27.0))),
        4 => assert_eq!(after(&[4]), Some((Kind::Coming, 27.0))),
        _ => assert_eq!(after(&[5, 1]), Some((Kind::Stationary, 7.5))),
    }
}
