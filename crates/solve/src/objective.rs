//! What the prey maximises: a linear mix of ends and of the length.

use chaselab_core::{Detail, End, Group};
use std::str::FromStr;
use thiserror::Error;

/// What the prey maximises and the catcher minimises.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Objective {
    ends: [f64; End::ALL.len()],
    length: f64,
    /// What some details of ends are worth in place of their end.
    details: Vec<(End, Detail, f64)>,
}

/// The largest factor: far beyond what anybody weighs, and as far from where numbers end.
const LARGEST: f64 = 1e12;

/// Why an expression is no objective.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ObjectiveError {
    /// A name that is neither an end, a group, nor `turns`.
    #[error("`{name}` is neither an end, nor a group of ends, nor `turns`")]
    Name {
        /// The name.
        name: String,
    },
    /// A factor with which sums and means could leave the numbers.
    #[error("a factor of an objective is at most {LARGEST:e}, found `{found}`")]
    Factor {
        /// The term that has it.
        found: String,
    },
    /// Something that is not a sum of names with factors.
    #[error("expected a sum such as `escaped - 0.5*prey_crashed`, found `{found}`")]
    Syntax {
        /// The term that cannot be read.
        found: String,
    },
}

impl Objective {
    /// The chance to get away.
    pub fn free() -> Self {
        Self::default().with_group(1.0, Group::Free)
    }

    /// This objective, and `weight` for an end.
    #[must_use]
    pub fn with_end(mut self, weight: f64, end: End) -> Self {
        self.ends[end as usize] += weight;
        self
    }

    /// This objective, and `weight` for every end of a group.
    #[must_use]
    pub fn with_group(self, weight: f64, group: Group) -> Self {
        End::ALL.into_iter().filter(|end| end.group() == group).fold(self, |this, end| this.with_end(weight, end))
    }

    /// This objective, and `weight` for every turn that is played.
    #[must_use]
    pub fn with_length(mut self, weight: f64) -> Self {
        self.length += weight;
        self
    }

    /// This objective, in which an end that came about by a detail is worth `payoff` instead: such as what follows it.
    #[must_use]
    pub fn with_payoff(mut self, end: End, detail: Detail, payoff: f64) -> Self {
        self.details.retain(|&(this, by, _)| (this, by) != (end, detail));
        self.details.push((end, detail, payoff));
        self
    }

    /// This objective without weight on the length.
    #[must_use]
    pub fn without_length(mut self) -> Self {
        self.length = 0.0;
        self
    }

    /// What an end is worth that came about by a detail.
    #[inline]
    pub fn payoff(&self, end: End, detail: Detail) -> f64 {
        let special = self.details.iter().find(|&&(this, by, _)| (this, by) == (end, detail));
        special.map_or(self.ends[end as usize], |&(.., payoff)| payoff)
    }

    /// The weight of an end.
    #[inline]
    pub fn end(&self, end: End) -> f64 {
        self.ends[end as usize]
    }

    /// The weight of a turn.
    #[inline]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// How far apart two chases can be, about: what an error of the value is measured against.
    pub fn scale(&self, max_turns: usize) -> f64 {
        let worth = || self.ends.iter().copied().chain(self.details.iter().map(|&(.., payoff)| payoff));
        let most = worth().fold(f64::NEG_INFINITY, f64::max);
        let least = worth().fold(f64::INFINITY, f64::min);
        most - least + self.length.abs() * max_turns as f64
    }
}

/// A sum of ends, groups and `turns`, each with an optional factor: `free`, `escaped - 0.5*prey_crashed + 0.01 turns`.
impl FromStr for Objective {
    type Err = ObjectiveError;

    fn from_str(text: &str) -> Result<Self, ObjectiveError> {
        let mut objective = Self::default();
        let mut rest = text.trim_start();
        let mut first = true;
        while first || !rest.is_empty() {
            let sign = match rest.chars().next() {
                Some('-') => -1.0,
                Some('+') => 1.0,
                _ if first => 1.0,
                _ => return Err(ObjectiveError::Syntax { found: rest.into() }),
            };
            let term = rest.strip_prefix(['+', '-']).unwrap_or(rest);
            let end = term_end(term);
            objective = objective.with_term(sign, term[..end].trim())?;
            rest = term[end..].trim_start();
            first = false;
        }
        Ok(objective)
    }
}

/// Where a term ends: before the next sign that is not an exponent's.
fn term_end(term: &str) -> usize {
    let exponent = |at: usize| {
        let before = &term[..at];
        before.ends_with(['e', 'E']) && before[..before.len() - 1].ends_with(|c: char| c.is_ascii_digit() || c == '.')
    };
    term.char_indices().find(|&(at, c)| matches!(c, '+' | '-') && !exponent(at)).map_or(term.len(), |(at, _)| at)
}

impl Objective {
    fn with_term(self, sign: f64, term: &str) -> Result<Self, ObjectiveError> {
        let syntax = || ObjectiveError::Syntax { found: term.into() };
        let begin = term.find(|c: char| c.is_ascii_alphabetic() && c != 'e' && c != 'E').ok_or_else(syntax)?;
        // A name may begin with an e of its own; a factor never ends with one.
        let factor_end = term[..begin].trim_end_matches(['e', 'E']).len();
        let (factor, name) = term.split_at(factor_end);
        let factor = match factor.trim_end() {
            "" => 1.0,
            factor => factor.strip_suffix('*').unwrap_or(factor).trim_end().parse::<f64>().map_err(|_| syntax())?,
        };
        if !factor.is_finite() || factor.abs() > LARGEST {
            return Err(ObjectiveError::Factor { found: term.into() });
        }
        let weight = sign * factor;
        if let Some(end) = End::ALL.into_iter().find(|end| end.name() == name) {
            return Ok(self.with_end(weight, end));
        }
        if let Some(group) = Group::ALL.into_iter().find(|group| group.name() == name) {
            return Ok(self.with_group(weight, group));
        }
        if name == "turns" {
            return Ok(self.with_length(weight));
        }
        Err(ObjectiveError::Name { name: name.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_sums_of_names() {
        assert_eq!("free".parse(), Ok(Objective::free()));
        let mixed = Objective::default().with_end(1.0, End::Escaped).with_end(-0.5, End::PreyCrashed).with_length(0.01);
        assert_eq!("escaped - 0.5*prey_crashed + 1e-2 turns".parse(), Ok(mixed.clone()));
        assert_eq!("-0.5 * prey_crashed+0.01*turns +escaped".parse(), Ok(mixed));
        assert_eq!("-stopped".parse(), Ok(Objective::default().with_group(-1.0, Group::Stopped)));
    }

    #[test]
    fn a_detail_can_be_worth_something_else() {
        let objective =
            Objective::free().with_payoff(End::Caught, Detail(3), 0.25).with_payoff(End::Caught, Detail(3), 1.5);
        assert_eq!(objective.payoff(End::Caught, Detail(3)), 1.5);
        assert_eq!((objective.payoff(End::Caught, Detail(2)), objective.end(End::Caught)), (0.0, 0.0));
        assert_eq!(objective.payoff(End::Escaped, Detail(3)), 1.0);
        assert_eq!((objective.scale(9), Objective::free().scale(9)), (1.5, 1.0));
    }

    #[test]
    fn other_text_is_an_error() {
        assert_eq!("escape".parse::<Objective>(), Err(ObjectiveError::Name { name: "escape".into() }));
        for text in ["", "2", "free free", "free +", "* free", "x2 * free", "1e999 free"] {
            assert!(text.parse::<Objective>().is_err(), "{text}");
        }
        let error = "1e308 free + 1e308 free".parse::<Objective>().unwrap_err();
        assert_eq!(error.to_string(), "a factor of an objective is at most 1e12, found `1e308 free`");
    }
}
