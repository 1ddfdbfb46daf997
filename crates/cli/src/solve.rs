//! `multigame solve`: proves who wins a position, and says how; puzzles are solved in a
//! file of their own.

#![allow(clippy::disallowed_methods, reason = "this is the edge: the speed is measured here")]

mod puzzle;

use super::args::SolveArgs;
use super::combine::Probe;
use super::engine::{Engine, Job};
use super::json;
use super::position::Table;
use super::report::Failure;
use super::terminal::{self, Progress, complain, count};
use super::threads::{Compared, Spent, Work};
use game::{Game, Outcome, Player, Turn};
use search::{Limits, Method, Proof, Stop, Stopper, Task, ThreadWork, Unproved, prove};
use serde_json::json;
use std::time::{Duration, Instant};

/// The exit code if nothing was proved.
const UNSOLVED: u8 = 1;
/// Said if a method was chosen that cannot use the threads that a user offered.
const ONE_THREAD: &str = "note: this was done by one thread\n";
/// So many nodes are enough to have the code of a game made.
const FEW: u64 = 1000;

pub(super) fn run(args: &SolveArgs) -> Result<u8, Failure> {
    args.position.look(args)
}

impl Job for SolveArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let table = Table::new(game, &self.position)?;
        match table.line.outcome(&table.game)? {
            Some(outcome) => {
                let facts = table.game.facts();
                complain("the game is over, so there is nothing to solve");
                match self.json {
                    true => json::print(&json!({
                        "game": facts.name,
                        "position": table.position_text(),
                        "outcome": json::outcome(facts, Some(outcome)),
                    }))?,
                    false => terminal::print(&(json::describe(facts, outcome) + "\n"))?,
                }
                Ok(0)
            }
            None if table.game.facts().n_players() == 1 && !self.probe.combinations => {
                puzzle::solve(self, &table)
            }
            None => match by_threats(self, &table)? {
                true => Ok(0),
                false => solve(self, &table),
            },
        }
    }
}

/// Looks for a win by threats first, if that was asked for; gives whether it proved
/// the position.
fn by_threats<G: Engine>(args: &SolveArgs, table: &Table<G>) -> Result<bool, Failure> {
    let Some(probe) = Probe::new(&table.game, args.probe)? else { return Ok(false) };
    probe.get_ready(&table.game, &table.line);
    let probed = probe.find(&table.game, &table.line, args.time)?;
    let Some(first) = probed.first(&table.game, &table.line)? else {
        complain(probed.text().trim_end());
        return Ok(false);
    };
    let (facts, player) = (table.game.facts(), table.line.player(&table.game));
    let value = if player == Player::First { 1 } else { -1 };
    let outcome = Outcome { value, scored: false };
    if args.json {
        json::print(&json!({
            "game": facts.name,
            "position": table.position_text(),
            "to_move": facts.player_name(player),
            "outcome": json::outcome(facts, Some(outcome)),
            "exact": false,
            "turns": null,
            "moves": [first.text],
            "all_moves": false,
            "method": "combination",
            "without_past": false,
            "nodes": probed.nodes,
            "combination": probed.answer(),
        }))?;
        return Ok(true);
    }
    let (result, nodes) = (json::describe(facts, outcome), count(probed.nodes, "node"));
    let (words, text) = (probed.words().unwrap_or_default(), &first.text);
    terminal::print(&format!("{result}\na best move: {text}\nhow: {words}; {nodes}\n"))?;
    Ok(true)
}

/// Whether several threads can share the work of a method.
fn is_shared(method: Method) -> bool {
    matches!(method, Method::AlphaBeta | Method::DfPn)
}

fn solve<G: Engine>(args: &SolveArgs, table: &Table<G>) -> Result<u8, Failure> {
    if search::PuzzleMethod::from_name(&args.method).is_some_and(|m| m.name() != "auto") {
        let refused = format!("`{}` solves puzzles for one player", args.method);
        return Err(Failure::new(refused).hint("`--method auto` chooses what can prove this"));
    }
    let method = Method::from_name(&args.method).unwrap_or(Method::Auto);
    if args.threads != 1 && method != Method::Auto && !is_shared(method) {
        let refused = format!("`{}` is done by one thread", args.method);
        return Err(Failure::new(refused).hint("`alpha-beta` and `df-pn` can be done by several"));
    }
    if args.compare {
        // The code of the game is made when it is first needed, which is work of nobody.
        let _ = attempt(args, table, (method, 1), Some(FEW));
    }
    let began = Instant::now();
    let (proved, last) = attempt(args, table, (method, args.threads), args.nodes);
    let time = began.elapsed();
    match proved {
        Ok(proof) => {
            let again = || attempt(args, table, (method, 1), args.nodes).0.ok();
            let work = work(args, &proof.threads, time, || again().map(|proof| proof.nodes));
            show(args, table, &proof, work).map(|()| 0)
        }
        Err(why) => unsolved(args, table, &why, last),
    }
}

/// What the threads did, if there were several, and if that is asked for what they
/// gained. The same is done again by one thread, which gives its nodes if it gets there.
fn work<'w>(
    args: &SolveArgs,
    threads: &'w [ThreadWork],
    time: Duration,
    again: impl FnOnce() -> Option<u64>,
) -> Option<Work<'w>> {
    if threads.len() == 1 {
        return None;
    }
    let began = Instant::now();
    let one = if args.compare { again() } else { None };
    let compared = one.map(|nodes| Compared {
        depth: None,
        all: Spent { nodes: threads.iter().map(|thread| thread.nodes).sum(), time },
        one: Spent { nodes, time: began.elapsed() },
    });
    Some(Work { threads, time, shared: None, compared })
}

/// Tries to prove a position with some threads; how far that came.
fn attempt<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
    (method, threads): (Method, usize),
    nodes: Option<u64>,
) -> (Result<Proof<G::Position>, Unproved>, search::Progress) {
    let stopper = Stopper::default();
    let limits = Limits { time: args.time, nodes, ..Limits::default() };
    let memory = args.memory;
    let stopped_by = stopper.clone();
    let task = Task { method, limits, memory, threads, symmetries: true, stopper: stopped_by };
    let mut progress = Progress::new();
    let mut last = search::Progress { nodes: 0, positions: 0 };
    terminal::wait_for_interrupt();
    let mut watch = |now: search::Progress| {
        last = now;
        progress.show(|time| {
            let rate = now.nodes as f64 / time.as_secs_f64().max(0.001);
            let search::Progress { nodes, positions } = now;
            format!("{nodes} nodes, {rate:.0} a second, {positions} positions in memory")
        });
        if terminal::interrupted() {
            stopper.stop();
        }
    };
    let line = &table.line;
    let proved = prove(&table.game, line.position(), line.past(), &task, &mut watch);
    progress.clear();
    (proved, last)
}

/// The texts of the moves that lead to some positions, in the order of the moves.
fn texts<G: Game>(table: &Table<G>, wanted: &[G::Position]) -> Result<Vec<String>, Failure> {
    match table.game.turn(table.line.position(), table.line.past())? {
        Turn::Over(_) => Ok(Vec::new()),
        Turn::Moves(moves) => {
            let moves = moves.into_iter().filter(|played| wanted.contains(&played.to));
            Ok(moves.map(|played| played.text).collect())
        }
    }
}

fn show<G: Game>(
    args: &SolveArgs,
    table: &Table<G>,
    proof: &Proof<G::Position>,
    work: Option<Work<'_>>,
) -> Result<(), Failure> {
    let facts = table.game.facts();
    let moves = texts(table, &proof.moves)?;
    if args.json {
        return json::print(&json!({
            "game": facts.name,
            "position": table.position_text(),
            "to_move": facts.player_name(table.game.player(table.line.position())),
            "outcome": json::outcome(facts, Some(proof.outcome)),
            "exact": proof.exact,
            "turns": proof.turns,
            "moves": moves,
            "all_moves": proof.all_moves,
            "method": proof.method.name(),
            "without_past": proof.without_past,
            "nodes": proof.nodes,
            "positions": proof.positions,
            "symmetries": proof.images,
            "parallel": work.map(|work| work.answer()),
        }));
    }
    let mut text = json::describe(facts, proof.outcome);
    if let Some(turns) = proof.turns {
        text += &format!(" in {}", count(turns.into(), "turn"));
    }
    text += &match (moves.len(), proof.all_moves) {
        (0, _) => String::new(),
        (1, true) => format!("\nonly move: {}", moves[0]),
        (_, true) => format!("\nbest moves: {}", moves.join(" ")),
        (_, false) => format!("\na best move: {}", moves.join(" ")),
    };
    let how = Method::ALL.iter().find(|(method, ..)| *method == proof.method);
    let how = how.map_or("", |(_, _, sentence)| sentence);
    let (nodes, positions) = (count(proof.nodes, "node"), count(proof.positions, "position"));
    text += &format!("\nhow: {how}; {nodes}, {positions}\n");
    text += &work.map_or(String::new(), |work| work.text("node"));
    if args.threads > 1 && !is_shared(proof.method) {
        text += ONE_THREAD;
    }
    if proof.images > 1 {
        let images = proof.images;
        text += &format!("note: the rules have {images} symmetries; images count as one\n");
    }
    if proof.without_past {
        text += "note: rules on repetition are left out; play that never ends is a draw\n";
    }
    terminal::print(&text)
}

/// Says why nothing was proved.
fn unsolved<G: Game>(
    args: &SolveArgs,
    table: &Table<G>,
    why: &Unproved,
    last: search::Progress,
) -> Result<u8, Failure> {
    let search::Progress { nodes, positions } = last;
    let far =
        format!("not solved after {}, {}", count(nodes, "node"), count(positions, "position"));
    let (reason, hint) = match why {
        Unproved::Stopped(Stop::Told) => (json::STOPPED, "it begins anew next time"),
        Unproved::Stopped(Stop::Rules(error)) => return Err((**error).clone().into()),
        Unproved::Hidden => {
            let failure = Failure::new("the players of this game do not see everything");
            return Err(failure.hint("only games that show everything can be solved"));
        }
        Unproved::Puzzle => return Err(Failure::new("this is a puzzle for one player")),
        Unproved::Stopped(Stop::Time) => ("the time is over", "`--time` gives it more"),
        Unproved::Stopped(Stop::Nodes) => ("the nodes are used up", "`--nodes` gives it more"),
        Unproved::Memory => ("the memory is full", "`--memory` gives it more"),
        Unproved::Cyclic => ("a position comes back", "`--method df-pn` or `sweep` can do that"),
        Unproved::Deep => ("the game is too deep", "`--method df-pn` or `sweep` can do that"),
    };
    if args.json {
        let (facts, position) = (table.game.facts(), table.line.position());
        json::print(&json!({
            "game": facts.name,
            "position": table.position_text(),
            "to_move": facts.player_name(table.game.player(position)),
            "outcome": null,
            "reason": reason,
            "nodes": nodes,
            "positions": positions,
        }))?;
    }
    give_up(args, matches!(why, Unproved::Stopped(Stop::Told)), &far, reason, hint)
}

/// Ends a command that has solved nothing: in words, unless JSON has told it.
fn give_up(
    args: &SolveArgs,
    interrupted: bool,
    far: &str,
    reason: &str,
    hint: &str,
) -> Result<u8, Failure> {
    if interrupted {
        complain(far);
        return Err(Failure::interrupted());
    }
    if !args.json {
        complain(&format!("{far}: {reason}"));
        complain(&format!(" = hint: {hint}"));
    }
    Ok(UNSOLVED)
}
