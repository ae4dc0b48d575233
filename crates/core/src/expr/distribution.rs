//! Exact distributions: whole values with big integer weights.

use super::fraction::Fraction;
use crate::dice::{Dice, DiceError};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};
use thiserror::Error;

/// The values that a roll can show, each with the number of equally likely ways to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// In ascending order, each with a positive weight; never empty.
    ways: Vec<(i64, BigUint)>,
    total: BigUint,
}

/// Why a distribution is no [`Dice`], which chases are played with.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NotDice {
    /// A value is beyond 16 bits.
    #[error("a roll of a chase shows values from -32768 to 32767, this one from {lowest} to {highest}")]
    Range {
        /// The lowest value.
        lowest: i64,
        /// The highest value.
        highest: i64,
    },
    /// The weights are beyond 64 bits, even in lowest terms.
    #[error("a roll of a chase has at most 2^64 - 1 ways, this one more than 2^{bits}", bits = .bits - 1)]
    Ways {
        /// The bits of the number of ways.
        bits: u64,
    },
    /// The weights are no die.
    #[error(transparent)]
    Dice(#[from] DiceError),
}

impl Distribution {
    pub(super) fn constant(value: i64) -> Self {
        Self { ways: vec![(value, BigUint::one())], total: BigUint::one() }
    }

    /// From weights in ascending order of their values, of which one at least is positive.
    pub(super) fn from_ways(ways: impl IntoIterator<Item = (i64, BigUint)>) -> Self {
        let ways: Vec<_> = ways.into_iter().filter(|(_, weight)| !weight.is_zero()).collect();
        let total = ways.iter().map(|(_, weight)| weight).sum();
        debug_assert!(!ways.is_empty() && ways.is_sorted_by(|a, b| a.0 < b.0));
        Self { ways, total }
    }

    /// The same weights at `map(value)`, which keeps or turns around the order; `None` when a value overflows.
    pub(super) fn moved(self, map: impl Fn(i64) -> Option<i64>) -> Option<Self> {
        let Self { ways, total } = self;
        let mut ways: Vec<_> =
            ways.into_iter().map(|(value, weight)| Some((map(value)?, weight))).collect::<Option<_>>()?;
        if ways.first() > ways.last() {
            ways.reverse();
        }
        Some(Self { ways, total })
    }

    /// The values in ascending order, each with its weight: the number of equally likely ways to it.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, &BigUint)> + ExactSizeIterator {
        self.ways.iter().map(|(value, weight)| (*value, weight))
    }

    /// The values in ascending order, each with the ways to it or less.
    pub fn cumulative(&self) -> impl Iterator<Item = (i64, BigUint)> + '_ {
        self.iter().scan(BigUint::zero(), |so_far, (value, weight)| {
            *so_far += weight;
            Some((value, so_far.clone()))
        })
    }

    /// The lowest and the highest value.
    pub fn range(&self) -> (i64, i64) {
        let value = |way: Option<&(i64, BigUint)>| way.map_or(0, |&(value, _)| value);
        (value(self.ways.first()), value(self.ways.last()))
    }

    /// The number of all ways.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// The ways to values that `wanted` holds for.
    pub fn ways(&self, wanted: impl Fn(i64) -> bool) -> BigUint {
        self.iter().filter(|&(value, _)| wanted(value)).map(|(_, weight)| weight).sum()
    }

    /// The exact chance of a value.
    pub fn fraction(&self, value: i64) -> Fraction {
        self.chance(|other| other == value)
    }

    /// The chance of a value.
    pub fn probability(&self, value: i64) -> f64 {
        let ways = self.ways(|other| other == value);
        Ratio::new_raw(ways, self.total.clone()).to_f64().unwrap_or(f64::NAN)
    }

    /// The exact chance of `value` or less.
    pub fn at_most(&self, value: i64) -> Fraction {
        self.chance(|other| other <= value)
    }

    /// The exact chance of `value` or more.
    pub fn at_least(&self, value: i64) -> Fraction {
        self.chance(|other| other >= value)
    }

    /// The exact chance of the values that `wanted` holds for.
    pub fn chance(&self, wanted: impl Fn(i64) -> bool) -> Fraction {
        Fraction::new(self.ways(wanted), self.total.clone())
    }

    /// The exact mean.
    pub fn exact_mean(&self) -> Ratio<BigInt> {
        Ratio::new(self.moment(i128::from), self.total.clone().into())
    }

    /// The exact variance.
    pub fn exact_variance(&self) -> Ratio<BigInt> {
        let total = BigInt::from(self.total.clone());
        let mean = self.moment(i128::from);
        let square = self.moment(|value| i128::from(value) * i128::from(value));
        Ratio::new(square * &total - &mean * &mean, &total * &total)
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.exact_mean().to_f64().unwrap_or(f64::NAN)
    }

    /// The standard deviation.
    pub fn sd(&self) -> f64 {
        self.exact_variance().to_f64().unwrap_or(f64::NAN).sqrt()
    }

    /// The sum of `of(value)` over all ways.
    fn moment(&self, of: impl Fn(i64) -> i128) -> BigInt {
        self.iter().map(|(value, weight)| BigInt::from(of(value)) * BigInt::from(weight.clone())).sum()
    }

    /// The same as dice that chases are played with, in lowest terms.
    ///
    /// # Errors
    /// When a value is beyond 16 bits or the ways are beyond 64.
    pub fn to_dice(&self, name: &str) -> Result<Dice, NotDice> {
        let (lowest, highest) = self.range();
        let range = || NotDice::Range { lowest, highest };
        let values =
            self.iter().map(|(value, _)| i16::try_from(value)).collect::<Result<Vec<_>, _>>().map_err(|_| range())?;
        let common = self.common()?;
        let weights = self.iter().map(|(_, weight)| u64::try_from(weight / &common));
        let faces = values.into_iter().zip(weights).map(|(value, weight)| Some((value, weight.ok()?)));
        let faces: Option<Vec<_>> = faces.collect();
        Ok(Dice::from_weights(name, faces.ok_or_else(range)?)?)
    }

    /// What all weights have in common. It only shrinks, to the half or less each time, and no more than 64 times before
    /// there are too many ways: so the weights are mostly divided, which is quick, and rarely reduced, which is not.
    fn common(&self) -> Result<BigUint, NotDice> {
        let mut common = self.iter().map(|(_, weight)| weight).min().cloned().unwrap_or_default();
        let fits = |common: &BigUint| match (&self.total / common).bits() {
            bits if bits > u64::BITS.into() => Err(NotDice::Ways { bits }),
            _ => Ok(()),
        };
        fits(&common)?;
        for (_, weight) in self.iter() {
            let rest = weight % &common;
            if !rest.is_zero() {
                common = common.gcd(&rest);
                fits(&common)?;
            }
        }
        Ok(common)
    }
}
