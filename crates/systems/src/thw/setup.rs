//! What `thw` reads of a scenario, and where each number came from (rules/thw.md 1, rules/neutral.md).

use super::switches::Rules;
use crate::fths::levels::{self, Unit};
use crate::reading::{self, Notes, Reading, WRITTEN};
use crate::{Input, SystemId};
use chaselab_core::tables::{Row, Table, Tables};
use chaselab_core::tree::Reader;
use chaselab_core::{Pair, Problem, Side};

/// Keys of the system's own section.
const KEYS: [&str; 8] = ["start", "getaway", "max_turns", "rules", "tables", "overlays", "prey", "catcher"];

/// Keys of a side in it.
const SIDE_KEYS: [&str; 11] = [
    "driving",
    "shooting",
    "damage",
    "size",
    "armor",
    "passenger",
    "faster",
    "handling",
    "shoot",
    "maneuver",
    "answer",
];

/// Farther apart than any chase would be set: keeps gaps far within their type.
const FARTHEST: i64 = 1000;

/// The most points of damage, and the largest size as a target.
const MOST_DAMAGE: i64 = 20;
const LARGEST: i64 = 10;

/// A setting of the rules. Only [`read`] makes one, so every number in it is one that the rules can play.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) sides: Pair<SideSetup>,
    /// The gap before the first turn; 1d6 + 2 when absent.
    pub(super) start: Option<i16>,
    pub(super) getaway: i16,
    pub(super) rules: Rules,
}

/// One side of a setting.
#[derive(Clone, Debug)]
pub(super) struct SideSetup {
    /// Rep 1 to 6.
    pub driving: u8,
    /// Rep 1 to 6.
    pub shooting: u8,
    /// All damage points, armor's among them; at least 1.
    pub damage: i16,
    /// Size class as a target.
    pub size: u8,
    pub armor: bool,
    /// A passenger shoots, not the driver.
    pub passenger: bool,
    pub faster: bool,
    pub handling: bool,
    /// Whether there is anything to shoot with.
    pub armed: bool,
}

impl Setup {
    /// Whether there is anything to shoot with.
    #[inline(always)]
    pub(super) fn anybody_is_armed(&self) -> bool {
        self.sides.prey.armed || self.sides.catcher.armed
    }
}

/// Every class, whichever of them is driven.
pub(super) fn check_tables(tables: &Tables) -> Result<(), Box<Problem>> {
    let classes = tables.get("classes");
    classes.rows.iter().try_for_each(|row| {
        of_class(classes, row, "damage", MOST_DAMAGE)?;
        of_class(classes, row, "size", LARGEST).map(drop)
    })
}

/// A number of a class, from 1 to `most`.
fn of_class(table: &Table, row: &Row, column: &str, most: i64) -> Result<u8, Box<Problem>> {
    Ok(table.integer(row, column, 1..=most)?.ok_or_else(|| table.lacks(row, column))? as u8)
}

/// Reads a setting.
///
/// # Errors
/// The first thing that is unknown or impossible.
pub(super) fn read<'a>(input: &Input<'a>) -> Result<Reading<'a, Setup>, Box<Problem>> {
    input.own.only(&KEYS)?;
    let own = reading::sides(input, &SIDE_KEYS)?;
    let (rules, switches) = Rules::read(input.own.table("rules")?)?;
    let mut notes = Notes::default();
    let classes = input.tables(SystemId::Thw)?;
    let faster = advantage(input, &own, &FASTER, &mut notes)?;
    let handling = advantage(input, &own, &HANDLING, &mut notes)?;
    let readers = Pair::of(|side| SideReader { input, own: own[side], side, classes: &classes });
    // When one side shoots, both roll; when nobody can, no shooting skill counts.
    let fire = readers.prey.is_armed()?.0 || readers.catcher.is_armed()?.0;
    let sides = Pair::try_of(|side| readers[side].read(&rules, faster[side], handling[side], fire, &mut notes))?;
    let start = read_start(input, &mut notes)?;
    let getaway = input.own.integer("getaway", 1..=FARTHEST)?;
    notes.add_own("getaway", getaway.unwrap_or(10), getaway.is_some());
    let max_turns = reading::max_turns(input.own, 50, &mut notes)?;
    Ok(Reading {
        setup: Setup { sides, start, getaway: getaway.unwrap_or(10) as i16, rules },
        max_turns,
        switches,
        notes,
        own,
    })
}

/// The start of the scenario, of the neutral gap, or 1d6 + 2.
fn read_start(input: &Input<'_>, notes: &mut Notes) -> Result<Option<i16>, Box<Problem>> {
    let (start, from) = match input.own.integer("start", 1..=FARTHEST)? {
        Some(start) => (Some(start), WRITTEN.to_owned()),
        None => {
            let row = input.neutral.gap()?;
            let table = input.neutral.table("gaps");
            (table.integer(row, "thw", 1..=FARTHEST)?, format!("gap {}, {}", row.name, table.path(row, "thw")))
        }
    };
    notes.add("start", start.map_or("1d6+2".into(), |start| start.to_string()), from);
    Ok(start.map(|start| start as i16))
}

/// What one side has over the other, and which physics and table decide it when nobody says.
struct Advantage {
    key: &'static str,
    table: &'static str,
    column: &'static str,
    unit: Unit,
}

const FASTER: Advantage =
    Advantage { key: "faster", table: "acceleration", column: "acceleration_kmh_s", unit: Unit::KmhS };
const HANDLING: Advantage =
    Advantage { key: "handling", table: "maneuver", column: "maneuver_g", unit: Unit::ManeuverG };

/// Who has an advantage: as written, else whose vehicle has the higher level.
fn advantage(
    input: &Input<'_>,
    own: &Pair<Reader<'_>>,
    what: &Advantage,
    notes: &mut Notes,
) -> Result<Pair<bool>, Box<Problem>> {
    let key = what.key;
    let written = Pair::try_of(|side| own[side].boolean(key))?;
    if written == Pair::new(Some(true), Some(true)) {
        let place = own.catcher.peek(key).map_or_else(Default::default, |node| node.place.clone());
        return Err(Problem::new(&place, format!("{key} cannot be true for both sides"))
            .expected(format!("{key} for one side, or for nobody")));
    }
    let given = Pair::of(|side| written[side].or((written[side.other()] == Some(true)).then_some(false)));
    let from_own = |side: Side| match written[side] {
        Some(_) => WRITTEN.to_owned(),
        None => format!("{WRITTEN} gives it to the {}", side.other().name()),
    };
    if let Pair { prey: Some(prey), catcher: Some(catcher) } = given {
        let has = Pair::new(prey, catcher);
        for side in Side::BOTH {
            notes.add(format!("{} {key}", side.name()), yes(has[side]), from_own(side));
        }
        return Ok(has);
    }
    let tables = input.tables(SystemId::Fths)?;
    let level = Pair::try_of(|side| {
        let quantity = input.neutral.vehicle(side)?.quantity(what.column, 0.0)?;
        levels::level(&tables, what.table, &quantity, what.unit)
    })?;
    Ok(Pair::of(|side| {
        let (mine, theirs) = (&level[side], &level[side.other()]);
        let has = given[side].unwrap_or(mine.modifier > theirs.modifier);
        let from = match given[side] {
            Some(_) => from_own(side),
            None => format!("{:+} against {:+}: {}; {}", mine.modifier, theirs.modifier, mine.from, theirs.from),
        };
        notes.add(format!("{} {key}", side.name()), yes(has), from);
        has
    }))
}

const fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

/// Reads one side, key by key.
struct SideReader<'r, 'a> {
    input: &'r Input<'a>,
    own: Reader<'a>,
    side: Side,
    classes: &'r Tables,
}

impl SideReader<'_, '_> {
    fn read(
        &self,
        rules: &Rules,
        faster: bool,
        handling: bool,
        fire: bool,
        notes: &mut Notes,
    ) -> Result<SideSetup, Box<Problem>> {
        let driving = self.skill("driving", "driving", true, notes)?;
        let shooting = self.skill("shooting", "gunnery", fire, notes)?;
        let armor = self.armor(notes)?;
        Ok(SideSetup {
            driving,
            shooting,
            damage: self.damage(armor && rules.armor_point, notes)?,
            size: self.size(notes)?,
            armor,
            passenger: self.passenger(notes)?,
            faster,
            handling,
            armed: self.armed(notes)?,
        })
    }

    /// A Rep of the side's own section, else what the table makes of the neutral skill. One that does not count is said,
    /// and stays unread.
    fn skill(&self, key: &str, neutral_key: &str, counts: bool, notes: &mut Notes) -> Result<u8, Box<Problem>> {
        let written = if counts { self.own.get(key) } else { self.own.peek(key) };
        if let Some(node) = written {
            let rep = node.clone().integer(key, 1..=6)?;
            self.note(key, rep, WRITTEN.to_owned(), notes);
            return Ok(rep as u8);
        }
        let (neutral, table) = (&self.input.neutral, self.input.neutral.table("skills"));
        let (level, row) =
            if counts { neutral.skill(self.side, neutral_key)? } else { neutral.idle_skill(self.side, neutral_key)? };
        let rep = table.integer(row, "thw", 1..=6)?.ok_or_else(|| table.lacks(row, "thw"))?;
        self.note(key, rep, format!("{neutral_key} {level}, {}", table.path(row, "thw")), notes);
        Ok(rep as u8)
    }

    fn armor(&self, notes: &mut Notes) -> Result<bool, Box<Problem>> {
        let (armor, from) = match self.own.boolean("armor")? {
            Some(armor) => (armor, WRITTEN.to_owned()),
            None => {
                let dr = self.input.neutral.vehicle(self.side)?.quantity("body_dr", 0.0)?;
                (dr.value >= 20.0, format!("body DR {} of {}, armor from 20 on", dr.value, dr.from))
            }
        };
        self.note("armor", yes(armor), from, notes);
        Ok(armor)
    }

    /// The total as written, else the class's points and armor's.
    fn damage(&self, armor_point: bool, notes: &mut Notes) -> Result<i16, Box<Problem>> {
        if let Some(total) = self.own.integer("damage", 1..=MOST_DAMAGE)? {
            self.note("damage", total, format!("{WRITTEN}, in all"), notes);
            return Ok(total as i16);
        }
        let (points, from) = self.class_number("damage", MOST_DAMAGE)?;
        let (total, from) = if armor_point { (points + 1, format!("{from}, and 1 for armor")) } else { (points, from) };
        self.note("damage", total, from, notes);
        Ok(total.into())
    }

    fn size(&self, notes: &mut Notes) -> Result<u8, Box<Problem>> {
        let (size, from) = match self.own.integer("size", 1..=LARGEST)? {
            Some(size) => (size as u8, WRITTEN.to_owned()),
            None => self.class_number("size", LARGEST)?,
        };
        self.note("size", size, from, notes);
        Ok(size)
    }

    /// What the table of classes says of the vehicle, from 1 to `most`.
    fn class_number(&self, column: &str, most: i64) -> Result<(u8, String), Box<Problem>> {
        let vehicle = self.input.neutral.vehicle(self.side)?;
        let (class, table) = (vehicle.class()?, self.classes.get("classes"));
        let row = table.row(class).ok_or_else(|| {
            Problem::new(&vehicle.place(), format!("there is no class `{class}`"))
                .nearest(class, table.rows.iter().map(|row| row.name.as_str()))
        })?;
        Ok((
            of_class(table, row, column, most)?,
            format!("{} is a {class}, {}", vehicle.name(), table.path(row, column)),
        ))
    }

    fn passenger(&self, notes: &mut Notes) -> Result<bool, Box<Problem>> {
        let (passenger, from) = match self.own.boolean("passenger")? {
            Some(passenger) => (passenger, WRITTEN.to_owned()),
            None => {
                let from = format!("{}.passenger, yes unless written", self.side.name());
                (self.input.neutral.passenger(self.side)?, from)
            }
        };
        self.note("passenger", yes(passenger), from, notes);
        Ok(passenger)
    }

    /// Whoever has a weapon, or whose shooting the scenario writes in this system's own terms.
    fn armed(&self, notes: &mut Notes) -> Result<bool, Box<Problem>> {
        let (armed, from) = self.is_armed()?;
        self.note("armed", yes(armed), from, notes);
        Ok(armed)
    }

    fn is_armed(&self) -> Result<(bool, String), Box<Problem>> {
        if self.own.peek("shoot").is_some() {
            return Ok((true, format!("{WRITTEN} says when it shoots")));
        }
        Ok(match self.input.neutral.weapon(self.side)? {
            Some(weapon) => (true, format!("weapon {weapon}")),
            None => (false, "no weapon".to_owned()),
        })
    }

    fn note(&self, key: &str, value: impl ToString, from: String, notes: &mut Notes) {
        notes.add(format!("{} {key}", self.side.name()), value, from);
    }
}
