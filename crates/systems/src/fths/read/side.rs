//! Reading one side: skills, levels from physical units, and how the driver decides (rules/fths.md 1, 4 and 6).

use super::super::levels::{G_IN_KMH_S, Level, Unit, level, shown};
use super::super::ram::{RAM, STOP};
use super::super::{Act, DamageTables, HIGHEST_RISK, LOWEST_RISK, SideSetup, Speed};
use super::gun::{self, Armament};
use super::{Read, Switches, nowhere};
use crate::neutral::Quantity;
use crate::{Explained, Input, policy};
use chaselab_core::tables::Tables;
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Action, Behaviour, Pair, Problem, Side};

/// A side and how it decides.
pub(super) struct SideRead {
    pub setup: SideSetup,
    pub behaviours: Vec<Behaviour>,
}

/// Kilometres in a mile.
const KM_IN_MILE: f64 = 1.609_344;

/// km/h/s beside 1 G in the column as printed.
const PRINTED_KMH_S: f64 = 10.0;

pub(super) fn read(
    input: &Input<'_>,
    tables: &Tables,
    damage: &DamageTables,
    side: Side,
    switches: &Switches,
    explained: &mut Vec<Explained>,
) -> Read<SideRead> {
    let own = input.own.table(side.name())?;
    let mut known = vec![
        "driving",
        "piloting",
        "acceleration",
        "deceleration",
        "maneuver",
        "stability",
        "max_risk",
        "ai",
        "perception",
        "risk",
        "action",
        "g_limit",
        "max_speed_kmh",
    ];
    known.extend(gun::KEYS);
    known.push(if side == Side::Catcher { "tracking" } else { "answer" });
    own.only(&known)?;
    let Armament { size, armor, armed, gun } = gun::read(input, tables, damage, side, switches, explained)?;
    let aircraft = input.neutral.vehicle(side)?.class()? == "aircraft";

    let mut reading = SideReading { input, tables, side, switches, own, explained };
    let driving = reading.driving()?;
    let piloting = reading.piloting()?;
    let setup = SideSetup {
        driving,
        piloting,
        acceleration: reading.attribute("acceleration", "acceleration_kmh_s")?,
        deceleration: reading.attribute("deceleration", "deceleration_kmh_s")?,
        maneuver: reading.attribute("maneuver", "maneuver_g")?,
        stability: reading.stability()?,
        ai: own.boolean("ai")?.unwrap_or(false),
        max_risk: own.get("max_risk").map(|node| risk_level(node, HIGHEST_RISK)).transpose()?,
        perception: own.level("perception")?.unwrap_or(0),
        tracking: own.boolean("tracking")?.unwrap_or(false),
        aircraft,
        size,
        armor,
        armed,
        gun,
    };
    let mut behaviours = vec![reading.risk(&setup)?, action(own, side, switches)?];
    behaviours.extend(answer(own, switches)?);
    Ok(SideRead { setup, behaviours })
}

/// Who is faster, in a speed contest; a maximum speed means nothing elsewhere.
pub(super) fn speeds(input: &Input<'_>, turns: Option<u16>, explained: &mut Vec<Explained>) -> Read<Option<Speed>> {
    let speeds = Pair::try_of(|side| {
        let own = input.own.table(side.name())?;
        let (speed, from) = match (own.number("max_speed_kmh", 0.0..=1e6)?, turns) {
            (Some(speed), Some(_)) => (speed, "the scenario".to_owned()),
            (Some(_), None) => {
                let place = own.peek("max_speed_kmh").map_or_else(nowhere, |node| node.place.clone());
                return Err(Problem::new(&place, "max_speed_kmh matters in a speed contest alone")
                    .help("set course = { kind = \"open\", contest = \"speed\" }, or leave it out"));
            }
            (None, Some(_)) => {
                let quantity = input.neutral.vehicle(side)?.quantity("max_speed_kmh", 0.0)?;
                (quantity.value, quantity.from)
            }
            (None, None) => return Ok(0.0),
        };
        explained.push(Explained::new(format!("{} maximum speed", side.name()), format!("{speed} km/h"), from));
        Ok(speed)
    })?;
    let faster = match speeds.prey.total_cmp(&speeds.catcher) {
        std::cmp::Ordering::Greater => Some(Side::Prey),
        std::cmp::Ordering::Less => Some(Side::Catcher),
        std::cmp::Ordering::Equal => None,
    };
    Ok(turns.map(|acceleration_turns| Speed { acceleration_turns, faster }))
}

/// The answer to a block, where there is damage: stop unless written.
fn answer(own: Reader<'_>, switches: &Switches) -> Read<Option<Behaviour>> {
    let answers = [("stop", STOP), ("ram", RAM)];
    let behaviour = match own.get("answer") {
        Some(node) => policy::read(node, "answer", &|node| node.one_of("answer", &answers))?,
        None => Behaviour::always(STOP),
    };
    if switches.rules.damage {
        return Ok(Some(behaviour));
    }
    if behaviour != Behaviour::always(STOP) {
        let place = own.peek("answer").map_or_else(nowhere, |node| node.place.clone());
        return Err(Problem::new(&place, "nobody rams while damage is off")
            .expected("answer = \"stop\"")
            .help("set rules = { damage = \"full\" }"));
    }
    Ok(None)
}

struct SideReading<'a> {
    input: &'a Input<'a>,
    tables: &'a Tables,
    side: Side,
    switches: &'a Switches,
    own: Reader<'a>,
    explained: &'a mut Vec<Explained>,
}

impl SideReading<'_> {
    fn explain(&mut self, what: &str, value: impl Into<String>, from: impl Into<String>) {
        self.explained.push(Explained::new(format!("{} {what}", self.side.name()), value, from));
    }

    fn driving(&mut self) -> Read<i16> {
        if let Some(level) = self.own.level("driving")? {
            self.explain("driving", shown(level), "the scenario");
            return Ok(level);
        }
        let (ladder, row) = self.input.neutral.skill(self.side, "driving")?;
        let skills = self.input.neutral.table("skills");
        let level = skills.integer(row, "fths", -20..=20)?.ok_or_else(|| skills.lacks(row, "fths"))? as i16;
        let from = format!("driving {ladder}, {}", skills.path(row, "fths"));
        self.explain("driving", shown(level), from);
        Ok(level)
    }

    fn piloting(&mut self) -> Read<i16> {
        if let Some(level) = self.own.level("piloting")? {
            self.explain("piloting", format!("{level:+}"), "the scenario");
            return Ok(level);
        }
        let vehicle = self.input.neutral.vehicle(self.side)?;
        let quantity = vehicle.quantity("piloting", -20.0)?;
        let level = quantity.value.floor() as i16;
        let from = quantity.from;
        self.explain("piloting", format!("{level:+}"), from);
        Ok(level)
    }

    fn stability(&mut self) -> Read<i16> {
        if let Some(level) = self.own.level("stability")? {
            self.explain("stability", format!("{level:+}"), "the scenario");
            return Ok(level);
        }
        let vehicle = self.input.neutral.vehicle(self.side)?;
        let rating = vehicle.quantity("stability_rating", 0.0)?;
        // Half the stability rating, rounded down (rules/fths.md 1).
        let level = (rating.value / 2.0).floor().min(100.0) as i16;
        self.explain(
            "stability",
            format!("{level:+}"),
            format!("stability rating {} of {}, halved", rating.value, rating.from),
        );
        Ok(level)
    }

    /// An attribute: a level as written, or a physical quantity through its table.
    fn attribute(&mut self, name: &'static str, column: &str) -> Read<i16> {
        let limit = self.own.number("g_limit", 0.01..=100.0)?;
        let quantity = match self.own.get(name) {
            Some(node) if matches!(node.value, Value::Table(_)) => self.physical(name, node)?,
            Some(node) => {
                let level = node.level(name)?;
                if limit.is_some() {
                    return Err(Problem::new(
                        &node.place,
                        format!("{name} is written as a level, which g_limit cannot limit"),
                    )
                    .expected("a physical quantity, such as { kmh_s = 27 }"));
                }
                self.explain(name, shown(level), "the scenario");
                return Ok(level);
            }
            None => {
                let unit = if name == "maneuver" { Unit::ManeuverG } else { Unit::KmhS };
                (self.input.neutral.vehicle(self.side)?.quantity(column, 0.0)?, unit)
            }
        };
        let (quantity, unit) = match limit {
            Some(limit) => self.limited(quantity, limit),
            None => quantity,
        };
        let Level { modifier, from } = level(self.tables, name, &quantity, unit)?;
        self.explain(name, shown(modifier), from);
        Ok(modifier)
    }

    fn physical(&self, name: &str, node: &Node) -> Read<(Quantity, Unit)> {
        let reader = Reader::new(Some(node), name)?;
        let units: &[&str] = if name == "maneuver" { &["g"] } else { &["kmh_s", "mph_s", "g"] };
        reader.only(units)?;
        let [entry] = reader.entries() else {
            return Err(Problem::new(&node.place, format!("{name} needs one unit")).expected(units.join(" or ")));
        };
        let value = entry.node.number(&entry.key, 0.0..=1e6)?;
        let quantity = Quantity { value, place: entry.node.place.clone(), from: "the scenario".into() };
        Ok(match (name, entry.key.as_str()) {
            ("maneuver", _) => (quantity, Unit::ManeuverG),
            (_, "mph_s") => (quantity, Unit::MphS),
            (_, "g") if self.switches.printed_g => (quantity, Unit::PrintedG),
            (_, "g") => (Quantity { value: value * G_IN_KMH_S, ..quantity }, Unit::KmhS),
            _ => (quantity, Unit::KmhS),
        })
    }

    /// The smaller of the vehicle's own and the limit of the G loads (rules/fths.md 1).
    fn limited(&self, (quantity, unit): (Quantity, Unit), limit: f64) -> (Quantity, Unit) {
        let kmh_s_in_g = if self.switches.printed_g { PRINTED_KMH_S } else { G_IN_KMH_S };
        let own_in_g = match unit {
            Unit::ManeuverG | Unit::PrintedG => quantity.value,
            Unit::KmhS => quantity.value / kmh_s_in_g,
            Unit::MphS => quantity.value * KM_IN_MILE / kmh_s_in_g,
        };
        if own_in_g <= limit {
            return (quantity, unit);
        }
        let place = self.own.peek("g_limit").map_or_else(nowhere, |node| node.place.clone());
        let from = format!("g_limit {limit}");
        match unit {
            Unit::ManeuverG | Unit::PrintedG => (Quantity { value: limit, place, from }, unit),
            Unit::KmhS | Unit::MphS => (Quantity { value: limit * kmh_s_in_g, place, from }, Unit::KmhS),
        }
    }

    /// The risk that is taken: as written, or as the temper has it.
    fn risk(&mut self, setup: &SideSetup) -> Read<Behaviour> {
        let highest = setup.max_risk.unwrap_or(HIGHEST_RISK);
        if let Some(node) = self.own.get("risk") {
            let risk = |node: &Node| Ok(super::super::drive::risk_action(risk_level(node, highest)?));
            let behaviour = policy::read(node, "risk", &risk)?;
            self.explain("risk", node.value.to_string(), "the scenario");
            return Ok(behaviour);
        }
        let row = self.input.neutral.temper(self.side)?;
        let table = self.input.neutral.table("tempers");
        let from_skill = table
            .one_of(row, "fths_from", &[("zero", false), ("skill", true)])?
            .ok_or_else(|| table.lacks(row, "fths_from"))?;
        let step = table.integer(row, "fths_risk", -20..=20)?.ok_or_else(|| table.lacks(row, "fths_risk"))? as i16;
        let aided = !setup.ai || self.switches.rules.ai_piloting;
        let total = setup.driving + if aided { setup.piloting } else { 0 };
        let risk = (step + if from_skill { total } else { 0 }).clamp(LOWEST_RISK, HIGHEST_RISK).min(highest);
        let from = format!("temper {}, {}", row.name, table.path(row, "fths_risk"));
        self.explain("risk", format!("{risk:+}"), from);
        Ok(Behaviour::always(super::super::drive::risk_action(risk)))
    }
}

/// A risk as a number or a word; `non-existent` is the lowest.
fn risk_level(node: &Node, highest: i16) -> Read<i16> {
    if let Value::Text(text) = &node.value
        && text.eq_ignore_ascii_case("non-existent")
    {
        node.mark_used();
        return Ok(LOWEST_RISK);
    }
    let level = node.level("risk")?;
    if (LOWEST_RISK..=highest).contains(&level) {
        return Ok(level);
    }
    Err(Problem::new(&node.place, format!("risk cannot be {level}"))
        .expected(format!("a risk from {LOWEST_RISK} (Non-Existent) to {highest}"))
        .help(format!("the nearest that works is {}", level.clamp(LOWEST_RISK, highest))))
}

/// What the winner does, in order of preference.
fn action(own: Reader<'_>, side: Side, switches: &Switches) -> Read<Behaviour> {
    let acts: &[Act] = match side {
        Side::Prey => &[Act::Lose, Act::Open, Act::Wait, Act::Ram, Act::Fire],
        Side::Catcher => &[Act::Block, Act::Close, Act::Wait, Act::Ram, Act::Fire],
    };
    let Some(node) = own.get("action") else {
        return Ok(Behaviour::Rank(acts[..2].iter().map(|&act| Action(act as u8)).collect()));
    };
    let open = if switches.rules.damage { acts } else { &acts[..3] };
    let words: Vec<(&str, Action)> = open.iter().map(|&act| (act.name(), Action(act as u8))).collect();
    policy::read_rank(node, "action", &|item| {
        if let Value::Text(text) = &item.value
            && !switches.rules.damage
            && (text == "ram" || text == "fire")
        {
            return Err(Problem::new(&item.place, format!("nobody can {text} while damage is off"))
                .expected(words.iter().map(|&(word, _)| word).collect::<Vec<_>>().join(", "))
                .help("set rules = { damage = \"full\" }"));
        }
        item.one_of("action", &words)
    })
}
