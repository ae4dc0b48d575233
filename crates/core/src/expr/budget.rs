//! What an expression may cost: every operation is charged for before it starts.

use super::error::ExprError;
use std::ops::Range;

/// The most steps that one expression may take. A step is about the work on one 64-bit word, so the limit is about a
/// second, its answer printed; what has to be kept is charged for more, so it also bounds the memory (some hundred
/// megabytes).
pub const MAX_STEPS: u64 = 500_000_000;

/// The most steps of a roll that chases are played with: a scenario has many of them, and what they show fits in 16 bits.
pub const MAX_ROLL_STEPS: u64 = 50_000_000;

/// Steps for each word that a result keeps.
const KEPT: u64 = 64;

/// Steps for handling one number, whatever its size.
const EACH: u64 = 8;

/// Steps left for an expression.
pub(super) struct Budget {
    most: u64,
    left: u64,
}

impl Budget {
    /// For an expression that somebody asks about.
    pub(super) fn new() -> Self {
        Self { most: MAX_STEPS, left: MAX_STEPS }
    }

    /// For a roll that chases are played with.
    pub(super) fn of_roll() -> Self {
        Self { most: MAX_ROLL_STEPS, left: MAX_ROLL_STEPS }
    }

    /// Pays for `steps`, or says which part of the expression is too large.
    pub(super) fn pay(&mut self, steps: u64, span: &Range<usize>) -> Result<(), ExprError> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(ExprError::new(span.clone(), "this is too large to work out exactly")
                .expected(format!(
                    "an expression of at most {} million steps of arithmetic; {}",
                    self.most / 1_000_000,
                    self.how_many(steps)
                ))
                .help("ask for fewer dice or fewer sides")),
        }
    }

    fn how_many(&self, steps: u64) -> String {
        let Self { most, left } = *self;
        match steps {
            u64::MAX => "this part takes more than can be counted".into(),
            _ if left < most && steps <= most => {
                format!(
                    "this part takes {} million, and {} million are left",
                    steps.div_ceil(1_000_000),
                    left / 1_000_000
                )
            }
            _ => format!("this part takes {} million", steps.div_ceil(1_000_000)),
        }
    }
}

/// 64-bit words that a number below `base^power` takes.
pub(super) fn words(base: u64, power: u64) -> u64 {
    let bits = u64::from(u64::BITS - base.leading_zeros());
    bits.saturating_mul(power) / 64 + 1
}

/// Steps for touching `values` numbers of `words` words each, `times` times.
pub(super) fn touching(values: u64, words: u64, times: u64) -> u64 {
    values.saturating_mul(words.saturating_add(EACH)).saturating_mul(times)
}

/// Steps for keeping `values` numbers of `words` words each.
pub(super) fn keeping(values: u64, words: u64) -> u64 {
    touching(values, words, KEPT)
}

/// Steps for multiplying numbers of `a` and `b` words: word by word when short, else about `long * short^0.465`
/// (Toom-3), with a factor as measured.
pub(super) fn multiplying(a: u64, b: u64) -> u64 {
    let (long, short) = (a.max(b), a.min(b));
    long.saturating_mul(short.min(short.isqrt().saturating_add(1).saturating_mul(4)))
}
