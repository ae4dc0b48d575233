//! Colours that stay apart for colour-blind eyes.

use chaselab_core::{End, Group};
use plotters::style::RGBColor;

/// Text and axes.
pub const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
/// Text that matters less.
pub const SOFT: RGBColor = RGBColor(0x5c, 0x5c, 0x5c);
/// Lines behind the data.
pub const RULE: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
/// Paper.
pub const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

/// Okabe and Ito's set (Color Universal Design, 2008), without black, those that stand out on paper first.
const OKABE_ITO: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0xf0, 0xe4, 0x42),
];

/// Points of the map viridis (van der Walt and Smith 2015) at equal distances.
const VIRIDIS: [RGBColor; 10] = [
    RGBColor(68, 1, 84),
    RGBColor(72, 40, 120),
    RGBColor(62, 74, 137),
    RGBColor(49, 104, 142),
    RGBColor(38, 130, 142),
    RGBColor(31, 158, 137),
    RGBColor(53, 183, 121),
    RGBColor(109, 205, 89),
    RGBColor(180, 222, 44),
    RGBColor(253, 231, 37),
];

/// An end: blues and green where the prey got away, warm where it did not, grey where it is open.
pub const fn end(end: End) -> RGBColor {
    match end {
        End::Escaped => OKABE_ITO[0],
        End::CatcherCrashed => OKABE_ITO[5],
        End::CatcherDisabled => OKABE_ITO[2],
        End::Caught => OKABE_ITO[1],
        End::PreyCrashed => OKABE_ITO[4],
        End::PreyDisabled => OKABE_ITO[6],
        End::BothCrashed => OKABE_ITO[3],
        End::BothDisabled => RGBColor(0x7a, 0x3b, 0x5e),
        End::Timeout => RGBColor(0xa8, 0xa8, 0xa8),
    }
}

/// A group.
pub const fn group(group: Group) -> RGBColor {
    match group {
        Group::Free => OKABE_ITO[2],
        Group::Stopped => OKABE_ITO[1],
        Group::Open => RGBColor(0xa8, 0xa8, 0xa8),
    }
}

/// Crashes of any side.
pub const CRASHED: RGBColor = OKABE_ITO[3];

/// One of several kinds.
pub const fn kind(index: usize) -> RGBColor {
    OKABE_ITO[index % OKABE_ITO.len()]
}

/// A number between 0 and 1, dark to light.
pub fn scale(share: f64) -> RGBColor {
    let at = share.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let index = (at as usize).min(VIRIDIS.len() - 2);
    let (low, high, part) = (VIRIDIS[index], VIRIDIS[index + 1], at - index as f64);
    let mix = |low: u8, high: u8| (f64::from(low) + part * (f64::from(high) - f64::from(low))).round() as u8;
    RGBColor(mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2))
}

/// One of several steps of an ordered quantity, dark to light, none so light that it is lost on paper.
pub fn step(index: usize, steps: usize) -> RGBColor {
    scale(if steps < 2 { 0.0 } else { 0.88 * index as f64 / (steps - 1) as f64 })
}

/// Black or white, whichever can be read better on a colour (by the contrast of WCAG 2).
pub fn on(background: RGBColor) -> RGBColor {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = 0.2126 * linear(background.0) + 0.7152 * linear(background.1) + 0.0722 * linear(background.2);
    if (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.066 { INK } else { PAPER }
}
