//! A report as blocks: its words stand here once, and are written as Markdown and as HTML.

mod html;
mod line;
mod markdown;
mod table;

pub(crate) use line::Line;
pub(crate) use table::{Column, Excerpt, Table};

use crate::chart::Chart;
use crate::error::ReportError;

/// A report. Its answer comes first, in the blocks before the first section.
#[derive(Debug)]
pub struct Page<'a> {
    title: String,
    question: Line,
    blocks: Vec<Block<'a>>,
}

/// A part of a report.
#[derive(Debug)]
enum Block<'a> {
    Section(Line),
    Subsection(Line),
    Paragraph(Line),
    List(Vec<Item>),
    Table(Table),
    Figure(&'a Chart),
    /// A text as it is, in a language.
    Code(&'static str, String),
}

/// An entry of a list, with entries below it.
#[derive(Debug)]
pub(crate) struct Item {
    /// The entry.
    pub line: Line,
    /// What belongs to it.
    pub below: Vec<Line>,
}

impl<L: Into<Line>> From<L> for Item {
    fn from(line: L) -> Self {
        Self { line: line.into(), below: Vec::new() }
    }
}

impl<'a> Page<'a> {
    /// A report that answers a question.
    pub(crate) fn new(title: &str, question: impl Into<Line>) -> Self {
        Self { title: title.to_owned(), question: question.into(), blocks: Vec::new() }
    }

    /// Begins a section.
    pub(crate) fn section(&mut self, heading: impl Into<Line>) {
        self.blocks.push(Block::Section(heading.into()));
    }

    /// Begins a part of a section.
    pub(crate) fn subsection(&mut self, heading: impl Into<Line>) {
        self.blocks.push(Block::Subsection(heading.into()));
    }

    /// A paragraph.
    pub(crate) fn paragraph(&mut self, words: impl Into<Line>) {
        self.blocks.push(Block::Paragraph(words.into()));
    }

    /// A list; nothing where there are no entries.
    pub(crate) fn list<I: Into<Item>>(&mut self, items: impl IntoIterator<Item = I>) {
        let items: Vec<Item> = items.into_iter().map(Into::into).collect();
        if !items.is_empty() {
            self.blocks.push(Block::List(items));
        }
    }

    /// A table.
    pub(crate) fn table(&mut self, table: impl Into<Table>) {
        self.blocks.push(Block::Table(table.into()));
    }

    /// Pictures.
    pub(crate) fn figures(&mut self, charts: impl IntoIterator<Item = &'a Chart>) {
        self.blocks.extend(charts.into_iter().map(Block::Figure));
    }

    /// The scenario, under what was done with it.
    pub(crate) fn scenario(&mut self, heading: &str, scenario: &[String]) {
        self.subsection(heading);
        self.blocks.push(Block::Code("toml", scenario.join("\n")));
    }

    /// The command that remakes everything.
    pub(crate) fn command(&mut self, command: &str) {
        self.subsection("To make it again");
        self.blocks.push(Block::Code("sh", command.to_owned()));
    }

    /// Both forms under their names in a folder of results.
    pub(crate) fn files(&self) -> Result<[(String, Vec<u8>); 2], ReportError> {
        let files = [("report.md", self.markdown()), ("report.html", self.html()?)];
        Ok(files.map(|(name, text)| (name.to_owned(), text.into_bytes())))
    }
}
