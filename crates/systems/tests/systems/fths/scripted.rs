//! Chases with given dice, driven by what the scenario says of both drivers.

use crate::exact::read;
use chaselab_core::{Action, End, Next, Pace, Pair, Script, System};
use chaselab_systems::fths::{Condition, Fths, State};

/// How a scripted chase went.
pub struct Scripted {
    pub system: Fths,
    /// The state at the beginning of each turn, and where it stopped.
    pub states: Vec<State>,
    script: Script,
}

/// Plays so many turns of a scenario's `[fths]` section, with these faces.
pub fn scripted(section: &str, faces: &[i16], turns: usize) -> Scripted {
    let prepared = read::<Fths>(&format!("[fths]\n{section}\n"));
    let (system, mut script) = (prepared.system, Script::new(faces.iter().copied()));
    let mut state = system.start(&mut script);
    let mut states = vec![state];
    while states.len() <= turns {
        match system.next(&state) {
            Next::Over(..) => {
                states.push(state);
                break;
            }
            Next::Resolve => {
                if system.resolve(&mut state, &mut script) == Pace::NextTurn {
                    states.push(state);
                }
            }
            Next::Choose(choices) => {
                let gap = system.view(&state).gap();
                let picks = Pair::of(|side| match choices[side].waits() {
                    true => Action(0),
                    false => {
                        let decision = usize::from(choices[side].decision.0);
                        prepared.behaviours[side][decision].distribution(choices[side], gap)[0].action
                    }
                });
                system.choose(&mut state, picks);
            }
        }
    }
    if let Some(error) = script.error() {
        panic!("{error}");
    }
    Scripted { system, states, script }
}

/// What is wrong with these faces.
pub fn misfit(section: &str, faces: &[i16], turns: usize) -> String {
    let caught = std::panic::catch_unwind(|| scripted(section, faces, turns));
    let panic = caught.err().expect("the faces fit");
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

impl Scripted {
    /// The state where it stopped.
    pub fn last(&self) -> &State {
        self.states.last().unwrap()
    }

    /// The end and the name of its detail.
    pub fn end(&self) -> (End, &str) {
        match self.system.next(self.last()) {
            Next::Over(end, detail) => (end, &self.system.words().details[usize::from(detail.0)]),
            next => panic!("not over, but {next:?}"),
        }
    }

    /// What the view shows where it stopped.
    pub fn view(&self) -> [i16; 6] {
        self.system.view(self.last()).0
    }

    /// How often an event happened.
    pub fn count(&self, event: &str) -> u16 {
        let index = self.system.words().events.iter().position(|name| name == event);
        self.script.events()[index.unwrap_or_else(|| panic!("no event {event}"))]
    }

    /// The prey's systems that are not sound, by their place in the table.
    pub fn worn(&self) -> Vec<(usize, Condition)> {
        let systems = self.last().wear.systems.prey;
        (0..9).map(|index| (index, systems.condition(index))).filter(|(_, it)| *it != Condition::Sound).collect()
    }

    /// Checks that no face is left over.
    pub fn uses_all(self) {
        self.script.finish().unwrap();
    }
}
