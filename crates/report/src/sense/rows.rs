//! What is said of each parameter, whatever it is written on.

use crate::game::Amount;
use crate::shown;
use chaselab_core::tree::Value;
use chaselab_lab::results::Method;
use chaselab_lab::sense::{Design, Index, Influence, OfSystem, Output, Sensitivity};

/// The heads of the columns of [`row`].
pub(super) const HEADS: [&str; 6] = ["parameter", "least", "greatest", "swing", "alone", "in all"];

/// How an output is written.
pub(crate) fn amount(found: &Sensitivity) -> Amount {
    Amount::of(&found.objective)
}

/// A value as it is shown: a text without quotes.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => shown::minus(&other.to_string()),
    }
}

/// A parameter that has an effect: its name, the outputs between which it moves, by how much, and its shares.
pub(super) fn row(found: &Sensitivity, system: &OfSystem, influence: &Influence) -> [String; 6] {
    let amount = amount(found);
    let extreme = |(value, output): &(Option<Value>, Output)| match value {
        Some(value) => format!("{} at {}", amount.value(output.value), shown(value)),
        None => format!("{} as it is", amount.value(output.value)),
    };
    let indices = system.together.as_ref().and_then(|together| together.of(&influence.path));
    let share = |index: Option<Index>| index.map_or_else(|| "–".to_owned(), index_words);
    [
        influence.path.to_string(),
        extreme(&influence.extremes[0]),
        extreme(&influence.extremes[1]),
        amount.loss(influence.swing()),
        share(indices.map(|(first, _)| first)),
        share(indices.map(|(_, total)| total)),
    ]
}

fn index_words(index: Index) -> String {
    if index.low == index.high {
        format!("{:.3}", index.value)
    } else {
        format!("{:.2} ({:.2}–{:.2})", index.value, index.low, index.high)
    }
}

/// The scenario's own output.
pub(super) fn base(found: &Sensitivity, system: &OfSystem) -> String {
    let value = amount(found).value(system.base.value);
    format!("As the scenario has it, {} is {value}.", found.output)
}

/// What has no effect, in words; nothing when everything has.
pub(super) fn no_effect(system: &OfSystem) -> Option<String> {
    let without: Vec<String> = system
        .influences
        .iter()
        .filter(|influence| !influence.shown)
        .map(|influence| influence.path.to_string())
        .collect();
    let (first, rest) = without.split_at(without.len().min(4));
    let listed = first.join(", ");
    let sampled = if system.method == Method::Sampled { "No effect is shown" } else { "No effect" };
    match (first.len(), rest.len()) {
        (0, _) => None,
        (_, 0) => Some(format!("{sampled}: {listed}.")),
        (_, more) => Some(format!("{sampled}: {listed}, and {more} more.")),
    }
}

/// How the numbers came to be, and what the shares mean.
pub(super) fn method(found: &Sensitivity, system: &OfSystem) -> Vec<String> {
    let mut lines = Vec::new();
    lines.push(match system.method {
        Method::Exact => "Every output is exact.".to_owned(),
        Method::Sampled => format!(
            "Every output is sampled: {} chases a setting, seed {}; an effect counts as shown at a confidence of {}, \
             corrected for all comparisons.",
            shown::count(system.chases),
            found.seed,
            shown::confidence(found.confidence)
        ),
    });
    lines.extend(system.unfit.as_ref().map(|why| format!("Sampled, not exact: {why}.")));
    if let Some(together) = &system.together {
        let how = match together.design {
            Design::Every { settings } => format!("all {} combinations", shown::count(settings as u64)),
            Design::QuasiRandom { rows, settings } => format!(
                "{} settings of a quasi-random design with two samples of {} rows",
                shown::count(settings as u64),
                shown::count(rows as u64)
            ),
        };
        lines.push(format!(
            "Moved together, each over its range: {} of them, {how}. \"Alone\" is the share of the variance that a \
             parameter explains by itself, \"in all\" its share with everything that it takes part in (Sobol's \
             first-order and total index); {} of the variance belongs to no parameter alone.",
            together.indices.len(),
            percent(together.interactions())
        ));
    }
    if !system.unread.is_empty() {
        let unread: Vec<String> = system.unread.iter().map(ToString::to_string).collect();
        lines.push(format!(
            "Not read by {}, or hidden by terms of its own: {}.",
            system.system.name(),
            unread.join(", ")
        ));
    }
    lines
}

fn percent(share: f64) -> String {
    format!("{:.1} %", (share * 100.0).clamp(0.0, 100.0))
}
