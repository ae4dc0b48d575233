//! Sampled and exact agree in `reflex`: a plain, few bends, water, a drawn road, and drivers who mix. Both vehicles have
//! 5 m a move, so that few places differ.

use crate::agreement::agree;

pub const SETTINGS: [(&str, &str); 6] = [
    // Nothing is rolled on a plain: the mix is all that chance decides.
    (
        "reflex",
        "[reflex]\nbends = \"none\"\nstart = 50\nbreak_off = 80\n\
         prey = { safe_speed = 5, speed = { \"0..60\" = { mix = { \"1\" = 0.5, \"2\" = 0.5 } }, \"61+\" = 1.5 } }\n\
         catcher = { safe_speed = 5, speed = 1.5 }",
    ),
    (
        "reflex",
        "[reflex]\nbends = { every = 75, angle = 45 }\nstart = 40\nbreak_off = 90\nmax_turns = 8\n\
         prey = { safe_speed = 5, coordination = 8, driving = 4, speed = 2 }\n\
         catcher = { safe_speed = 5, coordination = 8, driving = 8, speed = 2 }",
    ),
    (
        "reflex",
        "[reflex]\nbends = [[60, 20], [100, 90]]\nstart = 40\nbreak_off = 90\nmax_turns = 5\n\
         prey = { safe_speed = 5, coordination = 8, speed = 3, initiative = 15, control = -2 }\n\
         catcher = { safe_speed = 5, coordination = 9, speed = 2 }",
    ),
    (
        "reflex",
        "[reflex]\nsurface = \"water\"\nbends = { every = 50, angle = 60 }\nvisual_range = -1\nstart = 40\n\
         break_off = 90\nmax_turns = 6\n\
         prey = { safe_speed = 5, coordination = 8, hull = 1, speed = 1.5 }\n\
         catcher = { safe_speed = 5, coordination = 8, speed = 1.5 }",
    ),
    (
        "reflex",
        "[reflex]\nbends = { weights = [[3, [40, 20]], [1, [60, 75]]] }\nstart = 40\nbreak_off = 90\nmax_turns = 3\n\
         prey = { safe_speed = 5, coordination = 8, speed = 2 }\n\
         catcher = { safe_speed = 5, coordination = 8, driving = 1, speed = 1.5 }",
    ),
    (
        "reflex",
        "[reflex]\nbends = { every = 50, angle = 60 }\nstart = 40\nbreak_off = 90\nmax_turns = 5\n\
         rules = { sixty = \"upper\", speed_rows = \"stack\", penalties = \"sum\", early_mishaps = \"banded\" }\n\
         prey = { safe_speed = 5, coordination = 8, speed = 1 }\n\
         catcher = { safe_speed = 5, coordination = 8, speed = 1.5 }",
    ),
];

#[test]
fn sampled_agrees_with_exact_in_six_settings() {
    agree(&SETTINGS, 200_000);
}
