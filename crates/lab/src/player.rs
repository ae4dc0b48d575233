//! A cell, ready to play: behind it the system is known only as something that can be played.

use crate::counts::Counts;
use crate::kernel::play;
use crate::policy::{Pilots, Policy};
use crate::stream;
use chaselab_core::tree::Node;
use chaselab_core::{Problem, Roll, Side, Words};
use chaselab_systems::{Explained, Input, Playable, Prepared, Switch, SystemId, Visitor};
use std::ops::Range;

/// Where the chases of a cell get their luck.
#[derive(Clone, Copy, Debug)]
pub struct Luck {
    /// The run's seed.
    pub seed: u64,
    /// The cell's key.
    pub cell: u64,
}

/// What can be done with a cell without knowing its system.
pub trait Player: Send + Sync {
    /// Plays the chases with these numbers.
    fn play(&self, luck: Luck, chases: Range<u64>) -> Counts;

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
    type Output = Result<Box<dyn Player>, Box<Problem>>;

    fn visit<S: Playable>(self) -> Self::Output {
        let prepared = S::read(&Input::new(self.root, self.system)?)?;
        let solved =
            Side::BOTH.iter().any(|&side| prepared.behaviours[side].iter().any(|behaviour| behaviour.is_solved()));
        if solved {
            return Err(Problem::new(&Default::default(), "`best-reply` and `equilibrium` cannot be played yet")
                .expected("a fixed policy, a policy by distance or a mix"));
        }
        Ok(Box::new(Ready { policy: Policy::new(&prepared.behaviours), prepared }))
    }
}

struct Ready<S> {
    prepared: Prepared<S>,
    policy: Policy,
}

impl<S: Playable> Player for Ready<S> {
    fn play(&self, luck: Luck, chases: Range<u64>) -> Counts {
        let max_turns = self.prepared.max_turns;
        let mut counts = Counts::new(max_turns);
        for chase in chases {
            let decisions = self.policy.mixes().then(|| stream::decisions(luck.seed, luck.cell, chase));
            let mut pilots = Pilots::new(&self.policy, decisions);
            let mut chance = Roll::new(stream::dice(luck.seed, luck.cell, chase));
            let played = play(&self.prepared.system, &mut pilots, max_turns, &mut chance);
            counts.count(played, chance.events());
        }
        counts
    }

    fn words(&self) -> &Words {
        self.prepared.system.words()
    }

    fn max_turns(&self) -> u16 {
        self.prepared.max_turns
    }

    fn switches(&self) -> &[Switch] {
        &self.prepared.switches
    }

    fn explained(&self) -> &[Explained] {
        &self.prepared.explained
    }
}
