//! Fudge's ladder: words and numbers (rules/fudge.md 1).

use std::fmt;

/// A level of the Fudge ladder; Fair is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ladder(pub i16);

const WORDS: [(&str, i16); 9] = [
    ("Legendary", 4),
    ("Superb", 3),
    ("Great", 2),
    ("Good", 1),
    ("Fair", 0),
    ("Mediocre", -1),
    ("Poor", -2),
    ("Terrible", -3),
    ("Abysmal", -4),
];

impl Ladder {
    /// The words from Legendary down to Abysmal.
    pub fn words() -> impl Iterator<Item = &'static str> {
        WORDS.iter().map(|&(word, _)| word)
    }

    /// Reads a word in any case, `+2`, `2`, `Super 5` or `Legendary II`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(&(_, level)) = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)) {
            return Some(Self(level));
        }
        let mut parts = text.split_whitespace();
        match (parts.next()?, parts.next(), parts.next()) {
            (number, None, None) => number.parse().ok().map(Self),
            (word, Some(steps), None) if word.eq_ignore_ascii_case("super") => steps.parse().ok().map(Self),
            (word, Some(numeral), None) if word.eq_ignore_ascii_case("legendary") => {
                ["I", "II", "III", "IV", "V", "VI"]
                    .iter()
                    .position(|roman| roman.eq_ignore_ascii_case(numeral))
                    .map(|i| Self(4 + i as i16))
            }
            _ => None,
        }
    }
}

/// The word with the number, such as `Great (+2)`.
impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match WORDS.iter().find(|&&(_, level)| level == self.0) {
            Some((word, level)) => write!(f, "{word} ({level:+})"),
            None if self.0 > 4 => write!(f, "Super {0} ({0:+})", self.0),
            None => write!(f, "{:+}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_players_write() {
        for (text, level) in
            [("great", 2), ("+2", 2), ("2", 2), ("-3", -3), ("Super 5", 5), ("Legendary II", 5), ("Fair", 0)]
        {
            assert_eq!(Ladder::parse(text), Some(Ladder(level)), "{text}");
        }
        for text in ["", "Grate", "2.5", "Super", "Legendary X", "Great Good"] {
            assert_eq!(Ladder::parse(text), None, "{text}");
        }
        assert_eq!(Ladder(2).to_string(), "Great (+2)");
        assert_eq!(Ladder(0).to_string(), "Fair (+0)");
        assert_eq!(Ladder(5).to_string(), "Super 5 (+5)");
        assert_eq!(Ladder(-5).to_string(), "-5");
    }
}
