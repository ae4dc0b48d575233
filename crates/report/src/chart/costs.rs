//! What keeping to one action costs, as bars.

use super::axis::{NAME, Plot, TICK, round_ticks};
use super::canvas::{Canvas, Drawn, Text, widest, width};
use super::color::{INK, PAPER, RULE};
use super::legend::Legend;
use super::{Frame, MARGIN};
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

/// Bars of losses, a group for each side.
#[derive(Clone, Debug)]
pub struct Costs {
    pub(super) frame: Frame,
    pub(super) legend: Legend,
    pub(super) across: String,
    /// How a number on the axis is written.
    pub(super) word: fn(f64) -> String,
    pub(super) groups: Vec<Group>,
    /// The colours of both bars.
    pub(super) colors: [RGBColor; 2],
}

/// One side.
#[derive(Clone, Debug)]
pub struct Group {
    pub(super) title: String,
    pub(super) rows: Vec<Row>,
}

/// One action.
#[derive(Clone, Debug)]
pub struct Row {
    pub(super) name: String,
    /// The longer and the shorter bar.
    pub(super) costs: [f64; 2],
    /// In words.
    pub(super) note: String,
}

/// How high a bar is, and its place; what a group's title takes; how long the axis is.
const BAR: f64 = 16.0;
const PLACE: f64 = 24.0;
const TITLE: f64 = 34.0;
const LENGTH: f64 = 440.0;

impl Costs {
    pub(super) fn size(&self) -> (f64, f64) {
        let notes = widest(self.rows().map(|row| row.note.as_str()), TICK);
        let width = (self.left() + LENGTH + 10.0 + notes + MARGIN).max(self.frame.width());
        let rows: f64 = self.groups.iter().map(|group| TITLE + PLACE * group.rows.len() as f64).sum();
        (width, self.top(width) + rows + 56.0 + self.frame.foot(width))
    }

    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>) -> Drawn<B> {
        let size = self.size();
        self.frame.draw(canvas, size)?;
        self.legend.draw(canvas, (MARGIN, Frame::HEAD), size.0 - 2.0 * MARGIN)?;
        let top = self.top(size.0);
        let high: f64 = self.groups.iter().map(|group| TITLE + PLACE * group.rows.len() as f64).sum();
        let most = self.rows().flat_map(|row| row.costs).fold(1e-9, f64::max);
        let plot = Plot { corner: (self.left(), top), size: (LENGTH, high), across: (0.0, most), up: (0.0, 1.0) };
        let ticks: Vec<(f64, String)> =
            round_ticks(0.0, most, 6).into_iter().map(|tick| (tick, (self.word)(tick))).collect();
        let mut y = top;
        for group in &self.groups {
            canvas.text(&group.title, (MARGIN, y + TITLE - 10.0), &Text::new(NAME).bold())?;
            y += TITLE;
            let bottom = y + PLACE * group.rows.len() as f64;
            for (tick, _) in &ticks {
                canvas.line(&[(plot.x(*tick), y - 6.0), (plot.x(*tick), bottom)], RULE, 1.0)?;
            }
            for row in &group.rows {
                let middle = y + PLACE / 2.0 - 2.0;
                canvas.text_at(&row.name, (plot.corner.0 - 8.0, middle), &Text::new(TICK).right())?;
                let long = plot.x(row.costs[0]).max(plot.corner.0 + 1.0);
                let short = plot.x(row.costs[1].min(row.costs[0]));
                canvas.fill((plot.corner.0, middle - BAR / 2.0), (long - plot.corner.0, BAR), self.colors[0])?;
                canvas.fill((plot.corner.0, middle - BAR / 4.0), (short - plot.corner.0, BAR / 2.0), self.colors[1])?;
                // The note stands on paper, not on the lines behind the bars.
                canvas.fill((long + 4.0, middle - BAR / 2.0), (width(&row.note, TICK) + 8.0, BAR), PAPER)?;
                canvas.text_at(&row.note, (long + 8.0, middle), &Text::new(TICK).color(INK))?;
                y += PLACE;
            }
        }
        plot.base(canvas, &ticks)?;
        plot.name_across(canvas, &self.across)
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.groups.iter().flat_map(|group| &group.rows)
    }

    fn left(&self) -> f64 {
        MARGIN + widest(self.rows().map(|row| row.name.as_str()), TICK) + 24.0
    }

    fn top(&self, width: f64) -> f64 {
        Frame::HEAD + self.legend.height(width - 2.0 * MARGIN)
    }
}
