//! The Fudge chase (rules/fths.md), damage off, one repeated segment: Jon and Mad in `scenarios/jon-and-mad.toml`.

use super::Played;
use naive_rand::Rng;
use std::collections::HashMap;

struct Car {
    skill: i32,
    piloting: i32,
    acc: i32,
    dec: i32,
    man: i32,
    sta: i32,
}

#[derive(Clone, Copy, PartialEq)]
enum Winner {
    Prey,
    Catcher,
    Nobody,
}

fn roll(rng: &mut impl Rng) -> i32 {
    (0..4).map(|_| rng.random_range(-1..=1)).sum()
}

fn base(car: &Car, elements: &[&str], table: &HashMap<&str, (i32, &str)>) -> (i32, i32) {
    let mut sum = 0;
    let mut attrs: Vec<&str> = Vec::new();
    for e in elements {
        let (m, a) = table[e];
        sum += m;
        if !attrs.contains(&a) {
            attrs.push(a);
        }
    }
    let extra: i32 = attrs
        .iter()
        .map(|a| match *a {
            "acc" => car.acc,
            "dec" => car.dec,
            _ => car.man,
        })
        .sum();
    (sum + extra, sum)
}

fn crash(level: i32) -> (i32, i32, bool) {
    match level {
        i32::MIN..=1 => (0, 1, false),
        2 => (-1, 1, false),
        3 => (-2, 1, false),
        4 => (-2, 2, false),
        _ => (0, 1, true),
    }
}

fn chase(
    rng: &mut impl Rng,
    prey: &Car,
    catcher: &Car,
    table: &HashMap<&str, (i32, &str)>,
    rp: i32,
    rc: i32,
) -> (&'static str, u32) {
    let elements = ["straight", "medium-traffic"];
    let (mut d, mut streak, mut pp, mut pc) = (3, 0, 0, 0);
    for turn in 1..=60 {
        let (bp, mods) = base(prey, &elements, table);
        let (bc, _) = base(catcher, &elements, table);
        let tp = prey.skill + prey.piloting + pp;
        let tc = catcher.skill + catcher.piloting + pc;
        let fp = if rp == -4 { 0 } else { rp - (tp + roll(rng)) };
        let fc = if rc == -4 { 0 } else { rc - (tc + roll(rng)) };
        let (mut change, mut outp, mut outc) = (1, false, false);
        pp = 0;
        pc = 0;
        if fp > 0 {
            let (n, c, o) = crash((fp - prey.sta).max(0));
            pp = n;
            change = c;
            outp = o;
        }
        if fc > 0 {
            let (n, c, o) = crash((fc - catcher.sta).max(0));
            pc = n;
            change = c;
            outc = o;
        }
        if outp && outc {
            return ("both_crashed", turn);
        }
        if outp {
            return ("prey_crashed", turn);
        }
        if outc {
            return ("catcher_crashed", turn);
        }
        let winner = match (fp <= 0, fc <= 0) {
            (true, true) if rp + bp > rc + bc => Winner::Prey,
            (true, true) if rp + bp < rc + bc => Winner::Catcher,
            (true, false) => Winner::Prey,
            (false, true) => Winner::Catcher,
            _ => Winner::Nobody,
        };
        let old = d;
        match winner {
            Winner::Catcher if d >= 1 => d = (d - change).max(0),
            Winner::Catcher if streak >= 2 => return ("caught", turn),
            Winner::Prey if d > 3 => {
                let lost = tp + roll(rng) >= 3 - d + mods;
                if lost {
                    return ("escaped", turn);
                }
            }
            Winner::Prey => d += change,
            _ => {}
        }
        streak = if d == 0 { if old == 0 { (streak + 1).min(2) } else { 1 } } else { 0 };
    }
    ("timeout", 60)
}

/// Plays so many chases between Jon and Mad at fixed risks.
pub fn play(chases: u64, risk_prey: i32, risk_catcher: i32) -> Played {
    let table: HashMap<&str, (i32, &str)> =
        HashMap::from([("straight", (0, "acc")), ("medium-traffic", (-2, "dec")), ("light-traffic", (-1, "acc"))]);
    let jon = Car { skill: 1, piloting: 0, acc: 1, dec: 1, man: 1, sta: 1 };
    let mad = Car { skill: 0, piloting: 1, acc: 2, dec: -1, man: 0, sta: 0 };
    let mut rng = naive_rand::rng();
    let mut played = Played::default();
    for _ in 0..chases {
        let (end, turns) = chase(&mut rng, &jon, &mad, &table, risk_prey, risk_catcher);
        played.add(end, turns);
    }
    played
}
