//! What `track` reads of a scenario (rules/track.md).

use super::maneuver::{Maneuver, read_roll};
use super::ranges::Range;
use super::state::Effect;
use super::words::DECISION;
use crate::Input;
use crate::reading::{self, Notes, Reading, WRITTEN};
use chaselab_core::tree::{Node, Reader, Value, parse_embedded};
use chaselab_core::{Dice, Pair, Place, Problem, Side};

/// Keys of the system's own section that both modes have.
const KEYS: [&str; 5] = ["mode", "order", "max_turns", "prey", "catcher"];
const GAP_KEYS: [&str; 3] = ["start", "free_at", "stopped_at"];
const SCORES_KEYS: [&str; 3] = ["prey_wins_at", "catcher_wins_at", "tie"];

/// The farthest that a marker goes.
pub(super) const FARTHEST: i16 = 10_000;

/// The most different names of maneuvers: what one decision can hold.
const MOST_NAMES: usize = 32;

/// What both sides do when nobody says anything.
const DEFAULT: &str = "run = { roll = \"1d20 + 5\", check = \"opposed\", effect = { \">= 1\" = 1 } }";

/// A setting of the rules. Only [`read`] makes one, so everything in it can be played.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) mode: Mode,
    /// The catcher picks knowing the prey's pick.
    pub(super) prey_first: bool,
    pub(super) maneuvers: Pair<Vec<Maneuver>>,
}

/// What moves, and when it ends the chase.
#[derive(Clone, Debug)]
pub(super) enum Mode {
    /// One marker between the two.
    Gap { start: Dice, free_at: Option<i16>, stopped_at: Option<i16> },
    /// A counter a side, each with the score that wins.
    Scores { wins_at: Pair<i16>, tie: Tie },
}

/// Who wins when both counters arrive in the same turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    To(Side),
    /// Neither: both stand one step before the end, and the chase goes on.
    GoesOn,
}

/// Reads a setting.
///
/// # Errors
/// The first thing that is unknown or cannot be played.
pub(super) fn read<'a>(input: &Input<'a>) -> Result<Reading<'a, Setup>, Box<Problem>> {
    let own = input.own;
    let scores = own.one_of("mode", &[("gap", false), ("scores", true)])?.unwrap_or(false);
    only(own, scores)?;
    let mode = if scores { read_scores(own)? } else { read_gap(own)? };
    let sides = reading::sides(input, &["maneuvers", DECISION])?;
    let written = Side::BOTH.iter().any(|&side| sides[side].get("maneuvers").is_some());
    let domain = mode.open_gaps();
    let maneuvers = Pair::try_of(|side| match sides[side].get("maneuvers") {
        Some(node) => read_maneuvers(node, side, domain),
        None if written => Ok(Vec::new()),
        None => read_maneuvers(&parse_embedded(DEFAULT)?, side, domain),
    })?;
    let setup = Setup {
        mode,
        prey_first: own.one_of("order", &[("simultaneous", false), ("prey-first", true)])?.unwrap_or(false),
        maneuvers,
    };
    check(&setup, own.place())?;
    let mut notes = Notes::default();
    setup.note(written, &mut notes);
    let max_turns = reading::max_turns(own, 50, &mut notes)?;
    Ok(Reading { setup, max_turns, switches: Vec::new(), notes, own: sides })
}

/// Refuses unknown keys, and says so when a key belongs to the other mode.
fn only(own: Reader<'_>, scores: bool) -> Result<(), Box<Problem>> {
    let (mine, theirs, other) = if scores { (SCORES_KEYS, GAP_KEYS, "gap") } else { (GAP_KEYS, SCORES_KEYS, "scores") };
    if let Some(entry) = own.entries().iter().find(|entry| theirs.contains(&entry.key.as_str())) {
        return Err(Problem::new(&entry.place, format!("`{}` belongs to mode \"{other}\"", entry.key))
            .help(format!("write mode = \"{other}\", or remove it")));
    }
    own.only(&[KEYS.as_slice(), &mine].concat())
}

fn read_gap(own: Reader<'_>) -> Result<Mode, Box<Problem>> {
    let far = -i64::from(FARTHEST)..=i64::from(FARTHEST);
    let at = |key: &str| Ok::<_, Box<Problem>>(own.integer(key, far.clone())?.map(|at| at as i16));
    let (free_at, stopped_at) = match (at("free_at")?, at("stopped_at")?) {
        (None, None) => (Some(6), Some(0)),
        written => written,
    };
    if let (Some(free), Some(stopped)) = (free_at, stopped_at)
        && free <= stopped
    {
        let place = own.peek("free_at").or(own.peek("stopped_at")).map_or(Place::Default, |node| node.place.clone());
        return Err(Problem::new(&place, format!("free_at is {free} and stopped_at {stopped}: no gap lies between"))
            .expected("a free_at above stopped_at"));
    }
    let start = own.get("start").map(|node| read_roll(node).map(|(_, dice)| dice)).transpose()?;
    Ok(Mode::Gap { start: start.unwrap_or_else(three), free_at, stopped_at })
}

/// The start when nobody says anything.
fn three() -> Dice {
    Dice::from_weights("3", [(3, 1)]).expect("one face with one way")
}

fn read_scores(own: Reader<'_>) -> Result<Mode, Box<Problem>> {
    let wins_at = Pair::try_of(|side| {
        let key = if side == Side::Prey { "prey_wins_at" } else { "catcher_wins_at" };
        Ok::<_, Box<Problem>>(own.integer(key, 1..=FARTHEST.into())?.unwrap_or(3) as i16)
    })?;
    let words = [("prey", Tie::To(Side::Prey)), ("catcher", Tie::To(Side::Catcher)), ("go-on", Tie::GoesOn)];
    Ok(Mode::Scores { wins_at, tie: own.one_of("tie", &words)?.unwrap_or(Tie::To(Side::Prey)) })
}

impl Mode {
    /// Whether there is one marker, so that a catcher's step is a step back of the prey's.
    pub(super) const fn one_marker(&self) -> bool {
        matches!(self, Self::Gap { .. })
    }

    /// The gaps at which a turn can be played.
    fn open_gaps(&self) -> Range {
        match *self {
            Self::Gap { free_at, stopped_at, .. } => {
                Range { first: stopped_at.map(|at| at + 1), last: free_at.map(|at| at - 1) }
            }
            Self::Scores { wins_at: Pair { prey, catcher }, .. } => {
                Range { first: Some(1 - catcher), last: Some(prey - 1) }
            }
        }
    }
}

/// Reads a list of maneuvers with names, or a table of them by name.
fn read_maneuvers(node: &Node, side: Side, domain: Range) -> Result<Vec<Maneuver>, Box<Problem>> {
    let list = format!("{}.maneuvers", side.name());
    node.mark_used();
    let named: Vec<(String, &Place, Reader<'_>)> = match &node.value {
        Value::Table(entries) => entries
            .iter()
            .map(|entry| {
                let reader = Reader::new(Some(&entry.node), "a maneuver")?;
                if let Some(name) = reader.get("name") {
                    return Err(Problem::new(&name.place, format!("this maneuver is called {} already", entry.key)));
                }
                Ok((entry.key.clone(), &entry.place, reader))
            })
            .collect::<Result<_, Box<Problem>>>()?,
        Value::List(items) => items
            .iter()
            .map(|item| {
                let reader = Reader::new(Some(item), "a maneuver")?;
                let name = reader.get("name").ok_or_else(|| {
                    Problem::new(&item.place, "this maneuver has no `name`").expected("a name such as name = \"run\"")
                })?;
                Ok((name.text("name")?.to_owned(), &name.place, reader))
            })
            .collect::<Result<_, Box<Problem>>>()?,
        _ => return Err(node.unexpected(&list, "maneuvers as [[track.prey.maneuvers]], each with a name and a roll")),
    };
    if let Some((_, place, _)) = named.get(MOST_NAMES) {
        return Err(Problem::new(place, format!("{list} has {} maneuvers", named.len()))
            .expected(format!("at most {MOST_NAMES} on both sides together")));
    }
    let mut maneuvers: Vec<Maneuver> = Vec::with_capacity(named.len());
    for (name, place, reader) in named {
        check_name(&name, place)?;
        if maneuvers.iter().any(|known| known.name == name) {
            return Err(Problem::new(place, format!("two maneuvers of the {} are called {name}", side.name())));
        }
        maneuvers.push(Maneuver::read(reader, name, domain)?);
    }
    Ok(maneuvers)
}

/// A name must not read as anything else that a pick can be.
fn check_name(name: &str, place: &Place) -> Result<(), Box<Problem>> {
    let taken = ["best-reply", "equilibrium"].contains(&name);
    if taken || name.trim().is_empty() || name.parse::<i64>().is_ok() {
        return Err(Problem::new(place, format!("a maneuver cannot be called \"{name}\""))
            .expected("a word that is no number, and neither best-reply nor equilibrium"));
    }
    Ok(())
}

/// What only shows when both sides are known.
fn check(setup: &Setup, place: Place) -> Result<(), Box<Problem>> {
    let both = &setup.maneuvers;
    if both.prey.is_empty() && both.catcher.is_empty() {
        return Err(Problem::new(&place, "nobody has a maneuver, so nothing ever happens")
            .expected("[[track.prey.maneuvers]] or [[track.catcher.maneuvers]]"));
    }
    for side in Side::BOTH {
        if let Some(alone) = both[side].iter().find(|maneuver| maneuver.is_opposed())
            && both[side.other()].is_empty()
        {
            let other = side.other().name();
            return Err(Problem::new(
                &alone.check_place,
                format!("{} is opposed, but the {other} has no maneuvers and rolls nothing", alone.name),
            )
            .expected(format!("check = a number, or [[track.{other}.maneuvers]]")));
        }
    }
    let names = super::words::names(setup);
    if names.len() > MOST_NAMES {
        let all = both.prey.iter().chain(&both.catcher);
        let place = all.last().map_or(place, |maneuver| maneuver.place.clone());
        return Err(Problem::new(&place, format!("the maneuvers have {} different names", names.len()))
            .expected(format!("at most {MOST_NAMES} on both sides together")));
    }
    Ok(())
}

impl Setup {
    /// Whether a side can crash.
    pub(super) fn crashes(&self, side: Side) -> bool {
        self.maneuvers[side].iter().any(|maneuver| maneuver.effects.values().any(|effect| effect == Effect::Crash))
    }

    fn note(&self, written: bool, notes: &mut Notes) {
        let shown = |at: Option<i16>| at.map_or("never".into(), |at| at.to_string());
        match &self.mode {
            Mode::Gap { start, free_at, stopped_at } => {
                notes.add("start", start.name(), "the scenario, 3 unless written");
                notes.add("free_at", shown(*free_at), "the scenario, 6 when neither end is written");
                notes.add("stopped_at", shown(*stopped_at), "the scenario, 0 when neither end is written");
            }
            Mode::Scores { wins_at, .. } => {
                for side in Side::BOTH {
                    let what = format!("{}_wins_at", side.name());
                    notes.add(what, wins_at[side], "the scenario, 3 unless written");
                }
            }
        }
        let from = if written { WRITTEN } else { "default" };
        for side in Side::BOTH {
            for maneuver in &self.maneuvers[side] {
                notes.add(format!("{} {}", side.name(), maneuver.name), maneuver.shown(), from);
            }
        }
    }
}
