//! What is worth a look, in sentences: on screen, in the report, and as JSON.

mod json;
mod words;

pub(crate) use json::json;

use crate::grid::{Axis, named};
use crate::page::{Item, Line, Page};
use crate::screen::wrapped;
use chaselab_core::tree::Path;
use chaselab_lab::flags::{Flag, Found};
use chaselab_lab::plan::Factor;
use chaselab_lab::then;
use words::Names;

/// What stands above the list.
const HEADING: &str = "Worth a look";

/// The sentences about flags of one system, those that say the same of several things in one; `axes` are the factors of
/// its grid.
fn sentences(flags: &[&Flag], axes: &[Axis]) -> Vec<String> {
    let names = Names { axes };
    flags
        .chunk_by(|one, other| words::are_together(&one.found, &other.found))
        .map(|some| names.sentence(some))
        .collect()
}

/// The list below a system's table; nothing where there is none.
pub(crate) fn screen(flags: &[&Flag], axes: &[Axis], width: usize) -> String {
    let list: String = sentences(flags, axes).iter().map(|said| item(said, width)).collect();
    if list.is_empty() { list } else { format!("{HEADING}:\n{list}") }
}

fn item(said: &str, width: usize) -> String {
    wrapped(&format!("- {said}"), width, "", true)
}

/// The section of a report, by system; nothing where there is none.
pub(crate) fn section<'a>(page: &mut Page<'_>, flags: &[Flag], axes: impl Fn(&Flag) -> &'a [Axis]) {
    let all: Vec<&Flag> = flags.iter().collect();
    let systems: Vec<&[&Flag]> = all.chunk_by(|one, other| one.system == other.system).collect();
    let Some(first) = systems.first() else { return };
    page.section(HEADING);
    if systems.len() == 1 {
        page.list(sentences(first, axes(first[0])));
        return;
    }
    page.list(systems.into_iter().map(|flags| Item {
        line: Line::new().strong(then::title(flags[0].system, flags[0].then)),
        below: sentences(flags, axes(flags[0])).into_iter().map(Line::from).collect(),
    }));
}

/// The factors that flags speak of, where there is no grid to ask.
pub(crate) fn axes(flags: &[Flag]) -> Vec<Axis> {
    let mut paths: Vec<(Path, Vec<Factor>)> = Vec::new();
    let factors = flags.iter().flat_map(|flag| match &flag.found {
        Found::Undecided(many) | Found::Long(many) => many.factors.clone(),
        _ => Vec::new(),
    });
    for factor in factors {
        match paths.iter_mut().find(|(path, _)| *path == factor.path) {
            Some((_, values)) => values.push(factor),
            None => paths.push((factor.path.clone(), vec![factor])),
        }
    }
    named(paths)
}
