//! What a record is asked: each count and the turns, by the law of their sum over all chases.

use super::POWER;
use super::law::Law;
use super::record::Record;
use super::together;
use crate::estimate::digits;
use crate::results::{CellResult, Method, Rate};
use chaselab_core::{End, Group};
use statrs::distribution::{ContinuousCDF, Normal};

/// Up to so many chases, how many it takes is found by the exact laws; beyond, by the normal one.
const EXACT_SEARCH: u64 = 300;

/// More chases than anybody plays by hand to tell two things apart.
const MOST_MORE: f64 = 1e9;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// How many turns all chases took together.
    Turns,
    /// How many chases ended so.
    End(End),
    /// How many chases ended in a group of ends.
    Group(Group),
    /// How the chases were shared out among all ends that were noted: their names and counts.
    Together(Vec<(&'static str, u64)>),
}

impl Asked {
    /// The name in files.
    pub fn name(&self) -> String {
        match self {
            Self::Turns => "turns".into(),
            Self::End(end) => end.name().into(),
            Self::Group(group) => group.name().into(),
            Self::Together(ends) => ends.iter().map(|&(name, _)| name).collect::<Vec<_>>().join("+"),
        }
    }
}

/// What the record and the rules say to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What was asked.
    pub asked: Asked,
    /// What was noted and what the rules would bring about; nothing for several ends at once.
    pub shift: Option<Shift>,
    /// The two-sided tail.
    pub tail: f64,
    /// Between what it lies, where the law itself was sampled.
    pub tail_range: (f64, f64),
    /// The tail corrected for several questions.
    pub adjusted: f64,
    /// Between what that lies.
    pub adjusted_range: (f64, f64),
    /// Whether these rules cannot bring it about at all.
    pub impossible: bool,
}

/// What was noted beside what the rules would bring about.
#[derive(Clone, Debug, PartialEq)]
pub struct Shift {
    /// What was noted.
    pub observed: u64,
    /// The mean of such records.
    pub expected: f64,
    /// Between what such records lie with the run's confidence.
    pub usual: (u64, u64),
    /// How many further chases would tell, with a power of 80 %, if what was observed is the truth; nothing where what
    /// was observed is what is expected, or no number is needed any more.
    pub more: Option<u64>,
}

/// The law of one chase: as it is, or as it may be.
struct One {
    law: Law,
    /// The lowest and highest mean that it may have, where it was sampled.
    may: Option<(f64, f64)>,
}

/// Every answer, not yet corrected for their number.
pub fn answers(cell: &CellResult, record: &Record, level: f64) -> Vec<Answer> {
    let mut asked: Vec<(Asked, One, u64)> = Vec::new();
    if let Some(turns) = record.turns {
        asked.push((Asked::Turns, turns_of(cell), turns));
    }
    let never = || One { law: Law::coin(0.0), may: None };
    for &(end, count) in &record.ends {
        asked.push((Asked::End(end), cell.end(end).map_or_else(never, ended), count));
    }
    for &(group, count) in &record.groups {
        asked.push((Asked::Group(group), ended(cell.group(group)), count));
    }
    let together = together(cell, record);
    // Each question is asked at its share of the level, so that what is found missing then is found for certain.
    let share = level / (asked.len() + usize::from(together.is_some())) as f64;
    let mut answers: Vec<Answer> = asked
        .into_iter()
        .map(|(asked, one, observed)| answer(asked, &one, observed, record.chases, level, share))
        .collect();
    answers.extend(together);
    answers
}

fn turns_of(cell: &CellResult) -> One {
    let mean = &cell.turns.mean;
    let may = (cell.method == Method::Sampled).then_some((mean.low, mean.high));
    One { law: Law::new(&cell.turns.histogram), may }
}

fn ended(rate: &Rate) -> One {
    One { law: Law::coin(rate.rate), may: rate.count.map(|_| (rate.low, rate.high)) }
}

impl One {
    /// The same with another mean.
    fn with_mean(&self, mean: f64) -> Law {
        // What was never seen is a coin all the same.
        if self.law.range().1 <= 1 && self.law.range().0 <= 1 {
            Law::coin(mean.clamp(0.0, 1.0))
        } else {
            self.law.tilted(mean)
        }
    }
}

fn answer(asked: Asked, one: &One, observed: u64, chases: u64, level: f64, share: f64) -> Answer {
    let law = one.law.sum(chases);
    let each = observed as f64 / chases as f64;
    let mut tail = if possible(&one.law, &law, observed, chases) { law.tail(observed) } else { 0.0 };
    let mut range = (tail, tail);
    if let Some((low, high)) = one.may {
        // The tail is highest where the law's mean is what was observed, and falls to both sides.
        for mean in [low, high, each.clamp(low, high)] {
            let single = one.with_mean(mean);
            let law = single.sum(chases);
            let tail = if possible(&single, &law, observed, chases) { law.tail(observed) } else { 0.0 };
            range = (range.0.min(tail), range.1.max(tail));
        }
    }
    let impossible = range.1 == 0.0;
    tail = digits(tail);
    let more = (range.1 >= share).then(|| enough(&one.law, each, chases, share)).flatten();
    Answer {
        asked,
        shift: Some(Shift { observed, expected: digits(law.mean()), usual: law.middle(1.0 - level), more }),
        tail,
        tail_range: (digits(range.0), digits(range.1)),
        adjusted: tail,
        adjusted_range: range,
        impossible,
    }
}

/// Whether a sum can come about: it lies between the extremes, and is no gap between them.
fn possible(one: &Law, sum: &Law, observed: u64, chases: u64) -> bool {
    let (least, most) = one.range();
    let (first, last) = sum.range();
    let between = (least * chases..=most * chases).contains(&observed);
    between && (sum.chance(observed) > 0.0 || !(first..=last).contains(&observed))
}

/// How many chases beyond those played tell the law from one whose mean is what was observed.
fn enough(law: &Law, each: f64, chases: u64, share: f64) -> Option<u64> {
    let truth = law.tilted(each);
    let apart = (each - law.mean()).abs();
    if apart < 1e-9 || law.variance() == 0.0 {
        return None;
    }
    // The usual formula for a sum of independent numbers, by the normal law.
    let normal = Normal::new(0.0, 1.0).expect("the standard normal law");
    let (sure, strong) = (normal.inverse_cdf(1.0 - share / 2.0), normal.inverse_cdf(POWER));
    let formula = ((sure * law.variance().sqrt() + strong * truth.variance().sqrt()) / apart).powi(2).ceil();
    if formula > MOST_MORE {
        return None;
    }
    let all = if formula as u64 <= EXACT_SEARCH { search(law, &truth, share, formula as u64) } else { formula as u64 };
    Some(all.saturating_sub(chases).max(1))
}

/// The number of chases at which the exact power reaches what is wanted, near the one of a formula.
fn search(law: &Law, truth: &Law, share: f64, near: u64) -> u64 {
    let tells = |n: u64| law.sum(n).power(&truth.sum(n), share) >= POWER;
    let mut high = near.max(1);
    while !tells(high) {
        high += high.div_ceil(4);
    }
    let mut low = if tells(near / 2) { 0 } else { near / 2 };
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if tells(middle) { high = middle } else { low = middle }
    }
    high
}

/// All ends that were noted at once, or all groups, where there are several.
fn together(cell: &CellResult, record: &Record) -> Option<Answer> {
    let ends: Vec<(&'static str, u64, f64)> = if record.ends.len() > 1 {
        let chance = |end: End| cell.end(end).map_or(0.0, |rate| rate.rate);
        record.ends.iter().map(|&(end, count)| (end.name(), count, chance(end))).collect()
    } else if record.groups.len() > 1 {
        record.groups.iter().map(|&(group, count)| (group.name(), count, cell.group(group).rate)).collect()
    } else {
        return None;
    };
    let counts: Vec<u64> = ends.iter().map(|&(_, count, _)| count).collect();
    let chances: Vec<f64> = ends.iter().map(|&(.., chance)| chance).collect();
    let tail = digits(together::tail(&counts, &chances, record.chases)?);
    // What was never seen in sampling may still be possible: then the single ends are the better judges.
    if tail == 0.0 && cell.method == Method::Sampled {
        return None;
    }
    Some(Answer {
        asked: Asked::Together(ends.iter().map(|&(name, count, _)| (name, count)).collect()),
        shift: None,
        tail,
        tail_range: (tail, tail),
        adjusted: tail,
        adjusted_range: (tail, tail),
        impossible: tail == 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_number_of_chases_is_near_the_formula_and_enough() {
        // A coin of 1/2 against one of 0.7 at 5 % with 80 %: 44 to 49 by the usual tables.
        let (law, truth) = (Law::coin(0.5), Law::coin(0.7));
        let n = search(&law, &truth, 0.05, 47);
        assert!((40..=52).contains(&n), "{n}");
        assert!(law.sum(n).power(&truth.sum(n), 0.05) >= POWER);
        assert!(law.sum(n - 1).power(&truth.sum(n - 1), 0.05) < POWER);
        assert_eq!(enough(&law, 0.7, 10, 0.05), Some(search(&law, &truth, 0.05, 47) - 10));
        assert_eq!(enough(&law, 0.5, 10, 0.05), None);
    }
}
