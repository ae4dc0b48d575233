//! `fistful`: vehicular pursuit for A Fistful of Kung Fu (rules/fistful.md). Prey and catcher take turns along a road:
//! each picks one to three activation dice, and uses the actions that they win.

mod ask;
mod combat;
mod control;
mod drivers;
mod effects;
mod lengths;
mod parts;
mod play;
mod read;
mod road;
mod scene;
mod setup;
mod state;
mod switches;
mod turn;
mod words;

pub use parts::{All, Open, Parts};
pub use setup::Setup;
pub use state::{Deed, Hands, Kind, Obstacle, Phase, QUARTERS, Road, State, Stunt, Weapon, Wear};

use crate::reading::Reading;
use crate::{Input, NOBODY_STUNNED, Playable, Prepared, Use};
use chaselab_core::tables::Tables;
use chaselab_core::{
    Action, Chance, Detail, Dice, Habits, Next, Pace, Pair, Problem, RulesError, Side, System, Unknown, View, Words,
};

/// The pursuit for one setting, with all parts of its rules.
pub type Fistful = Pursuit<All>;

/// The pursuit for one setting, with these parts of its rules.
#[derive(Clone, Debug)]
pub struct Pursuit<K: Parts> {
    setup: Setup,
    /// Whether the road has neither curves nor obstacles.
    open: bool,
    /// Where every pursuit begins.
    start: State<K>,
    /// Actions won, by dice from 1 to 3.
    pools: Pair<[Dice; 3]>,
    d6: Dice,
    /// What is added to the difference of a ram.
    ram_shift: i16,
    /// One die against another.
    duel: Dice,
    words: Words,
}

impl<K: Parts> System for Pursuit<K> {
    const ID: &'static str = "fistful";
    type Setup = Setup;
    type State = State<K>;

    /// Never fails: a [`Setup`] holds only what the rules can play.
    fn new(setup: Setup) -> Result<Self, RulesError> {
        let pools = setup.sides.as_ref().map(|side| [1, 2, 3].map(|dice| activation(dice, side.quality)));
        let duel = (1..=6).flat_map(|one| (1..=6).map(move |other| (one - other, 1)));
        let duel = Dice::from_weights("1d6 - 1d6", duel).expect("36 ways");
        assert!(K::suffice(&setup), "a plain pursuit has neither curves, obstacles and walls nor gunfire");
        let open = setup.road.is_open();
        let start = State::at_start(&setup);
        let Pair { prey, catcher } = setup.sides.as_ref().map(|side| side.combat);
        let ram_shift = catcher + setup.heavier(catcher, prey) - prey - setup.heavier(prey, catcher);
        Ok(Self { setup, open, start, pools, d6: Dice::sides(6), ram_shift, duel, words: words::words() })
    }

    #[inline(always)]
    fn start<C: Chance>(&self, _: &mut C) -> State<K> {
        // As it is, but said here, so that the compiler knows it.
        State { phase: Phase::Dice(Side::Prey), ..self.start }
    }

    #[inline(always)]
    fn next(&self, state: &State<K>) -> Next {
        self.question(state)
    }

    #[inline(always)]
    fn choose(&self, state: &mut State<K>, picks: Pair<Action>) {
        self.answer(state, picks);
    }

    #[inline(always)]
    fn resolve<C: Chance>(&self, state: &mut State<K>, chance: &mut C) -> Pace {
        self.play(state, chance, &Unknown)
    }

    #[inline(always)]
    fn resolve_on<C: Chance>(&self, state: &mut State<K>, chance: &mut C, habits: &impl Habits) -> Pace {
        self.play(state, chance, habits)
    }

    #[inline(always)]
    fn view(&self, state: &State<K>) -> View {
        let cm = |quarters: i16| quarters.div_euclid(QUARTERS);
        let to_obstacle = state.blocked_at(Side::Prey).or_else(|| state.blocked_at(Side::Catcher));
        let trouble = Pair::of(|side| {
            i16::from(state.stalled[side])
                + 2 * i16::from(state.wear.stunned[side])
                + 4 * i16::from(state.wear.tyre[side])
                + 8 * i16::from(state.wear.weapon[side] != Weapon::Ready)
        });
        View([
            state.gap_in_cm(),
            cm(state.road.curve.prey),
            cm(state.road.curve.catcher),
            to_obstacle.map_or(-1, cm),
            trouble.prey,
            trouble.catcher,
        ])
    }

    fn words(&self) -> &Words {
        &self.words
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

impl<K: Parts> Playable for Pursuit<K> {
    const TITLE: &'static str = "A Fistful of Kung Fu pursuit";

    const SCHEMA: &'static str = include_str!("schema.json");

    /// Where nothing but two vehicles on an open road is played, the rules are as quick.
    const QUICKER_COMPILED: bool = K::ROAD || K::WEAR;

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

    fn lean<U: Use>(prepared: Prepared<Self>, user: U) -> U::Output {
        if !Open::suffice(&prepared.system.setup) {
            return user.prepared(prepared);
        }
        user.prepared(prepared.map(|pursuit| Pursuit::<Open>::new(pursuit.setup).expect("a setting that was checked")))
    }

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
