//! `reflex`: the alternate vehicle movement of Twilight: 2013 (Reflex System) as a pursuit (rules/reflex.md). A gap in
//! metres along a road with bends, declared speeds, d20 checks with margins of failure, five moves an exchange.

mod at_once;
mod bends;
mod course;
mod drive;
mod drivers;
mod mishaps;
mod moves;
mod openings;
mod parts;
mod road;
mod setup;
mod side;
mod state;
mod switches;
mod turn;
mod vehicle;
mod words;

pub use parts::{All, Known, Parts};
pub use setup::Setup;
pub use state::State;

use crate::reading::Reading;
use crate::{Input, Playable, Prepared, Use};
use chaselab_core::tables::Tables;
use chaselab_core::{Action, Chance, Choice, Dice, Next, Pace, Pair, Problem, RulesError, Side, System, View, Words};
use openings::Openings;
use state::{Phase, QUARTERS};
use std::sync::OnceLock;
use words::SPEED;

/// The pursuit for one setting, on any road.
pub type Reflex = Pursuit<All>;

/// The pursuit for one setting, with what its road needs.
#[derive(Clone, Debug)]
pub struct Pursuit<K: Parts> {
    setup: Setup,
    /// The state before anything is drawn.
    beginning: State<K>,
    /// How pursuits go on from there: made when one is first played at once.
    openings: OnceLock<Openings>,
    d6: Dice,
    d10: Dice,
    d20: Dice,
    words: Words,
}

impl<K: Parts> System for Pursuit<K> {
    const ID: &'static str = "reflex";
    type Setup = Setup;
    type State = State<K>;

    /// Never fails: a [`Setup`] holds only what the rules can play.
    fn new(setup: Setup) -> Result<Self, RulesError> {
        assert!(K::suffice(&setup), "of a road that is known nothing is drawn");
        let mut beginning = State::new(setup.start, Self::drivers());
        setup.road.begin(&mut beginning);
        Ok(Self {
            setup,
            beginning,
            openings: OnceLock::new(),
            d6: Dice::sides(6),
            d10: Dice::sides(10),
            d20: Dice::sides(20),
            words: words::words(),
        })
    }

    #[inline]
    fn start<C: Chance>(&self, chance: &mut C) -> State<K> {
        if K::ANY_ROAD && self.setup.road.is_drawn() {
            self.setup.road.drawn(self.beginning, chance)
        } else {
            self.beginning
        }
    }

    #[inline(always)]
    fn next(&self, state: &State<K>) -> Next {
        // What comes most is told apart first.
        if matches!(state.phase, Phase::Declare) {
            return Next::Choose(Pair::of(|side| Choice {
                decision: SPEED,
                options: self.setup.modifiers.open_to(&state.drivers[side]),
            }));
        }
        match state.phase {
            Phase::Over(end, detail) => Next::Over(end, detail),
            _ => Next::Resolve,
        }
    }

    #[inline(always)]
    fn choose(&self, state: &mut State<K>, picks: Pair<Action>) {
        for side in Side::BOTH {
            state.drivers[side].speed = picks[side].0;
        }
        state.phase = Phase::Initiative;
    }

    #[inline(always)]
    fn resolve<C: Chance>(&self, state: &mut State<K>, chance: &mut C) -> Pace {
        if C::IN_HASTE && (!K::ANY_ROAD || self.setup.at_once) && matches!(state.phase, Phase::Initiative) {
            return self.exchange(state, chance);
        }
        self.roll_on(state, chance)
    }

    #[inline]
    fn view(&self, state: &State<K>) -> View {
        let speeds = state.drivers.map(|driver| i16::from(driver.speed));
        let damage = state.drivers.map(|driver| driver.suspension as i16 + i16::from(driver.steering_hit));
        let gap = state.gap.div_euclid(QUARTERS) as i16;
        View([gap, speeds.prey, speeds.catcher, damage.prey, damage.catcher, i16::from(state.tick)])
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

impl<K: Parts> Pursuit<K> {
    /// One phase of dice, and what follows it without dice.
    #[inline(never)]
    fn roll_on<C: Chance>(&self, state: &mut State<K>, chance: &mut C) -> Pace {
        let side = state.mover;
        let pace = match state.phase {
            Phase::Initiative => {
                let courses = self.initiative(state, chance);
                self.drive_on(state, courses, chance)
            }
            Phase::Bend => self.drive_on(state, self.courses(state), chance),
            Phase::Hurt => {
                self.check_body(state, side, chance);
                self.pass(state, side);
                None
            }
            Phase::Roll => {
                self.roll(state, side, chance);
                None
            }
            Phase::Draw => {
                self.draw(state, chance);
                None
            }
            Phase::Declare | Phase::Moving | Phase::Over(..) => None,
        };
        if let Some(pace) = pace {
            return pace;
        }
        while state.phase == Phase::Moving {
            if let Some(pace) = self.drive_on(state, self.courses(state), chance) {
                return pace;
            }
        }
        Pace::SameTurn
    }
}

impl<K: Parts> Playable for Pursuit<K> {
    const TITLE: &'static str = "Twilight: 2013 (Reflex) pursuit";

    const SCHEMA: &'static str = include_str!("schema.json");

    const TABLES: &'static [(&'static str, &'static str)] = &[
        ("dice", include_str!("tables/dice.toml")),
        ("turns", include_str!("tables/turns.toml")),
        ("speeds", include_str!("tables/speeds.toml")),
        ("conditions", include_str!("tables/conditions.toml")),
        ("ground", include_str!("tables/ground.toml")),
        ("water", include_str!("tables/water.toml")),
    ];
    const SKILLS: &'static [&'static str] = &["coordination", "driving"];

    /// Coordination goes by the level that this makes of the vehicle (rules/neutral.md, Vehicles).
    const ALSO_READS: &'static [&'static [&'static str]] = &[&["fths", "tables", "maneuver"]];

    fn lean<U: Use>(prepared: Prepared<Self>, user: U) -> U::Output {
        if !Known::suffice(&prepared.system.setup) {
            return user.prepared(prepared);
        }
        user.prepared(prepared.map(|pursuit| Pursuit::<Known>::new(pursuit.setup).expect("a setting that was checked")))
    }

    fn check_tables(tables: &Tables) -> Result<(), Box<Problem>> {
        setup::check_tables(tables)
    }

    fn read(input: &Input<'_>) -> Result<Prepared<Self>, Box<Problem>> {
        let Reading { setup, max_turns, switches, mut notes, own } = setup::read(input)?;
        let behaviours =
            Pair::try_of(|side| drivers::read(input, own[side], side, &mut notes).map(|behaviour| vec![behaviour]))?;
        Ok(Prepared { system: Self::new(setup)?, behaviours, max_turns, switches, explained: notes.explained() })
    }
}
