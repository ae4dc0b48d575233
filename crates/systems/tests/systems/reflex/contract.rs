//! The laws that every system obeys, in settings that reach every part of the rules.

use crate::exact::read;
use chaselab_core::contract::{Limits, Looked, check};
use chaselab_core::{Chance, Detail, End, EventCounts, Next, Pair, Roll, System};
use chaselab_systems::reflex::{Known, Reflex, State};
use chaselab_systems::{Playable, Prepared, Use};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn looks_at(text: &str, states: usize) -> Looked {
    let system = read::<Reflex>(text).system;
    check(&system, Limits { states, sampled: 40, ..Limits::default() })
}

const SMALL: &str = "
    start = 40
    break_off = 80
    prey = { safe_speed = 5, coordination = 6, driving = 4 }
    catcher = { safe_speed = 5, coordination = 8, driving = 1 }
";

#[test]
fn an_open_plain_whole() {
    let looked = looks_at(&format!("[reflex]\nbends = \"none\"\n{SMALL}"), 20_000);
    assert!(looked.complete && looked.states > 100, "{looked:?}");
}

#[test]
fn gentle_bends() {
    assert!(looks_at(&format!("[reflex]\nbends = {{ every = 25, angle = 20 }}\n{SMALL}"), 6_000).states > 5_000);
}

#[test]
fn every_reading_but_the_default() {
    let rules =
        "rules = { sixty = \"upper\", speed_rows = \"stack\", penalties = \"sum\", early_mishaps = \"banded\" }";
    let text = format!("[reflex]\nbends = [[20, 60], [35.5, 90]]\n{rules}\n{SMALL}");
    assert!(looks_at(&text, 6_000).states > 5_000);
}

#[test]
fn on_water() {
    let text = format!("[reflex]\nsurface = \"water\"\nbends = {{ every = 20, angle = 45 }}\n{SMALL}");
    assert!(looks_at(&text, 6_000).states > 5_000);
}

#[test]
fn a_drawn_road() {
    let text = format!("[reflex]\nbends = {{ weights = [[3, [10, 20]], [1, [15, 75]]] }}\n{SMALL}");
    assert!(looks_at(&text, 6_000).states > 5_000);
}

#[test]
fn what_the_neutral_terms_give() {
    let text = "
        prey = { vehicle = \"motorcycle\", driving = \"Good\", weapon = \"pistol\", passenger = false }
        catcher = { vehicle = \"helicopter\", driving = \"Abysmal\" }
        terrain = { kind = \"mountain\" }
        [reflex]
        visual_range = -2
    ";
    assert!(looks_at(text, 6_000).states > 5_000);
}

/// Settings that differ in how a first exchange can go, and whether the road is known.
const ROADS: [(bool, &str); 6] = [
    (true, "bends = { every = 25, angle = 20 }"),
    // Bends in every move, so that exchanges often begin at the place at which pursuits do.
    (true, "bends = { every = 4, angle = 75 }"),
    (true, "bends = [[20, 60], [35.5, 90]]\nmax_turns = 3"),
    // Out of reach of both in the first exchange.
    (true, "bends = { list = [[400, 45]], length = 1000 }"),
    (false, "bends = \"none\""),
    (false, "bends = { weights = [[3, [10, 20]], [1, [15, 75]]] }"),
];

/// A chase as it goes whether or not anybody looks at it between dice: the states in which speeds are declared, and the end.
fn declared<S: System>(system: &S, seed: u64, chance: &mut impl Chance) -> (Vec<S::State>, Option<(End, Detail)>) {
    // Picks have a generator of their own.
    let mut picker = Pcg64Mcg::seed_from_u64(!seed);
    let mut state = system.start(chance);
    let mut states = Vec::new();
    while states.len() < 20 {
        match system.next(&state) {
            Next::Over(end, detail) => return (states, Some((end, detail))),
            Next::Resolve => drop(system.resolve(&mut state, chance)),
            Next::Choose(choices) => {
                states.push(state.clone());
                let picks = Pair::of(|side| {
                    let open = choices[side].options;
                    open.iter().nth(picker.next_u64() as usize % open.len()).unwrap()
                });
                system.choose(&mut state, picks);
            }
        }
    }
    (states, None)
}

struct Hasty;

impl Use for Hasty {
    /// The size of a state, and the end and the events of each chase.
    type Output = (usize, Vec<(Option<(End, Detail)>, EventCounts)>);

    fn prepared<S: Playable>(self, prepared: Prepared<S>) -> Self::Output {
        let chases = (0..2_000).map(|seed| {
            let generator = || Pcg64Mcg::seed_from_u64(seed);
            let (mut calm, mut hasty) = (Roll::new(generator()), Roll::in_haste(generator()));
            let looked = declared(&prepared.system, seed, &mut calm);
            assert_eq!(looked, declared(&prepared.system, seed, &mut hasty), "chase {seed}");
            assert_eq!(calm.events(), hasty.events(), "chase {seed}");
            (looked.1, *calm.events())
        });
        (size_of::<S::State>(), chases.collect())
    }
}

#[test]
fn haste_and_a_lean_type_change_nothing() {
    for (known, road) in ROADS {
        let prepared = || read::<Reflex>(&format!("[reflex]\n{road}\n{SMALL}"));
        let (size, lean) = Reflex::lean(prepared(), Hasty);
        let (_, whole) = Hasty.prepared(prepared());
        let expected = if known { size_of::<State<Known>>() } else { size_of::<State>() };
        assert_eq!(size, expected, "{road}");
        assert!(lean == whole, "{road}");
    }
}
