//! What is read of a scenario, what is said about it, and what is refused.

use super::chances;
use crate::exact::read;
use crate::reading::{self, problem};
use chaselab_core::{Action, Behaviour, End, Place, Problem, System};
use chaselab_systems::track::Track;

fn refused(text: &str) -> Box<Problem> {
    reading::refused::<Track>(text)
}

/// A prey with the maneuver `m`, written as given.
fn maneuver(text: &str) -> String {
    format!("[track.prey.maneuvers]\nm = {{ {text} }}\n")
}

const TWO: &str = "
    [track.prey.maneuvers]
    run = { roll = \"1d6\", check = 4, effect = { \"0+\" = 1 } }
    hide = { roll = \"1d6\", check = 3, effect = { \"0+\" = 1 } }
    [track.prey]
    maneuver = ";

#[test]
fn an_empty_file_runs() {
    let prepared = read::<Track>("");
    assert_eq!(prepared.max_turns, 50);
    let explained: Vec<(&str, &str)> =
        prepared.explained.iter().map(|line| (line.what.as_str(), line.value.as_str())).collect();
    assert_eq!(
        explained,
        [
            ("start", "3"),
            ("free_at", "6"),
            ("stopped_at", "0"),
            ("prey run", "1d20 + 5, opposed, { \">= 1\" = 1 }"),
            ("catcher run", "1d20 + 5, opposed, { \">= 1\" = 1 }"),
            ("max_turns", "50"),
        ]
    );
    assert!(prepared.switches.is_empty());
}

#[test]
fn maneuvers_are_a_list_or_a_table() {
    let list = "
        [track.prey]
        maneuver = \"hide\"
        [[track.prey.maneuvers]]
        name = \"run\"
        roll = \"1d6\"
        check = 4
        effect = { \"0+\" = 1 }
        [[track.prey.maneuvers]]
        name = \"hide\"
        roll = \"1d6\"
        check = 3
        effect = { \"0+\" = 1 }
    ";
    let table = format!("{TWO}\"hide\"");
    for text in [list, &table] {
        assert_eq!(read::<Track>(text).system.words().decisions[0].actions, ["run", "hide"]);
        // Three successes at 2/3: 4.5 turns, short of what fifty turns cut off.
        assert!((chances(text).turns - 4.5).abs() < 1e-9);
    }
}

#[test]
fn picks_have_every_shape() {
    let pick = |text: &str| read::<Track>(&format!("{TWO}{text}")).behaviours.prey.remove(0);
    assert_eq!(pick("\"hide\""), Behaviour::always(Action(1)));
    assert_eq!(pick("\"equilibrium\""), Behaviour::Equilibrium);
    assert_eq!(pick("\"best-reply\""), Behaviour::BestReply);
    assert!(matches!(pick("{ mix = { run = 0.25, hide = 0.75 } }"), Behaviour::Mix(parts) if parts.len() == 2));
    assert!(matches!(pick("{ \"0..2\" = \"run\", \"3+\" = \"hide\" }"), Behaviour::ByGap(bands) if bands.len() == 2));
    // Without a word, the first of the list.
    let text = TWO.replace("[track.prey]\n    maneuver = ", "");
    assert_eq!(read::<Track>(&text).behaviours.prey, [Behaviour::always(Action(0))]);
    let problem = refused(&format!("{TWO}\"hid\""));
    assert_eq!(problem.message, "the prey has no maneuver `hid`");
    assert_eq!(problem.help.as_deref(), Some("did you mean `hide`?"));
    assert_eq!(
        refused(&format!("{TWO}{{ mix = {{ run = 0.5 }} }}")).message,
        "the probabilities of maneuver.mix add up to 0.5"
    );
    assert_eq!(refused(&format!("{TWO}3")).message, "maneuver cannot be a whole number");
}

#[test]
fn a_pick_changes_the_chase() {
    let escapes = |pick: &str| chances(&format!("track.max_turns = 3\n{TWO}{pick}")).end(End::Escaped);
    // Three of three at 1/2 or at 2/3, or a fresh draw of the two each turn.
    assert!((escapes("\"run\"") - 0.125).abs() < 1e-12);
    assert!((escapes("\"hide\"") - 8.0 / 27.0).abs() < 1e-12);
    assert!((escapes("{ mix = { run = 0.5, hide = 0.5 } }") - (7.0_f64 / 12.0).powi(3)).abs() < 1e-12);
    assert!((escapes("{ \"0..4\" = \"run\", \"5+\" = \"hide\" }") - 1.0 / 6.0).abs() < 1e-12);
}

#[test]
fn rolls_are_dice_expressions() {
    let text = "track.prey.maneuvers.m = { roll = \"1d20 + bonus\", check = 4 }";
    let wrong = refused(text);
    let Place::File { span, .. } = &wrong.place else { panic!("in the file") };
    assert!(text[span.clone()].starts_with("bonus"), "{:?}", &text[span.clone()]);
    assert_eq!(refused(&maneuver("roll = \"1d20 >= 4\", check = 1")).message, "this is a check, not a roll");
    assert_eq!(refused(&maneuver("roll = \"30000\", check = 1")).message, "this roll shows values from 30000 to 30000");
    assert!(
        refused(&maneuver("roll = \"40d20\", check = 1")).message.starts_with("a roll of a chase has at most 2^64")
    );
    assert!(refused(&maneuver("roll = \"99999\", check = 1")).message.starts_with("a roll of a chase shows values"));
    assert_eq!(refused(&maneuver("check = 1")).message, "the maneuver m has no `roll`");
    assert_eq!(refused(&maneuver("roll = true, check = 1")).message, "a roll cannot be true or false");
    assert!(refused("track.start = \"1d\"").expected.is_some());
    assert!(
        (chances(&format!("track.max_turns = 3\n{}", maneuver("roll = 5, check = 5, effect = { \"0\" = 1 }")))
            .end(End::Escaped)
            - 1.0)
            .abs()
            < 1e-12
    );
}

#[test]
fn checks_must_be_played_at_every_gap() {
    let check = |text: &str| maneuver(&format!("roll = \"1d6\", check = {text}"));
    assert_eq!(refused(&check("\"oposed\"")).help.as_deref(), Some("did you mean `opposed`?"));
    let hole = refused(&check("{ \"0..2\" = 12, \"4+\" = 15 }"));
    assert_eq!(hole.message, "check says nothing of a gap of 3");
    assert_eq!(hole.expected.as_deref(), Some("bands that cover every gap that play can reach: 1 to 5"));
    assert_eq!(refused(&check("{ \"2+\" = 12 }")).message, "check says nothing of a gap of 1");
    read::<Track>(&check("{ \"1..2\" = 12, \"3..5\" = 15 }"));
    assert_eq!(refused(&check("{ \"0..2\" = \"x\", \"3+\" = 15 }")).message, "check cannot be a text");
    assert_eq!(refused(&check("20000")).help.as_deref(), Some("the nearest that works is 10000"));
    assert_eq!(
        refused(&check("\"opposed\"")).message,
        "m is opposed, but the catcher has no maneuvers and rolls nothing"
    );
    let lead = "track.mode = \"scores\"\n[track.prey.maneuvers]\nm = { roll = \"1d6\", check = { \"0..2\" = 1 } }";
    assert_eq!(refused(lead).message, "check says nothing of a gap of -2");
}

#[test]
fn effects_are_steps_or_a_crash() {
    let effect = |text: &str| refused(&maneuver(&format!("roll = \"1d6\", check = 3, effect = {text}")));
    assert_eq!(effect("{ \"0+\" = \"crush\" }").help.as_deref(), Some("did you mean `crash`?"));
    assert_eq!(effect("{ \"0+\" = { othr = 1 } }").help.as_deref(), Some("did you mean `other`?"));
    assert_eq!(effect("{ \"0+\" = {} }").expected.as_deref(), Some("{ other = 1 }"));
    assert_eq!(effect("{ \"0+\" = 1.5 }").message, "an effect cannot be a number with a fraction");
    assert_eq!(effect("{ \"0+\" = 1, \"2\" = 2 }").message, "two bands of effect hold at 2");
    assert_eq!(effect("{ \"over 3\" = 1 }").message, "`over 3` is not a band of the margin");
    assert_eq!(effect("1").message, "effect cannot be a whole number");
}

#[test]
fn names_are_words_and_single() {
    let list = |names: [&str; 2]| {
        names.map(|name| format!("[[track.prey.maneuvers]]\nname = \"{name}\"\nroll = \"1d6\"\ncheck = 3\n")).concat()
    };
    assert_eq!(refused(&list(["a", "a"])).message, "two maneuvers of the prey are called a");
    for name in ["7", "", "equilibrium", "best-reply"] {
        assert_eq!(refused(&list(["a", name])).message, format!("a maneuver cannot be called \"{name}\""));
    }
    assert_eq!(refused("[[track.prey.maneuvers]]\nroll = \"1d6\"").message, "this maneuver has no `name`");
    assert_eq!(refused(&maneuver("name = \"n\", roll = \"1d6\"")).message, "this maneuver is called m already");
    let some = |names: std::ops::Range<u32>| -> String {
        names.map(|i| format!("m{i} = {{ roll = \"1d6\", check = 3 }}\n")).collect()
    };
    let both = format!("[track.prey.maneuvers]\n{}[track.catcher.maneuvers]\n{}", some(0..17), some(17..33));
    assert_eq!(problem::<Track>(&both), "the maneuvers have 33 different names");
    assert_eq!(
        problem::<Track>(&format!("[track.prey.maneuvers]\n{}", some(0..33))),
        "prey.maneuvers has 33 maneuvers"
    );
}

#[test]
fn keys_of_the_other_mode_are_pointed_out() {
    assert_eq!(problem::<Track>("track.tie = \"prey\""), "`tie` belongs to mode \"scores\"");
    assert_eq!(problem::<Track>("track = { mode = \"scores\", start = 3 }"), "`start` belongs to mode \"gap\"");
    assert_eq!(refused("track.strat = 3").help.as_deref(), Some("did you mean `start`?"));
    assert_eq!(problem::<Track>("track.rules = {}"), "unknown key `rules` in track");
    assert_eq!(
        problem::<Track>("track = { free_at = 2, stopped_at = 2 }"),
        "free_at is 2 and stopped_at 2: no gap lies between"
    );
    assert_eq!(
        problem::<Track>("track = { prey.maneuvers = [], catcher.maneuvers = [] }"),
        "nobody has a maneuver, so nothing ever happens"
    );
    assert_eq!(problem::<Track>("track.prey.maneuvers = 3"), "prey.maneuvers cannot be a whole number");
    assert_eq!(refused("track.prey.maneuvrs = []").help.as_deref(), Some("did you mean `maneuvers`?"));
}
