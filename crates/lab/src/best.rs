//! The best of a scenario's cells, with as few chases as it takes, seen again on fresh seeds.
//!
//! Every cell is an arm of a bandit whose best arm is to be found with a fixed confidence. All that are still in are
//! played to the same look; their intervals hold at every look and for all arms together, so whoever lies below another
//! is out for good, and with the wanted confidence the best never is. What was chosen because it looked best looks
//! better than it is (the winner's curse); so the winner is played once more with luck that had no part in the choice.
//!
//! Every system has a race of its own: a rate in one system and a rate in another are compared through a mapping of
//! skills and vehicles, so that no cell of one is better than a cell of the other.

mod choice;
mod worth;

pub use choice::Arm;
use choice::{leader, settle};
use worth::Worth;

use crate::game::Question;
use crate::looks::looks;
use crate::plan::{CHUNK, Cell, Plan};
use crate::results::{Mean, Results, Stop, StoppedBy};
use crate::rounds::{Running, advance};
use crate::run::{AUTO, EXACT, Found, RunError, Runner, Watch};
use crate::scenario::Wanted;
use crate::sequence::Sequence;
use crate::stream::fresh;
use crate::summary::summarize;
use chaselab_systems::SystemId;
use rayon::ThreadPool;
use sha2::{Digest, Sha256};
use std::ops::Range;

/// What is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// What is to be as much as possible.
    pub question: Question,
    /// By how much another cell may be better, as far as one cares.
    pub within: f64,
}

/// The best cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// What was looked for.
    pub aim: Aim,
    /// Every cell as far as it was played; the digest covers the aim too.
    pub results: Results,
    /// How each stands, in the order of the results.
    pub arms: Vec<Arm>,
    /// The race of each system.
    pub races: Vec<Race>,
}

/// The choice among the cells of one system.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// The system.
    pub system: SystemId,
    /// The places of its cells.
    pub arms: Range<usize>,
    /// The place of the winner.
    pub winner: usize,
    /// Whether it is known that no other is better by more than one cares.
    pub known: bool,
    /// The winner on fresh seeds, and how many chases it played; nothing where it is exact.
    pub confirmed: Option<(Mean, u64)>,
}

impl Best {
    /// The others in a race that may be as good as its winner, the best-looking first.
    pub fn rivals(&self, race: &Race) -> Vec<usize> {
        let mut rivals: Vec<usize> =
            race.arms.clone().filter(|&arm| arm != race.winner && !self.arms[arm].out).collect();
        rivals.sort_by(|&one, &other| self.arms[other].value.mean.total_cmp(&self.arms[one].value.mean));
        rivals
    }

    /// All arms of a race, the winner first, then by what they look like.
    pub fn ranked(&self, race: &Race) -> Vec<usize> {
        let mut ranked: Vec<usize> = race.arms.clone().collect();
        ranked.sort_by(|&one, &other| {
            let by_value = self.arms[other].value.mean.total_cmp(&self.arms[one].value.mean);
            (one != race.winner).cmp(&(other != race.winner)).then(by_value)
        });
        ranked
    }
}

/// A digest of its own: a choice is not a run of the same scenario.
pub fn digest(plan: &Plan, aim: &Aim) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("best {} {} {}", plan.digest, aim.question.text, aim.within));
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Finds the best cell of every system on so many threads, 0 for as many as the machine has; nothing when it was stopped.
///
/// # Errors
/// When the threads cannot be started, or a cell that must be computed or solved cannot be.
pub fn best(plan: &Plan, aim: &Aim, threads: usize, watch: &dyn Watch) -> Result<Option<Best>, RunError> {
    let mut runner = Runner::new(threads, watch, None)?;
    runner.solve_all(plan)?;
    let mut found = match plan.scenario.method {
        Wanted::Sampled => vec![Found::default(); plan.cells.len()],
        Wanted::Auto | Wanted::Both => runner.exact(plan, AUTO),
        Wanted::Exact => runner.exact(plan, EXACT),
    };
    if plan.scenario.method == Wanted::Exact {
        for (cell, found) in plan.cells.iter().zip(&found) {
            if let Some(why) = found.unfit.clone() {
                return Err(RunError::Unfit { cell: cell.index, system: cell.system.name(), why });
            }
        }
    }
    if watch.stopped() {
        return Ok(None);
    }
    let pool = runner.threads();
    let (mut arms, mut races) = (Vec::new(), Vec::new());
    for cells in plan.cells.chunk_by(|one, other| one.system == other.system) {
        let own = arms.len()..arms.len() + cells.len();
        let found = &mut found[own.clone()];
        let Some((chosen, known)) = choose(plan, cells, aim, found, pool, watch) else { return Ok(None) };
        let winner = leader(&chosen);
        let confirmed = match &found[winner].counts {
            Some(counts) => {
                let chases = counts.chases.max(CHUNK);
                let Some(mean) = again(plan, aim, &cells[winner], chases, pool, watch) else { return Ok(None) };
                Some((mean, chases))
            }
            None => None,
        };
        let winner = own.start + winner;
        races.push(Race { system: cells[0].system, arms: own, winner, known, confirmed });
        arms.extend(chosen);
    }
    let results = Results { digest: digest(plan, aim), ..summarize(plan, &found) };
    Ok(Some(Best { aim: aim.clone(), results, arms, races }))
}

fn worth<'a>(aim: &'a Aim, cell: &'a Cell) -> Worth<'a> {
    Worth::new(&aim.question.objective, &cell.player.words().ends, cell.player.max_turns())
}

/// Plays the arms of one race that are not exact until one is known to be the best, or all chases are played; nothing when it was
/// stopped. What was played is put into `found`.
fn choose(
    plan: &Plan,
    cells: &[Cell],
    aim: &Aim,
    found: &mut [Found],
    pool: &ThreadPool,
    watch: &dyn Watch,
) -> Option<(Vec<Arm>, bool)> {
    let most = plan.scenario.chases;
    let exactly = |cell: &Cell, found: &Found| {
        let value = worth(aim, cell).exact(found.exact.as_ref()?);
        Some(Mean { mean: value, low: value, high: value })
    };
    let unknown = Mean { mean: f64::NEG_INFINITY, low: f64::NEG_INFINITY, high: f64::INFINITY };
    let mut arms: Vec<Arm> = cells
        .iter()
        .zip(found.iter())
        .map(|(cell, found)| Arm { value: exactly(cell, found).unwrap_or(unknown), out: false })
        .collect();
    let sampled: Vec<usize> = (0..arms.len()).filter(|&arm| found[arm].exact.is_none()).collect();
    if sampled.is_empty() {
        let known = settle(&mut arms, aim.within);
        return Some((arms, known));
    }
    // However many arms there are, all their intervals hold together (Bonferroni's correction).
    let sequence = Sequence::new((1.0 - plan.scenario.confidence) / sampled.len() as f64);
    let mut running: Vec<Running<'_>> =
        sampled.iter().map(|&arm| Running::new(&cells[arm], plan.scenario.seed)).collect();
    watch.begins(most * sampled.len() as u64);
    let mut known = false;
    let mut stops = vec![Stop { by: StoppedBy::Chases, looks: 0 }; sampled.len()];
    for (look, chases) in looks(most).enumerate() {
        let still: Vec<bool> = sampled.iter().map(|&arm| !arms[arm].out).collect();
        let mut going: Vec<&mut Running<'_>> =
            running.iter_mut().zip(&still).filter(|&(_, &still)| still).map(|(running, _)| running).collect();
        if !advance(&mut going, chases, pool, watch) {
            return None;
        }
        for ((&arm, running), stop) in sampled.iter().zip(&running).zip(&mut stops) {
            if !arms[arm].out {
                let now = worth(aim, &cells[arm]).sampled(&running.counts, sequence);
                arms[arm].value = choice::narrowed(arms[arm].value, now);
                stop.looks = look as u32 + 1;
            }
        }
        known = settle(&mut arms, aim.within);
        for (&arm, stop) in sampled.iter().zip(&mut stops) {
            if known || arms[arm].out {
                stop.by = StoppedBy::Choice;
            }
        }
        if known {
            break;
        }
    }
    for ((arm, running), stop) in sampled.into_iter().zip(running).zip(stops) {
        (found[arm].counts, found[arm].stop) = (Some(running.counts), Some(stop));
    }
    Some((arms, known))
}

/// A cell on fresh seeds; nothing when it was stopped.
fn again(plan: &Plan, aim: &Aim, cell: &Cell, chases: u64, pool: &ThreadPool, watch: &dyn Watch) -> Option<Mean> {
    let mut running = Running::new(cell, fresh(plan.scenario.seed));
    watch.begins(chases);
    if !advance(&mut [&mut running], chases, pool, watch) {
        return None;
    }
    let sequence = Sequence::new(1.0 - plan.scenario.confidence);
    Some(worth(aim, cell).sampled(&running.counts, sequence))
}
