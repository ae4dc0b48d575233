//! How a driver decides: what a policy says, before any engine plays or solves it.

use crate::{Action, Choice};

/// What a driver does whenever one decision comes up.
#[derive(Clone, Debug, PartialEq)]
pub enum Behaviour {
    /// The first of these that is open; if none is, the open action with the lowest index.
    Rank(Vec<Action>),
    /// A mix: each time, one action by chance. Probabilities add up to 1; what falls on a closed action goes to the
    /// nearest open one.
    Mix(Vec<Mixed>),
    /// Another behaviour for each band of the gap; bands ascend, and the first also holds below its beginning.
    ByGap(Vec<GapBand>),
    /// The best answer to the other side's policy, by the solver.
    BestReply,
    /// The equilibrium mix of every state, by the solver.
    Equilibrium,
}

/// One action of a mix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixed {
    /// The action.
    pub action: Action,
    /// Its probability.
    pub probability: f64,
}

/// A behaviour from one gap on.
#[derive(Clone, Debug, PartialEq)]
pub struct GapBand {
    /// The lowest gap of the band.
    pub from: i16,
    /// What is done in it: a rank or a mix.
    pub behaviour: Behaviour,
}

impl Behaviour {
    /// Always this action.
    pub fn always(action: Action) -> Self {
        Self::Rank(vec![action])
    }

    /// Whether the solver has to say what is done.
    pub fn is_solved(&self) -> bool {
        matches!(self, Self::BestReply | Self::Equilibrium)
    }

    /// The open actions with their probabilities at `gap`, each once, in ascending order.
    ///
    /// # Panics
    /// When the side waits, or the behaviour is the solver's to give.
    pub fn distribution(&self, choice: Choice, gap: i16) -> Vec<Mixed> {
        if let Some(action) = self.certain(choice, gap) {
            return vec![Mixed { action, probability: 1.0 }];
        }
        match self.at(gap) {
            Self::Mix(mix) => {
                let mut open: Vec<Mixed> =
                    choice.options.iter().map(|action| Mixed { action, probability: 0.0 }).collect();
                for part in mix {
                    let nearest = open.iter_mut().min_by_key(|other| other.action.0.abs_diff(part.action.0));
                    nearest.expect("a side that decides has an open action").probability += part.probability;
                }
                open.retain(|part| part.probability > 0.0);
                open
            }
            Self::Rank(_) | Self::ByGap(_) => unreachable!("a rank is certain, and bands of the gap do not nest"),
            Self::BestReply | Self::Equilibrium => panic!("a solved behaviour has no distribution of its own"),
        }
    }

    /// The action that is taken for certain at `gap`, by a rank.
    ///
    /// # Panics
    /// When the side waits.
    pub fn certain(&self, choice: Choice, gap: i16) -> Option<Action> {
        let Self::Rank(rank) = self.at(gap) else { return None };
        let action = rank.iter().copied().find(|&action| choice.options.has(action));
        Some(action.unwrap_or_else(|| choice.options.lowest()))
    }

    /// The rank or mix that holds at `gap`.
    pub fn at(&self, gap: i16) -> &Self {
        match self {
            Self::ByGap(bands) => {
                let after = bands.partition_point(|band| band.from <= gap);
                &bands[after.saturating_sub(1)].behaviour
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decision, Options};

    fn choice(options: Options) -> Choice {
        Choice { decision: Decision(0), options }
    }

    #[test]
    fn rank_takes_the_first_open_action() {
        let rank = Behaviour::Rank(vec![Action(3), Action(1)]);
        let open = choice(Options::first(3));
        assert_eq!(rank.distribution(open, 0), [Mixed { action: Action(1), probability: 1.0 }]);
        assert_eq!(Behaviour::always(Action(9)).distribution(open, 0)[0].action, Action(0));
    }

    #[test]
    fn mix_moves_closed_shares_to_the_nearest_open_action() {
        let part = |action, probability| Mixed { action: Action(action), probability };
        let mix = Behaviour::Mix(vec![part(0, 0.25), part(5, 0.75)]);
        assert_eq!(mix.distribution(choice(Options::first(4)), 0), [part(0, 0.25), part(3, 0.75)]);
        assert_eq!(mix.distribution(choice(Options::first(1)), 0), [part(0, 1.0)]);
    }

    #[test]
    fn gap_bands_hold_from_their_beginning() {
        let band = |from, action| GapBand { from, behaviour: Behaviour::always(Action(action)) };
        let bands = Behaviour::ByGap(vec![band(0, 0), band(1, 1), band(4, 2)]);
        let picked: Vec<u8> =
            (-1..6).map(|gap| bands.distribution(choice(Options::first(3)), gap)[0].action.0).collect();
        assert_eq!(picked, [0, 0, 1, 1, 1, 2, 2]);
    }
}
