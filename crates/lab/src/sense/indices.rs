//! Sobol's indices from outputs: of a whole grid, or of a quasi-random design.
//!
//! Outputs may carry errors of their own (from sampling). Errors add to variances what they have themselves, so that is
//! taken off again; they cancel from covariances by themselves.

use super::Output;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use statrs::distribution::{ContinuousCDF, Normal};

/// How often outputs are drawn again for an interval.
const RESAMPLES: usize = 400;

/// An index with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Index {
    /// The share of the variance.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// First-order and total indices of each parameter.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Indices {
    pub first: Vec<Index>,
    pub total: Vec<Index>,
    /// The variance of the output.
    pub variance: f64,
}

/// Indices without an interval.
#[derive(Clone, Debug)]
struct Point {
    first: Vec<f64>,
    total: Vec<f64>,
    variance: f64,
}

/// Of every combination of so many levels, all equally likely; the last parameter varies fastest.
pub(super) fn of_grid(levels: &[usize], outputs: &[Output], confidence: f64, seed: u64) -> Indices {
    let values: Vec<f64> = outputs.iter().map(|output| output.value).collect();
    let noise = outputs.iter().map(|output| output.variance).sum::<f64>() / outputs.len() as f64;
    let point = grid_point(levels, &values, noise);
    if noise == 0.0 {
        return with_intervals(point, &[], confidence);
    }
    // Outputs drawn again have their own error and that of the draw.
    let mut generator = Pcg64Mcg::seed_from_u64(seed);
    let normal = Normal::new(0.0, 1.0).expect("the standard normal law");
    let again: Vec<Point> = (0..RESAMPLES)
        .map(|_| {
            let mut draw = || normal.inverse_cdf(generator.random_range(1e-12..1.0));
            let drawn: Vec<f64> = outputs.iter().map(|o| o.value + o.variance.sqrt() * draw()).collect();
            grid_point(levels, &drawn, 2.0 * noise)
        })
        .collect();
    with_intervals(point, &again, confidence)
}

fn grid_point(levels: &[usize], values: &[f64], noise: f64) -> Point {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n - noise * (1.0 - 1.0 / n);
    let (mut first, mut total) = (Vec::new(), Vec::new());
    for (parameter, &count) in levels.iter().enumerate() {
        let stride: usize = levels[parameter + 1..].iter().product();
        let level = |index: usize| index / stride % count;
        let mut means = vec![0.0; count];
        for (index, value) in values.iter().enumerate() {
            means[level(index)] += (value - mean) * count as f64 / n;
        }
        let spread = means.iter().map(|mean| mean * mean).sum::<f64>() / count as f64;
        let own = 1.0 - 1.0 / count as f64;
        first.push(spread - noise * count as f64 / n * own);
        // Along each line of this parameter, the others staying where they are.
        let lines = (0..values.len()).filter(|&index| level(index) == 0);
        let within: f64 = lines
            .map(|start| {
                let line = || (0..count).map(|step| values[start + step * stride]);
                let mean = line().sum::<f64>() / count as f64;
                line().map(|value| (value - mean).powi(2)).sum::<f64>()
            })
            .sum();
        total.push(within / n - noise * own);
    }
    shares(first, total, variance)
}

/// The outputs of a design: two independent samples of all parameters, and for each parameter the first sample with that
/// parameter taken from the second.
#[derive(Clone, Debug)]
pub(super) struct Sampled {
    pub one: Vec<Output>,
    pub other: Vec<Output>,
    pub swapped: Vec<Vec<Output>>,
}

/// Of a quasi-random design: first-order indices by Saltelli and others (2010), total ones by Jansen (1999), intervals
/// by drawing rows of the design again (Archer, Saltelli and Sobol 1997).
pub(super) fn of_design(sampled: &Sampled, confidence: f64, seed: u64) -> Indices {
    let rows: Vec<usize> = (0..sampled.one.len()).collect();
    let point = design_point(sampled, &rows);
    let mut generator = Pcg64Mcg::seed_from_u64(seed);
    let again: Vec<Point> = (0..RESAMPLES)
        .map(|_| {
            let drawn: Vec<usize> = rows.iter().map(|_| generator.random_range(0..rows.len())).collect();
            design_point(sampled, &drawn)
        })
        .collect();
    with_intervals(point, &again, confidence)
}

fn design_point(sampled: &Sampled, rows: &[usize]) -> Point {
    let n = rows.len() as f64;
    let mean_of = |part: &dyn Fn(usize) -> f64| rows.iter().map(|&row| part(row)).sum::<f64>() / n;
    let (one, other) = (&sampled.one, &sampled.other);
    let mean = mean_of(&|row| (one[row].value + other[row].value) / 2.0);
    let spread = mean_of(&|row| ((one[row].value - mean).powi(2) + (other[row].value - mean).powi(2)) / 2.0);
    let variance = spread - mean_of(&|row| (one[row].variance + other[row].variance) / 2.0);
    let (mut first, mut total) = (Vec::new(), Vec::new());
    for swapped in &sampled.swapped {
        // Centring changes no expectation and takes most of the error away.
        first.push(mean_of(&|row| (other[row].value - mean) * (swapped[row].value - one[row].value)));
        let distance = mean_of(&|row| (one[row].value - swapped[row].value).powi(2) / 2.0);
        total.push(distance - mean_of(&|row| (one[row].variance + swapped[row].variance) / 2.0));
    }
    shares(first, total, variance)
}

fn shares(first: Vec<f64>, total: Vec<f64>, variance: f64) -> Point {
    let share = |part: f64| if variance > 0.0 { part / variance } else { 0.0 };
    Point {
        first: first.into_iter().map(share).collect(),
        total: total.into_iter().map(share).collect(),
        variance: variance.max(0.0),
    }
}

fn with_intervals(point: Point, again: &[Point], confidence: f64) -> Indices {
    let index = |value: f64, drawn: Vec<f64>| {
        let mut drawn = drawn;
        if drawn.is_empty() {
            return Index { value, low: value, high: value };
        }
        drawn.sort_by(f64::total_cmp);
        let tail = (1.0 - confidence) / 2.0;
        let at = |share: f64| drawn[((share * drawn.len() as f64) as usize).min(drawn.len() - 1)];
        Index { value, low: at(tail).min(value), high: at(1.0 - tail).max(value) }
    };
    let column = |pick: &dyn Fn(&Point) -> f64| again.iter().map(pick).collect();
    let first = point.first.iter().enumerate().map(|(i, &value)| index(value, column(&|p| p.first[i]))).collect();
    let total = point.total.iter().enumerate().map(|(i, &value)| index(value, column(&|p| p.total[i]))).collect();
    Indices { first, total, variance: point.variance }
}

#[cfg(test)]
mod tests {
    use super::super::together::points;
    use super::*;
    use approx::assert_relative_eq;
    use std::f64::consts::PI;

    const CONFIDENCE: f64 = 0.95;

    fn exact(value: f64) -> Output {
        Output { value, variance: 0.0 }
    }

    /// Ishigami and Homma 1990: strongly curved, and the third parameter matters by interaction alone.
    fn ishigami(x: &[f64]) -> f64 {
        x[0].sin() + 7.0 * x[1].sin().powi(2) + 0.1 * x[2].powi(4) * x[0].sin()
    }

    /// Its indices in closed form, for a = 7, b = 0.1 over [-pi, pi].
    fn published() -> ([f64; 3], [f64; 3]) {
        let (a, b) = (7.0_f64, 0.1_f64);
        let one = 0.5 * (1.0 + b * PI.powi(4) / 5.0).powi(2);
        let two = a * a / 8.0;
        let thirteen = b * b * PI.powi(8) * (1.0 / 18.0 - 1.0 / 50.0);
        let variance = one + two + thirteen;
        ([one / variance, two / variance, 0.0], [(one + thirteen) / variance, two / variance, thirteen / variance])
    }

    fn design(rows: usize, noise: f64) -> Sampled {
        let mut generator = Pcg64Mcg::seed_from_u64(7);
        let mut output = |row: &[f64]| {
            let x: Vec<f64> = row.iter().map(|u| PI * (2.0 * u - 1.0)).collect();
            // Uniform errors of the stated variance.
            let error = (generator.random_range(-1.0..1.0)) * (3.0 * noise).sqrt();
            Output { value: ishigami(&x) + error, variance: noise }
        };
        let points = points(rows, 3, 11);
        Sampled {
            one: points.one.iter().map(|row| output(row)).collect(),
            other: points.other.iter().map(|row| output(row)).collect(),
            swapped: (0..3).map(|i| points.swapped(i).map(|row| output(&row)).collect()).collect(),
        }
    }

    #[test]
    fn published_indices_lie_within_the_intervals() {
        let (first, total) = published();
        assert_relative_eq!(first[0], 0.3139, epsilon = 5e-5);
        assert_relative_eq!(total[2], 0.2437, epsilon = 5e-5);
        for noise in [0.0, 0.5] {
            let found = of_design(&design(4096, noise), CONFIDENCE, 3);
            for i in 0..3 {
                for (index, truth) in [(found.first[i], first[i]), (found.total[i], total[i])] {
                    assert!(index.low <= truth && truth <= index.high, "noise {noise}, {i}: {index:?} for {truth}");
                    assert!(index.high - index.low < 0.12, "noise {noise}, {i}: {index:?}");
                }
            }
        }
    }

    #[test]
    fn a_whole_grid_is_exact() {
        // f = x + 2 y + x y over x in {0, 1}, y in {0, 1, 2}: effects by hand.
        // Mean over y: x + 2 + x = 2 + 2 x, variance 1. Mean over x: 0.5 + 2.5 y, variance 6.25 * 2/3.
        // Interaction: (x - 1/2)(y - 1), variance 1/4 * 2/3.
        let outputs: Vec<Output> =
            [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)].map(|(x, y)| exact(f64::from(x + 2 * y + x * y))).to_vec();
        let found = of_grid(&[2, 3], &outputs, CONFIDENCE, 1);
        let (one, two, both) = (1.0, 6.25 * 2.0 / 3.0, 0.25 * 2.0 / 3.0);
        let variance = one + two + both;
        assert_relative_eq!(found.variance, variance, epsilon = 1e-12);
        for (index, truth) in
            [(found.first[0], one), (found.first[1], two), (found.total[0], one + both), (found.total[1], two + both)]
        {
            assert_relative_eq!(index.value, truth / variance, epsilon = 1e-12);
            assert_eq!((index.low, index.high), (index.value, index.value));
        }
    }

    #[test]
    fn errors_of_outputs_are_taken_off() {
        // The mean of many noisy grids is that of the grid without errors.
        let truth = [0.0, 2.0, 4.0, 1.0, 4.0, 7.0];
        let clean = of_grid(&[2, 3], &truth.map(exact), CONFIDENCE, 1);
        let mut generator = Pcg64Mcg::seed_from_u64(5);
        let (mut variance, mut first, mut covered) = (0.0, 0.0, 0);
        let repeats = 400;
        for repeat in 0..repeats {
            let noise = 0.3;
            let outputs: Vec<Output> = truth
                .iter()
                .map(|value| Output {
                    value: value + generator.random_range(-1.0..1.0) * (3.0_f64 * noise).sqrt(),
                    variance: noise,
                })
                .collect();
            let found = of_grid(&[2, 3], &outputs, CONFIDENCE, repeat);
            variance += found.variance / repeats as f64;
            first += found.first[1].value / repeats as f64;
            covered +=
                u32::from(found.first[1].low <= clean.first[1].value && clean.first[1].value <= found.first[1].high);
        }
        assert_relative_eq!(variance, clean.variance, epsilon = 0.25);
        assert_relative_eq!(first, clean.first[1].value, epsilon = 0.02);
        assert!((360..=400).contains(&covered), "covered {covered} of 400");
    }
}
