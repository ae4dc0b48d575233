//! One phase while it is played: the state, the dice, and what has come of them so far.

use super::Pursuit;
use super::parts::Parts;
use super::state::{Kind, Phase, State};
use super::words::{COLLIDED, Count, DISABLED, EXPLODED, FLIPPED, OCCUPANTS_OUT};
use chaselab_core::{Chance, Detail, End, Pair, Side};

/// A phase that is being played.
pub(super) struct Scene<'a, K: Parts, C> {
    pub rules: &'a Pursuit<K>,
    pub state: &'a mut State<K>,
    pub chance: &'a mut C,
    /// What has become of the vehicles.
    pub wreck: Pair<Wreck>,
    /// Who has lost control in this phase.
    pub lost: Pair<bool>,
    /// Who evaded something immovable and may choose.
    pub evades: Option<Side>,
}

/// What has become of a vehicle, the worst last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wreck {
    #[default]
    Whole,
    /// Nobody is left to drive it.
    Empty,
    /// Shot or rammed to a stop.
    Disabled,
    /// Disabled by what it ran into.
    Collided,
    Flipped,
    Exploded,
}

impl<'a, K: Parts, C: Chance> Scene<'a, K, C> {
    #[inline(always)]
    pub(super) fn new(rules: &'a Pursuit<K>, state: &'a mut State<K>, chance: &'a mut C) -> Self {
        Self { rules, state, chance, wreck: Pair::default(), lost: Pair::default(), evades: None }
    }

    /// What came of the phase; says whether the activation goes on, rather than at an end or a choice.
    #[inline(always)]
    pub(super) fn close(&mut self, active: Side) -> bool {
        if self.wreck != Pair::default()
            && let Some((end, detail)) = wrecked(self.wreck)
        {
            self.state.finish(end, detail);
            return false;
        }
        if !self.close_unharmed() {
            return false;
        }
        if self.lost.prey || self.lost.catcher {
            for side in Side::BOTH {
                if self.lost[side] {
                    self.chance.note(Count::CrashEvents.of(side));
                }
            }
        }
        if let Some(side) = self.evades {
            self.state.phase = Phase::Evade(active, side);
            return false;
        }
        true
    }

    /// The same of a phase in which nobody was harmed.
    #[inline(always)]
    pub(super) fn close_unharmed(&mut self) -> bool {
        let escaped = self.state.gap() > self.rules.setup.lengths.table;
        if escaped {
            self.state.finish(End::Escaped, Detail::NONE);
        }
        !escaped
    }

    /// Plays something out of line, with a state of its own: where nobody takes the address of the other, the compiler
    /// keeps it in registers.
    #[inline(always)]
    pub(super) fn apart(&mut self, play: impl FnOnce(&mut Scene<'_, K, C>)) {
        let mut state = *self.state;
        let mut scene = Scene { rules: self.rules, state: &mut state, chance: &mut *self.chance, ..*self };
        play(&mut scene);
        (self.wreck, self.lost, self.evades) = (scene.wreck, scene.lost, scene.evades);
        *self.state = state;
    }
}

/// Wrecks before the distance (rules/neutral.md, Roles and ends).
#[inline(never)]
fn wrecked(wreck: Pair<Wreck>) -> Option<(End, Detail)> {
    let end = |crashed: End, otherwise: End, wreck: Wreck| match wreck {
        Wreck::Whole => None,
        Wreck::Empty => Some((otherwise, OCCUPANTS_OUT)),
        Wreck::Disabled => Some((otherwise, DISABLED)),
        Wreck::Collided => Some((crashed, COLLIDED)),
        Wreck::Flipped => Some((crashed, FLIPPED)),
        Wreck::Exploded => Some((crashed, EXPLODED)),
    };
    end(End::PreyCrashed, End::Caught, wreck.prey)
        .or_else(|| end(End::CatcherCrashed, End::CatcherDisabled, wreck.catcher))
}

impl<K: Parts> Pursuit<K> {
    /// Moving obstacles move a medium stick before anyone else (rules/fistful.md 5).
    #[inline(never)]
    pub(super) fn move_obstacle(&self, state: &mut State<K>) {
        let lengths = &self.setup.lengths;
        let Some(obstacle) = &mut state.road.obstacle else { return };
        match obstacle.kind {
            Kind::Ahead => {
                obstacle.ahead += lengths.medium;
                if obstacle.passed {
                    // Traffic stops before it collides.
                    obstacle.ahead = obstacle.ahead.min(0);
                } else if obstacle.ahead > lengths.table {
                    state.road.obstacle = None;
                }
            }
            Kind::Coming => obstacle.kind = Kind::Crossing,
            Kind::Crossing => state.road.obstacle = None,
            Kind::Stationary => {}
        }
    }
}
