//! Dice expressions read at run time: what `chaselab dice` answers and what the rolls of `track` are written in.
//!
//! ```
//! use chaselab_core::expr::{Expr, Outcome};
//!
//! let Outcome::Check(check) = Expr::parse("3d20 low <= 7")?.outcome()? else { panic!("a comparison is a check") };
//! assert_eq!(check.success.to_string(), "5803/8000");
//! # Ok::<(), chaselab_core::expr::ExprError>(())
//! ```
//!
//! # The language
//!
//! | written | means |
//! |---|---|
//! | `4`, `-1`, `Great`, `Super 5` | a number; Fudge's ladder words are numbers (rules/fudge.md 1) |
//! | `2d6`, `d20`, `d%`, `4dF` | the sum of the dice; `dF` shows -1, 0 or +1 evenly (rules/fudge.md 2) |
//! | `3d20 low`, `4d6 high 3` | the lowest die; the sum of the three highest |
//! | `5d6 pass 3` | how many dice show 3 or less |
//! | `2d6 each<=4` | how many dice show that: any of `>= <= > < = !=` |
//! | `6d6 score {1: 1, 5..6: -1}` | every face scores, faces not named score 0, the scores of all dice add up |
//! | `a + b`, `a - b`, `-a`, `3 * a`, `(a)` | as usual; one factor at most rolls dice |
//! | `a >= b` | a check: `>= <= > < = !=` |
//! | `a vs b` | an opposed roll: win, tie, lose and the difference (Fudge's relative degree) |
//!
//! Dice that are written apart are rolled apart, on both sides of a comparison too. A question about several faces of
//! the same dice is a score: `6d6 score {1: 1, 6: -1} > 0` asks for more ones than sixes.
//!
//! Every answer is exact. Pools are worked out as polynomials, never listed, and each operation is charged for
//! before it starts, so an absurd request is refused at once ([`MAX_STEPS`]).

mod budget;
mod distribution;
mod error;
mod eval;
mod fraction;
mod lex;
mod parse;
mod pool;
mod syntax;

pub use budget::{MAX_ROLL_STEPS, MAX_STEPS};
pub use distribution::{Distribution, NotDice};
pub use error::ExprError;
pub use fraction::{Fraction, decimal};
pub use num_bigint::BigUint;
pub use syntax::{Comparison, Expr};

/// What an expression comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A roll: each value with its weight.
    Distribution(Distribution),
    /// A roll against something: `a >= b`.
    Check(Check),
    /// One roll against another: `a vs b`.
    Opposed(Opposed),
}

/// The chance of a check, and by how much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The comparison that was asked for.
    pub comparison: Comparison,
    /// The chance that it holds.
    pub success: Fraction,
    /// Left minus right, or right minus left for `<` and `<=`: the higher, the better it went.
    pub margin: Distribution,
}

/// The chances of an opposed roll, seen from the left side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opposed {
    /// The left side rolls more.
    pub win: Fraction,
    /// Both roll the same.
    pub tie: Fraction,
    /// The right side rolls more.
    pub lose: Fraction,
    /// Left minus right: Fudge's relative degree (rules/fudge.md 2).
    pub difference: Distribution,
}
