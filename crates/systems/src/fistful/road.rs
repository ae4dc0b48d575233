//! The road: what is open on it, and how vehicles go along it (rules/fistful.md 2, 5).

use super::Pursuit;
use super::parts::Parts;
use super::scene::{Scene, Wreck};
use super::setup::Appears;
use super::state::{Deed, Kind, Obstacle, State, Stunt, Weapon};
use super::words::{act, announce};
use chaselab_core::{Chance, Options, Side};

/// Farther than anything on the road.
const NOWHERE: i16 = i16::MAX;

/// What lies before a vehicle, by distance.
#[derive(Clone, Copy)]
struct Before {
    curve: i16,
    block: i16,
    /// The prey, for the catcher: it stops in contact.
    contact: i16,
}

/// How a vehicle goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub length: i16,
    /// How many curves and how many obstacles it gets past; both count down together, since a turn is one turn.
    pub curves: u8,
    pub obstacles: u8,
    /// Stops before an obstacle that it does not get past.
    pub careful: bool,
}

impl Way {
    pub(super) const fn straight(length: i16) -> Self {
        Self { length, curves: 0, obstacles: 0, careful: false }
    }

    pub(super) const fn careful(length: i16) -> Self {
        Self { careful: true, ..Self::straight(length) }
    }
}

impl<K: Parts> Pursuit<K> {
    /// Whether the road has neither curves nor obstacles.
    #[inline(always)]
    pub(super) const fn is_open(&self) -> bool {
        !K::ROAD || self.open
    }

    /// Asked with and without what only some roads have, so that the compiler leaves it out of an open one.
    #[inline(always)]
    fn before(&self, state: &State<K>, side: Side, open: bool) -> Before {
        let contact = if side == Side::Catcher { state.gap() } else { NOWHERE };
        if open {
            return Before { curve: NOWHERE, block: NOWHERE, contact };
        }
        Before {
            curve: self.setup.road.curve_every.map_or(NOWHERE, |_| state.road.curve[side]),
            block: state.blocked_at(side).unwrap_or(NOWHERE),
            contact,
        }
    }

    /// What an action may go to.
    #[inline(always)]
    pub(super) fn acts(&self, state: &State<K>, side: Side) -> Options {
        if self.is_open() {
            self.acts_before(state, side, self.before(state, side, true))
        } else {
            self.acts_on_road(state, side)
        }
    }

    #[inline(never)]
    fn acts_on_road(&self, state: &State<K>, side: Side) -> Options {
        self.acts_before(state, side, self.before(state, side, false))
    }

    #[inline(always)]
    fn acts_before(&self, state: &State<K>, side: Side, before: Before) -> Options {
        let Before { curve, block, contact } = before;
        let setup = &self.setup.sides[side];
        let runs = !state.stalled[side];
        let turns = curve != NOWHERE && curve <= setup.turn && curve < contact
            || block != NOWHERE && block <= setup.turn && block <= contact;
        let stops = block != NOWHERE && block > 0 && block <= setup.speed && block <= curve && block <= contact;
        Options::NONE
            .with(act(Deed::Wait))
            .with_if(runs && curve > 0 && contact > 0, act(Deed::Move))
            .with_if(runs && turns, act(Deed::Turn))
            .with_if(runs && stops, act(Deed::Stop))
            .with_if(!runs, act(Deed::Start))
            .with_if(state.wear.weapon[side] == Weapon::Dropped, act(Deed::Retrieve))
    }

    /// Stunts that get past something, which nothing on an open road asks for.
    #[inline(always)]
    pub(super) fn stunts(&self, state: &State<K>, side: Side) -> Options {
        if self.is_open() { Options::NONE } else { self.stunts_on_road(state, side) }
    }

    #[inline(never)]
    fn stunts_on_road(&self, state: &State<K>, side: Side) -> Options {
        let Before { curve, block, contact } = self.before(state, side, false);
        let speed = self.setup.sides[side].speed;
        let runs = !state.stalled[side];
        let stationary = state.road.obstacle.is_some_and(|obstacle| obstacle.kind == Kind::Stationary);
        let fast = state.road.straight[side] >= 2 && curve <= speed && curve < contact && curve < block;
        Options::NONE
            .with_if(runs && block <= 2 * speed && block < curve, announce(Stunt::Jump))
            .with_if(runs && stationary && block <= speed && block < curve, announce(Stunt::Wheelie))
            .with_if(runs && fast, announce(Stunt::HighSpeedTurn))
    }

    /// Whether a straight move of the catcher reaches the prey.
    #[inline(always)]
    pub(super) fn can_ram(&self, state: &State<K>) -> bool {
        let reaches = !state.stalled.catcher && state.gap() <= self.setup.sides.catcher.speed;
        reaches && (self.is_open() || self.is_free_up_to_contact(state))
    }

    #[inline(never)]
    fn is_free_up_to_contact(&self, state: &State<K>) -> bool {
        let Before { curve, block, contact } = self.before(state, Side::Catcher, false);
        contact <= curve && contact < block
    }
}

impl<K: Parts, C: Chance> Scene<'_, K, C> {
    /// Goes along the road, into what is in the way and onto a new table. Says how far it came.
    #[inline(always)]
    pub(super) fn drive(&mut self, side: Side, way: Way) -> i16 {
        if self.rules.is_open() { self.travel(side, way, true).0 } else { self.drive_on_road(side, way) }
    }

    #[inline(never)]
    fn drive_on_road(&mut self, side: Side, way: Way) -> i16 {
        let (distance, met) = self.travel(side, way, false);
        if let Some(kind) = met {
            self.collide(side, kind);
        }
        self.enter_tables(side);
        distance
    }

    /// Goes up to what stops it; the obstacle that it runs into, if it does.
    #[inline(always)]
    fn travel(&mut self, side: Side, mut way: Way, open: bool) -> (i16, Option<Kind>) {
        let mut gone = 0;
        loop {
            let Before { curve, block, contact } = self.rules.before(self.state, side, open);
            let near = curve.min(block).min(contact);
            let rest = way.length - gone;
            if near > rest {
                self.go(side, rest, open);
                return (way.length, None);
            }
            self.go(side, near, open);
            gone += near;
            if open {
                return (gone, None);
            }
            if block == near && way.obstacles == 0 {
                let met = self.state.road.obstacle.filter(|_| !way.careful).map(|obstacle| obstacle.kind);
                return (gone, met);
            }
            // An obstacle in contact stands between the two.
            let touches = contact == near && block != near;
            if touches || curve == near && way.curves == 0 {
                return (gone, None);
            }
            if block == near {
                self.pass_obstacle(side);
            }
            if curve == near {
                self.state.road.curve[side] = self.rules.setup.road.curve_every.unwrap_or(0);
            }
            way.curves = way.curves.saturating_sub(1);
            way.obstacles = way.obstacles.saturating_sub(1);
        }
    }

    /// So far along a clear road.
    #[inline(always)]
    pub(super) fn step(&mut self, side: Side, distance: i16) {
        if self.rules.is_open() { self.go(side, distance, true) } else { self.go_on_road(side, distance) }
    }

    #[inline(never)]
    fn go_on_road(&mut self, side: Side, distance: i16) {
        self.go(side, distance, false);
    }

    #[inline(always)]
    fn go(&mut self, side: Side, distance: i16, open: bool) {
        if open {
            self.state.gap += i32::from(if side == Side::Prey { distance } else { -distance });
            return;
        }
        let setup = &self.rules.setup;
        let state = &mut *self.state;
        if setup.road.curve_every.is_some() {
            state.road.curve[side] -= distance;
        }
        match side {
            Side::Prey => {
                state.gap += i32::from(distance);
                if setup.road.obstacles {
                    state.road.edge -= distance;
                }
                if let Some(obstacle) = &mut state.road.obstacle {
                    obstacle.ahead -= distance;
                    // What is not in the way yet is passed without a turn.
                    obstacle.passed |= obstacle.ahead < 0;
                }
            }
            Side::Catcher => {
                state.gap -= i32::from(distance);
                let gap = state.gap();
                state.road.obstacle =
                    state.road.obstacle.filter(|obstacle| !obstacle.passed || obstacle.ahead + gap >= 0);
            }
        }
    }

    fn pass_obstacle(&mut self, side: Side) {
        match (side, &mut self.state.road.obstacle) {
            (Side::Prey, Some(obstacle)) => obstacle.passed = true,
            _ => self.state.road.obstacle = None,
        }
    }

    /// Whenever the prey, which leads, enters a new table: 1d6 for what is on it.
    fn enter_tables(&mut self, side: Side) {
        let setup = &self.rules.setup;
        let escaped = self.state.gap() > setup.lengths.table;
        if side == Side::Catcher || !setup.road.obstacles || self.state.road.edge > 0 || escaped {
            return;
        }
        if self.wreck.prey != Wreck::Whole {
            return;
        }
        self.state.road.edge += setup.lengths.table;
        let appears = self.chance.band(&self.rules.d6, &setup.obstacles, 0);
        self.state.road.obstacle = appears.map(|appears| {
            let (kind, ahead) = match appears {
                Appears::Straight(kind) => (kind, self.chance.draw(&self.rules.d6) * setup.lengths.short),
                // The first crossing is where the road curves next, or the middle of the table.
                Appears::Crossing(kind) => {
                    let middle = self.state.road.edge - setup.lengths.table / 2;
                    (kind, setup.road.curve_every.map_or(middle, |_| self.state.road.curve.prey))
                }
            };
            Obstacle { kind, ahead: ahead.max(0), passed: false }
        });
        let obstacle = self.state.road.obstacle;
        self.chance.tell(|| match obstacle {
            None => "A new table, with nothing in the way.".into(),
            Some(Obstacle { kind, ahead, .. }) => {
                let what = match kind {
                    Kind::Ahead => "traffic drives ahead",
                    Kind::Crossing => "traffic crosses from the right",
                    Kind::Coming => "traffic comes from the left",
                    Kind::Stationary => "something stands in the way",
                };
                format!("A new table: {what}, {} cm from the prey.", super::lengths::in_cm(ahead))
            }
        });
    }
}
