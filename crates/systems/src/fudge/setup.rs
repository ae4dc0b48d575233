//! What `fudge` reads of a scenario, and where each number came from (rules/fudge.md 3, 4).

use super::chart::{CONDITIONS, Wound};
use super::drivers::{self, Spend};
use super::state::MOST_FIGHTERS;
use crate::reading::{self, Notes, Reading, Switches, WRITTEN};
use crate::{Input, Switch, SystemId};
use chaselab_core::tables::{Row, Table, Tables};
use chaselab_core::tree::{Reader, Value};
use chaselab_core::{Ladder, Pair, Place, Problem, Side};

/// Keys of the system's own section.
const KEYS: [&str; 8] = ["mode", "boxes", "max_turns", "rules", "tables", "overlays", "prey", "catcher"];

/// Keys of a side in it.
const SIDE_KEYS: [&str; 17] = [
    "fighters",
    "skill",
    "movement",
    "damage_factor",
    "strength",
    "muscle",
    "stun",
    "scale",
    "capacity",
    "points",
    "out_of_action",
    "yield_at",
    "flee",
    "act",
    "reroll",
    "reduce",
    "weapon",
];

/// How blows are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// One opposed roll a round decides who hits.
    Simultaneous,
    /// Each fighter attacks in turn.
    BlowByBlow,
    /// One opposed roll decides the whole fight.
    Story,
}

/// A setting of the rules. Only [`read`] makes one, so every number in it is one that the rules can play.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) mode: Mode,
    pub(super) sides: Pair<SideSetup>,
    pub(super) wounds: Wounds,
    pub(super) rules: Rules,
}

/// The wound track.
#[derive(Clone, Debug, Default)]
pub(super) struct Wounds {
    /// From which damage on it is each wound.
    pub from: [i16; 5],
    /// What each condition takes off a roll.
    pub penalties: [i16; CONDITIONS],
    /// How often each wound can be marked.
    pub boxes: [u8; 5],
}

/// One party.
#[derive(Clone, Debug)]
pub(super) struct SideSetup {
    pub fighters: u8,
    pub skill: i16,
    pub movement: i16,
    /// The whole damage factor: weapon, and strength and mass scale where they add to it.
    pub factor: i16,
    /// The whole damage capacity, mass scale included.
    pub capacity: i16,
    pub stun: bool,
    pub points: u8,
    /// Rounds out of action at the beginning.
    pub dazed: u8,
    /// The condition from which it may yield.
    pub yield_from: Option<u8>,
    /// The condition from which it may flee.
    pub flee_from: Option<u8>,
    /// Whether it may take +4 for a point.
    pub plus_four: bool,
    pub reroll: Spend,
    pub reduce: Spend,
}

/// Every switch as it is set.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// Results stay from Terrible to Legendary.
    pub capped: bool,
    /// Whoever fails to flee is attacked in the same round.
    pub flight_is_attacked: bool,
    /// Who strikes first, blow by blow.
    pub first_blow: Side,
}

/// Reads a setting.
///
/// # Errors
/// The first thing that is unknown or impossible.
pub(super) fn read<'a>(input: &Input<'a>) -> Result<Reading<'a, Setup>, Box<Problem>> {
    input.own.only(&KEYS)?;
    let own = reading::sides(input, &SIDE_KEYS)?;
    let (rules, switches) = read_rules(input.own.table("rules")?)?;
    let modes = [("simultaneous", Mode::Simultaneous), ("blow-by-blow", Mode::BlowByBlow), ("story", Mode::Story)];
    let mode = input.own.one_of("mode", &modes)?.unwrap_or(Mode::Simultaneous);
    let tables = input.tables(SystemId::Fudge)?;
    let wounds = read_wounds(tables.get("wounds"), input.own)?;
    let mut notes = Notes::default();
    let sides = Pair::try_of(|side| {
        SideReader { input, own: own[side], side, weapons: tables.get("weapons") }.read(&mut notes)
    })?;
    let max_turns = reading::max_turns(input.own, 30, &mut notes)?;
    Ok(Reading { setup: Setup { mode, sides, wounds, rules }, max_turns, switches, notes, own })
}

/// Every row of every table, whichever of them a setting reads.
pub(super) fn check_tables(tables: &Tables) -> Result<(), Box<Problem>> {
    read_wounds(tables.get("wounds"), Reader::absent("fudge"))?;
    let weapons = tables.get("weapons");
    weapons.rows.iter().try_for_each(|row| {
        factor(weapons, row)?;
        ["muscle", "stun"].into_iter().try_for_each(|column| of_weapon(weapons, row, column).map(drop))
    })
}

/// What a weapon adds to the relative degree.
fn factor(weapons: &Table, row: &Row) -> Result<i64, Box<Problem>> {
    weapons.integer(row, "damage_factor", -20..=20)?.ok_or_else(|| weapons.lacks(row, "damage_factor"))
}

/// Whether a weapon does so.
fn of_weapon(weapons: &Table, row: &Row, column: &str) -> Result<bool, Box<Problem>> {
    weapons.one_of(row, column, &[("no", false), ("yes", true)])?.ok_or_else(|| weapons.lacks(row, column))
}

/// Reads `rules = { ... }`.
fn read_rules(reader: Reader<'_>) -> Result<(Rules, Vec<Switch>), Box<Problem>> {
    let mut set = Switches::new(reader);
    let rules = Rules {
        capped: set.read("cap", &[("off", false), ("legendary..terrible", true)])?,
        flight_is_attacked: set.read("failed_flight", &[("attacked", true), ("safe", false)])?,
        first_blow: set.read("first_blow", &[("prey", Side::Prey), ("catcher", Side::Catcher)])?,
    };
    Ok((rules, set.finish()?))
}

/// The wound track: the table, and the boxes that the system's own section writes.
fn read_wounds(table: &Table, own: Reader<'_>) -> Result<Wounds, Box<Problem>> {
    let own_boxes = own_boxes(own)?;
    let Wounds { mut from, mut penalties, mut boxes } = Wounds::default();
    for wound in Wound::ALL {
        let row = table.row(wound.name()).ok_or_else(|| missing(table, wound))?;
        let index = wound as usize;
        from[index] = table.integer(row, "from", 1..=50)?.ok_or_else(|| table.lacks(row, "from"))? as i16;
        if index > 0 && from[index] <= from[index - 1] {
            let place = table.cell(row, "from").map_or(Place::Default, |cell| cell.node.place.clone());
            return Err(Problem::new(
                &place,
                format!("{} begins at {}, not above the wound before", wound.name(), from[index]),
            )
            .expected(format!("a number above {}", from[index - 1])));
        }
        // A wound that leaves nobody standing takes nothing off.
        if index + 1 < CONDITIONS {
            let penalty = table.integer(row, "penalty", 0..=8)?.ok_or_else(|| table.lacks(row, "penalty"))?;
            penalties[index + 1] = penalties[index].max(penalty as i16);
        } else if let Some(cell) = table.cell(row, "penalty") {
            let message =
                format!("{} is out of the fight, so that no roll is left to take a penalty off", wound.name());
            return Err(Problem::new(&cell.node.place, message).expected("no penalty there"));
        }
        let in_table = || table.integer(row, "boxes", 0..=9)?.ok_or_else(|| table.lacks(row, "boxes"));
        boxes[index] = own_boxes[index].map_or_else(in_table, Ok)? as u8;
    }
    Ok(Wounds { from, penalties, boxes })
}

fn missing(table: &Table, wound: Wound) -> Box<Problem> {
    Problem::new(&Place::Default, format!("the table {} has no row {}", table.name, wound.name()))
}

/// `boxes = { scratch = 5 }` or a list of all five.
fn own_boxes(own: Reader<'_>) -> Result<[Option<i64>; 5], Box<Problem>> {
    let mut boxes = [None; 5];
    let Some(node) = own.get("boxes") else { return Ok(boxes) };
    match &node.value {
        Value::List(items) if items.len() == boxes.len() => {
            for (boxes, item) in boxes.iter_mut().zip(items) {
                *boxes = Some(item.integer("boxes", 0..=9)?);
            }
        }
        Value::Table(_) => {
            let reader = Reader::new(Some(node), "boxes")?;
            reader.only(&Wound::ALL.map(Wound::name))?;
            for wound in Wound::ALL {
                boxes[wound as usize] = reader.integer(wound.name(), 0..=9)?;
            }
        }
        _ => {
            return Err(node.unexpected("boxes", "boxes by wound, such as { scratch = 5 }, or a list of all five"));
        }
    }
    Ok(boxes)
}

/// Reads one side, key by key.
struct SideReader<'r, 'a> {
    input: &'r Input<'a>,
    own: Reader<'a>,
    side: Side,
    weapons: &'r Table,
}

impl SideReader<'_, '_> {
    fn read(&self, notes: &mut Notes) -> Result<SideSetup, Box<Problem>> {
        let mut note = |what: &str, value: String, from: String| {
            notes.add(format!("{} {what}", self.side.name()), value, from);
        };
        let fighters = self.number("fighters", 1..=MOST_FIGHTERS as i64, 1, &mut note)?;
        let skill = self.skill(&mut note)?;
        let movement = self.level("movement", &mut note)?;
        let strength = self.level("strength", &mut note)?;
        let scale = self.number("scale", -20..=20, 0, &mut note)?;
        let weapon = self.weapon()?;
        let muscle = self.of_weapon("muscle", weapon, &mut note)?;
        let stun = self.of_weapon("stun", weapon, &mut note)?;
        let factor = match self.own.integer("damage_factor", -20..=20)? {
            Some(factor) => (factor, WRITTEN.to_owned()),
            None => (factor(self.weapons, weapon)?, self.weapons.path(weapon, "damage_factor").to_string()),
        };
        let (more, why) = if muscle { (i64::from(strength) + scale, ", strength and scale added") } else { (0, "") };
        note("damage_factor", (factor.0 + more).to_string(), factor.1 + why);
        let capacity = self.own.integer("capacity", -20..=20)?;
        let from = if capacity.is_some() { "the scenario, scale added" } else { "Fair toughness, scale added" };
        note("capacity", (capacity.unwrap_or(0) + scale).to_string(), from.into());
        let points = self.number("points", 0..=9, 0, &mut note)?;
        let dazed = self.number("out_of_action", 0..=9, 0, &mut note)?;
        let decides = self.own.peek("act").is_some();
        Ok(SideSetup {
            fighters: fighters as u8,
            skill,
            movement,
            factor: (factor.0 + more) as i16,
            capacity: (capacity.unwrap_or(0) + scale) as i16,
            stun,
            points: points as u8,
            dazed: dazed as u8,
            yield_from: self.condition("yield_at", decides, &mut note)?,
            flee_from: self.condition("flee", decides, &mut note)?,
            plus_four: decides,
            reroll: drivers::read_spend(self.own.get("reroll"), Spend::Never),
            reduce: drivers::read_spend(self.own.get("reduce"), Spend::Always),
        })
    }

    fn number(
        &self,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
        default: i64,
        note: &mut impl FnMut(&str, String, String),
    ) -> Result<i64, Box<Problem>> {
        let written = self.own.integer(key, range)?;
        note(key, written.unwrap_or(default).to_string(), if written.is_some() { WRITTEN } else { "default" }.into());
        Ok(written.unwrap_or(default))
    }

    /// A level of the ladder, Fair unless written.
    fn level(&self, key: &str, note: &mut impl FnMut(&str, String, String)) -> Result<i16, Box<Problem>> {
        let written = self.own.level(key)?;
        let level = Ladder(written.unwrap_or(0));
        note(key, level.to_string(), if written.is_some() { WRITTEN } else { "default" }.into());
        Ok(level.0)
    }

    /// As written, else the neutral gunnery: what a fight is decided by.
    fn skill(&self, note: &mut impl FnMut(&str, String, String)) -> Result<i16, Box<Problem>> {
        if let Some(level) = self.own.level("skill")? {
            note("skill", Ladder(level).to_string(), WRITTEN.into());
            return Ok(level);
        }
        let table = self.input.neutral.table("skills");
        let (level, row) = self.input.neutral.skill(self.side, "gunnery")?;
        let skill = table.integer(row, "fths", -20..=20)?.ok_or_else(|| table.lacks(row, "fths"))? as i16;
        note("skill", Ladder(skill).to_string(), format!("gunnery {level}, {}", table.path(row, "fths")));
        Ok(skill)
    }

    /// The weapon of the system's own section, or the neutral one; unarmed without either.
    fn weapon(&self) -> Result<&Row, Box<Problem>> {
        let own = self.own.text("weapon")?;
        let name = match own {
            Some(name) => name,
            None => self.input.neutral.weapon(self.side)?.unwrap_or("unarmed"),
        };
        self.weapons.row(name).ok_or_else(|| {
            let place = self.own.peek("weapon").map_or(Place::Default, |node| node.place.clone());
            Problem::new(
                &place,
                format!("the {} has a weapon that the table weapons does not know: `{name}`", self.side.name()),
            )
            .nearest(name, self.weapons.rows.iter().map(|row| row.name.as_str()))
        })
    }

    /// Something that the weapon decides unless it is written.
    fn of_weapon(
        &self,
        key: &str,
        weapon: &Row,
        note: &mut impl FnMut(&str, String, String),
    ) -> Result<bool, Box<Problem>> {
        let (value, from) = match self.own.boolean(key)? {
            Some(value) => (value, WRITTEN.to_owned()),
            None => (of_weapon(self.weapons, weapon, key)?, self.weapons.path(weapon, key).to_string()),
        };
        note(key, if value { "yes" } else { "no" }.into(), from);
        Ok(value)
    }

    /// From which condition on something is open: as written; else always where `act` says what is done, and never
    /// without it.
    fn condition(
        &self,
        key: &str,
        decides: bool,
        note: &mut impl FnMut(&str, String, String),
    ) -> Result<Option<u8>, Box<Problem>> {
        let words =
            [("never", None), ("always", Some(0)), ("scratch", Some(1)), ("hurt", Some(2)), ("very-hurt", Some(3))];
        let written = self.own.one_of(key, &words)?;
        let value = written.unwrap_or(decides.then_some(0));
        let word = words.iter().find(|(_, meaning)| *meaning == value).map_or("never", |(word, _)| word);
        let from = match (written, decides) {
            (Some(_), _) => WRITTEN,
            (None, true) => "act decides",
            (None, false) => "default",
        };
        note(key, word.into(), from.into());
        Ok(value)
    }
}
