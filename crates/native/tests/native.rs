//! Native code on whole games: all drivers count the same, limits end what does
//! not end by itself, threads share a game, and positions are small.

use game::{Game, RulesError};
use native::{Native, SWITCHES};

fn interp(game: &str) -> interp::Interp {
    multigame::load(game).ok().expect("a built-in game loads").game
}

fn native(game: &str, off: &[&str]) -> Native {
    let off: Vec<String> = off.iter().map(ToString::to_string).collect();
    Native::new(interp(game), &off).expect("there is code for this game")
}

/// A game from its text.
fn from_text(rules: &str) -> Native {
    let text = multigame::library::given("made-up", rules);
    let loaded = multigame::load_text(&text).ok().expect("the rules are sound");
    Native::new(loaded.game, &[]).expect("there is code for this game")
}

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
fn positions_are_small() {
    for game in ["chess", "amazons", "gomoku", "minishogi", "fifteen", "draughts"] {
        assert!(native(game, &[]).position_bytes() < 512, "{game}");
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

#[test]
fn one_seed_gives_the_same_games() {
    let native = native("connect4", &[]);
    let play = |seed| native.playouts(&native.start(), seed, 50, 1000).expect("they end");
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
    assert_eq!(play(3).wins.iter().sum::<u64>(), 50);
}

/// Passes after calling itself forever, each call inside the result of the one before.
const DEEP: &str = include_str!("../../interp/src/tests/endless/deep.ir");

/// The same with the heaviest constructs around each call.
const HEAVY: &str = include_str!("../../interp/src/tests/endless/heavy.ir");

/// A step and back again, a thousand million times, in every order.
const LONG: &str = include_str!("../../interp/src/tests/endless/long.ir");

#[test]
fn what_does_not_end_is_stopped() {
    // On the small stack of a test thread.
    for (program, code) in
        [(DEEP, "too-deep-recursion"), (HEAVY, "too-deep-recursion"), (LONG, "too-long")]
    {
        let board = game::Board::grid(2, 2, (false, false), false, |_, _| false);
        let mut facts = game::Facts::new("test", board);
        facts.kinds = vec![game::KindFacts::of_players("man", "M", "m")];
        facts.start = game::Setup::empty(&facts);
        let program = ir::parse(facts, program).expect("the text is sound");
        let limits = interp::Limits { steps: 10_000, ..interp::Limits::default() };
        let interp = interp::Interp::new(program).expect("the program is sound");
        let native = Native::new(interp.with_limits(limits), &[]).expect("there is code");
        let error = native.turn(&native.start(), &[]).expect_err("it does not end");
        assert_eq!(error.code, code);
        let error = native.successors(&native.start(), &[]).expect_err("it does not end");
        assert_eq!(error.code, code);
    }
}

#[test]
fn positions_may_be_asked_for_hundreds_of_times() {
    let native = from_text(
        "dimensions (2,2)
         pieces { man 'X' 'O' }
         start { O1/X1 }
         main = try [ occurred 300 times, draw ] else move.
         move = find own man, pickup, either east or west, step, putdown.",
    );
    // Four positions come round and round; the first has occurred 300 times
    // after 299 rounds of four turns.
    let played = native.playouts(&native.start(), 1, 1, 10_000).expect("it ends");
    assert_eq!((played.plies, played.wins), (4 * 299, [0, 0, 1]));
}

#[test]
fn errors_are_those_of_the_interpreter() {
    let rules = "dimensions (3,1)
         pieces { man 'X' 'O' }
         main = try [ find own man, win ] else [ find empty field, replace by own man ].";
    let native = from_text(rules);
    let both = native.position(&game::parse_position(native.facts(), "X1O w").expect("a position"));
    let both = both.expect("a position");
    let of_interp = native
        .interp()
        .turn(&native.interp().position(&native.setup(&both)).expect("a position"), &[]);
    match (native.turn(&both, &[]), of_interp) {
        (Ok(a), Ok(b)) => assert_eq!(kind(&a), kind(&b)),
        (Err(a), Err(b)) => assert_eq!(a, b),
        (a, b) => panic!("{:?} but {:?}", a.is_ok(), b.is_ok()),
    }
}

fn kind<P>(turn: &game::Turn<P>) -> usize {
    match turn {
        game::Turn::Over(_) => 0,
        game::Turn::Moves(moves) => moves.len(),
    }
}
