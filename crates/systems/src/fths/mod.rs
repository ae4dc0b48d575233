//! `fths`: the Fudge chase, after Fudge TransHuman Space (rules/fths.md). Both drivers secretly pick a risk, roll only
//! to survive it, and the higher Drive Performance has the turn.

mod course;
mod damage;
mod drive;
mod fire;
pub mod levels;
mod parts;
mod ram;
mod read;
mod road;
mod setup;
mod state;
mod turn;
mod wear;
mod words;

pub use course::{Attributes, Course, Drawn, Element, Faced, Obstacle, Segment, Strike};
pub use damage::{Blow, Collision, DamageTables, Serves, VehicleSystem};
pub use fire::Gun;
pub use parts::{Absent, All, Kept, Part, Parts, Plain, Value};
pub use setup::{CrashRow, Rules, Setup, SideSetup, Speed};
pub use state::{Act, After, LONGEST_MEMORY, Memory, Phase, Road, State};
pub use wear::{Blows, Condition, Impacts, SYSTEMS, Systems, Turn, Wear};
pub use words::{ACTION, ANSWER, BLOCKED, BROKE_OFF, LOST, RISK};

use crate::{Input, NOBODY_STUNNED, Playable, Prepared, Scale, TurnLength, Use};
use chaselab_core::tables::{Standing, Tables};
use chaselab_core::{
    Action, Chance, Choice, Detail, Dice, Next, Options, Pace, Pair, Problem, RulesError, Side, System, View, Words,
};
use drive::Driver;
use fire::Arms;
use std::marker::PhantomData;
use turn::Done;

/// Why a phase of damage cannot come.
const NO_DAMAGE: &str = "a plain chase has no damage";

/// The lowest risk, Non-Existent: it always succeeds and rolls nothing.
pub const LOWEST_RISK: i16 = -4;
/// The highest risk, Superb.
pub const HIGHEST_RISK: i16 = 3;

/// The Fudge chase in one setting, with all parts of its rules.
pub type Fths = Chase<All>;

/// The Fudge chase in one setting, with these parts of its rules.
#[derive(Clone, Debug)]
pub struct Chase<K: Parts> {
    setup: Setup,
    drivers: Pair<Driver>,
    /// The segments of the course as each side meets them.
    roads: Pair<Vec<Segment>>,
    /// What each side can fire.
    arms: Pair<Option<Arms>>,
    /// Whether anybody can fire.
    has_arms: bool,
    fudge: Dice,
    spice: Dice,
    /// Two dF in order: nine even faces.
    system_dice: Dice,
    words: Words,
    /// The first detail of an end by damage.
    damage_details: u8,
    /// Whether it matters which segments the catcher enters: some have points, and both meet the same.
    enters_points: bool,
    /// Whether anybody can face anything else than the stretches of the first segment.
    changes: bool,
    /// What each side faces on these, and the base modifier which that gives.
    first: Pair<(Faced, i16)>,
    /// The lowest crash level at which each side collides with anything.
    first_collisions: Pair<i16>,
    /// Places are counted up to this one: nothing depends on later ones.
    last_place: u16,
    parts: PhantomData<K>,
}

impl<K: Parts> System for Chase<K> {
    const ID: &'static str = "fths";
    type Setup = Setup;
    type State = State<K>;

    fn new(setup: Setup) -> Result<Self, RulesError> {
        setup.check()?;
        assert!(K::suffice(&setup), "a plain chase has neither damage nor a road that changes");
        let strikes = setup.strikes.iter().map(|strike| strike.turn);
        let speed = setup.speed.filter(|speed| speed.faster.is_some()).map(|speed| speed.acceleration_turns);
        // No turn is played after the last, so that places need not go on for ever.
        let places = setup.course.has_places().then_some(setup.max_turns);
        let arms = Pair::of(|side| Arms::new(&setup, side).filter(|_| setup.rules.damage));
        let meets = |side: Side| {
            let aircraft = setup.sides[side].aircraft;
            setup.course.segments().iter().map(|segment| segment.seen_by(aircraft)).collect()
        };
        let roads: Pair<Vec<Segment>> = Pair::of(meets);
        let lowest = |segments: &Vec<Segment>| segments.iter().filter_map(Segment::lowest_collision).min();
        let first_collisions = roads.as_ref().map(|segments| lowest(segments).unwrap_or(i16::MAX));
        let has_points = Side::BOTH.iter().any(|&side| roads[side].iter().any(|segment| segment.has_points));
        let drivers = Pair::of(|side| Driver::new(&setup, side));
        Ok(Self {
            enters_points: has_points && !matches!(setup.course, Course::Independent(_)),
            changes: setup.road_changes(),
            first: Pair::of(|side| (roads[side][0].stretch, drivers[side].base(roads[side][0].stretch))),
            drivers,
            roads,
            has_arms: arms.prey.is_some() || arms.catcher.is_some(),
            arms,
            fudge: Dice::fudge(4),
            spice: Dice::fudge(2),
            system_dice: Dice::sides(SYSTEMS as i16),
            words: words::words(&setup),
            damage_details: words::damage_details(&setup),
            first_collisions,
            last_place: strikes.chain(speed).chain(places).max().unwrap_or(0),
            setup,
            parts: PhantomData,
        })
    }

    #[inline(always)]
    fn start<C: Chance>(&self, _: &mut C) -> State<K> {
        self.begin()
    }

    // These three are what a chase consists of: inlined into the loop that plays it, they cost no trips.
    #[inline(always)]
    fn next(&self, state: &State<K>) -> Next {
        match state.phase {
            Phase::Draw | Phase::Drive(_) | Phase::Act(..) | Phase::Hurt(_) | Phase::Guns(_) => Next::Resolve,
            Phase::Risk => Next::Choose(Pair::of(|side| Choice { decision: RISK, options: self.drivers[side].risks })),
            Phase::Winner(side) => {
                let action = |side| Choice { decision: ACTION, options: self.acts(state, side) };
                Next::Choose(match side {
                    Side::Prey => Pair::new(action(Side::Prey), Choice::WAIT),
                    Side::Catcher => Pair::new(Choice::WAIT, action(Side::Catcher)),
                })
            }
            Phase::Answer if K::DAMAGE => {
                let answers = Choice { decision: ANSWER, options: Options::NONE.with(ram::STOP).with(ram::RAM) };
                Next::Choose(Pair::new(answers, Choice::WAIT))
            }
            Phase::Answer => unreachable!("{NO_DAMAGE}"),
            Phase::Over(end, detail) => Next::Over(end, detail),
        }
    }

    #[inline(always)]
    fn choose(&self, state: &mut State<K>, picks: Pair<Action>) {
        match state.phase {
            Phase::Risk => {
                state.phase = Phase::Drive(picks.map(|action| LOWEST_RISK as i8 + action.0 as i8));
            }
            Phase::Winner(side) => self.pick_act(state, side, Act::ALL[usize::from(picks[side].0)]),
            Phase::Answer if K::DAMAGE => self.answer(state, picks.prey),
            _ => {}
        }
    }

    #[inline(always)]
    fn resolve<C: Chance>(&self, state: &mut State<K>, chance: &mut C) -> Pace {
        let before = state.distance;
        let done = match state.phase {
            Phase::Draw if K::PLACES => self.draw_elements(state, chance),
            Phase::Drive(risks) => self.drive(state, risks, chance),
            Phase::Act(side, act) => self.act(state, side, act, chance),
            Phase::Hurt(after) if K::DAMAGE => self.hurt(state, after, chance),
            Phase::Guns(firing) if K::DAMAGE => self.gunners_fire(state, firing, chance),
            _ => Done::Phase,
        };
        self.go_on(state, done, before)
    }

    #[inline]
    fn view(&self, state: &State<K>) -> View {
        let base = Pair::of(|side| self.base(state, side));
        let penalty = Pair::of(|side| i16::from(state.penalty[side]) + self.lasting(state, side));
        View([state.distance, state.at_zero.into(), penalty.prey, penalty.catcher, base.prey, base.catcher])
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

impl<K: Parts> Playable for Chase<K> {
    const TITLE: &'static str = "Fudge chase";

    const SCHEMA: &'static str = include_str!("schema.json");

    const QUICKER_COMPILED: bool = K::DAMAGE || K::PLACES;

    /// 25 m a turn at 30 km/h, in proportion (rules/fths.md 2).
    const GAP: Option<Scale> = Some(Scale { metres: 25.0, when: "at 30 km/h" });

    /// A block stops the prey's vehicle and hurts nobody in it.
    const CAUGHT: &'static [(Detail, Option<Pair<bool>>)] = &[(words::BLOCKED, Some(NOBODY_STUNNED))];

    const TABLES: &'static [(&'static str, &'static str)] = &[
        ("acceleration", include_str!("tables/acceleration.toml")),
        ("deceleration", include_str!("tables/deceleration.toml")),
        ("maneuver", include_str!("tables/maneuver.toml")),
        ("elements", include_str!("tables/elements.toml")),
        ("crash", include_str!("tables/crash.toml")),
        ("air_crash", include_str!("tables/air_crash.toml")),
        ("collisions", include_str!("tables/collisions.toml")),
        ("damage", include_str!("tables/damage.toml")),
        ("systems", include_str!("tables/systems.toml")),
        ("conditions", include_str!("tables/conditions.toml")),
        ("weapons", include_str!("tables/weapons.toml")),
    ];
    const SKILLS: &'static [&'static str] = &["driving", "piloting", "gunnery"];

    const TURN: Option<TurnLength> =
        Some(TurnLength { seconds: 3.0, standing: Standing::Seed, from: "a combat turn, rules/fths.md" });

    fn lean<U: Use>(prepared: Prepared<Self>, user: U) -> U::Output {
        if !Plain::suffice(&prepared.system.setup) {
            return user.prepared(prepared);
        }
        user.prepared(prepared.map(|chase| Chase::<Plain>::new(chase.setup).expect("a setting that was checked")))
    }

    fn check_tables(tables: &Tables) -> Result<(), Box<Problem>> {
        read::check_tables(tables)
    }

    fn read(input: &Input<'_>) -> Result<Prepared<Self>, Box<Problem>> {
        read::read(input)
    }
}
