//! Turn by turn: what the page says, by given picks and dice.

use super::chances;
use crate::exact::read;
use chaselab_core::contract::play_script;
use chaselab_core::{End, Line, Next, Pair, Script, System, Trace};
use chaselab_systems::track::Track;

/// Turns as they were played.
struct Played {
    /// The view at the beginning of every turn, and at the end.
    views: Vec<[i16; 6]>,
    asked: Vec<String>,
    told: Vec<String>,
    events: Vec<String>,
    end: Option<End>,
}

impl Played {
    fn gaps(&self) -> Vec<i16> {
        self.views.iter().map(|view| view[0]).collect()
    }

    fn scores(&self) -> Vec<(i16, i16)> {
        self.views.iter().map(|view| (view[1], view[2])).collect()
    }
}

/// Plays as many turns as there are picks, or as many as `turns`; every face must be used.
fn play(text: &str, prey: &[&str], catcher: &[&str], faces: &[i16], turns: usize) -> Played {
    let system = read::<Track>(text).system;
    let mut trace = Trace::new(Script::new(faces.iter().copied()));
    let prey = [("maneuver", prey)];
    let catcher = [("maneuver", catcher)];
    let states = play_script(&system, Pair::new(&prey[..], &catcher[..]), &mut trace, turns);
    let mut played = Played {
        views: states.iter().map(|state| system.view(state).0).collect(),
        asked: Vec::new(),
        told: Vec::new(),
        events: Vec::new(),
        end: match system.next(states.last().unwrap()) {
            Next::Over(end, _) => Some(end),
            _ => None,
        },
    };
    for line in trace.take_lines() {
        match line {
            Line::Roll { dice, .. } => played.asked.push(dice),
            Line::Told(text) => played.told.push(text),
            Line::Event(event) => played.events.push(system.words().events[usize::from(event.0)].clone()),
        }
    }
    trace.into_inner().finish().unwrap();
    played
}

const BOTH: &str = "
    [track.prey.maneuvers]
    run = { roll = \"1d20 + 5\", check = \"opposed\", effect = { \">= 1\" = 1, \">= 11\" = 2 } }
";

/// A chase with every kind of maneuver.
const MIXED: &str = "
    [track.prey.maneuvers]
    run = { roll = \"1d6\", effect = { \"1..2\" = 1, \"3+\" = 2, \"< -3\" = { other = 1 } } }
    leap = { roll = \"1d20\", check = { \"0..3\" = 12, \"4+\" = 15 }, effect = { \"0+\" = 3, \"<= -11\" = \"crash\" } }
    [track.catcher.maneuvers]
    run = { roll = \"1d6 + 1\", effect = { \">= 1\" = 1 } }
    shoot = { roll = \"2d6\", check = 9, effect = { \">= 0\" = { other = -2 }, \"-7\" = \"crash\" } }
";

#[test]
fn overlapping_bands_are_refused() {
    assert_eq!(crate::reading::problem::<Track>(BOTH), "two bands of effect hold at 11");
}

#[test]
fn opposed_rolls_are_one_question() {
    let played = play(MIXED, &["run", "run", "run"], &["run", "run", "run"], &[2, 0, -4], 3);
    assert_eq!(played.asked, ["1d6 vs 1d6 + 1"; 3]);
    // 2 over; a tie does nothing; 4 under is a step for the catcher's own band and one given away.
    assert_eq!(played.gaps(), [3, 4, 4, 2]);
    assert_eq!(played.told[0], "prey: run; catcher: run; effect +1, gap 3 -> 4.");
    assert_eq!(played.events, ["prey_run", "catcher_run", "prey_run", "catcher_run", "prey_run", "catcher_run"]);
}

#[test]
pub fn a_check_goes_by_the_gap_before_the_turn() {
    // 12 is enough at a gap of 3, and 14 is not at 4; the catcher's shots miss.
    let played = play(MIXED, &["leap", "leap"], &["shoot", "shoot"], &[11, 8, 10, 8], 2);
    assert_eq!(played.asked, ["1d20", "2d6", "1d20", "2d6"]);
    assert_eq!(played.gaps(), [3, 3, 3]);
    let text = MIXED.replace("[track.prey", "track.start = 4\n[track.prey");
    assert_eq!(play(&text, &["leap"], &["shoot"], &[14, 8], 1).gaps(), [4, 4]);
    let played = play(&text, &["leap"], &["shoot"], &[15, 8], 1);
    assert_eq!((played.gaps(), played.end), (vec![4, 7], Some(End::Escaped)));
    let played = play(MIXED, &["leap"], &["shoot"], &[12, 8], 1);
    assert_eq!((played.gaps(), played.end), (vec![3, 6], Some(End::Escaped)));
}

#[test]
fn both_effects_of_a_turn_count_together() {
    // The prey leaps three ahead while the shot takes two of them back: it ends at 4, not free.
    let played = play(MIXED, &["leap"], &["shoot"], &[12, 9], 1);
    assert_eq!((played.gaps(), played.end), (vec![3, 4], None));
    let played = play(MIXED, &["leap", "leap"], &["shoot", "shoot"], &[11, 12, 1 + 1, 12], 2);
    assert_eq!((played.gaps(), played.end), (vec![3, 1, -1], Some(End::Caught)));
}

#[test]
fn the_roll_that_counts_by_itself_is_drawn_first() {
    // The shot is a roll of its own, and the prey's run is held against it: 5 against 3 is 2 over.
    let played = play(MIXED, &["run"], &["shoot"], &[3, 5], 1);
    assert_eq!(played.asked, ["2d6", "1d6"]);
    assert_eq!(played.gaps(), [3, 4]);
    // 6 against 10 is 4 under: a step for the catcher, and two back for the shot.
    assert_eq!(play(MIXED, &["run"], &["shoot"], &[10, 6], 1).gaps(), [3, 0]);
}

#[test]
fn crashes_come_first() {
    let prey = play(MIXED, &["leap"], &["shoot"], &[1, 12], 1);
    assert_eq!((prey.gaps(), prey.end), (vec![3, 3], Some(End::PreyCrashed)));
    assert_eq!(prey.told, ["prey: leap; catcher: shoot; prey crashed."]);
    let catcher = play(MIXED, &["leap"], &["shoot"], &[12, 2], 1);
    assert_eq!(catcher.end, Some(End::CatcherCrashed));
    let both = play(MIXED, &["leap"], &["shoot"], &[1, 2], 1);
    assert_eq!(both.end, Some(End::BothCrashed));
}

#[test]
fn prey_first_asks_one_after_the_other() {
    let first = read::<Track>(&format!("track.order = \"prey-first\"\n{MIXED}")).system;
    let mut state = first.start(&mut Script::new([]));
    let Next::Choose(choices) = first.next(&state) else { panic!("the prey picks") };
    assert!(choices.catcher.waits() && choices.prey.options.len() == 2);
    first.choose(&mut state, Pair::new(chaselab_core::Action(1), chaselab_core::Action(0)));
    let Next::Choose(choices) = first.next(&state) else { panic!("the catcher answers") };
    assert!(choices.prey.waits() && choices.catcher.options.len() == 2);
    let at_once = read::<Track>(MIXED).system;
    let Next::Choose(choices) = at_once.next(&at_once.start(&mut Script::new([]))) else { panic!("both pick") };
    assert!(!choices.prey.waits() && !choices.catcher.waits());
    let text = format!("track.order = \"prey-first\"\n{MIXED}");
    assert_eq!(play(&text, &["leap"], &["shoot"], &[12, 9], 1).gaps(), [3, 4]);
}

#[test]
fn actions_have_one_name_for_both_sides() {
    let system = read::<Track>(MIXED).system;
    let decision = &system.words().decisions[0];
    assert_eq!((decision.name.as_str(), decision.actions.join(" ").as_str()), ("maneuver", "run leap shoot"));
    let Next::Choose(choices) = system.next(&system.start(&mut Script::new([]))) else { panic!("both pick") };
    assert_eq!(choices.catcher.options.iter().map(|action| action.0).collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn who_has_one_maneuver_is_not_asked() {
    let text = "[track.prey.maneuvers]\nrun = { roll = \"1d6\", check = 4, effect = { \"0+\" = 1 } }\n";
    let played = play(text, &[], &[], &[3, 4], 2);
    assert_eq!(
        (played.gaps(), played.told[0].as_str()),
        (vec![3, 3, 4], "prey: run; catcher: nothing; effect +0, gap 3 -> 3.")
    );
}

/// Each side scores on its own die, and the catcher may set the prey back.
fn scores(more: &str) -> String {
    format!(
        "[track]
        mode = \"scores\"
        prey_wins_at = 3
        catcher_wins_at = 2
        {more}
        prey.maneuvers.run = {{ roll = \"1d6\", check = 4, effect = {{ \"0+\" = 1, \"-3\" = -1 }} }}
        catcher.maneuvers.run = {{ roll = \"1d6\", check = 5, effect = {{ \"0+\" = 1, \"-4\" = {{ other = 2 }} }} }}"
    )
}

#[test]
pub fn each_side_adds_to_its_own_counter() {
    let played = play(&scores(""), &[], &[], &[4, 2, 3, 5, 6, 1], 3);
    assert_eq!(played.scores(), [(0, 0), (1, 0), (1, 1), (4, 1)]);
    assert_eq!(played.gaps(), [0, 1, 0, 3]);
    assert_eq!(played.end, Some(End::Escaped));
    assert_eq!(played.told[1], "prey: run; catcher: run; prey +0, 1 -> 1, catcher +1, 0 -> 1.");
    // A counter does not fall below 0.
    assert_eq!(play(&scores(""), &[], &[], &[1, 2, 4, 2], 2).scores(), [(0, 0), (0, 0), (1, 0)]);
    let caught = play(&scores(""), &[], &[], &[4, 5, 1, 5], 2);
    assert_eq!((caught.scores()[2], caught.end), ((0, 2), Some(End::Caught)));
}

#[test]
fn a_tie_goes_as_the_scenario_says() {
    // Two to one after two turns, and both score in the third.
    let turns = [4, 5, 4, 2, 4, 5];
    let end = |more: &str| play(&scores(more), &[], &[], &turns, 3).end;
    assert_eq!(end(""), Some(End::Escaped));
    assert_eq!(end("tie = \"prey\""), Some(End::Escaped));
    assert_eq!(end("tie = \"catcher\""), Some(End::Caught));
    assert_eq!(end("tie = \"go-on\""), None);
    // Both stand one short of it, and the next score decides.
    let longer: Vec<i16> = turns.into_iter().chain([3, 4, 3, 5]).collect();
    let played = play(&scores("tie = \"go-on\""), &[], &[], &longer, 5);
    assert_eq!(played.scores()[3..], [(2, 1), (2, 1), (2, 2)]);
    assert_eq!(played.end, Some(End::Caught));
}

#[test]
fn a_start_beyond_an_end_is_over_before_the_first_turn() {
    let exact = chances("track = { start = \"1d4\", free_at = 3, stopped_at = 1 }");
    // 1 is caught, 3 and 4 are free, and from 2 the first step decides.
    assert!((exact.end(End::Escaped) - 0.625).abs() < 1e-12);
    assert!((exact.end(End::Caught) - 0.375).abs() < 1e-12);
    assert!((exact.turns - 0.25 * 20.0 / 19.0).abs() < 1e-12);
}

#[test]
fn without_an_end_on_one_side_the_marker_goes_on() {
    let exact = chances("track = { start = 1, stopped_at = 0, max_turns = 3 }");
    assert_eq!(exact.end(End::Escaped), 0.0);
    assert!(exact.end(End::Timeout) > 0.3);
    assert!(!read::<Track>("track.stopped_at = 0").system.words().ends.contains(&End::Escaped));
    assert!(!read::<Track>("track.free_at = 5").system.words().ends.contains(&End::Caught));
}
