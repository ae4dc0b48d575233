//! One exchange in reading order (rules/reflex.md 2 to 4): initiative, then five moves of each vehicle with a check at
//! every bend, and after each tick the ends.

use super::Reflex;
use super::mishaps::Mishap;
use super::state::{Driver, Phase, State, Suspension};
use super::vehicle::MOVES;
use super::words::{Count, ON_ROOF, ON_SIDE, SUNK, UPSIDE_DOWN, metres, multiple};
use chaselab_core::{Action, Against, Chance, Detail, End, Pace, Pair, Side};
use std::cmp::Reverse;

/// Flotation points of a vehicle.
const FLOTATION: u8 = 10;

impl Reflex {
    /// Initiative is rolled where it can matter: for a driver who can reach a bend in this exchange. Waits that are over
    /// by then are none, so that equal prospects are one.
    pub(super) fn initiative<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        for side in Side::BOTH {
            let speed = state.drivers[side].speed;
            let vehicle = &self.setup.sides[side];
            chance.tell(|| {
                let (name, length) = (side.name(), metres(vehicle.moves[usize::from(speed)]));
                format!("The {name} declares {} x its safe speed, {length} m a move.", multiple(Action(speed)))
            });
            let Some(distance) = self.setup.road.to_next(state, side) else { continue };
            let Some(first) = vehicle.first_to_reach(&state.drivers[side], distance) else { continue };
            chance.rolls(side, Against::Question);
            let waits = chance.band(&self.d20, &vehicle.initiative[first], 0);
            state.drivers[side].waits = waits;
            chance.tell(|| {
                let name = side.name();
                match waits {
                    0 => format!("Initiative: the {name} may Drive in time for the next bend."),
                    MOVES => format!("Initiative: the {name} may not Drive in this exchange."),
                    _ => format!("Initiative: the {name} may Drive from tick {} on.", tick(waits)),
                }
            });
        }
        self.begin_move(state, Side::Prey);
        self.go_on(state, chance)
    }

    /// What mishaps still cost is taken from a move as it begins; a brief penalty lasts through the move after.
    fn begin_move(&self, state: &mut State, side: Side) {
        state.phase = Phase::Moving;
        state.mover = side;
        let driver = &mut state.drivers[side];
        (driver.fading, driver.fresh) = (driver.fresh, 0);
        let whole = self.setup.sides[side].moves[usize::from(driver.speed)];
        state.left = Reverse(match driver.owed {
            0 => whole,
            1 => whole / 2,
            _ => 0,
        });
        driver.owed = driver.owed.saturating_sub(2);
    }

    /// Vehicles move until dice are needed or the exchange is over.
    fn go_on<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        while state.phase == Phase::Moving {
            let side = state.mover;
            let is_out = state.drivers[side].out.is_some();
            match self.setup.road.to_next(state, side) {
                Some(distance) if distance <= state.left.0 && !is_out => {
                    self.setup.road.drive(state, side, distance);
                    state.left.0 -= distance;
                    self.reach_bend(state, chance);
                }
                _ => {
                    if self.end_move(state, chance) == Pace::NextTurn {
                        return Pace::NextTurn;
                    }
                }
            }
        }
        Pace::SameTurn
    }

    /// Before the initiative tick the bend is missed as an understeer; from it on it takes a check.
    fn reach_bend<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let side = state.mover;
        if state.drivers[side].waits == 0 {
            state.phase = Phase::Bend;
            return;
        }
        chance.note(Count::MissedBends.of(side));
        chance
            .tell(|| format!("Tick {}: the {} may not Drive yet and misses the bend.", tick(state.tick), side.name()));
        self.suffer(state, self.setup.sides[side].mishaps.understeer, chance);
    }

    /// A check at a bend: the margin of failure says what happens.
    pub(super) fn bend<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let side = state.mover;
        let vehicle = &self.setup.sides[side];
        let driver = &state.drivers[side];
        let bend = self.setup.road.here(state, side);
        let modifier = bend.map_or(0, |bend| bend.modifier) + self.setup.modifiers.of(driver) + self.penalty(driver);
        let target = vehicle.target + modifier;
        chance.note(Count::Checks.of(side));
        chance.rolls(side, Against::AtMost(target));
        let failed = chance.band(&vehicle.dice, &vehicle.mishaps.bands, -target);
        chance.tell(|| {
            let (name, angle) = (side.name(), bend.map_or(0, |bend| bend.angle));
            let comes = failed.map_or("made", |row| vehicle.mishaps.rows[usize::from(row)].name.as_str());
            let base = vehicle.target;
            let sign = if modifier < 0 { '-' } else { '+' };
            format!(
                "Tick {}: the {name} Drives a bend of {angle} degrees, {base} {sign} {} = {target} or less: {comes}.",
                tick(state.tick),
                modifier.abs()
            )
        });
        match failed {
            None => self.leave_bend(state),
            Some(row) => {
                self.suffer(state, row, chance);
                if state.drivers[side].out.is_none() && state.phase != Phase::Roll {
                    chance.note(Count::CrashEvents.of(side));
                }
            }
        }
        self.go_on(state, chance)
    }

    /// The crew's penalty in force.
    fn penalty(&self, driver: &Driver) -> i16 {
        let [rest, fresh, fading] = [driver.penalty, driver.fresh, driver.fading].map(i16::from);
        if self.setup.rules.penalties_add { rest + fresh + fading } else { rest.min(fresh).min(fading) }
    }

    /// What a mishap does to the mover, and what it leads to.
    fn suffer<C: Chance>(&self, state: &mut State, row: u8, chance: &mut C) {
        let side = state.mover;
        let vehicle = &self.setup.sides[side];
        let mishap = &vehicle.mishaps.rows[usize::from(row)];
        let driver = &mut state.drivers[side];
        driver.owed = driver.owed.saturating_add(mishap.cost);
        driver.suspension = driver.suspension.max(mishap.suspension);
        driver.steering_hit |= mishap.steering;
        self.penalize(driver, mishap);
        for _ in 0..mishap.wear {
            chance.note(Count::Wear.of(side));
        }
        if mishap.steering || mishap.suspension != Suspension::Whole {
            chance.note(Count::Hits.of(side));
            chance.tell(|| {
                let what = match mishap.suspension {
                    Suspension::Whole => "a hit on the steering",
                    Suspension::Minor => "a minor hit on the suspension",
                    Suspension::Major => "a major hit on the suspension",
                };
                format!("The {} takes {what}.", side.name())
            });
        }
        if mishap.holes {
            let lost = vehicle.flooding(driver.speed).min(FLOTATION - driver.flooded);
            driver.flooded += lost;
            let flooded = driver.flooded;
            for _ in 0..lost {
                chance.note(Count::FlotationLost.of(side));
            }
            chance.tell(|| {
                format!("The {} loses {lost} flotation points, {} are left.", side.name(), FLOTATION - flooded)
            });
            if flooded == FLOTATION {
                return self.out(state, SUNK);
            }
        }
        if mishap.out {
            // All that a rollover asks of its driver.
            *driver = Driver { speed: driver.speed, hurt: driver.hurt, ..Driver::default() };
            state.left = Reverse(0);
            state.phase = Phase::Roll;
        } else if mishap.hurts && !state.drivers[side].hurt {
            state.phase = Phase::Hurt;
        } else {
            self.leave_bend(state);
        }
    }

    /// Penalties do not add, the worst holds; the switch `penalties` says otherwise. One that a worse one outlasts is
    /// forgotten.
    fn penalize(&self, driver: &mut Driver, mishap: &Mishap) {
        if self.setup.rules.penalties_add {
            let kind = if mishap.is_brief { &mut driver.fresh } else { &mut driver.penalty };
            *kind = kind.saturating_add(mishap.penalty);
            return;
        }
        let kind = if mishap.is_brief { &mut driver.fresh } else { &mut driver.penalty };
        *kind = mishap.penalty.min(*kind);
        if driver.fresh >= driver.penalty {
            driver.fresh = 0;
        }
        if driver.fading >= driver.penalty.min(driver.fresh) {
            driver.fading = 0;
        }
    }

    /// The bend is behind the mover.
    fn leave_bend(&self, state: &mut State) {
        if self.setup.road.pass(state, state.mover) {
            state.phase = Phase::Draw;
            return;
        }
        self.look_ahead(state);
    }

    /// The mover goes on. Where no other bend can be reached in this exchange, it does not matter any more in it when the
    /// driver may Drive, and how well.
    fn look_ahead(&self, state: &mut State) {
        let side = state.mover;
        state.phase = Phase::Moving;
        let vehicle = &self.setup.sides[side];
        let driver = &state.drivers[side];
        let further = |distance: i32| match vehicle.first_to_reach(driver, distance) {
            Some(moves) => moves < usize::from(MOVES - 1 - state.tick),
            None => false,
        };
        let reaches = match self.setup.road.to_next(state, side) {
            Some(distance) => distance <= state.left.0 || further(distance - state.left.0),
            None => false,
        };
        if !reaches {
            state.drivers[side] = state.drivers[side].calm();
        }
    }

    /// The driver is hurt unless a check of the body passes.
    pub(super) fn hurt<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        self.check_body(state, chance);
        self.leave_bend(state);
        self.go_on(state, chance)
    }

    fn check_body<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let side = state.mover;
        let target = self.setup.sides[side].body_target;
        chance.rolls(side, Against::AtMost(target));
        let hurt = chance.at_least(&self.d20, target + 1);
        state.drivers[side].hurt = hurt;
        if hurt {
            chance.note(Count::Hurt.of(side));
        }
        chance.tell(|| {
            let comes = if hurt { "hurt" } else { "unhurt" };
            format!("The driver of the {} needs {target} or less: {comes}.", side.name())
        });
    }

    /// A rollover: the worst of a pothole, how it comes to rest, and damage that no longer matters to the pursuit.
    pub(super) fn roll<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let side = state.mover;
        let driver = state.drivers[side];
        let vehicle = &self.setup.sides[side];
        let hurts = vehicle.mishaps.rows.iter().any(|mishap| mishap.out && mishap.hurts);
        if hurts && !driver.hurt {
            self.check_body(state, chance);
        }
        let over = chance.at_least(&self.d6, 6 - self.setup.modifiers.roll[usize::from(driver.speed)]);
        let detail = match (over, vehicle.floats) {
            (false, _) => ON_SIDE,
            (true, false) => ON_ROOF,
            (true, true) => UPSIDE_DOWN,
        };
        let results = chance.draw(&self.d10);
        for _ in 0..results {
            chance.note(Count::DamageResults.of(side));
        }
        chance.tell(|| {
            let rests = self.words.details[usize::from(detail.0)].replace('_', " ");
            format!("The {} comes to rest {rests}, with {results} minor damage results: out.", side.name())
        });
        self.out(state, detail);
        self.go_on(state, chance)
    }

    /// The mover is out of the pursuit, and its move is over.
    fn out(&self, state: &mut State, detail: Detail) {
        state.drivers[state.mover] = Driver { out: Some(detail), ..Driver::default() };
        state.left = Reverse(0);
        state.phase = Phase::Moving;
    }

    /// The road goes on behind the last known bend.
    pub(super) fn draw<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        self.setup.road.draw(state, chance);
        self.look_ahead(state);
        self.go_on(state, chance)
    }

    /// The mover drives what is left of its move. Prey first, then catcher, then the ends.
    fn end_move<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let side = state.mover;
        let left = std::mem::take(&mut state.left).0;
        self.setup.road.drive(state, side, left);
        let driver = &mut state.drivers[side];
        driver.waits = driver.waits.saturating_sub(1);
        chance
            .tell(|| format!("Tick {}: the {} has moved; gap {} m.", tick(state.tick), side.name(), metres(state.gap)));
        match side {
            Side::Prey => {
                self.begin_move(state, Side::Catcher);
                Pace::SameTurn
            }
            Side::Catcher => self.end_tick(state),
        }
    }

    /// Several ends at once: a crash before the gap (rules/neutral.md, Roles and ends).
    fn end_tick(&self, state: &mut State) -> Pace {
        let out = state.drivers.map(|driver| driver.out);
        let over = match (out.prey, out.catcher) {
            (Some(_), Some(_)) => Some((End::BothCrashed, Detail::NONE)),
            (Some(detail), None) => Some((End::PreyCrashed, detail)),
            (None, Some(detail)) => Some((End::CatcherCrashed, detail)),
            (None, None) if state.gap <= 0 => Some((End::Caught, Detail::NONE)),
            (None, None) => None,
        };
        state.tick += 1;
        if let Some((end, detail)) = over {
            state.finish(end, detail);
        } else if state.tick < MOVES {
            self.begin_move(state, Side::Prey);
        } else if state.gap >= self.setup.break_off {
            state.finish(End::Escaped, Detail::NONE);
        } else {
            state.forget_exchange();
            state.phase = Phase::Declare;
            return Pace::NextTurn;
        }
        Pace::SameTurn
    }

    /// The drivers before the first exchange, both at their safe speed.
    pub(super) fn drivers() -> Pair<Driver> {
        Pair::of(|_| Driver { speed: 2, ..Driver::default() })
    }
}

/// The tick of the exchange on which its move with this index, from 0, is made.
const fn tick(index: u8) -> u8 {
    25 - 5 * index
}
