//! Who decides while a chase is played. Behaviours are made quick here; the law is that of [`Behaviour::distribution`].

use chaselab_core::{Action, Behaviour, Choice, Decision, GapBand, Habits, Mixed, Options, Pair, Side, System};
use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// Decides for both sides, by the habits that they have.
pub trait Pilot<S: System>: Habits {
    /// What both pick in `turn`; a waiting side's pick is of no meaning.
    fn pick(&mut self, system: &S, state: &S::State, turn: u16, choices: Pair<Choice>) -> Pair<Action>;
}

/// What both sides do, ready to play.
#[derive(Clone, Debug)]
pub struct Policy {
    sides: Pair<Vec<Law>>,
    quick: Pair<Quick>,
    first: Pair<First>,
    short: Pair<[ShortMix; DECISIONS]>,
    mixes: bool,
}

/// By decision, the pick for each set of open actions among the first few, where neither the gap nor luck has a say in
/// it; else [`ASK`].
type Quick = [[Action; SETS]; DECISIONS];

/// By decision, what comes first at each gap near 0, for when it is open; [`ASK`] where luck has a say in it.
type First = [[Action; GAPS]; DECISIONS];

/// A mix of a few actions, whatever the gap.
#[derive(Clone, Copy, Debug)]
struct ShortMix {
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
/// No action: the law of the decision has to be asked.
const ASK: Action = Action(u8::MAX);

#[derive(Clone, Debug)]
enum Law {
    Simple(Simple),
    ByGap(Vec<(i16, Simple)>),
    /// The solver's to give.
    Solved,
}

#[derive(Clone, Debug)]
enum Simple {
    /// The first open one; where none is, the one with the lowest index.
    Rank(Vec<Action>),
    /// For each action, the highest word that picks it or one before it.
    Mix(Vec<(u64, Action)>),
}

impl Policy {
    /// The policies of both sides, by decision; where a behaviour is the solver's to give, a place is kept for it.
    pub fn new(behaviours: &Pair<Vec<Behaviour>>) -> Self {
        let sides = behaviours.as_ref().map(|decisions| decisions.iter().map(Law::new).collect::<Vec<_>>());
        let mixes = Side::BOTH.iter().any(|&side| sides[side].iter().any(Law::mixes));
        let (quick, first) = (sides.as_ref().map(|laws| quick(laws)), sides.as_ref().map(|laws| first(laws)));
        let short = sides.as_ref().map(|laws| std::array::from_fn(|decision| ShortMix::new(laws.get(decision))));
        Self { quick, first, short, sides, mixes }
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
        let law = &self.sides[side][usize::from(choice.decision.0)];
        match law.at(gap).expect("solved policies are not compiled") {
            Simple::Mix(ends) => {
                Ways::Mixed(ends.iter().map(|&(end, action)| (end, nearest(action, choice))).collect())
            }
            simple => Ways::Sure(simple.pick(choice, || 0)),
        }
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
            *pick = law.at(gap).map_or(ASK, Simple::first);
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
    fn pick(&self, word: u64) -> Action {
        self.actions[self.ends.iter().map(|&end| usize::from(word > end)).sum::<usize>()]
    }
}

impl Law {
    fn new(behaviour: &Behaviour) -> Self {
        match behaviour {
            Behaviour::ByGap(bands) => {
                Self::ByGap(bands.iter().map(|GapBand { from, behaviour }| (*from, Simple::new(behaviour))).collect())
            }
            Behaviour::BestReply | Behaviour::Equilibrium => Self::Solved,
            simple => Self::Simple(Simple::new(simple)),
        }
    }

    fn mixes(&self) -> bool {
        let is_mix = |simple: &Simple| matches!(simple, Simple::Mix(_));
        match self {
            Self::Simple(simple) => is_mix(simple),
            Self::ByGap(bands) => bands.iter().any(|(_, simple)| is_mix(simple)),
            Self::Solved => true,
        }
    }

    #[inline]
    fn at(&self, gap: i16) -> Option<&Simple> {
        match self {
            Self::Simple(simple) => Some(simple),
            Self::ByGap(bands) => {
                let after = bands.partition_point(|&(from, _)| from <= gap);
                Some(&bands[after.saturating_sub(1)].1)
            }
            Self::Solved => None,
        }
    }
}

impl Simple {
    fn new(behaviour: &Behaviour) -> Self {
        match behaviour {
            Behaviour::Rank(rank) => Self::Rank(rank.clone()),
            Behaviour::Mix(mix) => {
                let mut sum = 0.0;
                let mut ends: Vec<(u64, Action)> = mix
                    .iter()
                    .map(|part| {
                        sum += part.probability;
                        // 2^64 words, shared out in proportion; `as` saturates at the last.
                        ((sum * 18_446_744_073_709_551_616.0) as u64, part.action)
                    })
                    .collect();
                if let Some(last) = ends.last_mut() {
                    last.0 = u64::MAX;
                }
                Self::Mix(ends)
            }
            Behaviour::ByGap(_) | Behaviour::BestReply | Behaviour::Equilibrium => {
                unreachable!("bands of the gap hold ranks and mixes alone")
            }
        }
    }

    /// What is picked wherever it is open, if that is always the same.
    fn first(&self) -> Action {
        match self {
            Self::Rank(rank) => rank.first().copied().unwrap_or(ASK),
            Self::Mix(_) => ASK,
        }
    }

    #[inline]
    fn pick(&self, choice: Choice, word: impl FnOnce() -> u64) -> Action {
        match self {
            Self::Rank(rank) => {
                let open = rank.iter().copied().find(|&action| choice.options.has(action));
                open.unwrap_or_else(|| choice.options.lowest())
            }
            Self::Mix(ends) => mixed(ends, choice, word()),
        }
    }
}

/// What a word picks of a mix.
fn mixed(ends: &[(u64, Action)], choice: Choice, word: u64) -> Action {
    nearest(ends[ends.partition_point(|&(end, _)| end < word)].1, choice)
}

/// The open action nearest to the wanted one; of two, the lower.
#[inline]
fn nearest(wanted: Action, choice: Choice) -> Action {
    if choice.options.has(wanted) {
        return wanted;
    }
    choice.options.iter().min_by_key(|open| open.0.abs_diff(wanted.0)).unwrap_or(wanted)
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
        let pick = self.quick(side, choice);
        if pick != ASK {
            return pick;
        }
        let gap = gap();
        let pick = self.first(side, choice, gap);
        if pick != ASK {
            return pick;
        }
        self.pick_by(side, choice, gap).expect("a cell without a solution has none to ask for")
    }

    /// What a side picks; the gap is asked for only where the pick is in no table. Nothing where the solver has to say.
    #[inline]
    pub fn pick_named(&mut self, side: Side, choice: Choice, gap: impl FnOnce() -> i16) -> Option<Action> {
        let pick = self.quick(side, choice);
        if pick != ASK { Some(pick) } else { self.pick_by(side, choice, gap()) }
    }

    /// The pick, where it is in the table.
    #[inline(always)]
    fn quick(&self, side: Side, choice: Choice) -> Action {
        let picks = self.policy.quick[side].get(usize::from(choice.decision.0));
        picks.and_then(|picks| picks.get(choice.options.bits() as usize)).copied().unwrap_or(ASK)
    }

    /// The pick, where what comes first at this gap is open.
    #[inline(always)]
    fn first(&self, side: Side, choice: Choice, gap: i16) -> Action {
        let picks = self.policy.first[side].get(usize::from(choice.decision.0));
        // As an index, what lies below lies beyond everything.
        let index = (i32::from(gap) - i32::from(LOWEST_GAP)) as u32 as usize;
        let first = picks.and_then(|picks| picks.get(index)).copied().unwrap_or(ASK);
        if first != ASK && choice.options.has(first) { first } else { ASK }
    }

    #[inline(never)]
    fn pick_by(&mut self, side: Side, choice: Choice, gap: i16) -> Option<Action> {
        if choice.waits() {
            return Some(Action(0));
        }
        if let Some(short) = self.policy.short[side].get(usize::from(choice.decision.0))
            && short.actions[0] != ASK
            && let Some(decisions) = &mut self.decisions
        {
            return Some(nearest(short.pick(decisions.next_u64()), choice));
        }
        let law = &self.policy.sides[side][usize::from(choice.decision.0)];
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
        known(self.quick(side, choice))
    }

    #[inline(always)]
    fn at_gap(&self, side: Side, choice: Choice, gap: i16) -> Option<Action> {
        self.always(side, choice).or_else(|| known(self.first(side, choice, gap)))
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
    use chaselab_core::{Decision, Mixed, Options};
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
