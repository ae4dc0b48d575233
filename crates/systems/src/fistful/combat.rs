//! Ramming, shooting, and what they do to vehicles and people (rules/fistful.md 3, 4).

use super::effects::{Control, Effect, Extras, Mishap, Vehicle, Verdict};
use super::parts::Parts;
use super::road::Way;
use super::scene::{Scene, Wreck};
use super::setup::{Hurt, Person};
use super::state::{QUARTERS, Weapon};
use super::words::{BYSTANDERS, Count, RAMS};
use chaselab_core::{Chance, Side};

/// A bystander is hit on this or more.
const BYSTANDER: i16 = 5;

impl<K: Parts, C: Chance> Scene<'_, K, C> {
    /// The catcher drives into the prey.
    #[inline(always)]
    pub(super) fn ram(&mut self) {
        self.chance.note(RAMS);
        if K::ROAD {
            self.state.road.straight.catcher = 0;
        }
        self.step(Side::Catcher, self.state.gap());
        let setup = &self.rules.setup;
        let (combat, prey, shift) = (setup.sides.catcher.combat, setup.sides.prey.combat, self.rules.ram_shift);
        self.chance.tell(|| format!("The catcher rams, {combat} against {prey}: {shift:+} on the difference."));
        match self.chance.band(&self.rules.duel, &setup.contests.ram, shift) {
            Verdict::Tie => self.chance.tell(|| "Nothing comes of it.".into()),
            Verdict::Attacker(effect) => self.suffer(Side::Prey, effect, Wreck::Disabled),
            Verdict::Target(effect) => {
                if effect.reaction {
                    self.react(Side::Prey);
                }
                self.suffer(Side::Catcher, effect, Wreck::Disabled);
            }
        }
    }

    /// One vehicle shoots at the other.
    #[inline(never)]
    pub(super) fn shoot(&mut self, active: Side, who: Side) {
        let setup = &self.rules.setup;
        let target = who.other();
        self.chance.note(Count::Shots.of(who));
        let range = if self.state.gap() > setup.lengths.long { setup.modifiers.far_shot } else { 0 };
        let (own, combat) = (setup.sides[who].own_combat, setup.sides[target].combat);
        let shift = own + range - combat;
        self.chance.tell(|| {
            format!("The {} shoots, {own} {range:+} against {combat}: {shift:+} on the difference.", who.name())
        });
        match self.chance.band(&self.rules.duel, &setup.contests.shooting, shift) {
            Verdict::Tie => {}
            Verdict::Attacker(effect) => {
                self.chance.note(Count::Hits.of(who));
                self.suffer(target, effect, Wreck::Disabled);
                if effect.driver {
                    self.hit_driver(target, own + setup.sides[target].cover);
                }
            }
            Verdict::Target(effect) => {
                self.mishap(active, who, effect.weapon);
                if effect.bystander && setup.road.crowd && self.chance.at_least(&self.rules.d6, BYSTANDER) {
                    self.chance.note(BYSTANDERS);
                }
                self.suffer(who, effect, Wreck::Disabled);
            }
        }
    }

    fn mishap(&mut self, active: Side, who: Side, mishap: Mishap) {
        // The activation in which it jams does not count as the full turn.
        let turns = if active == who { 2 } else { 1 };
        let (weapon, says) = match mishap {
            Mishap::Kept => return,
            Mishap::Dropped => (Weapon::Dropped, "falls to the floor"),
            Mishap::Jammed => (Weapon::Jammed(turns), "jams"),
            Mishap::Lost => (Weapon::Lost, "is lost on the street"),
        };
        self.state.wear.weapon[who] = weapon;
        self.chance.tell(|| format!("The weapon of the {} {says}.", who.name()));
    }

    /// What a row of a table does to a vehicle; `disabled` says by what it would be.
    #[inline(always)]
    pub(super) fn suffer(&mut self, side: Side, effect: Effect, disabled: Wreck) {
        self.chance.tell(|| format!("For the {}: {}.", side.name(), in_words(&effect)));
        if effect.harms {
            self.apart(|scene| scene.harm(side, effect, disabled));
        }
    }

    #[inline(never)]
    fn harm(&mut self, side: Side, effect: Effect, disabled: Wreck) {
        if effect.pushed {
            let centimetres = self.chance.draw(&self.rules.d6);
            self.drive(side, Way::careful(centimetres * QUARTERS));
        }
        let wreck = match effect.vehicle {
            Vehicle::Nothing | Vehicle::Stalled => Wreck::Whole,
            Vehicle::Disabled => disabled,
            Vehicle::Flipped => Wreck::Flipped,
            Vehicle::Exploded => Wreck::Exploded,
        };
        self.wreck[side] = self.wreck[side].max(wreck);
        if effect.extras != Extras::None || effect.hit != 0 || effect.biker_hit != 0 {
            self.hit_people(side, &effect);
        }
        self.control(side, effect.control);
        if effect.vehicle == Vehicle::Stalled {
            self.state.stalled[side] = true;
        }
        if K::WEAR {
            self.state.wear.tyre[side] |= effect.tyre;
        }
    }

    /// Those in a wreck: extras killed outright, then a hit on everybody else. Only who is put out counts.
    fn hit_people(&mut self, side: Side, effect: &Effect) {
        let setup = &self.rules.setup;
        let inside = &setup.sides[side];
        let strength = if inside.bike { effect.biker_hit } else { effect.hit };
        let mut killed = match effect.extras {
            Extras::None => 0,
            Extras::One => 1,
            Extras::All => inside.count,
        };
        for seat in self.state.wear.driver[side]..inside.count {
            let person = inside.people[usize::from(seat)];
            if person == Person::Extra && killed > 0 {
                killed -= 1;
                self.chance.note(Count::Casualties.of(side));
                continue;
            }
            let frailty = setup.frailty(person);
            let wounds = if seat == self.state.wear.driver[side] { self.state.wear.wounds[side] } else { 0 };
            let needed = frailty.wounded - (strength - inside.own_combat);
            let mortal = strength > 0 && wounds + 1 >= frailty.wounds;
            if mortal && self.chance.at_least(&self.rules.duel, needed) {
                self.chance.note(Count::Casualties.of(side));
            }
        }
    }

    /// A hit on whoever drives; who is out leaves the wheel to the next, who tests to take it.
    fn hit_driver(&mut self, side: Side, strength: i16) {
        let setup = &self.rules.setup;
        let frailty = setup.frailty(self.rules.driver(self.state, side));
        let shift = strength - setup.sides[side].own_combat;
        let hurt = self.chance.band(&self.rules.duel, &frailty.hurt, shift);
        let wounds = self.state.wear.wounds[side] + 1;
        let out = hurt == Hurt::Wounded && wounds >= frailty.wounds;
        self.chance.tell(|| {
            let comes = match hurt {
                Hurt::Unhurt => "is unhurt",
                Hurt::Stunned => "is stunned",
                Hurt::Wounded if out => "is out",
                Hurt::Wounded => "is wounded",
            };
            format!("The driver of the {} {comes}.", side.name())
        });
        match hurt {
            Hurt::Unhurt => {}
            Hurt::Stunned => self.state.wear.stunned[side] = true,
            Hurt::Wounded if !out => self.state.wear.wounds[side] = wounds,
            Hurt::Wounded => {
                self.chance.note(Count::Casualties.of(side));
                self.state.wear.wounds[side] = 0;
                self.state.wear.stunned[side] = false;
                if self.state.wear.driver[side] + 1 == setup.sides[side].count {
                    self.wreck[side] = self.wreck[side].max(Wreck::Empty);
                } else {
                    self.state.wear.driver[side] += 1;
                    self.control(side, Control::Test(0));
                }
            }
        }
    }
}

/// What a row does, for the told chase.
fn in_words(effect: &Effect) -> String {
    let mut words = Vec::new();
    if effect.pushed {
        words.push("it is moved on".to_owned());
    }
    match effect.control {
        Control::Kept => {}
        Control::Test(modifier) => words.push(format!("a quality test at {modifier:+}, or control is lost")),
        Control::Lost => words.push("control is lost".into()),
    }
    match effect.vehicle {
        Vehicle::Nothing => {}
        Vehicle::Stalled => words.push("it stops and stalls".into()),
        Vehicle::Disabled => words.push("it is disabled".into()),
        Vehicle::Flipped => words.push("it flips and crashes".into()),
        Vehicle::Exploded => words.push("the tank is hit, and it explodes".into()),
    }
    if effect.tyre {
        words.push("a tyre is hit".into());
    }
    if effect.driver {
        words.push("the driver is hit".into());
    }
    if words.is_empty() { "no harm".into() } else { words.join("; ") }
}
