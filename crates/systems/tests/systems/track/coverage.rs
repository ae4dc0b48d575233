//! There are no tables, so there is no row to reach; a table that joins is counted here.

use super::rules;
use crate::coverage::{cover, tests};
use chaselab_systems::SystemId;

#[test]
fn every_row_is_reached() {
    let tests = tests![rules::each_side_adds_to_its_own_counter, rules::a_check_goes_by_the_gap_before_the_turn];
    cover(SystemId::Track.tables(), tests).is_whole();
}
