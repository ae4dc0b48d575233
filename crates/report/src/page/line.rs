//! Words with a little markup.

/// A run of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// As they are.
    Plain(String),
    /// What is typed or looked up, word for word.
    Code(String),
    /// What the line is about.
    Strong(String),
}

/// Words in one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    spans: Vec<Span>,
}

impl Line {
    /// Of nothing yet.
    pub const fn new() -> Self {
        Self { spans: Vec::new() }
    }

    /// With more words.
    pub fn text(mut self, words: impl Into<String>) -> Self {
        self.spans.push(Span::Plain(words.into()));
        self
    }

    /// With what is taken word for word.
    pub fn code(mut self, words: impl Into<String>) -> Self {
        self.spans.push(Span::Code(words.into()));
        self
    }

    /// With what the line is about.
    pub fn strong(mut self, words: impl Into<String>) -> Self {
        self.spans.push(Span::Strong(words.into()));
        self
    }

    /// Words in which options of the program, such as `--set`, are taken word for word.
    pub fn told(words: &str) -> Self {
        words.split_inclusive(' ').fold(Self::new(), |line, word| {
            let end = word.trim_end_matches([' ', '.', ',', ';', ':']).len();
            let (option, rest) = word.split_at(end);
            if option.starts_with("--") { line.code(option).text(rest) } else { line.text(word) }
        })
    }

    /// Its runs of words.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The words alone.
    pub fn plain(&self) -> String {
        let words = |span: &Span| match span {
            Span::Plain(words) | Span::Code(words) | Span::Strong(words) => words.clone(),
        };
        self.spans.iter().map(words).collect()
    }
}

impl From<&str> for Line {
    fn from(words: &str) -> Self {
        Self::new().text(words)
    }
}

impl From<String> for Line {
    fn from(words: String) -> Self {
        Self::new().text(words)
    }
}
