//! Every row of every table is reached by a scripted test.

use super::rules;
use crate::coverage::{cover, tests};
use chaselab_systems::SystemId;

#[test]
fn every_row_is_reached() {
    cover(SystemId::Thw.tables(), tests![rules::every_class_under_fire]).is_whole();
}
