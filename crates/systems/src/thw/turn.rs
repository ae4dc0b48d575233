//! One turn in reading order (rules/thw.md 2, 3): shooting, a risky maneuver, the distance, and after each of them the
//! ends.

use super::Chase;
use super::pools::Gunfire;
use super::state::{Phase, State, Step};
use super::switches::DeclinedRoll;
use super::words::{BOTH_ACTIVE, CATCHER_STUNNED, Count, PASSED, PREY_STUNNED};
use chaselab_core::{Chance, Detail, End, Pace, Pair, Side};

/// An end for the prey, the catcher, or both at once.
type Ends = [End; 3];

const CRASHED: Ends = [End::PreyCrashed, End::CatcherCrashed, End::BothCrashed];
const DISABLED: Ends = [End::PreyDisabled, End::CatcherDisabled, End::BothDisabled];

/// How many dice passed where none were rolled.
const NOT_ROLLED: i16 = -1;

/// What a maneuver gains its side when so many dice pass.
#[inline(always)]
const fn gain(passed: i16) -> i16 {
    match passed {
        2 => 2,
        1 => -1,
        _ => 0,
    }
}

/// What a gap gains by `units` for a side: the prey wants it wide, the catcher narrow.
#[inline]
const fn towards(side: Side, units: i16) -> i16 {
    match side {
        Side::Prey => units,
        Side::Catcher => -units,
    }
}

impl<const ARMED: bool> Chase<ARMED> {
    /// The state before the first turn: a start at or over the getaway has escaped.
    #[inline(always)]
    pub(super) fn begin<C: Chance>(&self, chance: &mut C) -> State {
        let gap = match self.setup.start {
            Some(gap) => gap,
            None => chance.draw(&self.pools.start) + 2,
        };
        let mut state = State::new(self.first_phase(), gap);
        if gap >= self.setup.getaway {
            state.finish(End::Escaped, Detail::NONE);
        }
        state
    }

    /// A turn begins with shooting where anybody is armed.
    #[inline(always)]
    fn first_phase(&self) -> Phase {
        if ARMED && self.setup.anybody_is_armed() { Phase::ChooseShots } else { Phase::ChooseManeuvers }
    }

    /// If either shoots, both roll, and the difference in passes says who is hurt.
    #[inline(always)]
    pub(super) fn shooting<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let before = state.gap;
        for side in Side::BOTH {
            if state.shoots[side] {
                chance.note(Count::Shots.of(side));
            }
        }
        let dice = Pair::of(|side| self.pools.shooting[side].dice(state.shoots[side]));
        chance.tell(|| format!("Shooting: the prey rolls {} dice, the catcher {}.", dice.prey, dice.catcher));
        let gunfire @ Gunfire { hurt, lost } = self.pools.gunfire(state.shoots, dice, chance);
        let winner = if hurt.prey > 0 { Side::Catcher } else { Side::Prey };
        chance.note_if(Count::Hits.of(winner), (hurt.prey | hurt.catcher) > 0);
        state.damage.prey += hurt.prey;
        state.damage.catcher += hurt.catcher;
        state.gap += hurt.catcher - hurt.prey;
        state.lost = lost;
        chance.tell(|| gunfire.told(before, state.gap));
        // From here on only a driver's hands matter.
        state.shoots = Pair::of(|side| state.shoots[side] && !self.setup.sides[side].passenger);
        self.look_for_ends(state, Step::Shooting, Pair::default())
    }

    /// Declining gives the side that attempts a maneuver a unit at once: a step of its own. With `roll-only` it gives
    /// nothing, and the maneuver follows.
    #[inline(always)]
    fn declining<C: Chance>(&self, state: &mut State, chance: &mut C) -> Option<Pace> {
        let declarer = if state.rolls.prey { Side::Prey } else { Side::Catcher };
        chance.note(Count::Declines.of(declarer.other()));
        if self.setup.rules.declined_roll == DeclinedRoll::RollOnly {
            chance.tell(|| format!("The {} declines.", declarer.other().name()));
            return None;
        }
        let before = state.gap;
        state.gap += towards(declarer, 1);
        chance.tell(|| format!("The {} declines; gap {before} -> {}.", declarer.other().name(), state.gap));
        Some(self.look_for_ends(state, Step::Declining, Pair::default()))
    }

    /// First whoever declined, where that is a step of its own; then whoever rolls: 2d6 against driving skill; all rolls
    /// count together.
    #[inline(always)]
    pub(super) fn maneuver<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        if state.phase == Phase::Declining
            && let Some(pace) = self.declining(state, chance)
        {
            return pace;
        }
        let declined = !(state.rolls.prey && state.rolls.catcher);
        let moves = !(declined && self.setup.rules.declined_roll == DeclinedRoll::UnitOnly);
        let before = state.gap;
        let prey = self.attempt(Side::Prey, state, chance);
        let catcher = self.attempt(Side::Catcher, state, chance);
        if moves {
            state.gap += gain(prey) - gain(catcher);
        }
        chance.tell(|| format!("Gap {before} -> {}.", state.gap));
        let pace = self.look_for_ends(state, Step::Maneuver, Pair::new(prey == 0, catcher == 0));
        // A crash event is a failed roll that does not end the chase (rules/neutral.md).
        let goes_on = match state.phase {
            Phase::Over => false,
            Phase::CatchTest => !self.setup.rules.no_pass_stops,
            _ => true,
        };
        for (side, passed) in [(Side::Prey, prey), (Side::Catcher, catcher)] {
            if passed != NOT_ROLLED {
                chance.note_if(Count::CrashEvents.of(side), goes_on & (passed == 1));
            }
        }
        pace
    }

    /// A side rolls for its maneuver, if it tries any: how many dice pass.
    #[inline(always)]
    fn attempt<C: Chance>(&self, side: Side, state: &mut State, chance: &mut C) -> i16 {
        if !state.rolls[side] {
            return NOT_ROLLED;
        }
        chance.note(Count::Maneuvers.of(side));
        // A missing die fails, so with none left the maneuver is a crash (switch risk_dice).
        let missing = if self.setup.rules.risk_dice_reduced { state.lost[side] } else { 0 };
        let dice = (2 - missing).max(0);
        let passed = self.pools.against_driving(side, dice, chance);
        state.damage[side] += i16::from(passed == 1);
        chance.tell(|| {
            let (side, driving) = (side.name(), self.setup.sides[side].driving);
            let comes = match passed {
                2 => "it works",
                1 => "1 damage",
                _ => "a crash",
            };
            format!("Maneuver of the {side}: {dice} dice against driving {driving}, {passed} pass: {comes}.")
        });
        passed
    }

    /// Both roll, and the margin moves the gap the winner's way.
    #[inline(always)]
    pub(super) fn distance<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let dice = Pair::of(|side| self.distance_dice(side, state));
        let prey = self.pools.opposed(dice.prey, chance);
        let catcher = self.pools.opposed(dice.catcher, chance);
        let before = state.gap;
        state.gap += prey - catcher;
        chance.tell(|| {
            let [own, theirs] = [dice.prey.max(0), dice.catcher.max(0)];
            format!(
                "Distance: the prey passes {prey} of {own}, the catcher {catcher} of {theirs}; gap {before} -> {}.",
                state.gap
            )
        });
        self.look_for_ends(state, Step::Distance, Pair::default())
    }

    #[inline(always)]
    fn distance_dice(&self, side: Side, state: &State) -> i16 {
        let hurt = state.damage[side].min(self.pools.most_hurt);
        self.pools.distance[side] - i16::from(state.shoots[side]) - hurt - state.lost[side]
    }

    /// Level with a caught prey: 2d6 against the catcher's driving skill say how the prey is stopped.
    #[inline(always)]
    pub(super) fn catch_test<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let count = self.pools.against_driving(Side::Catcher, 2, chance);
        let driving = self.setup.sides.catcher.driving;
        let detail = match count {
            2 => PREY_STUNNED,
            1 => BOTH_ACTIVE,
            _ if self.setup.rules.no_pass_stops => CATCHER_STUNNED,
            _ => {
                chance.tell(|| {
                    format!("Level: the catcher's 2 dice against driving {driving} fail, and the prey drives on.")
                });
                let after = state.level;
                state.level = Step::Shooting;
                return self.go_on(state, after);
            }
        };
        state.finish(End::Caught, detail);
        chance.tell(|| {
            let detail = &self.words.details[usize::from(detail.0)];
            format!("Level: 2 dice of the catcher against driving {driving}, {count} pass: caught, {detail}.")
        });
        Pace::SameTurn
    }

    /// What a step leads to: mostly the next one.
    #[inline(always)]
    fn look_for_ends(&self, state: &mut State, step: Step, crashed: Pair<bool>) -> Pace {
        // With `checks = end-of-turn` a crash still ends the turn at once.
        let checks = step == Step::Distance || self.setup.rules.check_each_step;
        // Damage beyond what the vehicle has changes nothing.
        let most = self.setup.sides.as_ref().map(|side| side.damage);
        state.damage.prey = state.damage.prey.min(most.prey);
        state.damage.catcher = state.damage.catcher.min(most.catcher);
        let disabled = Pair::new(state.damage.prey == most.prey, state.damage.catcher == most.catcher);
        let is_apart = (state.gap > 0) & (state.gap < self.setup.getaway);
        // One branch, hardly ever taken: each of its parts alone would be a gamble.
        if !(crashed.prey | crashed.catcher | checks & (disabled.prey | disabled.catcher | !is_apart)) {
            return self.go_on(state, step);
        }
        let disabled = disabled.map(|disabled| disabled && checks);
        match self.ending(state.gap, crashed, disabled) {
            Some((end, detail)) => state.finish(end, detail),
            None => {
                state.phase = Phase::CatchTest;
                state.level = step;
                // A test that ends the chase also ends the turn, whichever step led to it.
                if self.setup.rules.no_pass_stops || step == Step::Distance {
                    state.forget_turn();
                    state.level = Step::Distance;
                }
            }
        }
        Pace::SameTurn
    }

    /// Several ends at once: crash before disabled before gap (rules/thw.md 3). None where the two are level.
    #[inline(never)]
    fn ending(&self, gap: i16, crashed: Pair<bool>, disabled: Pair<bool>) -> Option<(End, Detail)> {
        match which(crashed, CRASHED).or(which(disabled, DISABLED)) {
            Some(end) => Some((end, Detail::NONE)),
            None if gap >= self.setup.getaway => Some((End::Escaped, Detail::NONE)),
            None => (gap < 0).then_some((End::Caught, PASSED)),
        }
    }

    /// The chase goes on after a step.
    #[inline(always)]
    fn go_on(&self, state: &mut State, after: Step) -> Pace {
        state.phase = match after {
            Step::Shooting => Phase::ChooseManeuvers,
            Step::Declining => Phase::Maneuver,
            Step::Maneuver => {
                state.rolls = Pair::default();
                Phase::Distance
            }
            Step::Distance => return Pace::NextTurn,
        };
        Pace::SameTurn
    }

    /// A turn begins.
    #[inline(always)]
    pub(super) fn begin_turn(&self, state: &mut State) {
        state.forget_turn();
        state.phase = self.first_phase();
    }
}

/// The end for whom it holds, if for anybody.
const fn which(holds: Pair<bool>, [prey, catcher, both]: Ends) -> Option<End> {
    [None, Some(prey), Some(catcher), Some(both)][holds.prey as usize + 2 * holds.catcher as usize]
}
