//! What cells tell one by one, added up as they pass by: of any number of them little is kept.

use super::limits::{DECIDED, Limits};
use super::{Flag, Found, TooMany};
use crate::estimate::Estimator;
use crate::results::{CellResult, Rate};
use crate::scenario::Scenario;
use chaselab_core::{End, Group};
use chaselab_systems::SystemId;

/// A rate up to which an end does not occur, as a sum of many chances that may be off by rounding.
const NEVER: f64 = 1e-12;

/// The cells of a system, added up.
#[derive(Clone, Debug)]
pub struct Sums {
    system: SystemId,
    then: Option<SystemId>,
    limits: Limits,
    confidence: f64,
    /// At which a share over a limit is shown, for so many cells as there are.
    shown: Estimator,
    cells: usize,
    long: Option<TooMany>,
    undecided: Option<TooMany>,
    /// By group that may be decided: the smallest share. That all cells are is one claim, which is wrong only where the
    /// cell with the least is misjudged, so that nothing is corrected.
    least: [(Group, Option<Rate>); 2],
    /// What every end that occurs or not comes to over all chases.
    ends: Vec<(End, Seen)>,
}

/// How often an end was seen.
#[derive(Clone, Copy, Debug)]
struct Seen {
    count: u64,
    /// The largest exact rate.
    most: f64,
    /// In how many chases of cells that were played and have the end.
    chases: u64,
    /// Whether some number of chases was chosen by looking at them.
    looked: bool,
}

impl Sums {
    /// Of none yet of so many cells of a system.
    pub fn new(scenario: &Scenario, system: SystemId, cells: u64) -> Self {
        let shown = Estimator::new(1.0 - (1.0 - scenario.confidence) / cells.max(1) as f64);
        Self {
            system,
            then: scenario.then.filter(|then| *then != system),
            limits: scenario.flags,
            confidence: scenario.confidence,
            shown,
            cells: 0,
            long: None,
            undecided: None,
            least: [Group::Free, Group::Stopped].map(|group| (group, None)),
            ends: Vec::new(),
        }
    }

    /// Of which system.
    pub const fn system(&self) -> SystemId {
        self.system
    }

    /// Adds a cell.
    pub fn add(&mut self, cell: &CellResult) {
        self.cells += 1;
        let limits = self.limits;
        let undecided = undecided(cell);
        let are_told = self.are_too_many(cell, undecided);
        if are_told {
            self.too_many(cell, undecided, cell.max_turns, |sums| &mut sums.undecided);
        }
        if cell.max_turns > limits.turns {
            let late = cell.turns.histogram.iter().filter(|&&(length, _)| length > limits.turns);
            let share: f64 = late.map(|&(_, share)| share).sum();
            // Of chases that run into the last turn it is said already; others must be too many by themselves.
            let others = if are_told { (share - undecided).max(0.0) } else { share };
            if self.are_too_many(cell, others) {
                self.too_many(cell, share, limits.turns, |sums| &mut sums.long);
            }
        }
        for (group, least) in &mut self.least {
            let rate = *cell.group(*group);
            if least.is_none_or(|least| rate.low < least.low) {
                *least = Some(rate);
            }
        }
        for &(end, rate) in &cell.ends {
            let place = self.ends.iter().position(|(known, _)| *known == end).unwrap_or_else(|| {
                self.ends.push((end, Seen { count: 0, most: 0.0, chases: 0, looked: false }));
                self.ends.len() - 1
            });
            let seen = &mut self.ends[place].1;
            match rate.count {
                Some(count) => {
                    seen.count += count;
                    seen.chases += cell.chases;
                    seen.looked |= cell.stop.is_some();
                }
                None => seen.most = seen.most.max(rate.rate),
            }
        }
    }

    /// Whether a share of a cell's chases is surely over the limit.
    fn are_too_many(&self, cell: &CellResult, share: f64) -> bool {
        rate(cell, share, self.shown).low > self.limits.share
    }

    /// Counts a cell with more than the limit of something.
    fn too_many(&mut self, cell: &CellResult, share: f64, turns: u16, of: fn(&mut Self) -> &mut Option<TooMany>) {
        let limit = self.limits.share;
        let rate = rate(cell, share, Estimator::new(self.confidence));
        let worst = of(self).get_or_insert_with(|| TooMany {
            turns,
            limit,
            cell: cell.cell,
            factors: cell.factors.clone(),
            share: rate,
            cells: 0,
            of: 0,
        });
        worst.cells += 1;
        if rate.rate > worst.share.rate {
            (worst.cell, worst.share, worst.turns) = (cell.cell, rate, turns);
            worst.factors.clone_from(&cell.factors);
        }
    }

    /// What is worth a look.
    pub fn flags(&self) -> Vec<Flag> {
        let decided = self.least.iter().find_map(|&(group, least)| {
            let least = least.filter(|least| least.low >= DECIDED)?;
            Some(Found::Decided { group, by: None, least, cells: self.cells })
        });
        let counted = |many: &TooMany| TooMany { of: self.cells, ..many.clone() };
        let long = self.long.as_ref().map(|many| Found::Long(counted(many)));
        let undecided = self.undecided.as_ref().map(|many| Found::Undecided(counted(many)));
        let found = decided.into_iter().chain(undecided).chain(long).chain(self.unseen());
        found.map(|found| Flag { system: self.system, then: self.then, solved: false, found }).collect()
    }

    /// The ends that no chase came to. That every chase is decided is no fault.
    fn unseen(&self) -> Option<Found> {
        let never = |(end, seen): &&(End, Seen)| *end != End::Timeout && seen.count == 0 && seen.most <= NEVER;
        let unseen: Vec<&(End, Seen)> = self.ends.iter().filter(never).collect();
        let bound = |seen: &Seen| match seen.chases {
            0 => Rate { count: None, rate: 0.0, low: 0.0, high: 0.0 },
            chases if seen.looked => Estimator::new(self.confidence).looking().rate(0, chases),
            chases => Estimator::new(self.confidence).rate(0, chases),
        };
        let bound = unseen.iter().map(|(_, seen)| bound(seen)).max_by(|one, other| one.high.total_cmp(&other.high))?;
        let mut ends: Vec<End> = unseen.iter().map(|(end, _)| *end).collect();
        ends.sort_unstable();
        Some(Found::Unseen { ends, bound })
    }
}

/// The share of a cell's chases that run into their last turn: the chases themselves, not a fight that follows, whose own
/// rounds lengthen no chase. Of the whole a fight's end has a name of its own.
fn undecided(cell: &CellResult) -> f64 {
    let fights = cell.details.iter().filter(|(end, _)| *end == End::Timeout).flat_map(|(_, named)| named);
    let fights: f64 = fights.map(|&(_, share)| share).sum();
    cell.end(End::Timeout).map_or(0.0, |rate| (rate.rate - fights).max(0.0))
}

/// A share of a cell's chases with its interval.
fn rate(cell: &CellResult, share: f64, estimator: Estimator) -> Rate {
    match cell.chases {
        0 => Rate { count: None, rate: share, low: share, high: share },
        chases => estimator.of(cell).rate((share * chases as f64).round() as u64, chases),
    }
}
