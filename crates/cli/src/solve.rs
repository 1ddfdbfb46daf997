//! `multigame solve`: proves who wins a position, and says how; puzzles are solved in a
//! file of their own.

#![allow(clippy::disallowed_methods, reason = "this is the edge: the speed is measured here")]

mod against;
mod answer;
mod by_tables;
mod hidden;
mod puzzle;
mod stopped;
mod written;

use super::answer::{Ended, Place, STOPPED, give};
use super::args::SolveArgs;
use super::combine::{Probe, Threats};
use super::engine::{Engine, Job};
use super::position::{Table, find_game};
use super::ranks::folder::Folder;
use super::ranks::journal::JournalFile;
use super::ranks::{Shares, Together, note_shares, rules_number};
use super::report::Failure;
use super::settings::usual_threads;
use super::terminal::{self, Progress, complain};
use super::threads::{Compared, Spent, Work};
use super::words::count;
use ::ranks::{Journal, Team};
use answer::{NothingToSolve, Solved, Unfinished};
use by_tables::by_tables;
use game::{Game, Outcome, Player, Turn};
use search::{
    Checkpoints, Limits, Local, Method, Proof, Stopper, Task, TeamProof, ThreadWork, Unproved, Wins,
};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stopped::{Stopped, stopped};

/// Said if a method was chosen that cannot use the threads that a user offered.
const ONE_THREAD: &str = "note: this was done by one thread\n";
/// This many nodes are enough to have the code of a game made.
const FEW: u64 = 1000;

pub(super) fn run(args: &SolveArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    args.position.look(&Together::new(args, team))
}

impl Job for Together<'_, '_, SolveArgs> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let (args, mut team) = (self.args, self.team.borrow_mut());
        let table = Table::new(game, &args.position)?;
        if table.game.facts().hidden {
            // It is done by one rank.
            return if team.is_first() { hidden::solve(args, &table) } else { Ok(0) };
        }
        hidden::refuse_elsewhere(args)?;
        match table.line.outcome(&table.game)? {
            Some(outcome) => {
                let facts = table.game.facts();
                complain("the game is over, so there is nothing to solve");
                let answer = NothingToSolve {
                    game: facts.name.clone(),
                    position: table.position_text(),
                    outcome: Ended::new(facts, outcome),
                };
                give(&answer, args.json)
            }
            None if table.game.facts().n_players() == 1 && !args.probe.combinations => {
                puzzle::solve(args, &table, &mut team)
            }
            // Whoever does not speak hears whether there is something left to prove.
            None if !team.is_first() => match team.broadcast(Vec::new())?.is_empty() {
                true => solve(args, &table, None, &mut team),
                false => Ok(0),
            },
            None => {
                let probing = match by_tables(args, &table)? {
                    Some(solved) => Probing::Won(Box::new(solved)),
                    None => by_threats(args, &table)?,
                };
                let is_won = matches!(probing, Probing::Won(_));
                team.broadcast(vec![1; usize::from(is_won)])?;
                match probing {
                    Probing::Won(solved) => give(&*solved, args.json),
                    Probing::InVain(combination) => solve(args, &table, combination, &mut team),
                }
            }
        }
    }
}

/// What looking for a win by threats came to.
enum Probing {
    /// It proved the position.
    Won(Box<Solved>),
    /// It did not, or was not asked for.
    InVain(Option<Threats>),
}

/// Looks for a win by threats first, if that was asked for.
fn by_threats<G: Engine>(args: &SolveArgs, table: &Table<G>) -> Result<Probing, Failure> {
    let Some(probe) = Probe::new(&table.game, args.probe)? else {
        return Ok(Probing::InVain(None));
    };
    probe.get_ready(&table.game, &table.line);
    let probed = probe.find(&table.game, &table.line, args.time)?;
    let Some(first) = probed.first(&table.game, &table.line)? else {
        complain(probed.text().trim_end());
        return Ok(Probing::InVain(Some(probed.answer())));
    };
    let value = if table.line.player(&table.game) == Player::First { 1 } else { -1 };
    let nodes = count(probed.nodes, "node");
    Ok(Probing::Won(Box::new(Solved {
        place: Place::new(table, Some(Outcome { value, scored: false })),
        exact: false,
        turns: None,
        moves: vec![first.text],
        all_moves: false,
        method: "combination",
        without_past: false,
        nodes: probed.nodes,
        positions: 0,
        symmetries: 1,
        parallel: None,
        ranks: None,
        how: format!("{}; {nodes}", probed.words().unwrap_or_default()),
        combination: Some(probed.answer()),
        proof_bytes: None,
        by_one_thread: false,
    })))
}

/// Whether several threads can share the work of a method.
fn is_shared(method: Method) -> bool {
    matches!(method, Method::AlphaBeta | Method::DfPn)
}

fn solve<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
    combination: Option<Threats>,
    team: &mut Team<'_>,
) -> Result<u8, Failure> {
    if search::PuzzleMethod::from_name(&args.method).is_some_and(|m| m.name() != "auto") {
        let refused = format!("`{}` solves puzzles for one player", args.method);
        return Err(Failure::new(refused).hint("`--method auto` chooses what can prove this"));
    }
    if let Some(path) = &args.proof {
        return written::solve(args, table, path, team);
    }
    let method = Method::from_name(&args.method).unwrap_or(Method::Auto);
    if args.threads.is_some_and(|n| n != 1) && method != Method::Auto && !is_shared(method) {
        let refused = format!("`{}` is done by one thread", args.method);
        return Err(Failure::new(refused).hint("`alpha-beta` and `df-pn` can be done by several"));
    }
    let mut folder = checkpoints(args, method, team)?;
    let alone = |nodes| attempt(args, table, method, 1, nodes, &mut Team::alone(), None).0.ok();
    let warm_up = || drop(alone(Some(FEW)));
    let ((proved, last), time) = timed(args, warm_up, || {
        let threads = match method == Method::Auto || is_shared(method) {
            true => args.threads.unwrap_or_else(usual_threads),
            false => 1,
        };
        attempt(args, table, method, threads, args.nodes, team, folder.as_mut())
    });
    if !team.is_first() {
        return silent(proved.err().map(|why| stopped(&why)));
    }
    match proved {
        Ok(TeamProof { proof, ranks: shares }) => {
            let ranks = Shares::new(shares.iter().map(|it| (it.nodes, it.messages, it.bytes)));
            let again = || alone(args.nodes).map(|proof| proof.proof.nodes);
            let parallel = work(args, &proof.threads, time, again);
            let parallel = parallel.filter(|_| ranks.is_none() || args.compare);
            note_shares(ranks.as_ref());
            let solved = solved(args, table, &proof)?;
            give(&Solved { parallel, combination, ranks, ..solved }, args.json)
        }
        Err(why) => give_up(args, table, &why, last, combination),
    }
}

/// Says why nothing was proved, and how far that came.
fn give_up<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
    why: &Unproved,
    search::Progress { nodes, positions }: search::Progress,
    combination: Option<Threats>,
) -> Result<u8, Failure> {
    let (nodes_made, kept) = (count(nodes, "node"), count(positions, "position"));
    let far = format!("not solved after {nodes_made}, {kept}");
    let stopped = stopped(why)?;
    let (place, reason) = (Place::new(table, None), stopped.reason);
    let answer = Unfinished { place, reason, nodes, positions, combination };
    stopped.give_up(&answer, &far, args.json)
}

/// Where a proof keeps how far it is.
enum Saving {
    /// All of a sweep, and a number that other rules do not have.
    Sweep(Folder, u64),
    /// What took most work, at the first rank.
    Journal(Option<JournalFile>),
}

/// The folder of checkpoints, if there is one.
fn checkpoints(
    args: &SolveArgs,
    method: Method,
    team: &mut Team<'_>,
) -> Result<Option<Saving>, Failure> {
    let Some(path) = &args.checkpoint else { return Ok(None) };
    Ok(match method {
        Method::Sweep => {
            let rules = rules_number(&find_game(&args.position.game, &args.position.without)?);
            Some(Saving::Sweep(Folder::open(path, team)?, rules))
        }
        Method::AlphaBeta | Method::DfPn => {
            args.position.journal(Some(path), team)?.map(Saving::Journal)
        }
        _ => {
            let refused = format!("`{}` keeps no checkpoints", args.method);
            let hint = "`--method sweep`, `alpha-beta` and `df-pn` do";
            return Err(Failure::new(refused).hint(hint));
        }
    })
}

/// A journal as libraries know it.
fn as_journal(file: &mut JournalFile) -> &mut dyn Journal {
    file
}

/// Attempts something; also how long that took.
fn timed<T>(
    args: &SolveArgs,
    warm_up: impl FnOnce(),
    attempt: impl FnOnce() -> T,
) -> (T, Duration) {
    if args.compare {
        // The code of the game is made when it is first needed, which no thread should pay for.
        warm_up();
    }
    let began = Instant::now();
    let done = attempt();
    (done, began.elapsed())
}

/// How a rank ends that does not speak: as the first one does, whose answer says why.
fn silent(stopped: Option<Result<Stopped, Failure>>) -> Result<u8, Failure> {
    match stopped.transpose()? {
        Some(Stopped { reason: STOPPED, .. }) => Err(Failure::interrupted()),
        _ => Ok(0),
    }
}

/// What the threads did, if there were several, and if that is asked for what they
/// gained. The same is done again by one thread, which gives its nodes if it gets there.
fn work(
    args: &SolveArgs,
    threads: &[ThreadWork],
    time: Duration,
    again: impl FnOnce() -> Option<u64>,
) -> Option<Work> {
    if threads.len() == 1 {
        if args.compare {
            terminal::note("nothing is compared: this was done by one thread");
        }
        return None;
    }
    let began = Instant::now();
    let one = if args.compare { again() } else { None };
    let compared = one.map(|nodes| Compared {
        depth: None,
        all: Spent { nodes: threads.iter().map(|thread| thread.nodes).sum(), time },
        one: Spent { nodes, time: began.elapsed() },
    });
    if args.compare && compared.is_none() {
        terminal::note("nothing is compared: one thread did not get as far");
    }
    Some(Work::new(threads, time, "node").compared(compared))
}

/// Tries to prove a position with some threads; how far that came.
fn attempt<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
    method: Method,
    threads: usize,
    nodes: Option<u64>,
    team: &mut Team<'_>,
    folder: Option<&mut Saving>,
) -> (Result<TeamProof<G::Position>, Unproved>, search::Progress) {
    let task = task(args, table, method, threads, nodes);
    let begin = search::Progress { nodes: 0, positions: 0 };
    shown(
        &task.stopper,
        begin,
        |now| now.nodes,
        show_progress,
        |watch| {
            let (game, line, task) = (&table.game, &table.line, &task);
            let (at, past) = (line.position(), line.past());
            match folder {
                Some(Saving::Journal(file)) => {
                    let journal = file.as_mut().map(as_journal);
                    search::prove_with_journal(team, game, line.into(), task, journal, watch)
                }
                Some(Saving::Sweep(keeper, rules)) => {
                    let saving = Some(Checkpoints { keeper, rules: *rules });
                    search::prove_with_checkpoints(team, game, at, past, task, saving, watch)
                }
                None => search::prove_with_team(team, game, at, past, task, watch),
            }
        },
    )
}

/// What is to be proved of a position.
fn task<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
    method: Method,
    threads: usize,
    nodes: Option<u64>,
) -> Task {
    let limits = Limits { time: args.time, nodes, ..Limits::default() };
    // Rules that go wrong here go wrong in the proof, which says how.
    let (game, at, reader) = (&table.game, table.line.position(), table.game.reader());
    let wins = reader.as_ref().and_then(|reader| Wins::read(game, reader, at).ok().flatten());
    let local = reader.as_ref().and_then(|reader| Local::read(game, reader, at).ok().flatten());
    let (wins, local) = (wins.map(Arc::new), local.map(Arc::new));
    let (memory, stopper) = (args.memory, Stopper::default());
    Task { method, limits, memory, threads, symmetries: true, wins, local, stopper }
}

/// How far a proof is, with the nodes of a second.
fn show_progress(search::Progress { nodes, positions }: search::Progress, rate: f64) -> String {
    format!("{nodes} nodes, {rate:.0} a second, {positions} positions in memory")
}

/// Does work that Ctrl-C stops and that reports how far it is, which is shown; also how far it
/// came at last.
fn shown<T, P: Copy>(
    stopper: &Stopper,
    begin: P,
    nodes: impl Fn(P) -> u64,
    show: impl Fn(P, f64) -> String,
    work: impl FnOnce(&mut dyn FnMut(P)) -> T,
) -> (T, P) {
    let (mut progress, mut last) = (Progress::new(), begin);
    terminal::wait_for_interrupt();
    let done = work(&mut |now| {
        last = now;
        progress.show_rate(nodes(now), |rate| show(now, rate));
        if terminal::interrupted() {
            stopper.stop();
        }
    });
    progress.clear();
    (done, last)
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

fn solved<G: Game>(
    args: &SolveArgs,
    table: &Table<G>,
    proof: &Proof<G::Position>,
) -> Result<Solved, Failure> {
    let how = Method::ALL.iter().find(|(method, ..)| *method == proof.method);
    let how = how.map_or("", |(_, _, sentence)| sentence);
    let (nodes, positions) = (count(proof.nodes, "node"), count(proof.positions, "position"));
    Ok(Solved {
        place: Place::new(table, Some(proof.outcome)),
        exact: proof.exact,
        turns: proof.turns,
        moves: texts(table, &proof.moves)?,
        all_moves: proof.all_moves,
        method: proof.method.name(),
        without_past: proof.without_past,
        nodes: proof.nodes,
        positions: proof.positions,
        symmetries: proof.images,
        parallel: None,
        ranks: None,
        combination: None,
        proof_bytes: None,
        how: format!("{how}; {nodes}, {positions}"),
        by_one_thread: args.threads.is_some_and(|n| n > 1) && !is_shared(proof.method),
    })
}
