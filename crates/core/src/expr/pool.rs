//! Sums of independent rolls and pools of like dice, as products of polynomials and closed forms.

use super::budget::{Budget, keeping, multiplying, touching, words};
use super::distribution::Distribution;
use super::error::ExprError;
use num_bigint::BigUint;
use num_traits::{One, Pow, Zero};
use std::collections::BTreeMap;
use std::ops::Range;

/// The sum of two independent rolls.
pub(super) fn plus(
    a: &Distribution,
    b: &Distribution,
    budget: &mut Budget,
    span: &Range<usize>,
) -> Result<Distribution, ExprError> {
    let (a_range, b_range) = (a.range(), b.range());
    let (Some(lowest), Some(highest)) = (a_range.0.checked_add(b_range.0), a_range.1.checked_add(b_range.1)) else {
        return Err(overflow(span));
    };
    // Slots of 32-bit words, each wide enough for any coefficient of the product.
    let slot = (a.total().bits() + b.total().bits()).div_ceil(32);
    let width = |(low, high): (i64, i64)| high.abs_diff(low).saturating_add(1);
    let packed = |range| width(range).saturating_mul(slot) / 2 + 1;
    let by_packing = multiplying(packed(a_range), packed(b_range)).saturating_add(touching(
        width((lowest, highest)),
        slot / 2 + 1,
        4,
    ));
    let pairs = (a.iter().len() as u64).saturating_mul(b.iter().len() as u64);
    // Each pair is looked up in a tree.
    let by_pairs = touching(pairs, multiplying(a.total().bits() / 64 + 1, b.total().bits() / 64 + 1), 8);
    let kept = keeping(pairs.min(width((lowest, highest))), slot / 2 + 1);
    budget.pay(by_packing.min(by_pairs).saturating_add(kept), span)?;
    Ok(if by_packing < by_pairs { multiply_packed(a, b, slot as usize, lowest) } else { multiply_pairs(a, b) })
}

/// The sum of `count` independent rolls of the same, by repeated doubling.
pub(super) fn repeat(
    one: &Distribution,
    count: u64,
    budget: &mut Budget,
    span: &Range<usize>,
) -> Result<Distribution, ExprError> {
    let mut sum = one.clone();
    for bit in (0..count.ilog2()).rev() {
        sum = plus(&sum, &sum, budget, span)?;
        if count >> bit & 1 == 1 {
            sum = plus(&sum, one, budget, span)?;
        }
    }
    Ok(sum)
}

/// The sum of `count` dice with the faces 1 to `sides`.
pub(super) fn sum_of_dice(
    count: u64,
    sides: u64,
    budget: &mut Budget,
    span: &Range<usize>,
) -> Result<Distribution, ExprError> {
    let values = count.saturating_mul(sides - 1).saturating_add(1);
    let words = words(sides, count);
    budget.pay(touching(values, words, 8).saturating_add(keeping(values, words)), span)?;
    Ok(Distribution::from_ways((count as i64..).zip(uniform_power(count, sides))))
}

/// The sum of the `kept` highest of `count` dice with the faces 1 to `sides`.
///
/// By the lowest face that is kept, `t`, and how many dice show more, `above`: those add up freely over the faces
/// beyond `t`, and of the rest, all at `t` or less, enough show `t` itself. For one die that is kept it is the
/// difference of two powers.
pub(super) fn sum_of_highest(
    kept: u64,
    count: u64,
    sides: u64,
    budget: &mut Budget,
    span: &Range<usize>,
) -> Result<Distribution, ExprError> {
    let values = kept.saturating_mul(sides - 1).saturating_add(1);
    let cases = kept.saturating_mul(sides);
    // Those that add up are on average half as many as are kept, over half of the faces.
    let sums = (kept - 1).saturating_mul(sides - 1) / 4 + 1;
    let (all, some) = (words(sides, count), words(sides, kept));
    let steps = [
        touching(cases.saturating_mul(kept.saturating_add(sums)), multiplying(all, some), 2),
        cases.saturating_mul(multiplying(all, all)).saturating_mul(2),
        keeping(values, all),
    ];
    budget.pay(steps.into_iter().fold(0, u64::saturating_add), span)?;

    let mut ways = vec![BigUint::zero(); values as usize];
    for t in 1..=sides {
        let mut choices = BigUint::one();
        for above in 0..if t == sides { 1 } else { kept } {
            let weight = &choices * at_least_show(kept - above, count - above, t);
            // Counted from `kept`, the lowest sum: `above` dice from `t + 1` on, the others at `t`.
            let first = (kept * (t - 1) + above) as usize;
            for (way, sum) in ways[first..].iter_mut().zip(uniform_power(above, sides - t)) {
                *way += &weight * sum;
            }
            choices = choices * (count - above) / (above + 1);
        }
    }
    Ok(Distribution::from_ways((kept as i64..).zip(ways)))
}

/// How many of `count` dice show one of `passing` of their `sides` faces: the binomial distribution.
pub(super) fn passes(
    passing: u64,
    count: u64,
    sides: u64,
    budget: &mut Budget,
    span: &Range<usize>,
) -> Result<Distribution, ExprError> {
    let (values, words) = (count.saturating_add(1), words(sides, count));
    let power = multiplying(words, words).saturating_mul(2);
    budget.pay(touching(values, words, 4).saturating_add(keeping(values, words)).saturating_add(power), span)?;
    let failing = sides - passing;
    if failing == 0 {
        return Ok(Distribution::from_ways([(count as i64, Pow::pow(BigUint::from(passing), count))]));
    }
    let mut way = Pow::pow(BigUint::from(failing), count);
    let ways = (0..=count).map(|passes| {
        let next =
            &way * (u128::from(passing) * u128::from(count - passes)) / (u128::from(failing) * u128::from(passes + 1));
        (passes as i64, std::mem::replace(&mut way, next))
    });
    Ok(Distribution::from_ways(ways))
}

/// That a value is too large to count with.
pub(super) fn overflow(span: &Range<usize>) -> ExprError {
    ExprError::new(span.clone(), "the values of this are too large").expected("values within 64 bits")
}

/// Kronecker's substitution: both polynomials as one big number each, whose product is the product's coefficients.
fn multiply_packed(a: &Distribution, b: &Distribution, slot: usize, lowest: i64) -> Distribution {
    let product = pack(a, slot) * pack(b, slot);
    let digits = product.to_u32_digits();
    Distribution::from_ways((lowest..).zip(digits.chunks(slot).map(BigUint::from_slice)))
}

fn pack(distribution: &Distribution, slot: usize) -> BigUint {
    let (lowest, highest) = distribution.range();
    let mut digits = vec![0; (highest.abs_diff(lowest) as usize + 1) * slot];
    for (value, weight) in distribution.iter() {
        let start = value.abs_diff(lowest) as usize * slot;
        for (digit, of_weight) in digits[start..].iter_mut().zip(weight.iter_u32_digits()) {
            *digit = of_weight;
        }
    }
    BigUint::new(digits)
}

/// Pair by pair: the cheaper way for values that are few or far apart.
fn multiply_pairs(a: &Distribution, b: &Distribution) -> Distribution {
    let mut ways: BTreeMap<i64, BigUint> = BTreeMap::new();
    for (left, weight) in a.iter() {
        for (right, times) in b.iter() {
            *ways.entry(left + right).or_default() += weight * times;
        }
    }
    Distribution::from_ways(ways)
}

/// The coefficients of `(1 + x + ... + x^(sides - 1))^count`.
///
/// With `q` the power, `(1 - x - x^s + x^(s+1)) q' = n q (1 - s x^(s-1) + (s-1) x^s)`, the logarithmic derivative of
/// `((1 - x^s) / (1 - x))^n`; read off at `x^(k-1)`, each coefficient follows from three before it.
fn uniform_power(count: u64, sides: u64) -> Vec<BigUint> {
    let last = if sides == 0 { 0 } else { count * (sides - 1) };
    let mut q = vec![BigUint::one()];
    for k in 1..=last {
        let before = |back: u64| k.checked_sub(back).map(|i| &q[i as usize]);
        let mut next = &q[k as usize - 1] * (k - 1 + count);
        if let Some(earlier) = before(sides + 1) {
            next += earlier * (last + sides + 1 - k);
        }
        if let Some(earlier) = before(sides) {
            next -= earlier * (last + count + sides - k);
        }
        q.push(next / k);
    }
    q
}

/// In how many ways `count` dice all show `t` or less, and `enough` of them or more show `t` itself.
fn at_least_show(enough: u64, count: u64, t: u64) -> BigUint {
    // All ways less those in which fewer show `t`: a polynomial in `t - 1` by Horner's rule.
    let below = t - 1;
    let mut fewer = BigUint::zero();
    let mut choices = BigUint::one();
    for showing in 0..enough {
        fewer = fewer * below + &choices;
        choices = choices * (count - showing) / (showing + 1);
    }
    Pow::pow(BigUint::from(t), count) - fewer * Pow::pow(BigUint::from(below), count + 1 - enough)
}
