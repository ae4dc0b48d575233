//! Matrix games: published values, and random ones against other methods.

use crate::common::twin::kernel_value;
use chaselab_solve::MatrixGame;
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};
use proptest::prelude::*;

/// The value and both mixes, after checks that they are probabilities and optimal.
fn solved(game: &[Vec<f64>]) -> (f64, Vec<f64>, Vec<f64>) {
    let columns = game[0].len();
    let payoff: Vec<f64> = game.concat();
    let mut solver = MatrixGame::default();
    let value = solver.solve(columns, &payoff);
    let spread = payoff.iter().fold(1.0_f64, |most, entry| most.max(entry.abs()));
    for mix in [solver.row_mix(), solver.column_mix()] {
        assert!(mix.iter().all(|&share| share >= 0.0), "{mix:?}");
        assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{mix:?}");
    }
    let (low, high) = solver.bounds(columns, &payoff);
    assert!(high - low < 1e-10 * spread, "gap {:e} of {game:?}", high - low);
    assert!(low - 1e-10 * spread <= value && value <= high + 1e-10 * spread);
    (value, solver.row_mix().to_vec(), solver.column_mix().to_vec())
}

fn near(left: &[f64], right: &[f64]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| (left - right).abs() < 1e-12)
}

#[test]
fn published_games() {
    let (value, rows, columns) = solved(&[vec![1.0, -1.0], vec![-1.0, 1.0]]);
    assert!(value.abs() < 1e-15 && near(&rows, &[0.5, 0.5]) && near(&columns, &[0.5, 0.5]));

    let third = [1.0 / 3.0; 3];
    let (value, rows, columns) = solved(&[vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]]);
    assert!(value.abs() < 1e-12 && near(&rows, &third) && near(&columns, &third));

    let (value, rows, columns) = solved(&[vec![3.0, -1.0], vec![-2.0, 4.0]]);
    assert!((value - 1.0).abs() < 1e-15 && near(&rows, &[0.6, 0.4]) && near(&columns, &[0.5, 0.5]));
}

#[test]
fn degenerate_games_have_canonical_answers() {
    for (rows, columns) in [(1, 1), (3, 3), (1, 9), (9, 1), (8, 8)] {
        let (value, row_mix, column_mix) = solved(&vec![vec![0.3; columns]; rows]);
        assert_eq!((value, row_mix[0], column_mix[0]), (0.3, 1.0, 1.0), "the first of equals");
    }
    // A weakly dominated row, a twin of the first, and a twin column: the value is that of [[3, -1], [-2, 4]].
    let game = vec![vec![3.0, -1.0, -1.0], vec![-2.0, 4.0, 4.0], vec![-2.0, 3.0, 3.0], vec![3.0, -1.0, -1.0]];
    let (value, rows, _) = solved(&game);
    assert!((value - 1.0).abs() < 1e-12 && (rows[0] + rows[3] - 0.6).abs() < 1e-12 && rows[2] == 0.0);
    // The saddle point with the lowest row and column.
    let (value, rows, columns) = solved(&[vec![2.0, 1.0, 1.0], vec![0.0, 1.0, 1.0], vec![3.0, 1.0, 0.0]]);
    assert_eq!((value, rows, columns), (1.0, vec![1.0, 0.0, 0.0], vec![0.0, 1.0, 0.0]));
    assert_eq!(solved(&game), solved(&game));
}

fn by_microlp(game: &[Vec<f64>]) -> f64 {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let rows: Vec<_> = game.iter().map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    problem.add_constraint(rows.iter().map(|&row| (row, 1.0)), ComparisonOp::Eq, 1.0);
    for column in 0..game[0].len() {
        let gets = rows.iter().zip(game).map(|(&row, line)| (row, line[column])).chain([(value, -1.0)]);
        problem.add_constraint(gets, ComparisonOp::Ge, 0.0);
    }
    match problem.solve().expect("every game has a value") {
        SolveOutcome::Solution(solution) => solution.objective(),
        SolveOutcome::Interrupted(_) => unreachable!("no limit was set"),
    }
}

/// Games of 1 to `most` rows and columns, in three kinds; rows and columns are then copied onto others.
fn games(most: usize) -> impl Strategy<Value = Vec<Vec<f64>>> {
    (1..=most, 1..=most, 0..3_u8)
        .prop_flat_map(|(rows, columns, kind)| {
            let entry = match kind {
                0 => (-1.0..1.0_f64).boxed(),
                1 => (-3..=3_i32).prop_map(f64::from).boxed(),
                _ => (0..=1_i32).prop_map(f64::from).boxed(),
            };
            let game = prop::collection::vec(prop::collection::vec(entry, columns), rows);
            let copies = |n: usize| prop::collection::vec((0..n, 0..n), 0..3);
            (game, copies(rows), copies(columns))
        })
        .prop_map(|(mut game, rows, columns)| {
            for (from, to) in rows {
                game[to] = game[from].clone();
            }
            for (from, to) in columns {
                game.iter_mut().for_each(|row| row[to] = row[from]);
            }
            game
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn random_games(game in games(9)) {
        let (value, ..) = solved(&game);
        prop_assert!((value - by_microlp(&game)).abs() < 1e-6);
    }

    #[test]
    fn small_games_by_their_kernels(game in games(4)) {
        let (value, ..) = solved(&game);
        prop_assert!((value - kernel_value(&game)).abs() < 1e-9);
    }

    #[test]
    fn the_other_side_sees_the_same_game(game in games(9)) {
        let turned: Vec<Vec<f64>> =
            (0..game[0].len()).map(|column| game.iter().map(|row| -row[column]).collect()).collect();
        prop_assert!((solved(&game).0 + solved(&turned).0).abs() < 1e-10);
    }

    #[test]
    fn guesses_never_mislead(game in games(6), other in games(6)) {
        let (value, rows, columns) = solved(&game);
        let taken = |mix: &[f64]| (0..mix.len()).filter(|&i| mix[i] > 0.0).collect::<Vec<_>>();
        let (_, other_rows, other_columns) = solved(&other);
        let within = |guess: Vec<usize>, n: usize| guess.into_iter().filter(|&i| i < n).collect::<Vec<_>>();
        let wild = (within(taken(&other_rows), rows.len()), within(taken(&other_columns), columns.len()));
        let payoff = game.concat();
        let mut solver = MatrixGame::default();
        for (guess_rows, guess_columns) in [(taken(&rows), taken(&columns)), wild] {
            let near = solver.solve_near(columns.len(), &payoff, &guess_rows, &guess_columns);
            let (low, high) = solver.bounds(columns.len(), &payoff);
            prop_assert!(high - low < 1e-10 && (near - value).abs() < 1e-10);
        }
    }
}
