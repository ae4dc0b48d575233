//! How values and losses are shown: in percent where the objective is a chance, else as they are.

use chaselab_core::End;
use chaselab_solve::Objective;

/// What computing with numbers of finite length leaves.
const ROUNDING: f64 = 1e-9;

/// The unit of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// The chance of some ends.
    Chance,
    /// Any other mix of ends and turns.
    Number,
}

impl Amount {
    /// The unit of an objective.
    pub fn of(objective: &Objective) -> Self {
        let plain = |end: End| objective.end(end) == 0.0 || objective.end(end) == 1.0;
        if objective.length() == 0.0 && End::ALL.into_iter().all(plain) { Self::Chance } else { Self::Number }
    }

    /// A value.
    pub fn value(self, value: f64) -> String {
        match self {
            Self::Chance => format!("{} %", self.number(value)),
            Self::Number => self.number(value),
        }
    }

    /// A value without its unit; a chance that is neither 0 nor 1 is not rounded to it.
    pub fn number(self, value: f64) -> String {
        match self {
            Self::Chance if value > ROUNDING && value < 0.000_05 => "<0.01".to_owned(),
            Self::Chance if value < 1.0 - ROUNDING && value > 0.999_95 => ">99.99".to_owned(),
            // Rounding may leave a value a little below 0.
            Self::Chance => format!("{:.2}", (value * 100.0).max(0.0)),
            Self::Number => format!("{value:.4}").replace("-0.0000", "0.0000"),
        }
    }

    /// A loss in a table, such as `4.14 points`; a small one is not shown as none.
    pub fn loss(self, loss: f64) -> String {
        match self {
            Self::Chance if loss <= ROUNDING => "0 points".to_owned(),
            Self::Chance if loss < 0.000_05 => "< 0.01 points".to_owned(),
            Self::Chance => format!("{:.2} points", loss * 100.0),
            Self::Number if loss <= ROUNDING => "0".to_owned(),
            Self::Number if loss < 0.000_05 => "< 0.0001".to_owned(),
            Self::Number => format!("{loss:.4}"),
        }
    }

    /// A loss in a sentence: `nothing`, `less than 0.01 points`, `4.14 points`.
    pub fn lost(self, loss: f64) -> String {
        if loss <= ROUNDING { "nothing".to_owned() } else { self.loss(loss).replace('<', "less than") }
    }

    /// A loss that is a bound, such as `at most 4.14 points`.
    pub fn bound(self, words: &str, loss: f64) -> String {
        let text = self.lost(loss);
        if text.starts_with(|c: char| c.is_ascii_digit()) { format!("{words} {text}") } else { text }
    }

    /// What losses are called on an axis.
    pub fn loss_name(self) -> &'static str {
        match self {
            Self::Chance => "loss (percentage points)",
            Self::Number => "loss",
        }
    }
}

/// A share in percent without its sign; what is there but would be rounded away is not shown as nothing.
pub fn share(share: f64) -> String {
    match share {
        0.0 => "–".into(),
        small if small < 0.001 => "<0.1".into(),
        large if large > 0.999 && large < 1.0 - 1e-9 => ">99.9".into(),
        share => format!("{:.1}", share * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_percentages_and_mixes_are_numbers() {
        let amount = |text: &str| Amount::of(&text.parse().unwrap());
        assert_eq!(amount("free"), Amount::Chance);
        assert_eq!(amount("escaped + timeout"), Amount::Chance);
        assert_eq!(amount("escaped - 0.5*prey_crashed"), Amount::Number);
        assert_eq!(amount("turns"), Amount::Number);
        assert_eq!(Amount::Chance.value(0.123_456), "12.35 %");
        let three = [-1e-17, 3e-5, 0.041_4];
        assert_eq!(three.map(|loss| Amount::Chance.loss(loss)), ["0 points", "< 0.01 points", "4.14 points"]);
        assert_eq!(three.map(|loss| Amount::Chance.lost(loss)), ["nothing", "less than 0.01 points", "4.14 points"]);
        assert_eq!(
            [0.0, 3e-5, 0.041_4].map(|loss| Amount::Chance.bound("at most", loss)),
            ["nothing", "less than 0.01 points", "at most 4.14 points"]
        );
        assert_eq!(
            [0.0, 3e-5, 0.999_99, 1.0].map(|value| Amount::Chance.value(value)),
            ["0.00 %", "<0.01 %", ">99.99 %", "100.00 %"]
        );
        assert_eq!(Amount::Number.value(-0.000_01), "0.0000");
        assert_eq!([0.0, 0.000_2, 0.123_4, 0.9995, 1.0].map(share), ["–", "<0.1", "12.3", ">99.9", "100.0"]);
    }
}
