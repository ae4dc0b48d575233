//! Stops each cell when it is known as precisely as was asked for.

use crate::counts::Counts;
use crate::looks::looks;
use crate::plan::{Cell, Plan};
use crate::results::{Stop, StoppedBy};
use crate::rounds::{Running, advance};
use crate::run::Watch;
use crate::sequence::Sequence;
use chaselab_core::Group;
use rayon::ThreadPool;

/// So many cells are on their way at once: enough to share out, few enough to keep their compiled rules.
const TOGETHER: usize = 16;

/// Plays the cells with these indices until the interval of every group, which holds at every look, has no more than
/// this half-width, or all chases are played; what was stopped before is missing.
pub fn play(
    plan: &Plan,
    cells: &[usize],
    half_width: f64,
    pool: &ThreadPool,
    watch: &dyn Watch,
) -> Vec<Option<(Counts, Stop)>> {
    let most = plan.scenario.chases;
    let sequence = Sequence::new(1.0 - plan.scenario.confidence);
    let mut expected = most * cells.len() as u64;
    watch.begins(expected);
    let mut found = Vec::with_capacity(cells.len());
    for together in cells.chunks(TOGETHER) {
        let mut stops = vec![None; together.len()];
        let mut running: Vec<Running<'_>> =
            together.iter().map(|&index| Running::new(&plan.cells[index], plan.scenario.seed)).collect();
        for (look, chases) in looks(most).enumerate() {
            let mut going: Vec<&mut Running<'_>> =
                running.iter_mut().zip(&stops).filter(|(_, stop)| stop.is_none()).map(|(running, _)| running).collect();
            if going.is_empty() || !advance(&mut going, chases, pool, watch) {
                break;
            }
            for ((running, stop), &index) in running.iter_mut().zip(&mut stops).zip(together) {
                if stop.is_some() {
                    continue;
                }
                let by = if is_narrow(&running.counts, &plan.cells[index], half_width, sequence) {
                    StoppedBy::Precision
                } else if chases == most {
                    StoppedBy::Chases
                } else {
                    continue;
                };
                *stop = Some(Stop { by, looks: look as u32 + 1 });
                expected -= most - chases;
            }
            watch.begins(expected);
        }
        found.extend(running.into_iter().zip(stops).map(|(running, stop)| Some((running.counts, stop?))));
    }
    found
}

fn is_narrow(counts: &Counts, cell: &Cell, half_width: f64, sequence: Sequence) -> bool {
    let ends = &cell.player.words().ends;
    Group::ALL.iter().all(|&group| {
        let count = ends.iter().filter(|end| end.group() == group).map(|&end| counts.end(end)).sum();
        let rate = sequence.rate(count, counts.chases);
        (rate.high - rate.low) / 2.0 <= half_width
    })
}
