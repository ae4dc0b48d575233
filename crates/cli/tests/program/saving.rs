//! Nothing is lost: runs that are killed, interrupted, refused or short of room.

use crate::run::files;
use crate::{chaselab, stderr};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// Slow enough to be killed in, though in lanes, by many chases: 450 records at least.
const SLOW: &str = "title = \"Slow\"\nsystems = [\"fths\"]\nmethod = \"both\"\nchases = 160_000_000\n[fths]\nmax_turns = 20\n\
                    rules = { damage = \"off\" }\n[grid]\n\"prey.driving\" = [\"Fair\", \"Good\", \"Great\"]\n";

/// A folder with a scenario of this text.
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("slow.toml"), text).unwrap();
    folder
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chaselab"));
    command.current_dir(folder).args(arguments).env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

fn journal(folder: &Path) -> PathBuf {
    folder.join("out.partial/journal.jsonl")
}

/// How many records were saved.
fn records(folder: &Path) -> usize {
    let text = fs::read(journal(folder)).unwrap_or_default();
    text.iter().filter(|&&byte| byte == b'\n').count().saturating_sub(1)
}

/// Waits until so many records are saved; the journal tells how far a run is, whatever the clock says.
fn wait_for(child: &mut Child, folder: &Path, wanted: usize) {
    while records(folder) < wanted {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before it had saved {wanted} records");
        std::thread::sleep(Duration::from_millis(1));
    }
}

const RUN: [&str; 7] = ["run", "slow.toml", "--out", "out", "--threads", "2", "--quiet"];

fn resumed(folder: &Path) -> Output {
    chaselab(folder, &[&RUN[..], &["--resume"]].concat())
}

/// What stands there after an unbroken run, and what it printed.
fn unbroken() -> (tempfile::TempDir, Output) {
    let whole = folder(SLOW);
    let output = chaselab(whole.path(), &RUN);
    assert!(output.status.success(), "{}", stderr(&output));
    (whole, output)
}

fn assert_same(folder: &Path, output: &Output, whole: &(tempfile::TempDir, Output)) {
    assert!(output.status.success(), "{}", stderr(output));
    assert!(output.stdout == whole.1.stdout, "standard output differs");
    let (one, two) = (files(&folder.join("out")), files(&whole.0.path().join("out")));
    assert!(one.keys().eq(two.keys()));
    for (name, bytes) in &one {
        assert!(bytes == &two[name], "{name} differs");
    }
    assert!(!folder.join("out.partial").exists(), "the journal is left behind");
}

#[test]
fn killed_at_any_moment_it_ends_in_the_same_bytes() {
    let whole = unbroken();
    let broken = folder(SLOW);
    // After each of these further records, some of which come at once: the moment within a record is up to chance.
    for (kill, more) in [1, 4, 2, 7, 3].into_iter().enumerate() {
        let resume: &[&str] = if kill == 0 { &[] } else { &["--resume"] };
        let before = records(broken.path());
        let mut child = start(broken.path(), &[&RUN[..], resume].concat());
        wait_for(&mut child, broken.path(), before + more);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!broken.path().join("out").exists());
    }
    // Without --resume it is refused, and nothing is thrown away.
    let kept = fs::read(journal(broken.path())).unwrap();
    let refused = chaselab(broken.path(), &RUN);
    assert_eq!(refused.status.code(), Some(1));
    let message = stderr(&refused);
    assert!(message.contains("--resume") && message.contains("remove that folder"), "{message}");
    assert_eq!(fs::read(journal(broken.path())).unwrap(), kept);
    // Another scenario in the same place is refused as well, and told what is there.
    let other = chaselab(broken.path(), &[&RUN[..], &["--resume", "--seed", "5"]].concat());
    assert_eq!(other.status.code(), Some(1));
    let message = stderr(&other);
    assert!(message.contains("`chaselab run slow.toml --out out --resume`"), "{message}");
    assert_eq!(fs::read(journal(broken.path())).unwrap(), kept);
    // A power loss may tear the last line.
    fs::write(journal(broken.path()), &kept[..kept.len() - 7]).unwrap();
    assert_same(broken.path(), &resumed(broken.path()), &whole);
}

#[test]
fn two_runs_into_one_folder_are_one_too_many() {
    let whole = unbroken();
    let shared = folder(SLOW);
    let mut first = start(shared.path(), &RUN);
    wait_for(&mut first, shared.path(), 1);
    let second = resumed(shared.path());
    assert_eq!(second.status.code(), Some(1));
    assert!(stderr(&second).contains("another run is writing"), "{}", stderr(&second));
    // Its lock goes with it.
    first.kill().unwrap();
    first.wait().unwrap();
    assert_same(shared.path(), &resumed(shared.path()), &whole);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let whole = unbroken();
    let broken = folder(SLOW);
    let mut child = start(broken.path(), &RUN);
    wait_for(&mut child, broken.path(), 3);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let message = stderr(&output);
    assert!(message.contains("chaselab run slow.toml --out out --resume"), "{message}");
    assert!(message.contains("of 3 cells were finished"), "{message}");
    assert!(records(broken.path()) >= 3);
    assert!(!broken.path().join("out").exists());
    assert_same(broken.path(), &resumed(broken.path()), &whole);
}

#[cfg(unix)]
#[test]
fn a_disk_without_room_costs_nothing_that_was_finished() {
    let whole = unbroken();
    let broken = folder(SLOW);
    // A file may have 20 blocks of 512 or 1,024 bytes, and who writes more is told so.
    let line = format!("trap '' XFSZ; ulimit -f 20; exec {} \"$@\"", env!("CARGO_BIN_EXE_chaselab"));
    let output = Command::new("sh").args(["-c", &line, "sh"]).args(RUN).current_dir(broken.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let message = stderr(&output);
    for needle in ["cannot save to", "journal.jsonl", "What was finished is kept", "--resume"] {
        assert!(message.contains(needle), "no {needle:?} in {message}");
    }
    assert_eq!(message.matches("os error").count(), 1, "the reason is told once: {message}");
    assert!(records(broken.path()) > 0);
    assert_same(broken.path(), &resumed(broken.path()), &whole);
}

#[test]
fn there_may_be_nothing_to_go_on_with() {
    let folder = folder("systems = [\"thw\"]\nchases = 2_000\n");
    let first = chaselab(folder.path(), &["run", "slow.toml", "--out", "out", "--resume"]);
    assert!(first.status.success());
    assert!(stderr(&first).contains("nothing to go on with"), "{}", stderr(&first));
    assert!(!folder.path().join("out.partial").exists());
    let bad =
        chaselab(folder.path(), &["run", "slow.toml", "--out", "out2", "--method", "exact", "--set", "thw.start=0"]);
    assert!(!bad.status.success());
    assert_eq!(files(folder.path()).keys().filter(|name| name.starts_with("out2")).count(), 0);
}

#[test]
fn an_absurd_plan_is_refused_with_its_cost() {
    let text = "systems = [\"fths\"]\nmethod = \"sampled\"\n[grid]\n";
    let axis = |path: &str| format!("{path} = {{ from = 1, to = 1.9999, step = 0.0001 }}\n");
    let paths = ["prey.vehicle.acceleration_kmh_s", "catcher.vehicle.acceleration_kmh_s", "prey.vehicle.maneuver_g"];
    let grid: String = paths.iter().map(|path| axis(path)).collect();
    let folder = folder(&format!("{text}{grid}"));
    let output = chaselab(folder.path(), &["run", "slow.toml", "--chases", "1000000"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let message = stderr(&output);
    for needle in
        ["refused for its cost", "1,000,000,000,000 cells", "1,000,000,000,000,000,000 chases", "years", "PB", "--yes"]
    {
        assert!(message.contains(needle), "no {needle:?} in {message}");
    }
    assert!(!folder.path().join("reports").exists());
}

#[test]
fn common_options_are_said_to_be_of_no_use_where_they_are() {
    for command in ["compare", "solve"] {
        let folder = folder("systems = [\"thw\"]\nchases = 2_000\n");
        let output = chaselab(folder.path(), &[command, "slow.toml", "--resume", "--yes"]);
        assert!(output.status.success(), "{}", stderr(&output));
        for option in ["--resume", "--yes"] {
            assert!(
                stderr(&output).contains(&format!("note: {option} is not needed: {command}")),
                "{}",
                stderr(&output)
            );
        }
    }
}

/// 2,400 cells, by its slower factor in two halves of 1,200.
fn grid(from: u32, to: u32) -> String {
    format!(
        "title = \"Many\"\nsystems = [\"thw\"]\n[grid]\n\
         thw.getaway = {{ from = {from}, to = {to} }}\n\"thw.max_turns\" = {{ from = 1, to = 40 }}\n"
    )
}

#[test]
fn very_many_cells_are_streamed_in_the_same_form() {
    let many = folder(&grid(10, 69));
    let half = folder(&grid(10, 39));
    let run = |folder: &Path, format: &str, out: &str| {
        let output = chaselab(folder, &["run", "slow.toml", "--format", format, "--out", out, "--quiet"]);
        assert!(output.status.success(), "{}", stderr(&output));
        output.stdout
    };
    for format in ["csv", "json", "ndjson"] {
        let all = String::from_utf8(run(many.path(), format, "out")).unwrap();
        let first = String::from_utf8(run(half.path(), format, "out")).unwrap();
        // What differs is the digest, in the head of JSON and on every line of JSON lines.
        let cells = |text: &str| -> Vec<String> {
            let cells = text.lines().filter(|line| format == "csv" || line.contains("\"cell\""));
            cells
                .map(|line| line.split_once("\"confidence\":0.95,").map_or(line, |(_, rest)| rest))
                .map(|line| line.trim_end_matches(',').to_owned())
                .collect()
        };
        let (all, first) = (cells(&all), cells(&first));
        assert!(first.len() >= 1200 && all.len() > first.len(), "{format}: {} of {}", first.len(), all.len());
        assert!(all[..first.len()] == first[..], "{format}");
        if format == "json" {
            assert_eq!((all.len(), first.len()), (2400, 1200));
        }
    }
    // The files of the folder are the streams.
    let csv = run(many.path(), "csv", "out");
    assert!(fs::read(many.path().join("out/results.csv")).unwrap() == csv);
    let parquet = run(many.path(), "parquet", "out");
    assert!(fs::read(many.path().join("out/results.parquet")).unwrap() == parquet);
    assert!(!many.path().join("out.partial").exists());
    let about: serde_json::Value =
        serde_json::from_slice(&fs::read(many.path().join("out/run.json")).unwrap()).unwrap();
    assert_eq!(about["systems"]["thw"]["cells"], 2400);
    for name in about["files"].as_array().unwrap() {
        assert!(many.path().join("out").join(name.as_str().unwrap()).exists(), "{name}");
    }

    // The table shows the best and worst of all, and says how many it leaves out.
    let table = String::from_utf8(run(many.path(), "table", "out")).unwrap();
    assert!(table.contains("more cells stand in the data files"), "{table}");
    assert!(table.contains("2400 cells are exact"), "{table}");
    let csv = String::from_utf8(csv).unwrap();
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let at = |name: &str| names.iter().position(|column| *column == name).unwrap();
    let mut free = std::collections::BTreeMap::new();
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        if fields[at("group")] == "free" {
            *free.entry(fields[at("cell")].parse::<u32>().unwrap()).or_insert(0.0) +=
                fields[at("rate")].parse::<f64>().unwrap();
        }
    }
    let best = free.values().copied().fold(0.0, f64::max);
    let head = table.split("worst for the prey").next().unwrap();
    assert!(head.contains(&format!("{:.2} %", best * 100.0)), "{best} is not in {head}");
    let report = fs::read_to_string(many.path().join("out/report.md")).unwrap();
    assert!(report.contains("in 2,400 cells the prey gets free"), "{report}");
    // Numbers with where they come from, though cells pass by; and the tables that they were played with.
    for told in ["Numbers of the first cell (", "| what | value | from |", "rules/thw.md", "Seed: "] {
        assert!(report.contains(told), "{told} is not in {report}");
    }
    // So many cells are not put into the file that is sent either.
    let page = fs::read_to_string(many.path().join("out/report.html")).unwrap();
    assert!(page.contains("in 2,400 cells the prey gets free") && page.matches("<tr>").count() < 200, "{page}");
    let svg = fs::read_to_string(many.path().join("out/charts/thw-free-rate.svg")).unwrap();
    assert!(svg.contains("a mean over"), "the caption does not say what is shown");
}
