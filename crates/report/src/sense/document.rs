//! The report of what matters, in words.

use super::rows::{HEADS, answer, base, effective, method, no_effect, row};
use crate::chart::Chart;
use crate::document::{identity, of_system, system_heading};
use crate::page::{Column, Line, Page, Table};
use crate::settings::{Settings, settings};
use crate::used;
use chaselab_lab::results::Method;
use chaselab_lab::sense::{OfSystem, Sensitivity};

/// The order of importance first, system by system, then how the numbers came to be. `command` is what remakes it.
pub(super) fn document<'a>(found: &Sensitivity, charts: &'a [Chart], command: &str) -> Page<'a> {
    let mut page = Page::new(&found.title, Line::from("What moves ").code(found.output.as_str()).text("?"));
    for system in &found.systems {
        page.section(system_heading(system.system));
        page.paragraph(base(found, system));
        for words in answer(found, system).into_iter().chain(no_effect(system)) {
            page.paragraph(words);
        }
        page.figures(of_system(charts, system.system));
        let effective: Vec<_> = effective(system).collect();
        if !effective.is_empty() {
            let [parameter, numbers @ ..] = HEADS;
            let columns = std::iter::once(Column::name(parameter)).chain(numbers.map(Column::number));
            let rows = effective.iter().map(|influence| row(found, system, influence).into());
            page.table(Table::new(columns.collect(), rows));
        }
        for words in method(found, system) {
            page.paragraph(words);
        }
    }
    page.section("How these numbers came to be");
    let sampled = found.systems.iter().any(|system| system.method == Method::Sampled);
    page.list(identity(found.seed, sampled, &found.digest));
    for OfSystem { system, switches, explained, .. } in &found.systems {
        let cell = Settings { name: String::new(), switches, explained };
        settings(&mut page, &format!("Settings of {}", system.title()), &[cell]);
        used::tables(&mut page, (*system, None), &found.scenario, []);
    }
    page.scenario("The scenario as played", &found.scenario);
    page.command(command);
    page
}
