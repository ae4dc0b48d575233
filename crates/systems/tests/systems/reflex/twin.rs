//! A second, small implementation of one simple setting, from the rule page alone: ground vehicles without passengers'
//! business, one bend every so many metres, speeds that aim at one multiple, all switches at their defaults.

use chaselab_core::End;
use std::collections::BTreeMap;

/// A car and its driver.
#[derive(Clone, Copy)]
pub struct Car {
    pub coordination: i64,
    /// How many d20, of which the lowest counts.
    pub dice: u32,
    pub bonus: i64,
    /// Safe speed in metres.
    pub safe: i64,
    /// The speed it aims at, in halves of the safe one.
    pub aims_at: i64,
}

/// A setting in metres.
#[derive(Clone, Copy)]
pub struct Setting {
    pub prey: Car,
    pub catcher: Car,
    pub start: i64,
    pub break_off: i64,
    /// Distance from bend to bend, and what their angle subtracts; none for a straight road.
    pub bends: Option<(i64, i64)>,
    pub exchanges: u32,
}

/// Where one car stands; places in quarters of a metre.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct At {
    place: i64,
    halves: i64,
    lost_halves: i64,
    exchange_penalty: i64,
    /// The last tick on which an oversteer still shakes the crew.
    shaken_until: Option<i64>,
    suspension: i64,
    hurt: bool,
    out: bool,
}

type Cars = [At; 2];

/// Chances of ends, and the mean length.
pub fn play(setting: &Setting) -> (BTreeMap<End, f64>, f64) {
    let at = |place| At {
        place: 4 * place,
        halves: 2,
        lost_halves: 0,
        exchange_penalty: 0,
        shaken_until: None,
        suspension: 0,
        hurt: false,
        out: false,
    };
    let mut ends = BTreeMap::new();
    let mut length = 0.0;
    let mut now: BTreeMap<Cars, f64> = BTreeMap::from([([at(setting.start), at(0)], 1.0)]);
    for exchange in 1..=setting.exchanges {
        let mut after = BTreeMap::new();
        for (cars, chance) in now {
            for (ticks, also) in initiatives(setting) {
                one_exchange(setting, cars, chance * also, ticks, &mut after, &mut |end, chance| {
                    *ends.entry(end).or_insert(0.0) += chance;
                    length += chance * f64::from(exchange);
                });
            }
        }
        now = after;
    }
    let left: f64 = now.values().sum();
    ends.insert(End::Timeout, left);
    (ends, length + left * f64::from(setting.exchanges))
}

/// Both ticks from which the drivers may Drive, 0 for not at all.
fn initiatives(setting: &Setting) -> BTreeMap<[i64; 2], f64> {
    let mut all = BTreeMap::new();
    for prey in 1..=20 {
        for catcher in 1..=20 {
            let tick = |roll: i64, car: Car| ((roll + car.bonus).div_euclid(5) * 5).clamp(0, 25);
            let ticks = [tick(prey, setting.prey), tick(catcher, setting.catcher)];
            *all.entry(ticks).or_insert(0.0) += 1.0 / 400.0;
        }
    }
    all
}

fn one_exchange(
    setting: &Setting,
    mut cars: Cars,
    chance: f64,
    ticks: [i64; 2],
    after: &mut BTreeMap<Cars, f64>,
    end: &mut impl FnMut(End, f64),
) {
    for (car, aims_at) in cars.iter_mut().zip([setting.prey.aims_at, setting.catcher.aims_at]) {
        let cap = [6, 4, 2][car.suspension as usize];
        car.halves = aims_at.clamp((car.halves - 2).max(0), (car.halves + 2).min(6)).min(cap);
    }
    let mut now = BTreeMap::from([(cars, chance)]);
    for tick in [25, 20, 15, 10, 5] {
        for (mover, car) in [setting.prey, setting.catcher].into_iter().enumerate() {
            let mut moved = BTreeMap::new();
            for (cars, chance) in now {
                for (at, also) in one_move(setting, car, cars[mover], tick, ticks[mover]) {
                    let mut cars = cars;
                    cars[mover] = at;
                    *moved.entry(cars).or_insert(0.0) += chance * also;
                }
            }
            now = moved;
        }
        now.retain(|[prey, catcher], chance| {
            let over = match (prey.out, catcher.out) {
                (true, true) => Some(End::BothCrashed),
                (true, false) => Some(End::PreyCrashed),
                (false, true) => Some(End::CatcherCrashed),
                (false, false) => (prey.place <= catcher.place).then_some(End::Caught),
            };
            if let Some(over) = over {
                end(over, *chance);
            }
            over.is_none()
        });
    }
    for (cars, chance) in now {
        if cars[0].place - cars[1].place >= 4 * setting.break_off {
            end(End::Escaped, chance);
            continue;
        }
        *after.entry(cars.map(|at| At { exchange_penalty: 0, shaken_until: None, ..at })).or_insert(0.0) += chance;
    }
}

/// One move: where the car can be after it.
fn one_move(setting: &Setting, car: Car, at: At, tick: i64, drives_from: i64) -> BTreeMap<At, f64> {
    // Half the safe speed in metres is twice it in quarters.
    let whole = at.halves * car.safe * 2;
    let driven = match at.lost_halves {
        0 => whole,
        1 => whole / 2,
        _ => 0,
    };
    let begins = at.place;
    let moved = At { place: begins + driven, lost_halves: (at.lost_halves - 2).max(0), ..at };
    let mut now = BTreeMap::from([(moved, 1.0)]);
    let Some((every, angle)) = setting.bends else { return now };
    let bends = (begins + driven).div_euclid(4 * every) - begins.div_euclid(4 * every);
    for _ in 0..bends {
        let mut next = BTreeMap::new();
        for (at, chance) in now {
            if at.out {
                *next.entry(at).or_insert(0.0) += chance;
                continue;
            }
            if tick > drives_from {
                *next.entry(At { lost_halves: at.lost_halves + 2, ..at }).or_insert(0.0) += chance;
                continue;
            }
            let shaken = if at.shaken_until.is_some_and(|until| tick >= until) { -1 } else { 0 };
            let target = car.coordination
                - angle
                - [0, 0, 0, 1, 1, 2, 2][at.halves as usize]
                - at.suspension
                - i64::from(at.hurt)
                + at.exchange_penalty.min(shaken);
            for die in 1..=20_i64 {
                let lowest = |from: i64| (f64::from(21 - from as i32) / 20.0).powi(car.dice as i32);
                let shows = lowest(die) - lowest(die + 1);
                for (at, also) in mishap(car, at, die - target, tick) {
                    *next.entry(at).or_insert(0.0) += chance * shows * also;
                }
            }
        }
        now = next;
    }
    now
}

/// What a margin of failure does.
fn mishap(car: Car, at: At, margin: i64, tick: i64) -> Vec<(At, f64)> {
    let worse = |at: At, penalty: i64, suspension: i64| At {
        lost_halves: at.lost_halves + 3,
        exchange_penalty: at.exchange_penalty.min(penalty),
        suspension: at.suspension.max(suspension),
        ..at
    };
    let sure = |at: At| vec![(at, 1.0)];
    match margin {
        ..=0 => sure(at),
        1 | 3 => sure(At { lost_halves: at.lost_halves + 2, ..at }),
        2 | 4 => sure(At { lost_halves: at.lost_halves + 1, shaken_until: Some(tick - 5), ..at }),
        5 | 6 => sure(worse(at, -2, 0)),
        7 | 8 => sure(worse(at, -3, 1)),
        9 | 10 => {
            let at = worse(at, -4, 2);
            let passes = car.coordination.clamp(0, 20) as f64 / 20.0;
            if at.hurt { sure(at) } else { vec![(at, passes), (At { hurt: true, ..at }, 1.0 - passes)] }
        }
        _ => sure(At { out: true, ..at }),
    }
}
