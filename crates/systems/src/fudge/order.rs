//! The order of the rolls of a round (rules/fudge.md 3): who faces whom, step by step.

use super::Fudge;
use super::setup::Mode;
use super::state::{At, MOST_FIGHTERS, State};
use chaselab_core::{Pair, Side};

/// What is rolled at a step of the exchange of blows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// One opposed roll for everything.
    Story,
    /// Two fighters of these places face each other.
    Facing(u8),
    /// The first of the smaller party, whom several face, rolls.
    Lone(Side),
    /// One of those who face it rolls; with whether it is the last of them.
    Gang { lone: Side, foe: u8, last: bool },
    /// A fighter attacks another.
    Attack { attacker: Side, fighter: u8, target: u8 },
}

impl Fudge {
    /// The stage at exactly this roll.
    pub(super) fn stage_at(&self, state: &State, at: At) -> Option<Stage> {
        let At::Step(step) = at else { return None };
        self.stage(state, step).map(|(_, stage)| stage)
    }

    /// The first stage of the exchange from a step on.
    pub(super) fn stage(&self, state: &State, from: u8) -> Option<(u8, Stage)> {
        if !state.acts.prey.attacks() && !state.acts.catcher.attacks() {
            return None;
        }
        let counts = state.present;
        match self.setup.mode {
            Mode::Story => (from == 0).then_some((0, Stage::Story)),
            Mode::Simultaneous => facing(state, counts, from),
            Mode::BlowByBlow => {
                (from..2 * MOST_FIGHTERS as u8).find_map(|step| Some((step, self.attack(state, counts, step)?)))
            }
        }
    }

    /// The attack at a step: the parties alternate, each with its first fighter, then its second.
    fn attack(&self, state: &State, counts: Pair<u8>, step: u8) -> Option<Stage> {
        let first = self.setup.rules.first_blow;
        let attacker = if step.is_multiple_of(2) { first } else { first.other() };
        let fighter = step / 2;
        let stands = |side: Side, place: u8| state.fighters[side][usize::from(place)].stands();
        if !state.acts[attacker].attacks() || !stands(attacker, fighter) {
            return None;
        }
        let others = attacker.other();
        // The surplus doubles up on the first; whose opponent is out turns to the first that stands.
        let opposite = if fighter < counts[others] { fighter } else { 0 };
        let target = std::iter::once(opposite).chain(0..counts[others]).find(|&place| stands(others, place))?;
        Some(Stage::Attack { attacker, fighter, target })
    }
}

/// Which fighters an opposed roll is between.
pub(super) fn places(stage: Stage) -> Pair<u8> {
    match stage {
        Stage::Facing(place) => Pair::new(place, place),
        Stage::Attack { attacker: Side::Prey, fighter, target } => Pair::new(fighter, target),
        Stage::Attack { attacker: Side::Catcher, fighter, target } => Pair::new(target, fighter),
        Stage::Story | Stage::Lone(_) | Stage::Gang { .. } => Pair::new(0, 0),
    }
}

/// The stages of a simultaneous round: in pairs, and the surplus doubles up on the first.
fn facing(state: &State, counts: Pair<u8>, from: u8) -> Option<(u8, Stage)> {
    let pairs = counts.prey.min(counts.catcher);
    let surplus = counts.prey.max(counts.catcher) - pairs;
    if surplus == 0 {
        return (from < pairs).then_some((from, Stage::Facing(from)));
    }
    let lone = if counts.prey < counts.catcher { Side::Prey } else { Side::Catcher };
    // The lone fighter's roll, one for each who faces it, and then the other pairs.
    let gang = 1 + surplus;
    match from {
        0 => Some((0, Stage::Lone(lone))),
        step if step <= gang && state.fighters[lone][0].stands() => {
            let foe = if step == 1 { 0 } else { pairs + step - 2 };
            Some((step, Stage::Gang { lone, foe, last: step == gang }))
        }
        step => {
            // Once it is out, the others who face it need not roll.
            let step = step.max(gang + 1);
            let place = step - gang;
            (place < pairs).then_some((step, Stage::Facing(place)))
        }
    }
}
