//! A setting of the Fudge chase, as the rules need it, and its checks.

use super::damage::DamageTables;
use super::fire::Gun;
use super::{Course, LONGEST_MEMORY, Strike};
use chaselab_core::{Dice, Pair, Place, Problem, Side};

/// A setting: both sides, the course, the switches and the tables.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Both sides.
    pub sides: Pair<SideSetup>,
    /// Distance at the start, in turns, 0 or more.
    pub start: i16,
    /// The most turns that will be played; a random course must remember as many.
    pub max_turns: u16,
    /// The course.
    pub course: Course,
    /// Elements that are not there for one side in one turn.
    pub strikes: Vec<Strike>,
    /// The switches.
    pub rules: Rules,
    /// The ground crash table, by level; the last row holds above it too.
    pub crash: Vec<CrashRow>,
    /// The air crash table, likewise.
    pub air_crash: Vec<CrashRow>,
    /// The tables of damage; without a part in the chase when it is off.
    pub damage: DamageTables,
    /// A speed contest.
    pub speed: Option<Speed>,
    /// Where the course was written.
    pub course_place: Place,
}

/// A speed contest: who is faster wins without a roll once both are up to speed (rules/fths.md 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed {
    /// For how many turns the risk contest goes on.
    pub acceleration_turns: u16,
    /// Who has the higher maximum speed, if anybody has.
    pub faster: Option<Side>,
}

/// One side: levels and bonuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSetup {
    /// Driving skill.
    pub driving: i16,
    /// Bonus of driving aids.
    pub piloting: i16,
    /// Level of acceleration.
    pub acceleration: i16,
    /// Level of deceleration.
    pub deceleration: i16,
    /// Level of maneuver.
    pub maneuver: i16,
    /// Softens crashes.
    pub stability: i16,
    /// Whether an AI drives.
    pub ai: bool,
    /// The highest risk it may take.
    pub max_risk: Option<i16>,
    /// How well the catcher keeps an eye on the prey.
    pub perception: i16,
    /// Whether the catcher can track the prey, which then cannot lose it.
    pub tracking: bool,
    /// Whether it flies.
    pub aircraft: bool,
    /// Size, which is also its defence against damage.
    pub size: i16,
    /// Armor.
    pub armor: i16,
    /// Whether it has a weapon at all, so that the weapon can be hit.
    pub armed: bool,
    /// What it fires with.
    pub gun: Option<Gun>,
}

/// The switches (rules/fths.md 8) that the rules ask about; the others change what is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A negative attribute is left out instead of counting.
    pub negative_attributes_optional: bool,
    /// 2dF are added to the crash level.
    pub crash_spice: bool,
    /// An AI driver gets the piloting bonus.
    pub ai_piloting: bool,
    /// From this distance on the prey has escaped without a roll.
    pub break_off: Option<i16>,
    /// Whose elements count when the prey tries to lose the catcher.
    pub lose_elements: Side,
    /// Points count again for a catcher that stays where it was.
    pub repeat_points: bool,
    /// A negative crash level is no crash at all.
    pub negative_is_no_crash: bool,
    /// Vehicles take damage.
    pub damage: bool,
    /// A ram counts by the difference of Drive Performance, not of driving totals.
    pub ram_by_performance: bool,
}

impl Rules {
    /// The lowest crash level that is told apart.
    pub(super) const fn floor(&self) -> i16 {
        if self.negative_is_no_crash { -1 } else { 0 }
    }
}

/// One row of the crash table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrashRow {
    /// Its name.
    pub name: String,
    /// All actions but driving in this turn.
    pub actions: i8,
    /// Piloting in the next turn.
    pub piloting: i8,
    /// How much the winner may change the distance.
    pub distance: i8,
    /// What skill + piloting + 4dF must reach to stay in the chase.
    pub save: Option<i16>,
    /// Damage of its own.
    pub damage: Option<Dice>,
    /// Whether it puts the vehicle out of the chase.
    pub out: bool,
}

impl Setup {
    /// Whether anybody can face anything else than before. A course that is drawn counts even where it has one segment: that
    /// is rolled for all the same.
    pub(super) fn road_changes(&self) -> bool {
        let segments = self.course.segments();
        let is_drawn = !matches!(self.course, Course::Fixed { .. });
        is_drawn || segments.len() > 1 || segments.iter().any(|segment| segment.has_points) || !self.strikes.is_empty()
    }

    /// Whether anybody flies.
    pub(super) fn anybody_flies(&self) -> bool {
        self.sides.prey.aircraft || self.sides.catcher.aircraft
    }

    /// The crash table of a side.
    #[inline]
    pub(super) fn rows(&self, side: Side) -> &[CrashRow] {
        if self.sides[side].aircraft { &self.air_crash } else { &self.crash }
    }

    /// The highest crash level that anything tells apart.
    pub(super) fn highest_telling_level(&self, side: Side) -> i16 {
        let elements = self.course.segments().iter().flat_map(|segment| &segment.elements);
        let collisions = elements.filter_map(|element| element.collision).map(|(level, _)| level);
        collisions.chain([self.rows(side).len() as i16 - 1]).max().unwrap_or(0)
    }

    pub(super) fn check(&self) -> Result<(), Box<Problem>> {
        if matches!(self.course, Course::Random(_)) && usize::from(self.max_turns) > LONGEST_MEMORY {
            return Err(Problem::new(
                &self.course_place,
                format!(
                    "a random course remembers its segments for {LONGEST_MEMORY} turns, and max_turns is {}",
                    self.max_turns
                ),
            )
            .help(format!("set max_turns to {LONGEST_MEMORY} or less, or the course kind to \"independent\"")));
        }
        for strike in &self.strikes {
            let elements = || self.course.segments().iter().flat_map(|segment| &segment.elements);
            if !elements().any(|element| element.name == strike.element) {
                let mut known: Vec<&str> = elements().map(|element| element.name.as_str()).collect();
                known.sort_unstable();
                known.dedup();
                return Err(Problem::new(&strike.place, format!("the course has no `{}` to strike", strike.element))
                    .nearest(&strike.element, known));
            }
        }
        Ok(())
    }
}
