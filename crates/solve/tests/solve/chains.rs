//! Fixed policies: exact rates against closed forms, an independent program's figures, and brute force.

use crate::common::fths::{Fths, action};
use crate::common::{always, twin};
use chaselab_core::*;
use chaselab_solve::*;

/// A coin moves the gap up or down each turn: gambler's ruin.
struct Coin {
    dice: Dice,
    start: i16,
    goal: i16,
    words: Words,
}

impl System for Coin {
    const ID: &'static str = "coin";
    /// Weights of down and up, the start, the goal.
    type Setup = ([u64; 2], i16, i16);
    type State = i16;

    fn new((weights, start, goal): Self::Setup) -> Result<Self, RulesError> {
        let dice = Dice::from_weights("coin", [(1, weights[0]), (2, weights[1])]).expect("weights");
        let words = Words {
            ends: End::ALL.to_vec(),
            view: vec!["gap".into()],
            events: vec!["flip".into()],
            ..Words::default()
        };
        Ok(Self { dice, start, goal, words })
    }

    fn start<C: Chance>(&self, _: &mut C) -> i16 {
        self.start
    }

    fn next(&self, gap: &i16) -> Next {
        match *gap {
            0 => Next::Over(End::Caught, Detail::NONE),
            gap if gap == self.goal => Next::Over(End::Escaped, Detail::NONE),
            _ => Next::Resolve,
        }
    }

    fn choose(&self, _: &mut i16, _: Pair<Action>) {}

    fn resolve<C: Chance>(&self, gap: &mut i16, chance: &mut C) -> Pace {
        chance.note(Event(0));
        *gap += if chance.at_least(&self.dice, 2) { 1 } else { -1 };
        Pace::NextTurn
    }

    fn view(&self, gap: &i16) -> View {
        View::of_gap(*gap)
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

fn coin(weights: [u64; 2], start: i16, goal: i16, max_turns: usize) -> Exact {
    let coin = Coin::new((weights, start, goal)).unwrap();
    let model = Model::build(&coin, Explore::Everything, Limits::default()).unwrap();
    evaluate(model.graph(), &fixed(&Pair::default()), max_turns).unwrap()
}

#[test]
fn gamblers_ruin() {
    for (weights, start, goal) in [([1, 1], 2, 4), ([1, 1], 3, 10), ([2, 3], 2, 7), ([5, 3], 4, 9)] {
        let exact = coin(weights, start, goal, 5_000);
        let (q, p) = (weights[0] as f64, weights[1] as f64);
        let (i, n) = (f64::from(start), f64::from(goal));
        let ratio = q / p;
        let (escaped, mean) = if ratio == 1.0 {
            (i / n, i * (n - i))
        } else {
            let escaped = (1.0 - ratio.powf(i)) / (1.0 - ratio.powf(n));
            (escaped, (i - n * escaped) * (q + p) / (q - p))
        };
        assert!((exact.end(End::Escaped) - escaped).abs() < 1e-12, "{weights:?}");
        assert!((exact.mean_turns() - mean).abs() < 1e-9, "{weights:?}");
        assert!((exact.event(Event(0)) - mean).abs() < 1e-9, "a flip a turn");
        assert!((exact.total() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn lengths_count_the_turn_of_the_end() {
    // From 2 of 4: after two turns half are done, a quarter on each side; then again.
    let exact = coin([1, 1], 2, 4, 5);
    assert_eq!(exact.length(Some(End::Escaped)), [0.0, 0.0, 0.25, 0.0, 0.125, 0.0]);
    assert_eq!(exact.length(Some(End::Timeout)), [0.0, 0.0, 0.0, 0.0, 0.0, 0.25]);
    assert_eq!((exact.group(Group::Free), exact.group(Group::Stopped), exact.group(Group::Open)), (0.375, 0.375, 0.25));
    assert_eq!([0.1, 0.5, 0.51, 0.75, 0.76, 1.0].map(|q| exact.quantile_turns(q)), [2, 2, 4, 4, 5, 5]);
    let variance = 0.5 * 4.0 + 0.25 * 16.0 + 0.25 * 25.0 - exact.mean_turns().powi(2);
    assert!((exact.sd_turns() - variance.sqrt()).abs() < 1e-12);
    // The end in the last turn is an end, not a timeout.
    assert_eq!(coin([1, 1], 2, 4, 2).end(End::Timeout), 0.5);
}

#[test]
fn what_is_over_at_the_start_has_no_length() {
    let exact = coin([1, 1], 0, 4, 5);
    assert_eq!(exact.length(Some(End::Caught)), [1.0]);
    assert_eq!(coin([1, 1], 2, 4, 0).length(Some(End::Timeout)), [1.0]);
}

/// Risks; escaped, caught, prey crashed, catcher crashed, both, timeout, mean turns (an independent program).
type Known = (i16, i16, [f64; 7]);
const KNOWN: [Known; 6] = [
    (0, 0, [0.999342731, 0.000297458, 0.000000000, 0.000359810, 0.000000000, 0.000000000, 3.019049165]),
    (0, 1, [0.954836566, 0.007516542, 0.000000000, 0.037430845, 0.000000000, 0.000216047, 7.796550797]),
    (1, 0, [0.959058748, 0.038487755, 0.001320152, 0.001044226, 0.000000287, 0.000088833, 6.139090254]),
    (2, 1, [0.564958068, 0.279392967, 0.077653226, 0.075755714, 0.000676387, 0.001563638, 10.311620946]),
    (-2, 0, [0.088074797, 0.910434246, 0.000000000, 0.001490591, 0.000000000, 0.000000366, 7.666137752]),
    (3, 3, [0.070986599, 0.002003507, 0.162468050, 0.714675171, 0.049866673, 0.000000000, 3.918638793]),
];
const ENDS: [End; 6] =
    [End::Escaped, End::Caught, End::PreyCrashed, End::CatcherCrashed, End::BothCrashed, End::Timeout];

#[test]
fn known_chases() {
    let system = Fths::new(()).unwrap();
    let whole = Model::build(&system, Explore::Everything, Limits::default()).unwrap();
    for (prey, catcher, known) in KNOWN {
        let policies = always(action(prey), action(catcher));
        let part = Model::build(&system, Explore::Policies(&policies), Limits::default()).unwrap();
        assert!(part.states().len() < whole.states().len() / 8);
        for model in [&whole, &part] {
            let exact = evaluate(model.graph(), &fixed(&policies), 60).unwrap();
            for (end, known) in ENDS.into_iter().zip(known) {
                assert!((exact.end(end) - known).abs() < 1e-9, "{prey} {catcher} {end:?}: {} {known}", exact.end(end));
            }
            assert!((exact.mean_turns() - known[6]).abs() < 1e-9, "{prey} {catcher}: {}", exact.mean_turns());
            assert!((exact.total() - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn brute_force_agrees() {
    let system = Fths::new(()).unwrap();
    let mix = |parts: &[(i16, f64)]| {
        Behaviour::Mix(
            parts.iter().map(|&(risk, probability)| Mixed { action: Action(action(risk)), probability }).collect(),
        )
    };
    let by_gap = Behaviour::ByGap(vec![
        GapBand { from: 0, behaviour: mix(&[(0, 0.25), (3, 0.75)]) },
        GapBand { from: 3, behaviour: Behaviour::always(Action(action(2))) },
    ]);
    for policies in [always(action(1), action(3)), Pair::new(vec![mix(&[(-1, 0.5), (2, 0.5)])], vec![by_gap])] {
        let model = Model::build(&system, Explore::Policies(&policies), Limits::default()).unwrap();
        let exact = evaluate(model.graph(), &fixed(&policies), 2).unwrap();
        let twin = twin::chances(&system, &policies, 2);
        for end in End::ALL {
            for (turns, row) in exact.lengths().iter().enumerate() {
                let expected = twin.get(&(end, turns)).copied().unwrap_or(0.0);
                assert!((row[end as usize] - expected).abs() < 1e-12, "{end:?} {turns}");
            }
        }
        let lengths: usize = twin.keys().map(|key| key.1).max().unwrap();
        assert_eq!(exact.lengths().len(), lengths + 1);
    }
}

#[test]
fn occupancy_is_where_chases_are() {
    let policies = always(action(1), action(1));
    let system = Fths::new(()).unwrap();
    let model = Model::build(&system, Explore::Policies(&policies), Limits::default()).unwrap();
    let met = occupancy(model.graph(), &fixed(&policies), 60).unwrap();
    let exact = evaluate(model.graph(), &fixed(&policies), 60).unwrap();
    let lengths = exact.length(None);
    for turn in 1..=60 {
        // Every chase under way asks for a risk once a turn.
        let asked: f64 = model.graph().choosing().map(|id| met.at(turn, id)).sum();
        let under_way: f64 = lengths[turn..].iter().sum();
        assert!((asked - under_way).abs() < 1e-12, "{turn}");
    }
}
