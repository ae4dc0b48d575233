//! Where a fight stands (rules/fudge.md 3, 4).

use super::chart::{CONDITIONS, Wound};
use super::setup::Setup;
use chaselab_core::{Detail, End, Pair, Side};

/// The most fighters of a party.
pub const MOST_FIGHTERS: usize = 8;

/// A fighter: the condition, then the marks as the [`Chart`](super::chart::Chart) numbers them; lower is better off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Fighter(u16);

impl From<Fighter> for i32 {
    #[inline]
    fn from(Fighter(number): Fighter) -> Self {
        number.into()
    }
}

impl Fighter {
    /// Without a mark.
    pub(super) const FRESH: Self = Self(0);
    /// Out of the fight since this round.
    pub(super) const OUT: Self = Self::new(CONDITIONS as u8, 0);
    /// Nobody.
    pub(super) const ABSENT: Self = Self::new(CONDITIONS as u8, 1);

    /// Where the condition stands, above the marks.
    const CONDITION: u32 = 12;

    /// Somebody with these marks, who is in this condition.
    pub(super) const fn new(condition: u8, marks: u16) -> Self {
        Self((condition as u16) << Self::CONDITION | marks)
    }

    /// The number of the marks.
    #[inline]
    pub(super) const fn marks(self) -> usize {
        (self.0 & ((1 << Self::CONDITION) - 1)) as usize
    }

    /// 0 unhurt, else one more than the worst wound; [`CONDITIONS`] of whoever does not stand.
    #[inline]
    pub(super) const fn condition(self) -> u8 {
        (self.0 >> Self::CONDITION) as u8
    }

    #[inline]
    pub(super) fn stands(self) -> bool {
        self < Self::OUT
    }

    /// The same, or nobody for whoever is out.
    #[inline]
    fn or_absent(self) -> Self {
        if self == Self::OUT { Self::ABSENT } else { self }
    }
}

/// Where a fight stands. Whatever no later roll of the round needs is zero, so that equal states are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State<const MOST: usize = MOST_FIGHTERS> {
    pub(super) phase: Phase,
    /// Both line-ups; between rounds the best-off come first and nobody is out.
    pub(super) fighters: Pair<[Fighter; MOST]>,
    /// How many are in each line-up, whether standing or out since this round.
    pub(super) present: Pair<u8>,
    /// Fudge points left.
    pub(super) points: Pair<u8>,
    /// Rounds for which a party is still out of action.
    pub(super) dazed: Pair<u8>,
    /// What the parties do in this round.
    pub(super) acts: Pair<Act>,
    /// The results of a roll that may be rolled again, or the lone fighter's, whom several face.
    pub(super) results: Pair<i16>,
    /// The best that the lone fighter has done so far against those who face it.
    pub(super) lone: Lone,
    /// A wound that a Fudge point may reduce.
    pub(super) hit: Option<Hit>,
}

/// What is to be decided or rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Phase {
    /// The parties decide what to do in a round.
    Act,
    /// A roll.
    Roll(At),
    /// Who lost a roll decides whether to roll again.
    Reroll(At, Side),
    /// The roll counts, once this side has rolled again, if any does.
    Settle(At, Option<Side>),
    /// Who is wounded decides whether to reduce the wound; with the step of the round that it happened in.
    Reduce(u8),
    /// The wound is marked, with whether it was reduced.
    Mark(u8, bool),
    /// The fight is over.
    Over(End, Detail),
}

/// Which roll of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum At {
    /// The opposed roll of movement of a party that flees.
    Flight,
    /// A step of the exchange of blows.
    Step(u8),
}

/// What a party does in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Act {
    #[default]
    Fight,
    /// The first fighter takes +4 instead of rolling, for a Fudge point.
    FightPlus4,
    Flee,
    /// The party takes +4 instead of rolling for its movement, for a Fudge point.
    FleePlus4,
    Yield,
    /// Out of action.
    Dazed,
}

impl Act {
    /// Those that can be picked, by action.
    pub(super) const PICKS: [Self; 5] = [Self::Fight, Self::FightPlus4, Self::Flee, Self::FleePlus4, Self::Yield];

    /// The name in scenarios and on screen.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Fight => "fight",
            Self::FightPlus4 => "fight+4",
            Self::Flee => "flee",
            Self::FleePlus4 => "flee+4",
            Self::Yield => "yield",
            Self::Dazed => "out of action",
        }
    }

    #[inline]
    pub(super) const fn attacks(self) -> bool {
        matches!(self, Self::Fight | Self::FightPlus4)
    }

    #[inline]
    pub(super) const fn flees(self) -> bool {
        matches!(self, Self::Flee | Self::FleePlus4)
    }

    /// Whether a Fudge point is spent on it.
    #[inline]
    pub(super) const fn costs_a_point(self) -> bool {
        matches!(self, Self::FightPlus4 | Self::FleePlus4)
    }
}

/// How the lone fighter has done so far against several, as one number, so that the better is the higher: by how much it
/// has beaten somebody by the most, then the place of that one, the first being the highest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lone(u32);

impl Lone {
    /// Somebody has beaten it, so it hits nobody.
    const BEATEN: Self = Self(u32::MAX);

    /// It has come to `by` more than one who faces it; less than nothing when that one has beaten it.
    #[inline]
    pub(super) fn compare(self, foe: u8, by: i16) -> Self {
        let beats = Self(u32::from(by.max(0).unsigned_abs()) << 8 | u32::from(!foe));
        let this = if by > 0 { beats } else { Self(0) };
        let this = if by < 0 { Self::BEATEN } else { this };
        self.max(this)
    }

    /// Whom it hits in the end, and by how much it has beaten that one: by nothing where it hits nobody.
    #[inline]
    pub(super) fn best(self) -> (u8, i16) {
        let this = if self == Self::BEATEN { 0 } else { self.0 };
        (if this == 0 { 0 } else { !(this as u8) }, (this >> 8) as i16)
    }
}

/// A wound that is about to be marked, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Hit {
    /// Whose fighter is hit.
    pub side: Side,
    /// Which one.
    pub target: u8,
    pub wound: Option<Wound>,
}

impl<const MOST: usize> State<MOST> {
    /// A fight without anybody in it.
    pub(super) const EMPTY: Self = Self {
        phase: Phase::Act,
        fighters: Pair::new([Fighter::ABSENT; MOST], [Fighter::ABSENT; MOST]),
        present: Pair::new(0, 0),
        points: Pair::new(0, 0),
        dazed: Pair::new(0, 0),
        acts: Pair::new(Act::Fight, Act::Fight),
        results: Pair::new(0, 0),
        lone: Lone(0),
        hit: None,
    };

    /// Before the first round of a fight.
    pub(super) fn fresh(setup: &Setup) -> Self {
        let sides = setup.sides.as_ref();
        Self {
            fighters: sides.map(|side| {
                let count = usize::from(side.fighters);
                std::array::from_fn(|index| if index < count { Fighter::FRESH } else { Fighter::ABSENT })
            }),
            present: sides.map(|side| side.fighters),
            points: sides.map(|side| side.points),
            dazed: sides.map(|side| side.dazed),
            ..Self::EMPTY
        }
    }

    /// The fighter of a place.
    ///
    /// Here and in [`mark`](Self::mark) nothing of few fighters is addressed by a number, so that they need no memory.
    #[inline(always)]
    pub(super) fn fighter(&self, side: Side, place: u8) -> Fighter {
        let of = |fighters: &[Fighter; MOST]| match MOST {
            2 => {
                if place == 0 {
                    fighters[0]
                } else {
                    fighters[1]
                }
            }
            _ => fighters[usize::from(place)],
        };
        if side == Side::Prey { of(&self.fighters.prey) } else { of(&self.fighters.catcher) }
    }

    /// Puts a fighter in a place.
    #[inline(always)]
    pub(super) fn mark(&mut self, side: Side, place: u8, fighter: Fighter) {
        if MOST != 2 {
            self.fighters[side][usize::from(place)] = fighter;
            return;
        }
        let put = |fighters: &mut [Fighter; MOST], here: bool| {
            fighters[0] = if here & (place == 0) { fighter } else { fighters[0] };
            fighters[1] = if here & (place != 0) { fighter } else { fighters[1] };
        };
        put(&mut self.fighters.prey, side == Side::Prey);
        put(&mut self.fighters.catcher, side == Side::Catcher);
    }

    /// Fighters that stand.
    pub(super) fn standing(&self, side: Side) -> usize {
        self.fighters[side].iter().filter(|fighter| fighter.stands()).count()
    }

    /// Forgets what belongs to this round alone.
    #[inline(always)]
    pub(super) fn forget_round(&mut self) {
        self.acts = Pair::default();
        self.results = Pair::default();
        self.lone = Lone::default();
        self.hit = None;
    }

    /// Ends the fight.
    #[inline(always)]
    pub(super) fn finish(&mut self, end: End, detail: Detail) {
        self.forget_round();
        self.phase = Phase::Over(end, detail);
    }

    /// The best-off come first, and those who are out leave the line-up: all but the first of a party.
    #[inline(always)]
    pub(super) fn line_up(&mut self) {
        line_up(&mut self.fighters.prey, &mut self.present.prey);
        line_up(&mut self.fighters.catcher, &mut self.present.catcher);
    }

    /// The first of a party leaves too where it is out, and with it all that are left.
    pub(super) fn lose_first(&mut self) {
        for side in Side::BOTH {
            if self.fighters[side][0] == Fighter::OUT {
                self.fighters[side][0] = Fighter::ABSENT;
                self.present[side] = 0;
            }
        }
    }
}

#[inline(always)]
fn line_up<const MOST: usize>(fighters: &mut [Fighter; MOST], present: &mut u8) {
    if *present < 2 {
        return;
    }
    if MOST == 2 {
        // Without a branch: nobody can guess who is hit. Those who are out count as worse off than anybody.
        let (best, worst) = (fighters[0].min(fighters[1]), fighters[0].max(fighters[1]));
        *present -= u8::from(worst == Fighter::OUT);
        (fighters[0], fighters[1]) = (best, worst.or_absent());
        return;
    }
    let standing = &fighters[..usize::from(*present)];
    if !standing.is_sorted() || standing.last().is_some_and(|last| !last.stands()) {
        line_up_many(fighters, present);
    }
}

#[inline(never)]
fn line_up_many(fighters: &mut [Fighter], present: &mut u8) {
    sort(&mut fighters[..usize::from(*present)]);
    while *present > 1 && fighters[usize::from(*present) - 1] == Fighter::OUT {
        *present -= 1;
        fighters[usize::from(*present)] = Fighter::ABSENT;
    }
}

/// Sorts a line-up that is nearly sorted: in a round few are hit.
#[inline]
fn sort(fighters: &mut [Fighter]) {
    for end in 1..fighters.len() {
        let mut place = end;
        while place > 0 && fighters[place - 1] > fighters[place] {
            fighters.swap(place - 1, place);
            place -= 1;
        }
    }
}
