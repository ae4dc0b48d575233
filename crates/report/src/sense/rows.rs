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
    let indices = system.together.as_ref().and_then(|together| together.of(&influence.path));
    let share = |index: Option<Index>| index.map_or_else(|| "–".to_owned(), index_words);
    [
        influence.path.to_string(),
        extreme(amount, &influence.extremes[0]),
        extreme(amount, &influence.extremes[1]),
        amount.loss(influence.swing()),
        share(indices.map(|(first, _)| first)),
        share(indices.map(|(_, total)| total)),
    ]
}

/// An output at an end, and the value that brings it.
fn extreme(amount: Amount, (value, output): &(Option<Value>, Output)) -> String {
    match value {
        Some(value) => format!("{} at {}", amount.value(output.value), shown(value)),
        None => format!("{} as it is", amount.value(output.value)),
    }
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

/// Whether a parameter is shown to move the output at all.
fn is_effective(influence: &Influence) -> bool {
    influence.shown && influence.swing() != 0.0
}

/// The parameters with an effect, in order of importance.
pub(super) fn effective(system: &OfSystem) -> impl Iterator<Item = &Influence> {
    system.influences.iter().filter(|influence| is_effective(influence))
}

/// What matters most, and what next; nothing when nothing does.
pub(super) fn answer(found: &Sensitivity, system: &OfSystem) -> Option<String> {
    let amount = amount(found);
    let mut effective = effective(system);
    let told = |influence: &Influence| {
        let [least, greatest] = &influence.extremes;
        let share = system.together.as_ref().and_then(|together| together.total(&influence.path));
        let share = share.map(|share| format!(", and takes part in {} of the variance", percent(share)));
        format!(
            "{}: moved alone it moves {} by {}, from {} to {}{}",
            influence.path,
            found.output,
            amount.loss(influence.swing()),
            extreme(amount, least),
            extreme(amount, greatest),
            share.unwrap_or_default()
        )
    };
    let first = effective.next()?;
    let next = effective.next().map(|influence| format!(" Next comes {}.", told(influence)));
    Some(format!("What matters most is {}.{}", told(first), next.unwrap_or_default()))
}

/// What has no effect, in words; nothing when everything has.
pub(super) fn no_effect(system: &OfSystem) -> Option<String> {
    let without: Vec<String> = system
        .influences
        .iter()
        .filter(|influence| !is_effective(influence))
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
    let apart = |influence: &Influence| system.together.as_ref().is_none_or(|all| all.of(&influence.path).is_none());
    if effective(system).any(apart) {
        lines.push(
            "A dash: not moved together with others. That is done with the strongest alone, where several have an effect."
                .to_owned(),
        );
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
