//! Plays or computes a plan: work shared out over threads, integers added up, and kept as it is finished.

mod compute;
mod engine;
mod play;
mod tally;

use crate::counts::Counts;
use crate::journal::{Journal, JournalError, Record, Saved};
use crate::patterns::Patterns;
use crate::plan::{Cell, Plan, Sweep};
use crate::precision;
use crate::results::Stop;
use crate::scenario::{Unusable, Wanted};
use chaselab_solve::{Exact, Limits};
use chaselab_systems::SystemId;
use rayon::ThreadPool;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

/// Where building a chain stops before sampling is tried instead: larger ones take longer than playing.
pub const AUTO: Limits = Limits { states: 30_000, bytes: 256 << 20, turns: usize::MAX };

/// Where building a chain stops when it is to check what is sampled: what does not fit is named, and sampled all the same.
pub(crate) const VERIFY: Limits = Limits { states: 100_000, bytes: 512 << 20, turns: usize::MAX };

/// Where building a chain stops when exact numbers are asked for.
pub const EXACT: Limits = Limits { states: 5_000_000, bytes: 8 << 30, turns: usize::MAX };

/// From so many chases of a cell on they are sampled in lanes, which is mostly many times faster but plays other chases than
/// `replay` tells. With fewer, every counted chase can be told.
pub const LANES_FROM: u64 = 100_000;

/// More threads than this for each core of the machine are of no use, whoever asks for them.
const MOST_THREADS_A_CORE: usize = 8;

/// Why a lock is never poisoned.
pub(crate) const NO_PANIC: &str = "work on a cell does not panic";

/// Who looks on while a plan is played.
pub trait Watch: Sync {
    /// So many further chases will be played.
    fn begins(&self, chases: u64);

    /// So many further chases were played.
    fn played(&self, chases: u64);

    /// Whether to stop: what is finished is kept.
    fn stopped(&self) -> bool;
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn begins(&self, _: u64) {}

    fn played(&self, _: u64) {}

    fn stopped(&self) -> bool {
        false
    }
}

/// What was found of one cell.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Counts of all its chases, where they were played to the last.
    pub counts: Option<Counts>,
    /// Whether they were sampled in lanes: by the same law, but not the chases that `replay` tells.
    pub lanes: bool,
    /// The exact distribution, where it was computed.
    pub exact: Option<Exact>,
    /// Why it was sampled though exact numbers would have been better.
    pub unfit: Option<String>,
    /// Why no more chases were played, where that was decided by looking at them.
    pub stop: Option<Stop>,
}

/// Why a plan could not be played.
#[derive(Debug, Error)]
pub enum RunError {
    /// No threads could be started.
    #[error("cannot start {threads} threads: {source}")]
    Threads {
        /// How many were wanted; 0 is as many as the machine has.
        threads: usize,
        /// Why not.
        source: rayon::ThreadPoolBuildError,
    },
    /// A cell cannot be computed exactly, which was asked for.
    #[error("cell {cell} of {system} cannot be computed: {why}")]
    Unfit {
        /// The cell's number.
        cell: usize,
        /// Its system.
        system: &'static str,
        /// Why not.
        why: String,
    },
    /// What was finished cannot be saved, or read back.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Plays or computes all cells on so many threads, 0 for as many as the machine has. What was stopped before its end is
/// missing.
///
/// # Errors
/// When the threads cannot be started, or a cell that must be computed or solved cannot be.
pub fn run(plan: &Plan, threads: usize, watch: &dyn Watch) -> Result<Vec<Found>, RunError> {
    Runner::new(threads, watch, None)?.run(plan, 0)
}

/// Plays all cells, and computes those whose states fit, to hold one against the other.
///
/// # Errors
/// When the threads cannot be started, or a cell that must be solved cannot be.
pub fn both(plan: &Plan, threads: usize, watch: &dyn Watch) -> Result<Vec<Found>, RunError> {
    let mut runner = Runner::new(threads, watch, None)?;
    runner.solve_all(plan)?;
    let mut found = runner.exact(plan, VERIFY);
    let mut saved = vec![Saved::default(); plan.cells.len()];
    let all: Vec<usize> = (0..plan.cells.len()).collect();
    for (found, played) in found.iter_mut().zip(runner.play(plan, 0, &all, &mut saved, false)) {
        (found.counts, found.lanes) = played;
    }
    Ok(found)
}

/// So many threads, 0 for as many as the machine has; never more than can be of use.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, RunError> {
    let most = MOST_THREADS_A_CORE * std::thread::available_parallelism().map_or(1, usize::from);
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.min(most));
    builder.build().map_err(|source| RunError::Threads { threads, source })
}

/// Plays plans: all cells at once, or one part after the other.
pub struct Runner<'a> {
    pool: ThreadPool,
    watch: &'a dyn Watch,
    journal: Option<&'a Journal>,
    /// Why nothing more can be saved: a reason to stop.
    failed: Mutex<Option<JournalError>>,
    /// Of every system that was met, why its first cell could not be computed, where it could not.
    unfit: HashMap<SystemId, Option<String>>,
    /// Of every system whose chases were played, whether its first cell could be compiled for that.
    compiled: HashMap<SystemId, bool>,
}

impl<'a> Runner<'a> {
    /// On so many threads, 0 for as many as the machine has; what is in the journal already is not done again, what is
    /// finished is added to it.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(threads: usize, watch: &'a dyn Watch, journal: Option<&'a Journal>) -> Result<Self, RunError> {
        Ok(Self {
            pool: pool(threads)?,
            watch,
            journal,
            failed: Mutex::new(None),
            unfit: HashMap::new(),
            compiled: HashMap::new(),
        })
    }

    /// A part of a sweep, whose cells are made on all threads.
    ///
    /// # Errors
    /// What is wrong in one of them.
    pub fn part(&self, sweep: &Sweep, places: Range<u64>) -> Result<Plan, Unusable> {
        self.pool.install(|| sweep.part(places))
    }

    /// Plays or computes the cells of a plan, which is the part of a larger one that begins at `first`; parts come in
    /// order. What was stopped before its end is missing.
    ///
    /// # Errors
    /// When a cell that must be computed or solved cannot be, or the journal cannot be written.
    pub fn run(&mut self, plan: &Plan, first: usize) -> Result<Vec<Found>, RunError> {
        let wanted = plan.scenario.method;
        let mut saved = self.saved(plan, first)?;
        self.solve(plan, &saved)?;
        let mut found = match wanted {
            Wanted::Sampled => vec![Found::default(); plan.cells.len()],
            Wanted::Auto => self.compute(plan, first, &saved, AUTO),
            // What does not fit is sampled without a check.
            Wanted::Both => self.compute(plan, first, &saved, VERIFY),
            Wanted::Exact => self.compute(plan, first, &saved, EXACT),
        };
        if wanted == Wanted::Exact
            && let Some((cell, why)) =
                plan.cells.iter().zip(&found).find_map(|(cell, found)| Some((cell, found.unfit.clone()?)))
        {
            return Err(RunError::Unfit { cell: cell.index, system: cell.system.name(), why });
        }
        let to_play: Vec<usize> = match wanted {
            Wanted::Sampled | Wanted::Both => (0..plan.cells.len()).collect(),
            Wanted::Exact => Vec::new(),
            Wanted::Auto => (0..plan.cells.len()).filter(|&index| found[index].unfit.is_some()).collect(),
        };
        match plan.scenario.precision {
            Some(precision) => {
                let played = precision::play(plan, &to_play, precision, &self.pool, self.watch);
                for (index, played) in to_play.iter().zip(played) {
                    (found[*index].counts, found[*index].stop) = played.unzip();
                }
            }
            None => {
                let lanes = plan.scenario.chases >= LANES_FROM;
                for (index, played) in to_play.iter().zip(self.play(plan, first, &to_play, &mut saved, lanes)) {
                    (found[*index].counts, found[*index].lanes) = played;
                }
            }
        }
        match self.failed.lock().expect(NO_PANIC).take() {
            Some(error) => Err(error.into()),
            None => Ok(found),
        }
    }

    /// Solves the policies of all cells that the solver has to give.
    ///
    /// # Errors
    /// When it cannot.
    pub(crate) fn solve_all(&self, plan: &Plan) -> Result<(), RunError> {
        self.solve(plan, &vec![Saved::default(); plan.cells.len()])
    }

    /// Computes all cells that fit.
    pub(crate) fn exact(&mut self, plan: &Plan, limits: Limits) -> Vec<Found> {
        self.compute(plan, 0, &vec![Saved::default(); plan.cells.len()], limits)
    }

    /// The threads.
    pub(crate) const fn threads(&self) -> &ThreadPool {
        &self.pool
    }

    /// What earlier runs saved of every cell.
    fn saved(&self, plan: &Plan, first: usize) -> Result<Vec<Saved>, JournalError> {
        let Some(journal) = self.journal else { return Ok(vec![Saved::default(); plan.cells.len()]) };
        let cells = plan.cells.iter().enumerate();
        cells.map(|(index, cell)| journal.saved(first + index, &nothing(cell))).collect()
    }

    /// Adds to the journal, where there is one.
    fn keep(&self, place: usize, record: impl FnOnce() -> Record) {
        if let Some(journal) = self.journal
            && let Err(error) = journal.write(place, &record())
        {
            self.failed.lock().expect(NO_PANIC).get_or_insert(error);
        }
    }

    /// Whether to stop.
    pub(crate) fn stopped(&self) -> bool {
        self.watch.stopped() || self.failed.lock().expect(NO_PANIC).is_some()
    }

    /// Solves the policies that the solver has to give, for cells that have something left to do.
    fn solve(&self, plan: &Plan, saved: &[Saved]) -> Result<(), RunError> {
        let is_done = |index: usize| match plan.scenario.method {
            Wanted::Auto | Wanted::Exact => matches!(saved[index].exact, Some(Ok(_))),
            Wanted::Sampled | Wanted::Both => false,
        };
        let solved =
            self.each_cell(plan, |index, _| if is_done(index) { Ok(()) } else { plan.cells[index].player.solve() });
        for (cell, solved) in plan.cells.iter().zip(solved) {
            if let Some(Err(why)) = solved {
                return Err(RunError::Unfit { cell: cell.index, system: cell.system.name(), why });
            }
        }
        Ok(())
    }

    /// Does something for every cell, in parallel; nothing for those that came after a stop. Each thread has patterns of
    /// its own.
    fn each_cell<T: Send>(&self, plan: &Plan, work: impl Fn(usize, &mut Patterns) -> T + Sync) -> Vec<Option<T>> {
        let done: Vec<Mutex<Option<T>>> = plan.cells.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        self.pool.broadcast(|_| {
            let mut patterns = Patterns::default();
            while !self.stopped() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(slot) = done.get(index) else { return };
                *slot.lock().expect(NO_PANIC) = Some(work(index, &mut patterns));
            }
        });
        done.into_iter().map(|slot| slot.into_inner().expect(NO_PANIC)).collect()
    }
}

/// Nothing counted yet of a cell.
fn nothing(cell: &Cell) -> Counts {
    Counts::new(cell.player.max_turns(), cell.player.words())
}
