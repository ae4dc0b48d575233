//! Opposed rolls of two (rules/fudge.md 2, 3): one question, or two results of which the loser may roll again.

use super::Fight;
use super::blows::Blow;
use super::chart::CONDITIONS;
use super::drivers::Spend;
use super::exchange::{attackers, effort};
use super::order::{Stage, places};
use super::results::{Effort, Results};
use super::round::{BOTH_FIGHT, Round, fleeing, movement};
use super::state::{Act, At, Hit, Phase, State};
use super::words::Count;
use chaselab_core::{Answers, Bands, Chance, Detail, Dice, End, Ladder, Pair, Side};

/// An opposed roll of two: a flight, or a step of the exchange with its stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opposed {
    pub at: At,
    pub stage: Option<Stage>,
}

impl<const MOST: usize> Fight<MOST> {
    /// One opposed roll: a single question, unless somebody may roll again.
    #[inline(always)]
    pub(super) fn opposed<C: Chance>(
        &self,
        state: &mut State<MOST>,
        roll: Opposed,
        acts: Pair<Act>,
        efforts: Pair<Effort>,
        chance: &mut C,
    ) -> Round {
        if !Self::PLAIN && self.rerolls {
            let may = Pair::of(|side| self.may_reroll(state, side, efforts[side]));
            if may.prey || may.catcher {
                return self.may_be_rolled_again(state, roll, efforts, may, chance);
            }
        }
        let dice = || self.results(roll.at).difference(efforts);
        match self.blows_of(acts, roll) {
            Some(blows) => {
                let blow = match self.laid_out(acts, efforts) {
                    Some(answers) => chance.answer(answers),
                    None => Self::banded(chance, dice(), blows),
                };
                self.strike(state, roll, acts, blow, chance)
            }
            // Who wins, loses or draws is all that counts.
            None => {
                let by = Self::banded(chance, dice(), &self.signs);
                self.outcome(state, roll, by, chance)
            }
        }
    }

    /// One opposed roll of which the loser may ask for another.
    #[inline(never)]
    fn may_be_rolled_again<C: Chance>(
        &self,
        state: &mut State<MOST>,
        roll: Opposed,
        efforts: Pair<Effort>,
        may: Pair<bool>,
        chance: &mut C,
    ) -> Round {
        let results = self.results(roll.at);
        state.results = Pair::of(|side| Self::shown(chance, results.of(side, efforts[side])));
        let by = state.results.prey - state.results.catcher;
        chance.tell(|| {
            let Pair { prey, catcher } = state.results.map(Ladder);
            format!("The prey comes to {prey}, the catcher to {catcher}.")
        });
        match loser(state, roll, by).filter(|&side| may[side] && self.is_worth_it(state, roll, side, by)) {
            Some(side) => {
                state.phase = Phase::Reroll(roll.at, side);
                Round::GoesOn
            }
            None => self.outcome(state, roll, by, chance),
        }
    }

    /// The roll counts, after one side has rolled again or neither.
    #[inline(never)]
    pub(super) fn settle<C: Chance>(
        &self,
        state: &mut State<MOST>,
        at: At,
        again: Option<Side>,
        chance: &mut C,
    ) -> Round {
        let roll = Opposed { at, stage: self.stage_at(state, at) };
        if let Some(side) = again {
            chance.note(Count::PointsSpent.of(side));
            let effort = match roll {
                Opposed { at: At::Step(_), stage: Some(stage) } => {
                    effort(state, state.acts, side, places(stage)[side], false)
                }
                _ => movement(state, side),
            };
            let result = Self::shown(chance, self.results(at).of(side, effort));
            state.results[side] = result;
            chance.tell(|| format!("The {} rolls again and comes to {}.", side.name(), Ladder(result)));
        }
        self.outcome(state, roll, state.results.prey - state.results.catcher, chance)
    }

    /// What the prey's result above the catcher's comes to.
    #[inline(never)]
    fn outcome<C: Chance>(&self, state: &mut State<MOST>, roll: Opposed, by: i16, chance: &mut C) -> Round {
        state.results = Pair::default();
        let acts = state.acts;
        if let Some(blows) = self.blows_of(acts, roll) {
            let blow = blows.at(by);
            return self.strike(state, roll, acts, blow, chance);
        }
        match roll.at {
            At::Flight => self.flight(state, by, chance),
            At::Step(_) => {
                // The one roll of the story: whoever wins and fights has the other at its mercy.
                let wins = Pair::new(by > 0 && acts.prey.attacks(), by < 0 && acts.catcher.attacks());
                match wins {
                    Pair { prey: true, .. } => state.finish(End::CatcherDisabled, Detail::NONE),
                    Pair { catcher: true, .. } => state.finish(End::PreyDisabled, Detail::NONE),
                    _ => {
                        chance.tell(|| "Neither side gets the better of the other.".into());
                        return Round::Through;
                    }
                }
                Round::GoesOn
            }
        }
    }

    #[inline]
    fn may_reroll(&self, state: &State<MOST>, side: Side, effort: Effort) -> bool {
        state.points[side] > 0 && self.setup.sides[side].reroll != Spend::Never && matches!(effort, Effort::Rolled(_))
    }

    /// Whether the side wants to be asked about a roll that it lost.
    fn is_worth_it(&self, state: &State<MOST>, roll: Opposed, side: Side, by: i16) -> bool {
        let Spend::From(from) = self.setup.sides[side].reroll else { return true };
        let (Some(blows), Some(stage)) = (self.blows_of(state.acts, roll), roll.stage) else { return true };
        let Blow { side: hurt, wound } = blows.at(by);
        let hit = Hit { side, target: places(stage)[side], wound };
        hurt == side && wound.is_some() && self.marked(state, hit).wound >= from
    }

    /// Rolls, unless there is only one way to show.
    #[inline(always)]
    pub(super) fn shown<C: Chance>(chance: &mut C, dice: &Dice) -> i16 {
        match dice.range() {
            (low, high) if !Self::PLAIN && low == high => low,
            _ => chance.draw(dice),
        }
    }

    /// What bands say of a roll, without a question where there is only one way to show.
    #[inline(always)]
    fn banded<C: Chance, T: Copy + PartialEq>(chance: &mut C, dice: &Dice, bands: &Bands<T>) -> T {
        match dice.range() {
            (low, high) if !Self::PLAIN && low == high => bands.at(low),
            _ => chance.band(dice, bands, 0),
        }
    }

    /// The blows of two who both roll and attack, as nearly always.
    #[inline(always)]
    fn laid_out(&self, acts: Pair<Act>, efforts: Pair<Effort>) -> Option<&Answers<Blow>> {
        match efforts {
            Pair { prey: Effort::Rolled(prey), catcher: Effort::Rolled(catcher) } if acts == BOTH_FIGHT => {
                self.duels.get(CONDITIONS * usize::from(prey) + usize::from(catcher))
            }
            _ => None,
        }
    }

    #[inline]
    fn results(&self, at: At) -> &Results {
        if at == At::Flight { &self.movements } else { &self.skills }
    }

    /// What the difference of an opposed roll does; nothing for flights and stories.
    #[inline]
    fn blows_of(&self, acts: Pair<Act>, roll: Opposed) -> Option<&Bands<Blow>> {
        let stage = roll.stage.filter(|&stage| stage != Stage::Story)?;
        let Pair { prey, catcher } = attackers(acts, stage);
        Some(&self.blows[usize::from(prey)][usize::from(catcher)])
    }
}

/// Who lost a roll; a draw is lost by whoever had to win it.
fn loser<const MOST: usize>(state: &State<MOST>, roll: Opposed, by: i16) -> Option<Side> {
    match by {
        1.. => Some(Side::Catcher),
        0 => match roll {
            Opposed { at: At::Flight, .. } => Some(fleeing(state)),
            Opposed { stage: Some(Stage::Attack { attacker, .. }), .. } => Some(attacker),
            _ => None,
        },
        _ => Some(Side::Prey),
    }
}
