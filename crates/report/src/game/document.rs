//! The report of a game in words, as Markdown.

use super::amount::Amount;
use super::screen::{heading, many, paragraphs, tables};
use crate::chart::Chart;
use crate::document::{escaped, paragraph, section, subsection};
use crate::rows::table;
use chaselab_lab::game::Answers;
use chaselab_lab::results::VERSION;

/// The answer first, then tables and charts, then how the numbers came to be.
pub fn document(answers: &Answers, charts: &[Chart], command: &str) -> String {
    let amount = Amount::of(&answers.question.objective);
    let mut text = format!("# {}\n\nWhat should each side do?\n\n", escaped(&answers.title));
    let detailed = answers.cells.iter().filter(|cell| answers.cells.len() == 1 || cell.answer.matrix.is_some());
    if answers.cells.len() > 1 {
        for rows in many(answers, amount) {
            table(&mut text, &rows);
        }
    }
    for cell in detailed {
        section(&mut text, &escaped(&heading(cell)));
        for words in paragraphs(answers, cell, amount) {
            paragraph(&mut text, &escaped(&words));
        }
        for chart in charts.iter().filter(|chart| chart.name.starts_with(&crate::chart::game_prefix(cell))) {
            paragraph(&mut text, &format!("![{}](charts/{}.svg)", escaped(&chart.alt), chart.name));
        }
        for rows in tables(cell, amount) {
            table(&mut text, &rows);
        }
    }
    section(&mut text, "How these numbers came to be");
    let free =
        answers.question.freed().map_or_else(|| "every decision of both sides".to_owned(), |free| free.join(", "));
    let facts = [
        format!("- The prey maximises `{}`, the catcher minimises it; free: {free}.", answers.question.text),
        "- Backward induction over all states that play can reach; every number is exact but for rounding. Both sides' best replies to the equilibrium were computed independently and gain nothing.".to_owned(),
        format!("- Program: chaselab {VERSION}."),
        format!("- Digest of everything that the numbers depend on: `{}`.", answers.digest),
    ];
    paragraph(&mut text, &facts.join("\n"));
    subsection(&mut text, "The scenario as solved");
    paragraph(&mut text, &format!("```toml\n{}\n```", answers.scenario.join("\n")));
    subsection(&mut text, "To make it again");
    text.push_str(&format!("```sh\n{command}\n```\n"));
    text
}
