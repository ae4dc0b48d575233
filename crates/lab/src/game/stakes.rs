//! What ends are worth in a game: what was asked, and where a fight follows a caught prey, what the fight is worth.

use super::equilibrium::at_best;
use super::{GameError, LIMITS, Question};
use chaselab_core::{Behaviour, Detail, End, Pair, Side, System};
use chaselab_solve::{Exact, Explore, Limits, Model, Objective, Plays, fixed, value};

/// The objectives of a game that goes on as another one after some of its ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Stakes {
    /// Both sides play the other game at their best.
    pub solved: Objective,
    /// Both play it as the scenario has them play.
    pub written: Objective,
    /// One plays its best there, the other as the scenario has it.
    pub replies: Pair<Objective>,
}

/// What a game is worth to the prey in which one of these follows another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Both sides play their best.
    pub solved: f64,
    /// Both play as the scenario has them play.
    pub written: f64,
    /// One plays its best against what the scenario has the other do.
    pub replies: Pair<f64>,
}

/// A fight that can follow a chase.
#[derive(Clone, Debug, PartialEq)]
pub struct Fight {
    /// The details of `caught` that lead to it; empty where caught says it all.
    pub after: Vec<String>,
    /// Who is stunned when it begins.
    pub stunned: Pair<bool>,
    /// What it is worth.
    pub worth: Worth,
}

impl Stakes {
    /// Nothing follows: ends are worth what the question says.
    pub fn of(question: &Question) -> Self {
        let objective = || question.objective.clone();
        Self { solved: objective(), written: objective(), replies: Pair::of(|_| objective()) }
    }

    /// These, and what follows a prey that is caught by `detail`.
    #[must_use]
    pub fn with(self, detail: Detail, worth: Worth) -> Self {
        let Self { solved, written, replies } = self;
        let set = |objective: Objective, payoff| objective.with_payoff(End::Caught, detail, payoff);
        Self {
            solved: set(solved, worth.solved),
            written: set(written, worth.written),
            replies: Pair {
                prey: set(replies.prey, worth.replies.prey),
                catcher: set(replies.catcher, worth.replies.catcher),
            },
        }
    }
}

/// What a system is worth that follows a chase, and what becomes of it when both sides play their best. Its own turns do
/// not lengthen the chase, and weigh nothing.
///
/// # Errors
/// When the states do not fit, or what was found is no equilibrium.
pub fn worth<S: System>(
    system: &S,
    written: &Pair<Vec<Behaviour>>,
    max_turns: u16,
    question: &Question,
) -> Result<(Worth, Exact), GameError> {
    let turns = usize::from(max_turns);
    let objective = question.objective.clone().without_length();
    let game = question.game(system.words(), written);
    let model = Model::build(system, Explore::Policies(&game), Limits { turns, ..LIMITS }).map_err(GameError::Unfit)?;
    let graph = model.graph();
    let plays = fixed(&game);
    let (solved, played) = at_best(graph, &plays, &objective, turns)?;
    let worth = |plays: &Plays<'_>| Ok::<_, GameError>(value(graph, plays, &objective, turns)?);
    let reply = |side: Side| {
        let plays = Pair::of(|who| fixed(if who == side { &game } else { written })[who].clone());
        worth(&plays)
    };
    let worth = Worth { solved: solved.value, written: worth(&fixed(written))?, replies: Pair::try_of(reply)? };
    Ok((worth, played))
}
