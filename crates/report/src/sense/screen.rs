//! What a terminal shows of what matters.

use super::rows::{HEADS, base, effective, method, no_effect, row};
use crate::rows::{Rows, drawn};
use crate::screen::wrapped;
use chaselab_lab::sense::Sensitivity;

/// So many parameters are shown; the others stand in the data files.
const MOST: usize = 20;

/// Parameters in order of importance, system by system; sentences are at most `width` columns wide.
pub fn screen(found: &Sensitivity, width: usize, color: bool) -> String {
    let mut text = format!("{}: what moves {}?\n", found.title, found.output);
    for system in &found.systems {
        text.push_str(&format!("\n{} ({})\n", system.system.title(), system.system.name()));
        text.push_str(&wrapped(&base(found, system), width, "", false));
        let effective: Vec<_> = effective(system).collect();
        if !effective.is_empty() {
            let rows = effective.iter().take(MOST).map(|influence| row(found, system, influence).to_vec());
            let head = HEADS.map(str::to_owned).to_vec();
            let rows = Rows { heading: String::new(), head, names: 1, rows: rows.collect() };
            text.push_str(&format!("{}\n", drawn(&rows, color).trim_fmt()));
        }
        if effective.len() > MOST {
            text.push_str(&format!("{} more with an effect stand in the data files.\n", effective.len() - MOST));
        }
        for line in no_effect(system).into_iter().chain(method(found, system)) {
            text.push_str(&wrapped(&line, width, "", false));
        }
    }
    text.push_str(&format!("\nDigest {}.\n", found.digest));
    text
}
