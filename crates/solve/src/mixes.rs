//! Mixes of actions, each stored once: pure ones are shared by all nodes and turns.

use chaselab_core::{Action, Mixed};

/// A mix in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MixId(u32);

/// How many actions a decision can have.
const ACTIONS: u32 = 32;

impl MixId {
    /// Always `action`.
    pub(crate) const fn pure(action: Action) -> Self {
        Self(action.0 as u32)
    }

    /// No action: a side that waits.
    pub(crate) const NONE: Self = Self(ACTIONS);
}

/// A pool of mixes. It begins with every pure one.
#[derive(Clone, Debug)]
pub(crate) struct Mixes {
    parts: Vec<Mixed>,
    /// Where each mix ends; it begins where the one before ends.
    ends: Vec<u32>,
}

impl Mixes {
    pub(crate) fn new() -> Self {
        let parts = (0..ACTIONS).map(|action| Mixed { action: Action(action as u8), probability: 1.0 }).collect();
        let ends = (1..=ACTIONS).chain([ACTIONS]).collect();
        Self { parts, ends }
    }

    /// The actions of a mix in ascending order, with their probabilities.
    #[inline]
    pub(crate) fn get(&self, MixId(id): MixId) -> &[Mixed] {
        let begin = if id == 0 { 0 } else { self.ends[id as usize - 1] };
        &self.parts[begin as usize..self.ends[id as usize] as usize]
    }

    /// Stores a mix; a pure one is known already.
    pub(crate) fn add(&mut self, mix: &[Mixed]) -> MixId {
        match mix {
            [] => MixId::NONE,
            [one] => MixId::pure(one.action),
            _ => {
                self.parts.extend_from_slice(mix);
                self.ends.push(self.parts.len() as u32);
                MixId(self.ends.len() as u32 - 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pure_mixes_are_known_and_others_kept() {
        let mut mixes = Mixes::new();
        let part = |action, probability| Mixed { action: Action(action), probability };
        assert_eq!(mixes.get(MixId::pure(Action(0))), [part(0, 1.0)]);
        assert_eq!(mixes.get(MixId::pure(Action(31))), [part(31, 1.0)]);
        assert!(mixes.get(MixId::NONE).is_empty());
        assert_eq!(mixes.add(&[part(7, 1.0)]), MixId::pure(Action(7)));
        let first = mixes.add(&[part(0, 0.5), part(2, 0.5)]);
        let second = mixes.add(&[part(1, 0.25), part(2, 0.75)]);
        assert_eq!(mixes.get(first), [part(0, 0.5), part(2, 0.5)]);
        assert_eq!(mixes.get(second), [part(1, 0.25), part(2, 0.75)]);
    }
}
