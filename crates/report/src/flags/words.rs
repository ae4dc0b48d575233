//! The sentences.

use crate::grid::{Axis, Name};
use crate::measure::spaced;
use crate::shown;
use chaselab_core::tree::Path;
use chaselab_core::{End, Group};
use chaselab_lab::flags::{By, Flag, Found, Looked, TooMany};
use chaselab_lab::plan::Factor;
use chaselab_lab::results::Rate;
use chaselab_lab::then;

/// Whether two findings are told in one sentence.
pub(super) fn are_together(one: &Found, other: &Found) -> bool {
    match (one, other) {
        (Found::NeverRight { side, value, .. }, Found::NeverRight { side: also, value: next, .. })
        | (Found::AlwaysRight { side, value, .. }, Found::AlwaysRight { side: also, value: next, .. }) => {
            (side, &value.path) == (also, &next.path)
        }
        (
            Found::NeverTaken { side, decision, cells, of, .. },
            Found::NeverTaken { side: also, decision: next, cells: many, of: all, .. },
        ) => (side, decision, cells, of) == (also, next, many, all),
        _ => false,
    }
}

/// What things are called.
pub(super) struct Names<'a> {
    /// The factors of the grid.
    pub axes: &'a [Axis],
}

impl Names<'_> {
    /// One sentence about findings that belong together.
    pub fn sentence(&self, flags: &[&Flag]) -> String {
        let said = self.said(flags);
        let upper =
            |text: &str| text.chars().next().map(|first| first.to_uppercase().to_string() + &text[first.len_utf8()..]);
        match &flags[0].found {
            // What both do at their best is what the choices of a game are about anyway.
            Found::Decided { .. } | Found::Undecided(_) | Found::Long(_) | Found::Unseen { .. } if flags[0].solved => {
                format!("With both at their best {said}")
            }
            Found::Alike { .. } => said,
            _ => upper(&said).unwrap_or(said),
        }
    }

    fn said(&self, flags: &[&Flag]) -> String {
        let system = flags[0].system;
        match &flags[0].found {
            Found::Decided { group, by, least, cells } => {
                let becomes = match group {
                    Group::Free => "the prey gets free",
                    Group::Stopped => "the prey is stopped",
                    Group::Open => "nothing is decided",
                };
                let rate = shown::rate(least).line();
                let or_more = at_least(least);
                match (by, cells) {
                    (Some(value), 1) => format!("{} decides all: {becomes} in {rate} of chases.", self.factor(value)),
                    (Some(value), cells) => format!(
                        "{} decides all: in each of its {cells} cells {becomes} in {or_more}.",
                        self.factor(value)
                    ),
                    (None, 1) => format!("{becomes} in {rate} of chases: it is all but decided before it begins."),
                    (None, cells) => format!(
                        "{becomes} in {or_more} in each of the {cells} cells: all but decided before it begins."
                    ),
                }
            }
            Found::AlwaysRight { side, value, settings, .. } if flags.len() == 1 => format!(
                "{} is always right: in all {settings} settings of the rest no other value is better for the {}.",
                self.factor(value),
                side.name()
            ),
            Found::AlwaysRight { side, value, settings, .. } => {
                let values = flags.iter().filter_map(|flag| match &flag.found {
                    Found::AlwaysRight { value, .. } => Some(value.shown()),
                    _ => None,
                });
                format!(
                    "{} {} are always right: in all {settings} settings of the rest they are as good as each other, and no other value is better for the {}.",
                    self.name(&value.path),
                    listed(&values.collect::<Vec<_>>(), "and"),
                    side.name()
                )
            }
            Found::NeverRight { side, value, settings, .. } => {
                let values = flags.iter().filter_map(|flag| match &flag.found {
                    Found::NeverRight { value, .. } => Some(value.shown()),
                    _ => None,
                });
                let values: Vec<String> = values.collect();
                let are = if values.len() > 1 { "are" } else { "is" };
                format!(
                    "{} {} {are} never right: in each of the {settings} settings of the rest another value is better for the {}.",
                    self.name(&value.path),
                    listed(&values, "and"),
                    side.name()
                )
            }
            Found::Foregone { side, decision, action, cells, of } => format!(
                "the {}'s {decision} is no choice{}: {} is as good as anything, whatever the {} does.",
                side.name(),
                in_some(*cells, *of),
                quoted(action),
                side.other().name()
            ),
            Found::NeverTaken { side, decision, cells, of, .. } => {
                let actions = flags.iter().filter_map(|flag| match &flag.found {
                    Found::NeverTaken { action, .. } => Some(quoted(action)),
                    _ => None,
                });
                let actions: Vec<String> = actions.collect();
                format!(
                    "as the {}'s {decision}, {} {} never right{}.",
                    side.name(),
                    listed(&actions, "and"),
                    if actions.len() > 1 { "are" } else { "is" },
                    in_some(*cells, *of)
                )
            }
            Found::Undecided(many) => format!(
                "{} of chases are undecided when the last turn, {}, is over{}.",
                shown::rate(&many.share).line(),
                many.turns,
                self.of_many(many)
            ),
            Found::Long(many) => format!(
                "{} of chases take more than {} turns{}.",
                shown::rate(&many.share).line(),
                many.turns,
                self.of_many(many)
            ),
            Found::Unseen { ends, bound } => {
                let names = ends_of(ends);
                let each = if names.len() > 1 { "each " } else { "" };
                format!("no chase ends so: {} ({each}{}).", names.join(", "), shown::rate(bound).line())
            }
            Found::Unreached { tables, table, rows, looked } => {
                let table = if *tables == system { (*table).to_owned() } else { format!("{}.{table}", tables.name()) };
                let (rows, they) = match rows.as_slice() {
                    [row] => (format!("row {row}"), "it says"),
                    rows => (format!("rows {}", listed(rows, "or")), "they say"),
                };
                let all = if looked.by.is_played() { " that was looked at" } else { "" };
                format!(
                    "no chase{all} depends on {rows} of table {table}: whatever {they}, nothing changes ({}).",
                    looked_at(looked)
                )
            }
            Found::Idle { skill, own, up, down, looked } => {
                let steps = match (up, down) {
                    (Some(up), Some(down)) => format!("up from {own} to {up}, or down to {down},"),
                    (Some(up), None) => format!("up from {own} to {up}"),
                    (None, down) => format!("down from {own} to {}", down.as_deref().unwrap_or_default()),
                };
                let nothing = match looked.by.is_played() {
                    true => "changed nothing in any chase that was looked at",
                    false => "changes nothing",
                };
                format!("one step of {} {steps} {nothing} ({}).", self.name(skill), looked_at(looked))
            }
            Found::Alike { values } => {
                let words: Vec<String> = values.iter().map(Factor::shown).collect();
                let name = values.first().map(|value| self.name(&value.path)).unwrap_or_default();
                let ids = then::ids(system, flags[0].then);
                format!("{ids} does not tell apart: {name} {}.", listed(&words, "and"))
            }
            Found::Same { values } => {
                let words: Vec<String> = values.iter().map(Factor::shown).collect();
                let name = values.first().map(|value| self.name(&value.path)).unwrap_or_default();
                format!("{name} {} come to the same in every cell, exactly.", listed(&words, "and"))
            }
        }
    }

    /// Such as ` (prey risk 2), and more than 5 % in 4 of 5 cells`.
    fn of_many(&self, many: &TooMany) -> String {
        if many.of == 1 {
            return String::new();
        }
        let factors: Vec<String> = many.factors.iter().map(|factor| self.factor(factor)).collect();
        let limit = shown::confidence(many.limit);
        format!(" ({}); more than {limit} in {} of {} cells", factors.join(", "), many.cells, many.of)
    }

    /// A value with what it is one of.
    fn factor(&self, factor: &Factor) -> String {
        let unit = self.axis(&factor.path).and_then(|name| name.unit);
        let unit = unit.map(|unit| format!(" {unit}")).unwrap_or_default();
        format!("{} {}{unit}", self.name(&factor.path), factor.shown())
    }

    fn name(&self, path: &Path) -> String {
        self.axis(path).map_or_else(|| crate::grid::name(path, true).text, |name| name.text.clone())
    }

    fn axis(&self, path: &Path) -> Option<&Name> {
        self.axes.iter().find(|axis| axis.path == *path).map(|axis| &axis.name)
    }
}

/// Names of ends; where nobody is disabled, whoever it might be, that is one.
fn ends_of(ends: &[End]) -> Vec<String> {
    let disabled = [End::CatcherDisabled, End::PreyDisabled, End::BothDisabled];
    let all = disabled.iter().all(|end| ends.contains(end));
    let names = ends.iter().filter(|end| !(all && disabled.contains(end))).map(|end| spaced(end.name()));
    names.chain(all.then(|| "disabled".to_owned())).collect()
}

/// ` in 3 of 12 cells`; nothing of all of one.
fn in_some(cells: usize, of: usize) -> String {
    match (cells, of) {
        (1, 1) => String::new(),
        (cells, of) if cells == of => format!(" in all {of} cells"),
        _ => format!(" in {cells} of {of} cells"),
    }
}

/// Such as `99.50 % of chases or more`, `100 % of chases`, or `more than 99.99 % of chases` where no nearer number is shown.
fn at_least(least: &Rate) -> String {
    let rate = shown::rate(least).line();
    match rate.strip_prefix("> ") {
        Some(rate) => format!("more than {rate} of chases"),
        None if least.low >= 1.0 => format!("{rate} of chases"),
        None => format!("{rate} of chases or more"),
    }
}

/// Actions that would read as words of the sentence.
const PLAIN: [&str; 6] = ["no", "yes", "none", "any", "on", "off"];

/// An action, in quotes where it would read as a word of the sentence.
fn quoted(action: &str) -> String {
    if PLAIN.contains(&action) { format!("“{action}”") } else { shown::minus(action) }
}

/// Such as `looked at: 8 of 64 cells, exactly`.
fn looked_at(looked: &Looked) -> String {
    let cells = match (looked.cells as u64, looked.of) {
        (1, 1) => "1 cell".to_owned(),
        (cells, of) if cells == of => format!("all {of} cells"),
        (cells, of) => format!("{cells} of {} cells", shown::count(of)),
    };
    match looked.by {
        By::Chain => format!("looked at: {cells}, exactly"),
        By::Chases(chases) => format!("looked at: {} chases in {cells}", shown::count(chases)),
        By::Random(chases) => {
            format!("looked at: {} chases in {cells}, free choices made by chance", shown::count(chases))
        }
        By::Game => format!("looked at: {cells}, whatever either side does"),
    }
}

/// `Good, Great and Superb`.
fn listed(words: &[String], last_by: &str) -> String {
    match words {
        [all @ .., last] if !all.is_empty() => format!("{} {last_by} {last}", all.join(", ")),
        _ => words.concat(),
    }
}
