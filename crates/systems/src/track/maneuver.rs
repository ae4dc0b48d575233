//! One way to roll: its dice, what it is held against, and what comes of it (rules/track.md).

use super::ranges::{Range, Ranges};
use super::state::{Effect, Turn};
use chaselab_core::expr::Expr;
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{Bands, Dice, Place, Problem, Side};
use std::sync::Arc;

/// The farthest from 0 that a roll or a check may be: margins stay far within their type.
const FARTHEST_ROLL: i16 = 10_000;

/// The most steps of one effect.
const MOST_STEPS: i64 = 1_000;

/// What a maneuver may say.
const KEYS: [&str; 4] = ["name", "roll", "check", "effect"];

/// A maneuver of one side.
#[derive(Clone, Debug)]
pub(super) struct Maneuver {
    pub name: String,
    /// What is rolled, as it was written.
    pub roll: Expr,
    /// Large ones take many times as much memory as all else, and each contest has them.
    pub dice: Arc<Dice>,
    /// What the roll is held against, by gap; without it, the other side's roll.
    pub check: Option<Bands<i16>>,
    /// How the check was written.
    pub check_shown: String,
    pub effects: Ranges<Effect>,
    /// How the effects were written.
    pub effects_shown: String,
    /// Where the maneuver stands, and its check.
    pub place: Place,
    pub check_place: Place,
}

impl Maneuver {
    /// Reads a maneuver called `name`; checks by gap must cover every gap of `domain`.
    ///
    /// # Errors
    /// When a key is unknown or its value cannot be played.
    pub(super) fn read(reader: Reader<'_>, name: String, domain: Range) -> Result<Self, Box<Problem>> {
        reader.only(&KEYS)?;
        let roll = reader.get("roll").ok_or_else(|| {
            Problem::new(&reader.place(), format!("the maneuver {name} has no `roll`"))
                .expected("a dice expression such as roll = \"1d20 + 5\"")
        })?;
        let (roll, dice) = read_roll(roll)?;
        let check = reader.get("check");
        let effect = reader.get("effect");
        Ok(Self {
            name,
            roll,
            dice: Arc::new(dice),
            check: check.map_or(Ok(None), |node| read_check(node, domain))?,
            check_shown: check.map_or("opposed".into(), |node| shown(&node.value)),
            effects: effect.map_or(Ok(Ranges::none()), |node| {
                Ranges::read(node, "effect", "the margin", |entry| read_effect(&entry.node))
            })?,
            effects_shown: effect.map_or("no effect".into(), |node| shown(&node.value)),
            place: reader.place(),
            check_place: check.map_or_else(|| reader.place(), |node| node.place.clone()),
        })
    }

    /// Whether it is held against the other side's roll.
    pub(super) const fn is_opposed(&self) -> bool {
        self.check.is_none()
    }

    /// Whether nothing comes of it, however it is rolled.
    pub(super) fn does_nothing(&self) -> bool {
        self.effects.values().all(|effect| effect == Effect::Nothing)
    }

    /// Its effects as turns of `side`.
    pub(super) fn turns(&self, side: Side, one_marker: bool) -> Bands<Turn> {
        self.effects.map(|effect| effect.turn(side, one_marker)).bands(Turn::default())
    }

    /// Rolls, check and effects in words.
    pub(super) fn shown(&self) -> String {
        format!("{}, {}, {}", self.roll, self.check_shown, self.effects_shown)
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Integer(number) => format!("against {number}"),
        other => other.to_string(),
    }
}

/// Reads a dice expression as dice that can be played with.
///
/// # Errors
/// When it is no expression, or its values or ways are too many for a die.
pub(super) fn read_roll(node: &Node) -> Result<(Expr, Dice), Box<Problem>> {
    let text = match &node.value {
        Value::Integer(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        _ => return Err(node.unexpected("a roll", "a dice expression such as \"1d20 + 5\"")),
    };
    node.mark_used();
    let roll = Expr::parse(&text).map_err(|error| error.at(&node.place, &text))?;
    let distribution = roll.distribution().map_err(|error| error.at(&node.place, &text))?;
    let too_wide = |message: String| {
        Problem::new(&node.place, message)
            .expected(format!("a roll that shows values from -{FARTHEST_ROLL} to {FARTHEST_ROLL}"))
    };
    let dice = distribution.to_dice(&roll.to_string()).map_err(|error| too_wide(error.to_string()))?;
    let (low, high) = dice.range();
    if low < -FARTHEST_ROLL || high > FARTHEST_ROLL {
        return Err(too_wide(format!("this roll shows values from {low} to {high}")));
    }
    Ok((roll, dice))
}

/// Reads `"opposed"`, a number, or numbers by gap.
fn read_check(node: &Node, domain: Range) -> Result<Option<Bands<i16>>, Box<Problem>> {
    let most = i64::from(FARTHEST_ROLL);
    let number = |node: &Node| node.integer("check", -most..=most).map(|number| number as i16);
    match &node.value {
        Value::Text(_) => node.one_of("check", &[("opposed", ())]).map(|()| None).map_err(|problem| {
            problem.expected("\"opposed\", a number, or numbers by gap such as { \"0..2\" = 12, \"3+\" = 15 }")
        }),
        Value::Table(_) => {
            let by_gap = Ranges::read(node, "check", "the gap", |entry| number(&entry.node))?;
            match by_gap.uncovered(domain) {
                None => Ok(Some(by_gap.bands(0))),
                Some(gap) => Err(Problem::new(&node.place, format!("check says nothing of a gap of {gap}"))
                    .expected(format!("bands that cover every gap that play can reach: {domain}"))),
            }
        }
        _ => Ok(Some(Bands::new(number(node)?, []).expect("no rows are in order"))),
    }
}

/// Reads steps, `{ other = steps }` or `"crash"`.
fn read_effect(node: &Node) -> Result<Effect, Box<Problem>> {
    let steps = -MOST_STEPS..=MOST_STEPS;
    match &node.value {
        Value::Integer(_) => node.integer("a step", steps).map(|steps| Effect::Own(steps as i16)),
        Value::Text(_) => node.one_of("an effect", &[("crash", Effect::Crash)]),
        Value::Table(_) => {
            let reader = Reader::new(Some(node), "an effect")?;
            reader.only(&["other"])?;
            let steps = reader.integer("other", steps)?;
            let steps = steps.ok_or_else(|| node.unexpected("an effect", "{ other = 1 }"))?;
            Ok(Effect::Other(steps as i16))
        }
        _ => Err(node.unexpected("an effect", "steps such as 1, { other = 1 }, or \"crash\"")),
    }
}
