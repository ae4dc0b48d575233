//! Gunfire: who can fire how far, and what a shot does (rules/fths.md 2 and 7).

use super::damage::{Blow, DamageTables, Serves};
use super::turn::Done;
use super::wear::{Condition, SYSTEMS, Wear};
use super::words::{PREY_SHOTS, SHOTS_THAT_HIT};
use super::{After, Fths, Phase, Setup, State};
use chaselab_core::{Against, Bands, Chance, Event, Pair, Side};

/// What a side fires with, and who does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gun {
    /// Offensive damage factor.
    pub odf: i16,
    /// What it does to the target's armor, 0 or below.
    pub armor: i16,
    /// Whether it fires forward alone.
    pub fixed: bool,
    /// Gunnery of somebody who does not drive.
    pub gunner: Option<i16>,
    /// Gunnery of the driver.
    pub driver: i16,
    /// By how much an aid lowers the difficulty.
    pub targeting: i16,
    /// The system that is aimed at, by its index.
    pub called_shot: Option<usize>,
    /// Ammunition, where it is limited.
    pub shots: Option<u8>,
}

/// What a shot comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shot {
    Missed,
    Stopped,
    Penetrates(Blow),
}

/// A gun trained on the other side.
#[derive(Clone, Debug)]
pub(super) struct Arms {
    gun: Gun,
    /// What the roll gets besides skill and distance.
    ease: i16,
    /// From the margin.
    shots: Bands<Shot>,
}

/// What firing besides driving takes from the roll.
const WHILE_DRIVING: i16 = -1;
/// How much larger a target must be to be easier to hit.
const LARGER: i16 = 3;
/// Steps of difficulty of a called shot.
const CALLED: i16 = 2;
/// What a hit adds to ODF and margin before size is taken off: ODF equal to size cripples.
const DAMAGE: i16 = 7;
/// Guns reach any distance.
const UNLIMITED: u8 = u8::MAX;
/// No margin is higher: skills, aids and dice stay below.
const HIGHEST_MARGIN: i16 = 100;

impl Arms {
    /// The guns of a side that can fire at all; the prey cannot fire forward.
    pub fn new(setup: &Setup, side: Side) -> Option<Self> {
        let (own, target) = (&setup.sides[side], &setup.sides[side.other()]);
        let gun = own.gun.clone().filter(|gun| side == Side::Catcher || !gun.fixed)?;
        let larger = if target.size >= own.size + LARGER { 1 } else { 0 };
        let called = if gun.called_shot.is_some() { CALLED } else { 0 };
        let shots = shots(&setup.damage, &gun, target.armor, target.size);
        Some(Self { ease: larger + gun.targeting - called, gun, shots })
    }
}

/// What each margin comes to: a hit penetrates when ODF and margin beat the armor.
fn shots(tables: &DamageTables, gun: &Gun, armor: i16, size: i16) -> Bands<Shot> {
    let shot = |margin: i16| {
        if gun.odf + margin > armor + gun.armor {
            Shot::Penetrates(tables.bands.at(gun.odf + margin + DAMAGE - size))
        } else {
            Shot::Stopped
        }
    };
    Bands::new(Shot::Missed, (0..=HIGHEST_MARGIN).map(|margin| (margin, shot(margin)))).expect("margins ascend")
}

impl Fths {
    /// Ammunition at the start.
    pub(super) fn ammunition(&self) -> Pair<u8> {
        Pair::of(|side| self.arms[side].as_ref().and_then(|arms| arms.gun.shots).unwrap_or(0))
    }

    /// Whether a side's weapon works and is loaded.
    fn is_armed(&self, wear: &Wear, side: Side) -> bool {
        let Some(arms) = &self.arms[side] else { return false };
        let works = (0..SYSTEMS).all(|system| {
            self.setup.damage.systems[system].serves != Serves::Fire
                || wear.systems[side].condition(system) != Condition::Destroyed
        });
        works && (arms.gun.shots.is_none() || wear.shots[side] > 0)
    }

    /// Before anybody moves: how far guns reach this turn, through the heaviest traffic that either side faces, and
    /// whether a turn that the prey takes breaks the line of sight.
    #[inline]
    pub(super) fn take_aim(&self, state: &mut State) {
        if self.has_arms {
            self.look_around(state);
        }
    }

    #[inline(never)]
    fn look_around(&self, state: &mut State) {
        if !Side::BOTH.into_iter().any(|side| self.is_armed(&state.wear, side)) {
            state.wear.sight = 0;
            return;
        }
        if self.elements(state, Side::Prey).any(|element| element.breaks_sight) {
            state.wear.sight = state.wear.sight.max(state.distance as u16);
        }
        let ranges = Side::BOTH.into_iter().flat_map(|side| self.elements(state, side)).filter_map(|it| it.range);
        state.wear.turn.reach = match (state.wear.sight, ranges.min()) {
            (0, None) => UNLIMITED,
            (0, Some(range)) => range as u8 + 1,
            _ => 0,
        };
    }

    /// The turn is over: one turn less without a line of sight.
    #[inline]
    pub(super) fn look_again(&self, wear: &mut Wear) {
        if self.has_arms {
            wear.sight = wear.sight.saturating_sub(1);
            if !Side::BOTH.into_iter().any(|side| self.is_armed(wear, side)) {
                wear.sight = 0;
            }
        }
    }

    /// Whether a side can fire now.
    #[inline]
    pub(super) fn can_fire(&self, state: &State, side: Side) -> bool {
        self.has_arms && state.distance < i16::from(state.wear.turn.reach) && self.is_armed(&state.wear, side)
    }

    /// Whether a side has a gunner who may still fire this turn, so that what a crash takes from it matters.
    pub(super) fn has_gunner(&self, state: &State, side: Side) -> bool {
        state.wear.turn.reach > 0
            && self.arms[side].as_ref().is_some_and(|arms| arms.gun.gunner.is_some())
            && self.is_armed(&state.wear, side)
    }

    /// Step 6: the driver fires.
    #[inline(never)]
    pub(super) fn driver_fires<C: Chance>(&self, state: &mut State, side: Side, chance: &mut C) -> Done {
        let skill = self.arms[side].as_ref().map_or(0, |arms| arms.gun.driver + WHILE_DRIVING);
        let shot = self.shoot(state, side, skill, chance);
        self.strike(state, side, shot, After::Fire, chance);
        self.settle(state, After::Fire, chance)
    }

    /// Step 7: whose gunners can fire.
    pub(super) fn gunners(&self, state: &State) -> Pair<bool> {
        Pair::of(|side| self.has_gunner(state, side) && self.can_fire(state, side))
    }

    /// Step 7: gunners fire at once.
    #[inline(never)]
    pub(super) fn gunners_fire<C: Chance>(&self, state: &mut State, firing: Pair<bool>, chance: &mut C) -> Done {
        let shots = Pair::of(|side| {
            let gunner = self.arms[side].as_ref().and_then(|arms| arms.gun.gunner);
            gunner.filter(|_| firing[side]).map(|skill| {
                let skill = skill + i16::from(state.wear.turn.actions[side]);
                self.shoot(state, side, skill, chance)
            })
        });
        state.wear.turn.actions = Pair::default();
        for side in Side::BOTH {
            if let Some(shot) = shots[side] {
                self.strike(state, side, shot, After::Guns, chance);
            }
        }
        self.settle(state, After::Guns, chance)
    }

    /// Gunnery + 4dF against the distance in steps above Fair.
    fn shoot<C: Chance>(&self, state: &mut State, side: Side, skill: i16, chance: &mut C) -> Shot {
        let Some(arms) = &self.arms[side] else { return Shot::Missed };
        chance.note(Event(PREY_SHOTS + side as u8));
        if arms.gun.shots.is_some() {
            state.wear.shots[side] -= 1;
        }
        let skill = skill + self.loss(&state.wear, side, Serves::Fire);
        let difficulty = state.distance - arms.ease;
        chance.rolls(side, Against::Question);
        let shot = chance.band(&self.fudge, &arms.shots, (skill - difficulty).clamp(-HIGHEST_MARGIN, HIGHEST_MARGIN));
        if shot != Shot::Missed {
            chance.note(SHOTS_THAT_HIT);
        }
        chance.tell(|| {
            let outcome = match shot {
                Shot::Missed => "misses",
                Shot::Stopped => "hits, and the armor stops it",
                Shot::Penetrates(_) => "hits and penetrates",
            };
            format!("The {} fires, {skill:+} + 4dF against {difficulty:+}, and {outcome}.", side.name())
        });
        shot
    }

    /// What a shot does to the other side. A called shot hits its system; further ones are rolled.
    fn strike<C: Chance>(&self, state: &mut State, side: Side, shot: Shot, after: After, chance: &mut C) {
        let Shot::Penetrates(mut blow) = shot else { return };
        let (target, by) = (side.other(), self.detail_of(after));
        let called = self.arms[side].as_ref().and_then(|arms| arms.gun.called_shot);
        let destroys = blow.destroyed > 0;
        let called = called.filter(|_| !blow.out && (destroys || blow.damaged > 0));
        if called.is_some() {
            *(if destroys { &mut blow.destroyed } else { &mut blow.damaged }) -= 1;
        }
        self.suffer(&mut state.wear, target, blow, by, chance);
        if let Some(system) = called {
            self.hit_system(&mut state.wear, target, system, destroys, by, chance);
        }
    }

    /// Gunners fire, if any can, before the turn ends.
    #[inline(never)]
    pub(super) fn let_gunners_fire(&self, state: &mut State, before: i16) -> bool {
        let firing = self.gunners(state);
        if firing == Pair::default() {
            return false;
        }
        let turn = &mut state.wear.turn;
        let actions = Pair::of(|side| if firing[side] { turn.actions[side] } else { 0 });
        *turn = super::wear::Turn { actions, moved: (before - state.distance) as i8, ..Default::default() };
        state.penalty = Pair::default();
        state.change = 0;
        state.road.entered = 0;
        state.road.drawn = Pair::default();
        state.phase = Phase::Guns(firing);
        true
    }
}
