//! An activation: the dice, and what their actions go to (rules/fistful.md 2).

use super::lengths::in_cm;
use super::road::Way;
use super::scene::Scene;
use super::setup::Person;
use super::state::{Deed, Hands, Stunt, Weapon};
use super::words::Count;
use chaselab_core::{Chance, Side};
use std::fmt::Display;

impl<C: Chance> Scene<'_, C> {
    /// Activation dice: each at or above quality is an action.
    pub(super) fn activate(&mut self, who: Side, dice: u8, stunt: Option<Stunt>) {
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
            _ if failures == 3 => self.lose_control(who),
            Some(_) if won < 2 => self.lose_control(who),
            Some(stunt) => {
                self.state.left[who] += won - 2;
                self.stunt(who, stunt);
            }
            None => self.state.left[who] += won,
        }
    }

    /// Who is at the wheel.
    pub(super) fn person(&self, side: Side) -> Person {
        self.rules.setup.sides[side].people[usize::from(self.state.driver[side])]
    }

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
        let gap = self.state.gap;
        self.drive(who, way);
        self.tell_way(who, format_args!("does a {}", name(stunt)), gap);
    }

    /// One action, by whoever acts.
    pub(super) fn act(&mut self, active: Side, deed: Deed) {
        let Some(who) = self.state.acting(active) else { return };
        if deed == Deed::Wait {
            self.chance.tell(|| format!("The {} lets it be.", who.name()));
            self.state.left[who] = 0;
            return;
        }
        self.state.left[who] -= 1;
        let setup = &self.rules.setup.sides[who];
        let gap = self.state.gap;
        match deed {
            Deed::Move => {
                let gone = self.drive(who, Way::straight(setup.speed));
                let straight = if gone == setup.speed { (self.state.straight[who] + 1).min(2) } else { 0 };
                self.state.straight[who] = if self.rules.setup.road.curve_every.is_some() { straight } else { 0 };
                self.tell_way(who, "moves", gap);
            }
            Deed::Turn => {
                let way = Way { curves: setup.turns, obstacles: setup.turns, ..Way::careful(setup.turn) };
                self.state.straight[who] = 0;
                self.drive(who, way);
                self.tell_way(who, "turns", gap);
            }
            Deed::Stop => {
                self.state.straight[who] = 0;
                self.drive(who, Way::careful(setup.speed));
                self.tell_way(who, "stops before what is in the way", gap);
            }
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
            Deed::Wait => {}
        }
        match deed {
            Deed::Shoot => self.state.hands[who] = Hands::Used,
            Deed::Retrieve => {}
            _ => self.drives(who),
        }
    }

    /// Hands that have driven may leave the wheel.
    fn drives(&mut self, who: Side) {
        if self.rules.setup.sides[who].armed && self.state.hands[who] == Hands::Free {
            self.state.hands[who] = Hands::Driven;
        }
    }

    fn tell_way(&mut self, who: Side, does: impl Display, before: i16) {
        let (before, after) = (in_cm(before), in_cm(self.state.gap));
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
