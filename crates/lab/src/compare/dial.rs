//! The neutral terms of a scenario that can be moved by a step, and the scales on which they stand.

use crate::scenario::Scenario;
use chaselab_core::tables::Row;
use chaselab_core::tree::{Path, Reader, Value};
use chaselab_core::{Ladder, Problem, Side};
use chaselab_systems::fths::levels::{Unit, bands};
use chaselab_systems::neutral::Neutral;
use chaselab_systems::{Input, SystemId};

/// How many bands above its own a vehicle is moved at most.
pub(super) const BANDS: usize = 2;

/// What a dial moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A driver's skill.
    Driving,
    /// A shooter's skill.
    Gunnery,
    /// A driver's temper.
    Temper,
    /// A vehicle's acceleration.
    Acceleration,
    /// A vehicle's deceleration.
    Deceleration,
    /// A vehicle's maneuver rating.
    Maneuver,
    /// The starting gap.
    Gap,
}

impl Kind {
    /// The name on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Driving => "driving",
            Self::Gunnery => "gunnery",
            Self::Temper => "temper",
            Self::Acceleration => "acceleration",
            Self::Deceleration => "deceleration",
            Self::Maneuver => "maneuver",
            Self::Gap => "starting gap",
        }
    }

    /// What one step of it is called.
    pub const fn step(self) -> &'static str {
        match self {
            Self::Driving | Self::Gunnery => "a word",
            Self::Temper => "a temper",
            Self::Acceleration | Self::Deceleration | Self::Maneuver => "a band",
            Self::Gap => "a word",
        }
    }

    /// Whether it belongs to the driver.
    pub const fn is_skill(self) -> bool {
        matches!(self, Self::Driving | Self::Gunnery)
    }

    /// Whether it belongs to the vehicle: then its steps are bands of a table of `fths` (rules/neutral.md, Vehicles).
    pub const fn is_machine(self) -> bool {
        matches!(self, Self::Acceleration | Self::Deceleration | Self::Maneuver)
    }
}

/// A neutral term, all its values in ascending order, and where the scenario has it.
#[derive(Clone, Debug)]
pub struct Dial {
    /// What it moves.
    pub kind: Kind,
    /// Whose, where it belongs to a side.
    pub side: Option<Side>,
    /// What it sets.
    pub path: Path,
    /// Its values and what they are called.
    pub values: Vec<(String, Value)>,
    /// Which of them is the scenario's own.
    pub at: usize,
}

impl Dial {
    /// Such as `prey driving`.
    pub fn name(&self) -> String {
        match self.side {
            Some(side) => format!("{} {}", side.name(), self.kind.name()),
            None => self.kind.name().to_owned(),
        }
    }

    /// What a value is called, and its number among the values counted from the scenario's own.
    pub fn value(&self, place: usize) -> (&str, i32) {
        (&self.values[place].0, place as i32 - self.at as i32)
    }

    /// The place so many steps from the scenario's own, where there is one.
    pub fn stepped(&self, steps: i32) -> Option<usize> {
        let place = usize::try_from(self.at as i32 + steps).ok()?;
        (place < self.values.len()).then_some(place)
    }

    /// Three neighbouring places, the scenario's own among them, in the middle where it does not stand at an end.
    pub fn three(&self) -> Option<[usize; 3]> {
        let last = self.values.len().checked_sub(3)?;
        let first = self.at.saturating_sub(1).min(last);
        Some([first, first + 1, first + 2])
    }
}

/// All dials of a scenario: those of the sides, prey first, then the gap. What cannot be read has no dial.
pub(crate) fn dials(scenario: &Scenario) -> Vec<Dial> {
    let Ok(neutral) = Reader::new(Some(&scenario.root), "the scenario").and_then(Neutral::new) else {
        return Vec::new();
    };
    let mut dials = Vec::new();
    for side in Side::BOTH {
        for kind in [Kind::Driving, Kind::Acceleration, Kind::Maneuver, Kind::Deceleration, Kind::Gunnery, Kind::Temper]
        {
            dials.extend(of_side(scenario, &neutral, side, kind).ok());
        }
    }
    dials.extend(gap(&neutral).ok());
    dials
}

fn of_side(scenario: &Scenario, neutral: &Neutral<'_>, side: Side, kind: Kind) -> Result<Dial, Box<Problem>> {
    let (keys, values, at) = match kind {
        Kind::Driving | Kind::Gunnery => {
            let (Ladder(level), _) = neutral.skill(side, kind.name())?;
            let words: Vec<&str> = Ladder::words().collect();
            let at = (level + 4).clamp(0, 8) as usize;
            let value = |word: &&str| ((*word).to_owned(), Value::Text((*word).to_owned()));
            (vec![kind.name()], words.iter().rev().map(value).collect(), at)
        }
        Kind::Temper => {
            let (values, at) = rows(neutral.table("tempers").rows.as_slice(), &neutral.temper(side)?.name);
            (vec![kind.name()], values, at)
        }
        Kind::Acceleration => bands_of(scenario, neutral, side, kind, "acceleration_kmh_s", Unit::KmhS)?,
        Kind::Deceleration => bands_of(scenario, neutral, side, kind, "deceleration_kmh_s", Unit::KmhS)?,
        Kind::Maneuver => bands_of(scenario, neutral, side, kind, "maneuver_g", Unit::ManeuverG)?,
        Kind::Gap => return gap(neutral),
    };
    let keys = std::iter::once(side.name()).chain(keys).map(String::from);
    Ok(Dial { kind, side: Some(side), path: Path::from_keys(keys), values, at })
}

type Scale = (Vec<&'static str>, Vec<(String, Value)>, usize);

/// The lower edges of the bands around a vehicle's own number, which stays as it is.
fn bands_of(
    scenario: &Scenario,
    neutral: &Neutral<'_>,
    side: Side,
    kind: Kind,
    column: &'static str,
    unit: Unit,
) -> Result<Scale, Box<Problem>> {
    let tables = Input::new(&scenario.root, SystemId::Fths)?.tables(SystemId::Fths)?;
    let quantity = neutral.vehicle(side)?.quantity(column, 0.0)?;
    let (bands, at) = bands(&tables, kind.name(), &quantity, unit, BANDS)?;
    let values = bands.iter().enumerate().map(|(index, band)| {
        let number = if index == at { quantity.value } else { band.from };
        (format!("{} ({number})", band.name), Value::Float(number))
    });
    Ok((vec!["vehicle", column], values.collect(), at))
}

fn gap(neutral: &Neutral<'_>) -> Result<Dial, Box<Problem>> {
    let (values, at) = rows(&neutral.table("gaps").rows, &neutral.gap()?.name);
    Ok(Dial { kind: Kind::Gap, side: None, path: Path::from_keys(["gap".to_owned()]), values, at })
}

fn rows(rows: &[Row], own: &str) -> (Vec<(String, Value)>, usize) {
    let values = rows.iter().map(|row| (row.name.clone(), Value::Text(row.name.clone()))).collect();
    (values, rows.iter().position(|row| row.name == own).unwrap_or(0))
}
