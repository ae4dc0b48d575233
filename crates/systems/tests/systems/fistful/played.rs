//! Single phases and whole turns by given dice, with all that was asked, told and counted.

use crate::exact::read;
use chaselab_core::contract::play_script;
use chaselab_core::{End, Line, Next, Pace, Pair, Script, Side, System, Trace};
use chaselab_systems::fistful::{Deed, Fistful, Phase, State};

/// What each side picks: by decision, in order.
pub type Picks<'a> = &'a [(&'a str, &'a [&'a str])];

/// What came of some dice.
pub struct Played {
    pub system: Fistful,
    /// At the beginning of every turn, and at the end; of a phase, its end alone.
    pub states: Vec<State>,
    pub pace: Pace,
    /// Which dice were asked for.
    pub dice: Vec<String>,
    pub told: Vec<String>,
    /// Events by name, as often as they happened.
    pub events: Vec<String>,
}

impl Played {
    /// One phase from the start of a scenario as `change` leaves it; every face is used.
    pub fn phase(text: &str, change: impl FnOnce(&mut State), faces: &[i16]) -> Self {
        let system = read::<Fistful>(text).system;
        let mut trace = Trace::new(Script::new(faces.iter().copied()));
        let mut state = system.start(&mut trace);
        change(&mut state);
        let pace = system.resolve(&mut state, &mut trace);
        Self::finish(system, vec![state], pace, trace)
    }

    /// Turns by picks; every face is used.
    pub fn turns(text: &str, prey: Picks<'_>, catcher: Picks<'_>, faces: &[i16], turns: usize) -> Self {
        let system = read::<Fistful>(text).system;
        let mut trace = Trace::new(Script::new(faces.iter().copied()));
        let states = play_script(&system, Pair::new(prey, catcher), &mut trace, turns);
        Self::finish(system, states, Pace::NextTurn, trace)
    }

    fn finish(system: Fistful, states: Vec<State>, pace: Pace, mut trace: Trace<Script>) -> Self {
        let (mut dice, mut told, mut events) = (Vec::new(), Vec::new(), Vec::new());
        for line in trace.take_lines() {
            match line {
                Line::Roll { dice: name, .. } => dice.push(name),
                Line::Told(text) => told.push(text),
                Line::Event(event) => events.push(system.words().events[usize::from(event.0)].clone()),
            }
        }
        if let Err(error) = trace.into_inner().finish() {
            panic!("{error}; asked for {dice:?}; told {told:?}");
        }
        Self { system, states, pace, dice, told, events }
    }

    pub fn state(&self) -> &State {
        self.states.last().unwrap()
    }

    /// The gap in centimetres, at every state.
    pub fn gaps(&self) -> Vec<f64> {
        self.states.iter().map(|state| cm(state.gap())).collect()
    }

    /// How the chase ended, with the detail; nothing while it goes on.
    pub fn end(&self) -> Option<(End, &str)> {
        match self.system.next(self.state()) {
            Next::Over(end, detail) => Some((end, &self.system.words().details[usize::from(detail.0)])),
            _ => None,
        }
    }

    pub fn count(&self, event: &str) -> usize {
        self.events.iter().filter(|name| *name == event).count()
    }
}

/// Quarters as centimetres.
pub fn cm(quarters: i16) -> f64 {
    f64::from(quarters) / 4.0
}

/// Puts a side in the middle of its activation, with one action to do this.
pub fn doing(side: Side, deed: Deed) -> impl Fn(&mut State) {
    move |state| {
        state.phase = Phase::Do(side, deed);
        state.left[side] = 1;
    }
}
