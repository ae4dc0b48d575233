//! Axes of rates and of numbers.

use super::canvas::{Canvas, Drawn, Text};
use super::color::{INK, RULE, SOFT};
use plotters::prelude::DrawingBackend;

/// The size of the words at ticks.
pub const TICK: f64 = 11.5;
/// The size of an axis' name.
pub const NAME: f64 = 13.0;

/// A rectangle in which numbers have their place.
#[derive(Clone, Copy, Debug)]
pub struct Plot {
    /// Left upper corner.
    pub corner: (f64, f64),
    /// Width and height.
    pub size: (f64, f64),
    /// The numbers at the left and at the right.
    pub across: (f64, f64),
    /// The numbers at the bottom and at the top.
    pub up: (f64, f64),
}

impl Plot {
    /// Where a number stands from left to right.
    pub fn x(&self, number: f64) -> f64 {
        self.corner.0 + self.size.0 * (number - self.across.0) / (self.across.1 - self.across.0)
    }

    /// Where a number stands from top to bottom.
    pub fn y(&self, number: f64) -> f64 {
        self.corner.1 + self.size.1 * (1.0 - (number - self.up.0) / (self.up.1 - self.up.0))
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.corner.1 + self.size.1
    }

    /// The right edge.
    pub fn right(&self) -> f64 {
        self.corner.0 + self.size.0
    }

    /// Level lines with their words at the left.
    pub fn levels<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>, ticks: &[(f64, String)]) -> Drawn<B> {
        for (number, word) in ticks {
            let y = self.y(*number);
            canvas.line(&[(self.corner.0, y), (self.right(), y)], RULE, 1.0)?;
            canvas.text_at(word, (self.corner.0 - 8.0, y), &Text::new(TICK).color(SOFT).right())?;
        }
        Ok(())
    }

    /// The lower edge as a line with words below it.
    pub fn base<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>, ticks: &[(f64, String)]) -> Drawn<B> {
        let y = self.bottom();
        canvas.line(&[(self.corner.0, y), (self.right(), y)], INK, 1.0)?;
        for (number, word) in ticks {
            let x = self.x(*number);
            canvas.line(&[(x, y), (x, y + 4.0)], INK, 1.0)?;
            canvas.text(word, (x, y + 18.0), &Text::new(TICK).color(SOFT).center())?;
        }
        Ok(())
    }

    /// The name of what runs from left to right, below the words of [`base`](Self::base).
    pub fn name_across<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>, name: &str) -> Drawn<B> {
        let middle = self.corner.0 + self.size.0 / 2.0;
        canvas.text(name, (middle, self.bottom() + 40.0), &Text::new(NAME).center())
    }

    /// The name of what runs upwards, so far left of the plot.
    pub fn name_up<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>, name: &str, left: f64) -> Drawn<B> {
        let middle = self.corner.1 + self.size.1 / 2.0;
        canvas.text(name, (self.corner.0 - left, middle), &Text::new(NAME).center().upwards())
    }
}

/// Ticks of a whole percentage axis.
pub fn percents(step: usize) -> Vec<(f64, String)> {
    (0..=100).step_by(step).map(|percent| (percent as f64 / 100.0, format!("{percent} %"))).collect()
}

/// Round numbers in a range, at most about `most`.
pub fn round_ticks(low: f64, high: f64, most: usize) -> Vec<f64> {
    let rough = (high - low) / most as f64;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|&step| step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    (first..=last).map(|index| index as f64 * step).collect()
}

/// A number without digits that its step does not have.
pub fn plain(number: f64) -> String {
    let text = format!("{number:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(round_ticks(0.0, 60.0, 8), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
        assert_eq!(round_ticks(0.0, 0.23, 5), [0.0, 0.05, 0.1, 0.15000000000000002, 0.2]);
        assert_eq!(plain(0.15000000000000002), "0.15");
        assert_eq!(plain(-4.0), "−4");
        assert_eq!(percents(50).iter().map(|(_, word)| word.as_str()).collect::<Vec<_>>(), ["0 %", "50 %", "100 %"]);
    }
}
