//! One side: its driver, its vehicle, and who is in it.

use crate::Input;
use crate::fistful::lengths::{Lengths, in_cm};
use crate::fistful::setup::{MOST_PEOPLE, Person, SideSetup};
use crate::fistful::switches::Rules;
use crate::reading::{Notes, WRITTEN};
use chaselab_core::tables::{Row, Table, Tables};
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Problem, Side};
use std::ops::RangeInclusive;

/// What the cells of a class may say.
const COMBAT: RangeInclusive<i64> = 0..=30;
const TURNS: RangeInclusive<i64> = 1..=9;
const COVER: RangeInclusive<i64> = -9..=9;

/// Classes of the catalogue that are another one here (rules/neutral.md, Vehicles).
const READ_AS: [(&str, &str); 4] = [("motorcycle", "bike"), ("aircraft", "bike"), ("boat", "car"), ("bus", "truck")];

/// Reads one side, key by key.
pub(super) struct SideReader<'r, 'a> {
    pub input: &'r Input<'a>,
    pub own: Reader<'a>,
    pub side: Side,
    pub tables: &'r Tables,
    pub lengths: &'r Lengths,
    pub rules: &'r Rules,
}

/// A row of the table of classes, and how it was come by.
struct Class<'r> {
    table: &'r Table,
    row: &'r Row,
    read_as: String,
}

impl Class<'_> {
    fn from(&self, column: &str) -> String {
        format!("{}, {}", self.read_as, self.table.path(self.row, column))
    }
}

impl SideReader<'_, '_> {
    pub(super) fn read(&self, notes: &mut Notes) -> Result<SideSetup, Box<Problem>> {
        let quality = self.quality(notes)?;
        let class = self.class()?;
        let bike = class.row.name == "bike";
        let combat = match self.own.integer("combat", COMBAT)? {
            Some(combat) => self.say("combat", combat, WRITTEN, notes),
            None => {
                self.say("combat", of_class(class.table, class.row, "combat", COMBAT)?, &class.from("combat"), notes)
            }
        };
        let speed = self.length("speed", &class, notes)?;
        let turn = self.length("turn", &class, notes)?;
        let turns = self.say("turns", of_class(class.table, class.row, "turns", TURNS)?, &class.from("turns"), notes);
        let cover = match self.rules.bike_cover.filter(|_| bike) {
            Some(cover) => self.say("cover", i64::from(cover), "switch bike_cover", notes),
            None => self.say("cover", of_class(class.table, class.row, "cover", COVER)?, &class.from("cover"), notes),
        };
        let (people, count) = self.people(quality, notes)?;
        Ok(SideSetup {
            quality,
            combat: combat as i16,
            speed,
            turn,
            turns: turns as u8,
            bike,
            cover: cover as i16,
            people,
            count,
            own_combat: self.own_combat(notes)?,
            armed: self.armed(notes)?,
        })
    }

    /// As written, else what the tables make of driving skill and driving aids.
    fn quality(&self, notes: &mut Notes) -> Result<i16, Box<Problem>> {
        if let Some(quality) = self.own.integer("quality", 2..=6)? {
            return Ok(self.say("quality", quality, WRITTEN, notes) as i16);
        }
        let table = self.input.neutral.table("skills");
        let (level, row) = self.input.neutral.skill(self.side, "driving")?;
        let quality = table.integer(row, "fistful", 2..=6)?.ok_or_else(|| table.lacks(row, "fistful"))?;
        let aids = self.input.neutral.vehicle(self.side)?.quantity("piloting", -9.0)?;
        let better = (quality - aids.value as i64).clamp(2, 6);
        let from =
            format!("driving {level}, {}; piloting {:+} of {}", table.path(row, "fistful"), aids.value, aids.from);
        Ok(self.say("quality", better, &from, notes) as i16)
    }

    fn class(&self) -> Result<Class<'_>, Box<Problem>> {
        let vehicle = self.input.neutral.vehicle(self.side)?;
        let (class, table) = (vehicle.class()?, self.tables.get("classes"));
        let name = READ_AS.iter().find(|(known, _)| *known == class).map_or(class, |&(_, name)| name);
        let row = table.row(name).ok_or_else(|| {
            let known = table.rows.iter().map(|row| row.name.as_str()).chain(READ_AS.map(|(class, _)| class));
            Problem::new(&vehicle.place(), format!("there is no class `{class}`")).nearest(class, known)
        })?;
        Ok(Class { table, row, read_as: format!("{} is a {class}", vehicle.name()) })
    }

    /// A length of the side's own section, else of its class.
    fn length(&self, key: &str, class: &Class<'_>, notes: &mut Notes) -> Result<i16, Box<Problem>> {
        let (length, from) = match self.own.get(key) {
            Some(node) => (self.lengths.length(node, key)?, WRITTEN.to_owned()),
            None => (length_of_class(class.table, class.row, key, self.lengths)?, class.from(key)),
        };
        let value = format!("{} cm", in_cm(length));
        notes.add(format!("{} {key}", self.side.name()), value, from);
        Ok(length)
    }

    /// As written, else a driver and, where there is one, a passenger: extras, unless a driver of quality 3 or better
    /// is a protagonist.
    fn people(&self, quality: i16, notes: &mut Notes) -> Result<([Person; MOST_PEOPLE], u8), Box<Problem>> {
        let usual = if quality <= 3 { Person::Protagonist } else { Person::Extra };
        let mut people = [Person::Extra; MOST_PEOPLE];
        let (count, from) = match self.own.get("occupants") {
            Some(node) => (written(node, usual, &mut people)?, WRITTEN.to_owned()),
            None => {
                people[0] = usual;
                let passenger = self.input.neutral.passenger(self.side)?;
                let name = self.side.name();
                (1 + usize::from(passenger), format!("quality {quality} and {name}.passenger, yes unless written"))
            }
        };
        let names: Vec<&str> = people[..count].iter().map(|person| name(*person)).collect();
        notes.add(format!("{} occupants", self.side.name()), names.join(", "), from);
        Ok((people, count as u8))
    }

    /// Gunnery in Fudge steps, and the number that the table of modifiers adds.
    fn own_combat(&self, notes: &mut Notes) -> Result<i16, Box<Problem>> {
        let (level, _) = self.input.neutral.skill(self.side, "gunnery")?;
        let base = super::gunnery(self.tables)?;
        let from = format!("gunnery {level} and {base}");
        Ok(self.say("combat of people", i64::from(level.0 + base), &from, notes) as i16)
    }

    /// Whoever has a weapon, or whose shooting the scenario writes in this system's own terms.
    fn armed(&self, notes: &mut Notes) -> Result<bool, Box<Problem>> {
        let (armed, from) = if self.own.peek("shoot").is_some() {
            (true, format!("{WRITTEN} says when it shoots"))
        } else {
            match self.input.neutral.weapon(self.side)? {
                Some(weapon) => (true, format!("weapon {weapon}")),
                None => (false, "no weapon".to_owned()),
            }
        };
        let value = if armed { "yes" } else { "no" };
        notes.add(format!("{} armed", self.side.name()), value, from);
        Ok(armed)
    }

    fn say(&self, key: &str, value: i64, from: &str, notes: &mut Notes) -> i64 {
        notes.add(format!("{} {key}", self.side.name()), value.to_string(), from);
        value
    }
}

const PERSONS: [(&str, Person); 2] = [("extra", Person::Extra), ("protagonist", Person::Protagonist)];

fn name(person: Person) -> &'static str {
    PERSONS[usize::from(person == Person::Protagonist)].0
}

/// A number of people, the driver of the usual kind and extras, or a list of kinds, the driver first.
fn written(node: &Node, usual: Person, people: &mut [Person; MOST_PEOPLE]) -> Result<usize, Box<Problem>> {
    let expected = "a number of people from 1 to 4, or a list of \"extra\" and \"protagonist\", the driver first";
    match &node.value {
        Value::Integer(_) => {
            people[0] = usual;
            Ok(node.integer("occupants", 1..=MOST_PEOPLE as i64)? as usize)
        }
        Value::List(items) if (1..=MOST_PEOPLE).contains(&items.len()) => {
            node.mark_used();
            for (person, item) in people.iter_mut().zip(items) {
                *person = item.one_of("occupants", &PERSONS)?;
            }
            Ok(items.len())
        }
        Value::List(items) => {
            Err(Problem::new(&node.place, format!("occupants cannot be {} people", items.len())).expected(expected))
        }
        _ => Err(node.unexpected("occupants", expected)),
    }
}

/// Checks every class, whichever of them is driven.
pub(super) fn check_classes(table: &Table, lengths: &Lengths) -> Result<(), Box<Problem>> {
    table.rows.iter().try_for_each(|row| {
        for (column, range) in [("combat", COMBAT), ("turns", TURNS), ("cover", COVER)] {
            of_class(table, row, column, range)?;
        }
        ["speed", "turn"].into_iter().try_for_each(|column| length_of_class(table, row, column, lengths).map(drop))
    })
}

fn of_class(table: &Table, row: &Row, column: &str, range: RangeInclusive<i64>) -> Result<i64, Box<Problem>> {
    table.integer(row, column, range)?.ok_or_else(|| table.lacks(row, column))
}

fn length_of_class(table: &Table, row: &Row, column: &str, lengths: &Lengths) -> Result<i16, Box<Problem>> {
    let cell = table.cell(row, column).ok_or_else(|| table.lacks(row, column))?;
    lengths.length(&cell.node, &format!("classes.{}.{column}", row.name))
}
