//! A few rounds played by given picks and results, with all that was asked and told.

use crate::exact::read;
use chaselab_core::contract::play_script;
use chaselab_core::{End, Line, Next, Pair, Script, System, Trace};
use chaselab_systems::fudge::Fudge;

/// What each side does whenever it is asked: by decision, pick by pick.
pub type Picks<'a> = &'a [(&'a str, &'a [&'a str])];

/// Nobody is asked.
pub const NONE: Picks<'static> = &[];

/// Rounds as they were played.
pub struct Played {
    /// At the beginning of every round, and at the end.
    pub views: Vec<[i16; 6]>,
    /// Which dice were asked for.
    pub asked: Vec<String>,
    pub told: Vec<String>,
    pub events: Vec<String>,
    /// How the fight ended, with the detail; nothing while it goes on.
    pub end: Option<(End, String)>,
}

impl Played {
    /// Plays rounds of the scenario, which must use every face.
    pub fn new(text: &str, prey: Picks<'_>, catcher: Picks<'_>, faces: &[i16], rounds: usize) -> Self {
        let system = read::<Fudge>(text).system;
        let mut trace = Trace::new(Script::new(faces.iter().copied()));
        let states = play_script(&system, Pair::new(prey, catcher), &mut trace, rounds);
        let mut played = Self {
            views: states.iter().map(|state| system.view(state).0).collect(),
            asked: Vec::new(),
            told: Vec::new(),
            events: Vec::new(),
            end: match system.next(states.last().unwrap()) {
                Next::Over(end, detail) => Some((end, system.words().details[usize::from(detail.0)].clone())),
                _ => None,
            },
        };
        for line in trace.take_lines() {
            match line {
                Line::Roll { dice, .. } => played.asked.push(dice),
                Line::Told(text) => played.told.push(text),
                Line::Event(event) => played.events.push(system.words().events[usize::from(event.0)].clone()),
            }
        }
        trace.into_inner().finish().unwrap();
        played
    }

    /// Conditions of prey and catcher at the end: 0 unhurt, 1 scratched, 2 hurt, 3 very hurt, 4 out.
    pub fn conditions(&self) -> (i16, i16) {
        let last = self.views.last().unwrap();
        (last[3], last[4])
    }

    /// Who stands at the end.
    pub fn standing(&self) -> (i16, i16) {
        let last = self.views.last().unwrap();
        (last[1], last[2])
    }

    /// The end, if there is one.
    pub fn end(&self) -> Option<(End, &str)> {
        self.end.as_ref().map(|(end, detail)| (*end, detail.as_str()))
    }
}
