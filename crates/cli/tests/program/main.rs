//! The program as a user meets it.

mod best;
mod browser;
mod check;
mod compare;
mod dice;
mod diff;
mod documents;
mod errors;
mod first_scenario;
mod gallery;
mod playtest;
mod replay;
mod run;
mod saving;
mod schema;
mod sense;
mod solve;
mod stopping;
mod tables;
mod tune;
mod verify;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the program in a folder.
fn chaselab(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chaselab"));
    command.current_dir(folder).args(arguments).env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    command.output().expect("the program starts")
}

/// What it wrote to standard output, when it ended well.
fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", stderr(output));
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// What it wrote to standard error.
fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What a command that must end well prints in the repository; it has nothing to remark.
fn printed(arguments: &[&str]) -> String {
    let output = chaselab(&repository(), arguments);
    let printed = stdout(&output);
    assert_eq!(stderr(&output), "", "{arguments:?}");
    printed
}

/// The top folder of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// A scenario of the repository.
fn scenario(name: &str) -> String {
    repository().join("scenarios").join(name).display().to_string()
}

/// A folder with one scenario, `scenarios/small.toml`.
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("scenarios")).expect("a folder in it");
    std::fs::write(folder.path().join("scenarios/small.toml"), text).expect("a file in it");
    folder
}
