//! The solver on a large game, certified.

use crate::targets::Target;
use chaselab_benches::{nanoseconds, plan};
use chaselab_core::Pair;
use chaselab_solve::{Explore, Limits, Model, Objective, Play, Plays, certify, solve};
use chaselab_systems::fths::Fths;
use chaselab_systems::{Input, Playable, Prepared, SystemId};

/// What both sides together may gain by leaving what was found.
const GAP: f64 = 1e-9;

/// So long a chase has more than a hundred thousand states.
const TURNS: &str = "fths.max_turns=80";

/// Solves `scenarios/which-risk.toml`, every decision free, for all its turns: each is a stage game in every state.
pub fn measure() -> Target {
    let plan = plan("which-risk", &[TURNS]);
    let input = Input::new(&plan.scenario.root, SystemId::Fths).expect("it was read before");
    let Prepared { system, behaviours, max_turns, .. } = Fths::read(&input).expect("it was read before");
    let turns = usize::from(max_turns);
    let limits = Limits { turns, ..Limits::default() };
    let model = Model::build(&system, Explore::Everything, limits).expect("a highway fits");
    let graph = model.graph();
    let plays: Plays<'_> = Pair::of(|side| behaviours[side].iter().map(|_| Play::Free).collect());
    let objective = Objective::free();
    let mut found = None;
    let took = nanoseconds(|| found = Some(solve(graph, &plays, &objective, turns).expect("everything is free")));
    let solved = found.expect("it was solved");
    let certificate = certify(graph, &plays, &objective, turns, &solved).expect("it is of this graph");
    assert!(certificate.exploitability() <= GAP, "the gap is {:e}", certificate.exploitability());
    let what = format!("equilibrium of {} states, {turns} turns, to 1e-9", graph.len());
    Target { what, at_least: "1 s", measured: format!("{:.2} s", took / 1e9) }
}
