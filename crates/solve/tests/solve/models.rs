//! Building models: limits, order, and rules that break a law.

use crate::common::duel::{Duel, Step, Table};
use crate::common::fths::{Fths, action};
use crate::common::{always, equilibrium};
use chaselab_core::*;
use chaselab_solve::*;

fn fths() -> Fths {
    Fths::new(()).unwrap()
}

#[test]
fn rows_and_order() {
    let model = Model::build(&fths(), Explore::Everything, Limits::default()).unwrap();
    let graph = model.graph();
    for id in 0..graph.len() as u32 {
        assert_eq!(model.id(&model.states()[id as usize]), Some(id));
        match graph.node(id) {
            Node::Over(..) => assert!(id < graph.overs()),
            Node::Chance { same_turn, next_turn } => {
                let total: f64 = same_turn.probability.iter().chain(next_turn.probability).sum();
                assert!((total - 1.0).abs() < 1e-12);
                assert!(same_turn.to.iter().all(|&to| to < id), "what follows in the turn comes first");
                for entries in [same_turn, next_turn] {
                    assert!(entries.to.is_sorted_by(|a, b| a < b), "merged and sorted");
                }
            }
            Node::Choose { after, .. } => assert!(after.len() == 64 && after.iter().all(|&to| to < id)),
        }
    }
    let in_levels: u32 = graph.levels().iter().map(|level| level.choose.end - level.chance.start).sum();
    assert_eq!(in_levels + graph.overs(), graph.len() as u32);
    assert_eq!(graph.choosing().count(), graph.forks());
}

#[test]
fn limits_name_what_varies() {
    let error = Model::build(&fths(), Explore::Everything, Limits { states: 500, ..Limits::default() }).unwrap_err();
    let ModelError::TooLarge { states, fields, .. } = &error else { panic!("{error}") };
    assert!(*states > 500);
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    assert!(names.contains(&"gap") && fields.is_sorted_by(|a, b| a.values >= b.values), "{fields:?}");
    assert!(error.to_string().contains("gap ("), "{error}");
    let small = Model::build(&fths(), Explore::Everything, Limits { bytes: 10_000, ..Limits::default() });
    assert!(matches!(small, Err(ModelError::TooLarge { .. })));
}

#[test]
fn policies_must_fit_the_model() {
    let narrow = always(action(0), action(0));
    let model = Model::build(&fths(), Explore::Policies(&narrow), Limits::default()).unwrap();
    let other = always(action(1), action(0));
    let refused = evaluate(model.graph(), &fixed(&other), 60);
    assert_eq!(refused, Err(PlayError::Unexplored { decision: 0, action: action(1) }));
    assert_eq!(evaluate(model.graph(), &fixed(&Pair::default()), 60), Err(PlayError::Missing { decision: 0 }));
    let whole = Model::build(&fths(), Explore::Policies(&equilibrium()), Limits::default()).unwrap();
    assert_eq!(evaluate(whole.graph(), &fixed(&equilibrium()), 60), Err(PlayError::Free { decision: 0 }));
    let solved = solve(whole.graph(), &fixed(&equilibrium()), &Objective::free(), 3).unwrap();
    let play = || vec![Play::Solved(&solved)];
    let too_long = evaluate(whole.graph(), &Pair::new(play(), play()), 4);
    assert!(matches!(too_long, Err(PlayError::Foreign { turns: 3, .. })));
}

/// A turn that comes back to where it was.
struct Circle(Words, Dice);

impl System for Circle {
    const ID: &'static str = "circle";
    type Setup = ();
    type State = u8;

    fn new((): ()) -> Result<Self, RulesError> {
        Ok(Self(Words { view: vec!["gap".into()], ..Words::default() }, Dice::sides(2)))
    }

    fn start<C: Chance>(&self, _: &mut C) -> u8 {
        0
    }

    fn next(&self, _: &u8) -> Next {
        Next::Resolve
    }

    fn choose(&self, _: &mut u8, _: Pair<Action>) {}

    fn resolve<C: Chance>(&self, state: &mut u8, chance: &mut C) -> Pace {
        *state = (*state + 1) % 3;
        if chance.at_least(&self.1, 2) { Pace::NextTurn } else { Pace::SameTurn }
    }

    fn view(&self, _: &u8) -> View {
        View::default()
    }

    fn words(&self) -> &Words {
        &self.0
    }
}

#[test]
fn turns_that_do_not_end_are_errors() {
    let circle = Circle::new(()).unwrap();
    let refused = Model::build(&circle, Explore::Everything, Limits::default());
    assert!(matches!(refused, Err(ModelError::Cycle { .. })));
}

/// Many places, so that rows and decisions are shared out over threads.
/// Random rows, of which only weights depend on `weight`.
fn wide_table(weight: u64) -> Table {
    let mut word = 2026_u64;
    let mut draw = |sides: u64| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) % sides
    };
    let mut table = Table::new();
    for place in 1..=700 {
        for (prey, catcher) in (0..9).map(|pair| (pair / 3, pair % 3)) {
            let end = if draw(2) == 0 { End::Escaped } else { End::Caught };
            let to = |draw: &mut dyn FnMut(u64) -> u64| (weight + draw(3), Step::To(1 + draw(700) as i16));
            let row = vec![(draw(2), Step::End(end)), to(&mut draw), to(&mut draw)];
            table.insert((place, prey, catcher), row.into_iter().filter(|part| part.0 > 0).collect());
        }
    }
    table
}

fn wide_duel() -> Duel {
    Duel::new((1, wide_table(1))).unwrap()
}

#[test]
fn a_pattern_changes_nothing() {
    let (everything, narrow) = (equilibrium(), always(action(0), action(1)));
    let (other, mut longer) = (wide_table(5), wide_table(1));
    longer.get_mut(&(1, 0, 0)).unwrap().push((2, Step::To(699)));
    let mut sooner = wide_table(1);
    sooner.insert((1, 0, 1), vec![(1, Step::End(End::Caught))]);
    let mut pattern = Pattern::default();
    let mut shared = Vec::new();
    for policies in [&everything, &narrow] {
        let mut before: Option<Graph> = None;
        // Other numbers, another row, another start, rows that end sooner, fewer turns, and the first again.
        for (start, table, turns) in [
            (1, &wide_table(1), 60),
            (1, &other, 60),
            (1, &wide_table(1), 60),
            (1, &longer, 60),
            (2, &other, 60),
            (1, &sooner, 60),
            (1, &wide_table(1), 60),
            (1, &other, 2),
            (1, &other, 60),
        ] {
            let (system, limits) = (Duel::new((start, table.clone())).unwrap(), Limits { turns, ..Limits::default() });
            let explore = Explore::Policies(policies);
            let graph = pattern.graph(&system, explore, limits).unwrap();
            let model = Model::build(&system, explore, limits).unwrap();
            assert_eq!(format!("{graph:?}"), format!("{:?}", model.graph()));
            // The levels are part of the structure: those of two graphs in one place are shared.
            shared.push(before.is_some_and(|before| before.levels().as_ptr() == graph.levels().as_ptr()));
            before = Some(graph);
        }
    }
    assert_eq!(
        shared[..9],
        [false, true, true, false, false, false, false, false, false],
        "all that differs in weights"
    );
    assert_eq!(shared[..2], shared[9..11]);
}

#[test]
fn answers_do_not_depend_on_threads() {
    let answer = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let model = Model::build(&wide_duel(), Explore::Everything, Limits::default()).unwrap();
            let graph = model.graph();
            assert!(graph.forks() > 600 && graph.len() > 5_000);
            let free = equilibrium();
            let plays = fixed(&free);
            let solved = solve(graph, &plays, &Objective::free(), 30).unwrap();
            let certificate = certify(graph, &plays, &Objective::free(), 30, &solved).unwrap();
            assert!(certificate.exploitability().abs() < 1e-11, "{certificate:?}");
            let stages: Vec<Stage> = graph.choosing().filter_map(|id| solved.stage(graph, 1, id)).collect();
            let both = Pair::of(|_| vec![Play::Solved(&solved)]);
            (model.states().to_vec(), stages, certificate, evaluate(graph, &both, 30).unwrap())
        })
    };
    assert_eq!(answer(1), answer(4));
}
