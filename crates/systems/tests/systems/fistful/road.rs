//! Curves, obstacles and tables: how vehicles go along the road (rules/fistful.md 1, 2, 5).

use super::played::{Played, cm, doing};
use chaselab_core::{End, Next, Side, System};
use chaselab_systems::fistful::{Deed, Kind, Obstacle, Phase, State, Stunt};

const QUIET: &str = "fistful = { road = { obstacles = false } }";

/// One action of a side, with nothing rolled.
fn one(text: &str, side: Side, deed: Deed, change: impl Fn(&mut State)) -> Played {
    Played::phase(
        text,
        |state| {
            doing(side, deed)(state);
            change(state);
        },
        &[],
    )
}

fn at(kind: Kind, ahead: i16) -> Option<Obstacle> {
    Some(Obstacle { kind, ahead, passed: false })
}

/// Names of what `act` may be, with two actions left.
fn open(text: &str, side: Side, change: impl Fn(&mut State)) -> Vec<String> {
    let system = crate::exact::read::<chaselab_systems::fistful::Fistful>(text).system;
    let mut state = system.start(&mut chaselab_core::Script::new([]));
    state.phase = Phase::Act(side);
    state.left[side] = 2;
    change(&mut state);
    let Next::Choose(choice) = system.next(&state) else { panic!("a choice") };
    let decision = choice[side].decision;
    choice[side].options.iter().map(|action| system.words().action(decision, action).to_owned()).collect()
}

#[test]
pub fn the_classes_move_as_their_sticks_say() {
    for (vehicle, straight, curved) in
        [("bulldozer", 7.5, 7.5), ("truck", 12.0, 12.0), ("sedan", 18.0, 12.0), ("motorcycle", 24.0, 18.0)]
    {
        let text = format!("prey = {{ vehicle = \"{vehicle}\" }}\n{QUIET}");
        let moved = one(&text, Side::Prey, Deed::Move, |_| {});
        assert_eq!(moved.gaps(), [18.0 + straight], "{vehicle}");
        let turned = one(&text, Side::Prey, Deed::Turn, |state| state.road.curve.prey = 8);
        assert_eq!(turned.gaps(), [18.0 + curved], "{vehicle}");
        // Past a curve 2 cm ahead, the next one 45 cm behind it.
        assert_eq!(cm(turned.state().road.curve.prey), 45.0 - (curved - 2.0), "{vehicle}");
    }
}

#[test]
fn a_curve_stops_a_straight_move() {
    let before = one(QUIET, Side::Prey, Deed::Move, |state| state.road.curve.prey = 40);
    assert_eq!((before.gaps(), before.state().road.curve.prey), (vec![28.0], 0));
    assert_eq!(before.state().road.straight.prey, 0, "not a full move");
    // Standing before it: nothing but a turn.
    assert_eq!(open(QUIET, Side::Prey, |state| state.road.curve.prey = 0), ["wait", "turn"]);
    // A curve out of a curved move's reach cannot be turned into.
    assert_eq!(open(QUIET, Side::Prey, |state| state.road.curve.prey = 49), ["wait", "move"]);
    assert_eq!(open(QUIET, Side::Prey, |state| state.road.curve.prey = 48), ["wait", "move", "turn"]);
    // One that ends exactly at the curve is past it.
    let exact = one(QUIET, Side::Prey, Deed::Turn, |state| state.road.curve.prey = 48);
    assert_eq!(cm(exact.state().road.curve.prey), 45.0);
}

#[test]
fn bikes_turn_twice_in_one_action() {
    let road = "fistful = { road = { curve_every_cm = 8, obstacles = false } }";
    let turn = |vehicle: &str| {
        let text = format!("prey = {{ vehicle = \"{vehicle}\" }}\n{road}");
        one(&text, Side::Prey, Deed::Turn, |state| state.road.curve.prey = 8).gaps()[0] - 18.0
    };
    // A car stops before the second curve at 2 + 8, a bike passes it and stops before the third at 18.
    assert_eq!((turn("sedan"), turn("motorcycle")), (10.0, 18.0));
}

#[test]
fn the_catcher_stops_in_contact() {
    let text = "terrain = { kind = \"open\" }";
    let closed = one(text, Side::Catcher, Deed::Move, |state| state.gap = 40);
    assert_eq!(closed.gaps(), [0.0]);
    let open = open(text, Side::Catcher, |state| state.gap = 0);
    assert_eq!(open, ["wait"]);
    // Its own curves are before it too.
    let curve = one(QUIET, Side::Catcher, Deed::Move, |state| state.road.curve.catcher = 20);
    assert_eq!((curve.gaps(), curve.state().road.curve.catcher), (vec![13.0], 0));
}

#[test]
fn the_start_is_a_straight_stretch() {
    let text = "gap = \"far\"";
    let start = one(text, Side::Prey, Deed::Wait, |_| {});
    let state = start.state();
    assert_eq!(
        [state.gap(), state.road.curve.prey, state.road.curve.catcher, state.road.edge].map(cm),
        [36.0, 45.0, 81.0, 90.0]
    );
    assert_eq!(start.told, ["The prey lets it be."]);
}

#[test]
pub fn more_than_a_table_away_is_escaped() {
    let move_to = |gap: i16| {
        one("terrain = { kind = \"open\" }", Side::Prey, Deed::Move, |state| state.gap = i32::from(gap) - 72)
            .end()
            .map(|(end, _)| end)
    };
    assert_eq!((move_to(360), move_to(361)), (None, Some(End::Escaped)));
}

#[test]
fn running_into_traffic_and_stopping_before_it() {
    let text = "fistful = { road = { curve_every_cm = \"never\", immovables = false } }";
    let with = |ahead: i16| move |state: &mut State| state.road.obstacle = at(Kind::Ahead, ahead);
    // What is open: turning needs it within a curved move, stopping within a straight one.
    assert_eq!(open(text, Side::Prey, with(73)), ["wait", "move"]);
    assert_eq!(open(text, Side::Prey, with(72)), ["wait", "move", "stop"]);
    assert_eq!(open(text, Side::Prey, with(48)), ["wait", "move", "turn", "stop"]);
    assert_eq!(open(text, Side::Prey, with(0)), ["wait", "move", "turn"]);
    let stopped = one(text, Side::Prey, Deed::Stop, with(60));
    assert_eq!((stopped.gaps(), stopped.state().road.obstacle), (vec![33.0], at(Kind::Ahead, 0)));
    let turned = one(text, Side::Prey, Deed::Turn, with(20));
    assert_eq!(turned.state().road.obstacle, Some(Obstacle { kind: Kind::Ahead, ahead: 20 - 48, passed: true }));
    // A collision is a ram of a car, combat 4 against 4: a loss by 4 is a test, by 5 the end.
    let collides = |vehicle: &str, faces: &[i16]| {
        let text = format!("prey = {{ vehicle = \"{vehicle}\" }}\n{text}");
        Played::phase(
            &text,
            |state| {
                doing(Side::Prey, Deed::Move)(state);
                with(20)(state);
            },
            faces,
        )
    };
    let through = collides("sedan", &[5]);
    assert_eq!((through.gaps(), through.state().road.obstacle, through.end()), (vec![23.0], None, None));
    assert_eq!(through.events, ["prey_collisions"]);
    assert!(collides("sedan", &[-4, 2, 6]).state().stalled.prey);
    assert_eq!(collides("sedan", &[-5, 6]).end(), Some((End::PreyCrashed, "collided")));
    // A truck, 8 and 2 for its weight, is beyond that; a bike, 2 against 4 and 2, is there at once.
    assert_eq!(collides("truck", &[-5]).end(), None);
    assert!(collides("motorcycle", &[0, 3]).end().is_none());
    assert_eq!(collides("motorcycle", &[-1, 6]).end(), Some((End::PreyCrashed, "collided")));
}

#[test]
fn obstacles_move_before_anyone_else() {
    // The catcher lets its turn pass; then traffic moves.
    let text = "fistful = { road = { curve_every_cm = \"never\" } }";
    let next = |obstacle: Obstacle| {
        one(text, Side::Catcher, Deed::Wait, |state| state.road.obstacle = Some(obstacle)).state().road.obstacle
    };
    let of = |kind, ahead, passed| Obstacle { kind, ahead, passed };
    assert_eq!(next(of(Kind::Ahead, 20, false)), Some(of(Kind::Ahead, 68, false)));
    assert_eq!(next(of(Kind::Ahead, -60, true)), Some(of(Kind::Ahead, -12, true)));
    assert_eq!(next(of(Kind::Ahead, -20, true)), Some(of(Kind::Ahead, 0, true)), "it stops before it collides");
    assert_eq!(next(of(Kind::Ahead, 340, false)), None, "a table ahead it is gone");
    assert_eq!(next(of(Kind::Coming, 20, false)), Some(of(Kind::Crossing, 20, false)));
    assert_eq!(next(of(Kind::Crossing, 20, false)), None);
    assert_eq!(next(of(Kind::Stationary, 20, false)), Some(of(Kind::Stationary, 20, false)));
}

#[test]
fn what_is_still_coming_is_not_in_the_way() {
    let text = "fistful = { road = { curve_every_cm = \"never\" } }";
    let by = one(text, Side::Prey, Deed::Move, |state| state.road.obstacle = at(Kind::Coming, 20));
    assert_eq!(by.state().road.obstacle, Some(Obstacle { kind: Kind::Coming, ahead: 20 - 72, passed: true }));
    // Between the two it blocks the catcher: 18 cm behind where the prey was, 5 more to the obstacle.
    let behind = |state: &mut State| {
        state.gap = 144;
        state.road.obstacle = Some(Obstacle { kind: Kind::Crossing, ahead: 20 - 72, passed: true });
    };
    let stopped = one(text, Side::Catcher, Deed::Stop, |state| {
        behind(state);
        state.gap = 100;
    });
    assert_eq!(stopped.gaps(), [13.0]);
    assert!(!open(text, Side::Catcher, behind).contains(&"stop".to_owned()));
    // Once it is past the obstacle too, there is none.
    let passed = one(text, Side::Catcher, Deed::Turn, |state| {
        behind(state);
        state.gap = 60;
    });
    assert_eq!((passed.gaps(), passed.state().road.obstacle), (vec![3.0], None));
    // And the same for what is not in its way.
    let by = one(text, Side::Catcher, Deed::Move, |state| {
        state.gap = 100;
        state.road.obstacle = Some(Obstacle { kind: Kind::Coming, ahead: -52, passed: true });
    });
    assert_eq!(by.state().road.obstacle, None);
}

#[test]
fn a_new_table_clears_the_old_obstacle() {
    let played = Played::phase(
        "",
        |state| {
            doing(Side::Prey, Deed::Move)(state);
            state.road.edge = 72;
            state.road.obstacle = Some(Obstacle { kind: Kind::Stationary, ahead: -10, passed: true });
        },
        &[1],
    );
    assert_eq!((played.state().road.obstacle, cm(played.state().road.edge)), (None, 90.0));
    assert_eq!(played.told[0], "A new table, with nothing in the way.");
    // Where nothing curves, the first crossing is in the middle of the table.
    let text = "fistful = { road = { curve_every_cm = \"never\" } }";
    let middle = Played::phase(
        text,
        |state| {
            doing(Side::Prey, Deed::Move)(state);
            state.road.edge = 32;
        },
        &[3],
    );
    assert_eq!(middle.state().road.obstacle, at(Kind::Crossing, 180 - 40));
}

#[test]
fn stunts() {
    let text = "fistful = { road = { curve_every_cm = \"never\", immovables = false } }";
    let stunt = |text: &str, stunt: Stunt, faces: &[i16], change: &dyn Fn(&mut State)| {
        Played::phase(
            text,
            |state| {
                state.phase = Phase::Activate { active: Side::Prey, who: Side::Prey, dice: 3, stunt: Some(stunt) };
                change(state);
            },
            faces,
        )
    };
    let jump = stunt(text, Stunt::Jump, &[3], &|state| state.road.obstacle = at(Kind::Ahead, 140));
    assert_eq!((jump.gaps(), jump.state().left.prey), (vec![18.0 + 36.0], 1));
    assert_eq!(jump.state().road.obstacle, Some(Obstacle { kind: Kind::Ahead, ahead: -4, passed: true }));
    assert_eq!(jump.events, ["prey_stunts"]);
    let wheelie = stunt(text, Stunt::Wheelie, &[2], &|state| state.road.obstacle = at(Kind::Stationary, 70));
    assert_eq!((wheelie.gaps(), wheelie.state().phase), (vec![36.0], Phase::Dice(Side::Catcher)));
    let fast = stunt(QUIET, Stunt::HighSpeedTurn, &[2], &|state| {
        state.road.straight.prey = 2;
        state.road.curve.prey = 30;
    });
    assert_eq!((fast.gaps(), cm(fast.state().road.curve.prey)), (vec![36.0], 45.0 - 10.5));
    assert_eq!(fast.state().road.straight.prey, 0);
    // With one action, or none, the driver loses control; whatever was won is gone.
    let failed = stunt(text, Stunt::Jump, &[1, 6], &|state| state.road.obstacle = at(Kind::Ahead, 140));
    assert_eq!((failed.gaps(), failed.state().stalled.prey, failed.state().left.prey), (vec![18.0], true, 0));
    assert_eq!(failed.events, ["prey_turnovers", "prey_crash_events"]);
}

#[test]
fn stunts_are_announced_before_the_dice_where_they_help() {
    let offered = |text: &str, dice: u8, change: &dyn Fn(&mut State)| {
        let system = crate::exact::read::<chaselab_systems::fistful::Fistful>(text).system;
        let mut state = system.start(&mut chaselab_core::Script::new([]));
        change(&mut state);
        system.choose(&mut state, chaselab_core::Pair::new(chaselab_core::Action(dice - 1), chaselab_core::Action(0)));
        let Next::Choose(choice) = system.next(&state) else { return Vec::new() };
        let decision = choice.prey.decision;
        choice.prey.options.iter().map(|action| system.words().action(decision, action).to_owned()).collect::<Vec<_>>()
    };
    let text = "fistful = { road = { curve_every_cm = \"never\" } }";
    let far = |state: &mut State| state.road.obstacle = at(Kind::Stationary, 144);
    let near = |state: &mut State| state.road.obstacle = at(Kind::Stationary, 72);
    let traffic = |state: &mut State| state.road.obstacle = at(Kind::Ahead, 72);
    assert_eq!(offered(text, 1, &near), Vec::<String>::new(), "one die cannot win two actions");
    assert_eq!(offered(text, 2, &near), ["none", "jump", "wheelie"]);
    assert_eq!(offered(text, 3, &traffic), ["none", "jump"]);
    assert_eq!(offered(text, 3, &far), ["none", "jump"]);
    assert_eq!(offered(text, 3, &|state| state.road.obstacle = at(Kind::Stationary, 145)), Vec::<String>::new());
    let curve = |straight: u8| {
        move |state: &mut State| {
            state.road.straight.prey = straight;
            state.road.curve.prey = 72;
        }
    };
    assert_eq!(offered(QUIET, 2, &curve(2)), ["none", "high-speed-turn"]);
    assert_eq!(offered(QUIET, 2, &curve(1)), Vec::<String>::new());
}

#[test]
fn two_full_straight_moves_in_a_row_are_remembered() {
    let straight = |before: u8, deed: Deed, curve: i16| {
        one(QUIET, Side::Prey, deed, |state| {
            state.road.straight.prey = before;
            state.road.curve.prey = curve;
        })
        .state()
        .road
        .straight
        .prey
    };
    assert_eq!([0, 1, 2].map(|before| straight(before, Deed::Move, 80)), [1, 2, 2]);
    assert_eq!((straight(2, Deed::Move, 71), straight(2, Deed::Turn, 40)), (0, 0));
}
