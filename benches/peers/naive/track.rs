//! Chases that are written as data (rules/track.md): the rooftops of `scenarios/rooftop-run.toml`, where one marker moves,
//! and the points of `scenarios/harbour-heist.toml`.

use super::Played;
use naive_rand::Rng;
use std::collections::HashMap;

struct Roll {
    dice: usize,
    sides: i32,
    bonus: i32,
    /// Counts the dice that show so much or more, instead of adding them up.
    hits_from: Option<i32>,
}

enum Check {
    Opposed,
    Number(i32),
    /// From which gap on which number holds.
    ByGap(Vec<(i32, i32)>),
}

#[derive(Clone, Copy)]
enum Effect {
    Steps(i32),
    Other(i32),
    Crash,
}

struct Maneuver {
    roll: Roll,
    check: Check,
    /// Margins from and to, and what they do.
    effects: Vec<(i32, i32, Effect)>,
}

type Maneuvers = HashMap<&'static str, Maneuver>;

impl Roll {
    fn sum(dice: usize, sides: i32, bonus: i32) -> Self {
        Self { dice, sides, bonus, hits_from: None }
    }

    fn hits(dice: usize, from: i32) -> Self {
        Self { dice, sides: 6, bonus: 0, hits_from: Some(from) }
    }

    fn roll(&self, rng: &mut impl Rng) -> i32 {
        let dice: Vec<i32> = (0..self.dice).map(|_| rng.random_range(1..=self.sides)).collect();
        match self.hits_from {
            Some(from) => dice.iter().filter(|&&die| die >= from).count() as i32,
            None => dice.iter().sum::<i32>() + self.bonus,
        }
    }
}

impl Maneuver {
    fn effect(&self, own: i32, theirs: i32, gap: i32) -> Option<Effect> {
        let against = match &self.check {
            Check::Opposed => theirs,
            Check::Number(number) => *number,
            Check::ByGap(rows) => rows.iter().rev().find(|(from, _)| gap >= *from).unwrap().1,
        };
        let margin = own - against;
        self.effects.iter().find(|(from, to, _)| (*from..=*to).contains(&margin)).map(|(_, _, effect)| *effect)
    }
}

/// What a turn comes to.
#[derive(Default)]
struct Turn {
    prey: i32,
    catcher: i32,
    prey_crashes: bool,
    catcher_crashes: bool,
}

fn turn(rng: &mut impl Rng, prey: &Maneuver, catcher: &Maneuver, gap: i32) -> Turn {
    let (prey_roll, catcher_roll) = (prey.roll.roll(rng), catcher.roll.roll(rng));
    let mut turn = Turn::default();
    match prey.effect(prey_roll, catcher_roll, gap) {
        Some(Effect::Steps(steps)) => turn.prey += steps,
        Some(Effect::Other(steps)) => turn.catcher += steps,
        Some(Effect::Crash) => turn.prey_crashes = true,
        None => {}
    }
    match catcher.effect(catcher_roll, prey_roll, gap) {
        Some(Effect::Steps(steps)) => turn.catcher += steps,
        Some(Effect::Other(steps)) => turn.prey += steps,
        Some(Effect::Crash) => turn.catcher_crashes = true,
        None => {}
    }
    turn
}

fn rooftop_chase(rng: &mut impl Rng, prey: &Maneuvers, catcher: &Maneuvers) -> (&'static str, u32) {
    let mut gap = 3;
    for number in 1..=30 {
        let pick = if gap <= 2 { "leap" } else { "sprint" };
        let answer = if gap <= 3 { "sprint" } else { "leap" };
        let turn = turn(rng, &prey[pick], &catcher[answer], gap);
        match (turn.prey_crashes, turn.catcher_crashes) {
            (true, true) => return ("both_crashed", number),
            (true, false) => return ("prey_crashed", number),
            (false, true) => return ("catcher_crashed", number),
            (false, false) => {}
        }
        gap += turn.prey - turn.catcher;
        if gap >= 7 {
            return ("escaped", number);
        }
        if gap <= 0 {
            return ("caught", number);
        }
    }
    ("timeout", 30)
}

/// Plays so many chases over the rooftops.
pub fn rooftops(chases: u64) -> Played {
    let sprint = |bonus| Maneuver {
        roll: Roll::sum(1, 20, bonus),
        check: Check::Opposed,
        effects: vec![(1, 7, Effect::Steps(1)), (8, i32::MAX, Effect::Steps(2))],
    };
    let prey = HashMap::from([
        ("sprint", sprint(5)),
        (
            "leap",
            Maneuver {
                roll: Roll::sum(1, 20, 7),
                check: Check::ByGap(vec![(0, 15), (3, 12)]),
                effects: vec![
                    (0, i32::MAX, Effect::Steps(2)),
                    (-5, -3, Effect::Other(1)),
                    (i32::MIN, -6, Effect::Crash),
                ],
            },
        ),
    ]);
    let catcher = HashMap::from([
        ("sprint", sprint(6)),
        (
            "leap",
            Maneuver {
                roll: Roll::sum(1, 20, 4),
                check: Check::Number(13),
                effects: vec![(0, i32::MAX, Effect::Steps(2)), (i32::MIN, -8, Effect::Crash)],
            },
        ),
    ]);
    let mut rng = naive_rand::rng();
    let mut played = Played::default();
    for _ in 0..chases {
        let (end, turns) = rooftop_chase(&mut rng, &prey, &catcher);
        played.add(end, turns);
    }
    played
}

fn heist_chase(rng: &mut impl Rng, crew: &Maneuvers, guard: &Maneuvers) -> (&'static str, u32) {
    let (mut crew_score, mut guard_score) = (0, 0);
    for number in 1..=40 {
        let pick = if rng.random_bool(0.6) { "sneak" } else { "stunt" };
        let turn = turn(rng, &crew[pick], &guard["search"], crew_score - guard_score);
        crew_score += turn.prey;
        guard_score += turn.catcher;
        match (crew_score >= 4, guard_score >= 3) {
            // Both at once: it goes on, one step before the end.
            (true, true) => (crew_score, guard_score) = (3, 2),
            (true, false) => return ("escaped", number),
            (false, true) => return ("caught", number),
            (false, false) => {}
        }
    }
    ("timeout", 40)
}

/// Plays so many heists in the harbour.
pub fn heist(chases: u64) -> Played {
    let crew = HashMap::from([
        (
            "sneak",
            Maneuver {
                roll: Roll::hits(5, 5),
                check: Check::Number(2),
                effects: vec![(0, i32::MAX, Effect::Steps(1)), (-2, -2, Effect::Other(1))],
            },
        ),
        (
            "stunt",
            Maneuver {
                roll: Roll::hits(4, 5),
                check: Check::Opposed,
                effects: vec![(1, i32::MAX, Effect::Steps(2)), (i32::MIN, -1, Effect::Other(1))],
            },
        ),
    ]);
    let guard = HashMap::from([(
        "search",
        Maneuver { roll: Roll::hits(3, 5), check: Check::Number(2), effects: vec![(0, i32::MAX, Effect::Steps(1))] },
    )]);
    let mut rng = naive_rand::rng();
    let mut played = Played::default();
    for _ in 0..chases {
        let (end, turns) = heist_chase(&mut rng, &crew, &guard);
        played.add(end, turns);
    }
    played
}
