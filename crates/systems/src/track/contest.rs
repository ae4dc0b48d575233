//! How two picked maneuvers are rolled: worked out once for every pair, so that play asks the smallest question.

use super::maneuver::Maneuver;
use super::ranges::FARTHEST_EDGE;
use super::state::Turn;
use chaselab_core::expr::{Expr, Outcome};
use chaselab_core::{Against, Bands, Chance, Dice, Pair, Side};
use std::collections::HashMap;
use std::sync::Arc;

/// What is rolled when these two maneuvers meet.
#[derive(Clone, Debug)]
pub(super) enum Contest {
    /// Only one side rolls, and has a check of its own.
    Alone(Solo),
    /// One rolls after the other.
    Both(Solo, Solo, Meeting),
    /// Only the difference of the two rolls matters, this side's less the other's: one question.
    Difference(Side, Roll),
}

/// How the second of two rolls is held against the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// Not at all: each has a check of its own.
    Apart,
    /// The first, which also counts by itself, is the second's check.
    Against,
}

/// A roll and what it means.
#[derive(Clone, Debug)]
pub(super) struct Roll {
    dice: Arc<Dice>,
    /// By margin.
    effects: Bands<Turn>,
}

/// A side's roll against a check of its own.
#[derive(Clone, Debug)]
pub(super) struct Solo {
    side: Side,
    roll: Roll,
    /// By gap; 0 where it has none.
    check: Bands<i16>,
    /// Whether it has none: the other side's roll is held against it.
    opposed: bool,
}

impl Contest {
    /// How the picked maneuvers are rolled; a side without maneuvers rolls nothing.
    pub(super) fn new(picked: Pair<Option<&Maneuver>>, one_marker: bool, differences: &mut Differences) -> Self {
        let solo = |maneuver: &Maneuver, side: Side| Solo::new(maneuver, side, one_marker);
        let (prey, catcher) = match picked {
            Pair { prey: Some(prey), catcher: Some(catcher) } => (prey, catcher),
            Pair { prey: Some(prey), .. } => return Self::Alone(solo(prey, Side::Prey)),
            Pair { catcher: Some(catcher), .. } => return Self::Alone(solo(catcher, Side::Catcher)),
            _ => unreachable!("somebody has a maneuver"),
        };
        let both = Pair::new(prey, catcher);
        let Some(opposed) = Side::BOTH.into_iter().find(|&side| both[side].is_opposed()) else {
            return Self::Both(solo(prey, Side::Prey), solo(catcher, Side::Catcher), Meeting::Apart);
        };
        let (mine, theirs) = (both[opposed], both[opposed.other()]);
        let effects = joint(both, opposed, one_marker);
        // A roll without any effect is only there to be beaten.
        let only_margin = theirs.is_opposed() || theirs.does_nothing();
        match only_margin.then(|| differences.of(mine, theirs)).flatten() {
            Some(dice) => Self::Difference(opposed, Roll { dice, effects }),
            None => {
                let mine = Solo { roll: Roll { dice: Arc::clone(&mine.dice), effects }, ..solo(mine, opposed) };
                Self::Both(solo(theirs, opposed.other()), mine, Meeting::Against)
            }
        }
    }

    /// What is rolled first, and what is rolled then.
    pub(super) const fn dice(&self) -> (&Arc<Dice>, Option<&Arc<Dice>>) {
        match self {
            Self::Alone(solo) => (&solo.roll.dice, None),
            Self::Difference(_, roll) => (&roll.dice, None),
            Self::Both(first, second, _) => (&first.roll.dice, Some(&second.roll.dice)),
        }
    }

    /// What the rolls of a turn come to.
    #[inline(always)]
    pub(super) fn roll<C: Chance>(&self, gap: i16, chance: &mut C) -> Turn {
        match self {
            Self::Alone(solo) => {
                let check = solo.check.at(gap);
                chance.rolls(solo.side, Against::Over(check));
                chance.band(&solo.roll.dice, &solo.roll.effects, -check)
            }
            Self::Difference(side, Roll { dice, effects }) => {
                chance.rolls(*side, Against::Margin);
                chance.band(dice, effects, 0)
            }
            Self::Both(first, second, meeting) => {
                let against = *meeting == Meeting::Against;
                let check = first.check.at(gap);
                // An opposed roll has no check of its own, but is what the other one is held against.
                chance.rolls(first.side, if first.opposed { Against::Question } else { Against::Over(check) });
                let Roll { dice, effects } = &first.roll;
                let (face, by_itself) = chance.face_and_band(dice, effects, -check, against);
                let check = second.check.at(gap) + i16::from(against) * face;
                chance.rolls(second.side, Against::Over(check));
                by_itself.and(chance.band(&second.roll.dice, &second.roll.effects, -check))
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
        Self { side, roll: Roll { dice: Arc::clone(&maneuver.dice), effects }, check, opposed: maneuver.is_opposed() }
    }
}

fn constant<T: Copy + PartialEq>(value: T) -> Bands<T> {
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

/// Differences of two rolls as they were written, each made once; nothing where it is too fine for a die.
#[derive(Default)]
pub(super) struct Differences(HashMap<String, Option<Arc<Dice>>>);

impl Differences {
    /// The difference of two rolls as one die.
    fn of(&mut self, mine: &Maneuver, theirs: &Maneuver) -> Option<Arc<Dice>> {
        let width = |(low, high): (i16, i16)| high.abs_diff(low);
        if width(mine.dice.range()) + width(theirs.dice.range()) > MOST_VALUES {
            return None;
        }
        let name = format!("{} vs {}", mine.roll, theirs.roll);
        let Self(known) = self;
        known.entry(name).or_insert_with_key(|name| difference(name).map(Arc::new)).clone()
    }
}

/// The same as it is written.
fn difference(rolls: &str) -> Option<Dice> {
    match Expr::parse(rolls).ok()?.outcome().ok()? {
        Outcome::Opposed(opposed) => opposed.difference.to_dice(rolls).ok(),
        _ => None,
    }
}
