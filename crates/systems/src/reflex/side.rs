//! What `reflex` reads of a side: skill, vehicle and what else changes its checks (rules/reflex.md 1 and 2,
//! rules/neutral.md, Vehicles).

use super::mishaps::Mishaps;
use super::moves::Moves;
use super::setup::Surface;
use super::switches::Rules;
use super::vehicle::{self, Vehicle};
use super::words::metres;
use crate::fths::levels::{self, Unit};
use crate::reading::{Notes, WRITTEN};
use crate::{Input, SystemId};
use chaselab_core::tables::{Row, Table, Tables};
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Answers, Dice, Problem, ShiftedAnswers, Side};
use std::sync::Arc;

/// Keys of a side in the system's own section.
pub(super) const KEYS: [&str; 7] = ["coordination", "driving", "initiative", "control", "safe_speed", "hull", "speed"];

/// The fastest safe speed, in metres a move: keeps distances far within their type.
const FASTEST_SAFE: f64 = 1000.0;

/// Reads one side, key by key.
pub(super) struct SideReader<'r, 'a> {
    pub input: &'r Input<'a>,
    pub own: Reader<'a>,
    pub side: Side,
    pub tables: &'r Tables,
    pub surface: Surface,
}

impl SideReader<'_, '_> {
    /// The side; `common` changes every check at the wheel, and a shot by the driver adds `shot`.
    ///
    /// # Errors
    /// The first thing that is impossible.
    pub(super) fn read(
        &self,
        rules: Rules,
        common: i16,
        shot: i16,
        notes: &mut Notes,
    ) -> Result<Vehicle, Box<Problem>> {
        let coordination = self.coordination(notes)?;
        let dice = self.dice(notes)?;
        let bonus = self.written_or(0, "initiative", -20..=30, notes)?;
        let control = self.written_or(0, "control", -20..=20, notes)?;
        let shots = if self.driver_shoots(notes)? { shot } else { 0 };
        let class = self.input.neutral.vehicle(self.side)?.class()?.to_owned();
        let floats = self.surface == Surface::Water || class == "boat";
        let step = self.step(floats, notes)?;
        let table = self.tables.get(if floats { "water" } else { "ground" });
        let margins = if rules.early_mishaps_banded { "banded" } else { "margins" };
        self.note("mishaps", table.name, format!("a {class} on the surface {}", self.surface.name()), notes);
        let mishaps = Mishaps::read(table, margins, class != "aircraft")?;
        let initiative = vehicle::initiative(bonus);
        Ok(Vehicle {
            target: coordination + control + common + shots,
            body_target: coordination + control,
            moves: Moves::new(step, mishaps.missed.unwrap_or(0)),
            hull: self.hull(notes)?,
            floats,
            checks: ShiftedAnswers::new(&dice, &mishaps.bands),
            mishaps,
            waits: Answers::new(&Arc::new(Dice::sides(20)), initiative[0].clone()),
            initiative,
        })
    }

    /// As written, else 7 and the maneuver level of the vehicle.
    fn coordination(&self, notes: &mut Notes) -> Result<i16, Box<Problem>> {
        let (coordination, from) = match self.own.integer("coordination", 1..=15)? {
            Some(coordination) => (coordination as i16, WRITTEN.to_owned()),
            None => {
                let tables = self.input.tables(SystemId::Fths)?;
                let quantity = self.input.neutral.vehicle(self.side)?.quantity("maneuver_g", 0.0)?;
                let level = levels::level(&tables, "maneuver", &quantity, Unit::ManeuverG)?;
                ((7 + level.modifier).clamp(1, 15), format!("7 {:+}: {}", level.modifier, level.from))
            }
        };
        self.note("coordination", coordination, from, notes);
        Ok(coordination)
    }

    /// The dice of the skill value, as written or as the neutral skill has it.
    fn dice(&self, notes: &mut Notes) -> Result<Dice, Box<Problem>> {
        let (value, from) = match self.own.integer("driving", 0..=999)? {
            Some(value) => (value, WRITTEN.to_owned()),
            None => {
                let skills = self.input.neutral.table("skills");
                let (level, row) = self.input.neutral.skill(self.side, "driving")?;
                let value = skills.integer(row, "reflex", 0..=999)?.ok_or_else(|| skills.lacks(row, "reflex"))?;
                (value, format!("driving {level}, {}", skills.path(row, "reflex")))
            }
        };
        self.note("driving", value, from, notes);
        let table = self.tables.get("dice");
        // Rows are named by the skill value that they begin at.
        let begins = |name: &str| name.parse::<i64>().unwrap_or(0);
        let row = table.rows.iter().rev().find(|row| begins(&row.name) <= value).unwrap_or(&table.rows[0]);
        let dice = kept(table, row)?;
        self.note("dice", dice.name(), table.path(row, "dice").to_string(), notes);
        Ok(dice)
    }

    /// Who is armed and alone at the wheel shoots: one other action an exchange.
    fn driver_shoots(&self, notes: &mut Notes) -> Result<bool, Box<Problem>> {
        let neutral = &self.input.neutral;
        let (shoots, from) = match (neutral.weapon(self.side)?, neutral.passenger(self.side)?) {
            (None, _) => (false, "no weapon".to_owned()),
            (Some(weapon), true) => (false, format!("weapon {weapon}, a passenger shoots")),
            (Some(weapon), false) => (true, format!("weapon {weapon}, and no passenger")),
        };
        self.note("driver shoots", if shoots { "yes" } else { "no" }, from, notes);
        Ok(shoots)
    }

    /// Half the safe speed, in quarters of a metre a move.
    fn step(&self, floats: bool, notes: &mut Notes) -> Result<i32, Box<Problem>> {
        let off_road = self.surface == Surface::OffRoad && !floats;
        let (safe, from) = match self.own.get("safe_speed") {
            Some(node) => (self.written_speed(node, off_road)?, WRITTEN.to_owned()),
            None => self.vehicle_speed(off_road)?,
        };
        // Half of a whole number of half metres is one of quarters.
        let step = (safe * 2.0) as i32;
        self.note("safe_speed", metres(2 * step), from, notes);
        Ok(step)
    }

    /// A number for the surface in play, or `{ road = 15, off_road = 11 }`.
    fn written_speed(&self, node: &Node, off_road: bool) -> Result<f64, Box<Problem>> {
        let number = if matches!(node.value, Value::Table(_)) {
            let both = Reader::new(Some(node), "safe_speed")?;
            both.only(&["road", "off_road"])?;
            node.mark_all_used();
            let key = if off_road { "off_road" } else { "road" };
            both.get(key).ok_or_else(|| {
                Problem::new(&node.place, format!("safe_speed has no `{key}`"))
                    .expected("a number, or { road = 15, off_road = 11 }")
            })?
        } else {
            node
        };
        let safe = number.number("safe_speed", 0.5..=FASTEST_SAFE)?;
        if (safe * 2.0).fract() != 0.0 {
            return Err(Problem::new(&number.place, format!("safe_speed cannot be {safe}"))
                .expected("metres a move in halves, such as 15 or 14.5")
                .help(format!("the nearest that works is {}", (safe * 2.0).round() / 2.0)));
        }
        Ok(safe)
    }

    /// A tenth of the top speed in km/h, off road a third of that, rounded to half a metre.
    fn vehicle_speed(&self, off_road: bool) -> Result<(f64, String), Box<Problem>> {
        let top = self.input.neutral.vehicle(self.side)?.quantity("max_speed_kmh", 1.0)?;
        let part = if off_road { 30.0 } else { 10.0 };
        let safe = ((top.value / part * 2.0).round() / 2.0).max(0.5);
        if safe > FASTEST_SAFE {
            return Err(Problem::new(&top.place, format!("max_speed_kmh cannot be {}", top.value))
                .expected(format!("at most {} km/h", FASTEST_SAFE * part)));
        }
        let surface = if off_road { "off road" } else { "road" };
        Ok((
            safe,
            format!("{} km/h of {}, {surface}: a {} part", top.value, top.from, if off_road { "30th" } else { "10th" }),
        ))
    }

    /// As written, else the armor of the body.
    fn hull(&self, notes: &mut Notes) -> Result<i32, Box<Problem>> {
        let (hull, from) = match self.own.integer("hull", 0..=1000)? {
            Some(hull) => (hull as i32, WRITTEN.to_owned()),
            None => {
                let armor = self.input.neutral.vehicle(self.side)?.quantity("body_dr", 0.0)?;
                (armor.value.floor().min(1000.0) as i32, format!("body DR {} of {}", armor.value, armor.from))
            }
        };
        self.note("hull", hull.max(1), from, notes);
        Ok(hull.max(1))
    }

    fn written_or(
        &self,
        default: i16,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
        notes: &mut Notes,
    ) -> Result<i16, Box<Problem>> {
        let written = self.own.integer(key, range)?;
        let value = written.map_or(default, |value| value as i16);
        self.note(key, value, if written.is_some() { WRITTEN } else { "default" }.to_owned(), notes);
        Ok(value)
    }

    fn note(&self, key: &str, value: impl ToString, from: String, notes: &mut Notes) {
        notes.add(format!("{} {key}", self.side.name()), value, from);
    }
}

/// The dice of a row: how many d20, and which of them counts.
pub(super) fn kept(table: &Table, row: &Row) -> Result<Dice, Box<Problem>> {
    let count = table.integer(row, "dice", 1..=12)?.ok_or_else(|| table.lacks(row, "dice"))?;
    let highest = table.one_of(row, "keep", &[("highest", true), ("lowest", false)])?;
    Ok(vehicle::kept(count as u32, highest.ok_or_else(|| table.lacks(row, "keep"))?))
}
