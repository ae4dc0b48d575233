//! Every row of every table is reached by a scripted test.

use super::{crashes, damage, fire, levels};
use crate::coverage::{cover, tests};
use chaselab_core::System;
use chaselab_core::tables::Tables;
use chaselab_systems::fths::Fths;
use chaselab_systems::{Playable, SystemId};

#[test]
fn every_row_is_reached() {
    let tests = tests![
        levels::every_row_of_the_tables_of_attributes,
        crashes::every_row_of_the_ground_crash_table,
        crashes::every_row_of_the_air_crash_table,
        crashes::every_collision,
        crashes::every_row_of_the_table_of_elements,
        damage::every_row_of_the_damage_table,
        damage::every_row_of_the_system_table,
        fire::every_weapon,
    ];
    cover(SystemId::Fths.tables(), tests).is_whole();
}

#[test]
fn a_row_that_no_test_reaches_is_named() {
    let files = Fths::TABLES.iter().filter(|(name, _)| ["crash", "weapons"].contains(name)).copied();
    let tables = Tables::embedded(Fths::ID, &files.collect::<Vec<_>>());
    let coverage = cover(&tables, tests![crashes::every_row_of_the_ground_crash_table]);
    let reached: Vec<&str> = coverage.reached.keys().map(String::as_str).collect();
    assert_eq!(reached, ["crash.0", "crash.1", "crash.2", "crash.3", "crash.4", "crash.5", "crash.6+"]);
    let weapons = tables.get("weapons").rows.iter().map(|row| format!("weapons.{}", row.name));
    assert_eq!(coverage.missing, weapons.collect::<Vec<_>>());
    let told = std::panic::catch_unwind(|| coverage.is_whole()).unwrap_err();
    assert!(told.downcast_ref::<String>().unwrap().starts_with("fths: no test reaches weapons.pistol, weapons.rifle"));
}
