//! One decision of one side over the whole chase: which actions are ever right, what keeping to one costs, and which
//! rule a player can follow at the table.

use super::Game;
use chaselab_core::{Action, Decision, Options, Side};
use chaselab_solve::{Criterion, Graph, Node, PlayError, RuleValue, Search, Solved, rule_by_gap, simplest_rules};
use std::collections::BTreeMap;

/// A regret below this is rounding; relative to the scale of the objective.
const RIGHT: f64 = 1e-9;
/// A loss below this does not matter: half a percentage point; relative to the scale of the objective.
pub const MATTERS: f64 = 0.005;
/// How many changes of a rule by distance are tried.
const EVALUATIONS: usize = 48;
/// States that are met less often do not count.
const EVER: f64 = 1e-12;

/// One decision of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// Whose.
    pub side: Side,
    /// Which.
    pub decision: Decision,
    /// The actions that are open anywhere, in ascending order.
    pub actions: Vec<Action>,
    /// For each action, in what share of the decisions that matter it is right: no other gains more against the other
    /// side's equilibrium.
    pub right: Vec<f64>,
    /// For each action, in what share of all decisions the equilibrium takes it.
    pub taken: Vec<f64>,
    /// What is done in the first turn, where the decision comes up in it.
    pub first_turn: Option<Vec<f64>>,
    /// What is done at each distance.
    pub distances: Vec<Distance>,
    /// For each action, keeping to it for the whole chase.
    pub kept: Vec<RuleValue>,
    /// The best rule of one action a distance that was found.
    pub by_gap: Option<RuleValue>,
    /// What it comes to.
    pub verdict: Verdict,
}

/// A decision at one distance, over all turns and states as often as play meets them.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// The distance.
    pub gap: i16,
    /// How often a chase makes the decision here.
    pub met: f64,
    /// The share of each action.
    pub mix: Vec<f64>,
    /// What each action loses for once, on average over the decisions in which it is open; nothing where it never is.
    pub regret: Vec<Option<f64>>,
    /// What the equilibrium is worth from here on.
    pub value: f64,
}

/// Whether a choice is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Whatever is chosen, it hardly matters.
    Idle,
    /// Keeping to this action is as good as anything.
    Foregone(Action),
    /// It depends on the distance, but on nothing that must be hidden.
    ByDistance,
    /// No rule of one action a distance is as good, but nobody could make use of knowing it: it depends on the turns
    /// left, or on what else the state holds.
    ByState,
    /// No rule of one action a distance is as good: who can be read, loses.
    Real,
}

impl Choices {
    /// The rule of one action that is sure of most.
    pub fn best_kept(&self) -> &RuleValue {
        self.ranked()[0]
    }

    /// The rule of one action that is sure of least.
    pub fn worst_kept(&self) -> &RuleValue {
        self.ranked()[self.kept.len() - 1]
    }

    /// Rules of one action, the least loss first.
    fn ranked(&self) -> Vec<&RuleValue> {
        let mut ranked: Vec<&RuleValue> = self.kept.iter().collect();
        ranked.sort_by(|one, other| one.loss.total_cmp(&other.loss));
        ranked
    }
}

/// How thorough an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Value, equilibrium and what keeping to an action costs: for many cells.
    Brief,
    /// Everything.
    Whole,
}

/// What a side decides freely, with what it comes to.
pub(super) fn choices(game: &Game<'_>, side: Side, decision: Decision, depth: Depth) -> Result<Choices, PlayError> {
    let actions: Vec<Action> = asked(game.graph, side, decision).iter().collect();
    let scale = game.question.objective.scale(game.max_turns);
    let tally = Tally::of(game, side, decision, &actions, RIGHT * scale);
    let search = Search {
        graph: game.graph,
        plays: game.plays,
        objective: &game.stakes.solved,
        solved: game.solved,
        side,
        decision,
    };
    let mut kept = simplest_rules(search)?;
    kept.sort_by_key(kept_action);
    let by_gap = match depth {
        Depth::Whole => Some(rule_by_gap(search, Criterion::Guaranteed, EVALUATIONS)?),
        Depth::Brief => None,
    };
    let mut choices = Choices {
        side,
        decision,
        right: tally.right(),
        taken: tally.taken(),
        first_turn: tally.first_turn(),
        distances: distances_of(game.graph, game.solved, game.met, side, decision, &actions),
        actions,
        kept,
        by_gap,
        verdict: Verdict::Real,
    };
    let read = !game.free(side.other()).is_empty();
    choices.verdict = verdict(&choices, MATTERS * scale, read);
    Ok(choices)
}

/// The actions of a decision that are open to a side anywhere.
pub(super) fn asked(graph: &Graph, side: Side, decision: Decision) -> Options {
    let mut all = Options::NONE;
    for id in graph.choosing() {
        if let Node::Choose { asked, explored, .. } = graph.node(id)
            && !asked[side].waits()
            && asked[side].decision == decision
        {
            all = all.union(explored[side]);
        }
    }
    all
}

fn kept_action(value: &RuleValue) -> Option<Action> {
    match value.rule {
        chaselab_solve::Rule::One(action) => Some(action),
        chaselab_solve::Rule::ByGap(_) => None,
    }
}

/// `read` says whether there is anybody who could act on knowing it.
fn verdict(choices: &Choices, matters: f64, read: bool) -> Verdict {
    let best = choices.best_kept();
    if choices.worst_kept().loss < matters {
        return Verdict::Idle;
    }
    match (best.loss < matters, kept_action(best), &choices.by_gap) {
        (true, Some(action), _) => Verdict::Foregone(action),
        (_, _, Some(rule)) if rule.loss < matters => Verdict::ByDistance,
        _ if read => Verdict::Real,
        _ => Verdict::ByState,
    }
}

/// What the equilibrium does over a whole chase.
struct Tally {
    /// By action: decisions in which it is right, and its share of all.
    right: Vec<f64>,
    taken: Vec<f64>,
    first: Vec<f64>,
    /// Decisions that matter, all, and those of the first turn.
    matter: f64,
    all: f64,
    in_first: f64,
}

impl Tally {
    fn of(game: &Game<'_>, side: Side, decision: Decision, actions: &[Action], tie: f64) -> Self {
        let none = vec![0.0; actions.len()];
        let mut tally =
            Self { right: none.clone(), taken: none.clone(), first: none, matter: 0.0, all: 0.0, in_first: 0.0 };
        meetings(game.graph, game.solved, game.met, side, decision, |met| {
            let matters = met.regret.iter().any(|&regret| regret > tie);
            tally.all += met.often;
            tally.matter += if matters { met.often } else { 0.0 };
            tally.in_first += if met.turn == 1 { met.often } else { 0.0 };
            for (index, action) in actions.iter().enumerate() {
                let share = met.share(*action) * met.often;
                tally.taken[index] += share;
                tally.first[index] += if met.turn == 1 { share } else { 0.0 };
                if matters && met.regret_of(*action).is_some_and(|regret| regret <= tie) {
                    tally.right[index] += met.often;
                }
            }
        });
        tally
    }

    fn right(&self) -> Vec<f64> {
        self.right.iter().map(|right| part(*right, self.matter)).collect()
    }

    fn taken(&self) -> Vec<f64> {
        self.taken.iter().map(|taken| part(*taken, self.all)).collect()
    }

    fn first_turn(&self) -> Option<Vec<f64>> {
        (self.in_first > EVER).then(|| self.first.iter().map(|share| part(*share, self.in_first)).collect())
    }
}

fn part(of: f64, whole: f64) -> f64 {
    if whole > 0.0 { of / whole } else { 0.0 }
}

/// A decision in one turn and state.
struct Meeting<'a> {
    turn: usize,
    gap: i16,
    often: f64,
    open: Vec<Action>,
    mix: &'a [chaselab_core::Mixed],
    regret: Vec<f64>,
    value: f64,
}

impl Meeting<'_> {
    fn share(&self, action: Action) -> f64 {
        self.mix.iter().find(|part| part.action == action).map_or(0.0, |part| part.probability)
    }

    fn regret_of(&self, action: Action) -> Option<f64> {
        self.open.iter().position(|&open| open == action).map(|index| self.regret[index])
    }
}

/// Every turn and state in which a side makes a decision, with how often that happens.
fn meetings(
    graph: &Graph,
    solved: &Solved,
    met: &chaselab_solve::Occupancy,
    side: Side,
    decision: Decision,
    mut each: impl FnMut(&Meeting<'_>),
) {
    for turn in 1..=met.turns() {
        for id in graph.choosing() {
            let often = met.at(turn, id);
            let Node::Choose { asked, .. } = graph.node(id) else { continue };
            if often <= EVER || asked[side].waits() || asked[side].decision != decision {
                continue;
            }
            let Some(stage) = solved.stage(graph, turn, id) else { continue };
            let regret = stage.regret(side);
            let mix = solved.distribution(graph, turn, id, side);
            let gap = graph.view(id).gap();
            each(&Meeting { turn, gap, often, mix, regret, value: stage.value, open: stage.actions[side].clone() });
        }
    }
}

/// What a side does at each distance.
pub(super) fn distances_of(
    graph: &Graph,
    solved: &Solved,
    met: &chaselab_solve::Occupancy,
    side: Side,
    decision: Decision,
    actions: &[Action],
) -> Vec<Distance> {
    let mut sums: BTreeMap<i16, Sums> = BTreeMap::new();
    meetings(graph, solved, met, side, decision, |met| {
        let sums = sums.entry(met.gap).or_insert_with(|| Sums {
            met: 0.0,
            mix: vec![0.0; actions.len()],
            regret: vec![0.0; actions.len()],
            open: vec![0.0; actions.len()],
            value: 0.0,
        });
        sums.met += met.often;
        sums.value += met.often * met.value;
        for (index, action) in actions.iter().enumerate() {
            sums.mix[index] += met.often * met.share(*action);
            if let Some(lost) = met.regret_of(*action) {
                sums.regret[index] += met.often * lost;
                sums.open[index] += met.often;
            }
        }
    });
    let mean = |sum: f64, of: f64| (of > 0.0).then(|| sum / of);
    sums.into_iter()
        .map(|(gap, Sums { met, mix, regret, open, value })| Distance {
            gap,
            met,
            mix: mix.iter().map(|share| share / met).collect(),
            regret: regret.iter().zip(open).map(|(&lost, open)| mean(lost, open)).collect(),
            value: value / met,
        })
        .collect()
}

/// What is added up at one distance, each as often as it is met.
struct Sums {
    met: f64,
    mix: Vec<f64>,
    regret: Vec<f64>,
    /// How often each action is open.
    open: Vec<f64>,
    value: f64,
}
