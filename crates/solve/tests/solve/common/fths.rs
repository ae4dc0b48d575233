//! The abstract chase of rules/fths.md with damage off and one repeated segment (straight, medium traffic), written
//! compactly for the tests: Jon flees from Mad.

use chaselab_core::*;

/// Where a chase stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub gap: i16,
    /// Turns at distance 0 in a row, up to 2.
    streak: u8,
    /// Piloting penalties of the last crash.
    penalty: Pair<i16>,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Phase {
    Pick,
    Drive(Pair<i16>),
    /// The prey tries to lose the catcher: what 4dF must show.
    Lose(i16),
    Over(End),
}

struct Car {
    control: i16,
    stability: i16,
    base: i16,
}

/// Two cars, start 3.
pub struct Fths {
    dice: Dice,
    cars: Pair<Car>,
    words: Words,
}

/// The risk of an action.
pub fn risk(action: Action) -> i16 {
    i16::from(action.0) - 4
}

/// The action of a risk.
pub fn action(risk: i16) -> u8 {
    (risk + 4) as u8
}

/// Piloting next turn, the winner's distance change, whether it is out (rules/fths.md 4).
fn crash(level: i16) -> (i16, i16, bool) {
    match level {
        ..=1 => (0, 1, false),
        2 => (-1, 1, false),
        3 => (-2, 1, false),
        4 => (-2, 2, false),
        _ => (0, 1, true),
    }
}

impl Fths {
    fn drive<C: Chance>(&self, state: &mut State, risks: Pair<i16>, chance: &mut C) -> Pace {
        let margins = Pair::of(|side| {
            let control = self.cars[side].control + state.penalty[side];
            if risks[side] == -4 { 0 } else { risks[side] - (control + chance.draw(&self.dice)) }
        });
        let control = self.cars.prey.control + state.penalty.prey;
        state.penalty = Pair::new(0, 0);
        state.phase = Phase::Pick;
        let (mut change, mut out) = (1, Pair::new(false, false));
        for side in Side::BOTH {
            if margins[side] > 0 {
                chance.note(Event(side as u8));
                let (penalty, moved, wrecked) = crash((margins[side] - self.cars[side].stability).max(0));
                state.penalty[side] = penalty;
                change = moved;
                out[side] = wrecked;
            }
        }
        let end = match (out.prey, out.catcher) {
            (true, true) => Some(End::BothCrashed),
            (true, false) => Some(End::PreyCrashed),
            (false, true) => Some(End::CatcherCrashed),
            _ => None,
        };
        if let Some(end) = end {
            state.phase = Phase::Over(end);
            return Pace::SameTurn;
        }
        let performance = Pair::of(|side| risks[side] + self.cars[side].base);
        let winner = match (margins.prey <= 0, margins.catcher <= 0) {
            (true, true) if performance.prey > performance.catcher => Some(Side::Prey),
            (true, true) if performance.prey < performance.catcher => Some(Side::Catcher),
            (true, false) => Some(Side::Prey),
            (false, true) => Some(Side::Catcher),
            _ => None,
        };
        let before = state.gap;
        match winner {
            Some(Side::Catcher) if before >= 1 => state.gap = (before - change).max(0),
            Some(Side::Catcher) if state.streak >= 2 => {
                state.phase = Phase::Over(End::Caught);
                return Pace::SameTurn;
            }
            Some(Side::Prey) if before > 3 => state.phase = Phase::Lose(3 - before - 2 - control),
            Some(Side::Prey) => state.gap += change,
            _ => {}
        }
        state.streak = match (state.gap, before) {
            (0, 0) => (state.streak + 1).min(2),
            (0, _) => 1,
            _ => 0,
        };
        if let Phase::Lose(_) = state.phase { Pace::SameTurn } else { Pace::NextTurn }
    }
}

impl System for Fths {
    const ID: &'static str = "fths-of-the-tests";
    type Setup = ();
    type State = State;

    fn new((): ()) -> Result<Self, RulesError> {
        let cars = Pair::new(Car { control: 1, stability: 1, base: 0 }, Car { control: 1, stability: 0, base: -1 });
        let words = Words {
            ends: End::ALL.to_vec(),
            decisions: vec![DecisionWords {
                name: "risk".into(),
                actions: (-4..=3).map(|risk| risk.to_string()).collect(),
            }],
            events: vec!["prey_crash".into(), "catcher_crash".into()],
            view: ["gap", "streak", "prey_penalty", "catcher_penalty"].map(String::from).to_vec(),
            ..Words::default()
        };
        Ok(Self { dice: Dice::fudge(4), cars, words })
    }

    fn start<C: Chance>(&self, _: &mut C) -> State {
        State { gap: 3, streak: 0, penalty: Pair::new(0, 0), phase: Phase::Pick }
    }

    fn next(&self, state: &State) -> Next {
        let choice = Choice { decision: Decision(0), options: Options::first(8) };
        match state.phase {
            Phase::Pick => Next::Choose(Pair::new(choice, choice)),
            Phase::Drive(_) | Phase::Lose(_) => Next::Resolve,
            Phase::Over(end) => Next::Over(end, Detail::NONE),
        }
    }

    fn choose(&self, state: &mut State, picks: Pair<Action>) {
        state.phase = Phase::Drive(picks.map(risk));
    }

    fn resolve<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        match state.phase {
            Phase::Drive(risks) => self.drive(state, risks, chance),
            Phase::Lose(needed) if chance.at_least(&self.dice, needed) => {
                state.phase = Phase::Over(End::Escaped);
                Pace::SameTurn
            }
            _ => {
                state.phase = Phase::Pick;
                Pace::NextTurn
            }
        }
    }

    fn view(&self, state: &State) -> View {
        View([state.gap, i16::from(state.streak), state.penalty.prey, state.penalty.catcher, 0, 0])
    }

    fn words(&self) -> &Words {
        &self.words
    }
}
