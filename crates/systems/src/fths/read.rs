//! Reading a setting of the Fudge chase from a scenario.

mod damage;
mod gun;
mod road;
mod side;

use super::{Chase, Parts, Rules, Setup, levels};
use crate::reading::Switches as ReadSwitches;
use crate::{Explained, Input, Prepared, Switch, SystemId};
use chaselab_core::tables::Tables;
use chaselab_core::tree::Reader;
use chaselab_core::{Pair, Place, Problem, Side, System};

type Read<T> = Result<T, Box<Problem>>;

/// Turns of a chase unless the scenario says otherwise (rules/neutral.md).
const MAX_TURNS: u16 = 60;

pub(super) fn read<K: Parts>(input: &Input<'_>) -> Read<Prepared<Chase<K>>> {
    let own = input.own;
    own.only(&["start", "max_turns", "rules", "overlays", "course", "strike", "tables", "prey", "catcher"])?;
    let tables = input.tables(SystemId::Fths)?;
    let switches = Switches::read(own)?;
    let rules = switches.rules.clone();
    let mut explained = Vec::new();

    let start = match own.integer("start", 0..=1000)? {
        Some(start) => {
            explained.push(Explained::new("start", format!("{start} turns"), "the scenario"));
            start as i16
        }
        None => {
            let row = input.neutral.gap()?;
            let gaps = input.neutral.table("gaps");
            let start = gaps.integer(row, "fths", 0..=1000)?.ok_or_else(|| gaps.lacks(row, "fths"))?;
            let from = format!("gap {}, {}", row.name, gaps.path(row, "fths"));
            explained.push(Explained::new("start", format!("{start} turns"), from));
            start as i16
        }
    };
    let max_turns = own.integer("max_turns", 1..=10_000)?.map_or(MAX_TURNS, |turns| turns as u16);
    let road::Read { course, speed, place: course_place } =
        road::course(input, &tables, switches.red_light, &mut explained)?;
    let strikes = road::strikes(own)?;
    let speed = side::speeds(input, speed, &mut explained)?;
    let damage = damage::tables(&tables)?;
    let sides = Pair::try_of(|side| side::read(input, &tables, &damage, side, &switches, &mut explained))?;
    let behaviours = sides.as_ref().map(|side| side.behaviours.clone());
    let setup = Setup {
        sides: sides.map(|side| side.setup),
        start,
        max_turns,
        course,
        strikes,
        rules,
        crash: damage::crash_table(tables.get("crash"))?,
        air_crash: damage::crash_table(tables.get("air_crash"))?,
        damage,
        speed,
        course_place,
    };
    Ok(Prepared { system: Chase::new(setup)?, behaviours, max_turns, switches: switches.list, explained })
}

/// Every row of every table that a scenario may read.
pub(super) fn check_tables(tables: &Tables) -> Read<()> {
    levels::check(tables)?;
    damage::tables(tables)?;
    for name in ["crash", "air_crash"] {
        damage::crash_table(tables.get(name))?;
    }
    let weapons = tables.get("weapons");
    weapons.rows.iter().try_for_each(|row| gun::weapon(weapons, row).map(drop))?;
    road::check(tables.get("elements"))
}

/// The switches of rules/fths.md 8, as read.
pub(super) struct Switches {
    pub rules: Rules,
    /// The red light's modifier, where the scenario chooses it.
    pub red_light: Option<i16>,
    /// G values are read in the column as printed, not converted.
    pub printed_g: bool,
    list: Vec<Switch>,
}

impl Switches {
    fn read(own: Reader<'_>) -> Read<Self> {
        let rules = own.table("rules")?;
        let mut set = ReadSwitches::new(rules);
        let red_light = set.read("red_light", &[("-3", -3), ("-2", -2)])?;
        let printed_g = set.read("g_column", &[("physical", false), ("printed", true)])?;
        let negative_attributes_optional = set.read("negative_attributes", &[("forced", false), ("optional", true)])?;
        let crash_spice = set.read("crash_spice", &[("off", false), ("2dF", true)])?;
        let damage = set.read("damage", &[("full", true), ("off", false)])?;
        let ai_piloting = set.read("ai_piloting", &[("no", false), ("yes", true)])?;
        let lose_elements = set.read("lose_elements", &[("prey", Side::Prey), ("catcher", Side::Catcher)])?;
        let repeat_points = set.read("repeat_points", &[("no", false), ("yes", true)])?;
        let ram_by_performance = set.read("ram_difference", &[("totals", false), ("performance", true)])?;
        let negative_is_no_crash = set.read("min_crash_level", &[("0", false), ("none", true)])?;
        let break_off = match rules.peek("break_off").map(|node| &node.value) {
            Some(chaselab_core::tree::Value::Text(text)) if text == "none" => {
                rules.get("break_off");
                None
            }
            _ => rules.integer("break_off", 1..=1000)?.map(|distance| distance as i16),
        };
        set.keep(Switch {
            name: "break_off",
            value: break_off.map_or_else(|| "none".into(), |distance| distance.to_string()),
            default: "none",
        });
        Ok(Self {
            rules: Rules {
                negative_attributes_optional,
                crash_spice,
                ai_piloting,
                break_off,
                lose_elements,
                repeat_points,
                negative_is_no_crash,
                damage,
                ram_by_performance,
            },
            red_light: rules.peek("red_light").map(|_| red_light),
            printed_g,
            list: set.finish()?,
        })
    }
}

/// Where nothing was written.
fn nowhere() -> Place {
    Place::Default
}
