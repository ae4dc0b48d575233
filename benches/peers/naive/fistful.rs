//! A Fistful of Kung Fu (rules/fistful.md): two cars on an open road, and a catcher who rams from close behind, as in
//! `scenarios/kung-fu-dice.toml`.

use super::Played;
use naive_rand::Rng;
use std::collections::HashMap;

struct Class {
    combat: i32,
    speed: &'static str,
}

struct Tables {
    /// Centimetres.
    sticks: HashMap<&'static str, f64>,
    classes: HashMap<&'static str, Class>,
}

#[derive(Clone)]
struct Car {
    class: &'static str,
    quality: i32,
    dice: usize,
    stalled: bool,
}

impl Car {
    fn speed(&self, tables: &Tables) -> f64 {
        tables.sticks[tables.classes[self.class].speed]
    }

    /// A test of quality: a 1 fails, a 6 succeeds.
    fn passes(&self, rng: &mut impl Rng, modifier: i32) -> bool {
        match rng.random_range(1..=6) {
            1 => false,
            6 => true,
            die => die + modifier >= self.quality,
        }
    }

    /// Actions won in an activation.
    fn activate(&self, rng: &mut impl Rng) -> usize {
        let dice: Vec<i32> = (0..self.dice).map(|_| rng.random_range(1..=6)).collect();
        dice.iter().filter(|&&die| die == 6 || (die != 1 && die >= self.quality)).count()
    }

    /// How far it gets along the road when it loses control; then it stands.
    fn lose_control(&mut self, rng: &mut impl Rng, tables: &Tables) -> f64 {
        self.stalled = true;
        match rng.random_range(1..=6) {
            1 | 2 => self.speed(tables),
            3 | 4 => self.speed(tables) / 2.0,
            _ => 0.0,
        }
    }
}

struct Pursuit<'a> {
    tables: &'a Tables,
    prey: Car,
    catcher: Car,
    gap: f64,
}

impl Pursuit<'_> {
    fn prey_acts(&mut self) {
        if self.prey.stalled {
            self.prey.stalled = false;
        } else {
            self.gap += self.prey.speed(self.tables);
        }
    }

    fn catcher_advances(&mut self, way: f64) {
        self.gap = (self.gap - way).max(0.0);
    }

    /// Who stands cannot lose control.
    fn prey_tests(&mut self, rng: &mut impl Rng, modifier: i32) {
        if !self.prey.stalled && !self.prey.passes(rng, modifier) {
            self.gap += self.prey.lose_control(rng, self.tables);
        }
    }

    fn catcher_tests(&mut self, rng: &mut impl Rng, modifier: i32) {
        if !self.catcher.stalled && !self.catcher.passes(rng, modifier) {
            let way = self.catcher.lose_control(rng, self.tables);
            self.catcher_advances(way);
        }
    }

    /// The catcher rams; gives the end of the pursuit where it is one.
    fn ram(&mut self, rng: &mut impl Rng) -> Option<&'static str> {
        self.gap = 0.0;
        let mine = rng.random_range(1..=6) + self.tables.classes[self.catcher.class].combat;
        let theirs = rng.random_range(1..=6) + self.tables.classes[self.prey.class].combat;
        match mine - theirs {
            1 => self.gap += f64::from(rng.random_range(1..=6)),
            2 => self.prey_tests(rng, 0),
            3 | 4 => return Some("caught"),
            5.. => return Some("prey_crashed"),
            -3 => self.prey_acts(),
            -4 => self.catcher_tests(rng, 0),
            ..=-5 => return Some("catcher_disabled"),
            _ => {}
        }
        None
    }
}

fn chase(
    rng: &mut impl Rng,
    tables: &Tables,
    prey: &Car,
    catcher: &Car,
    start: f64,
    ram_within: f64,
) -> (&'static str, u32) {
    let mut pursuit = Pursuit { tables, prey: prey.clone(), catcher: catcher.clone(), gap: start };
    for turn in 1..=40 {
        let won = pursuit.prey.activate(rng);
        if won == 0 && pursuit.prey.dice == 3 && !pursuit.prey.stalled {
            pursuit.gap += pursuit.prey.lose_control(rng, tables);
        }
        for _ in 0..won {
            pursuit.prey_acts();
        }
        if pursuit.gap > 90.0 {
            return ("escaped", turn);
        }
        let won = pursuit.catcher.activate(rng);
        if won == 0 && pursuit.catcher.dice == 3 && !pursuit.catcher.stalled {
            let way = pursuit.catcher.lose_control(rng, tables);
            pursuit.catcher_advances(way);
        }
        for _ in 0..won {
            if pursuit.catcher.stalled {
                pursuit.catcher.stalled = false;
            } else if pursuit.gap <= pursuit.catcher.speed(tables) && pursuit.gap < ram_within {
                if let Some(end) = pursuit.ram(rng) {
                    return (end, turn);
                }
            } else {
                let way = pursuit.catcher.speed(tables);
                pursuit.catcher_advances(way);
            }
        }
        if pursuit.prey.stalled && pursuit.gap == 0.0 {
            return ("caught", turn);
        }
    }
    ("timeout", 40)
}

/// Plays so many pursuits with so many activation dice each.
pub fn play(chases: u64, prey_dice: usize, catcher_dice: usize) -> Played {
    let tables = Tables {
        sticks: HashMap::from([("short", 7.5), ("medium", 12.0), ("long", 18.0), ("2 x medium", 24.0)]),
        classes: HashMap::from([
            ("bulldozer", Class { combat: 10, speed: "short" }),
            ("truck", Class { combat: 8, speed: "medium" }),
            ("car", Class { combat: 4, speed: "long" }),
            ("bike", Class { combat: 2, speed: "2 x medium" }),
        ]),
    };
    let prey = Car { class: "car", quality: 4, dice: prey_dice, stalled: false };
    let catcher = Car { class: "car", quality: 3, dice: catcher_dice, stalled: false };
    let mut rng = naive_rand::rng();
    let mut played = Played::default();
    for _ in 0..chases {
        let (end, turns) = chase(&mut rng, &tables, &prey, &catcher, 18.0, 10.0);
        played.add(end, turns);
    }
    played
}
