//! The folder: whole or not at all.

use crate::fixture;
use chaselab_report::{Folder, ReportError};
use std::fs;
use std::path::Path;

/// All files below a folder with their bytes.
fn all_files(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap().path();
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let name = entry.strip_prefix(path).unwrap().to_str().unwrap().to_owned();
                files.push((name, fs::read(&entry).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn everything_is_in_it_and_nothing_beside_it() {
    let place = tempfile::tempdir().unwrap();
    let results = fixture::accelerations();
    let path = place.path().join("deep/reports/here");
    let folder = Folder::make(&results, "chaselab run x.toml").unwrap();
    folder.write(&path).unwrap();
    let mut expected: Vec<String> =
        ["report.html", "report.md", "results.csv", "results.parquet", "run.json"].map(String::from).into();
    for chart in ["fths-curves", "fths-ends", "fths-free-rate", "fths-lengths"] {
        expected.extend(["png", "svg"].map(|ending| format!("charts/{chart}.{ending}")));
    }
    expected.sort();
    let written = all_files(&path);
    assert_eq!(written.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), expected);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    // run.json names all files but itself.
    let run: serde_json::Value = serde_json::from_slice(&fs::read(path.join("run.json")).unwrap()).unwrap();
    assert_eq!(run["files"].as_array().unwrap().len() + 1, expected.len());
}

#[test]
fn the_same_run_replaces_itself_byte_for_byte() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("out");
    let folder = Folder::make(&fixture::one_cell(), "chaselab run x.toml").unwrap();
    folder.write(&path).unwrap();
    let first = all_files(&path);
    // Results that were spoiled or lost are made again.
    fs::write(path.join("report.md"), "edited").unwrap();
    fs::remove_file(path.join("results.csv")).unwrap();
    folder.write(&path).unwrap();
    assert_eq!(all_files(&path), first);
    // What is none of the results is nobody's to remove: nothing is replaced then.
    fs::write(path.join("stale.txt"), "left over").unwrap();
    let before = all_files(&path);
    let error = folder.write(&path).unwrap_err();
    assert!(error.to_string().contains("holds stale.txt, which is none of the results"), "{error}");
    assert_eq!(all_files(&path), before);
    fs::remove_file(path.join("stale.txt")).unwrap();
    folder.write(&path).unwrap();
    assert_eq!(all_files(&path), first);
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
}

#[test]
fn other_folders_are_left_alone() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("out");
    Folder::make(&fixture::one_cell(), "first").unwrap().write(&path).unwrap();
    let before = all_files(&path);
    let mut other = fixture::one_cell();
    other.digest = "0000000000000000".into();
    let folder = Folder::make(&other, "second").unwrap();
    let error = folder.write(&path).unwrap_err();
    assert!(matches!(error, ReportError::Occupied { .. }));
    let message = error.to_string();
    assert!(message.contains("another run, digest 9f2c41d07be3a558, so it is left alone"), "{message}");
    assert_eq!(all_files(&path), before);

    let private = place.path().join("private");
    fs::create_dir(&private).unwrap();
    folder.write(&private).unwrap();
    let letters = place.path().join("letters");
    fs::create_dir(&letters).unwrap();
    fs::write(letters.join("letter.txt"), "dear").unwrap();
    assert!(matches!(folder.write(&letters), Err(ReportError::Occupied { .. })));
    assert_eq!(all_files(&letters), [("letter.txt".to_owned(), b"dear".to_vec())]);
    let file = place.path().join("file");
    fs::write(&file, "a file").unwrap();
    assert!(matches!(Folder::check(&file, "x"), Err(ReportError::Occupied { .. })));
    assert_eq!(fs::read(&file).unwrap(), b"a file");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 4);
}

#[test]
fn an_error_leaves_nothing_behind() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("file"), "in the way").unwrap();
    let folder = Folder::make(&fixture::one_cell(), "x").unwrap();
    assert!(folder.write(&place.path().join("file/out")).is_err());
    assert_eq!(all_files(place.path()), [("file".to_owned(), b"in the way".to_vec())]);
}

#[test]
fn the_place_by_default() {
    let path = Folder::default_path("one-chase", "9f2c41d07be3a558");
    assert_eq!(path, Path::new("reports/one-chase-9f2c41d07be3a558"));
}
