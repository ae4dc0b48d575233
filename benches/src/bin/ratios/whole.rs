//! The program as a user starts it: from the process to the written folder.

use crate::targets::{GRID, Target};
use chaselab_benches::{median, nanoseconds, repository};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Rounds of a measurement that takes less than a second or two.
const ROUNDS: usize = 11;

/// How often a running program is asked for its memory.
const PAUSE: Duration = Duration::from_millis(1);

/// A whole job: what the program is asked, in a scenario with some settings.
struct Whole {
    what: &'static str,
    at_least: &'static str,
    rounds: usize,
    command: &'static str,
    scenario: &'static str,
    sets: &'static [&'static str],
}

const WHOLE: &[Whole] = &[
    Whole {
        what: "64 cells exact, process to written folder",
        at_least: "1 s",
        rounds: ROUNDS,
        command: "run",
        scenario: "jon-and-mad",
        sets: &[GRID, "method=exact"],
    },
    Whole {
        what: "64 cells x 200,000 chases, the same",
        at_least: "1 s",
        rounds: ROUNDS,
        command: "run",
        scenario: "jon-and-mad",
        sets: &[GRID, "method=sampled", "chases=200_000"],
    },
    Whole {
        what: "which-risk solved, the same",
        at_least: "-",
        rounds: 3,
        command: "solve",
        scenario: "which-risk",
        sets: &[],
    },
];

/// Start-up, a grid of 64 cells in both ways, and a large game, with the peak of memory where the system tells it.
pub fn measure() -> Vec<Target> {
    let program = std::env::current_exe().ok().map(|own| own.with_file_name("chaselab")).filter(|path| path.is_file());
    let Some(program) = program else {
        println!("\nthe program is not built beside this one (cargo build --release): start-up is not measured");
        return Vec::new();
    };
    let start = timed(ROUNDS, || run(Command::new(&program).arg("--version")));
    let mut table =
        vec![Target { what: "start-up".into(), at_least: "20 ms", measured: format!("{:.1} ms", start.0 * 1e3) }];
    for Whole { what, at_least, rounds, command, scenario, sets } in WHOLE {
        let folder = folder();
        let (seconds, peak) = timed(*rounds, || {
            let scenario = repository(&format!("scenarios/{scenario}.toml"));
            let mut process = Command::new(&program);
            process.arg(command).arg(scenario).arg("--out").arg(&folder).arg("--quiet");
            process.args(sets.iter().flat_map(|set| ["--set", set]));
            let peak = run(&mut process);
            fs::remove_dir_all(&folder).expect("the folder was written");
            peak
        });
        let memory = peak.map_or_else(String::new, |kilobytes| format!(", {:.0} MB", kilobytes / 1e3));
        table.push(Target { what: (*what).into(), at_least, measured: format!("{seconds:.2} s{memory}") });
    }
    table
}

/// The median of some rounds in seconds, and the most memory.
fn timed(rounds: usize, mut work: impl FnMut() -> Option<f64>) -> (f64, Option<f64>) {
    let mut peak: Option<f64> = None;
    let rounds = (0..rounds).map(|_| {
        nanoseconds(|| {
            if let Some(memory) = work() {
                peak = Some(peak.map_or(memory, |peak| peak.max(memory)));
            }
        })
    });
    let seconds = median(rounds.collect()) / 1e9;
    (seconds, peak)
}

/// Runs a program to its end; the peak of its memory in kilobytes, as last seen.
fn run(command: &mut Command) -> Option<f64> {
    let mut child = command.stdout(Stdio::null()).spawn().expect("the program starts");
    let mut peak = None;
    loop {
        peak = memory(&child).or(peak);
        if let Some(status) = child.try_wait().expect("the program runs") {
            assert!(status.success(), "{command:?} fails");
            return peak;
        }
        sleep(PAUSE);
    }
}

/// What Linux says of a process: the highest size of what it had in memory.
fn memory(child: &Child) -> Option<f64> {
    let status = fs::read_to_string(Path::new("/proc").join(child.id().to_string()).join("status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("chaselab-ratios-{}", std::process::id()))
}
