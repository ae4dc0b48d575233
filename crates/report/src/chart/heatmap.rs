//! A rate over two factors, as coloured fields with numbers in them.

use super::axis::{NAME, TICK};
use super::canvas::{Canvas, Drawn, Text, widest, width};
use super::color::{self, PAPER, SOFT};
use super::legend::Legend;
use super::{Frame, MARGIN};
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

/// The size of the numbers.
const NUMBER: f64 = 13.0;
/// The bar that explains the colours.
const BAR: f64 = 16.0;
/// In how many steps it is drawn.
const STEPS: usize = 100;

/// A heatmap.
#[derive(Clone, Debug)]
pub struct Heatmap {
    pub(super) frame: Frame,
    /// The factor from left to right and its values.
    pub(super) across: (String, Vec<String>),
    /// The factor from bottom to top and its values.
    pub(super) up: (String, Vec<String>),
    /// By the value from bottom to top, then from left to right: the rate and its number.
    pub(super) fields: Vec<Vec<Option<(f64, String)>>>,
    /// What the colours mean: places between 0 and 1 and their words.
    pub(super) bar: Vec<(f64, String)>,
    /// Fields that are outlined, and what outlines mean.
    pub(super) outlines: Vec<Outline>,
    pub(super) legend: Legend,
}

/// A field with a line around it.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) color: RGBColor,
    /// How far inside the field's edge; outlines of one field do not cover each other.
    pub(super) inset: f64,
}

/// How thick an outline is, and its rim.
const LINE: f64 = 2.5;
const RIM: f64 = 1.0;

/// A line along the inside of a rectangle.
fn border<B: DrawingBackend>(
    canvas: &Canvas<'_, B>,
    (x, y): (f64, f64),
    (wide, high): (f64, f64),
    line: f64,
    color: RGBColor,
) -> Drawn<B> {
    canvas.fill((x, y), (wide, line), color)?;
    canvas.fill((x, y + high - line), (wide, line), color)?;
    canvas.fill((x, y), (line, high), color)?;
    canvas.fill((x + wide - line, y), (line, high), color)
}

impl Heatmap {
    pub(super) fn size(&self) -> (f64, f64) {
        let (wide, high) = self.field();
        let words = widest(self.bar.iter().map(|(_, word)| word.as_str()), TICK);
        let width = self.left() + wide * self.across.1.len() as f64 + 24.0 + BAR + 8.0 + words + MARGIN;
        let width = width.max(self.frame.width()).max(440.0);
        (width, self.top(width) + high * self.up.1.len() as f64 + 58.0 + self.frame.foot(width))
    }

    pub(super) fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>) -> Drawn<B> {
        let size = self.size();
        self.frame.draw(canvas, size)?;
        self.legend.draw(canvas, (MARGIN, Frame::HEAD), size.0 - 2.0 * MARGIN)?;
        let (wide, high) = self.field();
        let (left, top) = (self.left(), self.top(size.0));
        let (columns, rows) = (self.across.1.len() as f64, self.up.1.len() as f64);
        let bottom = top + high * rows;
        for (row, fields) in self.fields.iter().enumerate() {
            for (column, field) in fields.iter().enumerate() {
                let Some((rate, number)) = field else { continue };
                let background = color::scale(*rate);
                let (x, y) = (left + wide * column as f64, bottom - high * (row + 1) as f64);
                canvas.fill((x, y), (wide - 1.0, high - 1.0), background)?;
                let text = Text::new(NUMBER).color(color::on(background)).center();
                canvas.text_at(number, (x + (wide - 1.0) / 2.0, y + (high - 1.0) / 2.0), &text)?;
            }
        }
        for outline in &self.outlines {
            let (x, y) = (left + wide * outline.column as f64, bottom - high * (outline.row + 1) as f64);
            let inside = |inset: f64| ((x + inset, y + inset), (wide - 1.0 - 2.0 * inset, high - 1.0 - 2.0 * inset));
            // A rim of paper sets the line apart from any colour of a field.
            let (corner, size) = inside(outline.inset - RIM);
            border(canvas, corner, size, LINE + 2.0 * RIM, PAPER)?;
            let (corner, size) = inside(outline.inset);
            border(canvas, corner, size, LINE, outline.color)?;
        }
        for (column, word) in self.across.1.iter().enumerate() {
            let x = left + wide * (column as f64 + 0.5);
            canvas.text(word, (x, bottom + 17.0), &Text::new(TICK).color(SOFT).center())?;
        }
        for (row, word) in self.up.1.iter().enumerate() {
            let y = bottom - high * (row as f64 + 0.5);
            canvas.text_at(word, (left - 8.0, y), &Text::new(TICK).color(SOFT).right())?;
        }
        let name = Text::new(NAME).center();
        canvas.text(&self.across.0, (left + wide * columns / 2.0, bottom + 40.0), &name)?;
        canvas.text_at(&self.up.0, (MARGIN + NAME / 2.0, top + high * rows / 2.0), &name.upwards())?;
        self.draw_bar(canvas, left + wide * columns + 24.0, top, high * rows - 1.0)
    }

    fn draw_bar<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>, x: f64, top: f64, height: f64) -> Drawn<B> {
        let step = height / STEPS as f64;
        for index in 0..STEPS {
            // From 100 % at the top.
            let share = 1.0 - (index as f64 + 0.5) / STEPS as f64;
            let y = (top + step * index as f64).round();
            let next = (top + step * (index + 1) as f64).round();
            canvas.fill((x, y), (BAR, next - y), color::scale(share))?;
        }
        for (place, word) in &self.bar {
            let y = top + height * (1.0 - place);
            canvas.text_at(word, (x + BAR + 8.0, y), &Text::new(TICK).color(SOFT))?;
        }
        Ok(())
    }

    fn top(&self, width: f64) -> f64 {
        Frame::HEAD + 8.0 + self.legend.height(width - 2.0 * MARGIN)
    }

    /// How wide and high a field is.
    fn field(&self) -> (f64, f64) {
        let numbers = self.fields.iter().flatten().flatten().map(|(_, number)| number.as_str());
        let wide = widest(numbers, NUMBER) + 18.0;
        let word = widest(self.across.1.iter().map(String::as_str), TICK) + 14.0;
        // Room enough for the names of the axes, however few fields there are.
        let across = (width(&self.across.0, NAME) + 20.0) / self.across.1.len() as f64;
        let up = (width(&self.up.0, NAME) + 20.0) / self.up.1.len() as f64;
        (wide.max(word).max(across).max(60.0).ceil(), up.max(40.0).ceil())
    }

    /// How much room the words at the left take.
    fn left(&self) -> f64 {
        MARGIN + NAME + 14.0 + widest(self.up.1.iter().map(String::as_str), TICK) + 8.0
    }
}
