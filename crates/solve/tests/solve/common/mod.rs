//! Small systems for the tests, and twins that work without a model.

pub mod duel;
pub mod fths;
pub mod twin;

use chaselab_core::{Action, Behaviour, Pair};

/// Each side makes its one decision always alike.
pub fn always(prey: u8, catcher: u8) -> Pair<Vec<Behaviour>> {
    Pair::new(vec![Behaviour::always(Action(prey))], vec![Behaviour::always(Action(catcher))])
}

/// Both sides' one decision is the solver's to give.
pub fn equilibrium() -> Pair<Vec<Behaviour>> {
    Pair::new(vec![Behaviour::Equilibrium], vec![Behaviour::Equilibrium])
}
