//! What the rows of the tables do (rules/fistful.md 3, 4), as data.

use chaselab_core::tables::{Row, Table, Tables};
use chaselab_core::{Bands, Problem};

/// What a driver has to do to keep control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Control {
    #[default]
    Kept,
    /// A quality test with a modifier.
    Test(i16),
    Lost,
}

/// What becomes of a vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Vehicle {
    #[default]
    Nothing,
    Stalled,
    Disabled,
    Flipped,
    Exploded,
}

/// How many extras are killed outright.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Extras {
    #[default]
    None,
    One,
    All,
}

/// What a driver gets who evades something immovable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Free {
    #[default]
    Nothing,
    Move,
    MoveOrDice,
}

/// What becomes of a shooter's weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mishap {
    #[default]
    Kept,
    Dropped,
    Jammed,
    Lost,
}

/// One row: a column that a table does not have does nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effect {
    pub pushed: bool,
    pub control: Control,
    pub vehicle: Vehicle,
    pub extras: Extras,
    pub hit: i16,
    pub biker_hit: i16,
    pub reaction: bool,
    pub free: Free,
    pub driver: bool,
    pub tyre: bool,
    pub weapon: Mishap,
    pub bystander: bool,
    /// Whether it does anything at all to the vehicle and those in it.
    pub harms: bool,
}

/// Who won, and what that does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Tie,
    Attacker(Effect),
    Target(Effect),
}

const YES: [(&str, bool); 2] = [("yes", true), ("no", false)];

impl Effect {
    fn read(table: &Table, row: &Row) -> Result<Self, Box<Problem>> {
        let cells = Cells { table, row };
        let effect = Self {
            pushed: cells.word("pushed", &YES)?,
            control: cells.word(
                "control",
                &[
                    ("kept", Control::Kept),
                    ("test", Control::Test(0)),
                    ("test-1", Control::Test(-1)),
                    ("test-2", Control::Test(-2)),
                    ("test+1", Control::Test(1)),
                    ("lost", Control::Lost),
                ],
            )?,
            vehicle: cells.word(
                "vehicle",
                &[
                    ("nothing", Vehicle::Nothing),
                    ("stalled", Vehicle::Stalled),
                    ("disabled", Vehicle::Disabled),
                    ("flipped", Vehicle::Flipped),
                    ("exploded", Vehicle::Exploded),
                ],
            )?,
            extras: cells.word("extras", &[("none", Extras::None), ("one", Extras::One), ("all", Extras::All)])?,
            hit: cells.number("hit")?,
            biker_hit: cells.number("biker_hit")?,
            reaction: cells.word("reaction", &YES)?,
            free: cells.word(
                "free",
                &[("nothing", Free::Nothing), ("move", Free::Move), ("move-or-dice", Free::MoveOrDice)],
            )?,
            driver: cells.word("driver", &YES)?,
            tyre: cells.word("tyre", &YES)?,
            weapon: cells.word(
                "weapon",
                &[
                    ("kept", Mishap::Kept),
                    ("dropped", Mishap::Dropped),
                    ("jammed", Mishap::Jammed),
                    ("lost", Mishap::Lost),
                ],
            )?,
            bystander: cells.word("bystander", &YES)?,
            harms: false,
        };
        let moves = effect.pushed || effect.control != Control::Kept || effect.vehicle != Vehicle::Nothing;
        let hurts = effect.extras != Extras::None || effect.hit != 0 || effect.biker_hit != 0 || effect.tyre;
        Ok(Self { harms: moves || hurts, ..effect })
    }
}

/// The cells of one row.
struct Cells<'a> {
    table: &'a Table,
    row: &'a Row,
}

impl Cells<'_> {
    fn has(&self, column: &str) -> bool {
        self.table.columns.iter().any(|known| known.name == column)
    }

    fn word<T: Copy + Default>(&self, column: &str, words: &[(&str, T)]) -> Result<T, Box<Problem>> {
        if !self.has(column) {
            return Ok(T::default());
        }
        self.table.one_of(self.row, column, words)?.ok_or_else(|| self.table.lacks(self.row, column))
    }

    fn number(&self, column: &str) -> Result<i16, Box<Problem>> {
        if !self.has(column) {
            return Ok(0);
        }
        let number = self.table.integer(self.row, column, 0..=20)?;
        Ok(number.ok_or_else(|| self.table.lacks(self.row, column))? as i16)
    }
}

/// The rows of a table by margin: 1, 2, 3, 4, 5 or more.
fn rows(tables: &Tables, name: &str) -> Result<[Effect; 5], Box<Problem>> {
    let table = tables.get(name);
    let mut effects = [Effect::default(); 5];
    for (effect, row) in effects.iter_mut().zip(["1", "2", "3", "4", "5+"]) {
        *effect = Effect::read(table, table.row(row).expect("embedded tables keep their rows"))?;
    }
    Ok(effects)
}

/// What the difference of two totals means, by how much it is above or below 0.
fn verdicts(above: [Verdict; 5], below: [Verdict; 5]) -> Bands<Verdict> {
    let negative = (1..=4_i16).rev().map(|by| (-by, below[by as usize - 1]));
    let positive = (1..=5_i16).map(|by| (by, above[by as usize - 1]));
    let rows = negative.chain([(0, Verdict::Tie)]).chain(positive);
    Bands::new(below[4], rows).expect("the rows ascend")
}

/// Every contest, by the total of whoever moves less the total of what is in the way.
#[derive(Clone, Debug)]
pub(super) struct Contests {
    /// The catcher against the prey.
    pub ram: Bands<Verdict>,
    /// A vehicle against moving traffic: nothing is kept of what becomes of the traffic.
    pub traffic: Bands<Verdict>,
    /// A vehicle against something immovable, which is the attacker.
    pub immovable: Bands<Verdict>,
    /// A shooter against a vehicle.
    pub shooting: Bands<Verdict>,
}

impl Contests {
    /// Reads the tables.
    ///
    /// # Errors
    /// A cell that holds something else than its column says.
    pub(super) fn read(tables: &Tables) -> Result<Self, Box<Problem>> {
        let attacker = |name: &str| Ok::<_, Box<Problem>>(rows(tables, name)?.map(Verdict::Attacker));
        let target = |name: &str| Ok::<_, Box<Problem>>(rows(tables, name)?.map(Verdict::Target));
        Ok(Self {
            ram: verdicts(attacker("ram")?, target("ram_withstood")?),
            traffic: verdicts([Verdict::Tie; 5], target("ram_withstood")?),
            immovable: verdicts(target("immovable_withstood")?, attacker("immovable")?),
            shooting: verdicts(attacker("shooting")?, target("shooting_withstood")?),
        })
    }
}
