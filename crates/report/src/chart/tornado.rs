//! How far each parameter alone moves an output, as bars around the scenario's own.

use super::axis::{Plot, TICK, round_ticks};
use super::canvas::{Canvas, Drawn, Text, widest, width};
use super::color::{INK, PAPER, RULE, SOFT};
use super::legend::Legend;
use super::{Frame, MARGIN};
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

/// Bars to both sides of a line.
#[derive(Clone, Debug)]
pub struct Tornado {
    pub(super) frame: Frame,
    pub(super) legend: Legend,
    pub(super) across: String,
    /// How a number on the axis is written.
    pub(super) word: fn(f64) -> String,
    /// Where the line stands.
    pub(super) base: f64,
    pub(super) rows: Vec<Row>,
    /// The colours of what lies below and above the line.
    pub(super) colors: [RGBColor; 2],
}

/// One parameter.
#[derive(Clone, Debug)]
pub struct Row {
    pub(super) name: String,
    /// The least and the greatest number, and the values that bring them about.
    pub(super) ends: [(f64, String); 2],
}

/// How high a bar is, and its place; how long the axis is.
const BAR: f64 = 15.0;
const PLACE: f64 = 25.0;
const LENGTH: f64 = 460.0;

impl Tornado {
    pub(super) fn size(&self) -> (f64, f64) {
        let [before, behind] = self.notes();
        let width = (self.left() + before + LENGTH + behind + MARGIN).max(self.frame.width());
        (width, self.top(width) + self.high() + 56.0 + self.frame.foot(width))
    }

    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>) -> Drawn<B> {
        let size = self.size();
        self.frame.draw(canvas, size)?;
        self.legend.draw(canvas, (MARGIN, Frame::HEAD), size.0 - 2.0 * MARGIN)?;
        let numbers = || self.rows.iter().flat_map(|row| row.ends.iter().map(|end| end.0)).chain([self.base]);
        let (low, high) = (numbers().fold(f64::MAX, f64::min), numbers().fold(f64::MIN, f64::max));
        let corner = (self.left() + self.notes()[0], self.top(size.0));
        let plot = Plot { corner, size: (LENGTH, self.high()), across: (low, high), up: (0.0, 1.0) };
        let ticks: Vec<(f64, String)> =
            round_ticks(low, high, 6).into_iter().map(|tick| (tick, (self.word)(tick))).collect();
        for (tick, _) in &ticks {
            canvas.line(&[(plot.x(*tick), plot.corner.1), (plot.x(*tick), plot.bottom())], RULE, 1.0)?;
        }
        let base = plot.x(self.base);
        for (index, row) in self.rows.iter().enumerate() {
            let middle = plot.corner.1 + PLACE * (index as f64 + 0.5);
            canvas.text_at(&row.name, (self.left() - 12.0, middle), &Text::new(TICK).right())?;
            let [least, greatest] = [0, 1].map(|end| plot.x(row.ends[end].0));
            canvas.fill((least.min(base), middle - BAR / 2.0), ((base - least).max(0.0), BAR), self.colors[0])?;
            canvas.fill((base, middle - BAR / 2.0), ((greatest - base).max(0.0), BAR), self.colors[1])?;
            for (end, x) in [(0, least.min(base)), (1, greatest.max(base))] {
                let note = &row.ends[end].1;
                let wide = width(note, TICK);
                // The note stands on paper, not on the lines behind the bars.
                let left = if end == 0 { x - 6.0 - wide } else { x + 6.0 };
                canvas.fill((left - 2.0, middle - BAR / 2.0), (wide + 4.0, BAR), PAPER)?;
                canvas.text_at(note, (left, middle), &Text::new(TICK).color(SOFT))?;
            }
        }
        canvas.line(&[(base, plot.corner.1 - 4.0), (base, plot.bottom())], INK, 1.0)?;
        plot.base(canvas, &ticks)?;
        plot.name_across(canvas, &self.across)
    }

    fn left(&self) -> f64 {
        MARGIN + widest(self.rows.iter().map(|row| row.name.as_str()), TICK) + 20.0
    }

    fn top(&self, width: f64) -> f64 {
        Frame::HEAD + self.legend.height(width - 2.0 * MARGIN) + 6.0
    }

    fn high(&self) -> f64 {
        PLACE * self.rows.len() as f64
    }

    /// The room that notes take before and behind the bars.
    fn notes(&self) -> [f64; 2] {
        [0, 1].map(|end| widest(self.rows.iter().map(|row| row.ends[end].1.as_str()), TICK) + 16.0)
    }
}
