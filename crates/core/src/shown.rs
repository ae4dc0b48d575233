//! What somebody wrote, as it may stand in a message: printable, and short enough for a screen.

/// The most characters of a line of a message; of a longer one the middle is left out.
const LONGEST: usize = 400;
/// How many of them stand after what is left out.
const END: usize = 100;

/// A text without characters that a terminal obeys or hides, and with its middle left out where it is long.
pub(crate) fn fit(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(4 * LONGEST));
    let length = text.chars().count();
    for (index, letter) in text.chars().enumerate() {
        if length > LONGEST && (LONGEST - END..length - END).contains(&index) {
            if index == LONGEST - END {
                line.push_str(" ... ");
            }
        } else if is_obeyed(letter) {
            line.extend(letter.escape_unicode());
        } else {
            line.push(letter);
        }
    }
    line
}

/// Control characters, and marks that turn around what is read (Unicode's Bidi_Control).
fn is_obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A number in as few digits as somebody would write: with an exponent when it is very large or very small.
pub fn number(value: f64) -> String {
    let plain = value == 0.0 || (1e-6..1e15).contains(&value.abs()) || !value.is_finite();
    if plain { value.to_string() } else { format!("{value:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_printable_and_short() {
        assert_eq!(fit("a\u{1b}[31m\n\u{202e}é"), "a\\u{1b}[31m\\u{a}\\u{202e}é");
        let long = fit(&format!("`{}` is no path", "z".repeat(5000)));
        assert!(long.starts_with("`zzz") && long.contains("z ... z") && long.ends_with("z` is no path"), "{long}");
        assert_eq!(long.chars().count(), LONGEST + " ... ".len());
    }

    #[test]
    fn numbers_have_few_digits() {
        let shown = [1e308, -1e308, 1e-320, 0.25, 3.0, -0.0, 1e9, f64::NAN].map(number);
        assert_eq!(shown, ["1e308", "-1e308", "1e-320", "0.25", "3", "-0", "1000000000", "NaN"]);
    }
}
