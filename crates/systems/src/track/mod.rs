//! `track`: a designer's own chase, in data (rules/track.md). Each side rolls one of its maneuvers a turn, and a marker
//! or two counters move by what comes of it.

mod contest;
mod maneuver;
mod ranges;
mod setup;
mod state;
mod words;

pub use setup::Setup;
pub use state::State;

use crate::reading::{Notes, Reading, WRITTEN};
use crate::{Input, Playable, Prepared, policy};
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{
    Action, Behaviour, Chance, Choice, Detail, End, Event, Next, Options, Pace, Pair, Problem, RulesError, Side,
    System, View, Words,
};
use contest::Contest;
use setup::{FARTHEST, Mode, Tie};
use state::{Phase, Turn};
use words::{DECISION, MANEUVER};

/// The chase for one setting.
#[derive(Clone, Debug)]
pub struct Track {
    setup: Setup,
    words: Words,
    /// Each side's maneuvers as actions, in the order of its list.
    actions: Pair<Vec<Action>>,
    /// By the prey's maneuver, then the catcher's.
    contests: Vec<Contest>,
    /// Whether every maneuver has an event.
    counts: bool,
}

impl System for Track {
    const ID: &'static str = "track";
    type Setup = Setup;
    type State = State;

    /// Never fails: a [`Setup`] holds only what the rules can play.
    fn new(setup: Setup) -> Result<Self, RulesError> {
        let words = words::words(&setup);
        let names = &words.decisions[usize::from(MANEUVER.0)].actions;
        let action = |name: &String| Action(names.iter().position(|known| known == name).unwrap_or(0) as u8);
        let actions = Pair::of(|side| setup.maneuvers[side].iter().map(|maneuver| action(&maneuver.name)).collect());
        // A side without maneuvers has one way to roll nothing.
        let ways = |side: Side| (0..setup.maneuvers[side].len().max(1)).map(move |index| (side, index));
        let picked = |(side, index): (Side, usize)| setup.maneuvers[side].get(index);
        let contests = ways(Side::Prey)
            .flat_map(|prey| ways(Side::Catcher).map(move |catcher| Pair::new(prey, catcher)))
            .map(|pair| Contest::new(pair.map(picked), setup.mode.one_marker()))
            .collect();
        let counts = !words.events.is_empty();
        Ok(Self { setup, words, actions, contests, counts })
    }

    fn start<C: Chance>(&self, chance: &mut C) -> State {
        let marks = match &self.setup.mode {
            // A start that is a number asks for no luck.
            Mode::Gap { start, .. } if start.range().0 == start.range().1 => Pair::new(start.range().0, 0),
            Mode::Gap { start, .. } => Pair::new(chance.draw(start), 0),
            Mode::Scores { .. } => Pair::default(),
        };
        let mut state = State { phase: self.first_phase(), marks };
        self.look_for_ends(&mut state);
        state
    }

    fn next(&self, state: &State) -> Next {
        let mut choices = Pair::new(Choice::WAIT, Choice::WAIT);
        match state.phase {
            Phase::Pick if self.catcher_waits() => choices.prey = self.choice(Side::Prey),
            Phase::Pick => choices = Pair::of(|side| self.choice(side)),
            Phase::Answer(_) => choices.catcher = self.choice(Side::Catcher),
            Phase::Roll(_) => return Next::Resolve,
            Phase::Over(end) => return Next::Over(end, Detail::NONE),
        }
        Next::Choose(choices)
    }

    fn choose(&self, state: &mut State, picks: Pair<Action>) {
        let index = |side: Side| match self.decides(side) {
            true => self.actions[side].iter().position(|&action| action == picks[side]).unwrap_or(0) as u8,
            false => 0,
        };
        state.phase = match state.phase {
            Phase::Pick if self.catcher_waits() => Phase::Answer(index(Side::Prey)),
            Phase::Pick => Phase::Roll(Pair::of(index)),
            Phase::Answer(prey) => Phase::Roll(Pair::new(prey, index(Side::Catcher))),
            other => other,
        };
    }

    fn resolve<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        let Phase::Roll(picks) = state.phase else { return Pace::SameTurn };
        let picks = picks.map(usize::from);
        if self.counts {
            self.count(picks, chance);
        }
        let contest = &self.contests[picks.prey * self.setup.maneuvers.catcher.len().max(1) + picks.catcher];
        let turn = contest.roll(self.gap(state), chance);
        let before = *state;
        self.move_by(turn, state);
        chance.tell(|| self.told(picks, turn, &before, state));
        if matches!(state.phase, Phase::Over(_)) { Pace::SameTurn } else { Pace::NextTurn }
    }

    fn view(&self, state: &State) -> View {
        match self.setup.mode {
            Mode::Gap { .. } => View::of_gap(state.marks.prey),
            Mode::Scores { .. } => View([self.gap(state), state.marks.prey, state.marks.catcher, 0, 0, 0]),
        }
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

impl Track {
    /// Whether a side has anything to decide.
    fn decides(&self, side: Side) -> bool {
        self.actions[side].len() > 1
    }

    /// Whether the catcher waits for the prey's pick, to answer it.
    fn catcher_waits(&self) -> bool {
        self.setup.prey_first && self.decides(Side::Prey) && self.decides(Side::Catcher)
    }

    fn first_phase(&self) -> Phase {
        let nobody = !self.decides(Side::Prey) && !self.decides(Side::Catcher);
        if nobody { Phase::Roll(Pair::default()) } else { Phase::Pick }
    }

    fn choice(&self, side: Side) -> Choice {
        let open = self.actions[side].iter().filter(|_| self.decides(side));
        Choice { decision: MANEUVER, options: open.fold(Options::NONE, |options, &action| options.with(action)) }
    }

    /// The gap, or by how much the prey's counter is ahead.
    fn gap(&self, state: &State) -> i16 {
        match self.setup.mode {
            Mode::Gap { .. } => state.marks.prey,
            Mode::Scores { .. } => state.marks.prey - state.marks.catcher,
        }
    }

    fn count<C: Chance>(&self, picks: Pair<usize>, chance: &mut C) {
        let prey = self.setup.maneuvers.prey.len();
        if prey > 0 {
            chance.note(Event(picks.prey as u8));
        }
        if !self.setup.maneuvers.catcher.is_empty() {
            chance.note(Event((prey + picks.catcher) as u8));
        }
    }

    /// The markers move, and the chase ends or the next turn begins.
    fn move_by(&self, turn: Turn, state: &mut State) {
        // A counter does not fall below 0; a gap without an end stays where numbers stay small.
        let lowest = if self.setup.mode.one_marker() { -FARTHEST } else { 0 };
        state.marks = Pair::of(|side| (state.marks[side] + turn.steps[side]).clamp(lowest, FARTHEST));
        state.phase = self.first_phase();
        match turn.crash() {
            Some(end) => state.phase = Phase::Over(end),
            None => self.look_for_ends(state),
        }
    }

    fn look_for_ends(&self, state: &mut State) {
        let end = match self.setup.mode {
            Mode::Gap { free_at: Some(free_at), .. } if state.marks.prey >= free_at => End::Escaped,
            Mode::Gap { stopped_at: Some(stopped_at), .. } if state.marks.prey <= stopped_at => End::Caught,
            Mode::Gap { .. } => return,
            Mode::Scores { wins_at, tie } => {
                let winner = match Pair::of(|side| state.marks[side] >= wins_at[side]) {
                    Pair { prey: false, catcher: false } => return,
                    Pair { prey: true, catcher: false } => Side::Prey,
                    Pair { prey: false, catcher: true } => Side::Catcher,
                    Pair { prey: true, catcher: true } => match tie {
                        Tie::To(side) => side,
                        Tie::GoesOn => {
                            state.marks = wins_at.map(|at| at - 1);
                            return;
                        }
                    },
                };
                if winner == Side::Prey { End::Escaped } else { End::Caught }
            }
        };
        state.phase = Phase::Over(end);
    }

    fn told(&self, picks: Pair<usize>, turn: Turn, before: &State, after: &State) -> String {
        let rolled = Side::BOTH.map(|side| match self.setup.maneuvers[side].get(picks[side]) {
            Some(maneuver) => format!("{}: {}", side.name(), maneuver.name),
            None => format!("{}: nothing", side.name()),
        });
        let what = match (turn.crash(), &self.setup.mode) {
            (Some(end), _) => end.name().replace('_', " "),
            (None, Mode::Gap { .. }) => {
                format!("effect {:+}, gap {} -> {}", turn.steps.prey, before.marks.prey, after.marks.prey)
            }
            (None, Mode::Scores { .. }) => {
                let [prey, catcher] = Side::BOTH.map(|side| {
                    let (name, steps) = (side.name(), turn.steps[side]);
                    format!("{name} {steps:+}, {} -> {}", before.marks[side], after.marks[side])
                });
                format!("{prey}, {catcher}")
            }
        };
        format!("{}; {}; {what}.", rolled[0], rolled[1])
    }
}

impl Playable for Track {
    const TITLE: &'static str = "Track";

    const SCHEMA: &'static str = include_str!("schema.json");

    const TABLES: &'static [(&'static str, &'static str)] = &[];

    fn read(input: &Input<'_>) -> Result<Prepared<Self>, Box<Problem>> {
        let Reading { setup, max_turns, switches, mut notes, own } = setup::read(input)?;
        let system = Self::new(setup)?;
        let behaviours =
            Pair::try_of(|side| Ok::<_, Box<Problem>>(vec![system.read_pick(own[side], side, &mut notes)?]))?;
        Ok(Prepared { system, behaviours, max_turns, switches, explained: notes.explained() })
    }
}

impl Track {
    /// How a side picks: as written, else always the first of its maneuvers.
    fn read_pick(&self, own: Reader<'_>, side: Side, notes: &mut Notes) -> Result<Behaviour, Box<Problem>> {
        let what = format!("{} {DECISION}", side.name());
        if let Some(node) = own.get(DECISION) {
            let shown = match &node.value {
                Value::Text(text) => text.clone(),
                other => other.to_string(),
            };
            notes.add(what, shown, WRITTEN);
            return policy::read(node, DECISION, &|node| self.read_action(node, side));
        }
        if let (true, Some(first)) = (self.decides(side), self.setup.maneuvers[side].first()) {
            notes.add(what, first.name.clone(), "the first maneuver, unless written");
        }
        Ok(Behaviour::always(self.actions[side].first().copied().unwrap_or_default()))
    }

    fn read_action(&self, node: &Node, side: Side) -> Result<Action, Box<Problem>> {
        let names = || self.setup.maneuvers[side].iter().map(|maneuver| maneuver.name.as_str());
        let expected = "the name of a maneuver, bands of the gap, a mix, \"best-reply\" or \"equilibrium\"";
        let Value::Text(text) = &node.value else { return Err(node.unexpected(DECISION, expected)) };
        node.mark_used();
        let index = names().position(|name| name == text).ok_or_else(|| {
            Problem::new(&node.place, format!("the {} has no maneuver `{text}`", side.name()))
                .expected(expected)
                .nearest(text, names())
        })?;
        Ok(self.actions[side][index])
    }
}
