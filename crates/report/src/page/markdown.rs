//! A report as Markdown; charts are linked as `charts/NAME.svg`.

use super::line::Span;
use super::table::{Excerpt, Kind};
use super::{Block, Line, Page, Table};

impl Page<'_> {
    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        let head = [format!("# {}", escaped(&self.title)), line(&self.question)];
        let blocks: Vec<String> = head.into_iter().chain(self.blocks.iter().map(block)).collect();
        format!("{}\n", blocks.join("\n\n"))
    }
}

fn block(block: &Block<'_>) -> String {
    match block {
        Block::Section(heading) => format!("## {}", line(heading)),
        Block::Subsection(heading) => format!("### {}", line(heading)),
        Block::Paragraph(words) => line(words),
        Block::List(items) => {
            let lines = items.iter().flat_map(|item| {
                let below = item.below.iter().map(|below| format!("  - {}", line(below)));
                std::iter::once(format!("- {}", line(&item.line))).chain(below)
            });
            lines.collect::<Vec<_>>().join("\n")
        }
        Block::Table(whole) => table(whole),
        Block::Figure(chart) => format!("![{}](charts/{}.svg)", escaped(&chart.alt), chart.name),
        Block::Code(language, text) => format!("```{language}\n{text}\n```"),
    }
}

/// The whole table, or its excerpts, each under its caption.
fn table(table: &Table) -> String {
    let captioned = |caption: &str, rows: String| format!("{}\n\n{rows}", escaped(caption));
    let all = || lines(table, table.rows.iter());
    match (&table.caption, &table.excerpts[..]) {
        (None, []) => all(),
        (Some(caption), []) => captioned(caption, all()),
        (caption, excerpts) => {
            let part = |excerpt: &Excerpt| {
                captioned(&excerpt.caption, lines(table, excerpt.rows.iter().filter_map(|&row| table.rows.get(row))))
            };
            let caption = caption.iter().map(|caption| escaped(caption));
            caption.chain(excerpts.iter().map(part)).collect::<Vec<_>>().join("\n\n")
        }
    }
}

fn lines<'t>(table: &'t Table, rows: impl Iterator<Item = &'t Vec<String>>) -> String {
    let heads: Vec<String> = table.columns.iter().map(|column| column.head.clone()).collect();
    let rule = |kind: &Kind| if *kind == Kind::Number { "--:" } else { ":--" }.to_owned();
    let rules: Vec<String> = table.columns.iter().map(|column| rule(&column.kind)).collect();
    let lines = [row(&heads), row(&rules)].into_iter().chain(rows.map(|cells| row(cells)));
    lines.collect::<Vec<_>>().join("\n")
}

fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
    format!("| {} |", cells.join(" | "))
}

fn line(line: &Line) -> String {
    let span = |span: &Span| match span {
        Span::Plain(words) => escaped(words),
        Span::Code(words) => format!("`{words}`"),
        Span::Strong(words) => format!("**{}**", escaped(words)),
    };
    line.spans().iter().map(span).collect()
}

/// A text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let opens_a_tag = c == '<' && rest.peek().is_some_and(|next| !next.is_whitespace());
        let names_a_letter = c == '&' && rest.peek().is_some_and(char::is_ascii_alphanumeric);
        if opens_a_tag || names_a_letter || matches!(c, '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '$' | '~' | '#') {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_title_is_markup() {
        assert_eq!(escaped("Tom & Jerry, R&D < 5"), "Tom & Jerry, R\\&D < 5");
        assert_eq!(escaped("&amp; &#38; $x$ ~~gone~~ <b> a|b"), "\\&amp; &\\#38; \\$x\\$ \\~\\~gone\\~\\~ \\<b> a\\|b");
    }
}
