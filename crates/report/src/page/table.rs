//! Rows of texts under headings.

use crate::rows::Rows;

/// A table.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// What it shows, in a sentence, where the text around it does not say so.
    pub caption: Option<String>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// The texts.
    pub rows: Vec<Vec<String>>,
    /// Where all rows are too many to read on paper: those that stand for them.
    pub excerpts: Vec<Excerpt>,
    /// Whether rows belong to those above them, so that nobody may sort them.
    pub in_order: bool,
}

/// Some rows of a table.
#[derive(Debug)]
pub(crate) struct Excerpt {
    /// Which they are.
    pub caption: String,
    /// Their indices.
    pub rows: Vec<usize>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// The heading.
    pub head: String,
    /// What stands in it.
    pub kind: Kind,
}

/// What stands in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What a row is called; such columns stand first.
    Name,
    /// The same, by values that have an order of their own.
    Ordered(Vec<String>),
    /// Words.
    Text,
    /// Numbers.
    Number,
}

impl Column {
    /// What rows are called.
    pub fn name(head: impl Into<String>) -> Self {
        Self { head: head.into(), kind: Kind::Name }
    }

    /// What rows are called, by values in this order.
    pub fn ordered(head: impl Into<String>, values: Vec<String>) -> Self {
        Self { head: head.into(), kind: Kind::Ordered(values) }
    }

    /// Words.
    pub fn text(head: impl Into<String>) -> Self {
        Self { head: head.into(), kind: Kind::Text }
    }

    /// Numbers.
    pub fn number(head: impl Into<String>) -> Self {
        Self { head: head.into(), kind: Kind::Number }
    }
}

impl Table {
    /// Without a caption.
    pub fn new(columns: Vec<Column>, rows: impl IntoIterator<Item = Vec<String>>) -> Self {
        Self { caption: None, columns, rows: rows.into_iter().collect(), excerpts: Vec::new(), in_order: false }
    }
}

impl From<Rows> for Table {
    fn from(rows: Rows) -> Self {
        let names = rows.names;
        let column = |(index, head)| if index < names { Column::name(head) } else { Column::number(head) };
        let columns = rows.head.into_iter().enumerate().map(column).collect();
        Self { caption: Some(rows.heading), columns, rows: rows.rows, excerpts: Vec::new(), in_order: false }
    }
}
