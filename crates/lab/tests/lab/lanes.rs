//! Chases sampled in lanes follow the law of the rules: ends, details, lengths and events, over many seeds together.

use crate::agreement::{SETTINGS, scenario};
use crate::fudge_family::{CHASES, FIGHTS, TRACKS};
use crate::{agreement_fistful, agreement_reflex, plan};
use chaselab_core::{End, Event};
use chaselab_lab::counts::Counts;
use chaselab_lab::lanes::Lanes;
use chaselab_lab::plan::{CHUNK, Plan};
use chaselab_lab::player::{Luck, Player};
use chaselab_lab::run::{LANES_FROM, Unwatched, both, run};
use chaselab_lab::verify::{binomial_tail, is_chance};
use chaselab_solve::{Exact, Limits};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Consecutive seeds, counted together: lanes that share luck between seeds show here.
const SEEDS: u64 = 12;

/// So many chases are worth compiling all settings that lanes serve.
const MANY: u64 = 1_000_000;

/// How many comparisons are made in all, about.
const COMPARISONS: usize = 2_000;

/// Settings in which a chase can be over before its first turn, or by a decision at the beginning of a turn.
const BORDERS: [(&str, &str); 4] = [
    ("thw", "[thw]\nstart = 12\ngetaway = 10"),
    ("fudge", "[fudge]\nprey.yield_at = \"hurt\"\nmax_turns = 2"),
    ("fudge", "[fudge]\nprey.yield_at = \"scratch\"\ncatcher.yield_at = \"scratch\"\nmax_turns = 1"),
    ("fudge", "[fudge]\nprey.flee = \"always\"\ncatcher.flee = \"always\""),
];

/// With the longest strides.
fn lanes(player: &dyn Player) -> Option<Lanes> {
    Lanes::new(&player.compile(MANY)?, player.max_turns(), u64::MAX)
}

fn nothing(player: &dyn Player) -> Counts {
    Counts::new(player.max_turns(), player.words())
}

fn settings() -> impl Iterator<Item = (&'static str, &'static str, Plan)> {
    let pursuits = agreement_reflex::SETTINGS.into_iter().chain(agreement_fistful::SETTINGS);
    let all = SETTINGS.into_iter().chain(CHASES).chain(FIGHTS).chain(TRACKS).chain(pursuits).chain(BORDERS);
    all.map(|(system, settings)| {
        (system, settings, plan(&scenario(system, settings), &[]).unwrap_or_else(|unusable| panic!("{unusable}")))
    })
}

#[test]
fn counts_follow_the_exact_law_over_consecutive_seeds() {
    let mut compared = 0;
    for (system, settings, plan) in settings() {
        let player = plan.cells[0].player.as_ref();
        let Some(lanes) = lanes(player) else { continue };
        let exact = player.exact(Limits::default()).unwrap();
        let mut counts = nothing(player);
        for seed in 100..100 + SEEDS {
            lanes.play(Luck { seed, cell: plan.cells[0].key }, seed % 3, CHUNK, &mut counts);
        }
        assert_eq!(counts.chases, SEEDS * CHUNK);
        for (what, tail) in
            outcome_tails(player, &counts, &exact).into_iter().chain(event_tails(player, &counts, &exact))
        {
            assert!(is_chance(tail, COMPARISONS), "{system} {settings}: {what} {tail}");
            compared += 1;
        }
    }
    assert!((500..COMPARISONS).contains(&compared), "{compared} comparisons");
}

/// The tail of each end with its detail, and of the lengths of each end.
fn outcome_tails(player: &dyn Player, counts: &Counts, exact: &Exact) -> Vec<(String, f64)> {
    let n = counts.chases;
    let mut tails = Vec::new();
    let mut seen = 0;
    for &(end, detail, p) in exact.outcomes() {
        let count = counts.detail(end, detail);
        seen += count;
        tails.push((
            format!("{} {}", end.name(), player.words().details[usize::from(detail.0)]),
            binomial_tail(count, n, p),
        ));
    }
    assert_eq!(seen, n, "nothing happened that cannot");
    for end in End::ALL {
        tails.extend(
            length_tail(counts.lengths(end), &exact.length(Some(end)), n).map(|tail| (end.name().into(), tail)),
        );
    }
    tails
}

/// Pearson's chi-square of lengths, those expected less than twenty times taken together; all other chases are one more.
fn length_tail(counts: &[u64], law: &[f64], n: u64) -> Option<f64> {
    let mut classes: Vec<(f64, f64)> = Vec::new();
    let mut rest = (n as f64, n as f64);
    let mut small = (0.0, 0.0);
    for (length, &count) in counts.iter().enumerate() {
        let (count, expected) = (count as f64, law.get(length).copied().unwrap_or(0.0) * n as f64);
        assert!(count == 0.0 || expected > 0.0, "length {length} cannot be");
        rest = (rest.0 - count, rest.1 - expected);
        let class = if expected < 20.0 {
            &mut small
        } else {
            classes.push((0.0, 0.0));
            classes.last_mut().unwrap()
        };
        *class = (class.0 + count, class.1 + expected);
    }
    classes.extend([small, rest].into_iter().filter(|class| class.1 >= 20.0));
    let freedom = classes.len().checked_sub(1).filter(|&freedom| freedom > 0)?;
    let square: f64 = classes.iter().map(|(count, expected)| (count - expected).powi(2) / expected).sum();
    Some(ChiSquared::new(freedom as f64).unwrap().sf(square))
}

/// Tails of the mean of each event against its exact one; and of the mean of its square against that of the rules' own
/// chases, which also say how far squares spread.
fn event_tails(player: &dyn Player, counts: &Counts, exact: &Exact) -> Vec<(String, f64)> {
    let n = counts.chases as f64;
    let events = player.words().events.len();
    let played = 50_000;
    let mut powers = vec![(0.0, 0.0); events];
    let compiled = player.compile(MANY);
    player.each(Luck { seed: 1, cell: 1 }, 0..played, compiled.as_ref(), &mut |_, happened| {
        for (powers, &count) in powers.iter_mut().zip(happened) {
            let square = f64::from(count).powi(2);
            *powers = (powers.0 + square, powers.1 + square * square);
        }
    });
    let mut tails = Vec::new();
    for (event, (squares, fourths)) in powers.into_iter().enumerate() {
        let name = &player.words().events[event];
        let (sum, sum_of_squares) = counts.event(event);
        let (mean, square) = (sum as f64 / n, sum_of_squares as f64 / n);
        let law = exact.event(Event(event as u8));
        if law * n < 20.0 {
            // Too rare for a normal law: but never where it cannot be.
            assert!(law > 0.0 || sum == 0, "{name} cannot be");
            continue;
        }
        let chi = |square: f64| ChiSquared::new(1.0).unwrap().sf(square);
        let variance = square - mean * mean;
        let tail = if variance > 0.0 {
            chi((mean - law).powi(2) * n / variance)
        } else {
            f64::from((mean - law).abs() < 1e-9)
        };
        tails.push((format!("mean of {name}"), tail));
        let (squares, fourths) = (squares / played as f64, fourths / played as f64);
        let variance = (fourths - squares * squares) * (1.0 / n + 1.0 / played as f64);
        if squares * played as f64 > 200.0 && variance > 1e-12 {
            tails.push((format!("square of {name}"), chi((square - squares).powi(2) / variance)));
        }
    }
    tails
}

#[test]
fn any_number_of_chases_is_played_to_the_last() {
    let text =
        scenario("fths", "[terrain]\nkind = \"highway\"\n[prey]\ntemper = \"reckless\"\n[catcher]\ntemper = \"bold\"");
    let plan = plan(&text, &[]).unwrap();
    let player = plan.cells[0].player.as_ref();
    let lanes = lanes(player).unwrap();
    for (chunk, chases) in [0, 1, 31, 32, 33, 1_000, CHUNK].into_iter().enumerate() {
        let mut counts = nothing(player);
        lanes.play(Luck { seed: 5, cell: 9 }, chunk as u64, chases, &mut counts);
        assert_eq!(counts.chases, chases);
        assert_eq!(End::ALL.iter().map(|&end| counts.end(end)).sum::<u64>(), chases);
    }
    let of = |seed: u64, cell: u64, chunk: u64| {
        let mut counts = nothing(player);
        lanes.play(Luck { seed, cell }, chunk, CHUNK, &mut counts);
        counts
    };
    assert!(of(1, 1, 1) != of(2, 1, 1) && of(1, 1, 1) != of(1, 2, 1) && of(1, 1, 1) != of(1, 1, 2));
}

#[test]
fn many_chases_are_run_in_lanes_whoever_plays_them_and_few_are_not() {
    let text = scenario("fths", "[terrain]\nkind = \"highway\"");
    let many = plan(&text, &["method=sampled", &format!("chases={}", LANES_FROM + 5)]).unwrap();
    let [one, two] = [1, 2].map(|threads| run(&many, threads, &Unwatched).unwrap().remove(0));
    assert!(one.lanes && two.lanes);
    assert_eq!(one.counts.as_ref().map(|counts| counts.chases), Some(LANES_FROM + 5));
    assert!(one.counts == two.counts);
    // What `verify` holds against exact chances is what the rules themselves play.
    let verified = both(&many, 2, &Unwatched).unwrap().remove(0);
    assert!(!verified.lanes && verified.counts != one.counts);
    // Few are those that the rules play, whether these play them or what they are compiled into.
    let compiled = scenario("fudge", "[fudge]\nprey = { points = 1, reroll = \"always\" }");
    for (text, is_compiled) in [(text, false), (compiled, true)] {
        let few = plan(&text, &["method=sampled", "chases=20_000"]).unwrap();
        let player = few.cells[0].player.as_ref();
        assert_eq!(player.quicker(20_000).is_some(), is_compiled);
        let found = run(&few, 2, &Unwatched).unwrap().remove(0);
        let luck = Luck { seed: few.scenario.seed, cell: few.cells[0].key };
        assert!(!found.lanes && found.counts == Some(player.play(luck, 0..20_000, None)));
    }
}

#[test]
fn a_system_whose_first_cell_has_too_many_states_is_not_tried_further() {
    for (fighters, lanes) in [([1, 3], [true, false]), ([3, 1], [false, false])] {
        let text = format!("systems = [\"fudge\"]\n[grid]\n\"fudge.catcher.fighters\" = {fighters:?}\n");
        let plan = plan(&text, &["method=sampled", &format!("chases={LANES_FROM}")]).unwrap();
        let found = run(&plan, 2, &Unwatched).unwrap();
        assert_eq!([0, 1].map(|cell| found[cell].lanes), lanes);
        // Whoever is not in lanes is played by the rules.
        let by_rules = lanes.iter().position(|lanes| !lanes).unwrap();
        let cell = &plan.cells[by_rules];
        let luck = Luck { seed: plan.scenario.seed, cell: cell.key };
        assert!(found[by_rules].counts == Some(cell.player.play(luck, 0..LANES_FROM, None)));
    }
}

#[test]
fn chases_that_a_fight_follows_have_no_lanes() {
    let plan = plan("systems = [\"thw\"]\nthen = \"fudge\"\n", &[]).unwrap();
    let player = plan.cells[0].player.as_ref();
    assert!(player.compile(MANY).is_some() && lanes(player).is_none());
}
