//! What a chase is to come to: a rate, a length, or a sum of both, and the number it is to have.

use crate::counts::Counts;
use crate::estimate::Estimator;
use crate::game::Question;
use crate::results::Rate;
use chaselab_core::{End, Place, Problem, shown};
use chaselab_solve::{Exact, Objective};

/// What is to be brought to a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// As typed, without the number: `free`, `turns.p50`, `escaped - 0.5*prey_crashed`.
    pub text: String,
    /// The number.
    pub wanted: f64,
    measure: Measure,
}

#[derive(Clone, Debug, PartialEq)]
enum Measure {
    /// The mean of what a chase pays.
    Mean(Objective),
    /// The shortest length that such a share of the chases does not exceed.
    Quantile(f64),
}

/// What a chase comes to, with the interval that holds at some confidence; exact where all three are one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// The number.
    pub value: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
    /// How many chases it rests on; none where it is exact.
    pub chases: Option<u64>,
}

/// A number, or a percentage.
fn number_of(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        // The nearest number to the decimal itself, which a division would miss: 30 % is 0.3.
        Some(percent) => format!("{}e-2", percent.trim_end()).parse().ok(),
        None => text.parse().ok(),
    }
}

impl Target {
    /// From the text of `--target`, such as `free = 0.5`, `turns.p50 = 5`, `turns.mean = 8`.
    ///
    /// # Errors
    /// When it cannot be read, or no chase can come to it.
    pub fn new(text: &str) -> Result<Self, Box<Problem>> {
        let option = format!("--target '{text}'");
        let place = Place::from(option.as_str());
        let example = "NAME = NUMBER, such as 'free = 0.5', 'turns.p50 = 5' or 'turns.mean = 8'";
        let (name, number) =
            text.split_once('=').ok_or_else(|| Problem::new(&place, "the target has no number").expected(example))?;
        let wanted: f64 = number_of(number.trim())
            .filter(|number: &f64| number.is_finite())
            .ok_or_else(|| Problem::new(&place, format!("`{}` is not a number", number.trim())).expected(example))?;
        let name = name.trim();
        let measure = match name.split_once('.') {
            Some(("turns", "mean")) => Measure::Mean(Objective::default().with_length(1.0)),
            Some(("turns", "p10")) => Measure::Quantile(0.1),
            Some(("turns", "p50")) => Measure::Quantile(0.5),
            Some(("turns", "p90")) => Measure::Quantile(0.9),
            Some(("turns", part)) if part.chars().all(|c| c.is_ascii_alphanumeric()) => {
                return Err(Problem::new(&place, format!("`turns` has no `{part}`"))
                    .nearest(part, ["mean", "p10", "p50", "p90"]));
            }
            _ => Measure::Mean(
                Question::new(name, None)
                    .map_err(|problem| Box::new(Problem { place: place.clone(), ..*problem }))?
                    .objective,
            ),
        };
        let target = Self { text: name.to_owned(), wanted, measure };
        if let Some((low, high)) = target.bounds()
            && !(low..=high).contains(&wanted)
        {
            return Err(Problem::new(&place, format!("{name} cannot be {}", shown::number(wanted)))
                .expected(format!("a number from {low} to {high}")));
        }
        Ok(target)
    }

    /// Whether it is the chance of some ends.
    pub fn is_rate(&self) -> bool {
        self.rate().is_some()
    }

    /// The ends whose chance it is.
    fn rate(&self) -> Option<impl Fn(End) -> bool + '_> {
        let Measure::Mean(objective) = &self.measure else { return None };
        let plain = |end: End| objective.end(end) == 0.0 || objective.end(end) == 1.0;
        let is_rate = objective.length() == 0.0 && End::ALL.into_iter().all(plain);
        is_rate.then_some(move |end| objective.end(end) == 1.0)
    }

    /// What no chase can leave, where that is known beforehand.
    fn bounds(&self) -> Option<(f64, f64)> {
        match &self.measure {
            Measure::Quantile(_) => Some((0.0, f64::from(u16::MAX))),
            Measure::Mean(_) => self.is_rate().then_some((0.0, 1.0)),
        }
    }

    /// What an exact distribution comes to.
    pub fn exact(&self, exact: &Exact) -> Response {
        let value = match &self.measure {
            Measure::Quantile(share) => exact.quantile_turns(*share) as f64,
            Measure::Mean(objective) => {
                let ends: f64 = End::ALL.into_iter().map(|end| objective.end(end) * exact.end(end)).sum();
                if objective.length() == 0.0 { ends } else { ends + objective.length() * exact.mean_turns() }
            }
        };
        Response { value, low: value, high: value, chases: None }
    }

    /// What counts come to, with an interval that misses with a chance of `alpha`: Wilson's of a rate (that of a
    /// quantile inverts it), normal of any other mean.
    pub fn counted(&self, counts: &Counts, alpha: f64) -> Response {
        let estimator = Estimator::new(1.0 - alpha);
        let [value, low, high] = match (&self.measure, self.rate()) {
            (_, Some(meant)) => {
                let count: u64 = End::ALL.into_iter().filter(|&end| meant(end)).map(|end| counts.end(end)).sum();
                let Rate { rate, low, high, .. } = estimator.rate(count, counts.chases);
                [rate, low, high]
            }
            (Measure::Quantile(share), _) => quantile(counts, *share, estimator),
            (Measure::Mean(objective), None) => {
                let (mut sum, mut squares) = (0.0, 0.0);
                for end in End::ALL {
                    for (turns, &count) in counts.lengths(end).iter().enumerate() {
                        let pays = objective.end(end) + objective.length() * turns as f64;
                        sum += count as f64 * pays;
                        squares += count as f64 * pays * pays;
                    }
                }
                let (n, z) = (counts.chases as f64, estimator.z());
                let mean = sum / n;
                // One further chase on each side of the scale keeps the width where none differs.
                let spread = ((squares / n - mean * mean).max(0.0) / n).sqrt() + objective.scale(1) / n;
                [mean, mean - z * spread, mean + z * spread]
            }
        };
        Response { value, low, high, chases: Some(counts.chases) }
    }
}

/// A quantile of the length, and those that the intervals of the shares below allow.
fn quantile(counts: &Counts, share: f64, estimator: Estimator) -> [f64; 3] {
    let longest = counts.lengths(End::Timeout).len();
    let mut below = 0_u64;
    let mut found = [None; 3];
    for turns in 0..longest {
        below += End::ALL.into_iter().map(|end| counts.lengths(end)[turns]).sum::<u64>();
        let Rate { rate, low, high, .. } = estimator.rate(below, counts.chases);
        for (found, reached) in found.iter_mut().zip([rate >= share, high >= share, low >= share]) {
            if reached && found.is_none() {
                *found = Some(turns as f64);
            }
        }
    }
    found.map(|found| found.unwrap_or((longest - 1) as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Played;
    use approx::assert_relative_eq;
    use chaselab_core::{Detail, Words};

    fn counts(chases: &[(End, u16, u64)]) -> Counts {
        let words = Words { details: vec![String::new()], ..Words::default() };
        let mut counts = Counts::new(10, &words);
        for &(end, turns, many) in chases {
            for _ in 0..many {
                counts.count(Played { end, detail: Detail::NONE, turns }, &[]);
            }
        }
        counts
    }

    #[test]
    fn targets_are_read_and_measured() {
        let counts = counts(&[(End::Escaped, 3, 40), (End::Caught, 5, 50), (End::Timeout, 10, 10)]);
        let of = |text: &str| Target::new(text).unwrap().counted(&counts, 0.05);
        assert_eq!(of("free = 0.5").value, 0.4);
        assert_relative_eq!(of("turns.mean = 5").value, 4.7);
        assert_eq!([of("turns.p10 = 3").value, of("turns.p50=5").value, of("turns.p90 = 5").value], [3.0, 5.0, 5.0]);
        assert_relative_eq!(of("escaped - 0.5*caught = 0.1").value, 0.15);
        // Wilson for 40 of 100, as tabulated: 0.3094 to 0.4980.
        assert_relative_eq!(of("free = 0.5").low, 0.3094, epsilon = 5e-5);
        assert_relative_eq!(of("free = 0.5").high, 0.4980, epsilon = 5e-5);
        // 90 of 100 are no longer than 5: the share that is may be 0.83 to 0.94, so that the ninth tenth may end at 10.
        assert_eq!([of("turns.p90 = 5").low, of("turns.p90 = 5").high], [5.0, 10.0]);
    }

    #[test]
    fn other_text_is_an_error() {
        let message = |text: &str| Target::new(text).unwrap_err().message;
        assert_eq!(message("free"), "the target has no number");
        assert_eq!(Target::new("free = 30 %"), Target::new("free = 0.3"));
        assert_eq!(message("free = 130%"), "free cannot be 1.3");
        assert_eq!(message("free = %"), "`%` is not a number");
        assert_eq!(message("free = half"), "`half` is not a number");
        assert_eq!(message("turns.p55 = 3"), "`turns` has no `p55`");
        assert_eq!(message("escape = 0.5"), "`escape` is neither an end, nor a group of ends, nor `turns`");
        assert_eq!(message("free = 1.5"), "free cannot be 1.5");
    }
}
