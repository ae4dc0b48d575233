//! Intervals that hold at every look: looked at after every single chase, by simulation.

use chaselab_lab::looks::looks;
use chaselab_lab::sequence::{Sequence, ln_bets, ln_wealth};
use chaselab_lab::stream::dice;
use rand::Rng;

/// Runs, and how many of them may go wrong: the mean of 5 % and four standard deviations.
const RUNS: u64 = 1_000;
const MAY: u64 = 50 + 28;

fn uniform(generator: &mut impl Rng) -> f64 {
    generator.next_u64() as f64 / 2.0_f64.powi(64)
}

#[test]
fn rates_are_covered_at_every_look_of_every_run() {
    for (index, p) in [1e-5, 0.001, 0.05, 0.5, 0.95, 0.999, 1.0 - 1e-5].into_iter().enumerate() {
        let (mut wrong, mut narrow_wrong) = (0, 0);
        for run in 0..RUNS {
            let mut generator = dice(11, index as u64, run);
            let (mut hits, mut wealth, mut most, mut fixed) = (0_u64, 0.0_f64, 0.0_f64, false);
            for n in 0..20_000_u64 {
                // The bet by its own recursion: the mixture gives the next hit (hits + 1/2) / (n + 1).
                let next = (hits as f64 + 0.5) / (n as f64 + 1.0);
                if uniform(&mut generator) < p {
                    wealth += (next / p).ln();
                    hits += 1;
                } else {
                    wealth += ((1.0 - next) / (1.0 - p)).ln();
                }
                most = most.max(wealth);
                // What looking does to fixed intervals, for comparison.
                let (n, rate) = ((n + 1) as f64, hits as f64 / (n + 1) as f64);
                fixed |= n >= 100.0 && (rate - p).abs() > 1.96 * (p * (1.0 - p) / n).sqrt();
            }
            assert!((wealth - ln_wealth(hits, 20_000, p)).abs() < 1e-6, "{wealth} {}", ln_wealth(hits, 20_000, p));
            wrong += u64::from(most >= 20.0_f64.ln());
            narrow_wrong += u64::from(fixed);
        }
        assert!(wrong <= MAY, "{p}: {wrong} of {RUNS} runs were wrong at some look");
        assert!(p != 0.5 || narrow_wrong > 300, "looking at fixed intervals ought to fail: {narrow_wrong}");
    }
}

#[test]
fn the_interval_itself_covers_at_the_looks() {
    let sequence = Sequence::new(0.05);
    for (index, p) in [0.001, 0.05, 0.5, 0.95].into_iter().enumerate() {
        let wrong = (0..300_u64).filter(|&run| {
            let mut generator = dice(12, index as u64, run);
            let (mut hits, mut n) = (0, 0);
            looks(20_000).any(|look| {
                while n < look {
                    hits += u64::from(uniform(&mut generator) < p);
                    n += 1;
                }
                let rate = sequence.rate(hits, n);
                p < rate.low || p > rate.high
            })
        });
        // 15 and four standard deviations.
        let wrong = wrong.count();
        assert!(wrong <= 30, "{p}: {wrong}");
    }
}

#[test]
fn means_are_covered_at_every_look_of_every_run() {
    // Lengths as chases have them, mostly short, some as long as may be; and what hardly ever happens.
    for (index, law) in [vec![0.0, 0.5, 0.3, 0.1, 0.05, 0.03, 0.02], vec![0.999, 0.0, 0.0, 0.0, 0.0, 0.0, 0.001]]
        .into_iter()
        .enumerate()
    {
        let most = (law.len() - 1) as f64;
        let mean: f64 = law.iter().enumerate().map(|(number, p)| number as f64 * p).sum::<f64>() / most;
        let wrong = (0..RUNS).filter(|&run| {
            let mut generator = dice(13, index as u64, run);
            let mut counts = vec![0.0; law.len()];
            (1..=2_000).any(|n| {
                let mut left = uniform(&mut generator);
                let number = law.iter().position(|p| {
                    left -= p;
                    left < 0.0
                });
                counts[number.unwrap_or(law.len() - 1)] += 1.0;
                // After every chase at first, then now and then: looking costs.
                (n < 50 || n % 20 == 0) && {
                    let up: Vec<(f64, f64)> = counts.iter().enumerate().map(|(i, &n)| (i as f64 / most, n)).collect();
                    let down: Vec<(f64, f64)> = up.iter().map(|&(number, n)| (1.0 - number, n)).collect();
                    ln_bets(&up, mean).max(ln_bets(&down, 1.0 - mean)) >= 40.0_f64.ln()
                }
            })
        });
        let wrong = wrong.count() as u64;
        assert!(wrong <= MAY, "{wrong} of {RUNS}");
    }
}
