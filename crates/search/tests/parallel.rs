//! Searches by several threads find what one thread finds, whatever the platform,
//! the number of threads and the game; and one thread visits the nodes it always
//! visits.

use game::{Game, Worker};
use native::Native;
use search::{Algorithm, Heuristics, Limits, Platform, Report, Search, Settings};

type Found = Report<native::Position>;

fn load(name: &str) -> Native {
    let loaded = multigame::load(name).ok().expect("the game loads");
    Native::new(loaded.game, &[]).expect("the game has code")
}

/// Some positions of a game: the start, and what is reached by middling moves.
fn positions(game: &Native, n: usize) -> Vec<native::Position> {
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

fn settings(game: &Native, platform: Platform, threads: usize, algorithm: Algorithm) -> Settings {
    let plain = Settings { heuristics: Heuristics::NONE, ..Settings::new(game.facts()) };
    Settings { platform, threads, algorithm, table_bytes: 1 << 20, ..plain }
}

fn search(game: &Native, settings: Settings, at: &native::Position, depth: u32) -> Found {
    let search = Search::new(game, settings).expect("settings");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let found = search.best(at, &[], &limits, &mut |_| {});
    assert_eq!((found.stop.clone(), found.depth), (None, depth), "{settings:?}");
    found
}

fn value(found: &Found) -> i32 {
    found.best.as_ref().expect("a move").value
}

/// The value of the move that was found, by a search of its own.
fn value_of_move(game: &Native, found: &Found, at: &native::Position, depth: u32) -> i32 {
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
