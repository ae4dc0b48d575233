//! How each system answers to the same step of one dial.

use super::dial::{BANDS, Dial, Kind};
use super::variants::{Numbers, Reading, Spot, Variants};
use crate::results::{Mean, Rate};
use chaselab_core::{Group, Side};
use chaselab_systems::SystemId;

/// One dial, and what every system makes of it.
#[derive(Clone, Debug)]
pub struct Response {
    /// What is moved.
    pub dial: Dial,
    /// The systems in the order of the scenario.
    pub systems: Vec<(SystemId, Answers)>,
}

/// What a system makes of a dial.
#[derive(Clone, Debug)]
pub enum Answers {
    /// It reads it.
    Given {
        /// In ascending order of the dial.
        points: Vec<Answer>,
        /// By how much the free rate rises for each step: from one step below the scenario's own value to one above it,
        /// at an end of the scale over the one step that there is.
        slope: Option<f64>,
    },
    /// It does not.
    Unread(Reading),
}

/// A place of a dial and what comes of it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Steps from the scenario's own value.
    pub step: i32,
    /// What the value is called.
    pub value: String,
    /// How often the prey gets free.
    pub free: Rate,
    /// How many turns a chase takes.
    pub turns: Mean,
}

/// Where a system's numbers will stand, or why it does not read what is varied.
type Spots = Result<Vec<(usize, Spot)>, Reading>;

/// A response whose numbers are not there yet.
pub(super) struct Curve {
    dial: Dial,
    systems: Vec<(SystemId, Spots)>,
}

/// The curves of a comparison: the prey's skill over the whole ladder, its acceleration and maneuver over the bands next
/// to its own, the gap over its table.
pub(super) fn curves(dials: &[Dial], variants: &mut Variants<'_>, systems: &[SystemId]) -> Vec<Curve> {
    let drawn = [Kind::Driving, Kind::Acceleration, Kind::Maneuver, Kind::Gap];
    let shown = dials.iter().filter(|dial| drawn.contains(&dial.kind) && dial.side != Some(Side::Catcher));
    shown
        .map(|dial| {
            let places: Vec<usize> = if dial.kind.is_machine() {
                (dial.at.saturating_sub(BANDS)..dial.values.len()).collect()
            } else {
                (0..dial.values.len()).collect()
            };
            let mut of = |system: SystemId| match variants.reading(system, dial) {
                Reading::Read => Ok(places
                    .iter()
                    .filter_map(|&place| Some((place, variants.ask(system, &[(dial, place)])?)))
                    .collect()),
                unread => Err(unread),
            };
            Curve { dial: dial.clone(), systems: systems.iter().map(|&system| (system, of(system))).collect() }
        })
        .collect()
}

impl Curve {
    pub fn response(&self, numbers: &Numbers<'_>) -> Response {
        let answer = |&(place, spot): &(usize, Spot)| {
            let cell = numbers.at(spot);
            let (value, step) = self.dial.value(place);
            Answer { step, value: value.to_owned(), free: *cell.group(Group::Free), turns: cell.turns.mean }
        };
        let answers = |asked: &Result<Vec<(usize, Spot)>, Reading>| match asked {
            Ok(spots) => {
                let points: Vec<Answer> = spots.iter().map(answer).collect();
                Answers::Given { slope: slope(&points), points }
            }
            Err(unread) => Answers::Unread(unread.clone()),
        };
        let systems = self.systems.iter().map(|(system, asked)| (*system, answers(asked)));
        Response { dial: self.dial.clone(), systems: systems.collect() }
    }
}

fn slope(points: &[Answer]) -> Option<f64> {
    let mut near = points.iter().filter(|point| point.step.abs() <= 1);
    let (first, last) = (near.next()?, near.next_back()?);
    Some((last.free.rate - first.free.rate) / f64::from(last.step - first.step))
}
