//! Exact chances, and how they are printed.

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{Pow, Zero};

/// An exact chance, reduced.
pub type Fraction = Ratio<BigUint>;

/// Chances below 10^-6 are printed with an exponent.
const SMALLEST_PLAIN: i64 = -6;

/// `part / whole` as a decimal of so many significant digits, correctly rounded (half up) and without trailing zeros.
///
/// Chances that are too small for floating point still show: `7.06e-779`. A `whole` of 0 shows as `0`.
pub fn decimal(part: &BigUint, whole: &BigUint, significant: u32) -> String {
    if part.is_zero() || whole.is_zero() {
        return "0".into();
    }
    let significant = i64::from(significant.max(1));
    let mut exponent = exponent(part, whole);
    let mut digits = rounded(part, whole, significant - 1 - exponent).to_string();
    if digits.len() as i64 > significant {
        // Rounded up to the next power of ten.
        exponent += 1;
    }
    digits.truncate(digits.trim_end_matches('0').len());
    let point = exponent + 1;
    if exponent < SMALLEST_PLAIN {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        format!("{first}{dot}{rest}e{exponent}")
    } else if point <= 0 {
        format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize))
    } else if digits.len() as i64 <= point {
        format!("{digits}{}", "0".repeat(point as usize - digits.len()))
    } else {
        let (before, after) = digits.split_at(point as usize);
        format!("{before}.{after}")
    }
}

/// The exponent of the leading digit: 0 from 1 up, -1 from 0.1 up.
fn exponent(part: &BigUint, whole: &BigUint) -> i64 {
    // The bits place the quotient within a factor of four, so this is right or too high by one; a shade more for f64.
    let bits = part.bits() as i64 - whole.bits() as i64 + 1;
    let mut exponent = (bits as f64 * std::f64::consts::LOG10_2 + 1e-6).floor() as i64;
    loop {
        let (part, whole) = scaled(part, whole, -exponent);
        if part >= whole {
            return exponent;
        }
        exponent -= 1;
    }
}

/// `part / whole * 10^shift`, to the nearest whole number.
fn rounded(part: &BigUint, whole: &BigUint, shift: i64) -> BigUint {
    let (part, whole) = scaled(part, whole, shift);
    (part * 2_u8 + &whole) / (whole * 2_u8)
}

/// Two numbers whose quotient is `part / whole * 10^shift`.
fn scaled(part: &BigUint, whole: &BigUint, shift: i64) -> (BigUint, BigUint) {
    let power = Pow::pow(BigUint::from(10_u8), shift.unsigned_abs());
    if shift >= 0 { (part * power, whole.clone()) } else { (part.clone(), whole * power) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(numer: u64, denom: u64, significant: u32) -> String {
        decimal(&numer.into(), &denom.into(), significant)
    }

    #[test]
    fn prints_significant_digits() {
        assert_eq!(shown(0, 1, 10), "0");
        assert_eq!(shown(1, 1, 10), "1");
        assert_eq!(shown(5803, 8000, 10), "0.725375");
        assert_eq!(shown(101, 243, 10), "0.4156378601");
        assert_eq!(shown(1, 3, 3), "0.333");
        assert_eq!(shown(2, 3, 3), "0.667");
        assert_eq!(shown(999_999, 1_000_000, 3), "1");
        assert_eq!(shown(999, 10_000, 2), "0.1");
        assert_eq!(shown(1, 16, 1), "0.06");
        assert_eq!(shown(1200, 1, 4), "1200");
        assert_eq!(shown(1200, 1, 1), "1000");
        assert_eq!(shown(25, 2, 5), "12.5");
    }

    #[test]
    fn prints_what_is_too_small_for_floating_point() {
        assert_eq!(shown(1, 1_000_000, 4), "0.000001");
        assert_eq!(shown(1, 3_000_000, 4), "3.333e-7");
        // log10(6) = 0.778151250383643...: 6^-1000 = 10^-778.151250383643 = 7.059e-779.
        assert_eq!(decimal(&1_u8.into(), &BigUint::from(6_u8).pow(1000_u32), 4), "7.059e-779");
    }
}
