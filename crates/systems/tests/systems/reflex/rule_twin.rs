//! A further implementation from the rule page alone, by someone who had read neither the rules' code nor the other
//! twin: chances are carried forward move by move, and a drawn road is the sum of all courses it may come to. Where the
//! page is open, this plays the reading that the system's README gives.

use std::collections::{BTreeMap, HashMap};

/// What a driver sits in (rules/reflex.md 3; rules/neutral.md, Vehicles).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Ground,
    Aircraft,
    Boat,
}

/// A driver with a vehicle.
#[derive(Clone)]
pub struct Crew {
    pub skill: u16,
    pub coordination: i16,
    pub control: i16,
    pub initiative: i16,
    /// Shoots in every exchange, from the wheel.
    pub shoots: bool,
    pub kind: Kind,
    /// Half metres a move: so many quarters of a metre for each half of the safe speed that is declared.
    pub safe: i32,
    pub hull: i32,
    /// From which gap in metres which speeds are wanted: shares, and halves of the safe speed. Gaps ascend from 0.
    pub wants: Vec<(i32, Vec<(f64, i16)>)>,
}

/// A road. Places are in metres from where the catcher starts.
#[derive(Clone)]
pub enum Road {
    Straight,
    /// Places and angles within a length that is repeated.
    Repeated(Vec<(i32, i16)>, i32),
    /// Drawn by weight: metres from the bend before, and an angle.
    Drawn(Vec<(f64, i32, i16)>),
}

/// All that holds for both; the switches are `true` where they are not at their default.
#[derive(Clone)]
pub struct Chase {
    pub start: i32,
    pub break_off: i32,
    pub exchanges: usize,
    pub visual_range: i16,
    pub road: Road,
    pub sixty_upper: bool,
    pub rows_stack: bool,
    pub penalties_sum: bool,
    pub early_banded: bool,
}

/// A vehicle in the pursuit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Car {
    /// In quarters of a metre.
    place: i32,
    /// In halves of the safe speed.
    speed: i16,
    /// The tick from which on there are Drive actions; 0 without any. One that has come is 25.
    drives_from: i16,
    /// Halves of moves that mishaps still cost.
    owed: i16,
    /// Penalties of mishaps: of this exchange, of 5 ticks since the move before, and since this move.
    exchange: i16,
    ticks: i16,
    ticks_new: i16,
    /// 1 for a minor hit, 2 for a major one.
    suspension: i16,
    steering: i16,
    hurt: i16,
    flotation: i32,
    out: bool,
}

/// Results with their chances, equal ones joined.
type Spread = Vec<(f64, Car)>;

fn join(spread: &mut Spread, chance: f64, car: Car) {
    match spread.iter_mut().find(|(_, other)| *other == car) {
        Some((sum, _)) => *sum += chance,
        None => spread.push((chance, car)),
    }
}

/// The chance that a check succeeds (rules/reflex.md 1).
pub fn success(skill: u16, target: i16) -> f64 {
    let face = f64::from(target.clamp(0, 20)) / 20.0;
    match skill {
        0 => face.powi(2),
        _ => {
            let dice = match skill {
                ..4 => 1,
                4..8 => 2,
                8..16 => 3,
                16..32 => 4,
                32..64 => 5,
                64.. => 6,
            };
            1.0 - (1.0 - face).powi(dice)
        }
    }
}

/// One course of bends, in quarters of a metre, and who is on it.
struct Course<'a> {
    chase: &'a Chase,
    crews: &'a [Crew; 2],
    bends: Vec<(i32, i16)>,
}

impl Course<'_> {
    /// The speed declared: at most 1 x safe from the last one, and under what a damaged suspension allows, which comes
    /// first (rules/reflex.md 2 and 4).
    fn declared(car: Car, wanted: i16) -> i16 {
        wanted.clamp(car.speed - 2, car.speed + 2).min([6, 4, 2][car.suspension as usize])
    }

    /// Declares, and rolls for the initiative (rules/reflex.md 2).
    fn begin(crew: &Crew, car: Car, gap: i32) -> Spread {
        let (_, wants) = crew.wants.iter().rfind(|(from, _)| from * 4 <= gap).expect("gaps ascend from 0");
        let mut spread = Vec::new();
        for &(share, wanted) in wants {
            for die in 1..=20 {
                let drives_from = (die + crew.initiative).div_euclid(5).clamp(0, 5) * 5;
                join(&mut spread, share / 20.0, Car { speed: Self::declared(car, wanted), drives_from, ..car });
            }
        }
        spread
    }

    /// The target of a Drive check (rules/reflex.md 2).
    fn target(&self, crew: &Crew, car: Car, angle: i16) -> i16 {
        let turn = match angle {
            ..30 => 0,
            30..60 => -1,
            60 if !self.chase.sixty_upper => -1,
            _ => -2,
        };
        let speed = match car.speed {
            ..=2 => 0,
            3..=4 => -1,
            _ if self.chase.rows_stack => -3,
            _ => -2,
        };
        let penalties = [car.exchange, car.ticks, car.ticks_new];
        let penalty: i16 = match self.chase.penalties_sum {
            true => penalties.iter().sum(),
            false => penalties.into_iter().min().unwrap_or(0),
        };
        crew.coordination + crew.control + turn + speed + self.chase.visual_range + penalty
            - i16::from(crew.shoots)
            - car.suspension
            - car.steering
            - car.hurt
    }

    /// A check at a bend, and what becomes of it (rules/reflex.md 3; what it costs, 4).
    fn check(&self, crew: &Crew, car: Car, angle: i16) -> Spread {
        let target = self.target(crew, car, angle);
        let mut spread = vec![(success(crew.skill, target), car)];
        for margin in 1..=20 - target {
            let chance = success(crew.skill, target + margin) - success(crew.skill, target + margin - 1);
            if chance > 0.0 {
                for (q, car) in self.mishap(crew, car, margin) {
                    join(&mut spread, chance * q, car);
                }
            }
        }
        spread
    }

    fn mishap(&self, crew: &Crew, car: Car, margin: i16) -> Spread {
        let skid = |penalty: i16| Car {
            owed: car.owed + 3,
            exchange: if self.chase.penalties_sum { car.exchange + penalty } else { car.exchange.min(penalty) },
            ..car
        };
        let suspended = crew.kind != Kind::Aircraft;
        let hit = |hit: i16| if suspended { car.suspension.max(hit) } else { 0 };
        let understeer = if self.chase.early_banded { margin <= 2 } else { margin % 2 == 1 };
        let after = match margin {
            1..=4 if understeer => Car { owed: car.owed + 2, ..car },
            1..=4 => {
                let ticks_new = if self.chase.penalties_sum { car.ticks_new - 1 } else { -1 };
                Car { owed: car.owed + 1, ticks_new, ..car }
            }
            5..=6 => skid(-2),
            7..=8 if crew.kind == Kind::Boat => Car { steering: 1, ..skid(-2) },
            9..=10 if crew.kind == Kind::Boat => {
                let metres = crew.safe * i32::from(car.speed) / 4;
                let flotation = car.flotation - metres / crew.hull.max(1);
                Car { flotation, out: flotation <= 0, ..skid(-3) }
            }
            7..=8 => Car { suspension: hit(1), ..skid(-3) },
            9..=10 => {
                // The body's check is one die: no skill belongs to it.
                let unhurt = success(1, crew.coordination + crew.control);
                let car = Car { suspension: hit(2), ..skid(-4) };
                return vec![(unhurt, car), (1.0 - unhurt, Car { hurt: 1, ..car })];
            }
            _ => Car { out: true, ..car },
        };
        vec![(1.0, after)]
    }

    /// A move, with a check at each bend it passes, or a bend missed where there is no Drive action yet
    /// (rules/reflex.md 4).
    fn drive(&self, crew: &Crew, car: Car, tick: i16) -> Spread {
        let paid = car.owed.min(2);
        let place = car.place + crew.safe * i32::from(car.speed) * i32::from(2 - paid) / 2;
        let passed = self.bends.iter().filter(|(bend, _)| (car.place + 1..=place).contains(bend));
        let mut spread = vec![(1.0, Car { place, owed: car.owed - paid, ..car })];
        for &(_, angle) in passed {
            let mut after = Vec::new();
            for (chance, car) in spread {
                let at_bend = match (car.out, car.drives_from < tick) {
                    (true, _) => vec![(1.0, car)],
                    (false, true) => vec![(1.0, Car { owed: car.owed + 2, ..car })],
                    (false, false) => self.check(crew, car, angle),
                };
                for (q, car) in at_bend {
                    join(&mut after, chance * q, car);
                }
            }
            spread = after;
        }
        let mut after = Vec::new();
        for (chance, car) in spread {
            let drives_from = if car.drives_from >= tick { 25 } else { car.drives_from };
            let moved = Car { ticks: car.ticks_new, ticks_new: 0, drives_from, ..car };
            // Neither the penalty of an exchange nor one of 5 ticks reaches the next exchange.
            let moved = if tick == 5 { Car { exchange: 0, ticks: 0, drives_from: 0, ..moved } } else { moved };
            join(&mut after, chance, moved);
        }
        after
    }

    /// Puts what may become of one side's vehicle in its place, in every pair.
    fn each<F: FnMut(Car, i32) -> Spread>(
        pairs: HashMap<[Car; 2], f64>,
        side: usize,
        mut f: F,
    ) -> HashMap<[Car; 2], f64> {
        let mut after = HashMap::new();
        for (pair, chance) in pairs {
            for (q, car) in f(pair[side], pair[0].place - pair[1].place) {
                let mut pair = pair;
                pair[side] = car;
                *after.entry(pair).or_insert(0.0) += chance * q;
            }
        }
        after
    }

    /// The pursuit (rules/reflex.md 4), as a part of all of them.
    fn play(&self, part: f64, result: &mut Ends) {
        let car = Car {
            place: 0,
            speed: 2,
            drives_from: 0,
            owed: 0,
            exchange: 0,
            ticks: 0,
            ticks_new: 0,
            suspension: 0,
            steering: 0,
            hurt: 0,
            flotation: 10,
            out: false,
        };
        let prey = Car { place: self.chase.start * 4, ..car };
        let mut pairs = HashMap::from([([prey, car], part)]);
        for exchange in 1..=self.chase.exchanges {
            let mut over = |end, chance: f64| {
                *result.chances.entry(end).or_insert(0.0) += chance;
                result.length += chance * exchange as f64;
            };
            for (side, crew) in self.crews.iter().enumerate() {
                pairs = Self::each(pairs, side, |car, gap| Self::begin(crew, car, gap));
            }
            for tick in [25, 20, 15, 10, 5] {
                for (side, crew) in self.crews.iter().enumerate() {
                    let mut known = HashMap::new();
                    let drive = |car, _| known.entry(car).or_insert_with(|| self.drive(crew, car, tick)).clone();
                    pairs = Self::each(pairs, side, drive);
                }
                pairs.retain(|[prey, catcher], chance| {
                    let end = match (prey.out, catcher.out) {
                        (true, true) => "both_crashed",
                        (true, false) => "prey_crashed",
                        (false, true) => "catcher_crashed",
                        _ if prey.place <= catcher.place => "caught",
                        _ => return true,
                    };
                    over(end, *chance);
                    false
                });
            }
            pairs.retain(|[prey, catcher], chance| {
                let escaped = prey.place - catcher.place >= self.chase.break_off * 4;
                if escaped {
                    over("escaped", *chance);
                }
                !escaped
            });
        }
        let left: f64 = pairs.values().sum();
        *result.chances.entry("timeout").or_insert(0.0) += left;
        result.length += left * self.chase.exchanges as f64;
    }
}

/// Chances of the ends by name, and the mean length in exchanges.
#[derive(Default)]
pub struct Ends {
    pub chances: BTreeMap<&'static str, f64>,
    pub length: f64,
}

/// Every course of bends as far as anybody gets, with its chance.
fn courses(road: &Road, furthest: i32) -> Vec<(f64, Vec<(i32, i16)>)> {
    match road {
        Road::Straight => vec![(1.0, Vec::new())],
        Road::Repeated(bends, length) => {
            let place = |round: i32, bend: &(i32, i16)| ((round * length + bend.0) * 4, bend.1);
            let rounds = 0..=furthest / (length * 4);
            vec![(1.0, rounds.flat_map(|round| bends.iter().map(move |bend| place(round, bend))).collect())]
        }
        Road::Drawn(rows) => {
            let total: f64 = rows.iter().map(|(weight, ..)| weight).sum();
            let mut open = vec![(1.0, Vec::new())];
            let mut done = Vec::new();
            while let Some((chance, bends)) = open.pop() {
                let last = bends.last().map_or(0, |&(place, _)| place);
                if last > furthest {
                    done.push((chance, bends));
                    continue;
                }
                for &(weight, metres, angle) in rows {
                    let further = [bends.clone(), vec![(last + metres * 4, angle)]].concat();
                    open.push((chance * weight / total, further));
                }
            }
            done
        }
    }
}

/// The pursuit of the first by the second.
pub fn play(chase: &Chase, crews: &[Crew; 2]) -> Ends {
    let fastest = crews.iter().flat_map(|crew| {
        let speeds = crew.wants.iter().flat_map(|(_, wants)| wants).map(|&(_, speed)| i32::from(speed.max(2)));
        speeds.map(|speed| crew.safe * speed)
    });
    let furthest = chase.start * 4 + chase.exchanges as i32 * 5 * fastest.max().unwrap_or(0);
    let mut ends = Ends::default();
    for (chance, bends) in courses(&chase.road, furthest) {
        Course { chase, crews, bends }.play(chance, &mut ends);
    }
    ends
}
