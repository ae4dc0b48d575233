//! The strongest parameters moved together.

use super::evaluate::{Evaluator, Luck, Output};
use super::indices::{Index, Indices, Sampled, of_design, of_grid};
use super::{Levels, Parameter};
use crate::run::Watch;
use crate::scenario::Scenario;
use chaselab_core::tree::{Path, Value};

/// How settings were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
    /// Every combination of values.
    Every {
        /// How many.
        settings: usize,
    },
    /// Points of a Sobol sequence, scrambled after Owen.
    QuasiRandom {
        /// Rows of each of the two samples.
        rows: usize,
        /// Settings in all.
        settings: usize,
    },
}

/// How the variance of the output is shared out.
#[derive(Clone, Debug)]
pub struct Together {
    /// How settings were chosen.
    pub design: Design,
    /// What was moved, with first-order and total index.
    pub indices: Vec<(Path, Index, Index)>,
    /// The standard deviation of the output over all settings.
    pub sd: f64,
}

impl Together {
    /// The total index of a parameter that was moved.
    pub fn total(&self, path: &Path) -> Option<f64> {
        self.of(path).map(|(_, total)| total.value)
    }

    /// First-order and total index of a parameter that was moved.
    pub fn of(&self, path: &Path) -> Option<(Index, Index)> {
        self.indices.iter().find(|index| index.0 == *path).map(|&(_, first, total)| (first, total))
    }

    /// The share of the variance that no parameter explains alone.
    pub fn interactions(&self) -> f64 {
        1.0 - self.indices.iter().map(|(_, first, _)| first.value).sum::<f64>()
    }
}

/// Moves parameters together; nothing when it was stopped.
pub(super) fn together(
    evaluator: &Evaluator<'_>,
    parameters: &[&Parameter],
    evaluations: usize,
    scenario: &Scenario,
    watch: &dyn Watch,
) -> Option<Result<Together, String>> {
    let whole = parameters.iter().try_fold(1_usize, |product, parameter| match &parameter.levels {
        Levels::Each(values) => product.checked_mul(values.len()).filter(|&product| product <= evaluations),
        Levels::Between(..) => None,
    });
    let found = match whole {
        Some(settings) => every(evaluator, parameters, settings, scenario, watch)?,
        None => quasi_random(evaluator, parameters, evaluations, scenario, watch)?,
    };
    Some(found.map(|(design, indices)| {
        Together {
            design,
            sd: indices.variance.sqrt(),
            indices: parameters
                .iter()
                .zip(indices.first.into_iter().zip(indices.total))
                .map(|(parameter, (first, total))| (parameter.path.clone(), first, total))
                .collect(),
        }
    }))
}

type Found = Option<Result<(Design, Indices), String>>;

fn every(
    evaluator: &Evaluator<'_>,
    parameters: &[&Parameter],
    count: usize,
    scenario: &Scenario,
    watch: &dyn Watch,
) -> Found {
    let levels: Vec<&[Value]> = parameters
        .iter()
        .map(|parameter| match &parameter.levels {
            Levels::Each(values) => values.as_slice(),
            Levels::Between(..) => unreachable!("a range has no whole grid"),
        })
        .collect();
    let setting = |index: usize| {
        let mut rest = index;
        let mut setting: Vec<(&Path, Value)> = Vec::with_capacity(parameters.len());
        for (parameter, levels) in parameters.iter().zip(&levels).rev() {
            setting.push((&parameter.path, levels[rest % levels.len()].clone()));
            rest /= levels.len();
        }
        setting
    };
    let settings: Vec<_> = (0..count).map(setting).collect();
    let outputs = evaluator.all(&settings, |index| Luck::Own(index as u64), watch)?;
    Some(outputs.into_iter().collect::<Result<Vec<Output>, String>>().map(|outputs| {
        let counts: Vec<usize> = levels.iter().map(|levels| levels.len()).collect();
        let indices = of_grid(&counts, &outputs, scenario.confidence, scenario.seed);
        (Design::Every { settings: count }, indices)
    }))
}

fn quasi_random(
    evaluator: &Evaluator<'_>,
    parameters: &[&Parameter],
    evaluations: usize,
    scenario: &Scenario,
    watch: &dyn Watch,
) -> Found {
    let blocks = parameters.len() + 2;
    // Sobol's points are evenly spread when there is a power of two of them.
    let rows = ((evaluations / blocks).max(32) + 1).next_power_of_two() / 2;
    let points = points(rows, parameters.len(), scenario.seed as u32);
    let value = |row: &[f64]| -> Vec<(&Path, Value)> {
        parameters.iter().zip(row).map(|(parameter, &u)| (&parameter.path, parameter.levels.at(u))).collect()
    };
    let mut settings: Vec<Vec<(&Path, Value)>> = points.one.iter().chain(&points.other).map(|row| value(row)).collect();
    for parameter in 0..parameters.len() {
        settings.extend(points.swapped(parameter).map(|row| value(&row)));
    }
    let outputs = evaluator.all(&settings, |index| Luck::Own(index as u64), watch)?;
    Some(outputs.into_iter().collect::<Result<Vec<Output>, String>>().map(|outputs| {
        let mut blocks = outputs.chunks(rows).map(<[Output]>::to_vec);
        let mut next = || blocks.next().expect("every block was computed");
        let sampled = Sampled { one: next(), other: next(), swapped: parameters.iter().map(|_| next()).collect() };
        let indices = of_design(&sampled, scenario.confidence, scenario.seed);
        (Design::QuasiRandom { rows, settings: settings.len() }, indices)
    }))
}

/// Two samples of points in the unit cube.
pub(super) struct Points {
    pub one: Vec<Vec<f64>>,
    pub other: Vec<Vec<f64>>,
}

impl Points {
    /// The first sample with one coordinate taken from the second.
    pub fn swapped(&self, coordinate: usize) -> impl Iterator<Item = Vec<f64>> + '_ {
        self.one.iter().zip(&self.other).map(move |(one, other)| {
            let mut row = one.clone();
            row[coordinate] = other[coordinate];
            row
        })
    }
}

/// Both samples are halves of one Sobol sequence of twice the dimensions.
pub(super) fn points(rows: usize, dimensions: usize, seed: u32) -> Points {
    let point = |row: usize, from: usize| -> Vec<f64> {
        let coordinate = |d: usize| f64::from(sobol_burley::sample(row as u32, (from + d) as u32, seed));
        (0..dimensions).map(coordinate).collect()
    };
    Points {
        one: (0..rows).map(|row| point(row, 0)).collect(),
        other: (0..rows).map(|row| point(row, dimensions)).collect(),
    }
}
