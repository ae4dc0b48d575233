//! Zero-sum matrix games: value and optimal mixes.

use crate::kernel::Kernel;
use crate::simplex::Simplex;

/// Relative to the spread of the payoffs, what counts as equal when a saddle point is looked for.
const TIE: f64 = 1e-15;
/// Relative to the spread of the payoffs, the largest duality gap with which a guess is taken.
const GUESSED: f64 = 1e-14;

/// Solves matrix games one after the other without allocating anew. The row player maximises.
///
/// Where several equilibria exist, the answer is always the same one: the saddle point with the lowest row and then
/// the lowest column, if there is one; the only mix that equalises, for two by two; else the corner that the pivots of
/// a fixed rule reach first (steepest, then lowest index). Equal matrices have equal answers. With a
/// [guess](MatrixGame::solve_near) the answer mixes the guessed actions if an equilibrium does, so that of several
/// equilibria a game that changes little keeps the same one.
#[derive(Clone, Debug, Default)]
pub struct MatrixGame {
    rows: Vec<f64>,
    columns: Vec<f64>,
    lows: Vec<f64>,
    highs: Vec<f64>,
    simplex: Simplex,
    kernel: Kernel,
    part: Vec<f64>,
}

impl MatrixGame {
    /// The value of a game whose payoffs stand row by row.
    ///
    /// # Panics
    /// When the payoffs do not fill whole rows of at least one column.
    pub fn solve(&mut self, columns: usize, payoff: &[f64]) -> f64 {
        self.solve_near(columns, payoff, &[], &[])
    }

    /// The value of a game in which probably just these rows and columns are mixed, as in a game much like it.
    ///
    /// # Panics
    /// As [`solve`](Self::solve), or when a guessed row or column does not exist.
    pub fn solve_near(&mut self, columns: usize, payoff: &[f64], guess_rows: &[usize], guess_columns: &[usize]) -> f64 {
        assert!(columns > 0 && !payoff.is_empty(), "a game has rows and columns");
        assert!(payoff.len().is_multiple_of(columns), "rows are whole");
        let rows = payoff.len() / columns;
        let (low, high) = self.security(columns, payoff);
        let spread = high - low;
        if let Some((row, column)) = self.saddle(spread) {
            self.pure(rows, columns, row, column);
            return payoff[row * columns + column];
        }
        if (rows, columns) == (2, 2) {
            return self.two_by_two([payoff[0], payoff[1], payoff[2], payoff[3]]);
        }
        // With all payoffs between 1 and 2, values are far from 0.
        let entry = |i: usize, j: usize| (payoff[i * columns + j] - low) / spread + 1.0;
        if guess_rows.len() > 1
            && guess_rows.len() == guess_columns.len()
            && self.guess(rows, columns, guess_rows, guess_columns, entry).is_some()
        {
            let (low, high) = bounds(columns, payoff, &self.rows, &self.columns, &mut self.highs);
            if high - low <= GUESSED * spread {
                return f64::midpoint(low, high);
            }
        }
        self.pivots(rows, columns, entry);
        let (low, high) = bounds(columns, payoff, &self.rows, &self.columns, &mut self.highs);
        f64::midpoint(low, high)
    }

    /// An optimal mix of the rows.
    pub fn row_mix(&self) -> &[f64] {
        &self.rows
    }

    /// An optimal mix of the columns.
    pub fn column_mix(&self) -> &[f64] {
        &self.columns
    }

    /// What the row mix gets at least and what the column mix pays at most; the difference is the duality gap.
    pub fn bounds(&self, columns: usize, payoff: &[f64]) -> (f64, f64) {
        bounds(columns, payoff, &self.rows, &self.columns, &mut Vec::new())
    }

    /// The least of each row and the most of each column; returns the least and the most of all.
    fn security(&mut self, columns: usize, payoff: &[f64]) -> (f64, f64) {
        self.lows.clear();
        self.highs.clear();
        self.highs.resize(columns, f64::NEG_INFINITY);
        for line in payoff.chunks_exact(columns) {
            let mut low = f64::INFINITY;
            for (high, &entry) in self.highs.iter_mut().zip(line) {
                low = low.min(entry);
                *high = high.max(entry);
            }
            self.lows.push(low);
        }
        let low = self.lows.iter().copied().fold(f64::INFINITY, f64::min);
        let high = self.highs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (low, high)
    }

    fn saddle(&self, spread: f64) -> Option<(usize, usize)> {
        let tie = TIE * spread;
        let best = self.lows.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = self.highs.iter().copied().fold(f64::INFINITY, f64::min);
        if least - best > tie {
            return None;
        }
        let row = self.lows.iter().position(|&low| low >= best - tie)?;
        let column = self.highs.iter().position(|&high| high <= least + tie)?;
        Some((row, column))
    }

    fn pure(&mut self, rows: usize, columns: usize, row: usize, column: usize) {
        self.rows.clear();
        self.rows.resize(rows, 0.0);
        self.rows[row] = 1.0;
        self.columns.clear();
        self.columns.resize(columns, 0.0);
        self.columns[column] = 1.0;
    }

    /// Without a saddle point both mix so that the other does not care; both diagonals then differ in the same sense,
    /// so that nothing cancels.
    fn two_by_two(&mut self, [a, b, c, d]: [f64; 4]) -> f64 {
        let total = (a - b) + (d - c);
        let row = (d - c) / total;
        let column = (d - b) / total;
        self.rows.clear();
        self.rows.extend([row, (a - b) / total]);
        self.columns.clear();
        self.columns.extend([column, (a - c) / total]);
        a * self.rows[0] * column
            + b * self.rows[0] * self.columns[1]
            + (c * column + d * self.columns[1]) * self.rows[1]
    }

    /// Mixes of the guessed rows and columns that make the other side not care among them.
    fn guess(
        &mut self,
        rows: usize,
        columns: usize,
        guess_rows: &[usize],
        guess_columns: &[usize],
        entry: impl Fn(usize, usize) -> f64,
    ) -> Option<()> {
        let size = guess_rows.len();
        self.kernel.equalise(size, |i, j| entry(guess_rows[i], guess_columns[j]), &mut self.part)?;
        spread_out(columns, guess_columns, &self.part, &mut self.columns);
        self.kernel.equalise(size, |j, i| entry(guess_rows[i], guess_columns[j]), &mut self.part)?;
        spread_out(rows, guess_rows, &self.part, &mut self.rows);
        Some(())
    }

    /// The classical program: `maximise sum y, A y <= 1` gives the column mix and its dual the row mix.
    fn pivots(&mut self, rows: usize, columns: usize, entry: impl Fn(usize, usize) -> f64) {
        self.simplex.maximise(|_| 1.0, (rows, columns), entry, |_| 1.0);
        self.simplex.primal(&mut self.columns);
        self.simplex.dual(&mut self.rows);
        normalise(&mut self.rows);
        normalise(&mut self.columns);
    }
}

fn spread_out(choices: usize, picked: &[usize], shares: &[f64], into: &mut Vec<f64>) {
    into.clear();
    into.resize(choices, 0.0);
    picked.iter().zip(shares).for_each(|(&choice, &share)| into[choice] = share);
}

fn normalise(mix: &mut [f64]) {
    let total: f64 = mix.iter().sum();
    mix.iter_mut().for_each(|share| *share /= total);
}

/// The least that the row mix gets and the most that the column mix pays; `gets` is scratch.
fn bounds(columns: usize, payoff: &[f64], row_mix: &[f64], column_mix: &[f64], gets: &mut Vec<f64>) -> (f64, f64) {
    gets.clear();
    gets.resize(columns, 0.0);
    let mut high = f64::NEG_INFINITY;
    for (line, &share) in payoff.chunks_exact(columns).zip(row_mix) {
        let mut pays = 0.0;
        for ((gets, &entry), &other) in gets.iter_mut().zip(line).zip(column_mix) {
            *gets += share * entry;
            pays += other * entry;
        }
        high = high.max(pays);
    }
    (gets.iter().copied().fold(f64::INFINITY, f64::min), high)
}
