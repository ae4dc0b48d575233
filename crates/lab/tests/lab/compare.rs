//! Comparisons: every number against a run of the same setting, and claims that hold beside claims that do not.

use crate::{results, scenario};
use approx::assert_relative_eq;
use chaselab_core::{Group, Side};
use chaselab_lab::compare::{
    Answers, Claim, Comparing, Comparison, Kind, Measure, Move, Portion, Reading, Response, Standoff, split,
};
use chaselab_lab::results::{CellResult, Method};
use chaselab_lab::run::Unwatched;
use chaselab_systems::SystemId;
use std::sync::LazyLock;

/// A sports car flees from a police cruiser.
const TWO: &str = "systems = [\"fths\", \"thw\"]\nchases = 3000\nfths.rules.damage = \"off\"\n\
    [prey]\ndriving = \"Good\"\nvehicle = \"sports-car\"\ntemper = \"bold\"\n\
    [catcher]\ndriving = \"Good\"\nvehicle = \"police-cruiser\"\ntemper = \"bold\"\n";

fn comparison(text: &str, sets: &[&str]) -> Comparison {
    let comparing = Comparing::new(scenario(text, sets)).unwrap_or_else(|unusable| panic!("{unusable}"));
    comparing.run(2, &Unwatched).unwrap().unwrap()
}

/// The comparison of the setting itself, made once for all tests.
fn two() -> &'static Comparison {
    static TWO_COMPARED: LazyLock<Comparison> = LazyLock::new(|| comparison(TWO, &[]));
    &TWO_COMPARED
}

/// The cells of a system in a run.
fn run(text: &str, sets: &[&str], system: SystemId) -> Vec<CellResult> {
    results(text, sets, 2).cells.into_iter().filter(|cell| cell.system == system).collect()
}

fn free(cell: &CellResult) -> f64 {
    cell.group(Group::Free).rate
}

fn response(comparison: &Comparison, kind: Kind) -> &Response {
    comparison.responses.iter().find(|response| response.dial.kind == kind).unwrap()
}

fn answers(response: &Response, system: SystemId) -> &Answers {
    &response.systems.iter().find(|(this, _)| *this == system).unwrap().1
}

fn claim(comparison: &Comparison, measure: Measure) -> &Claim {
    comparison.claims.iter().find(|claim| claim.measure == measure).unwrap()
}

#[test]
fn the_setting_itself_is_a_run() {
    let comparison = two();
    let run = results(TWO, &[], 1);
    assert_eq!(comparison.base.cells, run.cells);
    assert!(comparison.base.cells.iter().all(|cell| cell.method == Method::Exact));
    // But a folder of one is not taken for a folder of the other.
    assert_ne!(comparison.base.digest, run.digest);
    let sampled = ["method=sampled"];
    assert_eq!(self::comparison(TWO, &sampled).base.cells, results(TWO, &sampled, 1).cells);
}

#[test]
fn responses_are_runs_over_a_grid() {
    let grids = [
        (
            Kind::Driving,
            "prey.driving",
            "[\"Abysmal\", \"Terrible\", \"Poor\", \"Mediocre\", \"Fair\", \"Good\", \"Great\", \"Superb\", \"Legendary\"]",
            5,
        ),
        (Kind::Acceleration, "prey.vehicle.acceleration_kmh_s", "[15, 20, 28, 30, 35]", 2),
        (Kind::Maneuver, "prey.vehicle.maneuver_g", "[0.61, 0.86, 1.45, 1.66, 2.16]", 2),
        (Kind::Gap, "gap", "[\"close\", \"usual\", \"far\"]", 1),
    ];
    let comparison = two();
    for (kind, path, values, at) in grids {
        let text = format!("{TWO}[grid]\n{path} = {values}\n");
        for system in [SystemId::Fths, SystemId::Thw] {
            let Answers::Given { points, slope } = answers(response(comparison, kind), system) else {
                panic!("{kind:?} is read")
            };
            let run = run(&text, &[], system);
            assert_eq!(points.len(), run.len());
            for (index, (point, cell)) in points.iter().zip(&run).enumerate() {
                assert_eq!(point.step, index as i32 - at);
                assert_eq!(point.free, *cell.group(Group::Free), "{kind:?} at {}", point.value);
                assert_eq!(point.turns, cell.turns.mean);
            }
            let at = at as usize;
            assert_relative_eq!(slope.unwrap(), (free(&run[at + 1]) - free(&run[at - 1])) / 2.0, epsilon = 1e-12);
        }
    }
}

#[test]
fn shares_are_taken_over_a_grid_of_skills_and_machines() {
    let comparison = two();
    // Vehicles that are a band worse, as they are, and a band better in everything; acceleration, deceleration, maneuver.
    let prey = ["[20, 20, 0.86]", "[28, 27, 1.45]", "[30, 30, 1.66]"];
    let catcher = ["[15, 20, 0.86]", "[22, 25, 1.20]", "[25, 30, 1.66]"];
    let vehicle = |side: &str, numbers: &str| {
        let numbers: Vec<&str> = numbers.trim_matches(['[', ']']).split(", ").collect();
        let keys = ["acceleration_kmh_s", "deceleration_kmh_s", "maneuver_g"];
        keys.iter().zip(numbers).map(|(key, number)| format!("{side}.vehicle.{key}={number}")).collect::<Vec<_>>()
    };
    let words = "[\"Fair\", \"Good\", \"Great\"]";
    let text = format!("{TWO}[grid]\nprey.driving = {words}\ncatcher.driving = {words}\n");
    for (index, system) in [SystemId::Fths, SystemId::Thw].into_iter().enumerate() {
        let mut chances = vec![Vec::new(); 9];
        for prey in prey {
            for catcher in catcher {
                let sets = [vehicle("prey", prey), vehicle("catcher", catcher)].concat();
                let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
                for (row, cell) in chances.iter_mut().zip(run(&text, &sets, system)) {
                    row.push(free(&cell));
                }
            }
        }
        let shares = &comparison.systems[index].shares;
        let (mine, expected) = (shares.split.unwrap(), split(&chances).unwrap());
        assert_eq!(shares.settings, 81);
        for (mine, expected) in [
            (mine.rows, expected.rows),
            (mine.columns, expected.columns),
            (mine.together, expected.together),
            (mine.luck, expected.luck),
        ] {
            assert_relative_eq!(mine, expected, epsilon = 1e-9);
        }
        assert_relative_eq!(mine.rows + mine.columns + mine.together + mine.luck, 1.0, epsilon = 1e-9);
    }
}

/// The number of a system after a move, by a run of its own.
fn after(by: &Move, measure: Measure) -> f64 {
    let seconds = |system: SystemId| system.turn().unwrap().seconds;
    if by.what == "length of a turn" {
        let turn: f64 = by.to.trim_end_matches(" s").parse().unwrap();
        return run(TWO, &[], by.system)[0].turns.mean.mean * turn;
    }
    let (side, term) = by.what.split_once(' ').unwrap();
    let column = match term {
        "acceleration" | "deceleration" => format!("{side}.vehicle.{term}_kmh_s"),
        "maneuver" => format!("{side}.vehicle.maneuver_g"),
        "gap" => "gap".to_owned(),
        _ => format!("{side}.{term}"),
    };
    // Bands name their number in brackets.
    let value = by.to.split_once('(').map_or(by.to.as_str(), |(_, number)| number.trim_end_matches(')'));
    let cell = &run(TWO, &[&format!("{column}={value}")], by.system)[0];
    match measure {
        Measure::Free => free(cell),
        Measure::Turns => cell.turns.mean.mean,
        Measure::Seconds => cell.turns.mean.mean * seconds(by.system),
    }
}

#[test]
fn a_claim_that_holds_and_what_comes_closest() {
    let comparison = two();
    let claim = claim(comparison, Measure::Turns);
    assert_eq!((claim.more, claim.less), (SystemId::Fths, SystemId::Thw));
    let Standoff::Holds { moves, closest: Some(closest) } = &claim.standoff else { panic!("{claim:?}") };
    // Both sides of both systems: skill, two levels, temper; fths a third level, thw a second skill; and the gap. Of
    // thw's levels as many, even where they change nothing.
    assert!(*moves > 20, "{moves}");
    let moved = after(&closest.by, Measure::Turns);
    let (high, low) = if closest.by.system == claim.more { (moved, claim.values.1) } else { (claim.values.0, moved) };
    assert_eq!(closest.values, (high, low));
    assert!(high > low);
}

#[test]
fn a_claim_that_rests_on_the_mapping_says_on_which() {
    let comparison = two();
    for measure in [Measure::Free, Measure::Seconds] {
        let claim = claim(comparison, measure);
        let Standoff::Depends { moves, turned } = &claim.standoff else { panic!("{claim:?}") };
        assert!(!turned.is_empty() && turned.len() < *moves);
        for lead in turned {
            let moved = after(&lead.by, measure);
            let mine = if lead.by.system == claim.more { lead.values.0 } else { lead.values.1 };
            assert_relative_eq!(mine, moved, epsilon = 1e-9);
            assert!(lead.values.0 <= lead.values.1, "{lead:?}");
        }
    }
}

#[test]
fn a_move_is_the_next_word_that_means_something_else() {
    // Good and Great are both Rep 5 in thw, Superb is 6; in fths every word has its own level.
    let comparison = two();
    let moves: Vec<&Move> = comparison
        .claims
        .iter()
        .filter_map(|claim| match &claim.standoff {
            Standoff::Depends { turned, .. } => Some(turned.iter().map(|lead| &lead.by)),
            _ => None,
        })
        .flatten()
        .filter(|by| by.what == "prey driving" || by.what == "catcher driving")
        .collect();
    assert!(moves.iter().any(|by| by.system == SystemId::Thw));
    for by in moves {
        assert_eq!(by.from, "Good");
        let words = if by.system == SystemId::Thw { ["Fair", "Superb"] } else { ["Fair", "Great"] };
        assert!(words.contains(&by.to.as_str()), "{by:?}");
        assert!(!by.mapped.is_empty());
    }
}

#[test]
fn sampled_systems_that_are_alike_are_not_told_apart() {
    // With so few chases hardly anything is certain.
    let few = comparison(TWO, &["method=sampled", "chases=20", "prey.driving=Fair", "catcher.driving=Fair"]);
    let undecided = few.claims.iter().filter(|claim| claim.standoff == Standoff::Undecided).count();
    assert!(undecided > 0, "{:?}", few.claims);
    assert_eq!(few.varied_chases, 20);
}

#[test]
fn what_hides_a_dial_is_said() {
    let sets = ["fths.prey.acceleration=Good", "thw.start=4", "thw.catcher.driving=5"];
    let comparison = comparison(TWO, &sets);
    let hidden = |kind, system| match answers(response(&comparison, kind), system) {
        Answers::Unread(Reading::HiddenBy(term)) => Some(term.clone()),
        _ => None,
    };
    assert_eq!(hidden(Kind::Acceleration, SystemId::Fths).as_deref(), Some("fths.prey.acceleration"));
    assert_eq!(hidden(Kind::Acceleration, SystemId::Thw), None);
    assert_eq!(hidden(Kind::Gap, SystemId::Thw).as_deref(), Some("thw.start"));
    assert_eq!(hidden(Kind::Driving, SystemId::Fths), None);
    let of = |system: usize| &comparison.systems[system].shares;
    assert_eq!(of(0).machine, Portion::Unread(Reading::HiddenBy("fths.prey.acceleration".into())));
    assert_eq!(of(1).skill, Portion::Unread(Reading::HiddenBy("thw.catcher.driving".into())));
    // What is not moved explains nothing.
    assert_eq!((of(0).split.unwrap().columns, of(1).split.unwrap().rows), (0.0, 0.0));
    assert_eq!((of(0).settings, of(1).settings), (9, 9));
}

#[test]
fn windows_stay_within_the_ladder() {
    let comparison = comparison(TWO, &["prey.driving=Legendary"]);
    let driving = &response(&comparison, Kind::Driving).dial;
    assert_eq!(driving.three(), Some([6, 7, 8]));
    assert_eq!((driving.side, driving.at), (Some(Side::Prey), 8));
    // At the end of the scale there is one step to go by.
    let Answers::Given { points, slope } = answers(response(&comparison, Kind::Driving), SystemId::Fths) else {
        panic!("driving is read")
    };
    assert_relative_eq!(slope.unwrap(), points[8].free.rate - points[7].free.rate);
}

#[test]
fn a_grid_is_left_out_and_mappings_are_listed() {
    let text = format!("{TWO}[grid]\nprey.driving = [\"Fair\", \"Great\"]\n");
    let with_grid = comparison(&text, &[]);
    assert_eq!(with_grid.base.cells, two().base.cells);
    assert!(with_grid.notes[0].contains("grid is left out"));
    let rows: Vec<(&str, &str)> = with_grid.tables.iter().map(|row| (row.table, row.row.as_str())).collect();
    assert_eq!(
        rows,
        [
            ("skills", "Good"),
            ("skills", "Fair"),
            ("tempers", "bold"),
            ("vehicles", "sports-car"),
            ("vehicles", "police-cruiser"),
            ("gaps", "usual"),
            ("terrain", "city"),
        ]
    );
    let good: Vec<(&str, &str)> =
        with_grid.tables[0].cells.iter().map(|cell| (cell.column.as_str(), cell.value.as_str())).collect();
    assert_eq!(good, [("fths", "1"), ("thw", "5")]);
}

#[test]
fn one_system_has_nothing_to_be_held_against() {
    let alone = comparison("systems = [\"thw\"]\n", &[]);
    assert!(alone.claims.is_empty() && alone.notes[0].contains("names thw alone"));
    assert_eq!(alone.responses.len(), 4);
}
