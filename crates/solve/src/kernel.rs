//! Square parts of matrix games: where the same actions are mixed as before, a linear system finds the new mixes.

/// Solves square systems one after the other without allocating anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kernel {
    lines: Vec<f64>,
}

impl Kernel {
    /// Solves `matrix x = 1` by elimination with partial pivoting and scales `x` to probabilities; nothing where the
    /// matrix is singular or a probability would not be positive.
    pub(crate) fn equalise(
        &mut self,
        size: usize,
        matrix: impl Fn(usize, usize) -> f64,
        into: &mut Vec<f64>,
    ) -> Option<()> {
        let width = size + 1;
        self.lines.clear();
        for row in 0..size {
            self.lines.extend((0..size).map(|column| matrix(row, column)));
            self.lines.push(1.0);
        }
        for at in 0..size {
            let size_at = |row: &usize| self.lines[row * width + at].abs();
            let pivot = (at..size).max_by(|a, b| size_at(a).total_cmp(&size_at(b)))?;
            if size_at(&pivot) < 1e-12 {
                return None;
            }
            for column in at..width {
                self.lines.swap(at * width + column, pivot * width + column);
            }
            let (done, open) = self.lines.split_at_mut((at + 1) * width);
            let pivot_row = &done[at * width..];
            for line in open.chunks_exact_mut(width) {
                let factor = line[at] / pivot_row[at];
                line.iter_mut().zip(pivot_row).skip(at).for_each(|(entry, &pivot)| *entry -= factor * pivot);
            }
        }
        into.clear();
        into.resize(size, 0.0);
        for at in (0..size).rev() {
            let line = &self.lines[at * width..][..width];
            let known: f64 = line[..size].iter().zip(&*into).skip(at + 1).map(|(entry, x)| entry * x).sum();
            into[at] = (line[size] - known) / line[at];
        }
        let total: f64 = into.iter().sum();
        into.iter_mut().for_each(|x| *x /= total);
        into.iter().all(|&x| x > 0.0).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_worth_or_nothing() {
        let mut kernel = Kernel::default();
        let mut mix = Vec::new();
        let game = [[1.0, 4.0], [5.0, 2.0]];
        assert_eq!(kernel.equalise(2, |i, j| game[i][j], &mut mix), Some(()));
        assert!((mix[0] - 1.0 / 3.0).abs() < 1e-15 && (mix[1] - 2.0 / 3.0).abs() < 1e-15);
        assert_eq!(kernel.equalise(2, |_, _| 1.0, &mut mix), None, "singular");
        let saddle = [[1.0, 2.0], [3.0, 5.0]];
        assert_eq!(kernel.equalise(2, |i, j| saddle[i][j], &mut mix), None, "a negative share");
    }
}
