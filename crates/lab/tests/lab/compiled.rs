//! Compiled rules play the very chases that the rules play.

use crate::agreement::{SETTINGS, scenario};
use crate::fudge_family::{CHASES, FIGHTS, TRACKS};
use crate::{agreement_fistful, agreement_reflex, plan};
use chaselab_lab::player::Luck;
use chaselab_lab::verify::binomial_tail;
use chaselab_solve::Limits;

#[test]
fn chase_by_chase_the_same() {
    let mut compared = 0;
    // A fight can end by a decision at the beginning of a turn.
    let ended_by_decisions = [
        ("fudge", "[fudge]\nprey.yield_at = \"hurt\"\nmax_turns = 1"),
        ("fudge", "[fudge]\nprey.yield_at = \"hurt\"\nmax_turns = 2"),
        ("fudge", "[fudge]\nprey.yield_at = \"hurt\""),
        ("fudge", "[fudge]\nprey.flee = \"always\"\ncatcher.flee = \"always\""),
    ];
    let pursuits = agreement_reflex::SETTINGS.into_iter().chain(agreement_fistful::SETTINGS);
    for (system, settings) in
        SETTINGS.into_iter().chain(CHASES).chain(FIGHTS).chain(TRACKS).chain(pursuits).chain(ended_by_decisions)
    {
        let plan = plan(&scenario(system, settings), &[]).unwrap_or_else(|unusable| panic!("{unusable}"));
        let player = &plan.cells[0].player;
        let Some(compiled) = player.compile(1_000_000) else { continue };
        compared += 1;
        for chase in 0..3_000 {
            let luck = Luck { seed: 7, cell: plan.cells[0].key };
            let by_rules = player.play(luck, chase..chase + 1, None);
            let by_walk = player.play(luck, chase..chase + 1, Some(&compiled));
            assert!(by_rules == by_walk, "{settings}: chase {chase}");
        }
    }
    assert!(compared >= 19, "only {compared} settings fit");
}

#[test]
fn a_start_that_is_over_is_over() {
    let plan = plan("systems = [\"thw\"]\n[thw]\nstart = 12\ngetaway = 10\n", &[]).unwrap();
    let player = &plan.cells[0].player;
    let compiled = player.compile(1_000).unwrap();
    let luck = Luck { seed: 1, cell: 1 };
    let counts = player.play(luck, 0..10, Some(&compiled));
    assert!(counts == player.play(luck, 0..10, None));
    assert_eq!(counts.lengths(chaselab_core::End::Escaped)[0], 10);
}

#[test]
fn who_yields_at_the_beginning_of_a_round_has_begun_it() {
    let fight = "systems = [\"fudge\"]\n[fudge]\nprey = { yield_at = \"scratch\", flee = \"hurt\" }\ncatcher = { damage_factor = 2, fighters = 2 }\n";
    let plan = plan(fight, &[]).unwrap();
    let player = &plan.cells[0].player;
    let compiled = player.compile(1_000_000).unwrap();
    let luck = Luck { seed: 1, cell: 1 };
    let counts = player.play(luck, 0..3_000, Some(&compiled));
    assert!(counts == player.play(luck, 0..3_000, None));
    assert!(counts.end(chaselab_core::End::Caught) > 1_000);
}

#[test]
fn a_chase_that_a_decision_ends_lasts_into_its_turn() {
    // Whoever is hit in the first round yields at the beginning of the next round.
    let text =
        "systems = [\"fudge\"]\n[fudge]\nprey.yield_at = \"scratch\"\ncatcher.yield_at = \"scratch\"\nmax_turns = 2\n";
    let plan = plan(text, &[]).unwrap();
    let player = &plan.cells[0].player;
    let compiled = player.compile(1_000_000).unwrap();
    let luck = Luck { seed: 3, cell: 5 };
    let counts = player.play(luck, 0..2_000, Some(&compiled));
    assert!(counts == player.play(luck, 0..2_000, None));
    // Nobody yields in the first round; in the second, whoever lost the first does.
    let yielded = counts.lengths(chaselab_core::End::Caught);
    assert_eq!((yielded[0], yielded[1]), (0, 0));
    let exact = player.exact(Limits::default()).unwrap();
    let law = exact.length(Some(chaselab_core::End::Caught));
    assert_eq!((law[0], law[1]), (0.0, 0.0));
    assert!(law[2] > 0.2 && binomial_tail(yielded[2], 2_000, law[2]) > 1e-6, "{yielded:?}, {law:?}");
}

#[test]
fn what_does_not_fit_is_left_to_the_rules() {
    let plan = plan("systems = [\"thw\"]\n", &[]).unwrap();
    assert!(plan.cells[0].player.compile(8).is_none());
}
