//! The order of the rolls of a round (rules/fudge.md 3): who faces whom, step by step.

use super::Fight;
use super::setup::Mode;
use super::state::{Act, At, State};
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
    /// One of those who face it rolls.
    Gang(Side),
    /// A fighter attacks another.
    Attack { attacker: Side, fighter: u8, target: u8 },
}

impl<const MOST: usize> Fight<MOST> {
    /// The stage at exactly this roll.
    pub(super) fn stage_at(&self, state: &State<MOST>, at: At) -> Option<Stage> {
        let At::Step(step) = at else { return None };
        self.stage(state, state.acts, step).map(|(_, stage)| stage)
    }

    /// The first stage of the exchange from a step on, in which both do this.
    #[inline(always)]
    pub(super) fn stage(&self, state: &State<MOST>, acts: Pair<Act>, from: u8) -> Option<(u8, Stage)> {
        if !acts.prey.attacks() && !acts.catcher.attacks() {
            return None;
        }
        match self.mode() {
            Mode::Story => (from == 0).then_some((0, Stage::Story)),
            Mode::Simultaneous => facing(state, from),
            Mode::BlowByBlow => self.next_attack(state, from),
        }
    }

    /// How blows are exchanged.
    #[inline(always)]
    pub(super) fn mode(&self) -> Mode {
        if Self::PLAIN { Mode::Simultaneous } else { self.setup.mode }
    }

    /// The first attack from a step on.
    #[inline(never)]
    fn next_attack(&self, state: &State<MOST>, from: u8) -> Option<(u8, Stage)> {
        (from..2 * MOST as u8).find_map(|step| Some((step, self.attack(state, state.present, step)?)))
    }

    /// The attack at a step: the parties alternate, each with its first fighter, then its second.
    fn attack(&self, state: &State<MOST>, counts: Pair<u8>, step: u8) -> Option<Stage> {
        let first = self.setup.rules.first_blow;
        let attacker = if step.is_multiple_of(2) { first } else { first.other() };
        let fighter = step / 2;
        let stands = |side: Side, place: u8| state.fighter(side, place).stands();
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
#[inline]
pub(super) fn places(stage: Stage) -> Pair<u8> {
    match stage {
        Stage::Facing(place) => Pair::new(place, place),
        Stage::Attack { attacker: Side::Prey, fighter, target } => Pair::new(fighter, target),
        Stage::Attack { attacker: Side::Catcher, fighter, target } => Pair::new(target, fighter),
        Stage::Story | Stage::Lone(_) | Stage::Gang(_) => Pair::new(0, 0),
    }
}

/// The side of the smaller party, if one is smaller: several face its first fighter.
#[inline]
pub(super) fn outnumbered(counts: Pair<u8>) -> Option<Side> {
    if counts.prey == counts.catcher {
        None
    } else {
        Some(if counts.prey < counts.catcher { Side::Prey } else { Side::Catcher })
    }
}

/// Who of those who face the lone one rolls at a step, and whether it is the last of them.
#[inline]
pub(super) fn foe<const MOST: usize>(counts: Pair<u8>, lone: Side, step: u8) -> (u8, bool) {
    let pairs = pairs::<MOST>(counts, lone);
    (if step == 1 { 0 } else { pairs + step - 2 }, step == last_of_gang::<MOST>(counts, lone))
}

/// The step at which the last of those who face the lone one rolls: after the lone one itself each of them does.
#[inline]
fn last_of_gang<const MOST: usize>(counts: Pair<u8>, lone: Side) -> u8 {
    if MOST == 2 { 2 } else { 1 + counts[lone.other()] - counts[lone] }
}

/// How many are in the smaller party: of two at most, the lone one.
#[inline]
fn pairs<const MOST: usize>(counts: Pair<u8>, lone: Side) -> u8 {
    if MOST == 2 { 1 } else { counts[lone] }
}

/// The stages of a simultaneous round: in pairs, and the surplus doubles up on the first.
#[inline(always)]
pub(super) fn facing<const MOST: usize>(state: &State<MOST>, from: u8) -> Option<(u8, Stage)> {
    let counts = state.present;
    let Some(lone) = outnumbered(counts) else {
        return (from < counts.prey).then_some((from, Stage::Facing(from)));
    };
    // The lone fighter's roll, one for each who faces it, and then the other pairs.
    let (pairs, gang) = (pairs::<MOST>(counts, lone), last_of_gang::<MOST>(counts, lone));
    match from {
        0 => Some((0, Stage::Lone(lone))),
        step if step <= gang && state.fighter(lone, 0).stands() => Some((step, Stage::Gang(lone))),
        step => {
            // Once it is out, the others who face it need not roll.
            let step = step.max(gang + 1);
            let place = step - gang;
            (place < pairs).then_some((step, Stage::Facing(place)))
        }
    }
}
