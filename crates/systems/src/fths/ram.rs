//! Ramming, blocking, and the answer to a block (rules/fths.md 6).

use super::turn::Done;
use super::words::RAMS;
use super::{After, Chase, Parts, Phase, State};
use chaselab_core::{Action, Chance, Pair, Side};

/// The prey stops.
pub(super) const STOP: Action = Action(0);
/// The prey rams the catcher.
pub(super) const RAM: Action = Action(1);

/// No difference is told apart beyond this one.
const WIDEST: i16 = 100;

impl<K: Parts> Chase<K> {
    /// Whether this turn's driving rolls are needed as numbers: somebody may ram, and by the difference of totals.
    #[inline]
    pub(super) fn totals_matter(&self, state: &State<K>) -> bool {
        self.damages() && state.distance == 0 && !self.setup.rules.ram_by_performance
    }

    /// The prey's driving less the catcher's, where somebody may ram.
    #[inline]
    pub(super) fn edge(&self, state: &State<K>, totals: Pair<i16>, performance: Pair<i16>) -> i8 {
        if !self.damages() || state.distance != 0 {
            return 0;
        }
        let of = if self.setup.rules.ram_by_performance { performance } else { totals };
        (of.prey - of.catcher).clamp(-WIDEST, WIDEST) as i8
    }

    /// Somebody has the turn: keeps of the edge what it may need, the winner's less the loser's. Where nobody can
    /// answer, all below 1 is 1.
    #[inline]
    pub(super) fn keep_edge(&self, state: &mut State<K>, winner: Side) {
        if state.distance != 0 {
            return;
        }
        let edge = if winner == Side::Prey { state.wear.turn.edge } else { -state.wear.turn.edge };
        let answered = winner == Side::Catcher && state.at_zero >= 2;
        let ramming = winner == Side::Catcher || state.at_zero >= 2;
        state.wear.turn.edge = match (ramming, answered) {
            (false, _) => 0,
            (true, false) => edge.max(1),
            (true, true) => edge,
        };
    }

    /// Keeps of what a crash takes from actions only what a gunner, or a ram in answer, may need.
    #[inline]
    pub(super) fn keep_actions(&self, state: &mut State<K>, answer: bool) {
        if state.wear.turn.actions == Pair::default() {
            return;
        }
        for side in Side::BOTH {
            if !(self.has_gunner(state, side) || answer && side == Side::Prey) {
                state.wear.turn.actions[side] = 0;
            }
        }
    }

    /// The prey picked its answer to a block. What its own crash takes from actions counts in the ram.
    pub(super) fn answer(&self, state: &mut State<K>, pick: Action) {
        if pick == RAM {
            let damage = i16::from(state.wear.turn.actions.prey) - i16::from(state.wear.turn.edge);
            state.wear.turn.edge = damage.max(1) as i8;
            state.phase = Phase::Act(Side::Prey, super::Act::Ram);
        } else {
            state.wear.turn.edge = 0;
            state.phase = Phase::Act(Side::Catcher, super::Act::Block);
        }
        self.keep_actions(state, false);
    }

    /// The rammed takes all, the rammer half, rounded down.
    #[inline(never)]
    pub(super) fn ram<C: Chance>(&self, state: &mut State<K>, rammer: Side, chance: &mut C) -> Done {
        chance.note(RAMS);
        let damage = i16::from(std::mem::take(&mut state.wear.turn.edge));
        chance.tell(|| format!("The {} rams the {}: damage {damage}.", rammer.name(), rammer.other().name()));
        let by = self.detail_of(After::Ram);
        let blow = |damage| self.setup.damage.bands.at(damage);
        self.suffer(&mut state.wear, rammer.other(), blow(damage), by, chance);
        self.suffer(&mut state.wear, rammer, blow(damage / 2), by, chance);
        self.settle(state, After::Ram, chance)
    }
}
