//! Cells that stop when they are known as precisely as was asked for.

use crate::{plan, problem, results, scenario};
use chaselab_core::Group;
use chaselab_lab::game::{Depth, Question, answers};
use chaselab_lab::preview::preview;
use chaselab_lab::results::{CellResult, Method, StoppedBy};

const GRID: &str = "systems = [\"thw\", \"fths\"]\nchases = 400_000\nmethod = \"sampled\"\n[fths]\nrules.damage = \"off\"\ncourse = { kind = \"open\" }\n[grid]\n\"prey.driving\" = [\"Fair\", \"Superb\"]\n\"thw.getaway\" = [9, 14]\n";

fn half_widths(cell: &CellResult) -> impl Iterator<Item = f64> {
    Group::ALL.into_iter().map(|group| (cell.group(group).high - cell.group(group).low) / 2.0)
}

#[test]
fn precision_is_met_or_chases_are_exhausted() {
    let found = results(GRID, &["precision=0.01"], 2);
    assert_eq!(found.cells.len(), 6);
    for cell in &found.cells {
        assert_eq!(cell.stop.unwrap().by, StoppedBy::Precision);
        assert!(half_widths(cell).all(|half| half <= 0.01) && cell.chases < 100_000, "{}", cell.chases);
        // A quarter fewer would not have done: the look before was not narrow enough, if there was one.
        assert!(
            cell.chases == 512 || half_widths(cell).any(|half| half > 0.0085),
            "{:?}",
            half_widths(cell).collect::<Vec<_>>()
        );
    }
    // Rates near 0 and 1 take fewer chases than those in the middle.
    let chases: Vec<u64> = found.cells.iter().map(|cell| cell.chases).collect();
    assert!(chases.iter().max() > chases.iter().min());
    let few = results(GRID, &["precision=0.0001", "chases=5_000"], 2);
    for cell in &few.cells {
        assert_eq!((cell.stop.unwrap().by, cell.chases), (StoppedBy::Chases, 5_000));
        assert!(half_widths(cell).any(|half| half > 0.0001));
    }
}

#[test]
fn threads_and_repetition_change_nothing() {
    let one = results(GRID, &["precision=0.004"], 1);
    assert!(one == results(GRID, &["precision=0.004"], 2));
    assert!(one == results(GRID, &["precision=0.004"], 3));
    assert!(one != results(GRID, &["precision=0.004", "seed=9"], 2));
}

#[test]
fn the_chases_are_the_first_of_a_run_without_precision() {
    let stopped = results(GRID, &["precision=0.01"], 2);
    for cell in &stopped.cells {
        let all = results(GRID, &[&format!("chases={}", cell.chases)], 2);
        let same = all.cells.iter().find(|other| (other.system, other.cell) == (cell.system, cell.cell)).unwrap();
        for ((end, rate), (_, plain)) in cell.ends.iter().zip(&same.ends) {
            assert_eq!(rate.count, plain.count, "{end:?}");
            // Looking has its price.
            assert!(rate.low <= plain.low && plain.high <= rate.high, "{rate:?} {plain:?}");
        }
        assert_eq!(cell.turns.histogram, same.turns.histogram);
        assert!(cell.turns.mean.low < same.turns.mean.low && same.turns.mean.high < cell.turns.mean.high);
    }
}

#[test]
fn exact_cells_need_no_stopping_and_both_still_agree() {
    let exact = results(GRID, &["precision=0.01", "method=auto"], 2);
    assert!(exact.cells.iter().all(|cell| cell.method == Method::Exact && cell.stop.is_none()));
    let both = results(GRID, &["precision=0.01", "method=both"], 2);
    for (cell, exact) in both.cells.iter().zip(&exact.cells) {
        assert!(cell.check.unwrap().tail > 1e-3, "{:?}", cell.check);
        for group in Group::ALL {
            let (rate, truth) = (cell.group(group), exact.group(group).rate);
            assert!(rate.low <= truth && truth <= rate.high, "{rate:?} {truth}");
        }
        assert!(cell.turns.mean.low <= exact.turns.mean.mean && exact.turns.mean.mean <= cell.turns.mean.high);
    }
}

#[test]
fn what_cannot_be_checked_is_played_all_the_same() {
    let text = "systems = [\"reflex\"]\nchases = 500\n[reflex]\nbends = { every = 100, angle = 45 }\n\
                [reflex.prey]\nspeed = 2\n";
    let both = results(text, &["method=both"], 2);
    let cell = &both.cells[0];
    assert_eq!((cell.method, cell.chases, cell.check), (Method::Sampled, 500, None));
    assert!(cell.unfit.as_ref().unwrap().starts_with("the states do not fit: stopped at 10000"), "{:?}", cell.unfit);
    let sampled = results(text, &["method=sampled"], 2);
    assert_eq!((&cell.ends, &cell.turns), (&sampled.cells[0].ends, &sampled.cells[0].turns));
}

/// Ten bends to draw from, nine to eleven times before the first turn: read to its end, that one step would take for ever.
#[test]
fn a_step_that_goes_on_for_ever_is_played_and_not_computed() {
    let bends: Vec<String> = (0..10).map(|row| format!("[1, [{}, 45]]", 26.0 + 0.5 * f64::from(row))).collect();
    let text = format!(
        "systems = [\"reflex\"]\nchases = 500\n[reflex]\nstart = 260\nbends = {{ weights = [{}] }}\n",
        bends.join(", ")
    );
    let unfit = "the states do not fit: stopped at ";
    let auto = results(&text, &[], 2);
    let cell = &auto.cells[0];
    assert_eq!((cell.method, cell.chases), (Method::Sampled, 500));
    assert!(cell.unfit.as_ref().unwrap().starts_with(unfit), "{:?}", cell.unfit);
    let (_, previews) = preview(scenario(&text, &[])).unwrap();
    assert!(previews[0].size.as_ref().unwrap_err().starts_with(unfit), "{:?}", previews[0].size);
    let error = answers(&plan(&text, &[]).unwrap(), &Question::free(), None, Depth::Brief, &|| false).unwrap_err();
    assert!(error.source.to_string().starts_with(unfit), "{}", error.source);
    // Nor can as many chases as are mostly counted in lanes be compiled.
    let many = results(&text, &["chases=100_000"], 2);
    assert_eq!((many.cells[0].chases, many.cells[0].lanes), (100_000, false));
}

#[test]
fn a_precision_that_is_none_is_refused() {
    assert_eq!(problem("systems = [\"thw\"]\nprecision = 0\n", &[]), "precision cannot be 0");
    assert_eq!(problem("systems = [\"thw\"]\n", &["precision=0.7"]), "precision cannot be 0.7");
}
