//! What can be said of two systems: only what stays true when each mapped value is moved by one step, one at a time.
//!
//! A mapped value is what a system's tables make of a neutral term. It is moved in one system alone, the other standing
//! as it is: this is how much the claim rests on a mapping which somebody chose.

use super::dial::Dial;
use super::variants::{Numbers, Reading, Spot, Variants};
use crate::plan::Plan;
use crate::results::CellResult;
use chaselab_core::Group;
use chaselab_core::tables::Standing;
use chaselab_systems::{Explained, SystemId, TurnLength};

/// What two systems are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// How often the prey gets free.
    Free,
    /// Turns of a chase.
    Turns,
    /// Seconds of a chase, where both systems have a turn's length.
    Seconds,
}

impl Measure {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 3] = [Self::Free, Self::Turns, Self::Seconds];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Turns => "turns",
            Self::Seconds => "seconds",
        }
    }
}

/// What is said of two systems.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// By what they are compared.
    pub measure: Measure,
    /// The system that has more of it, in the scenario as it stands.
    pub more: SystemId,
    /// The other.
    pub less: SystemId,
    /// Both numbers, the greater first.
    pub values: (f64, f64),
    /// How it stands up to moves of the mapping.
    pub standoff: Standoff,
}

/// How a claim stands up.
#[derive(Clone, Debug, PartialEq)]
pub enum Standoff {
    /// It is true after every move.
    Holds {
        /// After how many.
        moves: usize,
        /// The move that brings both systems closest.
        closest: Option<Lead>,
    },
    /// It is not true any more after some moves.
    Depends {
        /// After how many it was tried.
        moves: usize,
        /// After these it failed.
        turned: Vec<Turned>,
    },
    /// The two cannot be told apart as they stand.
    Undecided,
}

/// A move, and both numbers after it in the order of the claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Lead {
    /// The move.
    pub by: Move,
    /// What the system with more has then, and what the other.
    pub values: (f64, f64),
}

/// A move after which a claim fails.
pub type Turned = Lead;

/// A mapped value, moved by a step in one system.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The system in which.
    pub system: SystemId,
    /// What, such as `prey driving`.
    pub what: String,
    /// From the scenario's own value.
    pub from: String,
    /// To the next that means something else to the system.
    pub to: String,
    /// Which of the system's own numbers that changes.
    pub mapped: Vec<Moved>,
}

/// One of a system's own numbers before and after a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// Which, such as `prey faster`.
    pub what: String,
    /// Before.
    pub from: String,
    /// After.
    pub to: String,
}

/// All systems with all their moves.
pub(super) struct Rivals {
    systems: Vec<Rival>,
}

struct Rival {
    system: SystemId,
    turn: Option<TurnLength>,
    moves: Vec<(Move, Spot)>,
}

/// A number and the half-width of its interval.
#[derive(Clone, Copy)]
struct Value {
    number: f64,
    half: f64,
}

impl Value {
    /// Whether it is above another for certain: by more than both intervals together would explain.
    fn is_above(self, other: Self) -> bool {
        let noise = self.half.hypot(other.half).max(1e-9 * self.number.abs());
        self.number - other.number > noise
    }

    fn times(self, factor: f64) -> Self {
        Self { number: self.number * factor, half: self.half * factor }
    }
}

impl Rivals {
    pub fn new(base: &Plan, dials: &[Dial], variants: &mut Variants<'_>) -> Self {
        let systems = base.cells.iter().map(|cell| {
            let own = cell.player.explained();
            let moves = dials.iter().flat_map(|dial| moves(cell.system, own, dial, variants)).collect();
            Rival { system: cell.system, turn: cell.system.turn(), moves }
        });
        Self { systems: systems.collect() }
    }

    pub fn claims(&self, numbers: &Numbers<'_>) -> Vec<Claim> {
        let mut claims = Vec::new();
        for (index, one) in self.systems.iter().enumerate() {
            for (further, other) in self.systems.iter().enumerate().skip(index + 1) {
                for measure in Measure::ALL {
                    let values =
                        (one.value(measure, &numbers.base[index]), other.value(measure, &numbers.base[further]));
                    let (Some(mine), Some(theirs)) = values else { continue };
                    claims.push(if mine.number >= theirs.number {
                        claim(measure, (one, mine), (other, theirs), numbers)
                    } else {
                        claim(measure, (other, theirs), (one, mine), numbers)
                    });
                }
            }
        }
        claims
    }
}

impl Rival {
    fn value(&self, measure: Measure, cell: &CellResult) -> Option<Value> {
        let mean = cell.turns.mean;
        let turns = Value { number: mean.mean, half: (mean.high - mean.low) / 2.0 };
        match measure {
            Measure::Free => {
                let rate = cell.group(Group::Free);
                Some(Value { number: rate.rate, half: (rate.high - rate.low) / 2.0 })
            }
            Measure::Turns => Some(turns),
            Measure::Seconds => Some(turns.times(self.turn?.seconds)),
        }
    }

    /// What the system has after each of its moves; an assumed length of a turn is halved and doubled too.
    fn moved(&self, measure: Measure, own: Value, numbers: &Numbers<'_>) -> Vec<(Move, Value)> {
        let after = |(by, spot): &(Move, Spot)| Some((by.clone(), self.value(measure, numbers.at(*spot))?));
        let mut moved: Vec<(Move, Value)> = self.moves.iter().filter_map(after).collect();
        if let (Measure::Seconds, Some(turn)) = (measure, self.turn)
            && turn.standing != Standing::Seed
        {
            moved.extend([0.5, 2.0].map(|factor| {
                let seconds = |seconds: f64| format!("{seconds} s");
                let (from, to) = (seconds(turn.seconds), seconds(turn.seconds * factor));
                let by = Move { system: self.system, what: "length of a turn".into(), from, to, mapped: Vec::new() };
                (by, own.times(factor))
            }));
        }
        moved
    }
}

fn claim(measure: Measure, more: (&Rival, Value), less: (&Rival, Value), numbers: &Numbers<'_>) -> Claim {
    let ((upper, high), (lower, low)) = (more, less);
    let uppers = upper.moved(measure, high, numbers).into_iter().map(|(by, value)| (by, (value, low)));
    let lowers = lower.moved(measure, low, numbers).into_iter().map(|(by, value)| (by, (high, value)));
    let tried: Vec<(Move, (Value, Value))> = uppers.chain(lowers).collect();
    let lead = |(by, (high, low)): &(Move, (Value, Value))| Lead { by: by.clone(), values: (high.number, low.number) };
    let moves = tried.len();
    let turned: Vec<Turned> = tried.iter().filter(|(_, (high, low))| !high.is_above(*low)).map(lead).collect();
    let standoff = if !high.is_above(low) {
        Standoff::Undecided
    } else if turned.is_empty() {
        let margin = |lead: &Lead| lead.values.0 - lead.values.1;
        let closest = tried.iter().map(lead).min_by(|one, other| margin(one).total_cmp(&margin(other)));
        Standoff::Holds { moves, closest }
    } else {
        Standoff::Depends { moves, turned }
    };
    Claim { measure, more: upper.system, less: lower.system, values: (high.number, low.number), standoff }
}

/// A system's mapping of one dial, moved down and up by one step. Of a word that is the next one that the system maps to
/// something else, of a vehicle's number the next band.
fn moves(system: SystemId, own: &[Explained], dial: &Dial, variants: &mut Variants<'_>) -> Vec<(Move, Spot)> {
    if variants.reading(system, dial) != Reading::Read {
        return Vec::new();
    }
    let places = |direction: i32| (1..).map_while(move |steps| dial.stepped(direction * steps));
    let next = |direction: i32| places(direction).next();
    let mut found = [-1, 1].map(|direction| {
        if dial.kind.is_machine() {
            next(direction)
        } else {
            places(direction).find(|&place| maps_else(system, own, dial, place, variants))
        }
    });
    if found == [None, None] {
        // It reads the term but explains no number by it: then a step is the next word.
        found = [-1, 1].map(next);
    }
    let mut moves = Vec::new();
    for place in found.into_iter().flatten() {
        let Some(player) = variants.player(system, dial, place) else { continue };
        let Some(spot) = variants.ask(system, &[(dial, place)]) else { continue };
        let by = Move {
            system,
            what: dial.name(),
            from: dial.values[dial.at].0.clone(),
            to: dial.values[place].0.clone(),
            mapped: differences(own, player.explained()),
        };
        moves.push((by, spot));
    }
    moves
}

fn maps_else(system: SystemId, own: &[Explained], dial: &Dial, place: usize, variants: &Variants<'_>) -> bool {
    let player = variants.player(system, dial, place);
    player.is_some_and(|player| !differences(own, player.explained()).is_empty())
}

/// Which numbers of a system differ.
fn differences(before: &[Explained], after: &[Explained]) -> Vec<Moved> {
    let pair = |line: &Explained| {
        let now = after.iter().find(|other| other.what == line.what)?;
        (now.value != line.value).then(|| Moved {
            what: line.what.clone(),
            from: line.value.clone(),
            to: now.value.clone(),
        })
    };
    before.iter().filter_map(pair).collect()
}
