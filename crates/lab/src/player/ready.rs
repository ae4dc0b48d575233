//! A system by itself, ready to play.

use super::{Luck, Player, Seen, Tale};
use crate::compiled::Compiled;
use crate::counts::Counts;
use crate::game::{self, Answer, Depth, Equilibrium, GameError, Question, Stakes};
use crate::kernel::{Played, follow, play};
use crate::patterns::Patterns;
use crate::policy::{Pilots, Policy};
use crate::script;
use crate::solution::{self, Size, Solution};
use crate::stream::{self, Stream};
use crate::told::{Teller, Told};
use chaselab_core::{Action, Behaviour, EventCounts, MAX_EVENTS, Mixed, Next, Problem, Roll, Trace, Words};
use chaselab_solve::{Exact, Explore, Limits, Model, Objective, evaluate, fixed};
use chaselab_systems::{Explained, Playable, Prepared, Switch, SystemId};
use std::ops::Range;
use std::sync::OnceLock;

/// A system by itself.
pub(crate) struct Ready<S: Playable> {
    pub(crate) prepared: Prepared<S>,
    policy: Policy,
    /// Made when first needed: solving may take long, and checking a scenario should not.
    solution: OnceLock<Result<Solution<S>, String>>,
}

/// What every caller of a cell sees to.
const SOLVED: &str = "a cell is solved before it is played";

/// Compiling a state costs about as much as playing so many chases.
const CHASES_A_STATE: u64 = 8;

impl<S: Playable> Ready<S> {
    /// The player of a system by itself.
    ///
    /// # Errors
    /// When the solver cannot be asked for what the sides want.
    pub(crate) fn new(prepared: Prepared<S>) -> Result<Self, Box<Problem>> {
        solution::check(&prepared.behaviours)?;
        Ok(Self { policy: Policy::new(&prepared.behaviours), prepared, solution: OnceLock::new() })
    }

    /// Who decides in one chase.
    #[inline]
    fn pilots(&self, luck: Luck, chase: u64) -> Pilots<'_> {
        let decisions = self.policy.mixes().then(|| stream::decisions(luck.seed, luck.cell, chase));
        Pilots::new(&self.policy, decisions)
    }

    /// The solution, where the solver has to be asked.
    pub(crate) fn solution(&self) -> Result<Option<&Solution<S>>, String> {
        self.solution_for(|| Ok(Objective::free()))
    }

    /// The solution for an objective, which is always the same.
    pub(crate) fn solution_for(
        &self,
        objective: impl FnOnce() -> Result<Objective, String>,
    ) -> Result<Option<&Solution<S>>, String> {
        let Prepared { system, behaviours, max_turns, .. } = &self.prepared;
        if !solution::is_needed(behaviours) {
            return Ok(None);
        }
        let solution = self.solution.get_or_init(|| Solution::new(system, behaviours, *max_turns, &objective()?));
        solution.as_ref().map(Some).map_err(Clone::clone)
    }

    /// Counts chases by the rules alone.
    fn count_by_rules(&self, luck: Luck, chases: Range<u64>, counts: &mut Counts) {
        let Prepared { system, max_turns, .. } = &self.prepared;
        let dice = Stream::dice(luck.seed, luck.cell);
        let decisions = self.policy.mixes().then(|| Stream::decisions(luck.seed, luck.cell));
        let mut pilots = Pilots::new(&self.policy, None);
        counts.count_many(|counts| {
            let mut of_next = dice.of(chases.start);
            for chase in chases {
                // Those of the next chase are there before this one's end, which nobody can guess.
                let of_this = std::mem::replace(&mut of_next, dice.of(chase + 1));
                let mut chance = Roll::in_haste(of_this);
                if let Some(decisions) = decisions {
                    pilots = Pilots::new(&self.policy, Some(decisions.of(chase)));
                }
                let played = play(system, &mut pilots, *max_turns, &mut chance);
                counts.count(played, chance.events());
            }
        });
    }

    /// Plays one chase.
    pub(crate) fn one(
        &self,
        luck: Luck,
        chase: u64,
        compiled: Option<&Compiled>,
        solution: Option<&Solution<S>>,
    ) -> (Played, EventCounts) {
        let Prepared { system, max_turns, .. } = &self.prepared;
        if let Some(compiled) = compiled {
            return self.one_compiled(luck, chase, compiled);
        }
        let mut pilots = self.pilots(luck, chase);
        let mut chance = Roll::in_haste(stream::dice(luck.seed, luck.cell, chase));
        let played = match solution {
            None => play(system, &mut pilots, *max_turns, &mut chance),
            Some(solution) => play(system, &mut solution.pilots(pilots), *max_turns, &mut chance),
        };
        (played, *chance.events())
    }

    /// What both sides do when whatever is free is decided by chance.
    pub(crate) fn at_random(&self, question: Option<&Question>) -> Policy {
        let (words, own) = (self.prepared.system.words(), &self.prepared.behaviours);
        let game = question.map_or_else(|| own.clone(), |question| question.game(words, own));
        Policy::new(&game.map(|decisions| {
            let each = decisions.into_iter().zip(&words.decisions);
            each.map(|(behaviour, words)| if behaviour.is_solved() { uniform(words.actions.len()) } else { behaviour })
                .collect()
        }))
    }

    /// Plays one chase by another policy than its own, which asks no solver.
    pub(crate) fn one_by(&self, policy: &Policy, luck: Luck, chase: u64) -> (Played, EventCounts) {
        let mut pilots = Pilots::new(policy, Some(stream::decisions(luck.seed, luck.cell, chase)));
        let mut chance = Roll::in_haste(stream::dice(luck.seed, luck.cell, chase));
        let played = play(&self.prepared.system, &mut pilots, self.prepared.max_turns, &mut chance);
        (played, *chance.events())
    }

    /// Plays one chase by the compiled rules.
    #[inline]
    fn one_compiled(&self, luck: Luck, chase: u64, compiled: &Compiled) -> (Played, EventCounts) {
        let mut decisions = self.policy.mixes().then(|| stream::decisions(luck.seed, luck.cell, chase));
        let mut dice = stream::dice(luck.seed, luck.cell, chase);
        let mut events = [0; MAX_EVENTS];
        (compiled.play(self.prepared.max_turns, &mut dice, &mut decisions, &mut events), events)
    }

    /// Tells one chase, and how it was played.
    pub(crate) fn told(&self, luck: Luck, chase: u64, solution: Option<&Solution<S>>) -> Told {
        let Prepared { system, max_turns, .. } = &self.prepared;
        let mut chance = Trace::new(Roll::new(stream::dice(luck.seed, luck.cell, chase)));
        let mut teller = Teller::new(|_: Next, _: &Trace<Roll<_>>| false);
        let mut pilots = self.pilots(luck, chase);
        let played = match solution {
            None => follow(system, &mut pilots, *max_turns, &mut chance, &mut teller),
            Some(solution) => follow(system, &mut solution.pilots(pilots), *max_turns, &mut chance, &mut teller),
        };
        teller.told(played, chance.into_inner().events(), S::GAP)
    }

    /// The exact distribution of a chase.
    pub(crate) fn exact_by(
        &self,
        solution: Option<&Solution<S>>,
        patterns: &mut Patterns,
        limits: Limits,
    ) -> Result<Exact, String> {
        let Prepared { system, behaviours, max_turns, .. } = &self.prepared;
        if let Some(solution) = solution {
            return solution.exact(*max_turns);
        }
        let limits = Limits { turns: (*max_turns).into(), ..limits };
        let explore = Explore::Policies(behaviours);
        let graph = patterns.of::<S>().graph(system, explore, limits).map_err(|error| error.to_string())?;
        evaluate(&graph, &fixed(behaviours), (*max_turns).into()).map_err(|error| error.to_string())
    }
}

impl<S: Playable> Player for Ready<S> {
    fn solve(&self) -> Result<(), String> {
        self.solution().map(|_| ())
    }

    fn compile(&self, chases: u64) -> Option<Compiled> {
        let Prepared { system, behaviours, max_turns, .. } = &self.prepared;
        if solution::is_needed(behaviours) {
            return None;
        }
        let most = usize::try_from(chases / CHASES_A_STATE).unwrap_or(usize::MAX);
        Compiled::new(system, &self.policy, *max_turns, most)
    }

    fn is_quicker_compiled(&self) -> bool {
        S::QUICKER_COMPILED
    }

    fn play(&self, luck: Luck, chases: Range<u64>, compiled: Option<&Compiled>) -> Counts {
        let mut counts = Counts::new(self.max_turns(), self.words());
        // Each in a loop of its own: these two are what is played most.
        if let Some(compiled) = compiled {
            counts.count_many(|counts| {
                for chase in chases {
                    let (played, events) = self.one_compiled(luck, chase, compiled);
                    counts.count(played, &events);
                }
            });
        } else if self.solution().expect(SOLVED).is_none() {
            self.count_by_rules(luck, chases, &mut counts);
        } else {
            self.each(luck, chases, None, &mut |played, events| counts.count(played, events));
        }
        counts
    }

    fn each(&self, luck: Luck, chases: Range<u64>, compiled: Option<&Compiled>, seen: &mut Seen<'_>) {
        let solution = self.solution().expect(SOLVED);
        for chase in chases {
            let (played, events) = self.one(luck, chase, compiled, solution);
            seen(played, &events);
        }
    }

    fn each_at_random(&self, question: Option<&Question>, luck: Luck, chases: Range<u64>, seen: &mut Seen<'_>) {
        let policy = self.at_random(question);
        for chase in chases {
            let (played, events) = self.one_by(&policy, luck, chase);
            seen(played, &events);
        }
    }

    fn tell(&self, tale: Tale<'_>) -> Result<Told, Box<Problem>> {
        let Prepared { system, max_turns, .. } = &self.prepared;
        let solution = self.solution().expect(SOLVED);
        match tale {
            Tale::Chase(luck, chase) => Ok(self.told(luck, chase, solution)),
            Tale::Script(script) => {
                // What a script leaves to a mix is drawn as in the first chase of seed 0.
                let pilots = self.pilots(Luck { seed: 0, cell: 0 }, 0);
                match solution {
                    None => script::tell(system, pilots, *max_turns, script, S::GAP),
                    Some(solution) => script::tell(system, solution.pilots(pilots), *max_turns, script, S::GAP),
                }
            }
        }
    }

    fn exact_like(&self, patterns: &mut Patterns, limits: Limits) -> Result<Exact, String> {
        self.exact_by(self.solution()?, patterns, limits)
    }

    fn size(&self, limits: Limits) -> Result<Size, String> {
        let Prepared { system, behaviours, max_turns, .. } = &self.prepared;
        solution::size(system, behaviours, Limits { turns: (*max_turns).into(), ..limits })
    }

    fn is_solved(&self) -> bool {
        solution::is_needed(&self.prepared.behaviours)
    }

    fn answer(&self, question: &Question, depth: Depth) -> Result<Answer, GameError> {
        let Prepared { system, behaviours, max_turns, .. } = &self.prepared;
        question.check(&[system.words()]).map_err(GameError::Question)?;
        game::answer(system, behaviours, *max_turns, question, &Stakes::of(question), depth)
    }

    fn fingerprint(&self, question: &Question, limits: Limits) -> Result<u64, String> {
        let Prepared { system, behaviours, max_turns, .. } = &self.prepared;
        let behaviours = question.game(system.words(), behaviours);
        let limits = Limits { turns: (*max_turns).into(), ..limits };
        let model = Model::build(system, Explore::Policies(&behaviours), limits).map_err(|error| error.to_string())?;
        Ok(model.graph().fingerprint())
    }

    fn then(&self) -> Option<SystemId> {
        None
    }

    fn equilibrium(&self, question: &Question, limits: Limits) -> Result<Equilibrium, GameError> {
        let Prepared { system, behaviours, max_turns, .. } = &self.prepared;
        question.check(&[system.words()]).map_err(GameError::Question)?;
        game::equilibrium(system, behaviours, *max_turns, question, &question.objective, limits)
    }

    fn words(&self) -> &Words {
        self.prepared.system.words()
    }

    fn max_turns(&self) -> u16 {
        self.prepared.max_turns
    }

    fn switches(&self) -> &[Switch] {
        &self.prepared.switches
    }

    fn explained(&self) -> &[Explained] {
        &self.prepared.explained
    }
}

/// Every one of so many actions as often as any other.
fn uniform(actions: usize) -> Behaviour {
    let probability = 1.0 / actions as f64;
    Behaviour::Mix((0..actions).map(|action| Mixed { action: Action(action as u8), probability }).collect())
}
