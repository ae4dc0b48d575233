//! The chase as a game: what both sides do best, what it is worth, and what everything else would cost.
//!
//! Everything is exact. An equilibrium is given only with its certificate: each side's best reply to the other's mixes,
//! computed independently, gains nothing.

mod choices;
mod dominance;
mod equilibrium;
mod matrix;
mod positions;
mod question;
mod reply;
mod stakes;

pub use choices::{Choices, Depth, Distance, MATTERS, Verdict};
pub use equilibrium::{Equilibrium, equilibrium};
pub use matrix::Matrix;
pub use positions::Position;
pub use question::{Question, objective};
pub use reply::Reply;
pub use stakes::{Fight, Stakes, Worth, worth};

use crate::flags::Flag;
use crate::plan::{Factor, Plan};
use chaselab_core::{Behaviour, Decision, Pair, Problem, Side, System, Words};
use chaselab_solve::{
    Certificate, Exact, Explore, Graph, Limits, Model, ModelError, Occupancy, PlayError, Plays, Rule, Solved,
    certify_each, evaluate, fixed, occupancy, solve, value,
};
use chaselab_systems::{Explained, Switch, SystemId};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// Relative to the scale of the objective, how much a best reply to an equilibrium may gain by rounding.
const CERTAIN: f64 = 1e-9;
/// Where building the model of a game stops.
const LIMITS: Limits = Limits { states: 1_000_000, bytes: 2 << 30, turns: usize::MAX };

/// What can be done about a model that does not fit.
const fn way_out(error: &ModelError) -> &'static str {
    match error {
        ModelError::TooManyBranches { .. } => "roll fewer or smaller dice at once",
        _ => {
            "every field that varies multiplies the states: take a simpler course, leave fewer decisions free (--free), or \
             switch off what makes it vary, such as damage"
        }
    }
}

/// Why a game has no answer.
#[derive(Debug, Error)]
pub enum GameError {
    /// The question does not fit the rules.
    #[error("{0}")]
    Question(Box<Problem>),
    /// The states do not fit.
    #[error("{0}; {way_out}", way_out = way_out(.0))]
    Unfit(ModelError),
    /// Policies do not fit the model.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The certificate fails, so that what was found is no equilibrium.
    #[error(
        "what was found is no equilibrium: best replies to it would still gain {gap:.3e}, more than rounding explains"
    )]
    Uncertain {
        /// What both sides together could gain.
        gap: f64,
    },
}

/// A game that was solved.
struct Game<'a> {
    question: &'a Question,
    stakes: &'a Stakes,
    graph: &'a Graph,
    behaviours: &'a Pair<Vec<Behaviour>>,
    plays: &'a Plays<'a>,
    solved: &'a Solved,
    /// How often each state is met in each turn, both sides playing the equilibrium.
    met: &'a Occupancy,
    max_turns: usize,
}

impl Game<'_> {
    /// The decisions in which a side is free and has a choice anywhere.
    fn free(&self, side: Side) -> Vec<Decision> {
        let decisions = (0..self.behaviours[side].len() as u8).map(Decision);
        let free = |decision: &Decision| {
            self.behaviours[side][usize::from(decision.0)].is_solved()
                && choices::asked(self.graph, side, *decision).len() > 1
        };
        decisions.filter(free).collect()
    }
}

/// What a game comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The value of the chase to the prey, and what each side is sure of.
    pub certificate: Certificate,
    /// How many states the game has.
    pub states: usize,
    /// The most turns.
    pub max_turns: usize,
    /// How far apart two chases can be.
    pub scale: f64,
    /// What the chase is worth as the scenario has it; nothing where that leaves a decision to the solver.
    pub written: Option<f64>,
    /// Each side's best reply to what the scenario has the other side do.
    pub replies: Pair<Option<Reply>>,
    /// The first decision that is free and that both sides have, as a matrix.
    pub matrix: Option<Matrix>,
    /// Each side's free decisions.
    pub choices: Pair<Vec<Choices>>,
    /// For each side, its rules for all decisions together, one action a distance: what it is sure to lose at most.
    pub playable: Pair<Option<f64>>,
    /// The states in which somebody decides.
    pub positions: Vec<Position>,
    /// Which fields of the view vary among them.
    pub fields: Vec<usize>,
    /// The fights that can follow.
    pub fights: Vec<Fight>,
    /// What becomes of a chase when both sides play this equilibrium, and what of the fights that can follow.
    pub played: Exact,
}

impl Answer {
    /// A side's choices in the decision of the matrix, or its first ones.
    pub fn main_choices(&self, side: Side) -> Option<&Choices> {
        let main = self.matrix.as_ref().map(|matrix| matrix.decision);
        self.choices[side].iter().find(|choices| Some(choices.decision) == main).or(self.choices[side].first())
    }
}

/// The answer for a system in a setting, in which the scenario has both sides behave so, and in which `stakes` says what
/// ends are worth.
///
/// # Errors
/// When the question does not fit the rules, the states do not fit, or the certificate fails.
pub fn answer<S: System>(
    system: &S,
    written: &Pair<Vec<Behaviour>>,
    max_turns: u16,
    question: &Question,
    stakes: &Stakes,
    depth: Depth,
) -> Result<Answer, GameError> {
    let turns = usize::from(max_turns);
    let behaviours = question.game(system.words(), written);
    let limits = Limits { turns, ..LIMITS };
    let model = Model::build(system, Explore::Policies(&behaviours), limits).map_err(GameError::Unfit)?;
    let (graph, plays) = (model.graph(), fixed(&behaviours));
    let solved = solve(graph, &plays, &stakes.solved, turns)?;
    let shown = positions::shown_turns(graph, turns);
    let mut certificates = vec![Certificate::default(); graph.len()];
    let certificate = certify_each(graph, &plays, &stakes.solved, turns, &solved, |turn, all| {
        let mine = shown.iter().zip(all).zip(&mut certificates).filter(|((shown, _), _)| **shown == turn);
        mine.for_each(|((_, now), kept)| *kept = *now);
    })?;
    let scale = question.objective.scale(turns);
    sure(&certificate, scale)?;
    let as_solved = solved.plays(&plays);
    let met = occupancy(graph, &as_solved, turns)?;
    let game = Game {
        question,
        stakes,
        graph,
        behaviours: &behaviours,
        plays: &plays,
        solved: &solved,
        met: &met,
        max_turns: turns,
    };
    // A chase that is over before anybody decides has a value all the same.
    if graph.forks() > 0 && matrix::free_forks(&game) == 0 {
        return Err(GameError::Question(nothing_free(system.words())));
    }
    let choices = both(|side| {
        let free = game.free(side).into_iter();
        free.map(|decision| choices::choices(&game, side, decision, depth)).collect::<Result<Vec<_>, PlayError>>()
    })?;
    let whole = depth == Depth::Whole;
    let matrix = match matrix::primary(&game) {
        Some(decision) if whole => Some(matrix::matrix(&game, decision, written)?),
        _ => None,
    };
    let as_written = reply::as_written(&game, written)?;
    let replies = both(|side| match as_written {
        Some(worth) if whole && !choices[side].is_empty() => reply::reply(&game, side, written, worth).map(Some),
        _ => Ok(None),
    })?;
    let playable = both(|side| playable(&game, &choices[side]))?;
    let positions = positions::positions(&game, &shown, &certificates);
    let fields = (0..system.words().view.len())
        .filter(|&field| positions.windows(2).any(|pair| pair[0].view[field] != pair[1].view[field]))
        .collect();
    Ok(Answer {
        certificate,
        states: graph.len(),
        max_turns: turns,
        scale,
        written: as_written,
        replies,
        matrix,
        choices,
        playable,
        positions,
        fields,
        fights: Vec::new(),
        played: evaluate(graph, &as_solved, turns)?,
    })
}

/// Both sides at once: much of the work on one of them is for one thread.
fn both<T: Send, E: Send>(of: impl Fn(Side) -> Result<T, E> + Sync) -> Result<Pair<T>, E> {
    let (prey, catcher) = rayon::join(|| of(Side::Prey), || of(Side::Catcher));
    Ok(Pair::new(prey?, catcher?))
}

/// Checks that a certificate is one, in an objective of this scale.
pub(crate) fn sure(certificate: &Certificate, scale: f64) -> Result<(), GameError> {
    if certificate.exploitability() > CERTAIN * scale.max(f64::MIN_POSITIVE) {
        return Err(GameError::Uncertain { gap: certificate.exploitability() });
    }
    Ok(())
}

/// What a side is sure to lose at most by keeping to its rules by distance in all decisions at once.
fn playable(game: &Game<'_>, choices: &[Choices]) -> Result<Option<f64>, GameError> {
    let rules: Option<Vec<(Decision, &Rule)>> =
        choices.iter().map(|choices| Some((choices.decision, &choices.by_gap.as_ref()?.rule))).collect();
    let (Some(rules), Some(first)) = (rules, choices.first()) else { return Ok(None) };
    let mut behaviours = game.behaviours.clone();
    for (decision, rule) in rules {
        behaviours[first.side][usize::from(decision.0)] = rule.behaviour();
    }
    let guaranteed = value(game.graph, &fixed(&behaviours), &game.stakes.solved, game.max_turns)?;
    let sign = if first.side == Side::Prey { 1.0 } else { -1.0 };
    Ok(Some(sign * (game.solved.value() - guaranteed)))
}

fn nothing_free(words: &Words) -> Box<Problem> {
    let names: Vec<&str> = words.decisions.iter().map(|decision| decision.name.as_str()).collect();
    Problem::new(&chaselab_core::Place::Default, "nobody has anything to decide: no free decision ever has two options")
        .help(format!("free another decision ({}), or change the setting", names.join(", ")))
}

/// The answers of a scenario's cells.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The scenario's title.
    pub title: String,
    /// The scenario's file name without its ending.
    pub name: String,
    /// A hash of everything that the numbers depend on, the question included.
    pub digest: String,
    /// The seed; nothing here depends on it.
    pub seed: u64,
    /// What was asked.
    pub question: Question,
    /// The scenario as solved: one `path = value` a line, after overlays and options.
    pub scenario: Vec<String>,
    /// In the order of the plan.
    pub cells: Vec<CellAnswer>,
    /// Cells without an answer, since their states do not fit or were not tried.
    pub unfit: Vec<UnfitCell>,
    /// What is worth a look, where that was asked for.
    pub flags: Vec<Flag>,
}

/// A cell without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfitCell {
    /// Its number among the cells of its system, from 0.
    pub cell: usize,
    /// Its system.
    pub system: SystemId,
    /// Why it has none.
    pub why: String,
}

/// One cell's answer.
#[derive(Clone, Debug)]
pub struct CellAnswer {
    /// Its number among the cells of its system, from 0.
    pub cell: usize,
    /// Its system.
    pub system: SystemId,
    /// The fight that follows a caught prey, where one does.
    pub then: Option<SystemId>,
    /// Its factors.
    pub factors: Vec<Factor>,
    /// The names of its decisions, actions and fields.
    pub words: Words,
    /// How every switch was set.
    pub switches: Vec<Switch>,
    /// Each side's numbers and where they came from.
    pub explained: Vec<Explained>,
    /// What was found.
    pub answer: Answer,
}

/// Why a plan's games have no answer.
#[derive(Debug, Error)]
#[error("cell {cell} of {system} cannot be solved")]
pub struct Unsolved {
    /// The cell's number.
    pub cell: usize,
    /// Its system.
    pub system: &'static str,
    /// Why.
    pub source: GameError,
}

/// A hash of everything that the answers of a plan depend on.
pub fn digest(plan: &Plan, question: &Question, only: Option<usize>) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("solve {} {} {:?} {only:?}", plan.digest, question.text, question.freed()));
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Answers every cell of a plan whose states fit, or the one with this number in each system, until `stopped`. A system
/// whose first cell does not fit is not tried further: its other cells have much the same states.
///
/// # Errors
/// The first cell that has no answer; one whose states do not fit only where all were asked and none has one.
pub fn answers(
    plan: &Plan,
    question: &Question,
    only: Option<usize>,
    depth: Depth,
    stopped: &dyn Fn() -> bool,
) -> Result<Answers, Unsolved> {
    let mut cells: Vec<CellAnswer> = Vec::new();
    let mut unfit: Vec<UnfitCell> = Vec::new();
    let mut first_unfit = None;
    for cell in plan.cells.iter().filter(|cell| only.is_none_or(|only| cell.index == only)) {
        if stopped() {
            break;
        }
        let is_answered = cells.iter().any(|answered| answered.system == cell.system);
        if let (false, Some(first)) = (is_answered, unfit.iter().find(|unfit| unfit.system == cell.system)) {
            let why = format!("not tried, since cell {} has no answer", first.cell);
            unfit.push(UnfitCell { cell: cell.index, system: cell.system, why });
            continue;
        }
        let answer = match cell.player.answer(question, depth) {
            Ok(answer) => answer,
            Err(source) => {
                let unsolved = Unsolved { cell: cell.index, system: cell.system.name(), source };
                if !matches!(unsolved.source, GameError::Unfit(_)) {
                    return Err(unsolved);
                }
                unfit.push(UnfitCell { cell: cell.index, system: cell.system, why: unsolved.source.to_string() });
                first_unfit.get_or_insert(unsolved);
                continue;
            }
        };
        cells.push(CellAnswer {
            cell: cell.index,
            system: cell.system,
            then: cell.player.then(),
            factors: cell.factors.clone(),
            words: cell.player.words().clone(),
            switches: cell.player.switches().to_vec(),
            explained: cell.player.explained().to_vec(),
            answer,
        });
    }
    if let (true, Some(unsolved)) = (cells.is_empty() && !stopped(), first_unfit) {
        return Err(unsolved);
    }
    Ok(Answers {
        title: plan.scenario.title.clone(),
        name: plan.scenario.name.clone(),
        digest: digest(plan, question, only),
        seed: plan.scenario.seed,
        question: question.clone(),
        scenario: plan.scenario.lines(),
        cells,
        unfit,
        flags: Vec::new(),
    })
}
