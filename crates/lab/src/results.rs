//! What a run found: for every cell the rates of ends with their intervals, lengths, details and events, and how the
//! numbers came to be.

use chaselab_core::tree::Path;
use chaselab_core::{End, Group};
use chaselab_systems::{Explained, Switch, SystemId};

use crate::flags::Flag;
use crate::plan::Factor;
use crate::then;
use crate::verify::Check;

/// The version of the program that made the numbers.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// All cells of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The scenario's title.
    pub title: String,
    /// The scenario's file name without its ending.
    pub name: String,
    /// A hash of everything that the numbers depend on.
    pub digest: String,
    /// The seed.
    pub seed: u64,
    /// The confidence of every interval, such as 0.95.
    pub confidence: f64,
    /// The scenario as played: one `path = value` a line, after overlays and options.
    pub scenario: Vec<String>,
    /// In the order of the scenario's systems, then of its grid.
    pub cells: Vec<CellResult>,
    /// What is worth a look beside the rates, where that was asked for.
    pub flags: Vec<Flag>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CellResult {
    /// Its number among the cells of its system, from 0.
    pub cell: usize,
    /// Its system.
    pub system: SystemId,
    /// The fight that follows a caught prey, where one does.
    pub then: Option<SystemId>,
    /// The factors of the grid, in the order of the file.
    pub factors: Vec<Factor>,
    /// How the numbers came to be.
    pub method: Method,
    /// How many chases were played; of exact numbers none.
    pub chases: u64,
    /// The most turns.
    pub max_turns: u16,
    /// Every end that the system can reach.
    pub ends: Vec<(End, Rate)>,
    /// All three groups.
    pub groups: Vec<(Group, Rate)>,
    /// Lengths of chases in turns.
    pub turns: Lengths,
    /// For each end its details, as shares of all chases.
    pub details: Vec<(End, Vec<(String, f64)>)>,
    /// Mean number of each event in a chase.
    pub events: Vec<(String, Mean)>,
    /// The count that lies furthest from its exact chance, where both were made.
    pub check: Option<Check>,
    /// Whether it was sampled in lanes: by the same law, but not the chases that `replay` tells.
    pub lanes: bool,
    /// Why it was sampled though exact numbers would have been better.
    pub unfit: Option<String>,
    /// Why no more chases were played, where that was decided by looking at them.
    pub stop: Option<Stop>,
    /// How every switch was set.
    pub switches: Vec<Switch>,
    /// Each side's numbers and where they came from.
    pub explained: Vec<Explained>,
}

/// Why a cell's chases stopped where they did. Its intervals hold at every look, so also at the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// What ended it.
    pub by: StoppedBy,
    /// How often one had looked.
    pub looks: u32,
}

/// What ended a cell's chases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The interval of every group was narrow enough.
    Precision,
    /// All chases that the scenario allows were played.
    Chases,
    /// It was known what the cell is to others.
    Choice,
}

impl StoppedBy {
    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Precision => "precision",
            Self::Chases => "chases",
            Self::Choice => "choice",
        }
    }
}

/// How numbers came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Counted over played chases.
    Sampled,
    /// Computed from the chain of states.
    Exact,
}

impl Method {
    /// The name in files and on screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sampled => "sampled",
            Self::Exact => "exact",
        }
    }
}

/// A rate with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// How many chases; `None` of an exact rate.
    pub count: Option<u64>,
    /// The share of all chases.
    pub rate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// A mean with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// The distribution of lengths in turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Lengths {
    /// The mean with its interval.
    pub mean: Mean,
    /// The standard deviation.
    pub sd: f64,
    /// The shortest length that at least a tenth of the chases do not exceed.
    pub p10: u16,
    /// The median.
    pub p50: u16,
    /// The shortest length that at least nine tenths of the chases do not exceed.
    pub p90: u16,
    /// Lengths that occur, with their shares of all chases.
    pub histogram: Vec<(u16, f64)>,
    /// The same for every end: lengths with their shares of all chases.
    pub by_end: Vec<(End, Vec<(u16, f64)>)>,
}

/// The factors that cells have, with all their values, in the order in which cells bring them.
pub fn factors(cells: &[&CellResult]) -> Vec<(Path, Vec<Factor>)> {
    let mut values: Vec<(Path, Vec<Factor>)> = Vec::new();
    for factor in cells.iter().flat_map(|cell| &cell.factors) {
        match values.iter_mut().find(|(path, _)| *path == factor.path) {
            Some((_, values)) if values.contains(factor) => {}
            Some((_, values)) => values.push(factor.clone()),
            None => values.push((factor.path.clone(), vec![factor.clone()])),
        }
    }
    values
}

impl CellResult {
    /// What was played, as it is called on screen.
    pub fn title(&self) -> String {
        then::title(self.system, self.then)
    }

    /// The same with ids.
    pub fn heading(&self) -> String {
        then::heading(self.system, self.then)
    }

    /// The rate of an end; `None` where the system cannot reach it.
    pub fn end(&self, end: End) -> Option<&Rate> {
        self.ends.iter().find(|&&(this, _)| this == end).map(|(_, rate)| rate)
    }

    /// The rate of a group.
    ///
    /// # Panics
    /// Never: every cell has all three groups.
    pub fn group(&self, group: Group) -> &Rate {
        self.groups.iter().find(|&&(this, _)| this == group).map(|(_, rate)| rate).expect("every cell has all groups")
    }

    /// The switches that are not at their default.
    pub fn changed_switches(&self) -> impl Iterator<Item = &Switch> {
        self.switches.iter().filter(|switch| switch.is_changed())
    }
}
