//! Differences against two runs, two solutions, and what intervals promise.

use crate::{results, scenario};
use chaselab_core::Group;
use chaselab_lab::diff::{Difference, Differing, Quantity, Standing, Variant};
use chaselab_lab::game::{Depth, Question, answers};
use chaselab_lab::plan::Plan;
use chaselab_lab::run::Unwatched;

/// A skid costs piloting in the next turn, in a small grid.
const GRID: &str = r#"
systems = ["fths", "thw"]
chases = 20_000
[terrain]
kind = "open"
[fths]
rules = { damage = "off" }
[fths.prey]
risk = 1
[fths.catcher]
risk = 1
[grid]
"prey.driving" = ["Fair", "Good"]
"#;

/// One cell of the crash table that nearly every chase meets, and one that few meet.
const SKID: &str = "fths.tables.crash.0.piloting=-1";
const SPIN: &str = "fths.tables.crash.4.piloting=-4";

fn differing(base: (&str, &[&str]), changed: (&str, &[&str]), question: Option<Question>) -> Differing {
    Differing::new(scenario(base.0, base.1), scenario(changed.0, changed.1), question)
        .unwrap_or_else(|unusable| panic!("{unusable}"))
}

fn difference(text: &str, base: &[&str], change: &str, question: Option<Question>, threads: usize) -> Difference {
    let changed = [base, &[change]].concat();
    let found = differing((text, base), (text, &changed), question).run(threads, &Unwatched);
    found.unwrap_or_else(|error| panic!("{error}")).expect("nobody stops it")
}

#[test]
fn exact_differences_are_those_of_two_exact_runs() {
    let exact = ["method=exact"];
    let found = difference(GRID, &exact, SKID, None, 2);
    let (before, after) = (results(GRID, &exact, 2), results(GRID, &[exact[0], SKID], 2));
    assert_eq!(found.cells.len(), 4);
    for ((cell, before), after) in found.cells.iter().zip(&before.cells).zip(&after.cells) {
        assert_eq!((cell.system, cell.cell, cell.pairs), (before.system, before.cell, None));
        assert_eq!(cell.changes.len(), 3 + before.ends.len() + 1);
        for change in &cell.changes {
            let wanted = match change.quantity {
                Quantity::Group(group) => after.group(group).rate - before.group(group).rate,
                Quantity::End(end) => after.end(end).unwrap().rate - before.end(end).unwrap().rate,
                Quantity::Turns => after.turns.mean.mean - before.turns.mean.mean,
            };
            assert!((change.delta - wanted).abs() < 1e-12, "{change:?}");
            assert_eq!((change.low, change.high, change.standing), (change.delta, change.delta, Standing::Exact));
        }
        // The table is one of fths.
        let changes = cell.changes.iter().any(|change| change.is_real());
        assert_eq!(changes, cell.system.name() == "fths", "{cell:?}");
    }
    assert_eq!(found.comparisons, 0);
}

#[test]
fn paired_intervals_cover_the_exact_difference_as_often_as_they_promise() {
    let repeats = 500;
    let mut deltas = Vec::new();
    for (change, cell) in [(SKID, 0), (SPIN, 1)] {
        let found = |method: &str, seed: u32| {
            let own =
                [format!("method={method}"), format!("seed={seed}"), "chases=300".into(), "systems=[\"fths\"]".into()];
            let own: Vec<&str> = own.iter().map(String::as_str).collect();
            difference(GRID, &own, change, None, 1).cells.swap_remove(cell).changes
        };
        let exact = found("exact", 0);
        let mut covered = vec![0_u32; exact.len()];
        for seed in 0..repeats {
            for ((count, wanted), change) in covered.iter_mut().zip(&exact).zip(found("sampled", seed)) {
                *count += u32::from(change.low <= wanted.delta && wanted.delta <= change.high);
            }
        }
        for (covered, change) in covered.iter().zip(&exact) {
            let share = f64::from(*covered) / f64::from(repeats);
            // Four standard errors of 500 repeats at 95 % are 0.039; what hardly ever differs is covered more often.
            assert!(share >= 0.91, "{share} at {change:?}");
            if change.delta.abs() > 0.02 {
                assert!(share <= 0.99, "{share} at {change:?}");
            }
        }
        deltas.extend(exact.iter().map(|change| change.delta.abs()));
    }
    assert!(deltas.iter().any(|&delta| delta > 0.02) && deltas.iter().any(|&delta| delta > 0.0 && delta < 0.001));
}

#[test]
fn pairing_gains_threefold_on_one_cell_of_a_table() {
    let sampled = ["method=sampled", "systems=[\"fths\"]"];
    let found = difference(GRID, &sampled, SPIN, None, 2);
    for cell in &found.cells {
        let free = cell.change(Quantity::Group(Group::Free)).unwrap();
        let Standing::Paired { gain: Some(gain), differ, .. } = free.standing else { panic!("{free:?}") };
        assert!(gain > 3.0 && differ > 0, "{free:?}");
        // The gain is what it says: the interval is narrower by its root than that of two runs with their own luck.
        let variance = free.base * (1.0 - free.base) + free.changed * (1.0 - free.changed);
        let unpaired = 1.959_964 * (variance / 20_000.0).sqrt();
        let narrower = unpaired / ((free.high - free.low) / 2.0);
        assert!((narrower - gain.sqrt()).abs() < 0.02 * narrower, "{narrower} and {gain}");
    }
}

#[test]
fn the_adapted_column_is_the_difference_of_two_solutions() {
    let sets = ["systems=[\"fths\"]", "fths.max_turns=12", "fths.course={ kind = \"open\" }"];
    let question = Question::new("free - 0.01*turns", None).unwrap();
    let found = difference(GRID, &sets, SKID, Some(question.clone()), 2);
    let solved = |extra: &[&str]| {
        let plan = Plan::new(scenario(GRID, &[&sets, extra].concat())).unwrap();
        answers(&plan, &question, None, Depth::Brief, &|| false).unwrap().cells
    };
    let (before, after) = (solved(&[]), solved(&[SKID]));
    for ((cell, before), after) in found.cells.iter().zip(&before).zip(&after) {
        let adapted = cell.adapted.as_ref().unwrap().as_ref().unwrap();
        let wanted = after.answer.certificate.value - before.answer.certificate.value;
        assert!((adapted.value() - wanted).abs() < 1e-12);
        assert_eq!(adapted.base.states, before.answer.states);
        // The value is what its ends and its length come to.
        let change = |quantity| cell.change(quantity).unwrap().adapted.unwrap();
        let value = change(Quantity::Group(Group::Free)) - 0.01 * change(Quantity::Turns);
        assert!((value - wanted).abs() < 1e-9, "{value} and {wanted}");
    }
    // Play as it was solved comes to the same, by another way: policies named in the scenario.
    let best = ["fths.prey.risk=equilibrium", "fths.catcher.risk=equilibrium", "method=exact"];
    let question = Question::new("free", Some("risk")).unwrap();
    let found = difference(GRID, &sets, SKID, Some(question), 2);
    let [before, after] = [None, Some(SKID)].map(|extra| {
        let sets: Vec<&str> = sets.into_iter().chain(best).chain(extra).collect();
        results(GRID, &sets, 2)
    });
    for ((cell, before), after) in found.cells.iter().zip(&before.cells).zip(&after.cells) {
        let free = cell.change(Quantity::Group(Group::Free)).unwrap();
        let wanted = after.group(Group::Free).rate - before.group(Group::Free).rate;
        assert!((free.adapted.unwrap() - wanted).abs() < 1e-9, "{free:?} and {wanted}");
    }
}

#[test]
fn what_is_not_solved_is_said() {
    let random = "fths.course={ kind = \"random\", weights = [[1, [\"straight\"]], [1, [\"sharp-turn\"]]] }";
    let sets = ["systems=[\"fths\"]", random, "fths.max_turns=40", "chases=500"];
    let found = difference(GRID, &sets, SKID, Some(Question::free()), 2);
    let cell = &found.cells[0];
    assert!(cell.pairs == Some(500), "{cell:?}");
    let why = cell.adapted.as_ref().unwrap().as_ref().unwrap_err();
    assert!(why.starts_with("BASE: the states do not fit"), "{why}");
    assert!(cell.changes.iter().all(|change| change.adapted.is_none()));
}

#[test]
fn nothing_depends_on_threads() {
    let sampled = ["method=sampled"];
    let on = |threads| difference(GRID, &sampled, SKID, None, threads);
    let (one, three) = (on(1), on(3));
    assert!(one.base == three.base && one.changed == three.changed);
    for (one, three) in one.cells.iter().zip(&three.cells) {
        assert_eq!(one.changes, three.changes);
    }
    // BASE's chases are those of a run of BASE.
    assert_eq!(one.base.cells, results(GRID, &sampled, 2).cells);
}

#[test]
fn a_change_that_changes_nothing_differs_in_no_chase() {
    // Nobody faces a hairpin on open ground.
    let found = difference(GRID, &["method=sampled"], "fths.tables.elements.hairpin.modifier=-4", None, 2);
    assert!(!found.altered.is_empty());
    assert!(found.cells.iter().flat_map(|cell| &cell.changes).all(|change| change.is_nothing() && !change.is_real()));
    assert_eq!(found.comparisons, 0);
    // What is written down again is no change.
    let found = difference(GRID, &["method=sampled"], "fths.prey.risk=1", None, 2);
    assert!(found.altered.is_empty());
}

#[test]
fn chance_alone_is_shown_to_be_real_no_more_often_than_promised() {
    // The catcher's luck with its start differs by a rule that is as likely either way: a mix and its mirror image.
    let mixed = |share: &str| format!("fths.catcher.risk={{ mix = {share} }}");
    let (one, other) = (mixed("{ \"1\" = 0.5, \"0\" = 0.5 }"), mixed("{ \"0\" = 0.5, \"1\" = 0.5 }"));
    let mut shown = 0;
    for seed in 0..60 {
        let own =
            ["systems=[\"fths\"]", "method=sampled", "chases=400", &one, &format!("seed={seed}")].map(str::to_owned);
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        let found = difference(GRID, &own, &other, None, 1);
        shown += u32::from(found.cells.iter().flat_map(|cell| &cell.changes).any(|change| change.is_real()));
    }
    // 5 % of 60 are 3; 10 or more have a chance of less than one in a thousand.
    assert!(shown < 10, "{shown}");
}

#[test]
fn cells_are_matched_by_system_and_factors() {
    let grid = |values: &str| GRID.replace("[\"Fair\", \"Good\"]", values);
    let (base, changed) = (grid("[\"Fair\", \"Good\"]"), grid("[\"Great\", \"Good\"]"));
    let found = differing((&base, &[]), (&changed, &["systems=[\"fths\"]"]), None).run(2, &Unwatched).unwrap().unwrap();
    let names: Vec<String> = found.lonely.iter().map(|cell| cell.shown()).collect();
    assert_eq!(
        names,
        [
            "fths with prey.driving = Fair",
            "thw with prey.driving = Fair",
            "thw with prey.driving = Good",
            "fths with prey.driving = Great"
        ]
    );
    assert_eq!(found.lonely.iter().filter(|cell| cell.of == Variant::Base).count(), 3);
    let [only] = &found.cells[..] else { panic!("{}", found.cells.len()) };
    assert_eq!((only.cell, only.factors[0].shown()), (1, "Good".to_owned()));
    assert!(only.changes.iter().all(|change| change.is_nothing()));
    let apart = Differing::new(scenario(&base, &[]), scenario(&grid("[\"Great\"]"), &[]), None);
    let problem = apart.map(|_| ()).unwrap_err().problem;
    assert_eq!(problem.message, "no cell of CHANGED is a cell of BASE, so there is nothing to compare");
    assert_eq!(
        problem.help.as_deref(),
        Some(
            "BASE has fths with prey.driving = Fair to thw with prey.driving = Good; CHANGED has fths with prey.driving = Great to thw with prey.driving = Great"
        )
    );
}
