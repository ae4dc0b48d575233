//! The vocabulary of Chaselab: dice, chance, systems of rules, and how a designer's file is read.
//!
//! A rules system is written once against [`Chance`] and then sampled, enumerated, scripted or told, as the caller
//! likes. A whole system fits on a page:
//!
//! ```
//! use chaselab_core::*;
//!
//! /// A fair coin moves the gap up or down each turn; 0 is caught, 4 is escaped.
//! struct Coin { flip: Dice, words: Words }
//!
//! impl System for Coin {
//!     const ID: &'static str = "coin";
//!     type Setup = ();
//!     type State = i16;
//!     fn new((): ()) -> Result<Self, RulesError> {
//!         let words = Words { ends: vec![End::Escaped, End::Caught, End::Timeout], view: vec!["gap".into()], ..Words::default() };
//!         Ok(Self { flip: Dice::sides(2), words })
//!     }
//!     fn start<C: Chance>(&self, _: &mut C) -> i16 { 2 }
//!     fn next(&self, gap: &i16) -> Next {
//!         match gap {
//!             0 => Next::Over(End::Caught, Detail::NONE),
//!             4 => Next::Over(End::Escaped, Detail::NONE),
//!             _ => Next::Resolve,
//!         }
//!     }
//!     fn choose(&self, _: &mut i16, _: Pair<Action>) {}
//!     fn resolve<C: Chance>(&self, gap: &mut i16, chance: &mut C) -> Pace {
//!         *gap += if chance.at_least(&self.flip, 2) { 1 } else { -1 };
//!         Pace::NextTurn
//!     }
//!     fn view(&self, gap: &i16) -> View { View::of_gap(*gap) }
//!     fn words(&self) -> &Words { &self.words }
//! }
//!
//! let coin = Coin::new(()).unwrap();
//! let mut branches = Vec::new();
//! every(|chance| { let mut gap = 2; coin.resolve(&mut gap, chance); gap }, |probability, gap, _| branches.push((gap, probability)));
//! assert_eq!(branches, [(1, 0.5), (3, 0.5)]);
//! ```

mod actions;
mod answers;
mod bands;
mod behaviour;
mod chance;
#[cfg(feature = "contract")]
pub mod contract;
mod dice;
mod error;
pub mod expr;
mod habits;
mod ladder;
pub mod shown;
mod system;
pub mod tables;
pub mod tree;
mod words;

pub use actions::{Action, Choice, Decision, Options};
pub use answers::{Answers, ShiftedAnswers};
pub use bands::{Bands, BandsError};
pub use behaviour::{Behaviour, GapBand, Mixed};
pub use chance::every::{Every, Noted, every};
pub use chance::probe::Probe;
pub use chance::roll::Roll;
pub use chance::script::{Script, ScriptError};
pub use chance::trace::{Line, Question, Trace};
pub use chance::{Against, Chance, Event, EventCounts, MAX_EVENTS};
pub use dice::{Dice, DiceError, Run};
pub use error::{Place, Problem, RulesError};
pub use habits::{Habits, Unknown};
pub use ladder::Ladder;
pub use system::{Detail, End, Group, Next, Pace, Pair, Side, System, View};
pub use words::{DecisionWords, Words};
