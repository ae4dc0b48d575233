//! The dice of `thw`, made once: how many each side rolls, pools by how many dice they have, and what the difference of two
//! pools means in a gunfight.

use super::setup::{Setup, SideSetup};
use chaselab_core::{Bands, Chance, Dice, Pair, Side};

/// A die of an opposed roll passes at this or less.
const PASS: i16 = 3;

/// The most dice in an opposed roll: Rep 6, faster, handling and armor. Pools begin with one die.
const MOST: usize = 9;

/// All dice of a setting.
#[derive(Clone, Debug)]
pub(super) struct Pools {
    /// For the gap before the first turn, to which 2 is added.
    pub start: Dice,
    /// Passes of an opposed roll, by dice.
    opposed: [Dice; MOST],
    /// How many dice a side has for shooting, when it shoots and when it does not.
    pub shooting: Pair<Volley>,
    /// How many dice a side has for the distance, before what has become of it.
    pub distance: Pair<i16>,
    /// The most dice that damage takes off these.
    pub most_hurt: i16,
    /// Passes of a roll against driving skill, by dice.
    against_driving: Pair<[Dice; 2]>,
    /// By who shoots: the prey alone, the catcher alone, both.
    gunfire: [Bands<Gunfire>; 3],
}

/// How many dice a side has in a gunfight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Volley {
    pub when_shooting: i16,
    pub when_not: i16,
}

/// What a gunfight comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gunfire {
    /// Points of damage, which are also what the other side gains of the gap.
    pub hurt: Pair<i16>,
    /// Dice lost for the rest of the turn.
    pub lost: Pair<i16>,
}

impl Volley {
    /// How many.
    #[inline(always)]
    pub(super) fn dice(self, shoots: bool) -> i16 {
        if shoots { self.when_shooting } else { self.when_not }
    }
}

impl Gunfire {
    /// The fight in words, with the gap before and after it.
    pub(super) fn told(self, before: i16, after: i16) -> String {
        let loser = match self.lost {
            Pair { prey: 0, catcher: 0 } => return "Nobody gets anything out of it.".into(),
            Pair { catcher: 0, .. } => Side::Prey,
            _ => Side::Catcher,
        };
        let (hurt, lost) = (self.hurt[loser], self.lost[loser]);
        let by = match hurt {
            2 => "3 or more".into(),
            hurt => (hurt + 1).to_string(),
        };
        format!(
            "The {} wins by {by}: the {} takes {hurt} damage and loses {lost} dice for the turn; gap {before} -> {after}.",
            loser.other().name(),
            loser.name()
        )
    }
}

impl Pools {
    pub(super) fn new(setup: &Setup) -> Self {
        let shooters = [Pair::new(true, false), Pair::new(false, true), Pair::new(true, true)];
        Self {
            start: Dice::sides(6),
            opposed: pools(PASS),
            shooting: Pair::of(|side| shooting(setup, side)),
            distance: Pair::of(|side| distance(setup, side)),
            most_hurt: if setup.rules.damage_per_point { i16::MAX } else { 1 },
            against_driving: setup.sides.as_ref().map(|side| pools(side.driving.into())),
            gunfire: shooters.map(gunfire),
        }
    }

    /// How many dice of an opposed roll pass.
    #[inline(always)]
    pub(super) fn opposed<C: Chance>(&self, count: i16, chance: &mut C) -> i16 {
        passes(&self.opposed, count, chance)
    }

    /// How many of a side's dice pass against its driving skill.
    #[inline(always)]
    pub(super) fn against_driving<C: Chance>(&self, side: Side, count: i16, chance: &mut C) -> i16 {
        passes(&self.against_driving[side], count, chance)
    }

    /// What comes of a gunfight in which these shoot with so many dice.
    #[inline(always)]
    pub(super) fn gunfire<C: Chance>(&self, shoot: Pair<bool>, dice: Pair<i16>, chance: &mut C) -> Gunfire {
        let gunfire = &self.gunfire[(usize::from(shoot.prey) + 2 * usize::from(shoot.catcher)).saturating_sub(1)];
        let prey = self.opposed(dice.prey, chance);
        match pool(&self.opposed, dice.catcher) {
            Some(catcher) => chance.band(catcher, gunfire, -prey),
            None => gunfire.at(-prey),
        }
    }
}

/// Pools of one die and more.
fn pools<const N: usize>(pass: i16) -> [Dice; N] {
    std::array::from_fn(|index| Dice::passes(index as u8 + 1, 6, pass))
}

/// So many dice; none when the modifiers eat them up.
#[inline(always)]
fn pool(pools: &[Dice], count: i16) -> Option<&Dice> {
    // Less than one wraps around, beyond all pools.
    pools.get(usize::from((count as u16).wrapping_sub(1)))
}

/// How many dice pass: no dice pass nothing, and nobody asks for them.
#[inline(always)]
fn passes<C: Chance>(pools: &[Dice], count: i16, chance: &mut C) -> i16 {
    pool(pools, count).map_or(0, |dice| chance.draw(dice))
}

/// A side's dice for shooting.
fn shooting(setup: &Setup, side: Side) -> Volley {
    let SideSetup { shooting, armor, passenger, .. } = setup.sides[side];
    let target = setup.sides[side.other()].size;
    let in_front = side == Side::Prey && setup.rules.front_penalty;
    let when_not = i16::from(shooting) + i16::from(target >= setup.rules.large_from)
        - i16::from(target == 1)
        - i16::from(in_front)
        + i16::from(armor);
    Volley { when_shooting: (when_not - i16::from(!passenger)).max(0), when_not: when_not.max(0) }
}

/// A side's dice for the distance, as long as nothing has become of it.
fn distance(setup: &Setup, side: Side) -> i16 {
    let SideSetup { driving, faster, handling, armor, .. } = setup.sides[side];
    i16::from(driving) + i16::from(faster) + i16::from(handling) + i16::from(armor && setup.rules.armor_distance_die)
}

/// By the catcher's passes less the prey's. A winner who did not shoot gets nothing out of it, and the loser suffers
/// nothing (rules/thw.md 2).
fn gunfire(shoots: Pair<bool>) -> Bands<Gunfire> {
    let won = |winner: Side, by: i16| {
        let mut gunfire = Gunfire::default();
        if shoots[winner] {
            gunfire.hurt[winner.other()] = by - 1;
            gunfire.lost[winner.other()] = (by - 1).max(1);
        }
        gunfire
    };
    let rows = [
        (-2, won(Side::Prey, 2)),
        (-1, won(Side::Prey, 1)),
        (0, Gunfire::default()),
        (1, won(Side::Catcher, 1)),
        (2, won(Side::Catcher, 2)),
        (3, won(Side::Catcher, 3)),
    ];
    Bands::new(won(Side::Prey, 3), rows).expect("the rows ascend")
}
