//! Typed reading of a tree, with errors that say where and what was expected.

use super::{Entry, Node, Path, Value, paper};
use crate::shown;
use crate::{Ladder, Place, Problem};
use std::ops::RangeInclusive;

type Read<T> = Result<T, Box<Problem>>;

/// A table being read, or one that is not there: then every key is absent.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    node: Option<&'a Node>,
    name: &'a str,
}

impl<'a> Reader<'a> {
    /// Reads `node` as a table called `name` in messages.
    ///
    /// # Errors
    /// When it is there and not a table.
    pub fn new(node: Option<&'a Node>, name: &'a str) -> Read<Self> {
        if let Some(node) = node {
            node.mark_used();
            if !matches!(node.value, Value::Table(_)) {
                return Err(wrong_kind(node, name, "a table"));
            }
        }
        Ok(Self { node, name })
    }

    /// A table that is not there.
    pub const fn absent(name: &'a str) -> Self {
        Self { node: None, name }
    }

    /// Where the table stands.
    pub fn place(&self) -> Place {
        self.node.map_or(Place::Default, |node| node.place.clone())
    }

    /// Whether the table is there at all.
    pub const fn is_present(&self) -> bool {
        self.node.is_some()
    }

    /// Its entries in written order, without marking them as read.
    pub fn entries(&self) -> &'a [Entry] {
        match self.node.map(|node| &node.value) {
            Some(Value::Table(entries)) => entries,
            _ => &[],
        }
    }

    /// Checks that every key is one of `known`.
    ///
    /// # Errors
    /// The first unknown key, with the nearest known one.
    pub fn only(&self, known: &[&str]) -> Read<()> {
        match self.entries().iter().find(|entry| !known.contains(&entry.key.as_str())) {
            None => Ok(()),
            Some(entry) => Err(Problem::new(&entry.place, format!("unknown key `{}` in {}", entry.key, self.name))
                .nearest(&entry.key, known.iter().copied())),
        }
    }

    /// The value of a key, marked as read.
    pub fn get(&self, key: &str) -> Option<&'a Node> {
        let node = self.node?.get(key)?;
        node.mark_used();
        Some(node)
    }

    /// The value of a key, without marking it as read.
    pub fn peek(&self, key: &str) -> Option<&'a Node> {
        self.node?.get(key)
    }

    /// A table within this one.
    ///
    /// # Errors
    /// When it is there and not a table.
    pub fn table(&self, key: &'a str) -> Read<Self> {
        Self::new(self.get(key), key)
    }

    /// A whole number within a range.
    ///
    /// # Errors
    /// When it is there and something else.
    pub fn integer(&self, key: &str, range: RangeInclusive<i64>) -> Read<Option<i64>> {
        self.get(key).map(|node| node.integer(key, range)).transpose()
    }

    /// A number within a range.
    ///
    /// # Errors
    /// When it is there and something else.
    pub fn number(&self, key: &str, range: RangeInclusive<f64>) -> Read<Option<f64>> {
        self.get(key).map(|node| node.number(key, range)).transpose()
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// When it is there and something else.
    pub fn boolean(&self, key: &str) -> Read<Option<bool>> {
        self.get(key).map(|node| node.boolean(key)).transpose()
    }

    /// A text.
    ///
    /// # Errors
    /// When it is there and something else.
    pub fn text(&self, key: &str) -> Read<Option<&'a str>> {
        self.get(key).map(|node| node.text(key)).transpose()
    }

    /// A level of the Fudge ladder.
    ///
    /// # Errors
    /// When it is there and something else.
    pub fn level(&self, key: &str) -> Read<Option<i16>> {
        self.get(key).map(|node| node.level(key)).transpose()
    }

    /// One of a few words (`true` reads as `on` or `yes`, `false` as `off` or `no`).
    ///
    /// # Errors
    /// When it is there and something else.
    pub fn one_of<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Read<Option<T>> {
        self.get(key).map(|node| node.one_of(key, words)).transpose()
    }
}

impl Node {
    /// A whole number within a range.
    ///
    /// # Errors
    /// When it is something else.
    pub fn integer(&self, name: &str, range: RangeInclusive<i64>) -> Read<i64> {
        self.mark_used();
        let expected = || format!("a whole number from {} to {}", range.start(), range.end());
        match self.value {
            Value::Integer(value) if range.contains(&value) => Ok(value),
            Value::Integer(value) => {
                let nearest = value.clamp(*range.start(), *range.end());
                Err(Problem::new(&self.place, format!("{name} cannot be {value}"))
                    .expected(expected())
                    .help(format!("the nearest that works is {nearest}")))
            }
            // A number without a fraction, but written as if it had one: `3.0` or `1e3`.
            Value::Float(value) if value.fract() == 0.0 => {
                let written =
                    Problem::new(&self.place, format!("{name} cannot be written with a point or an exponent"))
                        .expected(expected());
                let near = value.abs() < 1e15;
                Err(if near { written.help(format!("write {value}")) } else { written })
            }
            _ => Err(no_number(self, name, &expected())),
        }
    }

    /// A number within a range.
    ///
    /// # Errors
    /// When it is something else.
    pub fn number(&self, name: &str, range: RangeInclusive<f64>) -> Read<f64> {
        self.mark_used();
        let expected = || format!("a number from {} to {}", shown::number(*range.start()), shown::number(*range.end()));
        let value = match self.value {
            Value::Integer(value) => value as f64,
            Value::Float(value) => value,
            _ => return Err(no_number(self, name, &expected())),
        };
        if range.contains(&value) {
            return Ok(value);
        }
        let problem =
            Problem::new(&self.place, format!("{name} cannot be {}", shown::number(value))).expected(expected());
        // From 1 on nothing is meant as a share, but may be as a percentage.
        let share = paper::share(value).filter(|share| *range.end() <= 1.0 && value >= 1.0 && range.contains(share));
        Err(match share {
            Some(share) => {
                problem.help(format!("a percentage is written as a share: did you mean {}?", shown::number(share)))
            }
            None => {
                let nearest = value.clamp(*range.start(), *range.end());
                problem.help(format!("the nearest that works is {}", shown::number(nearest)))
            }
        })
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// When it is something else.
    pub fn boolean(&self, name: &str) -> Read<bool> {
        self.mark_used();
        match &self.value {
            Value::Bool(value) => Ok(*value),
            Value::Text(text) if text == "yes" || text == "on" => Ok(true),
            Value::Text(text) if text == "no" || text == "off" => Ok(false),
            _ => Err(wrong_kind(self, name, "true or false")),
        }
    }

    /// A text.
    ///
    /// # Errors
    /// When it is something else.
    pub fn text(&self, name: &str) -> Read<&str> {
        self.mark_used();
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(wrong_kind(self, name, "a text")),
        }
    }

    /// A level of the Fudge ladder: a word, a number, or a text such as `"+1"`.
    ///
    /// # Errors
    /// When it is something else.
    pub fn level(&self, name: &str) -> Read<i16> {
        self.mark_used();
        let expected = "a ladder word such as \"Good\", or a number from -20 to 20";
        let level = match &self.value {
            Value::Integer(value) => i16::try_from(*value).ok(),
            Value::Text(text) => match Ladder::parse(text) {
                Some(Ladder(level)) => Some(level),
                None => {
                    return Err(Problem::new(&self.place, format!("\"{text}\" is not a level of the ladder"))
                        .expected(expected)
                        .nearest(text, Ladder::words()));
                }
            },
            _ => return Err(wrong_kind(self, name, expected)),
        };
        match level {
            Some(level @ -20..=20) => Ok(level),
            _ => Err(Problem::new(&self.place, format!("{name} cannot be {}", self.value)).expected(expected)),
        }
    }

    /// One of a few words (`true` reads as `on` or `yes`, `false` as `off` or `no`).
    ///
    /// # Errors
    /// When it is something else.
    pub fn one_of<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Read<T> {
        self.mark_used();
        let known = || words.iter().map(|&(word, _)| word);
        let expected = || known().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ");
        let find = |wanted: &[&str]| words.iter().find(|(word, _)| wanted.contains(word)).map(|&(_, meaning)| meaning);
        let found = match &self.value {
            Value::Text(text) => find(&[text]),
            Value::Bool(true) => find(&["on", "yes"]),
            Value::Bool(false) => find(&["off", "no"]),
            Value::Integer(number) => find(&[&number.to_string()]),
            _ => return Err(wrong_kind(self, name, &expected())),
        };
        found.ok_or_else(|| {
            let written = match &self.value {
                Value::Text(text) => text.clone(),
                other => other.to_string(),
            };
            Problem::new(&self.place, format!("{name} cannot be {}", self.value))
                .expected(expected())
                .nearest(&written, known())
        })
    }

    /// A list, item by item.
    ///
    /// # Errors
    /// When it is something else.
    pub fn list(&self, name: &str, expected: &str) -> Read<&[Self]> {
        self.mark_used();
        match &self.value {
            Value::List(items) => {
                items.iter().for_each(Self::mark_used);
                Ok(items)
            }
            _ => Err(wrong_kind(self, name, expected)),
        }
    }

    /// The problem that this should have been something else.
    pub fn unexpected(&self, name: &str, expected: &str) -> Box<Problem> {
        wrong_kind(self, name, expected)
    }

    /// Whether the value at `path` was read; `None` when there is none.
    pub fn used_at(&self, path: &Path) -> Option<bool> {
        self.at(path).map(Self::is_used)
    }
}

/// The problem that this should have been a number, with the one that a text is, or is on paper.
fn no_number(node: &Node, name: &str, expected: &str) -> Box<Problem> {
    let problem = wrong_kind(node, name, expected);
    match &node.value {
        Value::Text(text) => match paper::quoted(text) {
            Some(number) => problem.help(format!("numbers stand without quotes: write {number}")),
            None => problem,
        },
        _ => problem,
    }
}

fn wrong_kind(node: &Node, name: &str, expected: &str) -> Box<Problem> {
    Problem::new(&node.place, format!("{name} cannot be {}", node.kind())).expected(expected)
}

#[cfg(test)]
mod tests {
    use super::super::parse_file;
    use super::*;

    #[test]
    fn reads_types_and_teaches() {
        let root = parse_file("n = 7\nx = 1.5\nlevel = \"Goood\"\nflag = true\nword = \"of\"\nt = {}", 0).unwrap();
        let reader = Reader::new(Some(&root), "the file").unwrap();
        assert_eq!(reader.integer("n", 0..=9).unwrap(), Some(7));
        let problem = reader.integer("n", 0..=5).unwrap_err();
        assert_eq!(problem.message, "n cannot be 7");
        assert_eq!(problem.help.as_deref(), Some("the nearest that works is 5"));
        assert_eq!(reader.integer("x", 0..=5).unwrap_err().message, "x cannot be a number with a fraction");
        let whole = parse_file("chases = 1e3\nlarge = 1e308", 0).unwrap();
        let problem = whole.get("chases").unwrap().integer("chases", 1..=9).unwrap_err();
        assert_eq!(problem.message, "chases cannot be written with a point or an exponent");
        assert_eq!(problem.help.as_deref(), Some("write 1000"));
        assert_eq!(
            whole.get("large").unwrap().number("large", 0.0..=0.5).unwrap_err().message,
            "large cannot be 1e308"
        );
        let help = |text: &str, range| {
            let root = parse_file(&format!("x = {text}"), 0).unwrap();
            root.get("x").unwrap().number("x", range).unwrap_err().help
        };
        for (text, said) in [
            ("95", "a percentage is written as a share: did you mean 0.95?"),
            ("99.9", "a percentage is written as a share: did you mean 0.999?"),
            ("1", "the nearest that works is 0.999999"),
            ("0.3", "the nearest that works is 0.5"),
            ("\"0.95\"", "numbers stand without quotes: write 0.95"),
            ("\"95 %\"", "numbers stand without quotes: write 0.95"),
        ] {
            assert_eq!(help(text, 0.5..=0.999_999).as_deref(), Some(said), "{text}");
        }
        assert_eq!(help("300", 0.0..=20.0).as_deref(), Some("the nearest that works is 20"));
        assert_eq!(help("\"100,000\"", 0.0..=1e6).as_deref(), Some("numbers stand without quotes: write 100_000"));
        for other in ["\"many\"", "\"nan\"", "true", "\"1,5\""] {
            assert_eq!(help(other, 0.0..=1.0), None, "{other}");
        }
        assert_eq!(reader.level("level").unwrap_err().help.as_deref(), Some("did you mean `Good`?"));
        assert_eq!(reader.one_of("flag", &[("on", 1), ("off", 2)]).unwrap(), Some(1));
        assert_eq!(
            reader.one_of("word", &[("on", 1), ("off", 2)]).unwrap_err().help.as_deref(),
            Some("did you mean `on`?")
        );
        assert_eq!(reader.integer("absent", 0..=1).unwrap(), None);
        assert!(root.get("n").unwrap().is_used());
        assert!(!root.get("t").unwrap().is_used());
        assert_eq!(
            reader.only(&["n", "x", "level", "flag", "word"]).unwrap_err().message,
            "unknown key `t` in the file"
        );
    }
}
