//! Changes with their intervals, row by row around nothing: a forest plot.

use super::axis::{NAME, Plot, TICK, round_ticks};
use super::canvas::{Canvas, Drawn, Text, bold_width, widest};
use super::color::{INK, RULE, SOFT};
use super::legend::Legend;
use super::{Frame, MARGIN};
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

/// A forest plot.
#[derive(Clone, Debug)]
pub struct Changes {
    pub(super) frame: Frame,
    pub(super) legend: Legend,
    /// What the rows are told apart by.
    pub(super) names: Vec<String>,
    /// The head of what stands beside the rows.
    pub(super) aside: &'static str,
    pub(super) across: String,
    /// How a number on the axis is written.
    pub(super) word: fn(f64) -> String,
    pub(super) rows: Vec<Row>,
}

/// One change.
#[derive(Clone, Debug)]
pub struct Row {
    /// A text for each name.
    pub(super) values: Vec<String>,
    pub(super) marks: Vec<Mark>,
    /// What stands beside it.
    pub(super) aside: String,
}

/// A dot with its interval.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub(super) low: f64,
    pub(super) at: f64,
    pub(super) high: f64,
    pub(super) color: RGBColor,
}

/// How high a row is, how long the axis is, how far apart columns of names stand.
const PLACE: f64 = 26.0;
const LENGTH: f64 = 440.0;
const COLUMN: f64 = 18.0;
/// How large a dot is, half the height of an interval's ends, and how far apart the marks of a row lie.
const DOT: f64 = 4.0;
const CAP: f64 = 4.0;
const BESIDE: f64 = 9.0;

impl Changes {
    pub(super) fn size(&self) -> (f64, f64) {
        let aside = widest(self.rows.iter().map(|row| row.aside.as_str()), TICK).max(bold_width(self.aside, TICK));
        let width = (self.left() + LENGTH + 20.0 + aside + MARGIN).max(self.frame.width());
        (width, self.top(width) + PLACE * self.rows.len() as f64 + 56.0 + self.frame.foot(width))
    }

    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>) -> Drawn<B> {
        let size = self.size();
        self.frame.draw(canvas, size)?;
        self.legend.draw(canvas, (MARGIN, Frame::HEAD), size.0 - 2.0 * MARGIN)?;
        let (low, high) = self.range();
        let corner = (self.left(), self.top(size.0));
        let high_enough = PLACE * self.rows.len() as f64;
        let plot = Plot { corner, size: (LENGTH, high_enough), across: (low, high), up: (0.0, 1.0) };
        let ticks: Vec<(f64, String)> =
            round_ticks(low, high, 7).into_iter().map(|tick| (tick, (self.word)(tick))).collect();
        for (tick, _) in &ticks {
            canvas.line(&[(plot.x(*tick), corner.1 - 4.0), (plot.x(*tick), plot.bottom())], RULE, 1.0)?;
        }
        canvas.line(&[(plot.x(0.0), corner.1 - 4.0), (plot.x(0.0), plot.bottom())], INK, 1.0)?;
        let columns = self.columns();
        for (name, &x) in self.names.iter().zip(&columns) {
            canvas.text(name, (x, corner.1 - 10.0), &Text::new(TICK).bold().right())?;
        }
        canvas.text(self.aside, (plot.right() + 20.0, corner.1 - 10.0), &Text::new(TICK).bold())?;
        for (index, row) in self.rows.iter().enumerate() {
            let middle = corner.1 + PLACE * (index as f64 + 0.5);
            for (value, &x) in row.values.iter().zip(&columns) {
                canvas.text_at(value, (x, middle), &Text::new(TICK).right())?;
            }
            let first = middle - BESIDE * (row.marks.len().saturating_sub(1)) as f64 / 2.0;
            for (beside, mark) in row.marks.iter().enumerate() {
                draw_mark(canvas, mark, &plot, first + BESIDE * beside as f64)?;
            }
            canvas.text_at(&row.aside, (plot.right() + 20.0, middle), &Text::new(TICK).color(SOFT))?;
        }
        plot.base(canvas, &ticks)?;
        canvas.text(&self.across, (corner.0 + LENGTH / 2.0, plot.bottom() + 40.0), &Text::new(NAME).center())
    }

    /// All intervals and nothing, with a little room.
    fn range(&self) -> (f64, f64) {
        let marks = || self.rows.iter().flat_map(|row| &row.marks);
        let low = marks().map(|mark| mark.low).fold(0.0, f64::min);
        let high = marks().map(|mark| mark.high).fold(0.0, f64::max);
        let room = if high > low { 0.04 * (high - low) } else { 1.0 };
        (low - room, high + room)
    }

    fn left(&self) -> f64 {
        self.columns().last().map_or(MARGIN + 14.0, |right| right + 14.0)
    }

    /// The right edge of each column of names.
    fn columns(&self) -> Vec<f64> {
        let mut x = MARGIN - COLUMN;
        let wide = |(index, name): (usize, &String)| {
            let values = self.rows.iter().map(|row| row.values[index].as_str());
            x += COLUMN + widest(values, TICK).max(bold_width(name, TICK));
            x
        };
        self.names.iter().enumerate().map(wide).collect()
    }

    fn top(&self, width: f64) -> f64 {
        Frame::HEAD + self.legend.height(width - 2.0 * MARGIN) + 26.0
    }
}

fn draw_mark<B: DrawingBackend>(canvas: &Canvas<'_, B>, mark: &Mark, plot: &Plot, y: f64) -> Drawn<B> {
    let (low, high) = (plot.x(mark.low), plot.x(mark.high));
    // An interval that the dot would hide is not drawn.
    if high - low > 2.0 * DOT {
        canvas.line(&[(low, y), (high, y)], mark.color, 2.0)?;
        for end in [low, high] {
            canvas.line(&[(end, y - CAP), (end, y + CAP)], mark.color, 2.0)?;
        }
    }
    canvas.dot((plot.x(mark.at), y), DOT, mark.color)
}
