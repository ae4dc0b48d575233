//! From counts to results.

use crate::counts::Counts;
use crate::estimate::{Estimator, deviation};
use crate::plan::{Cell, Plan};
use crate::results::{CellResult, Lengths, Method, Results};
use chaselab_core::{Detail, End, Group};

/// The results of a plan, of those cells that were finished.
pub fn summarize(plan: &Plan, counts: &[Option<Counts>]) -> Results {
    let scenario = &plan.scenario;
    let estimator = Estimator::new(scenario.confidence);
    let finished = plan.cells.iter().zip(counts).filter_map(|(cell, counts)| Some((cell, counts.as_ref()?)));
    Results {
        title: scenario.title.clone(),
        name: scenario.name.clone(),
        digest: plan.digest.clone(),
        seed: scenario.seed,
        confidence: scenario.confidence,
        scenario: scenario.lines(),
        cells: finished.map(|(cell, counts)| sampled(cell, counts, estimator)).collect(),
    }
}

fn sampled(cell: &Cell, counts: &Counts, estimator: Estimator) -> CellResult {
    let words = cell.player.words();
    let n = counts.chases;
    let group = |group: Group| words.ends.iter().filter(|end| end.group() == group).map(|&end| counts.end(end)).sum();
    let share = |count: u64| count as f64 / n as f64;
    let details = words.ends.iter().filter_map(|&end| {
        let named = words.details.iter().enumerate().skip(1).filter_map(|(index, name)| {
            let count = counts.detail(end, Detail(index as u8));
            (count > 0).then(|| (name.clone(), share(count)))
        });
        let named: Vec<_> = named.collect();
        (!named.is_empty()).then_some((end, named))
    });
    let events = words.events.iter().enumerate().map(|(index, name)| {
        let (sum, squares) = counts.event(index);
        (name.clone(), estimator.mean(n, sum.into(), squares.into()))
    });
    CellResult {
        cell: cell.index,
        system: cell.system,
        factors: cell.factors.clone(),
        method: Method::Sampled,
        chases: n,
        max_turns: cell.player.max_turns(),
        ends: words.ends.iter().map(|&end| (end, estimator.rate(counts.end(end), n))).collect(),
        groups: Group::ALL.iter().map(|&this| (this, estimator.rate(group(this), n))).collect(),
        turns: lengths(counts, &words.ends, estimator),
        details: details.collect(),
        events: events.collect(),
        switches: cell.player.switches().to_vec(),
        explained: cell.player.explained().to_vec(),
    }
}

fn lengths(counts: &Counts, ends: &[End], estimator: Estimator) -> Lengths {
    let n = counts.chases;
    let mut all = vec![0_u64; counts.lengths(End::Timeout).len()];
    for &end in ends {
        for (sum, count) in all.iter_mut().zip(counts.lengths(end)) {
            *sum += count;
        }
    }
    let (mut sum, mut squares) = (0_u128, 0_u128);
    for (turns, &count) in all.iter().enumerate() {
        let (turns, count) = (turns as u128, u128::from(count));
        sum += turns * count;
        squares += turns * turns * count;
    }
    let histogram = |lengths: &[u64]| -> Vec<(u16, f64)> {
        let seen = lengths.iter().enumerate().filter(|&(_, &count)| count > 0);
        seen.map(|(turns, &count)| (turns as u16, count as f64 / n as f64)).collect()
    };
    Lengths {
        mean: estimator.mean(n, sum, squares),
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
