//! A drawing surface on which SVG and PNG look alike.

use super::color::{INK, PAPER};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, FontTransform, register_font};
use std::sync::Once;

/// What drawing gives.
pub type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// The family that an SVG asks for, and under which the embedded font is known.
const FAMILY: &str = "sans-serif";

/// A surface measured in the pixels of the SVG.
pub struct Canvas<'a, B: DrawingBackend> {
    area: &'a DrawingArea<B, Shift>,
    scale: f64,
    /// By how much a font size differs from the SVG's for letters of the same size.
    letters: f64,
    /// Where a text's baseline lies below the point that it is centred on, as a share of its size.
    baseline: f64,
}

/// How a text is set.
#[derive(Clone)]
pub struct Text {
    size: f64,
    color: RGBColor,
    bold: bool,
    across: HPos,
    upwards: bool,
}

impl Text {
    /// Regular, in ink, from the left; `size` is the height of an em.
    pub const fn new(size: f64) -> Self {
        Self { size, color: INK, bold: false, across: HPos::Left, upwards: false }
    }

    /// In bold.
    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// In a colour.
    pub const fn color(mut self, color: RGBColor) -> Self {
        self.color = color;
        self
    }

    /// Ending at the point.
    pub const fn right(mut self) -> Self {
        self.across = HPos::Right;
        self
    }

    /// Centred on the point.
    pub const fn center(mut self) -> Self {
        self.across = HPos::Center;
        self
    }

    /// Read from below.
    pub const fn upwards(mut self) -> Self {
        self.upwards = true;
        self
    }
}

impl<'a, B: DrawingBackend> Canvas<'a, B> {
    /// For an SVG.
    pub fn svg(area: &'a DrawingArea<B, Shift>) -> Self {
        register();
        // The backend divides sizes by 1.24 and centres by half the height of an x, which DejaVu has at 0.547 em.
        Self { area, scale: 1.0, letters: 1.24, baseline: 0.2735 }
    }

    /// For pixels, `scale` of them for one of the SVG.
    pub fn bitmap(area: &'a DrawingArea<B, Shift>, scale: f64) -> Self {
        register();
        // The font is scaled by its ascent and descent, 1.164 em; the backend centres a box of size / 1.24 and has
        // the baseline at half the size from its top.
        Self { area, scale, letters: 1.164, baseline: 1.164 * (0.5 - 0.5 / 1.24) }
    }

    /// Paper everywhere.
    pub fn clear(&self) -> Drawn<B> {
        self.area.fill(&PAPER)
    }

    /// A text whose baseline is at `at`.
    pub fn text(&self, text: &str, at: (f64, f64), how: &Text) -> Drawn<B> {
        let up = how.size * self.baseline;
        let at = if how.upwards { (at.0 - up, at.1) } else { (at.0, at.1 - up) };
        let style = if how.bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = FontDesc::new(FontFamily::SansSerif, how.size * self.letters * self.scale, style);
        let font = if how.upwards { font.transform(FontTransform::Rotate270) } else { font };
        let style = TextStyle::from(font).color(&how.color).pos(Pos::new(how.across, VPos::Center));
        self.area.draw_text(text, &style, self.at(at))
    }

    /// A text whose letters are centred on `at` in height.
    pub fn text_at(&self, text: &str, at: (f64, f64), how: &Text) -> Drawn<B> {
        // Half the height of a capital, 0.729 em.
        let down = how.size * 0.3645;
        let at = if how.upwards { (at.0 + down, at.1) } else { (at.0, at.1 + down) };
        self.text(text, at, how)
    }

    /// A filled rectangle by its left upper corner and size.
    pub fn fill(&self, (x, y): (f64, f64), (width, height): (f64, f64), color: RGBColor) -> Drawn<B> {
        self.area.draw(&Rectangle::new([self.at((x, y)), self.at((x + width, y + height))], color.filled()))
    }

    /// A straight or broken line.
    pub fn line(&self, points: &[(f64, f64)], color: RGBColor, width: f64) -> Drawn<B> {
        let points: Vec<(i32, i32)> = points.iter().map(|&point| self.at(point)).collect();
        let width = (width * self.scale).round().max(1.0) as u32;
        self.area.draw(&PathElement::new(points, color.stroke_width(width)))
    }

    /// A see-through area by its corners.
    pub fn shade(&self, points: &[(f64, f64)], color: RGBColor, opacity: f64) -> Drawn<B> {
        let points: Vec<(i32, i32)> = points.iter().map(|&point| self.at(point)).collect();
        self.area.draw(&Polygon::new(points, color.mix(opacity)))
    }

    /// A filled dot with a rim of paper.
    pub fn dot(&self, at: (f64, f64), radius: f64, color: RGBColor) -> Drawn<B> {
        let circle = |radius: f64, color: RGBColor| {
            Circle::new(self.at(at), (radius * self.scale).round().max(1.0) as i32, color.filled())
        };
        self.area.draw(&circle(radius + 1.2, PAPER))?;
        self.area.draw(&circle(radius, color))
    }

    fn at(&self, (x, y): (f64, f64)) -> (i32, i32) {
        ((x * self.scale).round() as i32, (y * self.scale).round() as i32)
    }
}

/// How wide a text is in the embedded font, which is wider than most.
pub fn width(text: &str, size: f64) -> f64 {
    measured(text, size, FontStyle::Normal)
}

/// The same in bold.
pub fn bold_width(text: &str, size: f64) -> f64 {
    measured(text, size, FontStyle::Bold)
}

fn measured(text: &str, size: f64, style: FontStyle) -> f64 {
    register();
    // Measured large, since the library gives whole pixels.
    let large = 10.0;
    let font = FontDesc::new(FontFamily::SansSerif, size * 1.164 * large, style);
    font.box_size(text).map_or(0.0, |(width, _)| f64::from(width) / large)
}

/// The widest of some texts.
pub fn widest<'t>(texts: impl IntoIterator<Item = &'t str>, size: f64) -> f64 {
    texts.into_iter().map(|text| width(text, size)).fold(0.0, f64::max)
}

/// Parts of a text as lines that are no wider than `room`, broken between parts.
pub fn wrapped(parts: &[String], size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let longer = lines.last().map(|line| format!("{line} · {part}"));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) if width(&longer, size) <= room => *line = longer,
            _ => lines.push(part.clone()),
        }
    }
    lines
}

/// Makes the embedded font known to the library, once.
fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let fonts = [(FontStyle::Normal, dejavu::sans::regular()), (FontStyle::Bold, dejavu::sans::bold())];
        for (style, bytes) in fonts {
            assert!(register_font(FAMILY, style, bytes).is_ok(), "the embedded font can be read");
        }
    });
}
