//! One round in reading order (rules/fudge.md 3, 4): who flees, who hits whom, what that does, and the ends.

use super::Fudge;
use super::blows::{Blow, banded, shown};
use super::chart::Wound;
use super::drivers::Spend;
use super::order::{Stage, places};
use super::results::{Effort, Results};
use super::setup::Mode;
use super::state::{Act, At, Fighter, Hit, Lone, Phase, State};
use super::words::{CATCHER_FLED, Count, FLED, PARTED, RUN_DOWN, YIELDED};
use chaselab_core::{Bands, Chance, Detail, End, Ladder, Pace, Pair, Side};

/// An opposed roll of two: a flight, or a step of the exchange with its stage.
type Opposed = (At, Option<Stage>);

impl Fudge {
    /// A round begins with both parties' decisions, where there are any.
    pub(super) fn begin_round(&self, state: &mut State) {
        state.phase = Phase::Act;
        if Side::BOTH.iter().all(|&side| self.acts(state, side).waits()) {
            state.acts = Pair::of(|side| self.unasked(state, side));
            self.enter_round(state);
        }
    }

    /// Both have decided: whoever yields ends the fight, whoever flees has to get away first.
    pub(super) fn enter_round(&self, state: &mut State) {
        let flees = state.acts.map(Act::flees);
        for side in Side::BOTH {
            if matches!(state.acts[side], Act::FightPlus4 | Act::FleePlus4) {
                state.points[side] = state.points[side].saturating_sub(1);
            }
        }
        match state.acts {
            Pair { prey: Act::Yield, catcher: Act::Yield } => state.finish(End::BothDisabled, YIELDED),
            Pair { prey: Act::Yield, .. } => state.finish(End::Caught, YIELDED),
            Pair { catcher: Act::Yield, .. } => state.finish(End::CatcherDisabled, YIELDED),
            _ if flees.prey && flees.catcher => state.finish(End::Escaped, PARTED),
            _ if flees.prey || flees.catcher => state.phase = Phase::Roll(At::Flight),
            _ => state.phase = Phase::Roll(At::Step(0)),
        }
    }

    /// The next roll of the round.
    pub(super) fn roll<C: Chance>(&self, state: &mut State, at: At, chance: &mut C) -> Pace {
        self.note_points(state, at, chance);
        let At::Step(from) = at else {
            chance.note(Count::Flights.of(fleeing(state)));
            let efforts = Pair::of(|side| self.movement(state, side));
            return self.opposed(state, (at, None), efforts, chance);
        };
        let Some((step, stage)) = self.stage(state, from) else { return self.end_round(state) };
        match stage {
            Stage::Lone(lone) => {
                let effort = self.effort(state, lone, 0, true);
                let result = shown(chance, self.skills.of(lone, effort));
                state.results[lone] = result;
                chance.tell(|| format!("The {} whom several face comes to {}.", lone.name(), Ladder(result)));
                self.go_on(state, step + 1)
            }
            Stage::Gang { lone, foe, last } => self.gang(state, step, (lone, foe, last), chance),
            _ => {
                let places = places(stage);
                let efforts =
                    Pair::of(|side| self.effort(state, side, places[side], self.attackers(state, stage)[side]));
                self.opposed(state, (At::Step(step), Some(stage)), efforts, chance)
            }
        }
    }

    /// +4 is paid for when it is declared, so it counts at the first roll of the round.
    fn note_points<C: Chance>(&self, state: &State, at: At, chance: &mut C) {
        let anybody_flees = state.acts.prey.flees() || state.acts.catcher.flees();
        if at != At::Flight && (at != At::Step(0) || anybody_flees) {
            return;
        }
        for side in Side::BOTH {
            if matches!(state.acts[side], Act::FightPlus4 | Act::FleePlus4) {
                chance.note(Count::PointsSpent.of(side));
            }
        }
    }

    /// One opposed roll: a single question, unless somebody may roll again.
    fn opposed<C: Chance>(&self, state: &mut State, roll: Opposed, efforts: Pair<Effort>, chance: &mut C) -> Pace {
        let results = self.results(roll.0);
        let may = Pair::of(|side| self.may_reroll(state, side, efforts[side]));
        if !may.prey && !may.catcher {
            let dice = results.difference(efforts);
            return match self.blows_of(state, roll) {
                Some(blows) => {
                    let blow = banded(chance, dice, blows);
                    self.strike(state, roll, blow, chance)
                }
                // Who wins, loses or draws is all that counts.
                None => {
                    let by = banded(chance, dice, &self.signs);
                    self.outcome(state, roll, by, chance)
                }
            };
        }
        state.results = Pair::of(|side| shown(chance, results.of(side, efforts[side])));
        let by = state.results.prey - state.results.catcher;
        chance.tell(|| {
            let Pair { prey, catcher } = state.results.map(Ladder);
            format!("The prey comes to {prey}, the catcher to {catcher}.")
        });
        match loser(state, roll, by).filter(|&side| may[side] && self.is_worth_it(state, roll, side, by)) {
            Some(side) => {
                state.phase = Phase::Reroll(roll.0, side);
                Pace::SameTurn
            }
            None => self.outcome(state, roll, by, chance),
        }
    }

    /// The roll counts, after one side has rolled again or neither.
    pub(super) fn settle<C: Chance>(&self, state: &mut State, at: At, again: Option<Side>, chance: &mut C) -> Pace {
        let roll = (at, self.stage_at(state, at));
        if let Some(side) = again {
            chance.note(Count::PointsSpent.of(side));
            let effort = match roll {
                (At::Step(_), Some(stage)) => self.effort(state, side, places(stage)[side], false),
                _ => self.movement(state, side),
            };
            let result = shown(chance, self.results(at).of(side, effort));
            state.results[side] = result;
            chance.tell(|| format!("The {} rolls again and comes to {}.", side.name(), Ladder(result)));
        }
        self.outcome(state, roll, state.results.prey - state.results.catcher, chance)
    }

    /// What the prey's result above the catcher's comes to.
    fn outcome<C: Chance>(&self, state: &mut State, roll: Opposed, by: i16, chance: &mut C) -> Pace {
        state.results = Pair::default();
        if let Some(blows) = self.blows_of(state, roll) {
            let blow = blows.at(by);
            return self.strike(state, roll, blow, chance);
        }
        match roll.0 {
            At::Flight => self.flight(state, by, chance),
            At::Step(_) => {
                // The one roll of the story: whoever wins and fights has the other at its mercy.
                let wins = Pair::new(by > 0 && state.acts.prey.attacks(), by < 0 && state.acts.catcher.attacks());
                match wins {
                    Pair { prey: true, .. } => state.finish(End::CatcherDisabled, Detail::NONE),
                    Pair { catcher: true, .. } => state.finish(End::PreyDisabled, Detail::NONE),
                    _ => {
                        chance.tell(|| "Neither side gets the better of the other.".into());
                        return self.end_round(state);
                    }
                }
                Pace::SameTurn
            }
        }
    }

    /// Success ends the fight; whoever fails may be attacked, and defends only.
    fn flight<C: Chance>(&self, state: &mut State, by: i16, chance: &mut C) -> Pace {
        let side = fleeing(state);
        let ahead = if side == Side::Prey { by } else { -by };
        chance.tell(|| format!("The {} {}.", side.name(), if ahead > 0 { "gets away" } else { "does not get away" }));
        if ahead > 0 {
            state.finish(End::Escaped, if side == Side::Prey { FLED } else { CATCHER_FLED });
            return Pace::SameTurn;
        }
        if self.setup.mode == Mode::Story && ahead < 0 {
            let end = if side == Side::Prey { End::Caught } else { End::CatcherDisabled };
            state.finish(end, RUN_DOWN);
            return Pace::SameTurn;
        }
        // The point for the flight is gone.
        state.acts[side] = Act::Flee;
        if self.setup.mode == Mode::Story || !self.setup.rules.flight_is_attacked {
            return self.end_round(state);
        }
        self.go_on(state, 0)
    }

    /// The lone fighter is compared with each who faces it: each who beats it hits, and it hits one of those beaten if
    /// it equals or beats all.
    fn gang<C: Chance>(&self, state: &mut State, step: u8, gang: (Side, u8, bool), chance: &mut C) -> Pace {
        let (lone, foe, last) = gang;
        let foes = lone.other();
        let effort = self.effort(state, foes, foe, true);
        let result = shown(chance, self.skills.of(foes, effort));
        let over = result - state.results[lone];
        chance.tell(|| format!("The {} {} comes to {}.", foes.name(), foe + 1, Ladder(result)));
        let mut hit = None;
        if over > 0 {
            if state.acts[lone].attacks() {
                state.lone = Lone::Beaten;
            }
            let wound = self.damage[foes].at(over).filter(|_| state.acts[foes].attacks());
            hit = wound.map(|wound| Hit { side: lone, target: 0, wound });
        } else if state.acts[lone].attacks() {
            let best = match state.lone {
                Lone::Nobody => 0,
                Lone::Beats { by, .. } => by,
                Lone::Beaten => i16::MAX,
            };
            if -over > best {
                state.lone = Lone::Beats { target: foe, by: -over };
            }
        }
        if let (true, Lone::Beats { target, by }) = (last, state.lone) {
            hit = self.damage[lone].at(by).map(|wound| Hit { side: foes, target, wound });
        }
        match hit {
            Some(hit) => self.hit(state, step, hit, chance),
            None => self.go_on(state, step + 1),
        }
    }

    /// A blow lands or not.
    fn strike<C: Chance>(&self, state: &mut State, roll: Opposed, blow: Option<Blow>, chance: &mut C) -> Pace {
        let (At::Step(step), Some(stage)) = roll else { return self.end_round(state) };
        match blow {
            Some(Blow { side, wound }) => {
                self.hit(state, step, Hit { side, target: places(stage)[side], wound }, chance)
            }
            None => {
                chance.tell(|| "Nobody is hurt.".into());
                self.go_on(state, step + 1)
            }
        }
    }

    /// A wound is marked, once whoever could reduce it has decided.
    fn hit<C: Chance>(&self, state: &mut State, step: u8, hit: Hit, chance: &mut C) -> Pace {
        if self.is_reducible(state, hit) {
            state.hit = Some(hit);
            state.phase = Phase::Reduce(step);
            return Pace::SameTurn;
        }
        self.mark(state, hit, chance);
        self.go_on(state, step + 1)
    }

    /// The wound is marked as its bearer decided.
    pub(super) fn mark_reduced<C: Chance>(&self, state: &mut State, step: u8, reduced: bool, chance: &mut C) -> Pace {
        if let Some(hit) = state.hit.take() {
            if reduced {
                chance.note(Count::PointsSpent.of(hit.side));
            }
            self.mark(state, hit, chance);
        }
        self.go_on(state, step + 1)
    }

    fn mark<C: Chance>(&self, state: &mut State, hit: Hit, chance: &mut C) {
        let (after, wound) = self.marked(state, hit);
        state.fighters[hit.side][usize::from(hit.target)] = after;
        chance.note(Count::Wound(wound).of(hit.side));
        chance.tell(|| format!("The {} {} is wounded: {}.", hit.side.name(), hit.target + 1, wound.name()));
    }

    /// Who the fighter becomes, and which wound is marked; stunning never does worse than incapacitate.
    fn marked(&self, state: &State, hit: Hit) -> (Fighter, Wound) {
        let (after, wound) = self.chart.mark(state.fighters[hit.side][usize::from(hit.target)], hit.wound);
        let worst = if self.setup.sides[hit.side.other()].stun { Wound::Incapacitated } else { Wound::NearDeath };
        (after, wound.min(worst))
    }

    /// Whether a point would make anything better, and the side is to be asked.
    fn is_reducible(&self, state: &State, hit: Hit) -> bool {
        let (after, wound) = self.marked(state, hit);
        let scratched = self.marked(state, Hit { wound: Wound::Scratch, ..hit });
        let asked = match self.setup.sides[hit.side].reduce {
            Spend::Never => false,
            Spend::Always => true,
            Spend::From(from) => wound >= from,
        };
        asked && state.points[hit.side] > 0 && scratched.0 < after
    }

    fn may_reroll(&self, state: &State, side: Side, effort: Effort) -> bool {
        state.points[side] > 0 && self.setup.sides[side].reroll != Spend::Never && matches!(effort, Effort::Rolled(_))
    }

    /// Whether the side wants to be asked about a roll that it lost.
    fn is_worth_it(&self, state: &State, roll: Opposed, side: Side, by: i16) -> bool {
        let Spend::From(from) = self.setup.sides[side].reroll else { return true };
        let (Some(blows), Some(stage)) = (self.blows_of(state, roll), roll.1) else { return true };
        blows.at(by).is_some_and(|blow| {
            let hit = Hit { side, target: places(stage)[side], wound: blow.wound };
            blow.side == side && self.marked(state, hit).1 >= from
        })
    }

    fn results(&self, at: At) -> &Results {
        if at == At::Flight { &self.movements } else { &self.skills }
    }

    /// What the difference of an opposed roll does; nothing for flights and stories.
    fn blows_of(&self, state: &State, (_, stage): Opposed) -> Option<&Bands<Option<Blow>>> {
        let stage = stage?;
        if stage == Stage::Story {
            return None;
        }
        let Pair { prey, catcher } = self.attackers(state, stage);
        self.blows.get((usize::from(prey) + 2 * usize::from(catcher)).wrapping_sub(1))
    }

    /// Who attacks at a stage.
    fn attackers(&self, state: &State, stage: Stage) -> Pair<bool> {
        match stage {
            Stage::Attack { attacker, .. } => Pair::of(|side| side == attacker),
            _ => state.acts.map(Act::attacks),
        }
    }

    /// How a fighter's result comes about.
    fn effort(&self, state: &State, side: Side, place: u8, attacks: bool) -> Effort {
        let condition = self.chart.condition(state.fighters[side][usize::from(place)]);
        match state.acts[side] {
            Act::Dazed => Effort::Dazed,
            // One point is one roll: the first fighter's own blow.
            Act::FightPlus4 if place == 0 && attacks => Effort::PlusFour(condition),
            _ => Effort::Rolled(condition),
        }
    }

    /// A party flees as fast as its slowest, and follows as fast as its fastest.
    fn movement(&self, state: &State, side: Side) -> Effort {
        let standing = usize::from(state.present[side]).saturating_sub(1);
        let flees = state.acts[side].flees();
        let condition = self.chart.condition(state.fighters[side][if flees { standing } else { 0 }]);
        match state.acts[side] {
            Act::Dazed => Effort::Dazed,
            Act::FleePlus4 => Effort::PlusFour(condition),
            _ => Effort::Rolled(condition),
        }
    }

    /// The round goes on with the next roll, or ends.
    fn go_on(&self, state: &mut State, from: u8) -> Pace {
        let Some((step, stage)) = self.stage(state, from) else { return self.end_round(state) };
        if !matches!(stage, Stage::Gang { .. }) {
            state.results = Pair::default();
            state.lone = Lone::default();
        }
        state.phase = Phase::Roll(At::Step(step));
        Pace::SameTurn
    }

    /// Whoever is out leaves; a party without anybody left has lost.
    fn end_round(&self, state: &mut State) -> Pace {
        state.line_up();
        state.forget_round();
        // Of two who face each other one at most is hit, so that never both parties lose their last in one round.
        let end = match state.present.map(|count| count > 0) {
            Pair { prey: false, .. } => Some(End::PreyDisabled),
            Pair { catcher: false, .. } => Some(End::CatcherDisabled),
            _ => None,
        };
        if let Some(end) = end {
            state.finish(end, Detail::NONE);
            return Pace::SameTurn;
        }
        state.dazed = state.dazed.map(|rounds| rounds.saturating_sub(1));
        self.begin_round(state);
        Pace::NextTurn
    }
}

/// The side that flees.
fn fleeing(state: &State) -> Side {
    if state.acts.prey.flees() { Side::Prey } else { Side::Catcher }
}

/// Who lost a roll; a draw is lost by whoever had to win it.
fn loser(state: &State, (at, stage): Opposed, by: i16) -> Option<Side> {
    match by {
        1.. => Some(Side::Catcher),
        0 => match (at, stage) {
            (At::Flight, _) => Some(fleeing(state)),
            (_, Some(Stage::Attack { attacker, .. })) => Some(attacker),
            _ => None,
        },
        _ => Some(Side::Prey),
    }
}
