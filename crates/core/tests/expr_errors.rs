//! What is said about expressions that cannot be read or worked out, and where it points.

use chaselab_core::Place;
use chaselab_core::expr::Expr;

/// `text` with the place marked, then message, expectation and help.
fn error(text: &str) -> String {
    let error = match Expr::parse(text).and_then(|expr| expr.outcome()) {
        Err(error) => error,
        Ok(outcome) => panic!("`{text}` is {outcome:?}"),
    };
    let (start, end) = (error.span.start, error.span.end);
    let marked = format!("{}[{}]{}", &text[..start], &text[start..end], &text[end..]);
    let also = |what: &str, text: Option<String>| text.map_or(String::new(), |text| format!(" | {what}: {text}"));
    format!("{marked} | {}{}{}", error.message, also("expected", error.expected), also("help", error.help))
}

macro_rules! errors {
    ($($name:ident: $text:expr => $said:expr;)*) => {
        $(#[test] fn $name() { assert_eq!(error($text), $said); })*
    };
}

errors! {
    empty: "" => "[] | the expression is empty | expected: a number, dice such as `2d6` or `4dF`, a ladder word such as `Great`, or `(`";
    ends_early: "2d6 +" => "2d6 +[] | the expression ends too early | expected: a number, dice such as `2d6` or `4dF`, a ladder word such as `Great`, or `(`";
    sign_out_of_place: "2d6 + * 3" => "2d6 + [*] 3 | `*` cannot stand here | expected: a number, dice such as `2d6` or `4dF`, a ladder word such as `Great`, or `(`";
    unknown_ladder_word: "Grate + 4dF" => "[Grate] + 4dF | unknown word `Grate` | expected: a number, dice such as `2d6` or `4dF`, a ladder word such as `Great`, or `(` | help: did you mean `Great`?";
    unknown_word: "wizard + 1" => "[wizard] + 1 | unknown word `wizard` | expected: a number, dice such as `2d6` or `4dF`, a ladder word such as `Great`, or `(` | help: known here: Legendary, Superb, Great, Good, Fair, Mediocre, Poor, Terrible, Abysmal";
    super_without_level: "Super + 1" => "[Super] + 1 | unknown word `Super` | expected: a number, dice such as `2d6` or `4dF`, a ladder word such as `Great`, or `(` | help: write the level with it: `Super 5`";
    unknown_reading: "3d20 lwo <= 7" => "3d20 [lwo] <= 7 | `lwo` cannot stand here | expected: the end, or `+`, `-`, `*`, a comparison, `vs`, or after dice `low`, `high`, `pass`, `each`, `score` | help: did you mean `low`?";
    far_from_any_reading: "3d20 keep 2" => "3d20 [keep] 2 | `keep` cannot stand here | expected: the end, or `+`, `-`, `*`, a comparison, `vs`, or after dice `low`, `high`, `pass`, `each`, `score` | help: known here: low, high, pass, each, score, vs";
    reading_without_dice: "low 3d20" => "[low] 3d20 | unknown word `low` | expected: a number, dice such as `2d6` or `4dF`, a ladder word such as `Great`, or `(` | help: `low` goes straight after dice: `3d6 low ...`";
    reading_after_parentheses: "(2d6 + 1) low" => "(2d6 + 1) [low] | `low` cannot stand here | expected: the end, or `+`, `-`, `*`, a comparison, `vs`, or after dice `low`, `high`, `pass`, `each`, `score` | help: `low` goes straight after dice, and once";
    two_readings: "4d6 low high" => "4d6 low [high] | `high` cannot stand here | expected: the end, or `+`, `-`, `*`, a comparison, `vs`, or after dice `low`, `high`, `pass`, `each`, `score` | help: `high` goes straight after dice, and once";
    times_as_letter: "3 x 1d6" => "3 [x] 1d6 | `x` cannot stand here | expected: the end, or `+`, `-`, `*`, a comparison, `vs`, or after dice `low`, `high`, `pass`, `each`, `score` | help: write `3 * 1d6` to multiply, `3d6` to add three dice";
    not_dice: "2w6" => "[2w6] | `2w6` is neither a number nor dice | expected: a whole number such as `3`, or dice such as `2d6`, `d20`, `4dF` or `d%`";
    roll20_keep: "4d6kh3" => "[4d6kh3] | `4d6kh3` is neither a number nor dice | expected: a whole number such as `3`, or dice such as `2d6`, `d20`, `4dF` or `d%`";
    no_dice: "0d6" => "[0d6] | there must be at least one die";
    no_sides: "2d0" => "[2d0] | a die has at least one side";
    keeps_too_many: "4d6 high 5" => "4d6 high [5] | cannot keep 5 of 4 dice | expected: a number from 1 to 4";
    keeps_none: "4d6 low 0" => "4d6 low [0] | cannot keep 0 of 4 dice | expected: a number from 1 to 4";
    pass_what: "5d6 pass" => "5d6 pass[] | the expression ends too early | expected: the highest face that passes, such as `pass 3`";
    pass_with_comparison: "5d6 pass <= 3" => "5d6 pass [<=] 3 | `<=` cannot stand here | expected: the highest face that passes, such as `pass 3`";
    each_without_comparison: "2d6 each 4" => "2d6 each [4] | `4` cannot stand here | expected: a comparison such as `each<=4`";
    two_comparisons: "1 <= 2d6 <= 4" => "1 <= 2d6 [<=] 4 | `<=` cannot stand here | expected: the end, or `+`, `-`, `*` | help: one comparison at most; the margin of `a vs b` is `a - b`: write `a - b >= 2`";
    opposed_and_compared: "4dF vs 4dF >= 2" => "4dF vs 4dF [>=] 2 | `>=` cannot stand here | expected: the end, or `+`, `-`, `*` | help: one comparison at most; the margin of `a vs b` is `a - b`: write `a - b >= 2`";
    never_closed: "2 * (1d6 + 1" => "2 * [(]1d6 + 1 | this `(` is never closed | expected: `)`";
    closed_too_often: "1d6)" => "1d6[)] | `)` cannot stand here | expected: the end, or `+`, `-`, `*`, a comparison, `vs`, or after dice `low`, `high`, `pass`, `each`, `score`";
    wrong_between: "(1d6 2)" => "(1d6 [2]) | `2` cannot stand here | expected: `)`, or more of what stands between";
    side_by_side: "2d6 3" => "2d6 [3] | `3` cannot stand here | expected: the end, or `+`, `-`, `*`, a comparison, `vs`, or after dice `low`, `high`, `pass`, `each`, `score` | help: write `+` or `*` between them";
    two_rolled_factors: "2 * 1d6 * 1d4" => "2 * 1d6 * [1d4] | more than one factor rolls dice | expected: a factor without dice, such as in `2 * 3d6`";
    division: "1d6 / 2" => "1d6 [/] 2 | `/` means nothing here | expected: numbers, dice, words and the signs + - * ( ) { } : , .. >= <= > < = != | help: there is no division; hold the sum against a multiple instead";
    decimal_point: "1.5 + 1d6" => "1[.]5 + 1d6 | `.` means nothing here | expected: numbers, dice, words and the signs + - * ( ) { } : , .. >= <= > < = != | help: only whole numbers";
    strange_sign: "1d6 § 2" => "1d6 [§] 2 | `§` means nothing here | expected: numbers, dice, words and the signs + - * ( ) { } : , .. >= <= > < = !=";
    score_without_braces: "6d6 score 1" => "6d6 score [1] | `1` cannot stand here | expected: scores such as `score {1: 1, 6: -1}` or `score {1..2: 1}`";
    score_of_no_face: "6d6 score {7: 1}" => "6d6 score {[7]: 1} | the die has no such face | expected: faces from 1 to 6";
    score_backwards: "6d6 score {3..2: 1}" => "6d6 score {[3..2]: 1} | this range of faces runs backwards | help: write `2..3`";
    score_twice: "6d6 score {1..3: 1, 2: 5}" => "6d6 score {1..3: 1, [2]: 5} | face 2 already has a score | expected: each face once; faces that are not named score 0";
    score_without_colon: "6d6 score {1 1}" => "6d6 score {1 [1]} | `1` cannot stand here | expected: `:` and what the face scores";
    score_never_closed: "6d6 score {1: 1" => "6d6 score [{]1: 1 | this `{` is never closed | expected: `}`";
    number_too_large: "1d6 + 9999999999999" => "1d6 + [9999999999999] | this number is too large | expected: at most 1000000000000";
    absurd: "1 + 1000000d1000000" => "1 + [1000000d1000000] | this is too large to work out exactly | expected: an expression of at most 500 million steps of arithmetic; this part takes more than can be counted | help: ask for fewer dice or fewer sides";
    absurd_keeping: "5000d1000 high 2500" => "[5000d1000 high 2500] | this is too large to work out exactly | expected: an expression of at most 500 million steps of arithmetic; this part takes 196034242034 million | help: ask for fewer dice or fewer sides";
    absurd_together: "1d300000 + 1d500000" => "1d300000 + [1d500000] | this is too large to work out exactly | expected: an expression of at most 500 million steps of arithmetic; this part takes 324 million, and 305 million are left | help: ask for fewer dice or fewer sides";
    overflowing: "1000000000000 * 1000000000000 * 1d6" => "[1000000000000 * 1000000000000 * 1d6] | the values of this are too large | expected: values within 64 bits";
    overflowing_sum: "9000000 * 1000000000000 * 1d1 + 9000000 * 1000000000000" => "[9000000 * 1000000000000 * 1d1 + 9000000 * 1000000000000] | the values of this are too large | expected: values within 64 bits";
}

#[test]
fn nesting_and_length_are_limited() {
    let deep = format!("{}1{}", "(".repeat(65), ")".repeat(65));
    assert!(error(&deep).contains("nested too deeply | expected: at most 64"));
    assert!(Expr::parse(&format!("{}1{}", "(".repeat(64), ")".repeat(64))).is_ok());
    assert!(error(&"-".repeat(9_000)).contains("nested too deeply"));
    assert!(error(&"1+".repeat(6_000)).contains("too long | expected: at most 10000 bytes"));
    assert!(Expr::parse(&format!("{}1", "1+".repeat(4_000))).unwrap().outcome().is_ok());
}

#[test]
fn a_roll_is_no_check() {
    let error = Expr::parse("1d20 + 5 >= 12").unwrap().distribution().unwrap_err();
    assert_eq!((error.message.as_str(), error.span), ("this is a check, not a roll", 9..11));
}

#[test]
fn an_error_within_a_file_points_at_its_bytes() {
    let text = "1d20 + fiv";
    let error = Expr::parse(text).unwrap_err();
    let quoted = Place::File { source: 2, span: 100..100 + text.len() + 2 };
    assert_eq!(error.clone().at(&quoted, text).place, Place::File { source: 2, span: 108..111 });
    // Escapes within the quotes: the whole string.
    let escaped = Place::File { source: 2, span: 100..130 };
    assert_eq!(error.clone().at(&escaped, text).place, escaped);
    assert_eq!(error.at(&Place::Default, text).message, "unknown word `fiv`");
}
