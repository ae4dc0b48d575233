//! The names of what `fudge` decides, counts and shows.

use super::chart::Wound;
use super::setup::{Mode, Setup};
use super::state::Act;
use chaselab_core::{Action, Decision, DecisionWords, Detail, End, Event, Side, Words};

/// What to do in a round.
pub(super) const ACT: Decision = Decision(0);
/// Whether to spend a point on rolling again.
pub(super) const REROLL: Decision = Decision(1);
/// Whether to spend a point on reducing a wound.
pub(super) const REDUCE: Decision = Decision(2);

/// Keeps the roll, takes the wound.
pub(super) const PASSIVE: Action = Action(0);
/// Spends the point.
pub(super) const SPEND: Action = Action(1);

pub(super) const YIELDED: Detail = Detail(1);
pub(super) const FLED: Detail = Detail(2);
pub(super) const CATCHER_FLED: Detail = Detail(3);
pub(super) const PARTED: Detail = Detail(4);
pub(super) const RUN_DOWN: Detail = Detail(5);

/// What is counted besides wounds, for either side.
#[derive(Clone, Copy, Debug)]
pub(super) enum Count {
    /// A wound of this kind was marked.
    Wound(Wound),
    /// Fudge points.
    PointsSpent,
    /// Rounds in which the party tried to flee.
    Flights,
}

impl Count {
    /// The event of this kind for a side.
    pub(super) const fn of(self, side: Side) -> Event {
        let kind = match self {
            Self::Wound(wound) => wound as u8,
            Self::PointsSpent => 5,
            Self::Flights => 6,
        };
        Event(2 * kind + side as u8)
    }

    fn names() -> impl Iterator<Item = String> {
        Wound::ALL
            .map(|wound| wound.name().replace('-', "_"))
            .into_iter()
            .chain(["points_spent", "flights"].map(String::from))
    }
}

/// The whole vocabulary of a setting.
pub(super) fn words(setup: &Setup) -> Words {
    let decision = |name: &str, actions: &[&str]| DecisionWords { name: name.into(), actions: texts(actions) };
    Words {
        ends: End::ALL.into_iter().filter(|&end| reachable(setup, end)).collect(),
        decisions: vec![
            decision("act", &Act::PICKS.map(Act::name)),
            decision("reroll", &["keep", "reroll"]),
            decision("reduce", &["take", "reduce"]),
        ],
        details: texts(&["", "yielded", "fled", "catcher_fled", "parted", "run_down"]),
        events: Count::names().flat_map(|name| Side::BOTH.map(|side| format!("{}_{name}", side.name()))).collect(),
        view: texts(&["lead", "prey_standing", "catcher_standing", "prey_condition", "catcher_condition", "points"]),
        gap_unit: "wound levels".into(),
    }
}

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn reachable(setup: &Setup, end: End) -> bool {
    let flees = |side: Side| setup.sides[side].flee_from.is_some();
    let yields = |side: Side| setup.sides[side].yield_from.is_some();
    match end {
        End::Escaped => flees(Side::Prey) || flees(Side::Catcher),
        End::Caught => yields(Side::Prey) || (setup.mode == Mode::Story && flees(Side::Prey)),
        End::PreyDisabled | End::CatcherDisabled | End::Timeout => true,
        End::BothDisabled => yields(Side::Prey) && yields(Side::Catcher),
        End::PreyCrashed | End::CatcherCrashed | End::BothCrashed => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_carry_their_names() {
        let names: Vec<String> =
            Count::names().flat_map(|name| Side::BOTH.map(|side| format!("{}_{name}", side.name()))).collect();
        let name = |count: Count, side| names[usize::from(count.of(side).0)].as_str();
        assert_eq!(name(Count::Wound(Wound::VeryHurt), Side::Prey), "prey_very_hurt");
        assert_eq!(name(Count::PointsSpent, Side::Catcher), "catcher_points_spent");
        assert_eq!(name(Count::Flights, Side::Prey), "prey_flights");
        assert_eq!(names.len(), 14);
    }
}
