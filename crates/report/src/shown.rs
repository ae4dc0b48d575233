//! How numbers are shown: with as many digits as their uncertainty warrants, and never without it.

use chaselab_lab::results::{Mean, Rate};

/// A number and its uncertainty, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The number, such as `56.50 %`, or the bound on it, such as `< 0.0018 %`.
    pub value: String,
    /// What belongs to it: `± 0.10`, an interval `0.056–0.079`, or nothing when the value says it all.
    pub spread: String,
}

impl Shown {
    /// Both on one line.
    pub fn line(&self) -> String {
        if self.spread.is_empty() {
            self.value.clone()
        } else if self.spread.starts_with('±') {
            format!("{} {}", self.value, self.spread)
        } else {
            format!("{} ({})", self.value, self.spread)
        }
    }

    /// The uncertainty below the number.
    pub fn lines(&self) -> String {
        if self.spread.is_empty() { self.value.clone() } else { format!("{}\n{}", self.value, self.spread) }
    }
}

/// From this ratio of its longer side to its shorter one on, an interval is shown by its ends; below it as `±` the
/// longer side.
const LOPSIDED: f64 = 1.25;

/// A rate in percent. A sampled rate of 0 or 1 is shown as the bound that its interval gives; a lopsided interval is
/// shown by its ends.
pub fn rate(rate: &Rate) -> Shown {
    let percent = rate.rate * 100.0;
    let (low, high) = (rate.low * 100.0, rate.high * 100.0);
    if rate.count.is_none() {
        return Shown { value: format!("{} %", exact(percent)), spread: String::new() };
    }
    if rate.rate == 0.0 {
        return Shown { value: format!("< {high:.*} %", two_digits(high)), spread: String::new() };
    }
    if rate.rate == 1.0 {
        return Shown { value: format!("> {low:.*} %", two_digits(100.0 - low)), spread: String::new() };
    }
    let half = (high - low) / 2.0;
    let (below, above) = (percent - low, high - percent);
    if above.max(below) > LOPSIDED * above.min(below) {
        let decimals = lopsided_decimals(half, low, percent, high);
        let spread = format!("{low:.decimals$}–{high:.decimals$}");
        return Shown { value: format!("{percent:.decimals$} %"), spread };
    }
    let decimals = decimals(half);
    Shown { value: format!("{percent:.decimals$} %"), spread: format!("± {:.decimals$}", above.max(below)) }
}

/// A mean number of turns.
pub fn mean(mean: &Mean) -> Shown {
    let half = (mean.high - mean.low) / 2.0;
    if half > 0.0 {
        let decimals = decimals(half);
        Shown { value: format!("{:.decimals$}", mean.mean), spread: format!("± {half:.decimals$}") }
    } else {
        let decimals = exact_decimals(mean.mean.abs());
        let text = format!("{:.decimals$}", mean.mean);
        Shown { value: if decimals > 0 { trimmed(text) } else { text }, spread: String::new() }
    }
}

/// A difference with its interval, each with its sign; an exact one has no interval and four digits, and what would be
/// rounded to nothing is shown as a bound.
pub fn difference(delta: f64, low: f64, high: f64) -> Shown {
    let half = (high - low) / 2.0;
    if half <= 0.0 {
        let value = match delta {
            0.0 => "0".to_owned(),
            small if small.abs() < LEAST / 2.0 => {
                format!("{} {}", if small > 0.0 { "<" } else { ">" }, signed(LEAST.copysign(small), MOST))
            }
            delta => signed(delta, exact_decimals(delta.abs())),
        };
        return Shown { value, spread: String::new() };
    }
    let (below, above) = (delta - low, high - delta);
    let decimals = decimals(half);
    let lopsided = above.max(below) > LOPSIDED * above.min(below);
    let spread = if lopsided {
        format!("{} to {}", signed(low, decimals), signed(high, decimals))
    } else {
        format!("± {:.decimals$}", above.max(below))
    };
    Shown { value: signed(delta, decimals), spread }
}

/// A number with its sign; what is rounded to 0 has none.
fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    if text[1..].chars().all(|c| c == '0' || c == '.') { text[1..].to_owned() } else { text.replace('-', "−") }
}

/// A rate in percent with one decimal and no sign, for where there is no room: what would be rounded to 0 or 100 but
/// is neither, or was only sampled so, is shown as a bound.
pub fn brief(rate: &Rate) -> String {
    if rate.count.is_none() && (rate.rate == 0.0 || rate.rate == 1.0) {
        return format!("{:.0}", rate.rate * 100.0);
    }
    match format!("{:.1}", rate.rate * 100.0).as_str() {
        "0.0" if rate.high < 0.001 => "<0.1".to_owned(),
        "0.0" => format!("<{:.1}", rate.high * 100.0 + 0.05),
        "100.0" if rate.low > 0.999 => ">99.9".to_owned(),
        "100.0" => format!(">{:.1}", rate.low * 100.0 - 0.05),
        text => text.to_owned(),
    }
}

/// A text with real minus signs: a hyphen before a digit is one where a number begins, one inside a word is not.
pub fn minus(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let begins = matches!(before, ' ' | '(' | '[' | ',') && rest.peek().is_some_and(char::is_ascii_digit);
        shown.push(if c == '-' && begins { '−' } else { c });
        before = c;
    }
    shown
}

/// A share in percent with two decimals and no sign; what would be rounded to 0 but is not is shown as a bound.
pub fn small(share: f64) -> String {
    if share > 0.0 && share < 0.000_05 { "< 0.01".to_owned() } else { format!("{:.2}", share * 100.0) }
}

/// A whole number with its thousands apart.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// A confidence such as `95 %`.
pub fn confidence(confidence: f64) -> String {
    format!("{} %", trimmed(format!("{:.6}", confidence * 100.0)))
}

/// Exact numbers are shown with so many decimals at most: the data files hold all of them.
const MOST: usize = 4;
/// The least that so many decimals show.
const LEAST: f64 = 1e-4;

/// An exact percentage: four digits; what would be rounded to 0 or 100 is shown as a bound.
fn exact(percent: f64) -> String {
    if percent == 0.0 || percent == 100.0 {
        return format!("{percent:.0}");
    }
    match format!("{percent:.*}", exact_decimals(percent)).as_str() {
        "0.0000" => format!("< {LEAST:.MOST$}"),
        "100.0" | "100.00" => "> 99.99".to_owned(),
        text => text.to_owned(),
    }
}

/// How many decimals show four digits of a number that is exact, four decimals at most.
fn exact_decimals(number: f64) -> usize {
    if number < LEAST { MOST } else { (3 - number.log10().floor() as i32).clamp(0, MOST as i32) as usize }
}

/// How many decimals show two significant digits of a positive number.
fn two_digits(number: f64) -> usize {
    (1 - number.log10().floor() as i32).max(0) as usize
}

/// How many decimals a number with this uncertainty is shown with, by the rule of the Particle Data Group (Review of
/// Particle Physics, introduction 5.3): two digits of an uncertainty that begins with 100 to 354, one up to 949, and
/// from there two of the next power of ten.
pub fn decimals(uncertainty: f64) -> usize {
    let exponent = uncertainty.log10().floor() as i32;
    let leading = (uncertainty / 10_f64.powi(exponent - 2)).round() as i32;
    let decimals = if leading <= 354 { 1 - exponent } else { -exponent };
    decimals.max(0) as usize
}

/// How many decimals a lopsided interval is shown with: more where its ends would otherwise look like the number
/// itself, or like 0 or 100.
fn lopsided_decimals(half: f64, low: f64, percent: f64, high: f64) -> usize {
    const MOST: usize = 12;
    let told_apart = |decimals: &usize| {
        let shown = [0.0, low, percent, high, 100.0].map(|number| format!("{number:.*}", *decimals));
        shown.windows(2).all(|pair| pair[0] != pair[1])
    };
    (decimals(half)..MOST).find(told_apart).unwrap_or(MOST)
}

fn trimmed(number: String) -> String {
    number.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaselab_lab::estimate::Estimator;

    fn sampled(count: u64, n: u64) -> Rate {
        Estimator::new(0.95).rate(count, n)
    }

    fn exactly(rate: f64) -> Rate {
        Rate { count: None, rate, low: rate, high: rate }
    }

    #[test]
    fn rates_carry_their_uncertainty() {
        // Half-widths by hand: 1.96 * sqrt(p * (1 - p) / n).
        assert_eq!(rate(&sampled(564_958, 1_000_000)).line(), "56.50 % ± 0.10");
        assert_eq!(rate(&sampled(50, 100)).line(), "50 % ± 10");
        assert_eq!(rate(&sampled(88_000, 1_000_000)).line(), "8.80 % ± 0.06");
        // Wilson's interval of 133 in 200,000 is 0.0561 to 0.0788 %: 0.0123 above, 0.0104 below.
        assert_eq!(rate(&sampled(133, 200_000)).line(), "0.067 % ± 0.012");
        // Of 9 in 1,000,000: (9 + 1.92) / n = 0.00109 %, give or take 1.96 * sqrt(9 + 0.96) / n = 0.00062 %.
        assert_eq!(rate(&sampled(9, 1_000_000)).line(), "0.0009 % (0.0005–0.0017)");
        assert_eq!(rate(&sampled(9, 1_000_000)).lines(), "0.0009 %\n0.0005–0.0017");
        assert_eq!(rate(&sampled(1, 1_000_000)).line(), "0.00010 % (0.00002–0.00057)");
    }

    #[test]
    fn nothing_and_everything_are_bounds() {
        // 1 - 0.025^(1 / 200,000) = 1.844e-5.
        assert_eq!(rate(&sampled(0, 200_000)).line(), "< 0.0018 %");
        assert_eq!(rate(&sampled(200_000, 200_000)).line(), "> 99.9982 %");
        // 1 - 0.025^(1 / 200) = 1.83 %.
        assert_eq!(rate(&sampled(0, 200)).line(), "< 1.8 %");
    }

    #[test]
    fn exact_rates_stand_alone() {
        let shown = |number| rate(&exactly(number)).line();
        assert_eq!(shown(0.564_958_068), "56.50 %");
        assert_eq!(shown(0.053_073_4), "5.307 %");
        assert_eq!(shown(0.000_200_54), "0.0201 %");
        assert_eq!(shown(0.999_342_731), "99.93 %");
        assert_eq!(shown(0.999_999_731), "> 99.99 %");
        assert_eq!(shown(0.000_000_022_56), "< 0.0001 %");
        assert_eq!(shown(0.0), "0 %");
        assert_eq!(shown(1.0), "100 %");
        assert_eq!(shown(1e-15), "< 0.0001 %");
    }

    #[test]
    fn differences_carry_signs_and_intervals() {
        let shown = |delta, low, high| difference(delta, low, high).line();
        assert_eq!(shown(0.831_12, 0.831_12, 0.831_12), "+0.8311");
        assert_eq!(shown(-12.345_67, -12.345_67, -12.345_67), "−12.35");
        assert_eq!(shown(-0.000_123_4, -0.000_123_4, -0.000_123_4), "−0.0001");
        assert_eq!(shown(0.000_05, 0.000_05, 0.000_05), "+0.0001");
        assert_eq!(shown(0.000_04, 0.000_04, 0.000_04), "< +0.0001");
        assert_eq!(shown(-1e-9, -1e-9, -1e-9), "> −0.0001");
        assert_eq!(shown(0.0, 0.0, 0.0), "0");
        assert_eq!(shown(10.73, 10.61, 10.85), "+10.73 ± 0.12");
        assert_eq!(shown(-0.02, -0.09, 0.01), "−0.02 (−0.09 to +0.01)");
        assert_eq!(shown(0.0, -0.004, 0.004), "0.000 ± 0.004");
    }

    #[test]
    fn brief_rates_never_round_away() {
        assert_eq!(brief(&sampled(564_958, 1_000_000)), "56.5");
        assert_eq!(brief(&sampled(3, 1_000_000)), "<0.1");
        assert_eq!(brief(&sampled(0, 100)), "<3.7");
        assert_eq!(brief(&sampled(999_999, 1_000_000)), ">99.9");
        assert_eq!(brief(&exactly(1.0)), "100");
        assert_eq!(brief(&exactly(0.0)), "0");
    }

    #[test]
    fn only_signs_of_numbers_become_minus_signs() {
        assert_eq!(minus("-4"), "−4");
        assert_eq!(minus("prey risk -2, catcher pace flat-out"), "prey risk −2, catcher pace flat-out");
        assert_eq!(minus("gear-2 by -1"), "gear-2 by −1");
        assert_eq!(minus("[-1, -0.5]"), "[−1, −0.5]");
    }

    #[test]
    fn small_shares_never_round_away() {
        assert_eq!([0.0, 0.000_04, 0.000_05, 0.012_34].map(small), ["0.00", "< 0.01", "0.01", "1.23"]);
    }

    #[test]
    fn lengths_counts_and_confidences() {
        let turns = |mean, low, high| self::mean(&Mean { mean, low, high }).line();
        assert_eq!(turns(7.666_1, 7.656_1, 7.676_1), "7.666 ± 0.010");
        assert_eq!(turns(3.019_049, 3.019_049, 3.019_049), "3.019");
        assert_eq!([turns(13.0, 13.0, 13.0), turns(1_230.0, 1_230.0, 1_230.0)], ["13", "1230"]);
        assert_eq!(["7", "200,000", "1,234,567"], [7, 200_000, 1_234_567].map(count).each_ref().map(String::as_str));
        assert_eq!(confidence(0.95), "95 %");
        assert_eq!(confidence(0.999), "99.9 %");
    }
}
