//! What whoever acts is asked, one question after the other, and what a pick leads to (rules/fistful.md 2, 5).

use super::Pursuit;
use super::parts::Parts;
use super::setup::Person;
use super::state::{Deed, Hands, Phase, State, Stunt, Weapon};
use super::words::{ACT, ACTIVE, ACTS, DICE, EVADE, PASSIVE, RAM, SHOOT, STUNT};
use chaselab_core::{Action, Choice, Habits, Next, Options, Pair, Side, Unknown};

/// What an action is asked about, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Question {
    Ram,
    Shoot,
    Act,
}

/// What comes of asking whoever acts.
pub(super) enum Answer {
    /// A question whose answer is not known beforehand.
    Open(Phase),
    /// What is done.
    Known(Deed),
    /// Only waiting is left.
    Nothing,
}

/// What is asked about activation dice.
pub(super) const ABOUT_DICE: Choice = Choice { decision: DICE, options: Options::first(3) };
/// What is asked about ramming.
const ABOUT_RAM: Choice = Choice { decision: RAM, options: Options::first(2) };
/// What is asked about shooting.
const ABOUT_SHOT: Choice = Choice { decision: SHOOT, options: Options::first(2) };

impl<K: Parts> Pursuit<K> {
    /// What a phase asks.
    #[inline(always)]
    pub(super) fn question(&self, state: &State<K>) -> Next {
        use Side::{Catcher, Prey};
        // What comes most is told apart first.
        match state.phase {
            Phase::Activate { .. } | Phase::Do(..) => Next::Resolve,
            Phase::Dice(Prey) => asks(Prey, ABOUT_DICE),
            Phase::Dice(Catcher) => asks(Catcher, ABOUT_DICE),
            Phase::Act(active) => match state.acting(active) {
                Some(Prey) => asks(Prey, self.about_action(state, Prey)),
                Some(Catcher) => asks(Catcher, self.about_action(state, Catcher)),
                None => nobody(),
            },
            Phase::Ram(_) => asks(Catcher, ABOUT_RAM),
            Phase::Shoot(active) => state.acting(active).map_or_else(nobody, |who| asks(who, ABOUT_SHOT)),
            Phase::Announce(side, _) => {
                asks(side, Choice { decision: STUNT, options: self.stunts(state, side).with(PASSIVE) })
            }
            Phase::Evade(_, who) => asks(who, Choice { decision: EVADE, options: Options::first(2) }),
            Phase::EvadingMove(..) => Next::Resolve,
            Phase::Over(end, detail) => Next::Over(end, detail),
        }
    }

    /// What the picks lead to. Each arm writes the phase by itself, so that the compiler sees what follows.
    #[inline(always)]
    pub(super) fn answer(&self, state: &mut State<K>, picks: Pair<Action>) {
        match state.phase {
            Phase::Dice(side) => self.pick_dice(state, side, picks[side]),
            Phase::Act(active) => {
                let pick = state.acting(active).map_or(PASSIVE, |who| picks[who]);
                state.phase = Phase::Do(active, ACTS[usize::from(pick.0)]);
            }
            Phase::Ram(active) if picks.catcher == ACTIVE => state.phase = Phase::Do(active, Deed::Ram),
            Phase::Ram(active) => state.phase = self.declined(state, active, Question::Shoot),
            rare => state.phase = self.answer_rarely(*state, rare, picks),
        }
    }

    /// So many dice, and a stunt where one can be announced.
    #[inline(always)]
    pub(super) fn pick_dice(&self, state: &mut State<K>, side: Side, pick: Action) {
        let dice = pick.0 + 1;
        // A stunt needs two actions, so one die cannot win it.
        if dice >= 2 && !self.stunts(state, side).is_empty() {
            state.phase = Phase::Announce(side, dice);
        } else {
            state.phase = Phase::Activate { active: side, who: side, dice, stunt: None };
        }
    }

    /// What the decisions that are rarely asked lead to.
    #[inline(never)]
    fn answer_rarely(&self, state: State<K>, asked: Phase, picks: Pair<Action>) -> Phase {
        match asked {
            Phase::Announce(side, dice) => {
                let stunt = picks[side].0.checked_sub(1).map(|index| Stunt::ALL[usize::from(index)]);
                Phase::Activate { active: side, who: side, dice, stunt }
            }
            Phase::Shoot(active) => match state.acting(active) {
                Some(who) if picks[who] == ACTIVE => Phase::Do(active, Deed::Shoot),
                _ => self.declined(&state, active, Question::Act),
            },
            Phase::Evade(active, who) if picks[who] == ACTIVE => Phase::Activate { active, who, dice: 3, stunt: None },
            Phase::Evade(active, who) => Phase::EvadingMove(active, who),
            other => other,
        }
    }

    /// The next question, from this one on; waiting where there is none.
    #[inline(always)]
    fn declined(&self, state: &State<K>, active: Side, from: Question) -> Phase {
        let answer = state.acting(active).map(|who| self.ask(state, active, who, from, &Unknown));
        match answer {
            Some(Answer::Open(question)) => question,
            _ => Phase::Do(active, Deed::Wait),
        }
    }

    /// Asks whoever acts, from this question on.
    #[inline(always)]
    pub(super) fn ask(
        &self,
        state: &State<K>,
        active: Side,
        who: Side,
        from: Question,
        habits: &impl Habits,
    ) -> Answer {
        let at_gap = |choice| habits.at_gap(who, choice, state.gap_in_cm());
        if from <= Question::Ram && who == Side::Catcher && self.can_ram(state) {
            match at_gap(ABOUT_RAM) {
                None => return Answer::Open(Phase::Ram(active)),
                Some(ACTIVE) => return Answer::Known(Deed::Ram),
                Some(_) => {}
            }
        }
        if from <= Question::Shoot && self.can_shoot(state, who) {
            match at_gap(ABOUT_SHOT) {
                None => return Answer::Open(Phase::Shoot(active)),
                Some(ACTIVE) => return Answer::Known(Deed::Shoot),
                Some(_) => {}
            }
        }
        let choice = self.about_action(state, who);
        if choice.options.len() == 1 {
            return Answer::Nothing;
        }
        match at_gap(choice) {
            None => Answer::Open(Phase::Act(active)),
            Some(pick) => Answer::Known(ACTS[usize::from(pick.0)]),
        }
    }

    /// What is asked about an action.
    #[inline(always)]
    fn about_action(&self, state: &State<K>, who: Side) -> Choice {
        Choice { decision: ACT, options: self.acts(state, who) }
    }

    /// Whether the vehicle's hands may leave the wheel for a shot, with the target in range: one further action beside
    /// one for driving, once in an activation (rules/fistful.md 2, 5).
    #[inline(always)]
    fn can_shoot(&self, state: &State<K>, who: Side) -> bool {
        if !K::WEAR || !self.setup.sides[who].armed {
            return false;
        }
        let in_range = state.gap() <= 2 * self.setup.lengths.long;
        let free = match state.wear.hands[who] {
            Hands::Free => state.left[who] >= 2,
            Hands::Driven => true,
            Hands::Used => false,
        };
        state.wear.weapon[who] == Weapon::Ready && in_range && free
    }

    /// Who is at the wheel.
    pub(super) fn driver(&self, state: &State<K>, side: Side) -> Person {
        self.setup.sides[side].people[usize::from(state.wear.driver[side])]
    }
}

/// A side decides, the other waits.
#[inline(always)]
fn asks(side: Side, choice: Choice) -> Next {
    Next::Choose(match side {
        Side::Prey => Pair::new(choice, Choice::WAIT),
        Side::Catcher => Pair::new(Choice::WAIT, choice),
    })
}

/// Nobody decides.
#[inline(always)]
fn nobody() -> Next {
    Next::Choose(Pair::new(Choice::WAIT, Choice::WAIT))
}
