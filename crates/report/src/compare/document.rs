//! The report of a comparison in words, as Markdown.

use super::mappings::{cells, mappings, standing};
use super::rows::sections;
use super::words::{claims, method};
use crate::chart::Chart;
use crate::document::{escaped, origin, paragraph, row, section, subsection};
use chaselab_lab::compare::Comparison;

/// The report: what can be said first, then numbers and charts, then the mappings and how the numbers came to be.
/// `command` is what remakes it; charts are linked as `charts/NAME.svg`.
pub fn comparison_document(comparison: &Comparison, charts: &[Chart], command: &str) -> String {
    let base = &comparison.base;
    let systems: Vec<&str> = base.cells.iter().map(|cell| cell.system.title()).collect();
    let mut text = format!("# {}\n\nThe same chase in {}.\n\n", escaped(&base.title), systems.join(", "));
    for note in &comparison.notes {
        paragraph(&mut text, &escaped(note));
    }
    for claim in claims(comparison) {
        text.push_str(&format!("- {}\n", escaped(&claim.line)));
        for line in claim.below {
            text.push_str(&format!("  - {}\n", escaped(&line)));
        }
    }
    let parts = [("ends", 0), ("lengths", 1), ("running", 1), ("responses", 2), ("shares", 3)];
    for (index, part) in sections(comparison).into_iter().enumerate() {
        section(&mut text, part.heading);
        let head = std::iter::once(String::new()).chain(systems.iter().map(|&title| title.to_owned()));
        let rules = std::iter::once(":--".to_owned()).chain(systems.iter().map(|_| "--:".to_owned()));
        let mut lines = vec![row(head), row(rules)];
        for line in part.rows {
            let name = if line.part { format!("– {}", line.name) } else { line.name };
            lines.push(row(std::iter::once(name).chain(line.values)));
        }
        paragraph(&mut text, &lines.join("\n"));
        let mine = charts.iter().filter(|chart| parts.contains(&(chart.name.as_str(), index)));
        for chart in mine {
            paragraph(&mut text, &format!("![{}](charts/{}.svg)", escaped(&chart.alt), chart.name));
        }
    }
    section(&mut text, "Mappings");
    for mapping in mappings(comparison) {
        subsection(&mut text, &mapping.heading);
        let mut lines = vec![row(["what", "value", "from"].map(String::from)), row(["--"; 3].map(String::from))];
        lines.extend(mapping.lines.iter().map(|line| row([line.what.clone(), line.value.clone(), line.from.clone()])));
        paragraph(&mut text, &lines.join("\n"));
    }
    subsection(&mut text, "Neutral tables");
    let mut lines =
        vec![row(["table", "row", "cells", "standing"].map(String::from)), row(["--"; 4].map(String::from))];
    lines.extend(
        comparison
            .tables
            .iter()
            .map(|used| row([used.table.to_owned(), used.row.clone(), cells(used), standing(used)])),
    );
    paragraph(&mut text, &lines.join("\n"));
    section(&mut text, "How these numbers came to be");
    let lines: Vec<String> = method(comparison).iter().map(|line| format!("- {}", escaped(line))).collect();
    paragraph(&mut text, &format!("{}\n{}", lines.join("\n"), origin(base)));
    subsection(&mut text, "The scenario as compared");
    paragraph(&mut text, &format!("```toml\n{}\n```", base.scenario.join("\n")));
    subsection(&mut text, "To make it again");
    text.push_str(&format!("```sh\n{command}\n```\n"));
    text
}
