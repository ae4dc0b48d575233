//! Pictures of results, drawn once for SVG and PNG alike.

mod axis;
mod bars;
mod best;
mod canvas;
mod changes;
mod choose;
mod color;
mod compared;
mod costs;
mod curves;
mod difference;
mod game;
mod heatmap;
mod histogram;
mod intervals;
mod legend;
mod sense;
mod stacks;
mod tornado;

pub(crate) use best::charts as best_charts;
pub use choose::charts;
pub(crate) use choose::charts_of_means;
pub use compared::compared_charts;
pub(crate) use difference::charts as difference_charts;
pub(crate) use game::{charts as game_charts, prefix as game_prefix};
pub use sense::sense_charts;

use crate::error::ReportError;
use canvas::Canvas;
use plotters::prelude::{BitMapBackend, DrawingBackend, IntoDrawingArea, SVGBackend};
use std::io::Write;

/// How many pixels of a PNG, in each direction, make one of the drawing.
const PNG_SCALE: usize = 2;
/// How many drawn pixels, in each direction, make one of the PNG: it smooths the edges of everything.
const FINER: usize = 2;

/// A picture.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The name of its files, without an ending.
    pub name: String,
    /// The heading.
    pub title: String,
    /// What it shows, for who cannot see it.
    pub alt: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Bars(bars::Bars),
    Changes(changes::Changes),
    Costs(costs::Costs),
    Curves(curves::Curves),
    Heatmap(heatmap::Heatmap),
    Histogram(histogram::Histogram),
    Intervals(intervals::Intervals),
    Stacks(stacks::Stacks),
    Tornado(tornado::Tornado),
}

/// The words around a picture.
#[derive(Clone, Debug)]
struct Frame {
    title: String,
    subtitle: String,
    footer: Vec<String>,
}

impl Chart {
    /// The picture as SVG. Its text is set in the reader's sans-serif font, for which there is room.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn svg(&self) -> Result<String, ReportError> {
        let mut text = self.drawn()?;
        // Named for readers that speak instead of showing.
        let label = format!("<title>{}</title>\n<desc>{}</desc>\n", escaped(&self.title), escaped(&self.alt));
        let body = text.find(">\n").map_or(0, |at| at + 2);
        text.insert_str(body, &label);
        Ok(text)
    }

    /// The same to stand within HTML, where the element with this id says what it shows. It holds no ids, so that
    /// several can stand in one file.
    pub(crate) fn inline(&self, described_by: &str) -> Result<String, ReportError> {
        let label = escaped(&self.title).replace('"', "&quot;");
        let head = format!("<svg role=\"img\" aria-label=\"{label}\" aria-describedby=\"{described_by}\"");
        Ok(self.drawn()?.replacen("<svg", &head, 1))
    }

    fn drawn(&self) -> Result<String, ReportError> {
        let (width, height) = self.size();
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, (width as u32, height as u32)).into_drawing_area();
            self.draw(&Canvas::svg(&area)).map_err(|reason| self.error(&reason))?;
            area.present().map_err(|reason| self.error(&reason))?;
        }
        Ok(text)
    }

    /// How wide the SVG is.
    pub(crate) fn width(&self) -> f64 {
        self.size().0
    }

    /// The picture as PNG, in its embedded font.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn png(&self) -> Result<Vec<u8>, ReportError> {
        let (width, height) = self.size();
        let size = (width as usize * PNG_SCALE, height as usize * PNG_SCALE);
        let drawn = (size.0 * FINER, size.1 * FINER);
        let mut pixels = vec![0; drawn.0 * drawn.1 * 3];
        {
            let backend = BitMapBackend::with_buffer(&mut pixels, (drawn.0 as u32, drawn.1 as u32));
            let area = backend.into_drawing_area();
            let canvas = Canvas::bitmap(&area, (PNG_SCALE * FINER) as f64);
            self.draw(&canvas).map_err(|reason| self.error(&reason))?;
            area.present().map_err(|reason| self.error(&reason))?;
        }
        let mut file = Vec::new();
        encode(&smoothed(&pixels, size), size, &mut file).map_err(|reason| self.error(&reason))?;
        Ok(file)
    }

    /// Both pictures under their names in a folder of results.
    pub(crate) fn files(&self) -> Result<[(String, Vec<u8>); 2], ReportError> {
        let name = |ending: &str| format!("charts/{}.{ending}", self.name);
        Ok([(name("svg"), self.svg()?.into_bytes()), (name("png"), self.png()?)])
    }

    fn size(&self) -> (f64, f64) {
        match &self.kind {
            Kind::Bars(chart) => chart.size(),
            Kind::Changes(chart) => chart.size(),
            Kind::Costs(chart) => chart.size(),
            Kind::Curves(chart) => chart.size(),
            Kind::Heatmap(chart) => chart.size(),
            Kind::Histogram(chart) => chart.size(),
            Kind::Intervals(chart) => chart.size(),
            Kind::Stacks(chart) => chart.size(),
            Kind::Tornado(chart) => chart.size(),
        }
    }

    fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>) -> canvas::Drawn<B> {
        match &self.kind {
            Kind::Bars(chart) => chart.draw(canvas),
            Kind::Changes(chart) => chart.draw(canvas),
            Kind::Costs(chart) => chart.draw(canvas),
            Kind::Curves(chart) => chart.draw(canvas),
            Kind::Heatmap(chart) => chart.draw(canvas),
            Kind::Histogram(chart) => chart.draw(canvas),
            Kind::Intervals(chart) => chart.draw(canvas),
            Kind::Stacks(chart) => chart.draw(canvas),
            Kind::Tornado(chart) => chart.draw(canvas),
        }
    }

    fn error(&self, reason: &dyn std::error::Error) -> ReportError {
        ReportError::Draw { chart: self.name.clone(), reason: reason.to_string() }
    }
}

impl Frame {
    /// Draws the words, and gives the height at which the picture may begin.
    fn draw<B: DrawingBackend>(&self, canvas: &Canvas<'_, B>, (width, height): (f64, f64)) -> canvas::Drawn<B> {
        canvas.clear()?;
        canvas.text(&self.title, (MARGIN, 30.0), &canvas::Text::new(19.0).bold())?;
        canvas.text(&self.subtitle, (MARGIN, 53.0), &canvas::Text::new(13.0).color(color::SOFT))?;
        let footer = canvas::Text::new(FOOTER).color(color::SOFT);
        let lines = canvas::wrapped(&self.footer, FOOTER, width - 2.0 * MARGIN);
        for (index, line) in lines.iter().rev().enumerate() {
            canvas.text(line, (MARGIN, height - 14.0 - 15.0 * index as f64), &footer)?;
        }
        Ok(())
    }

    /// How high the head is.
    const HEAD: f64 = 68.0;

    /// How high the foot is in a picture of this width.
    fn foot(&self, width: f64) -> f64 {
        22.0 + 15.0 * canvas::wrapped(&self.footer, FOOTER, width - 2.0 * MARGIN).len() as f64
    }

    /// How wide a picture must be for its head.
    fn width(&self) -> f64 {
        let title = canvas::bold_width(&self.title, 19.0);
        let footer = canvas::widest(self.footer.iter().map(String::as_str), FOOTER);
        title.max(canvas::width(&self.subtitle, 13.0)).max(footer) + 2.0 * MARGIN
    }
}

/// The room around a picture.
const MARGIN: f64 = 24.0;
/// The size of the small print.
const FOOTER: f64 = 11.0;

/// Each pixel as the mean of those that were drawn for it.
fn smoothed(drawn: &[u8], (width, height): (usize, usize)) -> Vec<u8> {
    let line = width * FINER * 3;
    let drawn_for_one = (FINER * FINER) as u16;
    let mut pixels = Vec::with_capacity(width * height * 3);
    let mut sums = vec![0_u16; width * 3];
    for lines in drawn.chunks_exact(FINER * line) {
        sums.fill(0);
        for line in lines.chunks_exact(line) {
            for (sums, block) in sums.chunks_exact_mut(3).zip(line.chunks_exact(FINER * 3)) {
                for drawn in block.chunks_exact(3) {
                    sums.iter_mut().zip(drawn).for_each(|(sum, &channel)| *sum += u16::from(channel));
                }
            }
        }
        pixels.extend(sums.iter().map(|sum| ((sum + drawn_for_one / 2) / drawn_for_one) as u8));
    }
    pixels
}

fn encode(pixels: &[u8], (width, height): (usize, usize), to: &mut impl Write) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(to, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // Flat areas compress best as they are.
    encoder.set_compression(png::Compression::Default);
    encoder.set_filter(png::FilterType::NoFilter);
    encoder.write_header()?.write_image_data(pixels)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
