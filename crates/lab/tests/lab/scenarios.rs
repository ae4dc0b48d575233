//! What a scenario and its grid may say.

use crate::{loaded, plan, problem};
use chaselab_core::Place;
use chaselab_core::tree::Path;
use chaselab_systems::all_tables;

const ONE: &str = "systems = [\"thw\"]\n";
const BOTH: &str = "systems = [\"fths\", \"thw\"]\nfths.rules.damage = \"off\"\n";

#[test]
fn one_line_runs() {
    let plan = plan(ONE, &[]).unwrap();
    assert_eq!((plan.cells.len(), plan.scenario.seed, plan.scenario.chases), (1, 1, 200_000));
    assert!(plan.warnings.is_empty());
}

#[test]
fn every_combination_is_a_cell() {
    let text = format!(
        "{BOTH}[grid]\n\"fths.prey.risk\" = {{ from = -4, to = 3 }}\nprey.driving = [\"Fair\", \"Good\"]\n\"thw.getaway\" = [8, 10, 12]\n"
    );
    let plan = plan(&text, &[]).unwrap();
    let of = |name: &str| plan.cells.iter().filter(|cell| cell.system.name() == name).collect::<Vec<_>>();
    // A factor under a system's name multiplies the cells of that system alone.
    assert_eq!((of("fths").len(), of("thw").len()), (16, 6));
    let shown: Vec<String> =
        of("fths")[3].factors.iter().map(|factor| format!("{} {}", factor.path, factor.shown())).collect();
    assert_eq!(shown, ["fths.prey.risk -3", "prey.driving Good"]);
    assert_eq!(of("thw")[5].index, 5);
    let mut keys: Vec<u64> = plan.cells.iter().map(|cell| cell.key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 22);
}

#[test]
fn ranges_may_have_steps_and_fractions() {
    let values = |range: &str| {
        let plan = plan(&format!("{ONE}[grid]\n\"prey.vehicle.acceleration_kmh_s\" = {range}\n"), &[]).unwrap();
        plan.cells.iter().map(|cell| cell.factors[0].shown()).collect::<Vec<_>>()
    };
    assert_eq!(values("{ from = 10, to = 20, step = 5 }"), ["10", "15", "20"]);
    assert_eq!(values("{ from = 1.1, to = 1.4, step = 0.1 }"), ["1.1", "1.2", "1.3", "1.4"]);
}

#[test]
fn one_table_moves_both_systems() {
    let text = format!(
        "{BOTH}[grid]\n\"fths.tables.acceleration.Poor.modifier\" = [-2, 1]\n[catcher]\nvehicle = \"police-cruiser\"\n"
    );
    let plan = plan(&text, &[]).unwrap();
    assert_eq!(plan.cells.len(), 4);
    let faster = |cell: usize| {
        let explained = plan.cells[cell].player.explained();
        explained.iter().find(|line| line.what.contains("faster")).map(|line| line.what.clone() + &line.value)
    };
    assert_ne!(faster(2), faster(3));
}

#[test]
fn settings_of_the_command_line_win() {
    let plan = plan("systems = [\"thw\"]\nseed = 4\n", &["seed=9", "prey.driving=Good", "thw.getaway=12"]).unwrap();
    assert_eq!(plan.scenario.seed, 9);
    assert_eq!(
        plan.scenario.lines(),
        ["systems = [\"thw\"]", "seed = 9", "prey.driving = \"Good\"", "thw.getaway = 12"]
    );
}

#[test]
fn the_digest_covers_what_the_numbers_depend_on() {
    let digest = |text: &str, sets: &[&str]| plan(text, sets).unwrap().digest;
    assert_eq!(digest(ONE, &[]), digest("# a comment\nsystems = ['thw']\n", &[]));
    assert_ne!(digest(ONE, &[]), digest(ONE, &["seed=2"]));
    assert_ne!(digest(ONE, &[]), digest(ONE, &["fths.tables.maneuver.Fair.g=0.87"]));
    // Cells are numbered in the order of the factors.
    let grid = |lines: &str| digest(&format!("{ONE}[grid]\n{lines}"), &[]);
    assert_ne!(
        grid("\"thw.start\" = [3, 4]\n\"thw.getaway\" = [8, 10]\n"),
        grid("\"thw.getaway\" = [8, 10]\n\"thw.start\" = [3, 4]\n")
    );
    assert_ne!(digest(ONE, &[]), digest(ONE, &["neutral.tables.skills.Fair.thw=5"]));
}

#[test]
fn mistakes_are_taught() {
    assert_eq!(problem("", &[]), "the scenario names no systems");
    assert_eq!(problem("systems = [\"fhts\"]", &[]), "there is no system `fhts`");
    assert_eq!(problem("systems = [\"thw\", \"thw\"]", &[]), "system `thw` is named twice");
    assert_eq!(problem("systms = [\"thw\"]", &[]), "unknown key `systms` in the scenario");
    assert_eq!(problem("systems = \"thw\"", &[]), "systems cannot be a text");
    assert_eq!(problem(ONE, &["chases=0"]), "chases cannot be 0");
    assert_eq!(problem(ONE, &["chases"]), "`chases` sets nothing");
    assert_eq!(problem(ONE, &["a b=1"]), "`a b` is not a path");
    assert_eq!(problem(ONE, &["confidence=1"]), "confidence cannot be 1");
    assert_eq!(problem(ONE, &["thw.prey.risk=1"]), "unknown key `risk` in prey");
    let grid = |grid: &str| problem(&format!("{ONE}[grid]\n{grid}\n"), &[]);
    assert_eq!(grid("\"thw.getaway\" = []"), "the grid gives thw.getaway no values");
    assert_eq!(grid("\"thw.getaway\" = 3"), "the factor thw.getaway cannot be a whole number");
    assert_eq!(
        grid("\"thw.getaway\" = { from = 5, to = 3 }"),
        "the range of thw.getaway ends at 3, below its beginning at 5"
    );
    assert_eq!(grid("\"thw.getaway\" = { from = 5 }"), "the range of thw.getaway has no `to`");
    assert_eq!(grid("\"seed\" = [1, 2]"), "the grid cannot vary seed");
    assert_eq!(grid("\"fths.start\" = [1, 2]"), "the grid varies fths.start, but fths is not played");
    assert_eq!(grid("\"thw.getaway\" = [9]\nthw.getaway = [10]"), "the grid varies thw.getaway twice");
    assert_eq!(grid("\"thw.getaway\" = [10, 0]"), "getaway cannot be 0");
    assert_eq!(grid("\"thw.getaway\" = [10, 12, 10]"), "the factor thw.getaway has the value 10 twice");
    assert_eq!(
        grid("\"thw.start\" = [3, 4]\n\"thw\" = [{ start = 5 }, { start = 6 }]"),
        "the grid varies thw.start within thw"
    );
    assert_eq!(problem(ONE, &["title=\"a\\nb\""]), "the title has control characters");
    assert_eq!(problem(ONE, &["title=\"\""]), "the title is empty");
    assert_eq!(problem(ONE, &[&format!("title=\"{}\"", "z".repeat(121))]), "the title has 121 characters");
}

#[test]
fn a_factor_without_effect_is_said() {
    let hidden = format!("{BOTH}thw.prey.driving = 4\n[grid]\n\"prey.driving\" = [\"Fair\", \"Good\"]\n");
    assert_eq!(problem(&hidden, &[]), "the factor prey.driving has no effect in thw");
    // The system's own factor hides the neutral one as its own term does.
    let hidden = format!("{ONE}[grid]\n\"prey.driving\" = [\"Poor\", \"Good\"]\n\"thw.prey.driving\" = [3, 4]\n");
    assert_eq!(problem(&hidden, &[]), "the factor prey.driving has no effect in thw");
    let foreign = format!("{BOTH}[grid]\n\"terrain.kind\" = [\"open\", \"highway\"]\n");
    let plan = plan(&foreign, &[]).unwrap();
    let warnings: Vec<&str> = plan.warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(warnings, ["the factor terrain.kind has no effect in thw"]);
}

#[test]
fn what_the_grid_varies_cannot_be_set() {
    let grid = format!("{ONE}thw.start = 5\n[grid]\n\"thw.start\" = [3, 4]\n");
    assert_eq!(problem(&grid, &["thw.start=6"]), "the grid varies thw.start, which hides --set thw.start=6");
    // Without the factor, or as its one value, it is played.
    assert_eq!(plan(&grid, &["grid={}", "thw.start=6"]).unwrap().cells.len(), 1);
    assert_eq!(plan(&grid, &["grid.\"thw.start\"=[6]"]).unwrap().cells.len(), 1);
    // What the file itself says is the value of the scenario without its grid.
    assert_eq!(plan(&grid, &[]).unwrap().cells.len(), 2);
}

#[test]
fn a_section_that_another_system_reads_has_an_effect() {
    let warnings = |text: &str| plan(text, &[]).unwrap().warnings.len();
    assert_eq!(warnings(&format!("{ONE}[fths.tables.acceleration]\nGood.modifier = -3\n")), 0);
    assert_eq!(warnings(&format!("{ONE}[fths]\nstart = 3\n")), 1);
}

#[test]
fn gunnery_has_no_effect_where_nobody_is_armed() {
    let warnings = |more: &str| {
        let grid = "[grid]\n\"prey.gunnery\" = [\"Fair\", \"Good\"]\n";
        let plan = plan(&format!("{BOTH}{more}\n{grid}"), &[]).unwrap();
        plan.warnings.iter().map(|warning| warning.message.clone()).collect::<Vec<_>>()
    };
    let unarmed = ["fths", "thw"].map(|system| format!("the factor prey.gunnery has no effect in {system}"));
    assert_eq!(warnings(""), unarmed);
    // Whoever is shot at shoots back in `thw`, and does not in `fths`.
    assert_eq!(warnings("catcher.weapon = \"pistol\""), unarmed[..1]);
    // With damage off there is nothing to fire at.
    assert_eq!(warnings("prey.weapon = \"pistol\""), unarmed[..1]);
    let own = format!("{BOTH}[grid]\n\"thw.prey.shooting\" = [3, 5]\n");
    let plan = plan(&own, &[]).unwrap();
    assert_eq!(plan.warnings[0].message, "the factor thw.prey.shooting has no effect in thw");
}

#[test]
fn overlays_stay_below_the_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let load = |text: &str| {
        write("scenario.toml", text);
        let scenario = chaselab_lab::scenario::Scenario::load(&folder.path().join("scenario.toml"), &[]);
        scenario.and_then(chaselab_lab::plan::Plan::new)
    };
    write("gentle.toml", "[crash.4]\ndistance = 1\n");
    let text = |overlay: &str| {
        format!("{BOTH}[fths]\noverlays = [\"{overlay}\"]\n")
            .replace("fths.rules.damage = \"off\"\n", "")
            .replace("[fths]\n", "[fths]\nrules = { damage = \"off\" }\n")
    };
    let loaded = load(&text("gentle.toml")).unwrap_or_else(|unusable| panic!("{unusable}"));
    assert!(loaded.scenario.lines().contains(&"fths.tables.crash.4.distance = 1".to_owned()));
    let message = |overlay: &str| load(&text(overlay)).err().unwrap().problem.message;
    assert_eq!(message("../gentle.toml"), "the overlay ../gentle.toml leaves the scenario's folder");
    assert!(message("none.toml").starts_with("cannot read none.toml: "));
    // Whoever types a path may name any file, and what is typed is read.
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("gentle.toml");
    std::fs::write(&file, "[crash.4]\ndistance = 0\n").unwrap();
    let typed = |list: &str| plan(BOTH, &[&format!("fths.overlays={list}")]);
    let typed_one = typed(&format!("['{}']", file.display())).unwrap();
    assert!(typed_one.scenario.lines().contains(&"fths.tables.crash.4.distance = 0".to_owned()));
    assert!(typed("['none.toml']").err().unwrap().problem.message.starts_with("cannot read none.toml: "));
    write("wrong.toml", "[crash.4]\ndistence = 1\n");
    assert_eq!(message("wrong.toml"), "table crash has no column `distence`");
}

#[test]
fn keys_of_the_whole_scenario_stand_above_the_first_section() {
    let help = |text: &str, sets: &[&str]| loaded(text, sets).unwrap_err().problem.help.unwrap_or_default();
    for key in ["title", "then", "seed", "chases", "precision", "method", "confidence", "gap"] {
        for section in ["prey", "terrain", "neutral", "flags", "thw", "thw.catcher", "fths.rules", "grid"] {
            let said = help(&format!("{ONE}[{section}]\n{key} = 1\n"), &[]);
            assert_eq!(
                said,
                format!("`{key}` belongs to the whole scenario: write it above the first section"),
                "{section}"
            );
        }
    }
    assert!(help("[grid]\nsystems = [\"thw\"]\n", &[]).starts_with("`systems` belongs"));
    // What was set has no place in the file; and keys of these names may be a system's own, or factors.
    assert!(help(ONE, &["prey.gap=close"]).starts_with("known here"));
    assert_eq!(plan(&format!("{ONE}[grid]\ngap = [\"close\", \"far\"]\n"), &[]).unwrap().cells.len(), 2);
}

#[test]
fn neutral_terms_are_possible_whoever_reads_them() {
    // thw reads no speed, no terrain, and no gunnery of who is not armed.
    let said = |lines: &str| problem(&format!("{ONE}{lines}\n"), &[]);
    assert_eq!(said("prey.vehicle = { base = \"van\", max_speed_kmh = -5 }"), "max_speed_kmh cannot be -5");
    assert_eq!(said("prey.vehicle = { base = \"van\", body_hp = \"many\" }"), "body_hp cannot be a text");
    assert_eq!(said("prey.vehicle.piloting = -21"), "piloting cannot be -21");
    assert_eq!(said("neutral.tables.vehicles.jet.body_hp = -1"), "vehicles.jet.body_hp cannot be -1");
    assert_eq!(said("terrain.kind = \"town\""), "there is no terrain.kind `town`");
    assert_eq!(said("prey.gunnery = \"Goood\""), "\"Goood\" is not a level of the ladder");
    // What is possible stays unread: a factor of it is said to have no effect.
    let text = format!("{ONE}prey.vehicle.piloting = -2\n[grid]\n\"prey.vehicle.body_hp\" = [50, 60]\n");
    assert_eq!(plan(&text, &[]).unwrap().warnings[0].message, "the factor prey.vehicle.body_hp has no effect in thw");
}

#[test]
fn origins_name_cells_that_can_be_set() {
    let text = "systems = [\"fths\", \"thw\", \"reflex\", \"fistful\"]\nthen = \"fudge\"\nprey.weapon = \"pistol\"\n";
    let mut checked = 0;
    for cell in plan(text, &[]).unwrap().cells {
        for line in cell.player.explained() {
            for word in line.from.split([' ', ',', ';']).filter(|word| word.contains(".tables.")) {
                let path = Path::parse(word, &Place::Default).unwrap();
                let [system, _, table, row, column] = path.keys() else { panic!("{word} is no cell") };
                let tables = all_tables().find(|tables| tables.system() == system).unwrap();
                let table = tables.find(table).unwrap();
                let value = table.cell(table.row(row).unwrap(), column).map(|cell| &cell.node.value);
                let Some(value) = value else { continue };
                // Written as it is, it changes nothing, and is accepted.
                plan(text, &[&format!("{word}={value}")]).unwrap_or_else(|unusable| panic!("{word}: {unusable}"));
                checked += 1;
            }
        }
    }
    assert!(checked > 60, "{checked}");
}
