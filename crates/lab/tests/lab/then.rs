//! A fight after a chase: put together from what each is by itself.

use crate::{loaded, plan, results};
use chaselab_core::{Action, Detail, End, Event, Group, Next, Pace, Pair, Side, System, every};
use chaselab_lab::counts::Counts;
use chaselab_lab::game::{Depth, Question};
use chaselab_lab::plan::Plan;
use chaselab_lab::player::{Luck, Tale};
use chaselab_lab::results::Results;
use chaselab_lab::run::{Unwatched, run};
use chaselab_lab::told::Told;
use chaselab_solve::{Exact, Limits};
use chaselab_systems::thw::Thw;
use chaselab_systems::{Input, Playable, Prepared, SystemId};
use std::collections::{BTreeMap, HashMap};

const FIGHT: &str = "[fudge.prey]\nskill = \"Good\"\nfighters = 2\nyield_at = \"hurt\"\n[fudge.catcher]\nskill = \"Great\"\ndamage_factor = 2\npoints = 1\nreroll = \"always\"\n";

/// A detail of `caught`, and who is stunned then.
type Lead = (&'static str, &'static str);

/// A system, its scenario, and the details of `caught` that lead to a fight.
const CHASES: [(&str, &str, &[Lead]); 5] = [
    (
        "fths",
        "[terrain]\nkind = \"highway\"\n[catcher]\nvehicle = \"police-cruiser\"\ntemper = \"bold\"\n[fths]\nrules.damage = \"off\"\n",
        &[("blocked", "")],
    ),
    (
        "thw",
        "[prey]\ntemper = \"bold\"\nweapon = \"pistol\"\n[catcher]\ntemper = \"bold\"\n[thw]\nstart = 4\n",
        &[("prey_stunned", "prey"), ("both_active", ""), ("catcher_stunned", "catcher"), ("passed", "")],
    ),
    (
        "thw",
        "[thw]\nmax_turns = 6\n",
        &[("prey_stunned", "prey"), ("both_active", ""), ("catcher_stunned", "catcher"), ("passed", "")],
    ),
    ("reflex", "[terrain]\nkind = \"open\"\n[reflex]\nstart = 10\nmax_turns = 4\ncatcher.speed = 2\n", &[("", "")]),
    (
        "track",
        "[track]\nstart = 2\nfree_at = 4\nstopped_at = 0\n[[track.prey.maneuvers]]\nname = \"run\"\nroll = \"1d6\"\ncheck = \"opposed\"\neffect = { \">= 1\" = 1 }\n[[track.catcher.maneuvers]]\nname = \"run\"\nroll = \"1d6\"\ncheck = \"opposed\"\neffect = { \">= 1\" = 1 }\n",
        &[("", "")],
    ),
];

fn followed(system: &str, chase: &str) -> String {
    format!("systems = [\"{system}\"]\nthen = \"fudge\"\nchases = 300_000\n{chase}{FIGHT}")
}

fn planned(text: &str, sets: &[&str]) -> Plan {
    plan(text, sets).unwrap_or_else(|unusable| panic!("{text}: {unusable}"))
}

fn exact(text: &str, sets: &[&str]) -> (Exact, Plan) {
    let plan = planned(text, sets);
    (plan.cells[0].player.exact(Limits::default()).unwrap(), plan)
}

/// The fight of a scenario by itself, one side stunned: out of action for a round.
fn fight_alone(scenario: &str, stunned: &str) -> (Exact, Plan) {
    let set = format!("fudge.{stunned}.out_of_action=1");
    let mut sets = vec!["then=none", "systems=[\"fudge\"]"];
    sets.extend((!stunned.is_empty()).then_some(set.as_str()));
    exact(scenario, &sets)
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

#[test]
fn the_whole_is_the_chase_times_the_fight() {
    for (system, chase, leads) in CHASES {
        let (whole, plan) = exact(&followed(system, chase), &[]);
        let (alone, alone_plan) = exact(&followed(system, chase), &["then=none"]);
        let details = |plan: &Plan| plan.cells[0].player.words().details.clone();
        let (chase_details, all_details) = (details(&alone_plan), details(&plan));
        // By hand: every outcome of the chase, or of the fight that its detail leads to, under its name.
        let mut expected: BTreeMap<(End, String), f64> = BTreeMap::new();
        let mut by_length: BTreeMap<(End, usize), f64> = BTreeMap::new();
        let (mut fights, mut rounds) = (0.0, 0.0);
        for (end, detail, lengths) in alone.outcomes_by_length() {
            let name = &chase_details[usize::from(detail.0)];
            let lead = leads.iter().find(|(by, _)| end == End::Caught && by == name);
            let mut add = |end: End, name: String, share: f64| {
                *expected.entry((end, name)).or_default() += share * lengths.iter().sum::<f64>();
                for (turns, p) in lengths.iter().enumerate() {
                    *by_length.entry((end, turns)).or_default() += share * p;
                }
            };
            match lead {
                None => add(end, name.clone(), 1.0),
                Some((_, stunned)) => {
                    let (fight, fight_plan) = fight_alone(&followed(system, chase), stunned);
                    for &(end, by, p) in fight.outcomes() {
                        let by = &details(&fight_plan)[usize::from(by.0)];
                        add(end, if by.is_empty() { "fight".into() } else { format!("fight_{by}") }, p);
                    }
                    fights += lengths.iter().sum::<f64>();
                    rounds += lengths.iter().sum::<f64>() * fight.mean_turns();
                }
            }
        }
        assert!(fights > 0.01, "{chase}");
        let found: BTreeMap<(End, String), f64> =
            whole.outcomes().iter().map(|&(end, by, p)| ((end, all_details[usize::from(by.0)].clone()), p)).collect();
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{chase}");
        for (key, p) in &expected {
            assert!(near(found[key], *p), "{chase}: {key:?} {} {p}", found[key]);
        }
        for ((end, turns), p) in by_length {
            assert!(near(whole.length(Some(end)).get(turns).copied().unwrap_or(0.0), p), "{chase}: {end:?} {turns}");
        }
        assert!(near(whole.total(), 1.0) && near(whole.mean_turns(), alone.mean_turns()), "{chase}");
        let words = plan.cells[0].player.words();
        let event = |name: &str| {
            let index = words.events.iter().position(|event| event == name).unwrap_or_else(|| panic!("{name}"));
            whole.event(Event(index as u8))
        };
        assert!(near(event("fights"), fights) && near(event("fight_rounds"), rounds), "{chase}");
        if leads.len() > 1 {
            let each: f64 = leads.iter().map(|(name, _)| event(&format!("fights_{name}"))).sum();
            assert!(near(each, fights), "{chase}");
        }
        // No end is reached that is not announced.
        assert!(whole.outcomes().iter().all(|(end, ..)| words.ends.contains(end)), "{chase}");
    }
}

#[test]
fn a_stunned_side_loses_a_round() {
    // One against one, and whoever is hit is out: a stunned prey is hit first with a better chance.
    let fight = "[fudge]\nmax_turns = 200\nprey = { damage_factor = 9 }\ncatcher = { damage_factor = 9 }\n";
    let out = |stunned: &str| {
        let text = format!("systems = [\"fudge\"]\n{fight}");
        let set = format!("fudge.{stunned}.out_of_action=1");
        let sets = if stunned.is_empty() { vec![] } else { vec![set.as_str()] };
        exact(&text, &sets).0.end(End::PreyDisabled)
    };
    let (none, prey, catcher) = (out(""), out("prey"), out("catcher"));
    assert!(near(none, 0.5) && near(prey + catcher, 1.0) && prey > 0.8, "{none} {prey} {catcher}");
    let thw = "systems = [\"thw\"]\nthen = \"fudge\"\n[thw]\nstart = 1\n";
    let (alone, alone_plan) = exact(thw, &["then=none"]);
    let whole = exact(&format!("{thw}{fight}"), &[]).0;
    let caught = |name: &str| {
        let details = &alone_plan.cells[0].player.words().details;
        let index = details.iter().position(|detail| detail == name).unwrap() as u8;
        alone.outcomes().iter().filter(|outcome| outcome.1 == Detail(index)).map(|outcome| outcome.2).sum::<f64>()
    };
    let expected = caught("prey_stunned") * prey
        + caught("catcher_stunned") * catcher
        + (caught("both_active") + caught("passed")) * none;
    assert!(near(whole.end(End::PreyDisabled) - alone.end(End::PreyDisabled), expected));
    // Longer where the scenario says so: then being stunned adds nothing.
    let longer = exact(&format!("{thw}{fight}"), &["fudge.prey.out_of_action=2"]).0;
    let two =
        exact(&format!("systems = [\"fudge\"]\n{fight}"), &["fudge.prey.out_of_action=2"]).0.end(End::PreyDisabled);
    let both = exact(
        &format!("systems = [\"fudge\"]\n{fight}"),
        &["fudge.prey.out_of_action=2", "fudge.catcher.out_of_action=1"],
    );
    let expected = (caught("prey_stunned") + caught("both_active") + caught("passed")) * two
        + caught("catcher_stunned") * both.0.end(End::PreyDisabled);
    assert!(near(longer.end(End::PreyDisabled) - alone.end(End::PreyDisabled), expected));
}

#[test]
fn sampled_agrees_with_exact() {
    for (system, chase, _) in CHASES {
        let found = results(&followed(system, chase), &["method=both"], 2);
        let cell = &found.cells[0];
        let check = cell.check.unwrap();
        assert!(check.z.abs() < 4.5, "{chase}: {check:?}");
        let expected = results(&followed(system, chase), &["method=exact"], 2);
        for ((name, mean), (_, exact)) in cell.events.iter().zip(&expected.cells[0].events) {
            let spread = 2.5 * (mean.high - mean.low).max(1e-4);
            assert!((mean.mean - exact.mean).abs() < spread, "{chase}: {name} {mean:?} {exact:?}");
        }
        let all: f64 = cell.ends.iter().map(|(_, rate)| rate.rate).sum();
        assert!((all - 1.0).abs() < 1e-9, "{chase}: an end is missing");
    }
}

#[test]
fn told_chases_are_what_a_run_counts_and_compiled_rules_play_them() {
    for (system, chase, _) in CHASES {
        let plan = planned(&followed(system, chase), &["method=sampled", "chases=3000"]);
        let cell = &plan.cells[0];
        let luck = Luck { seed: plan.scenario.seed, cell: cell.key };
        let tell = |chase| -> Told { cell.player.tell(Tale::Chase(luck, chase)).unwrap() };
        let mut told_counts = Counts::new(cell.player.max_turns(), cell.player.words());
        let mut fights = 0;
        for chase in 0..3_000 {
            let told = tell(chase);
            told_counts.count(told.played.unwrap(), &told.events);
            if let Some(fight) = &told.then {
                fights += 1;
                assert_eq!(fight.chase.end, End::Caught);
                assert_eq!(fight.told.played.unwrap().end, told.played.unwrap().end);
            }
        }
        assert!(fights > 10, "{chase}");
        assert!(cell.player.play(luck, 0..3_000, None) == told_counts, "{chase}");
        if let Some(compiled) = cell.player.compile(1_000_000) {
            assert!(cell.player.play(luck, 0..3_000, Some(&compiled)) == told_counts, "{chase}");
        }
        let found = run(&plan, 2, &Unwatched).unwrap();
        assert_eq!(found[0].counts.as_ref(), Some(&told_counts), "{chase}");
    }
}

#[test]
fn the_chase_is_the_same_with_and_without_a_fight() {
    let (system, chase, _) = CHASES[1];
    let with = planned(&followed(system, chase), &[]);
    let without = planned(&followed(system, chase), &["then=none"]);
    for chase in 0..500 {
        let tell = |plan: &Plan| {
            let luck = Luck { seed: plan.scenario.seed, cell: plan.cells[0].key };
            plan.cells[0].player.tell(Tale::Chase(luck, chase)).unwrap()
        };
        let (whole, alone) = (tell(&with), tell(&without));
        assert_eq!(whole.turns, alone.turns);
        assert_eq!(whole.then.map_or(whole.played, |fight| Some(fight.chase)), alone.played);
    }
}

const GRID: &str = "systems = [\"fths\", \"thw\"]\nthen = \"fudge\"\nmethod = \"sampled\"\nchases = 40_000\n[catcher]\nvehicle = \"police-cruiser\"\ntemper = \"bold\"\n[fths]\nrules.damage = \"off\"\n[fudge]\nprey.yield_at = \"hurt\"\n[grid]\n\"fudge.catcher.fighters\" = [1, 2]\n\"prey.driving\" = [\"Fair\", \"Good\"]\n\"thw.start\" = [3, 5]\n";

#[test]
fn factors_of_the_fight_multiply_every_system_and_threads_change_nothing() {
    let one = results(GRID, &[], 1);
    assert!(one == results(GRID, &[], 2));
    let cells = |found: &Results, system: SystemId| found.cells.iter().filter(|cell| cell.system == system).count();
    assert_eq!((cells(&one, SystemId::Fths), cells(&one, SystemId::Thw)), (4, 8));
    let caught: Vec<f64> = one.cells.iter().map(|cell| cell.end(End::PreyDisabled).unwrap().rate).collect();
    assert!(caught[2] > 2.0 * caught[0] && caught[3] > 2.0 * caught[1], "two catchers win more fights: {caught:?}");
    // Without a fight its factors are nobody's.
    assert!(loaded(GRID, &["then=none"]).is_ok() && plan(GRID, &["then=none"]).is_err());
}

#[test]
fn what_cannot_follow_is_said() {
    let message = |text: &str| match plan(text, &[]) {
        Ok(_) => panic!("{text}"),
        Err(unusable) => {
            format!("{} / {:?} / {:?}", unusable.problem, unusable.problem.expected, unusable.problem.help)
        }
    };
    let found = message("systems = [\"fths\"]\nthen = \"thw\"\n");
    assert!(found.contains("cannot follow a chase: it is one itself") && found.contains("fudge"), "{found}");
    let found = message("systems = [\"fths\"]\nthen = \"fugde\"\n");
    assert!(found.contains("nothing called `fugde`") && found.contains("did you mean `fudge`"), "{found}");
    let found = message("systems = [\"fths\", \"fudge\"]\nthen = \"fudge\"\n");
    assert!(found.contains("a fight follows a chase, not itself"), "{found}");
    let found = message("systems = [\"fths\"]\nthen = \"fudge\"\nfudge.prey.fightres = 2\n");
    assert!(found.contains("fightres"), "{found}");
    let scripted = planned("systems = [\"thw\"]\nthen = \"fudge\"\n[script]\ndice = [1]\n", &[]);
    let script = scripted.scenario.root.get("script").unwrap();
    let problem = scripted.cells[0].player.tell(Tale::Script(script)).unwrap_err();
    assert!(problem.message.contains("a chase alone"), "{problem:?}");
}

/// A chase in which the prey alone decides, by looking at every choice and every roll from the start on.
struct Brute<'a> {
    rules: &'a Thw,
    prepared: &'a Prepared<Thw>,
    /// What a caught prey is worth, by detail.
    fights: [f64; 5],
    seen: HashMap<(<Thw as System>::State, u16), f64>,
}

impl Brute<'_> {
    fn worth(&mut self, state: &<Thw as System>::State, turn: u16) -> f64 {
        if turn > self.prepared.max_turns {
            return 0.0;
        }
        if let Some(&known) = self.seen.get(&(*state, turn)) {
            return known;
        }
        let worth = match self.rules.next(state) {
            Next::Over(End::Caught, detail) => self.fights[usize::from(detail.0)],
            Next::Over(End::Escaped | End::CatcherCrashed | End::CatcherDisabled, _) => 1.0,
            Next::Over(..) => 0.0,
            Next::Resolve => {
                let mut after = Vec::new();
                every(
                    |chance| {
                        let mut after = *state;
                        let pace = self.rules.resolve(&mut after, chance);
                        (after, pace)
                    },
                    |p, (state, pace), _| after.push((p, state, pace)),
                );
                after
                    .into_iter()
                    .map(|(p, state, pace)| p * self.worth(&state, turn + u16::from(pace == Pace::NextTurn)))
                    .sum()
            }
            Next::Choose(asked) => {
                let gap = self.rules.view(state).gap();
                let catcher = if asked.catcher.waits() {
                    vec![(1.0, Action(0))]
                } else {
                    let behaviour = &self.prepared.behaviours.catcher[usize::from(asked.catcher.decision.0)];
                    let mix = behaviour.distribution(asked.catcher, gap);
                    mix.into_iter().map(|part| (part.probability, part.action)).collect()
                };
                let prey: Vec<Action> =
                    if asked.prey.waits() { vec![Action(0)] } else { asked.prey.options.iter().collect() };
                let mut best = f64::NEG_INFINITY;
                for action in prey {
                    let mut sum = 0.0;
                    for &(p, answer) in &catcher {
                        let mut after = *state;
                        self.rules.choose(&mut after, Pair::new(action, answer));
                        sum += p * self.worth(&after, turn);
                    }
                    best = best.max(sum);
                }
                best
            }
        };
        self.seen.insert((*state, turn), worth);
        worth
    }
}

#[test]
fn the_solver_values_a_catch_by_the_fight() {
    let text = "systems = [\"thw\"]\nthen = \"fudge\"\n[prey]\nweapon = \"pistol\"\n[thw]\nmax_turns = 4\nstart = 3\ncatcher.maneuver = \"when-behind\"\n[fudge.prey]\nskill = \"Good\"\ndamage_factor = 4\n[fudge.catcher]\ndamage_factor = 4\n";
    let planned = planned(text, &[]);
    let prepared = Thw::read(&Input::new(&planned.scenario.root, SystemId::Thw).unwrap()).unwrap();
    let fight = |stunned: &str| fight_alone(text, stunned).0.group(Group::Free);
    let (none, prey, catcher) = (fight(""), fight("prey"), fight("catcher"));
    assert!(none > prey + 0.01 && catcher > none + 0.01, "{none} {prey} {catcher}");
    // rules/thw.md 3: no detail, prey stunned, both active, catcher stunned, passed.
    let fights = [f64::NAN, prey, none, catcher, none];
    let mut brute = Brute { rules: &prepared.system, prepared: &prepared, fights, seen: HashMap::new() };
    let mut starts = Vec::new();
    every(|chance| prepared.system.start(chance), |p, state, _| starts.push((p, state)));
    let expected: f64 = starts.into_iter().map(|(p, state)| p * brute.worth(&state, 1)).sum();
    let free = "prey.shoot,prey.maneuver,prey.answer";
    let question = Question::new("free", Some(free)).unwrap();
    let player = &planned.cells[0].player;
    let answer = player.answer(&question, Depth::Whole).unwrap();
    assert!((answer.certificate.value - expected).abs() < 1e-12, "{:?} {expected}", answer.certificate);
    assert_eq!(answer.fights.len(), 3);
    // What becomes of the chase and its fights is what the value is made of, and what a best reply comes to that is played.
    let becomes = &answer.played;
    assert!(near(becomes.group(Group::Free), expected), "{} {expected}", becomes.group(Group::Free));
    assert!(near(becomes.outcomes().iter().map(|&(.., p)| p).sum(), 1.0));
    let worth = |side: Option<Side>| {
        let stunned = Pair::of(|who| side == Some(who));
        answer.fights.iter().find(|fight| fight.stunned == stunned).unwrap().worth.written
    };
    assert!(
        near(worth(None), none) && near(worth(Some(Side::Prey)), prey) && near(worth(Some(Side::Catcher)), catcher)
    );
    // As the scenario has it: what a run computes.
    let written = player.exact(Limits::default()).unwrap().group(Group::Free);
    assert!((answer.written.unwrap() - written).abs() < 1e-12);
    assert!(answer.certificate.value > written + 0.001, "nothing gained");
    // The prey's best reply can be played, and is worth what the solver says.
    let sets = ["thw.prey.shoot=best-reply", "thw.prey.maneuver=best-reply", "thw.prey.answer=best-reply"];
    let played = exact(text, &sets).0.group(Group::Free);
    assert!((played - expected).abs() < 1e-12, "{played} {expected}");
    let (whole, _) = exact(text, &sets);
    for end in End::ALL {
        assert!(near(becomes.end(end), whole.end(end)), "{}: {} {}", end.name(), becomes.end(end), whole.end(end));
    }
    let found = results(text, &[&sets[..], &["method=both", "chases=200_000"]].concat(), 2);
    assert!(found.cells[0].check.unwrap().z.abs() < 4.5);
}

#[test]
fn everything_free_in_chase_and_fight_is_an_equilibrium() {
    let text = "systems = [\"thw\"]\nthen = \"fudge\"\n[thw]\nmax_turns = 4\nstart = 3\n[fudge]\nmax_turns = 6\nprey = { act = \"fight\" }\ncatcher = { act = \"fight\", skill = \"Good\" }\n";
    // As the rules have it, what is written opens choices: so the same is played and solved.
    let sets = ["shoot", "maneuver", "answer"];
    let sets =
        sets.iter().flat_map(|decision| Side::BOTH.map(|side| format!("thw.{}.{decision}=equilibrium", side.name())));
    let fights = Side::BOTH.map(|side| format!("fudge.{}.act=equilibrium", side.name()));
    let sets: Vec<String> = sets.chain(fights).collect();
    let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
    let played = exact(text, &sets).0.group(Group::Free);
    let solved = planned(text, &sets).cells[0].player.answer(&Question::free(), Depth::Whole).unwrap();
    assert!((played - solved.certificate.value).abs() < 1e-9, "{played} {:?}", solved.certificate);
    let player = &planned(text, &[]).cells[0].player;
    let answer = player.answer(&Question::free(), Depth::Whole).unwrap();
    assert!(answer.certificate.exploitability().abs() < 1e-12);
    assert!((answer.played.group(Group::Free) - answer.certificate.value).abs() < 1e-12);
    for fight in &answer.fights {
        // A side that plays its best against fighting on gains no less than against the best.
        let worth = fight.worth;
        assert!(worth.replies.prey >= worth.solved - 1e-12 && worth.replies.catcher <= worth.solved + 1e-12);
        assert!(worth.replies.prey >= worth.written - 1e-12 && worth.replies.catcher <= worth.written + 1e-12);
    }
}
