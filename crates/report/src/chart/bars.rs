//! Shares of a whole, row by row, as stacked bars.

use super::axis::{Plot, TICK, percents};
use super::canvas::{Canvas, Drawn, Text, bold_width, widest, width};
use super::color::{self, INK, RULE, SOFT};
use super::legend::Legend;
use super::{Frame, MARGIN};
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

/// Stacked bars.
#[derive(Clone, Debug)]
pub struct Bars {
    pub(super) frame: Frame,
    pub(super) legend: Legend,
    /// What the rows are told apart by.
    pub(super) factors: Vec<String>,
    /// The head of what stands beside the bars.
    pub(super) aside: &'static str,
    /// What the bars are shares of.
    pub(super) across: &'static str,
    pub(super) rows: Vec<Row>,
}

/// One bar.
#[derive(Clone, Debug)]
pub struct Row {
    /// The value of each factor.
    pub(super) values: Vec<String>,
    /// Its parts by colour, and their shares.
    pub(super) parts: Vec<(RGBColor, f64)>,
    /// What stands beside it.
    pub(super) aside: String,
    /// Whether a gap above sets it apart.
    pub(super) apart: bool,
    /// What stands in place of the parts, where there are none.
    pub(super) instead: String,
}

/// How high a bar is, and how much lies between two.
const BAR: f64 = 22.0;
const GAP: f64 = 8.0;
/// How long 100 % are.
const LENGTH: f64 = 520.0;
/// Between the columns of factors.
const COLUMN: f64 = 18.0;

impl Bars {
    pub(super) fn size(&self) -> (f64, f64) {
        let aside = widest(self.rows.iter().map(|row| row.aside.as_str()), TICK).max(bold_width(self.aside, TICK));
        let width = (self.left() + LENGTH + 16.0 + aside + MARGIN).max(self.frame.width());
        (width, self.top(width) + self.height() + 52.0 + self.frame.foot(width))
    }

    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>) -> Drawn<B> {
        let size = self.size();
        self.frame.draw(canvas, size)?;
        self.legend.draw(canvas, (MARGIN, Frame::HEAD), size.0 - 2.0 * MARGIN)?;
        let corner = (self.left(), self.top(size.0));
        let plot = Plot { corner, size: (LENGTH, self.height()), across: (0.0, 1.0), up: (0.0, 1.0) };
        for (share, _) in percents(20) {
            canvas.line(&[(plot.x(share), corner.1 - 4.0), (plot.x(share), plot.bottom())], RULE, 1.0)?;
        }
        let columns = self.columns();
        for (factor, &x) in self.factors.iter().zip(&columns) {
            canvas.text(factor, (x, corner.1 - 8.0), &Text::new(TICK).bold().right())?;
        }
        canvas.text(self.aside, (plot.right() + 16.0, corner.1 - 8.0), &Text::new(TICK).bold())?;
        let mut y = corner.1;
        for (index, row) in self.rows.iter().enumerate() {
            if row.apart && index > 0 {
                y += GAP * 2.0;
            }
            draw_row(canvas, row, &columns, &plot, y)?;
            y += BAR + GAP;
        }
        plot.base(canvas, &percents(20))?;
        plot.name_across(canvas, self.across)
    }

    fn left(&self) -> f64 {
        self.columns().last().map_or(MARGIN + 10.0, |right| right + 10.0)
    }

    /// The right edge of each column of factors.
    fn columns(&self) -> Vec<f64> {
        let mut x = MARGIN - COLUMN;
        let wide = |(index, factor): (usize, &String)| {
            let values = self.rows.iter().map(|row| row.values[index].as_str());
            x += COLUMN + widest(values, TICK).max(bold_width(factor, TICK));
            x
        };
        self.factors.iter().enumerate().map(wide).collect()
    }

    fn top(&self, width: f64) -> f64 {
        Frame::HEAD + self.legend.height(width - 2.0 * MARGIN) + 26.0
    }

    fn height(&self) -> f64 {
        let apart = self.rows.iter().skip(1).filter(|row| row.apart).count() as f64;
        (BAR + GAP) * self.rows.len() as f64 + apart * GAP * 2.0
    }
}

fn draw_row<B: DrawingBackend>(canvas: &Canvas<'_, B>, row: &Row, columns: &[f64], plot: &Plot, y: f64) -> Drawn<B> {
    let middle = y + BAR / 2.0;
    for (value, &x) in row.values.iter().zip(columns) {
        canvas.text_at(value, (x, middle), &Text::new(TICK).color(INK).right())?;
    }
    let mut from = 0.0;
    for &(color, share) in &row.parts {
        let (left, right) = (plot.x(from).round(), plot.x(from + share).round());
        canvas.fill((left, y), (right - left, BAR), color)?;
        let number = format!("{:.0}", share * 100.0);
        if right - left > width(&number, TICK) + 12.0 {
            let text = Text::new(TICK).color(color::on(color)).center();
            canvas.text_at(&number, ((left + right) / 2.0, middle), &text)?;
        }
        from += share;
    }
    if row.parts.is_empty() {
        canvas.text_at(&row.instead, (plot.x(0.0) + 8.0, middle), &Text::new(TICK).color(SOFT))?;
    }
    canvas.text_at(&row.aside, (plot.right() + 16.0, middle), &Text::new(TICK).color(SOFT))
}
