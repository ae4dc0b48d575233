//! A cell, ready to play: behind it the system is known only as something that can be played.

mod ready;

pub(crate) use ready::Ready;

use crate::compiled::Compiled;
use crate::counts::Counts;
use crate::followed::Followed;
use crate::game::{Answer, Depth, Equilibrium, GameError, Question};
use crate::kernel::Played;
use crate::patterns::Patterns;
use crate::solution::Size;
use crate::then;
use crate::told::Told;
use chaselab_core::tree::{Node, Reader};
use chaselab_core::{Problem, Words};
use chaselab_solve::{Exact, Limits};
use chaselab_systems::{Explained, Input, Playable, Prepared, Switch, SystemId, Use, Visitor};
use std::ops::Range;

/// Where the chases of a cell get their luck.
#[derive(Clone, Copy, Debug)]
pub struct Luck {
    /// The run's seed.
    pub seed: u64,
    /// The cell's key.
    pub cell: u64,
}

/// Which chase is to be told.
#[derive(Clone, Copy, Debug)]
pub enum Tale<'a> {
    /// The one with this number.
    Chase(Luck, u64),
    /// The one that the `[script]` of a scenario has.
    Script(&'a Node),
}

/// Who is shown every chase.
pub type Seen<'a> = dyn FnMut(Played, &[u16]) + 'a;

/// What can be done with a cell without knowing its system.
pub trait Player: Send + Sync {
    /// Solves what the solver has to give, where it has to: before playing.
    ///
    /// # Errors
    /// When that cannot be done, in words.
    fn solve(&self) -> Result<(), String>;

    /// The rules compiled, where few enough states are reached that so many chases make up for it.
    fn compile(&self, chases: u64) -> Option<Compiled>;

    /// Whether compiled rules play the same chases quicker than the rules themselves.
    fn is_quicker_compiled(&self) -> bool;

    /// The rules compiled, where so many chases are played quicker by them.
    fn quicker(&self, chases: u64) -> Option<Compiled> {
        if self.is_quicker_compiled() { self.compile(chases) } else { None }
    }

    /// Plays the chases with these numbers, by the compiled rules where there are some: the chases are the same.
    ///
    /// # Panics
    /// When it needed to be [solved](Player::solve) first.
    fn play(&self, luck: Luck, chases: Range<u64>, compiled: Option<&Compiled>) -> Counts;

    /// Plays the same chases, and shows each as it ends, with what was counted in it.
    ///
    /// # Panics
    /// When it needed to be [solved](Player::solve) first.
    fn each(&self, luck: Luck, chases: Range<u64>, compiled: Option<&Compiled>, seen: &mut Seen<'_>);

    /// Plays chases in which whatever the solver decides, and whatever a question leaves free, is decided by chance among
    /// all that is open; shows each as it ends, with what was counted in it. Nothing needs to be solved.
    fn each_at_random(&self, question: Option<&Question>, luck: Luck, chases: Range<u64>, seen: &mut Seen<'_>);

    /// Tells one chase, exactly as [`play`](Player::play) plays it or as a script has it.
    ///
    /// # Errors
    /// When a script does not fit the rules.
    ///
    /// # Panics
    /// When it needed to be [solved](Player::solve) first.
    fn tell(&self, tale: Tale<'_>) -> Result<Told, Box<Problem>>;

    /// The exact distribution of a chase.
    ///
    /// # Errors
    /// When the states do not fit, in words.
    fn exact(&self, limits: Limits) -> Result<Exact, String> {
        self.exact_like(&mut Patterns::default(), limits)
    }

    /// The same, quicker where a cell that was computed before has the same structure.
    ///
    /// # Errors
    /// As there.
    fn exact_like(&self, patterns: &mut Patterns, limits: Limits) -> Result<Exact, String>;

    /// How large the chain of states is, without computing anything with it.
    ///
    /// # Errors
    /// When the states do not fit, in words.
    fn size(&self, limits: Limits) -> Result<Size, String>;

    /// Whether the solver has to be asked for a policy.
    fn is_solved(&self) -> bool;

    /// What both sides do best, and what it is worth.
    ///
    /// # Errors
    /// When the question does not fit, or the game has no answer.
    fn answer(&self, question: &Question, depth: Depth) -> Result<Answer, GameError>;

    /// What becomes of a chase when both sides play their best.
    ///
    /// # Errors
    /// When the question does not fit, or the game has no answer.
    fn equilibrium(&self, question: &Question, limits: Limits) -> Result<Equilibrium, GameError>;

    /// A number for the whole game that a question asks about, with all that either side may do in it: another game has
    /// another one.
    ///
    /// # Errors
    /// When the states do not fit, in words.
    fn fingerprint(&self, question: &Question, limits: Limits) -> Result<u64, String>;

    /// The fight that follows a caught prey, where one does.
    fn then(&self) -> Option<SystemId>;

    /// The names of what it counts.
    fn words(&self) -> &Words;

    /// The most turns.
    fn max_turns(&self) -> u16;

    /// How every switch is set.
    fn switches(&self) -> &[Switch];

    /// Each side's numbers and where they came from.
    fn explained(&self) -> &[Explained];
}

/// The player of a system in a setting.
///
/// # Errors
/// What the system cannot play.
pub fn prepare(root: &Node, system: SystemId) -> Result<Box<dyn Player>, Box<Problem>> {
    system.visit(Prepare { root, system })
}

struct Prepare<'a> {
    root: &'a Node,
    system: SystemId,
}

impl Visitor for Prepare<'_> {
    type Output = <Self as Use>::Output;

    fn visit<S: Playable>(self) -> Self::Output {
        S::lean(S::read(&Input::new(self.root, self.system)?)?, self)
    }
}

impl Use for Prepare<'_> {
    type Output = Result<Box<dyn Player>, Box<Problem>>;

    fn prepared<S: Playable>(self, prepared: Prepared<S>) -> Self::Output {
        let chase = Ready::new(prepared)?;
        match then::read(Reader::new(Some(self.root), "the scenario")?)? {
            Some(fight) if fight != self.system => Ok(Box::new(Followed::new(chase, self.root)?)),
            _ => Ok(Box::new(chase)),
        }
    }
}
