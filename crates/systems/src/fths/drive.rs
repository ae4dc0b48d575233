//! One driver's roll to survive a risk, and what a failure costs (rules/fths.md 4).

use super::damage::Serves;
use super::words::collision_event;
use super::{Attributes, Faced, Fths, HIGHEST_RISK, LOWEST_RISK, Obstacle, Setup, State};
use chaselab_core::{Action, Bands, Chance, Options, Side};

/// What one side brings to the wheel, ready to roll.
#[derive(Clone, Debug)]
pub(super) struct Driver {
    /// Skill + piloting.
    pub total: i16,
    /// The risks that may be picked.
    pub risks: Options,
    /// Acceleration, deceleration and maneuver.
    levels: [i16; 3],
    /// Whether a negative level counts.
    forced: bool,
    /// The sum of the attributes in each set of them.
    attributes: [i16; Attributes::SETS],
    /// From the margin of the driving roll: held, or the crash level before dice and floor. One map for each loss of
    /// stability.
    fates: Vec<Bands<Fate>>,
}

/// What a driving roll came to.
pub(super) struct Drove {
    /// How it failed.
    pub crash: Option<Crash>,
    /// Skill, piloting and dice; without the dice where nobody asks for them.
    pub total: i16,
}

/// Where a crash leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fall {
    /// The row of the side's crash table.
    pub row: usize,
    /// Whether it is out of the chase.
    pub out: bool,
}

/// What a driving roll comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Held,
    /// The margin of failure less stability.
    Failed(i16),
}

/// A failed driving roll: the margin less stability, plus the spice where it is rolled; no floor applied yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crash {
    level: i16,
}

impl Driver {
    pub fn new(setup: &Setup, side: Side) -> Self {
        let own = &setup.sides[side];
        let aided = !own.ai || setup.rules.ai_piloting;
        let total = own.driving + if aided { own.piloting } else { 0 };
        let highest = own.max_risk.unwrap_or(HIGHEST_RISK);
        let risks = (LOWEST_RISK..=highest).fold(Options::NONE, |set, risk| set.with(risk_action(risk)));
        let levels = [own.acceleration, own.deceleration, own.maneuver];
        let forced = !setup.rules.negative_attributes_optional;
        let attributes = std::array::from_fn(|set| allowed(set, levels, forced));
        let lost = if setup.rules.damage { setup.damage.most_lost(Serves::Stability) } else { 0 };
        let fates = (0..=lost).map(|lost| fates(setup, side, own.stability - lost)).collect();
        Self { total, risks, levels, forced, attributes, fates }
    }

    /// Base modifier: element modifiers plus the allowed attributes.
    #[inline]
    pub fn base(&self, faced: Faced) -> i16 {
        faced.modifier + self.attributes[usize::from(faced.attributes.0)]
    }

    /// The same with these losses of acceleration, deceleration and maneuver.
    pub fn worn_base(&self, faced: Faced, losses: [i16; 3]) -> i16 {
        let levels = std::array::from_fn(|index| self.levels[index] + losses[index]);
        faced.modifier + allowed(usize::from(faced.attributes.0), levels, self.forced)
    }
}

/// The sum of the allowed attributes.
fn allowed(set: usize, levels: [i16; 3], forced: bool) -> i16 {
    let bits = [Attributes::ACCELERATION, Attributes::DECELERATION, Attributes::MANEUVER];
    let counted = bits.into_iter().zip(levels).filter(|(bit, _)| set as u8 & bit.0 != 0);
    counted.map(|(_, level)| if forced { level } else { level.max(0) }).sum()
}

/// Margins that lead to the same crash are one band, so that enumeration has no more branches than the rules.
fn fates(setup: &Setup, side: Side, stability: i16) -> Bands<Fate> {
    let highest = setup.highest_telling_level(side);
    let fate = |margin: i16| {
        if margin >= 0 {
            return Fate::Held;
        }
        let level = -margin - stability;
        Fate::Failed(if setup.rules.crash_spice { level } else { level.clamp(-1, highest).max(setup.rules.floor()) })
    };
    let lowest = -100;
    Bands::new(fate(lowest), (lowest..=0).map(|margin| (margin, fate(margin)))).expect("margins ascend")
}

impl Fths {
    /// Skill + piloting of a side in this turn, with what crashes and damage took from it.
    #[inline]
    pub(super) fn handling(&self, state: &State, side: Side) -> i16 {
        let total = self.drivers[side].total + i16::from(state.penalty[side]);
        if !self.setup.rules.damage {
            return total;
        }
        total + self.lasting(state, side)
    }

    /// Piloting that damage took, 0 or below.
    #[inline]
    pub(super) fn lasting(&self, state: &State, side: Side) -> i16 {
        i16::from(state.wear.piloting[side]) + self.loss(&state.wear, side, Serves::Piloting)
    }

    /// Base modifier of a side.
    #[inline]
    pub(super) fn base(&self, state: &State, side: Side) -> i16 {
        let faced = self.faced(state, side);
        if state.wear.systems[side].are_sound() {
            return self.drivers[side].base(faced);
        }
        let losses = [Serves::Acceleration, Serves::Deceleration, Serves::Maneuver];
        self.drivers[side].worn_base(faced, losses.map(|serves| self.loss(&state.wear, side, serves)))
    }

    /// Step 3, the driving roll: skill + piloting + 4dF against the risk.
    #[inline]
    pub(super) fn driving_roll<C: Chance>(
        &self,
        state: &State,
        side: Side,
        risk: i8,
        needs_total: bool,
        chance: &mut C,
    ) -> Drove {
        let mut total = self.handling(state, side);
        let risk = i16::from(risk);
        if risk == LOWEST_RISK {
            return Drove { crash: None, total };
        }
        let lost = -self.loss(&state.wear, side, Serves::Stability);
        let fates = &self.drivers[side].fates[lost as usize];
        let fate = if needs_total {
            total += chance.draw(&self.fudge);
            fates.at(total - risk)
        } else {
            chance.band(&self.fudge, fates, total - risk)
        };
        let crash = match fate {
            Fate::Held => None,
            Fate::Failed(level) if self.setup.rules.crash_spice => {
                Some(Crash { level: level + chance.draw(&self.spice) })
            }
            Fate::Failed(level) => Some(Crash { level }),
        };
        Drove { crash, total }
    }

    /// Step 5: where a failed roll leads by the crash table, and the collisions on the way; `None` where a negative
    /// level is no crash at all.
    #[inline]
    pub(super) fn crash<C: Chance>(&self, state: &mut State, side: Side, crash: Crash, chance: &mut C) -> Option<Fall> {
        let level = crash.level.max(self.setup.rules.floor());
        if level < 0 {
            chance.tell(|| format!("The {} fails to hold the risk, but does not even skid.", side.name()));
            return None;
        }
        let rows = self.setup.rows(side);
        let row = (level as usize).min(rows.len() - 1);
        chance.tell(|| format!("The {} fails: crash level {level}, {}.", side.name(), rows[row].name));
        let mut out = rows[row].out;
        if let (false, Some(needed)) = (out, rows[row].save) {
            let total = self.handling(state, side);
            out = !chance.at_least(&self.fudge, needed - total);
            chance.tell(|| {
                let outcome = if out { "and does not come out of it" } else { "and comes out of it" };
                format!("The {} needs {needed:+} with {total:+} + 4dF, {outcome}.", side.name())
            });
        }
        let hits = self.collisions(state, side, level);
        for (obstacle, &count) in Obstacle::ALL.into_iter().zip(&hits) {
            if count == 0 {
                continue;
            }
            for _ in 0..count {
                chance.note(collision_event(side, obstacle));
                chance.tell(|| format!("The {} hits {}.", side.name(), obstacle.words()));
            }
            if self.setup.rules.damage && !out && self.setup.collision(side, obstacle).is_some() {
                state.wear.turn.impacts[side].obstacles[obstacle as usize] = count;
            }
        }
        if self.setup.rules.damage && !out && rows[row].damage.is_some() {
            state.wear.turn.impacts[side].row = row as u8 + 1;
        }
        Some(Fall { row, out })
    }
}

/// The action that picks a risk.
pub fn risk_action(risk: i16) -> Action {
    Action((risk - LOWEST_RISK) as u8)
}
