//! Which parameters and table cells matter most: each moved alone (a tornado), then the strongest moved together
//! (Sobol's indices).
//!
//! Every number is an output of whole chases: a sum of ends, groups and turns, exact where the states fit. First every
//! parameter is moved alone over its range, the others staying as the scenario has them. Then those that moved the
//! output most are moved together, each over its range and independently of the others, and the variance of the output
//! is split among them: the first-order index of a parameter is the share that knowing it alone would remove, its total
//! index the share that would be left if all others were known (Sobol 1993; Homma and Saltelli 1996).

mod evaluate;
mod indices;
mod parameter;
mod together;

pub use evaluate::{Luck, Output};
pub use indices::Index;
pub(crate) use parameter::own_terms;
pub use parameter::{Levels, Parameter};
pub use together::{Design, Together};

use crate::plan::Plan;
use crate::results::Method;
use crate::run::{RunError, Watch, pool};
use crate::scenario::{Scenario, Unusable};
use chaselab_core::Problem;
use chaselab_core::tree::{Path, Value};
use chaselab_solve::Objective;
use chaselab_systems::{Explained, Switch, SystemId};
use evaluate::Evaluator;
use statrs::distribution::{ContinuousCDF, Normal};

/// The fewest and the most evaluations of a design.
pub const EVALUATIONS: std::ops::RangeInclusive<usize> = 64..=1 << 20;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is varied; when empty, the grid of the scenario, and without one everything that can be moved by a step.
    pub vary: Vec<Parameter>,
    /// What is looked at.
    pub output: Objective,
    /// The same in words.
    pub output_name: String,
    /// How many parameters are moved together.
    pub most: usize,
    /// How many settings may be computed to move them together.
    pub evaluations: usize,
}

/// What matters, by system.
#[derive(Clone, Debug)]
pub struct Sensitivity {
    /// The scenario's title.
    pub title: String,
    /// The scenario's file name without its ending.
    pub name: String,
    /// A hash of everything that the numbers depend on.
    pub digest: String,
    /// The seed.
    pub seed: u64,
    /// The confidence of every interval.
    pub confidence: f64,
    /// What was looked at.
    pub objective: Objective,
    /// The same in words.
    pub output: String,
    /// The scenario as played.
    pub scenario: Vec<String>,
    /// In the order of the scenario.
    pub systems: Vec<OfSystem>,
}

/// What matters in one system.
#[derive(Clone, Debug)]
pub struct OfSystem {
    /// The system.
    pub system: SystemId,
    /// How its numbers came to be.
    pub method: Method,
    /// Chases of each setting; of exact numbers none.
    pub chases: u64,
    /// Why it was sampled though exact numbers would have been better.
    pub unfit: Option<String>,
    /// How every switch of the scenario is set.
    pub switches: Vec<Switch>,
    /// Each side's numbers as the scenario has them, and where they came from.
    pub explained: Vec<Explained>,
    /// The output of the scenario as it is written.
    pub base: Output,
    /// Parameters in order of importance.
    pub influences: Vec<Influence>,
    /// The strongest moved together; nothing when fewer than two have an effect.
    pub together: Option<Together>,
    /// What the system does not read, or what something of its own hides.
    pub unread: Vec<Path>,
}

/// What one parameter does when it is moved alone.
#[derive(Clone, Debug)]
pub struct Influence {
    /// What was moved.
    pub path: Path,
    /// In the order of its range; a value that the rules do not take says why.
    pub points: Vec<(Value, Result<Output, String>)>,
    /// The least and the greatest output, the scenario's own among them, with their values; nothing for the scenario's
    /// own.
    pub extremes: [(Option<Value>, Output); 2],
    /// Whether it is shown to have an effect: exact numbers differ, or sampled ones by more than chance explains, after
    /// Bonferroni's correction for all comparisons of the system.
    pub shown: bool,
}

impl Influence {
    /// How far the output moves.
    pub fn swing(&self) -> f64 {
        self.extremes[1].1.value - self.extremes[0].1.value
    }
}

/// A question, checked against its scenario.
pub struct Sensing {
    plan: Plan,
    question: Question,
    /// By system, in the order of the scenario.
    parameters: Vec<(Vec<Parameter>, Vec<Path>)>,
}

impl Sensing {
    /// Finds what can be varied.
    ///
    /// # Errors
    /// What is wrong in the scenario, or a parameter that no system reads.
    pub fn new(mut scenario: Scenario, question: Question) -> Result<Self, Unusable> {
        let picked = parameter::pick(&mut scenario, &question.vary);
        let refuse = |problem: Box<Problem>, scenario: Scenario| Unusable { problem, sources: scenario.sources };
        let parameters = match picked {
            Ok(parameters) => parameters,
            Err(problem) => return Err(refuse(problem, scenario)),
        };
        let mut plan = Plan::new(scenario)?;
        plan.digest = parameter::digest(&plan.digest, &question, &parameters);
        Ok(Self { plan, question, parameters })
    }

    /// The scenario as it is written, without its grid.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Finds what matters, on so many threads, 0 for as many as the machine has; nothing when it was stopped.
    ///
    /// # Errors
    /// When the threads cannot be started, or a setting cannot be computed.
    pub fn run(&self, threads: usize, watch: &dyn Watch) -> Result<Option<Sensitivity>, RunError> {
        let pool = pool(threads)?;
        let scenario = &self.plan.scenario;
        let mut systems = Vec::new();
        for (cell, (parameters, unread)) in self.plan.cells.iter().zip(&self.parameters) {
            let evaluator = Evaluator::new(scenario, cell, &self.question.output)?;
            let found = pool.install(|| self.of_system(&evaluator, parameters, unread, watch));
            let Some(found) = found else { return Ok(None) };
            systems.push(found.map_err(|why| RunError::Unfit { cell: 0, system: cell.system.name(), why })?);
        }
        Ok(Some(Sensitivity {
            title: scenario.title.clone(),
            name: scenario.name.clone(),
            digest: self.plan.digest.clone(),
            seed: scenario.seed,
            confidence: scenario.confidence,
            objective: self.question.output.clone(),
            output: self.question.output_name.clone(),
            scenario: scenario.lines(),
            systems,
        }))
    }

    fn of_system(
        &self,
        evaluator: &Evaluator<'_>,
        parameters: &[Parameter],
        unread: &[Path],
        watch: &dyn Watch,
    ) -> Option<Result<OfSystem, String>> {
        let mut influences = alone(evaluator, parameters, self.plan.scenario.confidence, watch)?;
        influences.sort_by(|one, other| {
            (other.shown, other.swing()).partial_cmp(&(one.shown, one.swing())).expect("outputs are numbers")
        });
        let strongest: Vec<&Parameter> = influences
            .iter()
            .filter(|influence| influence.shown && influence.points.iter().all(|point| point.1.is_ok()))
            .filter_map(|influence| parameters.iter().find(|parameter| parameter.path == influence.path))
            .take(self.question.most)
            .collect();
        let together = if strongest.len() < 2 {
            None
        } else {
            match together::together(evaluator, &strongest, self.question.evaluations, &self.plan.scenario, watch)? {
                Ok(together) => Some(together),
                Err(why) => return Some(Err(why)),
            }
        };
        if let Some(together) = &together {
            // What interacts may matter more than it does alone.
            let total = |influence: &Influence| together.total(&influence.path).unwrap_or(f64::NEG_INFINITY);
            influences.sort_by(|one, other| total(other).total_cmp(&total(one)));
        }
        Some(Ok(OfSystem {
            system: evaluator.system(),
            method: evaluator.method(),
            chases: evaluator.chases(),
            unfit: evaluator.unfit().map(str::to_owned),
            switches: evaluator.cell().player.switches().to_vec(),
            explained: evaluator.cell().player.explained().to_vec(),
            base: evaluator.base(),
            influences,
            together,
            unread: unread.to_vec(),
        }))
    }
}

/// Moves every parameter alone; nothing when it was stopped.
fn alone(
    evaluator: &Evaluator<'_>,
    parameters: &[Parameter],
    confidence: f64,
    watch: &dyn Watch,
) -> Option<Vec<Influence>> {
    let points: Vec<Vec<Value>> = parameters.iter().map(|parameter| parameter.levels.points()).collect();
    let settings: Vec<Vec<(&Path, Value)>> = parameters
        .iter()
        .zip(&points)
        .flat_map(|(parameter, points)| points.iter().map(|point| vec![(&parameter.path, point.clone())]))
        .collect();
    // Everybody meets the same luck: what changes nothing then changes no number either.
    let mut outputs = evaluator.all(&settings, |_| Luck::Base, watch)?.into_iter();
    // Of a parameter with n points, and the scenario's own, each pair is a comparison.
    let comparisons: usize = points.iter().map(|points| points.len() * (points.len() + 1) / 2).sum();
    let surely = surely(confidence, comparisons);
    let influences = parameters.iter().zip(points).map(|(parameter, points)| {
        let points: Vec<(Value, Result<Output, String>)> =
            points.into_iter().map(|point| (point, outputs.next().expect("every setting has an output"))).collect();
        let base = (None, evaluator.base());
        let known = points.iter().filter_map(|(value, output)| Some((Some(value.clone()), *output.as_ref().ok()?)));
        let mut all: Vec<(Option<Value>, Output)> = std::iter::once(base).chain(known).collect();
        all.sort_by(|one, other| one.1.value.total_cmp(&other.1.value));
        let extremes = [all[0].clone(), all[all.len() - 1].clone()];
        let (least, greatest) = (extremes[0].1, extremes[1].1);
        let shown = greatest.value - least.value > surely * (least.variance + greatest.variance).sqrt() + NEGLIGIBLE;
        Influence { path: parameter.path.clone(), points, extremes, shown }
    });
    Some(influences.collect())
}

/// What rounding alone may do to an exact output.
const NEGLIGIBLE: f64 = 1e-11;

/// How many standard errors a difference must have to be shown among so many comparisons.
fn surely(confidence: f64, comparisons: usize) -> f64 {
    let normal = Normal::new(0.0, 1.0).expect("the standard normal law");
    normal.inverse_cdf(1.0 - (1.0 - confidence) / 2.0 / comparisons.max(1) as f64)
}
