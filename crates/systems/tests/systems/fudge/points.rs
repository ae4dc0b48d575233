//! Fudge points (rules/fudge.md 3).

use super::played::{NONE, Picks, Played};
use super::{chances, close, four_df};
use chaselab_core::End;

const PLUS: Picks<'static> = &[("act", &["fight+4"])];

#[test]
fn plus_four_instead_of_rolling() {
    let text = "fudge = { prey = { points = 1, act = \"fight+4\" } }";
    let played = Played::new(text, &[("act", &["fight+4", "fight"])], NONE, &[3, 0], 2);
    assert_eq!(played.asked, ["Legendary (+4) vs Fair (+0) + 4dF", "Fair (+0) + 4dF vs Mediocre (-1) + 4dF"]);
    assert_eq!(played.events, ["prey_points_spent", "catcher_hurt"]);
    assert_eq!(played.views.iter().map(|view| view[5]).collect::<Vec<_>>(), [10, 0, 0]);
    // Only a 4 of 4dF draws with it.
    let exact = chances("fudge = { mode = \"story\", max_turns = 1, prey = { points = 1, act = \"fight+4\" } }");
    close(exact.end(End::CatcherDisabled), 80.0 / 81.0);
    close(exact.end(End::Timeout), 1.0 / 81.0);
    // Nothing is paid where nobody rolls.
    let text = "fudge = { prey = { points = 1, act = \"fight+4\" }, catcher = { act = \"yield\" } }";
    let played = Played::new(text, &[("act", &["fight+4"])], &[("act", &["yield"])], &[], 1);
    assert_eq!((played.events.len(), played.views.last().map(|view| view[5])), (0, Some(10)));
    // Blow by blow it is the fighter's own blow, not its defence.
    let text = "fudge = { mode = \"blow-by-blow\", prey = { points = 1, act = \"fight+4\" } }";
    let played = Played::new(text, PLUS, NONE, &[0, 0], 1);
    assert_eq!(played.asked, ["Legendary (+4) vs Fair (+0) + 4dF", "Fair (+0) + 4dF vs Fair (+0) + 4dF"]);
    // Among several, one point is one fighter's roll.
    let text = "fudge = { prey = { fighters = 2, points = 1, act = \"fight+4\" }, catcher.fighters = 2 }";
    let played = Played::new(text, PLUS, NONE, &[0, 0], 1);
    assert_eq!(played.asked[1], "Fair (+0) + 4dF vs Fair (+0) + 4dF");
    // Nobody faces it alone: no question for its own result.
    let text = "fudge = { prey = { points = 1, act = \"fight+4\" }, catcher.fighters = 2 }";
    assert_eq!(Played::new(text, PLUS, NONE, &[4, 4], 1).asked.len(), 2);
}

#[test]
fn plus_four_for_a_flight() {
    let text = "fudge = { max_turns = 1, prey = { points = 1, act = \"flee+4\" } }";
    close(chances(text).end(End::Escaped), 80.0 / 81.0);
    // In vain, and attacked by a roll of its own.
    let played = Played::new(text, &[("act", &["flee+4"])], NONE, &[0, -1], 1);
    assert_eq!(played.events, ["prey_points_spent", "prey_flights", "prey_scratch"]);
}

#[test]
fn rolling_again() {
    // The catcher rolls again whenever it loses: the prey wins when it beats both rolls.
    let text = "fudge = { mode = \"story\", max_turns = 1, catcher = { points = 1, reroll = \"always\" } }";
    let (mut win, mut lose) = (0.0, 0.0);
    for (prey, p) in four_df() {
        for (first, q) in four_df() {
            if first > prey {
                lose += p * q;
            }
            for (second, r) in four_df() {
                if first < prey && second < prey {
                    win += p * q * r;
                }
                if first < prey && second > prey {
                    lose += p * q * r;
                }
            }
        }
    }
    let exact = chances(text);
    close(exact.end(End::CatcherDisabled), win);
    close(exact.end(End::PreyDisabled), lose);
    close(exact.end(End::Timeout), 1.0 - win - lose);
}

#[test]
fn who_rolls_again_is_who_lost() {
    let text = "fudge = { prey = { points = 2, reroll = \"always\", reduce = \"never\" }, catcher = { points = 1, reroll = \"hurt\", reduce = \"never\" } }";
    // The prey loses, rolls again and wins; the other is not asked then.
    let played = Played::new(text, &[("reroll", &["reroll"])], NONE, &[-1, 1, 4], 1);
    assert_eq!(played.asked, ["Fair (+0) + 4dF"; 3]);
    assert_eq!(played.events, ["prey_points_spent", "catcher_hurt"]);
    assert_eq!(played.told[1], "The prey rolls again and comes to Legendary (+4).");
    // The catcher loses by a scratch, which is not worth a point to it; by a hurt, it is asked, and keeps.
    assert_eq!(Played::new(text, NONE, NONE, &[1, 0], 1).events, ["catcher_scratch"]);
    let kept = Played::new(text, NONE, &[("reroll", &["keep"])], &[3, 0], 1);
    assert_eq!((kept.events.join(" "), kept.views[1][5]), ("catcher_hurt".into(), 21));
    // A draw of an exchange is nobody's loss; a flight that draws is.
    assert!(Played::new(text, NONE, NONE, &[0, 0], 1).events.is_empty());
    let flight = "fudge = { prey = { points = 1, act = \"flee\", reroll = \"always\" } }";
    let picks: Picks<'_> = &[("act", &["flee"]), ("reroll", &["reroll"])];
    assert_eq!(Played::new(flight, picks, NONE, &[0, 0, 1], 1).end(), Some((End::Escaped, "fled")));
    let blows = "fudge = { mode = \"blow-by-blow\", prey = { points = 1, reroll = \"always\" } }";
    let again = Played::new(blows, &[("reroll", &["reroll"])], NONE, &[0, 0, 3, 0], 1);
    assert_eq!(again.events, ["prey_points_spent", "catcher_hurt"]);
}

#[test]
fn reducing_a_wound_to_a_scratch() {
    let text = "fudge = { prey.points = 1, catcher = { damage_factor = 6, stun = false } }";
    let reduced = Played::new(text, &[("reduce", &["reduce"])], NONE, &[-1], 1);
    assert_eq!((reduced.conditions(), reduced.events.join(" ")), ((1, 0), "prey_points_spent prey_scratch".into()));
    let taken = Played::new(text, &[("reduce", &["take"])], NONE, &[-1], 1);
    assert_eq!((taken.end(), taken.events.join(" ")), (Some((End::PreyDisabled, "")), "prey_incapacitated".into()));
    // A scratch cannot be reduced, and nobody is asked.
    assert_eq!(Played::new("fudge.prey.points = 1", NONE, NONE, &[-1], 1).conditions(), (1, 0));
    // From a wound on.
    let from = "fudge = { prey = { points = 1, reduce = \"very-hurt\" } }";
    assert_eq!(Played::new(from, NONE, NONE, &[-3], 1).conditions(), (2, 0));
    assert_eq!(Played::new(from, &[("reduce", &["reduce"])], NONE, &[-5], 1).conditions(), (1, 0));
    // With every box of a scratch marked, a reduced wound passes up all the same: no better than it was.
    let full = "fudge = { boxes = { scratch = 0 }, prey.points = 1 }";
    assert_eq!(Played::new(full, NONE, NONE, &[-3], 1).conditions(), (2, 0));
}

#[test]
fn the_lone_fighter_reduces_one_wound_after_the_other() {
    let text = "fudge = { prey.points = 1, catcher = { fighters = 2, damage_factor = 3 } }";
    let played = Played::new(text, &[("reduce", &["reduce"])], NONE, &[0, 1, 1], 1);
    assert_eq!(played.events, ["prey_points_spent", "prey_scratch", "prey_hurt"]);
}

#[test]
fn points_that_are_spent_make_a_difference() {
    let win = |points: u8, more: &str| {
        chances(&format!("fudge = {{ max_turns = 60, prey = {{ points = {points}, {more} damage_factor = 2 }}, catcher.damage_factor = 2 }}"))
            .end(End::CatcherDisabled)
    };
    assert!(win(1, "") > win(0, "") + 0.02);
    assert!(win(3, "") > win(1, "") + 0.02);
    assert!(win(3, "reduce = \"never\", reroll = \"scratch\",") > win(0, "") + 0.02);
    close(win(3, "reduce = \"never\","), win(0, ""));
}
