//! `chaselab tables`: list, show, export and check what designers edit.

use crate::args::ListFormat;
use crate::failure::Failure;
use crate::output;
use anyhow::Context;
use chaselab_core::tables::Tables;
use chaselab_core::{Place, Problem};
use chaselab_lab::catalogue::{self, Change, Overlay};
use chaselab_lab::scenario::Scenario;
use chaselab_report::tables::{self as shown, Shelf};
use clap::{Args, Subcommand};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What to do with tables.
#[derive(Debug, Args)]
pub struct TablesArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: TablesAction,
}

/// What to do with tables.
#[derive(Debug, Subcommand)]
pub enum TablesAction {
    /// List all tables.
    List {
        /// What standard output carries.
        #[arg(long, value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// Show tables, with the standing of every number.
    Show {
        /// A system or one of its tables, such as fths or fths.acceleration [default: all].
        #[arg(value_name = "SYSTEM[.TABLE]")]
        what: Option<String>,

        /// Show the tables as this scenario changes them.
        #[arg(long, value_name = "FILE")]
        scenario: Option<PathBuf>,

        /// What standard output carries.
        #[arg(long, value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
    },
    /// Write tables as an overlay to edit: a scenario names it in `overlays`.
    Export {
        /// A system or one of its tables.
        #[arg(value_name = "SYSTEM[.TABLE]")]
        what: String,

        /// The file to write; it must not exist yet [default: standard output].
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Check overlays and say what they change.
    Check {
        /// Overlay files.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,

        /// The system whose tables they change [default: the one whose tables they name].
        #[arg(long, value_name = "ID")]
        system: Option<String>,
    },
}

/// Does what was asked for with tables.
///
/// # Errors
/// When there is no such table, or a file is wrong or cannot be written.
pub fn tables(args: &TablesArgs, color: bool) -> Result<(), Failure> {
    match &args.action {
        TablesAction::List { format } => {
            let embedded = catalogue::embedded();
            let shelves = Shelf::of(&embedded, &embedded);
            print(&shelves, *format, || shown::list(&shelves, color))
        }
        TablesAction::Show { what, scenario, format } => show(what.as_deref(), scenario.as_deref(), *format, color),
        TablesAction::Export { what, out } => export(what, out.as_deref()),
        TablesAction::Check { files, system } => files.iter().try_for_each(|file| check(file, system.as_deref())),
    }
}

fn print(shelves: &[Shelf<'_>], format: ListFormat, table: impl Fn() -> String) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    match format {
        ListFormat::Table => bytes.extend(table().into_bytes()),
        ListFormat::Json => shown::json(shelves, &mut bytes).map_err(anyhow::Error::from)?,
        ListFormat::Csv => shown::csv(shelves, &mut bytes).map_err(anyhow::Error::from)?,
    }
    output::print(&bytes)
}

fn show(what: Option<&str>, scenario: Option<&Path>, format: ListFormat, color: bool) -> Result<(), Failure> {
    let embedded = catalogue::embedded();
    let changed = match scenario {
        Some(file) => catalogue::changed(&Scenario::load(file, &[])?)?,
        None => embedded.clone(),
    };
    let mut shelves = Shelf::of(&changed, &embedded);
    if let Some(what) = what {
        shelves = pick(&embedded, shelves, what)?;
    }
    print(&shelves, format, || shown::show(&shelves, color))
}

/// The tables of `SYSTEM` or `SYSTEM.TABLE`.
fn pick<'a>(all: &[Tables], shelves: Vec<Shelf<'a>>, what: &str) -> Result<Vec<Shelf<'a>>, Failure> {
    let place = Place::from(what);
    let (system, table) = match what.split_once('.') {
        Some((system, table)) => (system, Some(table)),
        None => (what, None),
    };
    // A system may have none.
    let with_tables = all.iter().filter(|tables| tables.iter().next().is_some());
    let own = with_tables.clone().find(|tables| tables.system() == system).ok_or_else(|| {
        let problem = Problem::new(&place, format!("there are no tables of `{system}`"));
        // A table may be meant whose system was left out.
        let having = with_tables.clone().filter(|tables| table.is_none() && tables.find(what).is_some());
        let paths: Vec<String> = having.map(|tables| format!("`{}.{what}`", tables.system())).collect();
        Failure::bad_option(if paths.is_empty() {
            problem.nearest(system, with_tables.map(Tables::system))
        } else {
            problem.help(format!("did you mean {}?", paths.join(" or ")))
        })
    })?;
    if let Some(table) = table
        && own.find(table).is_none()
    {
        let problem = Problem::new(&place, format!("{system} has no table `{table}`"));
        return Err(Failure::bad_option(problem.nearest(table, own.iter().map(|table| table.name))));
    }
    let wanted = |shelf: &Shelf<'_>| shelf.system == system && table.is_none_or(|table| table == shelf.table.name);
    Ok(shelves.into_iter().filter(wanted).collect())
}

fn export(what: &str, out: Option<&Path>) -> Result<(), Failure> {
    let embedded = catalogue::embedded();
    let shelves = pick(&embedded, Shelf::of(&embedded, &embedded), what)?;
    let system = shelves[0].system;
    let mut text = format!(
        "# Tables of {system} as an overlay. Keep what is to differ, and name the file in a scenario:\n\
         #   [{system}]\n#   overlays = [\"FILE\"]\n"
    );
    for shelf in shelves {
        text.push_str(&format!("\n{}", shelf.table.overlay()));
    }
    let Some(file) = out else { return output::print(text.as_bytes()) };
    let mut created = match OpenOptions::new().write(true).create_new(true).open(file) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let option = format!("--out {}", file.display());
            return Err(Failure::usage(&option, "the file exists and is left alone", "a file that does not exist yet"));
        }
        other => other.with_context(|| format!("cannot write {}", file.display()))?,
    };
    created.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(())
}

fn check(file: &Path, system: Option<&str>) -> Result<(), Failure> {
    let Overlay { system, changes } = catalogue::check(file, system)?;
    let cells = match changes.len() {
        0 => "changes nothing".to_owned(),
        1 => "changes 1 cell".to_owned(),
        several => format!("changes {several} cells"),
    };
    let mut text = format!("{}: an overlay of {system} that {cells}\n", file.display());
    for Change { path, before, after } in &changes {
        let before = before.as_ref();
        let was =
            before.map_or_else(|| "a dash".into(), |cell| format!("{} ({})", cell.node.value, cell.standing.name()));
        text.push_str(&format!("  {path}: {was} -> {}\n", after.node.value));
    }
    output::print(text.as_bytes())
}
