//! `multigame solve` in a game that hides something: how both sides must mix their attempts, what
//! that is worth, and how much anybody could still gain.

use super::stopped::Stopped;
use super::{SolveArgs, against};
use crate::answer::{Ended, Place, STOPPED, exit_code, give};
use crate::engine::Engine;
use crate::hidden::first_given;
use crate::position::Table;
use crate::report::Failure;
use crate::terminal::{self, Progress};
use crate::words::{count, rounded};
use game::RulesError;
use hidden_play::equilibrium::{self, Bounds, Equilibrium, TooLarge, Tree, Unsolved};
use serde::Serialize;
use std::fmt::{self, Display};
use std::time::Instant;

/// What is worked towards if nothing is said: nobody gains more than a thousandth of a win.
const WITHIN: f64 = 0.001;
/// This many attempts are listed.
const LISTED: usize = 12;

/// How both sides play, and what that is worth.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    place: Place,
    #[serde(serialize_with = "rounded::<6, _>")]
    value_for_first: f64,
    #[serde(serialize_with = "rounded::<6, _>")]
    least: f64,
    #[serde(serialize_with = "rounded::<6, _>")]
    most: f64,
    #[serde(serialize_with = "rounded::<6, _>")]
    exploitability: f64,
    attempts: Vec<Likely>,
    method: &'static str,
    iterations: u64,
    turns: usize,
    nodes: usize,
    information_sets: [usize; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip)]
    names: Vec<String>,
}

/// How likely something is attempted.
#[derive(Serialize)]
struct Likely {
    attempt: String,
    #[serde(serialize_with = "rounded::<4, _>")]
    probability: f64,
}

impl Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Found { value_for_first, least, most, exploitability, names, .. } = self;
        let [first, second] = [0, 1].map(|side: usize| names.get(side).map_or("", String::as_str));
        writeln!(
            f,
            "value for {first}: {value_for_first:.4}, between {least:.4} and {most:.4} \
             (exploitability {exploitability:.5})"
        )?;
        let likely = self.attempts.iter().filter(|it| it.probability >= 0.001).take(LISTED);
        let likely = likely.map(|it| format!("{} {:.1}%", it.attempt, 100.0 * it.probability));
        writeln!(f, "{} attempts: {}", self.place.to_move, likely.collect::<Vec<_>>().join(", "))?;
        let [nodes, turns, iterations] = [
            (self.nodes as u64, "node"),
            (self.turns as u64, "turn"),
            (self.iterations, "iteration"),
        ]
        .map(|(n, noun)| count(n, noun));
        let [of_first, of_second] = self.information_sets;
        writeln!(
            f,
            "how: {}, {iterations}; {nodes} in {turns}; information sets: {of_first} of {first}, \
             {of_second} of {second}",
            self.method
        )?;
        Ok(())
    }
}

/// That a game was not solved.
#[derive(Serialize)]
struct NotSolved {
    #[serde(flatten)]
    place: Place,
    reason: &'static str,
    turns: usize,
    nodes: usize,
    information_sets: [usize; 2],
}

/// Finds how both sides play a game that hides something.
pub(super) fn solve<G: Engine>(args: &SolveArgs, table: &Table<G>) -> Result<u8, Failure> {
    refuse(args)?;
    if !args.against.is_empty() {
        return against::solve(args, table);
    }
    let (game, start) = (&table.game, table.line.position());
    let began = Instant::now();
    let in_time =
        || args.time.is_none_or(|time| began.elapsed() < time) && !terminal::interrupted();
    let mut progress = Progress::new();
    terminal::wait_for_interrupt();
    let most = args.nodes.map_or(usize::MAX, |nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
    let bounds =
        Bounds { nodes: most, memory: args.memory, turns: args.max_turns.map(|n| n as usize) };
    let tree = Tree::grow(game, start, bounds, &mut |nodes| {
        progress.show_rate(nodes as u64, |rate| format!("{nodes} nodes, {rate:.0} a second"));
        in_time()
    });
    progress.clear();
    let tree = match tree {
        Ok(tree) => tree,
        Err(why) => return unsolved(args, table, why),
    };
    let within = args.within.unwrap_or(WITHIN);
    let mut progress = Progress::new();
    let solved = equilibrium::solve(&tree, within, &mut |now| {
        progress.show_rate(now.iterations, |rate| {
            let gain = (now.most - now.least) / 2.0;
            format!("{} iterations, {rate:.0} a second, exploitability {gain:.5}", now.iterations)
        });
        in_time()
    });
    progress.clear();
    let stopped = terminal::interrupted();
    let is_short = solved.exploitability() > within;
    let reason = match (stopped, is_short) {
        (true, _) => Some(STOPPED),
        (false, true) => Some("the time is over"),
        (false, false) => None,
    };
    give(&found(table, &tree, &solved, reason), args.json)?;
    exit_code(stopped)
}

/// Refuses what belongs to games that show everything.
fn refuse(args: &SolveArgs) -> Result<(), Failure> {
    if args.position.after.is_some() {
        return Err(Failure::new("a game that hides something takes no `--after`")
            .hint("players would not know those moves; `--position` begins where both know"));
    }
    let given = [
        ("--method", args.method != "auto"),
        ("--threads", args.threads.is_some()),
        ("--compare", args.compare),
        ("--tables", args.tables.is_some()),
        ("--checkpoint", args.checkpoint.is_some()),
        ("--proof", args.proof.is_some()),
        ("--platform", args.platform.is_some()),
        ("--combinations", args.probe.combinations),
    ];
    match first_given(&given) {
        Some(option) => {
            Err(Failure::new(format!("a game that hides something takes no `{option}`"))
                .hint("it is solved by regrets over what players can know"))
        }
        None => Ok(()),
    }
}

/// Refuses what belongs to games that hide something.
pub(super) fn refuse_elsewhere(args: &SolveArgs) -> Result<(), Failure> {
    let given = [
        ("--within", args.within.is_some()),
        ("--max-turns", args.max_turns.is_some()),
        ("--against", !args.against.is_empty()),
        ("--runs", args.runs.is_some()),
    ];
    match first_given(&given) {
        Some(option) => Err(Failure::new(format!("`{option}` is for games that hide something"))
            .hint("here everything is shown")),
        None => Ok(()),
    }
}

fn found<G: Engine>(
    table: &Table<G>,
    tree: &Tree,
    solved: &Equilibrium,
    reason: Option<&'static str>,
) -> Found {
    let first = solved.first(tree).into_iter();
    Found {
        place: Place::new(table, None),
        value_for_first: solved.value,
        least: solved.progress.least,
        most: solved.progress.most,
        exploitability: solved.exploitability(),
        attempts: first.map(|(attempt, probability)| Likely { attempt, probability }).collect(),
        method: "predictive CFR+",
        iterations: solved.progress.iterations,
        turns: tree.n_turns(),
        nodes: tree.n_nodes(),
        information_sets: tree.n_infos(),
        reason,
        names: table.game.facts().players.clone(),
    }
}

/// Says why a game was not solved, and what helps.
fn unsolved<G: Engine>(args: &SolveArgs, table: &Table<G>, why: Unsolved) -> Result<u8, Failure> {
    let nothing = TooLarge { turns: 0, nodes: 0, infos: [0, 0], by_memory: false };
    let more = "`--max-turns` takes longer games for draws, and `--position` begins later";
    let (far, stopped) = match why {
        Unsolved::Rules(error) => return Err(RulesError::into(*error)),
        Unsolved::Over(outcome) => {
            let words = Ended::new(table.game.facts(), outcome).result;
            return Err(Failure::new(format!("the game is over: {words}")));
        }
        Unsolved::Stopped if terminal::interrupted() => {
            (nothing, Stopped { reason: STOPPED, hint: "it begins again next time" })
        }
        Unsolved::Stopped => (nothing, Stopped { reason: "the time is over", hint: more }),
        Unsolved::TooLarge(far) if far.by_memory => {
            (far, Stopped { reason: "the memory is full", hint: more })
        }
        Unsolved::TooLarge(far) => (far, Stopped { reason: "the nodes are used up", hint: more }),
    };
    let TooLarge { turns, nodes, infos, .. } = far;
    let answer = NotSolved {
        place: Place::new(table, None),
        reason: stopped.reason,
        turns,
        nodes,
        information_sets: infos,
    };
    let words = match nodes {
        0 => "not solved".to_string(),
        _ => format!(
            "not solved: {} in the first {}, with {} and {} information sets",
            count(nodes, "node"),
            count(turns + 1, "turn"),
            infos[0],
            infos[1]
        ),
    };
    stopped.give_up(&answer, &words, args.json)
}
