//! How the first exchange of a pursuit goes, made once: all pursuits of a setting begin alike, so that the speeds that are
//! declared and the rolls for initiative say how (rules/reflex.md 2 to 4).

use super::Pursuit;
use super::course::{ALL, Course};
use super::moves::{MOVES, Rows, SPEED_ROWS};
use super::parts::Parts;
use super::state::{Driver, Phase, State, Way};
use super::words::Count;
use chaselab_core::{Chance, Pace, Pair, Probe, Side};

/// First exchanges, by all that drivers and luck have a say in before a bend needs dice.
#[derive(Clone, Debug)]
pub(super) struct Openings {
    /// By the speeds of both, whether a driver can reach a bend: who cannot does not roll for initiative.
    rolls: [Pair<bool>; SPEED_PAIRS],
    /// By the speeds of both, then by the moves that both wait.
    rows: Box<[[Opening; WAITS * WAITS]; SPEED_PAIRS]>,
}

/// Speeds of both.
const SPEED_PAIRS: usize = SPEED_ROWS * SPEED_ROWS;

/// So many moves are waited for, or none.
const WAITS: usize = MOVES as usize + 1;

/// A first exchange.
#[derive(Clone, Copy, Debug)]
pub(super) enum Opening {
    /// Without further dice it is over.
    Over(Outcome),
    /// As far as it goes without further dice.
    Begun { courses: [Begun; 2], last: u8 },
}

/// What comes of an exchange.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    phase: Phase,
    /// Whether a bend is missed in it.
    misses: Pair<bool>,
    gap: i32,
    at: i32,
    owed: Pair<u32>,
    ways: Pair<Way>,
}

/// How a side has set out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    bend_at: i32,
    bend: u32,
    /// The row of its moves among those of its speed.
    kind: u8,
    due: u8,
    waits: u8,
}

impl Openings {
    /// The first exchanges, by the rules that play an exchange at once.
    pub(super) fn new<K: Parts>(rules: &Pursuit<K>) -> Self {
        let pair = |index: usize, count: usize| Pair::new(index / count, index % count).map(|number| number as u8);
        let declared = |index| {
            let (mut state, speeds) = (rules.beginning, pair(index, SPEED_ROWS));
            for side in Side::BOTH {
                state.drivers[side].speed = speeds[side];
            }
            state
        };
        let rolls = std::array::from_fn(|index| {
            let state = declared(index);
            Pair::of(|side| rules.first_due(&state.drivers, side).1 < ALL)
        });
        let rows = (0..SPEED_PAIRS).map(|index| {
            let state = declared(index);
            std::array::from_fn(|waits| Opening::new(rules, state, pair(waits, WAITS)))
        });
        let rows: Box<[_]> = rows.collect();
        Self { rolls, rows: rows.try_into().expect("all pairs") }
    }

    /// How it goes at these declared speeds. Who can reach a bend rolls for initiative.
    #[inline(always)]
    pub(super) fn play(&self, speeds: Pair<u8>, waits: impl FnOnce(Pair<bool>) -> Pair<u8>) -> &Opening {
        let speeds = speeds.map(|speed| usize::from(speed) % SPEED_ROWS);
        let speeds = speeds.prey * SPEED_ROWS + speeds.catcher;
        let waits = waits(self.rolls[speeds]).map(usize::from);
        &self.rows[speeds][waits.prey * WAITS + waits.catcher]
    }
}

impl<K: Parts> Pursuit<K> {
    /// Whether an exchange begins where pursuits do, with nobody owing a move.
    #[inline(always)]
    pub(super) fn begins(&self, state: &State<K>) -> bool {
        // The place says it nearly always; the rest mostly need not be read. Where the gap is the same too, both next bends
        // are; what mishaps have left behind has no say in how vehicles move.
        let Pair { prey, catcher } = state.drivers.as_ref();
        let (gap, at) = (self.beginning.gap, self.beginning.at);
        state.at == at && ((state.gap ^ gap) as u32 | prey.owed | catcher.owed) == 0
    }
}

impl Opening {
    fn new<K: Parts>(rules: &Pursuit<K>, mut state: State<K>, waits: Pair<u8>) -> Self {
        let ride = rules.set_out_both(&state, |_| waits);
        let mut probe = Probe::new(&[]);
        if rules.over_at_once(&mut state, &ride, &mut probe).is_none() {
            return Self::Begun { courses: ride.courses.map(|course| Begun::new(&course)), last: ride.last as u8 };
        }
        let noted = probe.asked().expect_err("no dice are asked for");
        Self::Over(Outcome {
            phase: state.phase,
            misses: Pair::of(|side| noted[usize::from(Count::MissedBends.of(side).0)] > 0),
            gap: state.gap,
            at: state.at,
            owed: state.drivers.map(|driver| driver.owed),
            ways: state.drivers.map(|driver| driver.way),
        })
    }
}

impl Outcome {
    /// It comes about.
    #[inline(always)]
    pub(super) fn come<K: Parts, C: Chance>(&self, state: &mut State<K>, chance: &mut C) -> Pace {
        chance.note_few(Count::MissedBends.of(Side::Prey), self.misses.prey);
        chance.note_few(Count::MissedBends.of(Side::Catcher), self.misses.catcher);
        let stand = |driver: &mut Driver, owed, way| (driver.owed, driver.way) = (owed, way);
        stand(&mut state.drivers.prey, self.owed.prey, self.ways.prey);
        stand(&mut state.drivers.catcher, self.owed.catcher, self.ways.catcher);
        (state.gap, state.at, state.phase) = (self.gap, self.at, self.phase);
        if self.phase == Phase::Declare { Pace::NextTurn } else { Pace::Over }
    }
}

impl Begun {
    fn new(course: &Course<'_>) -> Self {
        Self {
            bend_at: course.bend_at,
            bend: course.bend,
            kind: course.row.kind() as u8,
            due: course.due.min(u32::from(MOVES)) as u8,
            waits: course.drives_from as u8,
        }
    }

    /// The course of a side at such moves.
    #[inline(always)]
    pub(super) fn course<'a>(&self, rows: &'a Rows) -> Course<'a> {
        let row = &rows[usize::from(self.kind) % rows.len()];
        Course {
            row,
            late: 0,
            base: 0,
            bend_at: self.bend_at,
            bend: self.bend,
            due: self.due.into(),
            drives_from: self.waits.into(),
            begun: 0,
        }
    }
}
