//! What is read of a scenario's text: a number and where it came from, or the problem.

use crate::exact::read;
use chaselab_core::Problem;
use chaselab_core::tree::parse_file;
use chaselab_systems::{Input, Playable, SystemId};

/// The problem of a scenario that cannot be read.
///
/// # Panics
/// When there is none.
pub fn refused<S: Playable>(text: &str) -> Box<Problem> {
    let root = parse_file(text, 0).unwrap();
    let system = SystemId::parse(S::ID).unwrap();
    match Input::new(&root, system).and_then(|input| S::read(&input)) {
        Ok(_) => panic!("no problem in {text}"),
        Err(problem) => problem,
    }
}

/// The message of the problem in a scenario's text.
///
/// # Panics
/// When there is none.
pub fn problem<S: Playable>(text: &str) -> String {
    refused::<S>(text).message
}

/// The value of an explained number, and where it came from.
///
/// # Panics
/// When nothing is said about it.
pub fn explained<S: Playable>(text: &str, what: &str) -> (String, String) {
    let prepared = read::<S>(text);
    let found = prepared.explained.iter().find(|explained| explained.what == what);
    let found = found.unwrap_or_else(|| panic!("nothing is said about {what}"));
    (found.value.clone(), found.from.clone())
}

/// The value alone.
///
/// # Panics
/// When nothing is said about it.
pub fn value<S: Playable>(text: &str, what: &str) -> String {
    explained::<S>(text, what).0
}
