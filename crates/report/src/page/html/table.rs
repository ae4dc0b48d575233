//! A table that the reader can sort and filter.

use super::kept;
use crate::page::table::{Column, Kind, Table};
use maud::{Markup, html};

/// A head with more letters than that is given more room.
const LONG: usize = 20;

/// A table with all its rows; it is called by its caption, else by the heading that it stands under.
pub(super) fn table(table: &Table, number: usize, heading: &str) -> Markup {
    let (filter, caption) = (format!("filter-{number}"), format!("table-{number}"));
    let rows = table.rows.len();
    html! {
        div.table {
            @if let Some(words) = &table.caption { p.caption id=(caption) { (kept(words)) } }
            @if rows > 1 {
                div.tools hidden {
                    label for=(filter) { "Filter" }
                    input id=(filter) type="search" autocomplete="off" spellcheck="false";
                    output for=(filter) { (rows) " rows" }
                }
            }
            div.scroll data-label=(table.caption.as_deref().unwrap_or(heading)) {
                table aria-labelledby=[table.caption.as_ref().map(|_| &caption)]
                    aria-label=[table.caption.is_none().then_some(heading)] {
                    thead {
                        tr { @for (index, column) in table.columns.iter().enumerate() { (head(column, index, rows > 1 && !table.in_order)) } }
                    }
                    tbody { @for row in &table.rows { tr { @for (column, text) in table.columns.iter().zip(row) { (cell(column, text)) } } } }
                }
            }
        }
    }
}

/// The head of a column, which sorts by it.
fn head(column: &Column, index: usize, sorts: bool) -> Markup {
    let number = column.kind == Kind::Number;
    let nameless = column.head.is_empty().then(|| format!("column {}", index + 1));
    html! {
        th.n[number].long[column.head.chars().count() > LONG] scope="col" aria-sort=[sorts.then_some("none")] {
            @if sorts { button type="button" aria-label=[nameless] { (column.head) } } @else { (column.head) }
        }
    }
}

fn cell(column: &Column, text: &str) -> Markup {
    match &column.kind {
        Kind::Name => html! { th scope="row" { (kept(text)) } },
        Kind::Ordered(values) => {
            html! { th scope="row" data-rank=[values.iter().position(|value| value == text)] { (kept(text)) } }
        }
        Kind::Text => html! { td { (kept(text)) } },
        Kind::Number => {
            let (value, spread) = parted(text);
            html! { td.n { span { (value) } @if let Some(spread) = spread { " " small { (spread) } } } }
        }
    }
}

/// A number, and its interval where it has one.
fn parted(text: &str) -> (&str, Option<&str>) {
    let at = [" ± ", " ("].iter().filter_map(|mark| text.find(mark)).min();
    at.map_or((text, None), |at| (&text[..at], Some(&text[at + 1..])))
}

#[cfg(test)]
mod tests {
    use super::parted;

    #[test]
    fn an_interval_is_parted_from_its_number() {
        assert_eq!(parted("68.29 % ± 0.09"), ("68.29 %", Some("± 0.09")));
        assert_eq!(parted("18 % (12–26)"), ("18 %", Some("(12–26)")));
        assert_eq!(parted("< 0.00037 %"), ("< 0.00037 %", None));
        assert_eq!(parted(""), ("", None));
    }
}
