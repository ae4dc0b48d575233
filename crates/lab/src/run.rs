//! Plays a plan: chunks shared out over threads, integers added up.

use crate::counts::Counts;
use crate::plan::{CHUNK, Plan};
use crate::player::Luck;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// Who looks on while a plan is played.
pub trait Watch: Sync {
    /// So many further chases were played.
    fn played(&self, chases: u64);

    /// Whether to stop: what is finished is kept.
    fn stopped(&self) -> bool;
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn played(&self, _: u64) {}

    fn stopped(&self) -> bool {
        false
    }
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
}

/// Plays all cells on so many threads, 0 for as many as the machine has. A cell that was stopped before its last chase
/// has no counts.
///
/// # Errors
/// When the threads cannot be started.
pub fn run(plan: &Plan, threads: usize, watch: &dyn Watch) -> Result<Vec<Option<Counts>>, RunError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|source| RunError::Threads { threads, source })?;
    let chases = plan.scenario.chases;
    let chunks = chases.div_ceil(CHUNK);
    let totals: Vec<Mutex<Counts>> =
        plan.cells.iter().map(|cell| Mutex::new(Counts::new(cell.player.max_turns()))).collect();
    // Tasks are taken in order, so that cells finish in order; what is counted does not depend on who takes which.
    let next = AtomicU64::new(0);
    let tasks = chunks * plan.cells.len() as u64;
    pool.broadcast(|_| {
        while !watch.stopped() {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                return;
            }
            let index = (task / chunks) as usize;
            let cell = &plan.cells[index];
            let first = task % chunks * CHUNK;
            let last = (first + CHUNK).min(chases);
            let counts = cell.player.play(Luck { seed: plan.scenario.seed, cell: cell.key }, first..last);
            totals[index].lock().expect("counting does not panic").add(&counts);
            watch.played(last - first);
        }
    });
    let counted = totals.into_iter().map(|total| total.into_inner().expect("counting does not panic"));
    Ok(counted.map(|counts| (counts.chases == chases).then_some(counts)).collect())
}
