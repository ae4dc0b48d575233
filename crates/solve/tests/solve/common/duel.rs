//! A game in a table: what each pair of actions leads to at each place.

use chaselab_core::*;
use std::collections::BTreeMap;

/// Where a duel goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// To a place, in the next turn.
    To(i16),
    /// Nowhere.
    End(End),
}

/// For each place and pair of actions, what follows with which weight.
pub type Table = BTreeMap<(i16, u8, u8), Vec<(u64, Step)>>;

/// One decision a turn for both sides, then dice.
pub struct Duel {
    start: i16,
    rows: BTreeMap<(i16, u8, u8), (Dice, Vec<Step>)>,
    words: Words,
}

/// Where a duel stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    Ask(i16),
    Roll(i16, u8, u8),
    Over(End),
}

impl Duel {
    fn actions(&self, at: i16, side: Side) -> u8 {
        let keys = self.rows.keys().filter(|key| key.0 == at);
        keys.map(|key| if side == Side::Prey { key.1 } else { key.2 } + 1).max().unwrap_or(0)
    }
}

impl System for Duel {
    const ID: &'static str = "duel";
    type Setup = (i16, Table);
    type State = Place;

    fn new((start, table): (i16, Table)) -> Result<Self, RulesError> {
        let rows = table
            .into_iter()
            .map(|(key, row)| {
                let faces = row.iter().enumerate().map(|(face, &(weight, _))| (face as i16, weight));
                let dice = Dice::from_weights(&format!("{key:?}"), faces).expect("weights");
                (key, (dice, row.into_iter().map(|(_, step)| step).collect()))
            })
            .collect();
        let names = (0..32).map(|action| action.to_string()).collect();
        let words = Words {
            ends: End::ALL.to_vec(),
            decisions: vec![DecisionWords { name: "act".into(), actions: names }],
            events: vec!["played".into()],
            view: vec!["gap".into()],
            ..Words::default()
        };
        Ok(Self { start, rows, words })
    }

    fn start<C: Chance>(&self, _: &mut C) -> Place {
        Place::Ask(self.start)
    }

    fn next(&self, place: &Place) -> Next {
        match *place {
            Place::Over(end) => Next::Over(end, Detail::NONE),
            Place::Roll(..) => Next::Resolve,
            Place::Ask(at) => Next::Choose(Pair::of(|side| Choice {
                decision: Decision(0),
                options: Options::first(self.actions(at, side)),
            })),
        }
    }

    fn choose(&self, place: &mut Place, picks: Pair<Action>) {
        if let Place::Ask(at) = *place {
            *place = Place::Roll(at, picks.prey.0, picks.catcher.0);
        }
    }

    fn resolve<C: Chance>(&self, place: &mut Place, chance: &mut C) -> Pace {
        chance.note(Event(0));
        let &mut Place::Roll(at, prey, catcher) = place else { return Pace::SameTurn };
        let (dice, steps) = &self.rows[&(at, prey, catcher)];
        match steps[chance.draw(dice) as usize] {
            Step::To(next) => {
                *place = Place::Ask(next);
                Pace::NextTurn
            }
            Step::End(end) => {
                *place = Place::Over(end);
                Pace::SameTurn
            }
        }
    }

    fn view(&self, place: &Place) -> View {
        View::of_gap(match *place {
            Place::Ask(at) | Place::Roll(at, ..) => at,
            Place::Over(_) => 0,
        })
    }

    fn words(&self) -> &Words {
        &self.words
    }
}
