//! Which actions a model holds: all that are open, or those that given policies can take.

use chaselab_core::{Behaviour, Choice, Options, Pair, Side};

/// Which actions are explored where a side decides.
#[derive(Clone, Copy, Debug)]
pub enum Explore<'a> {
    /// All that are open.
    Everything,
    /// Those that the policy of each decision can take; all that are open where the policy is left to the solver.
    Policies(&'a Pair<Vec<Behaviour>>),
}

impl Explore<'_> {
    /// The explored ones among the open actions of a side; empty for a side that waits.
    pub(crate) fn options(&self, side: Side, choice: Choice, gap: i16) -> Options {
        let behaviour = match self {
            Self::Policies(policies) => policies[side].get(usize::from(choice.decision.0)),
            Self::Everything => None,
        };
        match behaviour {
            Some(behaviour) if !choice.waits() && !behaviour.at(gap).is_solved() => {
                match behaviour.certain(choice, gap) {
                    Some(action) => Options::NONE.with(action),
                    None => {
                        let mix = behaviour.distribution(choice, gap);
                        mix.into_iter().fold(Options::NONE, |options, part| options.with(part.action))
                    }
                }
            }
            _ => choice.options,
        }
    }
}
