//! The dice of `thw`, made once: pools by how many dice they have, and what the difference of two pools means in a
//! gunfight.

use super::setup::Setup;
use super::state::State;
use chaselab_core::{Bands, Chance, Dice, Pair, Side};

/// A die of an opposed roll passes at this or less.
const PASS: i16 = 3;

/// The most dice in an opposed roll: Rep 6, faster, handling and armor.
const MOST: u8 = 9;

/// All dice of a setting.
#[derive(Clone, Debug)]
pub(super) struct Pools {
    /// For the gap before the first turn, to which 2 is added.
    pub start: Dice,
    /// Passes of an opposed roll, by dice.
    opposed: Vec<Dice>,
    /// Passes of a roll against driving skill, by dice, 0 to 2.
    against_driving: Pair<Vec<Dice>>,
    /// By who shoots: the prey alone, the catcher alone, both.
    gunfire: [Bands<Option<Won>>; 3],
}

/// A gunfight that its winner shot in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Won {
    pub winner: Side,
    /// By how many passes, 3 at most.
    pub by: u8,
}

impl Pools {
    pub(super) fn new(setup: &Setup) -> Self {
        let shooters = [Pair::new(true, false), Pair::new(false, true), Pair::new(true, true)];
        Self {
            start: Dice::sides(6),
            opposed: (0..=MOST).map(|count| Dice::passes(count, 6, PASS)).collect(),
            against_driving: setup
                .sides
                .as_ref()
                .map(|side| (0..=2).map(|count| Dice::passes(count, 6, i16::from(side.driving))).collect()),
            gunfire: shooters.map(gunfire),
        }
    }

    /// The dice of an opposed roll; none when the modifiers eat them up.
    pub(super) fn opposed(&self, count: i16) -> &Dice {
        &self.opposed[count.max(0) as usize]
    }

    /// Dice against a side's driving skill.
    pub(super) fn against_driving(&self, side: Side, count: u8) -> &Dice {
        &self.against_driving[side][usize::from(count)]
    }

    /// What the catcher's passes less the prey's mean, for who shoots in `state`.
    pub(super) fn gunfire(&self, state: &State) -> &Bands<Option<Won>> {
        let Pair { prey, catcher } = state.shoots;
        &self.gunfire[(usize::from(prey) + 2 * usize::from(catcher)).saturating_sub(1)]
    }
}

/// A winner who did not shoot gets nothing out of it, and the loser suffers nothing (rules/thw.md 2).
fn gunfire(shoots: Pair<bool>) -> Bands<Option<Won>> {
    let won = |winner: Side, by: u8| shoots[winner].then_some(Won { winner, by });
    let rows = [
        (-2, won(Side::Prey, 2)),
        (-1, won(Side::Prey, 1)),
        (0, None),
        (1, won(Side::Catcher, 1)),
        (2, won(Side::Catcher, 2)),
        (3, won(Side::Catcher, 3)),
    ];
    Bands::new(won(Side::Prey, 3), rows).expect("the rows ascend")
}

/// How many dice of a pool pass: no dice pass nothing, and nobody asks for them.
pub(super) fn passes<C: Chance>(chance: &mut C, pool: &Dice) -> i16 {
    if pool.range() == (0, 0) { 0 } else { chance.draw(pool) }
}
