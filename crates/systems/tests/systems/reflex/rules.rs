//! Each rule of the page that no switch changes, besides the mishaps themselves (rules/reflex.md 2 to 4).

use super::played::Played;
use chaselab_core::{End, Next, Side, System};

/// Bends of 10 degrees every 5 m, and a prey that drives 10 m a move with a target of 7 on one d20; its initiative of 20
/// is tick 25. The catcher stands.
fn winding(more: &str) -> String {
    format!(
        "[reflex]\nstart = 60\nbends = {{ every = 5, angle = 10 }}\n{more}\n[reflex.prey]\ncoordination = 7\ndriving = 1\n\
         safe_speed = 10\ninitiative = 5\n[reflex.catcher]\nsafe_speed = 0.5\n"
    )
}

/// Modifiers of the prey's checks in as many exchanges as it takes: the initiative of each is 20, and every face that is
/// not given is 1.
fn modifiers(text: &str, first: &[i16], checks: &[usize]) -> Vec<i16> {
    let mut faces = Vec::new();
    for (exchange, &count) in checks.iter().enumerate() {
        faces.push(20);
        let given = if exchange == 0 { first } else { &[] };
        faces.extend(given);
        faces.extend(std::iter::repeat_n(1, count - given.len()));
    }
    let speeds = vec!["1"; checks.len()];
    let played = Played::new(text, &speeds, &vec!["0"; checks.len()], &faces);
    played.checks().iter().map(|&(modifier, _)| modifier).collect()
}

#[test]
fn an_oversteer_shakes_the_crew_for_five_ticks() {
    // Half of the second move is lost: one bend there instead of two. From the third move on nothing is left of it.
    assert_eq!(modifiers(&winding(""), &[9], &[9, 10])[..10], [0, -1, -1, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn a_skid_lasts_for_the_exchange() {
    // The second move is lost, and half of the third.
    let all = modifiers(&winding(""), &[13], &[7, 10]);
    assert_eq!(all, [&[0, -2, -2, -2, -2, -2, -2], [0; 10].as_slice()].concat());
}

#[test]
fn the_worst_penalty_holds() {
    // A skid, then an oversteer in the same move: -2 holds. They cost 2 moves together, so the fourth is the next.
    assert_eq!(modifiers(&winding(""), &[13, 9 - 2], &[6])[..], [0, -2, -2, -2, -2, -2]);
    // The other way round.
    assert_eq!(modifiers(&winding(""), &[9, 13 - 1], &[6])[..], [0, -1, -2, -2, -2, -2]);
}

#[test]
pub fn hits_last() {
    // The penalty of the exchange is -3, and the damaged suspension -1 for good.
    let minor = modifiers(&winding(""), &[14], &[7, 10]);
    assert_eq!(minor, [&[0, -4, -4, -4, -4, -4, -4], [-1; 10].as_slice()].concat());
    // A pothole: -4, the suspension -2, and the driver is unhurt or hurt: another -1.
    let pothole = |body: i16| {
        let faces = [&[20, 18, body], [1; 6].as_slice(), &[20], &[1; 10]].concat();
        let text = winding("").replace("coordination = 7", "coordination = 9");
        let played = Played::new(&text, &["1", "1"], &["0", "0"], &faces);
        played.checks().iter().map(|&(modifier, _)| modifier).collect::<Vec<_>>()
    };
    assert_eq!(pothole(9), [&[0, -6, -6, -6, -6, -6, -6], [-2; 10].as_slice()].concat());
    assert_eq!(pothole(10), [&[0, -7, -7, -7, -7, -7, -7], [-3; 10].as_slice()].concat());
    let water = winding("surface = \"water\"");
    assert_eq!(modifiers(&water, &[14], &[7, 10]), [&[0, -3, -3, -3, -3, -3, -3], [-1; 10].as_slice()].concat());
    assert_eq!(modifiers(&water, &[16], &[7, 10]), [&[0, -3, -3, -3, -3, -3, -3], [0; 10].as_slice()].concat());
}

#[test]
fn the_worst_hit_stands() {
    // Major after minor is major; the second fails by 9 against 7 - 4. Minor after major stays major.
    let damage = |faces: &[i16]| {
        let speeds = (["1"], ["0"]);
        Played::new(&winding(""), &speeds.0, &speeds.1, faces).views()[1][3]
    };
    assert_eq!(damage(&[20, 14, 12, 1, 1, 1]), 2);
    assert_eq!(damage(&[20, 16, 1, 8, 1, 1]), 2);
    // An aircraft has no suspension to hit, and wears all the same.
    let flying = format!("prey = {{ vehicle = \"helicopter\" }}\n{}", winding(""));
    let played = Played::new(&flying, &["1"], &["0"], &[20, 14, 1, 1, 1, 1, 1, 1]);
    assert_eq!((played.views()[1][3], played.count("prey_wear"), played.count("prey_hits")), (0, 1, 0));
    assert_eq!(played.checks()[1].0, -3);
}

#[test]
fn who_is_hurt_is_hurt_once() {
    // Two potholes: the second asks for no check of the body. Its target is 9 - 7.
    let text = winding("").replace("coordination = 7", "coordination = 9");
    let played = Played::new(&text, &["1"], &["0"], &[20, 18, 10, 12, 1, 1]);
    assert_eq!(played.came()[..2], ["pothole", "pothole"]);
    assert_eq!(played.count("prey_hurt"), 1);
    // `control` changes that check too, the shot and the visual range do not.
    let text = winding("visual_range = -3").replace("= 7\ndriving = 1", "= 15\ndriving = 1\ncontrol = -2");
    let asked = |body: i16| {
        let faces = [&[20, 19, body], [1; 6].as_slice()].concat();
        Played::new(&text, &["1"], &["0"], &faces).count("prey_hurt")
    };
    assert_eq!((asked(13), asked(14)), (0, 1));
}

#[test]
pub fn every_modifier() {
    let check = |text: &str| {
        let played = Played::new(text, &["0.5"], &["0"], &[20, 1, 1, 1, 1, 1]);
        played.checks()[0]
    };
    let of_angle = |angle: &str| check(&winding("").replace("angle = 10", &format!("angle = {angle}")));
    for (angle, modifier) in
        [("0", 0), ("29", 0), ("30", -1), ("45", -1), ("59", -1), ("60", -1), ("61", -2), ("75", -2), ("90", -2)]
    {
        assert_eq!(of_angle(angle), (modifier, 7 + modifier), "{angle}");
    }
    for range in 0..=3 {
        assert_eq!(check(&winding(&format!("visual_range = {}", -range))), (0, 7 - range));
    }
    assert_eq!(check(&winding("").replace("driving = 1", "driving = 1\ncontrol = -2")), (0, 5));
    assert_eq!(check(&winding("").replace("driving = 1", "driving = 1\ncontrol = 3")), (0, 10));
    // A shot is another action of the driver who is alone.
    let armed = |more: &str| check(&format!("prey = {{ weapon = \"pistol\"{more} }}\n{}", winding("")));
    assert_eq!(armed(", passenger = false"), (0, 6));
    assert_eq!(armed(""), (0, 7));
    assert_eq!(check(&format!("prey = {{ passenger = false }}\n{}", winding(""))), (0, 7));
}

#[test]
pub fn speed_above_the_safe_one() {
    let modifier = |speeds: &[&str]| {
        // One bend at the end of the road; the catcher of 0.5 m a move stays where it is.
        let metres = 5.0 * 10.0 * speeds.iter().map(|speed| speed.parse::<f64>().unwrap()).sum::<f64>();
        let bend = format!("bends = [[{}, 10]]\nbreak_off = 5000", 60.0 + metres);
        let text = winding("").replace("bends = { every = 5, angle = 10 }", &bend);
        Played::new(&text, speeds, &vec!["0"; speeds.len()], &[20, 1]).checks()[0].0
    };
    assert_eq!([modifier(&["0.5"]), modifier(&["1"]), modifier(&["1.5"]), modifier(&["2"])], [0, 0, -1, -1]);
    assert_eq!([modifier(&["2", "2.5"]), modifier(&["2", "3"])], [-2, -2]);
}

/// What the prey may declare at the end.
fn open(played: &Played, side: Side) -> Vec<f64> {
    let Next::Choose(choice) = played.system.next(played.states.last().unwrap()) else { panic!("over") };
    choice[side].options.iter().map(|speed| f64::from(speed.0) / 2.0).collect()
}

#[test]
pub fn a_damaged_suspension_limits_the_speed() {
    // The bend comes in the second exchange, in its last move; the catcher drives straight on behind.
    let text = |bend: u32| {
        winding("").replace("bends = { every = 5, angle = 10 }", &format!("bends = [[{bend}, 10]]\nbreak_off = 5000"))
    };
    let after = |faces: &[i16]| open(&Played::new(&text(310), &["2", "3"], &["1", "2"], faces), Side::Prey);
    assert_eq!(after(&[20, 1]), [2.0, 2.5, 3.0]);
    // The target is 5 above twice the safe speed: 12 is a minor hit, 14 a major one.
    assert_eq!(after(&[20, 12]), [2.0]);
    assert_eq!(after(&[20, 14, 1]), [1.0]);
    let slow = |faces: &[i16]| open(&Played::new(&text(85), &["0.5"], &["1"], faces), Side::Prey);
    assert_eq!(slow(&[20, 1]), [0.0, 0.5, 1.0, 1.5]);
    assert_eq!(slow(&[20, 14]), [0.0, 0.5, 1.0, 1.5]);
    assert_eq!(slow(&[20, 16, 1]), [0.0, 0.5, 1.0]);
    assert_eq!(open(&Played::new(&text(85), &["0.5"], &["0"], &[20, 1]), Side::Catcher), [0.0, 0.5, 1.0]);
}

#[test]
fn initiative_says_from_which_tick_on() {
    // Two bends a move; those before the tick are missed as an understeer, which costs a move.
    let played = |initiative: i16, faces: &[i16]| {
        let text = winding("").replace("every = 5", "every = 10").replace("initiative = 5", "initiative = 0");
        Played::new(&text, &["1"], &["0"], &[&[initiative], faces].concat())
    };
    let seen = |played: Played| (played.count("prey_missed_bends"), played.count("prey_checks"), played.gap());
    // Below 5: moves 1, 3 and 5 are driven and miss a bend each, 2 and 4 are lost.
    assert_eq!(seen(played(4, &[])), (3, 0, 90));
    assert_eq!(seen(played(5, &[1])), (2, 1, 90));
    assert_eq!(seen(played(9, &[1])), (2, 1, 90));
    assert_eq!(seen(played(10, &[1])), (2, 1, 90));
    assert_eq!(seen(played(15, &[1, 1, 1])), (1, 3, 100));
    assert_eq!(seen(played(19, &[1, 1, 1])), (1, 3, 100));
    assert_eq!(seen(played(20, &[1, 1, 1])), (1, 3, 100));
    // The bonus is added before it is rounded down, and 25 is the most.
    let quick = winding("").replace("every = 5", "every = 10").replace("initiative = 5", "initiative = 30");
    let all = Played::new(&quick, &["1"], &["0"], &[1, 1, 1, 1, 1, 1]);
    assert_eq!(seen(all), (0, 5, 110));
}

#[test]
fn initiative_is_rolled_by_whoever_can_reach_a_bend() {
    let text = winding("").replace("{ every = 5, angle = 10 }", "[[110.25, 10]]");
    assert_eq!(Played::new(&text, &["1"], &["0"], &[]).dice.len(), 0);
    let text = winding("").replace("{ every = 5, angle = 10 }", "[[110, 10]]");
    assert_eq!(Played::new(&text, &["1"], &["0"], &[5, 1]).dice, ["1d20", "1d20"]);
    assert_eq!(Played::new(&text, &["0"], &["1"], &[]).dice.len(), 0);
}

/// Two vehicles of 10 m a move on a road without bends.
fn plain(more: &str) -> String {
    let side = "{ safe_speed = 10, coordination = 7, driving = 1, initiative = 30 }";
    format!("[reflex]\nprey = {side}\ncatcher = {side}\n{more}\n")
}

#[test]
fn caught_at_the_end_of_a_tick() {
    let text = plain("start = 30\nbends = \"none\"");
    let played = Played::new(&text, &["0"], &["1"], &[]);
    assert_eq!((played.end(), played.gap()), (Some((End::Caught, "")), 0));
    // A quarter of a metre makes it one move more: the catcher is then past.
    let played = Played::new(&plain("start = 30.25\nbends = \"none\""), &["0"], &["1"], &[]);
    assert_eq!((played.end(), played.gap()), (Some((End::Caught, "")), -10));
    assert_eq!(Played::new(&plain("start = 50.25\nbends = \"none\""), &["0"], &["1"], &[]).end(), None);
    // The prey moves first: a catcher that would come level with where it was does not.
    let played = Played::new(&plain("start = 10\nbends = \"none\""), &["1"], &["2"], &[]);
    assert_eq!(
        (played.end(), played.told.iter().filter(|line| line.contains("has moved")).count()),
        (Some((End::Caught, "")), 2)
    );
    let played = Played::new(&plain("start = 10.25\nbends = \"none\""), &["1"], &["2"], &[]);
    assert_eq!(played.told.iter().filter(|line| line.contains("has moved")).count(), 4);
}

#[test]
fn escaped_at_the_end_of_an_exchange() {
    let end = |break_off: &str| {
        Played::new(&plain(&format!("bends = \"none\"\nbreak_off = {break_off}")), &["2"], &["1"], &[])
            .end()
            .map(|(end, _)| end)
    };
    // 60 m and five moves that gain 10 m each.
    assert_eq!(end("110"), Some(End::Escaped));
    assert_eq!(end("110.25"), None);
    // Reached in between, and lost again: the catcher is slower, the prey misses the bend at 160 m and loses a move.
    let between = plain("bends = [[160, 10]]\nbreak_off = 100").replace("initiative = 30", "initiative = -20");
    let played = Played::new(&between, &["2"], &["1.5"], &[1]);
    assert_eq!((played.end(), played.gap()), (None, 85));
    // A start beyond it counts as well, at the end of the first exchange.
    let far = plain("start = 400\nbends = \"none\"");
    assert_eq!(Played::new(&far, &["1"], &["1"], &[]).end(), Some((End::Escaped, "")));
    assert_eq!(Played::new(&far, &["0"], &["2"], &[]).end(), Some((End::Escaped, "")));
    assert_eq!(Played::new(&plain("start = 399\nbends = \"none\""), &["0"], &["2"], &[]).end(), None);
}

#[test]
fn crashes_end_it_at_the_end_of_the_tick() {
    // Both meet a bend in their first move: 60 m between them is six times 10.
    let text = plain("bends = { every = 10, angle = 10 }");
    let roll = [20, 1, 1, 1];
    let both = Played::new(&text, &["1"], &["1"], &[[1, 1].as_slice(), &roll, &roll].concat());
    assert_eq!(both.end(), Some((End::BothCrashed, "")));
    let prey = Played::new(&text, &["1"], &["1"], &[&[1, 1], roll.as_slice(), &[1]].concat());
    assert_eq!(prey.end(), Some((End::PreyCrashed, "on_side")));
    let catcher = Played::new(&text, &["1"], &["1"], &[&[1, 1, 1], roll.as_slice()].concat());
    assert_eq!(catcher.end(), Some((End::CatcherCrashed, "on_side")));
    // A crash counts before the gap: the catcher rolls over in the move that would catch, with the prey standing.
    let close = plain("start = 10\nbends = [[10, 10]]");
    let rolled = Played::new(&close, &["0"], &["1"], &[&[1], roll.as_slice()].concat());
    assert_eq!(rolled.end(), Some((End::CatcherCrashed, "on_side")));
    // A bend beyond the prey is met by the move that passes it.
    let beyond = plain("start = 10\nbends = [[15, 10]]");
    let passed = Played::new(&beyond, &["0"], &["2"], &[1, 1]);
    assert_eq!((passed.end(), passed.gap(), passed.count("catcher_checks")), (Some((End::Caught, "")), -10, 1));
}

#[test]
fn lost_moves_reach_into_the_next_exchange() {
    // A skid in the last move: the first of the next exchange is lost, and half of the second.
    let text = plain("bends = [[110, 10]]\nbreak_off = 2000");
    let played = Played::new(&text, &["1", "1", "1"], &["0", "0", "0"], &[1, 13]);
    let gaps: Vec<i16> = played.views().iter().map(|view| view[0]).collect();
    assert_eq!(gaps, [60, 110, 145, 195]);
    // They are lost whatever is declared meanwhile; half of a move is rounded down to a quarter of a metre.
    let text = text.replacen("safe_speed = 10", "safe_speed = 5.5", 1).replace("[[110, 10]]", "[[87.5, 10]]");
    let played = Played::new(&text, &["1", "0.5"], &["0", "0"], &[1, 13]);
    // 5.5 m a move and then 2.75 m: 0, 1.25, and three whole ones.
    assert_eq!(played.told.iter().rev().nth(1).unwrap(), "Tick 5: the prey has moved; gap 97 m.");
}

#[test]
fn what_is_shown() {
    let played = Played::new(&plain("start = 60.75\nbends = \"none\""), &["1.5"], &["0.5"], &[]);
    assert_eq!(played.views(), [[60, 2, 2, 0, 0, 0], [110, 3, 1, 0, 0, 0]]);
    assert_eq!(played.told[0], "The prey declares 1.5 x its safe speed, 15 m a move.");
}
