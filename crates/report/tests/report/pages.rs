//! The report as one HTML file.

use crate::fixture;
use chaselab_lab::results::Results;
use chaselab_report::{charts, document};
use std::collections::BTreeSet;

const COMMAND: &str = "chaselab run acceleration.toml --seed 2026";

fn html(results: &Results) -> String {
    document(results, &charts(results), COMMAND).html().unwrap()
}

/// Every value of an attribute.
fn values<'t>(text: &'t str, attribute: &str) -> Vec<&'t str> {
    let mark = format!(" {attribute}=\"");
    text.split(&mark).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The texts of the rows of all tables, without markup.
fn rows(text: &str) -> Vec<Vec<String>> {
    let row = |row: &str| -> Vec<String> {
        let cells = row.split("<td").flat_map(|part| part.split("<th scope=\"row\""));
        cells.skip(1).map(|cell| plain(cell.split_once('>').unwrap().1)).collect()
    };
    let rows = text.split("<tbody>").skip(1).flat_map(|table| table.split("</tbody>").next().unwrap().split("<tr>"));
    rows.map(row).filter(|cells| !cells.is_empty()).collect()
}

fn plain(markup: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for c in markup.chars() {
        match c {
            '<' => inside = true,
            '>' if inside => inside = false,
            _ if !inside => text.push(c),
            _ => {}
        }
    }
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&").replace('\u{a0}', " ")
}

/// The same of Markdown.
fn rows_of_markdown(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().filter(|line| line.starts_with("| "));
    let cells = |line: &str| -> Vec<String> {
        let line = line.replace("\\|", "\u{0}").replace('\\', "");
        line.trim_matches('|').split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn nothing_in_it_points_elsewhere() {
    for results in fixture::all() {
        let text = html(&results);
        // The name of the SVG language is no address that is asked.
        let rest = text.replace("http://www.w3.org/2000/svg", "");
        for foreign in ["http:", "https:", " src=", "url(", "@import", "<link", "xlink", "fetch("] {
            assert!(!rest.contains(foreign), "{}: {foreign}", results.name);
        }
        assert!(values(&rest, "href").iter().all(|to| to.starts_with('#')));
        assert!(
            text.contains("default-src 'none'; style-src 'sha256-")
                && text.starts_with("<!DOCTYPE html><html lang=\"en\">")
        );
    }
}

#[test]
fn ids_are_unique_and_what_is_referred_to_is_there() {
    for results in fixture::all() {
        let text = html(&results);
        let ids = values(&text, "id");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{}", results.name);
        for attribute in ["aria-labelledby", "aria-describedby", "for"] {
            assert!(values(&text, attribute).iter().all(|id| unique.contains(id)), "{}: {attribute}", results.name);
        }
        assert!(values(&text, "href").iter().all(|to| unique.contains(&to[1..])));
    }
}

#[test]
fn it_says_what_the_markdown_says() {
    for results in fixture::all() {
        let all = charts(&results);
        let page = document(&results, &all, COMMAND);
        let (markdown, text) = (page.markdown(), page.html().unwrap());
        let shown = rows(&text);
        let heads: BTreeSet<Vec<String>> = text
            .split("<thead>")
            .skip(1)
            .map(|head| {
                head.split("</thead>")
                    .next()
                    .unwrap()
                    .split("</th>")
                    .map(plain)
                    .filter(|head| !head.is_empty())
                    .collect()
            })
            .collect();
        for row in rows_of_markdown(&markdown) {
            let rule = row.iter().all(|cell| [":--", "--:"].contains(&cell.as_str()));
            assert!(rule || shown.contains(&row) || heads.contains(&row), "{}: {row:?}", results.name);
        }
        assert_eq!(text.matches("<svg role=\"img\"").count(), all.len());
        let words = plain(&text);
        for fact in [COMMAND, &results.digest, &results.scenario[2], "Program: chaselab"] {
            assert!(words.contains(fact), "{}: {fact}", results.name);
        }
        for line in markdown.lines().filter(|line| line.starts_with("#")) {
            let heading = line.trim_start_matches(['#', ' ']).replace(['`', '\\'], "");
            assert!(words.contains(&heading), "{}: {heading}", results.name);
        }
    }
}

#[test]
fn it_holds_all_cells_of_a_grid_that_is_too_large_to_print() {
    let results = fixture::risk_grid();
    let page = document(&results, &[], COMMAND);
    let text = page.html().unwrap();
    assert!(page.markdown().contains("more cells stand in the data files"));
    assert!(!text.contains("more cells stand in the data files"));
    // The cells, and how their ends came about.
    assert_eq!(rows(&text).iter().filter(|row| row.len() > 3).count(), 2 * results.cells.len());
    assert!(text.contains("<output for=\"filter-1\">64 rows</output>"));
}

#[test]
fn words_are_no_markup() {
    let text = html(&fixture::two_systems());
    assert!(text.contains("<h1>Here &amp; there</h1>"), "{text}");
    assert!(text.contains("a &quot;sharp&quot;, &lt;odd&gt; &amp; |barred| word") && !text.contains("<odd>"));
}

#[test]
fn the_same_results_are_the_same_bytes() {
    for results in fixture::all() {
        assert_eq!(html(&results), html(&results));
    }
}
