//! Two ways to search the same game: what a node of each costs, and who wins.
//!
//! `cargo run --release -p multigame-search --example duel -- GAME cost POSITION NODES
//! [SETTING…]` searches a position and prints nodes, depth and value; under
//! `valgrind --tool=callgrind` the difference between two numbers of nodes tells the
//! instructions a node.
//!
//! `… --example duel -- GAME moves FILE LIMIT [SETTING…]` prints the best move of each position
//! of a file, so that another program can say what they are worth: that tells two ways apart
//! with far less work than games do.
//!
//! `… --example duel -- GAME nodes FILE DEPTH [SETTING…]` prints how many nodes the positions of a
//! file take to a depth, all together.
//!
//! `… --example duel -- GAME GAMES LIMIT-A LIMIT-B [SETTING…] -- [SETTING…]` plays pairs of
//! games from random openings, each side with its settings and this many nodes a move, or so
//! much time (`20ms`). That is time of the processor as Linux counts it for the thread, so
//! that other work on the machine takes nothing away from either side. `150000/game+1000` is a
//! clock that counts nodes: this many for the game, and more after each move; `150000/share` uses up its
//! share for each move, as fixed limits do.
//!
//! `SEED=NUMBER` in the environment draws other openings.
//!
//! `MGL=FILE` in the environment names another learned evaluation than the one that the game
//! carries. A setting is `+NAME` or `-NAME` of a heuristic, `NAME=NUMBER`, or `evaluation=NUMBER`, which
//! is 0 for the first one.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program measures and prints what it finds"
)]

use game::{Game, Player, Rng, Turn};
use interp::{Interp, Rank};
use native::{Native, Position};
use patterns::LearnedFile;
use search::{Clock, Evaluation, Limits, Search, Settings, Usual};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Games that last longer are drawn.
const MOST_TURNS: usize = 300;
/// Random turns at the start of a game.
const OPENING: usize = 6;

/// The game with what was learned of it, as programs that play use it.
fn with_learned(game: Interp) -> Interp {
    let own = std::env::var("MGL").ok().map(|path| std::fs::read(path).expect("a file"));
    let Some(bytes) = own.as_deref().or(games::learned(&game.facts().name)) else { return game };
    let symmetries = ir::analyses::folded_for_evaluations(game.program());
    let rules = ir::fingerprint(game.program());
    let file = LearnedFile::read(bytes).expect("a file that was learned");
    let model = file.model(game.facts(), &symmetries, rules).expect("one of these rules");
    game.with_learned("learned", Arc::new(model), Rank::First)
}

fn settings(game: &Native, words: &[String]) -> Settings {
    let mut settings = Settings::new(game.facts());
    settings.table_bytes = 8 << 20;
    for word in words {
        if let Some(number) = word.strip_prefix("evaluation=") {
            settings.evaluation = Evaluation::Rules(number.parse().expect("a number"));
            continue;
        }
        if let Some((name, value)) = word.split_once('=') {
            let number = Settings::NUMBERS.iter().find(|number| number.name == name);
            let number = number.unwrap_or_else(|| panic!("no number is called `{name}`"));
            (number.write)(&mut settings, value.parse().expect("a number"));
            continue;
        }
        let (sign, name) = word.split_at(1);
        let place = settings.heuristics.by_name(name);
        *place.unwrap_or_else(|| panic!("no heuristic is called `{name}`")) = sign == "+";
    }
    settings
}

/// A position after this many random turns, and those before it; nothing if the game is over.
fn opening(game: &Native, rng: &mut Rng, turns: usize) -> Option<(Position, Vec<Position>)> {
    let (mut at, mut past) = (game.start(), Vec::new());
    for _ in 0..turns {
        let Ok(Turn::Moves(mut moves)) = game.turn(&at, &past) else { return None };
        let chosen = moves.swap_remove(rng.below(moves.len())).to;
        past.push(std::mem::replace(&mut at, chosen));
    }
    matches!(game.turn(&at, &past), Ok(Turn::Moves(_))).then_some((at, past))
}

/// The position that a text says.
fn position(game: &Native, text: &str) -> Position {
    let setup = game::parse_position(game.facts(), text).expect("a position");
    game.position(&setup).expect("a position")
}

/// Prints the best move of each position of a file.
fn moves(game: &Native, file: &str, budget: Budget, words: &[String]) {
    let texts = std::fs::read_to_string(file).expect("a file with a position on each line");
    for text in texts.lines() {
        let at = position(game, text);
        let search = Search::new(game, settings(game, words)).expect("settings that make sense");
        let (best, _) = budget.best(&search, &at, &[]);
        let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { panic!("{text} has no moves") };
        let made = moves.into_iter().find(|made| made.to == best).expect("a move");
        println!("{}", made.text);
    }
}

/// Prints how many nodes the positions of a file take to a depth.
fn nodes(game: &Native, file: &str, depth: u32, words: &[String]) {
    let texts = std::fs::read_to_string(file).expect("a file with a position on each line");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut sum = 0;
    for text in texts.lines() {
        let search = Search::new(game, settings(game, words)).expect("settings that make sense");
        sum += search.best(&position(game, text), &[], &limits, &mut |_| {}).nodes;
    }
    println!("{sum} nodes");
}

fn cost(game: &Native, text: &str, nodes: u64, words: &[String]) {
    let at = position(game, text);
    let search = Search::new(game, settings(game, words)).expect("settings that make sense");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = search.best(&at, &[], &limits, &mut |_| {});
    let value = report.best.expect("a move").value;
    println!("depth {} nodes {} value {value}", report.depth, report.nodes);
}

/// How long a side thinks about a move.
#[derive(Clone, Copy)]
enum Budget {
    Nodes(u64),
    /// Time of the processor.
    Time(Duration),
    /// A clock that counts nodes, and whether each move uses up its share.
    Clock(Clock, bool),
}

/// A clock counts a node as so much time.
const NODE: Duration = Duration::from_millis(1);

/// How many nodes a time stands for.
fn nodes_of(time: Duration) -> u64 {
    (time.as_nanos() / NODE.as_nanos()) as u64
}

impl Budget {
    fn new(text: &str) -> Budget {
        if let Some((left, more)) = text.split_once('/') {
            let time = |text: &str| NODE * text.parse().expect("a number of nodes");
            let (how, increment) = more.split_once('+').unwrap_or((more, "0"));
            let clock = Clock { left: time(left), increment: time(increment), moves_to_go: None };
            return Budget::Clock(clock, how == "share");
        }
        match text.strip_suffix("ms") {
            Some(number) => Budget::Time(Duration::from_millis(number.parse().expect("a number"))),
            None => Budget::Nodes(text.parse().expect("a number of nodes, or a time as 20ms")),
        }
    }

    /// What is left of it after a move that took this many nodes.
    fn after(self, nodes: u64) -> Budget {
        match self {
            Budget::Nodes(_) | Budget::Time(_) => self,
            Budget::Clock(clock, shares) => {
                let left = clock.left.saturating_sub(NODE * nodes as u32) + clock.increment;
                Budget::Clock(Clock { left, ..clock }, shares)
            }
        }
    }

    /// The limits of a move.
    fn limits(self) -> Limits {
        let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        match self {
            Budget::Nodes(n) => nodes(n),
            Budget::Time(_) => Limits::default(),
            Budget::Clock(clock, true) => nodes(nodes_of(clock.share()).max(1)),
            Budget::Clock(clock, false) => {
                let usual = Some(Usual::Nodes(nodes_of(clock.share()).max(1)));
                Limits { usual, ..nodes(nodes_of(clock.most()).max(1)) }
            }
        }
    }

    /// The best move of a position within it, and the nodes that it took.
    fn best(
        self,
        search: &Search<'_, Native>,
        at: &Position,
        past: &[Position],
    ) -> (Position, u64) {
        let (stopper, is_done) = (search.stopper(), AtomicBool::new(false));
        stopper.reset();
        let report = std::thread::scope(|scope| {
            if let Budget::Time(most) = self {
                let (end, is_done) = (used() + most, &is_done);
                scope.spawn(move || {
                    while used() < end && !is_done.load(Ordering::Relaxed) {
                        std::thread::sleep(Duration::from_micros(500));
                    }
                    stopper.stop();
                });
            }
            let report = search.best(at, past, &self.limits(), &mut |_| {});
            is_done.store(true, Ordering::Relaxed);
            report
        });
        match report.best {
            Some(mut line) => (line.positions.swap_remove(0), report.nodes),
            // A clock that has run out leaves a move of one turn ahead.
            None if matches!(self, Budget::Clock(..)) => {
                Budget::Nodes(5_000).best(search, at, past)
            }
            // The code of the game was made meanwhile, and is there the next time.
            None => self.best(search, at, past),
        }
    }
}

/// The time that the processor has worked for the first thread of this program, which is the
/// one that searches.
fn used() -> Duration {
    let file = format!("/proc/self/task/{}/schedstat", std::process::id());
    let text = std::fs::read_to_string(file).expect("Linux counts the time of threads");
    let nanos = text.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanos.expect("a number"))
}

/// Plays a game; 1 if the first player won, -1 if the second one did.
fn play(
    game: &Native,
    sides: [(&Settings, Budget); 2],
    (mut at, mut past): (Position, Vec<Position>),
) -> i32 {
    let mut searches = sides.map(|(settings, budget)| {
        (Search::new(game, *settings).expect("settings that make sense"), budget)
    });
    for _ in 0..MOST_TURNS {
        match game.turn(&at, &past).expect("sound rules") {
            Turn::Over(outcome) => return outcome.value.signum(),
            Turn::Moves(_) => {}
        }
        let (search, budget) = &mut searches[game.player(&at).index()];
        let (best, nodes) = budget.best(search, &at, &past);
        *budget = budget.after(nodes);
        past.push(std::mem::replace(&mut at, best));
    }
    0
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, rest @ ..] = &args[..] else { panic!("the head of this file says how") };
    let game = &testing::compiled(with_learned(testing::load(name)));
    let number = |text: &String| text.parse::<u64>().expect("a number");
    if games == "cost" {
        return cost(game, &rest[0], number(&rest[1]), &rest[2..]);
    }
    if games == "moves" {
        return moves(game, &rest[0], Budget::new(&rest[1]), &rest[2..]);
    }
    if games == "nodes" {
        return nodes(game, &rest[0], number(&rest[1]) as u32, &rest[2..]);
    }
    let seed = std::env::var("SEED").map_or(1, |text| number(&text));
    let (limits, rest) = rest.split_at(2);
    let mut words = rest.split(|word| word == "--");
    let mut next = || settings(game, words.next().unwrap_or(&[]));
    let (a, b) = (next(), next());
    let (a, b) = ((&a, Budget::new(&limits[0])), (&b, Budget::new(&limits[1])));
    let (mut score, mut rng) = ([0; 3], Rng::new(seed));
    while score.iter().sum::<u64>() < number(games) {
        let Some(start) = opening(game, &mut rng, OPENING) else { continue };
        for first in Player::BOTH {
            let (sides, sign) = if first == Player::First { ([a, b], 1) } else { ([b, a], -1) };
            let result = play(game, sides, start.clone()) * sign;
            score[(1 - result) as usize] += 1;
        }
        let [wins, draws, losses] = score;
        println!("{name} +{wins} ={draws} -{losses} {}", elo(score));
    }
}

/// The difference in Elo that a score means, with twice its standard error.
fn elo([wins, draws, losses]: [u64; 3]) -> String {
    let n = (wins + draws + losses) as f64;
    let share = (wins as f64 + 0.5 * draws as f64) / n;
    let squares = wins as f64 + 0.25 * draws as f64;
    let error = 2.0 * ((squares / n - share * share).max(0.0) / n).sqrt();
    let of = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    let (low, high) = (of(share - error), of(share + error));
    format!("{:+.0} ± {:.0}", of(share), (high - low) / 2.0)
}
