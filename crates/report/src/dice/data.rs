//! Dice expressions as JSON and CSV: every value, however many.

use super::Rolled;
use crate::error::ReportError;
use crate::format::frame_csv;
use chaselab_core::expr::{Distribution, Fraction, Outcome, decimal};
use chaselab_lab::estimate::digits;
use chaselab_lab::results::VERSION;
use polars::prelude::{Column, DataFrame, NamedFrom, Series};
use serde_json::{Value as Json, json};
use std::io::Write;

/// Digits of a chance, as of every derived number.
const DIGITS: u32 = 10;
/// Longer fractions are left out: the chance says as much.
const LONGEST_FRACTION: usize = 200;

/// One object with all expressions.
///
/// # Errors
/// When `to` does not take it.
pub fn json(rolled: &[Rolled], to: &mut impl Write) -> Result<(), ReportError> {
    writeln!(to, "{{\n  \"chaselab\": {},\n  \"expressions\": [", json!(VERSION))?;
    for (index, Rolled { expression, outcome }) in rolled.iter().enumerate() {
        let object = match outcome {
            Outcome::Distribution(roll) => json!({ "expression": expression, "kind": "roll", "roll": values(roll) }),
            Outcome::Check(check) => json!({
                "expression": expression, "kind": "check", "success": chance(&check.success), "margin": values(&check.margin),
            }),
            Outcome::Opposed(opposed) => json!({
                "expression": expression, "kind": "opposed", "win": chance(&opposed.win), "tie": chance(&opposed.tie),
                "lose": chance(&opposed.lose), "difference": values(&opposed.difference),
            }),
        };
        let comma = if index + 1 == rolled.len() { "" } else { "," };
        writeln!(to, "    {object}{comma}")?;
    }
    writeln!(to, "  ]\n}}")?;
    Ok(())
}

fn values(distribution: &Distribution) -> Json {
    let mut at_least = distribution.total().clone();
    let values = distribution.iter().map(|(value, ways)| {
        let this = Fraction::new(ways.clone(), distribution.total().clone());
        let above = decimal(&at_least, distribution.total(), DIGITS);
        at_least -= ways;
        let Json::Object(mut object) = chance(&this) else { unreachable!("a chance is an object") };
        object.shift_insert(0, "value".into(), json!(value));
        object.insert("at_least".into(), number(&above));
        Json::Object(object)
    });
    json!({ "mean": digits(distribution.mean()), "sd": digits(distribution.sd()), "values": values.collect::<Vec<_>>() })
}

fn chance(chance: &Fraction) -> Json {
    json!({ "fraction": fraction(chance), "chance": number(&decimal(chance.numer(), chance.denom(), DIGITS)) })
}

fn fraction(chance: &Fraction) -> Option<String> {
    Some(chance.to_string()).filter(|text| text.len() <= LONGEST_FRACTION)
}

/// Chances below the range of floating point are 0 here; their fraction is exact.
fn number(text: &str) -> Json {
    json!(text.parse::<f64>().unwrap_or(0.0))
}

/// A row for each value and each named chance: `what` is `roll`, `success`, `win`, `tie`, `lose`, `margin` or
/// `difference`.
///
/// # Errors
/// When `to` does not take it.
pub fn csv(rolled: &[Rolled], to: &mut impl Write) -> Result<(), ReportError> {
    let mut rows = Rows::default();
    for Rolled { expression, outcome } in rolled {
        match outcome {
            Outcome::Distribution(roll) => rows.values(expression, "roll", roll),
            Outcome::Check(check) => {
                rows.add(expression, "success", None, &check.success);
                rows.values(expression, "margin", &check.margin);
            }
            Outcome::Opposed(opposed) => {
                for (what, chance) in [("win", &opposed.win), ("tie", &opposed.tie), ("lose", &opposed.lose)] {
                    rows.add(expression, what, None, chance);
                }
                rows.values(expression, "difference", &opposed.difference);
            }
        }
    }
    frame_csv(&mut rows.frame()?, to)
}

#[derive(Default)]
struct Rows {
    expression: Vec<String>,
    what: Vec<&'static str>,
    value: Vec<Option<i64>>,
    fraction: Vec<Option<String>>,
    chance: Vec<f64>,
}

impl Rows {
    fn values(&mut self, expression: &str, what: &'static str, distribution: &Distribution) {
        for (value, ways) in distribution.iter() {
            self.add(expression, what, Some(value), &Fraction::new(ways.clone(), distribution.total().clone()));
        }
    }

    fn add(&mut self, expression: &str, what: &'static str, value: Option<i64>, chance: &Fraction) {
        self.expression.push(expression.to_owned());
        self.what.push(what);
        self.value.push(value);
        self.fraction.push(fraction(chance));
        self.chance.push(decimal(chance.numer(), chance.denom(), DIGITS).parse().unwrap_or(0.0));
    }

    fn frame(self) -> Result<DataFrame, ReportError> {
        let height = self.what.len();
        let columns = vec![
            Column::from(Series::new("expression".into(), self.expression)),
            Column::from(Series::new("what".into(), self.what)),
            Column::from(Series::new("value".into(), self.value)),
            Column::from(Series::new("fraction".into(), self.fraction)),
            Column::from(Series::new("chance".into(), self.chance)),
        ];
        Ok(DataFrame::new(height, columns)?)
    }
}
