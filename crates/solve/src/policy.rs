//! A solved game: values and mixes of every turn, to look up, to play and to report.

use crate::mixes::{MixId, Mixes};
use crate::model::Model;
use crate::model::graph::{Graph, Node};
use crate::objective::Objective;
use crate::play::{Play, Plays};
use crate::stage::Stage;
use chaselab_core::{End, Mixed, Pair, Side, System};

/// Values and mixes of one turn, or of several that agree.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// By id.
    pub(crate) values: Vec<f64>,
    /// By fork.
    pub(crate) picks: Vec<Pair<MixId>>,
}

impl Layer {
    /// After the last turn: nobody decides any more.
    pub(crate) fn timeout(graph: &Graph, objective: &Objective) -> Self {
        Self {
            values: vec![objective.end(End::Timeout); graph.len()],
            picks: vec![Pair::new(MixId::NONE, MixId::NONE); graph.forks()],
        }
    }
}

/// What both sides do in every state and turn, and what it is worth.
///
/// Fixed decisions are in it as they were given, so that it is a whole policy for both sides.
#[derive(Clone, Debug)]
pub struct Solved {
    pub(crate) value: f64,
    pub(crate) states: usize,
    /// Index into `layers` for each turn, from turn 1.
    pub(crate) layer_of_turn: Vec<u32>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) mixes: Mixes,
}

impl Solved {
    /// The value of the whole chase: what the prey maximises, before the start is rolled.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Both sides play this in all decisions that `plays` has.
    pub fn plays(&self, plays: &Plays<'_>) -> Plays<'_> {
        plays.as_ref().map(|plays| vec![Play::Solved(self); plays.len()])
    }

    /// How many states the graph has that was solved.
    pub fn states(&self) -> usize {
        self.states
    }

    /// After how many turns a chase ends as timeout.
    pub fn max_turns(&self) -> usize {
        self.layer_of_turn.len()
    }

    /// The value of being at `id` in `turn`; a weight on length counts from this turn on.
    pub fn value_at(&self, turn: usize, id: u32) -> f64 {
        self.layer(turn).values[id as usize]
    }

    /// What a side does at `id` in `turn`: actions in ascending order with their probabilities. Empty where it is not
    /// asked.
    pub fn distribution(&self, graph: &Graph, turn: usize, id: u32, side: Side) -> &[Mixed] {
        match graph.node(id) {
            Node::Choose { fork, .. } => self.mix(turn, fork, side),
            _ => &[],
        }
    }

    /// What a side does in `state` in `turn`, as [`distribution`](Self::distribution); nothing if play cannot reach it.
    pub fn play<S: System>(&self, model: &Model<S>, turn: usize, state: &S::State, side: Side) -> Option<&[Mixed]> {
        Some(self.distribution(model.graph(), turn, model.id(state)?, side))
    }

    /// The game that is played at `id` in `turn`, with the mixes that solve it; nothing where nobody is asked.
    pub fn stage(&self, graph: &Graph, turn: usize, id: u32) -> Option<Stage> {
        let Node::Choose { fork, explored, after, .. } = graph.node(id) else { return None };
        let values = &self.layer(turn).values;
        Some(Stage {
            actions: explored.map(|options| options.iter().collect()),
            payoff: after.iter().map(|&after| values[after as usize]).collect(),
            mixes: Pair::of(|side| self.mix(turn, fork, side).to_vec()),
            value: values[id as usize],
        })
    }

    /// The last turn up to which both mixes at `id` stay within `tolerance` of those in `turn`.
    pub fn holds_until_turn(&self, graph: &Graph, turn: usize, id: u32, tolerance: f64) -> usize {
        let same = |&later: &usize| {
            Side::BOTH.iter().all(|&side| {
                let now = self.distribution(graph, turn, id, side);
                within(now, self.distribution(graph, later, id, side), tolerance)
            })
        };
        (turn + 1..=self.max_turns()).take_while(same).last().unwrap_or(turn)
    }

    /// The layer that holds in `turn`, as an index: turns with the same one are alike.
    pub(crate) fn layer_index(&self, turn: usize) -> u32 {
        self.layer_of_turn[turn - 1]
    }

    #[inline]
    pub(crate) fn mix(&self, turn: usize, fork: usize, side: Side) -> &[Mixed] {
        self.mixes.get(self.layer(turn).picks[fork][side])
    }

    fn layer(&self, turn: usize) -> &Layer {
        &self.layers[self.layer_index(turn) as usize]
    }
}

/// Whether no action's probability differs by more than `tolerance`.
fn within(left: &[Mixed], right: &[Mixed], tolerance: f64) -> bool {
    let share = |mix: &[Mixed], part: &Mixed| {
        mix.iter().find(|other| other.action == part.action).map_or(0.0, |other| other.probability)
    };
    left.iter().all(|part| (part.probability - share(right, part)).abs() <= tolerance)
        && right.iter().all(|part| (part.probability - share(left, part)).abs() <= tolerance)
}
