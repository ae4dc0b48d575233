//! `chaselab dice`: published answers to the last digit, and what it looks like.

use crate::{chaselab, printed, repository, stderr};
use serde_json::Value;

/// The fraction of a named chance of one expression.
fn fraction(expression: &str, what: &str) -> String {
    let json: Value = serde_json::from_str(&printed(&["dice", "--format", "json", "--", expression])).unwrap();
    json["expressions"][0][what]["fraction"].as_str().unwrap_or_else(|| panic!("{expression} has no {what}")).to_owned()
}

#[test]
fn published_answers() {
    for (expression, what, answer) in [
        ("4dF vs 4dF", "win", "101/243"),
        ("4dF vs 4dF", "tie", "41/243"),
        ("3dF vs 3dF", "tie", "47/243"),
        ("2d6 pass 5 = 2", "success", "25/36"),
        ("2d6 pass 5 = 1", "success", "5/18"),
        ("2d6 pass 5 = 0", "success", "1/36"),
        ("2d6 each<=4 = 2", "success", "4/9"),
        ("2d6 each<=4 = 1", "success", "4/9"),
        ("2d6 each<=4 = 0", "success", "1/9"),
        ("d4 > d24", "success", "1/16"),
        ("3d20 low <= 7", "success", "5803/8000"),
        ("1d6 score {1: 1, 6: -1} > 0", "success", "1/6"),
        ("2d6 score {1: 1, 6: -1} > 0", "success", "1/4"),
    ] {
        assert_eq!(fraction(expression, what), answer, "{expression} {what}");
    }
}

#[test]
fn a_roll_as_a_table_with_bars() {
    insta::assert_snapshot!(printed(&["dice", "4dF"]));
}

#[test]
fn several_side_by_side() {
    insta::assert_snapshot!(printed(&["dice", "2d6", "4dF + 7"]));
    insta::assert_snapshot!(printed(&["dice", "4dF + 1 vs 4dF", "2d6 each<=4 >= 1"]));
}

#[test]
fn huge_rolls_share_rows() {
    let table = printed(&["dice", "1000d6"]);
    assert!(table.lines().count() < 45, "{table}");
    let csv = printed(&["dice", "1000d6", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 5002);
}

#[test]
fn data_carry_expressions_with_commas() {
    let csv = printed(&["dice", "1d6 score {1: 1, 6: -1}", "--format", "csv"]);
    insta::assert_snapshot!(csv, @r#"
    expression,what,value,fraction,chance
    "1d6 score {1: 1, 6: -1}",roll,-1,1/6,0.1666666667
    "1d6 score {1: 1, 6: -1}",roll,0,2/3,0.6666666667
    "1d6 score {1: 1, 6: -1}",roll,1,1/6,0.1666666667
    "#);
}

#[test]
fn mistakes_point_into_the_expression() {
    let output = chaselab(&repository(), &["dice", "4dF", "2d6 + Grate"]);
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned()), (Some(2), String::new()));
    insta::assert_snapshot!(stderr(&output), @r"
    error: unknown word `Grate`
     --> EXPR:1:7
      |
    1 | 2d6 + Grate
      |       ^^^^^ expected a number, dice such as `2d6` or `4dF`, a ladder word such as `Great`, or `(`
      |
      = help: did you mean `Great`?
    ");
}
