//! Bends by place and by chance (rules/reflex.md 4).

use super::played::Played;
use crate::exact::{exact, read};
use chaselab_core::{End, Pair, Script, System, every};
use chaselab_systems::reflex::Reflex;

const SIDE: &str = "{ safe_speed = 10, coordination = 7, driving = 1, initiative = 30 }";

fn road(bends: &str) -> String {
    format!("[reflex]\nprey = {SIDE}\ncatcher = {SIDE}\nstart = 60\nbends = {bends}\n")
}

/// Who met which angle on which tick.
fn met(played: &Played) -> Vec<String> {
    let said = played.told.iter().filter(|line| line.contains(" Drives a bend "));
    said.map(|line| line.split_once(" degrees").unwrap().0.replace(" Drives a bend of", "")).collect()
}

#[test]
fn both_meet_the_same_bends() {
    // Places count from where the catcher starts; the prey is at 60 m then. A bend at the very place of a vehicle lies
    // behind it.
    let text = road("{ list = [[0, 5], [60, 10], [75, 80], [100, 45]], length = 150 }");
    let played = Played::new(&text, &["1", "1", "1"], &["1", "1", "1"], &[1; 13]);
    assert_eq!(
        met(&played),
        [
            "Tick 20: the prey 80",
            "Tick 10: the prey 45",
            // From 110 and 50 m.
            "Tick 25: the catcher 10",
            "Tick 15: the catcher 80",
            "Tick 10: the prey 5",
            "Tick 5: the catcher 45",
            // From 160 and 100 m: 210 is 60 again.
            "Tick 5: the prey 10",
            "Tick 5: the catcher 5",
        ]
    );
}

#[test]
fn the_end_of_a_list_is_its_beginning() {
    let text = road("[[25, 20], [50, 40]]");
    let played = Played::new(&text, &["1"], &["1"], &[1; 6]);
    assert_eq!(
        met(&played),
        ["Tick 20: the prey 20", "Tick 15: the catcher 20", "Tick 10: the prey 40", "Tick 5: the catcher 40"]
    );
}

#[test]
fn a_move_checks_every_bend_it_passes() {
    let text = road("{ every = 4, angle = 10 }");
    // 60 is a bend; 64, 68 and then 72, 76, 80.
    let played = Played::new(&text, &["1"], &["0"], &[1; 13]);
    let checks = |tick: &str| met(&played).iter().filter(|line| line.starts_with(tick)).count();
    assert_eq!(["Tick 25", "Tick 20", "Tick 15", "Tick 10", "Tick 5:"].map(checks), [2, 3, 2, 3, 2]);
}

#[test]
fn a_drawn_road_is_the_same_for_both() {
    let text = road("{ weights = [[1, [30, 10]], [2, [50, 80]]] }");
    // The road up to the prey is drawn before the first exchange: bends at 30 and 80 m.
    let faces = [&[0, 1], [1, 1].as_slice(), &[1, 0], &[1], &[1, 1], &[1, 1], &[1], &[1, 0]].concat();
    let played = Played::new(&text, &["1", "1"], &["1", "1"], &faces);
    assert_eq!(
        met(&played),
        [
            "Tick 20: the prey 80",
            "Tick 15: the catcher 10",
            // 30 m on.
            "Tick 5: the prey 10",
            // The catcher meets at 80 m what the prey met there. The next bend is 50 m on: at 160 m.
            "Tick 15: the catcher 80",
            "Tick 5: the prey 80",
        ]
    );
}

#[test]
fn a_catcher_that_passes_the_prey_meets_bends_nobody_has_seen() {
    let text = road("{ weights = [[1, [5, 10]], [1, [8, 10]]] }").replace("start = 60", "start = 4\nbreak_off = 20");
    // At 5 m a bend ahead of the prey at 4 m. In one move of 20 m the catcher drives 5, 10, 18 and goes past.
    let text = text.replacen("safe_speed = 10", "safe_speed = 0.5", 1);
    let played = Played::new(&text, &["0"], &["2"], &[0, 1, 1, 0, 1, 1, 1, 0]);
    assert_eq!((played.end(), played.count("catcher_checks"), played.gap()), (Some((End::Caught, "")), 3, -16));
}

#[test]
fn a_drawn_road_of_one_kind_is_a_repeated_one() {
    let ends = |bends: &str| {
        let text = format!(
            "[reflex]\nstart = 60\nbreak_off = 105\nbends = {bends}\nmax_turns = 2\n\
             prey = {{ safe_speed = 10, initiative = 12, speed = 2 }}\ncatcher = {{ safe_speed = 10, initiative = 20, speed = 1.5 }}"
        );
        let prepared = read::<Reflex>(&text);
        exact(&prepared.system, &prepared.behaviours, prepared.max_turns)
    };
    let drawn = ends("{ weights = [[1, [40, 45]], [3, [40, 45]]] }");
    let repeated = ends("[[40, 45]]");
    assert!((drawn.turns - repeated.turns).abs() < 1e-12);
    for end in End::ALL {
        assert!((drawn.end(end) - repeated.end(end)).abs() < 1e-12, "{end:?}");
    }
    assert!(repeated.end(End::Escaped) > 0.0 && repeated.end(End::PreyCrashed) > 0.0);
}

#[test]
fn rows_come_by_their_weights() {
    let system = read::<Reflex>(&road("{ weights = [[1, [70, 10]], [3, [90, 80]], [0, [80, 5]]] }")).system;
    let mut chances = Vec::new();
    every(|chance| system.start(chance), |probability, _, _| chances.push(probability));
    assert_eq!(chances, [0.25, 0.75]);
    let mut script = Script::new([1]);
    system.start(&mut script);
    script.finish().unwrap();
}

#[test]
fn a_road_without_bends_asks_nothing() {
    for bends in ["[]", "\"none\"", "{ list = [] }"] {
        let played = Played::new(&road(bends), &["2"], &["1"], &[]);
        assert_eq!((played.gap(), played.dice.len()), (110, 0), "{bends}");
    }
    let open = "terrain = { kind = \"open\" }";
    let prepared = read::<Reflex>(open);
    let moves = exact(&prepared.system, &prepared.behaviours, 20);
    assert_eq!((moves.end(End::Timeout), moves.turns), (1.0, 20.0));
    assert_eq!(Pair::of(|side| prepared.behaviours[side].len()), Pair::new(1, 1));
}
