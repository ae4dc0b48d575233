//! What a behaviour says at a decision: a rank, or a mix by words of a generator.

use chaselab_core::{Action, Behaviour, Choice, GapBand};

/// What one side does at one decision.
#[derive(Clone, Debug)]
pub(super) enum Law {
    Simple(Simple),
    ByGap(Vec<(i16, Simple)>),
    /// The solver's to give.
    Solved,
}

/// The same at one gap.
#[derive(Clone, Debug)]
pub(super) enum Simple {
    /// The first open one; where none is, the one with the lowest index.
    Rank(Vec<Action>),
    /// For each action, the highest word that picks it or one before it.
    Mix(Vec<(u64, Action)>),
}

impl Law {
    pub(super) fn new(behaviour: &Behaviour) -> Self {
        match behaviour {
            Behaviour::ByGap(bands) => {
                Self::ByGap(bands.iter().map(|GapBand { from, behaviour }| (*from, Simple::new(behaviour))).collect())
            }
            Behaviour::BestReply | Behaviour::Equilibrium => Self::Solved,
            simple => Self::Simple(Simple::new(simple)),
        }
    }

    /// Whether luck has a say in it.
    pub(super) fn mixes(&self) -> bool {
        let is_mix = |simple: &Simple| matches!(simple, Simple::Mix(_));
        match self {
            Self::Simple(simple) => is_mix(simple),
            Self::ByGap(bands) => bands.iter().any(|(_, simple)| is_mix(simple)),
            Self::Solved => true,
        }
    }

    /// What holds at a gap; nothing where the solver has to say.
    #[inline]
    pub(super) fn at(&self, gap: i16) -> Option<&Simple> {
        match self {
            Self::Simple(simple) => Some(simple),
            Self::ByGap(bands) => {
                let after = bands.partition_point(|&(from, _)| from <= gap);
                Some(&bands[after.saturating_sub(1)].1)
            }
            Self::Solved => None,
        }
    }
}

impl Simple {
    pub(super) fn new(behaviour: &Behaviour) -> Self {
        match behaviour {
            Behaviour::Rank(rank) => Self::Rank(rank.clone()),
            Behaviour::Mix(mix) => {
                let mut sum = 0.0;
                let mut ends: Vec<(u64, Action)> = mix
                    .iter()
                    .map(|part| {
                        sum += part.probability;
                        // 2^64 words, shared out in proportion; `as` saturates at the last.
                        ((sum * 18_446_744_073_709_551_616.0) as u64, part.action)
                    })
                    .collect();
                if let Some(last) = ends.last_mut() {
                    last.0 = u64::MAX;
                }
                Self::Mix(ends)
            }
            Behaviour::ByGap(_) | Behaviour::BestReply | Behaviour::Equilibrium => {
                unreachable!("bands of the gap hold ranks and mixes alone")
            }
        }
    }

    /// What is picked wherever it is open, if that is always the same.
    pub(super) fn first(&self) -> Option<Action> {
        match self {
            Self::Rank(rank) => rank.first().copied(),
            Self::Mix(_) => None,
        }
    }

    /// What is picked, by a word where that takes one.
    #[inline]
    pub(super) fn pick(&self, choice: Choice, word: impl FnOnce() -> u64) -> Action {
        match self {
            Self::Rank(rank) => {
                let open = rank.iter().copied().find(|&action| choice.options.has(action));
                open.unwrap_or_else(|| choice.options.lowest())
            }
            Self::Mix(ends) => mixed(ends, choice, word()),
        }
    }
}

/// What a word picks of a mix.
pub(super) fn mixed(ends: &[(u64, Action)], choice: Choice, word: u64) -> Action {
    nearest(ends[ends.partition_point(|&(end, _)| end < word)].1, choice)
}

/// The open action nearest to the wanted one; of two, the lower.
#[inline]
pub(super) fn nearest(wanted: Action, choice: Choice) -> Action {
    if choice.options.has(wanted) {
        return wanted;
    }
    choice.options.iter().min_by_key(|open| open.0.abs_diff(wanted.0)).unwrap_or(wanted)
}
