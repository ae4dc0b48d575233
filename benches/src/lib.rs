//! What all measurements have in common: scenarios of the repository in some setting, and how time is taken.

use chaselab_lab::plan::Plan;
use chaselab_lab::scenario::{Scenario, Setting};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// As many chases of a cell as a long run has: enough for the longest strides of lanes.
pub const MANY: u64 = 1 << 24;

/// A folder or file of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A scenario of the repository by its name, with these settings.
///
/// # Panics
/// When there is no such scenario, or it cannot be played like that.
pub fn plan(name: &str, sets: &[&str]) -> Plan {
    let sets: Vec<Setting> =
        sets.iter().map(|&text| Setting { option: text.to_owned(), text: text.to_owned() }).collect();
    let scenario = Scenario::load(&repository(&format!("scenarios/{name}.toml")), &sets)
        .unwrap_or_else(|unusable| panic!("{unusable}"));
    Plan::new(scenario).unwrap_or_else(|unusable| panic!("{unusable}"))
}

/// How long some work takes.
pub fn nanoseconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos() as f64
}

/// The middle of some measurements.
///
/// # Panics
/// When there are none.
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
