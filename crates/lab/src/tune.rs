//! What would make it even: the value of one term that brings a rate or a length to a target.
//!
//! All of its range is looked at first, so that a response that turns around, and a target out of reach, are seen. Then
//! every place where the response passes the target is halved down: on exact numbers by bisection, on played chases by
//! bisection with tests of power one, in which a value is played until its interval leaves out the target or its chases
//! are spent (Robbins and Siegmund, Annals of Statistics 2, 1974, 415-436; for root finding Frazier, Henderson and
//! Waeber, Mathematics of Operations Research 44, 2019, 862-887). The confidence is shared out over all values and looks
//! (Bonferroni), so that it holds for all of them together: what encloses the target encloses it with that confidence.

mod domain;
mod target;

pub use domain::Domain;
pub use target::{Response, Target};

use crate::counts::Counts;
use crate::diff::ADAPT;
use crate::game::Question;
use crate::grid::axes;
use crate::plan::{CHUNK, Factor, Plan};
use crate::player::Luck;
use crate::run::{AUTO, EXACT, RunError, Watch, pool};
use crate::scenario::{Scenario, Unusable, Wanted};
use chaselab_core::tree::{Node, Path, Reader, Value};
use chaselab_core::{Place, Problem};
use chaselab_systems::SystemId;
use rayon::ThreadPool;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

/// Exact numbers this close are the same.
const SAME: f64 = 1e-9;

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
        not_in_the_grid(&scenario, &wish.path).map_err(unusable)?;
        let plays = |value: &Value| planned(&scenario, &wish.path, value).is_ok();
        let domain = Domain::new(&wish.path, wish.between.as_deref(), &plays).map_err(unusable)?;
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

/// What the grid varies would hide the value that is tried.
fn not_in_the_grid(scenario: &Scenario, path: &Path) -> Result<(), Box<Problem>> {
    let axes = axes(Reader::new(Some(&scenario.root), "the scenario")?, &scenario.systems)?;
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

/// The search in one cell.
struct Search<'a> {
    tuning: &'a Tuning,
    place: usize,
    pool: &'a ThreadPool,
    watch: &'a dyn Watch,
}

/// On which side of the target a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    Above,
    /// It meets it, or cannot be told from one that does.
    At,
}

/// A position with what was found there.
#[derive(Clone)]
struct Tried {
    position: f64,
    point: Point,
    side: Side,
}

impl Search<'_> {
    /// Looks at the whole range, then closes in; nothing when it was stopped.
    fn cell(&self) -> Result<Option<TunedCell>, RunError> {
        let mut scan = Vec::new();
        for position in self.tuning.domain.scan() {
            match self.at(position)? {
                Some(tried) => scan.push(tried),
                None => return Ok(None),
            }
        }
        let mut found: Vec<Found> = scan
            .iter()
            .filter(|tried| tried.side == Side::At && tried.point.response.chases.is_none())
            .map(|tried| Found { at: Some(tried.point.clone()), between: None })
            .collect();
        let decided: Vec<&Tried> = scan.iter().filter(|tried| tried.side != Side::At).collect();
        for pair in decided.windows(2).filter(|pair| pair[0].side != pair[1].side) {
            // An exact value in between has been found already.
            let exact = |tried: &Tried| tried.point.response.chases.is_none() && tried.side == Side::At;
            let inside = |tried: &&Tried| pair[0].position < tried.position && tried.position < pair[1].position;
            if !scan.iter().filter(inside).any(exact) {
                match self.close_in(pair[0].clone(), pair[1].clone())? {
                    Some(place) => found.push(place),
                    None => return Ok(None),
                }
            }
        }
        if found.is_empty() {
            // Played values that cannot be told from the target, on one side of which nothing was seen.
            let open = scan.iter().filter(|tried| tried.side == Side::At);
            found.extend(open.map(|tried| Found { at: Some(tried.point.clone()), between: None }));
        }
        let plan = self.plan(scan[0].position)?;
        let cell = &plan.cells[self.place];
        let points: Vec<Point> = scan.into_iter().map(|tried| tried.point).collect();
        Ok(Some(TunedCell {
            cell: cell.index,
            system: cell.system,
            factors: cell.factors.clone(),
            shape: shape(&points),
            scan: points,
            found,
        }))
    }

    /// Halves down to neighbours, or to a value that meets the target.
    fn close_in(&self, mut low: Tried, mut high: Tried) -> Result<Option<Found>, RunError> {
        while let Some(middle) = self.tuning.domain.between(low.position, high.position) {
            let Some(tried) = self.at(middle)? else { return Ok(None) };
            match tried.side {
                Side::At => {
                    let sampled = tried.point.response.chases.is_some();
                    let between = sampled.then_some([low.point, high.point]);
                    return Ok(Some(Found { at: Some(tried.point), between }));
                }
                side if side == low.side => low = tried,
                _ => high = tried,
            }
        }
        let jump = (low.point.response.value - high.point.response.value).abs();
        let continuous = matches!(self.tuning.domain, Domain::Line(..)) && jump <= 1e-6;
        let at = continuous.then(|| low.point.clone());
        let between = (!continuous).then_some([low.point, high.point]);
        Ok(Some(Found { at, between }))
    }

    fn plan(&self, position: f64) -> Result<Plan, RunError> {
        let value = self.tuning.domain.value(position);
        planned(&self.tuning.scenario, &self.tuning.wish.path, &value).map_err(|unusable| RunError::Unfit {
            cell: self.place,
            system: "the scenario",
            why: format!("with {} = {value}: {}", self.tuning.wish.path, unusable.problem),
        })
    }

    /// What the chase comes to at a position; nothing when it was stopped.
    fn at(&self, position: f64) -> Result<Option<Tried>, RunError> {
        if self.watch.stopped() {
            return Ok(None);
        }
        let plan = self.plan(position)?;
        let cell = &plan.cells[self.place];
        let unfit = |why: String| RunError::Unfit { cell: cell.index, system: cell.system.name(), why };
        let Tuning { wish, scenario, .. } = self.tuning;
        let exact = match &wish.adapt {
            Some(question) => {
                Some(cell.player.equilibrium(question, ADAPT).map_err(|error| unfit(error.to_string()))?.exact)
            }
            None => {
                cell.player.solve().map_err(unfit)?;
                match scenario.method {
                    Wanted::Sampled => None,
                    Wanted::Exact => Some(cell.player.exact(EXACT).map_err(unfit)?),
                    Wanted::Auto | Wanted::Both => cell.player.exact(AUTO).ok(),
                }
            }
        };
        let response = match exact {
            Some(exact) => Some(wish.target.exact(&exact)),
            None => self.played(&plan),
        };
        Ok(response.map(|response| Tried {
            position,
            side: side(&response, wish.target.wanted),
            point: Point { value: self.tuning.domain.value(position), response },
        }))
    }

    /// Plays the first chunk, then twice as many each time, until the interval leaves out the target. Every value is
    /// played with the same luck.
    fn played(&self, plan: &Plan) -> Option<Response> {
        let (scenario, target) = (&self.tuning.scenario, &self.tuning.wish.target);
        let cell = &plan.cells[self.place];
        let chunks = scenario.chases.div_ceil(CHUNK);
        let looks = 1 + chunks.next_power_of_two().ilog2();
        let alpha = (1.0 - scenario.confidence) / (f64::from(looks) * self.tuning.domain.probes() as f64);
        let compiled = cell.player.compile(scenario.chases);
        // One luck for all values, though the varied term may be a factor's neighbour: the key has no value in it.
        let luck = Luck { seed: scenario.seed, cell: cell.key };
        let mut counts = Counts::new(cell.player.max_turns());
        let mut done = 0;
        loop {
            let until = if done == 0 { 1 } else { 2 * done }.min(chunks);
            let chunk = |chunk: u64| {
                let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(scenario.chases);
                cell.player.play(luck, range, compiled.as_ref())
            };
            let more: Vec<Counts> = self.pool.install(|| (done..until).into_par_iter().map(chunk).collect());
            more.iter().for_each(|more| counts.add(more));
            done = until;
            let response = target.counted(&counts, alpha);
            if done == chunks || side(&response, target.wanted) != Side::At {
                return Some(response);
            }
            if self.watch.stopped() {
                return None;
            }
        }
    }
}

fn side(response: &Response, wanted: f64) -> Side {
    let rounding = if response.chases.is_none() { SAME } else { 0.0 };
    if response.high < wanted - rounding {
        Side::Below
    } else if response.low > wanted + rounding {
        Side::Above
    } else {
        Side::At
    }
}

/// How a response goes over values in rising order, as far as intervals tell them apart.
fn shape(points: &[Point]) -> Shape {
    let step = |pair: &[Point]| {
        let [before, after] = [&pair[0].response, &pair[1].response];
        if after.low > before.high + SAME {
            1
        } else if after.high < before.low - SAME {
            -1
        } else {
            0
        }
    };
    let steps: Vec<i32> = points.windows(2).map(step).collect();
    match (steps.contains(&1), steps.contains(&-1)) {
        (true, true) => Shape::Bent,
        (true, false) => Shape::Rising,
        (false, true) => Shape::Falling,
        (false, false) => Shape::Flat,
    }
}
