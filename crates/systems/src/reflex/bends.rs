//! Reading the bends of a road (rules/reflex.md 4): a list that repeats, a table to draw from, or what the terrain says.

use super::road::{Bend, Road, Shape};
use super::setup::{distance, named, needed, terrain};
use super::state::MOST_AHEAD;
use super::switches::Rules;
use super::words::metres;
use crate::Input;
use crate::reading::{Notes, WRITTEN};
use chaselab_core::tables::Table;
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Dice, Problem};

const SHAPE: &str = "a list of places and angles such as [[80, 45], [120, 90]], { every = 80, angle = 45 }, \
                     { list = [[40, 45]], length = 100 } or { weights = [[3, [80, 45]], [1, [40, 90]]] }";

/// The closest that two bends may be, in metres.
const CLOSEST: f64 = 1.0;

/// What an angle adds to the target of a check.
struct Turns {
    under_30: i16,
    middle: i16,
    upper: i16,
    sixty_is_upper: bool,
}

impl Turns {
    fn read(table: &Table, rules: Rules) -> Result<Self, Box<Problem>> {
        let modifier = |name: &str| needed(table, named(table, name)?, "modifier", -20);
        Ok(Self {
            under_30: modifier("under-30")?,
            middle: modifier("30-to-60")?,
            upper: modifier("above-60")?,
            sixty_is_upper: rules.sixty_is_upper,
        })
    }

    fn bend(&self, angle: &Node) -> Result<Bend, Box<Problem>> {
        let angle = angle.integer("the angle of a bend", 0..=90)? as i16;
        let modifier = match angle {
            ..30 => self.under_30,
            60 if self.sixty_is_upper => self.upper,
            30..=60 => self.middle,
            _ => self.upper,
        };
        Ok(Bend { angle, modifier })
    }
}

/// Checks the table of turns.
pub(super) fn check(turns: &Table, rules: Rules) -> Result<(), Box<Problem>> {
    Turns::read(turns, rules).map(drop)
}

/// Reads the road; `widest` is the widest that the gap can become.
///
/// # Errors
/// When the bends have none of the shapes, or are impossible.
pub(super) fn read(
    input: &Input<'_>,
    turns: &Table,
    rules: Rules,
    widest: i32,
    notes: &mut Notes,
) -> Result<Road, Box<Problem>> {
    let turns = Turns::read(turns, rules)?;
    let (road, from) = match input.own.get("bends") {
        Some(node) => (written(node, &turns, widest)?, WRITTEN.to_owned()),
        None => {
            let (terrain, from) = terrain(input)?;
            (every(terrain, "bend_every_m", "bend_degrees", &turns)?, from)
        }
    };
    notes.add("bends", described(&road), from);
    Ok(road)
}

fn written(node: &Node, turns: &Turns, widest: i32) -> Result<Road, Box<Problem>> {
    match &node.value {
        Value::List(_) => list(node, None, turns),
        Value::Text(text) if text == "none" => Ok(Road::new(Shape::Straight)),
        Value::Table(_) => {
            let reader = Reader::new(Some(node), "bends")?;
            let has = |key: &str| reader.peek(key).is_some();
            match (has("every"), has("list"), has("weights")) {
                (true, false, false) => {
                    reader.only(&["every", "angle"])?;
                    every(reader, "every", "angle", turns)
                }
                (false, true, false) => {
                    reader.only(&["list", "length"])?;
                    let places = reader.get("list").unwrap_or(node);
                    list(places, reader.get("length"), turns)
                }
                (false, false, true) => {
                    reader.only(&["weights"])?;
                    drawn(reader.get("weights").unwrap_or(node), turns, widest)
                }
                _ => {
                    reader.only(&["every", "angle", "list", "length", "weights"])?;
                    Err(node.unexpected("bends", SHAPE))
                }
            }
        }
        _ => Err(node.unexpected("bends", SHAPE)),
    }
}

/// The same bend again and again; no bends where neither key is there.
fn every(reader: Reader<'_>, distance_key: &str, angle_key: &str, turns: &Turns) -> Result<Road, Box<Problem>> {
    match (reader.get(distance_key), reader.get(angle_key)) {
        (None, None) => Ok(Road::new(Shape::Straight)),
        (Some(length), Some(angle)) => {
            let length = distance(length, distance_key, CLOSEST)?;
            Ok(Road::new(Shape::Repeated { bends: vec![(0, turns.bend(angle)?)], length }))
        }
        (Some(_), None) => Err(Problem::new(&reader.place(), format!("bends need `{angle_key}` too"))),
        (None, Some(_)) => Err(Problem::new(&reader.place(), format!("bends need `{distance_key}` too"))),
    }
}

/// Bends at their places, and again after `length`: the last place unless written.
fn list(node: &Node, length: Option<&Node>, turns: &Turns) -> Result<Road, Box<Problem>> {
    let mut bends: Vec<(i32, Bend)> = Vec::new();
    for item in node.list("bends", SHAPE)? {
        let (place, angle) = pair(item, "place")?;
        let at = distance(place, "the place of a bend", 0.0)?;
        if let Some(&(before, _)) = bends.last()
            && metres(at - before) < CLOSEST
        {
            return Err(Problem::new(&place.place, format!("a bend at {} m comes too soon", metres(at)))
                .expected(format!("at least {CLOSEST} m behind the one at {} m", metres(before))));
        }
        bends.push((at, turns.bend(angle)?));
    }
    let (Some(&(first, _)), Some(&(last, _))) = (bends.first(), bends.last()) else {
        return Ok(Road::new(Shape::Straight));
    };
    let place = length.map_or(&node.place, |node| &node.place);
    let length = length.map(|node| distance(node, "length", CLOSEST)).transpose()?.unwrap_or(last);
    if last > length || metres(first + length - last) < CLOSEST {
        return Err(Problem::new(place, format!("the road cannot begin again after {} m", metres(length)))
            .expected(format!("{} m or more: the last bend, and {CLOSEST} m to the first again", metres(last)))
            .help("give the road a `length`: { list = [...], length = ... }"));
    }
    // The end of the road is its beginning.
    for (place, _) in &mut bends {
        *place %= length;
    }
    bends.sort_by_key(|&(place, _)| place);
    Ok(Road::new(Shape::Repeated { bends, length }))
}

/// A weighted table of bends, each with its distance behind the one before.
fn drawn(node: &Node, turns: &Turns, widest: i32) -> Result<Road, Box<Problem>> {
    let shape = "a list such as [[3, [80, 45]], [1, [40, 90]]]: weights, and a distance and an angle each";
    let items = node.list("weights", shape)?;
    if items.is_empty() || items.len() > 256 {
        return Err(Problem::new(&node.place, format!("a drawn road has {} bends to draw from", items.len()))
            .expected("1 to 256"));
    }
    let mut bends = Vec::with_capacity(items.len());
    let mut weights = Vec::with_capacity(items.len());
    for (row, item) in (0..).zip(items) {
        let [weight, bend] = item.list("a weighted bend", shape)? else {
            return Err(item.unexpected("a weighted bend", shape));
        };
        weights.push((row, weight.integer("a weight", 0..=1_000_000)? as u64));
        let (behind, angle) = pair(bend, "after")?;
        bends.push((distance(behind, "the distance of a bend", CLOSEST)?, turns.bend(angle)?));
    }
    let dice = Dice::from_weights("bend", weights).map_err(|_| {
        Problem::new(&node.place, "the weights of the bends are all 0").expected("at least one above 0")
    })?;
    let closest = bends.iter().map(|&(behind, _)| behind).min().unwrap_or(widest);
    // Those between the two, the prey's next, and one for the catcher that passes it.
    let most = (widest / closest) as usize + 2;
    if most > MOST_AHEAD {
        return Err(Problem::new(
            &node.place,
            format!("bends {} m apart leave up to {most} of them between the two", metres(closest)),
        )
        .expected(format!("at most {MOST_AHEAD} on a road that is drawn"))
        .help(format!("draw bends {} m apart or more, or write a list", widest / (MOST_AHEAD as i32 - 2) / 4 + 1)));
    }
    Ok(Road::new(Shape::Drawn { bends, dice }))
}

/// `[80, 45]`, or `{ place = 80, angle = 45 }` with the name that its distance has.
fn pair<'n>(node: &'n Node, name: &str) -> Result<(&'n Node, &'n Node), Box<Problem>> {
    let shape = format!("metres and degrees, such as [80, 45] or {{ {name} = 80, angle = 45 }}");
    match &node.value {
        Value::List(_) => match node.list("a bend", &shape)? {
            [metres, angle] => Ok((metres, angle)),
            _ => Err(Problem::new(&node.place, "a bend is two numbers").expected(shape)),
        },
        Value::Table(_) => {
            let reader = Reader::new(Some(node), "a bend")?;
            reader.only(&[name, "angle"])?;
            reader.get(name).zip(reader.get("angle")).ok_or_else(|| node.unexpected("a bend", &shape))
        }
        _ => Err(node.unexpected("a bend", &shape)),
    }
}

fn described(road: &Road) -> String {
    match &road.shape {
        Shape::Straight => "none".into(),
        Shape::Repeated { bends, length } => {
            let bends: Vec<String> =
                bends.iter().map(|(place, bend)| format!("{} degrees at {} m", bend.angle, metres(*place))).collect();
            format!("{}, repeated after {} m", bends.join(", "), metres(*length))
        }
        Shape::Drawn { bends, .. } => {
            let bends: Vec<String> = bends
                .iter()
                .map(|(after, bend)| format!("{} degrees after {} m", bend.angle, metres(*after)))
                .collect();
            format!("drawn from {}", bends.join(", "))
        }
    }
}
