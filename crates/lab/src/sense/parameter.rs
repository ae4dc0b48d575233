//! What is varied, and over which values.

use super::Question;
use crate::compare::dial::dials;
use crate::grid::axes;
use crate::player::prepare;
use crate::scenario::Scenario;
use chaselab_core::tables::Tables;
use chaselab_core::tree::{Node, Path, Reader, Value, parse_value};
use chaselab_core::{Ladder, Place, Problem};
use chaselab_systems::{Input, SystemId};
use sha2::{Digest, Sha256};

type Read<T> = Result<T, Box<Problem>>;

/// The most values of a parameter that are tried when it is moved alone.
const MOST_POINTS: usize = 9;
/// How many values of a continuous range are tried.
const RANGE_POINTS: usize = 5;
/// The most values of a range of integers.
const MOST_VALUES: i64 = 1000;
/// How far from 0 a range of numbers may reach, as a range of the grid.
const FARTHEST: f64 = 1e9;
/// What a system's section says that is no term of the chase.
const NO_TERMS: [&str; 5] = ["rules", "tables", "overlays", "course", "max_turns"];
/// By which share a number with digits behind the point is moved where nobody says how far.
const SHARE: f64 = 0.2;

/// Something that is varied.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// What is set.
    pub path: Path,
    /// To what.
    pub levels: Levels,
}

/// The values of a parameter, all equally likely.
#[derive(Clone, Debug, PartialEq)]
pub enum Levels {
    /// One of these, at least two.
    Each(Vec<Value>),
    /// Any number between these two.
    Between(f64, f64),
}

impl Parameter {
    /// Reads `PATH=FROM..TO` or `PATH=[VALUE, ...]`; both ends are integers, ladder words or numbers.
    ///
    /// # Errors
    /// When the text is neither.
    pub fn parse(text: &str) -> Read<Self> {
        let option = format!("--vary {text}");
        let place = Place::from(option.as_str());
        let example = "PATH=FROM..TO or PATH=[VALUE, VALUE], such as prey.driving=Poor..Great";
        let (path, range) = text
            .split_once('=')
            .ok_or_else(|| Problem::new(&place, format!("`{text}` gives no range")).expected(example))?;
        let path = Path::parse(path.trim(), &place)?;
        let few = || Problem::new(&place, format!("the range of {path} has fewer than two values"));
        let levels = if let Some((from, to)) = range.split_once("..") {
            between(from.trim(), to.trim()).ok_or_else(|| {
                Problem::new(&place, format!("`{range}` is no range"))
                    .expected("two integers, two ladder words or two numbers, the lower first, such as 8..32")
            })?
        } else {
            let node = parse_value(range, &option)?;
            let Value::List(items) = node.value else {
                return Err(Problem::new(&place, format!("`{range}` is a single value")).expected(example));
            };
            Levels::Each(items.into_iter().map(|item| item.value).collect())
        };
        match &levels {
            Levels::Each(values) if values.len() < 2 => Err(few()),
            _ => Ok(Self { path, levels }),
        }
    }
}

/// A range as typed: of integers, of words, or of numbers.
fn between(from: &str, to: &str) -> Option<Levels> {
    if let (Ok(low), Ok(high)) = (from.parse::<i64>(), to.parse::<i64>()) {
        let fits = low < high && high.checked_sub(low)? < MOST_VALUES;
        return fits.then(|| Levels::Each((low..=high).map(Value::Integer).collect()));
    }
    if let (Ok(low), Ok(high)) = (from.parse::<f64>(), to.parse::<f64>()) {
        let fits = |number: f64| number.abs() <= FARTHEST;
        return (fits(low) && fits(high) && low < high).then_some(Levels::Between(low, high));
    }
    // From the best word to the worst.
    let words: Vec<&str> = Ladder::words().collect();
    let at = |word: &str| words.iter().position(|known| known.eq_ignore_ascii_case(word));
    let (low, high) = (at(from)?, at(to)?);
    (high < low).then(|| Levels::Each(words[high..=low].iter().rev().map(|&word| Value::Text(word.into())).collect()))
}

impl Levels {
    /// The values that are tried when the parameter is moved alone, both ends among them.
    pub fn points(&self) -> Vec<Value> {
        match self {
            Self::Each(values) => {
                let count = values.len().min(MOST_POINTS);
                (0..count).map(|point| values[point * (values.len() - 1) / (count - 1)].clone()).collect()
            }
            Self::Between(low, high) => (0..RANGE_POINTS)
                .map(|point| number(low + (high - low) * point as f64 / (RANGE_POINTS - 1) as f64))
                .collect(),
        }
    }

    /// The value at a share `u` of the range, from 0 to below 1.
    pub fn at(&self, u: f64) -> Value {
        match self {
            Self::Each(values) => values[((u * values.len() as f64) as usize).min(values.len() - 1)].clone(),
            Self::Between(low, high) => number(low + (high - low) * u),
        }
    }
}

/// A number with as many digits as anybody writes.
fn number(value: f64) -> Value {
    Value::Float(format!("{value:.9e}").parse().unwrap_or(value))
}

/// For each system what is varied and what it does not read; takes the grid out of the scenario.
///
/// # Errors
/// When something that is to be varied is read by no system.
pub(super) fn pick(scenario: &mut Scenario, vary: &[Parameter]) -> Read<Vec<(Vec<Parameter>, Vec<Path>)>> {
    let grid: Vec<Parameter> = {
        let axes = axes(Reader::new(Some(&scenario.root), "the scenario")?, &scenario.systems, scenario.then)?;
        let levels = |values: &[Node]| Levels::Each(values.iter().map(|node| node.value.clone()).collect());
        let varied = axes.iter().filter(|axis| axis.values.len() > 1);
        varied.map(|axis| Parameter { path: axis.path.clone(), levels: levels(&axis.values) }).collect()
    };
    scenario.take_grid();
    let asked = if vary.is_empty() { grid } else { vary.to_vec() };
    if asked.is_empty() {
        return scenario.systems.iter().map(|&system| everything(scenario, system)).collect();
    }
    for (index, parameter) in asked.iter().enumerate() {
        if asked[..index].iter().any(|other| other.path == parameter.path) {
            let place = Place::from(format!("--vary {}", parameter.path).as_str());
            return Err(Problem::new(&place, format!("{} is varied twice", parameter.path)).help("give one range"));
        }
    }
    let by_system: Vec<(Vec<Parameter>, Vec<Path>)> =
        scenario.systems.iter().map(|&system| split(&scenario.root, system, asked.clone())).collect::<Read<_>>()?;
    for parameter in &asked {
        if !by_system.iter().any(|(read, _)| read.contains(parameter)) {
            let place = Place::from(format!("--vary {}", parameter.path).as_str());
            return Err(Problem::new(&place, format!("no system of the scenario reads {}", parameter.path))
                .expected("a key that is read, and that no term of the system's own hides"));
        }
    }
    Ok(by_system)
}

/// All that can be moved by a step: the neutral terms, what the scenario says in the system's own, and every number of
/// the system's tables.
fn everything(scenario: &Scenario, system: SystemId) -> Read<(Vec<Parameter>, Vec<Path>)> {
    let dials = dials(scenario).into_iter().filter_map(|dial| {
        let near = dial.at.saturating_sub(1)..=(dial.at + 1).min(dial.values.len().checked_sub(1)?);
        let values: Vec<Value> = dial.values[near].iter().map(|(_, value)| value.clone()).collect();
        (values.len() > 1).then_some(Parameter { path: dial.path, levels: Levels::Each(values) })
    });
    let mut terms = dials.collect();
    if let Some(Value::Table(entries)) = scenario.root.get(system.name()).map(|own| &own.value) {
        let written = entries.iter().filter(|entry| !NO_TERMS.contains(&entry.key.as_str()));
        written.for_each(|entry| own_terms(&[system.name(), &entry.key], &entry.node, &mut terms));
    }
    let (mut parameters, unread) = split(&scenario.root, system, terms)?;
    let input = Input::new(&scenario.root, system)?;
    parameters.extend(cells(&input.tables(system)?, |_| true));
    for term in system.also_reads() {
        if let [other, "tables", table, ..] = term
            && let Some(other) = SystemId::parse(other)
        {
            parameters.extend(cells(&input.tables(other)?, |name| name == *table));
        }
    }
    Ok((parameters, unread))
}

/// Integers and ladder words of a system's own terms, each with its neighbours.
pub(crate) fn own_terms(keys: &[&str], node: &Node, terms: &mut Vec<Parameter>) {
    let values = match &node.value {
        Value::Table(entries) => {
            for entry in entries {
                own_terms(&[keys, &[entry.key.as_str()]].concat(), &entry.node, terms);
            }
            return;
        }
        &Value::Integer(own) => {
            vec![own.saturating_sub(1), own, own.saturating_add(1)].into_iter().map(Value::Integer).collect()
        }
        Value::Text(word) => {
            let words: Vec<&str> = Ladder::words().collect();
            let Some(at) = words.iter().position(|known| known.eq_ignore_ascii_case(word)) else { return };
            let near = words[at.saturating_sub(1)..(at + 2).min(words.len())].iter().rev();
            near.map(|&word| Value::Text(word.into())).collect()
        }
        _ => return,
    };
    terms.push(Parameter {
        path: Path::from_keys(keys.iter().map(|&key| key.to_owned())),
        levels: Levels::Each(values),
    });
}

/// The numbers of tables, each with its neighbours.
fn cells(tables: &Tables, wanted: impl Fn(&str) -> bool) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for table in tables.iter().filter(|table| wanted(table.name)) {
        for row in &table.rows {
            for (column, cell) in table.columns.iter().zip(&row.cells) {
                let values = match cell.as_ref().map(|cell| &cell.node.value) {
                    Some(&Value::Integer(own)) => {
                        [own.saturating_sub(1), own, own.saturating_add(1)].map(Value::Integer)
                    }
                    Some(&Value::Float(own)) => [own * (1.0 - SHARE), own, own * (1.0 + SHARE)].map(number),
                    _ => continue,
                };
                let keys = [tables.system(), "tables", table.name, &row.name, &column.name];
                let path = Path::from_keys(keys.map(str::to_owned));
                parameters.push(Parameter { path, levels: Levels::Each(values.to_vec()) });
            }
        }
    }
    parameters
}

/// What a system reads, and the paths of what it does not.
fn split(root: &Node, system: SystemId, parameters: Vec<Parameter>) -> Read<(Vec<Parameter>, Vec<Path>)> {
    let (mut read, mut unread) = (Vec::new(), Vec::new());
    for parameter in parameters {
        let mut last = None;
        let mut reads = false;
        for value in parameter.levels.points() {
            let mut root = root.clone();
            root.set(&parameter.path, Node::new(value, Place::from(format!("--vary {}", parameter.path).as_str())))?;
            match prepare(&root, system) {
                Ok(_) => reads |= root.used_at(&parameter.path).unwrap_or(false),
                Err(problem) => last = Some(problem),
            }
        }
        match last {
            // A value that the rules do not take is told beside those that they take.
            Some(problem) if !reads => return Err(problem),
            _ if reads => read.push(parameter),
            _ => unread.push(parameter.path),
        }
    }
    Ok((read, unread))
}

/// A digest of its own: what is varied belongs to it.
pub(super) fn digest(of_run: &str, question: &Question, parameters: &[(Vec<Parameter>, Vec<Path>)]) -> String {
    let mut hash = Sha256::new();
    hash.update("sense");
    hash.update(of_run);
    hash.update(format!("{:?} {} {}", question.output, question.most, question.evaluations));
    for (parameters, _) in parameters {
        for parameter in parameters {
            hash.update(format!("{} {:?};", parameter.path, parameter.levels));
        }
    }
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(text: &str) -> Levels {
        Parameter::parse(text).unwrap().levels
    }

    #[test]
    fn ranges_are_integers_words_or_numbers() {
        assert_eq!(levels("fths.start=1..3"), Levels::Each([1, 2, 3].map(Value::Integer).to_vec()));
        assert_eq!(levels("x.y=1.5..3"), Levels::Between(1.5, 3.0));
        let words = ["Mediocre", "Fair", "Good"].map(|word| Value::Text(word.into()));
        assert_eq!(levels("prey.driving=Mediocre..good"), Levels::Each(words.to_vec()));
        assert_eq!(
            levels("gap=[\"close\", \"far\"]"),
            Levels::Each(["close", "far"].map(|w| Value::Text(w.into())).to_vec())
        );
        for wrong in [
            "gap",
            "gap=close",
            "fths.start=3..1",
            "fths.start=2..2",
            "x=Good..Poor",
            "x=1..",
            "x=[1]",
            "x=nan..3",
            "x=-1e308..1e308",
        ] {
            assert!(Parameter::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn points_have_both_ends() {
        let many = Levels::Each((0..100).map(Value::Integer).collect());
        let points = many.points();
        assert_eq!((points.len(), &points[0], &points[8]), (9, &Value::Integer(0), &Value::Integer(99)));
        assert_eq!(Levels::Between(0.0, 1.0).points().len(), 5);
        assert_eq!((many.at(0.0), many.at(0.999)), (Value::Integer(0), Value::Integer(99)));
    }
}
