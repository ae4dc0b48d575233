//! What decides whether the prey gets free: the drivers' skill, the machines, or luck.
//!
//! The outcome of a chase is 1 when the prey gets free and 0 otherwise. Both sides' skills and both sides' machines are
//! spread evenly over three neighbouring steps each, independently. Then the variance of the outcome splits, without a
//! rest, into the first-order share of skill, that of machine, what only both together explain, and luck: the mean of
//! p (1 - p) (Sobol 1993, "Sensitivity estimates for nonlinear mathematical models", with luck as one more factor).

use super::dial::Dial;
use super::variants::{Numbers, Reading, Spot, Variants};
use chaselab_core::{Group, Side};
use chaselab_systems::SystemId;

/// Shares of the variance of the outcome. They add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// Of what stands in the rows.
    pub rows: f64,
    /// Of what stands in the columns.
    pub columns: f64,
    /// Of both together, beyond what each explains alone.
    pub together: f64,
    /// Of luck.
    pub luck: f64,
}

/// Splits the variance of an outcome whose chance is `chances[row][column]`, all rows and columns alike likely; nothing
/// when the outcome is always the same.
pub fn split(chances: &[Vec<f64>]) -> Option<Split> {
    let mean = |numbers: &mut dyn Iterator<Item = f64>| {
        let (sum, count) = numbers.fold((0.0, 0_u32), |(sum, count), number| (sum + number, count + 1));
        sum / f64::from(count)
    };
    let all = || chances.iter().flatten().copied();
    let overall = mean(&mut all());
    let variance = overall * (1.0 - overall);
    // What rounding leaves of a certain outcome is no variance.
    if variance.is_nan() || variance <= 1e-12 {
        return None;
    }
    let spread = |means: Vec<f64>| mean(&mut means.iter().map(|number| (number - overall).powi(2)));
    let rows = spread(chances.iter().map(|row| mean(&mut row.iter().copied())).collect());
    let columns =
        spread((0..chances[0].len()).map(|column| mean(&mut chances.iter().map(|row| row[column]))).collect());
    let explained = spread(all().collect());
    let luck = mean(&mut all().map(|chance| chance * (1.0 - chance)));
    // Rounding may leave a trace below 0 of what is nothing.
    let together = (explained - rows - columns).max(0.0);
    Some(Split {
        rows: rows / variance,
        columns: columns / variance,
        together: together / variance,
        luck: luck / variance,
    })
}

/// What decides the chases of one system.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// Of the drivers' skill.
    pub skill: Portion,
    /// Of the machines.
    pub machine: Portion,
    /// Of both together, and of luck; nothing when the outcome is always the same.
    pub split: Option<Split>,
    /// Over how many settings.
    pub settings: usize,
}

/// The share of one factor, or why it has none.
#[derive(Clone, Debug, PartialEq)]
pub enum Portion {
    /// It was moved, by these dials.
    Moved(Vec<String>),
    /// It was not: this term of the system hides it, or the system does not read it.
    Unread(Reading),
}

/// The settings over which shares are taken.
pub(super) struct Square {
    skill: Portion,
    machine: Portion,
    /// Skills of both sides by machines of both sides.
    spots: Vec<Vec<Spot>>,
}

/// For each combination of the sides' steps, where the dials stand.
type Combinations<'a> = Vec<Vec<(&'a Dial, usize)>>;

impl Square {
    pub fn new(dials: &[Dial], system: SystemId, variants: &mut Variants<'_>) -> Self {
        let (skill, rows) = factor(dials, system, variants, |dial| dial.kind.is_skill());
        let (machine, columns) = factor(dials, system, variants, |dial| dial.kind.is_machine());
        let mut spots = Vec::new();
        for row in &rows {
            let line = columns.iter().map(|column| {
                let moves: Vec<(&Dial, usize)> = row.iter().chain(column).copied().collect();
                variants.ask(system, &moves)
            });
            // A setting that cannot be played leaves its whole row out, so that factors stay independent.
            spots.extend(line.collect::<Option<Vec<Spot>>>());
        }
        Self { skill, machine, spots }
    }

    pub fn shares(&self, numbers: &Numbers<'_>) -> Shares {
        let chance = |&spot: &Spot| numbers.at(spot).group(Group::Free).rate;
        let chances: Vec<Vec<f64>> = self.spots.iter().map(|row| row.iter().map(chance).collect()).collect();
        Shares {
            skill: self.skill.clone(),
            machine: self.machine.clone(),
            split: if chances.is_empty() { None } else { split(&chances) },
            settings: chances.iter().map(Vec::len).sum(),
        }
    }
}

/// Both sides' steps of one factor: all dials of a side that belong to it move together, a side's three steps with each
/// of the other's. A factor that a term of the system hides for any side is not moved at all.
fn factor<'a>(
    dials: &'a [Dial],
    system: SystemId,
    variants: &Variants<'_>,
    belongs: impl Fn(&Dial) -> bool,
) -> (Portion, Combinations<'a>) {
    let still = |why: Reading| (Portion::Unread(why), vec![Vec::new()]);
    let mut read: Vec<&Dial> = Vec::new();
    for dial in dials.iter().filter(|dial| belongs(dial) && dial.three().is_some()) {
        match variants.reading(system, dial) {
            Reading::Read => read.push(dial),
            hidden @ Reading::HiddenBy(_) => return still(hidden),
            Reading::Ignored => {}
        }
    }
    if read.is_empty() {
        return still(Reading::Ignored);
    }
    let of = |side: Side, step: usize| {
        let own = read.iter().filter(move |dial| dial.side == Some(side));
        own.filter_map(move |&dial| Some((dial, dial.three()?[step]))).collect::<Vec<_>>()
    };
    let steps = (0..3).flat_map(|prey| (0..3).map(move |catcher| (prey, catcher)));
    let combinations = steps.map(|(prey, catcher)| [of(Side::Prey, prey), of(Side::Catcher, catcher)].concat());
    (Portion::Moved(read.iter().map(|dial| dial.name()).collect()), combinations.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn two_by_two_by_hand() {
        // Mean 1/2, so the variance is 1/4. Row means 0.3 and 0.7: 0.04. Column means 0.4 and 0.6: 0.01. Spread of the
        // chances: (0.09 + 0.01 + 0.01 + 0.09) / 4 = 0.05, all of it explained. Luck: (0.16 + 0.24 + 0.24 + 0.16) / 4.
        let even = split(&[vec![0.2, 0.4], vec![0.6, 0.8]]).unwrap();
        assert_relative_eq!(even.rows, 0.16, epsilon = 1e-12);
        assert_relative_eq!(even.columns, 0.04, epsilon = 1e-12);
        assert_relative_eq!(even.together, 0.0, epsilon = 1e-12);
        assert_relative_eq!(even.luck, 0.8, epsilon = 1e-12);
        // Mean 0.4, variance 0.24. Row means 0.2 and 0.6: 0.04. Column means 0.3 and 0.5: 0.01. Spread: (0.04 + 0.04 + 0
        // + 0.16) / 4 = 0.06, so 0.01 by both together. Luck: (0.16 + 0.16 + 0.24 + 0.16) / 4 = 0.18.
        let bent = split(&[vec![0.2, 0.2], vec![0.4, 0.8]]).unwrap();
        assert_relative_eq!(bent.rows, 0.04 / 0.24, epsilon = 1e-12);
        assert_relative_eq!(bent.columns, 0.01 / 0.24, epsilon = 1e-12);
        assert_relative_eq!(bent.together, 0.01 / 0.24, epsilon = 1e-12);
        assert_relative_eq!(bent.luck, 0.18 / 0.24, epsilon = 1e-12);
        let crossed = split(&[vec![0.0, 1.0], vec![1.0, 0.0]]).unwrap();
        assert_eq!((crossed.rows, crossed.columns, crossed.together, crossed.luck), (0.0, 0.0, 1.0, 0.0));
    }

    #[test]
    fn what_never_varies_has_no_shares() {
        assert_eq!(split(&[vec![0.0, 0.0]]), None);
        assert_eq!(split(&[vec![1.0], vec![1.0]]), None);
    }
}
