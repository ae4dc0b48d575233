//! The chart of how cost grows: both axes logarithmic, so that a power law is a line.

use crate::Growth;
use plotters::prelude::*;
use plotters::style::register_font;
use std::error::Error;

/// Colours that most eyes tell apart (Okabe and Ito 2008), with a mark of its own for each, so that colour is not alone.
const COLORS: [RGBColor; 5] =
    [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167), RGBColor(86, 86, 86)];

/// An SVG of all growths.
pub fn draw(growths: &[Growth]) -> Result<String, Box<dyn Error>> {
    let all = || growths.iter().flat_map(|growth| &growth.points);
    let range = |number: fn(&(f64, f64)) -> f64| {
        let numbers = || all().map(number);
        numbers().fold(f64::INFINITY, f64::min) * 0.7..numbers().fold(0.0, f64::max) * 1.5
    };
    // The machine may have no fonts.
    let font = dejavu::sans::regular();
    register_font("sans-serif", FontStyle::Normal, font).map_err(|_| "its font cannot be read")?;
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (860, 520)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption("How cost grows (one thread)", ("sans-serif", 20))
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(range(|point| point.0).log_scale(), range(|point| point.1).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(RGBColor(225, 225, 225))
            .x_desc("how many (chases, cells, turns, states)")
            .y_desc("milliseconds")
            .x_label_formatter(&|number| power(*number))
            .y_label_formatter(&|number| power(*number))
            .draw()?;
        for (index, growth) in growths.iter().enumerate() {
            let color = COLORS[index % COLORS.len()];
            let mark = move |at: (f64, f64)| {
                let sides = 3 + index as i32;
                let corner = move |corner: i32| {
                    let angle = std::f64::consts::TAU * f64::from(corner) / f64::from(sides);
                    ((angle.sin() * 5.0) as i32, (-angle.cos() * 5.0) as i32)
                };
                EmptyElement::at(at) + Polygon::new((0..sides).map(corner).collect::<Vec<_>>(), color.filled())
            };
            chart
                .draw_series(LineSeries::new(growth.points.iter().copied(), color.stroke_width(2)))?
                .label(format!("{} (exponent {:.2})", growth.what, growth.exponent()))
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(3)));
            chart.draw_series(growth.points.iter().map(|&point| mark(point)))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.9))
            .border_style(RGBColor(200, 200, 200))
            .label_font(("sans-serif", 13))
            .draw()?;
        area.present()?;
    }
    Ok(text)
}

/// A power of ten.
fn power(number: f64) -> String {
    match number {
        0.001..1.0 => format!("{number}"),
        1.0..10_000.0 => format!("{number:.0}"),
        _ => format!("1e{:.0}", number.log10()),
    }
}
