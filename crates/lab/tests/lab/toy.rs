//! A game of one page goes through everything that a system goes through: the contract, a script, the kernel, the
//! model, evaluation and the solver, each against numbers worked out by hand. Nothing else knows of it.
//!
//! At every crossing both turn left or right, not knowing what the other does. Where they part, the prey is free; both
//! to the right, it runs into the catcher's arms. Both to the left is an alley: of a die, 5 and 6 are caught, else the
//! next crossing comes.

use approx::assert_relative_eq;
use chaselab_core::contract::{Limits as Look, Looked, check, play_script};
use chaselab_core::*;
use chaselab_lab::counts::Counts;
use chaselab_lab::kernel;
use chaselab_lab::policy::{Pilots, Policy};
use chaselab_lab::stream;
use chaselab_lab::verify::{binomial_tail, check as held_against, is_chance};
use chaselab_solve::{Exact, Explore, Limits, Model, Objective, Play, Plays, certify, evaluate, fixed, solve};

struct Crossing {
    die: Dice,
    words: Words,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    Crossing,
    Alley,
    Over(End),
}

const LEFT: Action = Action(0);
const RIGHT: Action = Action(1);
const ALLEYS: Event = Event(0);

impl System for Crossing {
    const ID: &'static str = "crossing";
    type Setup = ();
    type State = Place;

    fn new((): ()) -> Result<Self, RulesError> {
        let turn = DecisionWords { name: "turn".into(), actions: vec!["left".into(), "right".into()] };
        let words = Words {
            ends: vec![End::Escaped, End::Caught, End::Timeout],
            decisions: vec![turn],
            events: vec!["alleys".into()],
            view: vec!["gap".into()],
            ..Words::default()
        };
        Ok(Self { die: Dice::sides(6), words })
    }

    fn start<C: Chance>(&self, _: &mut C) -> Place {
        Place::Crossing
    }

    fn next(&self, place: &Place) -> Next {
        match *place {
            Place::Crossing => {
                let turn = Choice { decision: Decision(0), options: Options::first(2) };
                Next::Choose(Pair::new(turn, turn))
            }
            Place::Alley => Next::Resolve,
            Place::Over(end) => Next::Over(end, Detail::NONE),
        }
    }

    fn choose(&self, place: &mut Place, picks: Pair<Action>) {
        *place = match (picks.prey, picks.catcher) {
            (LEFT, LEFT) => Place::Alley,
            (RIGHT, RIGHT) => Place::Over(End::Caught),
            _ => Place::Over(End::Escaped),
        };
    }

    fn resolve<C: Chance>(&self, place: &mut Place, chance: &mut C) -> Pace {
        chance.note(ALLEYS);
        if chance.at_least(&self.die, 5) {
            *place = Place::Over(End::Caught);
            return Pace::SameTurn;
        }
        *place = Place::Crossing;
        Pace::NextTurn
    }

    fn view(&self, place: &Place) -> View {
        View::of_gap(i16::from(*place != Place::Over(End::Caught)))
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

fn toy() -> Crossing {
    Crossing::new(()).unwrap()
}

fn model() -> Model<Crossing> {
    Model::build(&toy(), Explore::Everything, Limits::default()).unwrap()
}

/// Turns of the chases below.
const TURNS: u16 = 3;

/// Both toss a coin at every crossing.
fn coins() -> Pair<Vec<Behaviour>> {
    let part = |action| Mixed { action, probability: 0.5 };
    let coin = vec![Behaviour::Mix(vec![part(LEFT), part(RIGHT)])];
    Pair::new(coin.clone(), coin)
}

fn evaluated() -> Exact {
    evaluate(model().graph(), &fixed(&coins()), TURNS.into()).unwrap()
}

#[test]
fn it_keeps_the_contract() {
    assert_eq!(check(&toy(), Look::default()), Looked { states: 4, complete: true });
}

#[test]
fn it_plays_by_a_script() {
    let mut script = Script::new([4, 5]);
    let picks: &[(&str, &[&str])] = &[("turn", &["left", "left"])];
    let places = play_script(&toy(), Pair::new(picks, picks), &mut script, 3);
    assert_eq!(places, [Place::Crossing, Place::Crossing, Place::Over(End::Caught)]);
    assert_eq!(script.events()[0], 2);
    script.finish().unwrap();
}

#[test]
fn its_model_is_the_page() {
    let model = model();
    let graph = model.graph();
    assert_eq!((graph.len(), graph.overs(), graph.forks()), (4, 2, 1));
    // Four pairs of turns, and two ways out of the alley.
    assert_eq!((graph.entries(), graph.starts()), (2, &[(model.id(&Place::Crossing).unwrap(), 1.0)][..]));
}

#[test]
fn coins_are_evaluated() {
    // A crossing is free with 1/2, caught with 1/4 + 1/4 x 1/3, and leads to the next with 1/6.
    let exact = evaluated();
    let crossings = 1.0 + 1.0 / 6.0 + 1.0 / 36.0;
    assert_relative_eq!(exact.end(End::Escaped), crossings / 2.0, epsilon = 1e-15);
    assert_relative_eq!(exact.end(End::Caught), crossings / 3.0, epsilon = 1e-15);
    assert_relative_eq!(exact.end(End::Timeout), 1.0 / 216.0, epsilon = 1e-15);
    assert_relative_eq!(exact.mean_turns(), crossings, epsilon = 1e-15);
    assert_relative_eq!(exact.event(ALLEYS), crossings / 4.0, epsilon = 1e-15);
}

#[test]
fn the_kernel_plays_it() {
    let (toy, policy, exact) = (toy(), Policy::new(&coins()), evaluated());
    let mut counts = Counts::new(TURNS, toy.words());
    for chase in 0..200_000 {
        let mut chance = Roll::new(stream::dice(1, 2, chase));
        let mut pilots = Pilots::new(&policy, Some(stream::decisions(1, 2, chase)));
        let played = kernel::play(&toy, &mut pilots, TURNS, &mut chance);
        assert!(played.end != End::Timeout || played.turns == TURNS);
        counts.count(played, chance.events());
    }
    let checks = held_against(&counts, &exact, &toy.words().ends, binomial_tail);
    assert!(checks.iter().all(|check| is_chance(check.tail, checks.len())), "{checks:?}");
    // One chase has 1, 2, 3 alleys or more with 1/4, 1/24, 1/144: a variance of 59/144 less the mean squared, 0.566 squared.
    // The mean of many lies within 4.5 standard deviations.
    let alleys = counts.event(0).0 as f64 / 200_000.0;
    assert!((alleys - exact.event(ALLEYS)).abs() < 4.5 * 0.566 / 200_000_f64.sqrt(), "{alleys}");
}

/// What it is worth to the prey with so many turns left: it mixes so that both of the catcher's turns are worth the
/// same, v' = 1 / (2 - 2/3 v), from 0.
const VALUES: [f64; 5] = [0.0, 1.0 / 2.0, 3.0 / 5.0, 5.0 / 8.0, 12.0 / 19.0];

#[test]
fn the_equilibrium_is_found_and_certified() {
    let model = model();
    let (graph, objective) = (model.graph(), Objective::free());
    let free: Plays<'_> = Pair::new(vec![Play::Free], vec![Play::Free]);
    for (turns, value) in VALUES.into_iter().enumerate().skip(1) {
        let solved = solve(graph, &free, &objective, turns).unwrap();
        assert_relative_eq!(solved.value(), value, epsilon = 1e-12);
        for side in Side::BOTH {
            // Both go left as often as the prey gets away.
            let mix = solved.play(&model, 1, &Place::Crossing, side).unwrap();
            assert_eq!((mix[0].action, mix[1].action), (LEFT, RIGHT));
            assert_relative_eq!(mix[0].probability, value, epsilon = 1e-9);
        }
        let certificate = certify(graph, &free, &objective, turns, &solved).unwrap();
        assert_relative_eq!(certificate.value, value, epsilon = 1e-12);
        assert!(certificate.exploitability().abs() < 1e-9, "{certificate:?}");
    }
    // For ever, v = (3 - root of 3) / 2.
    let solved = solve(graph, &free, &objective, 60).unwrap();
    assert_relative_eq!(solved.value(), (3.0 - 3.0_f64.sqrt()) / 2.0, epsilon = 1e-12);
}

#[test]
fn best_replies_are_found() {
    let model = model();
    let (coins, objective) = (coins(), Objective::free());
    let against = |prey: &Behaviour| {
        let plays: Plays<'_> = Pair::new(vec![Play::Fixed(prey)], vec![Play::Free]);
        let solved = solve(model.graph(), &plays, &objective, TURNS.into()).unwrap();
        let reply = solved.play(&model, 1, &Place::Crossing, Side::Catcher).unwrap();
        (solved.value(), reply[0].action)
    };
    // Whoever tosses a coin is caught half the time by going right, and less in the alley; whoever goes right, always.
    let (value, reply) = against(&coins.prey[0]);
    assert_relative_eq!(value, 0.5, epsilon = 1e-15);
    assert_eq!(reply, RIGHT);
    assert_eq!(against(&Behaviour::always(RIGHT)), (0.0, RIGHT));
}
