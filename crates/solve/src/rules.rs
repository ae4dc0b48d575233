//! What a player can do at a table without rolling for a mix: one action always, or one for each gap.

use crate::chain::{Occupancy, occupancy};
use crate::error::PlayError;
use crate::model::graph::{Graph, Node};
use crate::objective::Objective;
use crate::play::{Play, Plays};
use crate::policy::Solved;
use crate::stochastic::solve;
use crate::value::value;
use chaselab_core::{Action, Behaviour, Decision, GapBand, Options, Pair, Side};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Gains below this are rounding.
const GAIN: f64 = 1e-12;

/// A rule for one decision of one side. Where its action is closed, the lowest open one is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The same action always.
    One(Action),
    /// One action from each of these gaps on, in ascending order.
    ByGap(Vec<(i16, Action)>),
}

impl Rule {
    /// The rule as a behaviour.
    pub fn behaviour(&self) -> Behaviour {
        match self {
            Self::One(action) => Behaviour::always(*action),
            Self::ByGap(gaps) => Behaviour::ByGap(
                gaps.iter().map(|&(from, action)| GapBand { from, behaviour: Behaviour::always(action) }).collect(),
            ),
        }
    }
}

/// What a rule is worth to the prey, whichever side keeps it.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleValue {
    /// The rule.
    pub rule: Rule,
    /// Against the other side's solved policy.
    pub against_solved: f64,
    /// Against the other side's best reply to the rule: what its keeper is sure of.
    pub guaranteed: f64,
    /// What its keeper is sure to lose at most against playing the solved policy; never negative, but for rounding.
    pub loss: f64,
}

/// What a rule by gap is sought to be good at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Its value against the other side's solved policy.
    AgainstSolved,
    /// Its value against the other side's best reply.
    Guaranteed,
}

/// A solved game and the decision for which a rule is sought.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The graph that was solved.
    pub graph: &'a Graph,
    /// How decisions were made when it was solved.
    pub plays: &'a Plays<'a>,
    /// What it was solved for.
    pub objective: &'a Objective,
    /// The solution; its turns are played.
    pub solved: &'a Solved,
    /// Who keeps the rule.
    pub side: Side,
    /// For which decision; the side's other decisions are made as solved.
    pub decision: Decision,
}

/// Every rule of one action, the one that is sure of most first; ties go to the better one against the solved policy,
/// then to the lowest action.
///
/// # Errors
/// When nothing asks for the decision, or plays do not fit the graph.
pub fn simplest_rules(search: Search<'_>) -> Result<Vec<RuleValue>, PlayError> {
    let open = search.asked()?.values().fold(Options::NONE, |all, &open| all.union(open));
    let actions: Vec<Action> = open.iter().collect();
    let rules = actions.into_par_iter().map(|action| search.value(Rule::One(action)));
    let mut rules: Vec<RuleValue> = rules.collect::<Result<_, PlayError>>()?;
    let sign = search.sign();
    rules.sort_by(|left, right| {
        let key = |rule: &RuleValue| (sign * rule.guaranteed, sign * rule.against_solved);
        let ((guaranteed, against), (other_guaranteed, other_against)) = (key(left), key(right));
        other_guaranteed.total_cmp(&guaranteed).then(other_against.total_cmp(&against))
    });
    Ok(rules)
}

/// A good rule of one action a gap, by local search from the best rule of one action, or from what the solved policy
/// does most often at each gap, if that is better; its values are exact, but a better rule may exist: what it is sure of
/// is a lower bound of what such rules can be sure of.
///
/// Each round plays the rule against the other side's policy (or best reply), and asks in every state what each action
/// would gain there for once; gains are added up by gap, weighed with how often the state is met. First all gaps
/// change to what promises most, then one gap at a time in the order of promise; the first change that is better in
/// truth is kept. It ends when none is, or after `evaluations` changes were tried.
///
/// # Errors
/// When nothing asks for the decision, or plays do not fit the graph.
pub fn rule_by_gap(search: Search<'_>, criterion: Criterion, evaluations: usize) -> Result<RuleValue, PlayError> {
    let gaps = search.asked()?;
    let sign = search.sign();
    let actions = gaps.values().fold(Options::NONE, |all, &open| all.union(open));
    let same = actions.iter().map(|action| gaps.keys().map(|&gap| (gap, action)).collect());
    let begins: Vec<BTreeMap<i16, Action>> = same.chain([search.most_often(&gaps)?]).collect();
    let worth = |rule: &BTreeMap<i16, Action>| search.worth(&by_gap(rule).behaviour(), criterion);
    let worths: Vec<f64> = begins.par_iter().map(worth).collect::<Result<_, PlayError>>()?;
    let better = |best: (BTreeMap<i16, Action>, f64), other: (BTreeMap<i16, Action>, f64)| {
        if sign * other.1 > sign * best.1 + GAIN { other } else { best }
    };
    let Some((mut rule, mut best)) = begins.into_iter().zip(worths).reduce(better) else {
        return Err(PlayError::NeverAsked { decision: search.decision.0 });
    };
    let mut left = evaluations;
    'rounds: while left > 0 {
        let played = search.played(&by_gap(&rule).behaviour(), criterion)?;
        let mut changes = search.promises(&rule, &played)?;
        changes.truncate(left);
        // As many at once as there are threads: the first that is better is kept, whatever was tried behind it.
        for some in changes.chunks(rayon::current_num_threads()) {
            let changed = some.par_iter().map(|change| {
                let mut changed = rule.clone();
                changed.extend(change.iter().copied());
                worth(&changed).map(|tried| (changed, tried))
            });
            let tried = changed.collect::<Result<Vec<_>, PlayError>>()?;
            let first = tried.iter().position(|(_, tried)| sign * tried > sign * best + GAIN);
            left -= first.map_or(some.len(), |first| first + 1);
            if let Some((changed, tried)) = first.and_then(|first| tried.into_iter().nth(first)) {
                (rule, best) = (changed, tried);
                continue 'rounds;
            }
        }
        break;
    }
    search.value(by_gap(&rule))
}

/// Bands of gaps with the same action become one.
fn by_gap(rule: &BTreeMap<i16, Action>) -> Rule {
    let mut bands: Vec<(i16, Action)> = rule.iter().map(|(&gap, &action)| (gap, action)).collect();
    bands.dedup_by_key(|band| band.1);
    Rule::ByGap(bands)
}

impl Search<'_> {
    /// The gaps at which the decision comes up, with the actions that are open somewhere there.
    fn asked(&self) -> Result<BTreeMap<i16, Options>, PlayError> {
        let mut gaps = BTreeMap::new();
        for id in self.graph.choosing() {
            if let Some(open) = self.open(id) {
                let all = gaps.entry(self.graph.view(id).gap()).or_insert(Options::NONE);
                *all = all.union(open);
            }
        }
        if gaps.is_empty() {
            return Err(PlayError::NeverAsked { decision: self.decision.0 });
        }
        Ok(gaps)
    }

    /// What the solved policy does most often at each gap; where it never comes, what it does at the one before.
    fn most_often(&self, gaps: &BTreeMap<i16, Options>) -> Result<BTreeMap<i16, Action>, PlayError> {
        let met = self.met(self.solved)?;
        let mut shares: BTreeMap<i16, [f64; 32]> = BTreeMap::new();
        for turn in 1..=met.turns() {
            for id in self.graph.choosing().filter(|&id| self.open(id).is_some()) {
                let shares = shares.entry(self.graph.view(id).gap()).or_insert([0.0; 32]);
                for part in self.solved.distribution(self.graph, turn, id, self.side) {
                    shares[usize::from(part.action.0)] += met.at(turn, id) * part.probability;
                }
            }
        }
        let mut rule = BTreeMap::new();
        let mut before = None;
        for (gap, open) in gaps {
            let share = |action: Action| shares.get(gap).map_or(0.0, |shares| shares[usize::from(action.0)]);
            let better = |best: Action, action: Action| if share(action) > share(best) { action } else { best };
            let most = open.iter().reduce(better).filter(|&action| share(action) > 0.0);
            let like_before = before.filter(|&action| open.has(action));
            let action = most.or(like_before).unwrap_or_else(|| open.lowest());
            rule.insert(*gap, action);
            before = Some(action);
        }
        Ok(rule)
    }

    /// How often each node is met when both sides play a solved policy.
    fn met(&self, played: &Solved) -> Result<Occupancy, PlayError> {
        occupancy(self.graph, &played.plays(self.plays), played.max_turns())
    }

    /// The actions of the decision that are open at a node, if it is asked there.
    fn open(&self, id: u32) -> Option<Options> {
        match self.graph.node(id) {
            Node::Choose { asked, explored, .. }
                if !asked[self.side].waits() && asked[self.side].decision == self.decision =>
            {
                Some(explored[self.side])
            }
            _ => None,
        }
    }

    /// 1 for who maximises, -1 for who minimises.
    fn sign(&self) -> f64 {
        match self.side {
            Side::Prey => 1.0,
            Side::Catcher => -1.0,
        }
    }

    /// What it is worth that the side keeps to a behaviour: against the solved policy, or the best reply.
    fn worth(&self, rule: &Behaviour, criterion: Criterion) -> Result<f64, PlayError> {
        value(self.graph, &self.plays(rule, criterion)?, self.objective, self.solved.max_turns())
    }

    /// The chase in which it does.
    fn played(&self, rule: &Behaviour, criterion: Criterion) -> Result<Solved, PlayError> {
        solve(self.graph, &self.plays(rule, criterion)?, self.objective, self.solved.max_turns())
    }

    /// How all decisions are made then.
    fn plays<'b>(&'b self, rule: &'b Behaviour, criterion: Criterion) -> Result<Plays<'b>, PlayError> {
        let mut plays: Plays<'_> = Pair::of(|side| {
            let solved = |play: &Play<'_>| {
                matches!(play, Play::Free) && (side == self.side || criterion == Criterion::AgainstSolved)
            };
            self.plays[side].iter().map(|play| if solved(play) { Play::Solved(self.solved) } else { *play }).collect()
        });
        let own: &mut Vec<Play<'_>> = &mut plays[self.side];
        match own.get_mut(usize::from(self.decision.0)) {
            Some(play) => *play = Play::Fixed(rule),
            None => return Err(PlayError::Missing { decision: self.decision.0 }),
        }
        Ok(plays)
    }

    fn value(&self, rule: Rule) -> Result<RuleValue, PlayError> {
        let behaviour = rule.behaviour();
        let against_solved = self.worth(&behaviour, Criterion::AgainstSolved)?;
        let guaranteed = self.worth(&behaviour, Criterion::Guaranteed)?;
        Ok(RuleValue { rule, against_solved, guaranteed, loss: self.sign() * (self.solved.value() - guaranteed) })
    }

    /// Changes of a rule by how much they promise: first the best of every gap together, then single ones.
    fn promises(&self, rule: &BTreeMap<i16, Action>, played: &Solved) -> Result<Vec<Vec<(i16, Action)>>, PlayError> {
        let met = self.met(played)?;
        let mut gains: BTreeMap<(i16, Action), f64> = BTreeMap::new();
        for turn in 1..=met.turns() {
            for id in self.graph.choosing() {
                let often = met.at(turn, id);
                let Some(open) = self.open(id).filter(|open| often > 0.0 && open.len() > 1) else { continue };
                let Some(stage) = played.stage(self.graph, turn, id) else { continue };
                let worth = stage.against_mix(self.side);
                let gap = self.graph.view(id).gap();
                for (action, worth) in open.iter().zip(worth) {
                    *gains.entry((gap, action)).or_default() += often * self.sign() * (worth - stage.value);
                }
            }
        }
        let mut single: Vec<(f64, (i16, Action))> = gains
            .into_iter()
            .filter(|&((gap, action), gain)| gain > GAIN && rule.get(&gap) != Some(&action))
            .map(|(change, gain)| (gain, change))
            .collect();
        single.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
        let mut together: BTreeMap<i16, Action> = BTreeMap::new();
        for &(_, (gap, action)) in &single {
            together.entry(gap).or_insert(action);
        }
        let first = (together.len() > 1).then(|| together.into_iter().collect());
        Ok(first.into_iter().chain(single.into_iter().map(|(_, change)| vec![change])).collect())
    }
}
