//! What a terminal shows of a game.

use super::amount::{Amount, share};
use super::verdict::{self, names};
use crate::flags;
use crate::rows::{Rows, drawn};
use crate::screen::wrapped;
use chaselab_core::Side;
use chaselab_lab::flags::{Flag, Found};
use chaselab_lab::game::{Answers, CellAnswer, Choices, Matrix};
use chaselab_lab::then;

/// The marks of best replies in a matrix.
const PREY_MARK: &str = "▲";
const CATCHER_MARK: &str = "▼";

/// One cell in full, or many with a line each; at most `width` columns wide where the texts allow it.
pub fn screen(answers: &Answers, width: usize, color: bool) -> String {
    let amount = Amount::of(&answers.question.objective);
    let mut text = format!("{}\n", answers.title);
    if let [cell] = &answers.cells[..] {
        text.push_str(&format!("\n{}\n", heading(cell)));
        for paragraph in paragraphs(answers, cell, amount) {
            text.push_str(&format!("\n{}", wrapped(&paragraph, width, "", false)));
        }
        for rows in tables(cell, amount) {
            text.push_str(&format!(
                "\n{}{}\n",
                wrapped(&rows.heading, width, "", false),
                drawn(&rows, color).trim_fmt()
            ));
        }
    } else {
        for rows in many(answers, amount) {
            text.push_str(&format!("\n{}\n{}\n", rows.heading, drawn(&rows, color).trim_fmt()));
        }
    }
    text.push_str(&flagged(answers, width));
    text.push_str(&format!("\n{}\n", closing(answers)));
    text
}

/// What is worth a look; of one cell its choices are told in full already.
fn flagged(answers: &Answers, width: usize) -> String {
    let is_told = |found: &Found| matches!(found, Found::Foregone { .. } | Found::NeverTaken { .. });
    let untold = |flag: &&Flag| answers.cells.len() > 1 || !is_told(&flag.found);
    let untold: Vec<&Flag> = answers.flags.iter().filter(untold).collect();
    let axes = flags::axes(&answers.flags);
    let of_system = |flags: &[&Flag]| {
        let several = answers.cells.iter().any(|cell| cell.system != flags[0].system);
        let system = if several { format!("{}: ", flags[0].system.name()) } else { String::new() };
        let list = flags::screen(flags, &axes, width);
        format!("\n{system}{list}")
    };
    untold.chunk_by(|one, other| one.system == other.system).map(of_system).collect()
}

/// The name of a cell.
pub(super) fn heading(cell: &CellAnswer) -> String {
    let factors: Vec<String> =
        cell.factors.iter().map(|factor| format!("{} {}", factor.path, factor.shown())).collect();
    let factors = if factors.is_empty() { String::new() } else { format!(": {}", factors.join(", ")) };
    format!("{}{factors}", then::heading(cell.system, cell.then))
}

/// The answer in words.
pub(super) fn paragraphs(answers: &Answers, cell: &CellAnswer, amount: Amount) -> Vec<String> {
    let answer = &cell.answer;
    let mut paragraphs = vec![verdict::value(answer, &answers.question.text, amount)];
    paragraphs.extend(verdict::fights(answer, amount));
    for side in Side::BOTH {
        for choices in &answer.choices[side] {
            paragraphs.push(verdict::sentences(cell, choices, amount).join(" "));
        }
        paragraphs.extend(verdict::playable(answer, side, amount));
    }
    let replies = verdict::replies(cell, amount);
    if !replies.is_empty() {
        paragraphs.push(replies.join(" "));
    }
    paragraphs
}

/// The matrix, and every side's decisions.
pub(super) fn tables(cell: &CellAnswer, amount: Amount) -> Vec<Rows> {
    let mut tables = Vec::new();
    if let Some(matrix) = &cell.answer.matrix {
        tables.push(matrix_rows(cell, matrix, amount));
    }
    for side in Side::BOTH {
        for choices in &cell.answer.choices[side] {
            tables.push(kept_rows(cell, choices, amount));
            tables.push(distance_rows(cell, choices, amount));
        }
    }
    tables
}

fn decision<'a>(cell: &'a CellAnswer, choices: &Choices) -> &'a str {
    &cell.words.decisions[usize::from(choices.decision.0)].name
}

fn matrix_rows(cell: &CellAnswer, matrix: &Matrix, amount: Amount) -> Rows {
    let name = &cell.words.decisions[usize::from(matrix.decision.0)].name;
    let rows = names(&cell.words, matrix.decision, &matrix.actions.prey);
    let columns = names(&cell.words, matrix.decision, &matrix.actions.catcher);
    let field = |row: usize, column: usize| {
        let mark = |side, mark| if matrix.is_best(side, row, column) { mark } else { "" };
        let marks = format!("{}{}", mark(Side::Prey, PREY_MARK), mark(Side::Catcher, CATCHER_MARK));
        format!("{marks} {}", amount.number(matrix.at(row, column))).trim_start().to_owned()
    };
    let unit = if amount == Amount::Chance { " in percent" } else { "" };
    Rows {
        heading: format!(
            "Both keep to one {name} for the whole chase: the prey's down, the catcher's across; values{unit}. {PREY_MARK} best for the prey against that column, {CATCHER_MARK} best for the catcher against that row."
        ),
        head: std::iter::once(name.clone()).chain(columns.iter().cloned()).collect(),
        names: 1,
        rows: rows
            .into_iter()
            .enumerate()
            .map(|(row, name)| {
                std::iter::once(name).chain((0..columns.len()).map(|column| field(row, column))).collect()
            })
            .collect(),
    }
}

fn kept_rows(cell: &CellAnswer, choices: &Choices, amount: Amount) -> Rows {
    let value = cell.answer.certificate.value;
    let rows = names(&cell.words, choices.decision, &choices.actions).into_iter().enumerate().map(|(index, name)| {
        let kept = &choices.kept[index];
        let first = choices.first_turn.as_ref().map_or_else(|| "–".into(), |first| share(first[index]));
        vec![
            name,
            first,
            share(choices.taken[index]),
            share(choices.right[index]),
            amount.loss((value - kept.against_solved).abs()),
            amount.loss(kept.loss),
        ]
    });
    let head = ["in turn 1 %", "in all %", "right in %", "always: loses", "at worst"];
    Rows {
        heading: format!(
            "The {}'s {}: what the equilibrium takes, and what keeping to one costs. `right in` counts the decisions that matter alone, and every action that is as good as the best.",
            choices.side.name(),
            decision(cell, choices)
        ),
        head: std::iter::once(decision(cell, choices)).chain(head).map(str::to_owned).collect(),
        names: 1,
        rows: rows.collect(),
    }
}

fn distance_rows(cell: &CellAnswer, choices: &Choices, amount: Amount) -> Rows {
    let taken: Vec<usize> = (0..choices.actions.len()).filter(|&index| choices.taken[index] > 0.0).collect();
    let all = names(&cell.words, choices.decision, &choices.actions);
    let rows = choices.distances.iter().map(|at| {
        let shares = taken.iter().map(|&index| share(at.mix[index]));
        [at.gap.to_string(), amount.value(at.value)].into_iter().chain(shares).collect()
    });
    let head = [cell.words.view[0].clone(), "value".into()].into_iter();
    Rows {
        heading: format!(
            "What the {} does by {}, in percent of its decisions of {} there.",
            choices.side.name(),
            cell.words.view[0],
            decision(cell, choices)
        ),
        head: head.chain(taken.iter().map(|&index| all[index].clone())).collect(),
        names: 1,
        rows: rows.collect(),
    }
}

/// A line a cell, system by system.
pub(super) fn many(answers: &Answers, amount: Amount) -> Vec<Rows> {
    let mut tables: Vec<Rows> = Vec::new();
    let mut system = None;
    for cell in &answers.cells {
        if system != Some(cell.system) {
            system = Some(cell.system);
            let factors = cell.factors.iter().map(|factor| factor.path.to_string());
            let head = ["cell".to_owned()].into_iter().chain(factors);
            let head = head.chain([answers.question.text.clone()]);
            tables.push(Rows {
                heading: then::heading(cell.system, cell.then),
                names: 1 + cell.factors.len(),
                head: head.chain(Side::BOTH.map(|side| side.name().to_owned())).collect(),
                rows: Vec::new(),
            });
        }
        let factors = cell.factors.iter().map(chaselab_lab::plan::Factor::shown);
        let row = [cell.cell.to_string()].into_iter().chain(factors);
        let row = row.chain([amount.value(cell.answer.certificate.value)]);
        let row = row.chain(Side::BOTH.map(|side| verdict::brief(cell, side, amount)));
        if let Some(table) = tables.last_mut() {
            table.rows.push(row.collect());
        }
    }
    tables
}

/// How the numbers came to be.
fn closing(answers: &Answers) -> String {
    let states: Vec<usize> = answers.cells.iter().map(|cell| cell.answer.states).collect();
    let most = states.iter().max().copied().unwrap_or(0);
    let each = if states.len() > 1 { "up to " } else { "" };
    let free = answers.question.freed().map_or_else(|| "every decision".to_owned(), |free| free.join(", "));
    format!(
        "Exact: {each}{} states; free: {free}. Mixes of every state are in --format json.\nDigest {}.",
        crate::shown::count(most as u64),
        answers.digest
    )
}
