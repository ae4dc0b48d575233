//! A few exchanges played by given speeds and dice, with all that was asked and told.

use crate::exact::read;
use chaselab_core::contract::play_script;
use chaselab_core::{End, Line, Next, Pair, Script, System, Trace};
use chaselab_systems::reflex::{Reflex, State};

/// Exchanges as they were played.
pub struct Played {
    pub system: Reflex,
    /// At the beginning of every exchange, and at the end.
    pub states: Vec<State>,
    /// Which dice were asked for.
    pub dice: Vec<String>,
    /// What the rules said about it.
    pub told: Vec<String>,
    /// Events by name, as often as they happened.
    pub events: Vec<String>,
}

impl Played {
    /// Plays an exchange for each of the prey's speeds; every face of `faces` must be used.
    pub fn new(text: &str, prey: &[&str], catcher: &[&str], faces: &[i16]) -> Self {
        let system = read::<Reflex>(text).system;
        let mut trace = Trace::new(Script::new(faces.iter().copied()));
        let picks: [&[(&str, &[&str])]; 2] = [&[("speed", prey)], &[("speed", catcher)]];
        let states = play_script(&system, Pair::new(picks[0], picks[1]), &mut trace, prey.len());
        let (mut dice, mut told, mut events) = (Vec::new(), Vec::new(), Vec::new());
        for line in trace.take_lines() {
            match line {
                Line::Roll { dice: name, .. } => dice.push(name),
                Line::Told(text) => told.push(text),
                Line::Event(event) => events.push(system.words().events[usize::from(event.0)].clone()),
            }
        }
        trace.into_inner().finish().unwrap();
        Self { system, states, dice, told, events }
    }

    /// What the view shows at the beginning of every exchange, and at the end.
    pub fn views(&self) -> Vec<[i16; 6]> {
        self.states.iter().map(|state| self.system.view(state).0).collect()
    }

    /// The gap in whole metres at the end.
    pub fn gap(&self) -> i16 {
        self.views().last().unwrap()[0]
    }

    /// How the chase ended, with the detail; nothing while it goes on.
    pub fn end(&self) -> Option<(End, &str)> {
        match self.system.next(self.states.last().unwrap()) {
            Next::Over(end, detail) => Some((end, &self.system.words().details[usize::from(detail.0)])),
            _ => None,
        }
    }

    /// The modifiers and the target of each check at a bend.
    pub fn checks(&self) -> Vec<(i16, i16)> {
        let number = |text: &str| text.trim().parse::<i16>().unwrap();
        let said = self.told.iter().filter(|line| line.contains(" Drives a bend "));
        said.map(|line| {
            let (before, after) = line.split_once(" = ").unwrap();
            let (target, _) = after.split_once(" or less").unwrap();
            // Such as `8 - 2`: the sign stands apart.
            let sign = before.rfind(" - ").or_else(|| before.rfind(" + ")).unwrap();
            (number(&before[sign..].replace(' ', "")), number(target))
        })
        .collect()
    }

    /// What each check at a bend came to.
    pub fn came(&self) -> Vec<&str> {
        let said = self.told.iter().filter(|line| line.contains(" Drives a bend "));
        said.map(|line| line.rsplit_once(": ").unwrap().1.trim_end_matches('.')).collect()
    }

    /// How often an event happened.
    pub fn count(&self, event: &str) -> usize {
        self.events.iter().filter(|name| *name == event).count()
    }
}
