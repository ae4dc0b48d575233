//! Pictures: which there are, that all words are in them, and that nothing is cut off.

use crate::fixture;
use chaselab_report::{Chart, charts};

fn names(charts: &[Chart]) -> Vec<&str> {
    charts.iter().map(|chart| chart.name.as_str()).collect()
}

#[test]
fn grids_get_the_pictures_that_they_deserve() {
    assert_eq!(names(&charts(&fixture::one_cell())), ["fths-ends", "fths-lengths"]);
    assert_eq!(names(&charts(&fixture::eight_risks())), ["fths-curves", "fths-ends", "fths-lengths"]);
    assert_eq!(names(&charts(&fixture::vehicles())), ["fths-ends", "fths-lengths"]);
    let two = ["fths-free-rate", "fths-curves", "fths-ends", "fths-lengths"];
    assert_eq!(names(&charts(&fixture::risk_grid())), two);
    let three = ["fths-free-rate-1", "fths-free-rate-2", "fths-ends", "fths-lengths"];
    assert_eq!(names(&charts(&fixture::three_factors())), three);
}

/// The texts of an SVG.
fn words(svg: &str) -> Vec<&str> {
    svg.split("<text")
        .skip(1)
        .filter_map(|rest| rest.split_once('>')?.1.split("</text>").next())
        .map(str::trim)
        .collect()
}

fn has_all(chart: &Chart, expected: &[&str]) {
    let svg = chart.svg().unwrap();
    let words = words(&svg);
    for word in expected {
        assert!(words.iter().any(|text| text.split(" · ").any(|part| part == *word)), "{word} not in {words:?}");
    }
}

#[test]
fn every_word_is_there() {
    let around = ["Risk against risk", "Fudge chase", "seed 2026", "digest 9f2c41d07be3a558", "damage = off"];
    let risks = ["−4", "−3", "−2", "−1", "0", "1", "2", "3", "prey risk", "catcher risk"];
    let all = charts(&fixture::risk_grid());
    for chart in &all {
        has_all(chart, &around);
        has_all(chart, &["1,000,000 chases a cell, sampled"]);
    }
    has_all(&all[0], &risks);
    has_all(&all[0], &["How often the prey gets free", "95.5", "4.5", "0 %", "100 %"]);
    has_all(&all[0], &["numbers in percent, 95 % intervals at most ± 0.10"]);
    has_all(&all[1], &risks);
    has_all(&all[1], &["free", "escaped", "caught", "crashed", "bands are 95 % intervals"]);
    let ends = ["escaped", "catcher crashed", "caught", "prey crashed", "both crashed", "timeout"];
    has_all(&all[2], &ends);
    has_all(&all[2], &["share of chases", "95.49 % ± 0.04"]);
    has_all(&all[3], &ends);
    has_all(&all[3], &["length of the chase (turns)", "Best for the prey: prey risk 0, catcher risk −4"]);
}

#[test]
fn axes_have_units_and_names_are_safe() {
    has_all(&charts(&fixture::accelerations())[0], &["prey acceleration (km/h/s)", "12", "32"]);
    has_all(&charts(&fixture::two_systems())[1], &["a &quot;sharp&quot;, &lt;odd&gt; &amp; |barred| word", "plain"]);
    for chart in charts(&fixture::two_systems()) {
        let svg = chart.svg().unwrap();
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
        assert!(svg.contains(&format!("<title>{}</title>", chart.title)) && svg.ends_with("</svg>\n"));
    }
}

#[test]
fn exact_curves_have_no_bands() {
    let bands = |chart: &Chart| chart.svg().unwrap().matches("<polygon").count();
    assert_eq!(bands(&charts(&fixture::eight_risks())[0]), 4);
    let computed = charts(&fixture::exact_cells());
    assert_eq!(bands(&computed[0]), 0);
    has_all(&computed[0], &["exact"]);
}

#[test]
fn curves_run_from_0_to_100_percent() {
    let chart = &charts(&fixture::eight_risks())[0];
    has_all(chart, &["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
}

struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

fn picture(chart: &Chart) -> Picture {
    let bytes = chart.png().unwrap();
    let mut reader = png::Decoder::new(bytes.as_slice()).read_info().unwrap();
    let mut buffer = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut buffer).unwrap();
    let pixels = buffer[..info.buffer_size()].chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Picture { width: info.width as usize, height: info.height as usize, pixels }
}

#[test]
fn png_shows_something_and_cuts_nothing_off() {
    for results in fixture::all() {
        for chart in charts(&results) {
            let picture = picture(&chart);
            let place = format!("{} {}", results.name, chart.name);
            assert_eq!(picture.pixels.len(), picture.width * picture.height);
            let drawn = picture.pixels.iter().filter(|pixel| **pixel != [255; 3]).count();
            assert!(drawn * 100 > picture.pixels.len(), "{place} is almost blank");
            // Whatever were cut off would reach the edge.
            let edge = 8;
            for (at, pixel) in picture.pixels.iter().enumerate() {
                let (x, y) = (at % picture.width, at / picture.width);
                let inside = (edge..picture.width - edge).contains(&x) && (edge..picture.height - edge).contains(&y);
                assert!(inside || *pixel == [255; 3], "{place} reaches the edge at {x}, {y}");
            }
        }
    }
}

#[test]
fn a_certain_escape_is_one_blue_bar() {
    let picture = picture(&charts(&fixture::all_escape())[0]);
    let blue = picture.pixels.iter().filter(|pixel| **pixel == [0x00, 0x72, 0xb2]).count();
    // 520 by 22 pixels at twice the size, less the number on it.
    assert!((40_000..=46_400).contains(&blue), "{blue}");
}

#[test]
fn same_results_same_pictures() {
    for (one, two) in charts(&fixture::accelerations()).iter().zip(&charts(&fixture::accelerations())) {
        assert_eq!(one.svg().unwrap(), two.svg().unwrap());
        assert_eq!(one.png().unwrap(), two.png().unwrap());
    }
}

#[test]
fn alternatives_tell_the_range() {
    let chart = &charts(&fixture::risk_grid())[0];
    assert!(chart.alt.contains("95.49 % ± 0.04 (prey risk 0, catcher risk -4)"), "{}", chart.alt);
    assert!(chart.alt.contains("down to 4.50 % ± 0.04 (prey risk -4, catcher risk 0)"), "{}", chart.alt);
}
