//! Scenarios, as files and with settings: read, checked, played a little.

use crate::corpus::{self, ODD, PATHS, SCENARIOS};
use crate::families::each;
use crate::mutate::mutated;
use crate::random::Random;
use crate::refusal;
use chaselab_core::tree::{Reader, Value};
use chaselab_lab::grid::axes;
use chaselab_lab::plan::{Cell, Plan};
use chaselab_lab::player::{Luck, Tale};
use chaselab_lab::scenario::{Scenario, Setting, Unusable};
use chaselab_solve::Limits;
use std::path::Path;

/// The most cells that are checked and played.
const CELLS: u64 = 12;

/// The longest chase that is told or solved.
const TURNS: u16 = 200;

/// What is not asked for more: states of a chain.
const STATES: Limits = Limits { states: 300, bytes: 1 << 20, turns: 20 };

/// A setting of the command line.
pub fn setting(text: impl Into<String>) -> Setting {
    let text = text.into();
    Setting { option: format!("--set {}", text.escape_debug()), text }
}

/// Reads a scenario and plays a little of it; whether it was accepted.
pub fn try_file(file: &Path, settings: &[Setting]) -> bool {
    let plan = Scenario::load(file, settings).and_then(|mut scenario| {
        // A grid of a million cells is checked by its factors alone.
        if cells(&scenario).is_some_and(|cells| cells > CELLS) {
            scenario.take_grid();
        }
        Plan::new(scenario)
    });
    match plan {
        Ok(plan) => {
            plan.warnings.iter().for_each(|warning| refusal::check(warning, &plan.scenario.sources));
            plan.cells.iter().for_each(|cell| play(cell, &plan.scenario));
            true
        }
        Err(Unusable { problem, sources }) => {
            refusal::check(&problem, &sources);
            false
        }
    }
}

/// How many cells the grid has for one system, at most.
fn cells(scenario: &Scenario) -> Option<u64> {
    let root = Reader::new(Some(&scenario.root), "the scenario").ok()?;
    let axes = axes(root, &scenario.systems, scenario.then).ok()?;
    Some(axes.iter().fold(1, |cells: u64, axis| cells.saturating_mul(axis.values.len() as u64)))
}

/// A few chases, one of them told, and the beginning of the chain of states.
fn play(cell: &Cell, scenario: &Scenario) {
    let player = &cell.player;
    let luck = Luck { seed: scenario.seed, cell: cell.key };
    let _ = player.size(STATES);
    if player.is_solved() {
        // Solving is what it costs; that the states are counted is enough.
        return;
    }
    let counts = player.play(luck, 0..3, None);
    assert_eq!(counts.chases, 3);
    if player.max_turns() <= TURNS {
        let _ = player.exact(STATES);
        player.tell(Tale::Chase(luck, 0)).unwrap();
        if let Some(script) = scenario.root.get("script")
            && let Err(problem) = player.tell(Tale::Script(script))
        {
            refusal::check(&problem, &scenario.sources);
        }
    }
}

/// A folder with the overlays that scenarios name.
pub fn place_for_files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let tables = corpus::folder().join("examples/tables");
    std::fs::create_dir(folder.path().join("tables")).unwrap();
    for entry in std::fs::read_dir(tables).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), folder.path().join("tables").join(entry.file_name())).unwrap();
    }
    folder
}

/// A file of bytes, shown as text.
pub struct Bytes(pub Vec<u8>);

impl std::fmt::Debug for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{}", self.0.escape_ascii().to_string().replace("\\n", "\n"))
    }
}

#[test]
fn files() {
    let folder = place_for_files();
    let file = folder.path().join("scenario.toml");
    let make = |random: &mut Random| Bytes(mutated(random, &SCENARIOS));
    each("files", 2000, make, |Bytes(bytes)| {
        std::fs::write(&file, bytes).unwrap();
        try_file(&file, &[])
    });
}

#[test]
fn settings_of_the_command_line() {
    let folder = place_for_files();
    let make = |random: &mut Random| {
        let text = random.pick::<String>(&SCENARIOS).clone();
        let sets: Vec<String> = (0..1 + random.below(3))
            .map(|_| {
                let set = format!("{}={}", random.pick::<String>(&PATHS), random.pick::<String>(&ODD));
                if random.once_in(8) { String::from_utf8_lossy(&mutated(random, &[set])).into_owned() } else { set }
            })
            .collect();
        (text, sets)
    };
    let file = folder.path().join("scenario.toml");
    each("settings", 1500, make, |(text, sets)| {
        std::fs::write(&file, text).unwrap();
        let settings: Vec<Setting> = sets.iter().map(setting).collect();
        try_file(&file, &settings)
    });
}

#[test]
fn the_scenarios_themselves_are_accepted() {
    let folder = place_for_files();
    let file = folder.path().join("scenario.toml");
    for text in SCENARIOS.iter() {
        std::fs::write(&file, text).unwrap();
        let scenario = Scenario::load(&file, &[]).unwrap_or_else(|unusable| panic!("{unusable}: {text}"));
        assert!(matches!(scenario.root.value, Value::Table(_)));
        assert!(try_file(&file, &[]), "{text}");
    }
}
