//! Small dense linear programs by exact pivots on a condensed tableau.

/// Entries of the objective row above this are as good as optimal. Programs are scaled to entries near 1.
const OPTIMAL: f64 = 1e-14;
/// Smaller pivots are taken for rounding.
const PIVOT: f64 = 1e-11;

/// `maximise c x, A x <= b, x >= 0` with `b >= 0`, so that `x = 0` is where it begins.
///
/// The entering variable is the one with the steepest objective, and once that has gone on for long, the one with the
/// lowest index (Bland 1977), which cannot cycle. Ties of the ratio test go to the lowest index. So every bounded
/// program has an answer, and the same program always the same one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Simplex {
    /// Rows of constraints and then the objective; a right-hand side after each row's columns.
    tableau: Vec<f64>,
    width: usize,
    /// The variable that stands in each row; slacks come after the proper variables.
    basic: Vec<usize>,
    /// The variable of each column.
    nonbasic: Vec<usize>,
}

impl Simplex {
    /// Solves a program: constraint `i` has the coefficients `constraint(i, j)` and the bound `bound(i)`.
    pub(crate) fn maximise(
        &mut self,
        objective: impl Fn(usize) -> f64,
        (constraints, variables): (usize, usize),
        constraint: impl Fn(usize, usize) -> f64,
        bound: impl Fn(usize) -> f64,
    ) {
        self.width = variables + 1;
        self.tableau.clear();
        for i in 0..constraints {
            self.tableau.extend((0..variables).map(|j| constraint(i, j)));
            self.tableau.push(bound(i));
        }
        self.tableau.extend((0..variables).map(|j| -objective(j)));
        self.tableau.push(0.0);
        self.basic.clear();
        self.basic.extend(variables..variables + constraints);
        self.nonbasic.clear();
        self.nonbasic.extend(0..variables);
        let patience = 4 * (constraints + variables);
        for step in 0.. {
            let Some(column) = self.entering(step >= patience) else { return };
            let Some(row) = self.leaving(column) else { return };
            self.pivot(row, column);
            if step > 100 * patience {
                return;
            }
        }
    }

    /// The objective at the solution.
    pub(crate) fn value(&self) -> f64 {
        self.tableau[self.tableau.len() - 1]
    }

    /// The solution: `x` by variable.
    pub(crate) fn primal(&self, into: &mut Vec<f64>) {
        into.clear();
        into.resize(self.nonbasic.len(), 0.0);
        for (row, &variable) in self.basic.iter().enumerate() {
            if variable < into.len() {
                into[variable] = self.tableau[row * self.width + self.width - 1].max(0.0);
            }
        }
    }

    /// The solution of the dual program: prices by constraint.
    pub(crate) fn dual(&self, into: &mut Vec<f64>) {
        into.clear();
        into.resize(self.basic.len(), 0.0);
        let last = &self.tableau[self.basic.len() * self.width..];
        for (column, &variable) in self.nonbasic.iter().enumerate() {
            if variable >= self.nonbasic.len() {
                into[variable - self.nonbasic.len()] = last[column].max(0.0);
            }
        }
    }

    fn entering(&self, lowest: bool) -> Option<usize> {
        let last = &self.tableau[self.basic.len() * self.width..][..self.nonbasic.len()];
        let open = (0..last.len()).filter(|&column| last[column] < -OPTIMAL);
        if lowest {
            return open.min_by_key(|&column| self.nonbasic[column]);
        }
        open.reduce(|best, column| {
            let steeper = last[column] < last[best];
            let tied = last[column] == last[best] && self.nonbasic[column] < self.nonbasic[best];
            if steeper || tied { column } else { best }
        })
    }

    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for row in 0..self.basic.len() {
            let line = &self.tableau[row * self.width..][..self.width];
            if line[column] > PIVOT {
                let ratio = line[self.width - 1] / line[column];
                let better = best
                    .is_none_or(|(least, at)| ratio < least || (ratio == least && self.basic[row] < self.basic[at]));
                if better {
                    best = Some((ratio, row));
                }
            }
        }
        best.map(|(_, row)| row)
    }

    /// Exchanges the variables of a row and a column.
    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.width;
        let (above, rest) = self.tableau.split_at_mut(row * width);
        let (pivot_row, below) = rest.split_at_mut(width);
        let inverse = 1.0 / pivot_row[column];
        pivot_row[column] = 1.0;
        pivot_row.iter_mut().for_each(|entry| *entry *= inverse);
        for line in above.chunks_exact_mut(width).chain(below.chunks_exact_mut(width)) {
            let factor = line[column];
            if factor != 0.0 {
                line[column] = 0.0;
                line.iter_mut().zip(&*pivot_row).for_each(|(entry, &pivot)| *entry -= factor * pivot);
            }
        }
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_textbook_program() {
        // maximise 3x + 5y under x <= 4, 2y <= 12, 3x + 2y <= 18: 36 at (2, 6), prices (0, 3/2, 1).
        let a = [[1.0, 0.0], [0.0, 2.0], [3.0, 2.0]];
        let mut simplex = Simplex::default();
        simplex.maximise(|j| [3.0, 5.0][j], (3, 2), |i, j| a[i][j], |i| [4.0, 12.0, 18.0][i]);
        let (mut x, mut prices) = (Vec::new(), Vec::new());
        simplex.primal(&mut x);
        simplex.dual(&mut prices);
        assert!((simplex.value() - 36.0).abs() < 1e-12);
        assert!((x[0] - 2.0).abs() < 1e-12 && (x[1] - 6.0).abs() < 1e-12);
        assert!(prices[0].abs() < 1e-12 && (prices[1] - 1.5).abs() < 1e-12 && (prices[2] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_program_that_cycles_under_the_steepest_rule_alone() {
        // Beale 1955: optimum 1/20.
        let a = [[0.25, -60.0, -0.04, 9.0], [0.5, -90.0, -0.02, 3.0], [0.0, 0.0, 1.0, 0.0]];
        let mut simplex = Simplex::default();
        let objective = [0.75, -150.0, 0.02, -6.0];
        simplex.maximise(|j| objective[j], (3, 4), |i, j| a[i][j], |i| [0.0, 0.0, 1.0][i]);
        assert!((simplex.value() - 0.05).abs() < 1e-12);
    }
}
