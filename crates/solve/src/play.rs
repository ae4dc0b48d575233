//! Who decides how: left to the solver, fixed by a behaviour, or solved before.

use crate::error::PlayError;
use crate::mixes::{MixId, Mixes};
use crate::model::graph::{Fork, Graph};
use crate::policy::Solved;
use chaselab_core::{Action, Behaviour, Mixed, Options, Pair, Side};

/// How one side makes one decision.
#[derive(Clone, Copy, Debug)]
pub enum Play<'a> {
    /// The solver finds the best.
    Free,
    /// As a behaviour says, the same each turn.
    Fixed(&'a Behaviour),
    /// As was solved before, on the same graph.
    Solved(&'a Solved),
}

/// How each side makes each decision, by [`Decision`](chaselab_core::Decision) index.
pub type Plays<'a> = Pair<Vec<Play<'a>>>;

/// Plays from behaviours: those that are the solver's to give are free.
pub fn fixed(policies: &Pair<Vec<Behaviour>>) -> Plays<'_> {
    policies.as_ref().map(|policies| {
        policies.iter().map(|policy| if policy.is_solved() { Play::Free } else { Play::Fixed(policy) }).collect()
    })
}

#[derive(Clone, Copy, Debug)]
enum Role<'a> {
    Free,
    Fixed(MixId),
    Solved(&'a Solved),
}

/// What each side does at each node that asks it.
#[derive(Debug)]
pub(crate) struct Roles<'a> {
    roles: Vec<Pair<Role<'a>>>,
    mixes: Mixes,
    solved: Vec<&'a Solved>,
}

/// A side that waits: its one column or row is certain.
const WAITING: [Mixed; 1] = [Mixed { action: Action(0), probability: 1.0 }];

impl<'a> Roles<'a> {
    /// Every node's roles, checked against what the graph holds.
    ///
    /// # Errors
    /// When a policy is missing, belongs to another graph, or takes what the graph does not hold.
    pub(crate) fn new(graph: &Graph, plays: &Plays<'a>, max_turns: usize) -> Result<Self, PlayError> {
        if max_turns > graph.horizon {
            return Err(PlayError::Horizon { built: graph.horizon, asked: max_turns });
        }
        let solved: Vec<&Solved> = Side::BOTH
            .iter()
            .flat_map(|&side| &plays[side])
            .filter_map(|play| if let Play::Solved(solved) = *play { Some(solved) } else { None })
            .collect();
        let fits = |solved: &&&Solved| solved.states() == graph.len() && solved.max_turns() >= max_turns;
        if let Some(solved) = solved.iter().find(|solved| !fits(solved)) {
            return Err(PlayError::Foreign { states: solved.states(), turns: solved.max_turns() });
        }
        let mut mixes = Mixes::new();
        let mut roles = Vec::with_capacity(graph.forks());
        for (id, fork) in graph.choosing().zip(&graph.structure.forks) {
            let gap = graph.view(id).gap();
            roles.push(Pair::try_of(|side| role(fork, side, gap, plays, &mut mixes))?);
        }
        Ok(Self { roles, mixes, solved })
    }

    /// Whether the solver decides here.
    #[inline]
    pub(crate) fn free(&self, fork: usize, side: Side) -> bool {
        matches!(self.roles[fork][side], Role::Free)
    }

    /// The fixed mix of a side; nothing where the solver decides.
    #[inline]
    pub(crate) fn mix(&self, turn: usize, fork: usize, side: Side) -> Option<&[Mixed]> {
        match self.roles[fork][side] {
            Role::Free => None,
            Role::Fixed(MixId::NONE) => Some(&WAITING),
            Role::Fixed(mix) => Some(self.mixes.get(mix)),
            Role::Solved(solved) => Some(solved.mix(turn, fork, side)),
        }
    }

    /// Which of a side's explored actions it may take in any turn: a bit for each by its rank. A side that waits has one.
    pub(crate) fn taken(&self, fork: usize, side: Side, explored: Options) -> u32 {
        match self.roles[fork][side] {
            Role::Fixed(MixId::NONE) => 1,
            Role::Fixed(mix) => {
                self.mixes.get(mix).iter().fold(0, |taken, part| taken | 1 << explored.rank(part.action))
            }
            Role::Free | Role::Solved(_) => u32::MAX,
        }
    }

    /// The place of a fixed mix in [`mixes`](Self::mixes), where it is the same each turn.
    pub(crate) fn fixed(&self, fork: usize, side: Side) -> Option<MixId> {
        match self.roles[fork][side] {
            Role::Fixed(mix) => Some(mix),
            _ => None,
        }
    }

    /// All mixes that are the same each turn.
    pub(crate) fn mixes(&self) -> &Mixes {
        &self.mixes
    }

    /// Whether nothing that is fixed depends on the turn.
    pub(crate) fn stationary(&self) -> bool {
        self.solved.is_empty()
    }

    /// The first decision that is left to the solver.
    pub(crate) fn first_free(&self, graph: &Graph) -> Option<u8> {
        let mut forks = self.roles.iter().zip(&graph.structure.forks);
        forks.find_map(|(roles, fork)| {
            let side = Side::BOTH.into_iter().find(|&side| matches!(roles[side], Role::Free))?;
            Some(fork.asked[side].decision.0)
        })
    }
}

fn role<'a>(fork: &Fork, side: Side, gap: i16, plays: &Plays<'a>, mixes: &mut Mixes) -> Result<Role<'a>, PlayError> {
    let choice = fork.asked[side];
    if choice.waits() {
        return Ok(Role::Fixed(MixId::NONE));
    }
    let decision = choice.decision.0;
    match plays[side].get(usize::from(decision)) {
        None => Err(PlayError::Missing { decision }),
        Some(Play::Free) if fork.explored[side].len() == 1 => {
            Ok(Role::Fixed(MixId::pure(fork.explored[side].lowest())))
        }
        Some(Play::Free) => Ok(Role::Free),
        Some(Play::Solved(solved)) => Ok(Role::Solved(solved)),
        Some(Play::Fixed(behaviour)) if behaviour.at(gap).is_solved() => Err(PlayError::Free { decision }),
        Some(Play::Fixed(behaviour)) => {
            if let Some(action) = behaviour.certain(choice, gap) {
                let explored = fork.explored[side].has(action);
                let unexplored = PlayError::Unexplored { decision, action: action.0 };
                return explored.then_some(Role::Fixed(MixId::pure(action))).ok_or(unexplored);
            }
            let mix = behaviour.distribution(choice, gap);
            match mix.iter().find(|part| !fork.explored[side].has(part.action)) {
                Some(part) => Err(PlayError::Unexplored { decision, action: part.action.0 }),
                None => Ok(Role::Fixed(mixes.add(&mix))),
            }
        }
    }
}
