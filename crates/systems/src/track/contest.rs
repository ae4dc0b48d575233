//! How two picked maneuvers are rolled: worked out once for every pair, so that play asks the smallest question.

use super::maneuver::Maneuver;
use super::ranges::FARTHEST_EDGE;
use super::state::Turn;
use chaselab_core::expr::{Expr, Outcome};
use chaselab_core::{Against, Bands, Chance, Dice, Pair, Side};

/// What is rolled when these two maneuvers meet.
#[derive(Clone, Debug)]
#[repr(u8)]
pub(super) enum Contest {
    /// Each side that rolls has a check of its own.
    Apart(Pair<Option<Solo>>),
    /// Only the difference of the two rolls matters, this side's less the other's: one question.
    Difference(Side, Roll),
    /// A roll that also counts by itself is drawn first, and this side's is held against it.
    Against(Solo, Side, Roll),
}

/// A roll and what it means.
#[derive(Clone, Debug)]
pub(super) struct Roll {
    dice: Dice,
    /// By margin.
    effects: Bands<Turn>,
}

/// A roll against a check of its own.
#[derive(Clone, Debug)]
pub(super) struct Solo {
    roll: Roll,
    /// By gap.
    check: Bands<i16>,
    /// Whether it has none: the other side's roll is held against it.
    opposed: bool,
}

impl Contest {
    /// How the picked maneuvers are rolled; a side without maneuvers rolls nothing.
    pub(super) fn new(picked: Pair<Option<&Maneuver>>, one_marker: bool) -> Self {
        let apart = || Self::Apart(Pair::of(|side| picked[side].map(|maneuver| Solo::new(maneuver, side, one_marker))));
        let (Some(prey), Some(catcher)) = (picked.prey, picked.catcher) else { return apart() };
        let both = Pair::new(prey, catcher);
        let Some(opposed) = Side::BOTH.into_iter().find(|&side| both[side].is_opposed()) else { return apart() };
        let (mine, theirs) = (both[opposed], both[opposed.other()]);
        let effects = joint(both, opposed, one_marker);
        // A roll without any effect is only there to be beaten.
        let only_margin = theirs.is_opposed() || theirs.does_nothing();
        match difference(mine, theirs).filter(|_| only_margin) {
            Some(dice) => Self::Difference(opposed, Roll { dice, effects }),
            None => {
                let solo = Solo::new(theirs, opposed.other(), one_marker);
                Self::Against(solo, opposed, Roll { dice: mine.dice.clone(), effects })
            }
        }
    }

    /// What the rolls of a turn come to.
    #[inline(always)]
    pub(super) fn roll<C: Chance>(&self, gap: i16, chance: &mut C) -> Turn {
        match self {
            Self::Apart(solos) => {
                let mut turn = Turn::default();
                for side in Side::BOTH {
                    if let Some(solo) = &solos[side] {
                        let check = solo.check.at(gap);
                        chance.rolls(side, Against::Over(check));
                        turn = turn.and(chance.band(&solo.roll.dice, &solo.roll.effects, -check));
                    }
                }
                turn
            }
            Self::Difference(side, Roll { dice, effects }) => {
                chance.rolls(*side, Against::Margin);
                chance.band(dice, effects, 0)
            }
            Self::Against(drawn, side, Roll { dice, effects }) => {
                let check = drawn.check.at(gap);
                // An opposed roll that is drawn has no check of its own, but is what the other one is held against.
                let against = if drawn.opposed { Against::Question } else { Against::Over(check) };
                chance.rolls(side.other(), against);
                let face = chance.draw(&drawn.roll.dice);
                let by_itself = drawn.roll.effects.at(face - check);
                chance.rolls(*side, Against::Over(face));
                by_itself.and(chance.band(dice, effects, -face))
            }
        }
    }
}

impl Solo {
    /// A maneuver by itself; an opposed one does nothing by itself.
    fn new(maneuver: &Maneuver, side: Side, one_marker: bool) -> Self {
        let (check, effects) = match &maneuver.check {
            Some(check) => (check.clone(), maneuver.turns(side, one_marker)),
            None => (constant(0), constant(Turn::default())),
        };
        Self { roll: Roll { dice: maneuver.dice.clone(), effects }, check, opposed: maneuver.is_opposed() }
    }
}

fn constant<T: Copy>(value: T) -> Bands<T> {
    Bands::new(value, []).expect("no rows are in order")
}

/// What `of`'s roll less the other's means for both: for the other side, if it is opposed too, the same less its sign.
fn joint(both: Pair<&Maneuver>, of: Side, one_marker: bool) -> Bands<Turn> {
    let turns = Pair::of(|side| both[side].is_opposed().then(|| both[side].turns(side, one_marker)));
    let at = |margin: i16| {
        let mine = turns[of].as_ref().map_or(Turn::default(), |turns| turns.at(margin));
        mine.and(turns[of.other()].as_ref().map_or(Turn::default(), |turns| turns.at(-margin)))
    };
    let farthest = FARTHEST_EDGE + 1;
    let changes = (-farthest..=farthest).filter(|&margin| at(margin) != at(margin - 1));
    Bands::new(at(-farthest - 1), changes.map(|margin| (margin, at(margin)))).expect("margins ascend")
}

/// The most values of both rolls together whose difference is worked out: there are up to a thousand pairs.
const MOST_VALUES: u16 = 4000;

/// The difference of two rolls as one die; `None` where that is too fine for a die.
fn difference(mine: &Maneuver, theirs: &Maneuver) -> Option<Dice> {
    let width = |(low, high): (i16, i16)| high.abs_diff(low);
    if width(mine.dice.range()) + width(theirs.dice.range()) > MOST_VALUES {
        return None;
    }
    let (mine, theirs) = (&mine.roll, &theirs.roll);
    match Expr::parse(&format!("{mine} vs {theirs}")).ok()?.outcome().ok()? {
        Outcome::Opposed(opposed) => opposed.difference.to_dice(&format!("{mine} vs {theirs}")).ok(),
        _ => None,
    }
}
