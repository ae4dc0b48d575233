//! One driver's roll to survive a risk, and what a failure costs (rules/fths.md 4).

use super::{Attributes, COLLISIONS, Faced, Fths, HIGHEST_RISK, LOWEST_RISK, Obstacle, Setup, State};
use chaselab_core::{Action, Bands, Chance, Event, Options, Side};

/// What one side brings to the wheel, ready to roll.
#[derive(Clone, Debug)]
pub(super) struct Driver {
    /// Skill + piloting.
    pub total: i16,
    /// The risks that may be picked.
    pub risks: Options,
    /// The sum of the attributes in each set of them.
    attributes: [i16; Attributes::SETS],
    /// From the margin of the driving roll: held, or the crash level before dice and floor.
    fates: Bands<Fate>,
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
        let attributes = std::array::from_fn(|set| {
            let counted = |bit: u8, level: i16| {
                let level = if setup.rules.negative_attributes_optional { level.max(0) } else { level };
                if set as u8 & bit == 0 { 0 } else { level }
            };
            counted(Attributes::ACCELERATION.0, own.acceleration)
                + counted(Attributes::DECELERATION.0, own.deceleration)
                + counted(Attributes::MANEUVER.0, own.maneuver)
        });
        Self { total, risks, attributes, fates: fates(setup, own.stability) }
    }

    /// Base modifier: element modifiers plus the allowed attributes.
    #[inline]
    pub fn base(&self, faced: Faced) -> i16 {
        faced.modifier + self.attributes[usize::from(faced.attributes.0)]
    }

    /// Step 3, the driving roll: skill + piloting + 4dF against the risk.
    #[inline]
    pub fn drive<C: Chance>(&self, penalty: i8, risk: i8, rules: &Fths, chance: &mut C) -> Option<Crash> {
        if i16::from(risk) == LOWEST_RISK {
            return None;
        }
        let margin = self.total + i16::from(penalty) - i16::from(risk);
        match chance.band(&rules.fudge, &self.fates, margin) {
            Fate::Held => None,
            Fate::Failed(level) if rules.setup.rules.crash_spice => {
                Some(Crash { level: level + chance.draw(&rules.spice) })
            }
            Fate::Failed(level) => Some(Crash { level }),
        }
    }
}

/// Margins that lead to the same crash are one band, so that enumeration has no more branches than the rules.
fn fates(setup: &Setup, stability: i16) -> Bands<Fate> {
    let highest = setup.highest_telling_level();
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
    /// Step 5: the row of the crash table that a failed roll leads to, and the collisions on the way; `None` where a
    /// negative level is no crash at all.
    #[inline]
    pub(super) fn crash<C: Chance>(
        &self,
        state: &State,
        side: Side,
        crash: Crash,
        faced: Faced,
        chance: &mut C,
    ) -> Option<usize> {
        let level = crash.level.max(self.setup.rules.floor());
        if level < 0 {
            chance.tell(|| format!("The {} fails to hold the risk, but does not even skid.", side.name()));
            return None;
        }
        let row = (level as usize).min(self.setup.crash.len() - 1);
        chance.tell(|| format!("The {} fails: crash level {level}, {}.", side.name(), self.setup.crash[row].name));
        if level >= faced.collides_from {
            for obstacle in self.collisions(*state, side, level) {
                chance.note(Event(COLLISIONS + 2 * obstacle as u8 + side as u8));
                chance.tell(|| format!("The {} hits {}.", side.name(), obstacle.words()));
            }
        }
        Some(row)
    }
}

impl Obstacle {
    const fn words(self) -> &'static str {
        match self {
            Self::Vehicle => "another vehicle",
            Self::Sidewall => "a side wall",
            Self::Pedestrian => "a pedestrian",
            Self::Other => "a bank or a building",
        }
    }
}

/// The action that picks a risk.
pub fn risk_action(risk: i16) -> Action {
    Action((risk - LOWEST_RISK) as u8)
}
