//! Pictures of what matters.

use super::axis::plain;
use super::costs::{self, Costs};
use super::legend::Legend;
use super::tornado::{Row, Tornado};
use super::{Chart, Frame, Kind};
use crate::game::Amount;
use crate::sense::{amount, shown};
use chaselab_lab::results::Method;
use chaselab_lab::sense::{Influence, OfSystem, Sensitivity};
use plotters::style::RGBColor;

/// Below and above the scenario's own output: the ends of a scale that colour-blind eyes tell apart.
const SIDES: [RGBColor; 2] = [RGBColor(0xd5, 0x5e, 0x00), RGBColor(0x00, 0x72, 0xb2)];
/// Shares in all and alone.
const SHARES: [RGBColor; 2] = [RGBColor(0xb9, 0xd3, 0xe6), RGBColor(0x00, 0x72, 0xb2)];
/// The most parameters of a picture.
const MOST: usize = 20;

/// For every system, how far parameters move the output alone, and their shares when they move together.
pub fn sense_charts(found: &Sensitivity) -> Vec<Chart> {
    found.systems.iter().flat_map(|system| [alone(found, system), together(found, system)]).flatten().collect()
}

fn alone(found: &Sensitivity, system: &OfSystem) -> Option<Chart> {
    let amount = amount(found);
    let mut effective: Vec<&Influence> = system.influences.iter().filter(|influence| influence.shown).collect();
    effective.sort_by(|one, other| other.swing().total_cmp(&one.swing()));
    let first = effective.first()?;
    let factor = factor(amount);
    let row = |influence: &&Influence| Row {
        name: influence.path.to_string(),
        ends: [0, 1].map(|end| {
            let (value, output) = &influence.extremes[end];
            (output.value * factor, value.as_ref().map(shown).unwrap_or_default())
        }),
    };
    let title = format!("How far each parameter alone moves {}", found.output);
    let alt = format!(
        "Bars around {}: {} moves it most, by {}.",
        amount.value(system.base.value),
        first.path,
        amount.loss(first.swing())
    );
    let left_out = effective.len().saturating_sub(MOST);
    let note = if left_out > 0 { format!("{left_out} smaller ones are left out") } else { String::new() };
    let kind = Kind::Tornado(Tornado {
        frame: frame(found, system, &title, "beside each bar the value that brings it about", &note),
        legend: Legend::new(None, vec![("below the scenario's own".into(), SIDES[0]), ("above it".into(), SIDES[1])]),
        across: match amount {
            Amount::Chance => format!("{} (%)", found.output),
            Amount::Number => found.output.clone(),
        },
        word: plain,
        base: system.base.value * factor,
        rows: effective.iter().take(MOST).map(row).collect(),
        colors: SIDES,
    });
    Some(chart(system, "alone", title, alt, kind))
}

fn together(found: &Sensitivity, system: &OfSystem) -> Option<Chart> {
    let together = system.together.as_ref()?;
    let mut indices: Vec<_> = together.indices.iter().collect();
    indices.sort_by(|one, other| other.2.value.total_cmp(&one.2.value));
    let rows = indices.iter().map(|(path, first, total)| costs::Row {
        name: path.to_string(),
        costs: [total, first].map(|index| (index.value * 100.0).max(0.0)),
        note: if total.low == total.high {
            format!("{:.1} %", total.value * 100.0)
        } else {
            format!("{:.0} % ({:.0}–{:.0})", total.value * 100.0, total.low * 100.0, total.high * 100.0)
        },
    });
    let title = format!("Which parameters explain the variation of {}", found.output);
    let told: Vec<String> =
        indices.iter().map(|(path, _, total)| format!("{path} {:.0} %", total.value * 100.0)).collect();
    let kind = Kind::Costs(Costs {
        frame: frame(found, system, &title, "all move over their ranges, independently of each other", ""),
        legend: Legend::new(
            None,
            vec![
                ("with all it takes part in (total index)".into(), SHARES[0]),
                ("alone (first-order index)".into(), SHARES[1]),
            ],
        ),
        across: "share of the variance (%)".into(),
        word: plain,
        groups: vec![costs::Group { title: system.system.title().to_owned(), rows: rows.collect() }],
        colors: SHARES,
    });
    Some(chart(system, "together", title, format!("Bars of total indices: {}.", told.join(", ")), kind))
}

/// Chances are drawn in percent.
fn factor(amount: Amount) -> f64 {
    if amount == Amount::Chance { 100.0 } else { 1.0 }
}

fn frame(found: &Sensitivity, system: &OfSystem, title: &str, note: &str, more: &str) -> Frame {
    let method = match system.method {
        Method::Exact => "exact".to_owned(),
        Method::Sampled => format!("{} chases a setting, seed {}", crate::shown::count(system.chases), found.seed),
    };
    let footer = [note.to_owned(), more.to_owned(), method, format!("digest {}", found.digest)];
    Frame {
        title: title.to_owned(),
        subtitle: format!("{} · {}", found.title, system.system.title()),
        footer: footer.into_iter().filter(|part| !part.is_empty()).collect(),
    }
}

fn chart(system: &OfSystem, what: &str, title: String, alt: String, kind: Kind) -> Chart {
    let name = format!("{}-{what}", system.system.name());
    Chart { name, title, alt: format!("{}: {alt}", system.system.title()), kind }
}
