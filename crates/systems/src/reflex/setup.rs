//! What `reflex` reads of a scenario besides its sides and its road, and where each number came from
//! (rules/reflex.md, rules/neutral.md).

use super::bends;
use super::mishaps::Mishaps;
use super::moves::SPEEDS;
use super::road::Road;
use super::side::{self, SideReader};
use super::state::QUARTERS;
use super::switches::Rules;
use super::vehicle::{self, Modifiers, Vehicle};
use super::words::metres;
use crate::reading::{self, Notes, Reading, WRITTEN};
use crate::{Input, SystemId};
use chaselab_core::tables::{Row, Table, Tables};
use chaselab_core::tree::{Node, Reader};
use chaselab_core::{Pair, Place, Problem, shown};

/// Keys of the system's own section.
const KEYS: [&str; 11] = [
    "start",
    "break_off",
    "bends",
    "surface",
    "visual_range",
    "max_turns",
    "rules",
    "tables",
    "overlays",
    "prey",
    "catcher",
];

/// Farther apart than any pursuit would be set: keeps distances far within their type.
const FARTHEST: f64 = 10_000.0;

/// A setting of the rules. Only [`read`] makes one, so every number in it is one that the rules can play.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) sides: Pair<Vehicle>,
    pub(super) modifiers: Modifiers,
    pub(super) road: Road,
    /// The gap before the first exchange, in quarters of a metre.
    pub(super) start: i32,
    pub(super) break_off: i32,
    pub(super) rules: Rules,
    /// Whether the way of a vehicle between its checks is known without dice: there are bends, where they are and few enough to
    /// be laid out, and one that is missed only costs moves.
    pub(super) at_once: bool,
}

/// What both drive on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Surface {
    Road,
    OffRoad,
    Water,
}

impl Surface {
    pub(super) const WORDS: [(&'static str, Self); 3] =
        [("road", Self::Road), ("off-road", Self::OffRoad), ("water", Self::Water)];

    /// The name in scenarios.
    pub(super) fn name(self) -> &'static str {
        Self::WORDS[self as usize].0
    }
}

/// Reads a setting.
///
/// # Errors
/// The first thing that is unknown or impossible.
pub(super) fn read<'a>(input: &Input<'a>) -> Result<Reading<'a, Setup>, Box<Problem>> {
    input.own.only(&KEYS)?;
    let own = reading::sides(input, &side::KEYS)?;
    let (rules, switches) = Rules::read(input.own.table("rules")?)?;
    let tables = input.tables(SystemId::Reflex)?;
    let mut notes = Notes::default();
    let surface = surface(input, &mut notes)?;
    let visual_range = input.own.integer("visual_range", -3..=0)?;
    notes.add_own("visual_range", visual_range.unwrap_or(0), visual_range.is_some());
    let modifiers = modifiers(&tables, rules)?;
    let shot = condition(&tables, "non-drive-action")?;
    let sides = Pair::try_of(|side| {
        let common = visual_range.unwrap_or(0) as i16;
        SideReader { input, own: own[side], side, tables: &tables, surface }.read(rules, common, shot, &mut notes)
    })?;
    let start = start(input, &mut notes)?;
    let break_off = input.own.get("break_off").map(|node| distance(node, "break_off", 1.0)).transpose()?;
    notes.add_own("break_off", metres(break_off.unwrap_or(300 * QUARTERS)), break_off.is_some());
    let break_off = break_off.unwrap_or(300 * QUARTERS);
    let max_turns = reading::max_turns(input.own, 20, &mut notes)?;
    let widest = start.max(break_off) + vehicle::most_in_an_exchange(&sides.prey);
    let road = bends::read(input, tables.get("turns"), rules, widest, &mut notes)?;
    countable(input, &road, &sides, max_turns)?;
    let at_once = road.is_laid_out() && sides.prey.mishaps.missed.is_some() && sides.catcher.mishaps.missed.is_some();
    let setup = Setup { sides, modifiers, road, start, break_off, rules, at_once };
    Ok(Reading { setup, max_turns, switches, notes, own })
}

/// Whether all bends of the longest pursuit can be counted: then nobody looks whether they can as they are met.
fn countable(input: &Input<'_>, road: &Road, sides: &Pair<Vehicle>, max_turns: u16) -> Result<(), Box<Problem>> {
    let farthest = vehicle::most_in_an_exchange(&sides.prey).max(vehicle::most_in_an_exchange(&sides.catcher));
    let (a_turn, most) = (road.most_bends(farthest), i64::from(u16::MAX));
    if a_turn * i64::from(max_turns) <= most {
        return Ok(());
    }
    let place = input.own.get("bends").map_or_else(|| input.own.place(), |node| node.place.clone());
    let nearest = (most / a_turn).max(1);
    Err(Problem::new(&place, format!("{a_turn} bends an exchange are too many to count in {max_turns} exchanges"))
        .expected(format!("at most {most} bends in a pursuit"))
        .help(format!("put bends farther apart, or set max_turns = {nearest}")))
}

/// Every row of every table, whichever of them a setting reads.
pub(super) fn check_tables(tables: &Tables) -> Result<(), Box<Problem>> {
    let (rules, _) = Rules::read(Reader::absent("rules"))?;
    modifiers(tables, rules)?;
    condition(tables, "non-drive-action")?;
    bends::check(tables.get("turns"), rules)?;
    let dice = tables.get("dice");
    dice.rows.iter().try_for_each(|row| side::kept(dice, row).map(drop))?;
    for (table, margins) in [("ground", "margins"), ("ground", "banded"), ("water", "margins"), ("water", "banded")] {
        Mishaps::read(tables.get(table), margins, true)?;
    }
    Ok(())
}

/// A distance in metres, as quarters of a metre.
pub(super) fn distance(node: &Node, name: &str, least: f64) -> Result<i32, Box<Problem>> {
    let quarters = node.number(name, least..=FARTHEST)? * f64::from(QUARTERS);
    if quarters.fract() != 0.0 {
        return Err(Problem::new(&node.place, format!("{name} cannot be {}", node.value))
            .expected("a number of metres in quarters, such as 60 or 12.25")
            .help(format!("the nearest that works is {}", quarters.round() / f64::from(QUARTERS))));
    }
    Ok(quarters as i32)
}

/// The surface of the scenario or of the terrain.
fn surface(input: &Input<'_>, notes: &mut Notes) -> Result<Surface, Box<Problem>> {
    let (surface, from) = match input.own.one_of("surface", &Surface::WORDS)? {
        Some(surface) => (surface, WRITTEN.to_owned()),
        None => {
            let (terrain, from) = terrain(input)?;
            (terrain.one_of("surface", &Surface::WORDS)?.unwrap_or(Surface::Road), from)
        }
    };
    notes.add("surface", surface.name(), from);
    Ok(surface)
}

/// What the terrain is in the terms of this system.
pub(super) fn terrain<'r>(input: &'r Input<'_>) -> Result<(Reader<'r>, String), Box<Problem>> {
    let table = input.neutral.table("terrain");
    let row = input.neutral.terrain()?;
    let cell = table.cell(row, "reflex").ok_or_else(|| table.lacks(row, "reflex"))?;
    let reader = Reader::new(Some(&cell.node), "terrain.reflex")?;
    reader.only(&["surface", "bend_every_m", "bend_degrees"])?;
    Ok((reader, format!("terrain {}, {}", row.name, table.path(row, "reflex"))))
}

/// The start of the scenario or of the neutral gap.
fn start(input: &Input<'_>, notes: &mut Notes) -> Result<i32, Box<Problem>> {
    let (start, from) = match input.own.get("start") {
        Some(node) => (distance(node, "start", 0.25)?, WRITTEN.to_owned()),
        None => {
            let table = input.neutral.table("gaps");
            let row = input.neutral.gap()?;
            let cell = table.cell(row, "reflex").ok_or_else(|| table.lacks(row, "reflex"))?;
            let from = format!("gap {}, {}", row.name, table.path(row, "reflex"));
            (distance(&cell.node, &format!("gaps.{}.reflex", row.name), 0.25)?, from)
        }
    };
    notes.add("start", metres(start), from);
    Ok(start)
}

/// What changes a check in play, from the tables.
fn modifiers(tables: &Tables, rules: Rules) -> Result<Modifiers, Box<Problem>> {
    let speeds = tables.get("speeds");
    // The two rows of the table, whichever names they have: above safe, above twice safe.
    let of_row = |column: &str, range| -> Result<[i16; 2], Box<Problem>> {
        let above = needed(speeds, named(speeds, "above-safe")?, column, range)?;
        let twice = needed(speeds, named(speeds, "above-twice-safe")?, column, range)?;
        Ok([above, twice])
    };
    let by_speed = |[above, twice]: [i16; 2]| {
        std::array::from_fn::<i16, SPEEDS, _>(|halves| match halves {
            0..=2 => 0,
            3 | 4 => above,
            _ => twice,
        })
    };
    let [above, twice] = of_row("modifier", -20)?;
    let twice = if rules.speed_rows_stack { above + twice } else { twice };
    let limit = |name: &str| -> Result<u8, Box<Problem>> {
        let table = tables.get("conditions");
        let row = named(table, name)?;
        let halves = table.number(row, "limit", 0.0..=3.0)?.ok_or_else(|| table.lacks(row, "limit"))? * 2.0;
        if halves.fract() != 0.0 {
            let place = table.cell(row, "limit").map(|cell| cell.node.place.clone()).unwrap_or_default();
            return Err(Problem::new(
                &place,
                format!("conditions.{name}.limit cannot be {}", shown::number(halves / 2.0)),
            )
            .expected("a whole number of halves from 0 to 3"));
        }
        Ok(halves as u8)
    };
    let speed = by_speed([above, twice]);
    let [minor, major] = [condition(tables, "minor-suspension")?, condition(tables, "major-suspension")?];
    let [steering, hurt] = [condition(tables, "steering")?, condition(tables, "driver-hurt")?];
    Ok(Modifiers {
        driving: std::array::from_fn(|halves| [0, minor, major, major].map(|hit| speed[halves.min(SPEEDS - 1)] + hit)),
        roll: by_speed(of_row("roll", -6)?),
        conditions: [[0, hurt], [steering, steering + hurt]],
        open: vehicle::all_open(limit("minor-suspension")?, limit("major-suspension")?),
    })
}

/// The modifier of a condition.
fn condition(tables: &Tables, name: &str) -> Result<i16, Box<Problem>> {
    let table = tables.get("conditions");
    needed(table, named(table, name)?, "modifier", -20)
}

/// A row that the rules need.
pub(super) fn named<'t>(table: &'t Table, name: &str) -> Result<&'t Row, Box<Problem>> {
    table.row(name).ok_or_else(|| Problem::new(&Place::Default, format!("table {} has no row {name}", table.name)))
}

/// A whole number that the rules need, from `least` to as much on the other side of 0.
pub(super) fn needed(table: &Table, row: &Row, column: &str, least: i64) -> Result<i16, Box<Problem>> {
    let number = table.integer(row, column, least..=-least)?.ok_or_else(|| table.lacks(row, column))?;
    Ok(number as i16)
}
