//! Rules for the table: worth what exact evaluation says, and never more than the optimum.

use crate::common::duel::{Duel, Step, Table};
use crate::common::equilibrium;
use crate::common::fths::Fths;
use chaselab_core::*;
use chaselab_solve::*;

#[test]
fn rules_are_worth_what_they_say() {
    let system = Fths::new(()).unwrap();
    let model = Model::build(&system, Explore::Everything, Limits::default()).unwrap();
    let (graph, objective, free) = (model.graph(), Objective::free(), equilibrium());
    let plays = fixed(&free);
    let solved = solve(graph, &plays, &objective, 60).unwrap();
    for (side, sign) in [(Side::Prey, 1.0), (Side::Catcher, -1.0)] {
        let search =
            Search { graph, plays: &plays, objective: &objective, solved: &solved, side, decision: Decision(0) };
        let rules = simplest_rules(search).unwrap();
        assert_eq!(rules.len(), 8);
        let by_gap = rule_by_gap(search, Criterion::Guaranteed, 200).unwrap();
        let against = rule_by_gap(search, Criterion::AgainstSolved, 200).unwrap();
        for rule in rules.iter().chain([&by_gap, &against]) {
            let behaviour = rule.rule.behaviour();
            let other = |play| Pair::of(|of| vec![if of == side { Play::Fixed(&behaviour) } else { play }]);
            let exact = evaluate(graph, &other(Play::Solved(&solved)), 60).unwrap();
            assert!((exact.group(Group::Free) - rule.against_solved).abs() < 1e-11);
            let reply = solve(graph, &other(Play::Free), &objective, 60).unwrap();
            assert_eq!(value(graph, &other(Play::Free), &objective, 60).unwrap(), rule.guaranteed);
            // Solving every state goes on a few turns longer, until all of them are alike.
            assert!((reply.value() - rule.guaranteed).abs() < 1e-15, "{} {}", reply.value(), rule.guaranteed);
            assert!(rule.loss > -1e-10 && sign * (rule.against_solved - rule.guaranteed) > -1e-10);
            assert!((rule.loss - sign * (solved.value() - rule.guaranteed)).abs() < 1e-15);
        }
        assert!(rules.is_sorted_by(|a, b| sign * a.guaranteed >= sign * b.guaranteed));
        assert!(sign * (by_gap.guaranteed - rules[0].guaranteed) >= 0.0, "a rule by gap is no worse");
        assert!(sign * (against.against_solved - by_gap.against_solved) > -1e-10);
    }
}

/// At each of two places another action is right: one action for all cannot do, one a gap can.
#[test]
fn the_right_action_of_each_gap_is_found() {
    let on = |good: bool, next| if good { vec![(1, next)] } else { vec![(1, Step::End(End::Caught))] };
    let table = Table::from([
        ((1, 0, 0), on(true, Step::To(2))),
        ((1, 1, 0), on(false, Step::To(2))),
        ((1, 2, 0), vec![(1, Step::To(2)), (1, Step::End(End::Caught))]),
        ((2, 0, 0), on(false, Step::End(End::Escaped))),
        ((2, 1, 0), on(true, Step::End(End::Escaped))),
        ((2, 2, 0), vec![(1, Step::End(End::Escaped)), (1, Step::End(End::Caught))]),
    ]);
    let system = Duel::new((1, table)).unwrap();
    let model = Model::build(&system, Explore::Everything, Limits::default()).unwrap();
    let (graph, objective, free) = (model.graph(), Objective::free(), equilibrium());
    let plays = fixed(&free);
    let solved = solve(graph, &plays, &objective, 9).unwrap();
    let search = Search {
        graph,
        plays: &plays,
        objective: &objective,
        solved: &solved,
        side: Side::Prey,
        decision: Decision(0),
    };
    let one = simplest_rules(search).unwrap();
    assert_eq!((&one[0].rule, one[0].guaranteed, one[0].loss), (&Rule::One(Action(2)), 0.25, 0.75));
    let by_gap = rule_by_gap(search, Criterion::Guaranteed, 20).unwrap();
    assert_eq!(by_gap.rule, Rule::ByGap(vec![(1, Action(0)), (2, Action(1))]));
    assert_eq!((by_gap.guaranteed, by_gap.loss), (1.0, 0.0));
    let nowhere = simplest_rules(Search { decision: Decision(3), ..search });
    assert_eq!(nowhere, Err(PlayError::NeverAsked { decision: 3 }));
}
