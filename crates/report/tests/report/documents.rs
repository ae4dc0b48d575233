//! The report in words and what a run says about itself.

use crate::fixture;
use chaselab_core::Group;
use chaselab_lab::results::CellResult;
use chaselab_report::{charts, document, provenance};
use serde_json::{Value as Json, json};

const COMMAND: &str = "chaselab run acceleration.toml --seed 2026";

#[test]
fn a_report() {
    let results = fixture::accelerations();
    insta::assert_snapshot!(document(&results, &charts(&results), COMMAND).markdown());
}

#[test]
fn a_report_of_one_cell_and_of_a_certain_end() {
    let one = fixture::one_cell();
    let text = document(&one, &charts(&one), COMMAND).markdown();
    assert!(text.contains("the prey gets free in 40.00 % ± 0.21 of chases"), "{text}");
    assert!(
        text.contains("\n## Worth a look\n\n- No chase ends so: catcher crashed, both crashed (each < 0.0018 %).\n"),
        "{text}"
    );
    let sure = fixture::all_escape();
    let text = document(&sure, &charts(&sure), COMMAND).markdown();
    assert!(text.contains("free in > 99.9982 % of chases, is stopped in < 0.0018 %"), "{text}");
}

#[test]
fn overlapping_intervals_are_admitted() {
    let mut results = fixture::eight_risks();
    let text = document(&results, &[], COMMAND).markdown();
    assert!(!text.contains("cannot be told apart"), "{text}");
    // A second cell with the best one's numbers.
    let mut twin = results.cells[6].clone();
    twin.cell = 8;
    twin.factors = vec![fixture::whole("fths.prey.risk", 4)];
    results.cells.push(twin);
    let text = document(&results, &[], COMMAND).markdown();
    assert!(
        text.contains("Best for the prey: prey risk 2, 72.96 % ± 0.28; 1 other cell cannot be told apart"),
        "{text}"
    );
}

#[test]
fn charts_stand_with_their_system_and_words_are_no_markup() {
    let results = fixture::two_systems();
    let all = charts(&results);
    let text = document(&results, &all, COMMAND).markdown();
    for chart in &all {
        assert_eq!(text.matches(&format!("](charts/{}.svg)", chart.name)).count(), 1);
    }
    assert!(text.contains("| a \"sharp\", \\<odd> & \\|barred\\| word |"), "{text}");
    assert!(text.ends_with(&format!("```sh\n{COMMAND}\n```\n")));
}

#[test]
fn exact_results_say_so() {
    let results = fixture::exact_cells();
    let text = document(&results, &[], COMMAND).markdown();
    assert!(text.contains("Exact: 3 cells") && !text.contains("Wilson"), "{text}");
    // Of two that come to the same no interval is spoken of: there is none.
    let mut results = results;
    let best = results.cells.iter().max_by(|a, b| a.group(Group::Free).rate.total_cmp(&b.group(Group::Free).rate));
    let twin = CellResult { cell: 3, factors: vec![fixture::whole("fths.prey.risk", 3)], ..best.unwrap().clone() };
    results.cells.push(twin);
    let text = document(&results, &[], COMMAND).markdown();
    assert!(text.contains("; 1 other cell comes to the same.") && !text.contains("overlap"), "{text}");
}

#[test]
fn a_run_says_everything_that_it_rests_on() {
    let files = ["report.md".to_owned(), "results.csv".to_owned()];
    let text = provenance(&fixture::two_systems(), COMMAND, &files).unwrap();
    let run: Json = serde_json::from_str(&text).unwrap();
    assert_eq!(run["digest"], "9f2c41d07be3a558");
    assert_eq!(run["seed"], 2026);
    assert_eq!(run["confidence"], 0.95);
    assert_eq!(run["command"], COMMAND);
    assert_eq!(run["files"], json!(files));
    assert_eq!(run["switches"]["fths"], json!({ "damage": "off", "red_light": "-2" }));
    assert_eq!(run["systems"]["fths"]["cells"], 2);
    assert_eq!(run["systems"]["fths"]["chases"], 20_000);
    assert_eq!(run["systems"]["fths"]["factors"]["seed"], json!([0, 1]));
}

#[test]
fn a_switch_that_the_grid_varies_is_a_list() {
    let mut results = fixture::eight_risks();
    results.cells[3].switches[0].value = "full".into();
    let run: Json = serde_json::from_str(&provenance(&results, COMMAND, &[]).unwrap()).unwrap();
    assert_eq!(run["switches"]["fths"]["damage"], json!(["off", "full"]));
}
