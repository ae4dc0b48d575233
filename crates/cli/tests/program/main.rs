//! The program as it is built, from the command line to what it prints and writes.

mod check;
mod dice;
mod docs;
mod errors;
mod replay;
mod schema;
mod tables;

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in a folder.
fn chaselab(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chaselab"))
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program starts")
}

/// The folder of the repository.
fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// What a run that must succeed prints.
fn printed(args: &[&str]) -> String {
    let output = chaselab(repository(), args);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{args:?}: {err}");
    assert_eq!(err, "", "{args:?} says something on standard error");
    out
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program prints UTF-8")
}
