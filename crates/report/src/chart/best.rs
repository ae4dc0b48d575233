//! The picture of a choice: the leading cells with their intervals, and the winner again.

use super::intervals::{Intervals, Row, Span};
use super::legend::Legend;
use super::{Chart, Frame, Kind, axis, color};
use crate::best::{Standing, cell_name, is_exact, standing, value};
use crate::game::Amount;
use crate::shown;
use chaselab_lab::best::{Best, Race};
use chaselab_lab::results::Mean;
use plotters::style::RGBColor;

/// So many cells are drawn.
const MOST: usize = 14;

/// The winner has the first colour, who may be as good the second, the winner on fresh seeds the third.
const WINNER: usize = 0;
const RIVAL: usize = 1;
const FRESH: usize = 2;

/// A chart for each race.
pub(crate) fn charts(best: &Best) -> Vec<Chart> {
    best.races.iter().map(|race| leading(best, race)).collect()
}

/// The leading cells of a race.
fn leading(best: &Best, race: &Race) -> Chart {
    let amount = Amount::of(&best.aim.question.objective);
    let span = |mean: &Mean, color: RGBColor| {
        let scale = if amount == Amount::Chance { 100.0 } else { 1.0 };
        Span { low: mean.low * scale, middle: mean.mean * scale, high: mean.high * scale, color }
    };
    let ranked = best.ranked(race);
    let shown = &ranked[..ranked.len().min(MOST)];
    let rows: Vec<Row> = shown
        .iter()
        .map(|&arm| {
            let standing = standing(best, arm);
            let color = match standing {
                Standing::Winner => color::kind(WINNER),
                Standing::Rival => color::kind(RIVAL),
                Standing::Out => color::SOFT,
            };
            let mut spans = vec![span(&best.arms[arm].value, color)];
            let mut note = value(amount, &best.arms[arm].value);
            if let (Standing::Winner, Some((again, _))) = (standing, &race.confirmed) {
                spans.push(span(again, color::kind(FRESH)));
                note = format!("{note}; fresh: {}", value(amount, again));
            }
            Row { name: cell_name(best, arm), bold: standing == Standing::Winner, spans, note }
        })
        .collect();
    let sure = race.known && best.rivals(race).is_empty();
    let mut entries = vec![((if sure { "best" } else { "looks best" }).to_owned(), color::kind(WINNER))];
    if race.confirmed.is_some() {
        entries.push(("the same on fresh seeds".into(), color::kind(FRESH)));
    }
    if !best.rivals(race).is_empty() {
        entries.push(("may be as good".into(), color::kind(RIVAL)));
    }
    if shown.iter().any(|&arm| standing(best, arm) == Standing::Out) {
        entries.push(("worse".into(), color::SOFT));
    }
    let more = ranked.len() - shown.len();
    let several = best.races.len() > 1;
    let system = if several { format!(", in {}", race.system.title()) } else { String::new() };
    let title = format!("Which cell is the best for {}{system}?", best.aim.question.text);
    let name = if several { format!("best-{}", race.system.name()) } else { "best".to_owned() };
    let winner = cell_name(best, race.winner);
    let alt = format!(
        "Dots{} of the {} leading cells. Best: {winner}, {}.",
        if is_exact(best, race) { "" } else { " with intervals" },
        shown.len(),
        value(amount, &best.arms[race.winner].value)
    );
    let subtitle = match more {
        0 => best.results.title.clone(),
        more => format!("{}; {more} more cells are not shown", best.results.title),
    };
    let mut footer = vec![format!("seed {}", best.results.seed), format!("digest {}", best.results.digest)];
    if race.confirmed.is_some() {
        footer.insert(
            0,
            format!(
                "intervals of the choice hold together and at every look, with {}",
                shown::confidence(best.results.confidence)
            ),
        );
    }
    let kind = Kind::Intervals(Intervals {
        frame: Frame { title: title.clone(), subtitle, footer },
        legend: Legend::new(None, entries),
        across: match amount {
            Amount::Chance => format!("{} (% of chases)", best.aim.question.text),
            Amount::Number => best.aim.question.text.clone(),
        },
        word: axis::plain,
        rows,
        mark: Some(span(&best.arms[race.winner].value, color::INK).low),
    });
    Chart { name, title, alt, kind }
}
