//! Plays or computes a plan: work shared out over threads, integers added up.

use crate::compiled::Compiled;
use crate::counts::Counts;
use crate::plan::{CHUNK, Plan};
use crate::player::Luck;
use crate::precision;
use crate::results::Stop;
use crate::scenario::Wanted;
use chaselab_solve::{Exact, Limits};
use rayon::ThreadPool;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use thiserror::Error;

/// Where building a chain stops before sampling is tried instead: larger ones take longer than playing.
pub const AUTO: Limits = Limits { states: 30_000, bytes: 256 << 20, turns: usize::MAX };

/// Where building a chain stops when cells are verified: those that do not fit are named.
const VERIFY: Limits = Limits { states: 100_000, bytes: 512 << 20, turns: usize::MAX };

/// Where building a chain stops when exact numbers are asked for.
pub(crate) const EXACT: Limits = Limits { states: 5_000_000, bytes: 8 << 30, turns: usize::MAX };

/// Why a lock is never poisoned.
pub(crate) const NO_PANIC: &str = "work on a cell does not panic";

/// Who looks on while a plan is played.
pub trait Watch: Sync {
    /// So many chases will be played; told again when they turn out to be fewer.
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
}

/// Plays or computes all cells on so many threads, 0 for as many as the machine has. What was stopped before its end is
/// missing.
///
/// # Errors
/// When the threads cannot be started, or a cell that must be computed or solved cannot be.
pub fn run(plan: &Plan, threads: usize, watch: &dyn Watch) -> Result<Vec<Found>, RunError> {
    let pool = pool(threads)?;
    let wanted = plan.scenario.method;
    solve(plan, &pool, watch)?;
    let mut found = match wanted {
        Wanted::Sampled => vec![Found::default(); plan.cells.len()],
        Wanted::Auto => compute(plan, &pool, watch, AUTO),
        Wanted::Exact | Wanted::Both => compute(plan, &pool, watch, EXACT),
    };
    if matches!(wanted, Wanted::Exact | Wanted::Both)
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
            for (index, played) in to_play.iter().zip(precision::play(plan, &to_play, precision, &pool, watch)) {
                (found[*index].counts, found[*index].stop) = played.unzip();
            }
        }
        None => {
            for (index, counts) in to_play.iter().zip(play(plan, &to_play, &pool, watch)) {
                found[*index].counts = counts;
            }
        }
    }
    Ok(found)
}

/// Plays all cells, and computes those whose states fit, to hold one against the other.
///
/// # Errors
/// When the threads cannot be started, or a cell that must be solved cannot be.
pub fn both(plan: &Plan, threads: usize, watch: &dyn Watch) -> Result<Vec<Found>, RunError> {
    let pool = pool(threads)?;
    solve(plan, &pool, watch)?;
    let mut found = compute(plan, &pool, watch, VERIFY);
    let all: Vec<usize> = (0..plan.cells.len()).collect();
    for (found, counts) in found.iter_mut().zip(play(plan, &all, &pool, watch)) {
        found.counts = counts;
    }
    Ok(found)
}

pub(crate) fn pool(threads: usize) -> Result<ThreadPool, RunError> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    builder.build().map_err(|source| RunError::Threads { threads, source })
}

/// Solves the policies that the solver has to give.
pub(crate) fn solve(plan: &Plan, pool: &ThreadPool, watch: &dyn Watch) -> Result<(), RunError> {
    let solved = each_cell(plan, pool, watch, |index| plan.cells[index].player.solve());
    for (cell, solved) in plan.cells.iter().zip(solved) {
        if let Some(Err(why)) = solved {
            return Err(RunError::Unfit { cell: cell.index, system: cell.system.name(), why });
        }
    }
    Ok(())
}

/// Computes cells exactly where they fit. A system whose first cell does not fit is not tried further: its other cells
/// have much the same states.
pub(crate) fn compute(plan: &Plan, pool: &ThreadPool, watch: &dyn Watch, limits: Limits) -> Vec<Found> {
    let first_of = |index: usize| index == 0 || plan.cells[index - 1].system != plan.cells[index].system;
    let firsts = each_cell(plan, pool, watch, |index| first_of(index).then(|| plan.cells[index].player.exact(limits)));
    let firsts: Vec<_> = firsts.into_iter().map(Option::flatten).collect();
    let unfit = |index: usize| {
        let own = |other: usize| plan.cells[other].system == plan.cells[index].system;
        firsts.iter().enumerate().find_map(|(other, first)| match first {
            Some(Err(why)) if own(other) => Some(why.clone()),
            _ => None,
        })
    };
    let rest = each_cell(plan, pool, watch, |index| match (&firsts[index], unfit(index)) {
        (Some(first), _) => first.clone(),
        (None, Some(why)) => Err(why),
        (None, None) => plan.cells[index].player.exact(limits),
    });
    rest.into_iter()
        .map(|exact| match exact {
            None => Found::default(),
            Some(Ok(exact)) => Found { exact: Some(exact), ..Found::default() },
            Some(Err(why)) => Found { unfit: Some(why), ..Found::default() },
        })
        .collect()
}

/// Does something for every cell, in parallel; nothing for those that came after a stop.
pub(crate) fn each_cell<T: Send>(
    plan: &Plan,
    pool: &ThreadPool,
    watch: &dyn Watch,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<Option<T>> {
    let done: Vec<Mutex<Option<T>>> = plan.cells.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    pool.broadcast(|_| {
        while !watch.stopped() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = done.get(index) else { return };
            *slot.lock().expect(NO_PANIC) = Some(work(index));
        }
    });
    done.into_iter().map(|slot| slot.into_inner().expect(NO_PANIC)).collect()
}

/// Plays all chases of the cells with these indices.
fn play(plan: &Plan, cells: &[usize], pool: &ThreadPool, watch: &dyn Watch) -> Vec<Option<Counts>> {
    let chases = plan.scenario.chases;
    let chunks = chases.div_ceil(CHUNK);
    let nothing = |index: usize| {
        let player = &plan.cells[index].player;
        Counts::new(player.max_turns(), player.words())
    };
    let totals: Vec<Mutex<Counts>> = cells.iter().map(|&index| Mutex::new(nothing(index))).collect();
    // Made by whoever plays a cell first, and dropped when its last chase is played.
    let slots: Vec<Mutex<Option<Arc<Option<Compiled>>>>> = cells.iter().map(|_| Mutex::new(None)).collect();
    watch.begins(chases * cells.len() as u64);
    // Tasks are taken in order, so that cells finish in order; what is counted does not depend on who takes which.
    let next = AtomicU64::new(0);
    let tasks = chunks * cells.len() as u64;
    pool.broadcast(|_| {
        while !watch.stopped() {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                return;
            }
            let place = (task / chunks) as usize;
            let cell = &plan.cells[cells[place]];
            let first = task % chunks * CHUNK;
            let last = (first + CHUNK).min(chases);
            let compiled = {
                let mut slot = slots[place].lock().expect(NO_PANIC);
                Arc::clone(slot.get_or_insert_with(|| Arc::new(cell.player.compile(chases))))
            };
            let luck = Luck { seed: plan.scenario.seed, cell: cell.key };
            let counts = cell.player.play(luck, first..last, compiled.as_ref().as_ref());
            let mut total = totals[place].lock().expect(NO_PANIC);
            total.add(&counts);
            if total.chases == chases {
                *slots[place].lock().expect(NO_PANIC) = None;
            }
            watch.played(last - first);
        }
    });
    let counted = totals.into_iter().map(|total| total.into_inner().expect(NO_PANIC));
    counted.map(|counts| (counts.chases == chases).then_some(counts)).collect()
}
