//! The report of what matters, as Markdown.

use super::rows::{HEADS, base, method, no_effect, row};
use crate::chart::Chart;
use crate::document::{escaped, paragraph, row as line, section, subsection};
use chaselab_lab::sense::Sensitivity;

/// The order of importance first, system by system, then how the numbers came to be. `command` is what remakes it.
pub(super) fn document(found: &Sensitivity, charts: &[Chart], command: &str) -> String {
    let mut text = format!("# {}\n\nWhat moves `{}`?\n\n", escaped(&found.title), found.output);
    for system in &found.systems {
        section(&mut text, &format!("{} ({})", system.system.title(), system.system.name()));
        paragraph(&mut text, &escaped(&base(found, system)));
        for chart in charts.iter().filter(|chart| chart.name.starts_with(&format!("{}-", system.system.name()))) {
            paragraph(&mut text, &format!("![{}](charts/{}.svg)", escaped(&chart.alt), chart.name));
        }
        let effective: Vec<_> = system.influences.iter().filter(|influence| influence.shown).collect();
        if !effective.is_empty() {
            let mut lines =
                vec![line(HEADS.map(String::from)), line([":--", "--:", "--:", "--:", "--:", "--:"].map(String::from))];
            lines.extend(effective.iter().map(|influence| line(row(found, system, influence))));
            paragraph(&mut text, &lines.join("\n"));
        }
        for words in no_effect(system).into_iter().chain(method(found, system)) {
            paragraph(&mut text, &escaped(&words));
        }
    }
    section(&mut text, "To make it again");
    paragraph(&mut text, &format!("```sh\n{command}\n```"));
    paragraph(&mut text, &format!("Seed {}, digest {}.", found.seed, found.digest));
    subsection(&mut text, "The scenario as played");
    text.push_str(&format!("```toml\n{}\n```\n", found.scenario.join("\n")));
    text
}
