//! From counts and exact chances to results.

use crate::counts::Counts;
use crate::estimate::{Estimator, deviation, digits, moments};
use crate::plan::{Cell, Plan};
use crate::results::{CellResult, Lengths, Mean, Method, Rate, Results};
use crate::run::Found;
use crate::scenario::Wanted;
use crate::sequence::Sequence;
use crate::verify::{binomial_tail, check};
use chaselab_core::{Detail, End, Event, Group, Words};
use chaselab_solve::Exact;

/// The results of a plan, of those cells that were finished.
pub fn summarize(plan: &Plan, found: &[Found]) -> Results {
    let scenario = &plan.scenario;
    let estimator = Estimator::new(scenario.confidence);
    let cells = plan.cells.iter().zip(found).filter_map(|(cell, found)| {
        let mut result = match found {
            Found { counts: Some(counts), stop: Some(_), .. } => sampled(cell, counts, estimator.looking()),
            Found { counts: Some(counts), .. } => sampled(cell, counts, estimator),
            Found { exact: Some(exact), .. } if scenario.method != Wanted::Both => exactly(cell, exact),
            _ => return None,
        };
        if let (Some(counts), Some(exact)) = (&found.counts, &found.exact) {
            // Whoever looked before is not surprised by what only a fixed number of chases would make surprising.
            let tail = if found.stop.is_some() { Sequence::tail } else { binomial_tail };
            let checks = check(counts, exact, &cell.player.words().ends, tail);
            result.check = checks.into_iter().max_by(|one, other| one.z.abs().total_cmp(&other.z.abs()));
        }
        result.lanes = found.lanes;
        result.unfit.clone_from(&found.unfit);
        result.stop = found.stop;
        Some(result)
    });
    Results {
        title: scenario.title.clone(),
        name: scenario.name.clone(),
        digest: plan.digest.clone(),
        seed: scenario.seed,
        confidence: scenario.confidence,
        scenario: scenario.lines(),
        cells: cells.collect(),
        flags: Vec::new(),
    }
}

/// What counts and exact chances have in common.
struct Parts {
    method: Method,
    chases: u64,
    ends: Vec<(End, Rate)>,
    groups: Vec<(Group, Rate)>,
    turns: Lengths,
    details: Vec<(End, Vec<(String, f64)>)>,
    events: Vec<(String, Mean)>,
}

fn result(cell: &Cell, parts: Parts) -> CellResult {
    let Parts { method, chases, ends, groups, turns, details, events } = parts;
    CellResult {
        cell: cell.index,
        system: cell.system,
        then: cell.player.then(),
        factors: cell.factors.clone(),
        method,
        chases,
        max_turns: cell.player.max_turns(),
        ends,
        groups,
        turns,
        details,
        events,
        check: None,
        lanes: false,
        unfit: None,
        stop: None,
        switches: cell.player.switches().to_vec(),
        explained: cell.player.explained().to_vec(),
    }
}

fn sampled(cell: &Cell, counts: &Counts, estimator: Estimator) -> CellResult {
    let words = cell.player.words();
    let n = counts.chases;
    let group = |group: Group| words.ends.iter().filter(|end| end.group() == group).map(|&end| counts.end(end)).sum();
    let events = words.events.iter().enumerate().map(|(index, name)| {
        let (sum, squares) = counts.event(index);
        (name.clone(), estimator.mean(n, sum.into(), squares.into()))
    });
    result(
        cell,
        Parts {
            method: Method::Sampled,
            chases: n,
            ends: words.ends.iter().map(|&end| (end, estimator.rate(counts.end(end), n))).collect(),
            groups: Group::ALL.iter().map(|&this| (this, estimator.rate(group(this), n))).collect(),
            turns: lengths(counts, &words.ends, estimator),
            details: details(words, |end, detail| counts.detail(end, detail) as f64 / n as f64),
            events: events.collect(),
        },
    )
}

/// The result of a cell whose exact distribution is known.
pub(crate) fn exactly(cell: &Cell, exact: &Exact) -> CellResult {
    let words = cell.player.words();
    // Sums of many chances may pass 0 or 1 by rounding.
    let certain = |rate: f64| {
        let rate = rate.clamp(0.0, 1.0);
        Rate { count: None, rate, low: rate, high: rate }
    };
    let mean = |mean: f64| Mean { mean, low: mean, high: mean };
    let histogram = |end: Option<End>| -> Vec<(u16, f64)> {
        let lengths = exact.length(end).into_iter().enumerate().filter(|&(_, p)| p > 0.0);
        lengths.map(|(turns, p)| (turns as u16, p)).collect()
    };
    let outcome = |end: End, detail: Detail| {
        let same = exact.outcomes().iter().filter(|&&(this, by, _)| this == end && by == detail);
        same.map(|&(.., p)| p).sum::<f64>()
    };
    let events = words.events.iter().enumerate();
    result(
        cell,
        Parts {
            method: Method::Exact,
            chases: 0,
            ends: words.ends.iter().map(|&end| (end, certain(exact.end(end)))).collect(),
            groups: Group::ALL.iter().map(|&this| (this, certain(exact.group(this)))).collect(),
            turns: Lengths {
                mean: mean(exact.mean_turns()),
                sd: digits(exact.sd_turns()),
                p10: exact.quantile_turns(0.1) as u16,
                p50: exact.quantile_turns(0.5) as u16,
                p90: exact.quantile_turns(0.9) as u16,
                histogram: histogram(None),
                by_end: words.ends.iter().map(|&end| (end, histogram(Some(end)))).collect(),
            },
            details: details(words, outcome),
            events: events.map(|(index, name)| (name.clone(), mean(exact.event(Event(index as u8))))).collect(),
        },
    )
}

/// For each end the details that occurred, as shares of all chases.
fn details(words: &Words, share: impl Fn(End, Detail) -> f64) -> Vec<(End, Vec<(String, f64)>)> {
    let of_end = |end: End| -> Vec<(String, f64)> {
        let named = words.details.iter().enumerate().skip(1);
        let shares = named.map(|(index, name)| (name.clone(), share(end, Detail(index as u8))));
        shares.filter(|&(_, share)| share > 0.0).collect()
    };
    words.ends.iter().map(|&end| (end, of_end(end))).filter(|(_, named)| !named.is_empty()).collect()
}

fn lengths(counts: &Counts, ends: &[End], estimator: Estimator) -> Lengths {
    let mut all = vec![0_u64; counts.lengths(End::Timeout).len()];
    for &end in ends {
        for (sum, count) in all.iter_mut().zip(counts.lengths(end)) {
            *sum += count;
        }
    }
    let (n, sum, squares) = moments(&all);
    let histogram = |lengths: &[u64]| -> Vec<(u16, f64)> {
        let seen = lengths.iter().enumerate().filter(|&(_, &count)| count > 0);
        seen.map(|(turns, &count)| (turns as u16, count as f64 / n as f64)).collect()
    };
    Lengths {
        mean: estimator.bounded(&all, (all.len() - 1) as u16),
        sd: deviation(n, sum, squares),
        p10: percentile(&all, n, 10),
        p50: percentile(&all, n, 50),
        p90: percentile(&all, n, 90),
        histogram: histogram(&all),
        by_end: ends.iter().map(|&end| (end, histogram(counts.lengths(end)))).collect(),
    }
}

/// The shortest length that at least so many percent of the chases do not exceed.
fn percentile(lengths: &[u64], n: u64, percent: u64) -> u16 {
    let wanted = u128::from(n) * u128::from(percent);
    let mut below = 0_u128;
    for (turns, &count) in lengths.iter().enumerate() {
        below += u128::from(count) * 100;
        if below >= wanted {
            return turns as u16;
        }
    }
    (lengths.len() - 1) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_the_shortest_that_reach() {
        let lengths = [0, 10, 0, 80, 10];
        assert_eq!([10, 11, 50, 90, 91].map(|percent| percentile(&lengths, 100, percent)), [1, 3, 3, 3, 4]);
    }
}
