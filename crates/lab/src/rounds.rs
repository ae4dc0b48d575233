//! Cells that are played round by round, with a look after each: what is counted does not depend on who played it.

use crate::compiled::Compiled;
use crate::counts::Counts;
use crate::plan::{CHUNK, Cell};
use crate::player::Luck;
use crate::run::{NO_PANIC, Watch};
use rayon::ThreadPool;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// At most so many cells keep their compiled rules at once, for the sake of memory.
const MOST_COMPILED: usize = 64;

/// After a failure, rules are compiled again only for so many times as many chases: they may have been too many states.
const AGAIN: u64 = 4;

/// A cell on its way.
pub struct Running<'a> {
    cell: &'a Cell,
    seed: u64,
    /// What was counted so far.
    pub counts: Counts,
    compiled: Option<Compiled>,
    /// For how many chases compiling was last tried.
    tried: u64,
}

impl<'a> Running<'a> {
    /// A cell of which nothing was played yet.
    pub fn new(cell: &'a Cell, seed: u64) -> Self {
        Self { cell, seed, counts: Counts::new(cell.player.max_turns(), cell.player.words()), compiled: None, tried: 0 }
    }

    fn compile(&mut self, chases: u64) {
        if self.compiled.is_none() && chases >= AGAIN * self.tried {
            self.compiled = self.cell.player.quicker(chases);
            self.tried = chases;
        }
    }
}

/// Plays each of these cells on to so many chases; whether that was done before somebody stopped it.
pub fn advance(running: &mut [&mut Running<'_>], to: u64, pool: &ThreadPool, watch: &dyn Watch) -> bool {
    if running.len() <= MOST_COMPILED {
        let places: Vec<Mutex<&mut &mut Running<'_>>> = running.iter_mut().map(Mutex::new).collect();
        each(places.len(), pool, watch, |place| places[place].lock().expect(NO_PANIC).compile(to));
    }
    let tasks: Vec<(usize, u64)> = running
        .iter()
        .enumerate()
        .flat_map(|(place, running)| (running.counts.chases..to).step_by(CHUNK as usize).map(move |from| (place, from)))
        .collect();
    let fresh: Vec<Mutex<Counts>> = running
        .iter()
        .map(|running| Mutex::new(Counts::new(running.cell.player.max_turns(), running.cell.player.words())))
        .collect();
    let shared: &[&mut Running<'_>] = running;
    let done = each(tasks.len(), pool, watch, |task| {
        let (place, from) = tasks[task];
        let Running { cell, seed, compiled, .. } = &shared[place];
        let last = (from + CHUNK).min(to);
        let counts = cell.player.play(Luck { seed: *seed, cell: cell.key }, from..last, compiled.as_ref());
        fresh[place].lock().expect(NO_PANIC).add(&counts);
        watch.played(last - from);
    });
    if done {
        for (running, fresh) in running.iter_mut().zip(fresh) {
            running.counts.add(&fresh.into_inner().expect(NO_PANIC));
        }
    }
    done
}

/// Does all tasks, taken in order by whoever is free; whether all were done.
fn each(tasks: usize, pool: &ThreadPool, watch: &dyn Watch, work: impl Fn(usize) + Sync) -> bool {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    pool.broadcast(|_| {
        while !watch.stopped() {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                return;
            }
            work(task);
            done.fetch_add(1, Ordering::Relaxed);
        }
    });
    done.into_inner() == tasks
}
