//! What colours mean.

use super::canvas::{Canvas, Drawn, Text, width};
use super::color::{INK, SOFT};
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

/// The size of its letters.
const SIZE: f64 = 12.0;
/// The side of a patch of colour.
const PATCH: f64 = 12.0;
/// Between a patch and its word, and between entries.
const GAP: f64 = 6.0;
const BETWEEN: f64 = 20.0;
/// From one row to the next.
const ROW: f64 = 20.0;

/// Names and their colours, in rows above the data.
#[derive(Clone, Debug)]
pub struct Legend {
    /// What the entries are values of, where their names do not say it.
    title: Option<String>,
    entries: Vec<(String, RGBColor)>,
}

impl Legend {
    /// A legend.
    pub const fn new(title: Option<String>, entries: Vec<(String, RGBColor)>) -> Self {
        Self { title, entries }
    }

    /// How high it is when it may be so wide.
    pub fn height(&self, room: f64) -> f64 {
        self.places(room).last().map_or(0.0, |&(_, y)| y + ROW)
    }

    /// Draws it with its left upper corner at a point.
    pub fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>, (x, y): (f64, f64), room: f64) -> Drawn<B> {
        if let Some(title) = &self.title {
            canvas.text_at(title, (x, y + 2.0 + PATCH / 2.0), &Text::new(SIZE).color(SOFT))?;
        }
        for ((name, color), (right, down)) in self.entries.iter().zip(self.places(room)) {
            let (x, y) = (x + right, y + down);
            canvas.fill((x, y + 2.0), (PATCH, PATCH), *color)?;
            canvas.text_at(name, (x + PATCH + GAP, y + 2.0 + PATCH / 2.0), &Text::new(SIZE).color(INK))?;
        }
        Ok(())
    }

    /// Where each entry stands.
    fn places(&self, room: f64) -> Vec<(f64, f64)> {
        let start = self.title.as_ref().map_or(0.0, |title| width(title, SIZE) + BETWEEN);
        let (mut x, mut y) = (start, 0.0);
        let mut places = Vec::new();
        for (name, _) in &self.entries {
            let wide = PATCH + GAP + width(name, SIZE);
            if x > start && x + wide > room {
                x = start;
                y += ROW;
            }
            places.push((x, y));
            x += wide + BETWEEN;
        }
        places
    }
}
