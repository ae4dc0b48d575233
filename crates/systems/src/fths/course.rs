//! Elements, segments and courses: what the road asks of a driver (rules/fths.md 2).

use chaselab_core::{Dice, Place};

/// The attributes that elements allow, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attributes(pub u8);

impl Attributes {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// Acceleration, deceleration and maneuver: open ground.
    pub const ALL: Self = Self(0b111);

    /// Acceleration alone.
    pub const ACCELERATION: Self = Self(0b001);
    /// Deceleration alone.
    pub const DECELERATION: Self = Self(0b010);
    /// Maneuver alone.
    pub const MANEUVER: Self = Self(0b100);

    /// How many sets there are.
    pub const SETS: usize = 8;
}

/// What can be collided with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Another vehicle.
    Vehicle,
    /// A side wall.
    Sidewall,
    /// Somebody on foot: counted, no damage.
    Pedestrian,
    /// The bank of a river or a channel.
    Bank,
    /// A building, as aircraft hit it.
    Building,
}

impl Obstacle {
    /// How many kinds there are.
    pub const KINDS: usize = 5;

    /// All kinds.
    pub const ALL: [Self; Self::KINDS] = [Self::Vehicle, Self::Sidewall, Self::Pedestrian, Self::Bank, Self::Building];

    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vehicle => "vehicle",
            Self::Sidewall => "sidewall",
            Self::Pedestrian => "pedestrian",
            Self::Bank => "bank",
            Self::Building => "building",
        }
    }

    /// What is hit, in words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Vehicle => "another vehicle",
            Self::Sidewall => "a side wall",
            Self::Pedestrian => "a pedestrian",
            Self::Bank => "a bank",
            Self::Building => "a building",
        }
    }
}

/// What a driver faces: the modifiers added up, and the attributes allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faced {
    /// The sum of the elements' modifiers.
    pub modifier: i16,
    /// The attributes that they allow, each once.
    pub attributes: Attributes,
}

impl Faced {
    /// Both together.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self {
            modifier: self.modifier + other.modifier,
            attributes: Attributes(self.attributes.0 | other.attributes.0),
        }
    }
}

/// One element in a segment; the crossing traffic of a red light is part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Its name, such as `red-light`.
    pub name: String,
    /// Faced once, when the segment is entered, rather than while in it.
    pub is_point: bool,
    /// What it asks.
    pub faced: Faced,
    /// From which crash level on it is collided with, and what is hit.
    pub collision: Option<(i16, Obstacle)>,
    /// Whether it is of the air: aircraft face such elements and no others, and nobody else does.
    pub in_air: bool,
    /// The farthest distance of fire through it, where it limits fire.
    pub range: Option<i16>,
    /// Whether the prey breaks the line of sight by taking it.
    pub breaks_sight: bool,
}

/// One combat turn of road.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its elements as written.
    pub elements: Vec<Element>,
    /// What its stretch elements ask; all attributes where it has no element at all.
    pub stretch: Faced,
    /// What its points ask.
    pub points: Faced,
    /// Whether it has points.
    pub has_points: bool,
    /// What its stretch elements and what its points are hit by, from crash level 0 on; the last holds above it too.
    stretch_hits: Vec<Hits>,
    point_hits: Vec<Hits>,
}

/// How many obstacles of each kind are hit.
pub type Hits = [u8; Obstacle::KINDS];

/// What is hit of some elements at a crash level.
pub(super) fn hits<'a>(elements: impl Iterator<Item = &'a Element>, level: i16) -> Hits {
    let mut hits = Hits::default();
    for (_, obstacle) in elements.filter_map(|element| element.collision).filter(|&(from, _)| level >= from) {
        hits[obstacle as usize] = hits[obstacle as usize].saturating_add(1);
    }
    hits
}

impl Segment {
    /// A segment of these elements; none is open ground.
    pub fn new(elements: Vec<Element>) -> Self {
        let sum = |points: bool| {
            elements
                .iter()
                .filter(|element| element.is_point == points)
                .fold(Faced::default(), |sum, element| sum.and(element.faced))
        };
        let (mut stretch, points) = (sum(false), sum(true));
        if elements.is_empty() {
            stretch.attributes = Attributes::ALL;
        }
        let has_points = elements.iter().any(|element| element.is_point);
        let collisions = elements.iter().filter_map(|element| element.collision).map(|(level, _)| level);
        let highest = collisions.max().unwrap_or(0);
        let hits = |points: bool| {
            let some = || elements.iter().filter(|element| element.is_point == points);
            (0..=highest.max(0)).map(|level| hits(some(), level)).collect()
        };
        let (stretch_hits, point_hits) = (hits(false), hits(true));
        Self { elements, stretch, points, has_points, stretch_hits, point_hits }
    }

    /// What is hit at a crash level: of the stretch elements.
    #[inline]
    pub(super) fn stretch_hits(&self, level: i16) -> Hits {
        self.stretch_hits[(level as usize).min(self.stretch_hits.len() - 1)]
    }

    /// The same of the points.
    #[inline]
    pub(super) fn point_hits(&self, level: i16) -> Hits {
        self.point_hits[(level as usize).min(self.point_hits.len() - 1)]
    }

    /// The lowest crash level at which anything in it is collided with.
    pub(super) fn lowest_collision(&self) -> Option<i16> {
        self.elements.iter().filter_map(|element| element.collision).map(|(level, _)| level).min()
    }

    /// What an aircraft, or what anybody else, meets of it.
    pub(super) fn seen_by(&self, aircraft: bool) -> Self {
        if self.elements.is_empty() {
            return self.clone();
        }
        Self::new(self.elements.iter().filter(|element| element.in_air == aircraft).cloned().collect())
    }
}

/// How the road goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Course {
    /// A list of segments that both drive.
    Fixed {
        /// In order, at least one.
        segments: Vec<Segment>,
        /// Whether the last segment goes on for ever, instead of the list beginning again.
        last_for_ever: bool,
    },
    /// Each new segment is drawn for the prey; the catcher later meets the same.
    Random(Drawn),
    /// Both draw afresh each turn.
    Independent(Drawn),
}

/// Segments to draw from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// At most 256.
    pub segments: Vec<Segment>,
    /// Their indices, weighted.
    pub dice: Dice,
}

impl Course {
    /// Open ground: no elements, modifier 0, and the attributes that the contest allows.
    pub fn open(attributes: Attributes) -> Self {
        let mut segment = Segment::new(Vec::new());
        segment.stretch.attributes = attributes;
        Self::Fixed { segments: vec![segment], last_for_ever: false }
    }

    /// All segments that can be met.
    pub fn segments(&self) -> &[Segment] {
        match self {
            Self::Fixed { segments, .. } => segments,
            Self::Random(drawn) | Self::Independent(drawn) => &drawn.segments,
        }
    }

    /// Whether segments differ from place to place, so that it matters where everybody is.
    pub fn has_places(&self) -> bool {
        match self {
            Self::Fixed { segments, .. } => segments.len() > 1,
            Self::Random(_) => true,
            Self::Independent(_) => false,
        }
    }
}

/// An element that is not there for one side in one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    /// The turn in which it would be faced, from 1.
    pub turn: u16,
    /// Whom it spares.
    pub side: chaselab_core::Side,
    /// Its name.
    pub element: String,
    /// Where the strike was written.
    pub place: Place,
}
