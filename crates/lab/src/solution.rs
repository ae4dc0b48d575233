//! Policies that the solver has to give: solved once a cell, then played or evaluated like any other.

use crate::game::sure;
use crate::policy::{Pilot, Pilots};
use chaselab_core::{Action, Behaviour, Choice, Habits, Pair, Place, Problem, Side, System};
use chaselab_solve::{
    Exact, Explore, Graph, Limits, Model, Objective, Play, Plays, Solved, certify, evaluate, fixed, solve,
};

/// A cell's model and what its solved behaviours come to.
pub struct Solution<S: System> {
    model: Model<S>,
    behaviours: Pair<Vec<Behaviour>>,
    equilibrium: Option<Solved>,
    reply: Option<Solved>,
}

/// Checks that the solver can be asked for what the sides want.
///
/// # Errors
/// When each wants the best reply to the other.
pub fn check(behaviours: &Pair<Vec<Behaviour>>) -> Result<(), Box<Problem>> {
    let replies = behaviours.as_ref().map(|side| side.contains(&Behaviour::BestReply));
    if replies.prey && replies.catcher {
        return Err(Problem::new(&Place::Default, "each side plays the best reply to the other")
            .help("let one of them play \"equilibrium\", or a policy of its own"));
    }
    Ok(())
}

/// Whether the solver has to be asked at all.
pub fn is_needed(behaviours: &Pair<Vec<Behaviour>>) -> bool {
    Side::BOTH.iter().any(|&side| behaviours[side].iter().any(Behaviour::is_solved))
}

/// How many states and transitions a chase has, as playing or solving these behaviours explores it.
///
/// # Errors
/// When they do not fit, in words.
pub fn size<S: System>(system: &S, behaviours: &Pair<Vec<Behaviour>>, limits: Limits) -> Result<Size, String> {
    let model =
        Model::build(system, Explore::Policies(&game(behaviours)), limits).map_err(|error| error.to_string())?;
    Ok(Size { states: model.states().len(), transitions: model.graph().entries() })
}

/// The size of a chain of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Its states.
    pub states: usize,
    /// What follows what.
    pub transitions: usize,
}

impl<S: System> Solution<S> {
    /// Solves for an objective: first the equilibrium of every decision that somebody plays so, both sides free in it;
    /// then the best reply of a side to what the other does.
    ///
    /// # Errors
    /// When the states do not fit, in words.
    pub fn new(
        system: &S,
        behaviours: &Pair<Vec<Behaviour>>,
        max_turns: u16,
        objective: &Objective,
    ) -> Result<Self, String> {
        let turns = usize::from(max_turns);
        let game = game(behaviours);
        let model = Model::build(system, Explore::Policies(&game), Limits { turns, ..Limits::default() })
            .map_err(|error| error.to_string())?;
        let mut solution = Self { model, behaviours: behaviours.clone(), equilibrium: None, reply: None };
        let wants = |behaviour: &Behaviour| Side::BOTH.iter().any(|&side| behaviours[side].contains(behaviour));
        if wants(&Behaviour::Equilibrium) {
            // A best reply answers the equilibrium; it does not take part in it.
            let plays = fixed(&game);
            solution.equilibrium = Some(certain(solution.model.graph(), &plays, objective, turns)?);
        }
        if wants(&Behaviour::BestReply) {
            let plays = solution.plays();
            solution.reply = Some(certain(solution.model.graph(), &plays, objective, turns)?);
        }
        Ok(solution)
    }

    /// The exact distribution of a chase.
    ///
    /// # Errors
    /// Never for a solution of its own cell; in words.
    pub fn exact(&self, max_turns: u16) -> Result<Exact, String> {
        evaluate(self.model.graph(), &self.plays(), max_turns.into()).map_err(|error| error.to_string())
    }

    /// Pilots who play it.
    pub const fn pilots<'a>(&'a self, named: Pilots<'a>) -> SolutionPilots<'a, S> {
        SolutionPilots { solution: self, named }
    }

    fn plays(&self) -> Plays<'_> {
        self.behaviours.as_ref().map(|side| {
            side.iter()
                .map(|behaviour| match self.solved(behaviour) {
                    Some(solved) => Play::Solved(solved),
                    None if behaviour.is_solved() => Play::Free,
                    None => Play::Fixed(behaviour),
                })
                .collect()
        })
    }

    fn solved(&self, behaviour: &Behaviour) -> Option<&Solved> {
        match behaviour {
            Behaviour::Equilibrium => self.equilibrium.as_ref(),
            Behaviour::BestReply => self.reply.as_ref(),
            _ => None,
        }
    }
}

/// What the solver gives, with its certificate checked: what is played is what it is called.
fn certain(graph: &Graph, plays: &Plays<'_>, objective: &Objective, turns: usize) -> Result<Solved, String> {
    let solved = solve(graph, plays, objective, turns).map_err(|error| error.to_string())?;
    let certificate = certify(graph, plays, objective, turns, &solved).map_err(|error| error.to_string())?;
    sure(&certificate, objective.scale(turns)).map_err(|error| error.to_string())?;
    Ok(solved)
}

/// The behaviours of the game that an equilibrium solves: a decision that one side plays so is free for both, and so is
/// what one side plays as a best reply.
fn game(behaviours: &Pair<Vec<Behaviour>>) -> Pair<Vec<Behaviour>> {
    let free = |decision: usize| {
        Side::BOTH
            .iter()
            .any(|&side| behaviours[side].get(decision).is_some_and(|behaviour| *behaviour == Behaviour::Equilibrium))
    };
    behaviours.as_ref().map(|side| {
        let decisions = side.iter().enumerate();
        decisions
            .map(|(decision, behaviour)| if free(decision) { Behaviour::Equilibrium } else { behaviour.clone() })
            .collect()
    })
}

/// Plays solved mixes where there are some, and named behaviours elsewhere.
pub struct SolutionPilots<'a, S: System> {
    solution: &'a Solution<S>,
    named: Pilots<'a>,
}

impl<S: System> Habits for SolutionPilots<'_, S> {}

impl<S: System> Pilot<S> for SolutionPilots<'_, S> {
    fn pick(&mut self, system: &S, state: &S::State, turn: u16, choices: Pair<Choice>) -> Pair<Action> {
        Pair::of(|side| {
            let choice = choices[side];
            if choice.waits() {
                return Action(0);
            }
            if let Some(action) = self.named.pick_named(side, choice, || system.view(state).gap()) {
                return action;
            }
            let behaviour = &self.solution.behaviours[side][usize::from(choice.decision.0)];
            let solved = self.solution.solved(behaviour).expect("every solved behaviour was solved");
            let mix = solved.play(&self.solution.model, turn.into(), state, side).expect("play stays within the model");
            self.named.draw(mix)
        })
    }
}
