//! One turn in reading order (rules/thw.md 2, 3): shooting, a risky maneuver, the distance, and after each of them the
//! ends.

use super::Thw;
use super::pools::{Won, passes};
use super::setup::SideSetup;
use super::state::{Phase, State, Step};
use super::switches::DeclinedRoll;
use super::words::{BOTH_ACTIVE, CATCHER_STUNNED, Count, PASSED, PREY_STUNNED};
use chaselab_core::{Chance, Detail, End, Pace, Pair, Side};

/// An end for the prey, the catcher, or both at once.
type Ends = [End; 3];

const CRASHED: Ends = [End::PreyCrashed, End::CatcherCrashed, End::BothCrashed];
const DISABLED: Ends = [End::PreyDisabled, End::CatcherDisabled, End::BothDisabled];

/// What a gap gains by `units` for a side: the prey wants it wide, the catcher narrow.
const fn towards(side: Side, units: i16) -> i16 {
    match side {
        Side::Prey => units,
        Side::Catcher => -units,
    }
}

impl Thw {
    /// The state before the first turn: a start at or over the getaway has escaped.
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
    fn first_phase(&self) -> Phase {
        let Pair { prey, catcher } = &self.setup.sides;
        if prey.armed || catcher.armed { Phase::ChooseShots } else { Phase::ChooseManeuvers }
    }

    /// If either shoots, both roll, and the difference in passes says who is hurt.
    pub(super) fn shooting<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        for side in Side::BOTH {
            if state.shoots[side] {
                chance.note(Count::Shots.of(side));
            }
        }
        let dice = Pair::of(|side| self.shooting_dice(side, state.shoots[side]));
        let before = state.gap;
        chance.tell(|| format!("Shooting: the prey rolls {} dice, the catcher {}.", dice.prey, dice.catcher));
        let prey = passes(chance, self.pools.opposed(dice.prey));
        let catcher = self.pools.opposed(dice.catcher);
        let bands = self.pools.gunfire(state);
        let won = if dice.catcher == 0 { bands.at(-prey) } else { chance.band(catcher, bands, -prey) };
        if let Some(Won { winner, by }) = won {
            let loser = winner.other();
            let hurt = by - 1;
            if hurt > 0 {
                chance.note(Count::Hits.of(winner));
            }
            self.hurt(state, loser, hurt);
            state.gap += towards(winner, i16::from(hurt));
            state.lost[loser] = hurt.max(1);
            chance.tell(|| {
                let (winner, loser, lost) = (winner.name(), loser.name(), hurt.max(1));
                let more = if by == 3 { " or more" } else { "" };
                format!(
                    "The {winner} wins by {by}{more}: the {loser} takes {hurt} damage and loses {lost} dice for the turn; \
                     gap {before} -> {}.",
                    state.gap
                )
            });
        } else {
            chance.tell(|| "Nobody gets anything out of it.".into());
        }
        // From here on only a driver's hands matter.
        state.shoots = Pair::of(|side| state.shoots[side] && !self.setup.sides[side].passenger);
        self.look_for_ends(state, Step::Shooting, Pair::default())
    }

    fn shooting_dice(&self, side: Side, shoots: bool) -> i16 {
        let SideSetup { shooting, armor, passenger, .. } = self.setup.sides[side];
        let target = self.setup.sides[side.other()].size;
        let in_front = side == Side::Prey && self.setup.rules.front_penalty;
        let dice = i16::from(shooting) + i16::from(target >= self.setup.rules.large_from)
            - i16::from(target == 1)
            - i16::from(in_front)
            - i16::from(shoots && !passenger)
            + i16::from(armor);
        dice.max(0)
    }

    /// Damage beyond what the vehicle has changes nothing.
    fn hurt(&self, state: &mut State, side: Side, points: u8) {
        state.damage[side] = (state.damage[side] + points).min(self.setup.sides[side].damage);
    }

    /// Declining gives the side that attempts a maneuver a unit at once: a step of its own.
    pub(super) fn declining<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let declarer = if state.rolls.prey { Side::Prey } else { Side::Catcher };
        chance.note(Count::Declines.of(declarer.other()));
        if self.setup.rules.declined_roll == DeclinedRoll::RollOnly {
            chance.tell(|| format!("The {} declines.", declarer.other().name()));
            state.phase = Phase::Maneuver;
            return Pace::SameTurn;
        }
        let before = state.gap;
        state.gap += towards(declarer, 1);
        chance.tell(|| format!("The {} declines; gap {before} -> {}.", declarer.other().name(), state.gap));
        self.look_for_ends(state, Step::Declining, Pair::default())
    }

    /// Whoever rolls: 2d6 against driving skill; all rolls count together.
    pub(super) fn maneuver<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let declined = !(state.rolls.prey && state.rolls.catcher);
        let moves = !(declined && self.setup.rules.declined_roll == DeclinedRoll::UnitOnly);
        let before = state.gap;
        let mut passed = Pair::new(None, None);
        for side in Side::BOTH {
            if !state.rolls[side] {
                continue;
            }
            chance.note(Count::Maneuvers.of(side));
            // A missing die fails, so with none left the maneuver is a crash (switch risk_dice).
            let missing = if self.setup.rules.risk_dice_reduced { state.lost[side] } else { 0 };
            let dice = 2_u8.saturating_sub(missing);
            let count = passes(chance, self.pools.against_driving(side, dice));
            passed[side] = Some(count);
            if count == 1 {
                self.hurt(state, side, 1);
            }
            let units = match count {
                2 => 2,
                1 => -1,
                _ => 0,
            };
            state.gap += if moves { towards(side, units) } else { 0 };
            chance.tell(|| {
                let driving = self.setup.sides[side].driving;
                let comes = match count {
                    2 => "it works",
                    1 => "1 damage",
                    _ => "a crash",
                };
                format!(
                    "Maneuver of the {}: {dice} dice against driving {driving}, {count} pass: {comes}.",
                    side.name()
                )
            });
        }
        chance.tell(|| format!("Gap {before} -> {}.", state.gap));
        let pace = self.look_for_ends(state, Step::Maneuver, passed.map(|count| count == Some(0)));
        // A crash event is a failed roll that does not end the chase (rules/neutral.md).
        let ends = match state.phase {
            Phase::Over(..) => true,
            Phase::CatchTest(_) => self.setup.rules.no_pass_stops,
            _ => false,
        };
        if !ends {
            for side in Side::BOTH {
                if passed[side] == Some(1) {
                    chance.note(Count::CrashEvents.of(side));
                }
            }
        }
        pace
    }

    /// Both roll, and the margin moves the gap the winner's way.
    pub(super) fn distance<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let dice = Pair::of(|side| self.distance_dice(side, state));
        let prey = passes(chance, self.pools.opposed(dice.prey));
        let catcher = passes(chance, self.pools.opposed(dice.catcher));
        let before = state.gap;
        state.gap += prey - catcher;
        chance.tell(|| {
            format!(
                "Distance: the prey passes {prey} of {}, the catcher {catcher} of {}; gap {before} -> {}.",
                dice.prey, dice.catcher, state.gap
            )
        });
        self.look_for_ends(state, Step::Distance, Pair::default())
    }

    fn distance_dice(&self, side: Side, state: &State) -> i16 {
        let SideSetup { driving, faster, handling, armor, .. } = self.setup.sides[side];
        let taken = state.damage[side];
        let hurt = if self.setup.rules.damage_per_point { taken } else { taken.min(1) };
        let dice = i16::from(driving)
            + i16::from(faster)
            + i16::from(handling)
            + i16::from(armor && self.setup.rules.armor_distance_die)
            - i16::from(state.shoots[side])
            - i16::from(hurt)
            - i16::from(state.lost[side]);
        dice.max(0)
    }

    /// Level with a caught prey: 2d6 against the catcher's driving skill say how the prey is stopped.
    pub(super) fn catch_test<C: Chance>(&self, state: &mut State, after: Step, chance: &mut C) -> Pace {
        let count = passes(chance, self.pools.against_driving(Side::Catcher, 2));
        let driving = self.setup.sides.catcher.driving;
        let detail = match count {
            2 => PREY_STUNNED,
            1 => BOTH_ACTIVE,
            _ if self.setup.rules.no_pass_stops => CATCHER_STUNNED,
            _ => {
                chance.tell(|| {
                    format!("Level: the catcher's 2 dice against driving {driving} fail, and the prey drives on.")
                });
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

    /// Several ends at once: crash before disabled before gap (rules/thw.md 3).
    fn look_for_ends(&self, state: &mut State, step: Step, crashed: Pair<bool>) -> Pace {
        // With `checks = end-of-turn` a crash still ends the turn at once.
        let checks = self.setup.rules.check_each_step || step == Step::Distance;
        let disabled = Pair::of(|side| checks && state.damage[side] >= self.setup.sides[side].damage);
        let over = match (which(crashed, CRASHED).or(which(disabled, DISABLED)), state.gap) {
            (Some(end), _) => Some((end, Detail::NONE)),
            (None, gap) if checks && gap >= self.setup.getaway => Some((End::Escaped, Detail::NONE)),
            (None, gap) if checks && gap < 0 => Some((End::Caught, PASSED)),
            _ => None,
        };
        if let Some((end, detail)) = over {
            state.finish(end, detail);
            return Pace::SameTurn;
        }
        if checks && state.gap == 0 {
            state.phase = Phase::CatchTest(step);
            if self.setup.rules.no_pass_stops || step == Step::Distance {
                // The test ends the chase or the turn, so the turn does not matter any more, nor which step led to it.
                state.forget_turn();
                state.phase = Phase::CatchTest(Step::Distance);
            }
            return Pace::SameTurn;
        }
        self.go_on(state, step)
    }

    /// The chase goes on after a step.
    fn go_on(&self, state: &mut State, after: Step) -> Pace {
        state.phase = match after {
            Step::Shooting => Phase::ChooseManeuvers,
            Step::Declining => Phase::Maneuver,
            Step::Maneuver => {
                state.rolls = Pair::default();
                Phase::Distance
            }
            Step::Distance => {
                state.forget_turn();
                state.phase = self.first_phase();
                return Pace::NextTurn;
            }
        };
        Pace::SameTurn
    }
}

/// The end for whom it holds, if for anybody.
const fn which(holds: Pair<bool>, [prey, catcher, both]: Ends) -> Option<End> {
    match (holds.prey, holds.catcher) {
        (true, true) => Some(both),
        (true, false) => Some(prey),
        (false, true) => Some(catcher),
        (false, false) => None,
    }
}
