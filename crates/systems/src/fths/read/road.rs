//! Reading a course and what is struck out of it (rules/fths.md 2 and 3).

use super::super::{Attributes, Course, Drawn, Element, Faced, Obstacle, Segment, Strike};
use super::nowhere;
use crate::{Explained, Input};
use chaselab_core::tables::{Row, Table, Tables};
use chaselab_core::tree::{Node, Reader};
use chaselab_core::{Dice, Place, Problem, Side};

/// A course as read.
pub(super) struct Read {
    pub course: Course,
    /// In a speed contest, for how many turns both accelerate.
    pub speed: Option<u16>,
    /// Where the course was written.
    pub place: Place,
}

/// Turns of a speed contest in which both accelerate, unless the scenario says otherwise.
const ACCELERATION_TURNS: u16 = 3;

/// The course of a scenario: its own, or what the terrain says.
pub(super) fn course(
    input: &Input<'_>,
    tables: &Tables,
    red_light: Option<i16>,
    explained: &mut Vec<Explained>,
) -> super::Read<Read> {
    let (node, from) = match input.own.get("course") {
        Some(node) => (node, "the scenario".to_owned()),
        None => {
            let terrain = input.neutral.terrain()?;
            let table = input.neutral.table("terrain");
            let cell = table.cell(terrain, "fths").ok_or_else(|| table.lacks(terrain, "fths"))?;
            (&cell.node, format!("terrain {}, {}", terrain.name, table.path(terrain, "fths")))
        }
    };
    let elements = Elements { table: tables.get("elements"), red_light };
    let reader = Reader::new(Some(node), "course")?;
    reader.only(&["kind", "segments", "after", "weights", "contest", "acceleration_turns"])?;
    let kinds = [("fixed", "fixed"), ("random", "random"), ("independent", "independent"), ("open", "open")];
    let kind = reader.one_of("kind", &kinds)?.ok_or_else(|| {
        Problem::new(&node.place, "course needs a kind").expected("\"fixed\", \"random\", \"independent\" or \"open\"")
    })?;
    let belongs: &[&str] = match kind {
        "fixed" => &["segments", "after"],
        "open" => &["contest", "acceleration_turns"],
        _ => &["weights"],
    };
    for entry in reader.entries().iter().filter(|entry| entry.key != "kind") {
        if !belongs.contains(&entry.key.as_str()) {
            return Err(Problem::new(&entry.place, format!("a course of kind \"{kind}\" has no `{}`", entry.key))
                .nearest(&entry.key, belongs.iter().copied()));
        }
    }
    let speed = speed(reader)?;
    let course = match kind {
        "fixed" => fixed(reader, &elements)?,
        "open" => Course::open(if speed.is_some() { Attributes::ACCELERATION } else { Attributes::ALL }),
        "random" => Course::Random(drawn(reader, &elements)?),
        _ => Course::Independent(drawn(reader, &elements)?),
    };
    explained.push(Explained::new("course", kind, from));
    Ok(Read { course, speed, place: node.place.clone() })
}

fn fixed(reader: Reader<'_>, elements: &Elements<'_>) -> super::Read<Course> {
    let needs = || {
        Problem::new(&reader.place(), "a fixed course needs segments")
            .expected("a list such as [[\"straight\", \"medium-traffic\"]]")
    };
    let list = reader.get("segments").ok_or_else(needs)?.list("segments", "a list of segments")?;
    if list.is_empty() {
        return Err(needs());
    }
    let segments = list.iter().map(|segment| elements.segment(segment)).collect::<super::Read<Vec<_>>>()?;
    let last_for_ever = reader.one_of("after", &[("repeat", false), ("last", true)])?.unwrap_or(false);
    Ok(Course::Fixed { segments, last_for_ever })
}

/// For how many turns a speed contest is one of acceleration.
fn speed(reader: Reader<'_>) -> super::Read<Option<u16>> {
    let is_speed = reader.one_of("contest", &[("dogfight", false), ("speed", true)])?.unwrap_or(false);
    match reader.peek("acceleration_turns") {
        Some(node) if !is_speed => {
            Err(Problem::new(&node.place, "acceleration_turns matters in a speed contest alone")
                .help("add contest = \"speed\", or leave it out"))
        }
        _ => {
            let turns = reader.integer("acceleration_turns", 0..=10_000)?;
            Ok(is_speed.then(|| turns.map_or(ACCELERATION_TURNS, |turns| turns as u16)))
        }
    }
}

fn drawn(reader: Reader<'_>, elements: &Elements<'_>) -> super::Read<Drawn> {
    let shape = "a list such as [[4, [\"straight\"]], [1, [\"sharp-turn\"]]]";
    let needs = || Problem::new(&reader.place(), "a drawn course needs weights").expected(shape);
    let list = reader.get("weights").ok_or_else(needs)?.list("weights", shape)?;
    if list.is_empty() {
        return Err(needs());
    }
    if list.len() > 256 {
        return Err(Problem::new(&reader.place(), format!("a drawn course has {} segments to draw from", list.len()))
            .expected("at most 256"));
    }
    let mut weights = Vec::new();
    let mut segments = Vec::new();
    for item in list {
        let [weight, segment] = item.list("a weighted segment", shape)? else {
            return Err(Problem::new(&item.place, "a weighted segment is a weight and a segment")
                .expected("such as [4, [\"straight\"]]"));
        };
        weights.push(weight.integer("a weight", 0..=1_000_000)? as u64);
        segments.push(elements.segment(segment)?);
    }
    let indexed = weights.into_iter().enumerate().map(|(index, weight)| (index as i16, weight));
    let dice = Dice::from_weights("segment", indexed).map_err(|_| {
        Problem::new(&reader.place(), "the weights of the course are all 0").expected("at least one above 0")
    })?;
    Ok(Drawn { segments, dice })
}

/// Reads elements by name.
struct Elements<'a> {
    table: &'a Table,
    red_light: Option<i16>,
}

impl Elements<'_> {
    fn segment(&self, node: &Node) -> super::Read<Segment> {
        let list = node.list("a segment", "a list of elements, such as [\"straight\", \"light-traffic\"]")?;
        Ok(Segment::new(list.iter().map(|element| self.element(element)).collect::<super::Read<_>>()?))
    }

    /// An element by its name, a red light with its crossing traffic behind a colon.
    fn element(&self, node: &Node) -> super::Read<Element> {
        let text = node.text("an element")?;
        let (name, crossing) = match text.split_once(':') {
            Some((name, crossing)) => (name, Some(crossing)),
            None => (text, None),
        };
        let mut element = self.single(name, node)?;
        match (name, crossing) {
            ("red-light", Some(crossing)) => {
                if !crossing.ends_with("-traffic") {
                    return Err(Problem::new(&node.place, format!("`{crossing}` cannot cross at a red light"))
                        .expected("\"red-light:light-traffic\", or another traffic"));
                }
                let traffic = self.single(crossing, node)?;
                element.faced = element.faced.and(traffic.faced);
                // Crossing traffic collides one level earlier (rules/fths.md 2).
                element.collision = traffic.collision.map(|(level, obstacle)| (level - 1, obstacle));
                element.range = traffic.range;
            }
            ("red-light", None) => {
                return Err(Problem::new(&node.place, "a red light needs crossing traffic")
                    .help("write \"red-light:light-traffic\""));
            }
            (_, Some(_)) => {
                return Err(Problem::new(&node.place, format!("only a red light has crossing traffic, not `{name}`")));
            }
            (_, None) => {}
        }
        Ok(element)
    }

    fn single(&self, name: &str, node: &Node) -> super::Read<Element> {
        let table = self.table;
        let row = table.row(name).ok_or_else(|| {
            Problem::new(&node.place, format!("there is no element `{name}`"))
                .nearest(name, table.rows.iter().map(|row| row.name.as_str()))
        })?;
        self.of_row(row)
    }

    fn of_row(&self, row: &Row) -> super::Read<Element> {
        let table = self.table;
        let needed = |column: &'static str| table.lacks(row, column);
        let is_point =
            table.one_of(row, "kind", &[("stretch", false), ("point", true)])?.ok_or_else(|| needed("kind"))?;
        let attributes = [
            ("acceleration", Attributes::ACCELERATION),
            ("deceleration", Attributes::DECELERATION),
            ("maneuver", Attributes::MANEUVER),
        ];
        let attributes = table.one_of(row, "attribute", &attributes)?.unwrap_or(Attributes::NONE);
        let own = table.integer(row, "modifier", -20..=20)?.ok_or_else(|| needed("modifier"))? as i16;
        let modifier = if row.name == "red-light" { self.red_light.unwrap_or(own) } else { own };
        Ok(Element {
            name: row.name.clone(),
            is_point,
            faced: Faced { modifier, attributes },
            collision: collision(table, row)?,
            in_air: table.one_of(row, "where", &[("ground", false), ("water", false), ("air", true)])?.unwrap_or(false),
            range: table.integer(row, "range", 0..=250)?.map(|range| range as i16),
            breaks_sight: table.one_of(row, "sight", &[("keeps", false), ("breaks", true)])?.unwrap_or(false),
        })
    }
}

/// Checks every element, whichever of them a course has.
pub(super) fn check(table: &Table) -> super::Read<()> {
    let elements = Elements { table, red_light: None };
    table.rows.iter().try_for_each(|row| elements.of_row(row).map(drop))
}

fn collision(table: &Table, row: &Row) -> super::Read<Option<(i16, Obstacle)>> {
    let Some(level) = table.integer(row, "collision", -20..=100)? else { return Ok(None) };
    let obstacles = Obstacle::ALL.map(|obstacle| (obstacle.name(), obstacle));
    let with = table.one_of(row, "with", &obstacles)?.ok_or_else(|| table.lacks(row, "with"))?;
    Ok(Some((level as i16, with)))
}

/// Elements that are not there for one side in one turn.
pub(super) fn strikes(own: Reader<'_>) -> super::Read<Vec<Strike>> {
    let Some(node) = own.get("strike") else { return Ok(Vec::new()) };
    node.list("strike", "a list such as [{ turn = 5, side = \"catcher\", element = \"red-light\" }]")?
        .iter()
        .map(|item| {
            let reader = Reader::new(Some(item), "strike")?;
            reader.only(&["turn", "side", "element"])?;
            let needs = |key: &str| Problem::new(&item.place, format!("a strike needs a {key}"));
            let sides = [("prey", Side::Prey), ("catcher", Side::Catcher)];
            Ok(Strike {
                turn: reader.integer("turn", 1..=10_000)?.ok_or_else(|| needs("turn"))? as u16,
                side: reader.one_of("side", &sides)?.ok_or_else(|| needs("side"))?,
                element: reader.text("element")?.ok_or_else(|| needs("element"))?.to_owned(),
                place: reader.peek("element").map_or_else(nowhere, |node| node.place.clone()),
            })
        })
        .collect()
}
