//! The best reply of one side to what the scenario has the other side do.

use super::choices::{Distance, asked, distances_of};
use super::{Game, GameError};
use chaselab_core::{Action, Behaviour, Decision, Pair, Side};
use chaselab_solve::{Play, Plays, occupancy, solve, value};

/// A side's best reply to the scenario's own policy of the other side.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Who replies.
    pub side: Side,
    /// What the chase is worth to the prey then.
    pub value: f64,
    /// What the side gains by it over its own policy in the scenario; never negative, but for rounding.
    pub gain: f64,
    /// What it does at each distance, by free decision.
    pub plays: Vec<(Decision, Vec<Action>, Vec<Distance>)>,
}

/// What the chase is worth as the scenario has it; nothing where the scenario leaves a decision to the solver.
pub(super) fn as_written(game: &Game<'_>, written: &Pair<Vec<Behaviour>>) -> Result<Option<f64>, GameError> {
    if Side::BOTH.iter().any(|&side| written[side].iter().any(Behaviour::is_solved)) {
        return Ok(None);
    }
    let plays = chaselab_solve::fixed(written);
    value(game.graph, &plays, &game.stakes.written, game.max_turns).map(Some).map_err(GameError::from)
}

/// The reply of a side, given what the chase is worth as the scenario has it.
pub(super) fn reply(
    game: &Game<'_>,
    side: Side,
    written: &Pair<Vec<Behaviour>>,
    worth: f64,
) -> Result<Reply, GameError> {
    let plays: Plays<'_> =
        Pair::of(
            |who| {
                if who == side { game.plays[who].clone() } else { written[who].iter().map(Play::Fixed).collect() }
            },
        );
    let solved = solve(game.graph, &plays, &game.stakes.replies[side], game.max_turns)?;
    let met = occupancy(game.graph, &solved.plays(&plays), game.max_turns)?;
    let sign = if side == Side::Prey { 1.0 } else { -1.0 };
    let free = game.free(side).into_iter().map(|decision| {
        let actions: Vec<Action> = asked(game.graph, side, decision).iter().collect();
        let distances = distances_of(game.graph, &solved, &met, side, decision, &actions);
        (decision, actions, distances)
    });
    Ok(Reply { side, value: solved.value(), gain: sign * (solved.value() - worth), plays: free.collect() })
}
