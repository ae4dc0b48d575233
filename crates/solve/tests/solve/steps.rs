//! One step of dice that has more branches than anybody could read: each test would never end if it were read to its end.

use chaselab_core::*;
use chaselab_solve::*;

/// So many dice fall in 10^15 ways.
const MANY: u8 = 5;

/// A chase that begins in one of some places, and of which one step is long.
struct Flood {
    places: Dice,
    dice: Dice,
    /// How many of them are rolled in that step.
    rolls: u8,
    /// Whether that step is the start, else it is the only one after it.
    at_start: bool,
    /// Whether every way leads to a state of its own, else all to the same.
    apart: bool,
    words: Words,
}

/// Where it stands, and whether the long step is behind it.
type State = (u64, bool);

impl Flood {
    fn roll<C: Chance>(&self, (place, _): State, chance: &mut C) -> State {
        let ways = (0..self.rolls).fold(place, |ways, _| ways * 1024 + chance.draw(&self.dice) as u64);
        (if self.apart { ways } else { 0 }, true)
    }
}

impl System for Flood {
    const ID: &'static str = "flood";
    type Setup = (i16, u8, bool, bool);
    type State = State;

    fn new((places, rolls, at_start, apart): Self::Setup) -> Result<Self, RulesError> {
        let words = Words { view: vec!["gap".into()], ..Words::default() };
        Ok(Self { places: Dice::sides(places), dice: Dice::sides(1024), rolls, at_start, apart, words })
    }

    fn start<C: Chance>(&self, chance: &mut C) -> State {
        let place = (chance.draw(&self.places) as u64, false);
        if self.at_start { self.roll(place, chance) } else { place }
    }

    fn next(&self, &(_, rolled): &State) -> Next {
        if rolled { Next::Over(End::Escaped, Detail::NONE) } else { Next::Resolve }
    }

    fn choose(&self, _: &mut State, _: Pair<Action>) {}

    fn resolve<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        *state = self.roll(*state, chance);
        Pace::SameTurn
    }

    fn view(&self, &(place, _): &State) -> View {
        View::of_gap((place % 1000) as i16)
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

/// Why there is no model, which is the same at any number of threads.
fn refused(setup: (i16, u8, bool, bool), limits: Limits) -> ModelError {
    let [one, four] = [1, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Model::build(&Flood::new(setup).unwrap(), Explore::Everything, limits).unwrap_err())
    });
    assert_eq!(one, four);
    one
}

#[test]
fn states_that_do_not_fit_end_a_step() {
    // By states, and by the memory for them; of a hundred places rows are found in parallel.
    let limits = [
        Limits { states: 30_000, ..Limits::default() },
        Limits { bytes: 1 << 20, ..Limits::default() },
        Limits { states: 300_000, bytes: 1 << 30, turns: 1 },
    ];
    for limits in limits {
        for (places, at_start) in [(1, true), (1, false), (100, false)] {
            let error = refused((places, MANY, at_start, true), limits);
            let ModelError::TooLarge { states, fields, .. } = &error else { panic!("{error}") };
            assert!((10_000..=400_000).contains(states), "{error}");
            assert_eq!(fields[0].values, 1000, "{error}");
        }
    }
}

#[test]
fn ways_that_are_too_many_end_a_step_that_leads_to_few_states() {
    let limits = Limits { bytes: 1 << 25, ..Limits::default() };
    let (a_step, all) = (1 << 24, 1 << 25);
    for (places, rolls, at_start, states, branches) in [
        (1, MANY, true, 1, a_step),
        (1, MANY, false, 2, a_step),
        // Of rows that are found in parallel the first is looked at before all others.
        (100, MANY, false, 101, a_step),
        // Each of these has a million ways only.
        (100, 2, false, 100, all),
    ] {
        let error = refused((places, rolls, at_start, false), limits);
        assert_eq!(error, ModelError::TooManyBranches { states, branches });
        assert!(error.to_string().starts_with("the states do not fit: stopped at "), "{error}");
    }
    // Fewer of them fit.
    let few = Flood::new((30, 2, false, false)).unwrap();
    assert_eq!(Model::build(&few, Explore::Everything, limits).unwrap().states().len(), 31);
}
