//! What a terminal shows of a choice.

use super::words::{cell_name, method, standing, value, verdict};
use crate::game::Amount;
use crate::screen::{plain, wrapped};
use crate::shown::count;
use chaselab_lab::best::{Best, Race};
use chaselab_lab::results::Method;
use comfy_table::{Attribute, Cell, CellAlignment, Color, Table};

/// So many cells are shown.
const MOST: usize = 20;

/// The verdict, the leading cells, and how it was found.
pub fn best_table(best: &Best, width: usize, color: bool) -> String {
    let mut text = format!("{}\nThe most of {}\n", best.results.title, best.aim.question.text);
    for race in &best.races {
        if best.races.len() > 1 {
            text.push_str(&format!("\n{}", of_system(race)));
        }
        text.push_str(&format!("\n{}\n", drawn(best, race, color).trim_fmt()));
        if race.arms.len() > MOST {
            text.push_str(&format!("{} more cells stand in the data.\n", race.arms.len() - MOST));
        }
        for sentence in verdict(best, race) {
            text.push_str(&wrapped(&sentence, width, "", true));
        }
    }
    text.push('\n');
    for sentence in method(best) {
        text.push_str(&wrapped(&sentence, width, "", true));
    }
    text.push_str(&format!("Digest {}.\n", best.results.digest));
    text
}

/// What the race of a system is called among others.
pub fn of_system(race: &Race) -> String {
    format!("{} ({})", race.system.title(), race.system.name())
}

fn drawn(best: &Best, race: &Race, color: bool) -> Table {
    let mut table = plain(color);
    let head = |name: &str| Cell::new(name).add_attribute(Attribute::Bold);
    table.set_header([
        Cell::new("cell").fg(Color::Cyan),
        head(&best.aim.question.text),
        head("chases"),
        head("standing"),
    ]);
    for [name, value, chases, standing] in rows(best, race).into_iter().take(MOST) {
        table.add_row([name, value, chases, standing]);
    }
    for column in table.column_iter_mut().skip(1).take(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Each cell's name, value, chases and standing, the best first.
pub fn rows(best: &Best, race: &Race) -> Vec<[String; 4]> {
    let amount = Amount::of(&best.aim.question.objective);
    let row = |arm: usize| {
        let cell = &best.results.cells[arm];
        let chases = match cell.method {
            Method::Sampled => count(cell.chases),
            Method::Exact => "exact".to_owned(),
        };
        [cell_name(best, arm), value(amount, &best.arms[arm].value), chases, standing(best, arm).name().to_owned()]
    };
    best.ranked(race).into_iter().map(row).collect()
}
