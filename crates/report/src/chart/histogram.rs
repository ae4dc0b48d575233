//! How long chases last, split by how they end.

use super::axis::{NAME, Plot, TICK, plain, round_ticks};
use super::canvas::{Canvas, Drawn, Text, widest};
use super::color;
use super::legend::Legend;
use super::{Frame, MARGIN};
use chaselab_core::End;
use plotters::prelude::DrawingBackend;

/// Histograms of some cells, one above the other over the same turns, each with its own scale of shares.
#[derive(Clone, Debug)]
pub struct Histogram {
    pub(super) frame: Frame,
    pub(super) legend: Legend,
    pub(super) panels: Vec<Panel>,
    /// The first turn that is shown: 1, or 0 where some chase was over before it began.
    pub(super) first: u16,
    /// The last.
    pub(super) last: u16,
}

/// One cell.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What the cell is called.
    pub(super) title: String,
    /// Mean and percentiles in words.
    pub(super) summary: String,
    /// For each end the lengths and their shares of all chases.
    pub(super) ends: Vec<(End, Vec<(u16, f64)>)>,
}

/// How wide a column may be, and the inside of a panel.
const COLUMN: f64 = 44.0;
const WIDE: (f64, f64) = (380.0, 640.0);
/// How high the inside of a panel is.
const HIGH: f64 = 190.0;
/// About how many levels are written out.
const LEVELS: usize = 6;
/// What a panel needs above and below.
const ABOVE: f64 = 46.0;
const BELOW: f64 = 30.0;

impl Histogram {
    pub(super) fn size(&self) -> (f64, f64) {
        let width = (self.left() + self.wide() + 12.0 + MARGIN).max(self.frame.width());
        let panels = (ABOVE + HIGH + BELOW) * self.panels.len() as f64;
        (width, self.top(width) + panels + 26.0 + self.frame.foot(width))
    }

    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>) -> Drawn<B> {
        let size = self.size();
        self.frame.draw(canvas, size)?;
        self.legend.draw(canvas, (MARGIN, Frame::HEAD), size.0 - 2.0 * MARGIN)?;
        for (index, panel) in self.panels.iter().enumerate() {
            let y = self.top(size.0) + ABOVE + (ABOVE + HIGH + BELOW) * index as f64;
            let across = (f64::from(self.first) - 0.5, f64::from(self.last) + 0.5);
            let plot =
                Plot { corner: (self.left(), y), size: (self.wide(), HIGH), across, up: (0.0, self.highest(panel)) };
            self.draw_panel(canvas, panel, &plot)?;
            if index + 1 == self.panels.len() {
                plot.name_across(canvas, "length of the chase (turns)")?;
            }
        }
        Ok(())
    }

    fn draw_panel<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>, panel: &Panel, plot: &Plot) -> Drawn<B> {
        canvas.text(&panel.title, (plot.corner.0, plot.corner.1 - 26.0), &Text::new(NAME).bold())?;
        canvas.text(&panel.summary, (plot.corner.0, plot.corner.1 - 9.0), &Text::new(TICK).color(color::SOFT))?;
        plot.levels(canvas, &self.levels(panel))?;
        plot.name_up(canvas, "share of chases", self.left() - MARGIN - NAME / 2.0)?;
        let mut reached = vec![0.0; usize::from(self.last) + 1];
        let side = if self.last > 80 { 0.5 } else { 0.42 };
        for (end, lengths) in &panel.ends {
            for &(turn, share) in lengths.iter().filter(|&&(turn, _)| turn <= self.last) {
                let foot = &mut reached[usize::from(turn)];
                let (left, right) = (plot.x(f64::from(turn) - side).round(), plot.x(f64::from(turn) + side).round());
                let (top, bottom) = (plot.y(*foot + share).round(), plot.y(*foot).round());
                canvas.fill((left, top), (right - left, bottom - top), color::end(*end))?;
                *foot += share;
            }
        }
        plot.base(canvas, &self.turns())
    }

    /// The turns that are written out: all of a few, else round ones.
    fn turns(&self) -> Vec<(f64, String)> {
        let last = f64::from(self.last);
        let ticks: Vec<f64> = if self.last <= 20 {
            (self.first..=self.last).map(f64::from).collect()
        } else {
            round_ticks(f64::from(self.first), last, 12)
        };
        ticks.into_iter().map(|turn| (turn, plain(turn))).collect()
    }

    fn levels(&self, panel: &Panel) -> Vec<(f64, String)> {
        let ticks = round_ticks(0.0, self.highest(panel) * 100.0, LEVELS);
        ticks.into_iter().map(|percent| (percent / 100.0, format!("{} %", plain(percent)))).collect()
    }

    /// The top of a panel's axis: a round number above its longest column.
    fn highest(&self, panel: &Panel) -> f64 {
        let mut columns = vec![0.0; usize::from(self.last) + 1];
        for &(turn, share) in panel.ends.iter().flat_map(|(_, lengths)| lengths) {
            if let Some(column) = columns.get_mut(usize::from(turn)) {
                *column += share;
            }
        }
        let longest = columns.into_iter().fold(0.001, f64::max) * 100.0;
        let ticks = round_ticks(0.0, longest, LEVELS);
        let step = ticks.get(1).copied().unwrap_or(longest);
        (longest / step - 1e-9).ceil() * step / 100.0
    }

    fn wide(&self) -> f64 {
        (COLUMN * f64::from(self.last + 1 - self.first)).clamp(WIDE.0, WIDE.1)
    }

    fn left(&self) -> f64 {
        let levels = self.panels.iter().flat_map(|panel| self.levels(panel));
        let words: Vec<String> = levels.map(|(_, word)| word).collect();
        MARGIN + NAME + 10.0 + widest(words.iter().map(String::as_str), TICK) + 10.0
    }

    fn top(&self, width: f64) -> f64 {
        Frame::HEAD + self.legend.height(width - 2.0 * MARGIN)
    }
}
