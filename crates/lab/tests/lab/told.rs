//! The told chase is the played chase, and a script is played as it is written.

use crate::plan;
use chaselab_core::{End, Line};
use chaselab_lab::counts::Counts;
use chaselab_lab::find;
use chaselab_lab::plan::Plan;
use chaselab_lab::player::{Luck, Tale};
use chaselab_lab::run::{Unwatched, run};
use chaselab_lab::scenario::Scenario;
use chaselab_lab::told::{Happening, Told};

const CHASES: u64 = 10_000;

const SETTINGS: [&str; 7] = [
    "systems = [\"fths\", \"thw\"]\nfths.rules.damage = \"off\"\n[prey]\ntemper = \"bold\"\nweapon = \"pistol\"\n[catcher]\ntemper = \"reckless\"\nvehicle = \"police-cruiser\"\n",
    "systems = [\"fths\"]\n[fths]\nrules.damage = \"off\"\nprey.risk = { mix = { \"0\" = 0.5, \"2\" = 0.5 } }\ncatcher.risk = { \"0\" = 2, \"1+\" = 1 }\n",
    "systems = [\"fths\"]\n[fths]\nrules.damage = \"off\"\nrules.break_off = 3\nstart = 3\n",
    "systems = [\"fths\"]\n[fths]\nrules.damage = \"off\"\nmax_turns = 8\ncourse = { kind = \"open\" }\nprey.risk = \"equilibrium\"\ncatcher.risk = \"equilibrium\"\n",
    "systems = [\"thw\"]\n[thw]\nmax_turns = 5\nprey.maneuver = \"always\"\ncatcher.answer = \"always\"\n",
    "systems = [\"reflex\"]\n[reflex]\nstart = 30\nbreak_off = 120\nbends = { every = 8, angle = 45 }\nprey = { safe_speed = 7, speed = 2 }\ncatcher = { safe_speed = 8, speed = { \"0..19\" = 1.5, \"20+\" = 3 } }\n",
    "systems = [\"track\"]\n[track.prey.maneuvers]\njump = { roll = \"1d20\", check = 11, effect = { \">= 0\" = 1 } }\n[track.catcher.maneuvers]\nfollow = { roll = \"2d6\", effect = { \">= 2\" = -1 } }\n",
];

fn tell(plan: &Plan, cell: usize, chase: u64) -> Told {
    let cell = &plan.cells[cell];
    let luck = Luck { seed: plan.scenario.seed, cell: cell.key };
    cell.player.tell(Tale::Chase(luck, chase)).unwrap()
}

#[test]
fn ten_thousand_told_chases_are_what_a_run_counts() {
    for text in SETTINGS {
        let plan = plan(text, &["method=sampled", "chases=10_000"]).unwrap_or_else(|unusable| panic!("{unusable}"));
        let found = run(&plan, 2, &Unwatched).unwrap();
        for (index, found) in found.iter().enumerate() {
            let player = &plan.cells[index].player;
            let mut counts = Counts::new(player.max_turns(), player.words());
            for chase in 0..CHASES {
                let told = tell(&plan, index, chase);
                let played = told.played.unwrap();
                counts.count(played, &told.events);
                let turns = told.turns.iter().filter(|turn| turn.turn > 0).map(|turn| turn.turn);
                assert!(turns.eq(1..=played.turns), "{text}: chase {chase} tells other turns than it has");
                assert_eq!(
                    written_events(&told, player.words().events.len()),
                    told.events[..player.words().events.len()]
                );
            }
            assert_eq!(Some(&counts), found.counts.as_ref(), "{text}: cell {index}");
        }
    }
}

/// How often each event stands in the turns.
fn written_events(told: &Told, kinds: usize) -> Vec<u16> {
    let mut events = vec![0; kinds];
    for happening in told.turns.iter().flat_map(|turn| &turn.happenings) {
        if let Happening::Line(Line::Event(event)) = happening {
            events[usize::from(event.0)] += 1;
        }
    }
    events
}

#[test]
fn the_first_chase_that_ends_so_is_found() {
    let plan = plan(SETTINGS[0], &[]).unwrap();
    let cell = &plan.cells[0];
    let luck = Luck { seed: plan.scenario.seed, cell: cell.key };
    let either = [End::PreyCrashed, End::CatcherCrashed];
    for ends in [&either[..1], &either[1..], &[End::Escaped], &either] {
        let ends_so = |chase: &u64| ends.contains(&tell(&plan, 0, *chase).played.unwrap().end);
        let by_telling = |from: u64| (from..100_000).find(ends_so);
        let first = by_telling(0);
        assert!(first.is_some());
        assert_eq!(find::first(&*cell.player, luck, ends, 0..100_000), first, "{ends:?}");
        let second = by_telling(first.unwrap() + 1);
        assert_eq!(find::first(&*cell.player, luck, ends, first.unwrap() + 1..100_000), second);
    }
    assert_eq!(find::first(&*cell.player, luck, &[End::BothCrashed], 0..0), None);
}

fn example(name: &str) -> Plan {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/examples").join(name);
    Plan::new(Scenario::load(&file, &[]).unwrap_or_else(|unusable| panic!("{unusable}"))).unwrap()
}

fn tell_script(plan: &Plan) -> Result<Told, String> {
    let script = plan.scenario.root.get("script").unwrap();
    plan.cells[0].player.tell(Tale::Script(script)).map_err(|problem| problem.message)
}

#[test]
fn the_books_examples_are_told() {
    // rules/fths.md 9: distances at the beginning of each turn, and 2 after the fifth.
    let told = tell_script(&example("jon-and-mad.toml")).unwrap();
    let gaps: Vec<i16> = told.turns.iter().map(|turn| turn.view.gap()).collect();
    assert_eq!((gaps, told.last.gap(), told.played), (vec![3, 2, 3, 2, 1], 2, None));
    // rules/thw.md 4: gap 6, 5, and then the cruiser has passed.
    let told = tell_script(&example("van-and-cruiser.toml")).unwrap();
    let gaps: Vec<i16> = told.turns.iter().map(|turn| turn.view.gap()).collect();
    assert_eq!((gaps, told.last.gap()), (vec![6, 5], -1));
    assert_eq!(told.played.map(|played| (played.end, played.turns)), Some((End::Caught, 2)));
}

#[test]
fn what_does_not_fit_in_a_script_is_said() {
    let of = |script: &str| {
        let text = format!(
            "systems = [\"fths\"]\n[fths]\nrules.damage = \"off\"\ncourse = {{ kind = \"open\" }}\n[script]\n{script}\n"
        );
        tell_script(&plan(&text, &[]).unwrap_or_else(|unusable| panic!("{unusable}"))).err().unwrap_or_default()
    };
    assert_eq!(of("picks.prey.risk = [0]\npicks.catcher.risk = [0]\ndice = [0, 0]"), "");
    assert_eq!(of("picks.prey.risk = [0]\ndice = [0]"), "the script ran out: roll 2 asks for 4dF");
    assert_eq!(
        of("picks.prey.risk = [0]\ndice = [0, 7]"),
        "roll 2 asks for 4dF, which shows -4 to 4, but the script says 7"
    );
    assert_eq!(of("picks.prey.risk = [0]\ndice = [0, 0, 1]"), "1 results of the script were never asked for");
    assert_eq!(
        of("picks.prey.risk = [0]\npicks.prey.action = [\"wait\", \"wait\"]\ndice = [4, -4]"),
        "1 picks of picks.prey.action were never asked for"
    );
    assert_eq!(of("picks.prey.risk = [9]"), "picks.prey.risk cannot be 9");
    assert_eq!(of("picks.prey.rsk = [1]"), "there is no decision `rsk`");
    assert_eq!(of("picks.prie.risk = [1]"), "unknown key `prie` in picks");
    assert_eq!(
        of("picks.prey.risk = [0]\npicks.catcher.risk = [-1]\npicks.prey.action = [\"lose\"]\ndice = [0, 0]"),
        "picks.prey.action cannot be lose here: the rules do not offer it"
    );
}
