//! `fudge`: fights in the style of Fudge (rules/fudge.md 3, 4). Two parties, opposed rolls of 4dF, wounds on a track.

mod blows;
mod chart;
mod drivers;
mod order;
mod results;
mod round;
mod setup;
mod state;
mod words;

pub use setup::Setup;
pub use state::State;

use crate::reading::Reading;
use crate::{Input, Playable, Prepared, TurnLength};
use blows::Blow;
use chart::{Chart, Wound};
use chaselab_core::tables::{Standing, Tables};
use chaselab_core::{
    Action, Bands, Chance, Choice, Detail, Next, Options, Pace, Pair, Problem, RulesError, Side, System, View, Words,
};
use drivers::pick;
use results::Results;
use state::{Act, Fighter, Lone, Phase};
use words::{ACT, REDUCE, REROLL, SPEND};

/// The fight for one setting.
#[derive(Clone, Debug)]
pub struct Fudge {
    setup: Setup,
    chart: Chart,
    skills: Results,
    movements: Results,
    /// What a relative degree does, by who hits.
    damage: Pair<Bands<Option<Wound>>>,
    /// Who is hurt and how badly by what the prey's result is above the catcher's: by who attacks, the prey alone, the
    /// catcher alone, both.
    blows: [Bands<Option<Blow>>; 3],
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
        let attacks = [Pair::new(true, false), Pair::new(false, true), Pair::new(true, true)];
        Ok(Self {
            chart: Chart::new(setup.wounds.boxes),
            skills: results(setup.sides.as_ref().map(|side| side.skill)),
            movements: results(setup.sides.as_ref().map(|side| side.movement)),
            blows: attacks.map(|attacks| blows::blows(&damage, attacks)),
            damage,
            signs: blows::signs(),
            words: words::words(&setup),
            setup,
        })
    }

    fn start<C: Chance>(&self, _: &mut C) -> State {
        let mut state = State {
            phase: Phase::Act,
            fighters: Pair::of(|side| {
                let count = usize::from(self.setup.sides[side].fighters);
                std::array::from_fn(|index| if index < count { Fighter::FRESH } else { Fighter::ABSENT })
            }),
            present: self.setup.sides.as_ref().map(|side| side.fighters),
            points: self.setup.sides.as_ref().map(|side| side.points),
            dazed: self.setup.sides.as_ref().map(|side| side.dazed),
            acts: Pair::default(),
            results: Pair::default(),
            lone: Lone::default(),
            hit: None,
        };
        self.begin_round(&mut state);
        state
    }

    fn next(&self, state: &State) -> Next {
        let asked = |side: Side, decision| {
            let mut choices = Pair::new(Choice::WAIT, Choice::WAIT);
            choices[side] = Choice { decision, options: Options::first(2) };
            Next::Choose(choices)
        };
        match (state.phase, state.hit) {
            (Phase::Act, _) => Next::Choose(Pair::of(|side| self.acts(state, side))),
            (Phase::Reroll(_, side), _) => asked(side, REROLL),
            (Phase::Reduce(_), Some(hit)) => asked(hit.side, REDUCE),
            (Phase::Over(end, detail), _) => Next::Over(end, detail),
            _ => Next::Resolve,
        }
    }

    fn choose(&self, state: &mut State, picks: Pair<Action>) {
        match state.phase {
            Phase::Act => {
                state.acts = Pair::of(|side| match self.acts(state, side).waits() {
                    true => self.unasked(state, side),
                    false => Act::PICKS[usize::from(picks[side].0)],
                });
                self.enter_round(state);
            }
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
                    hit.wound = Wound::Scratch;
                }
                state.phase = Phase::Mark(step, reduced);
            }
            _ => {}
        }
    }

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
        let condition = Pair::of(|side| self.party_condition(state, side));
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
    /// The same fight with these sides stunned: out of action for a round, or longer where the setting says so
    /// (rules/fudge.md 4).
    #[must_use]
    pub fn with_stunned(mut self, stunned: Pair<bool>) -> Self {
        for side in Side::BOTH {
            let dazed = &mut self.setup.sides[side].dazed;
            *dazed = (*dazed).max(stunned[side].into());
        }
        self
    }

    /// What a party may do in this round; it is not asked when it can only fight.
    fn acts(&self, state: &State, side: Side) -> Choice {
        let setup = &self.setup.sides[side];
        if state.dazed[side] > 0 || !setup.decides() {
            return Choice::WAIT;
        }
        let condition = self.party_condition(state, side);
        let from = |from: Option<u8>| from.is_some_and(|from| condition >= i16::from(from));
        let (flees, yields) = (from(setup.flee_from), from(setup.yield_from));
        let plus_four = setup.plus_four && state.points[side] > 0;
        if !flees && !yields && !plus_four {
            return Choice::WAIT;
        }
        let options = Options::NONE
            .with(pick(Act::Fight))
            .with_if(plus_four, pick(Act::FightPlus4))
            .with_if(flees, pick(Act::Flee))
            .with_if(flees && plus_four, pick(Act::FleePlus4))
            .with_if(yields, pick(Act::Yield));
        Choice { decision: ACT, options }
    }

    /// What a party does that is not asked.
    fn unasked(&self, state: &State, side: Side) -> Act {
        if state.dazed[side] > 0 { Act::Dazed } else { Act::Fight }
    }

    /// The condition of the party's best-off fighter; one more than the worst when nobody stands.
    fn party_condition(&self, state: &State, side: Side) -> i16 {
        let standing = state.fighters[side].iter().filter(|fighter| fighter.stands());
        let best = standing.map(|&fighter| self.chart.condition(fighter)).min();
        best.map_or(chart::CONDITIONS as i16, i16::from)
    }
}

impl Playable for Fudge {
    const TITLE: &'static str = "Fudge fight";

    /// No fight follows a fight.
    const CAUGHT: &'static [(Detail, Option<Pair<bool>>)] = &[];

    const SCHEMA: &'static str = include_str!("schema.json");

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
