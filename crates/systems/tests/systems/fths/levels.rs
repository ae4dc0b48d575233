//! From physical units to levels (rules/fths.md 1), by what the levels do in a turn.

use super::scripted::scripted;

/// Attribute, the unit, the segment that allows it alone and what that takes, and quantities with their modifiers.
type Bands<'a> = (&'a str, &'a str, &'a str, i16, &'a [(f64, i16)]);

const KMH_S: &[(f64, i16)] = &[
    (1.0, -3),
    (9.5, -3),
    (10.0, -2),
    (15.0, -1),
    (20.0, 0),
    (25.0, 1),
    (30.0, 2),
    (35.0, 3),
    (39.9, 3),
    (40.0, 4),
    (45.0, 5),
];
const MPH_S: &[(f64, i16)] =
    &[(1.0, -3), (5.9, -3), (6.0, -2), (9.0, -1), (12.0, 0), (15.0, 1), (18.0, 2), (22.0, 3), (25.0, 4), (28.0, 5)];
const PRINTED: &[(f64, i16)] = &[(0.1, -3), (1.0, -2), (1.5, -1), (2.0, 0), (2.5, 1), (3.0, 2), (3.5, 3), (4.0, 4)];
const RATINGS: &[(f64, i16)] = &[
    (0.01, -3),
    (0.36, -2),
    (0.61, -1),
    (0.86, 0),
    (1.15, 0),
    (1.16, 1),
    (1.66, 2),
    (2.16, 3),
    (2.65, 3),
    (2.66, 4),
    (3.16, 5),
];

const TABLES: [Bands<'_>; 7] = [
    ("acceleration", "kmh_s", "straight", 0, KMH_S),
    ("acceleration", "mph_s", "straight", 0, MPH_S),
    ("acceleration", "g", "straight", 0, PRINTED),
    ("deceleration", "kmh_s", "medium-traffic", -2, KMH_S),
    ("deceleration", "mph_s", "medium-traffic", -2, MPH_S),
    ("deceleration", "g", "medium-traffic", -2, PRINTED),
    ("maneuver", "g", "narrow-street", -1, RATINGS),
];

#[test]
pub fn every_row_of_the_tables_of_attributes() {
    for (attribute, unit, element, modifier, bands) in TABLES {
        for &(quantity, level) in bands {
            // The catcher drives with a level one lower, the same or one higher: who has the turn moves the distance.
            let distances = [-1, 0, 1].map(|more| {
                let text = format!(
                    "rules = {{ damage = \"off\", g_column = \"printed\" }}\nstart = 2\n\
                     course = {{ kind = \"fixed\", segments = [[\"{element}\"]] }}\n\
                     prey = {{ {attribute} = {{ {unit} = {quantity:?} }}, risk = -4, action = [\"open\"] }}\n\
                     catcher = {{ {attribute} = {}, risk = -4 }}\n",
                    level + more
                );
                let played = scripted(&text, &[], 1);
                assert_eq!(played.view()[4], modifier + level, "{attribute} of {quantity} {unit}");
                played.last().distance
            });
            assert_eq!(distances, [3, 2, 1], "{attribute} of {quantity} {unit}");
        }
    }
}
