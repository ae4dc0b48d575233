//! How phases follow one another: an activation, and a turn (rules/fistful.md 2, 5).

use super::Pursuit;
use super::ask::{ABOUT_DICE, Answer, Question};
use super::lengths::in_cm;
use super::parts::Parts;
use super::scene::Scene;
use super::state::{Phase, State, Weapon};
use super::words::STALLED;
use chaselab_core::{Chance, End, Habits, Pace, Pair, Side};

impl<K: Parts> Pursuit<K> {
    /// A phase, and what follows it up to a decision that is not known beforehand.
    #[inline(always)]
    pub(super) fn play<C: Chance>(&self, state: &mut State<K>, chance: &mut C, habits: &impl Habits) -> Pace {
        // Whose activation it is is told apart once.
        let active = match state.phase {
            Phase::Activate { active, .. } | Phase::Do(active, _) => active,
            Phase::EvadingMove(active, _) if K::WEAR => active,
            _ => return Pace::SameTurn,
        };
        match active {
            Side::Prey => {
                if !self.activation(state, chance, Side::Prey, habits) {
                    return Pace::SameTurn;
                }
                let Some(pick) = habits.at_gap(Side::Catcher, ABOUT_DICE, state.gap_in_cm()) else {
                    return Pace::SameTurn;
                };
                self.pick_dice(state, Side::Catcher, pick);
                if !matches!(state.phase, Phase::Activate { .. }) {
                    return Pace::SameTurn;
                }
                self.end_turn(state, chance, habits)
            }
            Side::Catcher => self.end_turn(state, chance, habits),
        }
    }

    /// The same in the catcher's activation, which ends the turn.
    #[inline(always)]
    fn end_turn<C: Chance>(&self, state: &mut State<K>, chance: &mut C, habits: &impl Habits) -> Pace {
        if self.activation(state, chance, Side::Catcher, habits) { Pace::NextTurn } else { Pace::SameTurn }
    }

    /// The same in an activation; says whether it ended, and nothing else.
    #[inline(always)]
    fn activation<C: Chance>(&self, state: &mut State<K>, chance: &mut C, active: Side, habits: &impl Habits) -> bool {
        let phase = state.phase;
        let goes_on = {
            let mut scene = Scene::new(self, state, chance);
            match phase {
                Phase::Activate { who, dice, stunt, .. } if who == active => {
                    scene.activate(active, active, dice, stunt)
                }
                Phase::Activate { who, dice, stunt, .. } if K::WEAR => {
                    scene.activate_out_of_turn(active, who, dice, stunt)
                }
                Phase::EvadingMove(_, who) if K::WEAR => scene.evading_move(active, who),
                Phase::Do(_, deed) => match scene.state.acting(active) {
                    Some(who) => scene.act(active, who, deed),
                    None => true,
                },
                _ => false,
            }
        };
        if !goes_on || !Scene::new(self, state, chance).drive_on(active, habits) {
            return false;
        }
        while let Some(who) = state.acting(active) {
            match self.ask(state, active, who, Question::Ram, habits) {
                Answer::Open(question) => {
                    state.phase = question;
                    return false;
                }
                Answer::Known(deed) => {
                    if !Scene::new(self, state, chance).act(active, who, deed) {
                        return false;
                    }
                }
                Answer::Nothing => state.left[who] = 0,
            }
        }
        self.end_activation(state, chance, active)
    }

    /// The other side's activation, or the next turn; says whether there is one.
    #[inline(always)]
    fn end_activation<C: Chance>(&self, state: &mut State<K>, chance: &mut C, active: Side) -> bool {
        state.left = Pair::default();
        if K::WEAR {
            state.wear.hands = Pair::default();
            state.wear.evaded = Pair::default();
            if let Weapon::Jammed(turns) = state.wear.weapon[active] {
                state.wear.weapon[active] = if turns >= 2 { Weapon::Jammed(1) } else { Weapon::Ready };
            }
        }
        if active == Side::Prey {
            state.phase = Phase::Dice(Side::Catcher);
            return true;
        }
        if state.stalled.prey && state.gap() == 0 {
            chance.tell(|| "The prey stands still with the catcher in contact: caught.".into());
            state.finish(End::Caught, STALLED);
            return false;
        }
        if K::ROAD && state.road.obstacle.is_some() {
            self.move_obstacle(state);
        }
        state.phase = Phase::Dice(Side::Prey);
        let gap = in_cm(state.gap());
        chance.tell(|| format!("The gap is {gap} cm."));
        true
    }
}
