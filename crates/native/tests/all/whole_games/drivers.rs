//! All drivers count the same, whatever is switched off; threads share a game, seeds give the
//! same games, and positions are small.

use super::native;
use game::{Game, Rng, RulesError, Worker};
use native::SWITCHES;

#[test]
fn all_ways_of_counting_agree() {
    for (game, depth, leaves) in
        [("tictactoe", 5, 15120), ("chess", 3, 8902), ("othello", 5, 1396), ("amazons6", 1, 544)]
    {
        let with = |off: &[&str], counted: bool| {
            let native = native(game, off);
            native.perft(&native.start(), &[], depth, counted)
        };
        assert_eq!(with(&[], false), Ok(leaves), "{game}, made");
        assert_eq!(with(&[], true), Ok(leaves), "{game}, counted");
        for (switch, _) in SWITCHES {
            assert_eq!(with(&[switch], true), Ok(leaves), "{game} without {switch}");
        }
    }
}

/// What was prepared does the counting: where a call of it fails, moves are listed instead,
/// by code that has to be made first.
#[test]
fn counts_need_no_more_than_what_was_prepared() {
    for (depth, counted) in [(1, true), (1, false), (2, true), (2, false), (4, true)] {
        let native = native("tictactoe", &[]);
        native.prepare_perft(&native.start(), depth, counted);
        let prepared = native.work();
        native.perft(&native.start(), &[], depth, counted).expect("it is counted");
        assert_eq!(native.work(), prepared, "depth {depth}, counted: {counted}");
    }
}

#[test]
fn threads_share_a_game() {
    let native = native("breakthrough", &[]);
    let count = |_| native.perft(&native.start(), &[], 3, true);
    let counts: Vec<Result<u64, RulesError>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|i| scope.spawn(move || count(i))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread fails")).collect()
    });
    assert_eq!(counts, vec![Ok(11132); 4]);
}

#[test]
fn threads_make_code_at_the_same_time() {
    // Random games come to code that is made when it is first called: exact
    // counts, and the question whether there is a move.
    let alone = native("chess", &[]);
    let wanted = alone.playouts(&alone.start(), 1, 20, 1000);
    let native = native("chess", &[]);
    std::thread::scope(|scope| {
        let play = || native.playouts(&native.start(), 1, 20, 1000);
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(play)).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no thread fails"), wanted);
        }
    });
}

#[test]
fn one_seed_gives_the_same_games() {
    let native = native("connect4", &[]);
    let play = |seed| native.playouts(&native.start(), seed, 50, 1000).expect("they end");
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
    assert_eq!(play(3).wins.iter().sum::<u64>(), 50);
}

/// Code that is made in little time draws the same moves.
#[test]
fn quick_code_plays_the_same_games() {
    for game in ["chess", "checkers", "tictactoe", "amazons6", "draughts", "go7"] {
        let [quick, good] = [native(game, &[]), native(game, &[])];
        good.prepare_playouts();
        let [quick, good] = [quick, good].map(|game| game.playouts(&game.start(), 9, 30, 300));
        assert_eq!(quick, good, "{game}");
    }
}

#[test]
fn positions_are_small() {
    for game in ["chess", "amazons", "gomoku", "minishogi", "fifteen", "draughts"] {
        assert!(native(game, &[]).packed_bytes() < 512, "{game}");
    }
}

#[test]
fn differences_undo_themselves() {
    let native = native("chess", &[]);
    let start = native.start();
    let successors = native.successors(&start, &[]).expect("the rules are sound");
    for successor in successors.expect("the game is not over") {
        let difference = start.difference(&successor);
        assert_eq!(start.changed_by(&difference), successor);
        assert_eq!(successor.changed_by(&difference), start);
    }
}

/// Below a number of turns from its limit a counter that only makes draws is no reason to search
/// a position again, unless an evaluation looks at it.
#[test]
fn counters_press_where_they_may_soon_make_a_difference() {
    fn check<G: Game>(game: &G, counter: usize, from: i32) {
        let with = |value: i32| {
            let mut setup = game.setup(&game.start());
            setup.counters[counter][0] = value;
            let at = game.position(&setup).expect("a position");
            (game.pressing_counters(&at), game.counters(&at))
        };
        for value in 1..99 {
            let (one, next) = (with(value), with(value + 1));
            assert_ne!(one.1, next.1, "{value}");
            assert_eq!(one.0 == next.0, value + 1 < from, "{value}");
        }
        assert_eq!(with(1).0 == with(0).0, 1 < from);
    }
    let from = 100 - game::FAR_TURNS;
    check(&testing::load("chess"), 2, from);
    check(&native("chess", &[]), 2, from);
    let text = "dimensions (3,3)\npieces { stone 'X' 'O' }\ncounters { quiet 0 .. 100 }\n\
                main = try [ quiet >= 100, draw ]\n\
                else try [ add 1 to quiet, find empty field, replace by own stone ] else lose.\n";
    let load = |text: &str| testing::load_text("clock", text).expect("rules");
    check(&load(text), 0, from);
    check(&testing::compiled(load(text)), 0, from);
    let text = format!("{text}evaluation late = quiet.\n");
    check(&load(&text), 0, 0);
    check(&testing::compiled(load(&text)), 0, 0);
}

/// A search lists the moves of a position once, and later makes one of them by its place.
#[test]
fn single_successors_are_those_of_the_list() {
    let mut n_numbered = 0;
    for name in testing::sampled() {
        let native = testing::compiled(testing::load(name));
        let (mut worker, mut rng) = (native.worker(&[]), Rng::new(1));
        let mut at = native.start();
        for _ in 0..12 {
            let mut list = Vec::new();
            if worker.expand_bare(&at, &mut list).expect("a list").is_some() {
                break;
            }
            for (place, to) in list.iter().enumerate() {
                let made = worker.successor(&at, place).expect("no error");
                n_numbered += usize::from(made.is_some());
                let setup = made.map(|made| native.setup(&made));
                assert!(setup.is_none_or(|setup| setup == native.setup(to)), "{name} {place}");
            }
            assert_eq!(worker.successor(&at, list.len()).expect("no error"), None, "{name}");
            at = rng.choose(&list).expect("a move").clone();
        }
    }
    assert!(n_numbered > 1000);
}
