//! Every row of every table is reached by a scripted test.

use super::{example, mishaps, rules};
use crate::coverage::{cover, tests};
use chaselab_systems::SystemId;

#[test]
fn every_row_is_reached() {
    let tests = tests![
        mishaps::ground_by_margin,
        mishaps::water_by_margin,
        rules::hits_last,
        rules::every_modifier,
        rules::speed_above_the_safe_one,
        rules::a_damaged_suspension_limits_the_speed,
        example::every_skill_has_its_dice,
    ];
    cover(SystemId::Reflex.tables(), tests).is_whole();
}
