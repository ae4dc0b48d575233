//! Paths into a tree: TOML's dotted keys.

use super::{Entry, Node, Value};
use crate::{Place, Problem};
use std::fmt;
use std::sync::Arc;

/// A dotted key, such as `fths.prey.risk` or `fths.tables.crash."6+".piloting`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(Vec<String>);

impl Path {
    /// Reads a dotted key.
    ///
    /// # Errors
    /// When it is not one.
    pub fn parse(text: &str, place: &Place) -> Result<Self, Box<Problem>> {
        let wrong = || {
            let problem = Problem::new(place, format!("`{text}` is not a path"))
                .expected("keys joined by dots, quoted where needed, such as fths.prey.risk");
            // Keys with other signs than letters, digits, - and _, such as the row 6+, are quoted.
            let quoted = Self(text.split('.').map(str::to_owned).collect());
            let is_meant = quoted.0.len() > 1 && quoted.0.iter().all(|key| !key.is_empty()) && !text.contains('"');
            if is_meant { problem.help(format!("did you mean {quoted}? In a shell, '{quoted}=...'")) } else { problem }
        };
        if text.contains(['\n', '=', '#']) {
            return Err(wrong());
        }
        let line = format!("{text} = 0");
        let root = super::parse_file(&line, 0).map_err(|_| wrong())?;
        let mut keys = Vec::new();
        let mut node = &root;
        while let Value::Table(entries) = &node.value {
            let entry = entries.first().ok_or_else(wrong)?;
            keys.push(entry.key.clone());
            node = &entry.node;
        }
        Ok(Self(keys))
    }

    /// A path of these keys, from the outermost in.
    pub fn from_keys(keys: impl IntoIterator<Item = String>) -> Self {
        Self(keys.into_iter().collect())
    }

    /// The keys from the outermost in.
    pub fn keys(&self) -> &[String] {
        &self.0
    }

    /// Whether it begins with these keys.
    pub fn starts_with(&self, keys: &[&str]) -> bool {
        self.0.len() >= keys.len() && self.0.iter().zip(keys).all(|(mine, theirs)| mine == theirs)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<String> = self.0.iter().map(|key| quoted(key)).collect();
        f.write_str(&keys.join("."))
    }
}

/// A key as TOML writes it.
pub(super) fn quoted(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if bare { key.to_owned() } else { text(key) }
}

/// A text as TOML writes it, on one line whatever is in it.
pub(super) fn text(text: &str) -> String {
    let written = toml::Value::String(text.to_owned()).to_string();
    if !written.contains(['\n', '\r']) {
        return written;
    }
    let escaped = text.chars().map(|letter| match letter {
        '"' | '\\' => format!("\\{letter}"),
        letter if letter.is_control() => format!("\\u{:04X}", u32::from(letter)),
        letter => letter.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

impl Node {
    /// Puts `value` at `path`, making tables on the way. A text on the way becomes a table with that text as its
    /// `base`, as in `vehicle = "sedan"`.
    ///
    /// # Errors
    /// When something on the way is neither a table nor a text.
    pub fn set(&mut self, path: &Path, value: Self) -> Result<(), Box<Problem>> {
        let place = value.place.clone();
        self.set_at(path, value, &place)
    }

    /// The same, where the path itself is written elsewhere than its value: what is wrong with a key points there.
    ///
    /// # Errors
    /// When something on the way is neither a table nor a text.
    pub fn set_at(&mut self, path: &Path, value: Self, place: &Place) -> Result<(), Box<Problem>> {
        let mut node = self;
        for (depth, key) in path.0.iter().enumerate() {
            if let Value::Text(_) = node.value {
                let base = node.clone();
                let entry = Entry { key: "base".into(), place: base.place.clone(), node: base };
                node.value = Value::Table(vec![entry]);
            }
            let kind = node.kind();
            let Value::Table(entries) = &mut node.value else {
                let outer = Self::shown(&path.0[..depth]);
                return Err(Problem::new(place, format!("{outer} is {kind}, so nothing can be set below it")));
            };
            let index = entries.iter().position(|entry| &entry.key == key).unwrap_or_else(|| {
                let node = Self::new(Value::Table(Vec::new()), place.clone());
                entries.push(Entry { key: key.clone(), place: place.clone(), node });
                entries.len() - 1
            });
            node = &mut entries[index].node;
        }
        *node = value;
        Ok(())
    }

    fn shown(keys: &[String]) -> String {
        format!("`{}`", Path(keys.to_vec()))
    }
}

/// The place of an option such as `--set fths.start=2`.
impl From<&str> for Place {
    fn from(option: &str) -> Self {
        Self::Option(Arc::from(crate::shown::fit(option)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{parse_file, parse_value};
    use super::*;

    fn path(text: &str) -> Path {
        Path::parse(text, &Place::Default).unwrap()
    }

    #[test]
    fn reads_and_writes_dotted_keys() {
        assert_eq!(path("a.b-c.\"6+\"").keys(), ["a", "b-c", "6+"]);
        assert_eq!(path("a.\"6+\"").to_string(), "a.\"6+\"");
        // A key is on one line, whatever is in it.
        let odd = path("a.\"b\\n\\\"c\\\\\\u0001\"");
        assert_eq!(odd.to_string(), "a.\"b\\u000A\\\"c\\\\\\u0001\"");
        assert_eq!(path(&odd.to_string()), odd);
        for wrong in ["", "a..b", "a b", "a=1", "a\nb"] {
            assert!(Path::parse(wrong, &Place::Default).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_key_that_wants_quotes_is_shown_with_them() {
        let problem = Path::parse("fths.tables.crash.6+.out", &Place::Default).unwrap_err();
        assert!(problem.help.is_some_and(|help| help.contains("fths.tables.crash.\"6+\".out")));
        assert!(Path::parse("6+", &Place::Default).unwrap_err().help.is_none());
    }

    #[test]
    fn sets_below_texts_and_new_tables() {
        let mut root = parse_file("[prey]\nvehicle = \"van\"\nlist = [1]\n", 0).unwrap();
        root.set(&path("prey.vehicle.maneuver_g"), parse_value("1.5", "--set").unwrap()).unwrap();
        root.set(&path("fths.start"), parse_value("2", "--set").unwrap()).unwrap();
        assert_eq!(
            root.value.to_string(),
            "{ prey = { vehicle = { base = \"van\", maneuver_g = 1.5 }, list = [1] }, fths = { start = 2 } }"
        );
        let problem = root.set(&path("prey.list.x"), parse_value("1", "--set").unwrap()).unwrap_err();
        assert_eq!(problem.message, "`prey.list` is a list, so nothing can be set below it");
    }
}
