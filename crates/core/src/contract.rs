//! The laws that every system obeys, as checks for its tests (feature `contract`).

use crate::{Action, Chance, Choice, EventCounts, Habits, MAX_EVENTS, Next, Pace, Pair, Roll, Side, System, every};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::BTreeMap;
use std::hash::BuildHasher;

/// How much of a system the contract looks at.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most states that are explored, breadth first.
    pub states: usize,
    /// How many of the explored states with dice are sampled against their enumeration.
    pub sampled: usize,
    /// Samples per state, pooled over consecutive seeds.
    pub samples: u32,
    /// The most phases that a turn may have.
    pub phases: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states: 20_000, sampled: 60, samples: 4_000, phases: 200 }
    }
}

/// What was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looked {
    /// States explored.
    pub states: usize,
    /// Whether these are all that can be reached.
    pub complete: bool,
}

type Outcome<S> = (<S as System>::State, bool, EventCounts);

/// Checks every law on the states that are reachable within the limits.
///
/// # Panics
/// When a law is broken, saying which and in what state.
pub fn check<S: System>(system: &S, limits: Limits) -> Looked {
    let (states, complete) = explore(system, limits.states);
    let dice: Vec<&S::State> = states.iter().filter(|state| system.next(state) == Next::Resolve).collect();
    let step = (dice.len() / limits.sampled.max(1)).max(1);
    for state in dice.iter().step_by(step) {
        sampled_agrees_with_enumerated(system, state, limits.samples);
    }
    every_turn_ends(system, &states, limits.phases);
    names_fit(system, &states);
    Looked { states: states.len(), complete }
}

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
        let mut stops = [Vec::new(), Vec::new()];
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
            if system.next(state) != Next::Resolve {
                stops[0].push((turn, state.clone()));
            }
        });
        let step = |state: &mut S::State, chance: &mut Roll<_, true>| system.resolve(state, chance);
        one(system, chases, &mut hasty, pick(), step, |turn, state| {
            if system.next(state) != Next::Resolve {
                stops[1].push((turn, state.clone()));
            }
        });
        assert_eq!(stops[0], stops[1], "{}: haste changes chase {seed}", S::ID);
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
            Next::Resolve => {
                if resolve(&mut state, chance) == Pace::NextTurn {
                    (turns, phases) = (turns + 1, 0);
                }
            }
            Next::Choose(choice) => {
                let gap = system.view(&state).gap();
                let picks = Pair::of(|side| pick(side, choice[side], gap));
                system.choose(&mut state, picks);
            }
        }
    }
}

/// Checks the laws of single states: rows add up to 1 and ask the same again at each replayed position, sampling
/// agrees with enumerating, every open action works, and everything has a name. For settings of which [`check`] would
/// see no more than the first turns; that every turn ends is then seen in [`play`].
///
/// # Panics
/// When a law is broken, saying which and in what state.
pub fn check_states<S: System>(system: &S, states: &[S::State], samples: u32) {
    for state in states {
        successors(system, state);
        if system.next(state) == Next::Resolve {
            sampled_agrees_with_enumerated(system, state, samples);
        }
    }
    names_fit(system, states);
}

/// All reachable states, breadth first, up to a limit; checks rows and choices on the way.
fn explore<S: System>(system: &S, limit: usize) -> (Vec<S::State>, bool) {
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let reach = |state: S::State, seen: &mut FxHashSet<S::State>, order: &mut Vec<S::State>| {
        if seen.len() < limit && seen.insert(state.clone()) {
            order.push(state);
        }
    };
    let mut total = 0.0;
    let mut starts = Vec::new();
    every(
        |chance| system.start(chance),
        |probability, state, _| {
            total += probability;
            starts.push(state);
        },
    );
    assert!((total - 1.0).abs() < 1e-12, "{}: starts add up to {total}", S::ID);
    starts.into_iter().for_each(|state| reach(state, &mut seen, &mut order));
    let mut at = 0;
    while at < order.len() {
        for next in successors(system, &order[at].clone()) {
            reach(next, &mut seen, &mut order);
        }
        at += 1;
    }
    let complete = seen.len() < limit;
    (order, complete)
}

/// Where a state can lead to; checks that rows add up to 1 and that every open action works.
fn successors<S: System>(system: &S, state: &S::State) -> Vec<S::State> {
    match system.next(state) {
        Next::Over(..) => Vec::new(),
        Next::Resolve => {
            let row = enumerated(system, state);
            let total: f64 = row.values().sum();
            assert!((total - 1.0).abs() < 1e-12, "{}: the row of {state:?} adds up to {total}", S::ID);
            for (after, next_turn, _) in row.keys() {
                let over = matches!(system.next(after), Next::Over(..));
                assert!(!(over && *next_turn), "{}: a chase ends outside the turn that ended it: {after:?}", S::ID);
            }
            row.into_keys().map(|(next, ..)| next).collect()
        }
        Next::Choose(choice) => {
            assert!(
                Side::BOTH.iter().any(|&side| !choice[side].waits()),
                "{}: nobody has anything to choose in {state:?}",
                S::ID
            );
            let options = choice.map(|side| {
                let open: Vec<Action> = side.options.iter().collect();
                if open.is_empty() { vec![Action(0)] } else { open }
            });
            let mut next = Vec::new();
            for &prey in &options.prey {
                for &catcher in &options.catcher {
                    let mut after = state.clone();
                    system.choose(&mut after, Pair::new(prey, catcher));
                    assert!(after != *state, "{}: choosing changes nothing in {state:?}", S::ID);
                    next.push(after);
                }
            }
            next
        }
    }
}

fn enumerated<S: System>(system: &S, state: &S::State) -> BTreeMap<Outcome<S>, f64> {
    let mut row = BTreeMap::new();
    every(
        |chance| {
            let mut after = state.clone();
            let pace = system.resolve(&mut after, chance);
            (after, pace == Pace::NextTurn)
        },
        |probability, (after, turn), events| *row.entry((after, turn, *events)).or_insert(0.0) += probability,
    );
    row
}

/// Chi-square over one state's row, samples pooled over consecutive seeds; unlikely only once in a million.
fn sampled_agrees_with_enumerated<S: System>(system: &S, state: &S::State, samples: u32) {
    let row = enumerated(system, state);
    let mut counts: FxHashMap<Outcome<S>, u32> = FxHashMap::default();
    for seed in 0..samples {
        let mut chance = Roll::new(Pcg64Mcg::seed_from_u64(u64::from(seed)));
        let mut after = state.clone();
        let pace = system.resolve(&mut after, &mut chance);
        *counts.entry((after, pace == Pace::NextTurn, *chance.events())).or_default() += 1;
    }
    for outcome in counts.keys() {
        assert!(row.contains_key(outcome), "{}: sampling reaches what enumeration does not: {outcome:?}", S::ID);
    }
    // Cells with an expectation below 5 are pooled, as the approximation asks.
    let (mut statistic, mut cells) = (0.0, 0);
    let (mut rare_seen, mut rare_expected) = (0.0, 0.0);
    for (outcome, probability) in &row {
        let expected = probability * f64::from(samples);
        let seen = f64::from(counts.get(outcome).copied().unwrap_or(0));
        if expected < 5.0 {
            rare_seen += seen;
            rare_expected += expected;
        } else {
            statistic += (seen - expected).powi(2) / expected;
            cells += 1;
        }
    }
    if rare_expected >= 5.0 {
        statistic += (rare_seen - rare_expected).powi(2) / rare_expected;
        cells += 1;
    }
    if cells >= 2 {
        let law = ChiSquared::new(f64::from(cells - 1)).expect("a positive number of degrees of freedom");
        let tail = law.sf(statistic);
        assert!(tail > 1e-6, "{}: sampled and enumerated disagree in {state:?}: tail {tail:e}", S::ID);
    }
}

/// From every state, whatever the dice and the drivers do, the turn ends within so many phases.
fn every_turn_ends<S: System>(system: &S, states: &[S::State], phases: usize) {
    let step = (states.len() / 200).max(1);
    for state in states.iter().step_by(step) {
        let mut front = FxHashSet::from_iter([state.clone()]);
        for _ in 0..phases {
            let mut next = FxHashSet::default();
            for state in &front {
                match system.next(state) {
                    Next::Over(..) => {}
                    Next::Choose(_) => next.extend(successors(system, state)),
                    Next::Resolve => {
                        next.extend(
                            enumerated(system, state)
                                .into_keys()
                                .filter(|&(_, turn, _)| !turn)
                                .map(|(after, ..)| after),
                        );
                    }
                }
            }
            front = next;
            if front.is_empty() {
                break;
            }
        }
        assert!(front.is_empty(), "{}: a turn from {state:?} does not end in {phases} phases", S::ID);
    }
}

/// Everything that is decided, counted or reported has a name.
fn names_fit<S: System>(system: &S, states: &[S::State]) {
    let words = system.words();
    assert!(words.events.len() <= MAX_EVENTS, "{}: more events than can be counted", S::ID);
    assert!(
        !words.view.is_empty() && words.view.len() <= system.view(&states[0]).0.len(),
        "{}: the view has no names",
        S::ID
    );
    for state in states {
        match system.next(state) {
            Next::Over(end, detail) => {
                assert!(words.ends.contains(&end), "{}: end {end:?} is not among its words", S::ID);
                assert!(
                    detail.0 == 0 || words.details.len() > usize::from(detail.0),
                    "{}: detail {detail:?} has no name",
                    S::ID
                );
            }
            Next::Choose(choice) => {
                for side in Side::BOTH {
                    let Some(highest) = choice[side].options.iter().last() else { continue };
                    let actions = words.decisions[usize::from(choice[side].decision.0)].actions.len();
                    assert!(usize::from(highest.0) < actions, "{}: an action of {state:?} has no name", S::ID);
                }
            }
            Next::Resolve => {}
        }
    }
}

/// Plays a chase by a script: the picks by decision name for each side, and the dice in the order of asking. Returns
/// the states at the beginning of every turn and the last.
///
/// # Panics
/// When a pick is missing or closed.
pub fn play_script<S: System>(
    system: &S,
    picks: Pair<&[(&str, &[&str])]>,
    chance: &mut impl Chance,
    turns: usize,
) -> Vec<S::State> {
    let mut queues = picks.map(|decisions| {
        decisions
            .iter()
            .map(|&(name, picks)| {
                let decision = system.words().decision(name).unwrap_or_else(|| panic!("no decision {name}"));
                (decision, picks.iter().copied().collect::<std::collections::VecDeque<_>>())
            })
            .collect::<Vec<_>>()
    });
    let mut state = system.start(chance);
    let mut states = vec![state.clone()];
    while states.len() <= turns {
        match system.next(&state) {
            Next::Over(..) => {
                states.push(state.clone());
                break;
            }
            Next::Resolve => {
                if system.resolve(&mut state, chance) == Pace::NextTurn {
                    states.push(state.clone());
                }
            }
            Next::Choose(choice) => {
                let picked = Pair::of(|side| {
                    let Choice { decision, options } = choice[side];
                    if options.is_empty() {
                        return Action(0);
                    }
                    let queue = queues[side].iter_mut().find(|(known, _)| *known == decision);
                    let words = &system.words().decisions[usize::from(decision.0)];
                    let name = queue.and_then(|(_, queue)| queue.pop_front());
                    let name = name.unwrap_or_else(|| panic!("no pick of {} left for {}", words.name, side.name()));
                    let index = words.actions.iter().position(|action| action == name);
                    let action = Action(index.unwrap_or_else(|| panic!("{} has no action {name}", words.name)) as u8);
                    assert!(options.has(action), "{name} is closed in {state:?}");
                    action
                });
                system.choose(&mut state, picked);
            }
        }
    }
    states
}
