//! Games with known values, and what a solution must never allow.

use crate::common::duel::{Duel, Place, Step, Table};
use crate::common::fths::Fths;
use crate::common::{equilibrium, twin};
use chaselab_core::*;
use chaselab_solve::*;
use proptest::prelude::*;

fn duel(start: i16, table: Table) -> Model<Duel> {
    Model::build(&Duel::new((start, table)).unwrap(), Explore::Everything, Limits::default()).unwrap()
}

fn share(mix: &[Mixed], action: u8) -> f64 {
    mix.iter().find(|part| part.action == Action(action)).map_or(0.0, |part| part.probability)
}

/// Solves, and checks the certificate and that the solution is worth in play what it says.
fn solved(graph: &Graph, objective: &Objective, max_turns: usize) -> Solved {
    let free = equilibrium();
    let plays = fixed(&free);
    let solved = solve(graph, &plays, objective, max_turns).unwrap();
    let certificate = certify(graph, &plays, objective, max_turns, &solved).unwrap();
    assert!(certificate.exploitability().abs() < 1e-10, "{certificate:?}");
    assert!(certificate.low - 1e-12 <= solved.value() && solved.value() <= certificate.high + 1e-12);
    assert!((certificate.value - solved.value()).abs() < 1e-11);
    let alone = value(graph, &plays, objective, max_turns).unwrap();
    assert!((alone - solved.value()).abs() < 1e-12, "{alone} {}", solved.value());
    let both = Pair::of(|_| vec![Play::Solved(&solved)]);
    let exact = evaluate(graph, &both, max_turns).unwrap();
    let played: f64 = End::ALL.into_iter().map(|end| objective.end(end) * exact.end(end)).sum::<f64>()
        + objective.length() * exact.mean_turns();
    assert!((played - solved.value()).abs() < 1e-11, "{played} {}", solved.value());
    let again = value(graph, &both, objective, max_turns).unwrap();
    assert!((again - solved.value()).abs() < 1e-11, "{again} {}", solved.value());
    solved
}

#[test]
fn matching_pennies_with_absorption() {
    // Both heads: half of all times free. Both tails: a quarter. Else a third of all times caught.
    let row = |way_out: u64, end| vec![(way_out, Step::End(end)), (12 - way_out, Step::To(1))];
    let table = Table::from([
        ((1, 0, 0), row(6, End::Escaped)),
        ((1, 1, 1), row(3, End::Escaped)),
        ((1, 0, 1), row(4, End::Caught)),
        ((1, 1, 0), row(4, End::Caught)),
    ]);
    let model = duel(1, table);
    // v = val [[1/2 + v/2, 2v/3], [2v/3, 1/4 + 3v/4]] leads to v^2 - 18v + 9 = 0.
    let limit = 9.0 - 72.0_f64.sqrt();
    let long = solved(model.graph(), &Objective::free(), 400);
    assert!((long.value() - limit).abs() < 1e-9);
    // For some turns the recursion itself, by the formula for two by two.
    let mut value = 0.0;
    for turns in 1..=12 {
        let (a, d, b) = (0.5 + value / 2.0, 0.25 + 0.75 * value, 2.0 * value / 3.0);
        value = (a * d - b * b) / (a + d - 2.0 * b);
        let short = solved(model.graph(), &Objective::free(), turns);
        assert!((short.value() - value).abs() < 1e-12);
        let heads = (d - b) / (a + d - 2.0 * b);
        for side in Side::BOTH {
            let mix = short.play(&model, 1, &Place::Ask(1), side).unwrap();
            assert!((share(mix, 0) - heads).abs() < 1e-12);
        }
    }
    let start = model.id(&Place::Ask(1)).unwrap();
    assert!((long.value_at(1, start) - long.value_at(200, start)).abs() < 1e-12);
    assert!(long.holds_until_turn(model.graph(), 1, start, 1e-6) > 300);
    assert!(long.holds_until_turn(model.graph(), 1, start, 1e-6) < 400);
}

/// Places 1 and 2; 3 is free and 0 caught. Both push (0): closer. Both ease (1): nothing. The prey alone pushes:
/// farther. The catcher alone pushes: half of all times farther, else nothing.
fn three_states() -> Table {
    let at = |place: i16| match place {
        0 => Step::End(End::Caught),
        3 => Step::End(End::Escaped),
        place => Step::To(place),
    };
    let mut table = Table::new();
    for place in [1, 2] {
        table.insert((place, 0, 0), vec![(1, at(place - 1))]);
        table.insert((place, 0, 1), vec![(1, at(place + 1))]);
        table.insert((place, 1, 0), vec![(1, at(place + 1)), (1, at(place))]);
        table.insert((place, 1, 1), vec![(1, at(place))]);
    }
    table
}

#[test]
fn a_chase_solved_by_hand() {
    let model = duel(2, three_states());
    let two = solved(model.graph(), &Objective::free(), 2);
    // Last turn: at 2 [[0, 1], [1/2, 0]] is worth 1/3 and at 1 nothing is. First turn: at 2 [[0, 1], [2/3, 1/3]] is
    // worth 1/2, at 1 [[0, 1/3], [1/6, 0]] 1/9.
    let id = |place| model.id(&Place::Ask(place)).unwrap();
    for (turn, place, value, prey, catcher) in
        [(2, 2, 1.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0), (1, 2, 0.5, 0.25, 0.5), (1, 1, 1.0 / 9.0, 1.0 / 3.0, 2.0 / 3.0)]
    {
        assert!((two.value_at(turn, id(place)) - value).abs() < 1e-12);
        let push = |side| share(two.distribution(model.graph(), turn, id(place), side), 0);
        assert!((push(Side::Prey) - prey).abs() < 1e-12 && (push(Side::Catcher) - catcher).abs() < 1e-12);
    }
    assert_eq!(two.value_at(2, id(1)), 0.0);
    assert!((two.value() - 0.5).abs() < 1e-12);
    let stage = two.stage(model.graph(), 1, id(2)).unwrap();
    let expected = [0.0, 1.0, 2.0 / 3.0, 1.0 / 3.0];
    assert!(stage.payoff.iter().zip(expected).all(|(payoff, expected)| (payoff - expected).abs() < 1e-12));
    for side in Side::BOTH {
        assert!(stage.regret(side).iter().all(|&regret| regret.abs() < 1e-12), "both actions are mixed");
        assert!(stage.dominated(side).iter().all(Option::is_none));
    }
}

#[test]
fn best_replies_by_hand() {
    let model = duel(2, three_states());
    let push = Behaviour::always(Action(0));
    // Against a prey that always pushes, the catcher pushes twice: never free.
    let plays = Pair::new(vec![Play::Fixed(&push)], vec![Play::Free]);
    let reply = solve(model.graph(), &plays, &Objective::free(), 2).unwrap();
    assert_eq!(reply.value(), 0.0);
    assert_eq!(reply.play(&model, 1, &Place::Ask(2), Side::Catcher).unwrap()[0].action, Action(0));
    // Against a catcher that always pushes, the prey eases: half in each of two turns.
    let plays = Pair::new(vec![Play::Free], vec![Play::Fixed(&push)]);
    let reply = solve(model.graph(), &plays, &Objective::free(), 2).unwrap();
    assert_eq!(reply.value(), 0.75);
    let certificate = certify(model.graph(), &plays, &Objective::free(), 2, &reply).unwrap();
    assert_eq!((certificate.low, certificate.high, certificate.value), (0.75, 0.75, 0.75));
}

#[test]
fn lengths_have_a_price() {
    let model = duel(2, three_states());
    let objective = Objective::default().with_length(1.0);
    let long = solved(model.graph(), &objective, 3);
    let worth = |_: End, turn: usize| turn as f64;
    let expected = twin::value(&Duel::new((2, three_states())).unwrap(), &Place::Ask(2), 1, 3, &worth);
    assert!((long.value() - expected).abs() < 1e-12);
}

/// Piglet (Neller and Presser 2004): heads adds 1 to the turn's total, tails loses it and the turn; hold to keep it.
struct Piglet {
    coin: Dice,
    goal: u8,
    words: Words,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Score {
    mover: Side,
    kept: Pair<u8>,
    total: u8,
    act: Act,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Act {
    Ask,
    Flip,
    Hold,
}

impl System for Piglet {
    const ID: &'static str = "piglet";
    type Setup = u8;
    type State = Score;

    fn new(goal: u8) -> Result<Self, RulesError> {
        let decisions = vec![DecisionWords { name: "act".into(), actions: vec!["flip".into(), "hold".into()] }];
        let words = Words { ends: End::ALL.to_vec(), decisions, view: vec!["gap".into()], ..Words::default() };
        Ok(Self { coin: Dice::sides(2), goal, words })
    }

    fn start<C: Chance>(&self, _: &mut C) -> Score {
        Score { mover: Side::Prey, kept: Pair::new(0, 0), total: 0, act: Act::Ask }
    }

    fn next(&self, score: &Score) -> Next {
        if score.kept[score.mover] + score.total >= self.goal {
            let end = if score.mover == Side::Prey { End::Escaped } else { End::Caught };
            return Next::Over(end, Detail::NONE);
        }
        if score.act != Act::Ask {
            return Next::Resolve;
        }
        let choice = Choice { decision: Decision(0), options: Options::first(2) };
        Next::Choose(Pair::of(|side| if side == score.mover { choice } else { Choice::WAIT }))
    }

    fn choose(&self, score: &mut Score, picks: Pair<Action>) {
        score.act = if picks[score.mover] == Action(0) { Act::Flip } else { Act::Hold };
    }

    fn resolve<C: Chance>(&self, score: &mut Score, chance: &mut C) -> Pace {
        let holds = score.act == Act::Hold;
        score.act = Act::Ask;
        if !holds && chance.at_least(&self.coin, 2) {
            score.total += 1;
            return Pace::SameTurn;
        }
        score.kept[score.mover] += if holds { score.total } else { 0 };
        score.total = 0;
        score.mover = score.mover.other();
        Pace::NextTurn
    }

    fn view(&self, score: &Score) -> View {
        View::of_gap(i16::from(score.kept.prey) - i16::from(score.kept.catcher))
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

#[test]
fn piglet_to_two() {
    let piglet = Piglet::new(2).unwrap();
    let model = Model::build(&piglet, Explore::Everything, Limits::default()).unwrap();
    let solved = solved(model.graph(), &Objective::free(), 300);
    // With p the mover's chance: at 1:1, p = 1 - p/2. At 1:0 a = 1 - b/2, at 0:1 b = 1 - 3a/4. At 0:0 c = 1 - 3c/4.
    let at = |prey, catcher| {
        let score = Score { mover: Side::Prey, kept: Pair::new(prey, catcher), total: 0, act: Act::Ask };
        solved.value_at(1, model.id(&score).unwrap())
    };
    for (kept, value) in [((1, 1), 2.0 / 3.0), ((1, 0), 4.0 / 5.0), ((0, 1), 2.0 / 5.0), ((0, 0), 4.0 / 7.0)] {
        assert!((at(kept.0, kept.1) - value).abs() < 1e-9, "{kept:?}");
    }
    // With a total of 1 at 0:0, to flip again is worth 5/7 and to hold 3/5.
    let score = Score { mover: Side::Prey, kept: Pair::new(0, 0), total: 1, act: Act::Ask };
    let id = model.id(&score).unwrap();
    let stage = solved.stage(model.graph(), 1, id).unwrap();
    assert!((stage.regret(Side::Prey)[1] - (5.0 / 7.0 - 3.0 / 5.0)).abs() < 1e-9);
    assert_eq!(stage.dominated(Side::Prey), [None, Some(Dominance::Strict(0))]);
    assert!(solved.distribution(model.graph(), 1, id, Side::Catcher).is_empty(), "who waits does nothing");
}

/// Random duels of a few places, up to three actions a side; some pairs of actions are twins.
fn duels() -> impl Strategy<Value = Table> {
    let step = prop_oneof![
        (1..=3_i16).prop_map(Step::To),
        Just(Step::End(End::Escaped)),
        Just(Step::End(End::Caught)),
        Just(Step::End(End::PreyCrashed)),
    ];
    let row = prop::collection::vec((1..=4_u64, step), 1..=2);
    let shapes = prop::collection::vec((1..=3_u8, 1..=3_u8), 3);
    (shapes, prop::collection::vec(row, 27)).prop_map(|(shapes, rows)| {
        let mut rows = rows.into_iter();
        let mut table = Table::new();
        for (place, (prey, catcher)) in (1..).zip(shapes) {
            for prey in 0..prey {
                for catcher in 0..catcher {
                    table.insert((place, prey, catcher), rows.next().expect("27 rows are enough"));
                }
            }
        }
        table
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn brute_force_agrees(table in duels(), turns in 1..=2_usize) {
        let objective: Objective = "escaped - 0.5 * caught + 0.25 timeout - 0.125 turns".parse().unwrap();
        let worth = |end: End, turn: usize| objective.end(end) + objective.length() * turn as f64;
        let expected = twin::value(&Duel::new((2, table.clone())).unwrap(), &Place::Ask(2), 1, turns, &worth);
        let model = duel(2, table);
        prop_assert!((solved(model.graph(), &objective, turns).value() - expected).abs() < 1e-9);
    }

    #[test]
    fn long_duels_are_certified(table in duels()) {
        let model = duel(1, table);
        solved(model.graph(), &Objective::free(), 40);
    }
}

#[test]
fn no_fixed_risk_beats_the_solution() {
    let system = Fths::new(()).unwrap();
    let model = Model::build(&system, Explore::Everything, Limits::default()).unwrap();
    let graph = model.graph();
    for objective in ["free", "escaped - 0.5*prey_crashed"] {
        let objective: Objective = objective.parse().unwrap();
        let solved = solved(graph, &objective, 60);
        let worth = |exact: &Exact| End::ALL.into_iter().map(|end| objective.end(end) * exact.end(end)).sum::<f64>();
        for risk in 0..8 {
            let keep = Behaviour::always(Action(risk));
            let prey = Pair::new(vec![Play::Fixed(&keep)], vec![Play::Solved(&solved)]);
            assert!(worth(&evaluate(graph, &prey, 60).unwrap()) <= solved.value() + 1e-10, "prey {risk}");
            let catcher = Pair::new(vec![Play::Solved(&solved)], vec![Play::Fixed(&keep)]);
            assert!(worth(&evaluate(graph, &catcher, 60).unwrap()) >= solved.value() - 1e-10, "catcher {risk}");
            // The value alone is that of the distribution, and of a best reply, whoever is fixed, mixed or solved.
            let part = |action, probability| Mixed { action: Action(action), probability };
            let mixed = Behaviour::Mix(vec![part(risk / 2, 0.25), part(7, 0.75)]);
            let both = Pair::new(vec![Play::Fixed(&keep)], vec![Play::Fixed(&mixed)]);
            for plays in [&both, &prey, &catcher] {
                for turns in [1, 2, 5, 60] {
                    let alone = value(graph, plays, &objective, turns).unwrap();
                    let played = worth(&evaluate(graph, plays, turns).unwrap());
                    assert!((alone - played).abs() < 1e-12, "{risk} {turns}: {alone} {played}");
                }
            }
            let reply = Pair::new(vec![Play::Fixed(&mixed)], vec![Play::Free]);
            let alone = value(graph, &reply, &objective, 60).unwrap();
            assert!((alone - solve(graph, &reply, &objective, 60).unwrap().value()).abs() < 1e-12);
        }
    }
}

#[test]
fn a_policy_that_is_not_optimal_is_found_out() {
    let model = duel(2, three_states());
    let push = Behaviour::always(Action(0));
    let both = Pair::of(|_| vec![Play::Fixed(&push)]);
    let naive = solve(model.graph(), &both, &Objective::free(), 2).unwrap();
    let free = equilibrium();
    let certificate = certify(model.graph(), &fixed(&free), &Objective::free(), 2, &naive).unwrap();
    assert_eq!((certificate.low, certificate.value, certificate.high), (0.0, 0.0, 0.75));
    assert_eq!(certificate.exploitability(), 0.75);
}
