//! An activation: the dice, and what their actions go to (rules/fistful.md 2).

use super::lengths::in_cm;
use super::parts::Parts;
use super::road::Way;
use super::scene::Scene;
use super::setup::Person;
use super::state::{Deed, Hands, Stunt, Weapon};
use super::words::{ACT, Count, act};
use chaselab_core::{Chance, Choice, Habits, Options, Side};
use std::fmt::Display;

impl<K: Parts, C: Chance> Scene<'_, K, C> {
    /// Activation dice: each at or above quality is an action. Says whether the activation goes on.
    #[inline(always)]
    pub(super) fn activate(&mut self, active: Side, who: Side, dice: u8, stunt: Option<Stunt>) -> bool {
        let pool = &self.rules.pools[who][usize::from(dice) - 1];
        let mut won = self.chance.draw(pool) as u8;
        let failures = dice - won;
        self.chance.tell(|| format!("The {} rolls {}: {won} succeed, {failures} fail.", who.name(), pool.name()));
        self.chance.note_if(Count::Turnovers.of(who), failures >= 2);
        let enemy = who.other();
        if K::WEAR
            && self.rules.setup.rules.reactions
            && failures > 0
            && self.rules.driver(self.state, enemy) == Person::Protagonist
        {
            self.state.left[enemy] += failures;
            self.chance.tell(|| format!("The {} reacts, with {failures}.", enemy.name()));
        }
        if K::WEAR && won > 0 && self.state.wear.stunned[who] {
            self.state.wear.stunned[who] = false;
            won -= 1;
            self.chance.tell(|| "The first action goes to coming round.".into());
        }
        match stunt {
            None if failures < 3 => {
                self.state.left[who] += won;
                return true;
            }
            Some(stunt) if K::ROAD && failures < 3 && won >= 2 => {
                self.state.left[who] += won - 2;
                self.stunt(who, stunt);
            }
            _ => self.apart(|scene| scene.lose_control(who)),
        }
        self.close(active)
    }

    /// Dice in the other side's activation.
    #[inline(never)]
    pub(super) fn activate_out_of_turn(&mut self, active: Side, who: Side, dice: u8, stunt: Option<Stunt>) -> bool {
        self.activate(active, who, dice, stunt)
    }

    #[inline(never)]
    fn stunt(&mut self, who: Side, stunt: Stunt) {
        let speed = self.rules.setup.sides[who].speed;
        let way = match stunt {
            Stunt::Jump => Way { obstacles: 1, ..Way::straight(2 * speed) },
            Stunt::Wheelie => Way { obstacles: 1, ..Way::straight(speed) },
            Stunt::HighSpeedTurn => Way { curves: 1, ..Way::straight(speed) },
        };
        self.chance.note(Count::Stunts.of(who));
        self.drives(who);
        self.state.road.straight[who] = 0;
        let gap = self.state.gap();
        self.drive(who, way);
        self.tell_way(who, format_args!("does a {}", name(stunt)), gap);
    }

    /// One action; says whether the activation goes on.
    #[inline(always)]
    pub(super) fn act(&mut self, active: Side, who: Side, deed: Deed) -> bool {
        if deed == Deed::Wait {
            self.chance.tell(|| format!("The {} lets it be.", who.name()));
            self.state.left[who] = 0;
            return true;
        }
        self.state.left[who] -= 1;
        match deed {
            Deed::Move => self.move_on(who),
            Deed::Start => {
                self.state.stalled[who] = false;
                self.chance.tell(|| format!("The {} starts the engine.", who.name()));
            }
            Deed::Ram => self.ram(),
            rare if K::ROAD || K::WEAR => self.act_rarely(active, who, rare),
            _ => {}
        }
        if !matches!(deed, Deed::Shoot | Deed::Retrieve) {
            self.drives(who);
        }
        match deed {
            Deed::Start => true,
            // On an open road nothing comes of a move but distance.
            Deed::Move if self.rules.is_open() => self.close_unharmed(),
            _ => self.close(active),
        }
    }

    /// Straight on.
    #[inline(always)]
    fn move_on(&mut self, who: Side) {
        let (speed, gap) = (self.rules.setup.sides[who].speed, self.state.gap());
        let gone = self.drive(who, Way::straight(speed));
        if K::ROAD && self.rules.setup.road.curve_every.is_some() {
            self.state.road.straight[who] = if gone == speed { (self.state.road.straight[who] + 1).min(2) } else { 0 };
        }
        self.tell_way(who, "moves", gap);
    }

    /// The straight moves of whoever is active, where nothing can come between them: then they are one, without counting
    /// them. Says whether the activation goes on.
    #[inline(always)]
    pub(super) fn drive_on(&mut self, active: Side, habits: &impl Habits) -> bool {
        const MOVE_OR_WAIT: Choice =
            Choice { decision: ACT, options: Options::NONE.with(act(Deed::Wait)).with(act(Deed::Move)) };
        let plain = C::IN_HASTE && !K::ROAD && !K::WEAR && self.state.left[active.other()] == 0;
        if !plain || self.state.stalled[active] || habits.always(active, MOVE_OR_WAIT) != Some(act(Deed::Move)) {
            return true;
        }
        let (left, speed) = (self.state.left[active], self.rules.setup.sides[active].speed);
        let moves = match active {
            Side::Prey => left,
            // As long as the next does not reach the prey.
            Side::Catcher => {
                let (gap, speed) = (self.state.gap, i32::from(speed));
                left.min(u8::from(gap > speed) + u8::from(gap > 2 * speed) + u8::from(gap > 3 * speed))
            }
        };
        self.state.left[active] = left - moves;
        self.step(active, i16::from(moves) * speed);
        self.close_unharmed()
    }

    /// The actions that only some pursuits have.
    #[inline(never)]
    fn act_rarely(&mut self, active: Side, who: Side, deed: Deed) {
        let setup = &self.rules.setup.sides[who];
        match deed {
            Deed::Turn => {
                let way = Way { curves: setup.turns, obstacles: setup.turns, ..Way::careful(setup.turn) };
                self.drive_carefully(who, way, "turns");
            }
            Deed::Stop => self.drive_carefully(who, Way::careful(setup.speed), "stops before what is in the way"),
            Deed::Retrieve => {
                self.state.wear.weapon[who] = Weapon::Ready;
                self.chance.tell(|| format!("The {} picks the weapon up.", who.name()));
            }
            Deed::Shoot => {
                self.shoot(active, who);
                self.state.wear.hands[who] = Hands::Used;
            }
            _ => {}
        }
    }

    /// Past what is in the way, or up to it.
    #[inline(never)]
    fn drive_carefully(&mut self, who: Side, way: Way, does: &str) {
        let gap = self.state.gap();
        self.state.road.straight[who] = 0;
        self.drive(who, way);
        self.tell_way(who, does, gap);
    }

    /// Hands that have driven may leave the wheel.
    #[inline(always)]
    fn drives(&mut self, who: Side) {
        if K::WEAR && self.rules.setup.sides[who].armed && self.state.wear.hands[who] == Hands::Free {
            self.state.wear.hands[who] = Hands::Driven;
        }
    }

    #[inline(always)]
    fn tell_way(&mut self, who: Side, does: impl Display, before: i16) {
        let (before, after) = (in_cm(before), in_cm(self.state.gap()));
        self.chance.tell(|| format!("The {} {does}: gap {before} -> {after} cm.", who.name()));
    }
}

/// A stunt as it is written.
const fn name(stunt: Stunt) -> &'static str {
    match stunt {
        Stunt::Jump => "jump",
        Stunt::Wheelie => "wheelie",
        Stunt::HighSpeedTurn => "high-speed turn",
    }
}
