//! Sampled and exact agree, and nothing depends on who played what.

use crate::{plan, results};
use chaselab_lab::results::{Method, Results};
use chaselab_lab::run::Unwatched;
use chaselab_lab::verify::{Verified, comparisons, is_chance, verify};

/// Varied settings of both systems, of all course kinds that fit.
pub const SETTINGS: [(&str, &str); 20] = [
    ("fths", "[terrain]\nkind = \"highway\""),
    ("fths", "[terrain]\nkind = \"open\"\n[prey]\nvehicle = \"sports-car\""),
    ("fths", "[terrain]\nkind = \"highway\"\n[prey]\ntemper = \"reckless\"\n[catcher]\ntemper = \"bold\""),
    (
        "fths",
        "[terrain]\nkind = \"highway\"\n[fths]\nprey.risk = { \"0\" = 2, \"1..3\" = 1, \"4+\" = -1 }\ncatcher.risk = { mix = { \"0\" = 0.5, \"2\" = 0.5 } }",
    ),
    (
        "fths",
        "[fths]\ncourse = { kind = \"fixed\", segments = [[\"straight\"], [\"sharp-turn\"]] }\nmax_turns = 12\nprey.risk = 2\ncatcher.risk = 1",
    ),
    (
        "fths",
        "[fths]\ncourse = { kind = \"fixed\", segments = [[\"hairpin\"], [], [\"straight\", \"light-traffic\"]], after = \"last\" }\nmax_turns = 15\nprey.risk = 1\ncatcher.risk = 1",
    ),
    (
        "fths",
        "[fths]\ncourse = { kind = \"independent\", weights = [[3, [\"straight\"]], [1, [\"sharp-turn\"]]] }\nprey.risk = 1\ncatcher.risk = 1",
    ),
    (
        "fths",
        "[fths]\ncourse = { kind = \"random\", weights = [[2, [\"straight\"]], [1, [\"gentle-turn\"]]] }\nmax_turns = 6\nprey.risk = 1\ncatcher.risk = 2",
    ),
    ("fths", "[fths]\ncourse = { kind = \"open\" }\nrules.crash_spice = \"2dF\"\nprey.risk = 2\ncatcher.risk = 2"),
    (
        "fths",
        "[fths]\ncourse = { kind = \"open\" }\nrules.break_off = 5\ncatcher.tracking = true\nprey.risk = 2\ncatcher.risk = 3",
    ),
    (
        "fths",
        "[fths]\ncourse = { kind = \"open\" }\nstart = 0\nrules.min_crash_level = \"none\"\nprey = { risk = 2, stability = 2 }\ncatcher.risk = 3",
    ),
    (
        "fths",
        "[fths]\ncourse = { kind = \"fixed\", segments = [[\"sharp-turn\", \"heavy-traffic\"]] }\nstrike = [{ turn = 2, side = \"prey\", element = \"sharp-turn\" }]\nprey.risk = 1\ncatcher.risk = 0",
    ),
    ("thw", ""),
    (
        "thw",
        "[thw]\nstart = 4\nprey.maneuver = \"when-behind\"\ncatcher = { maneuver = \"always\", answer = \"always\" }",
    ),
    ("thw", "[prey]\nweapon = \"pistol\"\ntemper = \"bold\"\n[catcher]\nweapon = \"rifle\"\ntemper = \"reckless\""),
    (
        "thw",
        "[prey]\nvehicle = \"armored-van\"\n[catcher]\nvehicle = \"motorcycle\"\nweapon = \"pistol\"\ntemper = \"bold\"\npassenger = false",
    ),
    (
        "thw",
        "[thw]\nrules = { declined_roll = \"unit-only\", risk_dice = \"always-two\", damage_dice = \"flat\" }\nprey.maneuver = \"always\"",
    ),
    (
        "thw",
        "[thw]\nrules = { checks = \"end-of-turn\", no_pass_stops = \"no\" }\ncatcher.maneuver = { mix = { no = 0.25, attempt = 0.75 } }",
    ),
    ("thw", "[thw]\ngetaway = 15\nstart = 9\nprey.driving = 3\ncatcher = { driving = 5, faster = true }"),
    ("thw", "[thw]\nmax_turns = 7\nprey.driving = 2\ncatcher.driving = 2"),
];

/// The neutral keys, then the system's own section, with damage off where there is any and nothing is said about it.
pub fn scenario(system: &str, settings: &str) -> String {
    let section = format!("[{system}]\n");
    let (neutral, own) = settings.split_once(&section).unwrap_or((settings, ""));
    let unsaid = system == "fths" && !own.contains("damage = ");
    let damage = if unsaid { "rules.damage = \"off\"\n" } else { "" };
    format!("systems = [\"{system}\"]\nmethod = \"both\"\n{neutral}\n{section}{damage}{own}\n")
}

/// Plays and computes every setting, and checks that together they differ by chance alone (Bonferroni, over all counts).
pub fn agree(settings: &[(&str, &str)], chases: u64) {
    let verified: Vec<Verified> = settings
        .iter()
        .flat_map(|(system, text)| {
            let plan = plan(&scenario(system, text), &[&format!("chases={chases}")]);
            let plan = plan.unwrap_or_else(|unusable| panic!("{text}: {unusable}"));
            verify(&plan, 2, &Unwatched).unwrap_or_else(|error| panic!("{text}: {error}"))
        })
        .collect();
    let all = comparisons(&verified);
    let mut widest = 0.0_f64;
    for ((_, text), cell) in settings.iter().zip(&verified) {
        assert_eq!(cell.chases, chases);
        let checks = cell.checks.as_ref().unwrap_or_else(|why| panic!("{text}: {why}"));
        // A count that chance leaves no freedom has nothing to agree with: most do.
        assert!(checks.iter().any(|check| check.tail < 1.0), "{text}: {checks:?}");
        let worst = cell.worst().expect("every setting has ends");
        assert!(is_chance(worst.tail, all), "{text}: {worst:?} among {all}");
        widest = widest.max(worst.z.abs());
    }
    assert!(widest > 0.5, "counts cannot lie that near to their chances: {widest}");
}

#[test]
fn sampled_agrees_with_exact_in_twenty_settings() {
    let mut worst = 0.0_f64;
    for (system, settings) in SETTINGS {
        let found = results(&scenario(system, settings), &["chases=1_000_000"], 2);
        let check = found.cells[0].check.unwrap();
        worst = worst.max(check.z.abs());
        // Twenty settings of up to nine ends: the largest deviate is below 5 but once in ten thousand such tests.
        assert!(check.z.abs() < 5.0, "{settings}: {check:?}");
    }
    assert!(worst > 0.5, "counts cannot lie that near to their chances: {worst}");
}

const GRID: &str = r#"
systems = ["fths", "thw"]
chases = 50_000
method = "sampled"
[fths]
rules = { damage = "off" }
prey.risk = { mix = { "0" = 0.5, "1" = 0.5 } }
[grid]
"fths.catcher.risk" = [-1, 0, 1]
"prey.vehicle" = ["sedan", "sports-car"]
"#;

#[test]
fn threads_and_repetition_change_nothing() {
    let one = results(GRID, &[], 1);
    // Whole results would be printed where they differ.
    assert!(one == results(GRID, &[], 2));
    assert!(one == results(GRID, &[], 5));
    assert!(one != results(GRID, &["seed=2"], 2));
    assert_eq!(one.cells.len(), 6 + 2);
}

#[test]
fn the_best_method_is_chosen_and_said() {
    let methods = |found: &Results| found.cells.iter().map(|cell| cell.method).collect::<Vec<_>>();
    let found = results(GRID, &["method=auto", "fths.course={ kind = \"open\" }"], 2);
    assert!(methods(&found).iter().all(|&method| method == Method::Exact));
    // A random course has too many states: every road that may lie behind is another.
    let random = "fths.course={ kind = \"random\", weights = [[1, [\"straight\"]], [1, [\"sharp-turn\"]]] }";
    let found = results(GRID, &["method=auto", random], 2);
    assert_eq!(methods(&found)[0], Method::Sampled);
    assert!(found.cells[0].unfit.as_deref().unwrap().starts_with("the states do not fit"));
}

#[test]
fn solved_policies_are_played_as_they_were_solved() {
    for sets in [
        ["fths.prey.risk=equilibrium", "fths.catcher.risk=equilibrium"],
        ["fths.prey.risk=best-reply", "fths.catcher.risk=0"],
        ["fths.prey.risk=best-reply", "fths.catcher.risk=equilibrium"],
    ] {
        let text = "systems = [\"fths\"]\nmethod = \"both\"\nchases = 400_000\n[fths]\nrules.damage = \"off\"\nmax_turns = 20\ncourse = { kind = \"open\" }\n";
        let found = results(text, &sets, 2);
        let check = found.cells[0].check.unwrap();
        assert!(check.z.abs() < 4.5, "{sets:?}: {check:?}");
    }
}
