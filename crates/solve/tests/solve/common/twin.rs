//! Brute force: the whole tree, without merging, models or layers.

use chaselab_core::*;
use std::collections::BTreeMap;

/// Probability of each end and length, policies being fixed.
pub fn chances<S: System>(
    system: &S,
    policies: &Pair<Vec<Behaviour>>,
    max_turns: usize,
) -> BTreeMap<(End, usize), f64> {
    let mut found = BTreeMap::new();
    every(
        |chance| system.start(chance),
        |probability, state, _| match system.next(&state) {
            Next::Over(end, _) => *found.entry((end, 0)).or_default() += probability,
            _ => follow(system, policies, max_turns, &state, 1, probability, &mut found),
        },
    );
    found
}

fn follow<S: System>(
    system: &S,
    policies: &Pair<Vec<Behaviour>>,
    max_turns: usize,
    state: &S::State,
    turn: usize,
    probability: f64,
    found: &mut BTreeMap<(End, usize), f64>,
) {
    match system.next(state) {
        Next::Over(end, _) => *found.entry((end, turn)).or_default() += probability,
        Next::Choose(asked) => {
            let mixes = Pair::of(|side| {
                if asked[side].waits() {
                    return vec![Mixed { action: Action(0), probability: 1.0 }];
                }
                let policy = &policies[side][usize::from(asked[side].decision.0)];
                policy.distribution(asked[side], system.view(state).gap())
            });
            for prey in &mixes.prey {
                for catcher in &mixes.catcher {
                    let mut after = state.clone();
                    system.choose(&mut after, Pair::new(prey.action, catcher.action));
                    let share = probability * prey.probability * catcher.probability;
                    follow(system, policies, max_turns, &after, turn, share, found);
                }
            }
        }
        Next::Resolve => {
            let mut branches = Vec::new();
            every(
                |chance| {
                    let mut after = state.clone();
                    let pace = system.resolve(&mut after, chance);
                    (after, pace)
                },
                |share, (after, pace), _| branches.push((share * probability, after, pace)),
            );
            for (share, after, pace) in branches {
                if pace == Pace::NextTurn && turn == max_turns {
                    *found.entry((End::Timeout, turn)).or_default() += share;
                } else {
                    let turn = turn + usize::from(pace == Pace::NextTurn);
                    follow(system, policies, max_turns, &after, turn, share, found);
                }
            }
        }
    }
}

/// The value of the game from a state, by recursion over the whole tree; `worth` is of an end in a turn.
pub fn value<S: System>(
    system: &S,
    state: &S::State,
    turn: usize,
    max_turns: usize,
    worth: &impl Fn(End, usize) -> f64,
) -> f64 {
    match system.next(state) {
        Next::Over(end, _) => worth(end, turn),
        Next::Choose(asked) => {
            let actions =
                asked.map(|choice| if choice.waits() { vec![Action(0)] } else { choice.options.iter().collect() });
            let game: Vec<Vec<f64>> = actions
                .prey
                .iter()
                .map(|&prey| {
                    let after = |&catcher: &Action| {
                        let mut after = state.clone();
                        system.choose(&mut after, Pair::new(prey, catcher));
                        value(system, &after, turn, max_turns, worth)
                    };
                    actions.catcher.iter().map(after).collect()
                })
                .collect();
            kernel_value(&game)
        }
        Next::Resolve => {
            let mut total = 0.0;
            let mut branches = Vec::new();
            every(
                |chance| {
                    let mut after = state.clone();
                    let pace = system.resolve(&mut after, chance);
                    (after, pace)
                },
                |share, (after, pace), _| branches.push((share, after, pace)),
            );
            for (share, after, pace) in branches {
                total += share
                    * match pace {
                        Pace::NextTurn if turn == max_turns => worth(End::Timeout, turn),
                        Pace::NextTurn => value(system, &after, turn + 1, max_turns, worth),
                        Pace::SameTurn | Pace::Over => value(system, &after, turn, max_turns, worth),
                    };
            }
            total
        }
    }
}

/// The value of a matrix game by trying all square parts (Shapley and Snow 1950): some pair of equal supports
/// equalises and is optimal against all.
pub fn kernel_value(game: &[Vec<f64>]) -> f64 {
    let (rows, columns) = (game.len(), game[0].len());
    let mut best = (f64::INFINITY, f64::NAN);
    for row_set in 1_u32..1 << rows {
        for column_set in 1_u32..1 << columns {
            if row_set.count_ones() != column_set.count_ones() {
                continue;
            }
            let picked = |set: u32, n: usize| (0..n).filter(|&i| set >> i & 1 == 1).collect::<Vec<_>>();
            let (i, j) = (picked(row_set, rows), picked(column_set, columns));
            let part: Vec<Vec<f64>> = i.iter().map(|&i| j.iter().map(|&j| game[i][j]).collect()).collect();
            let turned: Vec<Vec<f64>> = (0..j.len()).map(|b| part.iter().map(|row| row[b]).collect()).collect();
            let (Some(y), Some(x)) = (equalise(&part), equalise(&turned)) else { continue };
            let low = (0..columns)
                .map(|column| i.iter().zip(&x).map(|(&row, share)| share * game[row][column]).sum())
                .fold(f64::INFINITY, f64::min);
            let high = (0..rows)
                .map(|row| j.iter().zip(&y).map(|(&column, share)| share * game[row][column]).sum())
                .fold(f64::NEG_INFINITY, f64::max);
            if high - low < best.0 {
                best = (high - low, (high + low) / 2.0);
            }
        }
    }
    assert!(best.0 < 1e-9, "no kernel: {game:?}");
    best.1
}

/// Probabilities that make all rows worth the same, if there are any.
fn equalise(game: &[Vec<f64>]) -> Option<Vec<f64>> {
    // Unknowns: the probabilities and the value.
    let n = game.len();
    let mut lines: Vec<Vec<f64>> = game.iter().map(|row| row.iter().copied().chain([-1.0, 0.0]).collect()).collect();
    lines.push(std::iter::repeat_n(1.0, n).chain([0.0, 1.0]).collect());
    for at in 0..=n {
        let pivot = (at..=n).max_by(|&a, &b| lines[a][at].abs().total_cmp(&lines[b][at].abs()))?;
        lines.swap(at, pivot);
        if lines[at][at].abs() < 1e-12 {
            return None;
        }
        let line = lines[at].clone();
        for (_, row) in lines.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            let factor = row[at] / line[at];
            row.iter_mut().zip(&line).for_each(|(entry, pivot)| *entry -= factor * pivot);
        }
    }
    let solution: Vec<f64> = (0..n).map(|at| lines[at][n + 1] / lines[at][at]).collect();
    solution.iter().all(|&share| share >= -1e-12).then_some(solution)
}
