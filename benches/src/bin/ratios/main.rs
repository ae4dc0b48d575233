//! Chaselab against a naive program of the same rules, interleaved in one run: `cargo run --release -p chaselab-benches`.
//!
//! Each peer is first checked to give the same answer. Machines differ and are noisy, so what counts is the ratio of
//! medians; one thread each, but where threads are compared. Rounds are short and many, so that most of them are not
//! interrupted by whatever else the machine does.

mod game;
#[path = "../../../peers/naive.rs"]
mod naive;
mod python;
mod targets;
mod whole;

use chaselab_benches::{MANY, median, nanoseconds, plan};
use chaselab_lab::counts::Counts;
use chaselab_lab::lanes::Lanes;
use chaselab_lab::plan::{CHUNK, Plan};
use chaselab_lab::player::{Luck, Player};
use targets::Target;

/// Chases of one measurement, and how many measurements. Lanes take a chunk at a time, as they do in a run.
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
    println!("nanoseconds a turn, and how many times as fast as the naive program\n");
    println!(
        "{:>8} {:>8} {:>8} {:>8} {:>7} {:>9} {:>7} {:>8} {:>7}",
        "risks", "turns", "naive", "rules", "", "compiled", "", "lanes", ""
    );
    let ratios: Vec<[f64; 2]> = RISKS.into_iter().map(|(prey, catcher)| sampled(prey, catcher)).collect();
    let lowest = |index: usize| ratios.iter().map(|ratios| ratios[index]).fold(f64::INFINITY, f64::min);
    let highest = |index: usize| ratios.iter().map(|ratios| ratios[index]).fold(0.0, f64::max);
    let spans = [0, 1].map(|index| format!("{:.1} to {:.1} x", lowest(index), highest(index)));
    let [rules, lanes] = spans;
    let mut table = vec![
        Target { what: "rules over a naive program".into(), at_least: "4.5 x", measured: rules },
        Target { what: "lanes over a naive program".into(), at_least: "60 x", measured: lanes },
    ];
    table.extend(targets::measure());
    table.push(game::measure());
    table.extend(whole::measure());
    println!("\n{:<48} {:>14} {:>20}", "target", "wanted", "measured");
    for Target { what, at_least, measured } in table {
        println!("{what:<48} {at_least:>14} {measured:>20}");
    }
    python::compare();
}

/// Prints a line; gives how many times as fast as the naive program the rules and the lanes are.
fn sampled(prey: i32, catcher: i32) -> [f64; 2] {
    let risks = [format!("fths.prey.risk={prey}"), format!("fths.catcher.risk={catcher}")];
    let plan = jon_and_mad(&["grid={}", &risks[0], &risks[1]]);
    let player = plan.cells[0].player.as_ref();
    let compiled = player.compile(CHECKED).expect("a street in traffic fits");
    let in_lanes = Lanes::new(&compiled, player.max_turns(), MANY).expect("a street in traffic fits");
    let luck = Luck { seed: 1, cell: 1 };
    let counted = |chunks: std::ops::Range<u64>| {
        let mut counts = Counts::new(player.max_turns(), player.words());
        chunks.for_each(|chunk| in_lanes.play(luck, chunk, CHUNK, &mut counts));
        counts
    };
    let turns = same_answer(player, &counted(0..CHECKED / CHUNK), prey, catcher);
    let mut times: [Vec<f64>; 4] = Default::default();
    for round in 0..ROUNDS as u64 {
        let these = round * CHASES..(round + 1) * CHASES;
        times[0].push(nanoseconds(|| {
            naive::play(CHASES, prey, catcher);
        }));
        times[1].push(nanoseconds(|| {
            player.play(luck, these.clone(), None);
        }));
        times[2].push(nanoseconds(|| {
            player.play(luck, these, Some(&compiled));
        }));
        let chunk = nanoseconds(|| {
            counted(round..round + 1);
        });
        times[3].push(chunk * CHASES as f64 / CHUNK as f64);
    }
    let [naive, rules, compiled, lanes] = times.map(|times| median(times) / (turns * CHASES as f64));
    println!(
        "{:>8} {turns:>8.3} {naive:>8.1} {rules:>8.1} {:>6.1}x {compiled:>9.1} {:>6.1}x {lanes:>8.2} {:>6.1}x",
        format!("{prey}, {catcher}"),
        naive / rules,
        naive / compiled,
        naive / lanes
    );
    [naive / rules, naive / lanes]
}

/// Jon and Mad with these settings.
fn jon_and_mad(sets: &[&str]) -> Plan {
    plan("jon-and-mad", sets)
}

/// Checks that the naive program, the rules and the lanes play the same game; gives the mean length.
fn same_answer(player: &dyn Player, in_lanes: &Counts, prey: i32, catcher: i32) -> f64 {
    let (ends, turns) = naive::play(CHECKED, prey, catcher);
    let by_rules = player.play(Luck { seed: 2, cell: 2 }, 0..CHECKED, None);
    for &end in &player.words().ends {
        let theirs = ends.get(end.name()).copied().unwrap_or(0) as f64 / CHECKED as f64;
        for counts in [&by_rules, in_lanes] {
            let ours = counts.end(end) as f64 / counts.chases as f64;
            let spread = ((theirs + ours) / counts.chases as f64).sqrt() + 1.0 / counts.chases as f64;
            assert!((theirs - ours).abs() < 5.0 * spread, "{}: naive {theirs}, ours {ours}", end.name());
        }
    }
    turns as f64 / CHECKED as f64
}
