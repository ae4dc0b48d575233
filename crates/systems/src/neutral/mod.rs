//! The neutral keys of a scenario, which every system reads in its own terms (rules/neutral.md).

mod vehicle;

pub use vehicle::{Quantity, Vehicle};

use chaselab_core::tables::{Row, Table, Tables};
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Ladder, Pair, Place, Problem, Side};
use std::sync::LazyLock;

/// The catalogue and the mappings, as embedded.
pub fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| {
        Tables::embedded(
            "neutral",
            &[
                ("skills", include_str!("tables/skills.toml")),
                ("tempers", include_str!("tables/tempers.toml")),
                ("gaps", include_str!("tables/gaps.toml")),
                ("terrain", include_str!("tables/terrain.toml")),
                ("vehicles", include_str!("tables/vehicles.toml")),
            ],
        )
    });
    &TABLES
}

/// The neutral part of a scenario. Nothing is read before a system asks for it, so that what a system's own term hides
/// stays unread.
#[derive(Debug)]
pub struct Neutral<'a> {
    sides: Pair<Reader<'a>>,
    terrain: Reader<'a>,
    gap: Option<&'a Node>,
    tables: Tables,
}

/// The keys of a side.
const SIDE_KEYS: [&str; 6] = ["driving", "gunnery", "vehicle", "temper", "weapon", "passenger"];

impl<'a> Neutral<'a> {
    /// The neutral keys of a scenario.
    ///
    /// # Errors
    /// When a section is not a table, has unknown keys, or changes a table in a way that does not fit.
    pub fn new(root: Reader<'a>) -> Result<Self, Box<Problem>> {
        let sides = Pair::try_of(|side| {
            let reader = root.table(side.name())?;
            reader.only(&SIDE_KEYS)?;
            Ok::<_, Box<Problem>>(reader)
        })?;
        if let Some(node) = root.peek("terrain").filter(|node| matches!(node.value, Value::Text(_))) {
            return Err(node.unexpected("terrain", "a table").help(format!("write terrain.kind = {}", node.value)));
        }
        let terrain = root.table("terrain")?;
        terrain.only(&["kind"])?;
        let own = root.table("neutral")?;
        own.only(&["tables", "overlays"])?;
        Ok(Self { sides, terrain, gap: root.peek("gap"), tables: tables().changed_by(own.table("tables")?)? })
    }

    /// Checks all neutral keys and every vehicle of the catalogue, whichever of them a system will read.
    ///
    /// # Errors
    /// The first that says nothing that any system could read.
    pub fn check(&self) -> Result<(), Box<Problem>> {
        for side in Side::BOTH {
            self.skill(side, "driving")?;
            self.skill(side, "gunnery")?;
            self.temper(side)?;
            self.weapon(side)?;
            self.passenger(side)?;
            self.vehicle(side)?.check()?;
        }
        self.terrain()?;
        self.gap()?;
        vehicle::check(self.table("vehicles"))
    }

    /// A skill, `driving` or `gunnery`, as a ladder level; Fair unless written. The second is the row of the table of
    /// skills, clamped to its ends.
    ///
    /// # Errors
    /// When it is not a level.
    pub fn skill(&self, side: Side, key: &str) -> Result<(Ladder, &Row), Box<Problem>> {
        let level = self.sides[side].level(key)?.unwrap_or(0);
        Ok(self.of_level(level))
    }

    /// The same of a skill that decides nothing: the key stays unread.
    ///
    /// # Errors
    /// When it is not a level.
    pub fn idle_skill(&self, side: Side, key: &str) -> Result<(Ladder, &Row), Box<Problem>> {
        let level = self.sides[side].peek(key).map(|node| node.clone().level(key)).transpose()?.unwrap_or(0);
        Ok(self.of_level(level))
    }

    fn of_level(&self, level: i16) -> (Ladder, &Row) {
        (Ladder(level), &self.table("skills").rows[(4 - level).clamp(0, 8) as usize])
    }

    /// The row of the side's temper; `steady` unless written.
    ///
    /// # Errors
    /// When there is no such temper.
    pub fn temper(&self, side: Side) -> Result<&Row, Box<Problem>> {
        self.pick("tempers", self.sides[side].get("temper"), "temper", "steady")
    }

    /// The row of the terrain; `city` unless written.
    ///
    /// # Errors
    /// When there is no such terrain.
    pub fn terrain(&self) -> Result<&Row, Box<Problem>> {
        self.pick("terrain", self.terrain.get("kind"), "terrain.kind", "city")
    }

    /// The row of the starting gap; `usual` unless written.
    ///
    /// # Errors
    /// When there is no such gap.
    pub fn gap(&self) -> Result<&Row, Box<Problem>> {
        if let Some(node) = self.gap {
            node.mark_used();
        }
        self.pick("gaps", self.gap, "gap", "usual")
    }

    /// The side's vehicle.
    ///
    /// # Errors
    /// When the catalogue has no such vehicle, or a key is unknown.
    pub fn vehicle(&self, side: Side) -> Result<Vehicle<'_>, Box<Problem>> {
        Vehicle::read(self.sides[side].get("vehicle"), self.table("vehicles"))
    }

    /// The side's weapon; unarmed when absent.
    ///
    /// # Errors
    /// When it is not a text.
    pub fn weapon(&self, side: Side) -> Result<Option<&'a str>, Box<Problem>> {
        self.sides[side].text("weapon")
    }

    /// Where the side's weapon was written.
    pub fn weapon_place(&self, side: Side) -> Place {
        self.sides[side].peek("weapon").map_or(Place::Default, |node| node.place.clone())
    }

    /// Whether somebody besides the driver is aboard and shoots; true unless written.
    ///
    /// # Errors
    /// When it is not true or false.
    pub fn passenger(&self, side: Side) -> Result<bool, Box<Problem>> {
        Ok(self.sides[side].boolean("passenger")?.unwrap_or(true))
    }

    /// One of the neutral tables, with what the scenario changes in it.
    ///
    /// # Panics
    /// When there is no such table.
    pub fn table(&self, name: &str) -> &Table {
        self.tables.get(name)
    }

    /// All neutral tables, with what the scenario changes in them.
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    fn pick(&self, table: &str, node: Option<&Node>, name: &str, default: &str) -> Result<&Row, Box<Problem>> {
        let table = self.table(table);
        let wanted = node.map(|node| node.text(name)).transpose()?.unwrap_or(default);
        table.row(wanted).ok_or_else(|| {
            let place = node.map_or_else(Default::default, |node| node.place.clone());
            Problem::new(&place, format!("there is no {name} `{wanted}`"))
                .nearest(wanted, table.rows.iter().map(|row| row.name.as_str()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaselab_core::tree::parse_file;

    #[test]
    fn everything_has_a_default() {
        let root = parse_file("", 0).unwrap();
        let neutral = Neutral::new(Reader::new(Some(&root), "the scenario").unwrap()).unwrap();
        let (level, row) = neutral.skill(Side::Prey, "driving").unwrap();
        assert_eq!((level, row.name.as_str()), (Ladder(0), "Fair"));
        assert_eq!(neutral.temper(Side::Prey).unwrap().name, "steady");
        assert_eq!(neutral.terrain().unwrap().name, "city");
        assert_eq!(neutral.gap().unwrap().name, "usual");
        assert_eq!(neutral.vehicle(Side::Catcher).unwrap().name(), "sedan");
        assert!(neutral.passenger(Side::Prey).unwrap());
        assert_eq!(neutral.weapon(Side::Prey).unwrap(), None);
    }

    #[test]
    fn unknown_names_are_taught() {
        let root = parse_file("[prey]\ntemper = \"bald\"\nvehicle = \"motorcicle\"\n", 0).unwrap();
        let neutral = Neutral::new(Reader::new(Some(&root), "the scenario").unwrap()).unwrap();
        assert_eq!(neutral.temper(Side::Prey).unwrap_err().help.as_deref(), Some("did you mean `bold`?"));
        let problem = neutral.vehicle(Side::Prey).unwrap_err();
        assert_eq!(problem.message, "there is no vehicle `motorcicle`");
        assert_eq!(problem.help.as_deref(), Some("did you mean `motorcycle`?"));
    }
}
