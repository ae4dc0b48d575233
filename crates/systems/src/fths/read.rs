//! Reading a setting of the Fudge chase from a scenario.

mod damage;
mod gun;
mod road;
mod side;

use super::{Fths, Rules, Setup};
use crate::{Explained, Input, Prepared, Switch, SystemId};
use chaselab_core::tree::Reader;
use chaselab_core::{Pair, Place, Problem, Side, System};

type Read<T> = Result<T, Box<Problem>>;

/// Turns of a chase unless the scenario says otherwise (rules/neutral.md).
const MAX_TURNS: u16 = 60;

pub(super) fn read(input: &Input<'_>) -> Read<Prepared<Fths>> {
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
            explained.push(Explained::new("start", format!("{start} turns"), format!("table gaps, row {}", row.name)));
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
    Ok(Prepared { system: Fths::new(setup)?, behaviours, max_turns, switches: switches.list, explained })
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
        rules.only(&[
            "red_light",
            "g_column",
            "negative_attributes",
            "crash_spice",
            "damage",
            "ai_piloting",
            "break_off",
            "lose_elements",
            "repeat_points",
            "ram_difference",
            "min_crash_level",
        ])?;
        let mut list = Vec::new();
        let mut switch = |name: &'static str, default: &'static str, words: &[&'static str]| -> Read<&'static str> {
            let words: Vec<(&str, &'static str)> = words.iter().map(|&word| (word, word)).collect();
            let value = rules.one_of(name, &words)?.unwrap_or(default);
            list.push(Switch { name, value: value.into(), default });
            Ok(value)
        };
        let red_light = switch("red_light", "-3", &["-3", "-2"])?;
        let printed_g = switch("g_column", "physical", &["physical", "printed"])? == "printed";
        let optional = switch("negative_attributes", "forced", &["forced", "optional"])? == "optional";
        let crash_spice = switch("crash_spice", "off", &["off", "2dF"])? == "2dF";
        let damage = switch("damage", "full", &["full", "off"])? == "full";
        let ai_piloting = switch("ai_piloting", "no", &["no", "yes"])? == "yes";
        let catcher_elements = switch("lose_elements", "prey", &["prey", "catcher"])? == "catcher";
        let repeat_points = switch("repeat_points", "no", &["no", "yes"])? == "yes";
        let by_performance = switch("ram_difference", "totals", &["totals", "performance"])? == "performance";
        let no_crash = switch("min_crash_level", "0", &["0", "none"])? == "none";
        let break_off = match rules.peek("break_off").map(|node| &node.value) {
            Some(chaselab_core::tree::Value::Text(text)) if text == "none" => {
                rules.get("break_off");
                None
            }
            _ => rules.integer("break_off", 1..=1000)?.map(|distance| distance as i16),
        };
        list.push(Switch {
            name: "break_off",
            value: break_off.map_or_else(|| "none".into(), |distance| distance.to_string()),
            default: "none",
        });
        Ok(Self {
            rules: Rules {
                negative_attributes_optional: optional,
                crash_spice,
                ai_piloting,
                break_off,
                lose_elements: if catcher_elements { Side::Catcher } else { Side::Prey },
                repeat_points,
                negative_is_no_crash: no_crash,
                damage,
                ram_by_performance: by_performance,
            },
            red_light: rules.peek("red_light").map(|_| if red_light == "-2" { -2 } else { -3 }),
            printed_g,
            list,
        })
    }
}

/// Where nothing was written.
fn nowhere() -> Place {
    Place::Default
}
