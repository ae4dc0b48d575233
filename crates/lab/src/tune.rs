//! What would make it even: the value of one term that brings a rate or a length to a target.
//!
//! All of its range is looked at first, so that a response that turns around, and a target out of reach, are seen. Then
//! every place where the response passes the target is halved down: on exact numbers by bisection, on played chases by
//! bisection with tests of power one, in which a value is played until its interval leaves out the target or its chases
//! are spent (Robbins and Siegmund, Annals of Statistics 2, 1974, 415-436; for root finding Frazier, Henderson and
//! Waeber, Mathematics of Operations Research 44, 2019, 862-887). The confidence is shared out over all values and looks
//! (Bonferroni), so that it holds for all of them together: what encloses the target encloses it with that confidence.

mod domain;
mod search;
mod target;

pub use domain::Domain;
pub use target::{Response, Target};

use crate::game::Question;
use crate::grid::axes;
use crate::plan::{Factor, Plan};
use crate::run::{RunError, Watch, pool};
use crate::scenario::{Scenario, Unusable, top_keys};
use chaselab_core::tree::{Node, Path, Reader, Value};
use chaselab_core::{Place, Problem};
use chaselab_systems::SystemId;
use search::Search;
use sha2::{Digest, Sha256};

/// What is asked.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The term that is varied.
    pub path: Path,
    /// What is to be reached.
    pub target: Target,
    /// The bounds as typed, if they were.
    pub between: Option<String>,
    /// What both sides play for when they adapt to each value; nothing where they play as the scenario says.
    pub adapt: Option<Question>,
    /// The one cell that is looked at, by its number in each system; else all.
    pub cell: Option<usize>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The scenario's title.
    pub title: String,
    /// A hash of everything that the numbers depend on.
    pub digest: String,
    /// The seed.
    pub seed: u64,
    /// With which confidence sampled values enclose the target.
    pub confidence: f64,
    /// What was asked.
    pub wish: Wish,
    /// The first and the last value that was tried.
    pub bounds: [Value; 2],
    /// Each cell's answer.
    pub cells: Vec<TunedCell>,
}

/// One cell's answer.
#[derive(Clone, Debug)]
pub struct TunedCell {
    /// Its number among the cells of its system.
    pub cell: usize,
    /// Its system.
    pub system: SystemId,
    /// Its factors.
    pub factors: Vec<Factor>,
    /// The values that were looked at first.
    pub scan: Vec<Point>,
    /// How the response goes over them.
    pub shape: Shape,
    /// Where the target is met; nothing where it is out of reach.
    pub found: Vec<Found>,
}

/// A value and what the chase comes to with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The value.
    pub value: Value,
    /// What the chase comes to.
    pub response: Response,
}

/// How a response goes as the value rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// It never falls.
    Rising,
    /// It never rises.
    Falling,
    /// It stays what it is.
    Flat,
    /// It rises here and falls there.
    Bent,
}

/// A place where the target is met.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The value that meets it, or, on played chases, that cannot be told from one that does.
    pub at: Option<Point>,
    /// Neighbours that enclose it; on played chases with the confidence of all.
    pub between: Option<[Point; 2]>,
    /// Where the neighbours touch, as numbers with fractions do at the edge of a table's band: what jumps there.
    pub jump: Option<Jump>,
}

impl Found {
    /// A value that meets the target by itself.
    fn met(point: &Point) -> Self {
        Self { at: Some(point.clone()), between: None, jump: None }
    }
}

/// A place where the response jumps past the target: one of the two neighbours is its edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Jump {
    /// The edge, the roundest number between the neighbours.
    pub edge: f64,
    /// Whether the edge itself belongs to what lies above it.
    pub from_edge_on: bool,
    /// What changes there in the systems' own terms, such as `prey acceleration -1 becomes 0`.
    pub changes: Vec<String>,
}

impl TunedCell {
    /// The lowest and the highest that was seen.
    ///
    /// # Panics
    /// Never: two values at least are looked at.
    pub fn range(&self) -> [&Point; 2] {
        let by = |one: &&Point, other: &&Point| one.response.value.total_cmp(&other.response.value);
        [self.scan.iter().min_by(by), self.scan.iter().max_by(by)].map(|point| point.expect("values are looked at"))
    }
}

/// A wish, checked and ready to be looked into.
pub struct Tuning {
    scenario: Scenario,
    wish: Wish,
    domain: Domain,
    /// Places of the cells in the plan of every value.
    places: Vec<usize>,
    digest: String,
}

impl Tuning {
    /// Checks that the term can be varied, and that the cell is there.
    ///
    /// # Errors
    /// When the scenario is wrong, the term has no effect or no bounds, or there is no such cell.
    pub fn new(scenario: Scenario, wish: Wish) -> Result<Self, Unusable> {
        let unusable = |problem| Unusable { problem, sources: scenario.sources.clone() };
        is_a_term(&scenario, &wish.path).map_err(unusable)?;
        not_in_the_grid(&scenario, &wish.path).map_err(unusable)?;
        let plays = |value: &Value| planned(&scenario, &wish.path, value).is_ok();
        let domain = Domain::new(&wish.path, wish.between.as_deref(), &plays)
            .map_err(|problem| not_there(&scenario, &wish.path).unwrap_or_else(|| unusable(problem)))?;
        let ends = [0, domain.scan().len() - 1].map(|index| domain.value(domain.scan()[index]));
        let mut lines = Vec::new();
        for value in &ends {
            let plan = planned(&scenario, &wish.path, value)?;
            lines.push(plan.digest.clone());
        }
        let plan = planned(&scenario, &wish.path, &ends[0])?;
        takes_effect(&scenario, &wish.path, &ends[0]).map_err(unusable)?;
        let wanted = |place: &usize| wish.cell.is_none_or(|only| plan.cells[*place].index == only);
        let places: Vec<usize> = (0..plan.cells.len()).filter(wanted).collect();
        if let (true, Some(cell)) = (places.is_empty(), wish.cell) {
            let last = plan.cells.iter().map(|cell| cell.index).max().unwrap_or(0);
            let option = format!("--cell {cell}");
            return Err(unusable(
                Problem::new(&Place::from(option.as_str()), "there is no such cell")
                    .expected(format!("a number from 0 to {last}")),
            ));
        }
        let asked = wish.adapt.as_ref().map(|question| (&question.text, question.freed()));
        let hash = Sha256::new().chain_update(format!(
            "tune {lines:?} {} {} {} {asked:?} {:?}",
            wish.path, wish.target.text, wish.target.wanted, wish.cell
        ));
        let digest = hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { scenario, wish, domain, places, digest })
    }

    /// Looks for the values on so many threads, 0 for as many as the machine has; nothing when it was stopped.
    ///
    /// # Errors
    /// When the threads cannot be started, or a value cannot be played or solved.
    pub fn run(&self, threads: usize, watch: &dyn Watch) -> Result<Option<Tuned>, RunError> {
        let pool = pool(threads)?;
        let mut cells = Vec::new();
        for &place in &self.places {
            let search = Search { tuning: self, place, pool: &pool, watch };
            match pool.install(|| search.cell())? {
                Some(cell) => cells.push(cell),
                None => return Ok(None),
            }
        }
        let scan = self.domain.scan();
        Ok(Some(Tuned {
            title: self.scenario.title.clone(),
            digest: self.digest.clone(),
            seed: self.scenario.seed,
            confidence: self.scenario.confidence,
            wish: self.wish.clone(),
            bounds: [scan[0], scan[scan.len() - 1]].map(|position| self.domain.value(position)),
            cells,
        }))
    }
}

/// The plan with one value.
fn planned(scenario: &Scenario, path: &Path, value: &Value) -> Result<Plan, Unusable> {
    let option = format!("--vary {path} at {value}");
    let mut varied = scenario.clone();
    if let Err(problem) = varied.root.set(path, Node::new(value.clone(), Place::from(option.as_str()))) {
        return Err(Unusable { problem, sources: varied.sources });
    }
    Plan::new(varied)
}

/// Whether the path begins with something that this scenario can have.
fn is_a_term(scenario: &Scenario, path: &Path) -> Result<(), Box<Problem>> {
    let key = path.keys()[0].as_str();
    let option = format!("--vary {path}");
    let place = Place::from(option.as_str());
    let known = top_keys();
    if !known.contains(&key) {
        return Err(Problem::new(&place, format!("unknown key `{key}` in the scenario")).nearest(key, known));
    }
    let is_played = |system: &SystemId| scenario.systems.contains(system) || scenario.then == Some(*system);
    match SystemId::ALL.iter().find(|system| system.name() == key) {
        Some(system) if !is_played(system) => {
            let played = scenario.systems.iter().map(|system| system.name()).collect::<Vec<_>>().join(", ");
            Err(Problem::new(&place, format!("the scenario does not play {key}"))
                .expected(format!("a term of {played}, or one for every system")))
        }
        _ => Ok(()),
    }
}

/// What is wrong with the path itself, which is then wrong with any value: better known than missing bounds.
fn not_there(scenario: &Scenario, path: &Path) -> Option<Unusable> {
    let refused = |value: Value| planned(scenario, path, &value).err();
    let (number, word) = (refused(Value::Integer(1))?, refused(Value::Text("Fair".into()))?);
    let Problem { message, expected, help, .. } = *number.problem;
    let is_the_same = message == word.problem.message && expected == word.problem.expected;
    let option = format!("--vary {path}");
    let problem = Box::new(Problem { place: Place::from(option.as_str()), message, expected, help });
    is_the_same.then_some(Unusable { problem, sources: number.sources })
}

/// What the grid varies would hide the value that is tried.
fn not_in_the_grid(scenario: &Scenario, path: &Path) -> Result<(), Box<Problem>> {
    let axes = axes(Reader::new(Some(&scenario.root), "the scenario")?, &scenario.systems, scenario.then)?;
    match axes.iter().find(|axis| axis.path == *path) {
        None => Ok(()),
        Some(axis) => {
            Err(Problem::new(&axis.place, format!("the grid varies {}, which hides what --vary tries", axis.path))
                .expected("a grid of other terms"))
        }
    }
}

/// Whether any system reads the term.
fn takes_effect(scenario: &Scenario, path: &Path, value: &Value) -> Result<(), Box<Problem>> {
    let mut root = scenario.root.clone();
    root.set(path, Node::new(value.clone(), Place::Default))?;
    for &system in &scenario.systems {
        crate::player::prepare(&root, system)?;
    }
    if root.used_at(path) == Some(true) {
        return Ok(());
    }
    let option = format!("--vary {path}");
    Err(Problem::new(&Place::from(option.as_str()), format!("{path} has no effect"))
        .expected("a term that a system of the scenario reads")
        .help("a system's own term hides the neutral one: vary that instead"))
}
