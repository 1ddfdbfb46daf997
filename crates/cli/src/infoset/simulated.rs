//! How long a set would take on processors that nobody here has: tables like those of the
//! kriegspiel paper (2 to 6), as text and as JSON, and curves.

use crate::answer::give;
use crate::args::InfosetArgs;
use crate::files::Drawing;
use crate::report::Failure;
use crate::svg::lines::{Chart, Series, svg};
use crate::words::count;
use experiments::{Costs, Simulated, TreeOfTasks, simulate};
use game::Referee;
use infoset::{Balance, Grain, Limits, Observation};
use serde::Serialize;
use std::fmt::{self, Display};

/// The grains of the paper, and some that follow the work.
const GRAINS: [Grain; 6] = [
    Grain::Levels(2),
    Grain::Levels(4),
    Grain::Levels(6),
    Grain::Levels(8),
    Grain::Work(1_000),
    Grain::Work(10_000),
];

/// How long a set would take.
#[derive(Serialize)]
struct Simulation {
    game: String,
    work: u64,
    task_cost: u64,
    crowd_cost: u64,
    message_cost: u64,
    simulated: Vec<Row>,
    /// What the rows are for.
    #[serde(skip)]
    grains: Vec<Grain>,
    #[serde(skip)]
    processors: Vec<u32>,
}

#[derive(Serialize)]
struct Row {
    balance: &'static str,
    /// In turns, or in positions compared or looked at.
    grain: Option<usize>,
    grain_work: Option<u64>,
    #[serde(skip)]
    cut: Grain,
    processors: u32,
    tasks: usize,
    time: u64,
    /// How many times as fast as one processor that does no tasks.
    speedup: f64,
    moved: u64,
    used: usize,
}

pub(super) fn run<G: Referee>(
    args: &InfosetArgs,
    game: &G,
    observation: &Observation,
    drawing: &Drawing<'_>,
    watch: infoset::Watch<'_>,
) -> Result<u8, Failure> {
    let n_turns = observation.turns.len();
    let mut grains: Vec<Grain> = match args.grain {
        Some(Grain::Adaptive) | None => GRAINS.to_vec(),
        Some(grain) => vec![grain],
    };
    for grain in &mut grains {
        if let Grain::Levels(n) = grain {
            *n = (*n).min(n_turns);
        }
    }
    grains.dedup();
    let (limits, mut work) = (Limits { memory: args.memory }, infoset::Progress::default());
    let tree = TreeOfTasks::record(game, observation, &grains, limits, &mut |now| {
        work = now;
        watch(now)
    });
    let tree = tree?;
    let costs = Costs { task: args.task_cost, crowd: args.crowd_cost, message: args.message_cost };
    let mut processors = args.simulate.clone();
    processors.sort_unstable();
    processors.dedup();
    let mut goes_on = || watch(work);
    let rows = simulate(&tree, &grains, &processors, costs, args.n_threads(), &mut goes_on)?;
    let answer = Simulation {
        game: game.facts().name.clone(),
        work: tree.total(),
        task_cost: costs.task,
        crowd_cost: costs.crowd,
        message_cost: costs.message,
        simulated: rows.iter().map(|row| Row::new(&tree, row)).collect(),
        grains,
        processors,
    };
    if !drawing.draw(|| answer.curves())? {
        give(&answer, args.json)?;
    }
    Ok(0)
}

impl Row {
    fn new(tree: &TreeOfTasks, row: &Simulated) -> Row {
        let (grain, grain_work) = match row.grain {
            Grain::Levels(n) => (Some(n), None),
            Grain::Work(most) => (None, Some(most)),
            Grain::Adaptive => (None, None),
        };
        Row {
            balance: row.balance.name(),
            grain,
            grain_work,
            cut: row.grain,
            processors: row.processors,
            tasks: row.n_tasks,
            time: row.schedule.time,
            speedup: tree.total() as f64 / row.schedule.time.max(1) as f64,
            moved: row.schedule.moved,
            used: row.schedule.used,
        }
    }
}

impl Display for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Simulation { simulated: rows, grains, processors, .. } = self;
        let work = count(self.work, "position");
        writeln!(f, "the whole work is {work} compared or looked at")?;
        let first = rows.iter().take(grains.len() * processors.len()).step_by(processors.len());
        let tasks = first.map(|row| format!("{} with grain {}", row.tasks, name(row.cut)));
        writeln!(f, "tasks: {}", tasks.collect::<Vec<_>>().join(", "))?;
        for (_, name) in Balance::ALL {
            let of_all =
                |n: u32| rows.iter().filter(move |row| row.balance == name && row.processors == n);
            let time = |row: &Row| row.time.to_string();
            writeln!(f, "\n{name}: time")?;
            f.write_str(&table(grains, processors, |n| of_all(n).map(time).collect()))?;
            let gain = |row: &Row| shown(row.speedup);
            writeln!(f, "\n{name}: speedup")?;
            f.write_str(&table(grains, processors, |n| of_all(n).map(gain).collect()))?;
        }
        writeln!(f, "\nthe best of all")?;
        writeln!(f, "{:>10} {:>12} {:>10}  how", "processors", "time", "speedup")?;
        for &n in processors {
            let of_all = rows.iter().filter(|row| row.processors == n);
            if let Some(row) = of_all.min_by_key(|row| row.time) {
                let (time, gain, balance) = (row.time, shown(row.speedup), row.balance);
                writeln!(f, "{n:>10} {time:>12} {gain:>10}  {balance}, grain {}", name(row.cut))?;
            }
        }
        Ok(())
    }
}

/// A row for each number of processors, a column for each grain.
fn table(grains: &[Grain], processors: &[u32], row: impl Fn(u32) -> Vec<String>) -> String {
    let cells =
        |cells: &[String]| -> String { cells.iter().map(|cell| format!(" {cell:>12}")).collect() };
    let head: Vec<String> = grains.iter().map(|grain| name(*grain)).collect();
    let mut out = format!("{:>10}{}\n", "P / grain", cells(&head));
    for &n in processors {
        out += &format!("{n:>10}{}\n", cells(&row(n)));
    }
    out
}

/// A grain as it is given.
fn name(grain: Grain) -> String {
    match grain {
        Grain::Levels(n) => n.to_string(),
        Grain::Work(most) => format!("work={most}"),
        Grain::Adaptive => "adaptive".to_string(),
    }
}

/// A speedup with three digits or all before the point.
fn shown(speedup: f64) -> String {
    match speedup {
        s if s >= 100.0 => format!("{s:.0}"),
        s if s >= 10.0 => format!("{s:.1}"),
        s => format!("{s:.2}"),
    }
}

impl Simulation {
    /// The speedup over the processors, a panel for each strategy and a line for each grain.
    fn curves(&self) -> String {
        let mut panels: Vec<(String, Vec<Series>)> = Vec::new();
        for (_, name) in Balance::ALL {
            let mut lines: Vec<Series> = Vec::new();
            for row in self.simulated.iter().filter(|row| row.balance == name) {
                let (name, point) = (
                    format!("grain {}", self::name(row.cut)),
                    (f64::from(row.processors), row.speedup),
                );
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
            title: format!("{}: simulated speedup of depth-first search", self.game),
            across: "processors",
            up: "times as fast",
            logarithmic: true,
            logarithmic_across: true,
            panels,
        })
    }
}
