//! A few turns played by given picks and dice, with all that was asked and told.

use crate::exact::read;
use chaselab_core::contract::play_script;
use chaselab_core::{End, Line, Next, Pair, Script, System, Trace};
use chaselab_systems::thw::{State, Thw};

/// What each side does whenever it is asked: by decision, one pick a turn.
pub type Picks<'a> = &'a [(&'a str, &'a [&'a str])];

/// Turns as they were played.
pub struct Played {
    pub system: Thw,
    /// At the beginning of every turn, and at the end.
    pub states: Vec<State>,
    /// Which dice were asked for.
    pub dice: Vec<String>,
    /// What the rules said about it.
    pub told: Vec<String>,
    /// Events by name, as often as they happened.
    pub events: Vec<String>,
}

impl Played {
    /// Plays `turns` turns of the scenario, which must use every face of `faces`.
    pub fn new(text: &str, prey: Picks<'_>, catcher: Picks<'_>, faces: &[i16], turns: usize) -> Self {
        let system = read::<Thw>(text).system;
        let mut trace = Trace::new(Script::new(faces.iter().copied()));
        let states = play_script(&system, Pair::new(prey, catcher), &mut trace, turns);
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

    /// The gap at the beginning of every turn, and at the end.
    pub fn gaps(&self) -> Vec<i16> {
        self.states.iter().map(|state| self.system.view(state).gap()).collect()
    }

    /// Damage that prey and catcher have taken in all.
    pub fn damage(&self) -> (i16, i16) {
        let view = self.system.view(self.states.last().unwrap()).0;
        (view[1], view[2])
    }

    /// How the chase ended, with the detail; nothing while it goes on.
    pub fn end(&self) -> Option<(End, &str)> {
        match self.system.next(self.states.last().unwrap()) {
            Next::Over(end, detail) => Some((end, &self.system.words().details[usize::from(detail.0)])),
            _ => None,
        }
    }

    /// The dice that were asked for, as text.
    pub fn asked(&self) -> Vec<&str> {
        self.dice.iter().map(String::as_str).collect()
    }
}
