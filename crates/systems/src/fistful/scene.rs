//! One phase while it is played: the state, the dice, and what has come of them so far.

use super::Fistful;
use super::lengths::in_cm;
use super::state::{Hands, Kind, Phase, State, Weapon};
use super::words::{COLLIDED, Count, DISABLED, EXPLODED, FLIPPED, OCCUPANTS_OUT, STALLED};
use chaselab_core::{Chance, Detail, End, Pace, Pair, Side};

/// A phase that is being played.
pub(super) struct Scene<'a, C> {
    pub rules: &'a Fistful,
    pub state: &'a mut State,
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

impl<'a, C: Chance> Scene<'a, C> {
    #[inline(always)]
    pub(super) fn new(rules: &'a Fistful, state: &'a mut State, chance: &'a mut C) -> Self {
        Self { rules, state, chance, wreck: Pair::default(), lost: Pair::default(), evades: None }
    }

    /// What came of the phase: an end, a choice, or whoever acts next.
    #[inline(always)]
    pub(super) fn close(&mut self, active: Side) -> Pace {
        if self.wreck != Pair::default()
            && let Some((end, detail)) = self.wrecked()
        {
            self.state.finish(end, detail);
            return Pace::SameTurn;
        }
        if self.has_escaped() {
            return self.escape();
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
            return Pace::SameTurn;
        }
        self.go_on(active)
    }

    /// What comes of a phase in which nobody was harmed.
    #[inline(always)]
    pub(super) fn close_unharmed(&mut self, active: Side) -> Pace {
        if self.has_escaped() { self.escape() } else { self.go_on(active) }
    }

    #[inline(always)]
    fn has_escaped(&self) -> bool {
        self.state.gap() > self.rules.setup.lengths.table
    }

    #[inline(never)]
    fn escape(&mut self) -> Pace {
        self.state.finish(End::Escaped, Detail::NONE);
        Pace::SameTurn
    }

    /// Whoever acts next is asked; where nobody does, the activation ends.
    #[inline(always)]
    fn go_on(&mut self, active: Side) -> Pace {
        while let Some(who) = self.state.acting(active) {
            if let Some(question) = self.rules.question(self.state, active, who, Phase::Dice(active)) {
                self.state.phase = question;
                return Pace::SameTurn;
            }
            self.state.left[who] = 0;
        }
        self.end_activation(active)
    }

    /// Wrecks before the distance (rules/neutral.md, Roles and ends).
    #[inline(never)]
    fn wrecked(&self) -> Option<(End, Detail)> {
        let end = |crashed: End, otherwise: End, wreck: Wreck| match wreck {
            Wreck::Whole => None,
            Wreck::Empty => Some((otherwise, OCCUPANTS_OUT)),
            Wreck::Disabled => Some((otherwise, DISABLED)),
            Wreck::Collided => Some((crashed, COLLIDED)),
            Wreck::Flipped => Some((crashed, FLIPPED)),
            Wreck::Exploded => Some((crashed, EXPLODED)),
        };
        end(End::PreyCrashed, End::Caught, self.wreck.prey)
            .or_else(|| end(End::CatcherCrashed, End::CatcherDisabled, self.wreck.catcher))
    }

    /// The other side's activation, or the next turn.
    #[inline(always)]
    fn end_activation(&mut self, active: Side) -> Pace {
        let state = &mut *self.state;
        state.left = Pair::default();
        state.hands = Pair::default();
        state.evaded = Pair::default();
        if let Weapon::Jammed(turns) = state.weapon[active] {
            state.weapon[active] = if turns >= 2 { Weapon::Jammed(1) } else { Weapon::Ready };
        }
        if active == Side::Prey {
            state.phase = Phase::Dice(Side::Catcher);
            return Pace::SameTurn;
        }
        if state.stalled.prey && state.gap() == 0 {
            self.chance.tell(|| "The prey stands still with the catcher in contact: caught.".into());
            state.finish(End::Caught, STALLED);
            return Pace::SameTurn;
        }
        if state.obstacle.is_some() {
            self.rules.move_obstacle(state);
        }
        state.phase = Phase::Dice(Side::Prey);
        let gap = in_cm(state.gap());
        self.chance.tell(|| format!("The gap is {gap} cm."));
        Pace::NextTurn
    }
}

impl super::Fistful {
    /// Moving obstacles move a medium stick before anyone else (rules/fistful.md 5).
    #[inline(never)]
    pub(super) fn move_obstacle(&self, state: &mut State) {
        let lengths = &self.setup.lengths;
        let Some(obstacle) = &mut state.obstacle else { return };
        match obstacle.kind {
            Kind::Ahead => {
                obstacle.ahead += lengths.medium;
                if obstacle.passed {
                    // Traffic stops before it collides.
                    obstacle.ahead = obstacle.ahead.min(0);
                } else if obstacle.ahead > lengths.table {
                    state.obstacle = None;
                }
            }
            Kind::Coming => obstacle.kind = Kind::Crossing,
            Kind::Crossing => state.obstacle = None,
            Kind::Stationary => {}
        }
    }

    /// What whoever acts is asked next, behind the question `asked`; nothing when only waiting is left.
    #[inline(always)]
    pub(super) fn question(&self, state: &State, active: Side, who: Side, asked: Phase) -> Option<Phase> {
        let before = matches!(asked, Phase::Dice(_));
        if before && who == Side::Catcher && self.can_ram(state) {
            return Some(Phase::Ram(active));
        }
        if (before || matches!(asked, Phase::Ram(_))) && self.can_shoot(state, who) {
            return Some(Phase::Shoot(active));
        }
        (self.acts(state, who).len() > 1).then_some(Phase::Act(active))
    }

    /// Whether the vehicle's hands may leave the wheel for a shot, with the target in range: one further action beside
    /// one for driving, once in an activation (rules/fistful.md 2, 5).
    #[inline(always)]
    fn can_shoot(&self, state: &State, who: Side) -> bool {
        if !self.setup.sides[who].armed {
            return false;
        }
        let in_range = state.gap() <= 2 * self.setup.lengths.long;
        let free = match state.hands[who] {
            Hands::Free => state.left[who] >= 2,
            Hands::Driven => true,
            Hands::Used => false,
        };
        state.weapon[who] == Weapon::Ready && in_range && free
    }
}
