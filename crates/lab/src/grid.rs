//! The factors of a grid: which paths take which values.

use crate::then;
use chaselab_core::tree::{Node, Path, Reader, Value};
use chaselab_core::{Place, Problem, shown};
use chaselab_systems::SystemId;
use std::collections::HashSet;

type Read<T> = Result<T, Box<Problem>>;

/// The most values of one factor.
const MOST_VALUES: usize = 100_000;

/// The most factors: with two values each they have more cells than any plan.
const MOST_FACTORS: usize = 64;

/// One factor and all its values.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it sets.
    pub path: Path,
    /// Where it was written.
    pub place: Place,
    /// Its values, at least one.
    pub values: Vec<Node>,
}

impl Axis {
    /// Whether the factor multiplies the cells of a system: a neutral one does for all, one under a system's name for
    /// that system, and for others where they read the same term or are followed by it.
    pub fn concerns(&self, system: SystemId, then: Option<SystemId>) -> bool {
        let first = self.path.keys()[0].as_str();
        match SystemId::parse(first) {
            None => true,
            Some(own) if own == system || Some(own) == then => true,
            Some(_) => system.also_reads().iter().any(|term| self.path.starts_with(term)),
        }
    }
}

/// Reads the grid of a scenario.
///
/// # Errors
/// When a factor is not a list or a range, or sets what cannot vary.
pub fn axes(root: Reader<'_>, systems: &[SystemId], then: Option<SystemId>) -> Read<Vec<Axis>> {
    let mut axes = Vec::new();
    for entry in root.table("grid")?.entries() {
        let path = Path::parse(&entry.key, &entry.place)?;
        collect(path, &entry.node, &entry.place, &mut axes)?;
    }
    if let Some(axis) = axes.get(MOST_FACTORS) {
        return Err(Problem::new(&axis.place, format!("the grid varies {} terms", axes.len()))
            .expected(format!("at most {MOST_FACTORS}")));
    }
    for axis in &axes {
        check(axis, systems, then)?;
    }
    for (index, axis) in axes.iter().enumerate() {
        if axes[..index].iter().any(|other| other.path == axis.path) {
            return Err(Problem::new(&axis.place, format!("the grid varies {} twice", axis.path))
                .help("gather all its values in one list"));
        }
        twice(axis)?;
        // A vehicle is chosen by name and then changed in part; anything else is varied in one place.
        let above = |other: &&Axis| {
            let keys: Vec<&str> = other.path.keys().iter().map(String::as_str).collect();
            other.path != axis.path && axis.path.starts_with(&keys) && keys.last() != Some(&"vehicle")
        };
        if let Some(other) = axes.iter().find(above) {
            return Err(Problem::new(&axis.place, format!("the grid varies {} within {}", axis.path, other.path))
                .help(format!("write what differs as values of {} alone, or of keys below it alone", other.path)));
        }
    }
    Ok(axes)
}

/// Equal values are cells that differ by chance alone.
fn twice(axis: &Axis) -> Read<()> {
    let mut seen = HashSet::new();
    match axis.values.iter().find(|node| !seen.insert(node.value.to_string())) {
        Some(node) => {
            Err(Problem::new(&node.place, format!("the factor {} has the value {} twice", axis.path, node.value))
                .help("name it once"))
        }
        None => Ok(()),
    }
}

/// A factor is a list or a range; a table of anything else is a longer path, as in `fths.prey.risk = [0, 1]`.
fn collect(path: Path, node: &Node, place: &Place, axes: &mut Vec<Axis>) -> Read<()> {
    let values = match &node.value {
        Value::List(items) if items.is_empty() => {
            return Err(Problem::new(&node.place, format!("the grid gives {path} no values"))
                .expected("at least one value, such as [0, 1]"));
        }
        Value::List(items) => items.clone(),
        Value::Table(entries) if !entries.is_empty() && node.get("from").is_none() => {
            for entry in entries {
                let keys = path.keys().iter().cloned().chain([entry.key.clone()]);
                collect(Path::from_keys(keys), &entry.node, &entry.place, axes)?;
            }
            return Ok(());
        }
        Value::Table(_) => range(&path, Reader::new(Some(node), "a range")?)?,
        _ => {
            return Err(node.unexpected(
                &format!("the factor {path}"),
                "a list such as [0, 1], or a range such as { from = 0, to = 5 }",
            ));
        }
    };
    axes.push(Axis { path, place: place.clone(), values });
    Ok(())
}

/// `{ from = -4, to = 3 }`, in steps of 1 or of `step`.
fn range(path: &Path, reader: Reader<'_>) -> Read<Vec<Node>> {
    reader.only(&["from", "to", "step"])?;
    let place = reader.place();
    let need = |key: &str| {
        reader.get(key).ok_or_else(|| {
            Problem::new(&place, format!("the range of {path} has no `{key}`"))
                .expected("{ from = 0, to = 5 }, or with a step")
        })
    };
    let (from, to) = (need("from")?, need("to")?);
    let bounds = -1e9..=1e9;
    let (low, high) = (from.number("from", bounds.clone())?, to.number("to", bounds)?);
    let step = reader.number("step", 1e-9..=1e9)?.unwrap_or(1.0);
    if high < low {
        let (low, high) = (shown::number(low), shown::number(high));
        return Err(Problem::new(
            &to.place,
            format!("the range of {path} ends at {high}, below its beginning at {low}"),
        )
        .help(format!("write {{ from = {high}, to = {low} }}")));
    }
    // The last value counts as reached when rounding alone kept it from being so.
    let count = ((high - low) / step + 1e-9).floor();
    if count >= MOST_VALUES as f64 {
        return Err(Problem::new(&place, format!("the range of {path} has more than {MOST_VALUES} values")));
    }
    let whole = |node: Option<&Node>| node.is_none_or(|node| matches!(node.value, Value::Integer(_)));
    let integers = whole(Some(from)) && whole(Some(to)) && whole(reader.peek("step"));
    Ok((0..=count as i64)
        .map(|index| {
            let value = if integers {
                Value::Integer(low as i64 + index * step as i64)
            } else {
                // 12 digits are more than anybody writes, and hide what binary fractions add.
                Value::Float(format!("{:.12e}", low + index as f64 * step).parse().unwrap_or(low))
            };
            Node::new(value, place.clone())
        })
        .collect())
}

fn check(axis: &Axis, systems: &[SystemId], then: Option<SystemId>) -> Read<()> {
    let neutral = ["prey", "catcher", "terrain", "gap", "neutral"];
    let first = axis.path.keys()[0].as_str();
    if neutral.contains(&first)
        || systems.iter().any(|&system| axis.concerns(system, then) && SystemId::parse(first).is_some())
    {
        return Ok(());
    }
    if let Some(system) = SystemId::parse(first) {
        return Err(Problem::new(&axis.place, format!("the grid varies {}, but {first} is not played", axis.path))
            .help(then::help(system)));
    }
    let known = neutral.into_iter().chain(systems.iter().map(|system| system.name()));
    Err(Problem::new(&axis.place, format!("the grid cannot vary {}", axis.path)).nearest(first, known))
}
