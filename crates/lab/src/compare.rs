//! The same scenario in several systems, side by side: how each ends, how long it takes, what each answers to the same
//! step, and what decides it. What is claimed of two systems is held against every step of every mapped value.

mod claims;
pub(crate) mod dial;
mod mapping;
mod response;
mod shares;
mod variants;

pub use claims::{Claim, Lead, Measure, Move, Moved, Standoff, Turned};
pub use dial::{Dial, Kind};
pub use mapping::{UsedCell, UsedRow};
pub use response::{Answer, Answers, Response};
pub use shares::{Portion, Shares, Split, split};
pub use variants::Reading;

use crate::grid::axes;
use crate::plan::Plan;
use crate::results::Results;
use crate::run::{RunError, Watch, run};
use crate::scenario::{Scenario, Unusable, Wanted};
use crate::summary::summarize;
use chaselab_core::Problem;
use chaselab_core::tree::Reader;
use chaselab_systems::{SystemId, TurnLength};
use claims::Rivals;
use response::Curve;
use sha2::{Digest, Sha256};
use shares::Square;
use variants::{Numbers, Variants};

/// The most chases of a setting that is only looked at for what a step changes, where it has to be played.
pub const VARIED_CHASES: u64 = 20_000;

/// A scenario in all its systems.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The setting itself: one cell for each system, in the order of the scenario.
    pub base: Results,
    /// What else is known of each system, in the same order.
    pub systems: Vec<Compared>,
    /// How each system answers to the same steps.
    pub responses: Vec<Response>,
    /// What can be said of every two systems.
    pub claims: Vec<Claim>,
    /// The rows of neutral tables that the mappings went through.
    pub tables: Vec<UsedRow>,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// How many chases each changed setting rests on, where it had to be played.
    pub varied_chases: u64,
}

/// One system of a comparison.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The system.
    pub system: SystemId,
    /// How long a turn lasts.
    pub turn: Option<TurnLength>,
    /// What decides whether the prey gets free.
    pub shares: Shares,
}

/// A comparison, checked and ready to be made.
pub struct Comparing {
    base: Plan,
    varied: Plan,
    places: Vec<usize>,
    curves: Vec<Curve>,
    squares: Vec<Square>,
    rivals: Rivals,
    tables: Vec<UsedRow>,
    notes: Vec<String>,
}

impl Comparing {
    /// Prepares every setting that the comparison needs.
    ///
    /// # Errors
    /// The first thing that is wrong in the scenario.
    pub fn new(mut scenario: Scenario) -> Result<Self, Unusable> {
        let mut notes = Vec::new();
        if let Err(problem) = grid(&scenario) {
            return Err(Unusable { problem, sources: scenario.sources });
        }
        if scenario.take_grid() {
            notes.push(
                "The scenario's grid is left out: the values outside of it are compared. For others use --set."
                    .to_owned(),
            );
        }
        if scenario.method == Wanted::Both {
            // A comparison needs one number for each setting, and exact ones where they can be had.
            scenario.method = Wanted::Auto;
        }
        if let [only] = scenario.systems[..] {
            notes.push(format!(
                "The scenario names {} alone: name another system to see them side by side.",
                only.name()
            ));
        }
        notes.extend(fight_or_chase(&scenario.systems));
        let mut base = Plan::new(scenario)?;
        base.digest = digest(&base.digest);
        let scenario = &base.scenario;
        let dials = dial::dials(scenario);
        let mut variants = Variants::new(scenario);
        let curves = response::curves(&dials, &mut variants, &scenario.systems);
        let squares = scenario.systems.iter().map(|&system| Square::new(&dials, system, &mut variants)).collect();
        let rivals = Rivals::new(&base, &dials, &mut variants);
        let (cells, places) = variants.into_cells();
        let mut quicker = scenario.clone();
        quicker.chases = scenario.chases.min(VARIED_CHASES);
        let varied = Plan { scenario: quicker, digest: base.digest.clone(), cells, warnings: Vec::new() };
        let tables = mapping::used(scenario);
        Ok(Self { varied, places, curves, squares, rivals, tables, notes, base })
    }

    /// The setting that is compared.
    pub const fn plan(&self) -> &Plan {
        &self.base
    }

    /// Makes the comparison on so many threads, 0 for as many as the machine has; nothing when it was stopped.
    ///
    /// # Errors
    /// When the threads cannot be started, or a setting that must be computed or solved cannot be.
    pub fn run(&self, threads: usize, watch: &dyn Watch) -> Result<Option<Comparison>, RunError> {
        let base = summarize(&self.base, &run(&self.base, threads, watch)?);
        let varied = summarize(&self.varied, &run(&self.varied, threads, watch)?);
        if base.cells.len() < self.base.cells.len() || varied.cells.len() < self.varied.cells.len() {
            return Ok(None);
        }
        let numbers = Numbers { base: &base.cells, varied: &varied.cells, places: &self.places };
        let responses = self.curves.iter().map(|curve| curve.response(&numbers)).collect();
        let systems = self.base.scenario.systems.iter().zip(&self.squares);
        let systems =
            systems.map(|(&system, square)| Compared { system, turn: system.turn(), shares: square.shares(&numbers) });
        let systems: Vec<Compared> = systems.collect();
        let claims = self.rivals.claims(&numbers);
        Ok(Some(Comparison {
            systems,
            responses,
            claims,
            tables: self.tables.clone(),
            notes: self.notes.clone(),
            varied_chases: self.varied.scenario.chases,
            base,
        }))
    }
}

/// Reads the grid that is left out: a mistake in it is one here too.
fn grid(scenario: &Scenario) -> Result<(), Box<Problem>> {
    axes(Reader::new(Some(&scenario.root), "the scenario")?, &scenario.systems, scenario.then).map(|_| ())
}

/// Whoever sets a fight beside a chase may have meant the other of Fudge's two systems (rules/README.md).
fn fight_or_chase(systems: &[SystemId]) -> Option<String> {
    let (fight, chase) = (SystemId::Fudge, SystemId::Fths);
    let mixed = systems.contains(&fight) && systems.iter().any(|&system| system != fight);
    let meant = if systems.contains(&chase) { "the chase stands beside it" } else { "it may be what you meant" };
    mixed.then(|| {
        format!("{} ({}) is no chase. The {} is {}: {meant}.", fight.title(), fight.name(), chase.title(), chase.name())
    })
}

/// A digest of its own: a comparison is not a run of the same scenario.
fn digest(of_run: &str) -> String {
    let hash = Sha256::new().chain_update("compare").chain_update(of_run).finalize();
    hash[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
