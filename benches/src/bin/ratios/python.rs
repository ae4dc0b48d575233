//! The product against Python programs, in the same run: they answer over a pipe and time their own work.

use chaselab_benches::{MANY, median, nanoseconds, plan, repository};
use chaselab_core::expr::Expr;
use chaselab_lab::counts::Counts;
use chaselab_lab::lanes::Lanes;
use chaselab_lab::plan::CHUNK;
use chaselab_lab::player::{Luck, Player};
use chaselab_solve::MatrixGame;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Rounds of chases, each of so many.
const ROUNDS: usize = 15;
const CHASES: u64 = 4 * CHUNK;

/// Risks at which chases are compared.
const RISKS: (i32, i32) = (0, 1);

/// Pools whose exact weights both compute; the names are this program's own expressions. The last two are those that icepool's
/// author names as too much for others.
const POOLS: [&str; 6] = ["4dF", "4d6 high 3", "20d6", "10d10 high 3", "20d10 high 2", "16d10 high 8"];

/// Matrix games of a round, and their actions a side.
const GAMES: usize = 50;
const ACTIONS: usize = 8;

/// Prints how many times as fast as each Python program the product is, or what is missing.
pub fn compare() {
    let mut python = match Python::start() {
        Ok(python) => python,
        Err(why) => {
            println!("\nnot compared with Python programs: {why}");
            return;
        }
    };
    println!("\n{:<44} {:>14} {:>14} {:>9}", "against Python programs", "theirs", "ours", "ratio");
    chases(&mut python);
    pools(&mut python);
    games(&mut python);
}

fn line(what: &str, unit: &str, theirs: f64, ours: f64) {
    println!(
        "{what:<44} {:>14} {:>14} {:>8.1}x",
        format!("{theirs:.2} {unit}"),
        format!("{ours:.2} {unit}"),
        theirs / ours
    );
}

/// The chase of Jon and Mad, by numpy and by numba, against the rules and the lanes.
fn chases(python: &mut Python) {
    let (prey, catcher) = RISKS;
    let plan =
        plan("jon-and-mad", &["grid={}", &format!("fths.prey.risk={prey}"), &format!("fths.catcher.risk={catcher}")]);
    let player = plan.cells[0].player.as_ref();
    let compiled = player.compile(CHASES).expect("a street in traffic fits");
    let lanes = Lanes::new(&compiled, player.max_turns(), MANY).expect("a street in traffic fits");
    let luck = Luck { seed: 3, cell: 3 };
    let in_lanes = |round: u64| {
        let mut counts = Counts::new(player.max_turns(), player.words());
        (0..CHASES / CHUNK).for_each(|chunk| lanes.play(luck, round * CHASES / CHUNK + chunk, CHUNK, &mut counts));
        counts
    };
    let turns = |counts: &Counts| -> f64 {
        let lengths = player.words().ends.iter().flat_map(|&end| counts.lengths(end).iter().enumerate());
        lengths.map(|(turns, &count)| turns as f64 * count as f64).sum()
    };
    for peer in ["numpy", "numba"] {
        let request = json!({ "peer": peer, "chases": CHASES, "prey": prey, "catcher": catcher });
        same_ends(player, &in_lanes(0), &python.ask(&request)["ends"], peer);
        let mut times: [Vec<f64>; 3] = Default::default();
        for round in 0..ROUNDS as u64 {
            let answer = python.ask(&request);
            times[0].push(number(&answer["ns"]) / number(&answer["turns"]));
            let these = round * CHASES..round * CHASES + CHUNK;
            let mut counts = None;
            let took = nanoseconds(|| counts = Some(player.play(luck, these, None)));
            times[1].push(took / turns(&counts.expect("it was played")));
            let mut counts = None;
            let took = nanoseconds(|| counts = Some(in_lanes(round)));
            times[2].push(took / turns(&counts.expect("it was played")));
        }
        let [theirs, rules, lanes] = times.map(median);
        line(&format!("{peer}, risks {prey} and {catcher}: rules"), "ns/turn", theirs, rules);
        line(&format!("{peer}, risks {prey} and {catcher}: lanes"), "ns/turn", theirs, lanes);
    }
}

/// Every end comes equally often, within five standard errors.
fn same_ends(player: &dyn Player, ours: &Counts, theirs: &Value, peer: &str) {
    let n = CHASES as f64;
    for &end in &player.words().ends {
        let other = number(&theirs[end.name()]) / n;
        let own = ours.end(end) as f64 / n;
        let spread = ((own + other) / n).sqrt() + 1.0 / n;
        assert!((own - other).abs() < 5.0 * spread, "{peer}: {} {other}, ours {own}", end.name());
    }
}

/// Exact weights of pools, against icepool.
fn pools(python: &mut Python) {
    for pool in POOLS {
        let request = json!({ "peer": "icepool", "pool": pool });
        let distribution = || Expr::parse(pool).and_then(|expr| expr.distribution()).expect("a pool");
        let ours: Vec<Value> = distribution().iter().map(|(face, weight)| json!([face, weight.to_string()])).collect();
        assert_eq!(&Value::from(ours), &python.ask(&request)["weights"], "{pool}");
        let (mut theirs, mut own) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            theirs.push(number(&python.ask(&request)["ns"]) / 1e3);
            own.push(nanoseconds(|| drop(distribution())) / 1e3);
        }
        line(&format!("icepool, {pool}"), "us", median(theirs), median(own));
    }
}

/// Random matrix games, against a linear program each.
fn games(python: &mut Python) {
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    let mut game = || -> Vec<f64> { (0..ACTIONS * ACTIONS).map(|_| rng.random_range(0.0..1.0)).collect() };
    let games: Vec<Vec<f64>> = (0..GAMES).map(|_| game()).collect();
    let rows = |game: &Vec<f64>| -> Vec<Vec<f64>> { game.chunks(ACTIONS).map(<[f64]>::to_vec).collect() };
    let request = json!({ "peer": "linprog", "games": games.iter().map(rows).collect::<Vec<_>>() });
    let solve = || -> Vec<f64> {
        let mut solver = MatrixGame::default();
        games.iter().map(|game| solver.solve(ACTIONS, game)).collect()
    };
    let answer = python.ask(&request);
    for (own, other) in solve().into_iter().zip(answer["values"].as_array().expect("values")) {
        assert!((own - number(other)).abs() < 1e-9, "a game is worth {other}, ours {own}");
    }
    let (mut theirs, mut own) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        theirs.push(number(&python.ask(&request)["ns"]) / GAMES as f64 / 1e3);
        own.push(nanoseconds(|| drop(solve())) / GAMES as f64 / 1e3);
    }
    line(&format!("linear programs (HiGHS), {ACTIONS} x {ACTIONS} games"), "us", median(theirs), median(own));
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// The Python programs, under way.
struct Python {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Python {
    fn start() -> Result<Self, String> {
        let folder = repository("benches/peers/python");
        let program = folder.join(".venv/bin/python");
        if !program.is_file() {
            return Err("benches/peers/python/setup.sh makes their environment (numpy, numba, scipy, icepool)".into());
        }
        let mut child = Command::new(program)
            .arg(folder.join("serve.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (to, from) = (child.stdin.take(), child.stdout.take().ok_or("no pipe")?);
        Ok(Self { child, to, from: BufReader::new(from) })
    }

    fn ask(&mut self, request: &Value) -> Value {
        let to = self.to.as_mut().expect("open until the end");
        writeln!(to, "{request}").expect("the Python programs listen");
        let mut line = String::new();
        self.from.read_line(&mut line).expect("the Python programs answer");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("the Python programs say {line:?}: {error}"))
    }
}

impl Drop for Python {
    /// They end when nobody asks any more.
    fn drop(&mut self) {
        self.to = None;
        // Whatever they end with, nothing depends on it.
        let _ = self.child.wait();
    }
}
