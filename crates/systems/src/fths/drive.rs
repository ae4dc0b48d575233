//! One driver's roll to survive a risk, and what a failure costs (rules/fths.md 4).

use super::course::Hits;
use super::damage::Serves;
use super::words::collision_event;
use super::{Attributes, Faced, Fths, HIGHEST_RISK, LOWEST_RISK, Obstacle, Setup, State};
use chaselab_core::{Action, Against, Bands, Chance, Options, Side};

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
    /// From the margin of the driving roll to the crash, if it is one.
    fates: Bands<Option<Crash>>,
    /// The same for each loss of stability, from none on.
    worn_fates: Vec<Bands<Option<Crash>>>,
    /// What the rows of the crash table cost, by crash level; the last holds above it too.
    rows: Vec<Row>,
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
    pub row: u8,
    /// Whether it is out of the chase.
    pub out: bool,
}

/// What a row of the crash table costs, without its words and dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// All actions but driving in this turn.
    pub actions: i8,
    /// Piloting in the next turn.
    pub piloting: i8,
    /// How much the winner may change the distance.
    pub distance: i8,
    out: bool,
    /// What skill + piloting + 4dF must reach to stay in the chase.
    save: Option<i16>,
    hurts: bool,
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
        let worn_fates = (0..=lost).map(|lost| fates(setup, side, own.stability - lost)).collect();
        let rows = setup.rows(side).iter().map(|row| Row {
            actions: row.actions,
            piloting: row.piloting,
            distance: row.distance,
            out: row.out,
            save: row.save,
            hurts: setup.rules.damage && row.damage.is_some(),
        });
        let (fates, rows) = (fates(setup, side, own.stability), rows.collect());
        Self { total, risks, levels, forced, attributes, fates, worn_fates, rows }
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
fn fates(setup: &Setup, side: Side, stability: i16) -> Bands<Option<Crash>> {
    let highest = setup.highest_telling_level(side);
    let fate = |margin: i16| {
        let level = -margin - stability;
        let level = if setup.rules.crash_spice { level } else { level.clamp(-1, highest).max(setup.rules.floor()) };
        (margin < 0).then_some(Crash { level })
    };
    let lowest = -100;
    Bands::new(fate(lowest), (lowest..=0).map(|margin| (margin, fate(margin)))).expect("margins ascend")
}

impl Fths {
    /// Skill + piloting of a side in this turn, with what crashes and damage took from it.
    #[inline(always)]
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
    #[inline(always)]
    pub(super) fn base(&self, state: &State, side: Side) -> i16 {
        if !state.wear.systems[side].are_sound() {
            return self.worn_base(state, side);
        }
        match &self.always {
            Some(always) => always[side].1,
            None => self.drivers[side].base(self.faced(state, side)),
        }
    }

    /// The same of a side whose systems are damaged.
    #[inline(never)]
    fn worn_base(&self, state: &State, side: Side) -> i16 {
        let losses = [Serves::Acceleration, Serves::Deceleration, Serves::Maneuver];
        self.drivers[side].worn_base(self.faced(state, side), losses.map(|serves| self.loss(&state.wear, side, serves)))
    }

    /// Step 3, the driving roll: skill + piloting + 4dF against the risk. Twice in every turn: inlined for each side.
    #[inline(always)]
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
        let fates = match state.wear.systems[side].are_sound() {
            true => &self.drivers[side].fates,
            false => self.worn_fates(state, side),
        };
        chance.rolls(side, Against::Question);
        let mut crash = if needs_total {
            total += chance.draw(&self.fudge);
            fates.at(total - risk)
        } else {
            chance.band(&self.fudge, fates, total - risk)
        };
        if let Some(crash) = &mut crash
            && self.setup.rules.crash_spice
        {
            chance.rolls(side, Against::Question);
            crash.level += chance.draw(&self.spice);
        }
        Drove { crash, total }
    }

    #[inline(never)]
    fn worn_fates(&self, state: &State, side: Side) -> &Bands<Option<Crash>> {
        let lost = -self.loss(&state.wear, side, Serves::Stability);
        &self.drivers[side].worn_fates[lost as usize]
    }

    /// Step 5: where a failed roll leads by the crash table, and the collisions on the way; `None` where a negative
    /// level is no crash at all.
    #[inline(always)]
    pub(super) fn crash<C: Chance>(&self, state: &mut State, side: Side, crash: Crash, chance: &mut C) -> Option<Fall> {
        let level = crash.level.max(self.setup.rules.floor());
        if level < 0 {
            chance.tell(|| format!("The {} fails to hold the risk, but does not even skid.", side.name()));
            return None;
        }
        let rows = &self.drivers[side].rows;
        let index = (level as usize).min(rows.len() - 1);
        let row = &rows[index];
        chance
            .tell(|| format!("The {} fails: crash level {level}, {}.", side.name(), self.setup.rows(side)[index].name));
        let out = match row.save {
            Some(needed) if !row.out => !self.comes_out(state, side, needed, chance),
            _ => row.out,
        };
        if level >= self.first_collisions[side] {
            let hits = self.collisions(state, side, level);
            self.collide(state, side, hits, !out, chance);
        }
        let row = index as u8;
        if rows[index].hurts && !out {
            state.wear.turn.impacts[side].row = row + 1;
        }
        Some(Fall { row, out })
    }

    /// The roll that a row of the crash table leaves: skill + piloting + 4dF.
    #[inline(never)]
    fn comes_out<C: Chance>(&self, state: &State, side: Side, needed: i16, chance: &mut C) -> bool {
        let total = self.handling(state, side);
        chance.rolls(side, Against::Question);
        let comes_out = chance.at_least(&self.fudge, needed - total);
        chance.tell(|| {
            let outcome = if comes_out { "and comes out of it" } else { "and does not come out of it" };
            format!("The {} needs {needed:+} with {total:+} + 4dF, {outcome}.", side.name())
        });
        comes_out
    }

    /// What a row of a side's crash table costs.
    #[inline(always)]
    pub(super) fn row(&self, side: Side, fall: Fall) -> &Row {
        &self.drivers[side].rows[usize::from(fall.row)]
    }

    /// Everything that a side hits; whoever stays in the chase has the damage still to be rolled.
    #[inline(never)]
    fn collide<C: Chance>(&self, state: &mut State, side: Side, hits: Hits, stays: bool, chance: &mut C) {
        for (&obstacle, &count) in Obstacle::ALL.iter().zip(&hits) {
            if count == 0 {
                continue;
            }
            for _ in 0..count {
                chance.note(collision_event(side, obstacle));
                chance.tell(|| format!("The {} hits {}.", side.name(), obstacle.words()));
            }
            if stays && self.setup.rules.damage && self.setup.collision(side, obstacle).is_some() {
                state.wear.turn.impacts[side].obstacles[obstacle as usize] = count;
            }
        }
    }
}

/// The action that picks a risk.
pub fn risk_action(risk: i16) -> Action {
    Action((risk - LOWEST_RISK) as u8)
}
