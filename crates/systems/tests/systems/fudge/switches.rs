//! Each switch changes what it should.

use super::played::{NONE, Picks, Played};
use super::{chances, close};
use crate::exact::read;
use crate::reading::problem;
use chaselab_core::End;
use chaselab_systems::fudge::Fudge;

#[test]
fn cap() {
    // Superb against Terrible in one roll: capped at Legendary and Terrible.
    let text = |rules: &str| {
        format!("fudge = {{ mode = \"story\", max_turns = 1, {rules} prey.skill = 3, catcher.skill = 4 }}")
    };
    let mut ties = 0.0;
    let ways = [1, 4, 10, 16, 19, 16, 10, 4, 1];
    for (a, wa) in (-4..=4).zip(ways) {
        for (b, wb) in (-4..=4).zip(ways) {
            if (3 + a).clamp(-3, 4) == (4 + b).clamp(-3, 4) {
                ties += f64::from(wa * wb) / 6561.0;
            }
        }
    }
    close(chances(&text("rules.cap = \"legendary..terrible\",")).end(End::Timeout), ties);
    // Without it, as one level apart.
    let open = chances(&text("")).end(End::PreyDisabled);
    close(open, 142.0 / 243.0);
    close(chances(&text("rules.cap = \"off\",")).end(End::PreyDisabled), open);
}

#[test]
fn failed_flight() {
    let text = |rules: &str| format!("fudge = {{ {rules} prey.act = \"flee\" }}");
    let flees: Picks<'_> = &[("act", &["flee"])];
    assert_eq!(Played::new(&text(""), flees, NONE, &[0, -1], 1).conditions(), (1, 0));
    assert_eq!(
        Played::new(&text("rules.failed_flight = \"attacked\","), flees, NONE, &[0, -1], 1).conditions(),
        (1, 0)
    );
    assert_eq!(Played::new(&text("rules.failed_flight = \"safe\","), flees, NONE, &[0], 1).conditions(), (0, 0));
}

#[test]
fn first_blow() {
    let text = |rules: &str| {
        format!("fudge = {{ mode = \"blow-by-blow\", {rules} prey.damage_factor = 9, catcher.damage_factor = 9 }}")
    };
    assert_eq!(Played::new(&text(""), NONE, NONE, &[1], 1).end(), Some((End::CatcherDisabled, "")));
    assert_eq!(
        Played::new(&text("rules.first_blow = \"catcher\","), NONE, NONE, &[-1], 1).end(),
        Some((End::PreyDisabled, ""))
    );
}

#[test]
fn what_is_set_is_said() {
    let switches = read::<Fudge>("fudge.rules = { cap = \"legendary..terrible\" }").switches;
    let names: Vec<&str> = switches.iter().map(|switch| switch.name).collect();
    assert_eq!(names, ["cap", "failed_flight", "first_blow"]);
    assert_eq!(switches.iter().filter(|switch| switch.is_changed()).count(), 1);
    assert_eq!(problem::<Fudge>("fudge.rules = { capp = 1 }"), "unknown key `capp` in rules");
    assert_eq!(problem::<Fudge>("fudge.rules = { first_blow = \"nobody\" }"), "first_blow cannot be \"nobody\"");
}
