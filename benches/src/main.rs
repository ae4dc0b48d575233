//! Chaselab against a naive program of the same rules, interleaved in one run: `cargo run --release -p chaselab-benches`.
//!
//! Each peer is first checked to give the same answer. Machines differ and are noisy, so what counts is the ratio of
//! medians; one thread each. Rounds are short and many, so that most of them are not interrupted by whatever else the
//! machine does.

#[path = "../peers/naive.rs"]
mod naive;

use chaselab_lab::counts::Counts;
use chaselab_lab::lanes::Lanes;
use chaselab_lab::plan::CHUNK;
use chaselab_lab::plan::Plan;
use chaselab_lab::player::{Luck, Player};
use chaselab_lab::scenario::{Scenario, Setting};
use std::path::Path;
use std::time::Instant;

/// Chases of one measurement, and how many measurements.
const CHASES: u64 = 500;
const ROUNDS: usize = 1_501;

/// Chases by which it is checked that both play the same game, and for which rules are compiled.
const CHECKED: u64 = 200_000;

/// Risks of prey and catcher: short chases, middling ones, and long ones.
const RISKS: [(i32, i32); 3] = [(0, 0), (0, 1), (2, 1)];

fn main() {
    println!(
        "Jon and Mad on a street in traffic, medians of {ROUNDS} interleaved rounds of {CHASES} chases, one thread\n"
    );
    println!(
        "nanoseconds a turn; \"compiled\" is what `run` plays: the same chases as the rules
"
    );
    println!("{:>8} {:>8} {:>8} {:>8} {:>7} {:>10} {:>7}", "risks", "turns", "naive", "rules", "", "compiled", "");
    for (prey, catcher) in RISKS {
        let plan = plan(prey, catcher);
        let player = plan.cells[0].player.as_ref();
        let turns = same_answer(player, prey, catcher);
        let compiled = player.compile(CHECKED).expect("a street in traffic fits");
        let lanes = Lanes::new(&compiled, player.max_turns()).expect("a street in traffic fits");
        let mut fastest = Vec::new();
        let (mut slow, mut fast, mut faster) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            slow.push(nanoseconds(|| {
                naive::play(CHASES, prey, catcher);
            }));
            let first = round as u64 * CHASES;
            fast.push(nanoseconds(|| {
                player.play(Luck { seed: 1, cell: 1 }, first..first + CHASES, None);
            }));
            faster.push(nanoseconds(|| {
                player.play(Luck { seed: 1, cell: 1 }, first..first + CHASES, Some(&compiled));
            }));
            let mut counts = Counts::new(player.max_turns(), player.words());
            fastest.push(nanoseconds(|| lanes.play(Luck { seed: 1, cell: 1 }, round as u64, CHUNK, &mut counts)) * CHASES as f64 / CHUNK as f64);
        }
        let total = turns * CHASES as f64;
        let (slow, fast, faster) = (median(slow), median(fast), median(faster));
        let fastest = median(fastest);
        println!("lanes {:.2} {:.1}x", fastest / total, slow / fastest);
        println!(
            "{:>8} {turns:>8.3} {:>8.1} {:>8.1} {:>6.1}x {:>10.1} {:>6.1}x",
            format!("{prey}, {catcher}"),
            slow / total,
            fast / total,
            slow / fast,
            faster / total,
            slow / faster
        );
    }
}

/// Jon and Mad at fixed risks.
fn plan(prey: i32, catcher: i32) -> Plan {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/jon-and-mad.toml");
    let set = |text: String| Setting { option: text.clone(), text };
    let sets =
        [set("grid={}".into()), set(format!("fths.prey.risk={prey}")), set(format!("fths.catcher.risk={catcher}"))];
    let scenario = Scenario::load(&file, &sets).unwrap_or_else(|unusable| panic!("{unusable}"));
    Plan::new(scenario).unwrap_or_else(|unusable| panic!("{unusable}"))
}

/// Checks that both play the same game; gives the mean length.
fn same_answer(player: &dyn Player, prey: i32, catcher: i32) -> f64 {
    let (ends, turns) = naive::play(CHECKED, prey, catcher);
    let counts: Counts = player.play(Luck { seed: 2, cell: 2 }, 0..CHECKED, None);
    for &end in &player.words().ends {
        let theirs = ends.get(end.name()).copied().unwrap_or(0) as f64;
        let ours = counts.end(end) as f64;
        let spread = (theirs + ours + 1.0).sqrt();
        assert!((theirs - ours).abs() < 5.0 * spread, "{}: naive {theirs}, kernel {ours}", end.name());
    }
    turns as f64 / CHECKED as f64
}

fn nanoseconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos() as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
