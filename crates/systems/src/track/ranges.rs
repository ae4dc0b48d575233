//! Ranges of whole numbers as keys of a table: bands of a margin or of the gap (rules/track.md).

use chaselab_core::tree::{Entry, Node, Value};
use chaselab_core::{Bands, Place, Problem};
use std::fmt;

/// The farthest from 0 that a range may begin or end.
pub(super) const FARTHEST_EDGE: i16 = 2000;

/// Whole numbers from `first` to `last`; without one of them, all on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub first: Option<i16>,
    pub last: Option<i16>,
}

impl Range {
    /// Reads `">= 1"`, `"> 0"`, `"<= -1"`, `"< 0"`, `"= 2"`, `"2"`, `"1..3"` or `"4+"`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let from = |first| Self { first: Some(first), last: None };
        let to = |last| Self { first: None, last: Some(last) };
        let within = |first, last| Self { first: Some(first), last: Some(last) };
        if let Some(rest) = text.strip_prefix(">=") {
            return number(rest).map(from);
        }
        if let Some(rest) = text.strip_prefix("<=") {
            return number(rest).map(to);
        }
        if let Some(rest) = text.strip_prefix('>') {
            return number(rest).map(|edge| from(edge + 1));
        }
        if let Some(rest) = text.strip_prefix('<') {
            return number(rest).map(|edge| to(edge - 1));
        }
        if let Some(rest) = text.strip_suffix('+') {
            return number(rest).map(from);
        }
        if let Some((first, last)) = text.split_once("..") {
            let (first, last) = (number(first)?, number(last)?);
            return (first <= last).then(|| within(first, last));
        }
        number(text.strip_prefix('=').unwrap_or(text)).map(|at| within(at, at))
    }

    fn begins(self) -> i16 {
        self.first.unwrap_or(i16::MIN)
    }

    fn ends(self) -> i16 {
        self.last.unwrap_or(i16::MAX)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.last) {
            (Some(first), Some(last)) => write!(f, "{first} to {last}"),
            (Some(first), None) => write!(f, "{first} or more"),
            (None, Some(last)) => write!(f, "{last} or less"),
            (None, None) => f.write_str("any"),
        }
    }
}

fn number(text: &str) -> Option<i16> {
    text.trim().parse().ok().filter(|number| (-FARTHEST_EDGE..=FARTHEST_EDGE).contains(number))
}

/// A table from ranges to values, in ascending order; no two of them meet.
#[derive(Clone, Debug)]
pub(super) struct Ranges<T> {
    rows: Vec<(Range, T)>,
}

impl<T: Copy + PartialEq> Ranges<T> {
    /// A table without rows.
    pub(super) const fn none() -> Self {
        Self { rows: Vec::new() }
    }

    /// Reads a table, each value by `read`; `of` says what the keys are, such as `the margin`.
    ///
    /// # Errors
    /// When a key is no range, two ranges overlap, or a value cannot be read.
    pub(super) fn read(
        node: &Node,
        name: &str,
        of: &str,
        read: impl Fn(&Entry) -> Result<T, Box<Problem>>,
    ) -> Result<Self, Box<Problem>> {
        let Value::Table(entries) = &node.value else {
            return Err(node.unexpected(name, &format!("a table from bands of {of}, such as {{ \">= 1\" = 1 }}")));
        };
        node.mark_used();
        let mut rows = entries
            .iter()
            .map(|entry| {
                let range = Range::parse(&entry.key).ok_or_else(|| {
                    Problem::new(&entry.place, format!("`{}` is not a band of {of}", entry.key)).expected(format!(
                        "\">= 1\", \"< 0\", \"= 2\", \"2\", \"1..3\" or \"4+\", with numbers from -{FARTHEST_EDGE} to \
                         {FARTHEST_EDGE}"
                    ))
                })?;
                Ok((range, &entry.place, read(entry)?))
            })
            .collect::<Result<Vec<(Range, &Place, T)>, Box<Problem>>>()?;
        rows.sort_by_key(|(range, ..)| range.begins());
        for pair in rows.windows(2) {
            if pair[1].0.begins() <= pair[0].0.ends() {
                let at = pair[1].0.first.unwrap_or(pair[0].0.ends().min(pair[1].0.ends()));
                return Err(Problem::new(pair[1].1, format!("two bands of {name} hold at {at}"))
                    .expected("bands that do not overlap"));
            }
        }
        Ok(Self { rows: rows.into_iter().map(|(range, _, value)| (range, value)).collect() })
    }

    /// The values.
    pub(super) fn values(&self) -> impl Iterator<Item = T> + '_ {
        self.rows.iter().map(|&(_, value)| value)
    }

    /// The same ranges with other values.
    pub(super) fn map<U>(&self, change: impl Fn(T) -> U) -> Ranges<U> {
        Ranges { rows: self.rows.iter().map(|&(range, value)| (range, change(value))).collect() }
    }

    /// The lowest number of `domain` that no range covers.
    pub(super) fn uncovered(&self, domain: Range) -> Option<i16> {
        let mut wanted = domain.begins();
        for &(range, _) in &self.rows {
            if range.begins() > wanted {
                break;
            }
            if range.ends() >= domain.ends() {
                return None;
            }
            wanted = wanted.max(range.ends() + 1);
        }
        // What is open on the low side is best named by where the ranges begin.
        match self.rows.first() {
            Some((range, _)) if wanted == i16::MIN => Some(range.begins() - 1),
            _ => Some(wanted),
        }
    }

    /// The same as a total map; what no range covers means `otherwise`.
    pub(super) fn bands(&self, otherwise: T) -> Bands<T> {
        let below = self.rows.first().filter(|(range, _)| range.first.is_none()).map_or(otherwise, |&(_, value)| value);
        let mut rows: Vec<(i16, T)> = Vec::with_capacity(2 * self.rows.len());
        for &(Range { first, last }, value) in &self.rows {
            if let Some(first) = first {
                // This range begins where the hole behind the last one would.
                rows.pop_if(|row| row.0 == first);
                rows.push((first, value));
            }
            if let Some(last) = last {
                rows.push((last + 1, otherwise));
            }
        }
        Bands::new(below, rows).expect("ranges that do not overlap ascend, and their edges are near 0")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaselab_core::tree::parse_file;

    fn ranges(text: &str) -> Result<Ranges<i64>, Box<Problem>> {
        let root = parse_file(&format!("t = {text}"), 0).unwrap();
        Ranges::read(root.get("t").unwrap(), "t", "the margin", |entry| entry.node.integer("t", 0..=9))
    }

    #[test]
    fn reads_every_way_to_write_a_range() {
        let range = |first, last| Some(Range { first, last });
        for (text, expected) in [
            (">= 1", range(Some(1), None)),
            (">0", range(Some(1), None)),
            ("4+", range(Some(4), None)),
            ("<= -1", range(None, Some(-1))),
            ("< 0", range(None, Some(-1))),
            ("= 2", range(Some(2), Some(2))),
            ("-3", range(Some(-3), Some(-3))),
            ("-3..-1", range(Some(-3), Some(-1))),
            (" 1 .. 3 ", range(Some(1), Some(3))),
            ("3..1", None),
            ("=> 1", None),
            ("", None),
            ("1.5", None),
            ("2001", None),
            (">= 99999", None),
        ] {
            assert_eq!(Range::parse(text), expected, "{text:?}");
        }
    }

    #[test]
    fn bands_fill_holes_with_what_is_otherwise() {
        let text = "{ \"<= -5\" = 1, \"-2..0\" = 2, \"1\" = 3, \"7+\" = 4 }";
        let bands = ranges(text).unwrap().bands(0);
        // From the table's words alone, number by number.
        for value in -20..20 {
            let expected = match value {
                ..=-5 => 1,
                -2..=0 => 2,
                1 => 3,
                7.. => 4,
                _ => 0,
            };
            assert_eq!(bands.at(value), expected, "{value}");
        }
        assert_eq!(ranges("{}").unwrap().bands(5).at(3), 5);
    }

    #[test]
    fn overlaps_and_holes_are_found() {
        assert_eq!(ranges("{ \"0..2\" = 1, \"2+\" = 2 }").unwrap_err().message, "two bands of t hold at 2");
        assert_eq!(ranges("{ \"< 3\" = 1, \"< 0\" = 2 }").unwrap_err().message, "two bands of t hold at -1");
        assert_eq!(ranges("{ near = 1 }").unwrap_err().message, "`near` is not a band of the margin");
        let domain = |first, last| Range { first, last };
        let holes = ranges("{ \"1..2\" = 1, \"4+\" = 2 }").unwrap();
        assert_eq!(holes.uncovered(domain(Some(1), None)), Some(3));
        assert_eq!(holes.uncovered(domain(Some(1), Some(2))), None);
        assert_eq!(holes.uncovered(domain(Some(0), Some(2))), Some(0));
        assert_eq!(holes.uncovered(domain(None, Some(2))), Some(0));
        assert_eq!(ranges("{ \"1..2\" = 1 }").unwrap().uncovered(domain(Some(1), Some(5))), Some(3));
        assert_eq!(ranges("{}").unwrap().uncovered(domain(Some(1), Some(5))), Some(1));
    }
}
