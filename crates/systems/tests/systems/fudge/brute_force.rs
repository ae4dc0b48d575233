//! Fights against a twin that lists every face of every roll, written from the rule page alone (rules/fudge.md 2, 3).

use super::{chances, close, four_df};
use chaselab_core::End;
use std::collections::BTreeMap;

/// A fighter of the twin: marked boxes of scratch, hurt and very hurt; nothing once it is out.
type Fighter = Option<[i32; 3]>;

const FRESH: Fighter = Some([0; 3]);

/// What a wound of so much damage makes of a fighter, on the track 3-1-1-1-1.
fn wounded(fighter: Fighter, damage: i32) -> Fighter {
    let mut marks = fighter?;
    if damage < 1 {
        return Some(marks);
    }
    for level in ((damage - 1) / 2) as usize..3 {
        if marks[level] < [3, 1, 1][level] {
            marks[level] += 1;
            return Some(marks);
        }
    }
    None
}

fn penalty(fighter: Fighter) -> i32 {
    match fighter {
        Some([_, _, very]) if very > 0 => 2,
        Some([_, hurt, _]) if hurt > 0 => 1,
        _ => 0,
    }
}

/// A distribution over line-ups, prey and catchers.
type Field = BTreeMap<(Vec<Fighter>, Vec<Fighter>), f64>;

/// Plays rounds of a twin and compares the ends.
fn agree(text: &str, start: (usize, usize), rounds: usize, round: impl Fn(&[Fighter], &[Fighter]) -> Field) {
    let mut field = Field::from([((vec![FRESH; start.0], vec![FRESH; start.1]), 1.0)]);
    let mut ends: BTreeMap<End, f64> = BTreeMap::new();
    let mut turns = 0.0;
    for turn in 1..=rounds {
        let mut after = Field::new();
        for ((prey, catcher), chance) in field {
            for ((mut prey, mut catcher), share) in round(&prey, &catcher) {
                // Those who are out leave, and the best-off come first.
                for side in [&mut prey, &mut catcher] {
                    side.retain(Option::is_some);
                    side.sort_by_key(|fighter| fighter.map(|[scratch, hurt, very]| (very, hurt, scratch)));
                }
                let end = match (prey.is_empty(), catcher.is_empty()) {
                    (true, true) => Some(End::BothDisabled),
                    (true, false) => Some(End::PreyDisabled),
                    (false, true) => Some(End::CatcherDisabled),
                    (false, false) => None,
                };
                match end {
                    Some(end) => {
                        *ends.entry(end).or_default() += chance * share;
                        turns += chance * share * turn as f64;
                    }
                    None => *after.entry((prey, catcher)).or_default() += chance * share,
                }
            }
        }
        field = after;
    }
    let left: f64 = field.values().sum();
    turns += left * rounds as f64;
    *ends.entry(End::Timeout).or_default() += left;
    let exact = chances(text);
    for end in End::ALL {
        close(exact.end(end), ends.get(&end).copied().unwrap_or(0.0));
    }
    close(exact.turns / 100.0, turns / 100.0);
    assert!(ends[&End::PreyDisabled] > 0.01 && ends[&End::CatcherDisabled] > 0.01, "{ends:?}");
}

/// One exchange: results of both, and what each suffers.
fn exchange(
    (prey, prey_skill, prey_net): (Fighter, i32, i32),
    (catcher, catcher_skill, catcher_net): (Fighter, i32, i32),
    attacks: (bool, bool),
) -> Vec<(Fighter, Fighter, f64)> {
    let mut all = Vec::new();
    for (a, p) in four_df() {
        for (b, q) in four_df() {
            let by = (prey_skill - penalty(prey) + a) - (catcher_skill - penalty(catcher) + b);
            let mut after = (prey, catcher);
            if by > 0 && attacks.0 {
                after.1 = wounded(catcher, by + prey_net);
            }
            if by < 0 && attacks.1 {
                after.0 = wounded(prey, -by + catcher_net);
            }
            all.push((after.0, after.1, p * q));
        }
    }
    all
}

#[test]
fn a_duel() {
    let text = "
        [fudge]
        max_turns = 12
        [fudge.prey]
        skill = \"Good\"
        damage_factor = 2
        capacity = 1
        [fudge.catcher]
        skill = \"Fair\"
        damage_factor = 3
        capacity = 0
    ";
    agree(text, (1, 1), 12, |prey, catcher| {
        let mut field = Field::new();
        for (a, b, share) in exchange((prey[0], 1, 2), (catcher[0], 0, 2), (true, true)) {
            *field.entry((vec![a], vec![b])).or_default() += share;
        }
        field
    });
}

#[test]
fn a_duel_blow_by_blow() {
    let text = "
        [fudge]
        mode = \"blow-by-blow\"
        max_turns = 6
        [fudge.prey]
        damage_factor = 1
        [fudge.catcher]
        skill = 1
        damage_factor = 2
    ";
    agree(text, (1, 1), 6, |prey, catcher| {
        let mut field = Field::new();
        for (a, b, share) in exchange((prey[0], 0, 1), (catcher[0], 1, 2), (true, false)) {
            if b.is_none() {
                *field.entry((vec![a], vec![b])).or_default() += share;
                continue;
            }
            for (a, b, more) in exchange((a, 0, 1), (b, 1, 2), (false, true)) {
                *field.entry((vec![a], vec![b])).or_default() += share * more;
            }
        }
        field
    });
}

/// One against several: who equals or beats all hits the one beaten by most; each who beats it hits.
fn surrounded(
    lone: Fighter,
    foes: &[Fighter],
    skills: (i32, i32),
    nets: (i32, i32),
) -> Vec<(Fighter, Vec<Fighter>, f64)> {
    let mut all = Vec::new();
    let rolls: Vec<(i32, f64)> = four_df().collect();
    let count = 9_usize.pow(foes.len() as u32 + 1);
    for mut index in 0..count {
        let mut share = 1.0;
        let mut next = || {
            let (face, chance) = rolls[index % 9];
            index /= 9;
            share *= chance;
            face
        };
        let mine = skills.0 - penalty(lone) + next();
        let theirs: Vec<i32> = foes.iter().map(|&foe| skills.1 - penalty(foe) + next()).collect();
        let (mut after, mut left) = (lone, foes.to_vec());
        for &result in &theirs {
            if result > mine {
                after = wounded(after, result - mine + nets.1);
            }
        }
        let lowest = theirs.iter().copied().min().unwrap();
        if theirs.iter().all(|&result| mine >= result) && mine > lowest {
            let target = theirs.iter().position(|&result| result == lowest).unwrap();
            left[target] = wounded(left[target], mine - lowest + nets.0);
        }
        all.push((after, left, share));
    }
    all
}

#[test]
fn one_against_two() {
    let text = "
        [fudge]
        max_turns = 4
        [fudge.prey]
        skill = 2
        damage_factor = 4
        capacity = 1
        [fudge.catcher]
        fighters = 2
        skill = 0
        damage_factor = 3
    ";
    agree(text, (1, 2), 4, |prey, catcher| {
        let mut field = Field::new();
        for (a, b, share) in surrounded(prey[0], catcher, (2, 0), (4, 2)) {
            *field.entry((vec![a], b)).or_default() += share;
        }
        field
    });
    // The same with the roles turned round.
    let turned = text.replace("prey", "x").replace("catcher", "prey").replace("fudge.x", "fudge.catcher");
    agree(&turned, (2, 1), 4, |prey, catcher| {
        let mut field = Field::new();
        for (b, a, share) in surrounded(catcher[0], prey, (2, 0), (4, 2)) {
            *field.entry((a, vec![b])).or_default() += share;
        }
        field
    });
}

#[test]
fn two_against_three_in_pairs() {
    let text = "
        [fudge]
        max_turns = 2
        [fudge.prey]
        fighters = 2
        skill = 1
        damage_factor = 7
        [fudge.catcher]
        fighters = 3
        damage_factor = 6
    ";
    agree(text, (2, 3), 2, |prey, catcher| {
        let mut field = Field::new();
        let nets = (7, 6);
        let add = |field: &mut Field, prey: Vec<Fighter>, catcher: Vec<Fighter>, share: f64| {
            *field.entry((prey, catcher)).or_default() += share;
        };
        match (prey, catcher) {
            (&[a, b], &[x, y, z]) => {
                // The third doubles up on the first; the second faces the second.
                for (a, first, p) in surrounded(a, &[x, z], (1, 0), nets) {
                    for (b, y, q) in exchange((b, 1, 7), (y, 0, 6), (true, true)) {
                        add(&mut field, vec![a, b], vec![first[0], y, first[1]], p * q);
                    }
                }
            }
            (&[a, b], &[x, y]) => {
                for (a, x, p) in exchange((a, 1, 7), (x, 0, 6), (true, true)) {
                    for (b, y, q) in exchange((b, 1, 7), (y, 0, 6), (true, true)) {
                        add(&mut field, vec![a, b], vec![x, y], p * q);
                    }
                }
            }
            (&[a, b], &[x]) => {
                for (x, left, p) in surrounded(x, &[a, b], (0, 1), (6, 7)) {
                    add(&mut field, left, vec![x], p);
                }
            }
            (&[a], foes) if foes.len() > 1 => {
                for (a, left, p) in surrounded(a, foes, (1, 0), nets) {
                    add(&mut field, vec![a], left, p);
                }
            }
            (&[a], &[x]) => {
                for (a, x, p) in exchange((a, 1, 7), (x, 0, 6), (true, true)) {
                    add(&mut field, vec![a], vec![x], p);
                }
            }
            other => panic!("{other:?}"),
        }
        field
    });
}
