//! A report as one HTML file that can be sent: charts, style and script stand in it, and it loads nothing.

mod policy;
mod table;

use super::line::Span;
use super::{Block, Item, Line, Page};
use crate::chart::Chart;
use crate::error::ReportError;
use chaselab_lab::results::VERSION;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("html/report.css");
const SCRIPT: &str = include_str!("html/report.js");

/// A picture wider than this is scrolled on a phone, since its letters would become too small.
const PHONE: f64 = 480.0;

impl Page<'_> {
    /// The report as HTML.
    ///
    /// # Errors
    /// When a chart cannot be drawn.
    pub fn html(&self) -> Result<String, ReportError> {
        let is_section = |block: &Block<'_>| matches!(block, Block::Section(_));
        let answer = self.blocks.iter().position(is_section).unwrap_or(self.blocks.len());
        let (answer, rest) = self.blocks.split_at(answer);
        let sections: Vec<&[Block<'_>]> = rest.chunk_by(|_, next| !is_section(next)).collect();
        let mut writer = Writer { tables: 0, heading: self.title.clone() };
        let answer = writer.blocks(answer)?;
        let contents = contents(&sections);
        let answers = answer.0.is_empty();
        let sections = sections.iter().enumerate().map(|(index, blocks)| writer.section(index, blocks, answers));
        let sections = sections.collect::<Result<Vec<Markup>, ReportError>>()?;
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy::policy(STYLE, SCRIPT));
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="generator" content=(format!("chaselab {VERSION}"));
                    meta name="description" content=(self.question.plain());
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    a.skip href="#report" { "Skip to the report" }
                    main #report tabindex="-1" {
                        header {
                            h1 { (self.title) }
                            p.question { (line(&self.question)) }
                        }
                        @if !answer.0.is_empty() {
                            section.answer aria-label="The answer" { (answer) }
                        }
                        (contents)
                        @for section in sections { (section) }
                    }
                    footer { p { "Made with Chaselab " (VERSION) ". This file stands alone: it loads nothing." } }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        Ok(format!("{}\n", page.into_string()))
    }
}

/// Links to the sections, where there are several.
fn contents(sections: &[&[Block<'_>]]) -> Markup {
    let headings = sections.iter().enumerate().filter_map(|(index, blocks)| match blocks.first() {
        Some(Block::Section(heading)) => Some((index, heading)),
        _ => None,
    });
    html! {
        @if sections.len() > 1 {
            nav aria-label="Contents" {
                ul { @for (index, heading) in headings { li { a href={ "#section-" (index + 1) } { (line(heading)) } } } }
            }
        }
    }
}

/// What is known while blocks are written.
struct Writer {
    /// How many tables there were.
    tables: usize,
    /// The last heading.
    heading: String,
}

impl Writer {
    /// A section; whether it begins with an answer of its own, since the report has none before its sections.
    fn section(&mut self, index: usize, blocks: &[Block<'_>], answers: bool) -> Result<Markup, ReportError> {
        let Some((Block::Section(heading), rest)) = blocks.split_first() else { return self.blocks(blocks) };
        self.heading = heading.plain();
        let is_said = |block: &&Block<'_>| answers && matches!(block, Block::Paragraph(_));
        let (said, rest) = rest.split_at(rest.iter().take_while(is_said).count());
        let id = format!("section-{}", index + 1);
        let (said, rest) = (self.blocks(said)?, self.blocks(rest)?);
        Ok(html! {
            section aria-labelledby=(id) {
                h2 id=(id) { (line(heading)) }
                @if !said.0.is_empty() { div.answer { (said) } }
                (rest)
            }
        })
    }

    fn blocks(&mut self, blocks: &[Block<'_>]) -> Result<Markup, ReportError> {
        let blocks = blocks.iter().map(|block| self.block(block)).collect::<Result<Vec<Markup>, ReportError>>()?;
        Ok(html! { @for block in blocks { (block) } })
    }

    fn block(&mut self, block: &Block<'_>) -> Result<Markup, ReportError> {
        if let Block::Section(heading) | Block::Subsection(heading) = block {
            self.heading = heading.plain();
        }
        Ok(match block {
            Block::Section(heading) => html! { h2 { (line(heading)) } },
            Block::Subsection(heading) => html! { h3 { (line(heading)) } },
            Block::Paragraph(words) => html! { p { (line(words)) } },
            Block::List(items) => list(items),
            Block::Table(table) => {
                self.tables += 1;
                table::table(table, self.tables, &self.heading)
            }
            Block::Figure(chart) => figure(chart)?,
            Block::Code(_, text) => html! { pre.scroll data-label=(self.heading) { code { (text) } } },
        })
    }
}

/// A list; many entries below another are folded away.
fn list(items: &[Item]) -> Markup {
    const FOLDED: usize = 4;
    let below = |item: &Item| html! { ul { @for below in &item.below { li { (line(below)) } } } };
    html! {
        ul {
            @for item in items {
                li {
                    @match item.below.len() {
                        0 => (line(&item.line)),
                        1..=FOLDED => { (line(&item.line)) (below(item)) },
                        _ => details { summary { (line(&item.line)) } (below(item)) },
                    }
                }
            }
        }
    }
}

/// A picture above what it shows in words.
fn figure(chart: &Chart) -> Result<Markup, ReportError> {
    let caption = format!("chart-{}", chart.name);
    let svg = chart.inline(&caption)?;
    let narrow = chart.width() <= PHONE;
    Ok(html! {
        figure {
            div.scroll.narrow[narrow] data-label=(chart.title) { (PreEscaped(svg)) }
            figcaption id=(caption) { (kept(&chart.alt)) }
        }
    })
}

/// Words in which no number is parted from its unit, its interval or the sign of a bound.
fn kept(words: &str) -> String {
    let mut kept = words.replace(" ±", "\u{a0}±").replace("± ", "±\u{a0}");
    for unit in ["%", "points", "turns", "s"] {
        kept = beside(&kept, &format!(" {unit}"), |before, after| {
            before.is_some_and(|c| c.is_ascii_digit()) && !after.is_some_and(char::is_alphanumeric)
        });
    }
    for sign in ["< ", "> "] {
        kept = beside(&kept, sign, |_, after| after.is_some_and(|c| c.is_ascii_digit() || "+−".contains(c)));
    }
    kept
}

/// With a space that does not break in place of that of each `part` whose neighbours are these.
fn beside(words: &str, part: &str, wanted: fn(Option<char>, Option<char>) -> bool) -> String {
    let mut kept = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(at) = rest.find(part) {
        let (before, after) = (&rest[..at], &rest[at + part.len()..]);
        let last = before.chars().next_back().or_else(|| kept.chars().next_back());
        kept.push_str(before);
        kept.push_str(&if wanted(last, after.chars().next()) { part.replace(' ', "\u{a0}") } else { part.to_owned() });
        rest = after;
    }
    kept + rest
}

fn line(line: &Line) -> Markup {
    html! {
        @for span in line.spans() {
            @match span {
                Span::Plain(words) => (kept(words)),
                Span::Code(words) => code { (words) },
                Span::Strong(words) => strong { (kept(words)) },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::kept;

    #[test]
    fn no_number_is_parted_from_what_belongs_to_it() {
        let told = [
            ("in 68.29 % ± 0.09 of", "in 68.29\u{a0}%\u{a0}±\u{a0}0.09 of"),
            ("seen in > 99.99 %.", "seen in >\u{a0}99.99\u{a0}%."),
            ("lasts 7.9 turns on average, 3 s a turn", "lasts 7.9\u{a0}turns on average, 3\u{a0}s a turn"),
            ("of 6 sides, a > b", "of 6 sides, a > b"),
            ("no number: turns", "no number: turns"),
        ];
        for (words, so) in told {
            assert_eq!(kept(words), so);
        }
    }
}
