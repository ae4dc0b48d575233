//! A further implementation from the rule page alone, by someone who had not read the rules' code: one kind of curve
//! every so many centimetres, no obstacles, fixed dice, nobody shoots, rams or stunts. A driver turns as soon as its
//! curved move reaches the curve, else drives straight up to it.

use crate::exact::{exact, read};
use chaselab_core::End;
use chaselab_systems::fistful::Fistful;
use std::collections::BTreeMap;

/// A driver and a vehicle; distances in tenths of a millimetre.
#[derive(Clone, Copy)]
struct Driver {
    dice: usize,
    quality: u8,
    straight: u32,
    curved: u32,
    /// At most 5: nobody does better than a wall.
    combat: i32,
    place: u32,
    /// How many curves are behind it.
    curves: u32,
    stalled: bool,
}

/// A road, the drivers on it, and the turns they have.
struct Chase {
    /// Where the prey stands at first, from where the curves are counted.
    begins: u32,
    curves_every: u32,
    /// Whether there is something immovable beside the road (rules/fistful.md 2: `city` and `mountain`).
    walls: bool,
    turns: usize,
}

/// All that changes: places, curves passed, engines.
type Standing = [(u32, u32, bool); 2];

impl Chase {
    /// Where the next curve is that the driver has not turned through.
    fn next_curve(&self, driver: Driver) -> u32 {
        self.begins + (driver.curves + 1) * self.curves_every
    }

    /// One action won (rules/fistful.md 2 and 5). Nobody gets past who is ahead, nor through the curve where that one is.
    fn act(&self, driver: Driver, ahead: u32) -> Driver {
        if driver.stalled {
            return Driver { stalled: false, ..driver };
        }
        let curve = self.next_curve(driver);
        if driver.place + driver.curved < curve || ahead <= curve {
            return Driver { place: curve.min(driver.place + driver.straight).min(ahead), ..driver };
        }
        let place = (driver.place + driver.curved).min(curve + self.curves_every).min(ahead);
        Driver { place, curves: driver.curves + 1, ..driver }
    }

    /// All that a turn can come to: with each, its chance, and whether the driver wrecked the vehicle at a wall.
    fn turn(&self, driver: Driver, ahead: u32) -> Vec<(f64, Driver, bool)> {
        let wins_of_a_die = (1..=6).filter(|&face| face == 6 || face != 1 && face >= driver.quality).count();
        let win = wins_of_a_die as f64 / 6.0;
        let mut results = Vec::new();
        for won in 0..=driver.dice {
            let ways = [1.0, driver.dice as f64, (driver.dice * (driver.dice - 1) / 2) as f64, 1.0][won];
            let ways = if won == driver.dice { 1.0 } else { ways };
            let chance = ways * win.powi(won as i32) * (1.0 - win).powi((driver.dice - won) as i32);
            if won > 0 || driver.dice < 3 {
                results.push((chance, (0..won).fold(driver, |driver, _| self.act(driver, ahead)), false));
                continue;
            }
            // Three failures. What stalls already does not move.
            let slides = if driver.stalled { 0 } else { driver.straight };
            for slide in [slides, slides / 2] {
                let place = (driver.place + slide).min(self.next_curve(driver)).min(ahead);
                results.push((chance / 3.0, Driver { place, stalled: true, ..driver }, false));
            }
            // Against a wall (10, no roll): worse by two or more wrecks, by one stalls, as it has already.
            let wrecks = (1..=6).filter(|die| 10 - (die + driver.combat) >= 2).count() as f64 / 6.0;
            let wrecks = if self.walls && !driver.stalled { wrecks } else { 0.0 };
            let stands = Driver { stalled: true, ..driver };
            results.push((chance / 3.0 * wrecks, stands, true));
            results.push((chance / 3.0 * (1.0 - wrecks), stands, false));
        }
        results
    }

    /// Chances of the ends by name, and the mean length.
    fn play(&self, start: [Driver; 2]) -> (BTreeMap<&'static str, f64>, f64) {
        let mut ends = BTreeMap::new();
        let mut length = 0.0;
        let mut standings: BTreeMap<Standing, f64> =
            BTreeMap::from([(start.map(|driver| (driver.place, driver.curves, driver.stalled)), 1.0)]);
        for turn in 1..=self.turns {
            let mut after = BTreeMap::new();
            let mut over = |end, chance: f64| {
                *ends.entry(end).or_insert(0.0) += chance;
                length += chance * turn as f64;
            };
            for (standing, chance) in standings {
                let [prey, catcher] = [0, 1].map(|side| {
                    let (place, curves, stalled) = standing[side];
                    Driver { place, curves, stalled, ..start[side] }
                });
                for (p, prey, wrecked) in self.turn(prey, u32::MAX) {
                    if wrecked {
                        over("prey_crashed", chance * p);
                        continue;
                    }
                    if prey.place - catcher.place > 9_000 {
                        over("escaped", chance * p);
                        continue;
                    }
                    for (q, catcher, wrecked) in self.turn(catcher, prey.place) {
                        if wrecked {
                            over("catcher_crashed", chance * p * q);
                            continue;
                        }
                        if prey.stalled && catcher.place == prey.place {
                            over("caught", chance * p * q);
                        } else {
                            let standing = [prey, catcher].map(|driver| (driver.place, driver.curves, driver.stalled));
                            *after.entry(standing).or_insert(0.0) += chance * p * q;
                        }
                    }
                }
            }
            standings = after;
        }
        let left: f64 = standings.values().sum();
        ends.insert("timeout", left);
        (ends, length + left * self.turns as f64)
    }
}

/// The rules and this twin on one road; the vehicles are of the class `car`.
fn agree(chase: &Chase, start: [Driver; 2]) -> BTreeMap<&'static str, f64> {
    let side = |Driver { dice, quality, straight, curved, combat, .. }: Driver| {
        let [straight, curved] = [straight, curved].map(|length| f64::from(length) / 100.0);
        format!(
            "{{ dice = {dice}, quality = {quality}, speed = {straight}, turn = {curved}, combat = {combat}, ram = \"never\" }}"
        )
    };
    let [prey, catcher] = start.map(side);
    let text = format!(
        "terrain = {{ kind = \"open\" }}\n[fistful]\nstart = {}\nmax_turns = {}\n\
         road = {{ curve_every_cm = {}, immovables = {} }}\nprey = {}\ncatcher = {catcher}\n",
        f64::from(start[0].place) / 100.0,
        chase.turns,
        f64::from(chase.curves_every) / 100.0,
        chase.walls,
        prey.replace(", ram = \"never\"", ""),
    );
    let prepared = read::<Fistful>(&text);
    let rules = exact(&prepared.system, &prepared.behaviours, prepared.max_turns);
    let (ends, length) = chase.play(start);
    for end in End::ALL {
        let twin = ends.get(end.name()).copied().unwrap_or(0.0);
        assert!(
            (rules.end(end) - twin).abs() < 1e-9,
            "{}: {twin} by the twin, {} by the rules",
            end.name(),
            rules.end(end)
        );
    }
    assert!((rules.turns - length).abs() < 1e-9, "{length} turns by the twin, {} by the rules", rules.turns);
    ends
}

const CAR: Driver =
    Driver { dice: 3, quality: 4, straight: 1_800, curved: 1_200, combat: 4, place: 0, curves: 0, stalled: false };

#[test]
fn two_cars_on_a_winding_road() {
    let chase = Chase { begins: 1_800, curves_every: 3_000, walls: false, turns: 10 };
    let ends = agree(&chase, [Driver { place: 1_800, ..CAR }, CAR]);
    assert!(ends["escaped"] > 0.01 && ends["caught"] > 0.1 && ends["timeout"] > 0.01, "{ends:?}");
}

#[test]
fn a_bike_ahead_between_walls() {
    let bike = Driver { straight: 2_400, curved: 1_800, combat: 2, place: 900, quality: 5, ..CAR };
    let chase = Chase { begins: 900, curves_every: 4_500, walls: true, turns: 10 };
    let ends = agree(&chase, [bike, CAR]);
    for end in ["escaped", "caught", "prey_crashed", "catcher_crashed", "timeout"] {
        assert!(ends[end] > 1e-3, "{end}: {ends:?}");
    }
}

#[test]
fn two_dice_against_three_where_curves_are_rare() {
    let chase = Chase { begins: 1_800, curves_every: 9_000, walls: true, turns: 12 };
    let prey = Driver { dice: 2, quality: 3, place: 1_800, ..CAR };
    let ends = agree(&chase, [prey, Driver { quality: 2, ..CAR }]);
    assert!(ends["escaped"] > 1e-4 && ends["catcher_crashed"] > 1e-3, "{ends:?}");
}
