//! The Two Hour Wargames style chase (rules/thw.md) without its switches for other readings: the sedans of
//! `scenarios/two-cars-downtown.toml`, and the gunfight of `scenarios/van-and-cruiser.toml`.

use super::Played;
use naive_rand::Rng;
use std::collections::HashMap;

/// Damage points and size by class.
type Classes = HashMap<&'static str, (i32, i32)>;

struct Car {
    class: &'static str,
    driving: i32,
    shooting: i32,
    damage: i32,
    armor: bool,
    faster: bool,
    handling: bool,
    passenger: bool,
    shoot: &'static str,
    maneuver: &'static str,
    answer: &'static str,
}

struct Rules {
    start: Option<i32>,
    getaway: i32,
    front_penalty: bool,
    declined_roll: &'static str,
}

/// What has become of a side: damage for good, the rest for this turn.
#[derive(Default)]
struct Status {
    damage: i32,
    shoots: bool,
    lost: i32,
    crashed: bool,
}

fn roll(rng: &mut impl Rng, dice: i32) -> Vec<i32> {
    (0..dice).map(|_| rng.random_range(1..=6)).collect()
}

fn passes(rng: &mut impl Rng, dice: i32, target: i32) -> i32 {
    roll(rng, dice).into_iter().filter(|&die| die <= target).count() as i32
}

fn wants(policy: &str, behind: bool) -> bool {
    match policy {
        "always" => true,
        "when-behind" => behind,
        _ => false,
    }
}

fn shooting_dice(car: &Car, status: &Status, target: &Car, in_front: bool, rules: &Rules, classes: &Classes) -> i32 {
    let mut dice = car.shooting;
    let (_, size) = classes[target.class];
    if size >= 4 {
        dice += 1;
    }
    if size == 1 {
        dice -= 1;
    }
    if in_front && rules.front_penalty {
        dice -= 1;
    }
    if status.shoots && !car.passenger {
        dice -= 1;
    }
    if car.armor {
        dice += 1;
    }
    dice.max(0)
}

fn distance_dice(car: &Car, status: &Status) -> i32 {
    let mut dice = car.driving;
    if car.faster {
        dice += 1;
    }
    if car.handling {
        dice += 1;
    }
    if status.shoots && !car.passenger {
        dice -= 1;
    }
    (dice - status.damage - status.lost).max(0)
}

fn ending(
    rng: &mut impl Rng,
    gap: i32,
    prey: (&Car, &Status),
    catcher: (&Car, &Status),
    rules: &Rules,
) -> Option<&'static str> {
    match (prey.1.crashed, catcher.1.crashed) {
        (true, true) => return Some("both_crashed"),
        (true, false) => return Some("prey_crashed"),
        (false, true) => return Some("catcher_crashed"),
        _ => {}
    }
    match (prey.1.damage >= prey.0.damage, catcher.1.damage >= catcher.0.damage) {
        (true, true) => return Some("both_disabled"),
        (true, false) => return Some("prey_disabled"),
        (false, true) => return Some("catcher_disabled"),
        _ => {}
    }
    if gap >= rules.getaway {
        return Some("escaped");
    }
    if gap == 0 {
        // However it goes the prey is stopped: it is about who is stunned.
        let _stunned = match passes(rng, 2, catcher.0.driving) {
            2 => "prey",
            1 => "nobody",
            _ => "catcher",
        };
    }
    (gap <= 0).then_some("caught")
}

/// A maneuver of one side: what it gains.
fn maneuver(rng: &mut impl Rng, car: &Car, status: &mut Status) -> i32 {
    match passes(rng, 2 - status.lost, car.driving) {
        2 => 2,
        1 => {
            status.damage += 1;
            -1
        }
        _ => {
            status.crashed = true;
            0
        }
    }
}

fn chase(rng: &mut impl Rng, prey: &Car, catcher: &Car, rules: &Rules, classes: &Classes) -> (&'static str, u32) {
    let mut gap = rules.start.unwrap_or_else(|| rng.random_range(1..=6) + 2);
    if gap >= rules.getaway {
        return ("escaped", 0);
    }
    let (mut p, mut c) = (Status::default(), Status::default());
    for turn in 1..=50 {
        (p.lost, c.lost) = (0, 0);
        // Shooting.
        let (prey_behind, catcher_behind) = (2 * gap <= rules.getaway, 2 * gap >= rules.getaway);
        p.shoots = wants(prey.shoot, prey_behind);
        c.shoots = wants(catcher.shoot, catcher_behind);
        if p.shoots || c.shoots {
            let prey_dice = shooting_dice(prey, &p, catcher, true, rules, classes);
            let catcher_dice = shooting_dice(catcher, &c, prey, false, rules, classes);
            let margin = passes(rng, prey_dice, 3) - passes(rng, catcher_dice, 3);
            let (damage, lost) = match margin.abs() {
                0 => (0, 0),
                1 => (0, 1),
                2 => (1, 1),
                _ => (2, 2),
            };
            if margin > 0 && p.shoots {
                c.damage += damage;
                c.lost += lost;
                gap += damage;
            } else if margin < 0 && c.shoots {
                p.damage += damage;
                p.lost += lost;
                gap -= damage;
            }
            if let Some(end) = ending(rng, gap, (prey, &p), (catcher, &c), rules) {
                return (end, turn);
            }
        }
        // Risky maneuvers.
        let (prey_behind, catcher_behind) = (2 * gap <= rules.getaway, 2 * gap >= rules.getaway);
        let mut prey_rolls = wants(prey.maneuver, prey_behind);
        let mut catcher_rolls = wants(catcher.maneuver, catcher_behind);
        if prey_rolls || catcher_rolls {
            if !prey_rolls {
                prey_rolls = wants(prey.answer, prey_behind);
                if !prey_rolls && rules.declined_roll == "both" {
                    gap -= 1;
                }
            } else if !catcher_rolls {
                catcher_rolls = wants(catcher.answer, catcher_behind);
                if !catcher_rolls && rules.declined_roll == "both" {
                    gap += 1;
                }
            }
            if !(prey_rolls && catcher_rolls)
                && rules.declined_roll == "both"
                && let Some(end) = ending(rng, gap, (prey, &p), (catcher, &c), rules)
            {
                return (end, turn);
            }
            if prey_rolls {
                gap += maneuver(rng, prey, &mut p);
            }
            if catcher_rolls {
                gap -= maneuver(rng, catcher, &mut c);
            }
            if let Some(end) = ending(rng, gap, (prey, &p), (catcher, &c), rules) {
                return (end, turn);
            }
        }
        // Distance.
        gap += passes(rng, distance_dice(prey, &p), 3) - passes(rng, distance_dice(catcher, &c), 3);
        if let Some(end) = ending(rng, gap, (prey, &p), (catcher, &c), rules) {
            return (end, turn);
        }
    }
    ("timeout", 50)
}

fn classes() -> Classes {
    HashMap::from([
        ("motorcycle", (1, 1)),
        ("car", (2, 2)),
        ("truck", (3, 3)),
        ("bus", (4, 4)),
        ("bulldozer", (5, 4)),
        ("boat", (2, 2)),
        ("aircraft", (2, 2)),
    ])
}

fn play(chases: u64, prey: &Car, catcher: &Car, rules: &Rules, classes: &Classes) -> Played {
    let mut rng = naive_rand::rng();
    let mut played = Played::default();
    for _ in 0..chases {
        let (end, turns) = chase(&mut rng, prey, catcher, rules, classes);
        played.add(end, turns);
    }
    played
}

/// Plays so many chases of a sports car before a police cruiser, unarmed; both make and answer risky maneuvers like this.
pub fn downtown(chases: u64, maneuver: &'static str, answer: &'static str) -> Played {
    let classes = classes();
    let car = |faster: bool| Car {
        class: "car",
        driving: 5,
        shooting: 4,
        damage: classes["car"].0,
        armor: false,
        faster,
        handling: false,
        passenger: true,
        shoot: "never",
        maneuver,
        answer,
    };
    let rules = Rules { start: None, getaway: 10, front_penalty: true, declined_roll: "both" };
    play(chases, &car(true), &car(false), &rules, &classes)
}

/// Plays so many chases of an armored van before a police cruiser, in which both shoot.
pub fn van(chases: u64) -> Played {
    let classes = classes();
    let van = Car {
        class: "truck",
        driving: 4,
        shooting: 3,
        damage: classes["truck"].0 + 1,
        armor: true,
        faster: false,
        handling: false,
        passenger: true,
        shoot: "always",
        maneuver: "never",
        answer: "never",
    };
    let cruiser = Car {
        class: "car",
        driving: 4,
        shooting: 4,
        damage: 3,
        armor: false,
        faster: true,
        handling: false,
        passenger: true,
        shoot: "always",
        maneuver: "when-behind",
        answer: "never",
    };
    let rules = Rules { start: Some(6), getaway: 10, front_penalty: false, declined_roll: "roll-only" };
    play(chases, &van, &cruiser, &rules, &classes)
}
