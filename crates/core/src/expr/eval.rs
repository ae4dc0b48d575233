//! From an expression to its exact outcome.

use super::budget::{Budget, touching};
use super::distribution::Distribution;
use super::error::ExprError;
use super::pool::{overflow, passes, plus, repeat, sum_of_dice, sum_of_highest};
use super::syntax::{Against, Comparison, Die, Expr, Node, Pool, Reading, Score, Sign, Term};
use super::{Check, Opposed, Outcome};
use num_bigint::BigUint;
use num_traits::One;
use std::collections::BTreeMap;
use std::ops::Range;

impl Expr {
    /// What the expression comes to, exactly.
    ///
    /// # Errors
    /// When it is too large to work out ([`MAX_STEPS`](super::MAX_STEPS)) or its values overflow.
    pub fn outcome(&self) -> Result<Outcome, ExprError> {
        let mut budget = Budget::new();
        let left = self.left.distribution(&mut budget)?;
        match &self.against {
            None => {
                pay_for_chances(&left, &mut budget, &self.left.span)?;
                Ok(Outcome::Distribution(left))
            }
            Some(Against::Check { comparison, sign, right }) => {
                let right = right.distribution(&mut budget)?;
                let margin = match comparison {
                    Comparison::AtMost | Comparison::Under => minus(&right, left, &mut budget, sign)?,
                    _ => minus(&left, right, &mut budget, sign)?,
                };
                pay_for_chances(&margin, &mut budget, sign)?;
                let success = margin.chance(|margin| match comparison {
                    Comparison::AtLeast | Comparison::AtMost => margin >= 0,
                    Comparison::Over | Comparison::Under => margin > 0,
                    Comparison::Equal => margin == 0,
                    Comparison::Unequal => margin != 0,
                });
                Ok(Outcome::Check(Check { comparison: *comparison, success, margin }))
            }
            Some(Against::Opposed { sign, right }) => {
                let right = right.distribution(&mut budget)?;
                let difference = minus(&left, right, &mut budget, sign)?;
                pay_for_chances(&difference, &mut budget, sign)?;
                Ok(Outcome::Opposed(Opposed {
                    win: difference.chance(|difference| difference > 0),
                    tie: difference.chance(|difference| difference == 0),
                    lose: difference.chance(|difference| difference < 0),
                    difference,
                }))
            }
        }
    }

    /// The distribution of a plain roll, such as the rolls of `track` (rules/track.md).
    ///
    /// # Errors
    /// When the expression is a check or an opposed roll, or too large ([`MAX_ROLL_STEPS`](super::MAX_ROLL_STEPS)).
    pub fn distribution(&self) -> Result<Distribution, ExprError> {
        match &self.against {
            None => self.left.distribution(&mut Budget::of_roll()),
            Some(Against::Check { sign, .. } | Against::Opposed { sign, .. }) => {
                Err(ExprError::new(sign.clone(), "this is a check, not a roll")
                    .expected("a roll such as `1d20 + 5`, without a comparison or `vs`"))
            }
        }
    }
}

impl Node {
    fn distribution(&self, budget: &mut Budget) -> Result<Distribution, ExprError> {
        match &self.term {
            Term::Number(number) => Ok(Distribution::constant(*number)),
            Term::Level { level, .. } => Ok(Distribution::constant(*level)),
            Term::Pool(pool) => pool.distribution(budget, &self.span),
            Term::Sum(first, rest) => {
                let mut sum = first.distribution(budget)?;
                for (sign, node) in rest {
                    let term = node.distribution(budget)?;
                    sum = match sign {
                        Sign::Plus => plus(&sum, &term, budget, &self.span)?,
                        Sign::Minus => minus(&sum, term, budget, &self.span)?,
                    };
                }
                Ok(sum)
            }
            Term::Product(first, rest) => {
                let mut product = first.distribution(budget)?;
                for node in rest {
                    product = times(product, node.distribution(budget)?).ok_or_else(|| overflow(&self.span))?;
                }
                Ok(product)
            }
            Term::Negative(node) => {
                node.distribution(budget)?.moved(i64::checked_neg).ok_or_else(|| overflow(&self.span))
            }
        }
    }
}

impl Pool {
    fn distribution(&self, budget: &mut Budget, span: &Range<usize>) -> Result<Distribution, ExprError> {
        let Self { count, die, reading } = self;
        let sides = die.sides();
        // Fudge dice are dice with the faces 1 to 3, less 2 each.
        let shift = 1 - die.faces().0;
        let shifted = |from_one: Distribution, dice: u64| {
            from_one.moved(|value| value.checked_sub(shift * dice as i64)).ok_or_else(|| overflow(span))
        };
        match reading {
            Reading::Sum => shifted(sum_of_dice(*count, sides, budget, span)?, *count),
            Reading::High(kept) => shifted(sum_of_highest(*kept, *count, sides, budget, span)?, *kept),
            Reading::Low(kept) => {
                // Seen from the other end of the die: a face `f` is `sides + 1 - f`.
                let high = sum_of_highest(*kept, *count, sides, budget, span)?;
                let turned = (sides as i64 + 1) * *kept as i64;
                let low = high.moved(|value| turned.checked_sub(value)).ok_or_else(|| overflow(span))?;
                shifted(low, *kept)
            }
            Reading::Pass(pass) => passes(passing(*die, Comparison::AtMost, *pass), *count, sides, budget, span),
            Reading::Each(comparison, number) => {
                passes(passing(*die, *comparison, *number), *count, sides, budget, span)
            }
            Reading::Score(scores) => repeat(&scored(*die, scores), *count, budget, span),
        }
    }
}

/// How many faces of a die compare so.
fn passing(die: Die, comparison: Comparison, number: i64) -> u64 {
    let (lowest, highest) = die.faces();
    let at_most = |number: i64| (number.clamp(lowest - 1, highest) - lowest + 1) as u64;
    let equal = u64::from((lowest..=highest).contains(&number));
    let sides = die.sides();
    match comparison {
        Comparison::AtMost => at_most(number),
        Comparison::Under => at_most(number - 1),
        Comparison::Over => sides - at_most(number),
        Comparison::AtLeast => sides - at_most(number - 1),
        Comparison::Equal => equal,
        Comparison::Unequal => sides - equal,
    }
}

/// One die read by the scores of its faces.
fn scored(die: Die, scores: &[Score]) -> Distribution {
    let mut ways: BTreeMap<i64, BigUint> = BTreeMap::new();
    let mut unnamed = die.sides();
    for Score { from, to, score } in scores {
        let faces = to.abs_diff(*from) + 1;
        unnamed -= faces;
        *ways.entry(*score).or_default() += faces;
    }
    *ways.entry(0).or_default() += unnamed;
    Distribution::from_ways(ways)
}

fn minus(
    a: &Distribution,
    b: Distribution,
    budget: &mut Budget,
    span: &Range<usize>,
) -> Result<Distribution, ExprError> {
    let negative = b.moved(i64::checked_neg).ok_or_else(|| overflow(span))?;
    plus(a, &negative, budget, span)
}

/// The product of two rolls of which one at least is a plain number: has a single way. `None` when it overflows.
fn times(a: Distribution, b: Distribution) -> Option<Distribution> {
    let (number, other) = if a.total().is_one() { (a.range().0, b) } else { (b.range().0, a) };
    match number {
        0 => Some(Distribution::from_ways([(0, other.total().clone())])),
        _ => other.moved(|value| value.checked_mul(number)),
    }
}

/// Reducing a fraction takes steps by the square of its length: for the few chances that are always wanted.
fn pay_for_chances(of: &Distribution, budget: &mut Budget, span: &Range<usize>) -> Result<(), ExprError> {
    let bits = of.total().bits();
    budget.pay(touching(bits, bits / 64, 2), span)
}
