//! Where each maneuver of a side stands in its list.

use chaselab_core::Action;

/// As many as any number of an action.
const ACTIONS: usize = 1 << u8::BITS;

/// The place of each action in a side's list of maneuvers; whoever is not asked has its first.
#[derive(Clone, Debug)]
pub(super) struct Places {
    places: [u8; ACTIONS],
    /// The action of the first, where all follow it one after the other: then a place is found without a look-up, for
    /// which the next roll would have to wait.
    first: Option<u8>,
}

impl Places {
    /// The places of these.
    pub(super) fn new(actions: &[Action]) -> Self {
        let mut places = [0; ACTIONS];
        for (place, action) in actions.iter().enumerate() {
            places[usize::from(action.0)] = place as u8;
        }
        let first = actions.first().map_or(0, |action| action.0);
        let in_a_row = actions.len() > 1 && actions.iter().zip(first..).all(|(action, next)| action.0 == next);
        Self { places, first: in_a_row.then_some(first) }
    }

    /// The place of an action.
    #[inline(always)]
    pub(super) fn of(&self, action: Action) -> u32 {
        match self.first {
            Some(first) => u32::from(action.0) - u32::from(first),
            None => u32::from(self.places[usize::from(action.0)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_list() {
        for list in [&[0, 1, 2][..], &[2, 3], &[3, 2], &[0, 2, 1, 4], &[0]] {
            let actions: Vec<Action> = list.iter().map(|&action| Action(action)).collect();
            let places = Places::new(&actions);
            for (place, &action) in (0..).zip(&actions) {
                assert_eq!(places.of(action), place, "{action:?} of {list:?}");
            }
        }
        // Who has one maneuver or none is not asked, and any action stands for it.
        assert_eq!([&[][..], &[Action(3)]].map(|actions| Places::new(actions).of(Action(0))), [0, 0]);
    }
}
