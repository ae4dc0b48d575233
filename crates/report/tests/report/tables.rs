//! What a terminal shows.

use crate::fixture;
use chaselab_report::table;

const WIDTH: usize = 120;

#[test]
fn one_cell() {
    insta::assert_snapshot!(table(&fixture::one_cell(), WIDTH, false));
}

#[test]
fn nothing_and_everything() {
    insta::assert_snapshot!(table(&fixture::all_escape(), WIDTH, false));
}

#[test]
fn one_factor() {
    insta::assert_snapshot!(table(&fixture::eight_risks(), WIDTH, false));
}

#[test]
fn words() {
    insta::assert_snapshot!(table(&fixture::vehicles(), WIDTH, false));
}

#[test]
fn a_large_grid() {
    insta::assert_snapshot!(table(&fixture::risk_grid(), WIDTH, false));
}

#[test]
fn exact_cells() {
    insta::assert_snapshot!(table(&fixture::exact_cells(), WIDTH, false));
}

#[test]
fn wide_terminals_have_a_line_a_cell() {
    let wide = table(&fixture::vehicles(), 200, false);
    assert!(wide.lines().any(|line| line.contains("motorcycle") && line.contains("72.9 % ± 0.6")), "{wide}");
}

#[test]
fn no_bare_zero_and_no_bare_hundred() {
    for results in fixture::all() {
        let shown = table(&results, WIDTH, false);
        let bare = shown.split_whitespace().zip(shown.split_whitespace().skip(1)).filter(|&(number, sign)| {
            sign == "%" && number.parse::<f64>().is_ok_and(|number| number == 0.0 || number == 100.0)
        });
        // Only an exact rate may be 0.
        assert_eq!(bare.count(), usize::from(results.name == "computed"), "{shown}");
    }
}

#[test]
fn color_is_asked_for() {
    let results = fixture::one_cell();
    assert!(!table(&results, WIDTH, false).contains('\u{1b}'));
    assert!(table(&results, WIDTH, true).contains('\u{1b}'));
}

#[test]
fn every_system_and_its_switches_are_named() {
    let shown = table(&fixture::two_systems(), WIDTH, false);
    let results = fixture::two_systems();
    for cell in &results.cells {
        assert!(shown.contains(&format!("{} ({})", cell.system.title(), cell.system.name())), "{shown}");
    }
    assert!(shown.contains("damage = off") && !shown.contains("red_light"), "{shown}");
    assert!(shown.contains("30,000 chases played in 3 cells, seed 2026"), "{shown}");
}

#[test]
fn nothing_finished_is_no_table() {
    let mut results = fixture::one_cell();
    results.cells.clear();
    assert_eq!(table(&results, WIDTH, false), "One chase\n\nDigest 9f2c41d07be3a558.\n");
}

#[test]
fn details_stand_beneath_a_single_cell() {
    let shown = table(&fixture::one_cell(), WIDTH, false);
    assert!(shown.contains("Among all chases: caught (blocked) 50.00 % ± 0.22."), "{shown}");
    assert!(!table(&fixture::vehicles(), WIDTH, false).contains("Among all chases"));
}

#[test]
fn checks_and_reasons_are_told() {
    let shown = table(&fixture::checked(), WIDTH, false);
    // The largest of eight ends' deviates reaches 2.3 in one such cell of seven.
    let off = "the one furthest off lies 2.3 standard errors away (prey crashed, cell 0 of fths), no more than chance brings about.";
    assert!(shown.contains(off), "{shown}");
    assert!(shown.contains("1 of 2 cells of Fudge chase are not checked: more than 2,000,000 states."), "{shown}");
    let mut unchecked = fixture::checked();
    unchecked.cells[0].check = None;
    assert!(table(&unchecked, WIDTH, false).contains("is sampled, not exact: more than 2,000,000 states."));
    let mut wrong = fixture::checked();
    wrong.cells[0].check.as_mut().unwrap().tail = 1e-9;
    assert!(table(&wrong, WIDTH, false).contains("sampled and exact disagree"));
}
