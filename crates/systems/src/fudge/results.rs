//! Results of rolls: what a fighter in each condition can come to, and by how much one result beats another
//! (rules/fudge.md 1, 2).

use super::chart::CONDITIONS;
use chaselab_core::{Dice, Ladder, Pair};
use std::collections::BTreeMap;

/// What +4 instead of rolling adds.
const PLUS: i16 = 4;

/// What somebody out of action comes to: Poor, like the untrained (rules/fudge.md 1).
const DAZED: i16 = -2;

/// The lowest and highest result, where results are capped: Terrible and Legendary.
const CAP: (i16, i16) = (-3, 4);

/// How a result comes about: by whose condition, and whether dice are rolled for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// Dice are rolled.
    Rolled(u8),
    /// A Fudge point gives +4.
    PlusFour(u8),
    /// Out of action.
    Dazed,
}

/// Different efforts of one side.
const EFFORTS: usize = 2 * CONDITIONS + 1;

impl Effort {
    /// All of them, by index.
    const ALL: [Self; EFFORTS] = {
        let mut all = [Self::Dazed; EFFORTS];
        let mut condition = 0;
        while condition < CONDITIONS {
            all[condition] = Self::Rolled(condition as u8);
            all[CONDITIONS + condition] = Self::PlusFour(condition as u8);
            condition += 1;
        }
        all
    };

    #[inline]
    const fn index(self) -> usize {
        match self {
            Self::Rolled(condition) => condition as usize,
            Self::PlusFour(condition) => CONDITIONS + condition as usize,
            Self::Dazed => 2 * CONDITIONS,
        }
    }
}

/// The results of a trait for both sides, and all differences of them.
#[derive(Clone, Debug)]
pub(super) struct Results {
    /// By effort.
    single: Pair<[Dice; EFFORTS]>,
    /// The prey's less the catcher's, by effort of the prey, then of the catcher.
    differences: Vec<Dice>,
}

impl Results {
    /// Results at these levels, with what each condition takes off.
    pub(super) fn new(levels: Pair<i16>, penalties: [i16; CONDITIONS], capped: bool) -> Self {
        let single = levels.map(|level| Effort::ALL.map(|effort| result(level, penalties, effort, capped)));
        let differences = single
            .prey
            .iter()
            .flat_map(|prey| single.catcher.iter().map(move |catcher| difference(prey, catcher)))
            .collect();
        Self { single, differences }
    }

    /// What a side's effort comes to.
    #[inline]
    pub(super) fn of(&self, side: chaselab_core::Side, effort: Effort) -> &Dice {
        &self.single[side][effort.index()]
    }

    /// By how much the prey's result beats the catcher's.
    #[inline]
    pub(super) fn difference(&self, efforts: Pair<Effort>) -> &Dice {
        &self.differences[efforts.prey.index() * EFFORTS + efforts.catcher.index()]
    }
}

fn result(level: i16, penalties: [i16; CONDITIONS], effort: Effort, capped: bool) -> Dice {
    let cap = |result: i16| if capped { result.clamp(CAP.0, CAP.1) } else { result };
    let at = |condition: u8| level - penalties[usize::from(condition)];
    let sure = |result: i16| sum(&Ladder(result).to_string(), [(result, 1)]);
    match effort {
        Effort::Rolled(condition) => {
            let level = at(condition);
            let name = format!("{} + 4dF", Ladder(level));
            sum(&name, Dice::fudge(4).faces().map(|(face, ways)| (cap(level + face), ways)))
        }
        Effort::PlusFour(condition) => sure(cap(at(condition) + PLUS)),
        Effort::Dazed => sure(DAZED),
    }
}

fn difference(prey: &Dice, catcher: &Dice) -> Dice {
    let mut ways: BTreeMap<i16, u64> = BTreeMap::new();
    for (mine, weight) in prey.faces() {
        for (theirs, times) in catcher.faces() {
            *ways.entry(mine - theirs).or_default() += weight * times;
        }
    }
    sum(&format!("{} vs {}", prey.name(), catcher.name()), ways)
}

fn sum(name: &str, ways: impl IntoIterator<Item = (i16, u64)>) -> Dice {
    Dice::from_weights(name, ways).expect("two rolls of 4dF have 6561 ways")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaselab_core::Side;

    const NONE: [i16; CONDITIONS] = [0, 0, 1, 2];

    fn win(prey: i16, catcher: i16) -> (u64, u64, u64) {
        let results = Results::new(Pair::new(prey, catcher), NONE, false);
        let both = results.difference(Pair::new(Effort::Rolled(0), Effort::Rolled(0)));
        let ways = |wanted: fn(i16) -> bool| both.faces().filter(|&(by, _)| wanted(by)).map(|(_, ways)| ways).sum();
        (ways(|by| by > 0), ways(|by| by == 0), both.total())
    }

    #[test]
    fn opposed_rolls_by_difference_of_skill() {
        // rules/fudge.md 2: the same fractions, over 81 x 81 ways.
        assert_eq!(win(0, 0), (101 * 27, 41 * 27, 243 * 27));
        assert_eq!(win(1, 0).0, 142 * 27);
        assert_eq!(win(3, 1).0, 4850);
        assert_eq!(win(0, -3).0, 626 * 9);
    }

    #[test]
    fn conditions_points_and_the_cap() {
        let capped = Results::new(Pair::new(3, -2), NONE, true);
        let open = Results::new(Pair::new(3, -2), NONE, false);
        let range = |results: &Results, side, effort| results.of(side, effort).range();
        assert_eq!(range(&open, Side::Prey, Effort::Rolled(1)), (-1, 7));
        assert_eq!(range(&open, Side::Prey, Effort::Rolled(3)), (-3, 5));
        assert_eq!(range(&open, Side::Prey, Effort::PlusFour(2)), (6, 6));
        assert_eq!(range(&open, Side::Catcher, Effort::Dazed), (-2, -2));
        assert_eq!(range(&capped, Side::Prey, Effort::Rolled(0)), (-1, 4));
        assert_eq!(range(&capped, Side::Prey, Effort::PlusFour(0)), (4, 4));
        assert_eq!(range(&capped, Side::Catcher, Effort::Rolled(0)), (-3, 2));
        // 81 ways, of which 3 + 4dF is 4 or more in 1 + 4 + 10 + 16.
        assert_eq!(capped.of(Side::Prey, Effort::Rolled(0)).chance_at_least(4), 31.0 / 81.0);
    }
}
