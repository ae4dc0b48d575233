//! Dice expressions, by mutation and by grammar, worked out within their budget.

use crate::families::each;
use crate::mutate::tokens;
use crate::random::Random;
use chaselab_core::expr::{Expr, Outcome};

const KNOWN: [&str; 16] = [
    "2d6",
    "4dF + 2",
    "3d20 low <= 7",
    "4d6 high 3",
    "5d6 pass 3",
    "2d6 each<=4",
    "6d6 score {1: 1, 5..6: -1} > 0",
    "1d20 + 5 vs 1d20 + 3",
    "-(2d6 - 1d4) * 3",
    "d% <= 45",
    "Great + 4dF vs Fair + 4dF",
    "1dFx3+1dF+5",
    "Super 5 + 1d10",
    "Legendary II",
    "2 * (1d6 + 1)",
    "10d10 each!=1",
];

const PARTS: [&str; 34] = [
    "1",
    "0",
    "-",
    "+",
    "*",
    "(",
    ")",
    "d",
    "d6",
    "2d6",
    "4dF",
    "d%",
    "low",
    "high",
    "pass",
    "each",
    "score",
    "{",
    "}",
    "..",
    ":",
    ",",
    ">=",
    "<",
    "!=",
    "vs",
    "Great",
    "Super",
    "999999999999",
    "1000000000000",
    "1000000000001",
    "300d300",
    "é",
    "\u{0}",
];

#[test]
fn mutated() {
    each("dice-mutated", 2500, change, |text| evaluated(text));
}

#[test]
fn grown_from_the_grammar() {
    each("dice-grown", 150, expression, |text| evaluated(text));
}

fn change(random: &mut Random) -> String {
    let mut parts: Vec<String> = tokens(random.pick::<str>(&KNOWN)).into_iter().map(str::to_owned).collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(parts.len());
        let part = random.pick::<str>(&PARTS).to_owned();
        match random.below(4) {
            0 => parts[at] = part,
            1 => parts.insert(at, part),
            2 => parts[at].clear(),
            _ => parts[at] = parts[at].repeat(1 + random.below(80)),
        }
    }
    parts.concat()
}

fn number(random: &mut Random) -> u64 {
    let most = [3, 12, 100, 3000, 200_000, 1_000_000_000_000];
    let kinds = if random.once_in(12) { most.len() } else { 3 };
    let most = most[random.below(kinds)];
    1 + random.below(most) as u64
}

fn expression(random: &mut Random) -> String {
    match random.below(4) {
        0 | 1 => sum(random, 0),
        2 => format!("{} {} {}", sum(random, 0), [">=", "<=", ">", "<", "=", "!="][random.below(6)], sum(random, 0)),
        _ => format!("{} vs {}", sum(random, 0), sum(random, 0)),
    }
}

fn sum(random: &mut Random, depth: usize) -> String {
    let terms: Vec<String> = (0..1 + random.below(3)).map(|_| term(random, depth)).collect();
    terms.join([" + ", " - "][random.below(2)])
}

fn term(random: &mut Random, depth: usize) -> String {
    match random.below(if depth < 5 { 9 } else { 7 }) {
        0 => number(random).to_string(),
        1 => "Good".into(),
        2 => format!("{}dF", number(random)),
        3..=6 => {
            let (count, sides) = (number(random), number(random));
            let face = number(random);
            let reading = match random.below(8) {
                0 => " low".into(),
                1 => format!(" high {face}"),
                2 => format!(" pass {face}"),
                3 => format!(" each>={face}"),
                4 => format!(" score {{1: {}, {face}: -1}}", number(random)),
                _ => String::new(),
            };
            format!("{count}d{sides}{reading}")
        }
        7 => format!("-({})", sum(random, depth + 1)),
        _ => format!("{} * ({})", number(random), sum(random, depth + 1)),
    }
}

/// Whether it could be worked out.
fn evaluated(text: &str) -> bool {
    let outcome = Expr::parse(text).and_then(|expr| {
        // What is printed reads back as the same.
        let shown = expr.to_string();
        assert_eq!(Expr::parse(&shown).unwrap_or_else(|error| panic!("{shown}: {error}")).to_string(), shown);
        let _ = expr.distribution().map(|roll| roll.to_dice("a roll"));
        expr.outcome()
    });
    match outcome {
        Ok(outcome) => {
            let distribution = match &outcome {
                Outcome::Distribution(distribution) => distribution,
                Outcome::Check(check) => &check.margin,
                Outcome::Opposed(opposed) => &opposed.difference,
            };
            let (lowest, highest) = distribution.range();
            assert!(lowest <= highest && distribution.mean().is_finite());
            true
        }
        Err(error) => {
            assert!(!error.message.is_empty());
            assert!(text.get(error.span.clone()).is_some(), "{error:?}");
            false
        }
    }
}
