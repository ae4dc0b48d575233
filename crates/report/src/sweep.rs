//! What is shown and written of a sweep whose cells were streamed: a table on screen, and a folder with report and charts.

use crate::chart::{Chart, charts_of_means};
use crate::document;
use crate::error::ReportError;
use crate::extract::{Extract, Kept};
use crate::flags;
use crate::folder::Folder;
use crate::format::Format;
use crate::page::{Item, Line, Page};
use crate::provenance::{self, provenance_of};
use crate::settings::{self, Settings};
use crate::shown;
use crate::table::{Columns, closing_of, rows};
use crate::used;
use chaselab_core::Group;
use chaselab_lab::estimate::Estimator;
use chaselab_lab::flags::Flag;
use chaselab_lab::results::CellResult;
use std::path::PathBuf;

/// All systems' best, worst and first cells, what was left out, and a closing line.
pub fn sweep_table(extract: &Extract, width: usize, color: bool) -> String {
    let estimator = Estimator::new(extract.head.confidence);
    let mut text = format!("{}\n", extract.head.title);
    for kept in extract.systems.iter().filter(|kept| kept.total.cells > 0) {
        let grid = kept.grid();
        text.push_str(&format!("\n{}\n", grid.heading()));
        let columns = Columns::of(&grid, estimator);
        for part in kept.parts() {
            text.push_str(&format!("\n{}\n", part.heading.unwrap_or_default()));
            text.push_str(&rows(&grid, &columns, &part.cells, width, color));
            text.push('\n');
        }
        let own: Vec<&Flag> = extract.head.flags.iter().filter(|flag| flag.system == grid.system).collect();
        text.push_str(&flags::screen(&own, &grid.axes, width));
    }
    text.push_str(&format!("\n{}\n", closing_of(&extract.head, &extract.totals())));
    text
}

impl Folder {
    /// The folder of a sweep: report and charts are made from the extract, the data files were written already and are
    /// moved in.
    ///
    /// # Errors
    /// When something cannot be drawn or written.
    pub fn of_sweep(extract: &Extract, command: &str, data: Vec<(Format, PathBuf)>) -> Result<Self, ReportError> {
        let charts = charts_of_means(extract);
        let mut files = Vec::from(report(extract, &charts, command).files()?);
        for chart in &charts {
            files.extend(chart.files()?);
        }
        let moved: Vec<(String, PathBuf)> =
            data.into_iter().map(|(format, path)| (format!("results.{}", format.name()), path)).collect();
        let names = files.iter().map(|(name, _)| name).chain(moved.iter().map(|(name, _)| name));
        let names: Vec<String> = names.cloned().collect();
        let about = provenance_of(&extract.head, &extract.totals(), command, &names)?;
        files.push((provenance::FILE.to_owned(), about.into_bytes()));
        Ok(Self::of(extract.head.digest.clone(), files).with_moved(moved))
    }
}

/// The report: the answer first, then the foremost cells and charts, then how the numbers came to be.
fn report<'a>(extract: &Extract, charts: &'a [Chart], command: &str) -> Page<'a> {
    let head = &extract.head;
    let kept: Vec<&Kept> = extract.systems.iter().filter(|kept| kept.total.cells > 0).collect();
    let mut page = Page::new(&head.title, "Does the prey get away?");
    page.list(kept.iter().filter_map(|kept| answer(kept)));
    let axes = |flag: &Flag| {
        kept.iter().find(|kept| kept.total.system == flag.system).map_or(&[][..], |kept| &kept.total.axes)
    };
    flags::section(&mut page, &head.flags, axes);
    for kept in &kept {
        page.section(kept.grid().heading());
        page.figures(document::of_system(charts, kept.total.system));
        document::tables(&mut page, &kept.grid(), &kept.parts(), Estimator::new(head.confidence), false);
    }
    page.section("How these numbers came to be");
    page.list(document::origin_of(head, &extract.totals()));
    for kept in &kept {
        if let Some(first) = kept.first() {
            let name = kept.grid().cell_name(first);
            let of = Settings { name, switches: &kept.total.switches, explained: &first.explained };
            settings::of_first(&mut page, &format!("Settings of {}", kept.total.title()), &of);
        }
        let total = &kept.total;
        let factors = total.axes.iter().flat_map(|axis| &axis.values);
        used::tables(&mut page, (total.system, total.then), &head.scenario, factors);
    }
    page.scenario("The scenario as played", &head.scenario);
    page.command(command);
    page
}

/// The range of free rates, and who is best off where.
fn answer(kept: &Kept) -> Option<Item> {
    let (best, worst) = kept.ends()?;
    let grid = kept.grid();
    let free = |cell: &CellResult| shown::rate(cell.group(Group::Free)).line();
    let line = Line::new().strong(grid.title()).text(format!(
        ": in {} cells the prey gets free in {} to {} of chases.",
        shown::count(kept.total.cells as u64),
        free(worst),
        free(best)
    ));
    let end = |who: &str, cell: &CellResult| {
        Line::from(format!("Best for the {who}: {}, {}.", grid.cell_name(cell), free(cell)))
    };
    Some(Item { line, below: vec![end("prey", best), end("catcher", worst)] })
}
