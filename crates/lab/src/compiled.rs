//! Rules compiled into questions: the same chases as the rules play, and what lanes are made of.
//!
//! With fixed policies, what happens depends on generator words alone: each question of the rules takes one word and tells
//! apart a few ranges of words. So the rules are asked once, for every state that play reaches and every range, what they
//! ask next; playing is then a walk: take a word, find its range, go on. The rules are still written once, and the walk
//! plays the very chases that they play, because it uses the same words in the same order (the tests hold it against the
//! rules chase by chase). What does not fit is left to the rules.

use crate::kernel::Played;
use crate::policy::{Policy, Ways};
use chaselab_core::{Choice, Detail, End, EventCounts, Next, Pace, Pair, Probe, Run, Side, System};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashMap;

/// The most ranges of words that are worth their memory.
const MOST_RANGES: usize = 4_000_000;

/// More ranges than this for each state that may be reached take longer to find than they save.
const RANGES_A_STATE: usize = 8;

/// What comes next on the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    /// A word is taken: index of a question.
    Ask(u32),
    /// Something has to be noted: index of an outcome.
    Note(u32),
    /// The chase is over.
    Over(End, Detail),
    /// What a state asks, known once it is compiled; not on a finished walk.
    Node(u32),
}

/// Ranges of words from `first` on; the last of them ends at the highest word.
#[derive(Clone, Copy, Debug)]
struct Question {
    first: u32,
    /// Whether the word comes from the generator of decisions, not of dice.
    decides: bool,
}

/// What has to be noted on the way to the next step.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub next_turn: bool,
    pub events: Vec<(u8, u16)>,
    pub then: Step,
}

/// The compiled rules of one cell.
#[derive(Debug)]
pub struct Compiled {
    questions: Vec<Question>,
    /// For each range, the highest word in it and where it leads.
    ranges: Vec<(u64, Step)>,
    outcomes: Vec<Outcome>,
    start: Step,
    /// Of a chase that fights may follow: those, where they fit.
    fights: Option<Vec<Option<Self>>>,
}

impl Compiled {
    /// Compiles a system with policies that need no solver; nothing where more than so many states are reached, or on
    /// average have many questions.
    pub fn new<S: System>(system: &S, policy: &Policy, max_turns: u16, states: usize) -> Option<Self> {
        let built = Self {
            questions: Vec::new(),
            ranges: Vec::new(),
            outcomes: Vec::new(),
            start: Step::Node(0),
            fights: None,
        };
        let mut compiler = Compiler {
            system,
            policy,
            states,
            ranges: MOST_RANGES.min(states.saturating_mul(RANGES_A_STATE)),
            ids: FxHashMap::default(),
            nodes: Vec::new(),
            now: Vec::new(),
            later: Vec::new(),
            built,
        };
        compiler.start()?;
        // Turn by turn, so that a game that could go on for ever is compiled no further than it is played.
        for _ in 0..max_turns {
            compiler.now = std::mem::take(&mut compiler.later);
            compiler.turn()?;
        }
        Some(compiler.finish())
    }

    /// The same with the fights that may follow.
    #[must_use]
    pub(crate) fn with_fights(self, fights: Vec<Option<Self>>) -> Self {
        Self { fights: Some(fights), ..self }
    }

    /// One of the fights that may follow.
    pub(crate) fn fight(&self, index: usize) -> Option<&Self> {
        self.fights.as_ref()?.get(index)?.as_ref()
    }

    /// Whether fights may follow.
    pub(crate) const fn has_fights(&self) -> bool {
        self.fights.is_some()
    }

    /// Where a chase begins.
    pub(crate) const fn start(&self) -> Step {
        self.start
    }

    /// An outcome.
    pub(crate) fn outcome(&self, index: u32) -> &Outcome {
        &self.outcomes[index as usize]
    }

    /// The ranges of a question: the share of words in each, and where it leads.
    pub(crate) fn answers(&self, question: u32) -> impl Iterator<Item = (f64, Step)> + '_ {
        let mut from = 0_u128;
        let mut is_last = false;
        self.ranges[self.questions[question as usize].first as usize..].iter().map_while(move |&(last, step)| {
            if is_last {
                return None;
            }
            is_last = last == u64::MAX;
            let words = u128::from(last) + 1 - from;
            from += words;
            Some((words as f64 / 2.0_f64.powi(64), step))
        })
    }

    /// Plays one chase, adding to `events`.
    ///
    /// # Panics
    /// When a policy mixes and there is no generator of decisions.
    #[inline]
    pub fn play(
        &self,
        max_turns: u16,
        dice: &mut Pcg64Mcg,
        decisions: &mut Option<Pcg64Mcg>,
        events: &mut EventCounts,
    ) -> Played {
        let mut step = self.start;
        // The start leads into the first turn.
        let mut turn = 0;
        loop {
            match step {
                Step::Ask(question) => {
                    let Question { first, decides } = self.questions[question as usize];
                    let word = if decides {
                        decisions.as_mut().expect("whoever mixes has a generator").next_u64()
                    } else {
                        dice.next_u64()
                    };
                    let mut range = first as usize;
                    while word > self.ranges[range].0 {
                        range += 1;
                    }
                    step = self.ranges[range].1;
                }
                Step::Note(outcome) => {
                    let outcome = &self.outcomes[outcome as usize];
                    for &(event, count) in &outcome.events {
                        let counted = &mut events[usize::from(event)];
                        *counted = counted.saturating_add(count);
                    }
                    if outcome.next_turn {
                        if turn == max_turns {
                            return Played { end: End::Timeout, detail: Detail::NONE, turns: max_turns };
                        }
                        turn += 1;
                    }
                    step = outcome.then;
                }
                Step::Over(end, detail) => return Played { end, detail, turns: turn },
                Step::Node(_) => unreachable!("a finished walk has no open nodes"),
            }
        }
    }
}

/// Compiles turn by turn.
struct Compiler<'a, S: System> {
    system: &'a S,
    policy: &'a Policy,
    /// The most states, and ranges of words.
    states: usize,
    ranges: usize,
    ids: FxHashMap<S::State, u32>,
    /// What each state asks, once it is known.
    nodes: Vec<Option<Step>>,
    /// States of this turn and of the next that are still to be compiled.
    now: Vec<(u32, S::State)>,
    later: Vec<(u32, S::State)>,
    built: Compiled,
}

impl<S: System> Compiler<'_, S> {
    fn start(&mut self) -> Option<()> {
        let system = self.system;
        let start = |probe: &mut Probe<'_>| (system.start(probe), Pace::NextTurn);
        self.built.start = self.grow(&start, &mut Vec::new())?;
        Some(())
    }

    /// Compiles every state that this turn reaches.
    fn turn(&mut self) -> Option<()> {
        while let Some((node, state)) = self.now.pop() {
            if self.nodes[node as usize].is_some() {
                continue;
            }
            let system = self.system;
            let step = match system.next(&state) {
                Next::Resolve => {
                    let resolve = |probe: &mut Probe<'_>| {
                        let mut after = state.clone();
                        let pace = system.resolve(&mut after, probe);
                        (after, pace)
                    };
                    self.grow(&resolve, &mut Vec::new())?
                }
                Next::Choose(choices) => self.decide(&state, choices)?,
                Next::Over(end, detail) => Step::Over(end, detail),
            };
            self.nodes[node as usize] = Some(step);
        }
        Some(())
    }

    /// The tree of questions that `act` asks from the end of a path of answers on.
    fn grow(&mut self, act: &dyn Fn(&mut Probe<'_>) -> (S::State, Pace), path: &mut Vec<usize>) -> Option<Step> {
        let mut probe = Probe::new(path);
        let (after, pace) = act(&mut probe);
        match probe.asked() {
            Ok(runs) => {
                let mut ranges = Vec::with_capacity(runs.len());
                for (answer, Run { last_word, .. }) in runs.into_iter().enumerate() {
                    path.push(answer);
                    ranges.push((last_word, self.grow(act, path)?));
                    path.pop();
                }
                self.question(ranges, false)
            }
            Err(events) => self.outcome(after, pace == Pace::NextTurn, &events),
        }
    }

    fn question(&mut self, ranges: Vec<(u64, Step)>, decides: bool) -> Option<Step> {
        if self.built.ranges.len() + ranges.len() > self.ranges {
            return None;
        }
        self.built.questions.push(Question { first: self.built.ranges.len() as u32, decides });
        self.built.ranges.extend(ranges);
        Some(Step::Ask(self.built.questions.len() as u32 - 1))
    }

    fn outcome(&mut self, after: S::State, next_turn: bool, events: &EventCounts) -> Option<Step> {
        // The start of a chase that is over leads into no turn. Whoever ends it by deciding does so in the next turn.
        let next_turn = next_turn && !matches!(self.system.next(&after), Next::Over(..));
        let then = self.lead(after, next_turn)?;
        let events: Vec<(u8, u16)> = events
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
            .map(|(event, &count)| (event as u8, count))
            .collect();
        if events.is_empty() && !next_turn {
            return Some(then);
        }
        self.built.outcomes.push(Outcome { next_turn, events, then });
        Some(Step::Note(self.built.outcomes.len() as u32 - 1))
    }

    /// Where a state leads: decisions that are certain are made at once.
    fn lead(&mut self, mut state: S::State, next_turn: bool) -> Option<Step> {
        loop {
            match self.system.next(&state) {
                Next::Over(end, detail) => return Some(Step::Over(end, detail)),
                Next::Resolve => return self.node(state, next_turn),
                Next::Choose(choices) => {
                    let gap = self.system.view(&state).gap();
                    let ways = Pair::of(|side| self.policy.ways(side, choices[side], gap));
                    let (Ways::Sure(prey), Ways::Sure(catcher)) = (&ways.prey, &ways.catcher) else {
                        return self.node(state, next_turn);
                    };
                    self.system.choose(&mut state, Pair::new(*prey, *catcher));
                }
            }
        }
    }

    fn node(&mut self, state: S::State, next_turn: bool) -> Option<Step> {
        let known = self.ids.get(&state).copied();
        let node = known.unwrap_or(self.nodes.len() as u32);
        if known.is_none() {
            if self.nodes.len() >= self.states {
                return None;
            }
            self.nodes.push(None);
            self.ids.insert(state.clone(), node);
        }
        if self.nodes[node as usize].is_none() {
            if next_turn { self.later.push((node, state)) } else { self.now.push((node, state)) }
        }
        Some(Step::Node(node))
    }

    /// Sides that mix take a word each, prey first.
    fn decide(&mut self, state: &S::State, choices: Pair<Choice>) -> Option<Step> {
        let gap = self.system.view(state).gap();
        let list = |ways: Ways| match ways {
            Ways::Sure(action) => (vec![(u64::MAX, action)], false),
            Ways::Mixed(ways) => (ways, true),
        };
        let (prey, prey_mixes) = list(self.policy.ways(Side::Prey, choices.prey, gap));
        let (catcher, catcher_mixes) = list(self.policy.ways(Side::Catcher, choices.catcher, gap));
        let mut ranges = Vec::with_capacity(prey.len());
        for &(last_word, picked) in &prey {
            let mut inner = Vec::with_capacity(catcher.len());
            for &(last_word, answered) in &catcher {
                let mut after = state.clone();
                self.system.choose(&mut after, Pair::new(picked, answered));
                inner.push((last_word, self.lead(after, false)?));
            }
            let step = if catcher_mixes { self.question(inner, true)? } else { inner[0].1 };
            ranges.push((last_word, step));
        }
        if prey_mixes { self.question(ranges, true) } else { Some(ranges[0].1) }
    }

    /// Every open node becomes what its state asks. What only turns after the last one reach is never asked.
    fn finish(mut self) -> Compiled {
        let nodes = std::mem::take(&mut self.nodes);
        let close = |mut step: Step| {
            while let Step::Node(node) = step {
                step = nodes[node as usize].unwrap_or(Step::Over(End::Timeout, Detail::NONE));
            }
            step
        };
        self.built.ranges.iter_mut().for_each(|(_, step)| *step = close(*step));
        self.built.outcomes.iter_mut().for_each(|outcome| outcome.then = close(outcome.then));
        self.built.start = close(self.built.start);
        self.built
    }
}
