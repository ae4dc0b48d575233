//! The chances of the page: opposed rolls, as fights of a single roll (rules/fudge.md 2, 3).

use super::{chances, close};
use chaselab_core::End;

fn story(prey: i32, catcher: i32) -> [f64; 3] {
    let exact = chances(&format!(
        "fudge = {{ mode = \"story\", max_turns = 1, prey.skill = {prey}, catcher.skill = {catcher} }}"
    ));
    [End::CatcherDisabled, End::PreyDisabled, End::Timeout].map(|end| exact.end(end))
}

#[test]
fn opposed_at_equal_skill() {
    let [win, lose, tie] = story(0, 0);
    close(win, 101.0 / 243.0);
    close(lose, 101.0 / 243.0);
    close(tie, 41.0 / 243.0);
}

#[test]
fn opposed_with_an_edge() {
    for (edge, win) in [(1, 142.0 / 243.0), (2, 4850.0 / 6561.0), (3, 626.0 / 729.0)] {
        close(story(edge, 0)[0], win);
        close(story(2 - edge, 2)[1], win);
    }
}

#[test]
fn a_story_that_is_drawn_is_rolled_again() {
    // Whoever wins first: at equal skill each has an even chance, after 243/202 rolls.
    let exact = chances("fudge = { mode = \"story\", max_turns = 200 }");
    close(exact.end(End::CatcherDisabled), 0.5);
    close(exact.turns, 243.0 / 202.0);
}

#[test]
fn flights_are_opposed_rolls_of_movement() {
    let text = "fudge = { rules.failed_flight = \"safe\", max_turns = 2, prey = { flee = \"always\", movement = 1 } }";
    let exact = chances(text);
    close(exact.end(End::Escaped), 1.0 - (101.0_f64 / 243.0).powi(2));
    close(exact.end(End::Timeout), (101.0_f64 / 243.0).powi(2));
    // The catcher may leave as well.
    let catcher = chances(&text.replace("prey = {", "catcher = {"));
    close(catcher.end(End::Escaped), exact.end(End::Escaped));
    // In a story the one roll decides either way.
    let story = chances("fudge = { mode = \"story\", max_turns = 1, prey.flee = \"always\" }");
    close(story.end(End::Escaped), 101.0 / 243.0);
    close(story.end(End::Caught), 101.0 / 243.0);
    close(story.end(End::Timeout), 41.0 / 243.0);
}

#[test]
fn a_fight_is_as_fair_as_its_sides() {
    for mode in ["simultaneous", "story"] {
        let exact = chances(&format!("fudge = {{ mode = \"{mode}\", max_turns = 400 }}"));
        close(exact.end(End::PreyDisabled), exact.end(End::CatcherDisabled));
        close(exact.end(End::PreyDisabled), 0.5);
    }
    // Blow by blow the first blow is worth something.
    let blows = chances("fudge = { mode = \"blow-by-blow\", max_turns = 400 }");
    assert!(blows.end(End::CatcherDisabled) > blows.end(End::PreyDisabled) + 0.01);
    let second = chances("fudge = { mode = \"blow-by-blow\", max_turns = 400, rules.first_blow = \"catcher\" }");
    close(second.end(End::PreyDisabled), blows.end(End::CatcherDisabled));
}
