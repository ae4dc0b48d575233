//! Which values are tried: all between two bounds, as numbers, whole numbers, words of the ladder or rows of a neutral
//! table that has an order.

use crate::schema;
use chaselab_core::tree::{Path, Value};
use chaselab_core::{Ladder, Place, Problem, Side};
use serde_json::Value as Json;

/// All values between two bounds, by position: the index of a step, or the number itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// Whole numbers or words, in rising order.
    Steps(Vec<Value>),
    /// Every number between two.
    Line(f64, f64),
}

/// Of so many steps or fewer each is tried; of more, and of a line, so many that are spread evenly.
const ALL: usize = 33;
const SPREAD: usize = 17;
/// A line is halved until it is so short, relative to its length.
const SHORT: f64 = 1e-9;

impl Domain {
    /// The values between the bounds that were typed, or that the schema has for the path; `plays` says whether a value
    /// can be played.
    ///
    /// # Errors
    /// When there are no bounds, or they cannot be read.
    pub fn new(path: &Path, between: Option<&str>, plays: &dyn Fn(&Value) -> bool) -> Result<Self, Box<Problem>> {
        let domain = match (words_of(path), between) {
            (Some(Words::Ordered(rows)), between) => rows_between(&rows, between, plays)?,
            (Some(Words::Unordered(what)), _) => return Err(unordered(path, between, what)),
            (None, Some(text)) => typed(text, plays)?,
            (None, None) => known(path, plays)?,
        };
        match domain {
            Self::Steps(steps) if steps.len() < 2 => Err(Problem::new(
                &place(path, between),
                format!("there are no two values of {path} that can be played"),
            )),
            domain => Ok(domain),
        }
    }

    /// Positions that are tried first, both bounds among them.
    pub fn scan(&self) -> Vec<f64> {
        let spread =
            |low: f64, high: f64| (0..SPREAD).map(move |i| low + (high - low) * i as f64 / (SPREAD - 1) as f64);
        match self {
            Self::Steps(steps) if steps.len() <= ALL => (0..steps.len()).map(|index| index as f64).collect(),
            Self::Steps(steps) => spread(0.0, (steps.len() - 1) as f64).map(f64::floor).collect(),
            Self::Line(low, high) => spread(*low, *high).collect(),
        }
    }

    /// The position between two, unless they are neighbours.
    pub fn between(&self, low: f64, high: f64) -> Option<f64> {
        match self {
            Self::Steps(_) => (high - low > 1.0).then(|| f64::midpoint(low, high).floor()),
            Self::Line(first, last) => (high - low > SHORT * (last - first)).then(|| f64::midpoint(low, high)),
        }
    }

    /// The value at a position.
    pub fn value(&self, position: f64) -> Value {
        match self {
            Self::Steps(steps) => steps[position as usize].clone(),
            // 12 digits hide what binary fractions add.
            Self::Line(..) => Value::Float(format!("{position:.11e}").parse().unwrap_or(position)),
        }
    }

    /// The most positions that are ever tried, were the target passed between any two of the first.
    pub fn probes(&self) -> usize {
        let halvings = match self {
            Self::Steps(steps) => (steps.len() as f64).log2().ceil() as usize,
            Self::Line(..) => (1.0 / SHORT).log2().ceil() as usize,
        };
        let first = self.scan().len();
        first + (first - 1) * halvings
    }
}

/// What a term takes that is a row of a neutral table.
enum Words {
    /// Rows that go from less to more.
    Ordered(Vec<&'static str>),
    /// Rows of which none is more than another.
    Unordered(&'static str),
}

fn words_of(path: &Path) -> Option<Words> {
    let rows = |table: &str| {
        let rows = &chaselab_systems::neutral::tables().get(table).rows;
        Some(Words::Ordered(rows.iter().map(|row| row.name.as_str()).collect()))
    };
    let side = |key: &str| Side::BOTH.iter().any(|side| side.name() == key);
    let keys: Vec<&str> = path.keys().iter().map(String::as_str).collect();
    match keys[..] {
        [key, "temper"] if side(key) => rows("tempers"),
        ["gap"] => rows("gaps"),
        [key, "vehicle"] | [key, "vehicle", "base"] if side(key) => Some(Words::Unordered("vehicles")),
        ["terrain", "kind"] => Some(Words::Unordered("kinds of terrain")),
        _ => None,
    }
}

/// The rows between two that were typed, or all of them.
fn rows_between(rows: &[&str], between: Option<&str>, plays: &dyn Fn(&Value) -> bool) -> Result<Domain, Box<Problem>> {
    let range = match between {
        None => 0..rows.len(),
        Some(text) => {
            let option = format!("--between {text}");
            let wrong = |message: String| {
                let expected = format!("LOW,HIGH: two of {}, in this order", rows.join(", "));
                Problem::new(&Place::from(option.as_str()), message).expected(expected)
            };
            let (low, high) = text.split_once(',').ok_or_else(|| wrong("there are no two bounds".into()))?;
            let row = |text: &str| {
                let known = rows.iter().position(|row| row.eq_ignore_ascii_case(text.trim()));
                known.ok_or_else(|| {
                    wrong(format!("there is no `{}`", text.trim())).nearest(text.trim(), rows.iter().copied())
                })
            };
            let (low, high) = (row(low)?, row(high)?);
            if low >= high {
                return Err(wrong("the lower bound is not below the upper one".into()));
            }
            low..high + 1
        }
    };
    Ok(Domain::Steps(rows[range].iter().map(|&row| Value::Text(row.to_owned())).filter(plays).collect()))
}

fn unordered(path: &Path, between: Option<&str>, what: &str) -> Box<Problem> {
    Problem::new(&place(path, between), format!("{what} have no order, so that none lies between two others"))
        .expected("a term with an order: a number, a skill, a temper, the gap")
        .help(match what {
            "vehicles" => {
                "vary a number of the vehicle, such as prey.vehicle.acceleration_kmh_s, or name vehicles in a [grid]"
            }
            _ => "name them in a [grid], and `chaselab run` plays each",
        })
}

fn place(path: &Path, between: Option<&str>) -> Place {
    let option = between.map_or_else(|| format!("--vary {path}"), |text| format!("--between {text}"));
    Place::from(option.as_str())
}

/// `LOW,HIGH`.
fn typed(text: &str, plays: &dyn Fn(&Value) -> bool) -> Result<Domain, Box<Problem>> {
    let option = format!("--between {text}");
    let wrong = |message: &str| {
        Problem::new(&Place::from(option.as_str()), message)
            .expected("LOW,HIGH: two numbers, such as 0.5,2, or two words of the ladder, such as Poor,Great")
    };
    let (low, high) = text.split_once(',').ok_or_else(|| wrong("there are no two bounds"))?;
    let (low, high) = (low.trim(), high.trim());
    if let (Some(low), Some(high)) = (word(low), word(high)) {
        return if low < high {
            Ok(words(low, high, plays))
        } else {
            Err(wrong("the lower bound is not below the upper one"))
        };
    }
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.abs() <= 1e9);
    let (Some(first), Some(last)) = (number(low), number(high)) else {
        return Err(wrong("a bound is neither a number nor a word of the ladder"));
    };
    if first >= last {
        return Err(wrong("the lower bound is not below the upper one"));
    }
    let whole = low.parse::<i64>().ok().zip(high.parse::<i64>().ok());
    numbers(first, last, whole, plays).ok_or_else(|| wrong("there are more than 1,000,000 whole numbers in between"))
}

/// Fractions too where they can be played; else whole numbers.
fn numbers(low: f64, high: f64, whole: Option<(i64, i64)>, plays: &dyn Fn(&Value) -> bool) -> Option<Domain> {
    match whole {
        // No table or attribute takes this fraction that does not take all.
        Some((first, last)) if !plays(&Value::Float(first as f64 + 0.40625)) => {
            (last - first <= 1_000_000).then(|| Domain::Steps((first..=last).map(Value::Integer).collect()))
        }
        _ => Some(Domain::Line(low, high)),
    }
}

/// A level by its word alone.
fn word(text: &str) -> Option<Ladder> {
    Ladder::words().find(|word| word.eq_ignore_ascii_case(text)).and_then(Ladder::parse)
}

/// The words between two levels that can be played.
fn words(low: Ladder, high: Ladder, plays: &dyn Fn(&Value) -> bool) -> Domain {
    let all = Ladder::words().filter(|text| word(text).is_some_and(|level| (low..=high).contains(&level)));
    let mut steps: Vec<Value> = all.map(|word| Value::Text(word.to_owned())).filter(plays).collect();
    steps.reverse();
    Domain::Steps(steps)
}

/// What the schema of scenarios has for a path.
fn known(path: &Path, plays: &dyn Fn(&Value) -> bool) -> Result<Domain, Box<Problem>> {
    let schema = schema::scenario();
    let found = path.keys().iter().try_fold(vec![&schema], |nodes, key| {
        let inner: Vec<&Json> = nodes
            .iter()
            .flat_map(|node| shapes(&schema, node))
            .filter_map(|node| node["properties"].get(key))
            .collect();
        (!inner.is_empty()).then_some(inner)
    });
    let shapes: Vec<&Json> = found.iter().flatten().flat_map(|node| self::shapes(&schema, node)).collect();
    let is_word =
        |shape: &&Json| shape["enum"].as_array().is_some_and(|words| words.contains(&Json::from("Legendary")));
    if shapes.iter().any(is_word) {
        let all: Vec<Ladder> = Ladder::words().filter_map(word).collect();
        if let (Some(&high), Some(&low)) = (all.first(), all.last()) {
            return Ok(words(low, high, plays));
        }
    }
    let bounds = shapes.iter().find_map(|shape| Some((shape["minimum"].as_f64()?, shape["maximum"].as_f64()?)));
    let whole = |number: f64| (number.fract() == 0.0).then_some(number as i64);
    let domain = bounds.and_then(|(low, high)| numbers(low, high, whole(low).zip(whole(high)), plays));
    domain.ok_or_else(|| {
        Problem::new(&place(path, None), format!("nothing says how far {path} can go"))
            .expected("--between LOW,HIGH beside it, such as --between 1,6")
    })
}

/// A schema, or the alternatives that it names.
fn shapes<'a>(schema: &'a Json, node: &'a Json) -> Vec<&'a Json> {
    if let Some(name) = node["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/")) {
        return shapes(schema, &schema["$defs"][name]);
    }
    match node["anyOf"].as_array() {
        Some(all) => all.iter().flat_map(|inner| shapes(schema, inner)).collect(),
        None => vec![node],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domain(path: &str, between: Option<&str>, fractions: bool) -> Result<Domain, String> {
        let plays = |value: &Value| fractions || !matches!(value, Value::Float(_));
        Domain::new(&Path::parse(path, &Place::Default).unwrap(), between, &plays).map_err(|problem| problem.message)
    }

    fn integers(values: std::ops::RangeInclusive<i64>) -> Domain {
        Domain::Steps(values.map(Value::Integer).collect())
    }

    #[test]
    fn bounds_are_typed_or_known() {
        assert_eq!(domain("thw.getaway", Some("3, 6"), false), Ok(integers(3..=6)));
        assert_eq!(domain("thw.getaway", None, false), Ok(integers(1..=1000)));
        assert_eq!(domain("prey.vehicle.maneuver_g", Some("1,2"), true), Ok(Domain::Line(1.0, 2.0)));
        assert_eq!(domain("prey.vehicle.maneuver_g", Some("0.5,2"), false), Ok(Domain::Line(0.5, 2.0)));
        let words = domain("prey.driving", Some("poor,Fair"), false).unwrap();
        assert_eq!(words, Domain::Steps(["Poor", "Mediocre", "Fair"].map(|word| Value::Text(word.into())).into()));
        let Ok(Domain::Steps(all)) = domain("fths.prey.piloting", None, false) else { panic!("words") };
        assert_eq!(all.len(), 9);
        let message = |path, between| domain(path, between, true).unwrap_err();
        assert_eq!(
            message("fths.tables.crash.4.distance", None),
            "nothing says how far fths.tables.crash.4.distance can go"
        );
        let texts = |words: &[&str]| Domain::Steps(words.iter().map(|&word| Value::Text(word.into())).collect());
        assert_eq!(domain("catcher.temper", None, false), Ok(texts(&["timid", "steady", "bold", "reckless"])));
        assert_eq!(domain("prey.temper", Some("steady, Bold"), false), Ok(texts(&["steady", "bold"])));
        assert_eq!(domain("gap", None, false), Ok(texts(&["close", "usual", "far"])));
        assert_eq!(message("prey.temper", Some("bold,timid")), "the lower bound is not below the upper one");
        assert_eq!(message("prey.temper", Some("1,6")), "there is no `1`");
        let none = "vehicles have no order, so that none lies between two others";
        assert_eq!([message("prey.vehicle", None), message("prey.vehicle", Some("van,sedan"))], [none; 2]);
        assert_eq!(message("thw.getaway", Some("6,3")), "the lower bound is not below the upper one");
        assert_eq!(message("thw.getaway", Some("6")), "there are no two bounds");
        assert_eq!(message("thw.getaway", Some("a,b")), "a bound is neither a number nor a word of the ladder");
    }

    #[test]
    fn positions_and_their_neighbours() {
        let few = integers(3..=6);
        assert_eq!(few.scan(), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!((few.between(0.0, 3.0), few.between(1.0, 2.0)), (Some(1.0), None));
        assert_eq!(few.value(2.0), Value::Integer(5));
        let many = integers(0..=1000);
        assert_eq!((many.scan().len(), many.scan()[16]), (SPREAD, 1000.0));
        let line = Domain::Line(1.0, 2.0);
        assert_eq!((line.scan()[0], line.scan()[16], line.between(1.0, 1.5)), (1.0, 2.0, Some(1.25)));
        assert_eq!(line.between(1.0, 1.0 + 1e-10), None);
    }
}
