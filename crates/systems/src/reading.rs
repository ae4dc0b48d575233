//! What the systems read of a scenario in the same way: each side's own section, switches, the limit on turns; and where
//! each number came from.

use crate::{Explained, Input, Switch};
use chaselab_core::tree::Reader;
use chaselab_core::{Pair, Problem};

/// Where a number came from that the system's own section says.
pub(crate) const WRITTEN: &str = "the scenario";

/// All that is read of a scenario besides how drivers behave; `T` is the system's setup.
#[derive(Debug)]
pub(crate) struct Reading<'a, T> {
    pub setup: T,
    pub max_turns: u16,
    pub switches: Vec<Switch>,
    pub notes: Notes,
    /// Each side's own section.
    pub own: Pair<Reader<'a>>,
}

/// Each side's section in the system's own, with these keys and no others.
///
/// # Errors
/// When a section is no table, or has an unknown key.
pub(crate) fn sides<'a>(input: &Input<'a>, keys: &[&str]) -> Result<Pair<Reader<'a>>, Box<Problem>> {
    Pair::try_of(|side| {
        let own = input.own.table(side.name())?;
        own.only(keys)?;
        Ok(own)
    })
}

/// The most turns that a chase has.
///
/// # Errors
/// When it is no number from 1 to 10,000.
pub(crate) fn max_turns(own: Reader<'_>, default: u16, notes: &mut Notes) -> Result<u16, Box<Problem>> {
    let written = own.integer("max_turns", 1..=10_000)?;
    let max_turns = written.map_or(default, |turns| turns as u16);
    notes.add_own("max_turns", max_turns, written.is_some());
    Ok(max_turns)
}

/// Where each number came from, as it is read.
#[derive(Debug, Default)]
pub(crate) struct Notes(Vec<Explained>);

impl Notes {
    pub(crate) fn add(&mut self, what: impl Into<String>, value: impl ToString, from: impl Into<String>) {
        self.0.push(Explained::new(what, value.to_string(), from));
    }

    /// A number of the system's own section or its default.
    pub(crate) fn add_own(&mut self, what: &str, value: impl ToString, written: bool) {
        self.add(what, value, if written { WRITTEN } else { "default" });
    }

    /// All of them, in the order in which they were read.
    pub(crate) fn explained(self) -> Vec<Explained> {
        self.0
    }
}

/// Reads switch after switch of `rules = { ... }` and keeps how each is set.
pub(crate) struct Switches<'a> {
    reader: Reader<'a>,
    set: Vec<Switch>,
}

impl<'a> Switches<'a> {
    pub(crate) fn new(reader: Reader<'a>) -> Self {
        Self { reader, set: Vec::new() }
    }

    /// One switch by its settings, of which the first is the default, and what each means.
    ///
    /// # Errors
    /// When it is set to none of them.
    pub(crate) fn read<T: Copy>(
        &mut self,
        name: &'static str,
        settings: &[(&'static str, T)],
    ) -> Result<T, Box<Problem>> {
        self.read_from(self.reader, name, settings)
    }

    /// One switch that stands somewhere else.
    ///
    /// # Errors
    /// When it is set to none of its settings.
    pub(crate) fn read_from<T: Copy>(
        &mut self,
        reader: Reader<'_>,
        name: &'static str,
        settings: &[(&'static str, T)],
    ) -> Result<T, Box<Problem>> {
        let words: Vec<(&str, usize)> = settings.iter().enumerate().map(|(index, &(word, _))| (word, index)).collect();
        let (value, meaning) = settings[reader.one_of(name, &words)?.unwrap_or(0)];
        self.keep(Switch { name, value: value.into(), default: settings[0].0 });
        Ok(meaning)
    }

    /// A switch that is no choice between words.
    pub(crate) fn keep(&mut self, switch: Switch) {
        self.set.push(switch);
    }

    /// All switches, in the order in which they were read.
    ///
    /// # Errors
    /// When the scenario sets another one.
    pub(crate) fn finish(self) -> Result<Vec<Switch>, Box<Problem>> {
        let known: Vec<&str> = self.set.iter().map(|switch| switch.name).collect();
        self.reader.only(&known)?;
        Ok(self.set)
    }
}
