//! The tables of every system: as embedded, as a scenario changes them, and what an overlay changes.

use crate::player::prepare;
use crate::scenario::{Scenario, Unusable, text_of, top_keys};
use chaselab_core::tables::{Cell, Tables};
use chaselab_core::tree::{Entry, Node, Path, Reader, Sources, Value, parse_file};
use chaselab_core::{Place, Problem};
use chaselab_systems::{Input, SystemId, all_tables};
use std::path::Path as FilePath;

type Read<T> = Result<T, Box<Problem>>;

/// All tables as embedded, by system; the neutral ones last.
pub fn embedded() -> Vec<Tables> {
    all_tables().cloned().collect()
}

/// All tables as a scenario changes them, in the same order.
///
/// # Errors
/// When a change names what is not there, or does not fit.
pub fn changed(scenario: &Scenario) -> Result<Vec<Tables>, Unusable> {
    let read = || -> Read<Vec<Tables>> {
        let input = Input::new(&scenario.root, SystemId::ALL[0])?;
        let mut tables = SystemId::ALL.iter().map(|&system| input.tables(system)).collect::<Read<Vec<_>>>()?;
        tables.push(input.neutral.tables().clone());
        Ok(tables)
    };
    read().map_err(|problem| Unusable { problem, sources: scenario.sources.clone() })
}

/// A cell that an overlay writes otherwise.
#[derive(Clone, Debug)]
pub struct Change {
    /// The path of the cell below its system's tables.
    pub path: Path,
    /// What it said; nothing where there was a dash.
    pub before: Option<Cell>,
    /// What it says.
    pub after: Cell,
}

/// An overlay that fits.
#[derive(Clone, Debug)]
pub struct Overlay {
    /// The system whose tables it changes, or `neutral`.
    pub system: &'static str,
    /// What it changes.
    pub changes: Vec<Change>,
}

/// Checks an overlay file against the tables of a system, or of the one whose tables it names.
///
/// # Errors
/// When it cannot be read, or does not fit.
pub fn check(file: &FilePath, system: Option<&str>) -> Result<Overlay, Unusable> {
    let mut sources = Sources::default();
    match fitting(file, system, &mut sources) {
        Ok((overlay, _)) => Ok(overlay),
        Err(problem) => Err(Unusable { problem, sources }),
    }
}

/// An overlay file that fits, with the system whose tables it changes.
///
/// # Errors
/// When it cannot be read, or does not fit.
pub(crate) fn overlay(file: &FilePath, sources: &mut Sources) -> Read<(&'static str, Node)> {
    let (overlay, root) = fitting(file, None, sources)?;
    Ok((overlay.system, root))
}

fn fitting(file: &FilePath, system: Option<&str>, sources: &mut Sources) -> Read<(Overlay, Node)> {
    let shown = file.display().to_string();
    let text = text_of(file, &Place::Default, &shown)?;
    let source = sources.add(shown, text.clone());
    let root = parse_file(&text, source)?;
    changes_something(&root)?;
    let tables = match system {
        Some(name) => named(name)?,
        None => guessed(&root)?,
    };
    let changed = laid_over(tables, &root)?;
    if let Some(system) = SystemId::parse(tables.system()) {
        system.check_tables(&changed)?;
    }
    try_out(tables.system(), &root, source)?;
    Ok((Overlay { system: tables.system(), changes: changes(tables, &changed) }, root))
}

/// Refuses an overlay without a single cell: it is not the file that was meant, or not finished.
///
/// # Errors
/// When nothing stands in it.
pub(crate) fn changes_something(overlay: &Node) -> Read<()> {
    fn is_empty(node: &Node) -> bool {
        matches!(&node.value, Value::Table(entries) if entries.iter().all(|entry| is_empty(&entry.node)))
    }
    match is_empty(overlay) {
        true => Err(Problem::new(&overlay.place, "the overlay changes nothing").expected("TABLE.ROW.COLUMN = value")),
        false => Ok(()),
    }
}

/// Refuses an overlay where a scenario is expected.
///
/// # Errors
/// When the file names no systems, but tables.
pub(crate) fn no_overlay(root: &Node, file: &str) -> Read<()> {
    let Value::Table(entries) = &root.value else { return Ok(()) };
    let Some(first) = entries.first().filter(|_| root.get("systems").is_none()) else { return Ok(()) };
    let keys = top_keys();
    let is_table = |name: &str| !keys.contains(&name) && all_tables().any(|tables| tables.find(name).is_some());
    let system = guessed(root);
    // The table of terrain has the name of a section: an overlay is what fits it.
    let fits = || system.as_ref().is_ok_and(|tables| laid_over(tables, root).is_ok());
    if !entries.iter().any(|entry| is_table(&entry.key)) && !fits() {
        return Ok(());
    }
    let (of, section) = match &system {
        Ok(tables) => (format!(" of {}", tables.system()), tables.system()),
        Err(_) => (String::new(), "SYSTEM"),
    };
    Err(Problem::new(&first.place, format!("this looks like an overlay{of}, not like a scenario")).help(format!(
        "lay it over a scenario: write overlays = [\"{file}\"] in its [{section}], or see what it does there with chaselab diff SCENARIO --overlay {file}"
    )))
}

/// The tables of a system.
///
/// # Errors
/// When there is no such system.
fn named(name: &str) -> Read<&'static Tables> {
    all_tables().find(|tables| tables.system() == name).ok_or_else(|| {
        Problem::new(&Place::from(format!("--system {name}").as_str()), format!("there are no tables of `{name}`"))
            .nearest(name, all_tables().map(Tables::system))
    })
}

/// The tables that most of the overlay's own names belong to.
fn guessed(root: &Node) -> Read<&'static Tables> {
    if let Some(systems) = root.get("systems") {
        return Err(Problem::new(&systems.place, "this is a scenario, not an overlay")
            .expected("TABLE.ROW.COLUMN = value")
            .help("chaselab check validates scenarios"));
    }
    let Value::Table(entries) = &root.value else { unreachable!("a file is a table") };
    let known = |tables: &Tables| entries.iter().filter(|entry| tables.find(&entry.key).is_some()).count();
    let most = all_tables().map(known).max().unwrap_or(0);
    let best: Vec<&Tables> = all_tables().filter(|tables| known(tables) == most).collect();
    let candidates = || best.iter().copied().filter(|tables| laid_over(tables, root).is_ok());
    let first = &entries[0];
    if most == 0 {
        let names = all_tables().flat_map(Tables::iter).map(|table| table.name);
        return Err(
            Problem::new(&first.place, format!("no system has a table `{}`", first.key)).nearest(&first.key, names)
        );
    }
    // Several systems may have tables of these names: the overlay fits one of them.
    match (&best[..], &candidates().collect::<Vec<_>>()[..]) {
        ([only], _) | (_, [only]) => Ok(*only),
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|tables| tables.system()).collect();
            Err(Problem::new(&first.place, "several systems have these tables")
                .expected(format!("--system {}", names.join(" or --system "))))
        }
    }
}

/// The tables as the overlay changes them.
fn laid_over(tables: &Tables, root: &Node) -> Read<Tables> {
    tables.changed_by(Reader::new(Some(root), tables.system())?)
}

/// Lets the system read the overlay: values that the rules cannot play show there. What else a bare scenario lacks is
/// not the overlay's fault.
fn try_out(system: &'static str, overlay: &Node, source: usize) -> Read<()> {
    let within = |key: &str, node: Node| {
        let entry = Entry { key: key.to_owned(), place: Place::Default, node };
        Node::new(Value::Table(vec![entry]), Place::Default)
    };
    let root = within(system, within("tables", overlay.clone()));
    for &id in SystemId::ALL {
        if let Err(problem) = prepare(&root, id)
            && matches!(problem.place, Place::File { source: at, .. } if at == source)
        {
            return Err(problem);
        }
    }
    Ok(())
}

fn changes(before: &Tables, after: &Tables) -> Vec<Change> {
    let mut changes = Vec::new();
    for (old, new) in before.iter().zip(after.iter()) {
        for (old_row, new_row) in old.rows.iter().zip(&new.rows) {
            for ((column, old_cell), new_cell) in new.columns.iter().zip(&old_row.cells).zip(&new_row.cells) {
                if let Some(cell) = new_cell
                    && old_cell.as_ref().is_none_or(|old| old.standing != cell.standing)
                {
                    let path = Path::from_keys([new.name.to_owned(), new_row.name.clone(), column.name.clone()]);
                    changes.push(Change { path, before: old_cell.clone(), after: cell.clone() });
                }
            }
        }
    }
    changes
}
