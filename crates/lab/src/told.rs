//! One chase told turn by turn: the same chase as is counted, played with an audience that writes down what happens.

use crate::kernel::{Audience, Played};
use chaselab_core::{Action, Chance, Choice, Decision, Line, Next, Pair, Side, System, Trace, View, Words};
use chaselab_systems::Scale;

/// A chase as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What happened before the first turn, then turn by turn.
    pub turns: Vec<Turn>,
    /// How it ended; nothing where a script ends before the chase does.
    pub played: Option<Played>,
    /// How often each event happened.
    pub events: Vec<u16>,
    /// How it stood at the end.
    pub last: View,
    /// How long a unit of the gap is, where the rules say it.
    pub scale: Option<Scale>,
    /// The fight that followed.
    pub then: Option<Box<ToldFight>>,
}

/// A fight after a chase.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldFight {
    /// How the chase ended that led to it.
    pub chase: Played,
    /// By what, in a word.
    pub by: String,
    /// Who was stunned when it began.
    pub stunned: Pair<bool>,
    /// The fight, in rounds.
    pub told: Told,
    /// The names in it.
    pub words: Words,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Its number; 0 is what happens before the first.
    pub turn: u16,
    /// How it stood when the turn began.
    pub view: View,
    /// What happened, in order.
    pub happenings: Vec<Happening>,
}

/// Something that happened in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A side decided.
    Pick {
        /// Who.
        side: Side,
        /// What was to be decided.
        decision: Decision,
        /// How.
        action: Action,
    },
    /// Dice were rolled, an event happened, or the rules said something.
    Line(Line),
}

/// Writes a chase down. `leaves` says when to stop before its end.
pub(crate) struct Teller<F> {
    turns: Vec<Turn>,
    leaves: F,
    last: View,
}

impl<F> Teller<F> {
    pub fn new(leaves: F) -> Self {
        Self { turns: Vec::new(), leaves, last: View::default() }
    }

    /// The whole of it.
    pub fn told(mut self, played: Option<Played>, events: &[u16], scale: Option<Scale>) -> Told {
        // The state after the last turn begins no turn of its own, nor does one in which nothing was done.
        let surplus = match played {
            Some(played) => self.turns.len() > usize::from(played.turns) + 1,
            None => self.turns.last().is_some_and(|turn| turn.happenings.is_empty()),
        };
        if surplus {
            self.turns.pop();
        }
        self.turns.retain(|turn| turn.turn > 0 || !turn.happenings.is_empty());
        Told { turns: self.turns, played, events: events.to_vec(), last: self.last, scale, then: None }
    }

    fn write<C: Chance>(&mut self, chance: &mut Trace<C>) {
        let lines = chance.take_lines().into_iter().map(Happening::Line);
        if let Some(turn) = self.turns.last_mut() {
            turn.happenings.extend(lines);
        }
    }
}

impl<S: System, C: Chance, F: FnMut(Next, &Trace<C>) -> bool> Audience<S, Trace<C>> for Teller<F> {
    fn turn(&mut self, system: &S, state: &S::State, turn: u16, chance: &mut Trace<C>) {
        self.last = system.view(state);
        if turn > 0 {
            self.write(chance);
        }
        self.turns.push(Turn { turn, view: self.last, happenings: Vec::new() });
        if turn == 0 {
            self.write(chance);
        }
    }

    fn decided(&mut self, choices: Pair<Choice>, picks: Pair<Action>, chance: &mut Trace<C>) {
        self.write(chance);
        for side in Side::BOTH {
            let Choice { decision, options } = choices[side];
            // A decision with one option is none.
            if options.len() > 1
                && let Some(turn) = self.turns.last_mut()
            {
                turn.happenings.push(Happening::Pick { side, decision, action: picks[side] });
            }
        }
    }

    fn leaves(&mut self, next: Next, chance: &Trace<C>) -> bool {
        (self.leaves)(next, chance)
    }
}
