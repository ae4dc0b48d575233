//! Every row of every table is reached by a scripted test.

use super::{road, rows, rules, switches};
use crate::coverage::{cover, tests};
use chaselab_systems::SystemId;

#[test]
fn every_row_is_reached() {
    let tests = tests![
        rows::every_ram,
        rows::every_ram_withstood,
        rows::everything_immovable,
        rows::everything_immovable_withstood,
        rows::every_shot,
        rows::every_shot_withstood,
        rows::every_way_to_lose_control,
        rows::every_obstacle,
        road::the_classes_move_as_their_sticks_say,
        road::more_than_a_table_away_is_escaped,
        rules::the_heavier_has_two_more,
        rules::farther_than_a_stick_is_two_less,
        rules::who_is_out_leaves_the_wheel,
        switches::unit,
    ];
    cover(SystemId::Fistful.tables(), tests).is_whole();
}
