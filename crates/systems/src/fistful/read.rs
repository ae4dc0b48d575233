//! What `fistful` reads of a scenario, and where each number came from (rules/fistful.md, rules/neutral.md).

mod road;
mod side;

use super::effects::Contests;
use super::lengths::{Lengths, Unit, in_cm, in_quarters};
use super::setup::{Appears, Frailty, Hurt, Modifiers, Setup, Skid};
use super::state::Kind;
use super::switches::Rules;
use crate::reading::{self, Notes, Reading, WRITTEN};
use crate::{Input, SystemId};
use chaselab_core::tables::Tables;
use chaselab_core::{Bands, Pair, Problem};

/// Keys of the system's own section.
const KEYS: [&str; 9] = ["start", "road", "unit", "max_turns", "rules", "tables", "overlays", "prey", "catcher"];

/// Keys of a side in it.
const SIDE_KEYS: [&str; 11] =
    ["quality", "combat", "speed", "turn", "occupants", "dice", "shoot", "ram", "stunt", "act", "evade"];

/// Reads a setting.
///
/// # Errors
/// The first thing that is unknown or impossible.
pub(super) fn read<'a>(input: &Input<'a>) -> Result<Reading<'a, Setup>, Box<Problem>> {
    input.own.only(&KEYS)?;
    let own = reading::sides(input, &SIDE_KEYS)?;
    let (rules, switches) = Rules::read(input.own)?;
    let tables = input.tables(SystemId::Fistful)?;
    let lengths = Lengths::read(&tables, rules.unit)?;
    let mut notes = Notes::default();
    let sides = Pair::try_of(|side| {
        side::SideReader { input, own: own[side], side, tables: &tables, lengths: &lengths, rules: &rules }
            .read(&mut notes)
    })?;
    let road = road::read(input, &lengths, &mut notes)?;
    let start = read_start(input, &lengths, &mut notes)?;
    let max_turns = reading::max_turns(input.own, 40, &mut notes)?;
    let car = tables.get("classes").row("car").expect("embedded tables keep their rows");
    let setup = Setup {
        sides,
        start,
        road,
        rules,
        lengths,
        modifiers: modifiers(&tables)?,
        contests: Contests::read(&tables)?,
        skids: skids(&tables, road.immovables)?,
        obstacles: obstacles(&tables)?,
        traffic: number(&tables, "classes", &car.name, "combat", 0..=30)?,
        extra: frailty(&tables, "extra")?,
        protagonist: frailty(&tables, "protagonist")?,
    };
    Ok(Reading { setup, max_turns, switches, notes, own })
}

/// Every row of every table, whichever of them a setting reads.
pub(super) fn check_tables(tables: &Tables) -> Result<(), Box<Problem>> {
    for unit in [Unit::Cm, Unit::Inch] {
        side::check_classes(tables.get("classes"), &Lengths::read(tables, unit)?)?;
    }
    modifiers(tables)?;
    gunnery(tables)?;
    Contests::read(tables)?;
    skids(tables, true)?;
    obstacles(tables)?;
    frailty(tables, "extra")?;
    frailty(tables, "protagonist").map(drop)
}

/// What the table adds to gunnery.
fn gunnery(tables: &Tables) -> Result<i16, Box<Problem>> {
    number(tables, "modifiers", "gunnery", "value", -20..=20)
}

/// The start of the scenario or of the neutral gap.
fn read_start(input: &Input<'_>, lengths: &Lengths, notes: &mut Notes) -> Result<i16, Box<Problem>> {
    let most = in_cm(lengths.table);
    let (start, from) = match input.own.get("start") {
        Some(node) => (in_quarters(node, "start", node.number("start", 0.0..=most)?)?, WRITTEN.to_owned()),
        None => {
            let row = input.neutral.gap()?;
            let table = input.neutral.table("gaps");
            let cell = table.cell(row, "fistful").ok_or_else(|| table.lacks(row, "fistful"))?;
            let name = format!("gaps.{}.fistful", row.name);
            let from = format!("gap {}, {}", row.name, table.path(row, "fistful"));
            (in_quarters(&cell.node, &name, cell.node.number(&name, 0.0..=most)?)?, from)
        }
    };
    notes.add("start", format!("{} cm", in_cm(start)), from);
    Ok(start)
}

fn number(
    tables: &Tables,
    table: &str,
    row: &str,
    column: &str,
    range: std::ops::RangeInclusive<i64>,
) -> Result<i16, Box<Problem>> {
    let table = tables.get(table);
    let row = table.row(row).expect("embedded tables keep their rows");
    Ok(table.integer(row, column, range)?.ok_or_else(|| table.lacks(row, column))? as i16)
}

fn modifiers(tables: &Tables) -> Result<Modifiers, Box<Problem>> {
    let value = |row: &str, range| number(tables, "modifiers", row, "value", range);
    Ok(Modifiers {
        heavier: value("heavier", 0..=20)?,
        immovable: value("immovable", 0..=30)?,
        far_shot: value("far_shot", -20..=0)?,
    })
}

const DIE: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

/// What each face of a die means, by rows 1 to 6.
fn by_face<T: Copy + PartialEq>(meanings: [T; 6]) -> Bands<T> {
    let rows = meanings.into_iter().enumerate().skip(1).map(|(index, meaning)| (index as i16 + 1, meaning));
    Bands::new(meanings[0], rows).expect("faces ascend")
}

/// Beside a road without immovables a vehicle goes nowhere in particular.
fn skids(tables: &Tables, immovables: bool) -> Result<Bands<Skid>, Box<Problem>> {
    let table = tables.get("lost_control");
    let mut skids = [Skid { halves: 0, aside: false }; 6];
    for (skid, face) in skids.iter_mut().zip(DIE) {
        let row = table.row(face).expect("embedded tables keep their rows");
        let aside = table.one_of(row, "aside", &[("yes", true), ("no", false)])?;
        let aside = aside.ok_or_else(|| table.lacks(row, "aside"))?;
        *skid = Skid { halves: number(tables, "lost_control", face, "halves", 0..=2)?, aside: aside && immovables };
    }
    Ok(by_face(skids))
}

fn obstacles(tables: &Tables) -> Result<Bands<Option<Appears>>, Box<Problem>> {
    let table = tables.get("obstacles");
    let words = [
        ("nothing", None),
        ("ahead", Some(Appears::Straight(Kind::Ahead))),
        ("right", Some(Appears::Crossing(Kind::Crossing))),
        ("left", Some(Appears::Crossing(Kind::Coming))),
        ("stationary", Some(Appears::Straight(Kind::Stationary))),
    ];
    let mut obstacles = [None; 6];
    for (obstacle, face) in obstacles.iter_mut().zip(DIE) {
        let row = table.row(face).expect("embedded tables keep their rows");
        *obstacle = table.one_of(row, "obstacle", &words)?.ok_or_else(|| table.lacks(row, "obstacle"))?;
    }
    Ok(by_face(obstacles))
}

fn frailty(tables: &Tables, person: &str) -> Result<Frailty, Box<Problem>> {
    let table = tables.get("people");
    let row = table.row(person).expect("embedded tables keep their rows");
    let wounded = number(tables, "people", person, "wounded", 1..=20)?;
    let wounds = number(tables, "people", person, "wounds", 1..=9)?;
    let stunned = table.integer(row, "stunned", 1..=20)?.map(|stunned| stunned as i16);
    let rows = stunned.map(|from| (from, Hurt::Stunned)).into_iter().chain([(wounded, Hurt::Wounded)]);
    let hurt = Bands::new(Hurt::Unhurt, rows).map_err(|_| {
        let place = table.cell(row, "stunned").map_or_else(Default::default, |cell| cell.node.place.clone());
        Problem::new(&place, format!("people.{person}.stunned is not below people.{person}.wounded"))
            .expected(format!("a margin below {wounded}"))
    })?;
    Ok(Frailty { hurt, wounded, wounds: wounds as u8 })
}
