//! What the command line gives: paths and values, ranges, objectives, targets, bounds.

use crate::corpus::{ODD, PATHS};
use crate::families::each;
use crate::mutate::mutated;
use crate::random::Random;
use crate::refusal;
use chaselab_core::tree::{Path, Sources, parse_value};
use chaselab_core::{End, Place, Problem};
use chaselab_lab::game::Question;
use chaselab_lab::sense::{Levels, Parameter};
use chaselab_lab::tune::{Domain, Target};
use chaselab_solve::Objective;

/// Whether it was accepted; a refusal must be one.
fn accepted<T>(read: Result<T, Box<Problem>>) -> Option<T> {
    read.map_err(|problem| refusal::check(&problem, &Sources::default())).ok()
}

/// One of the texts, mostly changed.
fn near(random: &mut Random, texts: &[&str]) -> String {
    let text = random.pick::<str>(texts).to_owned();
    if random.once_in(3) { text } else { String::from_utf8_lossy(&mutated(random, &[text])).into_owned() }
}

#[test]
fn paths_and_values() {
    let make = |random: &mut Random| {
        let (path, value) = (random.pick::<String>(&PATHS).clone(), random.pick::<String>(&ODD).clone());
        (near(random, &[&path]), near(random, &[&value]))
    };
    each("paths", 2500, make, |(path, value)| {
        let value = accepted(parse_value(value, "--set"));
        let path = accepted(Path::parse(path, &Place::from("--set")));
        if let Some(path) = &path {
            // What is printed reads back as the same.
            assert_eq!(Path::parse(&path.to_string(), &Place::Default).as_ref(), Ok(path));
        }
        if let Some(value) = &value {
            assert_eq!(
                parse_value(&value.value.to_string(), "--set").map(|read| read.value.to_string()),
                Ok(value.value.to_string())
            );
        }
        path.is_some() && value.is_some()
    });
}

#[test]
fn ranges() {
    let known = [
        "prey.driving=Poor..Great",
        "fths.start=1..3",
        "fths.tables.maneuver.Fair.g=0.5..1.5",
        "gap=[\"close\", \"far\"]",
        "x=-5..5",
        "x=-1e308..1e308",
        "x=0..1000000000000",
        "x=-9223372036854775808..9223372036854775807",
        "x=1..inf",
        "x=Good..Poor",
        "x=1..Good",
    ];
    each(
        "ranges",
        2500,
        |random| near(random, &known),
        |text| {
            let Some(parameter) = accepted(Parameter::parse(text)) else { return false };
            let finite = |value: &chaselab_core::tree::Value| !matches!(value, chaselab_core::tree::Value::Float(number) if !number.is_finite());
            let points = parameter.levels.points();
            assert!(points.len() >= 2 && points.iter().all(finite), "{points:?}");
            assert!([0.0, 0.5, 0.999_999].iter().all(|&u| finite(&parameter.levels.at(u))));
            if let Levels::Between(low, high) = parameter.levels {
                assert!(low < high);
            }
            true
        },
    );
}

#[test]
fn objectives_targets_and_what_is_free() {
    let known = [
        "free",
        "escaped - 0.5*prey_crashed + 0.01 turns",
        "-stopped",
        "1e308 free + 1e308 free",
        "1e-320 caught",
        "nan free",
        "inf*free",
        "2 escaped",
        "e",
        "1e free",
        "- - free",
        "free + ",
        "+free",
        "1e999*free",
    ];
    let targets = [
        "free = 0.5",
        "turns.p50 = 5",
        "turns.mean = 8",
        "turns.p10 = 1e400",
        "escaped - caught = -0.25",
        "free = nan",
        "turns.mean = -1e308",
    ];
    let freed = ["prey.risk,catcher.risk", "risk", "", ",", "prey.", ".risk", "catcher.maneuver"];
    let make = |random: &mut Random| (near(random, &known), near(random, &targets), near(random, &freed));
    each("objectives", 2500, make, |(objective, target, free)| {
        let read = objective.parse::<Objective>();
        if let Ok(objective) = &read {
            let weights = End::ALL.into_iter().map(|end| objective.end(end)).chain([objective.length()]);
            assert!(weights.into_iter().all(f64::is_finite), "{objective:?}");
        }
        // One by which every chase is worth the same can be read, but asks nothing.
        let asks = read.as_ref().is_ok_and(|objective| objective.scale(1) > 0.0);
        let is_free = accepted(Question::new("free", Some(free))).is_some();
        assert_eq!(accepted(Question::new(objective, Some(free))).is_some(), asks && is_free, "{objective}");
        let target = accepted(Target::new(target));
        assert!(target.as_ref().is_none_or(|target| target.wanted.is_finite()));
        read.is_ok() || target.is_some()
    });
}

#[test]
fn bounds() {
    let known = [
        "0.5,2",
        "Poor,Great",
        "-20,20",
        "1,1000001",
        "-1e9,1e9",
        "1,1",
        "nan,1",
        "0,",
        ",",
        "1e-320,1",
        "0,999999",
        "Great,Poor",
    ];
    let paths =
        ["fths.start", "prey.driving", "fths.tables.maneuver.Fair.g", "thw.getaway", "nowhere.at.all", "fths.prey"];
    let make = |random: &mut Random| {
        let between = (!random.once_in(5)).then(|| near(random, &known));
        (random.pick::<str>(&paths).to_owned(), between, random.once_in(2))
    };
    each("bounds", 400, make, |(path, between, plays)| {
        let path = Path::parse(path, &Place::Default).unwrap();
        let Some(domain) = accepted(Domain::new(&path, between.as_deref(), &|_| *plays)) else { return false };
        let scan = domain.scan();
        assert!(scan.len() >= 2 && scan.is_sorted(), "{scan:?}");
        scan.iter().for_each(|&position| drop(domain.value(position)));
        true
    });
}
