//! What a change of tables or rules does: for every cell the difference of every rate and of the length, exact where
//! both variants are, else over chases that have the same luck in both; and what is left of it when players adapt.

mod adapted;
mod change;
mod interval;
mod matched;
mod paired;

pub use adapted::Adapted;
pub use change::{Change, Quantity, ROUNDING, Standing};
pub use interval::{Judge, Judged, holm};
pub use paired::{Paired, Rivals};

use crate::game::Question;
use crate::plan::{CHUNK, Factor, Plan};
use crate::player::Luck;
use crate::results::{CellResult, Results};
use crate::run::{AUTO, EXACT, Found, RunError, Runner, Watch};
use crate::scenario::{Scenario, Unusable, Wanted};
use crate::summary::summarize;
use chaselab_core::{End, Group, Place, Problem};
use chaselab_solve::Limits;
use chaselab_systems::SystemId;
use rayon::ThreadPool;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

/// What a change does.
#[derive(Clone, Debug)]
pub struct Difference {
    /// BASE, its digest that of the whole difference.
    pub base: Results,
    /// CHANGED, cell for cell.
    pub changed: Results,
    /// What the scenarios say otherwise.
    pub altered: Vec<Altered>,
    /// Every cell that both have, in BASE's order.
    pub cells: Vec<CellDifference>,
    /// Cells that one of them alone has.
    pub lonely: Vec<Lonely>,
    /// What players who adapt maximise; nothing where they were not asked.
    pub question: Option<Question>,
    /// Over how many sampled comparisons tails are corrected.
    pub comparisons: usize,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// What is changed.
    Base,
    /// What it becomes.
    Changed,
}

/// A value that the scenarios say otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Altered {
    /// Its path.
    pub path: String,
    /// What BASE says, if anything.
    pub base: Option<String>,
    /// What CHANGED says, if anything.
    pub changed: Option<String>,
}

/// A cell without a counterpart.
#[derive(Clone, Debug, PartialEq)]
pub struct Lonely {
    /// Which variant has it.
    pub of: Variant,
    /// Its system.
    pub system: SystemId,
    /// Its factors.
    pub factors: Vec<Factor>,
}

/// One cell's differences.
#[derive(Clone, Debug)]
pub struct CellDifference {
    /// Its number in BASE among the cells of its system.
    pub cell: usize,
    /// Its system.
    pub system: SystemId,
    /// Its factors.
    pub factors: Vec<Factor>,
    /// How many pairs of chases were played; none where both variants are exact.
    pub pairs: Option<u64>,
    /// Groups, then ends, then the mean length.
    pub changes: Vec<Change>,
    /// What becomes of it when players adapt, or why that is not known; nothing where it was not asked.
    pub adapted: Option<Result<Adapted, String>>,
}

impl CellDifference {
    /// One of its differences.
    pub fn change(&self, quantity: Quantity) -> Option<&Change> {
        self.changes.iter().find(|change| change.quantity == quantity)
    }
}

/// Two scenarios, checked and ready to be held against each other.
pub struct Differing {
    base: Plan,
    changed: Plan,
    altered: Vec<Altered>,
    lonely: Vec<Lonely>,
    question: Option<Question>,
    notes: Vec<String>,
}

impl Differing {
    /// Prepares every cell of both. Seed, chases, method and confidence are BASE's for both. With a question, players
    /// who adapt are looked at too.
    ///
    /// # Errors
    /// The first thing that is wrong in either, or when no cell of one is a cell of the other.
    pub fn new(mut base: Scenario, mut changed: Scenario, question: Option<Question>) -> Result<Self, Unusable> {
        let mut notes = Vec::new();
        let terms = |scenario: &Scenario| (scenario.seed, scenario.chases, scenario.method, scenario.confidence);
        if terms(&base) != terms(&changed) {
            notes.push("Seed, chases, method and confidence are those of BASE, for both.".to_owned());
        }
        if base.method == Wanted::Both {
            // A difference needs one number for each variant, and exact ones where they can be had.
            base.method = Wanted::Auto;
        }
        (changed.seed, changed.chases) = (base.seed, base.chases);
        (changed.method, changed.confidence) = (base.method, base.confidence);
        let (mut base, mut changed) = (Plan::new(base)?, Plan::new(changed)?);
        let altered = matched::altered(&base.scenario, &changed.scenario);
        let lonely = matched::matched(&mut base, &mut changed);
        if base.cells.is_empty() {
            return Err(apart(&lonely, changed.scenario));
        }
        base.digest = digest(&base, &changed, question.as_ref());
        changed.digest.clone_from(&base.digest);
        Ok(Self { base, changed, altered, lonely, question, notes })
    }

    /// BASE, without the cells that CHANGED lacks; its digest is that of the difference.
    pub const fn base(&self) -> &Plan {
        &self.base
    }

    /// CHANGED, likewise.
    pub const fn changed(&self) -> &Plan {
        &self.changed
    }

    /// Computes and plays on so many threads, 0 for as many as the machine has; nothing when it was stopped.
    ///
    /// # Errors
    /// When the threads cannot be started, or a cell that must be computed or solved cannot be.
    pub fn run(&self, threads: usize, watch: &dyn Watch) -> Result<Option<Difference>, RunError> {
        let variants = [&self.base, &self.changed];
        // A runner each: what does not fit in one variant may fit in the other.
        let mut runners = [Runner::new(threads, watch, None)?, Runner::new(threads, watch, None)?];
        let mut found: [Vec<Found>; 2] =
            [self.exact(&self.base, &mut runners[0])?, self.exact(&self.changed, &mut runners[1])?];
        let pool = runners[0].threads();
        let cells = self.base.cells.len();
        let to_play: Vec<usize> =
            (0..cells).filter(|&index| found.iter().any(|variant| variant[index].exact.is_none())).collect();
        watch.begins(self.base.scenario.chases * to_play.len() as u64);
        let mut pairs: Vec<Option<Paired>> = vec![None; cells];
        for index in to_play {
            let Some(paired) = self.paired(index, pool, watch) else { return Ok(None) };
            for (variant, counts) in found.iter_mut().zip([&paired.base, &paired.changed]) {
                variant[index] =
                    Found { counts: Some(counts.clone()), unfit: variant[index].unfit.take(), ..Found::default() };
            }
            pairs[index] = Some(paired);
        }
        let mut adapted = Vec::with_capacity(cells);
        for index in 0..cells {
            if watch.stopped() {
                return Ok(None);
            }
            let players = variants.map(|plan| &*plan.cells[index].player);
            adapted.push(self.question.as_ref().map(|question| pool.install(|| adapted::adapted(players, question))));
        }
        let [base, changed] = [0, 1].map(|variant: usize| summarize(variants[variant], &found[variant]));
        Ok(Some(self.difference(base, changed, &pairs, adapted)))
    }

    /// What can be computed of a variant; cells that are to be played are left empty.
    fn exact(&self, plan: &Plan, runner: &mut Runner<'_>) -> Result<Vec<Found>, RunError> {
        runner.solve_all(plan)?;
        let limits = match self.base.scenario.method {
            Wanted::Sampled => return Ok(vec![Found::default(); plan.cells.len()]),
            Wanted::Exact => EXACT,
            Wanted::Auto | Wanted::Both => AUTO,
        };
        let found = runner.exact(plan, limits);
        let unfit = plan.cells.iter().zip(&found).find_map(|(cell, found)| Some((cell, found.unfit.clone()?)));
        match unfit {
            Some((cell, why)) if self.base.scenario.method == Wanted::Exact => {
                Err(RunError::Unfit { cell: cell.index, system: cell.system.name(), why })
            }
            _ => Ok(found),
        }
    }

    /// Plays a cell in both variants; nothing when it was stopped.
    fn paired(&self, index: usize, pool: &ThreadPool, watch: &dyn Watch) -> Option<Paired> {
        let (base, changed) = (&self.base.cells[index], &self.changed.cells[index]);
        let chases = self.base.scenario.chases;
        let rivals = Rivals::new(&*base.player, &*changed.player, chases);
        let luck = Luck { seed: self.base.scenario.seed, cell: base.key };
        let chunk = |chunk: u64| {
            if watch.stopped() {
                return rivals.nothing();
            }
            let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(chases);
            let paired = rivals.play(luck, range.clone());
            watch.played(range.end - range.start);
            paired
        };
        let chunks = chases.div_ceil(CHUNK);
        let all = pool.install(|| {
            (0..chunks).into_par_iter().map(chunk).reduce(|| rivals.nothing(), |one, other| one.plus(&other))
        });
        (all.chases() == chases).then_some(all)
    }

    fn difference(
        &self,
        base: Results,
        changed: Results,
        pairs: &[Option<Paired>],
        adapted: Vec<Option<Result<Adapted, String>>>,
    ) -> Difference {
        let judge = Judge::new(base.confidence);
        let both = base.cells.iter().zip(&changed.cells).zip(pairs).zip(adapted);
        let cells = both.map(|(((before, after), paired), adapted)| CellDifference {
            cell: before.cell,
            system: before.system,
            factors: before.factors.clone(),
            pairs: paired.as_ref().map(Paired::chases),
            changes: changes(
                before,
                after,
                paired.as_ref(),
                judge,
                adapted.as_ref().and_then(|found| found.as_ref().ok()),
            ),
            adapted,
        });
        let mut cells: Vec<CellDifference> = cells.collect();
        let comparisons = correct(&mut cells, 1.0 - base.confidence);
        Difference {
            altered: self.altered.clone(),
            lonely: self.lonely.clone(),
            question: self.question.clone(),
            notes: self.notes.clone(),
            cells,
            comparisons,
            base,
            changed,
        }
    }
}

/// Every difference of a cell, sampled ones with their own tails yet.
fn changes(
    before: &CellResult,
    after: &CellResult,
    paired: Option<&Paired>,
    judge: Judge,
    adapted: Option<&Adapted>,
) -> Vec<Change> {
    let reached = |end: &End| before.end(*end).is_some() || after.end(*end).is_some();
    let groups = Group::ALL.into_iter().map(Quantity::Group);
    let ends = End::ALL.into_iter().filter(reached).map(Quantity::End);
    groups
        .chain(ends)
        .chain([Quantity::Turns])
        .map(|quantity| {
            let (base, changed) = (quantity.of(before), quantity.of(after));
            let exact = Judged {
                delta: changed - base,
                low: changed - base,
                high: changed - base,
                tail: 0.0,
                differ: 0,
                gain: None,
            };
            let judged = paired.map_or(exact, |paired| {
                let n = paired.chases();
                let rate = |pairs| judge.rate(pairs, n, (base, changed));
                match quantity {
                    Quantity::Group(group) => rate(paired.discordant(|end| end.group() == group)),
                    Quantity::End(end) => rate(paired.discordant(|this| this == end)),
                    Quantity::Turns => judge.mean(
                        paired.longer(),
                        n,
                        before.max_turns.max(after.max_turns),
                        (before.turns.sd.powi(2), after.turns.sd.powi(2)),
                    ),
                }
            });
            let Judged { delta, low, high, tail, differ, gain } = judged;
            let standing = match paired {
                None => Standing::Exact,
                Some(_) => Standing::Paired { differ, tail, shown: false, gain },
            };
            Change {
                quantity,
                base,
                changed,
                delta,
                low,
                high,
                standing,
                adapted: adapted.map(|found| found.delta(quantity)),
            }
        })
        .collect()
}

/// Corrects all sampled tails together, and gives how many there are. Where no pair differs nothing could have been
/// shown whatever came of it, so that it does not count (Tarone, Biometrics 46, 1990, 515-522).
fn correct(cells: &mut [CellDifference], alpha: f64) -> usize {
    let sampled = cells.iter_mut().flat_map(|cell| &mut cell.changes).filter_map(|change| match &mut change.standing {
        Standing::Paired { differ, tail, shown, .. } if *differ > 0 => Some((tail, shown)),
        _ => None,
    });
    let sampled: Vec<(&mut f64, &mut bool)> = sampled.collect();
    let tails: Vec<f64> = sampled.iter().map(|(tail, _)| **tail).collect();
    let adjusted = holm(&tails);
    for ((tail, shown), adjusted) in sampled.into_iter().zip(adjusted) {
        (*tail, *shown) = (adjusted, adjusted < alpha);
    }
    tails.len()
}

/// Two scenarios without a cell in common.
fn apart(lonely: &[Lonely], changed: Scenario) -> Unusable {
    let named = |of: Variant| {
        let own = lonely.iter().filter(|cell| cell.of == of).map(Lonely::shown);
        let own: Vec<String> = own.collect();
        match &own[..] {
            [] => "no cell".to_owned(),
            [first] => first.clone(),
            [first, .., last] => format!("{first} to {last}"),
        }
    };
    let problem = Problem::new(&Place::Default, "no cell of CHANGED is a cell of BASE, so there is nothing to compare")
        .expected("cells of the same system with the same values of the grid's factors")
        .help(format!("BASE has {}; CHANGED has {}", named(Variant::Base), named(Variant::Changed)));
    Unusable { problem, sources: changed.sources }
}

impl Lonely {
    /// Such as `fths with prey.driving = Good`.
    pub fn shown(&self) -> String {
        let factors: Vec<String> =
            self.factors.iter().map(|factor| format!("{} = {}", factor.path, factor.shown())).collect();
        if factors.is_empty() {
            format!("{} without factors", self.system.name())
        } else {
            format!("{} with {}", self.system.name(), factors.join(", "))
        }
    }
}

/// Where building the game of players who adapt stops.
pub(crate) const ADAPT: Limits = Limits { states: 200_000, bytes: 1 << 30, turns: usize::MAX };

/// A digest of its own: of both plans and the question.
fn digest(base: &Plan, changed: &Plan, question: Option<&Question>) -> String {
    let asked = question.map(|question| (&question.text, question.freed()));
    let hash = Sha256::new().chain_update(format!("diff {} {} {asked:?}", base.digest, changed.digest)).finalize();
    hash[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
