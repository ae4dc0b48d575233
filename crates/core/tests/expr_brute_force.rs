//! Random expressions against a twin that lists every throw of every die, and the reader against random text.

use chaselab_core::expr::{Expr, Outcome};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Value to number of throws.
type Listed = BTreeMap<i64, u64>;

/// A roll as the twin knows it: its text and every value, one for each throw.
#[derive(Clone, Debug)]
struct Twin {
    text: String,
    values: Vec<i64>,
}

/// All throws of `count` dice with these faces.
fn throws(count: u32, faces: &[i64]) -> Vec<Vec<i64>> {
    (0..count).fold(vec![Vec::new()], |throws, _| {
        let longer = |throw: Vec<i64>| faces.iter().map(move |&face| [&throw[..], &[face]].concat());
        throws.into_iter().flat_map(longer).collect()
    })
}

fn pool(count: u32, sides: i64, reading: &str, of: impl Fn(&mut Vec<i64>) -> i64) -> Twin {
    let (die, faces) =
        if sides == 0 { ("F".into(), vec![-1, 0, 1]) } else { (sides.to_string(), (1..=sides).collect()) };
    let values = throws(count, &faces).into_iter().map(|mut throw| of(&mut throw)).collect();
    Twin { text: format!("{count}d{die}{reading}"), values }
}

/// How many of a throw's faces pass.
fn passes(throw: &[i64], passing: impl Fn(i64) -> bool) -> i64 {
    throw.iter().filter(|&&face| passing(face)).count() as i64
}

type Holds = fn(i64, i64) -> bool;

const COMPARISONS: [(&str, Holds); 6] = [
    (">=", |a, b| a >= b),
    ("<=", |a, b| a <= b),
    (">", |a, b| a > b),
    ("<", |a, b| a < b),
    ("=", |a, b| a == b),
    ("!=", |a, b| a != b),
];

/// Up to three dice of up to six sides; no sides are Fudge dice.
fn a_pool() -> impl Strategy<Value = Twin> {
    let dice = (1_u32..4, 0_i64..7);
    (dice, 0..7, 1_usize..4, -2_i64..8, -3_i64..4, 0_usize..6).prop_map(
        |((count, sides), reading, kept, face, score, i)| {
            let kept = kept.min(count as usize);
            let (sign, holds) = COMPARISONS[i];
            match reading {
                0 => pool(count, sides, "", |throw| throw.iter().sum()),
                1 => pool(count, sides, &format!(" low {kept}"), |throw| {
                    throw.sort();
                    throw[..kept].iter().sum()
                }),
                2 => pool(count, sides, &format!(" high {kept}"), |throw| {
                    throw.sort();
                    throw.iter().rev().take(kept).sum()
                }),
                3 => pool(count, sides, " low", |throw| throw.iter().copied().min().unwrap_or(0)),
                4 => pool(count, sides, &format!(" pass {face}"), |throw| passes(throw, |shown| shown <= face)),
                5 => {
                    pool(count, sides, &format!(" each{sign}{face}"), |throw| passes(throw, |shown| holds(shown, face)))
                }
                _ => {
                    let zero = if sides == 0 { ", 0: 2" } else { "" };
                    pool(count, sides, &format!(" score {{1: {score}{zero}}}"), |throw| {
                        score * passes(throw, |face| face == 1) + 2 * passes(throw, |face| face == 0)
                    })
                }
            }
        },
    )
}

fn a_number() -> impl Strategy<Value = Twin> {
    let word = (0..9_usize).prop_map(|i| {
        let (word, level) = [
            ("Legendary", 4),
            ("superb", 3),
            ("Great", 2),
            ("GOOD", 1),
            ("Fair", 0),
            ("Mediocre", -1),
            ("Poor", -2),
            ("Terrible", -3),
            ("Abysmal", -4),
        ][i];
        Twin { text: word.into(), values: vec![level] }
    });
    let number = (-9_i64..10).prop_map(|number| Twin { text: number.to_string(), values: vec![number] });
    prop_oneof![word, number]
}

/// Every pair of values, as dice that are written apart are rolled apart.
fn pairs(a: &[i64], b: &[i64], of: impl Fn(i64, i64) -> i64) -> Vec<i64> {
    a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b))).map(|(a, b)| of(a, b)).collect()
}

/// One or two pools with numbers, signs, factors and parentheses around them.
fn a_roll() -> impl Strategy<Value = Twin> {
    let leaf = prop_oneof![3 => a_pool(), 1 => a_number()];
    (leaf.clone(), leaf, a_number(), 0..6).prop_map(|(a, b, number, shape)| {
        let Twin { text: factor, values } = number;
        let factor_value = values[0];
        let with = |text, values| Twin { text, values };
        match shape {
            0 => a,
            1 => with(format!("{}+{}", a.text, b.text), pairs(&a.values, &b.values, |a, b| a + b)),
            2 => with(format!("({} - {})", a.text, b.text), pairs(&a.values, &b.values, |a, b| a - b)),
            3 => with(
                format!("{factor} * {} - -{}", a.text, b.text),
                pairs(&a.values, &b.values, |a, b| factor_value * a + b),
            ),
            4 => with(
                format!("-({} + {factor}) * 2", a.text),
                a.values.iter().map(|a| -(a + factor_value) * 2).collect(),
            ),
            _ => with(
                format!("{factor} - ({} - ({} + 1))", a.text, b.text),
                pairs(&a.values, &b.values, |a, b| factor_value - (a - (b + 1))),
            ),
        }
    })
}

fn count(values: impl IntoIterator<Item = i64>) -> Listed {
    values.into_iter().fold(Listed::new(), |mut counts, value| {
        *counts.entry(value).or_default() += 1;
        counts
    })
}

fn outcome(text: &str) -> Outcome {
    Expr::parse(text).and_then(|expr| expr.outcome()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn listed(distribution: &chaselab_core::expr::Distribution) -> Listed {
    distribution.iter().map(|(value, weight)| (value, u64::try_from(weight).unwrap())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rolls_agree_with_listing(roll in a_roll()) {
        let Outcome::Distribution(distribution) = outcome(&roll.text) else { panic!("{} is a roll", roll.text) };
        prop_assert_eq!(listed(&distribution), count(roll.values.iter().copied()), "{}", roll.text);
        let n = roll.values.len() as f64;
        let mean = roll.values.iter().sum::<i64>() as f64 / n;
        let variance = roll.values.iter().map(|&value| (value as f64 - mean).powi(2)).sum::<f64>() / n;
        prop_assert!((distribution.mean() - mean).abs() < 1e-9 && (distribution.sd() - variance.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn checks_agree_with_listing(a in a_pool(), b in prop_oneof![a_pool(), a_number()], i in 0_usize..6) {
        let (sign, holds) = COMPARISONS[i];
        let text = format!("{} {sign} {}", a.text, b.text);
        let Outcome::Check(check) = outcome(&text) else { panic!("{text} is a check") };
        let held = pairs(&a.values, &b.values, |a, b| holds(a, b).into()).iter().sum::<i64>() as u64;
        let all = (a.values.len() * b.values.len()) as u64;
        prop_assert_eq!(check.success, chaselab_core::expr::Fraction::new(held.into(), all.into()), "{}", text);
        let under = sign.starts_with('<');
        let margins = pairs(&a.values, &b.values, |a, b| if under { b - a } else { a - b });
        prop_assert_eq!(listed(&check.margin), count(margins), "{}", text);
    }

    #[test]
    fn opposed_rolls_agree_with_listing(a in a_pool(), b in a_pool()) {
        let text = format!("{} vs {}", a.text, b.text);
        let Outcome::Opposed(opposed) = outcome(&text) else { panic!("{text} is opposed") };
        let differences = count(pairs(&a.values, &b.values, |a, b| a - b));
        let of = |wanted: fn(i64) -> bool| {
            let ways: u64 = differences.iter().filter(|&(&value, _)| wanted(value)).map(|(_, ways)| ways).sum();
            chaselab_core::expr::Fraction::new(ways.into(), ((a.values.len() * b.values.len()) as u64).into())
        };
        prop_assert_eq!(opposed.win, of(|difference| difference > 0), "{}", text);
        prop_assert_eq!(opposed.tie, of(|difference| difference == 0), "{}", text);
        prop_assert_eq!(opposed.lose, of(|difference| difference < 0), "{}", text);
        prop_assert_eq!(listed(&opposed.difference), differences);
    }

    #[test]
    fn canonical_text_reads_back_as_the_same(a in a_roll(), b in a_roll(), against in 0..3) {
        let text = match against {
            0 => a.text,
            1 => format!("{}>={}", a.text, b.text),
            _ => format!("{} VS {}", a.text, b.text),
        };
        let expr = Expr::parse(&text).unwrap();
        let canonical = expr.to_string();
        let again = Expr::parse(&canonical).unwrap();
        prop_assert_eq!(&again.to_string(), &canonical, "{}", text);
        prop_assert_eq!(again.outcome(), expr.outcome(), "{} as {}", text, canonical);
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place(text in any::<String>()) {
        refused_within(&text)?;
    }

    #[test]
    fn any_tokens_are_read_or_refused_at_a_place(tokens in proptest::collection::vec(
        prop_oneof![
            Just("+"), Just("-"), Just("*"), Just("("), Just(")"), Just("{"), Just("}"), Just(":"), Just(","), Just(".."),
            Just(">="), Just("<"), Just("≠"), Just("!"), Just("−"), Just("vs"), Just("low"), Just("high"), Just("pass"), Just("each"),
            Just("score"), Just("super"), Just("Legendary"), Just("II"), Just("3"), Just("999999999999"), Just("d6"),
            Just("2d6"), Just("4dF"), Just("d%"), Just("300d1000"), Just("1000000000000d1"), Just("1d1000000000000"),
            Just("999999999999d999999999999"),
        ], 0..12)) {
        refused_within(&tokens.join(" "))?;
        refused_within(&tokens.concat())?;
    }
}

/// Neither panics nor takes long; an error points within the text, at whole characters.
fn refused_within(text: &str) -> Result<(), TestCaseError> {
    if let Err(error) = Expr::parse(text).and_then(|expr| expr.outcome()) {
        prop_assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
    }
    Ok(())
}

#[test]
fn canonical_texts() {
    for (text, canonical) in [
        ("4dF+1>=2", "4dF + 1 >= 2"),
        ("5D6 PASS 3", "5d6 pass 3"),
        ("2d6 each <= 4", "2d6 each<=4"),
        ("3d20 low 1 <= 7", "3d20 low <= 7"),
        ("d%−d20", "1d100 - 1d20"),
        ("great + 4df vs super 5", "Great + 4dF vs Super 5"),
        ("legendary iii == d6", "Super 6 = 1d6"),
        ("((2d6)) - (1 - (3))", "2d6 - (1 - 3)"),
        ("-(2*d6)×+3 ≠ 0", "-(2 * 1d6) * 3 != 0"),
        ("6d6 score{1:+1,5 .. 6:-1}", "6d6 score {1: 1, 5..6: -1}"),
    ] {
        assert_eq!(Expr::parse(text).map(|expr| expr.to_string()), Ok(canonical.to_owned()), "{text}");
    }
}
