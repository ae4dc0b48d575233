//! Which elements each side faces (rules/fths.md 3).

use super::course::{Hits, hits};
use super::{Chase, Course, Drawn, Element, Faced, Parts, Segment, State};
use chaselab_core::{Chance, Side};

impl<K: Parts> Chase<K> {
    /// Whether anybody can face anything else than the stretches of the first segment.
    #[inline(always)]
    pub(super) const fn road_changes(&self) -> bool {
        K::PLACES && self.changes
    }

    /// What a side faces this turn. The prey faces everything in its segment; the catcher the stretches of the segment
    /// it stands in, and the points of every segment it entered since the last turn.
    #[inline(always)]
    pub(super) fn faced(&self, state: &State<K>, side: Side) -> Faced {
        match self.road_changes() {
            false => self.first[side].0,
            true => self.faced_here(*state, side),
        }
    }

    /// The same where it changes.
    #[inline(never)]
    fn faced_here(&self, state: State<K>, side: Side) -> Faced {
        let state = &state;
        if self.has_strike(state, side) {
            return self.faced_by_element(state, side);
        }
        let (here, entered) = self.segments(state, side);
        let mut faced = here.stretch;
        for back in 0..entered {
            faced = faced.and(self.segment_behind(state, side, back).points);
        }
        faced
    }

    /// The same, element by element, leaving out what is struck.
    fn faced_by_element(&self, state: &State<K>, side: Side) -> Faced {
        let open = self.segments(state, side).0;
        let ground = if open.elements.is_empty() { open.stretch } else { Faced::default() };
        self.elements(state, side).fold(ground, |sum, element| sum.and(element.faced))
    }

    /// The elements that a side faces this turn.
    pub(super) fn elements<'a>(&'a self, state: &'a State<K>, side: Side) -> impl Iterator<Item = &'a Element> {
        let (here, entered) = self.segments(state, side);
        let struck = self.has_strike(state, side);
        let stretches = here.elements.iter().filter(|element| !element.is_point);
        let points = (0..entered).flat_map(move |back| {
            self.segment_behind(state, side, back).elements.iter().filter(|element| element.is_point)
        });
        stretches.chain(points).filter(move |element| !(struck && self.is_struck(state, side, element)))
    }

    /// What a side collides with at a crash level.
    #[inline(always)]
    pub(super) fn collisions(&self, state: &State<K>, side: Side, level: i16) -> Hits {
        match self.road_changes() {
            false => self.roads[side][0].stretch_hits(level),
            true => self.collisions_here(*state, side, level),
        }
    }

    /// The same where what it faces changes.
    #[inline(never)]
    fn collisions_here(&self, state: State<K>, side: Side, level: i16) -> Hits {
        let state = &state;
        if self.has_strike(state, side) {
            return hits(self.elements(state, side), level);
        }
        let (here, entered) = self.segments(state, side);
        let mut hits = here.stretch_hits(level);
        for back in 0..entered {
            let more = self.segment_behind(state, side, back).point_hits(level);
            hits.iter_mut().zip(more).for_each(|(hits, more)| *hits = hits.saturating_add(more));
        }
        hits
    }

    /// Forgets how many segments the catcher entered where none of them has a point: the states are then the same.
    #[inline(always)]
    pub(super) fn settle_points(&self, state: &mut State<K>) {
        match self.enters_points {
            true => state.road.entered = self.settled_entered(*state),
            false => state.road.entered = 0,
        }
    }

    #[inline(never)]
    fn settled_entered(&self, state: State<K>) -> u8 {
        let entered = if self.setup.rules.repeat_points { state.road.entered.max(1) } else { state.road.entered };
        let has_points = |back| self.segment_behind(&state, Side::Catcher, back).has_points;
        if (0..entered).any(has_points) { entered } else { 0 }
    }

    /// The segment that a side stands in, and of how many segments it faces the points.
    #[inline]
    fn segments(&self, state: &State<K>, side: Side) -> (&Segment, u8) {
        let here = self.segment_behind(state, side, 0);
        match (&self.setup.course, side) {
            (Course::Independent(_), _) | (_, Side::Prey) => (here, 1),
            (_, Side::Catcher) => (here, state.road.entered),
        }
    }

    /// The segment so many places behind a side. Every segment before the first is a copy of the first.
    #[inline]
    fn segment_behind(&self, state: &State<K>, side: Side, back: u8) -> &Segment {
        let distance = match side {
            Side::Prey => 0,
            Side::Catcher => state.distance,
        };
        let place = i32::from(state.road.place) - i32::from(distance) - i32::from(back);
        let segments = &self.roads[side];
        match &self.setup.course {
            Course::Fixed { last_for_ever, .. } => {
                let place = place.max(0) as usize;
                match segments.len() {
                    1 => &segments[0],
                    length if *last_for_ever => &segments[place.min(length - 1)],
                    length => &segments[place % length],
                }
            }
            Course::Random(_) => &segments[usize::from(state.road.memory.at(place))],
            Course::Independent(_) => &segments[usize::from(state.road.drawn[side])],
        }
    }

    #[inline]
    fn has_strike(&self, state: &State<K>, side: Side) -> bool {
        self.setup.strikes.iter().any(|strike| strike.side == side && strike.turn == state.road.place + 1)
    }

    fn is_struck(&self, state: &State<K>, side: Side, element: &Element) -> bool {
        let turn = state.road.place + 1;
        let mut strikes = self.setup.strikes.iter();
        strikes.any(|strike| strike.turn == turn && strike.side == side && strike.element == element.name)
    }

    /// Draws this turn's segment of an independent course for a side. Segments that are the same to it are one, and
    /// where all are, nothing is drawn.
    pub(super) fn draw_segment<C: Chance>(&self, drawn: &Drawn, side: Side, chance: &mut C) -> u8 {
        let flies = self.setup.sides[side].aircraft;
        let segments = &self.roads[side];
        if flies && segments.iter().all(|segment| *segment == segments[0]) {
            return 0;
        }
        let index = chance.draw(&drawn.dice) as u8;
        if !flies {
            return index;
        }
        let same = segments.iter().position(|segment| *segment == segments[usize::from(index)]);
        same.map_or(index, |first| first as u8)
    }

    /// What a side faces, for the told chase.
    pub(super) fn faced_words(&self, state: &State<K>, side: Side) -> String {
        let names: Vec<&str> = self.elements(state, side).map(|element| element.name.as_str()).collect();
        match (names.is_empty(), self.segments(state, side).0.elements.is_empty()) {
            (false, _) => names.join(", "),
            (true, true) => "open ground".into(),
            (true, false) => "nothing".into(),
        }
    }
}
