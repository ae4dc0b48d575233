//! Every kind of bad input: exit code 2, nothing on standard output, nothing written, and a message that teaches.

use crate::{chaselab, stderr};
use std::path::Path;

/// Runs the program on files in a folder of their own and gives what it says.
fn said(files: &[(&str, &str)], args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let before = names(folder.path());
    let output = chaselab(folder.path(), args);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).into_owned(), "", "{args:?}");
    assert_eq!(names(folder.path()), before, "{args:?} writes something");
    said
}

fn names(folder: &Path) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

/// What a run of a scenario says that must not run.
fn scenario(text: &str, options: &[&str]) -> String {
    said(&[("scenario.toml", text)], &[&["run", "scenario.toml"], options].concat())
}

/// What a run says of a scenario with an overlay of `fths`.
fn overlay(overlay: &str) -> String {
    let scenario = "systems = [\"fths\"]\n[fths]\nrules = { damage = \"off\" }\noverlays = [\"mine.toml\"]\n";
    said(&[("scenario.toml", scenario), ("mine.toml", overlay)], &["run", "scenario.toml"])
}

const ONE: &str = "systems = [\"thw\"]\n";
const FTHS: &str = "systems = [\"fths\"]\nfths.rules.damage = \"off\"\n";

/// A test for each line: the snapshot has the test's name.
macro_rules! errors {
    ($($name:ident: $said:expr;)*) => {
        $(#[test] fn $name() { insta::assert_snapshot!(stringify!($name), $said); })*
    };
}

errors! {
    // The file itself.
    no_such_file: said(&[], &["run", "none.toml"]);
    a_folder_is_no_scenario: said(&[], &["run", "."]);
    not_toml: scenario("systems = [\"thw\"\nseed = 1\n", &[]);
    a_key_twice: scenario("seed = 1\nseed = 2\n", &[]);
    not_a_number: scenario("systems = [\"thw\"]\nseed = nan\n", &[]);
    thousands_with_commas: scenario("systems = [\"thw\"]\nchases = 100,000\n", &[]);
    thousands_in_quotes: scenario("systems = [\"thw\"]\nchases = \"100,000\"\n", &[]);
    dates_mean_nothing: scenario("systems = [\"thw\"]\nseed = 2026-01-01\n", &[]);

    // Options.
    what_the_grid_varies_is_set:
        scenario("systems = [\"thw\"]\n[grid]\n\"thw.start\" = [3, 4]\n", &["--set", "thw.start=6"]);
    an_objective_that_tells_nothing_apart:
        said(&[("scenario.toml", ONE)], &["solve", "scenario.toml", "--objective", "free + stopped + open"]);

    // What concerns everybody.
    no_systems: scenario("seed = 1\n", &[]);
    systems_empty: scenario("systems = []\n", &[]);
    systems_no_list: scenario("systems = \"thw\"\n", &[]);
    unknown_system: scenario("systems = [\"fhts\"]\n", &[]);
    system_twice: scenario("systems = [\"thw\", \"thw\"]\n", &[]);
    a_chase_follows_nothing: scenario("systems = [\"fths\"]\nthen = \"thw\"\n", &[]);
    nothing_follows_by_that_name: scenario("systems = [\"thw\"]\nthen = \"fugde\"\n", &[]);
    a_fight_does_not_follow_itself: scenario("systems = [\"thw\", \"fudge\"]\nthen = \"fudge\"\n", &[]);
    a_fight_that_follows_is_checked: scenario("systems = [\"thw\"]\nthen = \"fudge\"\n[fudge.prey]\nfightres = 2\n", &[]);
    a_script_tells_no_fight: said(&[("scenario.toml", "systems = [\"thw\"]\nthen = \"fudge\"\n[script]\ndice = [1]\n")], &["replay", "scenario.toml"]);
    a_free_decision_of_neither: said(&[("scenario.toml", "systems = [\"thw\"]\nthen = \"fudge\"\n")], &["solve", "scenario.toml", "--free", "prey.acct"]);
    unknown_key: scenario("systems = [\"thw\"]\nchasis = 100\n", &[]);
    unknown_section: scenario("systems = [\"thw\"]\n[catchr]\ndriving = 1\n", &[]);
    seed_no_number: scenario("systems = [\"thw\"]\nseed = \"today\"\n", &[]);
    chases_zero: scenario("systems = [\"thw\"]\nchases = 0\n", &[]);
    confidence_too_high: scenario("systems = [\"thw\"]\nconfidence = 1\n", &[]);
    precision_negative: scenario("systems = [\"thw\"]\nprecision = -0.1\n", &[]);
    confidence_as_a_percentage: scenario("systems = [\"thw\"]\nconfidence = 95\n", &[]);
    precision_as_a_percentage: scenario("systems = [\"thw\"]\nprecision = 1\n", &[]);
    precision_with_a_percent_sign: scenario(ONE, &["--precision", "1%"]);
    gap_below_a_section: scenario("systems = [\"thw\"]\n[prey]\ndriving = \"Good\"\ngap = \"close\"\n", &[]);
    systems_below_a_section: scenario("[catcher]\ntemper = \"bold\"\nsystems = [\"thw\"]\n", &[]);
    seed_below_the_grid: scenario("systems = [\"thw\"]\n[grid]\n\"thw.getaway\" = [9, 10]\nseed = 5\n", &[]);
    chases_below_rules: scenario("systems = [\"fths\"]\n[fths.rules]\ndamage = \"off\"\nchases = 1_000\n", &[]);
    unknown_method: scenario("systems = [\"thw\"]\nmethod = \"exakt\"\n", &[]);

    // Neutral terms.
    unknown_side_key: scenario("systems = [\"thw\"]\n[prey]\ndrivng = \"Good\"\n", &[]);
    unknown_level: scenario("systems = [\"thw\"]\n[prey]\ndriving = \"Goood\"\n", &[]);
    level_with_fraction: scenario("systems = [\"thw\"]\n[prey]\ndriving = 1.5\n", &[]);
    unknown_temper: scenario("systems = [\"thw\"]\n[prey]\ntemper = \"bald\"\n", &[]);
    unknown_vehicle: scenario("systems = [\"thw\"]\n[prey]\nvehicle = \"motorcicle\"\n", &[]);
    unknown_vehicle_key: scenario("systems = [\"thw\"]\n[prey]\nvehicle = { base = \"van\", maneuver = 1 }\n", &[]);
    vehicle_too_slow: scenario(&format!("{FTHS}[prey]\nvehicle = {{ base = \"van\", acceleration_kmh_s = 0.5 }}\n"), &[]);
    unknown_terrain: scenario(&format!("{FTHS}[terrain]\nkind = \"town\"\n"), &[]);
    terrain_without_kind: scenario(&format!("{FTHS}terrain = \"highway\"\n"), &[]);
    unknown_terrain_that_nobody_reads: scenario("systems = [\"thw\"]\n[terrain]\nkind = \"town\"\n", &[]);
    a_vehicle_with_a_negative_number_that_nobody_reads: scenario("systems = [\"thw\"]\n[prey]\nvehicle = { base = \"van\", max_speed_kmh = -5 }\n", &[]);
    a_vehicle_with_a_text_that_nobody_reads: scenario("systems = [\"thw\"]\n[prey]\nvehicle = { base = \"van\", body_hp = \"many\" }\n", &[]);
    a_vehicle_of_the_catalogue_that_nobody_drives: scenario("systems = [\"thw\"]\n[neutral.tables.vehicles.jet]\nbody_hp = -1\n", &[]);
    unknown_gap: scenario("systems = [\"thw\"]\ngap = \"near\"\n", &[]);
    a_side_is_a_table: scenario("systems = [\"thw\"]\nprey = \"fast\"\n", &[]);

    // A system's own terms.
    unknown_own_key: scenario("systems = [\"thw\"]\n[thw]\ngetawy = 10\n", &[]);
    unknown_own_side_key: scenario("systems = [\"thw\"]\n[thw.prey]\nrisk = 0\n", &[]);
    getaway_too_small: scenario("systems = [\"thw\"]\n[thw]\ngetaway = 0\n", &[]);
    reputation_too_high: scenario("systems = [\"thw\"]\n[thw.prey]\ndriving = 7\n", &[]);
    faster_for_both: scenario("systems = [\"thw\"]\n[thw]\nprey.faster = true\ncatcher.faster = true\n", &[]);
    unknown_switch: scenario("systems = [\"thw\"]\n[thw]\nrules = { frontpenalty = \"off\" }\n", &[]);
    unknown_setting_of_a_switch: scenario("systems = [\"thw\"]\n[thw]\nrules = { checks = \"each step\" }\n", &[]);
    unknown_manner: scenario("systems = [\"thw\"]\n[thw.prey]\nmaneuver = \"allways\"\n", &[]);
    risk_too_high: scenario(&format!("{FTHS}[fths.prey]\nrisk = 5\n"), &[]);
    bands_with_a_hole: scenario(&format!("{FTHS}[fths.prey]\nrisk = {{ \"0\" = -1, \"2+\" = 1 }}\n"), &[]);
    bands_that_end: scenario(&format!("{FTHS}[fths.prey]\nrisk = {{ \"0..3\" = -1 }}\n"), &[]);
    a_mix_of_more_than_all: scenario(&format!("{FTHS}[fths.prey]\nrisk = {{ mix = {{ \"0\" = 0.7, \"1\" = 0.4 }} }}\n"), &[]);
    two_best_replies: scenario(&format!("{FTHS}fths.prey.risk = \"best-reply\"\nfths.catcher.risk = \"best-reply\"\n"), &[]);
    unknown_action: scenario(&format!("{FTHS}[fths.catcher]\naction = [\"blok\", \"close\"]\n"), &[]);
    unknown_element: scenario(&format!("{FTHS}fths.course = {{ kind = \"fixed\", segments = [[\"strait\"]] }}\n"), &[]);
    a_red_light_without_traffic: scenario(&format!("{FTHS}fths.course = {{ kind = \"fixed\", segments = [[\"red-light\"]] }}\n"), &[]);
    a_key_of_another_course: scenario(&format!("{FTHS}fths.course = {{ kind = \"open\", segments = [[\"straight\"]] }}\n"), &[]);
    weights_all_zero: scenario(&format!("{FTHS}fths.course = {{ kind = \"random\", weights = [[0, [\"straight\"]]] }}\n"), &[]);
    a_strike_at_nothing: scenario(&format!("{FTHS}fths.course = {{ kind = \"open\" }}\nfths.strike = [{{ turn = 1, side = \"prey\", element = \"hairpin\" }}]\n"), &[]);
    two_units: scenario(&format!("{FTHS}[fths.prey]\nacceleration = {{ kmh_s = 20, mph_s = 12 }}\n"), &[]);

    // Overlays and tables.
    no_such_overlay: scenario("systems = [\"thw\"]\n[thw]\noverlays = [\"none.toml\"]\n", &[]);
    an_overlay_elsewhere: scenario("systems = [\"thw\"]\n[thw]\noverlays = [\"../mine.toml\"]\n", &[]);
    unknown_table: overlay("[crush.4]\ndistance = 1\n");
    unknown_row: overlay("[crash.seven]\ndistance = 1\n");
    unknown_column: overlay("[crash.4]\ndistence = 1\n");
    a_cell_of_another_kind: overlay("[acceleration.Good]\nmodifier = \"high\"\n");
    a_cell_out_of_range: overlay("[acceleration.Good]\nmodifier = 99\n");
    bands_that_overlap: overlay("[acceleration.Good]\nkmh_s = 12\n");
    an_overlay_that_is_no_toml: overlay("[acceleration.Good\nkmh_s = 12\n");
    bands_of_an_unused_column: said(&[("mine.toml", "[acceleration.Good]\nmph_s = 30\n")], &["tables", "check", "mine.toml"]);
    an_overlay_of_nothing: said(&[("mine.toml", "")], &["tables", "check", "mine.toml"]);
    an_overlay_of_no_system: said(&[("mine.toml", "accelerate.Good.kmh_s = 1\n")], &["tables", "check", "mine.toml"]);
    an_overlay_is_no_scenario: said(&[("mine.toml", "[crash.4]\ndistance = 1\n")], &["run", "mine.toml"]);
    an_overlay_of_two_systems_is_no_scenario: said(&[("mine.toml", "[weapons.pistol]\nodd = 1\n")], &["check", "mine.toml"]);
    an_overlay_of_terrain_is_no_scenario: said(&[("mine.toml", "[terrain.city]\nfths = { kind = \"open\" }\n")], &["run", "mine.toml"]);
    a_scenario_is_no_overlay: said(&[("mine.toml", ONE)], &["tables", "check", "mine.toml"]);
    no_tables_of_that_system: said(&[], &["tables", "show", "ftsh"]);
    a_table_without_its_system: said(&[], &["tables", "show", "crash"]);
    an_export_of_a_system_without_tables: said(&[], &["tables", "export", "track"]);
    no_such_table: said(&[], &["tables", "export", "fths.crush"]);
    an_export_over_a_file: said(&[("mine.toml", "")], &["tables", "export", "thw", "--out", "mine.toml"]);

    // Options.
    set_nothing: scenario(ONE, &["--set", "chases"]);
    set_no_path: scenario(ONE, &["--set", "a b=1"]);
    set_no_value: scenario(ONE, &["--set", "thw.getaway=[1, 2"]);
    set_unknown_key: scenario(ONE, &["--set", "thw.getawy=12"]);
    set_below_a_number: scenario("systems = [\"thw\"]\nthw.getaway = 9\n", &["--set", "thw.getaway.far=12"]);
    set_unknown_cell: scenario(FTHS, &["--set", "fths.tables.acceleration.Great.modifer=3"]);
    set_impossible_value: scenario(FTHS, &["--set", "fths.start=-1"]);
    chases_of_words: scenario(ONE, &["--chases", "many"]);
    unknown_option: scenario(ONE, &["--chase", "10"]);
    unknown_format: scenario(ONE, &["--format", "xml"]);
    unknown_command: said(&[], &["rnu"]);

    // The grid.
    a_factor_of_nothing: scenario("systems = [\"thw\"]\n[grid]\n\"thw.getaway\" = []\n", &[]);
    a_factor_of_one_value: scenario("systems = [\"thw\"]\n[grid]\n\"thw.getaway\" = 9\n", &[]);
    a_factor_twice: scenario("systems = [\"thw\"]\n[grid]\n\"thw.getaway\" = [9]\nthw.getaway = [10]\n", &[]);
    a_factor_of_all: scenario("systems = [\"thw\"]\n[grid]\n\"seed\" = [1, 2]\n", &[]);
    a_factor_of_an_unplayed_system: scenario("systems = [\"thw\"]\n[grid]\n\"fths.start\" = [1, 2]\n", &[]);
    a_factor_misspelt: scenario("systems = [\"thw\"]\n[grid]\n\"thw.prey.drivin\" = [3, 4]\n", &[]);
    a_factor_hidden: scenario("systems = [\"thw\"]\nthw.prey.driving = 4\n[grid]\n\"prey.driving\" = [\"Fair\", \"Good\"]\n", &[]);
    a_value_that_does_not_fit: scenario("systems = [\"thw\"]\n[grid]\n\"thw.getaway\" = [10, 0]\n", &[]);
    a_range_backwards: scenario("systems = [\"thw\"]\n[grid]\n\"thw.getaway\" = { from = 5, to = 3 }\n", &[]);
    a_range_without_end: scenario("systems = [\"thw\"]\n[grid]\n\"thw.getaway\" = { from = 5 }\n", &[]);
    a_cell_that_is_none: scenario(&format!("{FTHS}[grid]\n\"fths.tables.acceleration.Grate.modifier\" = [2, 3]\n"), &[]);

    // Replays and their scripts.
    unknown_end: said(&[("scenario.toml", ONE)], &["replay", "scenario.toml", "--find", "pray_crashed"]);
    unplayed_system: said(&[("scenario.toml", ONE)], &["replay", "scenario.toml", "--system", "fths"]);
    no_such_cell: said(&[("scenario.toml", ONE)], &["replay", "scenario.toml", "--cell", "1"]);
    script_of_impossible_dice: said(&[("scenario.toml", &format!("{FTHS}[script]\npicks.prey.risk = [0]\ndice = [0, 0, 9, 0]\n"))], &["replay", "scenario.toml"]);
    script_of_too_few_dice: said(&[("scenario.toml", &format!("{FTHS}[script]\npicks.prey.risk = [0]\ndice = [0]\n"))], &["replay", "scenario.toml"]);
    script_of_too_many_dice: said(&[("scenario.toml", "systems = [\"thw\"]\n[script]\npicks.prey.maneuver = []\ndice = [1, 2, 3]\n")], &["replay", "scenario.toml"]);
    script_of_no_decision: said(&[("scenario.toml", "systems = [\"thw\"]\n[script]\npicks.prey.manuever = [\"no\"]\n")], &["replay", "scenario.toml"]);
    script_of_no_action: said(&[("scenario.toml", "systems = [\"thw\"]\n[script]\npicks.prey.maneuver = [\"atempt\"]\n")], &["replay", "scenario.toml"]);

    // Dice.
    dice_of_nothing: said(&[], &["dice"]);
    dice_unknown_word: said(&[], &["dice", "4dF + Grate"]);
    dice_unfinished: said(&[], &["dice", "2d6 +"]);
    dice_unclosed: said(&[], &["dice", "2 * (1d6 + 1"]);
    dice_two_comparisons: said(&[], &["dice", "1 <= 2d6 <= 4"]);
    dice_too_large: said(&[], &["dice", "1000000d1000000"]);

    // The schema.
    schema_of_no_system: said(&[], &["schema", "--overlay", "thv"]);
}
