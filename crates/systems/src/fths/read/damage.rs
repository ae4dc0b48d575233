//! Reading the tables of crashes and damage (rules/fths.md 4 and 5).

use super::super::{Blow, Collision, CrashRow, DamageTables, Obstacle, SYSTEMS, Serves, VehicleSystem};
use super::Read;
use chaselab_core::expr::Expr;
use chaselab_core::tables::{Row, Table, Tables};
use chaselab_core::{Bands, Dice, Place, Problem};

/// A crash table.
pub(super) fn crash_table(table: &Table) -> Read<Vec<CrashRow>> {
    let read = |row: &Row| {
        let out = yes(table, row, "out")?;
        let number = |column: &str, range: std::ops::RangeInclusive<i64>| -> Read<i8> {
            match table.integer(row, column, range)? {
                Some(number) => Ok(number as i8),
                None if out => Ok(0),
                None => Err(table.lacks(row, column)),
            }
        };
        let name = table.cell(row, "name").ok_or_else(|| table.lacks(row, "name"))?;
        Ok(CrashRow {
            name: name.node.text("the name of a crash row")?.to_owned(),
            actions: number("actions", -20..=20)?,
            piloting: number("piloting", -20..=20)?,
            distance: number("distance", 0..=20)?,
            save: table.integer(row, "save", -20..=20)?.map(|needed| needed as i16),
            damage: dice(table, row, "damage")?,
            out,
        })
    };
    table.rows.iter().map(read).collect()
}

/// All that damage is read from.
pub(super) fn tables(tables: &Tables) -> Read<DamageTables> {
    let damage = tables.get("damage");
    Ok(DamageTables {
        bands: bands(damage)?,
        names: damage.rows.iter().map(|row| row.name.clone()).collect(),
        systems: systems(tables.get("systems"))?,
        losses: losses(tables.get("conditions"))?,
        collisions: collisions(tables.get("collisions"))?,
    })
}

/// The damage table: the first row has no beginning, and holds below the second.
fn bands(table: &Table) -> Read<Bands<Blow>> {
    let blow = |index: usize, row: &Row| -> Read<Blow> {
        let count = |column: &str, range| -> Read<i64> {
            table.integer(row, column, range)?.ok_or_else(|| table.lacks(row, column))
        };
        Ok(Blow {
            row: index as u8,
            damaged: count("damaged", 0..=9)? as u8,
            destroyed: count("destroyed", 0..=9)? as u8,
            piloting: count("piloting", -20..=0)? as i8,
            out: yes(table, row, "out")?,
            occupants: yes(table, row, "occupants")?,
        })
    };
    let mut below = None;
    let mut rows = Vec::new();
    for (index, row) in table.rows.iter().enumerate() {
        let blow = blow(index, row)?;
        match table.integer(row, "from", -100..=100)? {
            None if index == 0 => below = Some(blow),
            None => return Err(table.lacks(row, "from")),
            Some(from) => rows.push((from as i16, blow)),
        }
    }
    // Where an overlay gives the first row a beginning, it holds below that too.
    let below = below.or(rows.first().map(|&(_, blow)| blow)).ok_or_else(|| empty(table))?;
    Bands::new(below, rows).map_err(|error| Problem::new(&place(table, "from"), format!("table damage: {error}")))
}

/// Nine systems, in the order of two dF.
fn systems(table: &Table) -> Read<[VehicleSystem; SYSTEMS]> {
    let serves = [
        ("nothing", Serves::Nothing),
        ("occupants", Serves::Occupants),
        ("piloting", Serves::Piloting),
        ("fire", Serves::Fire),
        ("acceleration", Serves::Acceleration),
        ("deceleration", Serves::Deceleration),
        ("maneuver", Serves::Maneuver),
        ("stability", Serves::Stability),
        ("motion", Serves::Motion),
    ];
    let faces: Vec<String> = "-0+".chars().flat_map(|a| "-0+".chars().map(move |b| format!("{a}{b}"))).collect();
    let faces: Vec<(&str, usize)> = faces.iter().enumerate().map(|(index, face)| (face.as_str(), index)).collect();
    let mut systems: [Option<VehicleSystem>; SYSTEMS] = Default::default();
    for row in &table.rows {
        let face = table.one_of(row, "dice", &faces)?.ok_or_else(|| table.lacks(row, "dice"))?;
        let serves = table.one_of(row, "affects", &serves)?.ok_or_else(|| table.lacks(row, "affects"))?;
        if systems[face].replace(VehicleSystem { name: row.name.clone(), serves }).is_some() {
            let place = table.cell(row, "dice").map_or(Place::Default, |cell| cell.node.place.clone());
            return Err(Problem::new(&place, format!("two systems have the dice \"{}\"", faces[face].0))
                .expected("each of the nine faces of two dF once"));
        }
    }
    let systems: Option<Vec<VehicleSystem>> = systems.into_iter().collect();
    systems.and_then(|systems| systems.try_into().ok()).ok_or_else(|| empty(table))
}

/// What a damaged and what a destroyed system takes.
fn losses(table: &Table) -> Read<[i16; 2]> {
    let loss = |name: &str| -> Read<i16> {
        let row = table.row(name).ok_or_else(|| empty(table))?;
        Ok(table.integer(row, "modifier", -20..=0)?.ok_or_else(|| table.lacks(row, "modifier"))? as i16)
    };
    Ok([loss("damaged")?, loss("destroyed")?])
}

fn collisions(table: &Table) -> Read<[Collision; Obstacle::KINDS]> {
    let mut collisions: [Collision; Obstacle::KINDS] = Default::default();
    for obstacle in Obstacle::ALL {
        let row = table.row(obstacle.name()).ok_or_else(|| empty(table))?;
        collisions[obstacle as usize] =
            Collision { ground: dice(table, row, "damage")?, air: dice(table, row, "air")? };
    }
    Ok(collisions)
}

/// Damage dice, such as `1dFx3+1dF+5`; the sum is one die.
fn dice(table: &Table, row: &Row, column: &str) -> Read<Option<Dice>> {
    let Some(cell) = table.cell(row, column) else { return Ok(None) };
    let name = format!("{}.{}.{column}", table.name, row.name);
    let text = cell.node.text(&name)?;
    let written = with_signs(text);
    let broken = |error: String| {
        Problem::new(&cell.node.place, format!("{name} is no damage: {error}"))
            .expected("dice, such as \"1dFx3+1dF+5\"")
    };
    let sum = Expr::parse(&written).and_then(|expr| expr.distribution()).map_err(|error| broken(error.to_string()))?;
    Ok(Some(sum.to_dice(text).map_err(|error| broken(error.to_string()))?))
}

/// The page writes a factor behind the die, with a letter: between a die and a number it is the sign.
fn with_signs(text: &str) -> String {
    let sign = |(at, letter): (usize, char)| {
        let before = text[..at].trim_end().ends_with(|c: char| c.is_ascii_alphanumeric() || c == ')');
        let after = text[at + letter.len_utf8()..].trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '(');
        if letter == 'x' && before && after { '*' } else { letter }
    };
    text.char_indices().map(sign).collect()
}

fn yes(table: &Table, row: &Row, column: &str) -> Read<bool> {
    table.one_of(row, column, &[("no", false), ("yes", true)])?.ok_or_else(|| table.lacks(row, column))
}

/// Where the first changed cell of a column stands.
fn place(table: &Table, column: &str) -> Place {
    let places = table.rows.iter().filter_map(|row| table.cell(row, column)).map(|cell| cell.node.place.clone());
    places.into_iter().find(|place| *place != Place::Default).unwrap_or_default()
}

fn empty(table: &Table) -> Box<Problem> {
    Problem::new(&Place::Default, format!("table {} lacks a row", table.name))
}
