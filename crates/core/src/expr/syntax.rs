//! What an expression is once it is read, and its canonical text.

use std::fmt;
use std::ops::Range;

/// A dice expression that was read without error.
///
/// It prints as its canonical text, which reads back as the same expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub(super) left: Node,
    pub(super) against: Option<Against>,
}

/// What the left side is held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Against {
    Check { comparison: Comparison, sign: Range<usize>, right: Node },
    Opposed { sign: Range<usize>, right: Node },
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `>`
    Over,
    /// `<`
    Under,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
}

/// A part of an expression and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) term: Term,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Number(i64),
    /// A word of Fudge's ladder.
    Level {
        word: String,
        level: i64,
    },
    Pool(Pool),
    /// A term and what is added to it or subtracted.
    Sum(Box<Node>, Vec<(Sign, Node)>),
    /// Factors, of which one at most rolls dice.
    Product(Box<Node>, Vec<Node>),
    Negative(Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
}

/// Like dice that are rolled together, and how they are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pool {
    pub(super) count: u64,
    pub(super) die: Die,
    pub(super) reading: Reading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Die {
    Sides(u64),
    Fudge,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Sum,
    /// The sum of so many of the lowest.
    Low(u64),
    /// The sum of so many of the highest.
    High(u64),
    /// How many show so much or less.
    Pass(i64),
    /// How many compare so.
    Each(Comparison, i64),
    /// The scores of faces; those not named score 0.
    Score(Vec<Score>),
}

/// What the faces `from..=to` score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Score {
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) score: i64,
}

impl Comparison {
    /// Whether it holds between two numbers.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::AtLeast => left >= right,
            Self::AtMost => left <= right,
            Self::Over => left > right,
            Self::Under => left < right,
            Self::Equal => left == right,
            Self::Unequal => left != right,
        }
    }
}

impl Die {
    pub(super) fn sides(self) -> u64 {
        match self {
            Self::Sides(sides) => sides,
            Self::Fudge => 3,
        }
    }

    /// The lowest and the highest face.
    pub(super) fn faces(self) -> (i64, i64) {
        match self {
            // The reader keeps numbers far below 2^63.
            Self::Sides(sides) => (1, sides as i64),
            Self::Fudge => (-1, 1),
        }
    }
}

impl Term {
    /// Whether any dice are rolled.
    pub(super) fn rolls(&self) -> bool {
        match self {
            Self::Number(_) | Self::Level { .. } => false,
            Self::Pool(_) => true,
            Self::Sum(first, rest) => first.term.rolls() || rest.iter().any(|(_, node)| node.term.rolls()),
            Self::Product(first, rest) => first.term.rolls() || rest.iter().any(|node| node.term.rolls()),
            Self::Negative(node) => node.term.rolls(),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.left.term)?;
        match &self.against {
            None => Ok(()),
            Some(Against::Check { comparison, right, .. }) => write!(f, " {comparison} {}", right.term),
            Some(Against::Opposed { right, .. }) => write!(f, " vs {}", right.term),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::Over => ">",
            Self::Under => "<",
            Self::Equal => "=",
            Self::Unequal => "!=",
        })
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Level { word, .. } => f.write_str(word),
            Self::Pool(pool) => write!(f, "{pool}"),
            Self::Sum(first, rest) => {
                let loose = |term: &Self| matches!(term, Self::Sum(..));
                tight(f, &first.term, loose)?;
                for (sign, node) in rest {
                    f.write_str(if *sign == Sign::Plus { " + " } else { " - " })?;
                    tight(f, &node.term, loose)?;
                }
                Ok(())
            }
            Self::Product(first, rest) => {
                let loose = |term: &Self| matches!(term, Self::Sum(..) | Self::Product(..));
                tight(f, &first.term, loose)?;
                for node in rest {
                    f.write_str(" * ")?;
                    tight(f, &node.term, loose)?;
                }
                Ok(())
            }
            Self::Negative(node) => {
                f.write_str("-")?;
                tight(f, &node.term, |term| matches!(term, Self::Sum(..) | Self::Product(..) | Self::Number(_)))
            }
        }
    }
}

/// Writes a term, in parentheses where it would be read otherwise without them.
fn tight(f: &mut fmt::Formatter<'_>, term: &Term, loose: impl Fn(&Term) -> bool) -> fmt::Result {
    if loose(term) { write!(f, "({term})") } else { write!(f, "{term}") }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.die {
            Die::Sides(sides) => write!(f, "{}d{sides}", self.count)?,
            Die::Fudge => write!(f, "{}dF", self.count)?,
        }
        match &self.reading {
            Reading::Sum => Ok(()),
            Reading::Low(1) => f.write_str(" low"),
            Reading::Low(kept) => write!(f, " low {kept}"),
            Reading::High(1) => f.write_str(" high"),
            Reading::High(kept) => write!(f, " high {kept}"),
            Reading::Pass(pass) => write!(f, " pass {pass}"),
            Reading::Each(comparison, number) => write!(f, " each{comparison}{number}"),
            Reading::Score(scores) => {
                f.write_str(" score {")?;
                for (i, Score { from, to, score }) in scores.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    let range = if from == to { String::new() } else { format!("..{to}") };
                    write!(f, "{comma}{from}{range}: {score}")?;
                }
                f.write_str("}")
            }
        }
    }
}
