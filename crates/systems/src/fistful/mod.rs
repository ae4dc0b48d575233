//! `fistful`: vehicular pursuit for A Fistful of Kung Fu (rules/fistful.md). Prey and catcher take turns along a road:
//! each picks one to three activation dice, and uses the actions that they win.

mod combat;
mod control;
mod drivers;
mod effects;
mod lengths;
mod read;
mod road;
mod scene;
mod setup;
mod state;
mod switches;
mod turn;
mod words;

pub use setup::Setup;
pub use state::{Deed, Hands, Kind, Obstacle, Phase, QUARTERS, State, Stunt, Weapon};

use crate::reading::Reading;
use crate::{Input, NOBODY_STUNNED, Playable, Prepared};
use chaselab_core::tables::Tables;
use chaselab_core::{
    Action, Chance, Choice, Decision, Detail, Dice, Next, Options, Pace, Pair, Problem, RulesError, Side, System, View,
    Words,
};
use scene::Scene;
use words::{ACT, ACTIVE, ACTS, DICE, EVADE, PASSIVE, RAM, SHOOT, STUNT};

/// The pursuit for one setting.
#[derive(Clone, Debug)]
pub struct Fistful {
    setup: Setup,
    /// Whether the road has neither curves nor obstacles.
    open: bool,
    /// Where every pursuit begins.
    start: State,
    /// Actions won, by dice from 1 to 3.
    pools: Pair<[Dice; 3]>,
    d6: Dice,
    /// One die against another.
    duel: Dice,
    words: Words,
}

impl System for Fistful {
    const ID: &'static str = "fistful";
    type Setup = Setup;
    type State = State;

    /// Never fails: a [`Setup`] holds only what the rules can play.
    fn new(setup: Setup) -> Result<Self, RulesError> {
        let pools = setup.sides.as_ref().map(|side| [1, 2, 3].map(|dice| activation(dice, side.quality)));
        let duel = (1..=6).flat_map(|one| (1..=6).map(move |other| (one - other, 1)));
        let duel = Dice::from_weights("1d6 - 1d6", duel).expect("36 ways");
        let open = setup.road.curve_every.is_none() && !setup.road.obstacles;
        let start = State::at_start(&setup);
        Ok(Self { setup, open, start, pools, d6: Dice::sides(6), duel, words: words::words() })
    }

    #[inline(always)]
    fn start<C: Chance>(&self, _: &mut C) -> State {
        self.start
    }

    #[inline(always)]
    fn next(&self, state: &State) -> Next {
        use Side::{Catcher, Prey};
        // What comes most is told apart first.
        match state.phase {
            Phase::Activate { .. } | Phase::Do(..) => Next::Resolve,
            Phase::Dice(Prey) => asks(Prey, DICE, Options::first(3)),
            Phase::Dice(Catcher) => asks(Catcher, DICE, Options::first(3)),
            Phase::Act(active) => match state.acting(active) {
                Some(Prey) => asks(Prey, ACT, self.acts(state, Prey)),
                Some(Catcher) => asks(Catcher, ACT, self.acts(state, Catcher)),
                None => nobody(),
            },
            Phase::Ram(_) => asks(Catcher, RAM, Options::first(2)),
            Phase::Shoot(active) => state.acting(active).map_or_else(nobody, |who| asks(who, SHOOT, Options::first(2))),
            Phase::Announce(side, _) => asks(side, STUNT, self.stunts(state, side).with(PASSIVE)),
            Phase::Evade(_, who) => asks(who, EVADE, Options::first(2)),
            Phase::EvadingMove(..) => Next::Resolve,
            Phase::Over(end, detail) => Next::Over(end, detail),
        }
    }

    #[inline(always)]
    fn choose(&self, state: &mut State, picks: Pair<Action>) {
        // Each writes the phase by itself, so that the compiler sees what follows.
        match state.phase {
            Phase::Dice(side) => {
                let dice = picks[side].0 + 1;
                // A stunt needs two actions, so one die cannot win it.
                if dice >= 2 && !self.stunts(state, side).is_empty() {
                    state.phase = Phase::Announce(side, dice);
                } else {
                    state.phase = Phase::Activate { active: side, who: side, dice, stunt: None };
                }
            }
            Phase::Act(active) => {
                let pick = state.acting(active).map_or(PASSIVE, |who| picks[who]);
                state.phase = Phase::Do(active, ACTS[usize::from(pick.0)]);
            }
            Phase::Ram(active) if picks.catcher == ACTIVE => state.phase = Phase::Do(active, Deed::Ram),
            asked @ Phase::Ram(active) => match self.question(state, active, Side::Catcher, asked) {
                Some(question) => state.phase = question,
                None => state.phase = Phase::Do(active, Deed::Wait),
            },
            asked => state.phase = self.chosen(state, asked, picks),
        }
    }

    #[inline(always)]
    fn resolve<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        use Side::{Catcher, Prey};
        let phase = state.phase;
        let mut scene = Scene::new(self, state, chance);
        // Whose activation it is is told apart once.
        match phase {
            Phase::Do(Prey, deed) => scene.act(Prey, deed),
            Phase::Do(Catcher, deed) => scene.act(Catcher, deed),
            Phase::Activate { active: Prey, who: Prey, dice, stunt } => scene.activate(Prey, Prey, dice, stunt),
            Phase::Activate { active: Catcher, who: Catcher, dice, stunt } => {
                scene.activate(Catcher, Catcher, dice, stunt)
            }
            Phase::Activate { active, who, dice, stunt } => scene.activate_out_of_turn(active, who, dice, stunt),
            Phase::EvadingMove(active, who) => scene.evading_move(active, who),
            _ => Pace::SameTurn,
        }
    }

    #[inline(always)]
    fn view(&self, state: &State) -> View {
        let cm = |quarters: i16| quarters.div_euclid(QUARTERS);
        let to_obstacle = state.blocked_at(Side::Prey).or_else(|| state.blocked_at(Side::Catcher));
        let trouble = Pair::of(|side| {
            i16::from(state.stalled[side])
                + 2 * i16::from(state.stunned[side])
                + 4 * i16::from(state.tyre[side])
                + 8 * i16::from(state.weapon[side] != Weapon::Ready)
        });
        View([
            cm(state.gap()),
            cm(state.curve.prey),
            cm(state.curve.catcher),
            to_obstacle.map_or(-1, cm),
            trouble.prey,
            trouble.catcher,
        ])
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

impl Fistful {
    /// What the decisions that are rarely asked lead to: something is done, or the next question.
    #[inline(never)]
    fn chosen(&self, state: &State, asked: Phase, picks: Pair<Action>) -> Phase {
        match asked {
            Phase::Announce(side, dice) => {
                let stunt = picks[side].0.checked_sub(1).map(|index| Stunt::ALL[usize::from(index)]);
                Phase::Activate { active: side, who: side, dice, stunt }
            }
            Phase::Shoot(active) => {
                let pick = state.acting(active).map_or(PASSIVE, |who| picks[who]);
                let shoots = (pick == ACTIVE).then_some(Phase::Do(active, Deed::Shoot));
                let next = || self.question(state, active, state.acting(active)?, asked);
                shoots.or_else(next).unwrap_or(Phase::Do(active, Deed::Wait))
            }
            Phase::Evade(active, who) if picks[who] == ACTIVE => Phase::Activate { active, who, dice: 3, stunt: None },
            Phase::Evade(active, who) => Phase::EvadingMove(active, who),
            other => other,
        }
    }
}

/// A side decides, the other waits.
#[inline(always)]
fn asks(side: Side, decision: Decision, options: Options) -> Next {
    let choice = Choice { decision, options };
    Next::Choose(match side {
        Side::Prey => Pair::new(choice, Choice::WAIT),
        Side::Catcher => Pair::new(Choice::WAIT, choice),
    })
}

/// Nobody decides.
#[inline(always)]
fn nobody() -> Next {
    Next::Choose(Pair::new(Choice::WAIT, Choice::WAIT))
}

/// How many of some dice show the quality or more: a 1 always fails, a 6 always succeeds (rules/fistful.md 2).
fn activation(dice: u8, quality: i16) -> Dice {
    const CHOSEN: [&[u64]; 3] = [&[1, 1], &[1, 2, 1], &[1, 3, 3, 1]];
    let (fails, wins) = (quality as u64 - 1, 7 - quality as u64);
    let chosen = CHOSEN[usize::from(dice) - 1];
    let ways = (0..=u32::from(dice))
        .zip(chosen)
        .map(|(won, chosen)| (won as i16, chosen * wins.pow(won) * fails.pow(u32::from(dice) - won)));
    Dice::from_weights(&format!("{dice}d6 at {quality}+"), ways).expect("at most 216 ways")
}

impl Playable for Fistful {
    const TITLE: &'static str = "A Fistful of Kung Fu pursuit";

    const SCHEMA: &'static str = include_str!("schema.json");

    const QUICKER_COMPILED: bool = true;

    /// Whoever sits in a vehicle that was stopped gets out and fights; where they are out themselves, nobody does.
    const CAUGHT: &'static [(Detail, Option<Pair<bool>>)] = &[
        (words::DISABLED, Some(NOBODY_STUNNED)),
        (words::STALLED, Some(NOBODY_STUNNED)),
        (words::OCCUPANTS_OUT, None),
    ];

    const TABLES: &'static [(&'static str, &'static str)] = &[
        ("lengths", include_str!("tables/lengths.toml")),
        ("classes", include_str!("tables/classes.toml")),
        ("modifiers", include_str!("tables/modifiers.toml")),
        ("lost_control", include_str!("tables/lost_control.toml")),
        ("ram", include_str!("tables/ram.toml")),
        ("ram_withstood", include_str!("tables/ram_withstood.toml")),
        ("immovable", include_str!("tables/immovable.toml")),
        ("immovable_withstood", include_str!("tables/immovable_withstood.toml")),
        ("shooting", include_str!("tables/shooting.toml")),
        ("shooting_withstood", include_str!("tables/shooting_withstood.toml")),
        ("people", include_str!("tables/people.toml")),
        ("obstacles", include_str!("tables/obstacles.toml")),
    ];
    const SKILLS: &'static [&'static str] = &["quality"];

    fn check_tables(tables: &Tables) -> Result<(), Box<Problem>> {
        read::check_tables(tables)
    }

    fn read(input: &Input<'_>) -> Result<Prepared<Self>, Box<Problem>> {
        let Reading { setup, max_turns, switches, mut notes, own } = read::read(input)?;
        let words = words::words();
        let behaviours =
            Pair::try_of(|side| drivers::read(input, own[side], side, &setup.sides[side], &words, &mut notes))?;
        Ok(Prepared { system: Self::new(setup)?, behaviours, max_turns, switches, explained: notes.explained() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_a_reader_can_check() {
        // rules/fistful.md 6: no action of three dice.
        for (quality, ways) in [(4, 27), (3, 8), (5, 64), (2, 1), (6, 125)] {
            let none = activation(3, quality).faces().find(|&(won, _)| won == 0);
            assert_eq!(none, Some((0, ways)), "quality {quality}, of 216");
        }
    }

    #[test]
    fn pools_count_every_pattern_of_dice() {
        for quality in 2..=6_i16 {
            for dice in 1..=3_u8 {
                let mut counted = [0_u64; 4];
                for pattern in 0..6_u32.pow(u32::from(dice)) {
                    let won = (0..u32::from(dice)).filter(|&die| {
                        let face = (pattern / 6_u32.pow(die) % 6 + 1) as i16;
                        face == 6 || (face != 1 && face >= quality)
                    });
                    counted[won.count()] += 1;
                }
                let pool = activation(dice, quality);
                assert!(pool.faces().all(|(won, ways)| counted[won as usize] == ways), "{}", pool.name());
                assert_eq!(pool.total(), 6_u64.pow(u32::from(dice)));
            }
        }
    }
}
