//! A chase allocates nothing, whichever way it is played: however many are played, only what they share is allocated,
//! once. Counted for all of a scenario's cells, so that every table and switch of a grid is played.

use allocation_counter::measure;
use chaselab_lab::counts::Counts;
use chaselab_lab::lanes::Lanes;
use chaselab_lab::plan::{Cell, Plan};
use chaselab_lab::player::Luck;
use chaselab_lab::scenario::{Scenario, Setting};
use chaselab_systems::SystemId;
use std::collections::BTreeSet;
use std::path::Path;

/// Fewer and more chases: what differs is what the further ones allocate.
const FEW: u64 = 10;
const MANY: u64 = 1_010;

/// Scenarios of the repository, and what else is set: every system, by all the parts of its rules.
const PLAYED: &[(&str, &[&str])] = &[
    ("acceleration", &[]),
    ("boats-in-a-channel", &[]),
    ("down-the-pass", &[]),
    ("gunfight-in-traffic", &[]),
    (
        "gunfight-in-traffic",
        &["fths.course={ kind = \"random\", weights = [[2, [\"straight\"]], [1, [\"hairpin\", \"light-traffic\"]]] }"],
    ),
    ("harbour-heist", &[]),
    ("helicopter-after-car", &[]),
    ("jon-and-mad", &["fths.catcher.risk={ mix = { \"0\" = 0.5, \"2\" = 0.5 } }"]),
    ("jon-and-mad", &["fths.course={ kind = \"random\", weights = [[2, [\"straight\"]], [1, [\"hairpin\"]]] }"]),
    ("jon-and-mad", &["fths.rules.damage=full", "fths.prey.answer=ram", "fths.catcher.action=[\"block\", \"ram\"]"]),
    ("jon-and-mad", &["grid={}", "fths.prey.risk=best-reply", "fths.catcher.risk=equilibrium"]),
    ("kung-fu-city", &[]),
    ("kung-fu-city", &["grid={}", "fistful.rules.unit=inch", "fistful.prey.stunt=always"]),
    ("kung-fu-dice", &[]),
    ("kung-fu-dice", &["grid={}", "fistful.prey.dice={ mix = { \"2\" = 0.5, \"3\" = 0.5 } }"]),
    ("one-getaway-four-games", &[]),
    ("one-getaway-four-games", &["then=fudge"]),
    ("pier-showdown", &[]),
    ("pier-showdown", &["fudge.mode=blow-by-blow"]),
    ("pier-showdown", &["fudge.mode=story"]),
    ("rooftop-run", &[]),
    ("showdown", &[]),
    ("two-cars-downtown", &[]),
    ("van-and-cruiser", &[]),
    (
        "van-and-cruiser",
        &["thw.rules={ checks = \"end-of-turn\", risk_dice = \"always-two\", damage_dice = \"flat\" }"],
    ),
    ("winding-road", &[]),
    ("winding-road", &["reflex.surface=water", "reflex.rules={ penalties = \"sum\", early_mishaps = \"banded\" }"]),
    ("winding-road", &["grid={}", "reflex.bends={ weights = [[3, [80, 45]], [1, [40, 90]]] }"]),
    ("winding-road", &["grid={}", "reflex.prey.safe_speed=5", "reflex.catcher.safe_speed=5", "reflex.max_turns=3"]),
    ("winding-road", &["grid={}", "reflex.prey.speed={ mix = { \"1\" = 0.5, \"3\" = 0.5 } }"]),
];

fn plan(name: &str, sets: &[&str]) -> Plan {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenarios/{name}.toml"));
    let sets: Vec<Setting> =
        sets.iter().map(|&text| Setting { option: text.to_owned(), text: text.to_owned() }).collect();
    let scenario = Scenario::load(&file, &sets).unwrap_or_else(|unusable| panic!("{name}: {unusable}"));
    Plan::new(scenario).unwrap_or_else(|unusable| panic!("{name}: {unusable}"))
}

/// Checks that further chases allocate nothing.
fn same(what: &str, play: impl Fn(u64)) {
    // The very first may make a table for all.
    play(1);
    let [few, many] = [FEW, MANY].map(|chases| measure(|| play(chases)).count_total);
    assert_eq!(few, many, "{what}: allocations in {FEW} chases and in {MANY}");
}

/// Plays a cell in every way, and says in which of the quick ones it could be played.
fn check(name: &str, cell: &Cell) -> (bool, bool) {
    let (player, luck) = (cell.player.as_ref(), Luck { seed: 5, cell: cell.key });
    player.solve().unwrap_or_else(|why| panic!("{name}: {why}"));
    let counts = || Counts::new(player.max_turns(), player.words());
    let compiled = player.compile(40_000);
    for (how, compiled) in [("by the rules", None), ("compiled", compiled.as_ref())] {
        same(&format!("{name}, {how}"), |chases| drop(player.play(luck, 0..chases, compiled)));
        same(&format!("{name}, {how}, one by one"), |chases| {
            let mut counts = counts();
            player.each(luck, 0..chases, compiled, &mut |played, events| counts.count(played, events));
        });
    }
    same(&format!("{name}, at random"), |chases| player.each_at_random(None, luck, 0..chases, &mut |_, _| ()));
    let lanes = compiled.as_ref().and_then(|compiled| Lanes::new(compiled, player.max_turns(), 1 << 20));
    if let Some(lanes) = &lanes {
        same(&format!("{name}, in lanes"), |chases| lanes.play(luck, 0, chases, &mut counts()));
    }
    (compiled.is_some(), lanes.is_some())
}

#[test]
fn further_chases_allocate_nothing() {
    let (mut by_rules, mut compiled, mut in_lanes) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for &(name, sets) in PLAYED {
        for cell in &plan(name, sets).cells {
            let name = format!("{name} {sets:?}, {} {}", cell.system.name(), cell.index);
            let (is_compiled, is_in_lanes) = check(&name, cell);
            by_rules.insert(cell.system);
            compiled.extend(is_compiled.then_some(cell.system));
            in_lanes.extend(is_in_lanes.then_some(cell.system));
        }
    }
    let all: BTreeSet<SystemId> = SystemId::ALL.iter().copied().collect();
    assert_eq!(by_rules, all);
    assert_eq!(compiled, all);
    assert_eq!(in_lanes, all);
}

#[test]
fn what_is_allocated_is_counted() {
    let once_a_chase = |chases: u64| (0..chases).for_each(|chase| drop(std::hint::black_box(vec![chase])));
    assert_eq!(measure(|| once_a_chase(FEW)).count_total, FEW);
}
