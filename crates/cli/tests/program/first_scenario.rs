//! `docs/first-scenario.md` lists every neutral key and word, and says rightly which system reads what.

use crate::{chaselab, folder, repository, stderr};
use chaselab_lab::catalogue;
use std::fs;

fn document() -> String {
    fs::read_to_string(repository().join("docs/first-scenario.md")).unwrap()
}

/// The fields of the row of a table that begins with a name.
fn row(document: &str, name: &str) -> Vec<String> {
    let line = document.lines().find(|line| line.starts_with(&format!("| {name} |")));
    let line = line.unwrap_or_else(|| panic!("no row {name}"));
    line.trim_matches('|').split('|').map(|field| field.trim().to_owned()).collect()
}

/// What stands between backticks.
fn words(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_words_are_those_of_the_tables() {
    let document = document();
    let tables = catalogue::embedded();
    let neutral = tables.last().expect("the neutral tables are the last");
    for name in ["tempers", "gaps", "terrain", "vehicles"] {
        let rows: Vec<&str> = neutral.get(name).rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(words(&row(&document, name)[1]), rows, "{name}");
    }
    // The ladder is written from its top in the table.
    let mut skills: Vec<&str> = neutral.get("skills").rows.iter().map(|row| row.name.as_str()).collect();
    skills.reverse();
    assert_eq!(words(&row(&document, "skills")[1])[..9], skills);
    let columns: Vec<&str> = neutral.get("vehicles").columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(words(&row(&document, "numbers of a vehicle")[1]), columns);
}

#[test]
fn systems_read_what_the_document_says() {
    let document = document();
    let (_, document) = document.split_once("## Which system reads what").expect("the section");
    let systems = row(document, "key | `fths`");
    let systems: Vec<&str> = systems[1..].iter().map(|name| name.trim_matches('`')).collect();
    for (key, path, values) in [
        ("driving", "prey.driving", "['Fair', 'Great']"),
        ("gunnery", "prey.gunnery", "['Fair', 'Great']"),
        ("vehicle", "prey.vehicle", "['van', 'sports-car']"),
        ("temper", "prey.temper", "['timid', 'reckless']"),
        ("weapon", "prey.weapon", "['pistol', 'rifle']"),
        ("passenger", "prey.passenger", "[true, false]"),
        ("gap", "gap", "['close', 'far']"),
        ("terrain", "terrain.kind", "['open', 'city']"),
    ] {
        let said = row(document, &format!("`{key}`"));
        for (system, said) in systems.iter().zip(&said[1..]) {
            // Whoever is unarmed reads no gunnery.
            let armed = if key == "weapon" { "" } else { "prey = { weapon = 'pistol' }\n" };
            let home = folder(&format!("systems = ['{system}']\n{armed}[grid]\n'{path}' = {values}\n"));
            let output = chaselab(home.path(), &["check", "scenarios/small.toml"]);
            assert!(output.status.success(), "{system} {key}: {}", stderr(&output));
            let reads = !stderr(&output).contains(&format!("the factor {path} has no effect"));
            assert_eq!(reads, said == "yes", "{system} {key}: {}", stderr(&output));
        }
    }
}
