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
        Ok(Self { setup, pools, d6: Dice::sides(6), duel, words: words::words() })
    }

    fn start<C: Chance>(&self, _: &mut C) -> State {
        self.begin()
    }

    fn next(&self, state: &State) -> Next {
        let asks = |side: Option<Side>, decision: Decision, options: Options| {
            Next::Choose(Pair::of(|this| match side {
                Some(side) if side == this => Choice { decision, options },
                _ => Choice::WAIT,
            }))
        };
        match state.phase {
            Phase::Dice(side) => asks(Some(side), DICE, Options::first(3)),
            Phase::Announce(side, _) => asks(Some(side), STUNT, self.stunts(state, side).with(PASSIVE)),
            Phase::Ram(active) => asks(state.acting(active), RAM, Options::first(2)),
            Phase::Shoot(active) => asks(state.acting(active), SHOOT, Options::first(2)),
            Phase::Act(active) => {
                let who = state.acting(active);
                asks(who, ACT, who.map_or(Options::NONE, |who| self.acts(state, who)))
            }
            Phase::Evade(_, who) => asks(Some(who), EVADE, Options::first(2)),
            Phase::Activate { .. } | Phase::Do(..) | Phase::EvadingMove(..) => Next::Resolve,
            Phase::Over(end, detail) => Next::Over(end, detail),
        }
    }

    fn choose(&self, state: &mut State, picks: Pair<Action>) {
        state.phase = match state.phase {
            Phase::Dice(side) => {
                let dice = picks[side].0 + 1;
                // A stunt needs two actions, so one die cannot win it.
                if dice >= 2 && !self.stunts(state, side).is_empty() {
                    Phase::Announce(side, dice)
                } else {
                    Phase::Activate { active: side, who: side, dice, stunt: None }
                }
            }
            Phase::Announce(side, dice) => {
                let stunt = picks[side].0.checked_sub(1).map(|index| Stunt::ALL[usize::from(index)]);
                Phase::Activate { active: side, who: side, dice, stunt }
            }
            Phase::Ram(active) | Phase::Shoot(active) | Phase::Act(active) => {
                let pick = state.acting(active).map_or(PASSIVE, |who| picks[who]);
                self.decided(state, active, pick)
            }
            Phase::Evade(active, who) if picks[who] == ACTIVE => Phase::Activate { active, who, dice: 3, stunt: None },
            Phase::Evade(active, who) => Phase::EvadingMove(active, who),
            other => other,
        };
    }

    fn resolve<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        match state.phase {
            Phase::Activate { active, who, dice, stunt } => {
                let mut scene = Scene::new(self, state, chance);
                scene.activate(who, dice, stunt);
                scene.close(active)
            }
            Phase::Do(active, deed) => {
                let mut scene = Scene::new(self, state, chance);
                scene.act(active, deed);
                scene.close(active)
            }
            Phase::EvadingMove(active, who) => {
                let mut scene = Scene::new(self, state, chance);
                scene.free_move(who);
                scene.close(active)
            }
            _ => Pace::SameTurn,
        }
    }

    fn view(&self, state: &State) -> View {
        let cm = |quarters: i16| quarters.div_euclid(QUARTERS);
        let to_obstacle = Side::BOTH.into_iter().find_map(|side| state.blocked_at(side));
        let trouble = Pair::of(|side| {
            i16::from(state.stalled[side])
                + 2 * i16::from(state.stunned[side])
                + 4 * i16::from(state.tyre[side])
                + 8 * i16::from(state.weapon[side] != Weapon::Ready)
        });
        View([
            cm(state.gap),
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
    /// What a decision about an action leads to: something is done, or the next question.
    fn decided(&self, state: &State, active: Side, pick: Action) -> Phase {
        match state.phase {
            Phase::Ram(_) if pick == ACTIVE => Phase::Do(active, Deed::Ram),
            Phase::Shoot(_) if pick == ACTIVE => Phase::Do(active, Deed::Shoot),
            Phase::Act(_) => Phase::Do(active, ACTS[usize::from(pick.0)]),
            asked => self.question(state, active, asked).unwrap_or(Phase::Do(active, Deed::Wait)),
        }
    }
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
