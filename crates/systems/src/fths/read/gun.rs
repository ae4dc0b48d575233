//! Reading what a side can fire, how large it is and what armor it has (rules/fths.md 1 and 7).

use super::super::levels::{self, shown};
use super::super::{DamageTables, Gun};
use super::{Read, Switches};
use crate::{Explained, Input};
use chaselab_core::tables::{Row, Table, Tables};
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Place, Problem, Side};

/// Keys that mean something only with vehicle damage.
pub(super) const KEYS: [&str; 9] =
    ["size", "armor", "gunner", "gunnery", "weapon", "shots", "mount", "targeting", "called_shot"];

/// How a weapon is carried, and whether it is fixed.
const MOUNTS: [(&str, bool); 3] = [("fixed", true), ("turret", false), ("hand", false)];

/// What a side is as a target, and what it fires with.
#[derive(Default)]
pub(super) struct Armament {
    pub size: i16,
    pub armor: i16,
    pub armed: bool,
    pub gun: Option<Gun>,
}

pub(super) fn read(
    input: &Input<'_>,
    tables: &Tables,
    damage: &DamageTables,
    side: Side,
    switches: &Switches,
    explained: &mut Vec<Explained>,
) -> Read<Armament> {
    let own = input.own.table(side.name())?;
    if !switches.rules.damage {
        return match KEYS.iter().find_map(|key| own.peek(key).map(|node| (key, node))) {
            Some((key, node)) => Err(Problem::new(&node.place, format!("`{key}` has no effect while damage is off"))
                .help("leave it out, or set rules = { damage = \"full\" }")),
            None => Ok(Armament::default()),
        };
    }
    let mut reading = Reading { input, own, side, explained };
    let (size, armor) = (reading.body("size", "body_hp")?, reading.body("armor", "body_dr")?);
    let (gun, armed) = reading.gun(tables, damage)?;
    Ok(Armament { size, armor, armed, gun })
}

struct Reading<'a> {
    input: &'a Input<'a>,
    own: Reader<'a>,
    side: Side,
    explained: &'a mut Vec<Explained>,
}

impl Reading<'_> {
    fn explain(&mut self, what: &str, value: impl Into<String>, from: impl Into<String>) {
        self.explained.push(Explained::new(format!("{} {what}", self.side.name()), value, from));
    }

    /// Size or armor: a level as written, or what the body of the vehicle comes to.
    fn body(&mut self, key: &str, column: &str) -> Read<i16> {
        if let Some(level) = self.own.level(key)? {
            self.explain(key, format!("{level:+}"), "the scenario");
            return Ok(level);
        }
        let body = self.input.neutral.vehicle(self.side)?.quantity(column, 0.0)?;
        let level = levels::body_level(body.value);
        let unit = if column == "body_hp" { "body hit points" } else { "body armor" };
        self.explain(key, format!("{level:+}"), format!("{} {unit} of {}", body.value, body.from));
        Ok(level)
    }

    /// The weapon, who fires it and how, and whether there is a weapon at all.
    fn gun(&mut self, tables: &Tables, damage: &DamageTables) -> Read<(Option<Gun>, bool)> {
        let own = self.own;
        let weapon = self.weapon()?;
        let driver = self.gunnery(weapon.is_some())?;
        let gunner = self.gunner(driver)?;
        let fixed = own.one_of("mount", &MOUNTS)?;
        let targeting = own.integer("targeting", 0..=20)?.unwrap_or(0) as i16;
        let called_shot = self.called_shot(damage)?;
        let shots = own.integer("shots", 0..=200)?.map(|shots| shots as u8);
        let Some((weapon, from)) = weapon else {
            self.explain("weapon", "none", "unarmed unless written");
            return Ok((None, false));
        };
        let table = tables.get("weapons");
        // The page writes names of weapons in words.
        let row = table.row(&weapon.text.replace(' ', "-")).ok_or_else(|| {
            Problem::new(&weapon.place, format!("there is no weapon `{}`", weapon.text))
                .nearest(&weapon.text, table.rows.iter().map(|row| row.name.as_str()).chain(["none"]))
        })?;
        let (odf, armor, usual) = self::weapon(table, row)?;
        let fixed = fixed.unwrap_or(usual);
        self.explain("weapon", row.name.clone(), from);
        if fixed && self.side == Side::Prey {
            self.explain("fire", "never", "a fixed weapon fires forward, and the catcher is behind");
        }
        let mount =
            if own.peek("mount").is_some() { "the scenario".into() } else { table.path(row, "mount").to_string() };
        self.explain("mount", if fixed { "fixed" } else { "all around" }, mount);
        self.explain(
            "gunnery",
            shown(driver),
            if own.peek("gunnery").is_some() { "the scenario" } else { "the side's gunnery" },
        );
        let from = if own.peek("gunner").is_some() { "the scenario" } else { "the side's passenger" };
        self.explain(
            "gunner",
            gunner.map_or_else(|| "none: the driver fires by the action \"fire\"".into(), shown),
            from,
        );
        for key in ["shots", "targeting", "called_shot"] {
            if let Some(node) = own.peek(key) {
                self.explain(key, node.value.to_string(), "the scenario");
            }
        }
        Ok((Some(Gun { odf, armor, fixed, gunner, driver, targeting, called_shot, shots }), true))
    }

    /// The weapon of the system's own section, or the neutral one.
    fn weapon(&self) -> Read<Option<(Weapon, &'static str)>> {
        let (text, place, from) = match self.own.get("weapon") {
            Some(node) => (node.text("weapon")?, node.place.clone(), "the scenario"),
            None => match self.input.neutral.weapon(self.side)? {
                Some(text) => (text, self.input.neutral.weapon_place(self.side), "the side's weapon"),
                None => return Ok(None),
            },
        };
        Ok((text != "none").then(|| (Weapon { text: text.to_owned(), place }, from)))
    }

    /// Gunnery of the side: its own, or the neutral one, which stays unread by who is unarmed.
    fn gunnery(&self, armed: bool) -> Read<i16> {
        if let Some(level) = self.own.level("gunnery")? {
            return Ok(level);
        }
        let neutral = &self.input.neutral;
        let (_, row) =
            if armed { neutral.skill(self.side, "gunnery")? } else { neutral.idle_skill(self.side, "gunnery")? };
        let skills = self.input.neutral.table("skills");
        Ok(skills.integer(row, "fths", -20..=20)?.ok_or_else(|| skills.lacks(row, "fths"))? as i16)
    }

    /// Gunnery of somebody who does not drive: a level, `none`, or the side's gunnery where there is a passenger.
    fn gunner(&self, gunnery: i16) -> Read<Option<i16>> {
        match self.own.get("gunner") {
            None => Ok(self.input.neutral.passenger(self.side)?.then_some(gunnery)),
            Some(Node { value: Value::Bool(aboard), .. }) => Ok(aboard.then_some(gunnery)),
            Some(Node { value: Value::Text(text), .. }) if text == "none" => Ok(None),
            Some(node) => Ok(Some(node.level("gunner")?)),
        }
    }

    /// The index of the system that shots are called at.
    fn called_shot(&self, damage: &DamageTables) -> Read<Option<usize>> {
        let names = damage.systems.iter().enumerate().map(|(index, system)| (system.name.as_str(), Some(index)));
        let words: Vec<(&str, Option<usize>)> = names.chain([("none", None)]).collect();
        Ok(self.own.one_of("called_shot", &words)?.flatten())
    }
}

/// A weapon's damage factor, what it does to armor, and whether it is fixed.
pub(super) fn weapon(table: &Table, row: &Row) -> Read<(i16, i16, bool)> {
    let number = |column: &str, range| -> Read<i16> {
        Ok(table.integer(row, column, range)?.ok_or_else(|| table.lacks(row, column))? as i16)
    };
    let fixed = table.one_of(row, "mount", &MOUNTS)?.ok_or_else(|| table.lacks(row, "mount"))?;
    Ok((number("odf", -20..=60)?, number("armor", -60..=20)?, fixed))
}

struct Weapon {
    text: String,
    place: Place,
}
