//! From a scenario to what one system reads: its own section, the neutral keys, and all tables with their overlays.

use crate::SystemId;
use crate::neutral::{self, Neutral};
use chaselab_core::Problem;
use chaselab_core::tables::Tables;
use chaselab_core::tree::{Node, Reader};

/// What a system reads.
#[derive(Debug)]
pub struct Input<'a> {
    /// The system's own section.
    pub own: Reader<'a>,
    /// The neutral keys.
    pub neutral: Neutral<'a>,
    root: Reader<'a>,
}

impl<'a> Input<'a> {
    /// What `system` reads of a scenario.
    ///
    /// # Errors
    /// When a section is not a table, or the neutral keys are broken.
    pub fn new(root: &'a Node, system: SystemId) -> Result<Self, Box<Problem>> {
        let root = Reader::new(Some(root), "the scenario")?;
        Ok(Self { own: root.table(system.name())?, neutral: Neutral::new(root)?, root })
    }

    /// The tables of any system, with what the scenario changes in them: all rows fit, whichever of them are read.
    ///
    /// # Errors
    /// When a change names what is not there, or does not fit.
    pub fn tables(&self, system: SystemId) -> Result<Tables, Box<Problem>> {
        let changes = self.root.table(system.name())?.table("tables")?;
        let tables = system.tables().changed_by(changes)?;
        if !changes.entries().is_empty() {
            system.check_tables(&tables)?;
        }
        Ok(tables)
    }
}

/// The embedded tables of every system, and the neutral ones.
pub fn all_tables() -> impl Iterator<Item = &'static Tables> {
    SystemId::ALL.iter().map(|system| system.tables()).chain(std::iter::once(neutral::tables()))
}
