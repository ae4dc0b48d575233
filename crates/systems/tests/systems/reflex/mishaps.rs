//! Every row of the tables of mishaps, reached by given dice (rules/reflex.md 3 and 4).

use super::played::Played;
use chaselab_core::End;

/// The prey meets a bend of 10 degrees at the end of its fourth move; its target is 7, on one d20. The catcher stands.
fn setting(more: &str) -> String {
    format!(
        "[reflex]\nstart = 60\nbends = [[100, 10]]\n{more}\n[reflex.prey]\ncoordination = 7\ndriving = 1\nsafe_speed = 10\n\
         hull = 3\n[reflex.catcher]\nsafe_speed = 0.5\n"
    )
}

/// One exchange at the safe speed, with an initiative in time and this face of the check.
fn one(more: &str, faces: &[i16]) -> Played {
    Played::new(&setting(more), &["1"], &["0"], &[&[20], faces].concat())
}

/// The gaps after one exchange and another, in which no bend is met.
fn gaps(more: &str, faces: &[i16]) -> [i16; 2] {
    let played = Played::new(&setting(more), &["1", "1"], &["0", "0"], &[&[20], faces].concat());
    let views = played.views();
    [views[1][0], views[2][0]]
}

const WATER: &str = "surface = \"water\"";

#[test]
pub fn ground_by_margin() {
    let expected = [
        (7, "made", [110, 160]),
        (8, "understeer", [100, 150]),
        (9, "oversteer", [105, 155]),
        (10, "understeer", [100, 150]),
        (11, "oversteer", [105, 155]),
        (12, "skid", [100, 145]),
        (13, "skid", [100, 145]),
        (14, "suspension", [100, 145]),
        (15, "suspension", [100, 145]),
    ];
    for (face, row, moved) in expected {
        let played = one("", &[face]);
        assert_eq!(played.came(), [row], "face {face}");
        assert_eq!(played.count("prey_crash_events"), usize::from(row != "made"), "face {face}");
        assert_eq!(gaps("", &[face]), moved, "face {face}");
    }
    for face in [16, 17] {
        let played = one("", &[face, 7]);
        assert_eq!((played.came(), played.count("prey_hurt")), (vec!["pothole"], 0));
        let hurt = one("", &[face, 8]);
        assert_eq!((hurt.came(), hurt.count("prey_hurt"), hurt.count("prey_wear")), (vec!["pothole"], 1, 1));
        assert_eq!(gaps("", &[face, 8]), [100, 145]);
    }
    for face in [18, 19, 20] {
        let played = one("", &[face, 8, 5, 4]);
        assert_eq!(played.came(), ["rollover"]);
        assert_eq!(played.end(), Some((End::PreyCrashed, "on_side")));
        let counts = ["prey_crash_events", "prey_hurt", "prey_wear", "prey_damage_results"];
        assert_eq!(counts.map(|event| played.count(event)), [0, 1, 1, 4]);
    }
}

#[test]
fn hits_on_the_suspension() {
    let damage = |faces: &[i16]| one("", faces).views()[1][3];
    assert_eq!(damage(&[13]), 0);
    assert_eq!(damage(&[14]), 1);
    assert_eq!(damage(&[16, 1]), 2);
    assert_eq!([one("", &[14]), one("", &[16, 1])].map(|played| played.count("prey_hits")), [1, 1]);
}

#[test]
fn how_a_rollover_comes_to_rest() {
    // 1d6, +1 above the safe speed, +2 above twice: 6 or more is the roof. The driver's check passes.
    let text = setting("").replace("[[100, 10]]", "[[185, 10]]").replace("start = 60", "start = 150\nbreak_off = 2000");
    let rest = |speed: &str, d6: i16| {
        Played::new(&text, &[speed], &["0"], &[20, 20, 1, d6, 1]).end().map(|(_, detail)| detail.to_owned())
    };
    for (speed, side, roof) in [("1", 5, 6), ("1.5", 4, 5), ("2", 4, 5)] {
        assert_eq!(rest(speed, side).as_deref(), Some("on_side"), "{speed}");
        assert_eq!(rest(speed, roof).as_deref(), Some("on_roof"), "{speed}");
    }
    // Above twice the safe speed takes an exchange to get there: the road is longer.
    let text = text.replace("[[185, 10]]", "[[400, 10]]").replace("start = 150", "start = 200");
    let fast = |d6| {
        let played = Played::new(&text, &["2", "3"], &["0", "0"], &[20, 20, 1, d6, 1]);
        played.end().map(|(_, detail)| detail.to_owned())
    };
    assert_eq!((fast(3).as_deref(), fast(4).as_deref()), (Some("on_side"), Some("on_roof")));
    // On water it is upside down.
    let wet = one(WATER, &[20, 1, 6, 1]);
    assert_eq!((wet.came(), wet.end()), (vec!["capsized"], Some((End::PreyCrashed, "upside_down"))));
    assert_eq!(one(WATER, &[20, 1, 5, 1]).end(), Some((End::PreyCrashed, "on_side")));
}

#[test]
pub fn water_by_margin() {
    let expected = [
        (7, "made", [110, 160]),
        (8, "understeer", [100, 150]),
        (9, "oversteer", [105, 155]),
        (10, "understeer", [100, 150]),
        (11, "oversteer", [105, 155]),
        (12, "skid", [100, 145]),
        (13, "skid", [100, 145]),
        (14, "obstacle", [100, 145]),
        (15, "obstacle", [100, 145]),
        (16, "holed", [100, 145]),
        (17, "holed", [100, 145]),
    ];
    for (face, row, moved) in expected {
        let played = one(WATER, &[face]);
        assert_eq!(played.came(), [row], "face {face}");
        assert_eq!(gaps(WATER, &[face]), moved, "face {face}");
        let is = |name| usize::from(row == name);
        assert_eq!(played.count("prey_hits"), is("obstacle"));
        assert_eq!(played.count("prey_wear"), is("obstacle"));
        // 10 m a move on a hull of 3: 3 points.
        assert_eq!(played.count("prey_flotation_lost"), 3 * is("holed"));
    }
    for face in [18, 19, 20] {
        let played = one(WATER, &[face, 8, 5, 10]);
        assert_eq!((played.came(), played.end()), (vec!["capsized"], Some((End::PreyCrashed, "on_side"))));
        let counts = ["prey_crash_events", "prey_hurt", "prey_wear", "prey_damage_results"];
        assert_eq!(counts.map(|event| played.count(event)), [0, 1, 1, 10]);
    }
}

#[test]
fn a_boat_without_flotation_is_out() {
    let holed = |hull: &str| Played::new(&setting(WATER).replace("hull = 3", hull), &["1"], &["0"], &[20, 17]);
    let ten = holed("hull = 1");
    assert_eq!(ten.end(), Some((End::PreyCrashed, "sunk")));
    assert_eq!((ten.count("prey_flotation_lost"), ten.count("prey_crash_events")), (10, 0));
    // A hull of 0 counts as 1.
    assert_eq!(holed("hull = 0").end(), ten.end());
    // 5 m on a hull of 1: 5 points, and the boat goes on.
    let text = setting(WATER).replace("hull = 3", "hull = 1\ninitiative = 5").replace("start = 60", "start = 80");
    let half = Played::new(&text, &["0.5"], &["0"], &[20, 17]);
    assert_eq!((half.end(), half.count("prey_flotation_lost")), (None, 5));
    // Two such holes are 10.
    let text = text.replace("[[100, 10]]", "[[85, 10], [100, 10]]").replace("coordination = 7", "coordination = 8");
    let twice = Played::new(&text, &["0.5", "0.5"], &["0", "0"], &[20, 17, 20, 17]);
    assert_eq!(twice.count("prey_flotation_lost"), 10);
    assert_eq!(twice.end(), Some((End::PreyCrashed, "sunk")));
}
