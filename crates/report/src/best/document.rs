//! The folder of a choice: report, data, chart, and what it says about itself.

use super::json::best_json;
use super::table::{of_system, rows};
use super::words::{method, verdict};
use crate::chart::{Chart, best_charts};
use crate::document::{escaped, paragraph, row, section, subsection};
use crate::error::ReportError;
use crate::folder::Folder;
use chaselab_lab::best::Best;
use chaselab_lab::results::VERSION;

/// The folder; `command` is what remakes it.
///
/// # Errors
/// When something cannot be drawn or written.
pub fn best_folder(best: &Best, command: &str) -> Result<Folder, ReportError> {
    let charts = best_charts(best);
    let own = vec![
        ("report.md".to_owned(), document(best, &charts, command).into_bytes()),
        ("best.json".to_owned(), best_json(best)?.into_bytes()),
    ];
    Folder::with(&[("results", &best.results)], own, &charts, command)
}

fn document(best: &Best, charts: &[Chart], command: &str) -> String {
    let mut text =
        format!("# {}\n\nWhich cell has the most of `{}`?\n\n", escaped(&best.results.title), best.aim.question.text);
    for (index, race) in best.races.iter().enumerate() {
        if best.races.len() > 1 {
            section(&mut text, &escaped(&of_system(race)));
        }
        for sentence in verdict(best, race) {
            paragraph(&mut text, &escaped(&sentence));
        }
        // Each race has one chart, in the same order.
        if let Some(chart) = charts.get(index) {
            paragraph(&mut text, &format!("![{}](charts/{}.svg)", escaped(&chart.alt), chart.name));
        }
        let heads = ["cell", best.aim.question.text.as_str(), "chases", ""].map(String::from);
        let mut lines = vec![row(heads), row([":--", "--:", "--:", ":--"].map(String::from))];
        lines.extend(rows(best, race).into_iter().map(row));
        paragraph(&mut text, &lines.join("\n"));
    }
    section(&mut text, "How these numbers came to be");
    let mut facts = method(best);
    facts.push(format!("Program: chaselab {VERSION}."));
    facts.push(format!("Digest of everything that the numbers depend on: {}.", best.results.digest));
    let facts: Vec<String> = facts.iter().map(|fact| format!("- {}", escaped(fact))).collect();
    paragraph(&mut text, &facts.join("\n"));
    subsection(&mut text, "The scenario as played");
    paragraph(&mut text, &format!("```toml\n{}\n```", best.results.scenario.join("\n")));
    subsection(&mut text, "To make it again");
    text.push_str(&format!("```sh\n{command}\n```\n"));
    text
}
