//! Every key of every system's schema, with odd values.

use crate::corpus::{CELLS, ODD, TERMS};
use crate::scenarios::{setting, try_file};
use chaselab_systems::SystemId;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Tries odd values for each of these paths, in the system that it belongs to, or in one that reads it: one in `every`,
/// and by hand all.
fn each_value(paths: &[String], every: usize) {
    let every = if std::env::var("CHASELAB_FUZZ").is_ok() { 1 } else { every };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scenario.toml");
    let (mut accepted, mut tried) = (0, 0);
    for (place, path) in paths.iter().enumerate() {
        let own = path.split('.').next().and_then(SystemId::parse);
        let systems = own.map_or_else(|| SystemId::ALL.to_vec(), |own| vec![own]);
        for (index, value) in ODD.iter().enumerate().filter(|(index, _)| (index + place) % every == 0) {
            let system = systems[index / every % systems.len()];
            std::fs::write(&file, format!("systems = [\"{}\"]\nprey.weapon = \"pistol\"\n", system.name())).unwrap();
            let text = format!("{path}={value}");
            let result = catch_unwind(AssertUnwindSafe(|| try_file(&file, &[setting(text.as_str())])));
            tried += 1;
            accepted += u64::from(result.unwrap_or_else(|_| panic!("{}: --set {text}", system.name())));
        }
    }
    println!("{accepted} of {tried} accepted");
    assert!(accepted * 50 >= tried && accepted < tried, "{accepted} of {tried} accepted");
}

#[test]
fn terms_with_odd_values() {
    each_value(&TERMS, 24);
}

#[test]
fn cells_of_tables_with_odd_values() {
    each_value(&CELLS, 80);
}
