//! Numbers with their intervals, one below the other.

use super::axis::{NAME, Plot, TICK, round_ticks};
use super::canvas::{Canvas, Drawn, Text, widest};
use super::color::{INK, RULE, SOFT};
use super::legend::Legend;
use super::{Frame, MARGIN};
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

/// Dots with lines through them.
#[derive(Clone, Debug)]
pub struct Intervals {
    pub(super) frame: Frame,
    pub(super) legend: Legend,
    pub(super) across: String,
    /// How a number on the axis is written.
    pub(super) word: fn(f64) -> String,
    pub(super) rows: Vec<Row>,
    /// A number that all are to be compared with.
    pub(super) mark: Option<f64>,
}

/// One name with one or more numbers.
#[derive(Clone, Debug)]
pub struct Row {
    pub(super) name: String,
    pub(super) bold: bool,
    pub(super) spans: Vec<Span>,
    /// What stands at the right.
    pub(super) note: String,
}

/// A number with its interval.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub(super) low: f64,
    pub(super) middle: f64,
    pub(super) high: f64,
    pub(super) color: RGBColor,
}

/// What a number takes in height, what is between rows, and how long the axis is.
const LANE: f64 = 15.0;
const BETWEEN: f64 = 11.0;
const LENGTH: f64 = 460.0;
/// How high the ends of an interval are.
const CAP: f64 = 3.5;

impl Intervals {
    pub(super) fn size(&self) -> (f64, f64) {
        let notes = widest(self.rows.iter().map(|row| row.note.as_str()), TICK);
        let width = (self.left() + LENGTH + 16.0 + notes + MARGIN).max(self.frame.width());
        (width, self.top(width) + self.high() + 56.0 + self.frame.foot(width))
    }

    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>) -> Drawn<B> {
        let size = self.size();
        self.frame.draw(canvas, size)?;
        self.legend.draw(canvas, (MARGIN, Frame::HEAD), size.0 - 2.0 * MARGIN)?;
        let top = self.top(size.0);
        let (low, high) = self.range();
        let plot =
            Plot { corner: (self.left(), top), size: (LENGTH, self.high()), across: (low, high), up: (0.0, 1.0) };
        let ticks: Vec<(f64, String)> =
            round_ticks(low, high, 6).into_iter().map(|tick| (tick, (self.word)(tick))).collect();
        for (tick, _) in &ticks {
            canvas.line(&[(plot.x(*tick), top), (plot.x(*tick), plot.bottom())], RULE, 1.0)?;
        }
        if let Some(mark) = self.mark {
            canvas.line(&[(plot.x(mark), top), (plot.x(mark), plot.bottom())], SOFT, 1.0)?;
        }
        let mut y = top;
        for row in &self.rows {
            let height = row.height();
            let middle = y + height / 2.0;
            let name = Text::new(TICK).right();
            let name = if row.bold { name.bold() } else { name };
            canvas.text_at(&row.name, (plot.corner.0 - 10.0, middle), &name)?;
            for (lane, span) in row.spans.iter().enumerate() {
                let y = y + (BETWEEN + LANE) / 2.0 + LANE * lane as f64;
                let ends = [span.low, span.high].map(|end| plot.x(end));
                canvas.line(&[(ends[0], y), (ends[1], y)], span.color, 2.0)?;
                for x in ends {
                    canvas.line(&[(x, y - CAP), (x, y + CAP)], span.color, 2.0)?;
                }
                canvas.dot((plot.x(span.middle), y), 4.0, span.color)?;
            }
            canvas.text_at(&row.note, (plot.right() + 12.0, middle), &Text::new(TICK).color(INK))?;
            y += height;
        }
        plot.base(canvas, &ticks)?;
        plot.name_across(canvas, &self.across)
    }

    /// From the least to the greatest number, with some room.
    fn range(&self) -> (f64, f64) {
        let spans = || self.rows.iter().flat_map(|row| &row.spans);
        let low = spans().map(|span| span.low).fold(f64::INFINITY, f64::min);
        let high = spans().map(|span| span.high).fold(f64::NEG_INFINITY, f64::max);
        let room = ((high - low) * 0.04).max(1e-6);
        (low - room, high + room)
    }

    fn high(&self) -> f64 {
        self.rows.iter().map(Row::height).sum()
    }

    fn left(&self) -> f64 {
        // Names may be bold, which is wider.
        MARGIN + 1.12 * widest(self.rows.iter().map(|row| row.name.as_str()), TICK) + 14.0
    }

    fn top(&self, width: f64) -> f64 {
        Frame::HEAD + self.legend.height(width - 2.0 * MARGIN) + 0.5 * NAME
    }
}

impl Row {
    fn height(&self) -> f64 {
        BETWEEN + LANE * self.spans.len().max(1) as f64
    }
}
