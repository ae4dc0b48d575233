//! The output of a setting: exact where the states fit, else from played chases.

use crate::counts::Counts;
use crate::patterns::Patterns;
use crate::plan::{CHUNK, Cell};
use crate::player::{self, Player, prepare};
use crate::results::Method;
use crate::run::{AUTO, EXACT, RunError, Watch};
use crate::scenario::{Scenario, Wanted};
use chaselab_core::tree::{Node, Path, Value};
use chaselab_core::{End, Place};
use chaselab_solve::{Exact, Limits, Objective};
use chaselab_systems::SystemId;
use rayon::prelude::*;

/// An output, with the variance of its error: 0 of an exact one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Output {
    /// The mean over all chases.
    pub value: f64,
    /// The square of its standard error.
    pub variance: f64,
}

/// Which luck the chases of a setting meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Luck {
    /// That of the scenario's own.
    Base,
    /// Luck of its own, by number.
    Own(u64),
}

/// Computes outputs of one system.
pub(super) struct Evaluator<'a> {
    root: &'a Node,
    cell: &'a Cell,
    objective: &'a Objective,
    how: How,
    base: Output,
    unfit: Option<String>,
}

/// How outputs are computed: as the scenario's own was.
enum How {
    Exact(Limits),
    Sampled { seed: u64, chases: u64 },
}

impl<'a> Evaluator<'a> {
    /// Decides by the scenario's own setting how all are computed.
    pub fn new(scenario: &'a Scenario, cell: &'a Cell, objective: &'a Objective) -> Result<Self, RunError> {
        let refused = |why: String| RunError::Unfit { cell: cell.index, system: cell.system.name(), why };
        cell.player.solve().map_err(refused)?;
        let limits = match scenario.method {
            Wanted::Sampled => None,
            // One way is enough: there is nothing to hold the other against.
            Wanted::Auto | Wanted::Both => Some(AUTO),
            Wanted::Exact => Some(EXACT),
        };
        let exact = limits.map(|limits| cell.player.exact(limits));
        let mut this = Self {
            root: &scenario.root,
            cell,
            objective,
            how: How::Sampled { seed: scenario.seed, chases: scenario.chases },
            base: Output { value: 0.0, variance: 0.0 },
            unfit: None,
        };
        match exact {
            Some(Ok(exact)) => {
                // A neighbouring setting may have somewhat more states than the scenario's own.
                this.how = How::Exact(EXACT);
                this.base = of_exact(&exact, objective);
            }
            Some(Err(why)) if scenario.method == Wanted::Exact => return Err(refused(why)),
            unfit => {
                this.unfit = unfit.and_then(Result::err);
                this.base = this.of(cell.player.as_ref(), Luck::Base, &mut Patterns::default()).map_err(refused)?;
            }
        }
        Ok(this)
    }

    pub const fn system(&self) -> SystemId {
        self.cell.system
    }

    pub const fn base(&self) -> Output {
        self.base
    }

    pub fn unfit(&self) -> Option<&str> {
        self.unfit.as_deref()
    }

    /// The scenario as it is written.
    pub const fn cell(&self) -> &Cell {
        self.cell
    }

    pub const fn method(&self) -> Method {
        match self.how {
            How::Exact(_) => Method::Exact,
            How::Sampled { .. } => Method::Sampled,
        }
    }

    pub const fn chases(&self) -> u64 {
        match self.how {
            How::Exact(_) => 0,
            How::Sampled { chases, .. } => chases,
        }
    }

    /// The outputs of settings, in their order; an error where the rules do not take one. Nothing when it was stopped.
    pub fn all(
        &self,
        settings: &[Vec<(&Path, Value)>],
        luck: impl Fn(usize) -> Luck + Sync,
        watch: &dyn Watch,
    ) -> Option<Vec<Result<Output, String>>> {
        watch.begins(self.chases() * settings.len() as u64);
        settings
            .par_iter()
            .enumerate()
            .map_init(Patterns::default, |patterns, (index, setting)| {
                let output = (!watch.stopped()).then(|| self.setting(setting, luck(index), patterns));
                watch.played(self.chases());
                output
            })
            .collect()
    }

    fn setting(&self, setting: &[(&Path, Value)], luck: Luck, patterns: &mut Patterns) -> Result<Output, String> {
        let mut root = self.root.clone();
        // Shorter paths first: a vehicle, then what differs in it.
        let mut ordered: Vec<&(&Path, Value)> = setting.iter().collect();
        ordered.sort_by_key(|(path, _)| path.keys().len());
        for (path, value) in ordered {
            root.set(path, Node::new(value.clone(), Place::Default)).map_err(|problem| problem.message)?;
        }
        let player = prepare(&root, self.cell.system).map_err(|problem| problem.to_string())?;
        player.solve()?;
        self.of(player.as_ref(), luck, patterns)
    }

    fn of(&self, player: &dyn Player, luck: Luck, patterns: &mut Patterns) -> Result<Output, String> {
        match self.how {
            How::Exact(limits) => Ok(of_exact(&player.exact_like(patterns, limits)?, self.objective)),
            How::Sampled { seed, chases } => {
                let compiled = player.quicker(chases);
                let cell = match luck {
                    Luck::Base => self.cell.key,
                    // The key of a cell is a hash: numbers beside it meet no other cell's luck.
                    Luck::Own(number) => self.cell.key.wrapping_add(1 + number),
                };
                let luck = player::Luck { seed, cell };
                let mut counts = Counts::new(player.max_turns(), player.words());
                for first in (0..chases).step_by(CHUNK as usize) {
                    let chunk = first..(first + CHUNK).min(chases);
                    counts.add(&player.play(luck, chunk, compiled.as_ref()));
                }
                Ok(of_counts(&counts, self.objective))
            }
        }
    }
}

fn of_exact(exact: &Exact, objective: &Objective) -> Output {
    let ends: f64 = End::ALL.into_iter().map(|end| objective.end(end) * exact.end(end)).sum();
    let length = if objective.length() == 0.0 { 0.0 } else { objective.length() * exact.mean_turns() };
    Output { value: ends + length, variance: 0.0 }
}

/// Each chase has a worth, by its end and its length.
fn of_counts(counts: &Counts, objective: &Objective) -> Output {
    let n = counts.chases as f64;
    let worths = || {
        End::ALL.into_iter().flat_map(|end| {
            let lengths = counts.lengths(end).iter().enumerate().filter(|(_, count)| **count > 0);
            lengths.map(move |(turns, &count)| (objective.end(end) + objective.length() * turns as f64, count as f64))
        })
    };
    let value = worths().map(|(worth, count)| worth * count).sum::<f64>() / n;
    let squares: f64 = worths().map(|(worth, count)| (worth - value).powi(2) * count).sum();
    Output { value, variance: squares / (n - 1.0).max(1.0) / n }
}
