//! The exchange of blows of a round (rules/fudge.md 3): who rolls against whom, and who hits.

use super::Fudge;
use super::blows::{Blow, shown};
use super::opposed::Opposed;
use super::order::{Stage, facing, foe, outnumbered, places};
use super::results::Effort;
use super::setup::Mode;
use super::state::{Act, At, Hit, Phase, State};
use chaselab_core::{Chance, Ladder, Pace, Pair, Side};

impl Fudge {
    /// A roll of the exchange of blows, in which both do this.
    ///
    /// Inlined for what they nearly always do. In haste all rolls of a gang are made here.
    #[inline(always)]
    pub(super) fn exchange<C: Chance>(&self, state: &mut State, from: u8, acts: Pair<Act>, chance: &mut C) -> Pace {
        if self.setup.mode != Mode::Simultaneous || !acts.prey.attacks() && !acts.catcher.attacks() {
            return self.exchange_otherwise(state, from, chance);
        }
        // Which side is the lone one's is told apart once.
        match outnumbered(state.present) {
            None => self.pairs(state, from, from, acts, chance),
            Some(Side::Prey) => self.several(state, from, Side::Prey, acts, chance),
            Some(Side::Catcher) => self.several(state, from, Side::Catcher, acts, chance),
        }
    }

    /// Blow by blow, the one roll of a story, or nobody who attacks.
    #[inline(never)]
    fn exchange_otherwise<C: Chance>(&self, state: &mut State, from: u8, chance: &mut C) -> Pace {
        let Some((step, stage)) = self.stage(state, from) else { return self.end_round(state) };
        let (places, acts) = (places(stage), state.acts);
        let efforts = Pair::of(|side| effort(state, acts, side, places[side], attackers(acts, stage)[side]));
        self.opposed(state, Opposed { at: At::Step(step), stage: Some(stage) }, acts, efforts, chance)
    }

    /// A roll of a round in which several face the first of the smaller party.
    #[inline(always)]
    fn several<C: Chance>(&self, state: &mut State, from: u8, lone: Side, acts: Pair<Act>, chance: &mut C) -> Pace {
        if from == 0 {
            // It rolls once against all.
            let result = shown(chance, self.skills.of(lone, effort(state, acts, lone, 0, true)));
            chance.tell(|| format!("The {} whom several face comes to {}.", lone.name(), Ladder(result)));
            state.results[lone] = result;
            state.phase = Phase::Roll(At::Step(1));
            return if C::IN_HASTE { self.gang(state, 1, lone, acts, chance) } else { Pace::SameTurn };
        }
        match facing(state, from) {
            Some((step, Stage::Gang(_))) => self.gang(state, step, lone, acts, chance),
            Some((step, Stage::Facing(place))) => self.pairs(state, step, place, acts, chance),
            _ => self.end_round(state),
        }
    }

    /// The lone fighter is compared with each who faces it: each who beats it hits, and it hits one of those beaten if
    /// it equals or beats all.
    #[inline(always)]
    fn gang<C: Chance>(&self, state: &mut State, mut step: u8, lone: Side, acts: Pair<Act>, chance: &mut C) -> Pace {
        let foes = lone.other();
        loop {
            let (foe, last) = foe(state.present, lone, step);
            let result = shown(chance, self.skills.of(foes, effort(state, acts, foes, foe, true)));
            let over = result - state.results[lone];
            chance.tell(|| format!("The {} {} comes to {}.", foes.name(), foe + 1, Ladder(result)));
            if acts[lone].attacks() {
                state.lone = state.lone.compare(foe, -over);
            }
            let wound = if acts[foes].attacks() { self.damage[foes].at(over) } else { None };
            if !self.hit(state, step, Hit { side: lone, target: 0, wound }, chance) {
                return Pace::SameTurn;
            }
            if last {
                let (target, by) = state.lone.best();
                let wound = self.damage[lone].at(by);
                if !self.hit(state, step, Hit { side: foes, target, wound }, chance) {
                    return Pace::SameTurn;
                }
            }
            step += 1;
            if last || !state.fighters[lone][0].stands() {
                // The other pairs, if there are any.
                return if state.present[lone] > 1 { self.go_on(state, step) } else { self.next_round(state) };
            }
            state.phase = Phase::Roll(At::Step(step));
            if !C::IN_HASTE {
                return Pace::SameTurn;
            }
        }
    }

    /// The fighters of these places face each other.
    #[inline(always)]
    fn pairs<C: Chance>(&self, state: &mut State, step: u8, place: u8, acts: Pair<Act>, chance: &mut C) -> Pace {
        let roll = Opposed { at: At::Step(step), stage: Some(Stage::Facing(place)) };
        let efforts = Pair::of(|side| effort(state, acts, side, place, acts[side].attacks()));
        self.opposed(state, roll, acts, efforts, chance)
    }

    /// A blow of an opposed roll of the exchange lands or not.
    #[inline(always)]
    pub(super) fn strike<C: Chance>(
        &self,
        state: &mut State,
        roll: Opposed,
        blow: Option<Blow>,
        chance: &mut C,
    ) -> Pace {
        let Opposed { at: At::Step(step), stage: Some(stage) } = roll else { return self.end_round(state) };
        if let Some(Blow { side, wound }) = blow {
            if !self.hit(state, step, Hit { side, target: places(stage)[side], wound: Some(wound) }, chance) {
                return Pace::SameTurn;
            }
        } else {
            chance.tell(|| "Nobody is hurt.".into());
        }
        if let Stage::Facing(place) = stage
            && place + 1 >= state.present.prey.min(state.present.catcher)
        {
            return self.next_round(state);
        }
        self.go_on(state, step + 1)
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
pub(super) fn effort(state: &State, acts: Pair<Act>, side: Side, place: u8, attacks: bool) -> Effort {
    let condition = state.fighters[side][usize::from(place)].condition();
    match acts[side] {
        Act::Dazed => Effort::Dazed,
        // One point is one roll: the first fighter's own blow.
        Act::FightPlus4 if place == 0 && attacks => Effort::PlusFour(condition),
        _ => Effort::Rolled(condition),
    }
}
