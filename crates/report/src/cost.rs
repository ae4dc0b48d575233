//! The cost of a run in words.

use crate::shown::count;
use chaselab_lab::cost::Cost;

/// Such as `1,000,000 cells, 200,000,000,000 chases: roughly 11 hours of one core, and 6 GB on disk`.
pub fn cost(cost: &Cost) -> String {
    let chases = match u64::try_from(cost.chases) {
        Ok(chases) => count(chases),
        Err(_) => format!("{:.0e}", cost.chases as f64),
    };
    format!(
        "{} cells, {chases} chases: roughly {} of one core, and {} on disk",
        count(cost.cells),
        rough(
            cost.seconds(),
            &[(1.0, "seconds"), (60.0, "minutes"), (3600.0, "hours"), (86_400.0, "days"), (31_557_600.0, "years")]
        ),
        rough(cost.bytes(), &[(1e3, "kB"), (1e6, "MB"), (1e9, "GB"), (1e12, "TB"), (1e15, "PB")])
    )
}

/// A number to two digits in the largest unit of which there are two at least.
fn rough(number: f64, units: &[(f64, &str)]) -> String {
    let fitting = units.iter().rev().find(|(size, _)| number >= 2.0 * size);
    let &(size, name) = fitting.or(units.first()).unwrap_or(&(1.0, ""));
    let many = (number / size).max(1.0);
    let step = 10_f64.powf((many.log10().floor() - 1.0).max(0.0));
    format!("{} {name}", count(((many / step).round() * step) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_told_to_two_digits() {
        // 1e9 chases at 5 million a second are 200 seconds, and 4 cells next to nothing.
        let told = |cells, chases| cost(&Cost { cells, chases });
        assert_eq!(
            told(4, 1_000_000_000),
            "4 cells, 1,000,000,000 chases: roughly 3 minutes of one core, and 24 kB on disk"
        );
        // 1e18 / 5e6 = 2e11 seconds are 6,338 years; 1e6 cells of 6 kB are 6 GB.
        assert_eq!(
            told(1_000_000, 1_000_000_000_000_000_000),
            "1,000,000 cells, 1,000,000,000,000,000,000 chases: roughly 6,300 years of one core, and 6 GB on disk"
        );
        assert!(told(1, 10_u128.pow(24)).contains("1e24 chases"));
    }
}
