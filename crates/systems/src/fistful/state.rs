//! Where a pursuit stands (rules/fistful.md 2, 5). Lengths are in quarters of a centimetre, so that half a stick is whole.

use super::parts::{All, Part, Parts};
use super::setup::Setup;
use chaselab_core::{Detail, End, Pair, Side};

/// Quarters of a centimetre in one.
pub const QUARTERS: i16 = 4;

/// Where a pursuit stands. What no later phase needs is zero, so that equal situations are equal states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State<K: Parts = All> {
    /// What is to be decided or rolled.
    pub phase: Phase,
    /// Actions that are won and not yet used.
    pub left: Pair<u8>,
    /// From the catcher to the prey, as lengths are; 0 is contact.
    ///
    /// As wide as it is added up: what is written and read in one width is known at once when it is read again.
    pub gap: i32,
    /// What is on the road.
    pub road: K::Road,
    /// Engines that have to be started again.
    pub stalled: Pair<bool>,
    /// What gunfire and immovable things leave behind.
    pub wear: K::Wear,
}

/// What is on the road, and where both are on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Road {
    /// From each vehicle to the next curve; 0 stands before it. Always 0 on a road without curves.
    pub curve: Pair<i16>,
    /// From the prey to the edge of its table. Always 0 on a road without obstacles.
    pub edge: i16,
    /// What stands or drives in the way.
    pub obstacle: Option<Obstacle>,
    /// Full straight moves in a row, up to 2. Always 0 on a road without curves.
    pub straight: Pair<u8>,
}

/// What gunfire and immovable things leave behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wear {
    /// Whether a tyre was hit.
    pub tyre: Pair<bool>,
    /// The state of the only weapon.
    pub weapon: Pair<Weapon>,
    /// Which occupant is at the wheel: those before are out.
    pub driver: Pair<u8>,
    /// The driver's wounds.
    pub wounds: Pair<u8>,
    /// Drivers who need an action to come round.
    pub stunned: Pair<bool>,
    /// What hands have done in this activation. Always free in an unarmed vehicle.
    pub hands: Pair<Hands>,
    /// Who has rolled the dice of an evasion in this activation, which happens once.
    pub evaded: Pair<bool>,
}

impl Part for Road {
    const NOTHING: &'static Self = &Self { curve: Pair::new(0, 0), edge: 0, obstacle: None, straight: Pair::new(0, 0) };
}

impl Part for Wear {
    const NOTHING: &'static Self = &Self {
        tyre: Pair::new(false, false),
        weapon: Pair::new(Weapon::Ready, Weapon::Ready),
        driver: Pair::new(0, 0),
        wounds: Pair::new(0, 0),
        stunned: Pair::new(false, false),
        hands: Pair::new(Hands::Free, Hands::Free),
        evaded: Pair::new(false, false),
    };
}

/// What is to be decided or rolled. `active` is whose activation it is; a side that reacts acts first.
///
/// Which it is, is a number of its own, so that telling it takes one comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// The side picks its dice.
    Dice(Side),
    /// The side with this many dice announces a stunt, or none.
    Announce(Side, u8),
    /// Activation dice are rolled.
    Activate {
        /// Whose activation it is.
        active: Side,
        /// Who rolls.
        who: Side,
        /// How many dice.
        dice: u8,
        /// What was announced.
        stunt: Option<Stunt>,
    },
    /// Whether to ram.
    Ram(Side),
    /// Whether to shoot.
    Shoot(Side),
    /// What an action goes to.
    Act(Side),
    /// Something is done, by whoever acts.
    Do(Side, Deed),
    /// An immovable was evaded: a move, or three dice.
    Evade(Side, Side),
    /// The move of an evasion.
    EvadingMove(Side, Side),
    /// The chase is over.
    Over(End, Detail),
}

/// What an action is used for: first what `act` decides, in the order of its actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deed {
    /// Gives the actions that are left up.
    Wait,
    /// Straight on, into whatever is in the way.
    Move,
    /// A curved move past curves and obstacles.
    Turn,
    /// Straight up to an obstacle, and an emergency stop before it.
    Stop,
    /// Starts the engine.
    Start,
    /// Picks the weapon up.
    Retrieve,
    /// Rams the prey.
    Ram,
    /// Shoots at the other vehicle.
    Shoot,
}

/// What is announced before the dice, and takes two actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stunt {
    /// Twice the speed, over an obstacle.
    Jump,
    /// Past something stationary on half the width.
    Wheelie,
    /// A curve at straight speed, after two straight moves.
    HighSpeedTurn,
}

impl Stunt {
    /// All, in the order of their actions behind "none".
    pub const ALL: [Self; 3] = [Self::Jump, Self::Wheelie, Self::HighSpeedTurn];
}

/// What a new table brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Obstacle {
    /// What it is and where it goes.
    pub kind: Kind,
    /// How far ahead of the prey it is; behind when negative.
    pub ahead: i16,
    /// Whether the prey is past it; once the catcher is too, there is no obstacle.
    pub passed: bool,
}

/// What an obstacle is and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Drives along the road.
    Ahead,
    /// Is in the way until it drives on.
    Crossing,
    /// Will be in the way once it drives on.
    Coming,
    /// Stays where it is.
    Stationary,
}

/// The state of a weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weapon {
    /// In hand.
    #[default]
    Ready,
    /// Somewhere in the car.
    Dropped,
    /// Jammed, until so many of the side's activations have ended.
    Jammed(u8),
    /// On the street.
    Lost,
}

/// What hands have done in an activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hands {
    /// Nothing: an action must be left for driving when they leave the wheel.
    #[default]
    Free,
    /// Driven: they may leave the wheel once.
    Driven,
    /// Left the wheel: not again.
    Used,
}

impl<K: Parts> State<K> {
    /// From the catcher to the prey, as lengths are.
    #[inline(always)]
    pub const fn gap(&self) -> i16 {
        self.gap as i16
    }

    /// The same in whole centimetres, as policies and charts read it.
    #[inline(always)]
    pub const fn gap_in_cm(&self) -> i16 {
        self.gap().div_euclid(QUARTERS)
    }

    /// Who acts now: a side that reacts before the side whose activation it is; nobody without actions.
    #[inline(always)]
    pub fn acting(&self, active: Side) -> Option<Side> {
        // In plain pursuits nobody but a rammed prey reacts.
        if (K::WEAR || active == Side::Catcher) && self.left[active.other()] > 0 {
            Some(active.other())
        } else if self.left[active] > 0 {
            Some(active)
        } else {
            None
        }
    }

    /// How far the obstacle is that is in a side's way. The catcher never sees what the prey has not passed.
    #[inline(always)]
    pub(super) fn blocked_at(&self, side: Side) -> Option<i16> {
        let obstacle = self.road.obstacle.filter(|obstacle| obstacle.kind != Kind::Coming)?;
        match (side, obstacle.passed) {
            (Side::Prey, false) => Some(obstacle.ahead),
            (Side::Catcher, true) => Some(obstacle.ahead + self.gap()),
            _ => None,
        }
    }

    /// Ends the chase: nothing else matters any more.
    #[inline(always)]
    pub(super) fn finish(&mut self, end: End, detail: Detail) {
        *self = Self { phase: Phase::Over(end, detail), gap: self.gap, ..Self::blank() };
    }

    /// The prey on a straight stretch that begins with it and the catcher behind, the first curve ahead.
    pub(super) fn at_start(setup: &Setup) -> Self {
        let start = setup.start;
        let mut state = Self { gap: start.into(), ..Self::blank() };
        if let Some(every) = setup.road.curve_every {
            state.road.curve = Pair::new(every, every + start);
        }
        if setup.road.obstacles {
            state.road.edge = setup.lengths.table;
        }
        state
    }

    /// Everything at its beginning.
    #[inline(always)]
    pub(super) fn blank() -> Self {
        Self {
            phase: Phase::Dice(Side::Prey),
            left: Pair::default(),
            gap: 0,
            road: K::Road::default(),
            stalled: Pair::default(),
            wear: K::Wear::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_reads_as_before_the_first_turn() {
        assert_eq!(*Road::NOTHING, Road::default());
        assert_eq!(*Wear::NOTHING, Wear::default());
    }
}
