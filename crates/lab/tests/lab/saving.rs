//! The journal: what is kept is what was found, and what is damaged is done again.

use crate::plan;
use chaselab_lab::journal::{Identity, Journal, JournalError, Record, Saved};
use chaselab_lab::plan::{Plan, Sweep};
use chaselab_lab::run::{Found, Runner, Watch, run};
use chaselab_lab::spans::Spans;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

const SCENARIO: &str = "systems = [\"thw\"]\nchases = 600_000\n[grid]\n\"prey.driving\" = [\"Fair\", \"Great\"]\n";

/// Too many states for anything but the rules themselves.
const BY_RULES: &str = "systems = [\"reflex\"]\nchases = 600_000\n[grid]\n\"prey.driving\" = [\"Fair\", \"Great\"]\n";

const IDENTITY: Identity<'static> = Identity { digest: "d1", cells: 2, command: "chaselab run x.toml" };

/// Stops after so many chases.
struct Patience(AtomicU64);

impl Watch for Patience {
    fn begins(&self, _: u64) {}

    fn played(&self, chases: u64) {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(chases))).unwrap();
    }

    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

fn played(plan: &Plan, folder: &Path, chases: u64) -> Vec<Found> {
    let journal = Journal::open(folder, IDENTITY, true).unwrap();
    let patience = Patience(AtomicU64::new(chases));
    Runner::new(2, &patience, Some(&journal)).unwrap().run(plan, 0).unwrap()
}

/// The file of a journal.
fn file(folder: &Path) -> std::path::PathBuf {
    folder.join("journal.jsonl")
}

#[test]
fn a_run_in_pieces_finds_what_an_unbroken_one_finds() {
    for (scenario, method) in [(SCENARIO, "sampled"), (SCENARIO, "exact"), (SCENARIO, "both"), (BY_RULES, "sampled")] {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("x.partial");
        let plan = plan(scenario, &[&format!("method={method}")]).unwrap();
        let whole = run(&plan, 2, &chaselab_lab::run::Unwatched).unwrap();
        assert!(whole.iter().all(|found| found.lanes == (scenario == SCENARIO && method != "exact")));
        let mut pieces = Vec::new();
        let mut broken = 0;
        while pieces.iter().any(|found: &Found| found.counts.is_none() && found.exact.is_none()) || pieces.is_empty() {
            pieces = played(&plan, &folder, 150_000);
            broken += 1;
            if method == "both" && pieces.iter().any(|found| found.counts.is_none()) {
                pieces.clear();
            }
            assert!(broken < 40, "{method} makes no headway");
        }
        assert!(method == "exact" || broken > 4, "{method} was done after {broken} pieces");
        for (one, other) in pieces.iter().zip(&whole) {
            assert_eq!(one.counts, other.counts, "{method}");
            // Bit for bit, through text and back.
            assert_eq!(one.exact, other.exact, "{method}");
        }
    }
}

#[test]
fn damage_costs_no_more_than_what_was_damaged() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("x.partial");
    let plan = plan(SCENARIO, &["method=sampled"]).unwrap();
    played(&plan, &folder, u64::MAX);
    let text = fs::read(file(&folder)).unwrap();
    let lines: Vec<usize> = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    // 37 chunks a cell, saved by sixteens: three records for each of two cells.
    assert_eq!(lines.len(), 1 + 6);
    let whole = run(&plan, 1, &chaselab_lab::run::Unwatched).unwrap();

    let again = |bytes: &[u8], earlier: usize, damaged: usize| {
        fs::write(file(&folder), bytes).unwrap();
        let journal = Journal::open(&folder, IDENTITY, true).unwrap();
        assert_eq!((journal.earlier(), journal.damaged()), (earlier, damaged));
        drop(journal);
        let found = played(&plan, &folder, u64::MAX);
        assert!(found.iter().zip(&whole).all(|(one, other)| one.counts == other.counts));
    };
    // Torn in the last line, or cut at the end of a line.
    again(&text[..text.len() - 1], 5, 1);
    again(&text[..lines[3] + 20], 3, 1);
    again(&text[..lines[2]], 2, 0);
    // A changed byte in the middle, a line that is there twice.
    let mut flipped = text.clone();
    flipped[lines[2] + 40] ^= 1;
    again(&flipped, 5, 1);
    let doubled = [&text[..], &text[lines[2]..lines[3]]].concat();
    again(&doubled, 7, 0);
}

#[test]
fn a_journal_belongs_to_one_run() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("x.partial");
    let spans = |range| {
        let mut spans = Spans::default();
        assert!(spans.add(range));
        spans
    };
    let counts = || {
        chaselab_lab::counts::Counts::new(10, &chaselab_core::Words { details: vec!["".into()], ..Default::default() })
    };
    {
        let journal = Journal::open(&folder, IDENTITY, false).unwrap();
        assert!(matches!(Journal::open(&folder, IDENTITY, true), Err(JournalError::Busy { .. })));
        drop(journal);
        assert!(!folder.exists(), "nothing was kept, so nothing is left");
        let journal = Journal::open(&folder, IDENTITY, false).unwrap();
        journal.write(1, &Record::Counts(spans(0..2), Box::new(counts()))).unwrap();
        journal.write(0, &Record::Exact(Err("too large".into()))).unwrap();
    }
    let before = fs::read(file(&folder)).unwrap();
    let refused = |identity: Identity<'_>, resume: bool, needles: &[&str]| {
        let error = Journal::open(&folder, identity, resume).map(drop).unwrap_err().to_string();
        for needle in needles {
            assert!(error.contains(needle), "no {needle:?} in {error}");
        }
        assert_eq!(fs::read(file(&folder)).unwrap(), before);
    };
    refused(IDENTITY, false, &["2 records", "--resume", "remove that folder"]);
    let other = Identity { digest: "d2", ..IDENTITY };
    for resume in [false, true] {
        refused(other, resume, &["digest is d1", "digest d2", "`chaselab run x.toml --resume`", "--out"]);
    }
    let journal = Journal::open(&folder, IDENTITY, true).unwrap();
    assert_eq!(journal.saved(0, &counts()).unwrap(), Saved { exact: Some(Err("too large".into())), counts: None });
    assert_eq!(journal.saved(1, &counts()).unwrap().counts, Some((spans(0..2), counts())));
    assert_eq!(journal.saved(2, &counts()).unwrap(), Saved::default());
    drop(journal);

    // Another version of the program: the checksum is right, the version is not.
    let text = String::from_utf8(before.clone()).unwrap();
    let head = text.lines().next().unwrap()[17..].replace(chaselab_lab::results::VERSION, "0.0.0-other");
    let sum = sha(&head);
    let rest = text.split_once('\n').unwrap().1;
    fs::write(file(&folder), format!("{sum} {head}\n{rest}")).unwrap();
    let error = Journal::open(&folder, IDENTITY, true).map(drop).unwrap_err().to_string();
    assert!(error.contains("chaselab 0.0.0-other wrote it"), "{error}");
    fs::write(file(&folder), &text[20..]).unwrap();
    let error = Journal::open(&folder, IDENTITY, true).map(drop).unwrap_err().to_string();
    assert!(error.contains("first line is damaged"), "{error}");
}

/// A checksum as docs/saving.md has it.
fn sha(text: &str) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(text)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn parts_of_a_sweep_are_its_plan() {
    // 2 x 3 cells of thw, 3 of fths: parts that cut across systems.
    let text = "systems = [\"thw\", \"fths\"]\n[grid]\nthw.getaway = [9, 10]\nprey.driving = [\"Fair\", \"Good\", \"Great\"]\n";
    let whole = plan(text, &[]).unwrap();
    let sweep = Sweep::new(crate::scenario(text, &[])).unwrap();
    assert_eq!((sweep.cells(), whole.cells.len()), (9, 9));
    assert_eq!(sweep.digest, whole.digest);
    let parts = [0..4, 4..8, 8..9].map(|range| sweep.part(range).unwrap().cells);
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    for (one, other) in parts.iter().zip(&whole.cells) {
        assert_eq!((one.index, one.system, one.key), (other.index, other.system, other.key));
        assert_eq!(one.factors, other.factors);
    }
    assert_eq!(parts.len(), 9);
}
