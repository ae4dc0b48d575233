//! What each side does at each distance, as stacked columns.

use super::axis::{NAME, Plot, TICK, percents};
use super::canvas::{Canvas, Drawn, Text, width};
use super::color::{self, SOFT};
use super::legend::Legend;
use super::{Frame, MARGIN};
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

/// Stacked columns of shares, a panel for each side.
#[derive(Clone, Debug)]
pub struct Stacks {
    pub(super) frame: Frame,
    pub(super) legend: Legend,
    /// What runs from left to right.
    pub(super) across: String,
    pub(super) panels: Vec<Panel>,
}

/// One side.
#[derive(Clone, Debug)]
pub struct Panel {
    pub(super) title: String,
    pub(super) columns: Vec<Column>,
}

/// One distance.
#[derive(Clone, Debug)]
pub struct Column {
    pub(super) name: String,
    /// A word below the name.
    pub(super) note: String,
    /// Shares from the bottom up.
    pub(super) parts: Vec<(RGBColor, f64)>,
}

/// How wide a column and its place are, and how high all are.
const COLUMN: f64 = 40.0;
const PLACE: f64 = 52.0;
const HIGH: f64 = 240.0;
/// Above and below a panel, and between two.
const ABOVE: f64 = 34.0;
const BELOW: f64 = 72.0;
const GAP: f64 = 30.0;

impl Stacks {
    pub(super) fn size(&self) -> (f64, f64) {
        let panels: f64 = self.panels.iter().map(|panel| left() + wide(panel) + GAP).sum();
        let width = (MARGIN + panels - GAP + MARGIN).max(self.frame.width());
        (width, self.top(width) + ABOVE + HIGH + BELOW + self.frame.foot(width))
    }

    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>) -> Drawn<B> {
        let size = self.size();
        self.frame.draw(canvas, size)?;
        self.legend.draw(canvas, (MARGIN, Frame::HEAD), size.0 - 2.0 * MARGIN)?;
        let mut x = MARGIN;
        for (index, panel) in self.panels.iter().enumerate() {
            let corner = (x + left(), self.top(size.0) + ABOVE);
            let across = (-0.5, panel.columns.len() as f64 - 0.5);
            let plot = Plot { corner, size: (wide(panel), HIGH), across, up: (0.0, 1.0) };
            self.draw_panel(canvas, panel, &plot, index == 0)?;
            x += left() + wide(panel) + GAP;
        }
        Ok(())
    }

    fn draw_panel<B: DrawingBackend>(
        &self,
        canvas: &Canvas<'_, B>,
        panel: &Panel,
        plot: &Plot,
        first: bool,
    ) -> Drawn<B> {
        canvas.text(&panel.title, (plot.corner.0, plot.corner.1 - 12.0), &Text::new(NAME).bold())?;
        plot.levels(canvas, &percents(20))?;
        if first {
            plot.name_up(canvas, "share of decisions", left() - NAME / 2.0)?;
        }
        for (index, column) in panel.columns.iter().enumerate() {
            let middle = plot.x(index as f64);
            let (left, mut foot) = ((middle - COLUMN / 2.0).round(), 0.0);
            for &(fill, share) in &column.parts {
                let (top, bottom) = (plot.y(foot + share).round(), plot.y(foot).round());
                canvas.fill((left, top), (COLUMN, bottom - top), fill)?;
                let number = format!("{:.0}", share * 100.0);
                if bottom - top > TICK + 4.0 {
                    let text = Text::new(TICK).color(color::on(fill)).center();
                    canvas.text_at(&number, (middle, f64::midpoint(top, bottom)), &text)?;
                }
                foot += share;
            }
            let note = Text::new(TICK - 1.5).color(SOFT).center();
            canvas.text(&column.note, (middle, plot.bottom() + 33.0), &note)?;
        }
        let names = panel.columns.iter().enumerate().map(|(index, column)| (index as f64, column.name.clone()));
        plot.base(canvas, &names.collect::<Vec<_>>())?;
        canvas.text(&self.across, (plot.corner.0 + plot.size.0 / 2.0, plot.bottom() + 56.0), &Text::new(NAME).center())
    }

    fn top(&self, width: f64) -> f64 {
        Frame::HEAD + self.legend.height(width - 2.0 * MARGIN)
    }
}

/// What a panel needs at the left.
fn left() -> f64 {
    NAME + 14.0 + width("100 %", TICK) + 8.0
}

fn wide(panel: &Panel) -> f64 {
    (PLACE * panel.columns.len() as f64).max(width(&panel.title, NAME) * 1.2).max(180.0)
}
