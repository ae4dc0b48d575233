//! Reading how a driver decides, in the shapes that every system shares: one action, a band of the gap, a mix, or the
//! solver's word.

use chaselab_core::tree::{Entry, Node, Value};
use chaselab_core::{Action, Behaviour, GapBand, Mixed, Place, Problem, shown};

/// Reads a behaviour; `action` reads one action, from a value or from a key of a mix.
///
/// # Errors
/// When it has none of the shapes, bands of the gap leave a hole or overlap, or a mix does not add up to 1.
pub fn read(
    node: &Node,
    name: &str,
    action: &dyn Fn(&Node) -> Result<Action, Box<Problem>>,
) -> Result<Behaviour, Box<Problem>> {
    node.mark_used();
    match &node.value {
        Value::Text(text) if text == "best-reply" => Ok(Behaviour::BestReply),
        Value::Text(text) if text == "equilibrium" => Ok(Behaviour::Equilibrium),
        Value::Table(entries) if entries.len() == 1 && entries[0].key == "mix" => {
            read_mix(&entries[0].node, name, action)
        }
        Value::Table(entries) => read_bands(node, entries, name, action),
        _ => Ok(Behaviour::always(action(node)?)),
    }
}

/// Reads a rank: an order of preference, or a single action.
///
/// # Errors
/// When an item is not an action.
pub fn read_rank(
    node: &Node,
    name: &str,
    action: &dyn Fn(&Node) -> Result<Action, Box<Problem>>,
) -> Result<Behaviour, Box<Problem>> {
    let Value::List(items) = &node.value else { return read(node, name, action) };
    node.mark_used();
    if items.is_empty() {
        return Err(Problem::new(&node.place, format!("{name} is an empty list")).expected("at least one action"));
    }
    Ok(Behaviour::Rank(items.iter().map(action).collect::<Result<_, _>>()?))
}

fn read_mix(
    node: &Node,
    name: &str,
    action: &dyn Fn(&Node) -> Result<Action, Box<Problem>>,
) -> Result<Behaviour, Box<Problem>> {
    let Value::Table(entries) = &node.value else {
        return Err(node.unexpected(&format!("{name}.mix"), "a table of actions and their probabilities"));
    };
    node.mark_used();
    let mut parts: Vec<Mixed> = Vec::new();
    for entry in entries {
        let picked = action(&key_as_node(entry))?;
        if parts.iter().any(|part| part.action == picked) {
            return Err(Problem::new(&entry.place, format!("{name}.mix names {} twice", entry.key)));
        }
        let probability = entry.node.number(&format!("{name}.mix.{}", entry.key), 0.0..=1.0)?;
        parts.push(Mixed { action: picked, probability });
    }
    let total: f64 = parts.iter().map(|part| part.probability).sum();
    if (total - 1.0).abs() > 1e-9 {
        return Err(Problem::new(
            &node.place,
            format!("the probabilities of {name}.mix add up to {}", shown::number(total + 0.0)),
        )
        .expected("a sum of 1"));
    }
    // What rounding lacks must not leak out of every turn.
    parts.iter_mut().for_each(|part| part.probability /= total);
    parts.retain(|part| part.probability > 0.0);
    parts.sort_by_key(|part| part.action);
    Ok(Behaviour::Mix(parts))
}

/// A key, read as the value it spells: `"-1"` is a number.
fn key_as_node(entry: &Entry) -> Node {
    let value = entry.key.parse().map_or_else(|_| Value::Text(entry.key.clone()), Value::Integer);
    Node::new(value, entry.place.clone())
}

fn read_bands(
    node: &Node,
    entries: &[Entry],
    name: &str,
    action: &dyn Fn(&Node) -> Result<Action, Box<Problem>>,
) -> Result<Behaviour, Box<Problem>> {
    let mut bands = entries
        .iter()
        .map(|entry| {
            let (from, to) = parse_band(&entry.key).ok_or_else(|| {
                Problem::new(&entry.place, format!("`{}` is not a band of the gap", entry.key))
                    .expected("\"0\", \"1..3\" or \"4+\", or a table with the one key `mix`")
            })?;
            let behaviour = match read(&entry.node, name, action)? {
                simple @ (Behaviour::Rank(_) | Behaviour::Mix(_)) => simple,
                _ => return Err(entry.node.unexpected(&format!("{name}.{}", entry.key), "one action or a mix")),
            };
            Ok((from, to, &entry.place, behaviour))
        })
        .collect::<Result<Vec<(i16, Option<i16>, &Place, Behaviour)>, Box<Problem>>>()?;
    bands.sort_by_key(|&(from, ..)| from);
    let total = || Problem::new(&node.place, format!("the bands of {name} do not cover every gap"));
    match (bands.first(), bands.last()) {
        (Some(&(0 | 1, ..)), Some((_, None, ..))) => {}
        (_, Some((_, Some(to), ..))) => return Err(total().help(format!("add \"{}+\"", to + 1))),
        _ => return Err(total().expected("bands from \"0\" on, the last one open, such as \"4+\"")),
    }
    for pair in bands.windows(2) {
        let (_, to, _, _) = pair[0];
        let (from, _, place, _) = pair[1];
        match to {
            Some(to) if to + 1 == from => {}
            Some(to) if to + 1 < from => {
                let hole = if to + 2 == from { format!("{}", to + 1) } else { format!("{}..{}", to + 1, from - 1) };
                return Err(Problem::new(place, format!("the bands of {name} say nothing of a gap of {}", to + 1))
                    .help(format!("add \"{hole}\"")));
            }
            _ => return Err(Problem::new(place, format!("two bands of {name} hold at a gap of {from}"))),
        }
    }
    Ok(Behaviour::ByGap(bands.into_iter().map(|(from, _, _, behaviour)| GapBand { from, behaviour }).collect()))
}

/// Reads `"0"`, `"1..3"` or `"4+"` as the first and the last value, or no last one.
fn parse_band(text: &str) -> Option<(i16, Option<i16>)> {
    let number = |text: &str| text.trim().parse::<i16>().ok().filter(|number| (0..i16::MAX).contains(number));
    if let Some(from) = text.strip_suffix('+') {
        return Some((number(from)?, None));
    }
    match text.split_once("..") {
        Some((from, to)) => {
            let (from, to) = (number(from)?, number(to)?);
            (from <= to).then_some((from, Some(to)))
        }
        None => number(text).map(|at| (at, Some(at))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaselab_core::tree::parse_file;

    fn risk(node: &Node) -> Result<Action, Box<Problem>> {
        node.integer("risk", -4..=3).map(|risk| Action((risk + 4) as u8))
    }

    fn behaviour(text: &str) -> Result<Behaviour, Box<Problem>> {
        let root = parse_file(&format!("risk = {text}"), 0).unwrap();
        read(root.get("risk").unwrap(), "risk", &risk)
    }

    #[test]
    fn reads_every_shape() {
        assert_eq!(behaviour("-1").unwrap(), Behaviour::always(Action(3)));
        assert_eq!(behaviour("\"equilibrium\"").unwrap(), Behaviour::Equilibrium);
        let Behaviour::Mix(mix) = behaviour("{ mix = { \"0\" = 0.7, \"-1\" = 0.3 } }").unwrap() else {
            panic!("a mix")
        };
        assert_eq!(mix.iter().map(|part| part.action.0).collect::<Vec<_>>(), [3, 4]);
        let Behaviour::ByGap(bands) = behaviour("{ \"4+\" = 1, \"0\" = -1, \"1..3\" = 0 }").unwrap() else {
            panic!("bands")
        };
        assert_eq!(bands.iter().map(|band| band.from).collect::<Vec<_>>(), [0, 1, 4]);
    }

    #[test]
    fn teaches_what_is_wrong() {
        let message = |text: &str| behaviour(text).unwrap_err().message;
        assert_eq!(message("9"), "risk cannot be 9");
        assert_eq!(message("{ mix = { \"0\" = 0.7, \"-1\" = 0.4 } }"), "the probabilities of risk.mix add up to 1.1");
        assert_eq!(message("{ \"0\" = 0, \"2+\" = 1 }"), "the bands of risk say nothing of a gap of 1");
        assert_eq!(message("{ \"0..2\" = 0, \"2+\" = 1 }"), "two bands of risk hold at a gap of 2");
        assert_eq!(message("{ \"0..2\" = 0 }"), "the bands of risk do not cover every gap");
        assert_eq!(message("{ \"near\" = 0 }"), "`near` is not a band of the gap");
        assert_eq!(message("{ \"0+\" = \"equilibrium\" }"), "risk.0+ cannot be a text");
    }
}
