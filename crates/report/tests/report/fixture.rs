//! Results made in code: few cells and many, one factor and two, words and numbers, counted and exact.

use chaselab_core::tree::{Path, Value};
use chaselab_core::{End, Group, Place};
use chaselab_lab::estimate::{Estimator, deviation, digits};
use chaselab_lab::flags::{Flag, Found};
use chaselab_lab::plan::Factor;
use chaselab_lab::results::{CellResult, Lengths, Mean, Method, Rate, Results};
use chaselab_lab::verify::{Check, Counted};
use chaselab_systems::{Explained, Switch, SystemId};

const CONFIDENCE: f64 = 0.95;
const MAX_TURNS: u16 = 60;

/// How many chases ended so, by their length from turn 1.
pub type Counts = Vec<(End, Vec<u64>)>;

pub fn factor(path: &str, value: Value) -> Factor {
    Factor { path: Path::parse(path, &Place::Default).unwrap(), value }
}

pub fn whole(path: &str, value: i64) -> Factor {
    factor(path, Value::Integer(value))
}

pub fn results(title: &str, name: &str, cells: Vec<CellResult>) -> Results {
    Results {
        title: title.into(),
        name: name.into(),
        digest: "9f2c41d07be3a558".into(),
        seed: 2026,
        confidence: CONFIDENCE,
        scenario: vec![
            format!("title = \"{title}\""),
            "systems = [\"fths\"]".into(),
            "prey.vehicle = \"sedan\"".into(),
            "fths.rules.damage = \"off\"".into(),
        ],
        cells,
        flags: Vec::new(),
    }
}

/// Something found in the one system that there is.
pub fn flag(found: Found) -> Flag {
    Flag { system: SystemId::Fths, then: None, solved: false, found }
}

/// A sampled cell by its counts.
pub fn sampled(index: usize, factors: Vec<Factor>, counts: &Counts) -> CellResult {
    let chases: u64 = counts.iter().flat_map(|(_, lengths)| lengths).sum();
    let estimator = Estimator::new(CONFIDENCE);
    let (mut sum, mut squares) = (0_u128, 0_u128);
    for (_, lengths) in counts {
        for (turn, &count) in (1_u128..).zip(lengths) {
            sum += turn * u128::from(count);
            squares += turn * turn * u128::from(count);
        }
    }
    let mean = estimator.mean(chases, sum, squares);
    let sd = deviation(chases, sum, squares);
    cell(index, factors, counts, (mean, sd), |count| estimator.rate(count, chases))
}

/// The same shares as if they had been computed.
pub fn exact(index: usize, factors: Vec<Factor>, counts: &Counts) -> CellResult {
    let like = sampled(index, factors.clone(), counts);
    let share = |count: u64| count as f64 / like.chases as f64;
    let mean = digits(like.turns.mean.mean);
    let moments = (Mean { mean, low: mean, high: mean }, like.turns.sd);
    let rate = |count: u64| Rate { count: None, rate: share(count), low: share(count), high: share(count) };
    CellResult { method: Method::Exact, chases: 0, ..cell(index, factors, counts, moments, rate) }
}

fn cell(
    index: usize,
    factors: Vec<Factor>,
    counts: &Counts,
    (mean, sd): (Mean, f64),
    rate: impl Fn(u64) -> Rate,
) -> CellResult {
    let chases: u64 = counts.iter().flat_map(|(_, lengths)| lengths).sum();
    let share = |count: u64| count as f64 / chases as f64;
    let of =
        |end: End| -> u64 { counts.iter().filter(|(this, _)| *this == end).flat_map(|(_, lengths)| lengths).sum() };
    let in_group =
        |group: Group| -> u64 { counts.iter().filter(|(end, _)| end.group() == group).map(|&(end, _)| of(end)).sum() };
    let longest = counts.iter().map(|(_, lengths)| lengths.len()).max().unwrap_or(0);
    let all: Vec<u64> =
        (0..longest).map(|turn| counts.iter().filter_map(|(_, lengths)| lengths.get(turn)).sum()).collect();
    let shares = |lengths: &[u64]| -> Vec<(u16, f64)> {
        (1_u16..).zip(lengths).filter(|&(_, &count)| count > 0).map(|(turn, &count)| (turn, share(count))).collect()
    };
    let percentile = |wanted: f64| -> u16 {
        let mut below = 0.0;
        let reached = all.iter().position(|&count| {
            below += share(count);
            below >= wanted - 1e-12
        });
        reached.unwrap() as u16 + 1
    };
    CellResult {
        cell: index,
        system: SystemId::ALL[0],
        then: None,
        factors,
        method: Method::Sampled,
        chases,
        max_turns: MAX_TURNS,
        ends: counts.iter().map(|&(end, _)| (end, rate(of(end)))).collect(),
        groups: Group::ALL.into_iter().map(|group| (group, rate(in_group(group)))).collect(),
        turns: Lengths {
            mean,
            sd,
            p10: percentile(0.1),
            p50: percentile(0.5),
            p90: percentile(0.9),
            histogram: shares(&all),
            by_end: counts.iter().map(|(end, lengths)| (*end, shares(lengths))).collect(),
        },
        details: vec![(End::Caught, vec![("blocked".into(), share(of(End::Caught)))])],
        events: vec![("prey_crash_events".into(), Mean { mean: 0.4, low: 0.39, high: 0.41 })],
        check: None,
        lanes: false,
        unfit: None,
        stop: None,
        switches: vec![
            Switch { name: "damage", value: "off".into(), default: "full" },
            Switch { name: "red_light", value: "-2".into(), default: "-2" },
        ],
        explained: vec![Explained::new(
            "prey acceleration",
            "-2",
            "13 km/h/s of sedan, table acceleration, row Mediocre",
        )],
    }
}

/// Chases of a made-up law: `weights` say how often each end comes, `pace` how fast.
pub fn counts(chases: u64, weights: [f64; 5], pace: f64) -> Counts {
    let ends = [End::Escaped, End::CatcherCrashed, End::Caught, End::PreyCrashed, End::BothCrashed];
    let total: f64 = weights.iter().sum();
    let mut counts: Counts = Vec::new();
    let mut left = chases;
    for (index, (end, weight)) in ends.into_iter().zip(weights).enumerate() {
        let mean = pace * (1.0 + 0.3 * index as f64);
        let lengths: Vec<f64> = (1..MAX_TURNS)
            .map(|turn| {
                let x = f64::from(turn) / mean;
                x * (-1.6 * x).exp()
            })
            .collect();
        let sum: f64 = lengths.iter().sum();
        let lengths: Vec<u64> =
            lengths.iter().map(|length| (chases as f64 * weight / total * length / sum).round() as u64).collect();
        let lengths: Vec<u64> = lengths
            .into_iter()
            .map(|count| {
                let taken = count.min(left);
                left -= taken;
                taken
            })
            .collect();
        counts.push((end, lengths));
    }
    let mut open = vec![0; usize::from(MAX_TURNS)];
    open[usize::from(MAX_TURNS) - 1] = left;
    counts.push((End::Timeout, open));
    counts
}

/// Weights that depend on two risks as in a real chase: daring gains on the road and loses in crashes.
pub fn weights(prey: f64, catcher: f64) -> [f64; 5] {
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let crash = |risk: f64| 0.35 * logistic(1.3 * (risk - 2.2));
    let ahead = logistic(0.9 * (prey - catcher));
    let on_the_road = (1.0 - crash(prey)) * (1.0 - crash(catcher));
    [
        ahead * on_the_road,
        crash(catcher) * (1.0 - crash(prey)),
        (1.0 - ahead) * on_the_road,
        crash(prey) * (1.0 - crash(catcher)),
        crash(prey) * crash(catcher),
    ]
}

/// One cell, without factors; the catcher never crashed.
pub fn one_cell() -> Results {
    let counts = counts(200_000, [0.4, 0.0, 0.5, 0.1, 0.0], 4.0);
    let bound = Estimator::new(CONFIDENCE).rate(0, 200_000);
    let unseen = Found::Unseen { ends: vec![End::CatcherCrashed, End::BothCrashed], bound };
    let results = results("One chase", "one-chase", vec![sampled(0, vec![], &counts)]);
    Results { flags: vec![flag(unseen)], ..results }
}

/// Nothing but escapes.
pub fn all_escape() -> Results {
    let counts = vec![(End::Escaped, vec![0, 100_000, 100_000]), (End::Caught, vec![0, 0, 0]), (End::Timeout, vec![0])];
    results("A sure thing", "a-sure-thing", vec![sampled(0, vec![], &counts)])
}

/// Eight values of one number.
pub fn eight_risks() -> Results {
    let cells = (-4..=3).enumerate().map(|(index, risk)| {
        sampled(index, vec![whole("fths.prey.risk", risk)], &counts(100_000, weights(risk as f64, 0.0), 5.0))
    });
    results("How daring should the prey be?", "how-daring", cells.collect())
}

/// All pairs of eight risks.
pub fn risk_grid() -> Results {
    let pairs = (-4..=3).flat_map(|prey| (-4..=3).map(move |catcher| (prey, catcher)));
    let cells = pairs.enumerate().map(|(index, (prey, catcher))| {
        let factors = vec![whole("fths.prey.risk", prey), whole("fths.catcher.risk", catcher)];
        sampled(index, factors, &counts(1_000_000, weights(prey as f64, catcher as f64), 5.0))
    });
    results("Risk against risk", "risk-grid", cells.collect())
}

/// A number with a unit by another.
pub fn accelerations() -> Results {
    let pairs = [12, 17, 22, 27, 32].into_iter().flat_map(|speed| [-2, 0, 1].map(move |risk| (speed, risk)));
    let cells = pairs.enumerate().map(|(index, (speed, risk))| {
        let factors = vec![whole("prey.vehicle.acceleration_kmh_s", speed), whole("fths.catcher.risk", risk)];
        sampled(index, factors, &counts(2_000, weights((speed - 20) as f64 / 5.0, risk as f64), 5.0))
    });
    results("What acceleration buys", "acceleration", cells.collect())
}

/// Words on one axis.
pub fn vehicles() -> Results {
    let vehicles = [("motorcycle", 2.0), ("sedan", -1.0), ("police-cruiser", 1.0), ("armored-van", -3.0)];
    let cells = vehicles.into_iter().enumerate().map(|(index, (vehicle, edge))| {
        let factors = vec![factor("prey.vehicle", Value::Text(vehicle.into()))];
        sampled(index, factors, &counts(20_000, weights(edge, 0.0), 6.0))
    });
    results("Which car to steal", "which-car", cells.collect())
}

/// Words by words, and a third factor.
pub fn three_factors() -> Results {
    let mut cells = Vec::new();
    for (prey, edge) in [("motorcycle", 2.0), ("sedan", -1.0), ("van", -3.0)] {
        for (catcher, other) in [("sedan", -1.0), ("police-cruiser", 1.0)] {
            for risk in [0.0, 1.5] {
                let factors = vec![
                    factor("prey.vehicle", Value::Text(prey.into())),
                    factor("catcher.vehicle", Value::Text(catcher.into())),
                    factor("fths.prey.risk", Value::Float(risk)),
                ];
                cells.push(sampled(cells.len(), factors, &counts(50_000, weights(edge + risk, other), 6.0)));
            }
        }
    }
    results("Cars and nerves", "cars-and-nerves", cells)
}

/// Computed, not counted.
pub fn exact_cells() -> Results {
    let cells = (0..3).map(|risk| {
        exact(risk, vec![whole("fths.prey.risk", risk as i64)], &counts(1_000_000, weights(risk as f64, 0.0), 5.0))
    });
    results("Computed", "computed", cells.collect())
}

/// Two systems, of which the second lacks the factor, and a word with everything that formats might stumble over.
pub fn two_systems() -> Results {
    let odd = "a \"sharp\", <odd> & |barred| word";
    let mut cells: Vec<CellResult> = ["plain", odd]
        .into_iter()
        .enumerate()
        .map(|(index, word)| {
            let factors = vec![factor("fths.prey.vehicle", Value::Text(word.into())), whole("seed", index as i64)];
            sampled(index, factors, &counts(10_000, weights(index as f64, 0.0), 4.0))
        })
        .collect();
    let mut other = sampled(0, vec![whole("seed", 7)], &counts(10_000, weights(1.0, 1.0), 4.0));
    other.system = *SystemId::ALL.last().unwrap();
    other.switches.clear();
    cells.push(other);
    results("Here & there", "here-and-there", cells)
}

/// A cell that was held against its exact chances, and one for which they could not be had.
pub fn checked() -> Results {
    let mut results = eight_risks();
    results.cells.truncate(2);
    results.cells[0].check = Some(Check { what: Counted::End(End::PreyCrashed), tail: 0.02, z: -2.326 });
    results.cells[1].unfit = Some("more than 2,000,000 states".into());
    results
}

/// Everything above.
pub fn all() -> Vec<Results> {
    vec![
        one_cell(),
        all_escape(),
        eight_risks(),
        risk_grid(),
        accelerations(),
        vehicles(),
        three_factors(),
        exact_cells(),
        two_systems(),
        checked(),
    ]
}
