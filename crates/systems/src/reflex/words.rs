//! The names of what `reflex` decides, counts and shows.

use super::state::QUARTERS;
use chaselab_core::{Action, Decision, DecisionWords, Detail, End, Event, Side, Words};

/// Which speed to declare; its actions are the multiples of half the safe speed.
pub(super) const SPEED: Decision = Decision(0);

/// The highest speed, in halves of the safe one.
pub(super) const FASTEST: u8 = 6;

pub(super) const ON_ROOF: Detail = Detail(1);
pub(super) const ON_SIDE: Detail = Detail(2);
pub(super) const UPSIDE_DOWN: Detail = Detail(3);
pub(super) const SUNK: Detail = Detail(4);

/// What is counted, for either side.
#[derive(Clone, Copy, Debug)]
pub(super) enum Count {
    /// Failed checks that leave the vehicle in the pursuit.
    CrashEvents,
    /// Checks at bends.
    Checks,
    /// Bends without a check, because the driver may not Drive yet.
    MissedBends,
    /// Points of wear.
    Wear,
    /// Hits on suspension or steering.
    Hits,
    /// Times that the driver was hurt.
    Hurt,
    /// Flotation points lost.
    FlotationLost,
    /// Minor damage results of a rollover.
    DamageResults,
}

impl Count {
    const NAMES: [&'static str; 8] =
        ["crash_events", "checks", "missed_bends", "wear", "hits", "hurt", "flotation_lost", "damage_results"];

    /// The event of this kind for a side.
    pub(super) const fn of(self, side: Side) -> Event {
        Event(2 * self as u8 + side as u8)
    }
}

/// The whole vocabulary.
pub(super) fn words() -> Words {
    let texts = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    Words {
        ends: vec![End::Escaped, End::CatcherCrashed, End::Caught, End::PreyCrashed, End::BothCrashed, End::Timeout],
        decisions: vec![DecisionWords {
            name: "speed".into(),
            actions: (0..=FASTEST).map(|halves| multiple(Action(halves))).collect(),
        }],
        details: texts(&["", "on_roof", "on_side", "upside_down", "sunk"]),
        events: Count::NAMES.iter().flat_map(|name| Side::BOTH.map(|side| format!("{}_{name}", side.name()))).collect(),
        view: texts(&["gap", "prey_half_multiples", "catcher_half_multiples", "prey_damage", "catcher_damage", "move"]),
        gap_unit: "metres".into(),
    }
}

/// A speed as a multiple of the safe one.
pub(super) fn multiple(speed: Action) -> String {
    (f64::from(speed.0) / 2.0).to_string()
}

/// A distance in metres.
pub(super) fn metres(quarters: i32) -> f64 {
    f64::from(quarters) / f64::from(QUARTERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_and_details_carry_their_names() {
        let words = words();
        let name = |count: Count, side| words.events[usize::from(count.of(side).0)].as_str();
        assert_eq!(name(Count::CrashEvents, Side::Prey), "prey_crash_events");
        assert_eq!(name(Count::DamageResults, Side::Catcher), "catcher_damage_results");
        let detail = |detail: Detail| words.details[usize::from(detail.0)].as_str();
        assert_eq!([ON_ROOF, ON_SIDE, UPSIDE_DOWN, SUNK].map(detail), ["on_roof", "on_side", "upside_down", "sunk"]);
        assert_eq!(words.decisions[usize::from(SPEED.0)].actions, ["0", "0.5", "1", "1.5", "2", "2.5", "3"]);
    }
}
