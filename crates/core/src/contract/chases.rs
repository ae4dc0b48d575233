//! Chases that are played to find states, and that must be the same however hastily they are played.

use crate::{Action, Chance, Choice, Habits, Next, Pace, Pair, Roll, Side, System};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::hash::BuildHasher;

/// How many chases are played to find states, where all of them are too many.
#[derive(Clone, Copy, Debug)]
pub struct Chases {
    /// How many, at consecutive seeds.
    pub chases: u64,
    /// The most turns of each.
    pub turns: usize,
    /// The most phases that a turn may have.
    pub phases: usize,
}

impl Default for Chases {
    fn default() -> Self {
        Self { chases: 200, turns: 40, phases: 200 }
    }
}

/// Plays chases in which both sides pick at random among what is open, and gives every state on the way, each once, in
/// the order in which they were met. So play goes deep where exploring breadth first would not leave the first turns.
/// Checks on the way that where nobody looks at the states between phases of dice the same chases are played, and that
/// they are where picks are known beforehand.
///
/// # Panics
/// When a turn has more phases than it may, or haste or habits change a chase.
pub fn play<S: System>(system: &S, chases: Chases) -> Vec<S::State> {
    let mut seen = FxHashSet::default();
    let mut met = Vec::new();
    for seed in 0..chases.chases {
        let generator = || Pcg64Mcg::seed_from_u64(seed);
        let (mut calm, mut hasty) = (Roll::new(generator()), Roll::in_haste(generator()));
        // Where somebody decides, and how it ends: nobody looks at anything else of a chase that is over.
        let mut stops = [Vec::new(), Vec::new()];
        let mut ends = [None; 2];
        // Picks have a generator of their own: they are none of the rules' luck.
        let pick = || {
            let mut picker = Pcg64Mcg::seed_from_u64(!seed);
            move |_: Side, choice: Choice, _: i16| nth_open(choice, picker.next_u64())
        };
        let step = |state: &mut S::State, chance: &mut Roll<_>| system.resolve(state, chance);
        one(system, chases, &mut calm, pick(), step, |turn, state| {
            if seen.insert(state.clone()) {
                met.push(state.clone());
            }
            match system.next(state) {
                Next::Choose(_) => stops[0].push((turn, state.clone())),
                Next::Over(end, detail) => ends[0] = Some((turn, end, detail)),
                Next::Resolve => {}
            }
        });
        let step = |state: &mut S::State, chance: &mut Roll<_, true>| system.resolve(state, chance);
        one(system, chases, &mut hasty, pick(), step, |turn, state| match system.next(state) {
            Next::Choose(_) => stops[1].push((turn, state.clone())),
            Next::Over(end, detail) => ends[1] = Some((turn, end, detail)),
            Next::Resolve => {}
        });
        assert_eq!((&stops[0], ends[0]), (&stops[1], ends[1]), "{}: haste changes chase {seed}", S::ID);
        assert_eq!(calm.events(), hasty.events(), "{}: haste changes what is noted in chase {seed}", S::ID);
        habits_change_nothing(system, seed, chases);
    }
    met
}

/// Plays a chase twice by the same picks, once with most of them known beforehand: turns begin alike, and the end is the same.
fn habits_change_nothing<S: System>(system: &S, seed: u64, chases: Chases) {
    let generator = || Pcg64Mcg::seed_from_u64(seed);
    let (mut asked, mut told) = (Roll::in_haste(generator()), Roll::in_haste(generator()));
    let habits = Fixed { seed };
    let pick = |side: Side, choice: Choice, gap: i16| habits.pick(side, choice, gap);
    let mut turns = [Vec::new(), Vec::new()];
    let mut ends = [None; 2];
    let mut see = |run: usize, turn: usize, state: &S::State| {
        if turns[run].len() == turn {
            turns[run].push(state.clone());
        }
        if let Next::Over(end, detail) = system.next(state) {
            ends[run] = Some((end, detail));
        }
    };
    let step = |state: &mut S::State, chance: &mut Roll<_, true>| system.resolve(state, chance);
    one(system, chases, &mut asked, pick, step, |turn, state| see(0, turn, state));
    let step = |state: &mut S::State, chance: &mut Roll<_, true>| system.resolve_on(state, chance, &habits);
    one(system, chases, &mut told, pick, step, |turn, state| see(1, turn, state));
    assert_eq!((&turns[0], ends[0]), (&turns[1], ends[1]), "{}: habits change chase {seed}", S::ID);
    assert_eq!(asked.events(), told.events(), "{}: habits change what is noted in chase {seed}", S::ID);
}

/// Picks by what is asked alone; a third of the decisions' picks are known beforehand, a third at each gap.
struct Fixed {
    seed: u64,
}

impl Fixed {
    fn hash(&self, of: impl std::hash::Hash) -> u64 {
        FxBuildHasher.hash_one((self.seed, of)).rotate_left(20)
    }

    /// Whether the pick is always the same, the same at a gap, or not told.
    fn kind(&self, side: Side, choice: Choice) -> u64 {
        self.hash((side, choice.decision)) % 3
    }

    fn pick(&self, side: Side, choice: Choice, gap: i16) -> Action {
        let gap = if self.kind(side, choice) == 0 { 0 } else { gap };
        nth_open(choice, self.hash((side, choice, gap)))
    }
}

impl Habits for Fixed {
    fn always(&self, side: Side, choice: Choice) -> Option<Action> {
        (self.kind(side, choice) == 0).then(|| self.pick(side, choice, 0))
    }

    fn at_gap(&self, side: Side, choice: Choice, gap: i16) -> Option<Action> {
        (self.kind(side, choice) <= 1).then(|| self.pick(side, choice, gap))
    }
}

/// One of the open actions by a number; for a side that waits, one of no meaning.
fn nth_open(choice: Choice, number: u64) -> Action {
    let open: Vec<Action> = choice.options.iter().collect();
    open.get((number % open.len().max(1) as u64) as usize).copied().unwrap_or_default()
}

/// Plays one of the chases, and shows every state with the turns that are over.
fn one<S: System, C: Chance>(
    system: &S,
    chases: Chases,
    chance: &mut C,
    mut pick: impl FnMut(Side, Choice, i16) -> Action,
    resolve: impl Fn(&mut S::State, &mut C) -> Pace,
    mut see: impl FnMut(usize, &S::State),
) {
    let mut state = system.start(chance);
    let (mut turns, mut phases) = (0, 0);
    while turns < chases.turns {
        see(turns, &state);
        phases += 1;
        assert!(phases <= chases.phases, "{}: a turn at {state:?} does not end in {} phases", S::ID, chases.phases);
        match system.next(&state) {
            Next::Over(..) => break,
            Next::Resolve => match resolve(&mut state, chance) {
                Pace::SameTurn => {}
                Pace::NextTurn => (turns, phases) = (turns + 1, 0),
                Pace::Over => {
                    assert!(matches!(system.next(&state), Next::Over(..)), "{}: {state:?} is not over", S::ID);
                }
            },
            Next::Choose(choice) => {
                let gap = system.view(&state).gap();
                let picks = Pair::of(|side| pick(side, choice[side], gap));
                system.choose(&mut state, picks);
            }
        }
    }
}
