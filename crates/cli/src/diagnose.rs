//! Problems as compilers show them: the line, a caret, what was expected, and what would work.

use crate::output::note;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use chaselab_core::tree::Sources;
use chaselab_core::{Place, Problem};
use chaselab_lab::plan::Plan;

/// Shows what a designer should know though it is no error.
pub fn show_warnings(plan: &Plan, quiet: bool, color: bool) {
    show_problems(&plan.warnings, &plan.scenario.sources, quiet, color);
}

/// Shows warnings with the texts that they point into.
pub fn show_problems(warnings: &[Problem], sources: &Sources, quiet: bool, color: bool) {
    for warning in warnings.iter().filter(|_| !quiet) {
        note(&render(warning, sources, "warning", color));
    }
}

/// A problem as text, without a newline at the end; `level` is `error` or `warning`.
pub fn render(problem: &Problem, sources: &Sources, level: &str, color: bool) -> String {
    let title = if level == "error" { Level::ERROR } else { Level::WARNING };
    let expected = problem.expected.as_ref().map(|expected| format!("expected {expected}"));
    let mut group = title.primary_title(problem.message.as_str()).elements([] as [annotate_snippets::Message<'_>; 0]);
    let mut place_shown = false;
    if let Place::File { source, span } = &problem.place
        && let Some(file) = sources.get(*source)
    {
        let span = within(&file.text, span.clone());
        let mut annotation = AnnotationKind::Primary.span(span);
        if let Some(expected) = &expected {
            annotation = annotation.label(expected.as_str());
        }
        group = group.element(Snippet::source(file.text.as_str()).path(file.name.as_str()).annotation(annotation));
        place_shown = true;
    }
    let option = match &problem.place {
        Place::Option(option) => Some(format!("in {option}")),
        _ => None,
    };
    if let Some(option) = &option {
        group = group.element(Level::NOTE.message(option.as_str()));
    }
    if let (Some(expected), false) = (&expected, place_shown) {
        group = group.element(Level::NOTE.message(expected.as_str()));
    }
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// A span that is certainly inside the text and covers whole characters; a table's span is cut to its first line.
fn within(text: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let floor = |index: usize| (0..=index.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    let start = floor(span.start);
    let end = floor(span.end).max(start);
    let line = text[start..end].find('\n').map_or(end, |length| start + length);
    start..line
}
