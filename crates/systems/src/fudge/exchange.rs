//! The exchange of blows of a round (rules/fudge.md 3): who rolls against whom, and who hits.

use super::Fight;
use super::blows::Blow;
use super::opposed::Opposed;
use super::order::{Stage, facing, foe, outnumbered, places};
use super::results::Effort;
use super::round::Round;
use super::setup::Mode;
use super::state::{Act, At, Hit, Phase, State};
use chaselab_core::{Chance, Ladder, Pair, Side};

impl<const MOST: usize> Fight<MOST> {
    /// A roll of the exchange of blows, in which both do this.
    ///
    /// Inlined for what they nearly always do. In haste all rolls of a gang are made here.
    #[inline(always)]
    pub(super) fn exchange<C: Chance>(
        &self,
        state: &mut State<MOST>,
        from: u8,
        acts: Pair<Act>,
        chance: &mut C,
    ) -> Round {
        if self.mode() != Mode::Simultaneous || !acts.prey.attacks() && !acts.catcher.attacks() {
            return Self::aside(state, |state| self.exchange_otherwise(state, from, chance));
        }
        // Which side is the lone one's is told apart once.
        match outnumbered(state.present) {
            None if from == 0 => self.pairs(state, 0, 0, acts, chance),
            Some(Side::Prey) if from == 0 => self.lone(state, Side::Prey, acts, chance),
            Some(Side::Catcher) if from == 0 => self.lone(state, Side::Catcher, acts, chance),
            _ => Self::aside(state, |state| self.exchange_from(state, from, acts, chance)),
        }
    }

    /// A roll of a simultaneous round that is not its first.
    #[inline(never)]
    fn exchange_from<C: Chance>(&self, state: &mut State<MOST>, from: u8, acts: Pair<Act>, chance: &mut C) -> Round {
        match facing(state, from) {
            Some((step, Stage::Gang(lone))) => self.gang(state, step, lone, acts, chance),
            Some((step, Stage::Facing(place))) => self.pairs(state, step, place, acts, chance),
            _ => Round::Through,
        }
    }

    /// Blow by blow, the one roll of a story, or nobody who attacks.
    #[inline(never)]
    fn exchange_otherwise<C: Chance>(&self, state: &mut State<MOST>, from: u8, chance: &mut C) -> Round {
        let acts = state.acts;
        let Some((step, stage)) = self.stage(state, acts, from) else { return Round::Through };
        let places = places(stage);
        let efforts = Pair::of(|side| effort(state, acts, side, places[side], attackers(acts, stage)[side]));
        self.opposed(state, Opposed { at: At::Step(step), stage: Some(stage) }, acts, efforts, chance)
    }

    /// Several face the first of the smaller party, who rolls once against all.
    #[inline(always)]
    fn lone<C: Chance>(&self, state: &mut State<MOST>, lone: Side, acts: Pair<Act>, chance: &mut C) -> Round {
        let result = Self::shown(chance, self.skills.of(lone, effort(state, acts, lone, 0, true)));
        chance.tell(|| format!("The {} whom several face comes to {}.", lone.name(), Ladder(result)));
        state.results[lone] = result;
        state.phase = Phase::Roll(At::Step(1));
        if C::IN_HASTE { self.gang(state, 1, lone, acts, chance) } else { Round::GoesOn }
    }

    /// The lone fighter is compared with each who faces it: each who beats it hits, and it hits one of those beaten if
    /// it equals or beats all.
    #[inline(always)]
    fn gang<C: Chance>(
        &self,
        state: &mut State<MOST>,
        mut step: u8,
        lone: Side,
        acts: Pair<Act>,
        chance: &mut C,
    ) -> Round {
        let foes = lone.other();
        loop {
            let (foe, last) = foe::<MOST>(state.present, lone, step);
            let result = Self::shown(chance, self.skills.of(foes, effort(state, acts, foes, foe, true)));
            let over = result - state.results[lone];
            chance.tell(|| format!("The {} {} comes to {}.", foes.name(), foe + 1, Ladder(result)));
            if acts[lone].attacks() {
                state.lone = state.lone.compare(foe, -over);
            }
            let wound = if acts[foes].attacks() { self.damage[foes].at(over) } else { None };
            if !self.hit(state, step, Hit { side: lone, target: 0, wound }, chance) {
                return Round::GoesOn;
            }
            if last {
                let (target, by) = state.lone.best();
                let wound = self.damage[lone].at(by);
                if !self.hit(state, step, Hit { side: foes, target, wound }, chance) {
                    return Round::GoesOn;
                }
            }
            step += 1;
            if last || !state.fighter(lone, 0).stands() {
                return self.go_on(state, step, acts);
            }
            state.phase = Phase::Roll(At::Step(step));
            if !C::IN_HASTE {
                return Round::GoesOn;
            }
        }
    }

    /// The fighters of these places face each other.
    #[inline(always)]
    fn pairs<C: Chance>(&self, state: &mut State<MOST>, step: u8, place: u8, acts: Pair<Act>, chance: &mut C) -> Round {
        let roll = Opposed { at: At::Step(step), stage: Some(Stage::Facing(place)) };
        let efforts = Pair::of(|side| effort(state, acts, side, place, acts[side].attacks()));
        self.opposed(state, roll, acts, efforts, chance)
    }

    /// A blow of an opposed roll of the exchange lands or not.
    #[inline(always)]
    pub(super) fn strike<C: Chance>(
        &self,
        state: &mut State<MOST>,
        roll: Opposed,
        acts: Pair<Act>,
        Blow { side, wound }: Blow,
        chance: &mut C,
    ) -> Round {
        let Opposed { at: At::Step(step), stage: Some(stage) } = roll else { return Round::Through };
        if !self.hit(state, step, Hit { side, target: places(stage)[side], wound }, chance) {
            return Round::GoesOn;
        }
        if wound.is_none() {
            chance.tell(|| "Nobody is hurt.".into());
        }
        self.go_on(state, step + 1, acts)
    }
}

/// Who attacks at a stage.
#[inline]
pub(super) fn attackers(acts: Pair<Act>, stage: Stage) -> Pair<bool> {
    match stage {
        Stage::Attack { attacker, .. } => Pair::of(|side| side == attacker),
        _ => acts.map(Act::attacks),
    }
}

/// How a fighter's result comes about.
#[inline]
pub(super) fn effort<const MOST: usize>(
    state: &State<MOST>,
    acts: Pair<Act>,
    side: Side,
    place: u8,
    attacks: bool,
) -> Effort {
    let condition = state.fighter(side, place).condition();
    match acts[side] {
        Act::Dazed => Effort::Dazed,
        // One point is one roll: the first fighter's own blow.
        Act::FightPlus4 if place == 0 && attacks => Effort::PlusFour(condition),
        _ => Effort::Rolled(condition),
    }
}
