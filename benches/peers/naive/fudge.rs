//! The Fudge fight (rules/fudge.md), simultaneous rounds: one with a club and a Fudge point against several with bare hands,
//! the showdown in `scenarios/pier-showdown.toml`.

use super::Played;
use naive_rand::Rng;
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Wound {
    Scratch,
    Hurt,
    VeryHurt,
    Incapacitated,
    NearDeath,
}

use Wound::{Hurt, Incapacitated, NearDeath, Scratch, VeryHurt};

const LEVELS: [Wound; 5] = [Scratch, Hurt, VeryHurt, Incapacitated, NearDeath];

/// A row of the wound track.
struct Row {
    penalty: i32,
    boxes: usize,
}

struct Tables {
    weapons: HashMap<&'static str, i32>,
    wounds: HashMap<Wound, Row>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Fighter {
    /// The worst first.
    wounds: Vec<Wound>,
}

impl Fighter {
    fn worst(&self) -> Option<Wound> {
        self.wounds.first().copied()
    }

    fn is_out(&self) -> bool {
        self.worst() >= Some(Incapacitated)
    }

    fn penalty(&self, tables: &Tables) -> i32 {
        self.worst().map_or(0, |wound| tables.wounds[&wound].penalty)
    }

    /// Where a wound is marked: a full level passes it up.
    fn place(&self, wound: Wound, tables: &Tables) -> Wound {
        let marked = |level: Wound| self.wounds.iter().filter(|&&other| other == level).count();
        let free = |level: Wound| marked(level) < tables.wounds[&level].boxes;
        LEVELS.into_iter().find(|&level| level >= wound && free(level)).unwrap_or(NearDeath)
    }
}

#[derive(Clone)]
struct Party {
    fighters: Vec<Fighter>,
    skill: i32,
    movement: i32,
    weapon: &'static str,
    capacity: i32,
    points: u32,
    flees_at: Option<Wound>,
    yields_at: Option<Wound>,
    reduces_from: Wound,
}

impl Party {
    /// The condition of the best-off.
    fn condition(&self) -> Option<Wound> {
        self.fighters.iter().map(|fighter| fighter.worst()).min().flatten()
    }

    fn is_as_bad_as(&self, wound: Option<Wound>) -> bool {
        wound.is_some() && self.condition() >= wound
    }
}

fn roll(rng: &mut impl Rng) -> i32 {
    (0..4).map(|_| rng.random_range(-1..=1)).sum()
}

/// One fighter is hit by so many degrees.
fn hit(by: &Party, degree: i32, party: &mut Party, target: usize, tables: &Tables) {
    let wound = match degree + tables.weapons[by.weapon] - party.capacity {
        ..=0 => return,
        1..=2 => Scratch,
        3..=4 => Hurt,
        5..=6 => VeryHurt,
        7..=8 => Incapacitated,
        9.. => NearDeath,
    };
    let mut marked = party.fighters[target].place(wound, tables);
    if party.points > 0 && marked >= party.reduces_from {
        // A point makes it a scratch, if there is a box for one.
        let scratch = party.fighters[target].place(Scratch, tables);
        if scratch < marked {
            party.points -= 1;
            marked = scratch;
        }
    }
    party.fighters[target].wounds.push(marked);
    party.fighters[target].wounds.sort_by(|a, b| b.cmp(a));
}

/// A fight of one against one or more.
fn fight(rng: &mut impl Rng, prey: &Party, catcher: &Party, tables: &Tables) -> (&'static str, u32) {
    let mut prey = prey.clone();
    let mut catcher = catcher.clone();
    for round in 1..=30 {
        if prey.is_as_bad_as(prey.yields_at) {
            return ("caught", round);
        }
        if catcher.is_as_bad_as(catcher.yields_at) {
            return ("catcher_disabled", round);
        }
        let flees = prey.is_as_bad_as(prey.flees_at);
        if flees {
            let best = catcher.fighters.iter().map(|fighter| fighter.penalty(tables)).min().unwrap_or(0);
            let away = prey.movement - prey.fighters[0].penalty(tables) + roll(rng);
            if away > catcher.movement - best + roll(rng) {
                return ("escaped", round);
            }
        }
        // The lone one rolls once, and compares with each in turn.
        let own = prey.skill - prey.fighters[0].penalty(tables) + roll(rng);
        let mut beaten = Vec::new();
        let mut holds = true;
        for foe in 0..catcher.fighters.len() {
            let theirs = catcher.skill - catcher.fighters[foe].penalty(tables) + roll(rng);
            if theirs > own {
                holds = false;
                hit(&catcher, theirs - own, &mut prey, 0, tables);
                if prey.fighters[0].is_out() {
                    return ("prey_disabled", round);
                }
            } else if theirs < own {
                beaten.push((own - theirs, foe));
            }
        }
        if holds && !flees {
            // It hits whom it beats by most, of equals the one who is best off.
            let mut best: Option<(i32, usize)> = None;
            for (degree, foe) in beaten {
                if best.is_none_or(|(most, _)| degree > most) {
                    best = Some((degree, foe));
                }
            }
            if let Some((degree, foe)) = best {
                hit(&prey, degree, &mut catcher, foe, tables);
            }
        }
        catcher.fighters.retain(|fighter| !fighter.is_out());
        if catcher.fighters.is_empty() {
            return ("catcher_disabled", round);
        }
        catcher.fighters.sort();
    }
    ("timeout", 30)
}

/// Plays so many fights against so many, all with this much damage capacity.
pub fn play(fights: u64, catchers: usize, capacity: i32) -> Played {
    let tables = Tables {
        weapons: HashMap::from([("unarmed", 0), ("club", 1), ("knife", 1), ("sword", 2), ("taser", 2), ("pistol", 3)]),
        wounds: HashMap::from([
            (Scratch, Row { penalty: 0, boxes: 3 }),
            (Hurt, Row { penalty: 1, boxes: 1 }),
            (VeryHurt, Row { penalty: 2, boxes: 1 }),
            (Incapacitated, Row { penalty: 0, boxes: 1 }),
            (NearDeath, Row { penalty: 0, boxes: 1 }),
        ]),
    };
    let fresh = Fighter { wounds: Vec::new() };
    let prey = Party {
        fighters: vec![fresh.clone()],
        skill: 2,
        movement: 1,
        weapon: "club",
        capacity,
        points: 1,
        flees_at: Some(VeryHurt),
        yields_at: None,
        reduces_from: Hurt,
    };
    let catcher = Party {
        fighters: vec![fresh; catchers],
        skill: 0,
        movement: 0,
        weapon: "unarmed",
        capacity,
        points: 0,
        flees_at: None,
        yields_at: Some(VeryHurt),
        reduces_from: Scratch,
    };
    let mut rng = naive_rand::rng();
    let mut played = Played::default();
    for _ in 0..fights {
        let (end, rounds) = fight(&mut rng, &prey, &catcher, &tables);
        played.add(end, rounds);
    }
    played
}
