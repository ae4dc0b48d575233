//! `fudge`: fights in the style of Fudge (rules/fudge.md 3, 4). Two parties, opposed rolls of 4dF, wounds on a track.

mod blows;
mod chart;
mod drivers;
mod exchange;
mod opposed;
mod order;
mod results;
mod round;
mod setup;
mod state;
mod words;
mod wounds;

pub use setup::Setup;
pub use state::{MOST_FIGHTERS, State};

use crate::reading::Reading;
use crate::{Input, Playable, Prepared, TurnLength, Use};
use blows::Blow;
use chart::{CONDITIONS, Chart, Wound};
use chaselab_core::tables::{Standing, Tables};
use chaselab_core::{
    Action, Answers, Bands, Chance, Choice, Detail, Next, Options, Pace, Pair, Problem, RulesError, Side, System, View,
    Words,
};
use drivers::Spend;
use results::{Effort, Results};
use round::{Round, unasked};
use setup::{Mode, SideSetup};
use state::{Act, Fighter, Hit, Phase};
use std::sync::Arc;
use words::{REDUCE, REROLL, SPEND};

/// The fight for one setting, with all parts of its rules.
pub type Fudge = Fight<MOST_FIGHTERS>;

/// A plain fight of two a side at most.
pub type Skirmish = Fight<2>;

/// The fight for one setting, of so many a side at most. Of fewer than [`MOST_FIGHTERS`] it is plain: only simultaneous
/// rounds are played, nobody is out of action, takes +4 or rolls again, and results are not capped.
#[derive(Clone, Debug)]
pub struct Fight<const MOST: usize> {
    setup: Setup,
    /// A fight before its first round.
    fresh: State<MOST>,
    /// By who is hit.
    charts: Pair<Chart>,
    /// From whom on a party may have anything to decide but to fight.
    calm: Pair<Fighter>,
    /// What a party that acts may do: by whether it has points left, then by its condition.
    acts: Pair<[[Choice; CONDITIONS]; 2]>,
    skills: Results,
    movements: Results,
    /// What a relative degree does, by who hits.
    damage: Pair<Bands<Option<Wound>>>,
    /// Who is hurt and how badly by what the prey's result is above the catcher's: by whether the prey attacks, then by
    /// whether the catcher does.
    blows: [[Bands<Blow>; 2]; 2],
    /// The same for two who both roll and attack, by the prey's condition, then by the catcher's; of a plain fight.
    duels: Vec<Answers<Blow>>,
    /// Whether anybody ever asks for another roll.
    rerolls: bool,
    /// Whether a difference is a win, a draw or a loss.
    signs: Bands<i16>,
    words: Words,
}

impl<const MOST: usize> System for Fight<MOST> {
    const ID: &'static str = "fudge";
    type Setup = Setup;
    type State = State<MOST>;

    /// Never fails: a [`Setup`] holds only what the rules can play.
    fn new(setup: Setup) -> Result<Self, RulesError> {
        assert!(Self::suffices(&setup), "a plain fight has few fighters and few rules");
        let results = |levels| Results::new(levels, setup.wounds.penalties, setup.rules.capped);
        let damage = Pair::of(|side| blows::damage(&setup, side));
        let attacks = [false, true];
        let acts = setup.sides.as_ref().map(drivers::acts);
        let fudge = Self {
            fresh: State::EMPTY,
            charts: Pair::of(|side| {
                let stuns = setup.sides[side.other()].stun;
                let worst = if stuns { Wound::Incapacitated } else { Wound::NearDeath };
                Chart::new(side, setup.wounds.boxes, worst, setup.sides[side].reduce)
            }),
            calm: acts.map(|acts| drivers::calm(&acts)),
            acts,
            skills: results(setup.sides.as_ref().map(|side| side.skill)),
            movements: results(setup.sides.as_ref().map(|side| side.movement)),
            blows: attacks.map(|prey| attacks.map(|catcher| blows::blows(&damage, Pair::new(prey, catcher)))),
            damage,
            rerolls: Side::BOTH.iter().any(|&side| setup.sides[side].reroll != Spend::Never),
            signs: blows::signs(),
            words: words::words(&setup),
            setup,
            duels: Vec::new(),
        };
        Ok(fudge.ready())
    }

    #[inline(always)]
    fn start<C: Chance>(&self, _: &mut C) -> State<MOST> {
        if !Self::PLAIN {
            return self.fresh;
        }
        // The rest is known without looking.
        let State { fighters, present, points, .. } = self.fresh;
        let mut state = State { fighters, present, points, ..State::EMPTY };
        self.begin_round(&mut state);
        state
    }

    #[inline(always)]
    fn next(&self, state: &State<MOST>) -> Next {
        match state.phase {
            Phase::Roll(_) => Next::Resolve,
            Phase::Act => Next::Choose(Pair::of(|side| self.choice(state, side))),
            Phase::Over(end, detail) => Next::Over(end, detail),
            phase => Self::spend_or_resolve(phase, state.hit),
        }
    }

    #[inline(always)]
    fn choose(&self, state: &mut State<MOST>, picks: Pair<Action>) {
        if state.phase != Phase::Act {
            return Self::aside(state, |state| Self::spend(state, picks));
        }
        let acts = Pair::of(|side| match self.waits(state, side) {
            true => unasked(state, side),
            false => Act::PICKS.get(usize::from(picks[side].0)).copied().unwrap_or_default(),
        });
        self.enter_round(state, acts);
    }

    #[inline(always)]
    fn resolve<C: Chance>(&self, state: &mut State<MOST>, chance: &mut C) -> Pace {
        let round = match state.phase {
            Phase::Roll(at) => self.roll(state, at, chance),
            Phase::Settle(at, again) => Self::aside(state, |state| self.settle(state, at, again, chance)),
            Phase::Mark(step, reduced) => Self::aside(state, |state| self.mark_reduced(state, step, reduced, chance)),
            Phase::Act | Phase::Reroll(..) | Phase::Reduce(_) | Phase::Over(..) => Round::GoesOn,
        };
        // Nowhere else, so that what a round leaves behind is known where the next one begins.
        match round {
            Round::GoesOn => Pace::SameTurn,
            Round::Through => self.end_round(state),
        }
    }

    #[inline(always)]
    fn view(&self, state: &State<MOST>) -> View {
        let copy = *state;
        Self::seen(&copy)
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

impl<const MOST: usize> Fight<MOST> {
    /// Whether it is plain: what only other fights need is not compiled then.
    const PLAIN: bool = MOST < MOST_FIGHTERS;

    /// Whether this is enough for a setting.
    fn suffices(setup: &Setup) -> bool {
        let few = |side: &SideSetup| usize::from(side.fighters) <= MOST;
        let plain = |side: &SideSetup| side.dazed == 0 && !side.plus_four && side.reroll == Spend::Never;
        let fits = |side: Side| few(&setup.sides[side]) && (!Self::PLAIN || plain(&setup.sides[side]));
        let rules = setup.mode == Mode::Simultaneous && !setup.rules.capped;
        (!Self::PLAIN || rules) && fits(Side::Prey) && fits(Side::Catcher)
    }

    /// Out of line, where what is rare belongs: it gets a copy of a plain fight, so that the loop that plays it can do
    /// without memory.
    #[inline(always)]
    fn aside<T>(state: &mut State<MOST>, act: impl FnOnce(&mut State<MOST>) -> T) -> T {
        if !Self::PLAIN {
            return act(state);
        }
        let mut copy = *state;
        let done = act(&mut copy);
        // Nobody is ever out of action in it.
        *state = State { dazed: state.dazed, ..copy };
        done
    }

    /// What policies and charts read.
    #[inline(never)]
    fn seen(state: &State<MOST>) -> View {
        let standing = Pair::of(|side| state.standing(side) as i16);
        // That of the best-off; one more than the worst when nobody stands.
        let condition = state.fighters.map(|fighters| fighters.map(|fighter| i16::from(fighter.condition())));
        let condition = condition.map(|all| all.into_iter().min().unwrap_or_default());
        let points = state.points.map(i16::from);
        View([
            condition.catcher - condition.prey,
            standing.prey,
            standing.catcher,
            condition.prey,
            condition.catcher,
            10 * points.prey + points.catcher,
        ])
    }

    /// Whether a point is to be spent, where that is the question.
    #[inline(never)]
    fn spend_or_resolve(phase: Phase, hit: Option<Hit>) -> Next {
        let asked = |side: Side, decision| {
            let mut choices = Pair::new(Choice::WAIT, Choice::WAIT);
            choices[side] = Choice { decision, options: Options::first(2) };
            Next::Choose(choices)
        };
        match (phase, hit) {
            (Phase::Reroll(_, side), _) => asked(side, REROLL),
            (Phase::Reduce(_), Some(hit)) => asked(hit.side, REDUCE),
            _ => Next::Resolve,
        }
    }

    /// A point is spent, or not.
    #[inline(never)]
    fn spend(state: &mut State<MOST>, picks: Pair<Action>) {
        match state.phase {
            Phase::Reroll(at, side) => {
                let again = picks[side] == SPEND;
                state.points[side] -= u8::from(again);
                state.phase = Phase::Settle(at, again.then_some(side));
            }
            Phase::Reduce(step) => {
                let Some(hit) = &mut state.hit else { return };
                let reduced = picks[hit.side] == SPEND;
                if reduced {
                    state.points[hit.side] -= 1;
                    hit.wound = Some(Wound::Scratch);
                }
                state.phase = Phase::Mark(step, reduced);
            }
            _ => {}
        }
    }

    /// The fight with where it begins, and with what only a plain one needs.
    fn ready(mut self) -> Self {
        self.fresh = State::fresh(&self.setup);
        let mut state = self.fresh;
        self.begin_round(&mut state);
        self.fresh = state;
        if Self::PLAIN {
            let conditions = || (0..CONDITIONS as u8).map(Effort::Rolled);
            let pairs = conditions().flat_map(|prey| conditions().map(move |catcher| Pair::new(prey, catcher)));
            let [_, [_, both_attack]] = &self.blows;
            let difference = |pair| Arc::new(self.skills.difference(pair).clone());
            self.duels = pairs.map(|pair| Answers::new(&difference(pair), both_attack.clone())).collect();
        }
        self
    }

    /// A fight as one of this many a side: what was prepared is moved over, not made once more for every cell.
    fn of<const OTHER: usize>(fight: Fight<OTHER>) -> Self {
        let Fight { setup, charts, calm, acts, skills, movements, damage, blows, rerolls, signs, words, .. } = fight;
        let (fresh, duels) = (State::EMPTY, Vec::new());
        Self { setup, fresh, charts, calm, acts, skills, movements, damage, blows, duels, rerolls, signs, words }
            .ready()
    }

    /// What a party may do in the round that begins; it is not asked when it can only fight.
    #[inline]
    fn choice(&self, state: &State<MOST>, side: Side) -> Choice {
        if !Self::PLAIN && state.dazed[side] > 0 { Choice::WAIT } else { self.acts(state, side) }
    }

    /// The same of a party that is in action.
    #[inline]
    fn acts(&self, state: &State<MOST>, side: Side) -> Choice {
        // Between rounds the best-off come first, and somebody stands.
        let condition = state.fighter(side, 0).condition();
        // Without +4, points open nothing.
        let points = !Self::PLAIN && state.points[side] > 0;
        self.acts[side][usize::from(points)][usize::from(condition)]
    }

    /// Whether a party is not asked.
    #[inline]
    fn waits(&self, state: &State<MOST>, side: Side) -> bool {
        if Self::PLAIN { state.fighter(side, 0) < self.calm[side] } else { self.choice(state, side).waits() }
    }
}

impl Fudge {
    /// The same fight with these sides stunned: out of action for a round, or longer where the setting says so
    /// (rules/fudge.md 4).
    #[must_use]
    pub fn with_stunned(mut self, stunned: Pair<bool>) -> Self {
        for side in Side::BOTH {
            let dazed = &mut self.setup.sides[side].dazed;
            *dazed = (*dazed).max(stunned[side].into());
        }
        self.ready()
    }
}

impl<const MOST: usize> Playable for Fight<MOST> {
    const TITLE: &'static str = "Fudge fight";

    /// No fight follows a fight.
    const CAUGHT: &'static [(Detail, Option<Pair<bool>>)] = &[];

    const SCHEMA: &'static str = include_str!("schema.json");

    const QUICKER_COMPILED: bool = !Self::PLAIN;

    const TABLES: &'static [(&'static str, &'static str)] =
        &[("wounds", include_str!("tables/wounds.toml")), ("weapons", include_str!("tables/weapons.toml"))];
    const SKILLS: &'static [&'static str] = &["skill"];

    const TURN: Option<TurnLength> = Some(TurnLength {
        seconds: 6.0,
        standing: Standing::Derived,
        from: "a round is 3 to 10 seconds, rules/fudge.md",
    });

    fn lean<U: Use>(prepared: Prepared<Self>, user: U) -> U::Output {
        if !Skirmish::suffices(&prepared.system.setup) {
            return user.prepared(prepared);
        }
        user.prepared(prepared.map(Skirmish::of))
    }

    fn check_tables(tables: &Tables) -> Result<(), Box<Problem>> {
        setup::check_tables(tables)
    }

    fn read(input: &Input<'_>) -> Result<Prepared<Self>, Box<Problem>> {
        let Reading { setup, max_turns, switches, mut notes, own } = setup::read(input)?;
        let system = Self::new(setup)?;
        let behaviours = Pair::try_of(|side| drivers::read(own[side], side, &system.words, &mut notes))?;
        Ok(Prepared { system, behaviours, max_turns, switches, explained: notes.explained() })
    }
}
