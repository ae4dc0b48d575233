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
pub use state::State;

use crate::reading::Reading;
use crate::{Input, Playable, Prepared, TurnLength};
use blows::Blow;
use chart::{CONDITIONS, Chart, Wound};
use chaselab_core::tables::{Standing, Tables};
use chaselab_core::{
    Action, Bands, Chance, Choice, Detail, Next, Options, Pace, Pair, Problem, RulesError, Side, System, View, Words,
};
use drivers::Spend;
use results::Results;
use round::unasked;
use state::{Act, Fighter, Phase};
use words::{REDUCE, REROLL, SPEND};

/// The fight for one setting.
#[derive(Clone, Debug)]
pub struct Fudge {
    setup: Setup,
    /// A fight before its first round.
    fresh: State,
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
    blows: [[Bands<Option<Blow>>; 2]; 2],
    /// Whether anybody ever asks for another roll.
    rerolls: bool,
    /// Whether a difference is a win, a draw or a loss.
    signs: Bands<i16>,
    words: Words,
}

impl System for Fudge {
    const ID: &'static str = "fudge";
    type Setup = Setup;
    type State = State;

    /// Never fails: a [`Setup`] holds only what the rules can play.
    fn new(setup: Setup) -> Result<Self, RulesError> {
        let results = |levels| Results::new(levels, setup.wounds.penalties, setup.rules.capped);
        let damage = Pair::of(|side| blows::damage(&setup, side));
        let attacks = [false, true];
        let acts = setup.sides.as_ref().map(drivers::acts);
        let mut fudge = Self {
            fresh: State::fresh(&setup),
            charts: Pair::of(|side| {
                let stuns = setup.sides[side.other()].stun;
                let worst = if stuns { Wound::Incapacitated } else { Wound::NearDeath };
                Chart::new(setup.wounds.boxes, worst, setup.sides[side].reduce)
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
        };
        fudge.prepare();
        Ok(fudge)
    }

    #[inline(always)]
    fn start<C: Chance>(&self, _: &mut C) -> State {
        self.fresh
    }

    #[inline(always)]
    fn next(&self, state: &State) -> Next {
        match state.phase {
            Phase::Roll(_) => Next::Resolve,
            Phase::Act => Next::Choose(Pair::of(|side| self.choice(state, side))),
            Phase::Over(end, detail) => Next::Over(end, detail),
            _ => self.spend_or_resolve(state),
        }
    }

    #[inline(always)]
    fn choose(&self, state: &mut State, picks: Pair<Action>) {
        if state.phase != Phase::Act {
            return self.spend(state, picks);
        }
        let acts = Pair::of(|side| match self.choice(state, side).waits() {
            true => unasked(state, side),
            false => Act::PICKS.get(usize::from(picks[side].0)).copied().unwrap_or_default(),
        });
        self.enter_round(state, acts);
    }

    #[inline(always)]
    fn resolve<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        match state.phase {
            Phase::Roll(at) => self.roll(state, at, chance),
            Phase::Settle(at, again) => self.settle(state, at, again, chance),
            Phase::Mark(step, reduced) => self.mark_reduced(state, step, reduced, chance),
            Phase::Act | Phase::Reroll(..) | Phase::Reduce(_) | Phase::Over(..) => Pace::SameTurn,
        }
    }

    fn view(&self, state: &State) -> View {
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

    fn words(&self) -> &Words {
        &self.words
    }
}

impl Fudge {
    /// Whether a point is to be spent, where that is the question.
    #[inline(never)]
    fn spend_or_resolve(&self, state: &State) -> Next {
        let asked = |side: Side, decision| {
            let mut choices = Pair::new(Choice::WAIT, Choice::WAIT);
            choices[side] = Choice { decision, options: Options::first(2) };
            Next::Choose(choices)
        };
        match (state.phase, state.hit) {
            (Phase::Reroll(_, side), _) => asked(side, REROLL),
            (Phase::Reduce(_), Some(hit)) => asked(hit.side, REDUCE),
            _ => Next::Resolve,
        }
    }

    /// A point is spent, or not.
    #[inline(never)]
    fn spend(&self, state: &mut State, picks: Pair<Action>) {
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

    /// The same fight with these sides stunned: out of action for a round, or longer where the setting says so
    /// (rules/fudge.md 4).
    #[must_use]
    pub fn with_stunned(mut self, stunned: Pair<bool>) -> Self {
        for side in Side::BOTH {
            let dazed = &mut self.setup.sides[side].dazed;
            *dazed = (*dazed).max(stunned[side].into());
        }
        self.prepare();
        self
    }

    /// Where every fight begins, for this setup.
    fn prepare(&mut self) {
        self.fresh = State::fresh(&self.setup);
        let mut state = self.fresh;
        self.begin_round(&mut state);
        self.fresh = state;
    }

    /// What a party may do in the round that begins; it is not asked when it can only fight.
    #[inline]
    fn choice(&self, state: &State, side: Side) -> Choice {
        if state.dazed[side] > 0 { Choice::WAIT } else { self.acts(state, side) }
    }

    /// The same of a party that is in action.
    #[inline]
    fn acts(&self, state: &State, side: Side) -> Choice {
        // Between rounds the best-off come first, and somebody stands.
        let condition = state.fighters[side][0].condition();
        self.acts[side][usize::from(state.points[side] > 0)][usize::from(condition)]
    }
}

impl Playable for Fudge {
    const TITLE: &'static str = "Fudge fight";

    /// No fight follows a fight.
    const CAUGHT: &'static [(Detail, Option<Pair<bool>>)] = &[];

    const SCHEMA: &'static str = include_str!("schema.json");

    const QUICKER_COMPILED: bool = true;

    const TABLES: &'static [(&'static str, &'static str)] =
        &[("wounds", include_str!("tables/wounds.toml")), ("weapons", include_str!("tables/weapons.toml"))];
    const SKILLS: &'static [&'static str] = &["skill"];

    const TURN: Option<TurnLength> = Some(TurnLength {
        seconds: 6.0,
        standing: Standing::Derived,
        from: "a round is 3 to 10 seconds, rules/fudge.md",
    });

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
