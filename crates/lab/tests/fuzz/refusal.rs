//! What a refusal must be: words that fit on a screen, and a place that is there.

use chaselab_core::tree::Sources;
use chaselab_core::{Place, Problem};

/// The longest message, in characters.
const LONGEST: usize = 600;

/// Panics unless the problem can be shown.
pub fn check(problem: &Problem, sources: &Sources) {
    let Problem { place, message, expected, help } = problem;
    assert!(!message.trim().is_empty(), "an empty message: {problem:?}");
    for text in [Some(message), expected.as_ref(), help.as_ref()].into_iter().flatten() {
        assert!(text.chars().count() <= LONGEST, "too long: {text}");
        assert!(!text.chars().any(char::is_control), "control characters: {text:?}");
        let longest = text.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap_or(0);
        assert!(longest <= 40, "a number of {longest} digits: {text}");
    }
    match place {
        Place::File { source, span } => {
            let file = sources.get(*source).unwrap_or_else(|| panic!("there is no source {source}: {problem:?}"));
            assert!(file.text.get(span.clone()).is_some(), "{span:?} is not in {}: {problem:?}", file.name);
        }
        Place::Option(option) => assert!(!option.is_empty(), "an option without a name: {problem:?}"),
        Place::Default => {}
    }
}
