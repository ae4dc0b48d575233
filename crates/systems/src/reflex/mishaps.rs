//! What a failed check does: the tables of mishaps, by margin of failure (rules/reflex.md 3).

use super::state::Suspension;
use chaselab_core::tables::{Row, Table};
use chaselab_core::{Bands, Place, Problem, shown};

/// A row of a table of mishaps.
#[derive(Clone, Debug)]
pub(super) struct Mishap {
    pub name: String,
    /// To what the crew does, 0 or less: for the rest of the exchange, and for five ticks.
    pub penalty: i8,
    pub brief: i8,
    /// Halves of moves lost along the road.
    pub cost: u16,
    pub suspension: Suspension,
    pub steering: bool,
    /// Loses flotation points.
    pub holes: bool,
    pub wear: u8,
    /// The driver is hurt unless a check passes.
    pub hurts: bool,
    /// Out of the pursuit.
    pub out: bool,
    /// Any of this, from the suspension on.
    pub harms: bool,
}

/// A table of mishaps, ready to be looked up.
#[derive(Clone, Debug)]
pub(super) struct Mishaps {
    pub rows: Vec<Mishap>,
    /// By margin of failure; nothing for a success.
    pub bands: Bands<Option<u8>>,
    /// Where a bend is missed without a check.
    pub understeer: u8,
    /// The halves of moves that this costs, where it does nothing else.
    pub missed: Option<u16>,
}

const YES: [(&str, bool); 2] = [("yes", true), ("no", false)];

impl Mishaps {
    /// Reads a table; `margins` is the column that says which margins a row holds for. `suspended` is false for a
    /// vehicle whose suspension cannot be hit.
    ///
    /// # Errors
    /// When a cell is impossible, or a margin has no row or two.
    pub(super) fn read(table: &Table, margins: &str, suspended: bool) -> Result<Self, Box<Problem>> {
        let mut rows = Vec::with_capacity(table.rows.len());
        let mut by_margin: Vec<(i16, u8, &Place)> = Vec::new();
        for (index, row) in table.rows.iter().enumerate() {
            let cell = table.cell(row, margins).ok_or_else(|| table.lacks(row, margins))?;
            let name = format!("{}.{}.{margins}", table.name, row.name);
            for margin in cell.node.list(&name, "a list of margins, such as [1, 3]")? {
                by_margin.push((margin.integer(&name, 1..=100)? as i16, index as u8, &cell.node.place));
            }
            rows.push(Mishap::read(table, row, suspended)?);
        }
        by_margin.sort_by_key(|&(margin, ..)| margin);
        for (wanted, &(margin, _, place)) in (1..).zip(&by_margin) {
            if margin != wanted {
                let what =
                    if margin < wanted { format!("two rows for {margin}") } else { format!("no row for {wanted}") };
                return Err(Problem::new(place, format!("the {margins} of table {} have {what}", table.name))
                    .expected("each margin from 1 on in one row"));
            }
        }
        let understeer = table.rows.iter().position(|row| row.name == "understeer").ok_or_else(|| {
            Problem::new(&Place::Default, format!("table {} has no row understeer, for a missed bend", table.name))
        })? as u8;
        let by_margin = by_margin.into_iter().map(|(margin, row, _)| (margin, Some(row)));
        let bands = Bands::new(None, by_margin).expect("the margins ascend one by one");
        let row = &rows[usize::from(understeer)];
        let missed = (!row.harms && row.penalty == 0 && row.brief == 0).then_some(row.cost);
        Ok(Self { rows, bands, understeer, missed })
    }

    /// The halves of moves that a mishap costs.
    #[inline(always)]
    pub(super) fn cost(&self, row: u8) -> u32 {
        self.rows[usize::from(row)].cost.into()
    }
}

impl Mishap {
    fn read(table: &Table, row: &Row, suspended: bool) -> Result<Self, Box<Problem>> {
        // Ground and water each have columns that the other lacks.
        let has = |column: &str| table.columns.iter().any(|known| known.name == column);
        let yes = |column: &str| -> Result<bool, Box<Problem>> {
            Ok(has(column) && table.one_of(row, column, &YES)?.unwrap_or(false))
        };
        let hits = [("minor", Suspension::Minor), ("major", Suspension::Major), ("no", Suspension::Whole)];
        let hit = if has("suspension") { table.one_of(row, "suspension", &hits)? } else { None };
        let lasts = table.one_of(row, "lasts", &[("5-ticks", true), ("exchange", false)])?;
        let halves = table.number(row, "moves_lost", 0.0..=10.0)?.unwrap_or(0.0) * 2.0;
        if halves.fract() != 0.0 {
            let place = table.cell(row, "moves_lost").map(|cell| cell.node.place.clone()).unwrap_or_default();
            return Err(Problem::new(
                &place,
                format!("{}.{}.moves_lost cannot be {}", table.name, row.name, shown::number(halves / 2.0)),
            )
            .expected("a whole number of halves, such as 1.5"));
        }
        let penalty = table.integer(row, "penalty", -20..=0)?.unwrap_or(0) as i8;
        let (penalty, brief) = if lasts.unwrap_or(false) { (0, penalty) } else { (penalty, 0) };
        let mishap = Self {
            name: row.name.clone(),
            penalty,
            brief,
            cost: halves as u16,
            suspension: if suspended { hit.unwrap_or_default() } else { Suspension::Whole },
            steering: yes("steering")?,
            holes: yes("flotation")?,
            wear: table.integer(row, "wear", 0..=10)?.unwrap_or(0) as u8,
            hurts: yes("hurts")?,
            out: yes("out")?,
            harms: false,
        };
        let is_hit = mishap.suspension != Suspension::Whole || mishap.steering || mishap.holes;
        Ok(Self { harms: is_hit || mishap.wear > 0 || mishap.hurts || mishap.out, ..mishap })
    }
}
