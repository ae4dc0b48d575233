//! The road that both drive: its bends, and where the two are on it as far as bends need it (rules/reflex.md 4).

use super::parts::Parts;
use super::state::{State, Way};
use chaselab_core::{Chance, Dice, Pair, Side};

/// A bend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bend {
    /// In degrees, 0 to 90.
    pub angle: i16,
    /// What it adds to the target of a check.
    pub modifier: i16,
}

/// A road. It begins where the catcher does, and the prey starts on it at the starting gap.
#[derive(Clone, Debug)]
pub(super) struct Road {
    pub shape: Shape,
    /// What follows each bend of a repeated road that has few enough of them.
    stretches: [Stretch; FEW],
    /// After how much a repeated road begins again.
    length: i32,
}

/// How a road goes on.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// No bends.
    Straight,
    /// The same bends again after every `length`.
    Repeated {
        /// Places from 0 to below `length`, ascending; at least one.
        bends: Vec<(i32, Bend)>,
        length: i32,
    },
    /// Each bend is drawn when the one before it is reached.
    Drawn {
        /// Each with its distance behind the bend before it.
        bends: Vec<(i32, Bend)>,
        /// Their rows, weighted.
        dice: Dice,
    },
}

/// So many bends are laid out side by side, so that each is found without asking whether it is there.
const FEW: usize = 256;

/// From one bend to the next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stretch {
    /// Where it begins.
    place: i32,
    /// What the bend there adds to the target of a check.
    pub modifier: i16,
    pub way: Way,
}

impl Road {
    /// A road of this shape.
    pub(super) fn new(shape: Shape) -> Self {
        let mut stretches = [Stretch::default(); FEW];
        let mut length = 0;
        if let Shape::Repeated { bends, length: again } = &shape {
            for (stretch, &(place, Bend { modifier, .. })) in stretches.iter_mut().zip(bends) {
                *stretch = Stretch { place, modifier, way: from(place, bends, *again) };
            }
            length = *again;
        }
        Self { shape, stretches, length }
    }

    /// Whether bends are drawn as they come.
    pub(super) fn is_drawn(&self) -> bool {
        matches!(self.shape, Shape::Drawn { .. })
    }

    /// Whether there are bends, always the same and few enough to be laid out.
    pub(super) fn is_laid_out(&self) -> bool {
        matches!(&self.shape, Shape::Repeated { bends, .. } if bends.len() <= FEW)
    }

    /// The most bends on a way of this length.
    pub(super) fn most_bends(&self, length: i32) -> i64 {
        let times = |stretch: i32| i64::from(length / stretch) + 1;
        match &self.shape {
            Shape::Straight => 0,
            Shape::Repeated { bends, length } => bends.len() as i64 * times(*length),
            Shape::Drawn { bends, .. } => bends.iter().map(|&(behind, _)| times(behind)).max().unwrap_or(0),
        }
    }

    /// Puts both on the road, as far as it is known.
    pub(super) fn begin<K: Parts>(&self, state: &mut State<K>) {
        let drivers = &mut state.drivers;
        match &self.shape {
            Shape::Straight => (drivers.prey.way, drivers.catcher.way) = (Way::ENDLESS, Way::ENDLESS),
            Shape::Repeated { bends, length } => {
                state.at = state.gap % length;
                (drivers.prey.way, drivers.catcher.way) = (from(state.at, bends, *length), from(0, bends, *length));
            }
            Shape::Drawn { .. } => state.at = -state.gap,
        }
    }

    /// A beginning on a drawn road, with the bends that are known from then on: those up to the prey's next.
    #[inline(never)]
    pub(super) fn drawn<K: Parts, C: Chance>(&self, mut state: State<K>, chance: &mut C) -> State<K> {
        while state.at <= 0 {
            self.draw(&mut state, chance);
        }
        state
    }

    /// The angle of a bend.
    pub(super) fn angle(&self, bend: u32) -> i16 {
        match &self.shape {
            Shape::Straight => 0,
            Shape::Repeated { bends, .. } | Shape::Drawn { bends, .. } => bends[bend as usize].1.angle,
        }
    }

    /// What a bend adds to the target of a check.
    #[inline]
    pub(super) fn modifier(&self, bend: u32) -> i16 {
        match &self.shape {
            Shape::Straight => 0,
            Shape::Repeated { bends, .. } | Shape::Drawn { bends, .. } => bends[bend as usize].1.modifier,
        }
    }

    /// The place of a prey so far before a bend, as [`State::at`] has it.
    #[inline]
    pub(super) fn place(&self, bend: u32, to_bend: i32) -> i32 {
        match &self.shape {
            Shape::Straight => 0,
            Shape::Repeated { bends, .. } => self.on_lap(bends[bend as usize].0 - to_bend),
            Shape::Drawn { .. } => to_bend,
        }
    }

    /// The same on a road that is laid out.
    #[inline(always)]
    pub(super) fn place_before(&self, way: Way) -> i32 {
        self.on_lap(self.stretch(way.bend).place - way.to_bend)
    }

    /// A place that may lie before the beginning of the road, at most by its length.
    #[inline(always)]
    fn on_lap(&self, place: i32) -> i32 {
        // Without a branch, which nobody could predict.
        place + (self.length & (place >> 31))
    }

    /// The way to the bend behind one; nothing on a drawn road, where it may not be known yet.
    #[inline]
    pub(super) fn after(&self, bend: u32) -> Option<Way> {
        match &self.shape {
            Shape::Repeated { bends, .. } if bends.len() <= FEW => Some(self.stretch(bend).way),
            Shape::Repeated { bends, length } => Some(from(bends[bend as usize].0, bends, *length)),
            Shape::Straight | Shape::Drawn { .. } => None,
        }
    }

    /// A bend, and what follows it, on a road that is laid out.
    #[inline(always)]
    pub(super) fn stretch(&self, bend: u32) -> &Stretch {
        &self.stretches[bend as usize % FEW]
    }

    /// On a drawn road `side` leaves behind the bend that it has reached. Whether the road behind it has to be drawn.
    pub(super) fn pass<K: Parts>(&self, state: &mut State<K>, side: Side) -> bool {
        if side == Side::Prey {
            return true;
        }
        // A catcher that is level with the last known bend has passed the prey.
        state.ahead.pop();
        self.look(state);
        state.ahead.rows().is_empty()
    }

    /// Draws the bend behind the last known one.
    pub(super) fn draw<K: Parts, C: Chance>(&self, state: &mut State<K>, chance: &mut C) {
        let Shape::Drawn { bends, dice } = &self.shape else { return };
        let row = chance.draw(dice);
        let (behind, bend) = bends[row as usize];
        state.ahead.push(row as u8);
        state.at += behind;
        self.look(state);
        chance.tell(|| {
            format!("The road goes on: {} m on, a bend of {} degrees.", super::words::metres(behind), bend.angle)
        });
    }

    /// Finds the next bends of both on a drawn road: of those ahead, the prey's is the last, the catcher's the first.
    fn look<K: Parts>(&self, state: &mut State<K>) {
        let Shape::Drawn { bends, .. } = &self.shape else { return };
        let [first, between @ ..] = state.ahead.rows() else { return };
        let way = |row: u8, to_bend| Way { to_bend, bend: row.into() };
        let last = between.last().unwrap_or(first);
        let between = between.iter().map(|&row| bends[usize::from(row)].0).sum::<i32>();
        let ways = Pair::new(way(*last, state.at), way(*first, state.gap + state.at - between));
        for side in Side::BOTH {
            // Who is out meets no bend any more.
            if state.drivers[side].out.is_none() {
                state.drivers[side].way = ways[side];
            }
        }
    }
}

/// The way from a place on a repeated road to the first bend beyond it.
fn from(place: i32, bends: &[(i32, Bend)], length: i32) -> Way {
    let beyond = bends.partition_point(|&(bend, _)| bend <= place);
    let row = beyond % bends.len();
    let (at, _) = bends[row];
    let to_bend = if beyond == row { at - place } else { at + length - place };
    Way { to_bend, bend: row as u32 }
}
