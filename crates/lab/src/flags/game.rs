//! What solved games show.

use super::probe::{Bench, looked_at};
use super::rates::of_solved;
use super::{Flag, Found, Sums, in_order};
use crate::game::{Answers, CellAnswer, Choices, Verdict};
use crate::plan::{Cell, Plan};
use crate::results::CellResult;
use crate::run::{RunError, pool};
use crate::summary::exactly;
use chaselab_core::{Action, Side};

/// Everything worth a look in the answers of a plan, on so many threads, 0 for as many as the machine has; nothing when
/// it was stopped.
///
/// # Errors
/// When the threads cannot be started.
pub fn of_game(
    answers: &Answers,
    plan: &Plan,
    threads: usize,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<Flag>>, RunError> {
    let pool = pool(threads)?;
    let mut flags = Vec::new();
    for solved in answers.cells.chunk_by(|one, other| one.system == other.system) {
        let own = |cell: &&Cell| cell.system == solved[0].system;
        let cells: Vec<&Cell> = solved
            .iter()
            .filter_map(|answer| plan.cells.iter().filter(own).find(|cell| cell.index == answer.cell))
            .collect();
        let mut sums = Sums::new(&plan.scenario, solved[0].system, cells.len() as u64);
        let played: Vec<CellResult> =
            cells.iter().zip(solved).map(|(cell, answer)| exactly(cell, &answer.answer.played)).collect();
        played.iter().for_each(|cell| sums.add(cell));
        let found = of_choices(solved).into_iter();
        let flag = |found: Found| Flag { system: solved[0].system, then: solved[0].then, solved: true, found };
        flags.extend(found.map(flag));
        let of_all = sums.flags().into_iter().chain(of_solved(&played, plan.scenario.confidence));
        flags.extend(of_all.map(|found| Flag { solved: true, ..found }));
        let of = cells.len() as u64;
        let spread: Vec<&Cell> = looked_at(of).map(|index| cells[index as usize]).collect();
        let question = Some(&answers.question);
        let probed = pool.install(|| Bench::new(&plan.scenario, &spread, of, question, stopped).flags());
        let Some(probed) = probed else { return Ok(None) };
        flags.extend(probed.into_iter().map(|found| Flag { solved: true, ..found }));
    }
    Ok(Some(in_order(flags)))
}

/// The choices of a system that are none.
fn of_choices(cells: &[CellAnswer]) -> Vec<Found> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        let mut decisions: Vec<&str> = Vec::new();
        for choices in cells.iter().flat_map(|cell| &cell.answer.choices[side]) {
            let name = cells[0].words.decisions[usize::from(choices.decision.0)].name.as_str();
            if !decisions.contains(&name) {
                decisions.push(name);
            }
        }
        for decision in decisions {
            let asked: Vec<(&CellAnswer, &Choices)> =
                cells.iter().filter_map(|cell| Some((cell, of_decision(cell, side, decision)?))).collect();
            found.extend(of_asked(side, decision, &asked, cells.len()));
        }
    }
    found
}

/// One decision of one side, in the cells in which it is asked, of so many.
fn of_asked(side: Side, decision: &str, asked: &[(&CellAnswer, &Choices)], of: usize) -> Vec<Found> {
    let name =
        |cell: &CellAnswer, choices: &Choices, action: Action| cell.words.action(choices.decision, action).to_owned();
    let mut foregone: Vec<(String, usize)> = Vec::new();
    let mut actions: Vec<(String, usize, f64)> = Vec::new();
    let mut record = |name: String, right: f64| match actions.iter_mut().find(|(known, ..)| *known == name) {
        Some((_, cells, most)) => (*cells, *most) = (*cells + 1, most.max(right)),
        None => actions.push((name, 1, right)),
    };
    for (cell, choices) in asked.iter().filter(|(_, choices)| choices.verdict != Verdict::Idle) {
        if let Verdict::Foregone(action) = choices.verdict {
            let name = name(cell, choices, action);
            match foregone.iter_mut().find(|(known, _)| *known == name) {
                Some((_, cells)) => *cells += 1,
                None => foregone.push((name.clone(), 1)),
            }
            // What one may keep to is right there.
            record(name, 1.0);
            continue;
        }
        for (&action, &right) in choices.actions.iter().zip(&choices.right) {
            record(name(cell, choices, action), right);
        }
    }
    let decision = decision.to_owned();
    let always = foregone.into_iter().map(|(action, cells)| {
        let decision = decision.clone();
        Found::Foregone { side, decision, action, cells, of }
    });
    let never = actions.into_iter().filter(|&(.., right)| right == 0.0).map(|(action, cells, _)| {
        let decision = decision.clone();
        Found::NeverTaken { side, decision, action, cells, of }
    });
    always.chain(never).collect()
}

fn of_decision<'a>(cell: &'a CellAnswer, side: Side, decision: &str) -> Option<&'a Choices> {
    let is_it = |choices: &&Choices| cell.words.decisions[usize::from(choices.decision.0)].name == decision;
    cell.answer.choices[side].iter().find(is_it)
}
