//! A chase that a fight can follow: the chase and the fights are played, told, computed and solved each by itself, and
//! put together here (rules/fudge.md 4).

mod whole;

use crate::compiled::Compiled;
use crate::counts::Counts;
use crate::game::{self, Answer, Depth, Equilibrium, Fight, GameError, Question, Stakes, worth};
use crate::kernel::Played;
use crate::patterns::Patterns;
use crate::player::{Luck, Player, Ready, Seen, Tale};
use crate::policy::Policy;
use crate::solution::{Size, Solution};
use crate::stream;
use crate::told::{Told, ToldFight};
use chaselab_core::tree::Node;
use chaselab_core::{End, EventCounts, Group, Pair, Problem, Words};
use chaselab_solve::{Exact, Limits, Objective};
use chaselab_systems::fudge::Fudge;
use chaselab_systems::{Explained, Input, Playable, Prepared, Switch, SystemId};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use whole::Whole;

/// A chase and the fights that can follow it.
pub(crate) struct Followed<S: Playable> {
    chase: Ready<S>,
    /// One for each way of being stunned.
    fights: Vec<(Pair<bool>, Ready<Fudge>)>,
    whole: Whole,
    switches: Vec<Switch>,
    explained: Vec<Explained>,
}

impl<S: Playable> Followed<S> {
    /// A chase and the fights that can follow it in the same scenario.
    ///
    /// # Errors
    /// What the fight cannot play.
    pub(crate) fn new(chase: Ready<S>, root: &Node) -> Result<Self, Box<Problem>> {
        let fight = || Fudge::read(&Input::new(root, SystemId::Fudge)?);
        let Prepared { system, switches, explained, .. } = fight()?;
        let mut stunned: Vec<Pair<bool>> = S::CAUGHT.iter().filter_map(|&(_, stunned)| stunned).collect();
        stunned.sort_unstable();
        stunned.dedup();
        let whole = Whole::new(chase.words(), S::CAUGHT, &stunned, chaselab_core::System::words(&system));
        let fights = stunned.into_iter().map(|stunned| {
            let prepared = fight()?;
            Ok((stunned, Ready::new(Prepared { system: prepared.system.with_stunned(stunned), ..prepared })?))
        });
        let of_fight = |line: Explained| Explained { what: format!("fight: {}", line.what), ..line };
        Ok(Self {
            fights: fights.collect::<Result<_, Box<Problem>>>()?,
            switches: chase.switches().iter().cloned().chain(switches).collect(),
            explained: chase.explained().iter().cloned().chain(explained.into_iter().map(of_fight)).collect(),
            whole,
            chase,
        })
    }

    /// The chase's solution, where the solver has to be asked: whoever may be caught heeds what the fight is worth.
    fn solution(&self) -> Result<Option<&Solution<S>>, String> {
        self.chase.solution_for(|| {
            let free = self
                .exact_fights(&mut Patterns::default(), Limits::default())?
                .into_iter()
                .map(|exact| exact.group(Group::Free));
            let free: Vec<f64> = free.collect();
            let follows = self.whole.follows().iter();
            Ok(follows.fold(Objective::free(), |objective, lead| {
                objective.with_payoff(End::Caught, lead.detail, free[lead.fight])
            }))
        })
    }

    fn exact_fights(&self, patterns: &mut Patterns, limits: Limits) -> Result<Vec<Exact>, String> {
        let of_fight = |why| format!("of the fight that follows, {why}");
        self.fights.iter().map(|(_, fight)| fight.exact_like(patterns, limits).map_err(of_fight)).collect()
    }

    /// Plays chases, and the fight after each that leads to one: `one` plays a chase, `fight` a fight by its number.
    fn chases(
        &self,
        chases: Range<u64>,
        one: impl Fn(u64) -> (Played, EventCounts),
        fight: impl Fn(usize, u64) -> (Played, EventCounts),
        mut seen: impl FnMut(Played, &[u16]),
    ) {
        let mut events = Vec::with_capacity(self.words().events.len());
        for chase in chases {
            let (played, happened) = one(chase);
            let fought = self.whole.lead(played).map(|lead| (lead, fight(lead.fight, chase)));
            let fought = fought.as_ref().map(|(lead, fought)| (*lead, fought));
            let played = self.whole.join(played, &happened, fought, &mut events);
            seen(played, &events);
        }
    }

    /// The luck of what follows a chase.
    fn after(luck: Luck) -> Luck {
        Luck { cell: stream::following(luck.cell), ..luck }
    }
}

impl<S: Playable> Player for Followed<S> {
    fn solve(&self) -> Result<(), String> {
        self.fights.iter().try_for_each(|(_, fight)| fight.solve())?;
        self.solution().map(|_| ())
    }

    fn compile(&self, chases: u64) -> Option<Compiled> {
        let chase = self.chase.compile(chases)?;
        Some(chase.with_fights(self.fights.iter().map(|(_, fight)| fight.compile(chases)).collect()))
    }

    /// Most turns are of the chase.
    fn is_quicker_compiled(&self) -> bool {
        S::QUICKER_COMPILED
    }

    fn play(&self, luck: Luck, chases: Range<u64>, compiled: Option<&Compiled>) -> Counts {
        let mut counts = Counts::new(self.max_turns(), self.words());
        self.each(luck, chases, compiled, &mut |played, events| counts.count(played, events));
        counts
    }

    fn each(&self, luck: Luck, chases: Range<u64>, compiled: Option<&Compiled>, seen: &mut Seen<'_>) {
        let unsolved = "a cell is solved before it is played";
        let chase_solution = self.solution().expect(unsolved);
        let solutions: Vec<_> = self.fights.iter().map(|(_, fight)| fight.solution().expect(unsolved)).collect();
        let one = |chase| self.chase.one(luck, chase, compiled, chase_solution);
        let fight = |index: usize, chase| {
            let compiled = compiled.and_then(|compiled| compiled.fight(index));
            self.fights[index].1.one(Self::after(luck), chase, compiled, solutions[index])
        };
        self.chases(chases, one, fight, seen);
    }

    fn each_at_random(&self, question: Option<&Question>, luck: Luck, chases: Range<u64>, seen: &mut Seen<'_>) {
        let policy = self.chase.at_random(question);
        let policies: Vec<Policy> = self.fights.iter().map(|(_, fight)| fight.at_random(question)).collect();
        let fight = |index: usize, chase| self.fights[index].1.one_by(&policies[index], Self::after(luck), chase);
        self.chases(chases, |chase| self.chase.one_by(&policy, luck, chase), fight, seen);
    }

    fn tell(&self, tale: Tale<'_>) -> Result<Told, Box<Problem>> {
        let (luck, chase) = match tale {
            Tale::Chase(luck, chase) => (luck, chase),
            Tale::Script(script) => {
                return Err(Problem::new(
                    &script.place,
                    "a script tells a chase alone, without the fight that follows",
                )
                .help("leave out `then`, or add --set then=none"));
            }
        };
        let unsolved = "a cell is solved before it is played";
        let mut told = self.chase.told(luck, chase, self.solution().expect(unsolved));
        let played = told.played.expect("a chase that is not scripted is told to its end");
        let lead = self.whole.lead(played);
        let fought = lead.map(|lead| {
            let (stunned, fight) = &self.fights[lead.fight];
            let told = fight.told(Self::after(luck), chase, fight.solution().expect(unsolved));
            (lead, *stunned, told, fight.words().clone())
        });
        let mut events = Vec::new();
        let joined = fought.as_ref().map(|(lead, _, told, _)| {
            let fight = told.played.expect("a fight that is not scripted is told to its end");
            (*lead, (fight, told.events.as_slice()))
        });
        told.played = Some(self.whole.join(
            played,
            &told.events,
            joined.as_ref().map(|(lead, fought)| (*lead, fought)),
            &mut events,
        ));
        told.events = events;
        told.then = fought.map(|(lead, stunned, told, words)| {
            let by = self.chase.words().details[usize::from(lead.detail.0)].clone();
            Box::new(ToldFight { chase: played, by, stunned, told, words })
        });
        Ok(told)
    }

    fn exact_like(&self, patterns: &mut Patterns, limits: Limits) -> Result<Exact, String> {
        let chase = self.chase.exact_by(self.solution()?, patterns, limits)?;
        Ok(self.whole.exact(&chase, &self.exact_fights(patterns, limits)?))
    }

    fn size(&self, limits: Limits) -> Result<Size, String> {
        self.fights.iter().try_fold(self.chase.size(limits)?, |sum, (_, fight)| {
            let Size { states, transitions } = fight.size(limits)?;
            Ok(Size { states: sum.states + states, transitions: sum.transitions + transitions })
        })
    }

    fn is_solved(&self) -> bool {
        self.chase.is_solved() || self.fights.iter().any(|(_, fight)| fight.is_solved())
    }

    fn answer(&self, question: &Question, depth: Depth) -> Result<Answer, GameError> {
        let (mut fights, mut ends) = (Vec::with_capacity(self.fights.len()), Vec::with_capacity(self.fights.len()));
        let mut known = vec![self.chase.words()];
        known.extend(self.fights.iter().map(|(_, fight)| fight.words()));
        question.check(&known).map_err(GameError::Question)?;
        let mut stakes = Stakes::of(question);
        for (index, (stunned, fight)) in self.fights.iter().enumerate() {
            let Prepared { system, behaviours, max_turns, .. } = &fight.prepared;
            let (worth, played) = worth(system, behaviours, *max_turns, question)?;
            ends.push(played);
            let leads = || self.whole.follows().iter().filter(|lead| lead.fight == index);
            stakes = leads().fold(stakes, |stakes, lead| stakes.with(lead.detail, worth));
            let after = leads().map(|lead| self.chase.words().details[usize::from(lead.detail.0)].clone());
            fights.push(Fight { after: after.filter(|name| !name.is_empty()).collect(), stunned: *stunned, worth });
        }
        let Prepared { system, behaviours, max_turns, .. } = &self.chase.prepared;
        let answer = game::answer(system, behaviours, *max_turns, question, &stakes, depth)?;
        Ok(Answer { fights, played: self.whole.exact(&answer.played, &ends), ..answer })
    }

    fn equilibrium(&self, question: &Question, limits: Limits) -> Result<Equilibrium, GameError> {
        let mut known = vec![self.chase.words()];
        known.extend(self.fights.iter().map(|(_, fight)| fight.words()));
        question.check(&known).map_err(GameError::Question)?;
        // Rounds of a fight do not lengthen the chase, and weigh nothing.
        let in_fight = question.objective.clone().without_length();
        let fights = self.fights.iter().map(|(_, fight)| {
            let Prepared { system, behaviours, max_turns, .. } = &fight.prepared;
            game::equilibrium(system, behaviours, *max_turns, question, &in_fight, limits)
        });
        let fights = fights.collect::<Result<Vec<_>, GameError>>()?;
        let follows = self.whole.follows().iter();
        let objective = follows.fold(question.objective.clone(), |objective, lead| {
            objective.with_payoff(End::Caught, lead.detail, fights[lead.fight].value)
        });
        let Prepared { system, behaviours, max_turns, .. } = &self.chase.prepared;
        let chase = game::equilibrium(system, behaviours, *max_turns, question, &objective, limits)?;
        let states = fights.iter().fold(chase.states, |states, fight| states + fight.states);
        let ends: Vec<Exact> = fights.into_iter().map(|fight| fight.exact).collect();
        Ok(Equilibrium { value: chase.value, exact: self.whole.exact(&chase.exact, &ends), states })
    }

    fn fingerprint(&self, question: &Question, limits: Limits) -> Result<u64, String> {
        let mut hash = FxHasher::default();
        self.chase.fingerprint(question, limits)?.hash(&mut hash);
        for (_, fight) in &self.fights {
            fight.fingerprint(question, limits)?.hash(&mut hash);
        }
        Ok(hash.finish())
    }

    fn then(&self) -> Option<SystemId> {
        Some(SystemId::Fudge)
    }

    fn words(&self) -> &Words {
        self.whole.words()
    }

    fn max_turns(&self) -> u16 {
        self.chase.max_turns()
    }

    fn switches(&self) -> &[Switch] {
        &self.switches
    }

    fn explained(&self) -> &[Explained] {
        &self.explained
    }
}
