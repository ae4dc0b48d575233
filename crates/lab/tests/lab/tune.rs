//! The value that brings a rate or a length to a target: known values come back.

use crate::{results, scenario};
use chaselab_core::tree::{Path, Value};
use chaselab_core::{Group, Place};
use chaselab_lab::diff::Differing;
use chaselab_lab::game::Question;
use chaselab_lab::run::Unwatched;
use chaselab_lab::tune::{Shape, Target, Tuned, TunedCell, Tuning, Wish};

const THW: &str = "systems = [\"thw\"]\nchases = 400_000\n";
const FTHS: &str = "systems = [\"fths\"]\n[terrain]\nkind = \"open\"\n[fths]\nmax_turns = 20\nrules.damage = \"off\"\nprey.risk = 1\ncatcher.risk = 1\n";

fn wish(path: &str, target: &str, between: Option<&str>) -> Wish {
    Wish {
        path: Path::parse(path, &Place::Default).unwrap(),
        target: Target::new(target).unwrap(),
        between: between.map(str::to_owned),
        adapt: None,
        cell: None,
    }
}

fn tuned(text: &str, sets: &[&str], wish: Wish) -> Tuned {
    let tuning = Tuning::new(scenario(text, sets), wish).unwrap_or_else(|unusable| panic!("{unusable}"));
    tuning.run(2, &Unwatched).unwrap_or_else(|error| panic!("{error}")).expect("nobody stops it")
}

fn only(text: &str, sets: &[&str], wish: Wish) -> TunedCell {
    let mut tuned = tuned(text, sets, wish);
    assert_eq!(tuned.cells.len(), 1);
    tuned.cells.remove(0)
}

fn free(text: &str, set: &str) -> f64 {
    results(text, &["method=exact", set], 2).cells[0].group(Group::Free).rate
}

fn at(cell: &TunedCell) -> Vec<Value> {
    cell.found.iter().filter_map(|found| Some(found.at.as_ref()?.value.clone())).collect()
}

fn between(cell: &TunedCell) -> Vec<[Value; 2]> {
    let pairs = cell.found.iter().filter_map(|found| found.between.as_ref());
    pairs.map(|pair| [pair[0].value.clone(), pair[1].value.clone()]).collect()
}

fn word(word: &str) -> Value {
    Value::Text(word.to_owned())
}

#[test]
fn known_values_come_back() {
    let rate = free(THW, "thw.getaway=7");
    let found = only(THW, &[], wish("thw.getaway", &format!("free = {rate}"), Some("3,14")));
    assert_eq!((at(&found), found.shape), (vec![Value::Integer(7)], Shape::Falling));
    let rate = free(THW, "prey.driving=Good");
    let found = only(THW, &[], wish("prey.driving", &format!("free = {rate}"), Some("Mediocre,Good")));
    assert_eq!(at(&found).last(), Some(&word("Good")));
    // A table cell, by the mean length.
    let turns = results(FTHS, &["fths.tables.crash.1.distance=2", "method=exact"], 2).cells[0].turns.mean.mean;
    let path = "fths.tables.crash.1.distance";
    let found = only(FTHS, &[], wish(path, &format!("turns.mean = {turns}"), Some("0,3")));
    assert_eq!(at(&found), [Value::Integer(2)]);
    // A median is met by all values that have it.
    let median = |value: i64| results(THW, &[&format!("thw.getaway={value}"), "method=exact"], 2).cells[0].turns.p50;
    let wanted = median(7);
    let found = only(THW, &[], wish("thw.getaway", &format!("turns.p50 = {wanted}"), Some("3,14")));
    let same: Vec<Value> = (3..=14).filter(|&value| median(value) == wanted).map(Value::Integer).collect();
    assert_eq!(at(&found), same);
}

#[test]
fn neighbours_enclose_what_no_value_meets() {
    let (six, seven) = (free(THW, "thw.getaway=6"), free(THW, "thw.getaway=7"));
    let target = format!("free = {}", f64::midpoint(six, seven));
    let found = only(THW, &[], wish("thw.getaway", &target, Some("3,14")));
    assert_eq!((at(&found), between(&found)), (vec![], vec![[Value::Integer(6), Value::Integer(7)]]));
    let pair = found.found[0].between.as_ref().unwrap();
    assert!((pair[0].response.value - six).abs() < 1e-12 && (pair[1].response.value - seven).abs() < 1e-12);
    // Of many steps not every one is looked at, yet the neighbours are.
    let found = only(THW, &[], wish("thw.getaway", &target, Some("3,100")));
    assert_eq!(between(&found), [[Value::Integer(6), Value::Integer(7)]]);
    let (fair, good) = (free(FTHS, "prey.driving=Fair"), free(FTHS, "prey.driving=Good"));
    let target = format!("free = {}", f64::midpoint(fair, good));
    let found = only(FTHS, &[], wish("prey.driving", &target, None));
    assert!(between(&found).contains(&[word("Fair"), word("Good")]), "{:?}", found.found);
}

#[test]
fn a_line_is_halved_down_to_the_edge_of_a_band() {
    let rate = |acceleration: &str| free(FTHS, &format!("prey.vehicle.acceleration_kmh_s={acceleration}"));
    let (low, high) = (rate("12"), rate("32"));
    assert!(low < high);
    let target = format!("free = {}", f64::midpoint(low, high));
    let found = only(FTHS, &[], wish("prey.vehicle.acceleration_kmh_s", &target, Some("12,32")));
    let pair = found.found[0].between.as_ref().unwrap();
    let [Value::Float(below), Value::Float(above)] = [&pair[0].value, &pair[1].value] else { panic!("{pair:?}") };
    assert!(above > below && above - below < 1e-7, "{below} and {above}");
    // The edge is the row's own number, and belongs to the row (rules/fths.md 6: acceleration of at least so much).
    let jump = found.found[0].jump.as_ref().unwrap();
    assert_eq!((jump.edge, jump.from_edge_on), (*above, true));
    assert_eq!(format!("{}", jump.edge).len(), 2, "{jump:?}");
    assert!(jump.changes.iter().any(|change| change.starts_with("prey acceleration ")), "{jump:?}");
    assert!((rate(&format!("{below:?}")) - pair[0].response.value).abs() < 1e-12);
    assert!((rate(&format!("{above:?}")) - pair[1].response.value).abs() < 1e-12);
}

#[test]
fn a_response_that_turns_around_is_seen_and_met_on_both_sides() {
    let text = "systems = [\"fths\"]\n[fths]\nstart = 3\nrules = { damage = \"off\", red_light = -2 }\n\
        course = { kind = \"fixed\", segments = [[\"straight\", \"medium-traffic\"]] }\n\
        prey = { driving = \"Good\", acceleration = \"Good\", deceleration = \"Good\", maneuver = \"Good\", stability = \"Good\" }\n\
        catcher = { driving = \"Fair\", piloting = 1, acceleration = \"Great\", deceleration = \"Mediocre\", maneuver = \"Fair\", risk = 1 }\n";
    let rates: Vec<f64> = (-2..=2).map(|risk| free(text, &format!("fths.prey.risk={risk}"))).collect();
    let best = rates.iter().copied().fold(0.0, f64::max);
    let target = format!("free = {}", f64::midpoint(best, rates[0].max(rates[4])));
    let found = only(text, &[], wish("fths.prey.risk", &target, Some("-2,2")));
    assert_eq!((found.shape, found.found.len()), (Shape::Bent, 2), "{rates:?}");
}

#[test]
fn a_temper_is_varied_from_its_first_row_to_its_last() {
    let tempers = ["timid", "steady", "bold", "reckless"];
    let rates = tempers.map(|temper| free(FTHS, &format!("prey.temper={temper}")));
    // Risks that the scenario writes itself hide the temper; without them it is read.
    let text = "systems = [\"fths\"]\n[terrain]\nkind = \"open\"\n[fths]\nmax_turns = 20\nrules.damage = \"off\"\n";
    assert!(rates.iter().all(|rate| *rate == rates[0]));
    let rates = tempers.map(|temper| free(text, &format!("prey.temper={temper}")));
    let found = only(text, &[], wish("prey.temper", &format!("free = {}", rates[2]), None));
    let scanned: Vec<(Value, f64)> =
        found.scan.iter().map(|point| (point.value.clone(), point.response.value)).collect();
    assert_eq!(scanned, tempers.map(word).into_iter().zip(rates).collect::<Vec<_>>());
    assert!(at(&found).contains(&word("bold")), "{:?}", found.found);
}

#[test]
fn what_is_out_of_reach_is_said_with_the_range() {
    let found = only(THW, &[], wish("thw.getaway", "free = 0.9999", Some("9,14")));
    assert!(found.found.is_empty());
    let [least, most] = found.range();
    assert!((most.response.value - free(THW, "thw.getaway=9")).abs() < 1e-12, "{most:?}");
    assert!((least.response.value - free(THW, "thw.getaway=14")).abs() < 1e-12, "{least:?}");
}

#[test]
fn played_chases_enclose_what_exact_numbers_find() {
    let rates: Vec<f64> = (3..=14).map(|value| free(THW, &format!("thw.getaway={value}"))).collect();
    for seed in 0..20 {
        let sets = ["method=sampled".to_owned(), format!("seed={seed}")];
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        let target = f64::midpoint(rates[3], rates[4]);
        let found = only(THW, &sets, wish("thw.getaway", &format!("free = {target}"), Some("3,14")));
        // What encloses the target does so with 95 % for all values together, and by far most often closely.
        let enclosed = between(&found);
        let met = at(&found);
        assert!(enclosed == [[Value::Integer(6), Value::Integer(7)]] || !met.is_empty(), "{:?}", found.found);
        assert_eq!(found.shape, Shape::Falling);
        // A value that meets the target cannot be told from it.
        let found = only(THW, &sets, wish("thw.getaway", &format!("free = {}", rates[4]), Some("3,14")));
        let inside = between(&found).contains(&[Value::Integer(6), Value::Integer(8)]);
        assert!(inside || at(&found).contains(&Value::Integer(7)), "{:?}", found.found);
    }
}

#[test]
fn players_who_adapt_are_solved_anew_at_each_value() {
    let question = Question::free();
    let base = scenario(FTHS, &["fths.start=3"]);
    let differing = Differing::new(base.clone(), scenario(FTHS, &["fths.start=2"]), Some(question.clone())).unwrap();
    let difference = differing.run(2, &Unwatched).unwrap().unwrap();
    let value = difference.cells[0].adapted.as_ref().unwrap().as_ref().unwrap().changed.value;
    let asked = Wish { adapt: Some(question), ..wish("fths.start", &format!("free = {value}"), Some("1,4")) };
    let found = only(FTHS, &[], asked);
    assert_eq!(at(&found), [Value::Integer(2)]);
}

#[test]
fn every_cell_of_a_grid_has_its_own_answer() {
    let text = format!("{THW}[grid]\n\"prey.driving\" = [\"Fair\", \"Good\"]\n");
    let all = tuned(&text, &[], wish("thw.getaway", "free = 0.4", Some("3,14")));
    assert_eq!(all.cells.iter().map(|cell| cell.cell).collect::<Vec<_>>(), [0, 1]);
    let one = tuned(&text, &[], Wish { cell: Some(1), ..wish("thw.getaway", "free = 0.4", Some("3,14")) });
    assert_eq!((one.cells.len(), &one.cells[0].found), (1, &all.cells[1].found));
    let alone = only(THW, &["prey.driving=Good"], wish("thw.getaway", "free = 0.4", Some("3,14")));
    assert_eq!(alone.found, all.cells[1].found);
}

#[test]
fn what_cannot_be_varied_is_refused() {
    let refused = |text: &str, path: &str, between: Option<&str>| {
        let problem =
            Tuning::new(scenario(text, &[]), wish(path, "free = 0.5", between)).map(|_| ()).unwrap_err().problem;
        problem.message
    };
    assert_eq!(refused(THW, "fths.start", Some("1,3")), "the scenario does not play fths");
    let hidden = format!("{THW}[thw.prey]\ndriving = 3\n");
    assert_eq!(refused(&hidden, "prey.driving", Some("Fair,Good")), "prey.driving has no effect");
    assert_eq!(
        refused(FTHS, "fths.tables.crash.4.distance", None),
        "nothing says how far fths.tables.crash.4.distance can go"
    );
    let grid = format!("{THW}[grid]\n\"thw.getaway\" = [8, 9]\n");
    let message = refused(&grid, "thw.getaway", Some("3,9"));
    assert_eq!(message, "the grid varies thw.getaway, which hides what --vary tries");
    assert_eq!(refused(THW, "thw.getawy", Some("3,9")), refused(THW, "thw.getawy", Some("3,8")));
}
