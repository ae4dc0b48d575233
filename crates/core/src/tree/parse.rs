//! From TOML text to a tree.

use super::{Entry, Node, Value, paper};
use crate::{Place, Problem};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// How deeply values may nest: far more than any scenario needs, far less than the stack.
const DEEPEST: usize = 32;

/// Reads a whole file; `source` is its index among the sources.
///
/// # Errors
/// When it is not TOML, with the place in the file.
pub fn parse_file(text: &str, source: usize) -> Result<Node, Box<Problem>> {
    parse_with(text, &|span| Place::File { source, span })
}

/// Reads a file that the program embeds: its values stand nowhere that a user could look at.
///
/// # Errors
/// When it is not TOML.
pub fn parse_embedded(text: &str) -> Result<Node, Box<Problem>> {
    parse_with(text, &|_| Place::Default)
}

fn parse_with(text: &str, place: &impl Fn(std::ops::Range<usize>) -> Place) -> Result<Node, Box<Problem>> {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        let message = error.message().lines().next().unwrap_or_default();
        let help = match (bare_word(text, span.start), paper::number_at(text, span.start)) {
            (Some(word), _) => format!("texts stand in quotes: \"{word}\""),
            (None, Some(number)) => format!("for a number write {number}"),
            (None, None) if message == "duplicate key" => {
                "write each key once; a table that is begun by dotted keys cannot be opened again by a [header]"
                    .to_owned()
            }
            (None, None) => paper::sign_at(text, span.start)
                .unwrap_or("the TOML language is described at https://toml.io")
                .to_owned(),
        };
        Problem::new(&place(span), format!("this is not TOML: {message}")).help(help)
    })?;
    let span = table.span();
    table_node(table.get_ref(), &place(span), place, 0)
}

/// The word without quotes that stands where a value should, if one does at this place of a text.
fn bare_word(text: &str, at: usize) -> Option<&str> {
    let (before, after) = (text.get(..at)?, text.get(at..)?);
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let start = before.trim_end_matches(part).len();
    let end = at + after.find(|c| !part(c)).unwrap_or(after.len());
    let word = &text[start..end];
    let line = text[..start].rsplit('\n').next().unwrap_or_default().trim_end();
    // A bracket that begins a line opens a section, not a list.
    let is_value = line.ends_with(['=', ',']) || line.ends_with('[') && line.trim() != "[";
    (is_value && word.starts_with(char::is_alphabetic)).then_some(word)
}

/// Reads the value of an option, such as `--set` or a factor of the grid; a bare word is a text.
///
/// # Errors
/// When it is neither a TOML value nor a bare word.
pub fn parse_value(text: &str, option: &str) -> Result<Node, Box<Problem>> {
    let at = Place::from(option);
    let text = text.trim();
    match DeValue::parse(text) {
        Ok(value) => node(&value, &|_| at.clone(), 0),
        // What is nearly a number was not meant as a word.
        Err(_) if text.parse::<f64>().is_ok_and(|number| !number.is_finite()) => Err(no_number(&at, text)),
        Err(_) if is_bare(text) => Ok(Node::new(Value::Text(text.to_owned()), at)),
        Err(error) => {
            let why = error.message().lines().next().unwrap_or_default();
            let problem = Problem::new(&at, format!("`{text}` is not a value: {why}"))
                .expected("a number, true or false, a word, a quoted text, a list or a table");
            Err(match paper::number(text) {
                Some(number) => problem.help(format!("for a number write {number}")),
                None => problem,
            })
        }
    }
}

fn no_number(place: &Place, text: &str) -> Box<Problem> {
    Problem::new(place, format!("{text} is not a number that can be used here")).expected("a finite number")
}

fn is_bare(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_+. ".contains(c))
}

fn node(
    value: &Spanned<DeValue<'_>>,
    place: &impl Fn(std::ops::Range<usize>) -> Place,
    depth: usize,
) -> Result<Node, Box<Problem>> {
    let here = place(value.span());
    if depth > DEEPEST {
        return Err(Problem::new(&here, format!("values nest more than {DEEPEST} deep")));
    }
    let value = match value.get_ref() {
        DeValue::Boolean(value) => Value::Bool(*value),
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => Value::Integer(
            i64::from_str_radix(number.as_str(), number.radix())
                .map_err(|_| Problem::new(&here, format!("{} is too large a whole number", number.as_str())))?,
        ),
        DeValue::Float(number) => match number.as_str().parse::<f64>() {
            Ok(number) if number.is_finite() => Value::Float(number),
            _ => return Err(no_number(&here, number.as_str())),
        },
        DeValue::Datetime(_) => {
            return Err(Problem::new(&here, "dates and times have no meaning here")
                .expected("a number, true or false, a text, a list or a table"));
        }
        DeValue::Array(items) => {
            Value::List(items.iter().map(|item| node(item, place, depth + 1)).collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => return table_node(table, &here, place, depth + 1),
    };
    Ok(Node::new(value, here))
}

fn table_node(
    table: &DeTable<'_>,
    here: &Place,
    place: &impl Fn(std::ops::Range<usize>) -> Place,
    depth: usize,
) -> Result<Node, Box<Problem>> {
    let mut entries = table
        .iter()
        .map(|(key, value)| {
            let node = node(value, place, depth)?;
            Ok((key.span().start, Entry { key: key.get_ref().to_string(), place: place(key.span()), node }))
        })
        .collect::<Result<Vec<_>, Box<Problem>>>()?;
    entries.sort_by_key(|&(start, _)| start);
    Ok(Node::new(Value::Table(entries.into_iter().map(|(_, entry)| entry).collect()), here.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_order_and_places() {
        let text = "zeta = 1\nalpha = { b = 2.5, a = \"x\" }\n";
        let root = parse_file(text, 3).unwrap();
        let Value::Table(entries) = &root.value else { panic!("a file is a table") };
        assert_eq!(entries.iter().map(|entry| entry.key.as_str()).collect::<Vec<_>>(), ["zeta", "alpha"]);
        let alpha = root.get("alpha").unwrap();
        assert_eq!(alpha.value.to_string(), "{ b = 2.5, a = \"x\" }");
        let Place::File { source: 3, span } = &alpha.get("a").unwrap().place else { panic!("in the file") };
        assert_eq!(&text[span.clone()], "\"x\"");
    }

    #[test]
    fn says_where_toml_is_broken() {
        let problem = parse_file("a = 1\nb = = 2\n", 0).unwrap_err();
        assert!(problem.message.starts_with("this is not TOML: "), "{problem}");
        assert!(matches!(&problem.place, Place::File { span, .. } if span.start >= 6));
        let help = |text: &str| parse_file(text, 0).unwrap_err().help.unwrap_or_default();
        for text in ["a = [fths]\n", "b = 1\na = fths\n", "a = [\"thw\", fths]", "a = { b = fths }"] {
            assert_eq!(help(text), "texts stand in quotes: \"fths\"", "{text}");
        }
        assert_eq!(help("a = police-cruiser\n"), "texts stand in quotes: \"police-cruiser\"");
        for (number, meant) in [
            ("100,000", "100_000"),
            ("1,250,000.5 # a comment", "1_250_000.5"),
            ("100 000", "100_000"),
            ("[1, 50,000]", "50_000"),
            ("95%", "0.95"),
            ("0.5 %", "0.005"),
        ] {
            for text in [format!("a = {number}"), format!("a = {number}\nb = 1\n")] {
                assert_eq!(help(&text), format!("for a number write {meant}"), "{text}");
            }
        }
        for text in ["a = “fths”\n", "b = 1\na = ['thw', ‘fths’]"] {
            assert_eq!(help(text), "texts stand in straight quotes: \"...\"", "{text}");
        }
        for text in ["a: 1\n", "b = 1\na : \"fths\"\n"] {
            assert_eq!(help(text), "a key is set by =, not by a colon", "{text}");
        }
        for text in ["[fths\nstart = 1\n", "a = = 2\n", "a b = 2\n", "a = 1,5\n", "a = 1 2\n", "a = %\n", "a = 12-5"] {
            assert!(help(text).contains("toml.io"), "{text}: {}", help(text));
        }
        assert_eq!(parse_file("a = nan", 0).unwrap_err().message, "nan is not a number that can be used here");
        assert!(parse_file("a = 99999999999999999999", 0).is_err());
        assert!(parse_file(&format!("a = {}1{}", "[".repeat(60), "]".repeat(60)), 0).is_err());
    }

    #[test]
    fn values_of_options_may_be_bare_words() {
        assert_eq!(parse_value("Good", "--set").unwrap().value, Value::Text("Good".into()));
        assert_eq!(parse_value("police-cruiser", "--set").unwrap().value, Value::Text("police-cruiser".into()));
        assert_eq!(parse_value("-2", "--set").unwrap().value, Value::Integer(-2));
        assert_eq!(parse_value("\"+1\"", "--set").unwrap().value, Value::Text("+1".into()));
        assert!(parse_value("[1, 2", "--set").is_err());
        let help = |text| parse_value(text, "--set").unwrap_err().help;
        assert_eq!(help("50,000").as_deref(), Some("for a number write 50_000"));
        assert_eq!(help("-1,250,000.5").as_deref(), Some("for a number write -1_250_000.5"));
        assert_eq!(help("99.9%").as_deref(), Some("for a number write 0.999"));
        for other in ["1,2", "a,bcd", "[1,234", "1e3,000", "0x1,000", "1234,567", "1,234,5", ",000", "1,000."] {
            assert_eq!(help(other), None, "{other}");
        }
        for wrong in ["NaN", "nan", "-inf", "Infinity", "1e400"] {
            let problem = parse_value(wrong, "--set").unwrap_err();
            assert_eq!(problem.message, format!("{wrong} is not a number that can be used here"));
        }
        assert!(parse_value("", "--set").is_err());
    }
}
