//! `thw`: a car chase in the style of Two Hour Wargames (rules/thw.md). A gap in units, six-sided dice, three steps a
//! turn: shooting, a risky maneuver, the distance.

mod drivers;
mod pools;
mod setup;
mod state;
mod switches;
mod turn;
mod words;

pub use setup::Setup;
pub use state::State;

use crate::reading::Reading;
use crate::{Input, NOBODY_STUNNED, Playable, Prepared, TurnLength, Use};
use chaselab_core::tables::{Standing, Tables};
use chaselab_core::{
    Action, Chance, Choice, Decision, Detail, Next, Options, Pace, Pair, Problem, RulesError, System, View, Words,
};
use pools::Pools;
use state::Phase;
use words::{ACTIVE, ANSWER, MANEUVER, PASSIVE, SHOOT};

/// The chase.
pub type Thw = Chase<true>;

/// The chase for one setting; where nobody is armed, without what only gunfire needs.
#[derive(Clone, Debug)]
pub struct Chase<const ARMED: bool> {
    setup: Setup,
    pools: Pools,
    words: Words,
}

impl<const ARMED: bool> System for Chase<ARMED> {
    const ID: &'static str = "thw";
    type Setup = Setup;
    type State = State;

    /// Never fails: a [`Setup`] holds only what the rules can play.
    fn new(setup: Setup) -> Result<Self, RulesError> {
        assert!(ARMED || !setup.anybody_is_armed(), "whoever is armed may shoot");
        Ok(Self { pools: Pools::new(&setup), setup, words: words::words() })
    }

    #[inline(always)]
    fn start<C: Chance>(&self, chance: &mut C) -> State {
        self.begin(chance)
    }

    // These three are what a chase consists of: inlined into the loop that plays it, they cost no trips.
    #[inline(always)]
    fn next(&self, state: &State) -> Next {
        let decides = |decision: Decision, who: Pair<bool>| {
            Next::Choose(who.map(|decides| {
                let options = if decides { Options::NONE.with(PASSIVE).with(ACTIVE) } else { Options::NONE };
                Choice { decision, options }
            }))
        };
        match state.phase {
            Phase::ChooseShots if ARMED => decides(SHOOT, self.setup.sides.as_ref().map(|side| side.armed)),
            Phase::ChooseManeuvers => decides(MANEUVER, Pair::new(true, true)),
            Phase::ChooseAnswer => decides(ANSWER, state.rolls.map(|rolls| !rolls)),
            Phase::Shooting | Phase::Declining | Phase::Maneuver | Phase::Distance | Phase::CatchTest => Next::Resolve,
            Phase::Over => Next::Over(state.over.0, state.over.1),
            Phase::ChooseShots => unreachable!("nobody is armed"),
        }
    }

    #[inline(always)]
    fn choose(&self, state: &mut State, picks: Pair<Action>) {
        let active = picks.map(|action| action == ACTIVE);
        match state.phase {
            Phase::ChooseShots if ARMED => {
                state.shoots = Pair::of(|side| active[side] && self.setup.sides[side].armed);
                let anybody = state.shoots.prey || state.shoots.catcher;
                state.phase = if anybody { Phase::Shooting } else { Phase::ChooseManeuvers };
            }
            Phase::ChooseManeuvers => {
                state.rolls = active;
                // Which of the two it is does not matter yet: as a number it is not branched by.
                state.phase = match picks.prey.0 + picks.catcher.0 {
                    0 => Phase::Distance,
                    1 => Phase::ChooseAnswer,
                    _ => Phase::Maneuver,
                };
            }
            Phase::ChooseAnswer => {
                // The side that declared has no say here, whatever its pick.
                let answers = Pair::of(|side| state.rolls[side] | active[side]);
                state.phase = if answers.prey & answers.catcher { Phase::Maneuver } else { Phase::Declining };
                state.rolls = answers;
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn resolve<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let pace = match state.phase {
            Phase::Shooting if ARMED => self.shooting(state, chance),
            Phase::Declining | Phase::Maneuver => self.maneuver(state, chance),
            Phase::Distance => self.distance(state, chance),
            Phase::CatchTest => self.catch_test(state, chance),
            _ => Pace::SameTurn,
        };
        if pace == Pace::NextTurn {
            self.begin_turn(state);
        }
        pace
    }

    #[inline(always)]
    fn view(&self, state: &State) -> View {
        let drivers = i16::from(state.shoots.prey) + 2 * i16::from(state.shoots.catcher);
        let State { gap, damage, lost, .. } = *state;
        View([gap, damage.prey, damage.catcher, lost.prey, lost.catcher, drivers])
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

impl<const ARMED: bool> Playable for Chase<ARMED> {
    const TITLE: &'static str = "Car chase, THW style";

    const SCHEMA: &'static str = include_str!("schema.json");

    const TABLES: &'static [(&'static str, &'static str)] = &[("classes", include_str!("tables/classes.toml"))];
    const SKILLS: &'static [&'static str] = &["driving", "shooting"];

    /// `faster` and `handling` go by the levels that these make of the vehicles (rules/neutral.md, Vehicles).
    const ALSO_READS: &'static [&'static [&'static str]] =
        &[&["fths", "tables", "acceleration"], &["fths", "tables", "maneuver"]];

    /// Who is stunned by the stop, rules/thw.md 3.
    const CAUGHT: &'static [(Detail, Option<Pair<bool>>)] = &[
        (words::PREY_STUNNED, Some(Pair::new(true, false))),
        (words::BOTH_ACTIVE, Some(NOBODY_STUNNED)),
        (words::CATCHER_STUNNED, Some(Pair::new(false, true))),
        (words::PASSED, Some(NOBODY_STUNNED)),
    ];

    /// The rules count turns alone; shots, a maneuver and a stretch of road are taken to fill ten seconds.
    const TURN: Option<TurnLength> = Some(TurnLength {
        seconds: 10.0,
        standing: Standing::Reconstructed,
        from: "assumed: time for shots, a maneuver and a stretch of road",
    });

    fn lean<U: Use>(prepared: Prepared<Self>, user: U) -> U::Output {
        if prepared.system.setup.anybody_is_armed() {
            return user.prepared(prepared);
        }
        user.prepared(prepared.map(|chase| Chase::<false>::new(chase.setup).expect("a setting that was checked")))
    }

    fn check_tables(tables: &Tables) -> Result<(), Box<Problem>> {
        setup::check_tables(tables)
    }

    fn read(input: &Input<'_>) -> Result<Prepared<Self>, Box<Problem>> {
        let Reading { setup, max_turns, switches, mut notes, own } = setup::read(input)?;
        let words = words::words();
        let behaviours = Pair::try_of(|side| {
            drivers::read(input, own[side], side, &setup.sides[side], setup.getaway, &words, &mut notes)
        })?;
        Ok(Prepared { system: Self::new(setup)?, behaviours, max_turns, switches, explained: notes.explained() })
    }
}
