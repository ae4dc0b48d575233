//! What a change does, in sentences that can be quoted.

use super::rows::{Line, Unit, lines};
use crate::grid::{Grid, grids};
use crate::shown;
use chaselab_core::Group;
use chaselab_lab::diff::{Altered, CellDifference, Difference, Quantity, Standing, Variant};

/// So many altered values, or cells without a counterpart, are named.
const NAMED: usize = 8;

/// What the scenarios say otherwise, a line each.
pub(super) fn altered(difference: &Difference) -> Vec<String> {
    let said = |value: &Option<String>| value.clone().unwrap_or_else(|| "not set".to_owned());
    let line = |Altered { path, base, changed }: &Altered| format!("{path}: {} → {}", said(base), said(changed));
    let mut told: Vec<String> = difference.altered.iter().take(NAMED).map(line).collect();
    if difference.altered.len() > NAMED {
        told.push(format!("and {} more", difference.altered.len() - NAMED));
    }
    told
}

/// What the change does, the most important first.
pub(super) fn verdict(difference: &Difference) -> Vec<String> {
    if difference.altered.is_empty() {
        return vec!["CHANGED says the same as BASE, so nothing can differ.".to_owned()];
    }
    let mut told: Vec<String> = grids(&difference.base).iter().map(|grid| of_system(difference, grid)).collect();
    told.extend(doubts(difference));
    told
}

fn of_system(difference: &Difference, grid: &Grid<'_>) -> String {
    let title = grid.system.title();
    let own: Vec<&CellDifference> = difference.cells.iter().filter(|cell| cell.system == grid.system).collect();
    if own.iter().flat_map(|cell| &cell.changes).all(|change| change.is_nothing()) {
        let chases: u64 = own.iter().filter_map(|cell| cell.pairs).sum();
        let how = match chases {
            0 => "every rate and every length stays what it was".to_owned(),
            _ => format!("of {} chases played again with the same luck not one goes otherwise", shown::count(chases)),
        };
        let adapts = adapting(own.first().copied(), Quantity::Group(Group::Free), own.len(), 0.0);
        return format!("{title}: the change changes nothing: {how}.{adapts}");
    }
    let rates = lines(difference, grid, Unit::Points);
    let free: Vec<&Line<'_>> =
        rates.iter().filter(|line| line.change.quantity == Quantity::Group(Group::Free)).collect();
    let most_free = free.iter().find(|line| line.change.is_real());
    let mut text = format!("{title}: {}", getting_free(&free, own.len()));
    if let Some(line) = most_free {
        text.push_str(&place(grid, line, own.len(), "Most"));
        text.push_str(&adapting(Some(line.cell), line.change.quantity, own.len(), line.change.delta));
    }
    let other = rates
        .iter()
        .find(|line| line.change.is_real())
        .filter(|line| most_free.is_none_or(|free| line.change.delta.abs() > free.change.delta.abs() * 1.05));
    if let Some(line) = other {
        text.push_str(&format!(" What changes most is {}", line.what()));
        text.push_str(&place(grid, line, own.len(), ""));
    }
    text.push_str(&lasting(&lines(difference, grid, Unit::Turns), grid, own.len()));
    text
}

/// How long chases last now, where a difference is shown; the first of the lines differs most.
fn lasting(turns: &[Line<'_>], grid: &Grid<'_>, cells: usize) -> String {
    let Some(most) = turns.iter().find(|line| line.change.is_real()) else { return String::new() };
    let alike = turns.iter().filter(|line| line.change.is_real() && line.change.quantity == most.change.quantity);
    let (longer, shorter): (Vec<&Line<'_>>, Vec<&Line<'_>>) = alike.partition(|line| line.change.delta > 0.0);
    let how = match (longer.len(), shorter.len()) {
        (longer, 0) if longer > 0 => "longer".to_owned(),
        (0, _) => "shorter".to_owned(),
        (longer, shorter) => format!("longer in {longer} and shorter in {shorter} of {cells} cells,"),
    };
    let by = if cells > 1 {
        format!(" by up to {} turns", most.delta(Unit::Turns).trim_start_matches(['+', '−']))
    } else {
        String::new()
    };
    let [before, after] = most.values();
    format!(" Chases get {how}{by}: {before} → {after} turns{}.", with(grid, most, cells))
}

/// How often the prey gets free now.
fn getting_free(free: &[&Line<'_>], cells: usize) -> String {
    let count =
        |wanted: fn(f64) -> bool| free.iter().filter(|line| line.change.is_real() && wanted(line.change.delta)).count();
    let (more, less) = (count(|delta| delta > 0.0), count(|delta| delta < 0.0));
    let rest = cells - more - less;
    match (more, less) {
        (0, 0) => "no difference is shown in how often the prey gets free.".to_owned(),
        (1, 0) if cells == 1 => "the prey gets free more often".to_owned(),
        (0, 1) if cells == 1 => "the prey gets free less often".to_owned(),
        _ => {
            let part = |count: usize, how: &str| (count > 0).then(|| format!("{how} often in {count}"));
            let parts: Vec<String> = part(more, "more").into_iter().chain(part(less, "less")).collect();
            let rest = if rest > 0 { format!("; in {rest} no difference is shown") } else { String::new() };
            format!("the prey gets free {} of {cells} cells{rest}.", parts.join(" and "))
        }
    }
}

/// Where, from what and to what; after `lead` as a sentence of its own, else as the end of one.
fn place(grid: &Grid<'_>, line: &Line<'_>, cells: usize, lead: &str) -> String {
    let [before, after] = line.values();
    let numbers = format!("{before} → {after}, {} points", line.delta(Unit::Points));
    match (lead, cells) {
        ("", _) => format!("{}: {numbers}.", with(grid, line, cells)),
        (_, 1) => format!(": {numbers}."),
        _ => format!(" {lead}{}: {numbers}.", with(grid, line, cells)),
    }
}

/// In which cell, where there are several.
fn with(grid: &Grid<'_>, line: &Line<'_>, cells: usize) -> String {
    if cells > 1 { format!(" with {}", grid.cell_name(line.results[0])) } else { String::new() }
}

/// What is left of a change when players adapt.
fn adapting(cell: Option<&CellDifference>, quantity: Quantity, cells: usize, delta: f64) -> String {
    let Some(adapted) = cell.and_then(|cell| cell.adapted.as_ref()) else { return String::new() };
    let adapted = match adapted {
        Ok(adapted) => adapted,
        Err(why) => return format!(" What is left of it when players adapt cannot be computed ({why})."),
    };
    let left = adapted.delta(quantity);
    let percent = |value: f64| format!("{:.2} %", value * 100.0);
    let there = if cells > 1 { " there" } else { "" };
    let numbers = format!(
        "{} → {}{there}, {} points",
        percent(adapted.base.quantity(quantity)),
        percent(adapted.changed.quantity(quantity)),
        shown::difference(left * 100.0, left * 100.0, left * 100.0).value
    );
    let so = if left.abs() < 0.1 * delta.abs() {
        ": nearly all of the change is adapted away"
    } else if left * delta < 0.0 {
        ": they turn it around"
    } else {
        ""
    };
    format!(" When both sides adapt, it is {numbers}{so}.")
}

/// What is not shown, and what pairing gained.
fn doubts(difference: &Difference) -> Vec<String> {
    if difference.comparisons == 0 {
        return Vec::new();
    }
    let sampled = difference.cells.iter().flat_map(|cell| &cell.changes);
    let open = sampled
        .filter(|change| matches!(change.standing, Standing::Paired { shown: false, .. }) && !change.is_nothing());
    let confidence = shown::confidence(difference.base.confidence);
    let open = match open.count() {
        0 => "All of them are shown to be real".to_owned(),
        1 => "1 of them is not shown to be real".to_owned(),
        several => format!("{several} of them are not shown to be real"),
    };
    let mut told = vec![format!(
        "{} differences were seen in played chases. {open}: they are tested together, so that at {confidence} none is called real that is not.",
        difference.comparisons
    )];
    let mut gains: Vec<f64> = difference
        .cells
        .iter()
        .filter_map(|cell| match cell.change(Quantity::Group(Group::Free))?.standing {
            Standing::Paired { gain, .. } => gain,
            Standing::Exact => None,
        })
        .collect();
    gains.sort_by(f64::total_cmp);
    if let Some(gain) = gains.get(gains.len() / 2) {
        let where_from = if gains.len() > 1 { ", the median of all cells" } else { "" };
        told.push(format!(
            "Both variants played the same chases: that makes the variance of the difference in the free rate {gain:.1} times smaller than with luck of their own{where_from}."
        ));
    }
    told
}

/// Cells that were left out.
pub(super) fn lonely(difference: &Difference) -> Vec<String> {
    [(Variant::Base, "BASE"), (Variant::Changed, "CHANGED")]
        .into_iter()
        .filter_map(|(of, name)| {
            let own: Vec<String> =
                difference.lonely.iter().filter(|cell| cell.of == of).map(|cell| cell.shown()).collect();
            let more = own.len().saturating_sub(NAMED);
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            let named: Vec<&str> = own.iter().take(NAMED).map(String::as_str).collect();
            (!own.is_empty()).then(|| format!("Left out, since {name} alone has it: {}{more}.", named.join("; ")))
        })
        .collect()
}

/// How the numbers are to be read.
pub(super) fn method(difference: &Difference) -> Vec<String> {
    let mut told = Vec::new();
    let exact = difference.cells.iter().filter(|cell| cell.pairs.is_none()).count();
    if exact > 0 {
        let cells = if exact == 1 { "1 cell is".to_owned() } else { format!("{exact} cells are") };
        told.push(format!("{cells} exact in both variants: the difference has no interval."));
    }
    let paired: Vec<u64> = difference.cells.iter().filter_map(|cell| cell.pairs).collect();
    if let Some(chases) = paired.first() {
        let cells = if paired.len() == 1 { "1 cell".to_owned() } else { format!("{} cells", paired.len()) };
        // Where nothing differs there is nothing to test.
        let read = match difference.comparisons {
            0 => String::new(),
            many => format!(
                "; after each change its {} interval (rates: Tango's score interval; lengths: of the mean of the paired differences). p is corrected for {} (Holm)",
                shown::confidence(difference.base.confidence),
                if many == 1 { "1 comparison".to_owned() } else { format!("{many} comparisons") }
            ),
        };
        told.push(format!(
            "{cells} played: {} chases each, seed {}, with the same luck in both variants{read}.",
            shown::count(*chases),
            difference.base.seed,
        ));
    }
    if let Some(question) = &difference.question {
        told.push(format!(
            "When players adapt, both sides play their best in BASE and in CHANGED, computed exactly; the prey maximises {}. Of several equilibria with the same value one is shown.",
            question.text
        ));
        let why = difference.cells.iter().find_map(|cell| cell.adapted.as_ref()?.as_ref().err());
        let without = difference.cells.iter().filter(|cell| matches!(cell.adapted, Some(Err(_)))).count();
        if let Some(why) = why {
            let cells = if without == 1 { "1 cell".to_owned() } else { format!("{without} cells") };
            told.push(format!("In {cells} players who adapt cannot be computed: {why}."));
        }
    }
    told
}
