//! The names of what `thw` decides, counts and shows.

use chaselab_core::{Action, Decision, DecisionWords, Detail, End, Event, Side, Words};

/// Whether to shoot.
pub(super) const SHOOT: Decision = Decision(0);
/// Whether to attempt a risky maneuver.
pub(super) const MANEUVER: Decision = Decision(1);
/// Whether to answer the other side's.
pub(super) const ANSWER: Decision = Decision(2);

/// Holds fire, attempts nothing, declines: what every decision has first.
pub(super) const PASSIVE: Action = Action(0);
/// Shoots, attempts, rolls: what every decision has second.
pub(super) const ACTIVE: Action = Action(1);

pub(super) const PREY_STUNNED: Detail = Detail(1);
pub(super) const BOTH_ACTIVE: Detail = Detail(2);
pub(super) const CATCHER_STUNNED: Detail = Detail(3);
pub(super) const PASSED: Detail = Detail(4);

/// What is counted, for either side.
#[derive(Clone, Copy, Debug)]
pub(super) enum Count {
    /// A maneuver roll with one pass that did not end the chase.
    CrashEvents,
    /// Turns in which the side shoots.
    Shots,
    /// Shots that did damage.
    Hits,
    /// Maneuver rolls.
    Maneuvers,
    /// Answers that were declined.
    Declines,
}

impl Count {
    const NAMES: [&'static str; 5] = ["crash_events", "shots", "hits", "maneuvers", "declines"];

    /// The event of this kind for a side.
    pub(super) const fn of(self, side: Side) -> Event {
        Event(2 * self as u8 + side as u8)
    }
}

/// The whole vocabulary: any end can be reached whatever the setting, since anybody may attempt a maneuver.
pub(super) fn words() -> Words {
    let decision =
        |name: &str, actions: [&str; 2]| DecisionWords { name: name.into(), actions: actions.map(String::from).into() };
    let texts = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    Words {
        ends: End::ALL.into(),
        decisions: vec![
            decision("shoot", ["hold", "shoot"]),
            decision("maneuver", ["no", "attempt"]),
            decision("answer", ["decline", "roll"]),
        ],
        details: texts(&["", "prey_stunned", "both_active", "catcher_stunned", "passed"]),
        events: Count::NAMES.iter().flat_map(|name| Side::BOTH.map(|side| format!("{}_{name}", side.name()))).collect(),
        view: texts(&[
            "gap",
            "prey_damage_taken",
            "catcher_damage_taken",
            "prey_dice_lost",
            "catcher_dice_lost",
            "drivers_shooting",
        ]),
        gap_unit: "units".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_carry_their_names() {
        let words = words();
        let name = |count: Count, side| words.events[usize::from(count.of(side).0)].as_str();
        assert_eq!(name(Count::CrashEvents, Side::Prey), "prey_crash_events");
        assert_eq!(name(Count::Hits, Side::Catcher), "catcher_hits");
        assert_eq!(name(Count::Declines, Side::Prey), "prey_declines");
        let detail = |detail: Detail| words.details[usize::from(detail.0)].as_str();
        assert_eq!(
            [PREY_STUNNED, BOTH_ACTIVE, CATCHER_STUNNED, PASSED].map(detail),
            ["prey_stunned", "both_active", "catcher_stunned", "passed"]
        );
        for (decision, actions) in
            [(SHOOT, ["hold", "shoot"]), (MANEUVER, ["no", "attempt"]), (ANSWER, ["decline", "roll"])]
        {
            assert_eq!([PASSIVE, ACTIVE].map(|action| words.action(decision, action)), actions);
        }
    }
}
