//! The repo's own scenarios: sampled as exact, and behaving as they did.

use chaselab_lab::plan::Plan;
use chaselab_lab::run::Unwatched;
use chaselab_lab::scenario::{Scenario, Setting};
use chaselab_lab::verify::{comparisons, is_chance, signature, verify};
use std::path::{Path, PathBuf};

/// The repo's scenario files in the order of their names.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    files
}

fn plans(settings: &[Setting]) -> Vec<(String, Plan)> {
    files()
        .iter()
        .map(|file| {
            let scenario = Scenario::load(file, settings).unwrap_or_else(|unusable| panic!("{unusable}"));
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            (name, Plan::new(scenario).unwrap_or_else(|unusable| panic!("{unusable}")))
        })
        .collect()
}

#[test]
fn the_repos_scenarios_pass() {
    let few = Setting { option: "--chases 4000".into(), text: "chases=4000".into() };
    let mut cells = Vec::new();
    for (_, plan) in plans(&[few]) {
        cells.extend(verify(&plan, 2, &Unwatched).unwrap());
    }
    let all = comparisons(&cells);
    assert!(all > 300, "{all}");
    // What does not fit says so; most fits.
    let fit: Vec<_> = cells.iter().filter(|cell| cell.checks.is_ok()).collect();
    assert!(fit.len() > cells.len() / 2, "{} of {}", fit.len(), cells.len());
    for cell in fit {
        assert!(is_chance(cell.worst().unwrap().tail, all), "{cell:?}");
    }
}

/// A change of what is played changes this hash: make it anew with `chaselab verify --signature > scenarios/SIGNATURE`,
/// knowingly.
#[test]
fn behaviour_is_signed() {
    let signed = include_str!("../../../../scenarios/SIGNATURE").trim();
    assert_eq!(signature(&plans(&[])).unwrap(), signed);
    let other = Setting { option: "--seed 1".into(), text: "seed=1".into() };
    assert_ne!(signature(&plans(&[other])).unwrap(), signed);
}
