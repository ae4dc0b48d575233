//! An activation: the dice, and what their actions go to (rules/fistful.md 2).

use super::lengths::in_cm;
use super::road::Way;
use super::scene::Scene;
use super::setup::Person;
use super::state::{Deed, Hands, Stunt, Weapon};
use super::words::Count;
use chaselab_core::{Chance, Pace, Side};
use std::fmt::Display;

impl<C: Chance> Scene<'_, C> {
    /// Activation dice: each at or above quality is an action.
    #[inline(always)]
    pub(super) fn activate(&mut self, active: Side, who: Side, dice: u8, stunt: Option<Stunt>) -> Pace {
        let pool = &self.rules.pools[who][usize::from(dice) - 1];
        let mut won = self.chance.draw(pool) as u8;
        let failures = dice - won;
        self.chance.tell(|| format!("The {} rolls {}: {won} succeed, {failures} fail.", who.name(), pool.name()));
        if failures >= 2 {
            self.chance.note(Count::Turnovers.of(who));
        }
        let enemy = who.other();
        if self.rules.setup.rules.reactions && failures > 0 && self.person(enemy) == Person::Protagonist {
            self.state.left[enemy] += failures;
            self.chance.tell(|| format!("The {} reacts, with {failures}.", enemy.name()));
        }
        if won > 0 && self.state.stunned[who] {
            self.state.stunned[who] = false;
            won -= 1;
            self.chance.tell(|| "The first action goes to coming round.".into());
        }
        match stunt {
            None if failures < 3 => {
                self.state.left[who] += won;
                return self.close_unharmed(active);
            }
            Some(stunt) if failures < 3 && won >= 2 => {
                self.state.left[who] += won - 2;
                self.stunt(who, stunt);
            }
            _ => self.lose_control(who),
        }
        self.close(active)
    }

    /// Dice in the other side's activation.
    #[inline(never)]
    pub(super) fn activate_out_of_turn(&mut self, active: Side, who: Side, dice: u8, stunt: Option<Stunt>) -> Pace {
        self.activate(active, who, dice, stunt)
    }

    /// Who is at the wheel.
    pub(super) fn person(&self, side: Side) -> Person {
        self.rules.setup.sides[side].people[usize::from(self.state.driver[side])]
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
        self.state.straight[who] = 0;
        let gap = self.state.gap();
        self.drive(who, way);
        self.tell_way(who, format_args!("does a {}", name(stunt)), gap);
    }

    /// One action, by whoever acts.
    #[inline(always)]
    pub(super) fn act(&mut self, active: Side, deed: Deed) -> Pace {
        // Most actions are moves, or rams, by whose turn it is.
        let reacts = self.state.left[active.other()] > 0;
        if deed == Deed::Move && !reacts {
            self.move_on(active);
            if self.rules.open {
                return self.close_unharmed(active);
            }
        } else if deed == Deed::Ram && !reacts {
            self.state.left[active] -= 1;
            self.ram();
            self.drives(active);
        } else if let Some(who) = self.state.acting(active) {
            self.act_otherwise(active, who, deed);
        }
        self.close(active)
    }

    #[inline(always)]
    fn move_on(&mut self, who: Side) {
        self.state.left[who] -= 1;
        let (speed, gap) = (self.rules.setup.sides[who].speed, self.state.gap());
        let gone = self.drive(who, Way::straight(speed));
        if self.rules.setup.road.curve_every.is_some() {
            self.state.straight[who] = if gone == speed { (self.state.straight[who] + 1).min(2) } else { 0 };
        }
        self.tell_way(who, "moves", gap);
        self.drives(who);
    }

    /// A move by whoever reacts: the action has been taken from those that are left.
    fn move_on_again(&mut self, who: Side) {
        self.state.left[who] += 1;
        self.move_on(who);
    }

    #[inline(never)]
    fn act_otherwise(&mut self, active: Side, who: Side, deed: Deed) {
        if deed == Deed::Wait {
            self.chance.tell(|| format!("The {} lets it be.", who.name()));
            self.state.left[who] = 0;
            return;
        }
        self.state.left[who] -= 1;
        let setup = &self.rules.setup.sides[who];
        match deed {
            Deed::Turn => {
                let way = Way { curves: setup.turns, obstacles: setup.turns, ..Way::careful(setup.turn) };
                self.drive_carefully(who, way, "turns");
            }
            Deed::Stop => self.drive_carefully(who, Way::careful(setup.speed), "stops before what is in the way"),
            Deed::Start => {
                self.state.stalled[who] = false;
                self.chance.tell(|| format!("The {} starts the engine.", who.name()));
            }
            Deed::Retrieve => {
                self.state.weapon[who] = Weapon::Ready;
                self.chance.tell(|| format!("The {} picks the weapon up.", who.name()));
            }
            Deed::Ram => self.ram(),
            Deed::Shoot => self.shoot(active, who),
            Deed::Move => return self.move_on_again(who),
            Deed::Wait => {}
        }
        match deed {
            Deed::Shoot => self.state.hands[who] = Hands::Used,
            Deed::Retrieve => {}
            _ => self.drives(who),
        }
    }

    /// Past what is in the way, or up to it.
    #[inline(never)]
    fn drive_carefully(&mut self, who: Side, way: Way, does: &str) {
        let gap = self.state.gap();
        self.state.straight[who] = 0;
        self.drive(who, way);
        self.tell_way(who, does, gap);
    }

    /// Hands that have driven may leave the wheel.
    #[inline(always)]
    fn drives(&mut self, who: Side) {
        if self.rules.setup.sides[who].armed && self.state.hands[who] == Hands::Free {
            self.state.hands[who] = Hands::Driven;
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
