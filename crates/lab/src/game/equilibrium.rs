//! What becomes of a chase when both sides play their best: its value, and the distribution of how it ends.

use super::{GameError, Question, sure};
use chaselab_core::{Behaviour, Pair, System};
use chaselab_solve::{
    Certificate, Exact, Explore, Graph, Limits, Model, Objective, Plays, certify, evaluate, fixed, solve,
};

/// A chase between two sides that play their best.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// What it is worth to the prey: the same for every equilibrium.
    pub value: f64,
    /// How it ends. Where there are several equilibria this is the one that was found; the others may reach the same
    /// value by other ends.
    pub exact: Exact,
    /// How many states the game has.
    pub states: usize,
}

/// Solves the game in which a question frees decisions and ends are worth what `objective` says, with its certificate
/// checked, and plays the equilibrium.
///
/// # Errors
/// When the question does not fit the rules, the states do not fit, or the certificate fails.
pub fn equilibrium<S: System>(
    system: &S,
    written: &Pair<Vec<Behaviour>>,
    max_turns: u16,
    question: &Question,
    objective: &Objective,
    limits: Limits,
) -> Result<Equilibrium, GameError> {
    let turns = usize::from(max_turns);
    let behaviours = question.game(system.words(), written);
    let model =
        Model::build(system, Explore::Policies(&behaviours), Limits { turns, ..limits }).map_err(GameError::Unfit)?;
    let (certificate, exact) = at_best(model.graph(), &fixed(&behaviours), objective, turns)?;
    Ok(Equilibrium { value: certificate.value, exact, states: model.graph().len() })
}

/// What a game is worth, with its certificate checked, and what becomes of a chase when both sides play their best.
///
/// # Errors
/// When plays do not fit the graph, or the certificate fails.
pub(super) fn at_best(
    graph: &Graph,
    plays: &Plays<'_>,
    objective: &Objective,
    turns: usize,
) -> Result<(Certificate, Exact), GameError> {
    let solved = solve(graph, plays, objective, turns)?;
    let certificate = certify(graph, plays, objective, turns, &solved)?;
    sure(&certificate, objective.scale(turns))?;
    Ok((certificate, evaluate(graph, &solved.plays(plays), turns)?))
}
