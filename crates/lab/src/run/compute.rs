//! Cells that are computed from the chain of their states.

use super::{Found, Runner};
use crate::journal::{Record, Saved};
use crate::patterns::Patterns;
use crate::plan::Plan;
use chaselab_solve::Limits;

impl Runner<'_> {
    /// Computes cells exactly where they fit. A system whose first cell does not fit is not tried further: its other
    /// cells have much the same states.
    pub(super) fn compute(&mut self, plan: &Plan, first: usize, saved: &[Saved], limits: Limits) -> Vec<Found> {
        let system = |index: usize| plan.cells[index].system;
        let exact = |runner: &Self, index: usize, patterns: &mut Patterns| {
            saved[index].exact.clone().unwrap_or_else(|| {
                let exact = plan.cells[index].player.exact_like(patterns, limits);
                runner.keep(first + index, || Record::Exact(exact.clone()));
                exact
            })
        };
        let begins = |index: usize| index == 0 || system(index - 1) != system(index);
        let is_new = |index: usize| begins(index) && !self.unfit.contains_key(&system(index));
        let firsts = self.each_cell(plan, |index, patterns| is_new(index).then(|| exact(self, index, patterns)));
        let firsts: Vec<_> = firsts.into_iter().map(Option::flatten).collect();
        for (index, first) in firsts.iter().enumerate() {
            if let Some(first) = first {
                self.unfit.insert(system(index), first.as_ref().err().cloned());
            }
        }
        let rest = self.each_cell(plan, |index, patterns| match (&firsts[index], self.unfit.get(&system(index))) {
            (Some(first), _) => first.clone(),
            (None, Some(Some(why))) => Err(format!("not tried, since of the first cell {why}")),
            (None, _) => exact(self, index, patterns),
        });
        rest.into_iter()
            .map(|exact| match exact {
                None => Found::default(),
                Some(Ok(exact)) => Found { exact: Some(exact), ..Found::default() },
                Some(Err(why)) => Found { unfit: Some(why), ..Found::default() },
            })
            .collect()
    }
}
