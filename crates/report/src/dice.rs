//! What dice expressions come to: on a terminal with bars, and as data.

use crate::screen::plain;
mod data;
mod rows;

pub use data::{csv, json};

use chaselab_core::expr::{BigUint, Distribution, Fraction, Outcome, decimal};
use chaselab_lab::estimate::digits;
use comfy_table::{Attribute, Cell, CellAlignment, Table};
use rows::bands;

/// An expression and what it comes to.
#[derive(Clone, Debug)]
pub struct Rolled {
    /// The expression as it is read back.
    pub expression: String,
    /// What it comes to.
    pub outcome: Outcome,
}

/// Digits of a percentage on screen.
const DIGITS: u32 = 6;
/// Longer fractions say nothing to a reader.
const LONGEST_FRACTION: usize = 17;
/// The widest and the narrowest bar.
const BARS: std::ops::RangeInclusive<usize> = 8..=40;

/// A table and bar chart of all expressions side by side, about `width` columns wide.
pub fn table(rolled: &[Rolled], width: usize, color: bool) -> String {
    let mut parts = Vec::new();
    let chances = named_chances(rolled);
    if !chances.is_empty() {
        parts.push(chance_table(&chances, width, color));
    }
    let rolls = |rolled: &Rolled| match &rolled.outcome {
        Outcome::Distribution(distribution) => Some((rolled.expression.clone(), distribution.clone())),
        Outcome::Check(_) | Outcome::Opposed(_) => None,
    };
    let margins = |rolled: &Rolled| match &rolled.outcome {
        Outcome::Distribution(_) => None,
        Outcome::Check(check) => Some((format!("margin of {}", rolled.expression), check.margin.clone())),
        Outcome::Opposed(opposed) => Some((format!("difference of {}", rolled.expression), opposed.difference.clone())),
    };
    for distributions in
        [rolled.iter().filter_map(rolls).collect::<Vec<_>>(), rolled.iter().filter_map(margins).collect()]
    {
        if !distributions.is_empty() {
            parts.push(value_table(&distributions, width, color));
            parts.push(distributions.iter().map(|(name, distribution)| summary(name, distribution)).collect());
        }
    }
    parts.join("\n")
}

/// Mean, spread and range in a line.
fn summary(name: &str, distribution: &Distribution) -> String {
    let (lowest, highest) = distribution.range();
    let rounded = |number: f64| format!("{:.6}", digits(number)).trim_end_matches('0').trim_end_matches('.').to_owned();
    let (mean, sd) = (rounded(distribution.mean()), rounded(distribution.sd()));
    let mean = if mean == "-0" { "0".to_owned() } else { mean };
    format!("{name}: mean {mean}, standard deviation {sd}, from {lowest} to {highest}\n")
}

/// What is asked for by name: success of a check; win, tie and lose of an opposed roll.
fn named_chances(rolled: &[Rolled]) -> Vec<(String, &'static str, Fraction)> {
    let mut chances = Vec::new();
    for Rolled { expression, outcome } in rolled {
        match outcome {
            Outcome::Distribution(_) => {}
            Outcome::Check(check) => chances.push((expression.clone(), "holds", check.success.clone())),
            Outcome::Opposed(opposed) => {
                for (what, chance) in [("win", &opposed.win), ("tie", &opposed.tie), ("lose", &opposed.lose)] {
                    chances.push((expression.clone(), what, chance.clone()));
                }
            }
        }
    }
    chances
}

fn chance_table(chances: &[(String, &'static str, Fraction)], width: usize, color: bool) -> String {
    let mut table = plain(color);
    table.set_header(
        ["expression", "", "chance", "fraction", ""].map(|name| Cell::new(name).add_attribute(Attribute::Bold)),
    );
    let longest = chances.iter().map(|(expression, ..)| expression.chars().count()).max().unwrap_or(0);
    let room = width.saturating_sub(longest + 45).clamp(*BARS.start(), *BARS.end());
    for (index, (expression, what, chance)) in chances.iter().enumerate() {
        let repeated = index > 0 && chances[index - 1].0 == *expression;
        let expression = if repeated { "" } else { expression };
        table.add_row([expression, what, &percent(chance), &fraction(chance), &bar(chance, &one(), room)]);
    }
    right(&mut table, &[2, 3]);
    format!("{}\n", table.trim_fmt())
}

fn value_table(distributions: &[(String, Distribution)], width: usize, color: bool) -> String {
    let all: Vec<&Distribution> = distributions.iter().map(|(_, distribution)| distribution).collect();
    let bands = bands(&all);
    let chances: Vec<Vec<Fraction>> =
        bands.iter().map(|band| all.iter().map(|this| band.chance(this)).collect()).collect();
    let highest = chances.iter().flatten().max().cloned().unwrap_or_else(one);
    let alone = distributions.len() == 1;
    // Numbers take about 24 columns beside each bar.
    let room = (width.saturating_sub(if alone { 60 } else { 10 }) / distributions.len()).saturating_sub(24);
    let room = room.clamp(*BARS.start(), *BARS.end());
    let with_fractions: Vec<bool> =
        (0..all.len()).map(|index| chances.iter().any(|row| !fraction(&row[index]).is_empty())).collect();

    let mut heads = vec!["value".to_owned()];
    for ((name, _), fractions) in distributions.iter().zip(&with_fractions) {
        let name = name.replacen(" of ", " of\n", 1);
        let below = "\n".repeat(name.lines().count());
        heads.push(format!("{name}\nchance"));
        if *fractions {
            heads.push(format!("{below}fraction"));
        }
        if alone {
            heads.extend(["at most", "at least"].map(|name| format!("{below}{name}")));
        }
        heads.push(String::new());
    }
    let mut table = plain(color);
    table.set_header(heads.iter().map(|head| Cell::new(head).add_attribute(Attribute::Bold)));
    for (band, chances) in bands.iter().zip(&chances) {
        let mut row = vec![band.shown()];
        for ((this, chance), fractions) in all.iter().zip(chances).zip(&with_fractions) {
            // A value that cannot show has no chance at all.
            let possible = chance.numer().bits() > 0;
            row.push(if possible { percent(chance) } else { String::new() });
            if *fractions {
                row.push(if possible { fraction(chance) } else { String::new() });
            }
            if alone {
                row.extend([band.at_most(this), band.at_least(this)].map(|chance| percent(&chance)));
            }
            row.push(bar(chance, &highest, room));
        }
        table.add_row(row);
    }
    let numbers: Vec<usize> = (0..heads.len()).filter(|&index| !heads[index].is_empty()).collect();
    right(&mut table, &numbers);
    format!("{}\n", table.trim_fmt())
}

fn right(table: &mut Table, columns: &[usize]) {
    for &index in columns {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

fn one() -> Fraction {
    Fraction::new(BigUint::from(1_u8), BigUint::from(1_u8))
}

fn percent(chance: &Fraction) -> String {
    format!("{} %", decimal(&(chance.numer() * 100_u8), chance.denom(), DIGITS))
}

/// The fraction, or nothing where it is too long to be read.
fn fraction(chance: &Fraction) -> String {
    let text = chance.to_string();
    if text.len() > LONGEST_FRACTION { String::new() } else { text }
}

/// A bar of `room` columns for the highest chance, in eighths of a column.
fn bar(chance: &Fraction, highest: &Fraction, room: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let share = (chance / highest) * BigUint::from(room * 8);
    let eighths: usize = share.round().to_integer().try_into().unwrap_or(room * 8);
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}
