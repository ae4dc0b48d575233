//! Numbers and signs as they are written on paper, but not in TOML: `100,000`, `100 000` and `95 %`, curly quotes, and a
//! colon behind a key.

use crate::shown;
use toml::de::DeValue;

/// The same number in TOML, where a text is one on paper.
pub(super) fn number(text: &str) -> Option<String> {
    match text.strip_suffix('%') {
        Some(percent) => share(percent.trim_end().parse().ok()?).map(shown::number),
        None => without_commas(&text.replace([' ', '\''], ",")),
    }
}

/// So many percent as a share: the nearest number to the decimal itself, which a division would miss.
pub(super) fn share(percent: f64) -> Option<f64> {
    format!("{percent}e-2").parse().ok().filter(|share: &f64| share.is_finite())
}

/// The number at this place of a text, in TOML, where one stands there as on paper.
pub(super) fn number_at(text: &str, at: usize) -> Option<String> {
    let (before, after) = (text.get(..at)?, text.get(at..)?);
    // What stands around it in a list is no part of it.
    ["+-.,'% ", "+-.,'%"].into_iter().find_map(|signs| {
        let part = |c: char| c.is_ascii_digit() || signs.contains(c);
        let start = before.trim_end_matches(part).len();
        let end = at + after.find(|c| !part(c)).unwrap_or(after.len());
        number(text[start..end].trim())
    })
}

/// What to write in place of the sign at this place of a text, where it is one on paper alone.
pub(super) fn sign_at(text: &str, at: usize) -> Option<&'static str> {
    let (before, after) = (text.get(..at)?, text.get(at..)?);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_key = |c: char| c.is_alphanumeric() || "-_.\"' \t".contains(c);
    if after.starts_with(['“', '”', '„', '‘', '’']) {
        Some("texts stand in straight quotes: \"...\"")
    } else if format!("{line}{after}").trim_start_matches(is_key).starts_with(':') {
        Some("a key is set by =, not by a colon")
    } else {
        None
    }
}

/// The number in TOML that a text is, or is on paper.
pub(super) fn quoted(text: &str) -> Option<String> {
    let is_number = matches!(
        DeValue::parse(text).as_ref().map(|value| value.get_ref()),
        Ok(DeValue::Integer(_) | DeValue::Float(_))
    );
    if is_number { text.parse().is_ok_and(f64::is_finite).then(|| text.to_owned()) } else { number(text) }
}

/// Thousands are set apart by commas.
fn without_commas(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let (first, groups) = whole.strip_prefix(['-', '+']).unwrap_or(whole).split_once(',')?;
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = (first.len() <= 3 && are_digits(first))
        && groups.split(',').all(|group| group.len() == 3 && are_digits(group))
        && are_digits(fraction);
    let number = text.replace(',', "_");
    (is_number && DeValue::parse(&number).is_ok()).then_some(number)
}
