//! Published and hand-worked answers of dice expressions, and large pools against closed forms.

use chaselab_core::Chance;
use chaselab_core::expr::{BigUint, Check, Distribution, Expr, Fraction, Opposed, Outcome, decimal};

fn outcome(text: &str) -> Outcome {
    Expr::parse(text).and_then(|expr| expr.outcome()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn roll(text: &str) -> Distribution {
    match outcome(text) {
        Outcome::Distribution(roll) => roll,
        other => panic!("{text} is no roll: {other:?}"),
    }
}

fn check(text: &str) -> Check {
    match outcome(text) {
        Outcome::Check(check) => check,
        other => panic!("{text} is no check: {other:?}"),
    }
}

fn opposed(text: &str) -> Opposed {
    match outcome(text) {
        Outcome::Opposed(opposed) => opposed,
        other => panic!("{text} is not opposed: {other:?}"),
    }
}

fn fraction(part: u64, whole: u64) -> Fraction {
    Fraction::new(part.into(), whole.into())
}

fn shown(fraction: &Fraction, digits: u32) -> String {
    decimal(fraction.numer(), fraction.denom(), digits)
}

fn weights(roll: &Distribution) -> Vec<(i64, u64)> {
    roll.iter().map(|(value, weight)| (value, u64::try_from(weight).unwrap())).collect()
}

#[test]
fn opposed_fudge_dice() {
    // rules/fudge.md 2.
    let equal = opposed("4dF vs 4dF");
    assert_eq!(equal.win.to_string(), "101/243");
    assert_eq!(equal.tie.to_string(), "41/243");
    assert_eq!(equal.lose, equal.win);
    for (text, win) in
        [("4dF + 1 vs 4dF", "142/243"), ("Great + 4dF vs Fair + 4dF", "4850/6561"), ("Superb + 4dF vs 4dF", "626/729")]
    {
        let opposed = opposed(text);
        assert_eq!(opposed.win.to_string(), win);
        assert_eq!(opposed.win + opposed.tie + opposed.lose, fraction(1, 1));
    }
    let three = opposed("3dF vs 3dF").tie;
    assert_eq!(three.to_string(), "47/243");
    assert_eq!(shown(&three, 5), "0.19342");
}

#[test]
fn relative_degrees_are_the_difference() {
    // rules/fudge.md 2: two times four Fudge dice differ like eight of them.
    let degrees = opposed("Good + 4dF vs Good + 4dF").difference;
    assert_eq!(degrees, roll("8dF"));
    assert_eq!(degrees.range(), (-8, 8));
}

#[test]
fn situational_and_trait_rolls() {
    // rules/fudge.md 2: 1 4 10 16 19 16 10 4 1 of 81.
    let roll = roll("Fair + 4dF");
    assert_eq!(weights(&roll), [(-4, 1), (-3, 4), (-2, 10), (-1, 16), (0, 19), (1, 16), (2, 10), (3, 4), (4, 1)]);
    assert_eq!(check("Great + 4dF >= Superb").success, fraction(31, 81));
    assert_eq!(check("4dF+1 >= 2").success, fraction(31, 81));
}

#[test]
fn passing_dice() {
    // rules/thw.md 5: two dice against 5, and against 4.
    assert_eq!(weights(&roll("2d6 each<=5")), [(0, 1), (1, 10), (2, 25)]);
    let four = roll("2d6 each<=4");
    assert_eq!([2, 1, 0].map(|passes| four.fraction(passes)), [fraction(4, 9), fraction(4, 9), fraction(1, 9)]);
    assert_eq!(roll("2d6 pass 4"), four);
    assert_eq!(weights(&roll("2d6 pass 6")), [(2, 36)]);
    assert_eq!(weights(&roll("2d6 pass 0")), [(0, 36)]);
    assert_eq!(check("5d6 pass 3 >= 3").success, fraction(1, 2));
}

#[test]
fn small_die_beats_large_die() {
    let opposed = opposed("d4 vs d24");
    assert_eq!(opposed.win, fraction(1, 16));
    assert_eq!(shown(&opposed.win, 10), "0.0625");
    assert_eq!(check("1d4 > 1d24").success, opposed.win);
}

#[test]
fn more_ones_than_sixes() {
    let percent = [16.7, 25.0, 29.6, 32.5, 34.4, 35.8];
    for (dice, percent) in (1..=6).zip(percent) {
        let chance = check(&format!("{dice}d6 score {{1: 1, 6: -1}} > 0")).success;
        let shown: f64 = shown(&chance, 10).parse().unwrap();
        assert_eq!(((shown * 1000.0).round() / 10.0), percent, "{dice}d6");
        let mirrored = check(&format!("{dice}d6 score {{1: 1, 6: -1}} < 0")).success;
        assert_eq!(mirrored, chance);
    }
}

#[test]
fn keeping_the_lowest_and_the_highest() {
    let low = check("3d20 low <= 7");
    assert_eq!(low.success, fraction(725_375, 1_000_000));
    assert_eq!(shown(&low.success, 10), "0.725375");
    // The margin of a roll that must stay low is what is left: from 7 - 20 to 7 - 1.
    assert_eq!(low.margin.range(), (-13, 6));
    // The usual attribute roll: mean 15869/1296, and 21 of 1296 ways to 18.
    let attribute = roll("4d6 high 3");
    assert_eq!(attribute.exact_mean().to_string(), "15869/1296");
    assert_eq!(attribute.fraction(18), fraction(21, 1296));
    // Advantage: 13.825 on average.
    assert_eq!(roll("2d20 high").exact_mean().to_string(), "553/40");
    assert_eq!(roll("2d20 low").exact_mean().to_string(), "287/40");
    assert_eq!(roll("3dF high 3"), roll("3dF"));
    assert_eq!(weights(&roll("2dF low")), [(-1, 5), (0, 3), (1, 1)]);
}

#[test]
fn moments_are_exact() {
    let roll = roll("2d6");
    assert_eq!(roll.exact_variance().to_string(), "35/6");
    assert_eq!(roll.mean(), 7.0);
    assert_eq!(roll.sd(), (35.0_f64 / 6.0).sqrt());
    assert_eq!(roll.probability(7), 6.0 / 36.0);
    assert_eq!(roll.at_most(4), fraction(6, 36));
    assert_eq!(roll.at_least(11), fraction(3, 36));
    assert_eq!(roll.cumulative().last(), Some((12, 36_u8.into())));
    let (mean, variance) = ((1 + 20) as f64 / 2.0 + 5.0, (400 - 1) as f64 / 12.0);
    let d20 = Expr::parse("1d20 + 5").unwrap().distribution().unwrap();
    assert_eq!((d20.mean(), d20.sd()), (mean, variance.sqrt()));
}

#[test]
fn signs_factors_and_constants() {
    assert_eq!(weights(&roll("2 * 1d3 - 1")), [(1, 1), (3, 1), (5, 1)]);
    assert_eq!(weights(&roll("-2 * -(1d2 - 5)")), [(-8, 1), (-6, 1)]);
    assert_eq!(weights(&roll("1d6 * 0")), [(0, 6)]);
    assert_eq!(weights(&roll("Legendary II + Super 7 - Abysmal")), [(16, 1)]);
    assert_eq!(weights(&roll("1000000 * 1d2 + 1d2")), [(1_000_001, 1), (1_000_002, 1), (2_000_001, 1), (2_000_002, 1)]);
    assert_eq!(check("7 = 7").success, fraction(1, 1));
    assert_eq!(check("d6 != 3").success, fraction(5, 6));
    assert_eq!(roll("d%"), roll("1D100"));
}

/// `n` over `k`, by Pascal's rule.
fn pascal_row(n: usize) -> Vec<BigUint> {
    let mut row = vec![BigUint::from(1_u8)];
    for _ in 0..n {
        row.push(0_u8.into());
        for k in (1..row.len()).rev() {
            let before = row[k - 1].clone();
            row[k] += before;
        }
    }
    row
}

#[test]
fn large_pools_of_passes_are_binomial() {
    for (count, pass) in [(1000, 3_u32), (333, 2)] {
        let roll = roll(&format!("{count}d6 pass {pass}"));
        let row = pascal_row(count);
        assert_eq!(roll.iter().len(), count + 1);
        for (value, weight) in roll.iter() {
            let k = value as u32;
            let expected =
                &row[k as usize] * BigUint::from(pass).pow(k) * BigUint::from(6 - pass).pow(count as u32 - k);
            assert_eq!(*weight, expected, "{count}d6 pass {pass}: {k}");
        }
    }
}

#[test]
fn large_sums_follow_the_inclusion_and_exclusion_formula() {
    // The ways to a sum of n dice: the sum over i of (-1)^i C(n, i) C(p - s i - 1, n - 1).
    let roll = roll("100d6");
    assert_eq!(roll.range(), (100, 600));
    assert_eq!(*roll.total(), BigUint::from(6_u8).pow(100));
    let hundred = pascal_row(100);
    for p in [100_usize, 105, 106, 250, 350, 351, 599] {
        let (mut ways, mut taken) = (BigUint::ZERO, BigUint::ZERO);
        for (i, choose) in hundred.iter().enumerate().take_while(|(i, _)| p > 6 * i + 99) {
            let term = choose * &pascal_row(p - 6 * i - 1)[99];
            if i % 2 == 0 { ways += term } else { taken += term }
        }
        assert_eq!(roll.ways(|value| value == p as i64), ways - taken, "{p}");
    }
}

#[test]
fn large_pools_keep_the_lowest_by_powers() {
    let low = roll("200d20 low");
    for k in 1..=20 {
        // All 200 dice show k or more.
        assert_eq!(low.ways(|value| value >= k), BigUint::from(21 - k as u64).pow(200));
    }
    let middle = roll("40d6 high 20").exact_mean() + roll("40d6 low 20").exact_mean();
    assert_eq!(middle.to_string(), "140");
}

#[test]
fn fudge_dice_in_hundreds_are_trinomial() {
    // Symmetric, and the central coefficient of (1/x + 1 + x)^n is the sum of n! / (k! k! (n - 2k)!).
    let roll = roll("120dF");
    let row = pascal_row(120);
    let central: BigUint = (0..=60).map(|k| &row[2 * k] * &pascal_row(2 * k)[k]).sum();
    assert_eq!(roll.ways(|value| value == 0), central);
    assert!(roll.iter().zip(roll.iter().rev()).all(|((a, up), (b, down))| a == -b && up == down));
}

#[test]
fn very_small_chances_are_not_zero() {
    let chance = check("1000d6 >= 6000").success;
    assert_eq!(chance.denom(), &BigUint::from(6_u8).pow(1000));
    // log10(6) = 0.778151250383643...
    assert_eq!(shown(&chance, 4), "7.059e-779");
    assert_eq!(opposed("300d6 vs 300d6").win, opposed("300d6 vs 300d6").lose);
}

#[test]
fn rolls_become_dice_to_play_with() {
    let dice = roll("1d20 + 5").to_dice("1d20 + 5").unwrap();
    assert_eq!((dice.name(), dice.range(), dice.total()), ("1d20 + 5", (6, 25), 20));
    // 6^30 is beyond 64 bits; in lowest terms half of the faces pass, and 2^30 is not.
    let passes = roll("30d6 pass 3").to_dice("passes").unwrap();
    assert_eq!(passes.total(), 1 << 30);
    let mut script = chaselab_core::Script::new([12]);
    assert_eq!(script.draw(&passes), 12);
    let ways = roll("30d6").to_dice("30d6").unwrap_err();
    assert_eq!(ways.to_string(), "a roll of a chase has at most 2^64 - 1 ways, this one more than 2^77");
    let range = roll("1d6 * 10000").to_dice("far").unwrap_err();
    assert_eq!(range.to_string(), "a roll of a chase shows values from -32768 to 32767, this one from 10000 to 60000");
}
