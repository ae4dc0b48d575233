//! One turn in reading order (rules/fths.md 4 and 6).

use super::drive::Fall;
use super::words::{ATTEMPTS_TO_LOSE, BLOCKED, BROKE_OFF, FIRST_ROW, LOST, crash_event};
use super::{Act, After, Course, Fths, Phase, State, Wear};
use chaselab_core::{Action, Against, Chance, Detail, End, Options, Pace, Pair, Side};

/// How far a phase brought the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    /// A further phase follows, or the chase is over.
    Phase,
    /// The winner's action is done, or nobody had one: step 6.
    Action,
    /// The gunners have fired: step 7.
    Fire,
}

impl Fths {
    /// Before the first turn.
    pub(super) fn begin(&self) -> State {
        let wear = Wear { shots: self.ammunition(), ..Wear::default() };
        let mut state = State { distance: self.setup.start, wear, ..State::default() };
        if self.broke_off(&state) {
            self.over(&mut state, End::Escaped, BROKE_OFF);
            return state;
        }
        // On the first turn both face all elements of their own segment.
        self.enter(&mut state, 1);
        state
    }

    /// Step 1: elements of both sides, where they are drawn.
    #[inline]
    pub(super) fn draw_elements<C: Chance>(&self, state: &mut State, chance: &mut C) -> Done {
        match &self.setup.course {
            Course::Random(drawn) => {
                let segment = chance.draw(&drawn.dice) as u8;
                state.road.memory.remember(state.road.place, segment);
            }
            Course::Independent(drawn) => {
                state.road.drawn = Pair::of(|side| self.draw_segment(drawn, side, chance));
            }
            Course::Fixed { .. } => {}
        }
        self.settle_points(state);
        state.phase = Phase::Risk;
        Done::Phase
    }

    /// Steps 3 to 5: both drive at their risk, the winner is found, whoever fails crashes.
    #[inline(always)]
    pub(super) fn drive<C: Chance>(&self, state: &mut State, risks: Pair<i8>, chance: &mut C) -> Done {
        self.take_aim(state);
        let base = Pair::new(self.base(state, Side::Prey), self.base(state, Side::Catcher));
        self.tell_turn(state, risks, base, chance);
        let needs_totals = self.totals_matter(state);
        let drove = Pair::new(
            self.driving_roll(state, Side::Prey, risks.prey, needs_totals, chance),
            self.driving_roll(state, Side::Catcher, risks.catcher, needs_totals, chance),
        );
        let held = drove.as_ref().map(|drove| drove.crash.is_none());
        // A failed roll has a performance of 0.
        let performance = Pair::of(|side| if held[side] { i16::from(risks[side]) + base[side] } else { 0 });
        let winner = match (held.prey, held.catcher) {
            (true, true) => {
                chance.tell(|| {
                    format!("Drive Performance: prey {:+}, catcher {:+}.", performance.prey, performance.catcher)
                });
                match performance.prey.cmp(&performance.catcher) {
                    std::cmp::Ordering::Greater => Some(Side::Prey),
                    std::cmp::Ordering::Less => Some(Side::Catcher),
                    std::cmp::Ordering::Equal => None,
                }
            }
            (true, false) => Some(Side::Prey),
            (false, true) => Some(Side::Catcher),
            (false, false) => None,
        };
        if self.setup.rules.damage && winner.is_some() {
            state.wear.turn.edge = self.edge(state, drove.as_ref().map(|side| side.total), performance);
        }
        state.change = 1;
        if !(held.prey && held.catcher) {
            let falls = Pair::new(
                drove.prey.crash.and_then(|crash| self.crash(state, Side::Prey, crash, chance)),
                drove.catcher.crash.and_then(|crash| self.crash(state, Side::Catcher, crash, chance)),
            );
            if self.setup.rules.damage {
                return self.crash_with_damage(state, winner, falls, chance);
            }
            if let Some((end, detail)) = self.out(falls) {
                return self.over(state, end, detail);
            }
            for side in Side::BOTH {
                if let Some(fall) = falls[side] {
                    chance.note(crash_event(side));
                    self.skid(state, side, winner, fall);
                }
            }
        }
        self.who_has_the_turn(state, winner, chance)
    }

    /// What a crash row costs a side that stays in the chase.
    #[inline]
    fn skid(&self, state: &mut State, side: Side, winner: Option<Side>, fall: Fall) {
        let row = self.row(side, fall);
        state.next_penalty[side] = row.piloting;
        if winner == Some(side.other()) {
            state.change = row.distance;
        }
    }

    /// Step 5 with damage: whom the row puts out is out, what was hit is still to be rolled.
    #[inline(never)]
    fn crash_with_damage<C: Chance>(
        &self,
        state: &mut State,
        winner: Option<Side>,
        falls: Pair<Option<Fall>>,
        chance: &mut C,
    ) -> Done {
        for side in Side::BOTH {
            match falls[side] {
                Some(fall) if fall.out => self.put_out(&mut state.wear, side, self.row_detail(side, fall.row).0),
                Some(fall) => {
                    self.skid(state, side, winner, fall);
                    state.wear.turn.actions[side] = self.row(side, fall).actions;
                    state.wear.turn.crashed[side] = true;
                }
                None => {}
            }
        }
        let may_lose = winner == Some(Side::Prey) && self.may_lose(state);
        self.forget_driving(state, may_lose);
        self.keep_actions(state, winner == Some(Side::Catcher) && self.may_block(state));
        self.settle(state, After::Drive(winner), chance)
    }

    /// All damage of the crashes is done, and nobody is out.
    pub(super) fn after_crashes<C: Chance>(&self, state: &mut State, winner: Option<Side>, chance: &mut C) -> Done {
        let crashed = std::mem::take(&mut state.wear.turn.crashed);
        Side::BOTH.into_iter().filter(|&side| crashed[side]).for_each(|side| chance.note(crash_event(side)));
        self.who_has_the_turn(state, winner, chance)
    }

    #[inline(always)]
    fn who_has_the_turn<C: Chance>(&self, state: &mut State, winner: Option<Side>, chance: &mut C) -> Done {
        let Some(side) = winner else {
            chance.tell(|| "Nobody has the turn.".into());
            return Done::Action;
        };
        let acts = self.give_turn(state, side);
        if acts.len() == 1 { Done::Action } else { Done::Phase }
    }

    /// The winner has the turn: only what it may need is kept. Gives what it may do.
    #[inline(always)]
    fn give_turn(&self, state: &mut State, side: Side) -> Options {
        let acts = self.acts(state, side);
        self.forget_driving(state, acts.has(Action(Act::Lose as u8)));
        if self.setup.rules.damage {
            self.keep_edge(state, side);
            self.keep_actions(state, acts.has(Action(Act::Block as u8)));
        }
        state.phase = Phase::Winner(side);
        acts
    }

    /// Nobody drives any more this turn: only what a roll to lose the catcher needs is kept.
    #[inline]
    fn forget_driving(&self, state: &mut State, may_lose: bool) {
        if may_lose {
            state.penalty.catcher = 0;
        } else {
            state.penalty = Pair::default();
            state.road.drawn = Pair::default();
        }
    }

    #[inline]
    fn may_lose(&self, state: &State) -> bool {
        state.distance > 3 && !self.setup.sides.catcher.tracking
    }

    #[inline]
    fn may_block(&self, state: &State) -> bool {
        state.distance == 0 && state.at_zero >= 2
    }

    /// Step 6: what the winner may do now. Conditions use the distance at the start of the turn.
    #[inline(always)]
    pub(super) fn acts(&self, state: &State, side: Side) -> Options {
        let act = |act: Act| Action(act as u8);
        let options = Options::NONE.with(act(Act::Wait));
        let options = match side {
            Side::Prey => options.with(act(Act::Open)).with_if(self.may_lose(state), act(Act::Lose)),
            Side::Catcher => {
                options.with_if(state.distance >= 1, act(Act::Close)).with_if(self.may_block(state), act(Act::Block))
            }
        };
        if !self.setup.rules.damage {
            return options;
        }
        let may_ram = state.distance == 0 && (side == Side::Catcher || state.at_zero >= 2);
        options.with_if(may_ram, act(Act::Ram)).with_if(self.can_fire(state, side), act(Act::Fire))
    }

    /// The winner picked what to do; with damage, the prey answers a block.
    #[inline]
    pub(super) fn pick_act(&self, state: &mut State, side: Side, act: Act) {
        state.phase = Phase::Act(side, act);
        if !self.setup.rules.damage {
            return;
        }
        match act {
            Act::Block => state.phase = Phase::Answer,
            Act::Ram => state.wear.turn.edge = state.wear.turn.edge.max(1),
            _ => state.wear.turn.edge = 0,
        }
        self.forget_driving(state, act == Act::Lose);
        if !matches!(act, Act::Close | Act::Open) {
            state.change = 0;
        }
        self.keep_actions(state, act == Act::Block);
    }

    #[inline]
    pub(super) fn act<C: Chance>(&self, state: &mut State, side: Side, act: Act, chance: &mut C) -> Done {
        let before = state.distance;
        match act {
            Act::Wait => chance.tell(|| format!("The {} has the turn and lets it pass.", side.name())),
            Act::Close => {
                state.distance = (before - i16::from(state.change)).max(0);
                // The catcher's way over the road shows in where it enters next turn.
                let after = state.distance;
                chance.tell(|| format!("The catcher closes from {before} to {after}."));
            }
            Act::Open => {
                state.distance += i16::from(state.change);
                let after = state.distance;
                chance.tell(|| format!("The prey opens the distance from {before} to {after}."));
            }
            Act::Block => {
                chance.tell(|| "The catcher blocks the way, and the prey stops: caught.".into());
                return self.over(state, End::Caught, BLOCKED);
            }
            Act::Lose => {
                chance.note(ATTEMPTS_TO_LOSE);
                if self.loses_catcher(state, chance) {
                    return self.over(state, End::Escaped, LOST);
                }
            }
            Act::Ram => return self.ram(state, side, chance),
            Act::Fire => return self.driver_fires(state, side, chance),
        }
        Done::Action
    }

    /// The prey tries to lose the catcher: skill + this turn's piloting + 4dF against 3 + catcher's perception -
    /// distance + element modifiers.
    #[inline]
    fn loses_catcher<C: Chance>(&self, state: &State, chance: &mut C) -> bool {
        let elements = self.faced(state, self.setup.rules.lose_elements).modifier;
        let difficulty = 3 + self.setup.sides.catcher.perception - state.distance + elements;
        let total = self.handling(state, Side::Prey);
        chance.rolls(Side::Prey, Against::Question);
        let success = chance.at_least(&self.fudge, difficulty - total);
        chance.tell(|| {
            let outcome = if success { "lost: the prey escapes" } else { "still there" };
            format!(
                "The prey tries to lose the catcher: {total:+} + 4dF against {difficulty:+}. The catcher is {outcome}."
            )
        });
        success
    }

    /// Goes on from where a phase brought the turn; the distance was `before` when the phase began. After step 6 the
    /// gunners, then the next turn.
    #[inline(always)]
    pub(super) fn go_on(&self, state: &mut State, done: Done, before: i16) -> Pace {
        let before = match done {
            Done::Phase => return Pace::SameTurn,
            Done::Action => {
                if self.broke_off(state) {
                    self.over(state, End::Escaped, BROKE_OFF);
                    return Pace::SameTurn;
                }
                if self.has_arms && self.let_gunners_fire(state, before) {
                    return Pace::SameTurn;
                }
                before
            }
            Done::Fire => state.distance + i16::from(state.wear.turn.moved),
        };
        self.end_turn(state, before);
        Pace::NextTurn
    }

    /// The turn is over; the distance was `before` when it began.
    #[inline(always)]
    fn end_turn(&self, state: &mut State, before: i16) {
        state.penalty = state.next_penalty;
        state.next_penalty = Pair::default();
        state.change = 0;
        state.road.drawn = Pair::default();
        if self.setup.rules.damage {
            state.wear.turn = Default::default();
            self.look_again(&mut state.wear);
        }
        if state.road.place < self.last_place {
            state.road.place += 1;
        }
        self.enter(state, (1 + before - state.distance).max(0) as u8);
    }

    /// Both come to this turn's places; the catcher entered `entered` segments on the way.
    #[inline(always)]
    fn enter(&self, state: &mut State, entered: u8) {
        state.at_zero = if state.distance == 0 { (state.at_zero + 1).min(2) } else { 0 };
        state.road.entered = entered;
        state.phase = Phase::Draw;
        if !matches!(self.setup.course, Course::Fixed { .. }) {
            return;
        }
        self.settle_points(state);
        state.phase = Phase::Risk;
        // Once both are up to speed, the faster has every turn without a roll (rules/fths.md 2).
        if let Some(speed) = self.setup.speed
            && let Some(faster) = speed.faster
            && state.road.place >= speed.acceleration_turns
        {
            self.give_faster_turn(state, faster);
        }
    }

    #[inline(never)]
    fn give_faster_turn(&self, state: &mut State, faster: Side) {
        self.take_aim(state);
        state.change = 1;
        let totals = Pair::of(|side| self.handling(state, side));
        state.wear.turn.edge = self.edge(state, totals, Pair::default());
        self.give_turn(state, faster);
    }

    #[inline]
    fn broke_off(&self, state: &State) -> bool {
        self.setup.rules.break_off.is_some_and(|distance| state.distance >= distance)
    }

    /// Ends the chase; nothing but the end is kept.
    #[inline]
    pub(super) fn over(&self, state: &mut State, end: End, detail: Detail) -> Done {
        *state = State { phase: Phase::Over(end, detail), distance: state.distance, ..State::default() };
        Done::Phase
    }

    /// The detail of being put out by a row of the side's crash table.
    #[inline]
    fn row_detail(&self, side: Side, row: u8) -> Detail {
        let before = if self.setup.sides[side].aircraft { self.setup.crash.len() } else { 0 };
        Detail(FIRST_ROW + before as u8 + row)
    }

    /// Who is put out by the crash table alone.
    #[inline]
    fn out(&self, falls: Pair<Option<Fall>>) -> Option<(End, Detail)> {
        let out = falls.map(|fall| fall.filter(|fall| fall.out).map(|fall| fall.row));
        match (out.prey, out.catcher) {
            (Some(_), Some(_)) => Some((End::BothCrashed, Detail::NONE)),
            (Some(row), None) => Some((End::PreyCrashed, self.row_detail(Side::Prey, row))),
            (None, Some(row)) => Some((End::CatcherCrashed, self.row_detail(Side::Catcher, row))),
            (None, None) => None,
        }
    }

    #[inline]
    fn tell_turn<C: Chance>(&self, state: &State, risks: Pair<i8>, base: Pair<i16>, chance: &mut C) {
        for side in Side::BOTH {
            chance.tell(|| {
                format!(
                    "The {} faces {}: base {:+}. Risk {:+}, driving at {:+}.",
                    side.name(),
                    self.faced_words(state, side),
                    base[side],
                    risks[side],
                    self.handling(state, side),
                )
            });
        }
    }
}
