//! `fths`: the Fudge chase, after Fudge TransHuman Space (rules/fths.md). Both drivers secretly pick a risk, roll only
//! to survive it, and the higher Drive Performance has the turn.

mod course;
mod drive;
pub mod levels;
mod read;
mod road;
mod setup;
mod state;

pub use course::{Attributes, Course, Drawn, Element, Faced, Obstacle, Segment, Strike};
pub use setup::{CrashRow, Rules, Setup, SideSetup};
pub use state::{Act, LONGEST_MEMORY, Memory, Phase, Road, State};

use crate::{Input, Playable, Prepared, Scale};
use chaselab_core::tables::Tables;
use chaselab_core::{
    Action, Chance, Choice, Decision, Detail, Dice, End, Event, Next, Options, Pace, Pair, Problem, RulesError, Side,
    System, View, Words,
};
use drive::Driver;

/// The lowest risk, Non-Existent: it always succeeds and rolls nothing.
pub const LOWEST_RISK: i16 = -4;
/// The highest risk, Superb.
pub const HIGHEST_RISK: i16 = 3;

/// The decision about the risk of a turn.
pub const RISK: Decision = Decision(0);
/// The winner's decision about its action.
pub const ACTION: Decision = Decision(1);

/// Escaped by a successful roll to lose the catcher.
pub const LOST: Detail = Detail(1);
/// Escaped by distance alone (switch `break_off`).
pub const BROKE_OFF: Detail = Detail(2);
/// Caught by a block.
pub const BLOCKED: Detail = Detail(3);
/// Out by the first row of the crash table; further rows follow.
const FIRST_ROW: u8 = 4;

/// Events that both sides have, prey first: crashes, then collisions by what was hit.
const CRASHES: u8 = 0;
const COLLISIONS: u8 = 2;
const ATTEMPTS_TO_LOSE: Event = Event(10);

/// The Fudge chase in one setting.
#[derive(Clone, Debug)]
pub struct Fths {
    setup: Setup,
    drivers: Pair<Driver>,
    fudge: Dice,
    spice: Dice,
    words: Words,
    /// From this turn on no strike can happen.
    after_strikes: u16,
}

impl System for Fths {
    const ID: &'static str = "fths";
    type Setup = Setup;
    type State = State;

    fn new(setup: Setup) -> Result<Self, RulesError> {
        setup.check()?;
        let drivers = Pair::of(|side| Driver::new(&setup, side));
        let words = words(&setup);
        let after_strikes = setup.strikes.iter().map(|strike| strike.turn).max().unwrap_or(0);
        Ok(Self { setup, drivers, fudge: Dice::fudge(4), spice: Dice::fudge(2), words, after_strikes })
    }

    #[inline]
    fn start<C: Chance>(&self, _: &mut C) -> State {
        let mut state = State {
            phase: Phase::Draw,
            distance: self.setup.start,
            at_zero: 0,
            penalty: Pair::default(),
            next_penalty: Pair::default(),
            change: 0,
            road: Road::default(),
        };
        if self.broke_off(&state) {
            state.phase = Phase::Over(End::Escaped, BROKE_OFF);
            return state;
        }
        // On the first turn both face all elements of their own segment.
        self.enter(&mut state, 1);
        state
    }

    #[inline]
    fn next(&self, state: &State) -> Next {
        match state.phase {
            Phase::Draw | Phase::Drive(_) | Phase::Act(..) => Next::Resolve,
            Phase::Risk => Next::Choose(Pair::of(|side| Choice { decision: RISK, options: self.drivers[side].risks })),
            Phase::Winner(side) => {
                let mut choices = Pair::new(Choice::WAIT, Choice::WAIT);
                choices[side] = Choice { decision: ACTION, options: self.acts(state, side) };
                Next::Choose(choices)
            }
            Phase::Over(end, detail) => Next::Over(end, detail),
        }
    }

    #[inline]
    fn choose(&self, state: &mut State, picks: Pair<Action>) {
        state.phase = match state.phase {
            Phase::Risk => Phase::Drive(picks.map(|action| i8::try_from(action.0).unwrap_or(0) + LOWEST_RISK as i8)),
            Phase::Winner(side) => Phase::Act(side, Act::ALL[usize::from(picks[side].0)]),
            other => other,
        };
    }

    #[inline]
    fn resolve<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        match state.phase {
            Phase::Draw => self.draw_elements(state, chance),
            Phase::Drive(risks) => self.drive(state, risks, chance),
            Phase::Act(side, act) => self.act(state, side, act, chance),
            Phase::Risk | Phase::Winner(_) | Phase::Over(..) => Pace::SameTurn,
        }
    }

    #[inline]
    fn view(&self, state: &State) -> View {
        let base = Pair::of(|side| self.drivers[side].base(self.faced(state, side)));
        View([
            state.distance,
            state.at_zero.into(),
            state.penalty.prey.into(),
            state.penalty.catcher.into(),
            base.prey,
            base.catcher,
        ])
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

impl Fths {
    /// Step 1: elements of both sides, where they are drawn.
    #[inline]
    fn draw_elements<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        match &self.setup.course {
            Course::Random(drawn) => {
                let segment = chance.draw(&drawn.dice) as u8;
                state.road.memory.remember(state.road.place, segment);
            }
            Course::Independent(drawn) => {
                state.road.drawn = Pair::of(|_| chance.draw(&drawn.dice) as u8);
            }
            Course::Fixed { .. } => {}
        }
        self.settle_points(state);
        state.phase = Phase::Risk;
        Pace::SameTurn
    }

    /// Steps 3 to 5: both drive at their risk, the winner is found, whoever fails crashes.
    #[inline]
    fn drive<C: Chance>(&self, state: &mut State, risks: Pair<i8>, chance: &mut C) -> Pace {
        let faced = Pair::of(|side| self.faced(state, side));
        let base = Pair::of(|side| self.drivers[side].base(faced[side]));
        self.tell_turn(state, risks, base, chance);
        let crashes = Pair::of(|side| self.drivers[side].drive(state.penalty[side], risks[side], self, chance));
        let failed = crashes.map(|crash| crash.is_some());
        let winner = match (failed.prey, failed.catcher) {
            (false, false) => {
                let performance = Pair::of(|side| i16::from(risks[side]) + base[side]);
                self.tell_performance(performance, chance);
                match performance.prey.cmp(&performance.catcher) {
                    std::cmp::Ordering::Greater => Some(Side::Prey),
                    std::cmp::Ordering::Less => Some(Side::Catcher),
                    std::cmp::Ordering::Equal => None,
                }
            }
            (false, true) => Some(Side::Prey),
            (true, false) => Some(Side::Catcher),
            (true, true) => None,
        };
        state.change = 1;
        if failed.prey || failed.catcher {
            let rows =
                Pair::of(|side| crashes[side].and_then(|crash| self.crash(state, side, crash, faced[side], chance)));
            if let Some((end, detail)) = self.out(rows) {
                return self.over(state, end, detail);
            }
            for side in Side::BOTH {
                if let Some(row) = rows[side] {
                    chance.note(Event(CRASHES + side as u8));
                    state.next_penalty[side] = self.setup.crash[row].piloting;
                    if winner == Some(side.other()) {
                        state.change = self.setup.crash[row].distance;
                    }
                }
            }
        }
        match winner {
            None => {
                chance.tell(|| "Nobody has the turn.".into());
                self.end_turn(state)
            }
            Some(side) => self.winner(state, side),
        }
    }

    /// The winner has the turn: only what it may need is kept.
    #[inline]
    fn winner(&self, state: &mut State, side: Side) -> Pace {
        let acts = self.acts(state, side);
        if !acts.has(Action(Act::Lose as u8)) {
            state.penalty = Pair::default();
            state.road.drawn = Pair::default();
        } else {
            state.penalty.catcher = 0;
        }
        if acts.len() == 1 {
            return self.end_turn(state);
        }
        state.phase = Phase::Winner(side);
        Pace::SameTurn
    }

    /// Step 6: what the winner may do now. Conditions use the distance at the start of the turn.
    #[inline]
    fn acts(&self, state: &State, side: Side) -> Options {
        let act = |act: Act| Action(act as u8);
        let options = Options::NONE.with(act(Act::Wait));
        match side {
            Side::Prey => options
                .with(act(Act::Open))
                .with_if(state.distance > 3 && !self.setup.sides.catcher.tracking, act(Act::Lose)),
            Side::Catcher => options
                .with_if(state.distance >= 1, act(Act::Close))
                .with_if(state.distance == 0 && state.at_zero >= 2, act(Act::Block)),
        }
    }

    #[inline]
    fn act<C: Chance>(&self, state: &mut State, side: Side, act: Act, chance: &mut C) -> Pace {
        match act {
            Act::Wait => chance.tell(|| format!("The {} has the turn and lets it pass.", side.name())),
            Act::Close => {
                let before = state.distance;
                state.distance = (state.distance - i16::from(state.change)).max(0);
                // The catcher's way over the road shows in where it enters next turn.
                let after = state.distance;
                chance.tell(|| format!("The catcher closes from {before} to {after}."));
                return self.end_turn_from(state, before);
            }
            Act::Open => {
                let before = state.distance;
                state.distance += i16::from(state.change);
                let after = state.distance;
                chance.tell(|| format!("The prey opens the distance from {before} to {after}."));
                return self.end_turn_from(state, before);
            }
            Act::Block => {
                chance.tell(|| "The catcher blocks the way, and the prey stops: caught.".into());
                return self.over(state, End::Caught, BLOCKED);
            }
            Act::Lose => {
                chance.note(ATTEMPTS_TO_LOSE);
                if self.loses_catcher(state, chance) {
                    return self.over(state, End::Escaped, LOST);
                }
            }
        }
        self.end_turn(state)
    }

    /// The prey tries to lose the catcher: skill + this turn's piloting + 4dF against 3 + catcher's perception -
    /// distance + element modifiers.
    fn loses_catcher<C: Chance>(&self, state: &State, chance: &mut C) -> bool {
        let elements = self.faced(state, self.setup.rules.lose_elements).modifier;
        let difficulty = 3 + self.setup.sides.catcher.perception - state.distance + elements;
        let total = self.drivers.prey.total + i16::from(state.penalty.prey);
        let success = chance.at_least(&self.fudge, difficulty - total);
        chance.tell(|| {
            let outcome = if success { "lost: the prey escapes" } else { "still there" };
            format!(
                "The prey tries to lose the catcher: {total:+} + 4dF against {difficulty:+}. The catcher is {outcome}."
            )
        });
        success
    }

    #[inline]
    fn end_turn(&self, state: &mut State) -> Pace {
        self.end_turn_from(state, state.distance)
    }

    /// The turn is over; the distance was `before` when it began.
    #[inline]
    fn end_turn_from(&self, state: &mut State, before: i16) -> Pace {
        if self.broke_off(state) {
            return self.over(state, End::Escaped, BROKE_OFF);
        }
        state.penalty = state.next_penalty;
        state.next_penalty = Pair::default();
        state.change = 0;
        state.road.drawn = Pair::default();
        let place = state.road.place;
        // No turn is played after the last, so that places need not go on for ever.
        if place < self.after_strikes || self.setup.course.has_places() && place < self.setup.max_turns {
            state.road.place += 1;
        }
        self.enter(state, (1 + before - state.distance).max(0) as u8);
        Pace::NextTurn
    }

    /// Both come to this turn's places; the catcher entered `entered` segments on the way.
    #[inline]
    fn enter(&self, state: &mut State, entered: u8) {
        state.at_zero = if state.distance == 0 { (state.at_zero + 1).min(2) } else { 0 };
        state.road.entered = entered;
        state.phase = Phase::Draw;
        if matches!(self.setup.course, Course::Fixed { .. }) {
            self.settle_points(state);
            state.phase = Phase::Risk;
        }
    }

    #[inline]
    fn broke_off(&self, state: &State) -> bool {
        self.setup.rules.break_off.is_some_and(|distance| state.distance >= distance)
    }

    /// Ends the chase; nothing but the end is kept.
    fn over(&self, state: &mut State, end: End, detail: Detail) -> Pace {
        *state = State {
            phase: Phase::Over(end, detail),
            distance: state.distance,
            at_zero: 0,
            penalty: Pair::default(),
            next_penalty: Pair::default(),
            change: 0,
            road: Road::default(),
        };
        Pace::SameTurn
    }

    /// Who is put out by the rows of the crash table.
    fn out(&self, rows: Pair<Option<usize>>) -> Option<(End, Detail)> {
        let out = rows.map(|row| row.filter(|&row| self.setup.crash[row].out));
        let detail = |row: usize| Detail(FIRST_ROW + row as u8);
        match (out.prey, out.catcher) {
            (Some(_), Some(_)) => Some((End::BothCrashed, Detail::NONE)),
            (Some(row), None) => Some((End::PreyCrashed, detail(row))),
            (None, Some(row)) => Some((End::CatcherCrashed, detail(row))),
            (None, None) => None,
        }
    }

    #[inline]
    fn tell_turn<C: Chance>(&self, state: &State, risks: Pair<i8>, base: Pair<i16>, chance: &mut C) {
        for side in Side::BOTH {
            chance.tell(|| {
                let total = self.drivers[side].total + i16::from(state.penalty[side]);
                format!(
                    "The {} faces {}: base {:+}. Risk {:+}, driving at {total:+}.",
                    side.name(),
                    self.faced_words(state, side),
                    base[side],
                    risks[side],
                )
            });
        }
    }

    #[inline]
    fn tell_performance<C: Chance>(&self, performance: Pair<i16>, chance: &mut C) {
        chance.tell(|| format!("Drive Performance: prey {:+}, catcher {:+}.", performance.prey, performance.catcher));
    }
}

impl Playable for Fths {
    const TITLE: &'static str = "Fudge chase";

    const SCHEMA: &'static str = include_str!("schema.json");

    /// 25 m a turn at 30 km/h, in proportion (rules/fths.md 2).
    const GAP: Option<Scale> = Some(Scale { metres: 25.0, when: "at 30 km/h" });

    const TABLES: &'static [(&'static str, &'static str)] = &[
        ("acceleration", include_str!("tables/acceleration.toml")),
        ("deceleration", include_str!("tables/deceleration.toml")),
        ("maneuver", include_str!("tables/maneuver.toml")),
        ("elements", include_str!("tables/elements.toml")),
        ("crash", include_str!("tables/crash.toml")),
    ];

    fn check_tables(tables: &Tables) -> Result<(), Box<Problem>> {
        levels::check(tables)
    }

    fn read(input: &Input<'_>) -> Result<Prepared<Self>, Box<Problem>> {
        read::read(input)
    }
}

fn words(setup: &Setup) -> Words {
    let numbers = (LOWEST_RISK..=HIGHEST_RISK).map(|risk| risk.to_string()).collect();
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let mut details = names(&["", "lost", "broke_off", "blocked"]);
    details.extend(setup.crash.iter().map(|row| row.name.replace([' ', '-'], "_")));
    Words {
        ends: vec![End::Escaped, End::CatcherCrashed, End::Caught, End::PreyCrashed, End::BothCrashed, End::Timeout],
        decisions: vec![
            chaselab_core::DecisionWords { name: "risk".into(), actions: numbers },
            chaselab_core::DecisionWords {
                name: "action".into(),
                actions: Act::ALL.iter().map(|act| act.name().to_owned()).collect(),
            },
        ],
        details,
        events: names(&[
            "prey_crash_events",
            "catcher_crash_events",
            "prey_hits_vehicle",
            "catcher_hits_vehicle",
            "prey_hits_sidewall",
            "catcher_hits_sidewall",
            "prey_hits_pedestrian",
            "catcher_hits_pedestrian",
            "prey_hits_other",
            "catcher_hits_other",
            "attempts_to_lose",
        ]),
        view: names(&["distance", "turns_at_zero", "prey_penalty", "catcher_penalty", "prey_base", "catcher_base"]),
        gap_unit: "turns".into(),
    }
}
