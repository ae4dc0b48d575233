//! What a side picks where nothing but what is open, or the gap, has a say in it, and mixes of a few actions: looked up,
//! so that no branch depends on luck.

use super::law::{Law, Simple};
use chaselab_core::{Action, Choice, Decision, Options};

/// The tables of one side.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    quick: Quick,
    first: First,
    short: [ShortMix; DECISIONS],
}

/// By decision, the pick for each set of open actions among the first few, where neither the gap nor luck has a say in
/// it; else [`ASK`].
type Quick = [[Action; SETS]; DECISIONS];

/// By decision, what comes first at each gap near 0, for when it is open; [`ASK`] where luck has a say in it.
type First = [[Action; GAPS]; DECISIONS];

/// A mix of a few actions, whatever the gap.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortMix {
    /// The highest word of each action but the last.
    ends: [u64; SHORT - 1],
    /// [`ASK`] where there is no such mix.
    actions: [Action; SHORT],
}

/// The most actions of a short mix.
const SHORT: usize = 4;

/// No system has more decisions; of further ones the law would be asked.
const DECISIONS: usize = 8;
/// More than most policies tell apart; at other gaps the law is asked.
const GAPS: usize = 160;
/// The lowest of them: some systems count below 0.
const LOWEST_GAP: i16 = -32;
/// Sets of eight actions: more than most decisions have.
const SETS: usize = 1 << 8;
/// The law of the decision has to be asked. Where a decision has as many actions, this one is left to its law, too.
pub(super) const ASK: Action = Action(31);

impl Tables {
    pub(super) fn new(laws: &[Law]) -> Self {
        let short = std::array::from_fn(|decision| ShortMix::new(laws.get(decision)));
        Self { quick: quick(laws), first: first(laws), short }
    }

    /// The pick, where neither the gap nor luck has a say in it; else [`ASK`].
    #[inline(always)]
    pub(super) fn quick(&self, choice: Choice) -> Action {
        let picks = self.quick.get(usize::from(choice.decision.0));
        picks.and_then(|picks| picks.get(choice.options.bits() as usize)).copied().unwrap_or(ASK)
    }

    /// The pick, where what comes first at this gap is open; else [`ASK`].
    #[inline(always)]
    pub(super) fn first(&self, choice: Choice, gap: i16) -> Action {
        let picks = self.first.get(usize::from(choice.decision.0));
        // As an index, what lies below lies beyond everything.
        let index = (i32::from(gap) - i32::from(LOWEST_GAP)) as u32 as usize;
        let first = picks.and_then(|picks| picks.get(index)).copied().unwrap_or(ASK);
        if choice.options.has(first) { first } else { ASK }
    }

    /// The mix of a decision, where it is one of a few actions.
    #[inline]
    pub(super) fn short_mix(&self, choice: Choice) -> Option<&ShortMix> {
        self.short.get(usize::from(choice.decision.0)).filter(|short| short.actions[0] != ASK)
    }
}

/// The picks that need no asking. Whoever waits has nothing open, and picks nothing of meaning: not asking who waits
/// spares a branch that depends on luck.
fn quick(laws: &[Law]) -> Quick {
    let mut quick = [[ASK; SETS]; DECISIONS];
    for picks in &mut quick {
        picks[Options::NONE.bits() as usize] = Action(0);
    }
    for (picks, law) in quick.iter_mut().zip(laws) {
        if let Law::Simple(simple @ Simple::Rank(_)) = law {
            for (bits, pick) in picks.iter_mut().enumerate().skip(1) {
                let options = Options::from_bits(bits as u32);
                *pick = simple.pick(Choice { decision: Decision(0), options }, || 0);
            }
        }
    }
    quick
}

/// What comes first at each gap.
fn first(laws: &[Law]) -> First {
    let mut first = [[ASK; GAPS]; DECISIONS];
    for (picks, law) in first.iter_mut().zip(laws) {
        for (gap, pick) in (LOWEST_GAP..).zip(picks) {
            *pick = law.at(gap).and_then(Simple::first).unwrap_or(ASK);
        }
    }
    first
}

impl ShortMix {
    fn new(law: Option<&Law>) -> Self {
        let mut short = Self { ends: [u64::MAX; SHORT - 1], actions: [ASK; SHORT] };
        if let Some(Law::Simple(Simple::Mix(parts))) = law
            && parts.len() <= SHORT
        {
            for (index, &(end, action)) in parts.iter().enumerate() {
                short.actions[index] = action;
                // The last ends at the highest word.
                if let Some(place) = short.ends.get_mut(index) {
                    *place = end;
                }
            }
        }
        short
    }

    /// What a word picks. Nobody can predict where a search would end, so there is none.
    #[inline(always)]
    pub(super) fn pick(&self, word: u64) -> Action {
        self.actions[self.ends.iter().map(|&end| usize::from(word > end)).sum::<usize>()]
    }
}

#[cfg(test)]
mod tests {
    use super::super::law::mixed;
    use super::*;
    use chaselab_core::{Behaviour, Mixed};

    #[test]
    fn a_short_mix_picks_what_a_search_finds_at_each_end() {
        for shares in [&[0.25, 0.75][..], &[0.1, 0.2, 0.7], &[0.4, 0.3, 0.2, 0.1], &[1.0], &[0.5, 0.0, 0.5]] {
            let part = |(action, &probability): (u8, &f64)| Mixed { action: Action(action), probability };
            let law = Law::new(&Behaviour::Mix((0..).zip(shares).map(part).collect()));
            let Law::Simple(Simple::Mix(ends)) = &law else { panic!("a mix is one") };
            let short = ShortMix::new(Some(&law));
            let all = Choice { decision: Decision(0), options: Options::first(shares.len() as u8) };
            for &(end, _) in ends {
                for word in [0, end.saturating_sub(1), end, end.saturating_add(1), u64::MAX] {
                    assert_eq!(short.pick(word), mixed(ends, all, word), "{shares:?} at {word}");
                }
            }
        }
        // Of five nobody knows but the law.
        let five = (0..5).map(|action| Mixed { action: Action(action), probability: 0.2 }).collect();
        let tables = Tables::new(&[Law::new(&Behaviour::Mix(five))]);
        assert!(tables.short_mix(Choice { decision: Decision(0), options: Options::first(5) }).is_none());
    }
}
