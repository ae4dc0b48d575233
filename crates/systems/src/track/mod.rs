//! `track`: a designer's own chase, in data (rules/track.md). Each side rolls one of its maneuvers a turn, and a marker
//! or two counters move by what comes of it.

mod contest;
mod finish;
mod layout;
mod maneuver;
mod places;
mod ranges;
mod setup;
mod state;
mod words;

pub use setup::Setup;
pub use state::State;

use crate::reading::{Notes, Reading, WRITTEN};
use crate::{Input, Playable, Prepared, Use, policy};
use chaselab_core::tree::{Node, Reader, Value};
use chaselab_core::{
    Action, Behaviour, Chance, Choice, Detail, Event, Next, Options, Pace, Pair, Problem, RulesError, Side, System,
    View, Words,
};
use contest::{Contest, Differences};
use finish::Finish;
use layout::Layouts;
use places::Places;
use setup::Mode;
use state::{Phase, Turn};
use words::{DECISION, MANEUVER};

/// The chase.
pub type Track = Chase<false, false>;

/// The chase for one setting; with `ONE_MARKER` only one about the gap, so that nothing is said of a second counter, and
/// with `ANSWERED` only one in which the catcher answers the prey's pick, so that the compiler knows what comes after what.
#[derive(Clone, Debug)]
pub struct Chase<const ONE_MARKER: bool, const ANSWERED: bool> {
    setup: Setup,
    words: Words,
    /// Each side's maneuvers as actions, in the order of its list.
    actions: Pair<Vec<Action>>,
    /// What each side can choose from: nothing, where it has but one maneuver.
    options: Pair<Options>,
    /// Each side's maneuver by action.
    places: Pair<Places>,
    /// By the prey's maneuver, then the catcher's.
    contests: Vec<Contest>,
    /// The same for who does not look at single dice.
    layouts: Layouts,
    finish: Finish,
    /// How a turn begins.
    first_phase: Phase,
    /// The first event of each side, where every maneuver has one.
    events: Pair<Option<u8>>,
}

impl<const ONE_MARKER: bool, const ANSWERED: bool> System for Chase<ONE_MARKER, ANSWERED> {
    const ID: &'static str = "track";
    type Setup = Setup;
    type State = State;

    /// Never fails: a [`Setup`] holds only what the rules can play.
    fn new(setup: Setup) -> Result<Self, RulesError> {
        let words = words::words(&setup);
        let names = &words.decisions[usize::from(MANEUVER.0)].actions;
        let action = |name: &String| Action(names.iter().position(|known| known == name).unwrap_or(0) as u8);
        let actions: Pair<Vec<Action>> =
            Pair::of(|side| setup.maneuvers[side].iter().map(|maneuver| action(&maneuver.name)).collect());
        // A side without maneuvers has one way to roll nothing.
        let ways = |side: Side| (0..setup.maneuvers[side].len().max(1)).map(move |index| (side, index));
        let picked = |(side, index): (Side, usize)| setup.maneuvers[side].get(index);
        let mut differences = Differences::default();
        let contests: Vec<Contest> = ways(Side::Prey)
            .flat_map(|prey| ways(Side::Catcher).map(move |catcher| Pair::new(prey, catcher)))
            .map(|pair| Contest::new(pair.map(picked), setup.mode.one_marker(), &mut differences))
            .collect();
        let options = actions.as_ref().map(|actions| options(actions));
        let first_phase = match options.map(|options| !options.is_empty()) {
            Pair { prey: false, catcher: false } => Phase::Roll,
            Pair { prey: true, catcher: true } if setup.prey_first => Phase::PickFirst,
            _ => Phase::Pick,
        };
        assert!(!ONE_MARKER || setup.mode.one_marker(), "it is about the gap");
        assert!(!ANSWERED || first_phase == Phase::PickFirst, "the catcher answers");
        let count = setup.maneuvers.as_ref().map(|maneuvers| maneuvers.len() as u8);
        let first_event = Pair::new(0, count.prey);
        Ok(Self {
            options,
            first_phase,
            places: actions.as_ref().map(|actions| Places::new(actions)),
            layouts: Layouts::new(&contests, setup.maneuvers.as_ref().map(Vec::as_slice)),
            contests,
            finish: Finish::new(&setup.mode),
            events: Pair::of(|side| (count[side] > 0 && !words.events.is_empty()).then_some(first_event[side])),
            actions,
            setup,
            words,
        })
    }

    #[inline(always)]
    fn start<C: Chance>(&self, chance: &mut C) -> State {
        let marks = match &self.setup.mode {
            // A start that is a number asks for no luck.
            Mode::Gap { start, .. } if start.range().0 == start.range().1 => Pair::new(start.range().0, 0),
            Mode::Gap { start, .. } => Pair::new(chance.draw(start), 0),
            Mode::Scores { .. } => Pair::default(),
        };
        let mut state = State::new(self.first_phase(), marks);
        self.look_for_ends(Turn::default(), marks, &mut state);
        state
    }

    // These three are what a chase consists of: inlined into the loop that plays it, they cost no trips.
    #[inline(always)]
    fn next(&self, state: &State) -> Next {
        let asked = |side: Side| Choice { decision: MANEUVER, options: self.options[side] };
        match state.phase {
            Phase::Pick => Next::Choose(Pair::new(asked(Side::Prey), asked(Side::Catcher))),
            Phase::PickFirst => Next::Choose(Pair::new(asked(Side::Prey), Choice::WAIT)),
            Phase::Answer => Next::Choose(Pair::new(Choice::WAIT, asked(Side::Catcher))),
            Phase::Roll => Next::Resolve,
            Phase::Over => Next::Over(state.end, Detail::NONE),
        }
    }

    #[inline(always)]
    fn choose(&self, state: &mut State, picks: Pair<Action>) {
        let place = |side: Side| self.places[side].of(picks[side]);
        match state.phase {
            Phase::PickFirst => {
                state.picks.prey = place(Side::Prey);
                state.phase = Phase::Answer;
            }
            Phase::Pick => {
                state.picks = Pair::new(place(Side::Prey), place(Side::Catcher));
                state.phase = Phase::Roll;
            }
            Phase::Answer => {
                state.picks.catcher = place(Side::Catcher);
                state.phase = Phase::Roll;
            }
            Phase::Roll | Phase::Over => {}
        }
    }

    #[inline(always)]
    fn resolve<C: Chance>(&self, state: &mut State, chance: &mut C) -> Pace {
        if state.phase != Phase::Roll {
            return Pace::SameTurn;
        }
        let picks = state.picks.map(|pick| pick as usize);
        for side in Side::BOTH {
            if let Some(first) = self.events[side] {
                chance.note(Event(first + picks[side] as u8));
            }
        }
        let contest = picks.prey * self.setup.maneuvers.catcher.len().max(1) + picks.catcher;
        let gap = self.gap(state);
        let turn = match self.layouts.at(contest, gap) {
            // The words are the same, and each is looked at once.
            Some(layout) if C::IN_HASTE => layout.roll(chance),
            _ => self.contests[contest].roll(gap, chance),
        };
        let before = state.marks;
        state.marks = self.finish.moved::<ONE_MARKER>(before, turn.steps);
        state.picks = Pair::new(0, 0);
        self.look_for_ends(turn, before, state);
        chance.tell(|| self.told(picks, turn, before, state.marks));
        if state.phase == Phase::Over {
            return Pace::SameTurn;
        }
        state.phase = self.first_phase();
        Pace::NextTurn
    }

    #[inline(always)]
    fn view(&self, state: &State) -> View {
        match self.setup.mode {
            Mode::Gap { .. } => View::of_gap(self.gap(state)),
            Mode::Scores { .. } => View([self.gap(state), state.marks.prey, state.marks.catcher, 0, 0, 0]),
        }
    }

    fn words(&self) -> &Words {
        &self.words
    }
}

/// What a side can choose from that has these maneuvers.
fn options(actions: &[Action]) -> Options {
    let open = actions.iter().filter(|_| actions.len() > 1);
    open.fold(Options::NONE, |options, &action| options.with(action))
}

impl<const ONE_MARKER: bool, const ANSWERED: bool> Chase<ONE_MARKER, ANSWERED> {
    /// The same chase as another type.
    fn known<const ONE: bool, const PREY_FIRST: bool>(self) -> Chase<ONE, PREY_FIRST> {
        let Self { setup, words, actions, options, places, contests, layouts, finish, first_phase, events } = self;
        Chase { setup, words, actions, options, places, contests, layouts, finish, first_phase, events }
    }

    /// How a turn begins.
    #[inline(always)]
    fn first_phase(&self) -> Phase {
        if ANSWERED { Phase::PickFirst } else { self.first_phase }
    }

    /// The gap, or by how much the prey's counter is ahead: in `gap` the catcher's stays 0.
    #[inline(always)]
    fn gap(&self, state: &State) -> i16 {
        if ONE_MARKER { state.marks.prey } else { state.marks.prey - state.marks.catcher }
    }

    /// Whether the markers or a crash end the chase.
    #[inline(always)]
    fn look_for_ends(&self, turn: Turn, before: Pair<i16>, state: &mut State) {
        if !(turn.crashes.any() | self.finish.is_reached::<ONE_MARKER>(state.marks)) {
            return;
        }
        let (end, marks) = self.finish.end(turn, before, state.marks);
        state.marks = marks;
        if let Some(end) = end {
            state.phase = Phase::Over;
            state.end = end;
        }
    }

    fn told(&self, picks: Pair<usize>, turn: Turn, before: Pair<i16>, after: Pair<i16>) -> String {
        let rolled = Side::BOTH.map(|side| match self.setup.maneuvers[side].get(picks[side]) {
            Some(maneuver) => format!("{}: {}", side.name(), maneuver.name),
            None => format!("{}: nothing", side.name()),
        });
        let what = match (turn.crash(), &self.setup.mode) {
            (Some(end), _) => end.name().replace('_', " "),
            (None, Mode::Gap { .. }) => {
                format!("effect {:+}, gap {} -> {}", turn.steps.prey, before.prey, after.prey)
            }
            (None, Mode::Scores { .. }) => {
                let [prey, catcher] = Side::BOTH.map(|side| {
                    let (name, steps) = (side.name(), turn.steps[side]);
                    format!("{name} {steps:+}, {} -> {}", before[side], after[side])
                });
                format!("{prey}, {catcher}")
            }
        };
        format!("{}; {}; {what}.", rolled[0], rolled[1])
    }
}

impl<const ONE_MARKER: bool, const ANSWERED: bool> Playable for Chase<ONE_MARKER, ANSWERED> {
    const TITLE: &'static str = "Track";

    const SCHEMA: &'static str = include_str!("schema.json");

    const TABLES: &'static [(&'static str, &'static str)] = &[];

    fn lean<U: Use>(prepared: Prepared<Self>, user: U) -> U::Output {
        match (prepared.system.setup.mode.one_marker(), prepared.system.first_phase) {
            (true, Phase::PickFirst) => user.prepared(prepared.map(Chase::known::<true, true>)),
            (true, _) => user.prepared(prepared.map(Chase::known::<true, false>)),
            (false, _) => user.prepared(prepared),
        }
    }

    fn read(input: &Input<'_>) -> Result<Prepared<Self>, Box<Problem>> {
        let Reading { setup, max_turns, switches, mut notes, own } = setup::read(input)?;
        let system = Self::new(setup)?;
        let behaviours =
            Pair::try_of(|side| Ok::<_, Box<Problem>>(vec![system.read_pick(own[side], side, &mut notes)?]))?;
        Ok(Prepared { system, behaviours, max_turns, switches, explained: notes.explained() })
    }
}

impl<const ONE_MARKER: bool, const ANSWERED: bool> Chase<ONE_MARKER, ANSWERED> {
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
        if let (true, Some(first)) = (!self.options[side].is_empty(), self.setup.maneuvers[side].first()) {
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
