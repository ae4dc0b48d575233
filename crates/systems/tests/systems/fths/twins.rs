//! Full damage against independent answers: closed forms, and brute force written from rules/fths.md alone.

use crate::exact::{Exact, exact, read};
use chaselab_core::End;
use chaselab_systems::fths::Fths;
use std::collections::HashMap;

fn played(section: &str, turns: u16) -> Exact {
    let prepared = read::<Fths>(&format!("[fths]\n{section}"));
    exact(&prepared.system, &prepared.behaviours, turns)
}

/// Ways of 4dF from -4 to +4, of 81.
const WAYS: [f64; 9] = [1.0, 4.0, 10.0, 16.0, 19.0, 16.0, 10.0, 4.0, 1.0];

fn faces() -> impl Iterator<Item = (i16, f64)> {
    (-4..=4).zip(WAYS.map(|ways| ways / 81.0))
}

fn close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-12, "{what}: {found}, not {expected}");
}

#[test]
fn a_turn_in_heavy_traffic() {
    // Both drive at a total of 0 and risk 2 among heavy traffic, stability 1: a failure by 5 or more is a roll-over,
    // one by 2 or more hits a vehicle, whose damage is even on 1 to 9: from 7 on out, 5 and 6 destroy one of nine
    // systems, and the power puts out.
    let side = "driving = 0\npiloting = 0\nstability = 1\nrisk = 2\n";
    let text = format!(
        "course = {{ kind = \"fixed\", segments = [[\"heavy-traffic\"]] }}\n[fths.prey]\n{side}[fths.catcher]\n{side}"
    );
    let by_collision = 3.0 / 9.0 + 2.0 / 9.0 / 9.0;
    let out: f64 = faces()
        .map(|(face, chance)| {
            let level = 2 - face - 1;
            chance
                * if face >= 2 {
                    0.0
                } else if level >= 5 {
                    1.0
                } else if level >= 1 {
                    by_collision
                } else {
                    0.0
                }
        })
        .sum();
    let result = played(&text, 1);
    close(result.end(End::PreyCrashed), out * (1.0 - out), "prey crashed");
    close(result.end(End::CatcherCrashed), out * (1.0 - out), "catcher crashed");
    close(result.end(End::BothCrashed), out * out, "both crashed");
}

#[test]
fn a_duel_of_rockets() {
    // ODF 12 against size 8 destroys whatever it hits; both gunners fire until somebody hits. Prey 50/81, catcher at
    // +1 66/81 a turn.
    let text = "start = 0\ncourse = { kind = \"open\" }\nprey = { risk = -4, size = 8, armor = 0, gunner = 0, weapon = \"rocket\", mount = \"turret\", action = [\"wait\"] }\n\
                catcher = { risk = -4, size = 8, armor = 0, gunner = 1, weapon = \"rocket\", action = [\"wait\"] }\n";
    let (prey, catcher) = (50.0 / 81.0, 66.0 / 81.0);
    let quiet: f64 = (1.0 - prey) * (1.0 - catcher);
    let turns = 7;
    let some = (1.0 - quiet.powi(turns)) / (1.0 - quiet);
    let result = played(text, turns as u16);
    close(result.end(End::CatcherDisabled), some * prey * (1.0 - catcher), "catcher disabled");
    close(result.end(End::PreyDisabled), some * (1.0 - prey) * catcher, "prey disabled");
    close(result.end(End::BothDisabled), some * prey * catcher, "both disabled");
    close(result.end(End::Timeout), quiet.powi(turns), "timeout");
    let mean: f64 = (0..turns).map(|turn| quiet.powi(turn)).sum();
    close(result.turns, mean, "mean turns");
}

/// A target's systems in the order of the table (0 sound, 1 damaged, 2 destroyed), unarmed.
type Target = [u8; 9];

/// One system is hit: the next that is there and not destroyed. Gives whether the target still moves.
fn hit(target: &mut Target, row: usize, destroy: bool) -> bool {
    let there = (0..9).map(|step| (row + step) % 9).find(|&row| row != 2 && target[row] < 2);
    if let Some(row) = there {
        target[row] = if destroy { 2 } else { target[row] + 1 };
    }
    target[7] < 2
}

#[test]
fn a_light_machine_gun_wears_a_car_down() {
    // ODF 6, armor 2, size 9, skill 0, distance 1, nobody drives: margin m = 4dF - 1, damage 6 + m + 7 - 9.
    let text = "start = 1\ncourse = { kind = \"open\" }\nprey = { risk = -4, size = 9, armor = 2, action = [\"wait\"] }\n\
                catcher = { risk = -4, size = 9, gunner = 0, weapon = \"light-machine-gun\", action = [\"wait\"] }\n";
    let turns = 6;
    let mut layer: HashMap<Target, f64> = HashMap::from([([0; 9], 1.0)]);
    let mut out = 0.0;
    for _ in 0..turns {
        let mut next: HashMap<Target, f64> = HashMap::new();
        for (target, p) in layer {
            for (face, chance) in faces() {
                let (margin, p) = (face - 1, p * chance);
                let damage = 6 + margin + 7 - 9;
                if margin < 0 || 6 + margin <= 2 || damage <= 2 {
                    *next.entry(target).or_default() += p;
                } else if damage >= 7 {
                    out += p;
                } else {
                    for row in 0..9 {
                        let mut after = target;
                        if hit(&mut after, row, damage >= 5) {
                            *next.entry(after).or_default() += p / 9.0;
                        } else {
                            out += p / 9.0;
                        }
                    }
                }
            }
        }
        layer = next;
    }
    let result = played(text, turns);
    close(result.end(End::PreyDisabled), out, "prey disabled");
    close(result.end(End::Timeout), 1.0 - out, "timeout");
}

#[test]
fn an_aimed_rifle_at_the_power() {
    // ODF 5, called: difficulty 2, size 9, armor 0: margin m = 4dF + 1 - 2, damage 3 + m: light to 1, heavy to 3. Two
    // light hits or one heavy hit stop the prey.
    let text = "start = 0\ncourse = { kind = \"open\" }\nprey = { risk = -4, size = 9, armor = 0, action = [\"wait\"] }\n\
                catcher = { risk = -4, size = 9, gunner = 1, weapon = \"rifle\", called_shot = \"power\", action = [\"wait\"] }\n";
    let (mut sound, mut damaged, mut out) = (1.0, 0.0, 0.0);
    let light = (16.0 + 10.0) / 81.0;
    let heavy = (4.0 + 1.0) / 81.0;
    for _ in 0..9 {
        out += sound * heavy + damaged * (light + heavy);
        damaged = damaged * (1.0 - light - heavy) + sound * light;
        sound *= 1.0 - light - heavy;
    }
    close(played(text, 9).end(End::PreyDisabled), out, "prey disabled");
}

#[test]
fn a_ram_between_rolls() {
    // Distance 0; the catcher's base wins whenever both hold risk 0 at a total of 0, and it rams. Turn 1 by brute force:
    // ends by the difference of the rolls, at least 1; a failure of either by 1 to 4 is a skid without damage.
    let text = "start = 0\ncourse = { kind = \"open\" }\n\
                prey = { driving = 0, piloting = 0, stability = 4, acceleration = 0, deceleration = 0, maneuver = 0, risk = 0 }\n\
                catcher = { driving = 4, piloting = 0, stability = 4, acceleration = 0, deceleration = 0, maneuver = 1, risk = 0, action = [\"ram\"] }\n";
    // Power destroyed by a heavy blow: one row of nine. The rammer takes half: from 14 on crippled, which 4 + 8 is not.
    let out_by = |damage: i16| match damage {
        ..=4 => 0.0,
        5 | 6 => 1.0 / 9.0,
        _ => 1.0,
    };
    let (mut prey, mut catcher, mut both) = (0.0, 0.0, 0.0);
    for (a, p) in faces() {
        for (b, q) in faces() {
            // The catcher holds always; the prey when its face is 0 or more. Either way the catcher has the turn.
            let damage = (4 + b - a).max(1);
            let (x, y) = (out_by(damage), out_by(damage / 2));
            prey += p * q * x * (1.0 - y);
            catcher += p * q * y * (1.0 - x);
            both += p * q * x * y;
        }
    }
    let result = played(text, 1);
    close(result.end(End::PreyDisabled), prey, "prey disabled");
    close(result.end(End::CatcherDisabled), catcher, "catcher disabled");
    close(result.end(End::BothDisabled), both, "both disabled");
}
