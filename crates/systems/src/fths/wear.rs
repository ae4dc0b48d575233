//! What damage and gunfire leave behind (rules/fths.md 5 to 7). All of it is zero with damage off.

use super::course::Obstacle;
use super::parts::Part;
use chaselab_core::{Pair, Side};

/// How many systems a vehicle has: one for each face of two dF in order.
pub const SYSTEMS: usize = 9;

/// What lasts, and what this turn has still to settle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wear {
    /// The condition of every system.
    pub systems: Pair<Systems>,
    /// Piloting lost for good, 0 or below.
    pub piloting: Pair<i8>,
    /// Ammunition left, where it is limited.
    pub shots: Pair<u8>,
    /// For how many turns the line of sight stays broken, this one included.
    pub sight: u16,
    /// What is forgotten when the turn ends.
    pub turn: Turn,
}

/// The condition of the systems of a vehicle: two bits each, in the order of the table.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Systems(u32);

/// The condition of one system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// As new.
    Sound,
    /// It works worse.
    Damaged,
    /// It works no more.
    Destroyed,
}

impl Systems {
    /// Whether nothing is damaged.
    #[inline]
    pub const fn are_sound(self) -> bool {
        self.0 == 0
    }

    /// The condition of the system with this index.
    #[inline]
    pub const fn condition(self, system: usize) -> Condition {
        match self.0 >> (2 * system) & 0b11 {
            0 => Condition::Sound,
            1 => Condition::Damaged,
            _ => Condition::Destroyed,
        }
    }

    /// The same systems, one of them in this condition.
    #[must_use]
    pub const fn with(self, system: usize, condition: Condition) -> Self {
        Self(self.0 & !(0b11 << (2 * system)) | (condition as u32) << (2 * system))
    }
}

impl std::fmt::Debug for Systems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries((0..SYSTEMS).map(|system| self.condition(system) as u8)).finish()
    }
}

/// What a turn has still to settle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// What this turn's crash takes from gunnery and from a ram in answer.
    pub actions: Pair<i8>,
    /// Who crashed without being put out by the crash row.
    pub crashed: Pair<bool>,
    /// Damage dice to be rolled.
    pub impacts: Pair<Impacts>,
    /// System dice to be rolled.
    pub blows: Pair<Blows>,
    /// Who is out, and by what: the index of the detail, or 0.
    pub out: Pair<u8>,
    /// Guns reach distances below this one.
    pub reach: u8,
    /// The prey's driving less the catcher's; once somebody has the turn, the winner's less the loser's; once somebody
    /// rams, the damage.
    pub edge: i8,
    /// By how much the winner's action brought the sides nearer.
    pub moved: i8,
}

/// Damage dice that a crash asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Impacts {
    /// The row of the crash table that has damage of its own, counted from 1; 0 is none.
    pub row: u8,
    /// How many obstacles of each kind were hit.
    pub obstacles: [u8; Obstacle::KINDS],
}

/// Systems that are hit, before it is known which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blows {
    /// How many are damaged.
    pub damaged: u8,
    /// How many are destroyed.
    pub destroyed: u8,
}

impl Part for Wear {
    const NOTHING: &'static Self = &Self {
        systems: Pair::new(Systems(0), Systems(0)),
        piloting: Pair::new(0, 0),
        shots: Pair::new(0, 0),
        sight: 0,
        turn: Turn::NOTHING,
    };
}

impl Impacts {
    const NOTHING: Self = Self { row: 0, obstacles: [0; Obstacle::KINDS] };
}

impl Blows {
    const NOTHING: Self = Self { damaged: 0, destroyed: 0 };
}

impl Turn {
    const NOTHING: Self = Self {
        actions: Pair::new(0, 0),
        crashed: Pair::new(false, false),
        impacts: Pair::new(Impacts::NOTHING, Impacts::NOTHING),
        blows: Pair::new(Blows::NOTHING, Blows::NOTHING),
        out: Pair::new(0, 0),
        reach: 0,
        edge: 0,
        moved: 0,
    };

    /// Whether damage dice or system dice are still to be rolled.
    pub fn is_settled(&self) -> bool {
        self.impacts == Pair::default() && self.blows == Pair::default()
    }

    /// Whether a side is out.
    pub fn is_out(&self, side: Side) -> bool {
        self.out[side] != 0
    }
}
