//! What the Fudge chase decides, counts and shows, by name. What only damage brings comes last, so that everything else
//! has the same number with damage off.

use super::{Act, HIGHEST_RISK, LOWEST_RISK, Obstacle, Setup};
use chaselab_core::{Decision, DecisionWords, Detail, End, Event, Side, Words};

/// The decision about the risk of a turn.
pub const RISK: Decision = Decision(0);
/// The winner's decision about its action.
pub const ACTION: Decision = Decision(1);
/// The prey's decision about its answer to a block: stop or ram.
pub const ANSWER: Decision = Decision(2);

/// Escaped by a successful roll to lose the catcher.
pub const LOST: Detail = Detail(1);
/// Escaped by distance alone (switch `break_off`).
pub const BROKE_OFF: Detail = Detail(2);
/// Caught by a block.
pub const BLOCKED: Detail = Detail(3);
/// Out by the first row of the crash table; further rows follow, then those of the air crash table where anybody
/// flies, then what damage does.
pub(super) const FIRST_ROW: u8 = 4;

/// Details of ends by damage, counted from the first of them.
pub(super) const COLLISION: u8 = 0;
pub(super) const RAMMED: u8 = 1;
pub(super) const SHOT: u8 = 2;

/// Events that both sides have, prey first: crashes, then collisions by what was hit.
const CRASHES: u8 = 0;
const COLLISIONS: u8 = 2;
pub(super) const ATTEMPTS_TO_LOSE: Event = Event(10);
pub(super) const PREY_SHOTS: u8 = 11;
pub(super) const SHOTS_THAT_HIT: Event = Event(13);
pub(super) const RAMS: Event = Event(14);
pub(super) const OCCUPANTS_HURT: Event = Event(15);

/// A failed driving roll that did not end the chase.
pub(super) const fn crash_event(side: Side) -> Event {
    Event(CRASHES + side as u8)
}

/// A collision; banks and buildings are counted together.
pub(super) const fn collision_event(side: Side, obstacle: Obstacle) -> Event {
    let kind = match obstacle {
        Obstacle::Vehicle => 0,
        Obstacle::Sidewall => 1,
        Obstacle::Pedestrian => 2,
        Obstacle::Bank | Obstacle::Building => 3,
    };
    Event(COLLISIONS + 2 * kind + side as u8)
}

/// The first detail that damage brings.
pub(super) fn damage_details(setup: &Setup) -> u8 {
    FIRST_ROW + (setup.crash.len() + if setup.anybody_flies() { setup.air_crash.len() } else { 0 }) as u8
}

pub(super) fn words(setup: &Setup) -> Words {
    let full = setup.rules.damage;
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let mut details = names(&["", "lost", "broke_off", "blocked"]);
    let air = if setup.anybody_flies() { setup.air_crash.as_slice() } else { &[] };
    details.extend(setup.crash.iter().map(|row| row.name.replace([' ', '-'], "_")));
    details.extend(air.iter().map(|row| row.name.replace([' ', '-'], "_")));
    let mut events = names(&[
        "prey_crash_events",
        "catcher_crash_events",
        "prey_hits_vehicle",
        "catcher_hits_vehicle",
        "prey_hits_sidewall",
        "catcher_hits_sidewall",
        "prey_hits_pedestrian",
        "catcher_hits_pedestrian",
        "prey_hits_other",
        "catcher_hits_other",
        "attempts_to_lose",
    ]);
    let acts = if full { &Act::ALL[..] } else { &Act::ALL[..Act::WITHOUT_DAMAGE] };
    let decision = |name: &str, actions| DecisionWords { name: name.into(), actions };
    let mut decisions = vec![
        decision("risk", (LOWEST_RISK..=HIGHEST_RISK).map(|risk| risk.to_string()).collect()),
        decision("action", acts.iter().map(|act| act.name().to_owned()).collect()),
    ];
    if full {
        details.extend(names(&["collision", "rammed", "shot"]));
        events.extend(names(&["prey_shots", "catcher_shots", "shots_that_hit", "rams", "occupants_hurt"]));
        decisions.push(decision("answer", names(&["stop", "ram"])));
    }
    let disabled = [End::CatcherDisabled, End::PreyDisabled, End::BothDisabled];
    Words {
        ends: End::ALL.into_iter().filter(|end| full || !disabled.contains(end)).collect(),
        decisions,
        details,
        events,
        view: names(&["distance", "turns_at_zero", "prey_penalty", "catcher_penalty", "prey_base", "catcher_base"]),
        gap_unit: "turns".into(),
    }
}
