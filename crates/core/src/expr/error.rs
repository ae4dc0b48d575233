//! What is wrong with an expression, and where in it.

use crate::error::{Place, Problem, nearest};
use crate::shown::fit;
use std::ops::Range;
use thiserror::Error;

/// Why an expression cannot be read or worked out.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ExprError {
    /// The bytes of the expression that it is about; empty at the end when something is missing.
    pub span: Range<usize>,
    /// What is wrong, in one line.
    pub message: String,
    /// What was expected there.
    pub expected: Option<String>,
    /// The nearest thing that would work.
    pub help: Option<String>,
}

impl ExprError {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: fit(&message.into()), expected: None, help: None }
    }

    pub(super) fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(fit(&expected.into()));
        self
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(super) fn nearest<'a>(mut self, wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        self.help = nearest(wanted, known);
        self
    }

    /// The same as a problem at the place where the expression `text` was written.
    ///
    /// Within a file it points at the bytes themselves, as long as the text stands there as it is, between quotes.
    pub fn at(self, place: &Place, text: &str) -> Box<Problem> {
        let place = match place {
            Place::File { source, span } if span.len() == text.len() + 2 => {
                let first = span.start + 1;
                Place::File { source: *source, span: first + self.span.start..first + self.span.end }
            }
            other => other.clone(),
        };
        Box::new(Problem { place, message: self.message, expected: self.expected, help: self.help })
    }
}
