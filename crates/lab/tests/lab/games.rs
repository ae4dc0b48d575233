//! Games of whole scenarios: solved, played, and held against every fixed policy.

use crate::{plan, results};
use chaselab_core::{Group, Side};
use chaselab_lab::game::{Answer, Answers, Depth, Question, answers};
use chaselab_lab::results::{CellResult, Results};
use chaselab_solve::{Rule, RuleValue};
use chaselab_systems::SystemId;

const OPEN: &str = r#"
systems = ["fths"]
chases = 200_000
[fths]
max_turns = 15
course = { kind = "open" }
rules.damage = "off"
prey = { driving = "Good", risk = 0 }
catcher = { driving = "Good", risk = 1 }
"#;

fn solved(text: &str, sets: &[&str], free: Option<&str>, depth: Depth) -> Answers {
    let plan = plan(text, sets).unwrap_or_else(|unusable| panic!("{unusable}"));
    let question = Question::new("free", free).unwrap();
    answers(&plan, &question, None, depth, &|| false).unwrap_or_else(|error| panic!("{error}"))
}

fn only(mut answers: Answers) -> Answer {
    answers.cells.remove(0).answer
}

fn free(cell: &CellResult) -> f64 {
    cell.group(Group::Free).rate
}

fn exact(sets: &[&str]) -> Results {
    results(OPEN, &[&["method=exact"], sets].concat(), 2)
}

#[test]
fn the_matrix_is_the_grid_of_all_risks() {
    let answer = only(solved(OPEN, &[], None, Depth::Whole));
    let matrix = answer.matrix.as_ref().unwrap();
    assert_eq!((matrix.actions.prey.len(), matrix.actions.catcher.len()), (8, 8));
    let grid = "[grid]\n\"fths.prey.risk\" = { from = -4, to = 3 }\n\"fths.catcher.risk\" = { from = -4, to = 3 }\n";
    let cells = results(&format!("{OPEN}{grid}"), &["method=exact"], 2).cells;
    for (index, cell) in cells.iter().enumerate() {
        let entry = matrix.at(index / 8, index % 8);
        assert!((free(cell) - entry).abs() < 1e-12, "cell {index}: {} and {entry}", free(cell));
    }
    for (row, column) in [(0, 0), (3, 5), (7, 7)] {
        let best = cells.iter().skip(column).step_by(8).map(free).fold(0.0, f64::max);
        assert_eq!(matrix.is_best(Side::Prey, row, column), free(&cells[row * 8 + column]) >= best - 1e-10);
    }
    // As written: prey 0, catcher 1. Replies are at least as good as any risk that is kept.
    let written = free(&cells[4 * 8 + 5]);
    assert!((answer.written.unwrap() - written).abs() < 1e-12);
    let replies = answer.replies.as_ref().map(|reply| reply.as_ref().unwrap());
    assert!(replies.prey.value >= (0..8).map(|row| matrix.at(row, 5)).fold(0.0, f64::max) - 1e-12);
    assert!(replies.catcher.value <= (0..8).map(|column| matrix.at(4, column)).fold(1.0, f64::min) + 1e-12);
    assert!((replies.prey.gain - (replies.prey.value - written)).abs() < 1e-12);
    assert!((replies.catcher.gain - (written - replies.catcher.value)).abs() < 1e-12);
}

#[test]
fn no_fixed_risk_gains_against_the_solved_other_side() {
    let answer = only(solved(OPEN, &[], Some("risk"), Depth::Whole));
    let (low, high) = (answer.certificate.low, answer.certificate.high);
    assert!(high - low < 1e-12 && low <= answer.certificate.value && answer.certificate.value <= high);
    let mut costs = 0;
    for (index, risk) in (-4..=3).enumerate() {
        for (side, sets) in [
            (Side::Prey, [format!("fths.prey.risk={risk}"), "fths.catcher.risk=equilibrium".into()]),
            (Side::Catcher, ["fths.prey.risk=equilibrium".into(), format!("fths.catcher.risk={risk}")]),
        ] {
            let got = free(&exact(&[&sets[0], &sets[1]]).cells[0]);
            match side {
                Side::Prey => assert!(got <= high + 1e-12, "{sets:?}"),
                Side::Catcher => assert!(got >= low - 1e-12, "{sets:?}"),
            }
            let kept = &answer.choices[side][0].kept[index];
            assert!((kept.against_solved - got).abs() < 1e-10, "{sets:?}: {got} and {kept:?}");
            costs += usize::from((got - answer.certificate.value).abs() > 0.01);
        }
    }
    assert!(costs > 4, "risks must matter for this to be a test: {costs}, {:?}", answer.certificate);
}

#[test]
fn a_rule_for_the_table_is_sure_of_what_it_says() {
    let answer = only(solved(OPEN, &[], Some("risk"), Depth::Whole));
    for side in Side::BOTH {
        let RuleValue { rule: Rule::ByGap(bands), guaranteed, loss, .. } =
            answer.choices[side][0].by_gap.clone().unwrap()
        else {
            panic!("a rule by distance")
        };
        // The first band also holds below its beginning.
        let from = |index: usize| if index == 0 { 0 } else { bands[index].0 };
        let band = |index: usize| match bands.get(index + 1) {
            Some(&(next, _)) if next - 1 == from(index) => format!("\"{}\"", from(index)),
            Some(&(next, _)) => format!("\"{}..{}\"", from(index), next - 1),
            None => format!("\"{}+\"", from(index)),
        };
        let bands: Vec<String> = bands
            .iter()
            .enumerate()
            .map(|(at, (_, action))| format!("{} = {}", band(at), i16::from(action.0) - 4))
            .collect();
        let (mine, other) = (side.name(), side.other().name());
        let rule = format!("fths.{mine}.risk={{ {} }}", bands.join(", "));
        let got = free(&exact(&[&rule, &format!("fths.{other}.risk=best-reply")]).cells[0]);
        assert!((got - guaranteed).abs() < 1e-10, "{rule}: {got} and {guaranteed}");
        assert!(loss >= -1e-12 && loss <= answer.choices[side][0].best_kept().loss + 1e-12);
        assert!((answer.playable[side].unwrap() - loss).abs() < 1e-10);
    }
}

#[test]
fn the_equilibrium_played_falls_inside_its_interval() {
    let answer = only(solved(OPEN, &[], Some("risk"), Depth::Brief));
    let sets = ["method=sampled", "confidence=0.9999", "fths.prey.risk=equilibrium", "fths.catcher.risk=equilibrium"];
    let played = results(OPEN, &sets, 2);
    let rate = played.cells[0].group(Group::Free);
    assert!(rate.low <= answer.certificate.value && answer.certificate.value <= rate.high, "{rate:?}");
}

#[test]
fn positions_hold_what_the_stage_games_say() {
    let answer = only(solved(OPEN, &[], None, Depth::Brief));
    assert!(answer.positions.len() > 10 && answer.fields.contains(&0));
    for position in &answer.positions {
        let certificate = position.certificate;
        assert!((certificate.value - position.stage.value).abs() < 1e-12);
        assert!(certificate.high - certificate.low < 1e-12 && position.holds_until_turn >= position.turn);
        for side in Side::BOTH {
            let (mix, regret) = (position.mix(side), &position.regret[side]);
            for part in mix.iter().filter(|_| !regret.is_empty()) {
                let index = position.stage.actions[side].iter().position(|action| *action == part.action).unwrap();
                // What is mixed is as good as anything; what is strictly dominated is not mixed.
                assert!(regret[index] < 1e-9, "{position:?}");
                assert!(!matches!(position.dominated[side][index], Some(chaselab_solve::Dominance::Strict(_))));
            }
        }
    }
    // The chase begins in the one state that is met for certain in the first turn.
    let start =
        answer.positions.iter().find(|position| (position.stage.value - answer.certificate.value).abs() < 1e-12);
    assert!(start.is_some_and(|start| start.met >= 1.0 - 1e-12));
}

#[test]
fn a_short_chase_shows_each_state_in_the_first_turn_that_reaches_it() {
    let answer = only(solved(OPEN, &["fths.max_turns=2"], None, Depth::Brief));
    let turns: Vec<usize> = answer.positions.iter().map(|position| position.turn).collect();
    assert!(turns.contains(&1) && turns.contains(&2) && turns.iter().all(|&turn| turn <= 2));
    for position in &answer.positions {
        assert!((position.certificate.value - position.stage.value).abs() < 1e-12);
    }
}

#[test]
fn declarations_of_the_other_system_are_solved_too() {
    let answers = solved("systems = [\"thw\"]\n", &[], None, Depth::Whole);
    let words = answers.cells[0].words.clone();
    let answer = only(answers);
    let matrix = answer.matrix.as_ref().unwrap();
    assert_eq!(words.decisions[usize::from(matrix.decision.0)].name, "maneuver");
    assert_eq!((matrix.actions.prey.len(), matrix.actions.catcher.len()), (2, 2));
    for (side, reply) in [(Side::Prey, &answer.replies.prey), (Side::Catcher, &answer.replies.catcher)] {
        assert!(reply.as_ref().unwrap().gain >= -1e-12, "{side:?}");
    }
}

#[test]
fn a_chase_that_is_over_at_once_has_a_value_and_no_choices() {
    let answer = only(solved("systems = [\"thw\"]\n", &["thw.start=8", "thw.getaway=8"], None, Depth::Whole));
    assert_eq!((answer.certificate.value, answer.certificate.exploitability()), (1.0, 0.0));
    assert!(answer.positions.is_empty() && answer.matrix.is_none());
    assert!(Side::BOTH.iter().all(|&side| answer.choices[side].is_empty()));
}

#[test]
fn what_cannot_be_asked_is_said() {
    let question = Question::new("free", Some("bravery")).unwrap();
    let error = answers(&plan(OPEN, &[]).unwrap(), &question, None, Depth::Brief, &|| false).unwrap_err();
    assert!(error.source.to_string().contains("no decision `bravery`"), "{}", error.source);
    let question = Question::new("free", Some("shoot")).unwrap();
    let unarmed = plan("systems = [\"thw\"]\n", &[]).unwrap();
    let error = answers(&unarmed, &question, None, Depth::Brief, &|| false).unwrap_err();
    assert!(error.source.to_string().contains("nobody has anything to decide"), "{}", error.source);
    let random = "fths.course={ kind = \"random\", weights = [[1, [\"straight\"]], [1, [\"sharp-turn\"]]] }";
    let large = plan(OPEN, &[random, "fths.max_turns=60"]).unwrap();
    let error = answers(&large, &Question::free(), None, Depth::Brief, &|| false).unwrap_err();
    assert!(error.source.to_string().starts_with("the states do not fit"), "{}", error.source);
}

#[test]
fn what_does_not_fit_keeps_no_other_cell_from_its_answer() {
    let text = "systems = [\"fths\", \"thw\"]\n[fths]\nmax_turns = 60\n\
                course = { kind = \"random\", weights = [[1, [\"straight\"]], [1, [\"sharp-turn\"]]] }\n\
                [grid]\n\"prey.driving\" = [\"Fair\", \"Good\"]\n";
    let found = solved(text, &[], None, Depth::Brief);
    let answered: Vec<_> = found.cells.iter().map(|cell| (cell.system, cell.cell)).collect();
    assert_eq!(answered, [(SystemId::Thw, 0), (SystemId::Thw, 1)]);
    let unfit: Vec<_> = found.unfit.iter().map(|cell| (cell.system, cell.cell)).collect();
    assert_eq!(unfit, [(SystemId::Fths, 0), (SystemId::Fths, 1)]);
    assert!(found.unfit[0].why.starts_with("the states do not fit"), "{}", found.unfit[0].why);
    assert_eq!(found.unfit[1].why, "not tried, since cell 0 has no answer");
}
