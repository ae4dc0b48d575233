//! The lab as a whole: scenarios to results, against known answers and itself.

mod agreement;
mod agreement_fistful;
mod agreement_reflex;
mod best;
mod compare;
mod compiled;
mod diff;
mod flags;
mod fudge_family;
mod games;
mod known_answers;
mod lanes;
mod playtest;
mod saving;
mod scenarios;
mod sense;
mod sequences;
mod stopping;
mod then;
mod told;
mod toy;
mod tune;
mod verification;

use chaselab_lab::plan::Plan;
use chaselab_lab::results::Results;
use chaselab_lab::run::{Unwatched, run};
use chaselab_lab::scenario::{Scenario, Setting, Unusable};
use chaselab_lab::summary::summarize;

/// A plan from a scenario's text.
fn plan(text: &str, sets: &[&str]) -> Result<Plan, Unusable> {
    Plan::new(loaded(text, sets)?)
}

/// A scenario from its text.
fn scenario(text: &str, sets: &[&str]) -> Scenario {
    loaded(text, sets).unwrap_or_else(|unusable| panic!("{unusable}"))
}

fn loaded(text: &str, sets: &[&str]) -> Result<Scenario, Unusable> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scenario.toml");
    std::fs::write(&file, text).unwrap();
    let settings: Vec<Setting> =
        sets.iter().map(|set| Setting { option: format!("--set {set}"), text: (*set).to_owned() }).collect();
    Scenario::load(&file, &settings)
}

/// The results of a scenario's text.
fn results(text: &str, sets: &[&str], threads: usize) -> Results {
    let plan = plan(text, sets).unwrap_or_else(|unusable| panic!("{unusable}"));
    let found = run(&plan, threads, &Unwatched).unwrap_or_else(|error| panic!("{error}"));
    summarize(&plan, &found)
}

/// The message of what is wrong in a scenario's text.
fn problem(text: &str, sets: &[&str]) -> String {
    match plan(text, sets) {
        Ok(_) => panic!("nothing is wrong in {text}"),
        Err(unusable) => unusable.problem.message,
    }
}
