//! One exchange in reading order (rules/reflex.md 2 to 4): initiative, then five moves of each vehicle with a check at
//! every bend, and after each tick the ends. What needs no dice on the way is in `drive.rs`.

use super::Reflex;
use super::mishaps::Mishap;
use super::moves::MOVES;
use super::state::{Driver, Phase, State, Suspension};
use super::words::{Count, ON_ROOF, ON_SIDE, SUNK, UPSIDE_DOWN, metres, multiple};
use chaselab_core::{Action, Against, Chance, Detail, Pair, Side};
use std::cmp::Reverse;

/// Flotation points of a vehicle.
const FLOTATION: u8 = 10;

impl Reflex {
    /// Initiative is rolled where it can matter: for a driver who can reach a bend in this exchange. Waits that are over
    /// by then are none, so that equal prospects are one.
    #[inline(always)]
    pub(super) fn initiative<C: Chance>(&self, state: &mut State, chance: &mut C) {
        for side in Side::BOTH {
            let speed = state.drivers[side].speed;
            let vehicle = &self.setup.sides[side];
            chance.tell(|| {
                let (name, length) = (side.name(), metres(vehicle.moves.whole(speed)));
                format!("The {name} declares {} x its safe speed, {length} m a move.", multiple(Action(speed)))
            });
            let Some(first) = vehicle.moves.first_to_reach_bend(&state.drivers[side]) else { continue };
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
        let prey = &mut state.drivers.prey;
        state.left = Reverse(self.setup.sides.prey.moves.at(prey.speed).next(prey.owed));
        prey.owed = prey.owed.saturating_sub(2);
        state.phase = Phase::Moving;
    }

    /// A bend is missed as an understeer.
    #[inline(never)]
    pub(super) fn miss<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let side = state.mover;
        self.suffer(state, side, self.setup.sides[side].mishaps.understeer, chance);
    }

    /// A check at a bend: the margin of failure says what happens.
    #[inline(always)]
    pub(super) fn bend<C: Chance>(&self, state: &mut State, side: Side, chance: &mut C) {
        let vehicle = &self.setup.sides[side];
        let driver = &mut state.drivers[side];
        let modifier = driver.way.modifier + self.setup.modifiers.of(driver) + self.penalty(driver);
        let target = vehicle.target + modifier;
        chance.note(Count::Checks.of(side));
        chance.rolls(side, Against::AtMost(target));
        let failed = chance.band(&vehicle.dice, &vehicle.mishaps.bands, -target);
        chance.tell(|| {
            let (name, angle) = (side.name(), self.setup.road.angle(driver.way));
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
            None => self.pass(state, side),
            Some(row) => {
                if self.suffer(state, side, row, chance) {
                    chance.note(Count::CrashEvents.of(side));
                }
            }
        }
    }

    /// The crew's penalty in force.
    #[inline(always)]
    fn penalty(&self, driver: &Driver) -> i16 {
        let [rest, fresh, fading] = [driver.penalty, driver.brief[0], driver.brief[1]].map(i16::from);
        if self.setup.rules.penalties_add { rest + fresh + fading } else { rest.min(fresh).min(fading) }
    }

    /// What a mishap does to the mover, and what it leads to. Whether the mover stays in the pursuit.
    #[inline(always)]
    fn suffer<C: Chance>(&self, state: &mut State, side: Side, row: u8, chance: &mut C) -> bool {
        let mishap = &self.setup.sides[side].mishaps.rows[usize::from(row)];
        let driver = &mut state.drivers[side];
        driver.owed = driver.owed.saturating_add(mishap.cost);
        if mishap.penalty < 0 {
            self.penalize(driver, mishap);
        }
        if mishap.harms {
            return self.harm(state, mishap, chance);
        }
        self.pass(state, side);
        true
    }

    /// Penalties do not add, the worst holds; the switch `penalties` says otherwise. One that a worse one outlasts is
    /// forgotten.
    #[inline(always)]
    fn penalize(&self, driver: &mut Driver, mishap: &Mishap) {
        let [fresh, fading] = &mut driver.brief;
        let kind = if mishap.is_brief { &mut *fresh } else { &mut driver.penalty };
        if self.setup.rules.penalties_add {
            *kind = kind.saturating_add(mishap.penalty);
            return;
        }
        *kind = mishap.penalty.min(*kind);
        if *fresh >= driver.penalty {
            *fresh = 0;
        }
        if *fading >= driver.penalty.min(*fresh) {
            *fading = 0;
        }
    }

    /// What is hit, worn or hurt in a mishap.
    #[inline(never)]
    fn harm<C: Chance>(&self, state: &mut State, mishap: &Mishap, chance: &mut C) -> bool {
        let side = state.mover;
        let driver = &mut state.drivers[side];
        driver.suspension = driver.suspension.max(mishap.suspension);
        driver.steering_hit |= mishap.steering;
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
            let lost = self.setup.sides[side].flooding(driver.speed).min(FLOTATION - driver.flooded);
            driver.flooded += lost;
            let flooded = driver.flooded;
            for _ in 0..lost {
                chance.note(Count::FlotationLost.of(side));
            }
            chance.tell(|| {
                format!("The {} loses {lost} flotation points, {} are left.", side.name(), FLOTATION - flooded)
            });
            if flooded == FLOTATION {
                self.out(state, SUNK);
                return false;
            }
        }
        if mishap.out {
            // All that a rollover asks of its driver.
            *driver = Driver { speed: driver.speed, hurt: driver.hurt, way: driver.way, ..Driver::default() };
            state.left = Reverse(0);
            state.phase = Phase::Roll;
            return false;
        }
        if mishap.hurts && !driver.hurt {
            state.phase = Phase::Hurt;
        } else {
            self.pass(state, side);
        }
        true
    }

    /// The bend is behind the mover.
    #[inline(always)]
    fn pass(&self, state: &mut State, side: Side) {
        let way = &mut state.drivers[side].way;
        if let Some(after) = self.setup.road.after(way.bend) {
            *way = after;
            self.look_ahead(state, side);
        } else {
            self.pass_drawn(state);
        }
    }

    #[inline(never)]
    pub(super) fn pass_drawn(&self, state: &mut State) {
        let side = state.mover;
        if self.setup.road.pass(state, side) {
            state.phase = Phase::Draw;
        } else {
            self.look_ahead(state, side);
        }
    }

    /// The mover goes on. Where no other bend can be reached in this exchange, it does not matter any more in it when the
    /// driver may Drive, and how well.
    #[inline(always)]
    fn look_ahead(&self, state: &mut State, side: Side) {
        state.phase = Phase::Moving;
        let driver = &mut state.drivers[side];
        let further = self.setup.sides[side].moves.at(driver.speed).within(driver.owed, MOVES - 1 - state.tick);
        if driver.way.to_bend > state.left.0 + further {
            *driver = driver.calm();
        }
    }

    /// The driver is hurt unless a check of the body passes.
    #[inline(never)]
    pub(super) fn hurt<C: Chance>(&self, state: &mut State, chance: &mut C) {
        self.check_body(state, chance);
        self.pass(state, state.mover);
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
    #[inline(never)]
    pub(super) fn roll<C: Chance>(&self, state: &mut State, chance: &mut C) {
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
    }

    /// The mover is out of the pursuit, and its move is over.
    fn out(&self, state: &mut State, detail: Detail) {
        state.drivers[state.mover] = Driver::gone(detail);
        state.left = Reverse(0);
        state.phase = Phase::Moving;
    }

    /// The road goes on behind the last known bend.
    #[inline(never)]
    pub(super) fn draw<C: Chance>(&self, state: &mut State, chance: &mut C) {
        self.setup.road.draw(state, chance);
        self.look_ahead(state, state.mover);
    }

    /// The drivers before the first exchange, both at their safe speed.
    pub(super) fn drivers() -> Pair<Driver> {
        Pair::of(|_| Driver { speed: 2, ..Driver::default() })
    }
}

/// The tick of the exchange on which its move with this index, from 0, is made.
pub(super) const fn tick(index: u8) -> u8 {
    25 - 5 * index
}
