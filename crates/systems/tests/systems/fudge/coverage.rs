//! Every row of every table is reached by a scripted test.

use super::rules;
use crate::coverage::{cover, tests};
use chaselab_systems::SystemId;

#[test]
fn every_row_is_reached() {
    let tests = tests![
        rules::every_row_of_the_wound_track,
        rules::penalties_do_not_add_up_and_full_levels_pass_on,
        rules::every_weapon,
    ];
    cover(SystemId::Fudge.tables(), tests).is_whole();
}
