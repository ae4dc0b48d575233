//! One round in reading order (rules/fudge.md 3, 4): who yields, who flees, who exchanges blows, and the ends.

use super::Fight;
use super::opposed::Opposed;
use super::order::Stage;
use super::results::Effort;
use super::setup::Mode;
use super::state::{Act, At, Lone, MOST_FIGHTERS, Phase, State};
use super::words::{CATCHER_FLED, Count, FLED, PARTED, RUN_DOWN, YIELDED};
use chaselab_core::{Chance, Detail, End, Pace, Pair, Side};

/// What both do in nearly every round.
pub(super) const BOTH_FIGHT: Pair<Act> = Pair::new(Act::Fight, Act::Fight);

/// Nobody is out of action.
const NOBODY_DAZED: Pair<u8> = Pair::new(0, 0);

/// How far a roll brought the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Round {
    /// Something is still to be rolled or decided, or the fight is over.
    GoesOn,
    /// Nothing is: it ends.
    Through,
}

impl<const MOST: usize> Fight<MOST> {
    /// A round begins with both parties' decisions, where there are any.
    #[inline(always)]
    pub(super) fn begin_round(&self, state: &mut State<MOST>) {
        if !Self::PLAIN && state.dazed != NOBODY_DAZED {
            return self.begin_dazed(state);
        }
        let nobody_decides = || Side::BOTH.iter().all(|&side| self.acts(state, side).waits());
        if self.is_calm(state) || !Self::PLAIN && nobody_decides() {
            state.acts = BOTH_FIGHT;
            state.phase = Phase::Roll(At::Step(0));
        } else {
            state.phase = Phase::Act;
        }
    }

    /// The same when somebody is out of action.
    #[inline(never)]
    fn begin_dazed(&self, state: &mut State<MOST>) {
        state.phase = Phase::Act;
        if Side::BOTH.iter().all(|&side| self.choice(state, side).waits()) {
            state.acts = Pair::of(|side| unasked(state, side));
            state.phase = Phase::Roll(At::Step(0));
        }
    }

    /// Both have decided: whoever yields ends the fight, whoever flees has to get away first.
    #[inline(always)]
    pub(super) fn enter_round(&self, state: &mut State<MOST>, acts: Pair<Act>) {
        if acts.prey == Act::Yield || acts.catcher == Act::Yield {
            return match acts {
                Pair { prey: Act::Yield, catcher: Act::Yield } => state.finish(End::BothDisabled, YIELDED),
                Pair { prey: Act::Yield, .. } => state.finish(End::Caught, YIELDED),
                _ => state.finish(End::CatcherDisabled, YIELDED),
            };
        }
        Self::aside(state, |state| self.enter_exchange(state, acts));
    }

    #[inline(never)]
    fn enter_exchange(&self, state: &mut State<MOST>, acts: Pair<Act>) {
        let flees = acts.map(Act::flees);
        if flees == Pair::new(true, true) {
            // Nobody rolls, so that nothing is paid for.
            return state.finish(End::Escaped, PARTED);
        }
        pay(state, acts);
        state.acts = acts;
        match flees {
            Pair { prey: false, catcher: false } => state.phase = Phase::Roll(At::Step(0)),
            _ => state.phase = Phase::Roll(At::Flight),
        }
    }

    /// The next roll of the round.
    #[inline(always)]
    pub(super) fn roll<C: Chance>(&self, state: &mut State<MOST>, at: At, chance: &mut C) -> Round {
        match at {
            // Nearly all of a fight is this, so that it is inlined, with what both do known.
            At::Step(from) if state.acts == BOTH_FIGHT => self.exchange(state, from, BOTH_FIGHT, chance),
            _ => Self::aside(state, |state| self.roll_otherwise(state, at, chance)),
        }
    }

    #[inline(never)]
    fn roll_otherwise<C: Chance>(&self, state: &mut State<MOST>, at: At, chance: &mut C) -> Round {
        note_points(state, at, chance);
        match at {
            At::Flight => {
                chance.note(Count::Flights.of(fleeing(state)));
                let efforts = Pair::of(|side| movement(state, side));
                self.opposed(state, Opposed { at, stage: None }, state.acts, efforts, chance)
            }
            At::Step(from) => self.exchange(state, from, state.acts, chance),
        }
    }

    /// Success ends the fight; whoever fails may be attacked, and defends only.
    pub(super) fn flight<C: Chance>(&self, state: &mut State<MOST>, by: i16, chance: &mut C) -> Round {
        let side = fleeing(state);
        let ahead = if side == Side::Prey { by } else { -by };
        chance.tell(|| format!("The {} {}.", side.name(), if ahead > 0 { "gets away" } else { "does not get away" }));
        if ahead > 0 {
            state.finish(End::Escaped, if side == Side::Prey { FLED } else { CATCHER_FLED });
            return Round::GoesOn;
        }
        if self.mode() == Mode::Story && ahead < 0 {
            let end = if side == Side::Prey { End::Caught } else { End::CatcherDisabled };
            state.finish(end, RUN_DOWN);
            return Round::GoesOn;
        }
        // The point for the flight is gone.
        state.acts[side] = Act::Flee;
        if self.mode() == Mode::Story || !self.setup.rules.flight_is_attacked {
            return Round::Through;
        }
        self.go_on(state, 0, state.acts)
    }

    /// The round goes on with the next roll, or ends.
    #[inline(always)]
    pub(super) fn go_on(&self, state: &mut State<MOST>, from: u8, acts: Pair<Act>) -> Round {
        let Some((step, stage)) = self.stage(state, acts, from) else { return Round::Through };
        if !matches!(stage, Stage::Gang(_)) {
            state.results = Pair::default();
            state.lone = Lone::default();
        }
        state.phase = Phase::Roll(At::Step(step));
        Round::GoesOn
    }

    /// Whoever is out leaves, and the next round begins, unless a party has lost.
    #[inline(always)]
    pub(super) fn end_round(&self, state: &mut State<MOST>) -> Pace {
        state.line_up();
        state.forget_round();
        if !self.is_calm(state) {
            state.lose_first();
            // Of two who face each other one at most is hit, so that never both parties lose their last in one round.
            if state.present.prey == 0 {
                state.finish(End::PreyDisabled, Detail::NONE);
                return Pace::SameTurn;
            }
            if state.present.catcher == 0 {
                state.finish(End::CatcherDisabled, Detail::NONE);
                return Pace::SameTurn;
            }
        }
        if !Self::PLAIN && state.dazed != NOBODY_DAZED {
            state.dazed = state.dazed.map(|rounds| rounds.saturating_sub(1));
        }
        self.begin_round(state);
        Pace::NextTurn
    }

    /// Whether both parties' first stand so well that neither has anything to decide: of a plain fight, also only then.
    /// Without a branch for each.
    #[inline(always)]
    fn is_calm(&self, state: &State<MOST>) -> bool {
        let above = |side: Side| i32::from(self.calm[side]) - i32::from(state.fighter(side, 0)) - 1;
        above(Side::Prey) | above(Side::Catcher) >= 0
    }
}

/// Takes the points that what both do costs.
#[inline]
fn pay<const MOST: usize>(state: &mut State<MOST>, acts: Pair<Act>) {
    for side in Side::BOTH {
        if acts[side].costs_a_point() {
            state.points[side] = state.points[side].saturating_sub(1);
        }
    }
}

/// What a party does that is not asked.
#[inline]
pub(super) fn unasked<const MOST: usize>(state: &State<MOST>, side: Side) -> Act {
    if MOST == MOST_FIGHTERS && state.dazed[side] > 0 { Act::Dazed } else { Act::Fight }
}

/// +4 is paid for when it is declared, so it counts at the first roll of the round.
fn note_points<const MOST: usize, C: Chance>(state: &State<MOST>, at: At, chance: &mut C) {
    let anybody_flees = state.acts.prey.flees() || state.acts.catcher.flees();
    if at != At::Flight && (at != At::Step(0) || anybody_flees) {
        return;
    }
    for side in Side::BOTH {
        if state.acts[side].costs_a_point() {
            chance.note(Count::PointsSpent.of(side));
        }
    }
}

/// A party flees as fast as its slowest, and follows as fast as its fastest.
pub(super) fn movement<const MOST: usize>(state: &State<MOST>, side: Side) -> Effort {
    let standing = usize::from(state.present[side]).saturating_sub(1);
    let flees = state.acts[side].flees();
    let condition = state.fighters[side][if flees { standing } else { 0 }].condition();
    match state.acts[side] {
        Act::Dazed => Effort::Dazed,
        Act::FleePlus4 => Effort::PlusFour(condition),
        _ => Effort::Rolled(condition),
    }
}

/// The side that flees.
pub(super) fn fleeing<const MOST: usize>(state: &State<MOST>) -> Side {
    if state.acts.prey.flees() { Side::Prey } else { Side::Catcher }
}
