//! The pursuit of Twilight: 2013 (rules/reflex.md): a motorcycle and a police cruiser in `scenarios/winding-road.toml`.

use super::Played;
use naive_rand::Rng;
use std::collections::HashMap;

struct Mishap {
    penalty: i32,
    brief: bool,
    moves_lost: f64,
    suspension: &'static str,
    hurts: bool,
    out: bool,
}

struct Tables {
    modifiers: HashMap<&'static str, i32>,
    mishaps: HashMap<&'static str, Mishap>,
}

struct Car {
    safe_speed: f64,
    coordination: i32,
    skill: u32,
    speed: f64,
    place: f64,
    ticks: i32,
    moves_lost: f64,
    penalties: Vec<(i32, i32)>,
    suspension: &'static str,
    hurt: bool,
    out: bool,
}

impl Car {
    fn new(safe_speed: f64, coordination: i32, skill: u32, place: f64) -> Self {
        Self {
            safe_speed,
            coordination,
            skill,
            speed: 1.0,
            place,
            ticks: 0,
            moves_lost: 0.0,
            penalties: Vec::new(),
            suspension: "whole",
            hurt: false,
            out: false,
        }
    }

    fn declare(&mut self, wanted: f64) {
        let limit = match self.suspension {
            "major" => 1.0,
            "minor" => 2.0,
            _ => 3.0,
        };
        self.speed = wanted.clamp(self.speed - 1.0, self.speed + 1.0).clamp(0.0, limit);
        self.penalties.clear();
    }
}

fn margin(rng: &mut impl Rng, skill: u32, target: i32) -> i32 {
    let count = match skill {
        0 => 2,
        1..=3 => 1,
        4..=7 => 2,
        8..=15 => 3,
        16..=31 => 4,
        32..=63 => 5,
        _ => 6,
    };
    let dice: Vec<i32> = (0..count).map(|_| rng.random_range(1..=20)).collect();
    let kept = if skill == 0 { dice.iter().max() } else { dice.iter().min() };
    kept.unwrap() - target
}

fn turn(angle: i32) -> &'static str {
    if angle < 30 {
        "turn under 30"
    } else if angle <= 60 {
        "turn 30 to 60"
    } else {
        "turn above 60"
    }
}

fn mishap_name(margin: i32) -> &'static str {
    match margin {
        1 | 3 => "understeer",
        2 | 4 => "oversteer",
        5..=6 => "skid",
        7..=8 => "suspension",
        9..=10 => "pothole",
        _ => "rollover",
    }
}

fn suffer(rng: &mut impl Rng, car: &mut Car, name: &str, tick: i32, tables: &Tables) {
    let mishap = &tables.mishaps[name];
    car.moves_lost += mishap.moves_lost;
    if mishap.penalty < 0 {
        car.penalties.push((mishap.penalty, if mishap.brief { tick - 5 } else { 0 }));
    }
    if mishap.suspension == "major" || mishap.suspension == "minor" && car.suspension == "whole" {
        car.suspension = mishap.suspension;
    }
    if mishap.hurts && !car.hurt {
        car.hurt = rng.random_range(1..=20) > car.coordination;
    }
    if mishap.out {
        let above = if car.speed > 2.0 {
            2
        } else if car.speed > 1.0 {
            1
        } else {
            0
        };
        let _on_roof = rng.random_range(1..=6) + above >= 6;
        let _damage = rng.random_range(1..=10);
        car.out = true;
    }
}

fn move_car(rng: &mut impl Rng, car: &mut Car, tick: i32, bends: &[(f64, i32)], length: f64, tables: &Tables) {
    let whole = car.speed * car.safe_speed;
    let lost = car.moves_lost.min(1.0);
    car.moves_lost -= lost;
    let from = car.place;
    let to = from + whole * (1.0 - lost);
    let mut lap = (from / length).floor() * length;
    while lap <= to {
        for &(bend, angle) in bends {
            let bend = lap + bend;
            if bend <= from || bend > to || car.out {
                continue;
            }
            car.place = bend;
            if tick > car.ticks {
                suffer(rng, car, "understeer", tick, tables);
                continue;
            }
            let mut target = car.coordination + tables.modifiers[turn(angle)];
            if car.speed > 2.0 {
                target += tables.modifiers["above twice safe"];
            } else if car.speed > 1.0 {
                target += tables.modifiers["above safe"];
            }
            if car.suspension != "whole" {
                target += tables.modifiers[car.suspension];
            }
            if car.hurt {
                target += tables.modifiers["hurt"];
            }
            target += car.penalties.iter().filter(|(_, until)| tick >= *until).map(|(p, _)| *p).min().unwrap_or(0);
            let margin = margin(rng, car.skill, target);
            if margin > 0 {
                suffer(rng, car, mishap_name(margin), tick, tables);
            }
        }
        lap += length;
    }
    if !car.out {
        car.place = to;
    }
}

fn chase(
    rng: &mut impl Rng,
    bends: &[(f64, i32)],
    length: f64,
    break_off: f64,
    prey_speed: f64,
    tables: &Tables,
) -> (&'static str, u32) {
    let mut prey = Car::new(22.0, 8, 8, 60.0);
    let mut catcher = Car::new(23.0, 8, 8, 0.0);
    for exchange in 1..=20 {
        let gap = prey.place - catcher.place;
        prey.declare(prey_speed);
        catcher.declare(if gap >= 100.0 { 2.0 } else { 1.5 });
        for car in [&mut prey, &mut catcher] {
            car.ticks = rng.random_range(1..=20) / 5 * 5;
        }
        for tick in [25, 20, 15, 10, 5] {
            move_car(rng, &mut prey, tick, bends, length, tables);
            move_car(rng, &mut catcher, tick, bends, length, tables);
            if prey.out && catcher.out {
                return ("both_crashed", exchange);
            } else if prey.out {
                return ("prey_crashed", exchange);
            } else if catcher.out {
                return ("catcher_crashed", exchange);
            } else if prey.place - catcher.place <= 0.0 {
                return ("caught", exchange);
            }
        }
        if prey.place - catcher.place >= break_off {
            return ("escaped", exchange);
        }
    }
    ("timeout", 20)
}

/// Plays so many pursuits on a road with these bends, at a speed of the prey in multiples of its safe one.
pub fn play(chases: u64, bends: &[(f64, i32)], length: f64, break_off: f64, prey_speed: f64) -> Played {
    let row = |penalty, brief, moves_lost, suspension, hurts, out| Mishap {
        penalty,
        brief,
        moves_lost,
        suspension,
        hurts,
        out,
    };
    let mishaps = HashMap::from([
        ("understeer", row(0, false, 1.0, "whole", false, false)),
        ("oversteer", row(-1, true, 0.5, "whole", false, false)),
        ("skid", row(-2, false, 1.5, "whole", false, false)),
        ("suspension", row(-3, false, 1.5, "minor", false, false)),
        ("pothole", row(-4, false, 1.5, "major", true, false)),
        ("rollover", row(0, false, 0.0, "whole", true, true)),
    ]);
    let modifiers = HashMap::from([
        ("turn under 30", 0),
        ("turn 30 to 60", -1),
        ("turn above 60", -2),
        ("above safe", -1),
        ("above twice safe", -2),
        ("minor", -1),
        ("major", -2),
        ("hurt", -1),
    ]);
    let tables = Tables { modifiers, mishaps };
    let mut rng = naive_rand::rng();
    let mut played = Played::default();
    for _ in 0..chases {
        let (end, turns) = chase(&mut rng, bends, length, break_off, prey_speed, &tables);
        played.add(end, turns);
    }
    played
}
