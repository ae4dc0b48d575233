//! `chaselab dice`: the exact distribution of rolls and checks.

use crate::args::ListFormat;
use crate::failure::Failure;
use crate::output;
use chaselab_core::Place;
use chaselab_core::expr::Expr;
use chaselab_core::tree::Sources;
use chaselab_report::dice::{self, Rolled};
use clap::Args;

/// Options of `dice`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples: 4dF  '4dF + 1 >= 2'  '5d6 pass 3'  '2d6 each<=4'  '3d20 low <= 7'  '4dF + 1 vs 4dF'\n\
                        An expression that begins with a minus goes after --."
)]
pub struct DiceArgs {
    /// Rolls and checks, shown side by side.
    #[arg(value_name = "EXPR", required = true)]
    pub expressions: Vec<String>,

    /// What standard output carries.
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    pub format: ListFormat,
}

/// Works out all expressions and shows them side by side.
///
/// # Errors
/// When one cannot be read or worked out, with the place in it; then nothing is shown.
pub fn dice(args: &DiceArgs, color: bool) -> Result<(), Failure> {
    let rolled = args.expressions.iter().map(|text| roll(text)).collect::<Result<Vec<_>, _>>()?;
    let mut bytes = Vec::new();
    match args.format {
        ListFormat::Table => bytes.extend(dice::table(&rolled, output::width(), color).into_bytes()),
        ListFormat::Json => dice::json(&rolled, &mut bytes).map_err(anyhow::Error::from)?,
        ListFormat::Csv => dice::csv(&rolled, &mut bytes).map_err(anyhow::Error::from)?,
    }
    output::print(&bytes)
}

fn roll(text: &str) -> Result<Rolled, Failure> {
    let worked_out = Expr::parse(text).and_then(|expr| Ok((expr.to_string(), expr.outcome()?)));
    let (expression, outcome) = worked_out.map_err(|error| {
        let mut sources = Sources::default();
        let place = Place::File { source: sources.add("EXPR", text), span: error.span.clone() };
        Failure::BadInput { problem: error.at(&place, text), sources }
    })?;
    Ok(Rolled { expression, outcome })
}
