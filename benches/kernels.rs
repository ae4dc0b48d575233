//! Every system's ways of playing, measured by criterion: `cargo bench -p chaselab-benches --features criterion`.

use chaselab_benches::{MANY, plan};
use chaselab_lab::counts::Counts;
use chaselab_lab::lanes::Lanes;
use chaselab_lab::plan::CHUNK;
use chaselab_lab::player::Luck;
use chaselab_solve::Limits;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// A scenario of each system, with one cell.
const SCENARIOS: [(&str, &str, &[&str]); 6] = [
    ("fths", "jon-and-mad", &["grid={}"]),
    ("thw", "two-cars-downtown", &["grid={}", "systems=[\"thw\"]"]),
    ("fudge", "pier-showdown", &["grid={}"]),
    ("track", "rooftop-run", &["grid={}"]),
    ("reflex", "winding-road", &["grid={}"]),
    ("fistful", "kung-fu-dice", &["grid={}"]),
];

/// Chases of one measurement by the rules.
const CHASES: u64 = 256;

fn kernels(criterion: &mut Criterion) {
    for (system, scenario, sets) in SCENARIOS {
        let plan = plan(scenario, sets);
        let cell = plan.cells.iter().find(|cell| cell.system.name() == system).expect("the scenario plays it");
        let player = cell.player.as_ref();
        player.solve().expect("its policies are given or can be solved");
        let luck = Luck { seed: 1, cell: cell.key };
        let mut group = criterion.benchmark_group(system);
        group.throughput(Throughput::Elements(CHASES));
        group.bench_function("rules", |bencher| bencher.iter(|| player.play(luck, 0..CHASES, None)));
        if let Some(compiled) = player.compile(1 << 20) {
            group.bench_function("compiled", |bencher| bencher.iter(|| player.play(luck, 0..CHASES, Some(&compiled))));
            if let Some(lanes) = Lanes::new(&compiled, player.max_turns(), MANY) {
                group.throughput(Throughput::Elements(CHUNK));
                group.bench_function("lanes", |bencher| {
                    bencher.iter(|| {
                        let mut counts = Counts::new(player.max_turns(), player.words());
                        lanes.play(luck, 0, CHUNK, &mut counts);
                        counts
                    });
                });
            }
        }
        let limits = Limits { states: 20_000, ..Limits::default() };
        if player.exact(limits).is_ok() {
            group.throughput(Throughput::Elements(1));
            group.sample_size(20);
            group.bench_function("exact", |bencher| bencher.iter(|| player.exact(limits)));
        }
        group.finish();
    }
}

criterion_group!(benches, kernels);
criterion_main!(benches);
