//! Where a fight stands (rules/fudge.md 3, 4).

use super::chart::Wound;
use chaselab_core::{Detail, End, Pair, Side};

/// The most fighters of a party.
pub(super) const MOST_FIGHTERS: usize = 8;

/// A fighter's wounds, numbered by the [`Chart`](super::chart::Chart); lower is better off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Fighter(pub u16);

impl Fighter {
    /// Without a mark.
    pub(super) const FRESH: Self = Self(0);
    /// Out of the fight since this round.
    pub(super) const OUT: Self = Self(u16::MAX - 1);
    /// Nobody.
    pub(super) const ABSENT: Self = Self(u16::MAX);

    pub(super) fn stands(self) -> bool {
        self < Self::OUT
    }
}

/// Where a fight stands. Whatever no later roll of the round needs is zero, so that equal states are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) phase: Phase,
    /// Both line-ups; between rounds the best-off come first and nobody is out.
    pub(super) fighters: Pair<[Fighter; MOST_FIGHTERS]>,
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

    pub(super) const fn attacks(self) -> bool {
        matches!(self, Self::Fight | Self::FightPlus4)
    }

    pub(super) const fn flees(self) -> bool {
        matches!(self, Self::Flee | Self::FleePlus4)
    }
}

/// How the lone fighter has done so far against several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Lone {
    /// It has beaten nobody.
    #[default]
    Nobody,
    /// It has beaten this one by the most.
    Beats { target: u8, by: i16 },
    /// Somebody has beaten it, so it hits nobody.
    Beaten,
}

/// A wound that is about to be marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Hit {
    /// Whose fighter is hit.
    pub side: Side,
    /// Which one.
    pub target: u8,
    pub wound: Wound,
}

impl State {
    /// Fighters that stand.
    pub(super) fn standing(&self, side: Side) -> usize {
        self.fighters[side].iter().filter(|fighter| fighter.stands()).count()
    }

    /// Forgets what belongs to this round alone.
    pub(super) fn forget_round(&mut self) {
        self.acts = Pair::default();
        self.results = Pair::default();
        self.lone = Lone::default();
        self.hit = None;
    }

    /// Ends the fight.
    pub(super) fn finish(&mut self, end: End, detail: Detail) {
        self.forget_round();
        self.phase = Phase::Over(end, detail);
    }

    /// Those who are out leave the line-up, and the best-off come first.
    pub(super) fn line_up(&mut self) {
        for side in Side::BOTH {
            let (fighters, present) = (&mut self.fighters[side], &mut self.present[side]);
            // Those who are out count as worse off than anybody.
            fighters[..usize::from(*present)].sort_unstable();
            while *present > 0 && fighters[usize::from(*present) - 1] == Fighter::OUT {
                *present -= 1;
                fighters[usize::from(*present)] = Fighter::ABSENT;
            }
        }
    }
}
