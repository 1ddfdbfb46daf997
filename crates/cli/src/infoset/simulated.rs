//! How long a set would take on processors that nobody here has: tables like those of the
//! kriegspiel paper (2 to 6), as text and as JSON, and curves.

use super::failure;
use crate::args::InfosetArgs;
use crate::fmt::replace;
use crate::report::Failure;
use crate::study::lines::{Chart, Series, svg};
use crate::{json, terminal};
use experiments::{Costs, Simulated, TreeOfTasks, simulate};
use game::Referee;
use infoset::{Balance, Grain, Limits, Observation};
use serde_json::json;

/// The grains of the paper.
const GRAINS: [usize; 4] = [2, 4, 6, 8];

pub(super) fn run<G: Referee>(
    args: &InfosetArgs,
    game: &G,
    observation: &Observation,
    watch: infoset::Watch<'_>,
) -> Result<u8, Failure> {
    let n_turns = observation.turns.len();
    let mut grains: Vec<usize> = match args.grain {
        Some(Grain::Levels(n)) => vec![n],
        Some(Grain::Adaptive) | None => GRAINS.to_vec(),
    };
    grains.iter_mut().for_each(|grain| *grain = (*grain).min(n_turns));
    grains.dedup();
    let finest = grains.iter().copied().max().unwrap_or(0);
    let (limits, mut work) = (Limits { memory: args.memory }, infoset::Progress::default());
    let tree = TreeOfTasks::record(game, observation, finest, limits, &mut |now| {
        work = now;
        watch(now)
    });
    let tree = tree.map_err(failure)?;
    let costs = Costs { task: args.task_cost, message: args.message_cost };
    let mut processors = args.simulate.clone();
    processors.sort_unstable();
    processors.dedup();
    let mut goes_on = || watch(work);
    let rows = simulate(&tree, &grains, &processors, costs, args.threads, &mut goes_on);
    let rows = rows.map_err(failure)?;
    if let Some(path) = &args.svg {
        replace(path, &curves(&game.facts().name, &tree, &rows))?;
    }
    match args.json {
        true => json::print(&answer(&game.facts().name, &tree, &rows, costs))?,
        false => terminal::print(&text(&tree, &rows, &grains, &processors))?,
    }
    Ok(0)
}

/// How many times as fast as one processor that does no tasks.
fn speedup(tree: &TreeOfTasks, row: &Simulated) -> f64 {
    tree.total() as f64 / row.schedule.time.max(1) as f64
}

fn answer(game: &str, tree: &TreeOfTasks, rows: &[Simulated], costs: Costs) -> serde_json::Value {
    let row = |row: &Simulated| {
        json!({
            "balance": row.balance.name(),
            "grain": row.grain,
            "processors": row.processors,
            "tasks": row.n_tasks,
            "time": row.schedule.time,
            "speedup": speedup(tree, row),
            "moved": row.schedule.moved,
            "used": row.schedule.used,
        })
    };
    json!({
        "game": game,
        "work": tree.total(),
        "task_cost": costs.task,
        "message_cost": costs.message,
        "simulated": rows.iter().map(row).collect::<Vec<_>>(),
    })
}

fn text(tree: &TreeOfTasks, rows: &[Simulated], grains: &[usize], processors: &[u32]) -> String {
    let work = terminal::count(tree.total(), "position");
    let mut out = format!("the whole work is {work} compared or looked at\n");
    let first = rows.iter().take(grains.len() * processors.len()).step_by(processors.len());
    let tasks: Vec<String> =
        first.map(|row| format!("{} with grain {}", row.n_tasks, row.grain)).collect();
    out += &format!("tasks: {}\n", tasks.join(", "));
    for (balance, name) in Balance::ALL {
        let of_all =
            |n: u32| rows.iter().filter(move |row| row.balance == balance && row.processors == n);
        let time = |row: &Simulated| row.schedule.time.to_string();
        out += &format!("\n{name}: time\n");
        out += &table(grains, processors, |n| of_all(n).map(time).collect());
        let gain = |row: &Simulated| shown(speedup(tree, row));
        out += &format!("\n{name}: speedup\n");
        out += &table(grains, processors, |n| of_all(n).map(gain).collect());
    }
    out += "\nthe best of all\n";
    let best = |&n: &u32| {
        let of_all = rows.iter().filter(|row| row.processors == n);
        of_all.min_by_key(|row| row.schedule.time).map(|row| {
            let gain = shown(speedup(tree, row));
            let (balance, time) = (row.balance.name(), row.schedule.time);
            [n.to_string(), time.to_string(), gain, format!("{balance}, grain {}", row.grain)]
        })
    };
    let head = ["processors", "time", "speedup", "how"].map(String::from);
    let lines: Vec<[String; 4]> =
        std::iter::once(head).chain(processors.iter().filter_map(best)).collect();
    for [n, time, gain, how] in lines {
        out += &format!("{n:>10} {time:>12} {gain:>10}  {how}\n");
    }
    out
}

/// A row for each number of processors, a column for each grain.
fn table(grains: &[usize], processors: &[u32], row: impl Fn(u32) -> Vec<String>) -> String {
    let cells =
        |cells: &[String]| -> String { cells.iter().map(|cell| format!(" {cell:>12}")).collect() };
    let head: Vec<String> = grains.iter().map(ToString::to_string).collect();
    let mut out = format!("{:>10}{}\n", "P / grain", cells(&head));
    for &n in processors {
        out += &format!("{n:>10}{}\n", cells(&row(n)));
    }
    out
}

/// A speedup with three digits or all before the point.
fn shown(speedup: f64) -> String {
    match speedup {
        s if s >= 100.0 => format!("{s:.0}"),
        s if s >= 10.0 => format!("{s:.1}"),
        s => format!("{s:.2}"),
    }
}

/// The speedup over the processors, a panel for each strategy and a line for each grain.
fn curves(game: &str, tree: &TreeOfTasks, rows: &[Simulated]) -> String {
    let mut panels: Vec<(String, Vec<Series>)> = Vec::new();
    for (balance, name) in Balance::ALL {
        let mut lines: Vec<Series> = Vec::new();
        for row in rows.iter().filter(|row| row.balance == balance) {
            let (name, point) =
                (format!("grain {}", row.grain), (f64::from(row.processors), speedup(tree, row)));
            match lines.iter_mut().find(|line| line.name == name) {
                Some(line) => line.points.push(point),
                None => lines.push(Series { name, points: vec![point] }),
            }
        }
        for line in &mut lines {
            line.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        panels.push((name.to_string(), lines));
    }
    svg(&Chart {
        title: format!("{game}: simulated speedup of depth-first search"),
        across: "processors",
        up: "times as fast",
        logarithmic: true,
        logarithmic_across: true,
        panels,
    })
}
