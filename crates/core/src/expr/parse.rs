//! From tokens to an expression, by recursive descent.
//!
//! ```text
//! expression = sum [ comparison sum | "vs" sum ]
//! sum        = product { ("+" | "-") product }
//! product    = signed { "*" signed }
//! signed     = { "+" | "-" } operand
//! operand    = number | ladder word | dice [ reading ] | "(" sum ")"
//! reading    = ("low" | "high") [ number ] | "pass" integer | "each" comparison integer
//!            | "score" "{" integer [ ".." integer ] ":" integer { "," ... } "}"
//! ```

use super::error::ExprError;
use super::lex::{Kind, Token, tokens};
use super::syntax::{Against, Die, Expr, Node, Pool, Reading, Score, Sign, Term};
use crate::ladder::Ladder;
use std::ops::Range;

/// How deep parentheses and minus signs may nest; the reader and the evaluator recurse this far.
const MAX_DEPTH: u32 = 64;

/// Words that say how dice are read.
const READINGS: [&str; 5] = ["low", "high", "pass", "each", "score"];

const OPERAND: &str = "a number, dice such as `2d6` or `4dF`, a ladder word such as `Great`, or `(`";

impl Expr {
    /// Reads an expression.
    ///
    /// # Errors
    /// At the first place that cannot be read.
    pub fn parse(text: &str) -> Result<Self, ExprError> {
        let mut parser = Parser { text, tokens: tokens(text)?, next: 0, depth: 0 };
        let left = parser.sum()?;
        let against = parser.against()?;
        match parser.peek() {
            Kind::End => Ok(Self { left, against }),
            _ => Err(parser.unexpected_after(against.is_some())),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    next: usize,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn against(&mut self) -> Result<Option<Against>, ExprError> {
        match self.peek() {
            Kind::Compare(comparison) => {
                let sign = self.advance();
                Ok(Some(Against::Check { comparison, sign, right: self.sum()? }))
            }
            Kind::Word(word) if is(word, "vs") => {
                let sign = self.advance();
                Ok(Some(Against::Opposed { sign, right: self.sum()? }))
            }
            _ => Ok(None),
        }
    }

    fn sum(&mut self) -> Result<Node, ExprError> {
        let first = self.product()?;
        let mut rest = Vec::new();
        loop {
            let sign = match self.peek() {
                Kind::Plus => Sign::Plus,
                Kind::Minus => Sign::Minus,
                _ if rest.is_empty() => return Ok(first),
                _ => break,
            };
            self.advance();
            rest.push((sign, self.product()?));
        }
        let span = first.span.start..self.last_end();
        Ok(Node { term: Term::Sum(Box::new(first), rest), span })
    }

    fn product(&mut self) -> Result<Node, ExprError> {
        let first = self.signed()?;
        let mut rest: Vec<Node> = Vec::new();
        while self.peek() == Kind::Times {
            self.advance();
            let factor = self.signed()?;
            if factor.term.rolls() && (first.term.rolls() || rest.iter().any(|earlier| earlier.term.rolls())) {
                return Err(ExprError::new(factor.span, "more than one factor rolls dice")
                    .expected("a factor without dice, such as in `2 * 3d6`"));
            }
            rest.push(factor);
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let span = first.span.start..self.last_end();
        Ok(Node { term: Term::Product(Box::new(first), rest), span })
    }

    fn signed(&mut self) -> Result<Node, ExprError> {
        match self.peek() {
            Kind::Minus => {
                let start = self.advance().start;
                let operand = self.deeper(Self::signed)?;
                let span = start..operand.span.end;
                let term = match operand.term {
                    Term::Number(number) => Term::Number(-number),
                    _ => Term::Negative(Box::new(operand)),
                };
                Ok(Node { term, span })
            }
            Kind::Plus => {
                self.advance();
                self.deeper(Self::signed)
            }
            _ => self.operand(),
        }
    }

    fn operand(&mut self) -> Result<Node, ExprError> {
        let span = self.span();
        match self.peek() {
            Kind::Number(number) => {
                self.advance();
                Ok(Node { term: Term::Number(number), span })
            }
            Kind::Dice { count, die } => {
                self.advance();
                let reading = self.reading(count, die)?;
                Ok(Node { term: Term::Pool(Pool { count, die, reading }), span: span.start..self.last_end() })
            }
            Kind::Open => {
                self.advance();
                let inner = self.deeper(Self::sum)?;
                if self.peek() != Kind::Close {
                    return Err(self.unclosed(span, ")"));
                }
                self.advance();
                Ok(Node { term: inner.term, span: span.start..self.last_end() })
            }
            Kind::Word(word) => self.level(word),
            Kind::End if self.tokens.len() == 1 => {
                Err(ExprError::new(span, "the expression is empty").expected(OPERAND))
            }
            Kind::End => Err(ExprError::new(span, "the expression ends too early").expected(OPERAND)),
            _ => Err(ExprError::new(span, format!("`{}` cannot stand here", self.shown())).expected(OPERAND)),
        }
    }

    /// A ladder word, alone or with what follows (`Super 5`, `Legendary II`).
    fn level(&mut self, word: &'a str) -> Result<Node, ExprError> {
        let span = self.span();
        let longer = match self.tokens.get(self.next + 1) {
            Some(after @ Token { kind: Kind::Word(_) | Kind::Number(_), .. }) => Some(span.start..after.span.end),
            _ => None,
        };
        let found = longer
            .and_then(|both| Some((Ladder::parse(&self.text[both])?, 2)))
            .or_else(|| Some((Ladder::parse(word)?, 1)));
        if let Some((Ladder(level), tokens)) = found {
            for _ in 0..tokens {
                self.advance();
            }
            let span = span.start..self.last_end();
            return Ok(Node { term: Term::Level { word: canonical(level), level: level.into() }, span });
        }
        let error = ExprError::new(span, format!("unknown word `{word}`")).expected(OPERAND);
        Err(match READINGS.iter().find(|reading| is(word, reading)) {
            Some(reading) => error.help(format!("`{reading}` goes straight after dice: `3d6 {reading} ...`")),
            None if is(word, "super") => error.help("write the level with it: `Super 5`"),
            None => error.nearest(word, Ladder::words()),
        })
    }

    /// How dice are read: what follows them.
    fn reading(&mut self, count: u64, die: Die) -> Result<Reading, ExprError> {
        let Kind::Word(word) = self.peek() else { return Ok(Reading::Sum) };
        let known = READINGS.iter().find(|reading| is(word, reading)).copied();
        if known.is_some() {
            self.advance();
        }
        match known {
            Some("low") => self.kept(count).map(Reading::Low),
            Some("high") => self.kept(count).map(Reading::High),
            Some("pass") => self.integer("the highest face that passes, such as `pass 3`").map(Reading::Pass),
            Some("each") => {
                let Kind::Compare(comparison) = self.peek() else {
                    return Err(self.unexpected("a comparison such as `each<=4`"));
                };
                self.advance();
                Ok(Reading::Each(comparison, self.integer("a number such as in `each<=4`")?))
            }
            Some(_) => self.scores(die).map(Reading::Score),
            None => Ok(Reading::Sum),
        }
    }

    /// How many dice are kept: 1 unless a number follows.
    fn kept(&mut self, count: u64) -> Result<u64, ExprError> {
        let Kind::Number(kept) = self.peek() else { return Ok(1) };
        let span = self.advance();
        match u64::try_from(kept) {
            Ok(kept) if (1..=count).contains(&kept) => Ok(kept),
            _ => Err(ExprError::new(span, format!("cannot keep {kept} of {count} dice"))
                .expected(format!("a number from 1 to {count}"))),
        }
    }

    /// `{1: 1, 5..6: -1}`
    fn scores(&mut self, die: Die) -> Result<Vec<Score>, ExprError> {
        const SHAPE: &str = "scores such as `score {1: 1, 6: -1}` or `score {1..2: 1}`";
        let brace = self.span();
        if self.peek() != Kind::OpenBrace {
            return Err(self.unexpected(SHAPE));
        }
        let mut scores: Vec<Score> = Vec::new();
        loop {
            self.advance();
            let start = self.span().start;
            let from = self.integer(SHAPE)?;
            let to = match self.peek() {
                Kind::Range => {
                    self.advance();
                    self.integer(SHAPE)?
                }
                _ => from,
            };
            check_faces(from, to, die, &scores, start..self.last_end())?;
            if self.peek() != Kind::Colon {
                return Err(self.unexpected("`:` and what the face scores"));
            }
            self.advance();
            scores.push(Score { from, to, score: self.integer("what the face scores")? });
            match self.peek() {
                Kind::Comma => {}
                Kind::CloseBrace => break,
                _ => return Err(self.unclosed(brace, "}")),
            }
        }
        self.advance();
        Ok(scores)
    }

    /// A whole number with its sign.
    fn integer(&mut self, expected: &str) -> Result<i64, ExprError> {
        let mut sign = 1;
        match self.peek() {
            Kind::Minus => {
                self.advance();
                sign = -1;
            }
            Kind::Plus => {
                self.advance();
            }
            _ => {}
        }
        let Kind::Number(number) = self.peek() else { return Err(self.unexpected(expected)) };
        self.advance();
        Ok(sign * number)
    }

    fn deeper(&mut self, inner: impl FnOnce(&mut Self) -> Result<Node, ExprError>) -> Result<Node, ExprError> {
        if self.depth == MAX_DEPTH {
            return Err(ExprError::new(self.span(), "nested too deeply")
                .expected(format!("at most {MAX_DEPTH} parentheses and signs within each other")));
        }
        self.depth += 1;
        let node = inner(self);
        self.depth -= 1;
        node
    }

    fn unclosed(&self, opened: Range<usize>, close: &str) -> ExprError {
        let sign = &self.text[opened.clone()];
        match self.peek() {
            Kind::End => {
                ExprError::new(opened, format!("this `{sign}` is never closed")).expected(format!("`{close}`"))
            }
            _ => self.unexpected(&format!("`{close}`, or more of what stands between")),
        }
    }

    fn unexpected(&self, expected: &str) -> ExprError {
        let message = match self.peek() {
            Kind::End => "the expression ends too early".into(),
            _ => format!("`{}` cannot stand here", self.shown()),
        };
        ExprError::new(self.span(), message).expected(expected)
    }

    /// What follows a complete expression.
    fn unexpected_after(&self, held_against: bool) -> ExprError {
        let expected = if held_against {
            "the end, or `+`, `-`, `*`"
        } else {
            "the end, or `+`, `-`, `*`, a comparison, `vs`, or after dice `low`, `high`, `pass`, `each`, `score`"
        };
        let error = self.unexpected(expected);
        match self.peek() {
            Kind::Compare(_) if held_against => {
                error.help("one comparison at most; the margin of `a vs b` is `a - b`: write `a - b >= 2`")
            }
            Kind::Word(word) if is(word, "x") => error.help("write `3 * 1d6` to multiply, `3d6` to add three dice"),
            Kind::Word(word) => match READINGS.iter().find(|reading| is(word, reading)) {
                Some(reading) => error.help(format!("`{reading}` goes straight after dice, and once")),
                None => error.nearest(word, READINGS.into_iter().chain(["vs"])),
            },
            Kind::Number(_) | Kind::Dice { .. } | Kind::Open => error.help("write `+` or `*` between them"),
            _ => error,
        }
    }

    fn peek(&self) -> Kind<'a> {
        self.tokens[self.next].kind
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.next].span.clone()
    }

    fn shown(&self) -> &'a str {
        &self.text[self.span()]
    }

    /// Goes on to the next token, never beyond the end; the place of the one it leaves.
    fn advance(&mut self) -> Range<usize> {
        let span = self.span();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        span
    }

    /// Where the last token ended.
    fn last_end(&self) -> usize {
        self.tokens[self.next.saturating_sub(1)].span.end
    }
}

fn is(word: &str, known: &str) -> bool {
    word.eq_ignore_ascii_case(known)
}

/// The word of a level, as [`Ladder::parse`] reads it.
fn canonical(level: i16) -> String {
    Ladder::words()
        .find(|word| Ladder::parse(word) == Some(Ladder(level)))
        .map_or_else(|| format!("Super {level}"), str::to_owned)
}

/// Faces that score: on the die, in order, and named once.
fn check_faces(from: i64, to: i64, die: Die, earlier: &[Score], span: Range<usize>) -> Result<(), ExprError> {
    let (lowest, highest) = die.faces();
    if from < lowest || to > highest {
        Err(ExprError::new(span, "the die has no such face").expected(format!("faces from {lowest} to {highest}")))
    } else if from > to {
        Err(ExprError::new(span, "this range of faces runs backwards").help(format!("write `{to}..{from}`")))
    } else if let Some(twice) = earlier.iter().find(|other| from <= other.to && other.from <= to) {
        Err(ExprError::new(span, format!("face {} already has a score", from.max(twice.from)))
            .expected("each face once; faces that are not named score 0"))
    } else {
        Ok(())
    }
}
