//! Rates over a number, with their intervals as bands.

use super::axis::{NAME, Plot, TICK, percents};
use super::canvas::{Canvas, Drawn, Text, widest};
use super::color::SOFT;
use super::legend::Legend;
use super::{Frame, MARGIN};
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

/// Curves, in one panel or four.
#[derive(Clone, Debug)]
pub struct Curves {
    pub(super) frame: Frame,
    pub(super) legend: Legend,
    /// What runs upwards.
    pub(super) up: Upwards,
    pub(super) panels: Vec<Panel>,
}

/// What runs upwards in every panel.
#[derive(Clone, Debug)]
pub struct Upwards {
    /// Its name.
    pub(super) name: String,
    /// The least and the greatest number.
    pub(super) range: (f64, f64),
    /// Which numbers are written out.
    pub(super) levels: Vec<(f64, String)>,
}

impl Upwards {
    /// Shares of chases; less is written out where there are several panels.
    pub(super) fn shares(panels: usize) -> Self {
        let step = if panels > 1 { 25 } else { 20 };
        Self { name: "share of chases".into(), range: (0.0, 1.0), levels: percents(step) }
    }
}

/// Some curves in one coordinate system.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What they show, when there are several panels.
    pub(super) title: Option<String>,
    /// The name of the number.
    pub(super) across: String,
    /// Which numbers are written out.
    pub(super) ticks: Vec<(f64, String)>,
    /// The least and the greatest number.
    pub(super) range: (f64, f64),
    /// A number that is set apart by a line.
    pub(super) mark: Option<f64>,
    pub(super) lines: Vec<Line>,
    /// What is to be said within the panel.
    pub(super) notes: Vec<String>,
}

/// One curve.
#[derive(Clone, Debug)]
pub struct Line {
    pub(super) color: RGBColor,
    pub(super) points: Vec<Point>,
    /// Whether its points are marked.
    pub(super) dots: bool,
}

/// A number, and the rate there with its interval.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub(super) x: f64,
    pub(super) rate: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Between panels.
const GAP: f64 = 34.0;
/// What a panel needs below for ticks and name.
const BELOW: f64 = 52.0;
/// The line of a note.
const NOTE: f64 = 15.0;
/// Room for its title.
const TITLE: f64 = 22.0;

impl Curves {
    pub(super) fn size(&self) -> (f64, f64) {
        let (wide, high) = self.panel();
        let (columns, rows) = self.shape();
        let width = MARGIN + self.left() + columns * wide + (columns - 1.0) * (GAP + self.left()) + MARGIN + 12.0;
        let width = width.max(self.frame.width());
        (
            width,
            self.top(width) + rows * (self.title() + high + self.below()) + (rows - 1.0) * 8.0 + self.frame.foot(width),
        )
    }

    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>) -> Drawn<B> {
        let size = self.size();
        self.frame.draw(canvas, size)?;
        self.legend.draw(canvas, (MARGIN, Frame::HEAD), size.0 - 2.0 * MARGIN)?;
        let (wide, high) = self.panel();
        let (columns, _) = self.shape();
        for (index, panel) in self.panels.iter().enumerate() {
            let (column, row) = (index % columns as usize, index / columns as usize);
            let x = MARGIN + self.left() + column as f64 * (wide + GAP + self.left());
            let y = self.top(size.0) + self.title() + row as f64 * (self.title() + high + self.below() + 8.0);
            let margin = 0.03 * (panel.range.1 - panel.range.0);
            let across = (panel.range.0 - margin, panel.range.1 + margin);
            self.draw_panel(canvas, panel, &Plot { corner: (x, y), size: (wide, high), across, up: self.up.range })?;
        }
        Ok(())
    }

    fn draw_panel<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>, panel: &Panel, plot: &Plot) -> Drawn<B> {
        if let Some(title) = &panel.title {
            canvas.text(title, (plot.corner.0, plot.corner.1 - 10.0), &Text::new(NAME).bold())?;
        } else {
            plot.name_up(canvas, &self.up.name, self.left() - 8.0)?;
        }
        plot.levels(canvas, &self.up.levels)?;
        if let Some(mark) = panel.mark {
            canvas.line(&[(plot.x(mark), plot.corner.1), (plot.x(mark), plot.bottom())], SOFT, 1.0)?;
        }
        for line in &panel.lines {
            let upper = line.points.iter().map(|point| (plot.x(point.x), plot.y(point.high)));
            let lower = line.points.iter().rev().map(|point| (plot.x(point.x), plot.y(point.low)));
            if line.points.iter().any(|point| point.low < point.high) {
                canvas.shade(&upper.chain(lower).collect::<Vec<_>>(), line.color, 0.25)?;
            }
        }
        for line in &panel.lines {
            let points: Vec<(f64, f64)> =
                line.points.iter().map(|point| (plot.x(point.x), plot.y(point.rate))).collect();
            canvas.line(&points, line.color, 2.0)?;
            for &point in points.iter().filter(|_| line.dots) {
                canvas.dot(point, 3.0, line.color)?;
            }
        }
        plot.base(canvas, &panel.ticks)?;
        plot.name_across(canvas, &panel.across)?;
        for (index, note) in panel.notes.iter().enumerate() {
            let at = (plot.corner.0, plot.bottom() + BELOW + NOTE * index as f64);
            canvas.text_at(note, at, &Text::new(TICK).color(SOFT))?;
        }
        Ok(())
    }

    /// What a panel needs below: its notes stand under the axis, for a curve may run anywhere above it.
    fn below(&self) -> f64 {
        BELOW + NOTE * self.panels.iter().map(|panel| panel.notes.len()).max().unwrap_or(0) as f64
    }

    /// How wide and high the inside of a panel is.
    fn panel(&self) -> (f64, f64) {
        if self.panels.len() > 1 { (300.0, 190.0) } else { (600.0, 340.0) }
    }

    /// How many panels stand side by side and one above the other.
    fn shape(&self) -> (f64, f64) {
        let columns = self.panels.len().min(2);
        (columns as f64, self.panels.len().div_ceil(columns) as f64)
    }

    fn title(&self) -> f64 {
        if self.panels.len() > 1 { TITLE } else { 0.0 }
    }

    fn top(&self, width: f64) -> f64 {
        Frame::HEAD + self.legend.height(width - 2.0 * MARGIN) + 14.0
    }

    /// What a panel needs at the left.
    fn left(&self) -> f64 {
        widest(self.up.levels.iter().map(|(_, word)| word.as_str()), TICK)
            + 12.0
            + if self.panels.len() > 1 { 0.0 } else { NAME + 14.0 }
    }
}
