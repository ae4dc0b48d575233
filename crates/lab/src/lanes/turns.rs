//! What a turn comes to: all that compiled rules can do in it, added up.

use super::strides::{Goal, Stride, merged};
use super::tally::Fields;
use crate::compiled::{Compiled, Step};
use chaselab_core::{Detail, End, EventCounts, MAX_EVENTS};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most branches that are added up for all turns and parts of turns together: some seconds, and memory.
const MOST_BRANCHES: u64 = 1 << 21;

/// Adding up a branch costs about as much as playing so many chases in lanes saves.
const CHASES_A_BRANCH: u64 = 4;

/// What a turn can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Branch {
    /// What the next turn begins with, or the end of the chase.
    pub then: Step,
    pub over: bool,
    pub events: EventCounts,
}

impl Branch {
    pub(super) fn end(&self) -> Option<(End, Detail)> {
        match self.then {
            Step::Over(end, detail) if self.over => Some((end, detail)),
            _ => None,
        }
    }
}

/// The branches of a turn, or of what is left of it, with their probabilities.
pub(super) type Law = Vec<(Branch, f64)>;

/// The law of every turn that play reaches.
pub(super) struct Turns {
    /// What comes before the first turn has the first place.
    pub(super) laws: Vec<Rc<Law>>,
    /// The place of what a turn begins with.
    places: FxHashMap<Step, u32>,
}

impl Turns {
    /// For so many chases; nothing where there are more branches than they are worth.
    pub(super) fn new(compiled: &Compiled, chases: u64) -> Option<Self> {
        let most = MOST_BRANCHES.min(chases / CHASES_A_BRANCH) as usize;
        let mut rest = Rest { compiled, known: FxHashMap::default(), most };
        let mut laws = vec![rest.law(compiled.start())?];
        let mut places = FxHashMap::default();
        let mut next = 0;
        while let Some(law) = laws.get(next).cloned() {
            next += 1;
            for &(Branch { then, over, .. }, _) in law.iter() {
                if !over && !places.contains_key(&then) {
                    places.insert(then, laws.len() as u32);
                    laws.push(rest.law(then)?);
                }
            }
        }
        Some(Self { laws, places })
    }

    /// What each turn comes to, by places.
    pub(super) fn strides(&self, fields: &Fields) -> Vec<Stride> {
        let stride = |(place, law): (usize, &Rc<Law>)| {
            let goal = |branch: &Branch| Goal {
                tally: fields.pack(branch, place > 0),
                place: (!branch.over).then(|| self.places[&branch.then]),
            };
            merged(law.iter().map(|(branch, share)| (goal(branch), *share)))
        };
        self.laws.iter().enumerate().map(stride).collect()
    }
}

/// Adds up what can happen in what is left of a turn.
struct Rest<'a> {
    compiled: &'a Compiled,
    /// The law from every step on that was asked for; nothing while it is being found.
    known: FxHashMap<Step, Option<Rc<Law>>>,
    /// How many branches more may be added up.
    most: usize,
}

impl Rest<'_> {
    /// What the rest of a turn can come to from a step on. Nothing where that is too much, or a turn can come back to
    /// where it was.
    fn law(&mut self, step: Step) -> Option<Rc<Law>> {
        if let Some(known) = self.known.get(&step) {
            return known.clone();
        }
        self.known.insert(step, None);
        let nothing = [0; MAX_EVENTS];
        let law: Law = match step {
            Step::Over(..) => vec![(Branch { then: step, over: true, events: nothing }, 1.0)],
            Step::Note(outcome) => {
                let outcome = self.compiled.outcome(outcome);
                let rest = if outcome.next_turn {
                    Rc::new(vec![(Branch { then: outcome.then, over: false, events: nothing }, 1.0)])
                } else {
                    self.law(outcome.then)?
                };
                let noted = |mut branch: Branch| {
                    for &(event, count) in &outcome.events {
                        branch.events[usize::from(event)] += count;
                    }
                    branch
                };
                rest.iter().map(|&(branch, share)| (noted(branch), share)).collect()
            }
            Step::Ask(question) => {
                let mut sum: BTreeMap<Branch, f64> = BTreeMap::new();
                for (answer, then) in self.compiled.answers(question) {
                    let law = self.law(then)?;
                    self.most = self.most.checked_sub(law.len())?;
                    for &(branch, share) in law.iter() {
                        *sum.entry(branch).or_default() += answer * share;
                    }
                }
                sum.into_iter().collect()
            }
            Step::Node(_) => unreachable!("a finished walk has no open nodes"),
        };
        let law = Rc::new(law);
        self.known.insert(step, Some(Rc::clone(&law)));
        Some(law)
    }
}
