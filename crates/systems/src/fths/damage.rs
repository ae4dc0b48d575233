//! Vehicle damage: what a number of damage does, which systems are hit, and what that costs (rules/fths.md 5).

use super::turn::Done;
use super::wear::{Blows, Condition, SYSTEMS, Wear};
use super::words::{COLLISION, OCCUPANTS_HURT, RAMMED, SHOT};
use super::{After, Chase, Obstacle, Parts, Phase, Setup, State};
use chaselab_core::{Bands, Chance, Dice, End, Pair, Side};

/// The tables of damage.
#[derive(Clone, Debug)]
pub struct DamageTables {
    /// From a number of damage to a row.
    pub bands: Bands<Blow>,
    /// The names of the rows.
    pub names: Vec<String>,
    /// The systems in the order of two dF.
    pub systems: [VehicleSystem; SYSTEMS],
    /// What a damaged and what a destroyed system takes from what it serves, 0 or below.
    pub losses: [i16; 2],
    /// The damage of a collision by what is hit, on the ground and in the air.
    pub collisions: [Collision; Obstacle::KINDS],
}

/// One row of the damage table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Index of the row.
    pub row: u8,
    /// Systems damaged.
    pub damaged: u8,
    /// Systems destroyed.
    pub destroyed: u8,
    /// Piloting for good, 0 or below.
    pub piloting: i8,
    /// Out of the chase.
    pub out: bool,
    /// Occupants are hit.
    pub occupants: bool,
}

/// One row of the system table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VehicleSystem {
    /// Its name.
    pub name: String,
    /// What it serves.
    pub serves: Serves,
}

/// What a system serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Serves {
    /// Nothing that a chase turns on.
    Nothing,
    /// The people aboard.
    Occupants,
    /// Piloting.
    Piloting,
    /// The weapon.
    Fire,
    /// Acceleration.
    Acceleration,
    /// Deceleration.
    Deceleration,
    /// Maneuver.
    Maneuver,
    /// Stability.
    Stability,
    /// Motion: destroyed, the vehicle is out.
    Motion,
}

/// The damage dice of a collision; none where it costs nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collision {
    /// On the ground and on the water.
    pub ground: Option<Dice>,
    /// In the air.
    pub air: Option<Dice>,
}

impl DamageTables {
    /// The most that damage can take from what systems serve.
    pub(super) fn most_lost(&self, serves: Serves) -> i16 {
        let serving = self.systems.iter().filter(|system| system.serves == serves).count() as i16;
        serving * -self.losses[0].min(self.losses[1])
    }
}

impl Setup {
    /// The damage dice of a collision for a side.
    pub(super) fn collision(&self, side: Side, obstacle: Obstacle) -> Option<&Dice> {
        let collision = &self.damage.collisions[obstacle as usize];
        if self.sides[side].aircraft { collision.air.as_ref() } else { collision.ground.as_ref() }
    }
}

impl<K: Parts> Chase<K> {
    /// What damaged systems take from what they serve, 0 or below.
    #[inline]
    pub(super) fn loss(&self, wear: &Wear, side: Side, serves: Serves) -> i16 {
        let systems = wear.systems[side];
        if systems.are_sound() {
            return 0;
        }
        self.loss_of_worn(systems, serves)
    }

    fn loss_of_worn(&self, systems: super::wear::Systems, serves: Serves) -> i16 {
        let tables = &self.setup.damage;
        let serving = (0..SYSTEMS).filter(|&system| tables.systems[system].serves == serves);
        serving
            .map(|system| match systems.condition(system) {
                Condition::Sound => 0,
                Condition::Damaged => tables.losses[0],
                Condition::Destroyed => tables.losses[1],
            })
            .sum()
    }

    /// A side takes damage: piloting for good and being out at once, systems by dice that are still to be rolled.
    pub(super) fn suffer<C: Chance>(&self, wear: &mut Wear, side: Side, blow: Blow, by: u8, chance: &mut C) {
        chance.tell(|| {
            let out = if blow.out { ": out of the chase" } else { "" };
            format!("The {} takes damage: {}{out}.", side.name(), self.setup.damage.names[usize::from(blow.row)])
        });
        if blow.occupants {
            chance.note(OCCUPANTS_HURT);
        }
        if blow.out {
            self.put_out(wear, side, by);
            return;
        }
        // No level of the ladder lies that deep: further loss changes nothing.
        wear.piloting[side] = wear.piloting[side].saturating_add(blow.piloting).max(-40);
        wear.turn.blows[side].damaged += blow.damaged;
        wear.turn.blows[side].destroyed += blow.destroyed;
    }

    /// A side is out of the chase, whatever else would still hit it.
    pub(super) fn put_out(&self, wear: &mut Wear, side: Side, by: u8) {
        wear.turn.out[side] = by;
        wear.turn.impacts[side] = Default::default();
        wear.turn.blows[side] = Blows::default();
    }

    /// A system is hit; one that is destroyed or not there passes the hit on to the next row, wrapping.
    pub(super) fn hit_system<C: Chance>(
        &self,
        wear: &mut Wear,
        side: Side,
        row: usize,
        destroys: bool,
        by: u8,
        chance: &mut C,
    ) {
        let tables = &self.setup.damage;
        let there = |system: usize| tables.systems[system].serves != Serves::Fire || self.setup.sides[side].armed;
        let condition = |system: usize| wear.systems[side].condition(system);
        let rows = (row..row + SYSTEMS).map(|row| row % SYSTEMS);
        let Some(system) = rows.into_iter().find(|&row| there(row) && condition(row) != Condition::Destroyed) else {
            return;
        };
        // What is damaged twice is destroyed.
        let becomes =
            if destroys || condition(system) == Condition::Damaged { Condition::Destroyed } else { Condition::Damaged };
        wear.systems[side] = wear.systems[side].with(system, becomes);
        let VehicleSystem { name, serves } = &tables.systems[system];
        chance.tell(|| {
            let how = if becomes == Condition::Destroyed { "destroyed" } else { "damaged" };
            format!("The {}'s {name}: {how}.", side.name())
        });
        match (serves, becomes) {
            (Serves::Occupants, _) => chance.note(OCCUPANTS_HURT),
            (Serves::Motion, Condition::Destroyed) => self.put_out(wear, side, by),
            (Serves::Fire, Condition::Destroyed) => wear.shots[side] = 0,
            _ => {}
        }
    }

    /// Rolls one thing that damage still asks for: the damage of an impact, or which system is hit.
    #[inline(never)]
    pub(super) fn hurt<C: Chance>(&self, state: &mut State<K>, after: After, chance: &mut C) -> Done {
        let by = self.detail_of(after);
        let turn = &mut state.wear.turn;
        if let Some(side) = Side::BOTH.into_iter().find(|&side| turn.impacts[side] != Default::default()) {
            let dice = self.next_impact(&mut turn.impacts[side], side);
            let blow = chance.band(dice, &self.setup.damage.bands, 0);
            self.suffer(&mut state.wear, side, blow, by, chance);
        } else if let Some(side) = Side::BOTH.into_iter().find(|&side| turn.blows[side] != Blows::default()) {
            let blows = &mut turn.blows[side];
            let destroys = blows.destroyed > 0;
            *(if destroys { &mut blows.destroyed } else { &mut blows.damaged }) -= 1;
            // Faces 1 to 9 are the rows in order.
            let row = chance.draw(&self.system_dice) as usize - 1;
            self.hit_system(&mut state.wear, side, row, destroys, by, chance);
        }
        self.settle(state, after, chance)
    }

    /// The dice of the next impact on a side, which is struck off: first what the crash row says, then obstacles.
    fn next_impact(&self, impacts: &mut super::wear::Impacts, side: Side) -> &Dice {
        if impacts.row > 0 {
            let row = usize::from(std::mem::take(&mut impacts.row)) - 1;
            return self.setup.rows(side)[row].damage.as_ref().expect("a row with an impact has damage");
        }
        let kind = impacts.obstacles.iter().position(|&count| count > 0).expect("an impact is left");
        impacts.obstacles[kind] -= 1;
        self.setup.collision(side, Obstacle::ALL[kind]).expect("an obstacle with an impact has damage")
    }

    /// Goes on when all damage is rolled: looks for the ends, then does what comes after.
    pub(super) fn settle<C: Chance>(&self, state: &mut State<K>, after: After, chance: &mut C) -> Done {
        if !state.wear.turn.is_settled() {
            state.phase = Phase::Hurt(after);
            return Done::Phase;
        }
        if let Some((end, detail)) = self.ends_by(after, state.wear.turn.out) {
            return self.over(state, end, detail);
        }
        match after {
            After::Drive(winner) => self.after_crashes(state, winner, chance),
            After::Ram | After::Fire => Done::Action,
            After::Guns => Done::Fire,
        }
    }

    /// The detail of an end by damage.
    pub(super) fn detail_of(&self, after: After) -> u8 {
        self.damage_details
            + match after {
                After::Drive(_) => COLLISION,
                After::Ram => RAMMED,
                After::Fire | After::Guns => SHOT,
            }
    }

    /// How the chase ends when these are out: what wrecked a vehicle names its end.
    fn ends_by(&self, after: After, out: Pair<u8>) -> Option<(End, chaselab_core::Detail)> {
        let crashed = matches!(after, After::Drive(_));
        let (end, detail) = match (out.prey, out.catcher) {
            (0, 0) => return None,
            (prey, 0) => (if crashed { End::PreyCrashed } else { End::PreyDisabled }, prey),
            (0, catcher) => (if crashed { End::CatcherCrashed } else { End::CatcherDisabled }, catcher),
            _ => (if crashed { End::BothCrashed } else { End::BothDisabled }, 0),
        };
        Some((end, chaselab_core::Detail(detail)))
    }
}
