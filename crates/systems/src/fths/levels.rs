//! From physical units to levels, through the tables that designers tune (rules/fths.md 1).

use crate::neutral::Quantity;
use chaselab_core::shown::number;
use chaselab_core::tables::{Table, Tables};
use chaselab_core::{Ladder, Place, Problem};

/// One G in km/h/s.
pub const G_IN_KMH_S: f64 = 9.806_65 * 3.6;

/// A physical unit that a table of attributes is read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Kilometres per hour and second.
    KmhS,
    /// Miles per hour and second.
    MphS,
    /// The G column as printed, which physics denies.
    PrintedG,
    /// Maneuver rating in G.
    ManeuverG,
}

impl Unit {
    const fn column(self) -> &'static str {
        match self {
            Self::KmhS => "kmh_s",
            Self::MphS => "mph_s",
            Self::PrintedG => "printed_g",
            Self::ManeuverG => "g",
        }
    }

    /// How the unit is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::KmhS => "km/h/s",
            Self::MphS => "mph/s",
            Self::PrintedG | Self::ManeuverG => "G",
        }
    }
}

/// A level and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The modifier.
    pub modifier: i16,
    /// Such as `28 km/h/s of sports-car, fths.tables.acceleration.Good.modifier`.
    pub from: String,
}

/// The level of a quantity, by the bands of one table: a band runs from its lower edge to the next band's; above the
/// last row each further step adds.
///
/// # Errors
/// When the quantity is below the first band, or the table's edges do not ascend.
pub fn level(tables: &Tables, table: &str, quantity: &Quantity, unit: Unit) -> Result<Level, Box<Problem>> {
    let table = tables.get(table);
    let bands = Edges::read(table, unit)?;
    let Quantity { value, from, .. } = quantity;
    let band = bands.band(*value).ok_or_else(|| bands.below(table, quantity, unit))?;
    let index = band.min(bands.rows.len() - 1);
    let steps = (band - index) as i16;
    let mut modifier = bands.rows[index].1;
    let path = table.path(&table.rows[index], "modifier");
    let mut from = format!("{value} {} of {from}, {path}", unit.name());
    if steps > 0 {
        modifier += steps * bands.step_modifier;
        from = format!("{from} and {steps} further");
    }
    Ok(Level { modifier, from })
}

/// One band of a table of attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Where it begins.
    pub from: f64,
    /// Its row, and how many further steps above the last.
    pub name: String,
}

/// The bands of one table, upwards to `above` bands over the one that holds the quantity; the second is the place of
/// that one among them.
///
/// # Errors
/// When the quantity is below the first band, or the table's edges do not ascend.
pub fn bands(
    tables: &Tables,
    table: &str,
    quantity: &Quantity,
    unit: Unit,
    above: usize,
) -> Result<(Vec<Band>, usize), Box<Problem>> {
    let table = tables.get(table);
    let edges = Edges::read(table, unit)?;
    let at = edges.band(quantity.value).ok_or_else(|| edges.below(table, quantity, unit))?;
    let last = edges.rows.len() - 1;
    let band = |index: usize| match index.checked_sub(last) {
        None | Some(0) => Band { from: edges.rows[index].0, name: table.rows[index].name.clone() },
        Some(further) => Band {
            from: edges.rows[last].0 + further as f64 * edges.step,
            name: format!("{} and {further} further", table.rows[last].name),
        },
    };
    Ok(((0..=at + above).map(band).collect(), at))
}

/// Checks that every column of edges makes bands: ascending, so that no quantity lies in none or in two.
///
/// # Errors
/// The first edge that does not ascend.
pub(super) fn check(tables: &Tables) -> Result<(), Box<Problem>> {
    for table in ["acceleration", "deceleration"] {
        for unit in [Unit::KmhS, Unit::MphS, Unit::PrintedG] {
            Edges::read(tables.get(table), unit)?;
        }
    }
    Edges::read(tables.get("maneuver"), Unit::ManeuverG).map(|_| ())
}

/// The level of size or armor that body hit points or body armor come to: round(6 x log10(x) - 2), and -2 below 1.
pub fn body_level(points: f64) -> i16 {
    (6.0 * points.max(1.0).log10() - 2.0).round() as i16
}

/// The level as a ladder word with its number.
pub fn shown(modifier: i16) -> String {
    Ladder(modifier).to_string()
}

struct Edges {
    rows: Vec<(f64, i16)>,
    step: f64,
    step_modifier: i16,
}

impl Edges {
    fn read(table: &Table, unit: Unit) -> Result<Self, Box<Problem>> {
        let mut rows: Vec<(f64, i16)> = Vec::with_capacity(table.rows.len());
        for row in &table.rows {
            let edge = table.number(row, unit.column(), 0.0..=1e6)?.ok_or_else(|| table.lacks(row, unit.column()))?;
            let modifier = table.integer(row, "modifier", -20..=20)?.ok_or_else(|| table.lacks(row, "modifier"))?;
            rows.push((edge, modifier as i16));
        }
        let Some((step, step_modifier)) = rows.pop() else {
            return Err(Problem::new(&Place::Default, format!("table {} has no rows", table.name)));
        };
        for (index, pair) in rows.windows(2).enumerate() {
            if pair[1].0 <= pair[0].0 {
                let row = &table.rows[index + 1];
                // The row that somebody wrote: this one, or the one before it.
                let written = [row, &table.rows[index]].map(|row| table.cell(row, unit.column()));
                let mut places = written.into_iter().flatten().map(|cell| &cell.node.place);
                let place = places.find(|&place| *place != Place::Default).cloned().unwrap_or_default();
                return Err(Problem::new(
                    &place,
                    format!(
                        "row {} of table {} begins at {}, at or below the row before it",
                        row.name,
                        table.name,
                        number(pair[1].0)
                    ),
                )
                .expected(format!("more than {}", number(pair[0].0))));
            }
        }
        if step <= 0.0 {
            let last = table.rows.last().and_then(|row| table.cell(row, unit.column()));
            let place = last.map_or(Place::Default, |cell| cell.node.place.clone());
            return Err(Problem::new(&place, format!("the further step of table {} is not above 0", table.name)));
        }
        Ok(Self { rows, step, step_modifier })
    }

    /// Which band holds a value, those above the last row counted on; none when it lies below the first.
    fn band(&self, value: f64) -> Option<usize> {
        let index = self.rows.iter().rposition(|&(edge, _)| value >= edge)?;
        if index + 1 < self.rows.len() {
            return Some(index);
        }
        // A step is counted as reached when rounding alone kept it from being so.
        Some(index + ((value - self.rows[index].0) / self.step + 1e-9).floor().min(1000.0) as usize)
    }

    /// The problem that a quantity lies below the first band.
    fn below(&self, table: &Table, quantity: &Quantity, unit: Unit) -> Box<Problem> {
        let lowest = self.rows[0].0;
        Problem::new(&quantity.place, format!("{} cannot be {} {}", table.name, number(quantity.value), unit.name()))
            .expected(format!("at least {lowest} {}", unit.name()))
            .help(format!("the nearest that works is {lowest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SystemId;

    fn modifier(table: &str, value: f64, unit: Unit) -> Option<i16> {
        let quantity = Quantity { value, place: Place::Default, from: "a test".into() };
        level(SystemId::Fths.tables(), table, &quantity, unit).ok().map(|level| level.modifier)
    }

    #[test]
    fn bands_run_from_their_printed_edge() {
        // rules/fths.md 1: 9.5 km/h/s is still the first band; each further 5 above the last adds 1.
        let kmh_s = |value| modifier("acceleration", value, Unit::KmhS);
        assert_eq!([1.0, 9.5, 10.0, 14.9, 24.0, 34.0, 35.0].map(kmh_s), [-3, -3, -2, -2, 0, 2, 3].map(Some));
        assert_eq!([39.9, 40.0, 44.9, 45.0].map(kmh_s), [3, 4, 4, 5].map(Some));
        assert_eq!(kmh_s(0.9), None);
        let mph_s = |value| modifier("deceleration", value, Unit::MphS);
        assert_eq!([1.0, 5.9, 6.0, 17.9, 18.0, 21.9, 22.0, 25.0].map(mph_s), [-3, -3, -2, 1, 2, 2, 3, 4].map(Some));
        let printed = |value| modifier("acceleration", value, Unit::PrintedG);
        assert_eq!([0.1, 0.99, 1.0, 3.5, 4.0].map(printed), [-3, -3, -2, 3, 4].map(Some));
    }

    #[test]
    fn maneuver_is_read_in_g() {
        let g = |value| modifier("maneuver", value, Unit::ManeuverG);
        assert_eq!(
            [0.01, 0.35, 0.36, 0.9, 1.2, 1.66, 2.16, 2.65, 2.66, 3.16].map(g),
            [-3, -3, -2, 0, 1, 2, 3, 3, 4, 5].map(Some)
        );
        assert_eq!(g(0.005), None);
    }

    #[test]
    fn bands_stand_in_order_around_a_quantity() {
        let bands = |value| {
            let quantity = Quantity { value, place: Place::Default, from: "a test".into() };
            bands(SystemId::Fths.tables(), "acceleration", &quantity, Unit::KmhS, 2).unwrap()
        };
        let (around, at) = bands(28.0);
        let shown: Vec<(f64, &str)> = around.iter().map(|band| (band.from, band.name.as_str())).collect();
        assert_eq!(at, 4);
        assert_eq!(shown[3..], [(20.0, "Fair"), (25.0, "Good"), (30.0, "Great"), (35.0, "Superb")]);
        let (above, at) = bands(41.0);
        assert_eq!((above[at].name.as_str(), above[at].from), ("Superb and 1 further", 40.0));
        assert_eq!((above.len() - at, above[at + 2].from), (3, 50.0));
        // Every band begins where the level changes.
        for (band, next) in above.iter().zip(&above[1..]) {
            let level = |value| modifier("acceleration", value, Unit::KmhS).unwrap();
            assert_eq!(level(next.from), level(band.from) + 1);
        }
    }

    #[test]
    fn size_and_armor_fit_the_published_conversions() {
        // rules/fths.md 1.
        let published = [(1.0, -2), (2.0, 0), (5.0, 2), (10.0, 4), (20.0, 6), (50.0, 8), (100.0, 10), (200.0, 12)];
        for (points, level) in published.into_iter().chain([(1000.0, 16), (0.5, -2), (0.0, -2)]) {
            assert_eq!(body_level(points), level, "{points}");
        }
    }

    #[test]
    fn says_where_it_came_from() {
        let quantity = Quantity { value: 28.0, place: Place::Default, from: "sports-car".into() };
        let level = level(SystemId::Fths.tables(), "acceleration", &quantity, Unit::KmhS).unwrap();
        assert_eq!(level.from, "28 km/h/s of sports-car, fths.tables.acceleration.Good.modifier");
    }
}
