//! A total map from a roll to what it means, checked when it is made.

use thiserror::Error;

/// How many values on either side of the rows are laid out too, so that hardly any roll lies beyond.
const MARGIN: usize = 64;

/// A total map from integers to `T`: every value lies in exactly one band, by construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bands<T> {
    first: i32,
    /// What each value from `first` on means; values below mean what the first does, values beyond what the last does.
    dense: Vec<T>,
    /// The values that do not mean what the one before them does, in ascending order.
    changes: Vec<i32>,
}

/// Why rows do not make bands.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BandsError {
    /// A row does not begin above the one before it.
    #[error("a band begins at {from}, at or below the one before it, which begins at {before}")]
    OutOfOrder {
        /// Where the offending band begins.
        from: i16,
        /// Where the band before it begins.
        before: i16,
    },
    /// The bands span more values than a table should.
    #[error("bands from {first} to {last} span more than 4096 values")]
    TooWide {
        /// Where the first row begins.
        first: i16,
        /// Where the last row begins.
        last: i16,
    },
}

impl<T: Copy + PartialEq> Bands<T> {
    /// Bands from rows `(from, meaning)`, each reaching to the next row's beginning and the last for ever; whatever is
    /// below the first row means `below`.
    ///
    /// # Errors
    /// When the rows do not ascend strictly, or span more than 4096 values.
    pub fn new(below: T, rows: impl IntoIterator<Item = (i16, T)>) -> Result<Self, BandsError> {
        let rows: Vec<(i16, T)> = rows.into_iter().collect();
        for pair in rows.windows(2) {
            if pair[1].0 <= pair[0].0 {
                return Err(BandsError::OutOfOrder { from: pair[1].0, before: pair[0].0 });
            }
        }
        let (Some(&(lowest, _)), Some(&(highest, above))) = (rows.first(), rows.last()) else {
            return Ok(Self { first: -(MARGIN as i32), dense: vec![below; 2 * MARGIN], changes: Vec::new() });
        };
        if i32::from(highest) - i32::from(lowest) > 4096 {
            return Err(BandsError::TooWide { first: lowest, last: highest });
        }
        let mut dense = vec![below; MARGIN];
        for pair in rows.windows(2) {
            dense.extend(std::iter::repeat_n(pair[0].1, usize::from(pair[1].0.abs_diff(pair[0].0))));
        }
        dense.extend([above; MARGIN]);
        let befores = std::iter::once(below).chain(rows.iter().map(|&(_, meaning)| meaning));
        let changes = befores.zip(&rows).filter(|(before, (_, meaning))| before != meaning);
        let changes = changes.map(|(_, &(from, _))| i32::from(from)).collect();
        Ok(Self { first: i32::from(lowest) - MARGIN as i32, dense, changes })
    }

    /// The values that do not mean what the one before them does, in ascending order.
    #[inline]
    pub fn changes(&self) -> &[i32] {
        &self.changes
    }

    /// What `value` means.
    #[inline]
    pub fn at(&self, value: i16) -> T {
        let index = i32::from(value) - self.first;
        // As an index, what lies below lies beyond everything.
        match self.dense.get(index as u32 as usize) {
            Some(&meaning) => meaning,
            None => self.beyond(index),
        }
    }

    #[cold]
    fn beyond(&self, index: i32) -> T {
        self.dense[if index < 0 { 0 } else { self.dense.len() - 1 }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_one_meaning() {
        let bands = Bands::new("none", [(1, "light"), (3, "heavy"), (4, "out")]).unwrap();
        let meant: Vec<&str> = (-2..=6).map(|value| bands.at(value)).collect();
        assert_eq!(meant, ["none", "none", "none", "light", "light", "heavy", "out", "out", "out"]);
        assert_eq!(bands.at(i16::MIN), "none");
        assert_eq!(bands.at(i16::MAX), "out");
        assert_eq!(bands.changes(), [1, 3, 4]);
        assert_eq!(Bands::new(7, []).unwrap().at(3), 7);
        assert_eq!(Bands::new(0, [(1, 0), (2, 5), (3, 5), (9, 0)]).unwrap().changes(), [2, 9]);
    }

    #[test]
    fn rows_must_ascend() {
        let error = Bands::new(0, [(1, 1), (1, 2)]).unwrap_err();
        assert_eq!(error.to_string(), "a band begins at 1, at or below the one before it, which begins at 1");
        assert!(matches!(Bands::new(0, [(i16::MIN, 1), (i16::MAX, 2)]), Err(BandsError::TooWide { .. })));
    }
}
