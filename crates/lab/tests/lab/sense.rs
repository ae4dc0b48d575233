//! What matters: against runs of the whole grid, sampled against exact, and what has no effect at all.

use crate::{loaded, results, scenario};
use chaselab_core::Group;
use chaselab_lab::run::Unwatched;
use chaselab_lab::sense::{Design, Levels, OfSystem, Parameter, Question, Sensing, Sensitivity};

/// Jon and Mad, on a road that fits.
const CHASE: &str = "systems = [\"fths\"]\nseed = 5\n[terrain]\nkind = \"highway\"\n[prey]\ntemper = \"bold\"\n[fths]\nrules.damage = \"off\"\nmax_turns = 15\n";

fn question(vary: &[&str], output: &str, evaluations: usize) -> Question {
    Question {
        vary: vary.iter().map(|text| Parameter::parse(text).unwrap()).collect(),
        output: output.parse().unwrap(),
        output_name: output.to_owned(),
        most: 8,
        evaluations,
    }
}

fn sensed(text: &str, sets: &[&str], question: Question, threads: usize) -> Sensitivity {
    let sensing = Sensing::new(scenario(text, sets), question).unwrap_or_else(|unusable| panic!("{unusable}"));
    sensing.run(threads, &Unwatched).unwrap().expect("nobody stops it")
}

fn only(text: &str, sets: &[&str], question: Question) -> OfSystem {
    sensed(text, sets, question, 2).systems.remove(0)
}

const VARIED: [&str; 3] = ["fths.start=2..4", "fths.prey.risk=[-1, 0, 1, 2]", "fths.catcher.risk=0..1"];

#[test]
fn a_whole_grid_agrees_with_runs_of_its_cells() {
    let found = only(CHASE, &[], question(&VARIED, "free", 4096));
    let together = found.together.unwrap();
    assert_eq!(together.design, Design::Every { settings: 24 });
    // The same cells by `run`, and the shares of the variance written out anew.
    let grid =
        "[grid]\n\"fths.start\" = [2, 3, 4]\n\"fths.prey.risk\" = [-1, 0, 1, 2]\n\"fths.catcher.risk\" = [0, 1]\n";
    let cells = results(&format!("{CHASE}{grid}"), &["method=exact"], 2).cells;
    let free =
        |start: usize, prey: usize, catcher: usize| cells[(start * 4 + prey) * 2 + catcher].group(Group::Free).rate;
    let mean = cells.iter().map(|cell| cell.group(Group::Free).rate).sum::<f64>() / 24.0;
    let variance = cells.iter().map(|cell| (cell.group(Group::Free).rate - mean).powi(2)).sum::<f64>() / 24.0;
    assert!((together.sd * together.sd - variance).abs() < 1e-12);
    let by_prey = |prey: usize| {
        (0..3).flat_map(|s| (0..2).map(move |c| (s, c))).map(|(s, c)| free(s, prey, c)).sum::<f64>() / 6.0
    };
    let first = (0..4).map(|prey| (by_prey(prey) - mean).powi(2)).sum::<f64>() / 4.0 / variance;
    let line = |s: usize, c: usize| (0..4).map(|p| free(s, p, c)).sum::<f64>() / 4.0;
    let total = (0..3)
        .flat_map(|s| (0..4).flat_map(move |p| (0..2).map(move |c| (s, p, c))))
        .map(|(s, p, c)| (free(s, p, c) - line(s, c)).powi(2))
        .sum::<f64>()
        / 24.0
        / variance;
    let (own, whole) = together.of(&Parameter::parse(VARIED[1]).unwrap().path).unwrap();
    assert!((own.value - first).abs() < 1e-9, "{own:?} for {first}");
    assert!((whole.value - total).abs() < 1e-9, "{whole:?} for {total}");
}

#[test]
fn the_quasi_random_design_and_sampling_agree_with_the_whole_grid() {
    let exact = only(CHASE, &[], question(&VARIED, "free", 4096)).together.unwrap();
    // Too few evaluations for every combination.
    let quasi = only(CHASE, &[], Question { evaluations: 20, ..question(&VARIED, "free", 4096) });
    let quasi = quasi.together.unwrap();
    assert!(matches!(quasi.design, Design::QuasiRandom { rows: 32, settings: 160 }), "{:?}", quasi.design);
    let sampled = only(CHASE, &["method=sampled", "chases=4000"], question(&VARIED, "free", 4096)).together.unwrap();
    for (path, first, total) in &exact.indices {
        for (name, other) in [("quasi-random", &quasi), ("sampled", &sampled)] {
            let (own, whole) = other.of(path).unwrap();
            for (found, truth) in [(own, first.value), (whole, total.value)] {
                // Half as wide again: six intervals of 95 % are looked at.
                let slack = 0.25 * (found.high - found.low);
                assert!(
                    found.low - slack <= truth && truth <= found.high + slack,
                    "{name} {path}: {found:?} for {truth}"
                );
            }
        }
    }
}

#[test]
fn without_a_question_everything_that_can_be_moved_is() {
    let found = only(CHASE, &[], question(&[], "free", 64));
    let influence = |name: &str| {
        found.influences.iter().find(|i| i.path.to_string() == name).unwrap_or_else(|| panic!("no {name}"))
    };
    assert!(influence("prey.driving").shown);
    assert!(influence("prey.driving").swing() > 0.01);
    // Terms of the system's own are moved too, where the scenario writes them.
    let own =
        only(&format!("{CHASE}start = 3\nprey.risk = 1\nprey.driving = \"Good\"\n"), &[], question(&[], "free", 64));
    for name in ["fths.start", "fths.prey.risk", "fths.prey.driving"] {
        let found = own.influences.iter().find(|i| i.path.to_string() == name);
        assert!(found.is_some_and(|found| found.shown && found.points.len() == 3), "{name}: {found:?}");
    }
    // Nobody flies here.
    let air = found.influences.iter().find(|i| i.path.to_string().starts_with("fths.tables.air_crash.")).unwrap();
    assert!(!air.shown && air.swing() == 0.0, "{air:?}");
    let order: Vec<f64> = found.influences.iter().map(|i| i.swing()).collect();
    assert!(order[0] > 0.0 && order.last() == Some(&0.0));
}

#[test]
fn sampled_outputs_show_no_effect_where_there_is_none() {
    let vary = ["fths.tables.air_crash.1.piloting=-2..0", "fths.start=2..4"];
    let found = only(CHASE, &["method=sampled", "chases=5000"], question(&vary, "free - 0.1 turns", 64));
    assert_eq!(found.influences[0].path.to_string(), "fths.start");
    assert!(found.influences[0].shown && !found.influences[1].shown);
    // The same luck: what changes nothing changes no number.
    assert_eq!(found.influences[1].swing(), 0.0);
    assert!(found.together.is_none(), "one parameter alone has nothing to be moved with");
}

#[test]
fn threads_change_nothing() {
    let one = sensed(CHASE, &["method=sampled", "chases=2000"], question(&VARIED, "free", 64), 1);
    let two = sensed(CHASE, &["method=sampled", "chases=2000"], question(&VARIED, "free", 64), 2);
    assert_eq!(format!("{one:?}"), format!("{two:?}"));
}

#[test]
fn the_grid_of_a_scenario_is_what_is_varied() {
    let found = only(
        &format!("{CHASE}[grid]\n\"fths.start\" = [1, 5]\n\"prey.driving\" = [\"Poor\", \"Great\"]\n"),
        &[],
        question(&[], "free", 64),
    );
    assert_eq!(found.influences.len(), 2);
    assert_eq!(found.together.unwrap().design, Design::Every { settings: 4 });
}

#[test]
fn what_cannot_be_varied_is_said() {
    let message = |vary: &str| {
        let question = question(&[vary], "free", 64);
        match Sensing::new(loaded(CHASE, &[]).unwrap(), question) {
            Ok(_) => panic!("{vary} can be varied"),
            Err(unusable) => unusable.problem.message,
        }
    };
    assert_eq!(message("thw.start=1..3"), "no system of the scenario reads thw.start");
    assert!(message("fths.strat=1..3").contains("strat"), "{}", message("fths.strat=1..3"));
    assert_eq!(Parameter::parse("fths.start=1..3").unwrap().levels.points().len(), 3);
    assert!(matches!(Parameter::parse("x=1.0..2").unwrap().levels, Levels::Between(..)));
}
