//! What is wrong with what somebody wrote, and where.

use crate::shown::fit;
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// Where something was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// In a file: its index among the [sources](crate::tree::Sources), and a range of bytes.
    File {
        /// Index among the sources.
        source: usize,
        /// Bytes within it.
        span: Range<usize>,
    },
    /// In an option of the command line or a value of the grid, such as `--set fths.start=x`.
    Option(Arc<str>),
    /// Nowhere: a default of the program.
    #[default]
    Default,
}

/// One thing that is wrong, in words that teach.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct Problem {
    /// Where it stands.
    pub place: Place,
    /// What is wrong, in one line.
    pub message: String,
    /// What was expected there.
    pub expected: Option<String>,
    /// The nearest thing that would work.
    pub help: Option<String>,
}

/// What the rules cannot play.
pub type RulesError = Box<Problem>;

impl Problem {
    /// A problem at a place. Whatever was written there, what is said about it fits on a screen.
    pub fn new(place: &Place, message: impl Into<String>) -> Box<Self> {
        Box::new(Self { place: place.clone(), message: fit(&message.into()), expected: None, help: None })
    }

    /// The same problem, saying what was expected.
    #[must_use]
    pub fn expected(mut self: Box<Self>, expected: impl Into<String>) -> Box<Self> {
        self.expected = Some(fit(&expected.into()));
        self
    }

    /// The same problem, saying what would work.
    #[must_use]
    pub fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help = Some(fit(&help.into()));
        self
    }

    /// The same problem, naming the known name nearest to `wanted`, or all of a few.
    #[must_use]
    pub fn nearest<'a>(mut self: Box<Self>, wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Box<Self> {
        self.help = nearest(wanted, known).map(|help| fit(&help)).or(self.help);
        self
    }
}

/// What to say about an unknown name: the known one nearest to it, or all of them when none is near.
pub(crate) fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    let nearest = match wanted.parse() {
        Ok(number) => nearest_number(number, &known),
        Err(_) => nearest_word(wanted, &known),
    };
    match nearest {
        Some(name) => Some(format!("did you mean `{name}`?")),
        None if known.is_empty() => None,
        None => Some(format!("known here: {}", known.join(", "))),
    }
}

/// The row `6+` is meant by 6 and by 12; of other rows none is near to a number, however alike they are written.
fn nearest_number<'a>(wanted: i64, known: &[&'a str]) -> Option<&'a str> {
    let from = |name: &&str| name.strip_suffix('+')?.parse().ok().filter(|&from: &i64| from <= wanted);
    known.iter().copied().filter(|name| from(name).is_some()).max_by_key(from)
}

fn nearest_word<'a>(wanted: &str, known: &[&'a str]) -> Option<&'a str> {
    let wanted = wanted.to_lowercase();
    let length = wanted.chars().count();
    let near = known
        .iter()
        // Nothing that is so much longer is near, and comparing takes memory by both lengths.
        .filter(|name| length <= 2 * name.chars().count() + 2)
        .map(|&name| (strsim::damerau_levenshtein(&wanted, &name.to_lowercase()), name))
        // Near in spelling: most of the letters must be the same, and some at least.
        .filter(|&(distance, name)| {
            let shorter = length.min(name.chars().count());
            let most = if shorter < 5 { 1 } else { 1 + shorter / 3 };
            distance <= most && distance < length.max(name.chars().count())
        });
    near.min_by_key(|&(distance, _)| distance).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_nearest_or_lists_them() {
        let known = ["driving", "gunnery", "vehicle"];
        let near = Problem::new(&Place::Default, "unknown").nearest("drivng", known);
        assert_eq!(near.help.as_deref(), Some("did you mean `driving`?"));
        let far = Problem::new(&Place::Default, "unknown").nearest("zzz", known);
        assert_eq!(far.help.as_deref(), Some("known here: driving, gunnery, vehicle"));
        // One letter in place of another is not near it, however short both are.
        assert_eq!(nearest("x", ["y", "z"]).as_deref(), Some("known here: y, z"));
        // Half of a short name is not near it.
        assert_eq!(nearest("wild", ["bold", "timid"]).as_deref(), Some("known here: bold, timid"));
        assert_eq!(nearest("blod", ["bold", "timid"]).as_deref(), Some("did you mean `bold`?"));
        // A number is near to the row that it belongs to, not to the one that is written like it.
        for number in ["5", "12"] {
            assert_eq!(nearest(number, ["1", "2", "3+", "5+"]).as_deref(), Some("did you mean `5+`?"));
        }
        assert_eq!(nearest("12", ["1", "2"]).as_deref(), Some("known here: 1, 2"));
        assert_eq!(nearest("-1", ["0", "5+"]).as_deref(), Some("known here: 0, 5+"));
        assert_eq!(nearest(&"z".repeat(1 << 20), ["driving"]).as_deref(), Some("known here: driving"));
    }
}
