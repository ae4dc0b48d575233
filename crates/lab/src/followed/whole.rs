//! The whole of a chase and the fight after it: its names, and how what became of both is put together.
//!
//! Ends are those of the chase, but for a caught prey that fights on: then those of the fight. Turns are those of the
//! chase; rounds of the fight are counted as an event, since a round is no turn.

use crate::kernel::Played;
use chaselab_core::{Detail, End, Event, Pair, Words};
use chaselab_solve::Exact;

/// A way from the chase into a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lead {
    /// The detail of `caught`.
    pub detail: Detail,
    /// Which fight follows.
    pub fight: usize,
    /// The event that counts it, where there are several ways.
    event: Option<usize>,
}

/// The names, and where those of the fight begin.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    words: Words,
    follows: Vec<Lead>,
    /// The detail of the fight that is none in the fight itself.
    first_detail: u8,
    /// The event that counts fights; rounds come next.
    fights: usize,
    /// The first event of the fight itself.
    first_event: usize,
}

impl Whole {
    /// Of a chase whose `caught` has these details, and who is stunned then; fights differ by that.
    pub fn new(chase: &Words, caught: &[(Detail, Option<Pair<bool>>)], fights: &[Pair<bool>], fight: &Words) -> Self {
        let mut words = chase.clone();
        let remains = caught.iter().any(|(_, stunned)| stunned.is_none());
        let reached = |end: &End| {
            let by_chase = chase.ends.contains(end) && (*end != End::Caught || remains);
            by_chase || (chase.ends.contains(&End::Caught) && fight.ends.contains(end))
        };
        words.ends = End::ALL.into_iter().filter(reached).collect();
        // Everything of the fight carries its name, so that it is never taken for something of the chase.
        let named = |name: &String| if name.is_empty() { "fight".to_owned() } else { format!("fight_{name}") };
        words.details.extend(fight.details.iter().map(named));
        words.events.extend(["fights", "fight_rounds"].map(String::from));
        let mut follows = Vec::new();
        for &(detail, stunned) in caught {
            let Some(fight) = stunned.and_then(|stunned| fights.iter().position(|&known| known == stunned)) else {
                continue;
            };
            follows.push(Lead { detail, fight, event: None });
        }
        if follows.len() > 1 {
            for lead in &mut follows {
                lead.event = Some(words.events.len());
                words.events.push(format!("fights_{}", chase.details[usize::from(lead.detail.0)]));
            }
        }
        let first_event = words.events.len();
        words.events.extend(fight.events.iter().map(named));
        Self { words, follows, first_detail: chase.details.len() as u8, fights: chase.events.len(), first_event }
    }

    pub const fn words(&self) -> &Words {
        &self.words
    }

    /// All ways into a fight.
    pub fn follows(&self) -> &[Lead] {
        &self.follows
    }

    /// The way into a fight of a chase that ended so; nothing where it stays over.
    pub fn lead(&self, played: Played) -> Option<Lead> {
        self.leads(played.end, played.detail)
    }

    fn leads(&self, end: End, detail: Detail) -> Option<Lead> {
        self.follows.iter().copied().find(|lead| end == End::Caught && lead.detail == detail)
    }

    /// A detail of the fight as one of the whole.
    const fn of_fight(&self, detail: Detail) -> Detail {
        Detail(self.first_detail + detail.0)
    }

    /// How the whole went, and into `events` how often each of its events happened.
    pub fn join<E: AsRef<[u16]>>(
        &self,
        chase: Played,
        happened: &[u16],
        fought: Option<(Lead, &(Played, E))>,
        events: &mut Vec<u16>,
    ) -> Played {
        events.clear();
        events.extend_from_slice(&happened[..self.fights]);
        events.resize(self.words.events.len(), 0);
        let Some((lead, (fight, in_fight))) = fought else { return chase };
        events[self.fights] = 1;
        events[self.fights + 1] = fight.turns;
        if let Some(event) = lead.event {
            events[event] = 1;
        }
        events[self.first_event..].iter_mut().zip(in_fight.as_ref()).for_each(|(event, &count)| *event = count);
        Played { end: fight.end, detail: self.of_fight(fight.detail), turns: chase.turns }
    }

    /// The distribution of the whole: a chase that leads to a fight ends as the fight does, at the length of the chase.
    pub fn exact(&self, chase: &Exact, fights: &[Exact]) -> Exact {
        let mut events = vec![0.0; self.words.events.len()];
        for (index, event) in events[..self.fights].iter_mut().enumerate() {
            *event = chase.event(Event(index as u8));
        }
        let mut outcomes = Vec::new();
        for ((end, detail, lengths), &(.., often)) in chase.outcomes_by_length().zip(chase.outcomes()) {
            let Some(lead) = self.leads(end, detail) else {
                outcomes.push((end, detail, lengths.to_vec()));
                continue;
            };
            let fight = &fights[lead.fight];
            events[self.fights] += often;
            events[self.fights + 1] += often * fight.mean_turns();
            if let Some(event) = lead.event {
                events[event] += often;
            }
            for (index, event) in events[self.first_event..].iter_mut().enumerate() {
                *event += often * fight.event(Event(index as u8));
            }
            for &(end, detail, share) in fight.outcomes() {
                outcomes.push((end, self.of_fight(detail), lengths.iter().map(|p| p * share).collect()));
            }
        }
        Exact::new(outcomes, events)
    }
}
