//! `chaselab verify`.

use crate::{chaselab, folder, stderr, stdout};

const SMALL: &str = "systems = [\"thw\"]\nchases = 3000\n[grid]\n\"thw.start\" = [4, 6]\n";

#[test]
fn scenarios_beside_are_verified() {
    let folder = folder(SMALL);
    let output = chaselab(folder.path(), &["verify", "--quiet"]);
    let shown = stdout(&output);
    assert_eq!(shown.matches("agrees").count(), 2, "{shown}");
    assert!(shown.contains("small.toml") && shown.contains("Sampled and exact agree: 20 counts in 2 cells"), "{shown}");
}

#[test]
fn the_signature_is_that_of_what_is_played() {
    let folder = folder(SMALL);
    let signed = |args: &[&str]| stdout(&chaselab(folder.path(), &[&["verify", "--signature"], args].concat()));
    let one = signed(&[]);
    assert!(one.trim().len() == 16 && one.trim().chars().all(|c| c.is_ascii_hexdigit()), "{one}");
    assert_eq!(one, signed(&["scenarios/small.toml"]));
    assert_ne!(one, signed(&["--seed", "9"]));
    assert_ne!(one, signed(&["--set", "thw.getaway=9"]));
}

#[test]
fn what_does_not_fit_is_not_said_to_agree() {
    let large = "systems = [\"reflex\"]\nchases = 100\n[reflex]\nbends = { every = 100, angle = 45 }\nprey.speed = 2\n";
    let shown = stdout(&chaselab(folder(large).path(), &["verify", "--quiet"]));
    assert!(shown.contains("reflex: not verified in 1 cell: the states do not fit"), "{shown}");
    assert!(shown.contains("Nothing could be verified") && !shown.contains("agree"), "{shown}");
}

#[test]
fn nothing_to_verify_is_a_failure() {
    let empty = tempfile::tempdir().unwrap();
    let output = chaselab(empty.path(), &["verify"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("cannot read the folder scenarios"), "{}", stderr(&output));
}
