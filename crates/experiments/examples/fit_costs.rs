//! Fits what tasks and messages cost in the simulator: to the tables of the kriegspiel paper,
//! and to this machine.
//!
//! `cargo run --release -p multigame-experiments --example fit_costs -- paper|here|find SIZE`
//!
//! `paper` fits tables 3 and 4 for each strategy, prints costs, times and residuals, and says
//! what the best fit makes of table 2, which is not fitted. The games of the tables are not
//! printed in the paper, so others stand in for them: games of ten turns by the rules of its
//! table 1 whose sets have nearly as many histories. They were drawn at random by `find SIZE`,
//! and the first was taken whose size is off by a fiftieth at most.
//!
//! `here` measures processor time of one thread with few and with many tasks, and how long it
//! takes until a thread that sleeps has got a message from another.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program is about time and says what it finds"
)]

use experiments::printed::{GRAINS, OTHER_HISTORIES, OTHER_SECONDS, PROCESSORS, Printed, TABLES};
use experiments::{Costs, Fit, Instance, Order, Runtime, Tasks, Timed, TreeOfTasks, compare, fit};
use game::{Player, Record};
use infoset::{
    Balance, DeepSearch, Grain, Limits, MergedSet, Observation, Sharing, Wanted, referee,
};
use native::Native;
use std::sync::{Condvar, Mutex};
use std::time::Instant;

/// The rules by which the program of the paper played.
const RULES: &str = "kriegspiel_table1";
const LIMITS: Limits = Limits { memory: 6 << 30 };
const PLY: usize = 10;
/// Games of ten turns, whose sets have nearly as many histories as those of tables 3, 4 and 2.
const STAND_INS: [(&str, Player, u64); 3] = [
    ("f2f3 f7f5 g1h3 f5f4 h3g1 h7h5 b1c3 e7e5 g2g4 a7a5", Player::First, 771_047),
    ("c2c4 a7a6 g2g3 e7e6 h2h3 g7g6 a2a3 c7c6 h3h4 d8a5", Player::Second, 5_055_586),
    ("d2d3 g8h6 a2a4 h6g4 e2e4 g7g6 e1d2 h7h5 b2b4 f8g7", Player::Second, 4_584_331),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let game = testing::load_native(RULES);
    match args.first().map(String::as_str) {
        Some("find") => find(&game, args.get(1).and_then(|it| it.parse().ok()).expect("a size")),
        Some("here") => here(&game),
        _ => paper(&game),
    }
}

/// Draws games until a set is nearly as large as that, and prints the moves.
fn find(game: &Native, wanted: u64) {
    for seed in 0..100_000 {
        let session = testing::hidden::play(game, seed, PLY);
        for player in Player::BOTH {
            let view = session.view(player).clone().without_endings();
            let mut set = MergedSet::before(game, &view, LIMITS).expect("a start").counts_only();
            let is_small = set.extend_all(&view.turns, &mut |now| now.size < 1_000_000).is_ok();
            let n = if is_small { set.count().unwrap_or(0) as u64 } else { 0 };
            if n.abs_diff(wanted) * 50 <= wanted {
                let record = session.record().expect("a record");
                println!("{n} histories for {player:?}:\n{record}");
                return;
            }
        }
    }
}
/// How a player perceived a game of the rules of the paper.
fn view_of(game: &Native, moves: &str, player: Player) -> Observation {
    let record = format!("multigame record 1\ngame: {RULES}\nmoves: {moves}");
    let record = Record::parse(&record).expect("a record");
    let session = referee(game, &record).expect("a game that can be refereed");
    session.view(player).clone().without_endings()
}

/// The tasks of a stand-in by each grain of the tables, in nanoseconds: on one processor with
/// the coarsest grain, where tasks count for nothing, the whole takes this many seconds.
fn tasks_of(
    game: &Native,
    (moves, player, histories): (&str, Player, u64),
    seconds: f64,
) -> Vec<Tasks> {
    let view = view_of(game, moves, player);
    let grains = GRAINS.map(Grain::Levels);
    let tree = TreeOfTasks::record(game, &view, &grains, LIMITS, &mut |_| true).expect("a tree");
    let tasks = grains.map(|grain| tree.tasks(grain));
    let numbers: Vec<String> = tasks.iter().map(|it| it.len().to_string()).collect();
    let position = 1e9 * seconds / tree.total() as f64;
    println!(
        "for {histories} histories: {} positions compared or looked at, {:.1} microseconds each; \
         tasks by grain: {}",
        tree.total(),
        position / 1e3,
        numbers.join(", ")
    );
    tasks.map(|tasks| tasks.times(position)).into()
}

fn instance(game: &Native, table: &Printed, stand_in: (&str, Player, u64)) -> Instance {
    let times = PROCESSORS.iter().zip(&table.seconds).flat_map(|(&processors, row)| {
        let timed =
            move |(tasks, seconds): (usize, &f64)| Timed { tasks, processors, seconds: *seconds };
        row.iter().enumerate().map(timed)
    });
    Instance { times: times.collect(), tasks: tasks_of(game, stand_in, table.seconds[0][0]) }
}

/// What is fitted: in which costs, from where it begins, and on which platform. Without a crowd
/// tasks cost the same however many wait, so that their order matters little.
const FITS: [(&str, Costs, [bool; 3], Balance, Order); 4] = [
    ("task, crowd, message", FIRST, [true; 3], Balance::Random, Order::Oldest),
    ("task, crowd, message", FIRST, [true; 3], Balance::Stealing, Order::Oldest),
    ("task, crowd, message", FIRST, [true; 3], Balance::Averaging, Order::Oldest),
    ("task, message", NO_CROWD, [true, false, true], Balance::Random, Order::Newest),
];
const NO_CROWD: Costs = Costs { crowd: 0, ..FIRST };
/// In nanoseconds.
const FIRST: Costs = Costs { task: 400_000, crowd: 12_000_000_000, message: 2_000 };

fn paper(game: &Native) {
    let instances = [0, 1].map(|i| instance(game, &TABLES[i], STAND_INS[i]));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("\ncosts in microseconds, that of a crowd for a thousand tasks that wait");
    println!("fitted               strategy   order     task  crowd message residual tried");
    let mut best: Option<Fit> = None;
    for (what, costs, varied, balance, order) in FITS {
        let first = Runtime { balance, order, costs };
        let found = fit(&instances, first, varied, threads, &mut || true);
        let found = found.expect("nobody stops it");
        let Costs { task, crowd, message } = found.runtime.costs;
        let [task, crowd, message] = [task, crowd / 1000, message].map(|it| it as f64 / 1e3);
        println!(
            "{what:<20} {:<10} {order:?} {task:>7.1} {crowd:>6.1} {message:>7.1} {:>8.3} {:>5}",
            balance.name(),
            found.residual,
            found.n_tried
        );
        if best.as_ref().is_none_or(|best| found.residual < best.residual) {
            best = Some(found);
        }
    }
    let Some(best) = best else { return };
    println!("\nthe best of them: {:?}", best.runtime);
    for (i, table) in TABLES.iter().enumerate() {
        residuals(table, &best.simulated[i]);
    }
    other_table(tasks_of(game, STAND_INS[2], OTHER_SECONDS[0].1), &best, threads);
}

/// What is printed, what is simulated, and by how much they differ.
fn residuals(table: &Printed, simulated: &[f64]) {
    println!("\n{}", table.name);
    println!("processors, for each grain: printed, simulated seconds (difference)");
    let rows = PROCESSORS.iter().zip(&table.seconds).zip(simulated.chunks(GRAINS.len()));
    for ((processors, printed), simulated) in rows {
        let cell = |(printed, simulated): (&f64, &f64)| {
            let off = 100.0 * (simulated / printed - 1.0);
            format!("{printed:>8} {simulated:>8.2} ({off:>+4.0} %)")
        };
        let cells: Vec<String> = printed.iter().zip(simulated).map(cell).collect();
        println!("{processors:>10} {}", cells.join("  "));
    }
}

/// Table 2 was not fitted. Its grain is not printed, so each is tried for all of it.
fn other_table(tasks: Vec<Tasks>, best: &Fit, threads: usize) {
    println!("\ntable 2 ({OTHER_HISTORIES} histories), which was not fitted, by the same costs:");
    for (grain, tasks) in GRAINS.iter().zip(tasks) {
        let timed = |(processors, seconds)| Timed { tasks: 0, processors, seconds };
        let times = OTHER_SECONDS.map(timed).into();
        let instance = Instance { tasks: vec![tasks], times };
        let found = compare(&[instance], best.runtime, threads, &mut || true);
        let found = found.expect("nobody stops it");
        let cell = |((processors, printed), simulated): (&(u32, f64), &f64)| {
            format!("{processors}: {:+.0} %", 100.0 * (simulated / printed - 1.0))
        };
        let cells: Vec<String> = OTHER_SECONDS.iter().zip(&found.simulated[0]).map(cell).collect();
        println!("grain {grain}: residual {:.3} ({})", found.residual, cells.join(", "));
    }
}

/// How often each grain is timed.
const ROUNDS: usize = 7;

fn here(game: &Native) {
    let (moves, player, _) = STAND_INS[0];
    let view = view_of(game, moves, player);
    let grains = [0, 2, 4, 6, 8].map(Grain::Levels);
    let tree = TreeOfTasks::record(game, &view, &grains, LIMITS, &mut |_| true).expect("a tree");
    let mut times = grains.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        // One round after the other, so that what else the machine does hits all alike.
        for (grain, times) in grains.iter().zip(&mut times) {
            let mut search =
                DeepSearch::new(game, &view, Wanted::default(), LIMITS).expect("a start");
            let sharing = Sharing { grain: *grain, ..Sharing::default() };
            let began = processor();
            search.run(sharing, &mut |_| true).expect("a set");
            times.push(processor() - began);
        }
    }
    let n_tasks = grains.map(|grain| tree.tasks(grain).len() as f64);
    let seconds = times.map(|mut times| median(&mut times));
    let (begin, slope) = line(&n_tasks, &seconds);
    let unit = begin / tree.total() as f64;
    println!("one thread, processor time, median of {ROUNDS} rounds:");
    for (n, seconds) in n_tasks.iter().zip(seconds) {
        let off = 100.0 * ((begin + slope * n) / seconds - 1.0);
        println!("{n:>9} tasks: {seconds:.3} s, fitted {:.3} s ({off:+.1} %)", begin + slope * n);
    }
    println!("a position takes {:.0} ns, a task {:.0} ns", 1e9 * unit, 1e9 * slope);
    let message = message();
    println!("a message to a thread that sleeps takes {:.0} ns (elapsed time)", 1e9 * message);
    println!("in positions: task {:.1}, message {:.0}", slope / unit, message / unit);
}

/// The line through points with the least squares: where it begins, and how it rises.
fn line(x: &[f64], y: &[f64]) -> (f64, f64) {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_x, mean_y) = (mean(x), mean(y));
    let rises = x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum::<f64>();
    let slope = rises / x.iter().map(|x| (x - mean_x).powi(2)).sum::<f64>();
    (mean_y - slope * mean_x, slope)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The processor time of this thread so far, in seconds.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|it| it.parse::<f64>().ok());
    nanos.unwrap_or(f64::NAN) / 1e9
}

/// How long it takes until another thread that sleeps has got a message.
fn message() -> f64 {
    let (turn, bell) = (Mutex::new(0u32), Condvar::new());
    const TIMES: u32 = 4000;
    let wait_for = |parity: u32| {
        let mut now = turn.lock().expect("no panic");
        while *now % 2 != parity {
            now = bell.wait(now).expect("no panic");
        }
        *now += 1;
        bell.notify_one();
    };
    std::thread::scope(|scope| {
        scope.spawn(|| (0..TIMES).for_each(|_| wait_for(1)));
        let mut times: Vec<f64> = (0..TIMES)
            .map(|_| {
                let began = Instant::now();
                wait_for(0);
                began.elapsed().as_secs_f64() / 2.0
            })
            .collect();
        median(&mut times)
    })
}
