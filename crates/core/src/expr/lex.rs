//! From text to tokens, each with its place.

use super::error::ExprError;
use super::syntax::{Comparison, Die};
use std::ops::Range;

/// The largest number that can be written, so that sums of a few cannot overflow.
const MAX_NUMBER: i64 = 1_000_000_000_000;

/// The longest text that is read, in bytes.
const MAX_LENGTH: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    Number(i64),
    Dice { count: u64, die: Die },
    Word(&'a str),
    Plus,
    Minus,
    Times,
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    Colon,
    Comma,
    Range,
    Compare(Comparison),
    End,
}

/// Signs, the longer before those they begin with.
const SIGNS: [(&str, Kind<'static>); 22] = [
    (">=", Kind::Compare(Comparison::AtLeast)),
    ("≥", Kind::Compare(Comparison::AtLeast)),
    ("<=", Kind::Compare(Comparison::AtMost)),
    ("≤", Kind::Compare(Comparison::AtMost)),
    (">", Kind::Compare(Comparison::Over)),
    ("<", Kind::Compare(Comparison::Under)),
    ("!=", Kind::Compare(Comparison::Unequal)),
    ("≠", Kind::Compare(Comparison::Unequal)),
    ("==", Kind::Compare(Comparison::Equal)),
    ("=", Kind::Compare(Comparison::Equal)),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("−", Kind::Minus),
    ("*", Kind::Times),
    ("×", Kind::Times),
    ("(", Kind::Open),
    (")", Kind::Close),
    ("{", Kind::OpenBrace),
    ("}", Kind::CloseBrace),
    (":", Kind::Colon),
    (",", Kind::Comma),
    ("..", Kind::Range),
];

/// The tokens of an expression; the last is [`Kind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, ExprError> {
    if text.len() > MAX_LENGTH {
        return Err(
            ExprError::new(0..text.len(), "the expression is too long").expected(format!("at most {MAX_LENGTH} bytes"))
        );
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let start = at;
        if next.is_whitespace() {
            at += next.len_utf8();
            continue;
        }
        let kind = if is_of_word(next) {
            let run = &rest[..rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())];
            at += run.len();
            word(run, start..at)?
        } else if let Some(&(sign, kind)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            at += sign.len();
            kind
        } else {
            return Err(unknown_sign(next, start..start + next.len_utf8()));
        };
        tokens.push(Token { kind, span: start..at });
    }
    tokens.push(Token { kind: Kind::End, span: text.len()..text.len() });
    Ok(tokens)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '%'
}

/// A number, dice or a word: a run of letters and digits.
fn word(run: &str, span: Range<usize>) -> Result<Kind<'_>, ExprError> {
    let (digits, rest) = split_digits(run);
    if rest.is_empty() {
        return number(digits, &span).map(Kind::Number);
    }
    let sides = rest.strip_prefix(['d', 'D']).and_then(|sides| match sides {
        "F" | "f" => Some(Ok(Die::Fudge)),
        "%" => Some(Ok(Die::Sides(100))),
        _ if !sides.is_empty() && split_digits(sides).1.is_empty() => {
            Some(at_least_one(sides, "a die has at least one side", &span).map(Die::Sides))
        }
        _ => None,
    });
    match sides {
        Some(die) => {
            let count = if digits.is_empty() { "1" } else { digits };
            Ok(Kind::Dice { die: die?, count: at_least_one(count, "there must be at least one die", &span)? })
        }
        None if digits.is_empty() => Ok(Kind::Word(run)),
        None => Err(ExprError::new(span, format!("`{run}` is neither a number nor dice"))
            .expected("a whole number such as `3`, or dice such as `2d6`, `d20`, `4dF` or `d%`")),
    }
}

fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

fn number(digits: &str, span: &Range<usize>) -> Result<i64, ExprError> {
    match digits.parse() {
        Ok(number) if number <= MAX_NUMBER => Ok(number),
        _ => Err(ExprError::new(span.clone(), "this number is too large").expected(format!("at most {MAX_NUMBER}"))),
    }
}

fn at_least_one(digits: &str, message: &str, span: &Range<usize>) -> Result<u64, ExprError> {
    match number(digits, span)? {
        0 => Err(ExprError::new(span.clone(), message)),
        number => Ok(number.unsigned_abs()),
    }
}

fn unknown_sign(sign: char, span: Range<usize>) -> ExprError {
    let error = ExprError::new(span, format!("`{}` means nothing here", sign.escape_debug()))
        .expected("numbers, dice, words and the signs + - * ( ) { } : , .. >= <= > < = !=");
    match sign {
        '/' => error.help("there is no division; hold the sum against a multiple instead"),
        '.' => error.help("only whole numbers"),
        '!' => error.help("write `!=`"),
        _ => error,
    }
}
