//! What a blow leaves behind (rules/fudge.md 3): a wound on the track, or a scratch for a Fudge point.

use super::Fight;
use super::chart::Marked;
use super::round::Round;
use super::state::{Hit, Phase, State};
use super::words::Count;
use chaselab_core::{Chance, Side};

impl<const MOST: usize> Fight<MOST> {
    /// Marks a wound, or none; not if whoever could reduce it is to decide first.
    ///
    /// Without a branch for whether there is one, since nobody can guess that.
    #[inline(always)]
    pub(super) fn hit<C: Chance>(&self, state: &mut State<MOST>, step: u8, hit: Hit, chance: &mut C) -> bool {
        let marked = self.marked(state, hit);
        // Both at once: points left are easier to guess than wounds.
        let points = if hit.side == Side::Prey { state.points.prey } else { state.points.catcher };
        if marked.reducible & points != 0 {
            state.hit = Some(hit);
            state.phase = Phase::Reduce(step);
            return false;
        }
        mark(state, hit, marked, chance);
        true
    }

    /// The wound is marked as its bearer decided.
    #[inline(never)]
    pub(super) fn mark_reduced<C: Chance>(
        &self,
        state: &mut State<MOST>,
        step: u8,
        reduced: bool,
        chance: &mut C,
    ) -> Round {
        if let Some(hit) = state.hit.take() {
            if reduced {
                chance.note(Count::PointsSpent.of(hit.side));
            }
            mark(state, hit, self.marked(state, hit), chance);
        }
        self.go_on(state, step + 1, state.acts)
    }

    /// What a hit makes of the fighter.
    #[inline]
    pub(super) fn marked(&self, state: &State<MOST>, hit: Hit) -> Marked {
        self.charts[hit.side].mark(state.fighter(hit.side, hit.target), hit.wound)
    }
}

#[inline(always)]
fn mark<const MOST: usize, C: Chance>(state: &mut State<MOST>, hit: Hit, marked: Marked, chance: &mut C) {
    state.mark(hit.side, hit.target, marked.after);
    chance.note_if(marked.event, marked.hurts);
    if marked.hurts {
        chance.tell(|| format!("The {} {} is wounded: {}.", hit.side.name(), hit.target + 1, marked.wound.name()));
    }
}
