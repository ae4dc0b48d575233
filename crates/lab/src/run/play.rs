//! Cells that are played: chunks of chases taken by whoever is free.

use super::engine::Engine;
use super::tally::Tally;
use super::{Runner, nothing};
use crate::counts::Counts;
use crate::journal::Saved;
use crate::plan::{CHUNK, Cell, Plan};
use crate::player::Luck;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

impl Runner<'_> {
    /// Plays those chases of the cells with these indices that were not saved, in lanes where these are welcome and the
    /// rules fit; says whether they did. A system whose first cell cannot be compiled is not tried further: its other cells
    /// have much the same states.
    pub(super) fn play(
        &mut self,
        plan: &Plan,
        first: usize,
        cells: &[usize],
        saved: &mut [Saved],
        lanes: bool,
    ) -> Vec<(Option<Counts>, bool)> {
        let chases = plan.scenario.chases;
        let earlier = cells.iter().map(|&index| saved[index].counts.take());
        let tallies: Vec<Tally> = earlier
            .enumerate()
            .map(|(place, earlier)| Tally::new(chases, nothing(&plan.cells[cells[place]]), earlier))
            .collect();
        for (&index, tally) in cells.iter().zip(&tallies) {
            let Cell { system, player, .. } = &plan.cells[index];
            let make = || Engine::new(player.as_ref(), chases, lanes);
            self.compiled.entry(*system).or_insert_with(|| !tally.engine(make).is_rules());
        }
        let this = &*self;
        let engine = |cell: &Cell| match this.compiled[&cell.system] {
            true => Engine::new(cell.player.as_ref(), chases, lanes),
            false => Engine::Rules,
        };
        // Where the chunks of each cell end among those of all.
        let mut tasks = 0;
        let ends = tallies.iter().map(|tally| {
            tasks += tally.to_play.count();
            tasks
        });
        let ends: Vec<u64> = ends.collect();
        this.watch.begins(tallies.iter().map(Tally::chases_to_play).sum());
        // Tasks are taken in order, so that cells finish in order; what is counted does not depend on who takes which.
        let place_of = |task: u64| ends.partition_point(|&end| end <= task);
        let next = AtomicU64::new(0);
        let ahead = this.pool.current_num_threads() as u64;
        this.pool.broadcast(|_| {
            while !this.stopped() {
                let task = next.fetch_add(1, Ordering::Relaxed);
                let place = place_of(task);
                let Some(tally) = tallies.get(place) else { return };
                let before = place.checked_sub(1).map_or(0, |before| ends[before]);
                let Some(chunk) = tally.to_play.nth(task - before) else { return };
                let cell = &plan.cells[cells[place]];
                // Whoever takes one of the first tasks of a cell makes ready for one of the next cells, so that nobody waits
                // for that: it may take longer than playing them.
                if (1..=ahead).contains(&(task - before)) {
                    let following = (before..task).fold(place, |place, _| match ends.get(place) {
                        Some(&end) => place_of(end),
                        None => place,
                    });
                    if let Some(tally) = tallies.get(following) {
                        tally.make_ready(|| engine(&plan.cells[cells[following]]));
                    }
                }
                let engine = tally.engine(|| engine(cell));
                let luck = Luck { seed: plan.scenario.seed, cell: cell.key };
                let these = chunk * CHUNK..((chunk + 1) * CHUNK).min(chases);
                let counts = engine.play(cell.player.as_ref(), luck, these.clone());
                if let Some(record) = tally.add(chunk, &counts) {
                    this.keep(first + cells[place], || record);
                }
                this.watch.played(these.end - these.start);
            }
        });
        // Engines may have to be made for it.
        let finish = |(&index, tally): (&usize, Tally)| tally.finish(|| lanes && engine(&plan.cells[index]).is_lanes());
        let finished: Vec<_> = this.pool.install(|| cells.par_iter().zip(tallies).map(finish).collect());
        let counted = cells.iter().zip(finished).map(|(index, (played, unsaved))| {
            if let Some(record) = unsaved {
                this.keep(first + index, || record);
            }
            played
        });
        counted.collect()
    }
}
