//! What a system's README says of its switches is what the system has.

use crate::exact::read;
use chaselab_systems::{Playable, SystemId, Visitor};

struct Switches;

impl Visitor for Switches {
    type Output = Vec<(String, String)>;

    fn visit<S: Playable>(self) -> Self::Output {
        let switches = read::<S>("").switches;
        switches.into_iter().map(|switch| (switch.name.to_owned(), switch.default.to_owned())).collect()
    }
}

fn readme(system: SystemId) -> String {
    let file = format!("{}/src/{}/README.md", env!("CARGO_MANIFEST_DIR"), system.name());
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn every_switch_stands_in_its_readme_with_its_default_first() {
    for &system in SystemId::ALL {
        let text = readme(system);
        let section = text.split("\n## ").find(|section| section.starts_with("Switches")).unwrap_or_default();
        let written: Vec<(String, String)> = section
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split_once("` | `"))
            .map(|(name, settings)| (name.to_owned(), settings.split('`').next().unwrap_or_default().to_owned()))
            .collect();
        let sorted = |mut switches: Vec<(String, String)>| {
            switches.sort();
            switches
        };
        assert_eq!(sorted(written), sorted(system.visit(Switches)), "README of {}", system.name());
    }
}

#[test]
fn every_standing_of_its_numbers_stands_in_the_readme() {
    for &system in SystemId::ALL {
        let text = readme(system);
        let cells = system.tables().iter().flat_map(|table| &table.rows).flat_map(|row| row.cells.iter().flatten());
        for cell in cells {
            assert!(text.contains(cell.standing.name()), "README of {}: {}", system.name(), cell.standing.name());
        }
    }
}
