//! Dominated choices: what is claimed holds, and what is not claimed does not.

use chaselab_solve::{Dominance, dominated_columns, dominated_rows};
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};
use proptest::prelude::*;

/// The most that every column can weigh at least in a mix of columns to which `row` is a best reply; negative where it
/// is a best reply to none. A row is undominated even by mixes if this is positive, and not strictly dominated if it is
/// not negative (Pearce 1984).
fn reply_to_all(game: &[Vec<f64>], row: usize) -> f64 {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let least = problem.add_var(1.0, (-1.0, 1.0));
    let columns: Vec<_> = game[0].iter().map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    problem.add_constraint(columns.iter().map(|&column| (column, 1.0)), ComparisonOp::Eq, 1.0);
    for &column in &columns {
        problem.add_constraint([(column, 1.0), (least, -1.0)], ComparisonOp::Ge, 0.0);
    }
    for other in (0..game.len()).filter(|&other| other != row) {
        let gains = columns.iter().enumerate().map(|(at, &column)| (column, game[row][at] - game[other][at]));
        problem.add_constraint(gains, ComparisonOp::Ge, 0.0);
    }
    match problem.solve() {
        Ok(SolveOutcome::Solution(solution)) => solution.objective(),
        _ => -1.0,
    }
}

fn games() -> impl Strategy<Value = Vec<Vec<f64>>> {
    (2..=5_usize, 1..=4_usize).prop_flat_map(|(rows, columns)| {
        prop::collection::vec(prop::collection::vec((-2..=3_i32).prop_map(f64::from), columns), rows)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn claims_hold_and_are_complete(game in games()) {
        let columns = game[0].len();
        for (row, claim) in dominated_rows(columns, &game.concat()).into_iter().enumerate() {
            let pure = |other: usize| (0..game.len()).map(|at| f64::from(u8::from(at == other))).collect::<Vec<_>>();
            let strict = matches!(claim, Some(Dominance::Strict(_) | Dominance::StrictMix(_)));
            let mix = claim.clone().map(|claim| match claim {
                Dominance::Strict(other) | Dominance::Weak(other) => pure(other),
                Dominance::StrictMix(mix) | Dominance::WeakMix(mix) => mix,
            });
            if let Some(mix) = &mix {
                prop_assert!(mix[row] == 0.0 && (mix.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                let gains: Vec<f64> = (0..columns)
                    .map(|at| mix.iter().zip(&game).map(|(share, line)| share * line[at]).sum::<f64>() - game[row][at])
                    .collect();
                let most = gains.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let least = gains.iter().copied().fold(f64::INFINITY, f64::min);
                prop_assert!(most > 1e-9 && if strict { least > 1e-9 } else { least > -1e-9 }, "{gains:?}");
            }
            let least = reply_to_all(&game, row);
            prop_assert_eq!(claim.is_none(), least > 1e-7, "{:?} {}", claim, least);
            prop_assert_eq!(strict, least < -0.5, "{:?} {}", claim, least);
        }
    }

    #[test]
    fn columns_are_rows_of_the_other_side(game in games()) {
        let turned: Vec<f64> =
            (0..game[0].len()).flat_map(|column| game.iter().map(move |row| -row[column])).collect();
        prop_assert_eq!(dominated_columns(game[0].len(), &game.concat()), dominated_rows(game.len(), &turned));
    }
}
