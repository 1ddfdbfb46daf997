//! Searches by several threads find what one thread finds, whatever the platform,
//! the number of threads and the game; and one thread visits the nodes it always
//! visits.

use game::{Facts, Game, Outcome, Player, RulesError, Setup, SetupError, Turn, TurnWorker, Worker};
use interp::Interp;
use native::Native;
use search::{Algorithm, Heuristics, Limits, Platform, Report, Search, Settings, Stopper};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

type Found = Report<native::Position>;
type Made<P> = Result<Turn<P>, RulesError>;

fn load(name: &str) -> Native {
    testing::load_native(name)
}

/// Some positions of a game: the start, and what is reached by middling moves.
pub(crate) fn positions(game: &Native, n: usize) -> Vec<native::Position> {
    let mut worker = game.worker(&[]);
    let mut all = vec![game.start()];
    for turn in 0..4 * n {
        let at = all.last().expect("a position");
        let mut list = Vec::new();
        if worker.expand(at, &mut list).expect("a turn").is_some() {
            break;
        }
        let i = (turn * 7 + 3) % list.len();
        all.push(list.swap_remove(i));
    }
    all.into_iter().step_by(4).take(n).collect()
}

pub(crate) fn settings(
    game: &Native,
    platform: Platform,
    threads: usize,
    algorithm: Algorithm,
) -> Settings {
    let plain = Settings { heuristics: Heuristics::NONE, ..Settings::new(game.facts()) };
    Settings { platform, threads, algorithm, table_bytes: 1 << 20, ..plain }
}

pub(crate) fn search(
    game: &Native,
    settings: Settings,
    at: &native::Position,
    depth: u32,
) -> Found {
    let search = Search::new(game, settings).expect("settings");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let found = search.best(at, &[], &limits, &mut |_| {});
    assert_eq!((found.stop.clone(), found.depth), (None, depth), "{settings:?}");
    found
}

pub(crate) fn value(found: &Found) -> i32 {
    found.best.as_ref().expect("a move").value
}

/// The value of the move that was found, by a search of its own.
pub(crate) fn value_of_move(
    game: &Native,
    found: &Found,
    at: &native::Position,
    depth: u32,
) -> i32 {
    let to = &found.best.as_ref().expect("a move").positions[0];
    let same = game.player(to) == game.player(at);
    let serial = settings(game, Platform::Serial, 1, Algorithm::AlphaBeta);
    let search = Search::new(game, serial).expect("settings");
    let limits = Limits { depth: Some(depth - 1), ..Limits::default() };
    let below = search.best(to, std::slice::from_ref(at), &limits, &mut |_| {});
    if same { value(&below) } else { -value(&below) }
}

/// Without a table the value is the serial one, for any number of threads.
fn same_value(name: &str, depth: u32) {
    let game = load(name);
    for at in positions(&game, 3) {
        let serial = settings(&game, Platform::Serial, 1, Algorithm::AlphaBeta);
        let expected = search(&game, serial, &at, depth);
        for (platform, algorithm) in [
            (Platform::RootParallel, Algorithm::AlphaBeta),
            (Platform::RootParallel, Algorithm::Pvs),
            (Platform::YoungBrothers, Algorithm::AlphaBeta),
            (Platform::YoungBrothers, Algorithm::Pvs),
            (Platform::Jamboree, Algorithm::Pvs),
        ] {
            for threads in 1..=4 {
                let found =
                    search(&game, settings(&game, platform, threads, algorithm), &at, depth);
                let told = format!("{name} {platform:?} {algorithm:?} {threads}");
                assert_eq!(value(&found), value(&expected), "{told}");
                let parallel = found.parallel.as_ref().expect("threads");
                assert_eq!(parallel.threads.len(), threads, "{told}");
                assert_eq!(parallel.nodes(), found.nodes, "{told}");
                if !search::is_decided(value(&expected)) && threads == 4 {
                    assert_eq!(
                        value_of_move(&game, &found, &at, depth),
                        value(&expected),
                        "{told}"
                    );
                }
            }
        }
    }
}

#[test]
fn othello_has_the_serial_value() {
    same_value("othello", 6);
}

#[test]
fn connect4_has_the_serial_value() {
    same_value("connect4", 6);
}

#[test]
fn chess_has_the_serial_value() {
    same_value("chess", 4);
}

#[test]
fn breakthrough_has_the_serial_value() {
    same_value("breakthrough", 4);
}

#[test]
fn checkers_has_the_serial_value() {
    same_value("checkers", 7);
}

#[test]
fn root_parallel_visits_what_whole_windows_visit() {
    let game = load("othello");
    let (depth, ab) = (5, Algorithm::AlphaBeta);
    for at in positions(&game, 3) {
        // Serial searches of all children, each with the whole window.
        let mut list = Vec::new();
        assert!(game.worker(&[]).expand(&at, &mut list).expect("a turn").is_none());
        let serial = settings(&game, Platform::Serial, 1, ab);
        let below = list.iter().map(|child| 1 + search(&game, serial, child, depth - 1).nodes);
        let expected: u64 = below.sum();
        let nodes = |algorithm, threads| {
            let parallel = settings(&game, Platform::RootParallel, threads, algorithm);
            search(&game, parallel, &at, depth).nodes
        };
        for threads in 1..=4 {
            assert_eq!(nodes(ab, threads), expected);
            assert_eq!(nodes(Algorithm::Pvs, threads), nodes(Algorithm::Pvs, 1));
        }
    }
}

#[test]
fn one_thread_visits_the_nodes_of_the_serial_search() {
    for (name, depth) in [("othello", 7), ("chess", 4), ("checkers", 7)] {
        let game = load(name);
        for at in positions(&game, 3) {
            let nodes = |platform, algorithm| {
                let found = search(&game, settings(&game, platform, 1, algorithm), &at, depth);
                (found.nodes, value(&found))
            };
            let serial = nodes(Platform::Serial, Algorithm::AlphaBeta);
            assert_eq!(nodes(Platform::YoungBrothers, Algorithm::AlphaBeta), serial, "{name}");
            // Alone, a thread that tests at once does what one that waits for the eldest does.
            let scouts = nodes(Platform::YoungBrothers, Algorithm::Pvs);
            assert_eq!(nodes(Platform::Jamboree, Algorithm::Pvs), scouts, "{name}");
        }
    }
}

/// In these games a position is always reached after the same number of turns, or
/// nearly so, and then a table does not change the value.
#[test]
fn with_a_table_the_value_is_the_same() {
    for (name, depth) in [("connect4", 8), ("othello", 7)] {
        let game = load(name);
        for at in positions(&game, 3) {
            let serial = settings(&game, Platform::Serial, 1, Algorithm::AlphaBeta);
            let expected = value(&search(&game, serial, &at, depth));
            for (platform, ..) in Platform::ALL.into_iter().skip(1) {
                for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
                    let all = Settings {
                        heuristics: Heuristics {
                            deepening: false,
                            aspiration: false,
                            ..Heuristics::ALL
                        },
                        ..settings(&game, platform, 3, algorithm)
                    };
                    if all.check(game.facts()).is_ok() {
                        let found = search(&game, all, &at, depth);
                        assert_eq!(value(&found), expected, "{name} {platform:?} {algorithm:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn limits_end_the_work_of_all_threads() {
    let game = load("chess");
    for (platform, ..) in Platform::ALL.into_iter().skip(1) {
        let plays_well = Settings::new(game.facts());
        let plays_well = match platform {
            // Only this algorithm has a tree to share.
            Platform::SharedTree => {
                let algorithm = Algorithm::Mcts;
                Settings { algorithm, heuristics: Heuristics::of(algorithm), ..plays_well }
            }
            _ => plays_well,
        };
        let all = Settings { platform, threads: 3, table_bytes: 1 << 20, ..plays_well };
        let search = Search::new(&game, all).expect("settings");
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let found = search.best(&game.start(), &[], &limits, &mut |_| {});
        assert_eq!(found.stop, Some(search::Stop::Nodes), "{platform:?}");
        // Each thread tells the others of its nodes now and then, and may have to leave
        // the node in whose midst it is when another thread makes the last one.
        let nodes = 20_000 - all.threads as u64..21_000;
        assert!(nodes.contains(&found.nodes), "{platform:?} {}", found.nodes);
        assert!(found.best.is_some() && found.depth > 0, "{platform:?}");
        let stopped = search.stopper();
        stopped.stop();
        let found = search.best(&game.start(), &[], &Limits::default(), &mut |_| {});
        assert_eq!(found.stop, Some(search::Stop::Told), "{platform:?}");
    }
}

/// Counts evaluations: each thread may make this many before it sees that it is told to
/// stop, and those of a node in whose midst it is.
#[test]
fn all_threads_stop_at_once() {
    let game = load("chess");
    for (platform, ..) in Platform::ALL {
        for (algorithm, before) in [(Algorithm::Pvs, 30_000), (Algorithm::Mcts, 1_000)] {
            let threads = if platform == Platform::Serial { 1 } else { 3 };
            let heuristics = Heuristics::of(algorithm);
            let all = Settings { algorithm, heuristics, ..Settings::new(game.facts()) };
            let all = Settings { platform, threads, ..all };
            let Ok(search) = Search::new(&game, all) else {
                let has_tree = algorithm == Algorithm::Mcts;
                assert!(has_tree != (platform == Platform::SharedTree), "{platform:?}");
                continue;
            };
            let (stopper, calls) = (search.stopper(), Arc::new(AtomicUsize::new(0)));
            let counter = Arc::clone(&calls);
            let search = search.with_evaluation(move |game, at| {
                if counter.fetch_add(1, Ordering::SeqCst) == before {
                    stopper.stop();
                }
                (game.signature(at) % 1000) as i32
            });
            let found = search.best(&game.start(), &[], &Limits::default(), &mut |_| {});
            assert_eq!(found.stop, Some(search::Stop::Told), "{platform:?}");
            let after = calls.load(Ordering::SeqCst) - before;
            // A random game ends with one evaluation.
            let most = if algorithm == Algorithm::Mcts { 1 } else { 100 };
            assert!(after <= most * threads, "{platform:?} {algorithm:?} {after}");
        }
    }
}

/// A game in which each turn takes long: it counts them, and stops the search at one.
struct Slow {
    game: Interp,
    turns: AtomicUsize,
    stopper: OnceLock<Stopper>,
}

const LAST_TURN: usize = 330;

impl Game for Slow {
    type Position = interp::Position;
    type Worker<'g> = TurnWorker<'g, Slow>;

    fn turn(&self, at: &Self::Position, past: &[Self::Position]) -> Made<Self::Position> {
        // More than may pass between two looks at the limits.
        std::thread::sleep(Duration::from_millis(2));
        if self.turns.fetch_add(1, Ordering::SeqCst) == LAST_TURN {
            self.stopper.get().expect("a stopper").stop();
        }
        self.game.turn(at, past)
    }
    fn worker<'g>(&'g self, past: &[Self::Position]) -> TurnWorker<'g, Slow> {
        TurnWorker::new(self, past)
    }
    fn facts(&self) -> &Facts {
        self.game.facts()
    }
    fn start(&self) -> Self::Position {
        self.game.start()
    }
    fn position(&self, setup: &Setup) -> Result<Self::Position, SetupError> {
        self.game.position(setup)
    }
    fn setup(&self, at: &Self::Position) -> Setup {
        self.game.setup(at)
    }
    fn signature(&self, at: &Self::Position) -> u64 {
        self.game.signature(at)
    }
    fn player(&self, at: &Self::Position) -> Player {
        self.game.player(at)
    }
    fn evaluate(&self, at: &Self::Position, n: usize) -> Result<i32, RulesError> {
        self.game.evaluate(at, n)
    }
    fn bound(&self, at: &Self::Position, n: usize) -> Result<i32, RulesError> {
        self.game.bound(at, n)
    }
    fn asks_for_past(&self) -> bool {
        self.game.asks_for_past()
    }
    fn outcome(&self, at: &Self::Position) -> Option<Outcome> {
        self.game.outcome(at)
    }
}

/// Counts turns: in the midst of a random game a thread makes few before it sees that it
/// is told to stop.
#[test]
fn random_games_stop_at_once() {
    for threads in [1, 3] {
        let game = testing::load("othello");
        let slow = Slow { game, turns: AtomicUsize::new(0), stopper: OnceLock::new() };
        let (algorithm, heuristics) = (Algorithm::Mcts, Heuristics::NONE);
        let platform = if threads == 1 { Platform::Serial } else { Platform::SharedTree };
        let evaluation = search::Evaluation::None;
        let settings =
            Settings { algorithm, heuristics, evaluation, ..Settings::new(slow.facts()) };
        let search = Search::new(&slow, Settings { platform, threads, ..settings });
        let search = search.expect("settings");
        assert!(slow.stopper.set(search.stopper()).is_ok());
        let found = search.best(&slow.start(), &[], &Limits::default(), &mut |_| {});
        assert_eq!(found.stop, Some(search::Stop::Told));
        // The turn, whether the game is over after it, and those that make the line.
        let line = found.best.map_or(0, |best| best.positions.len());
        let after = slow.turns.load(Ordering::SeqCst) - LAST_TURN;
        assert!(after <= 2 * threads + line + 2, "{threads} {after}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let game = load("othello");
    let check = |platform, threads, algorithm, table, expected: &str| {
        let plain = settings(&game, platform, threads, algorithm);
        let heuristics = Heuristics { table, ..Heuristics::NONE };
        let refused = Settings { heuristics, ..plain }.check(game.facts());
        let message = refused.map_or_else(|error| error.message, |()| String::new());
        assert!(
            message.contains(expected) && message.is_empty() == expected.is_empty(),
            "{message}"
        );
    };
    use Algorithm::{AlphaBeta, Minimax, MtdF, Pvs};
    check(Platform::Serial, 2, Pvs, true, "one thread searches");
    check(Platform::YoungBrothers, 0, Pvs, true, "between 1 and 256");
    check(Platform::YoungBrothers, 257, Pvs, true, "between 1 and 256");
    check(Platform::SharedTable, 2, Pvs, false, "by the table only");
    check(Platform::Abdada, 2, AlphaBeta, false, "by the table only");
    check(Platform::RootParallel, 2, MtdF, true, "no whole window");
    check(Platform::Jamboree, 2, AlphaBeta, true, "tests moves");
    check(Platform::YoungBrothers, 2, Minimax, false, "leave nothing out");
    check(Platform::RootParallel, 2, Minimax, false, "");
    check(Platform::Abdada, 256, MtdF, true, "");
    for (platform, name, _) in Platform::ALL {
        assert_eq!((Platform::from_name(name), platform.name()), (Some(platform), name));
    }
}

/// A thread that takes a move elsewhere has to know how the game came there: White
/// is lost but for checks that repeat the position, which has occurred before.
#[test]
fn rules_on_repetition_see_the_way_of_each_thread() {
    let game = load("chess");
    let text = "6k1/6p1/8/7Q/8/1q6/rr6/6K1 w - - 0 1";
    let setup = game::parse_position(game.facts(), text).expect("a position");
    let at = game.position(&setup).expect("a position");
    let best = |platform, threads, past: &[native::Position]| {
        let settings = settings(&game, platform, threads, Algorithm::Pvs);
        let search = Search::new(&game, settings).expect("settings");
        let limits = Limits { depth: Some(5), ..Limits::default() };
        value(&search.best(&at, past, &limits, &mut |_| {}))
    };
    let past = std::slice::from_ref(&at);
    assert!(best(Platform::Serial, 1, &[]) < 0);
    for platform in [Platform::RootParallel, Platform::Jamboree, Platform::YoungBrothers] {
        for threads in 1..=4 {
            assert_eq!(best(platform, threads, past), 0, "{platform:?} {threads}");
        }
    }
}
