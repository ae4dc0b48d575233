//! What a blow leaves behind (rules/fudge.md 3): a wound on the track, or a scratch for a Fudge point.

use super::Fudge;
use super::chart::Marked;
use super::state::{Hit, Phase, State};
use super::words::Count;
use chaselab_core::{Chance, Pace};

impl Fudge {
    /// Marks a wound, or none; not if whoever could reduce it is to decide first.
    ///
    /// Without a branch for whether there is one, since nobody can guess that.
    #[inline(always)]
    pub(super) fn hit<C: Chance>(&self, state: &mut State, step: u8, hit: Hit, chance: &mut C) -> bool {
        let marked = self.marked(state, hit);
        // Both at once: points left are easier to guess than wounds.
        if marked.reducible & (state.points[hit.side] > 0) {
            state.hit = Some(hit);
            state.phase = Phase::Reduce(step);
            return false;
        }
        mark(state, hit, marked, chance);
        true
    }

    /// The wound is marked as its bearer decided.
    #[inline(never)]
    pub(super) fn mark_reduced<C: Chance>(&self, state: &mut State, step: u8, reduced: bool, chance: &mut C) -> Pace {
        if let Some(hit) = state.hit.take() {
            if reduced {
                chance.note(Count::PointsSpent.of(hit.side));
            }
            mark(state, hit, self.marked(state, hit), chance);
        }
        self.go_on(state, step + 1)
    }

    /// What a hit makes of the fighter.
    #[inline]
    pub(super) fn marked(&self, state: &State, hit: Hit) -> Marked {
        self.charts[hit.side].mark(state.fighters[hit.side][usize::from(hit.target)], hit.wound)
    }
}

#[inline(always)]
fn mark<C: Chance>(state: &mut State, hit: Hit, marked: Marked, chance: &mut C) {
    state.fighters[hit.side][usize::from(hit.target)] = marked.after;
    chance.note_if(Count::Wound(marked.wound).of(hit.side), marked.hurts);
    if marked.hurts {
        chance.tell(|| format!("The {} {} is wounded: {}.", hit.side.name(), hit.target + 1, marked.wound.name()));
    }
}
