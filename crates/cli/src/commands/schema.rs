//! `chaselab schema`: what editors check scenarios with.

use crate::failure::Failure;
use crate::output;
use chaselab_core::tables::Tables;
use chaselab_core::{Place, Problem};
use chaselab_lab::{catalogue, schema as of};
use clap::Args;

/// Options of `schema`.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The schema of overlays of this system's tables instead.
    #[arg(long, value_name = "SYSTEM")]
    pub overlay: Option<String>,
}

/// Prints the schema of scenarios, or of the overlays of a system.
///
/// # Errors
/// When there is no such system.
pub fn schema(args: &SchemaArgs) -> Result<(), Failure> {
    let schema = match &args.overlay {
        None => of::scenario(),
        Some(system) => of::overlay(system).ok_or_else(|| {
            let place = Place::from(format!("--overlay {system}").as_str());
            let embedded = catalogue::embedded();
            let problem = Problem::new(&place, format!("there are no tables of `{system}`"));
            Failure::bad_option(problem.nearest(system, embedded.iter().map(Tables::system)))
        })?,
    };
    let mut text = serde_json::to_string_pretty(&schema).map_err(anyhow::Error::from)?;
    text.push('\n');
    output::print(text.as_bytes())
}
