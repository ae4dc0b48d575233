//! The names of what `fistful` decides, counts and shows.

use super::state::{Deed, Stunt};
use chaselab_core::{Action, Decision, DecisionWords, Detail, End, Event, Side, Words};

/// How many activation dice.
pub(super) const DICE: Decision = Decision(0);
/// Which stunt is announced.
pub(super) const STUNT: Decision = Decision(1);
/// Whether to ram.
pub(super) const RAM: Decision = Decision(2);
/// Whether to shoot.
pub(super) const SHOOT: Decision = Decision(3);
/// What an action goes to.
pub(super) const ACT: Decision = Decision(4);
/// What an evasion gives.
pub(super) const EVADE: Decision = Decision(5);

/// All decisions, in their order.
pub(super) const DECISIONS: [Decision; 6] = [DICE, STUNT, RAM, SHOOT, ACT, EVADE];

/// Rams nothing, holds fire, announces nothing, moves on.
pub(super) const PASSIVE: Action = Action(0);
/// Rams, shoots, rolls the dice of an evasion.
pub(super) const ACTIVE: Action = Action(1);

/// What `act` can be, by action.
pub(super) const ACTS: [Deed; 6] = [Deed::Wait, Deed::Move, Deed::Turn, Deed::Stop, Deed::Start, Deed::Retrieve];

/// The action of a deed of `act`.
pub(super) const fn act(deed: Deed) -> Action {
    Action(deed as u8)
}

/// The action that announces a stunt.
pub(super) const fn announce(stunt: Stunt) -> Action {
    Action(stunt as u8 + 1)
}

/// Shot or rammed to a stop.
pub(super) const DISABLED: Detail = Detail(1);
/// Stalled, with the catcher in contact.
pub(super) const STALLED: Detail = Detail(2);
/// Nobody left to drive.
pub(super) const OCCUPANTS_OUT: Detail = Detail(3);
/// Disabled by what it ran into.
pub(super) const COLLIDED: Detail = Detail(4);
/// Flipped over.
pub(super) const FLIPPED: Detail = Detail(5);
/// Hit in the tank.
pub(super) const EXPLODED: Detail = Detail(6);

/// What is counted for either side.
#[derive(Clone, Copy, Debug)]
pub(super) enum Count {
    /// Lost control without ending the chase.
    CrashEvents,
    /// Rolls with two failures or three.
    Turnovers,
    /// Ran into an obstacle or something immovable.
    Collisions,
    /// Shots at the other vehicle.
    Shots,
    /// Shots that did something to it.
    Hits,
    /// Stunts done.
    Stunts,
    /// People in the vehicle put out.
    Casualties,
}

impl Count {
    const NAMES: [&'static str; 7] =
        ["crash_events", "turnovers", "collisions", "shots", "hits", "stunts", "casualties"];

    /// The event of this kind for a side.
    pub(super) const fn of(self, side: Side) -> Event {
        Event(2 * self as u8 + side as u8)
    }
}

/// Rams of the prey.
pub(super) const RAMS: Event = Event(14);
/// Bystanders hit.
pub(super) const BYSTANDERS: Event = Event(15);

/// The whole vocabulary.
pub(super) fn words() -> Words {
    let texts = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let decision = |name: &str, actions: &[&str]| DecisionWords { name: name.into(), actions: texts(actions) };
    let mut events: Vec<String> =
        Count::NAMES.iter().flat_map(|name| Side::BOTH.map(|side| format!("{}_{name}", side.name()))).collect();
    events.extend(texts(&["rams", "bystanders_hit"]));
    Words {
        ends: vec![
            End::Escaped,
            End::CatcherCrashed,
            End::CatcherDisabled,
            End::Caught,
            End::PreyCrashed,
            End::Timeout,
        ],
        decisions: vec![
            decision("dice", &["1", "2", "3"]),
            decision("stunt", &["none", "jump", "wheelie", "high-speed-turn"]),
            decision("ram", &["no", "ram"]),
            decision("shoot", &["hold", "shoot"]),
            decision("act", &["wait", "move", "turn", "stop", "start", "retrieve"]),
            decision("evade", &["move", "dice"]),
        ],
        details: texts(&["", "disabled", "stalled", "occupants_out", "collided", "flipped", "exploded"]),
        events,
        view: texts(&["gap", "prey_to_curve", "catcher_to_curve", "to_obstacle", "prey_trouble", "catcher_trouble"]),
        gap_unit: "cm".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_carry_their_names() {
        let words = words();
        let event = |event: Event| words.events[usize::from(event.0)].as_str();
        assert_eq!(event(Count::CrashEvents.of(Side::Prey)), "prey_crash_events");
        assert_eq!(event(Count::Casualties.of(Side::Catcher)), "catcher_casualties");
        assert_eq!([RAMS, BYSTANDERS].map(event), ["rams", "bystanders_hit"]);
        let detail = |detail: Detail| words.details[usize::from(detail.0)].as_str();
        assert_eq!(
            [DISABLED, STALLED, OCCUPANTS_OUT, COLLIDED, FLIPPED, EXPLODED].map(detail),
            ["disabled", "stalled", "occupants_out", "collided", "flipped", "exploded"]
        );
        assert_eq!(
            DECISIONS.map(|decision| words.decisions[usize::from(decision.0)].name.as_str()),
            ["dice", "stunt", "ram", "shoot", "act", "evade"]
        );
        for deed in ACTS {
            assert_eq!(words.action(ACT, act(deed)), format!("{deed:?}").to_lowercase());
        }
        assert_eq!(
            Stunt::ALL.map(|stunt| words.action(STUNT, announce(stunt))),
            ["jump", "wheelie", "high-speed-turn"]
        );
        assert_eq!([RAM, SHOOT, EVADE].map(|decision| words.action(decision, ACTIVE)), ["ram", "shoot", "dice"]);
    }
}
