//! Every system's chases, by a naive program, by its rules, compiled and in lanes.

use crate::naive::{self, Played};
use crate::targets::Target;
use chaselab_benches::{MANY, median, nanoseconds, plan};
use chaselab_lab::counts::Counts;
use chaselab_lab::lanes::Lanes;
use chaselab_lab::plan::CHUNK;
use chaselab_lab::player::{Luck, Player};

/// Chases of one measurement, so that what a call costs by itself is lost in them as it is in a chunk of a run, and how many
/// measurements. Lanes take a chunk at a time, as they do in a run.
const CHASES: u64 = 2_000;
const ROUNDS: u64 = 601;

/// Chases by which it is checked that all play the same game, and for which rules are compiled.
const CHECKED: u64 = 200_000;

/// As many chases of a cell as scenarios have, in whole chunks, for which lanes are made and played in one of so many
/// rounds.
const FEW: u64 = 12 * CHUNK;
const SELDOM: u64 = 20;

/// A setting that a naive program plays too.
struct Setting {
    system: &'static str,
    /// What it is, in a few letters.
    what: &'static str,
    scenario: &'static str,
    sets: &'static [&'static str],
    naive: fn(u64) -> Played,
}

/// Short chases and long ones of every system.
const SETTINGS: &[Setting] = &[
    Setting {
        system: "fths",
        what: "risks 0, 0",
        scenario: "jon-and-mad",
        sets: &["grid={}", "fths.prey.risk=0", "fths.catcher.risk=0"],
        naive: |chases| naive::fths::play(chases, 0, 0),
    },
    Setting {
        system: "fths",
        what: "risks 0, 1",
        scenario: "jon-and-mad",
        sets: &["grid={}", "fths.prey.risk=0", "fths.catcher.risk=1"],
        naive: |chases| naive::fths::play(chases, 0, 1),
    },
    Setting {
        system: "fths",
        what: "risks 2, 1",
        scenario: "jon-and-mad",
        sets: &["grid={}", "fths.prey.risk=2", "fths.catcher.risk=1"],
        naive: |chases| naive::fths::play(chases, 2, 1),
    },
    Setting {
        system: "fudge",
        what: "one to one",
        scenario: "pier-showdown",
        sets: &["grid={}", "fudge.catcher.fighters=1"],
        naive: |fights| naive::fudge::play(fights, 1, 0),
    },
    Setting {
        system: "fudge",
        what: "one to two",
        scenario: "pier-showdown",
        sets: &["grid={}"],
        naive: |fights| naive::fudge::play(fights, 2, 0),
    },
    Setting {
        system: "fudge",
        what: "one to two, tough",
        scenario: "pier-showdown",
        sets: &["grid={}", "fudge.prey.capacity=2", "fudge.catcher.capacity=2"],
        naive: |fights| naive::fudge::play(fights, 2, 2),
    },
    Setting {
        system: "fistful",
        what: "dice 2, 3",
        scenario: "kung-fu-dice",
        sets: &["grid={}", "fistful.prey.dice=2", "fistful.catcher.dice=3"],
        naive: |chases| naive::fistful::play(chases, 2, 3),
    },
    Setting {
        system: "fistful",
        what: "dice 3, 2",
        scenario: "kung-fu-dice",
        sets: &["grid={}", "fistful.prey.dice=3", "fistful.catcher.dice=2"],
        naive: |chases| naive::fistful::play(chases, 3, 2),
    },
    Setting {
        system: "fistful",
        what: "dice 1, 1",
        scenario: "kung-fu-dice",
        sets: &["grid={}", "fistful.prey.dice=1", "fistful.catcher.dice=1"],
        naive: |chases| naive::fistful::play(chases, 1, 1),
    },
    Setting {
        system: "reflex",
        what: "1 x, 15 deg",
        scenario: "winding-road",
        sets: &["grid={}", "reflex.prey.speed=1", "reflex.bends.angle=15"],
        naive: |chases| naive::reflex::play(chases, &[(0.0, 15)], 100.0, 300.0, 1.0),
    },
    Setting {
        system: "reflex",
        what: "1.5 x, 45 deg",
        scenario: "winding-road",
        sets: &["grid={}", "reflex.prey.speed=1.5", "reflex.bends.angle=45"],
        naive: |chases| naive::reflex::play(chases, &[(0.0, 45)], 100.0, 300.0, 1.5),
    },
    Setting {
        system: "reflex",
        what: "1.5 x, 3 bends",
        scenario: "winding-road",
        sets: &["grid={}", "reflex.bends=[[80, 45], [120, 90], [300, 20]]", "reflex.break_off=800"],
        naive: |chases| naive::reflex::play(chases, &[(0.0, 20), (80.0, 45), (120.0, 90)], 300.0, 800.0, 1.5),
    },
    Setting {
        system: "thw",
        what: "both bold",
        scenario: "two-cars-downtown",
        sets: &["grid={}", "prey.temper=bold", "catcher.temper=bold"],
        naive: |chases| naive::thw::downtown(chases, "when-behind", "always"),
    },
    Setting {
        system: "thw",
        what: "gunfight",
        scenario: "van-and-cruiser",
        sets: &["grid={}"],
        naive: naive::thw::van,
    },
    Setting {
        system: "thw",
        what: "both steady",
        scenario: "two-cars-downtown",
        sets: &["grid={}", "prey.temper=steady", "catcher.temper=steady"],
        naive: |chases| naive::thw::downtown(chases, "never", "always"),
    },
    Setting {
        system: "track",
        what: "heist",
        scenario: "harbour-heist",
        sets: &["grid={}"],
        naive: naive::track::heist,
    },
    Setting {
        system: "track",
        what: "rooftops",
        scenario: "rooftop-run",
        sets: &["grid={}"],
        naive: naive::track::rooftops,
    },
];

/// Prints a line for each setting of a system, or of all; gives the span of their ratios.
///
/// # Panics
/// When there is no such system.
pub fn measure(system: Option<&str>) -> Vec<Target> {
    println!(
        "{ROUNDS} interleaved rounds of {CHASES} chases on one thread: medians of nanoseconds a turn, and how many"
    );
    println!("times as fast as the naive program\n");
    println!(
        "{:>8} {:>14} {:>8} {:>8} {:>8} {:>7} {:>9} {:>7} {:>8} {:>7} {:>8} {:>7}",
        "system", "setting", "turns", "naive", "rules", "", "compiled", "", "lanes", "", "and made", ""
    );
    let played = SETTINGS.iter().filter(|setting| system.is_none_or(|system| setting.system == system));
    let ratios: Vec<Ratios> = played.map(line).collect();
    assert!(!ratios.is_empty(), "no naive program of {}", system.unwrap_or("any system"));
    vec![
        Target {
            what: "rules over a naive program".into(),
            at_least: "4.5 x",
            measured: span(&ratios, |all| Some(all.rules)),
        },
        Target {
            what: "lanes over a naive program".into(),
            at_least: "60 x",
            measured: span(&ratios, |all| all.lanes),
        },
        Target {
            what: format!("the same of {FEW} chases and made for them"),
            at_least: "-",
            measured: span(&ratios, |all| all.made),
        },
    ]
}

/// How many times as fast as the naive program.
struct Ratios {
    rules: f64,
    /// Where the states fit.
    lanes: Option<f64>,
    /// The same of few chases, with the time that lanes for them take to be made.
    made: Option<f64>,
}

fn span(ratios: &[Ratios], which: impl Fn(&Ratios) -> Option<f64>) -> String {
    let all = || ratios.iter().filter_map(&which);
    if all().next().is_none() {
        return "-".to_owned();
    }
    let (lowest, highest) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    format!("{lowest:.1} to {highest:.1} x")
}

/// Measures one setting and prints its line.
fn line(setting: &Setting) -> Ratios {
    let plan = plan(setting.scenario, setting.sets);
    let cell = plan.cells.iter().find(|cell| cell.system.name() == setting.system).expect("the scenario plays it");
    let player = cell.player.as_ref();
    let compiled = player.compile(CHECKED);
    let in_lanes = compiled.as_ref().and_then(|compiled| Lanes::new(compiled, player.max_turns(), MANY));
    let luck = Luck { seed: 1, cell: 1 };
    let counted = |lanes: &Lanes, chunks: std::ops::Range<u64>| {
        let mut counts = Counts::new(player.max_turns(), player.words());
        chunks.for_each(|chunk| lanes.play(luck, chunk, CHUNK, &mut counts));
        counts
    };
    let theirs = (setting.naive)(CHECKED);
    same_answer(setting, player, &theirs, &player.play(Luck { seed: 2, cell: 2 }, 0..CHECKED, None));
    if let Some(lanes) = &in_lanes {
        same_answer(setting, player, &theirs, &counted(lanes, 0..CHECKED / CHUNK));
    }
    let turns = theirs.turns as f64 / CHECKED as f64;
    let made = || {
        let compiled = player.compile(FEW)?;
        Some(counted(&Lanes::new(&compiled, player.max_turns(), FEW)?, 0..FEW / CHUNK))
    };
    let mut times: [Vec<f64>; 5] = Default::default();
    for round in 0..ROUNDS {
        let these = round * CHASES..(round + 1) * CHASES;
        times[0].push(nanoseconds(|| drop((setting.naive)(CHASES))));
        times[1].push(nanoseconds(|| drop(player.play(luck, these.clone(), None))));
        if let Some(compiled) = &compiled {
            times[2].push(nanoseconds(|| drop(player.play(luck, these, Some(compiled)))));
        }
        if let Some(lanes) = &in_lanes {
            let chunk = nanoseconds(|| drop(counted(lanes, round..round + 1)));
            times[3].push(chunk * CHASES as f64 / CHUNK as f64);
            if round % SELDOM == 0 {
                let whole = nanoseconds(|| drop(made().expect("they fit in fewer columns")));
                times[4].push(whole * CHASES as f64 / FEW as f64);
            }
        }
    }
    let a_turn = |times: Vec<f64>| (!times.is_empty()).then(|| median(times) / (turns * CHASES as f64));
    let [naive, rules, compiled, lanes, made] = times.map(a_turn);
    let naive = naive.expect("it was measured");
    let shown = |ours: Option<f64>, digits: usize| match ours {
        Some(ours) => (format!("{ours:.digits$}"), format!("{:.1}x", naive / ours)),
        None => ("-".to_owned(), String::new()),
    };
    print!("{:>8} {:>14} {turns:>8.3} {naive:>8.1}", setting.system, setting.what);
    for (ours, width, digits) in [(rules, 8, 1), (compiled, 9, 1), (lanes, 8, 2), (made, 8, 2)] {
        let (ours, ratio) = shown(ours, digits);
        print!(" {ours:>width$} {ratio:>7}");
    }
    println!();
    let ratio = |ours| naive / ours;
    Ratios { rules: ratio(rules.expect("it was measured")), lanes: lanes.map(ratio), made: made.map(ratio) }
}

/// Checks that a naive program and the product end as often in every way, and as late: within five standard errors.
fn same_answer(setting: &Setting, player: &dyn Player, theirs: &Played, ours: &Counts) {
    let name = format!("{} ({})", setting.system, setting.what);
    let (n, m) = (CHECKED as f64, ours.chases as f64);
    let known = player.words().ends.iter().map(|end| end.name());
    for end in theirs.ends.keys() {
        assert!(known.clone().any(|name| name == *end), "{name}: the naive program ends a chase as {end}");
    }
    let (mut turns, mut squares) = (0.0, 0.0);
    for &end in &player.words().ends {
        let other = theirs.ends.get(end.name()).copied().unwrap_or(0) as f64 / n;
        let own = ours.end(end) as f64 / m;
        let spread = ((other + own) / n.min(m)).sqrt() + 1.0 / n.min(m);
        assert!((other - own).abs() < 5.0 * spread, "{name}: {} {other} by the naive program, ours {own}", end.name());
        for (length, &count) in ours.lengths(end).iter().enumerate() {
            turns += length as f64 * count as f64;
            squares += (length * length) as f64 * count as f64;
        }
    }
    let (other, own) = (theirs.turns as f64 / n, turns / m);
    let spread = ((squares / m - own * own) * (1.0 / n + 1.0 / m)).sqrt();
    assert!((other - own).abs() <= 5.0 * spread, "{name}: {other} turns by the naive program, ours {own}");
}
