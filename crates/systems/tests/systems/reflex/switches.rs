//! One test for each switch (rules/reflex.md 2 and 3).

use super::played::Played;
use super::reading::refused;
use crate::exact::read;
use chaselab_systems::reflex::Reflex;

/// Bends every 5 m, target 7 on one d20, 10 m a move, initiative 25 at a roll of 20.
fn with(rules: &str, angle: u8) -> String {
    format!(
        "[reflex]\nstart = 60\nbreak_off = 5000\nbends = {{ every = 5, angle = {angle} }}\nrules = {{ {rules} }}\n\
         [reflex.prey]\ncoordination = 7\ndriving = 1\nsafe_speed = 10\ninitiative = 5\n[reflex.catcher]\nsafe_speed = 0.5\n"
    )
}

fn first(text: &str, face: i16) -> (i16, String) {
    // In half moves of 5 m one bend each; four more are made, or lost.
    let played = Played::new(text, &["0.5"], &["0"], &[&[20, face], [1; 4].as_slice()].concat());
    (played.checks()[0].0, played.came()[0].to_owned())
}

#[test]
fn sixty() {
    for (angle, middle, upper) in [(59, -1, -1), (60, -1, -2), (61, -2, -2)] {
        assert_eq!(first(&with("", angle), 1).0, middle);
        assert_eq!(first(&with("sixty = \"middle\"", angle), 1).0, middle);
        assert_eq!(first(&with("sixty = \"upper\"", angle), 1).0, upper);
    }
}

#[test]
fn speed_rows() {
    let modifier = |rules: &str, speeds: &[&str]| {
        let metres: f64 = speeds.iter().map(|speed| 50.0 * speed.parse::<f64>().unwrap()).sum();
        let text = with(rules, 10).replace("{ every = 5, angle = 10 }", &format!("[[{}, 10]]", 60.0 + metres));
        Played::new(&text, speeds, &vec!["0"; speeds.len()], &[20, 1]).checks()[0].0
    };
    for (speeds, replace, stack) in [(vec!["1"], 0, 0), (vec!["2"], -1, -1), (vec!["2", "2.5"], -2, -3)] {
        assert_eq!(modifier("", &speeds), replace);
        assert_eq!(modifier("speed_rows = \"stack\"", &speeds), stack);
    }
}

#[test]
fn penalties() {
    let modifiers = |rules: &str, faces: &[i16]| {
        let played = Played::new(&with(rules, 10), &["1"], &["0"], faces);
        played.checks().iter().map(|&(modifier, _)| modifier).collect::<Vec<_>>()
    };
    // A skid and an oversteer in one move cost 4 half moves: the fourth move is the next, behind the oversteer's 5 ticks.
    assert_eq!(modifiers("", &[20, 13, 7, 1, 1, 1, 1]), [0, -2, -2, -2, -2, -2]);
    assert_eq!(modifiers("penalties = \"sum\"", &[20, 13, 7, 1, 1, 1, 1]), [0, -2, -2, -2, -2, -2]);
    // Two skids: 6 half moves.
    assert_eq!(modifiers("", &[20, 13, 11, 1, 1]), [0, -2, -2, -2]);
    assert_eq!(modifiers("penalties = \"sum\"", &[20, 13, 11, 1, 1]), [0, -2, -4, -4]);
    // Two oversteers in one move: both last through the next, which is lost, and no further.
    assert_eq!(modifiers("", &[20, 9, 8, 1, 1, 1, 1, 1, 1]), [0, -1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(modifiers("penalties = \"sum\"", &[20, 9, 8, 1, 1, 1, 1, 1, 1]), [0, -1, 0, 0, 0, 0, 0, 0]);
    // An oversteer, and another in the half move after it: there both hold, and in the move after that the second.
    let again = |rules: &str| {
        let text = with(rules, 10).replace("every = 5", "every = 2.5");
        let faces = [&[20, 9, 1, 1, 1, 8], [1; 11].as_slice()].concat();
        let played = Played::new(&text, &["1"], &["0"], &faces);
        played.checks().iter().map(|&(modifier, _)| modifier).collect::<Vec<_>>()
    };
    // Four bends in the first move, two in the second and the third.
    assert_eq!(again("")[..9], [0, -1, -1, -1, -1, -1, -1, -1, 0]);
    assert_eq!(again("penalties = \"sum\"")[..9], [0, -1, -1, -1, -1, -2, -1, -1, 0]);
    // The skid's penalty, and an oversteer on top of it, within a move.
    let on_top = |rules: &str| {
        let text = with(rules, 10).replace("every = 5", "every = 2.5");
        let played = Played::new(&text, &["1"], &["0"], &[20, 13, 7, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        played.checks().iter().map(|&(modifier, _)| modifier).collect::<Vec<_>>()
    };
    assert_eq!(on_top("")[..5], [0, -2, -2, -2, -2]);
    assert_eq!(on_top("penalties = \"sum\"")[..5], [0, -2, -3, -3, -2]);
}

#[test]
fn early_mishaps() {
    let came = |rules: &str| {
        [8, 9, 10, 11, 12].map(|face| {
            let played = Played::new(&with(rules, 10).replace("every = 5", "every = 90"), &["1"], &["0"], &[20, face]);
            played.came()[0].to_owned()
        })
    };
    assert_eq!(came(""), ["understeer", "oversteer", "understeer", "oversteer", "skid"]);
    assert_eq!(came("early_mishaps = \"banded\""), ["understeer", "understeer", "oversteer", "oversteer", "skid"]);
    let water = |rules: &str| {
        let text = with(rules, 10).replace("every = 5", "every = 90").replace("start", "surface = \"water\"\nstart");
        [9, 10].map(|face| Played::new(&text, &["1"], &["0"], &[20, face]).came()[0].to_owned())
    };
    assert_eq!(water(""), ["oversteer", "understeer"]);
    assert_eq!(water("early_mishaps = \"banded\""), ["understeer", "oversteer"]);
}

#[test]
fn what_is_set_is_said() {
    let switches = read::<Reflex>(&with("sixty = \"upper\", penalties = \"worst\"", 10)).switches;
    let said: Vec<(&str, &str, &str, bool)> = switches
        .iter()
        .map(|switch| (switch.name, switch.value.as_str(), switch.default, switch.is_changed()))
        .collect();
    assert_eq!(
        said,
        [
            ("sixty", "upper", "middle", true),
            ("speed_rows", "replace", "replace", false),
            ("penalties", "worst", "worst", false),
            ("early_mishaps", "literal", "literal", false),
        ]
    );
    assert_eq!(refused(&with("sixy = \"upper\"", 10)).help.as_deref(), Some("did you mean `sixty`?"));
    let problem = refused(&with("penalties = \"summ\"", 10));
    assert_eq!(problem.message, "penalties cannot be \"summ\"");
    assert_eq!(problem.expected.as_deref(), Some("\"worst\" or \"sum\""));
}
