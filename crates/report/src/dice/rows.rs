//! The rows of a table of values: every value, or bands of values where there are too many.

use chaselab_core::expr::{BigUint, Distribution, Fraction};

/// Up to so many values each have a row.
const MOST: i128 = 61;
/// Of more, so many bands.
const BANDS: i128 = 30;
/// Both ends are gathered in a row of their own as far as each holds less than one in so many.
const RARE: u32 = 1_000_000;

/// The values of one row; open at an end where nothing lies beyond or all is gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Band {
    from: i64,
    to: i64,
    shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Between,
    AndBelow,
    AndAbove,
}

impl Band {
    pub fn shown(&self) -> String {
        match self.shape {
            Shape::AndBelow => format!("≤ {}", self.to),
            Shape::AndAbove => format!("≥ {}", self.from),
            Shape::Between if self.from == self.to => self.from.to_string(),
            Shape::Between => format!("{}..{}", self.from, self.to),
        }
    }

    pub fn chance(&self, distribution: &Distribution) -> Fraction {
        distribution.chance(|value| (self.from..=self.to).contains(&value))
    }

    /// The chance of this row or a lower one.
    pub fn at_most(&self, distribution: &Distribution) -> Fraction {
        distribution.at_most(self.to)
    }

    /// The chance of this row or a higher one.
    pub fn at_least(&self, distribution: &Distribution) -> Fraction {
        distribution.at_least(self.from)
    }
}

/// Rows for all the distributions together: each value of any of them lies in exactly one.
pub(super) fn bands(distributions: &[&Distribution]) -> Vec<Band> {
    let mut values: Vec<i64> = distributions.iter().flat_map(|this| this.iter().map(|(value, _)| value)).collect();
    values.sort_unstable();
    values.dedup();
    let (Some(&lowest), Some(&highest)) = (values.first(), values.last()) else { return Vec::new() };
    if values.len() as i128 <= MOST {
        return values.iter().map(|&value| Band { from: value, to: value, shape: Shape::Between }).collect();
    }
    let common_from = distributions.iter().map(|this| common(this).0).min().unwrap_or(lowest);
    let common_to = distributions.iter().map(|this| common(this).1).max().unwrap_or(highest);
    let mut bands = Vec::new();
    if common_from > lowest {
        bands.push(Band { from: lowest, to: common_from - 1, shape: Shape::AndBelow });
    }
    let width = ((i128::from(common_to) - i128::from(common_from)) / BANDS + 1) as i64;
    let mut from = common_from;
    loop {
        let to = from.saturating_add(width - 1).min(common_to);
        bands.push(Band { from, to, shape: Shape::Between });
        if to == common_to {
            break;
        }
        from = to + 1;
    }
    if common_to < highest {
        bands.push(Band { from: common_to + 1, to: highest, shape: Shape::AndAbove });
    }
    bands
}

/// The values between the rare ends.
fn common(distribution: &Distribution) -> (i64, i64) {
    let rare = |ways: &BigUint| ways * RARE < *distribution.total();
    let (lowest, highest) = distribution.range();
    let mut below = BigUint::default();
    let from = distribution.iter().find(|(_, ways)| {
        below += *ways;
        !rare(&below)
    });
    let mut above = BigUint::default();
    let to = distribution.iter().rev().find(|(_, ways)| {
        above += *ways;
        !rare(&above)
    });
    (from.map_or(lowest, |(value, _)| value), to.map_or(highest, |(value, _)| value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaselab_core::expr::Expr;

    fn distribution(text: &str) -> Distribution {
        Expr::parse(text).unwrap().distribution().unwrap()
    }

    #[test]
    fn few_values_have_a_row_each() {
        let (two, four) = (distribution("2d6"), distribution("4dF"));
        let shown: Vec<String> = bands(&[&two, &four]).iter().map(Band::shown).collect();
        assert_eq!(shown.len(), 17);
        assert_eq!((shown[0].as_str(), shown[16].as_str()), ("-4", "12"));
    }

    #[test]
    fn many_values_share_rows_that_cover_all() {
        for text in ["100d6", "1d1000", "1000d1000 low", "40d40 high 3"] {
            let this = distribution(text);
            let bands = bands(&[&this]);
            assert!(bands.len() as i128 <= BANDS + 3, "{text}: {} rows", bands.len());
            let total: Fraction = bands.iter().map(|band| band.chance(&this)).sum();
            assert_eq!(total.to_string(), "1", "{text}");
            for pair in bands.windows(2) {
                assert_eq!(pair[0].to + 1, pair[1].from, "{text}");
            }
        }
        let rows = bands(&[&distribution("100d6")]);
        assert!(rows[0].shown().starts_with('≤') && rows[rows.len() - 1].shown().starts_with('≥'));
    }
}
