//! What no played system reads: nothing comes of it, but what stands there must exist and be possible.

use crate::keys;
use chaselab_core::Problem;
use chaselab_core::tree::Node;
use chaselab_systems::{Input, SystemId};

type Read<T> = Result<T, Box<Problem>>;

/// Checks the sections of all systems but these, and the neutral terms, whoever reads them.
///
/// # Errors
/// A key that a system does not have, a change of its tables that does not fit, or a neutral term that is impossible.
pub(crate) fn check(root: &Node, played: impl Fn(SystemId) -> bool) -> Read<()> {
    for &system in SystemId::ALL.iter().filter(|&&system| !played(system)) {
        let Some(section) = root.get(system.name()) else { continue };
        keys::known(section, system.name())?;
        if section.get("tables").is_some() {
            // Of a copy: what is only checked does not count as read.
            Input::new(&root.clone(), system)?.tables(system)?;
        }
    }
    Input::new(&root.clone(), SystemId::ALL[0])?.neutral.check()
}
