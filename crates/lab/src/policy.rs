//! Who decides while a chase is played. Behaviours are made quick here; the law is that of [`Behaviour::distribution`].

mod law;
mod tables;

use chaselab_core::{Action, Behaviour, Choice, Habits, Mixed, Pair, Side, System};
use law::{Law, Simple, nearest};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use tables::{ASK, Tables};

/// Decides for both sides, by the habits that they have.
pub trait Pilot<S: System>: Habits {
    /// What both pick in `turn`; a waiting side's pick is of no meaning.
    fn pick(&mut self, system: &S, state: &S::State, turn: u16, choices: Pair<Choice>) -> Pair<Action>;
}

/// What both sides do, ready to play.
#[derive(Clone, Debug)]
pub struct Policy {
    laws: Pair<Vec<Law>>,
    tables: Pair<Tables>,
    mixes: bool,
}

impl Policy {
    /// The policies of both sides, by decision; where a behaviour is the solver's to give, a place is kept for it.
    pub fn new(behaviours: &Pair<Vec<Behaviour>>) -> Self {
        let laws = behaviours.as_ref().map(|decisions| decisions.iter().map(Law::new).collect::<Vec<_>>());
        let mixes = Side::BOTH.iter().any(|&side| laws[side].iter().any(Law::mixes));
        Self { tables: laws.as_ref().map(|laws| Tables::new(laws)), laws, mixes }
    }

    /// Whether anybody mixes, so that a generator for decisions is needed.
    pub const fn mixes(&self) -> bool {
        self.mixes
    }
}

/// How a side decides in one situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ways {
    /// Certainly so; no word is taken.
    Sure(Action),
    /// By a word: for each action, the highest word that picks it.
    Mixed(Vec<(u64, Action)>),
}

impl Policy {
    /// How a side decides at a gap, by the same words as [`Pilots`] take. A side that waits takes none.
    ///
    /// # Panics
    /// When the solver has to say.
    pub fn ways(&self, side: Side, choice: Choice, gap: i16) -> Ways {
        if choice.waits() {
            return Ways::Sure(Action(0));
        }
        let law = &self.laws[side][usize::from(choice.decision.0)];
        match law.at(gap).expect("solved policies are not compiled") {
            Simple::Mix(ends) => {
                Ways::Mixed(ends.iter().map(|&(end, action)| (end, nearest(action, choice))).collect())
            }
            simple => Ways::Sure(simple.pick(choice, || 0)),
        }
    }
}

/// Both sides at the wheel in one chase.
#[derive(Debug)]
pub struct Pilots<'a> {
    policy: &'a Policy,
    decisions: Option<Pcg64Mcg>,
}

impl<'a> Pilots<'a> {
    /// Pilots by a policy; `decisions` is what mixes draw from, where there are any.
    #[inline]
    pub const fn new(policy: &'a Policy, decisions: Option<Pcg64Mcg>) -> Self {
        Self { policy, decisions }
    }

    /// What a side picks in a cell without a solution; a side that waits picks nothing of meaning.
    #[inline(always)]
    fn pick_open(&mut self, side: Side, choice: Choice, gap: impl FnOnce() -> i16) -> Action {
        let tables = &self.policy.tables[side];
        let pick = tables.quick(choice);
        if pick != ASK {
            return pick;
        }
        let gap = gap();
        let pick = tables.first(choice, gap);
        if pick != ASK {
            return pick;
        }
        self.pick_by(side, choice, gap).expect("a cell without a solution has none to ask for")
    }

    /// What a side picks; the gap is asked for only where the pick is in no table. Nothing where the solver has to say.
    #[inline]
    pub fn pick_named(&mut self, side: Side, choice: Choice, gap: impl FnOnce() -> i16) -> Option<Action> {
        let pick = self.policy.tables[side].quick(choice);
        if pick != ASK { Some(pick) } else { self.pick_by(side, choice, gap()) }
    }

    #[inline(never)]
    fn pick_by(&mut self, side: Side, choice: Choice, gap: i16) -> Option<Action> {
        if choice.waits() {
            return Some(Action(0));
        }
        if let Some(short) = self.policy.tables[side].short_mix(choice)
            && let Some(decisions) = &mut self.decisions
        {
            return Some(nearest(short.pick(decisions.next_u64()), choice));
        }
        let law = &self.policy.laws[side][usize::from(choice.decision.0)];
        let word = || self.decisions.as_mut().expect("whoever mixes has a generator").next_u64();
        Some(law.at(gap)?.pick(choice, word))
    }

    /// One action of a mix that the solver gave.
    pub fn draw(&mut self, mix: &[Mixed]) -> Action {
        let generator = self.decisions.as_mut().expect("whoever plays a solved mix has a generator");
        // The upper 53 bits, as a number from 0 to below 1.
        let mut left = (generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        for part in mix {
            left -= part.probability;
            if left < 0.0 {
                return part.action;
            }
        }
        mix[mix.len() - 1].action
    }
}

impl Habits for Pilots<'_> {
    #[inline(always)]
    fn always(&self, side: Side, choice: Choice) -> Option<Action> {
        known(self.policy.tables[side].quick(choice))
    }

    #[inline(always)]
    fn at_gap(&self, side: Side, choice: Choice, gap: i16) -> Option<Action> {
        self.always(side, choice).or_else(|| known(self.policy.tables[side].first(choice, gap)))
    }
}

/// A pick, where it is one.
#[inline(always)]
fn known(pick: Action) -> Option<Action> {
    (pick != ASK).then_some(pick)
}

impl<S: System> Pilot<S> for Pilots<'_> {
    #[inline(always)]
    fn pick(&mut self, system: &S, state: &S::State, _: u16, choices: Pair<Choice>) -> Pair<Action> {
        let gap = || system.view(state).gap();
        Pair::new(self.pick_open(Side::Prey, choices.prey, gap), self.pick_open(Side::Catcher, choices.catcher, gap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaselab_core::{Decision, GapBand, Mixed, Options};
    use rand::SeedableRng;

    fn policy(behaviour: Behaviour) -> Policy {
        Policy::new(&Pair::new(vec![behaviour.clone()], vec![behaviour]))
    }

    #[test]
    fn plays_the_law_of_its_behaviour() {
        let part = |action, probability| Mixed { action: Action(action), probability };
        let mix = Behaviour::Mix(vec![part(0, 0.2), part(1, 0.3), part(6, 0.5)]);
        let behaviours = [
            Behaviour::Rank(vec![Action(5), Action(2)]),
            mix.clone(),
            Behaviour::ByGap(vec![
                GapBand { from: 0, behaviour: Behaviour::always(Action(1)) },
                GapBand { from: 2, behaviour: mix },
            ]),
        ];
        for behaviour in behaviours {
            for (gap, open) in [(0, 3), (1, 7), (2, 7), (5, 4)] {
                let choice = Choice { decision: Decision(0), options: Options::first(open) };
                let law = behaviour.distribution(choice, gap);
                let policy = policy(behaviour.clone());
                let mut pilots = Pilots::new(&policy, Some(Pcg64Mcg::seed_from_u64(9)));
                let n = 20_000;
                let mut counts = [0_u32; 32];
                for _ in 0..n {
                    let picked = pilots.pick_named(Side::Prey, choice, || gap).unwrap();
                    counts[usize::from(picked.0)] += 1;
                }
                for (action, &count) in counts.iter().enumerate() {
                    let p = law
                        .iter()
                        .find(|part| usize::from(part.action.0) == action)
                        .map_or(0.0, |part| part.probability);
                    let spread = 5.0 * (p * (1.0 - p) * f64::from(n)).sqrt();
                    assert!(
                        (f64::from(count) - p * f64::from(n)).abs() <= spread + 1e-6,
                        "{behaviour:?} at {gap}: {action}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_last_of_as_many_actions_as_there_may_be_is_picked_like_any_other() {
        let all = Choice { decision: Decision(0), options: Options::first(32) };
        let part = |action, probability| Mixed { action: Action(action), probability };
        let band = |from, behaviour| GapBand { from, behaviour };
        let last = Behaviour::always(Action(31));
        let certain = [
            Behaviour::Rank(vec![Action(31), Action(0)]),
            Behaviour::ByGap(vec![band(0, last.clone()), band(5, Behaviour::always(Action(1)))]),
            Behaviour::Mix(vec![part(31, 1.0)]),
            last,
        ];
        let picks = |behaviour| {
            let policy = policy(behaviour);
            let mut pilots = Pilots::new(&policy, Some(Pcg64Mcg::seed_from_u64(9)));
            let mut each = || [pilots.pick_open(Side::Prey, all, || 3), pilots.pick_open(Side::Catcher, all, || 3)];
            (0..50).flat_map(|_| each()).collect::<Vec<_>>()
        };
        for behaviour in certain {
            assert!(picks(behaviour.clone()).into_iter().all(|pick| pick == Action(31)), "{behaviour:?}");
        }
        let mixed = picks(Behaviour::Mix(vec![part(1, 0.5), part(31, 0.5)]));
        assert!(mixed.contains(&Action(1)) && mixed.contains(&Action(31)), "{mixed:?}");
    }

    #[test]
    fn habits_are_what_is_picked() {
        let rank = |actions: [u8; 2]| Behaviour::Rank(actions.map(Action).into());
        let mix = Behaviour::Mix(vec![Mixed { action: Action(1), probability: 1.0 }]);
        let band = |from, behaviour| GapBand { from, behaviour };
        let by_gap = Behaviour::ByGap(vec![band(0, rank([2, 1])), band(3, rank([1, 0])), band(6, mix.clone())]);
        // What is known of each whatever the gap, and at gaps 0, 3 and 6 where all is open.
        let known = [(rank([2, 0]), true, [true; 3]), (by_gap, false, [true, true, false]), (mix, false, [false; 3])];
        for (behaviour, always, at_gaps) in known {
            let policy = policy(behaviour);
            let mut pilots = Pilots::new(&policy, Some(Pcg64Mcg::seed_from_u64(9)));
            for (gap, at_gap) in [0, 3, 6].into_iter().zip(at_gaps) {
                let all = Choice { decision: Decision(0), options: Options::first(3) };
                assert_eq!(pilots.always(Side::Prey, all).is_some(), always);
                assert_eq!(pilots.at_gap(Side::Prey, all, gap).is_some(), at_gap);
                for bits in 1..8 {
                    let choice = Choice { options: Options::from_bits(bits), ..all };
                    let picked = pilots.pick_named(Side::Catcher, choice, || gap);
                    for habit in [pilots.always(Side::Catcher, choice), pilots.at_gap(Side::Catcher, choice, gap)] {
                        assert!(habit.is_none() || habit == picked, "{choice:?} at {gap}: {habit:?}, not {picked:?}");
                    }
                }
            }
        }
    }
}
