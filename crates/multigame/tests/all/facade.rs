//! The facade, by itself: both back ends behind the same types, and every mistake as an
//! error.

use multigame::{Algorithm, Backend, Error, Game, Histories, Player, Position, Search, Session};
use multigame::{Solver, Verdict};
use std::time::Duration;

/// A game by both back ends.
fn both(name: &str) -> [Game; 2] {
    [Backend::Native, Backend::Interpreter]
        .map(|backend| Game::options().backend(backend).load(name).expect("a game with code"))
}

/// Plays these moves.
fn after(game: &Game, moves: &[&str]) -> Position {
    let mut position = game.start();
    for text in moves {
        position.try_play(text).expect("a legal move");
    }
    position
}

#[test]
fn back_ends_look_the_same() {
    for name in ["chess", "kalah", "phantom_tictactoe", "fifteen"] {
        let [native, interp] = both(name);
        assert!(native.is_native() && !interp.is_native());
        let (mut a, mut b) = (native.start(), interp.start());
        for turn in 0..6 {
            let texts = |at: &Position| -> Vec<String> {
                at.moves().expect("sound rules").iter().map(ToString::to_string).collect()
            };
            assert_eq!(texts(&a), texts(&b), "{name}");
            assert_eq!((a.to_string(), a.signature()), (b.to_string(), b.signature()), "{name}");
            assert_eq!(a, b, "{name}: positions of both are equal if they are the same");
            assert_eq!(a.perft(2).expect("a count"), b.perft(2).expect("a count"), "{name}");
            let moves = a.moves().expect("sound rules");
            let chosen = moves[turn * 7 % moves.len()].clone();
            assert!(a.is_legal(&chosen) && !b.is_legal(&chosen));
            b.try_play(chosen.text()).expect("the same moves");
            a.play(&chosen);
            assert!(!a.is_legal(&chosen));
        }
        let games = [&a, &b].map(|at| at.random_game(5).expect("a game").moves);
        assert_eq!(games[0], games[1], "{name}");
    }
}

/// Rules on repetition look back, so a position must carry its past.
#[test]
fn positions_remember_what_came_before() {
    for game in both("chess") {
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let once = after(&game, &there_and_back);
        assert_eq!(once.outcome().expect("sound rules"), None);
        let twice = after(&game, &[there_and_back, there_and_back].concat());
        let outcome = twice.outcome().expect("sound rules").expect("a third time");
        assert_eq!(game.describe(outcome), "draw");
        assert!(twice.moves().expect("sound rules").is_empty());
        assert!(matches!(twice.parse_move("e2e4"), Err(Error::Over(_))));
    }
}

#[test]
fn counts_go_on_from_where_the_game_stands() {
    for game in both("tictactoe") {
        let won = after(&game, &["b2", "a1", "b1", "a2", "b3"]);
        assert_eq!((won.perft(0).expect("1"), won.perft(1).expect("none")), (1, 0));
        let position = after(&game, &["b2"]);
        let divided = position.divide(3).expect("a count");
        let sum: u64 = divided.iter().map(|(_, lines)| lines).sum();
        assert_eq!(sum, position.perft(3).expect("a count"));
        assert!(position.divide(0).expect("nothing").is_empty());
        let played = position.playouts(500, 3).expect("games");
        assert_eq!(played, position.playouts(500, 3).expect("the same games"));
        assert_eq!(played.first + played.second + played.draws, played.games);
    }
}

#[test]
fn searches_and_proofs_agree() {
    for game in both("tictactoe") {
        let position = after(&game, &["b2", "b1"]);
        let found = Search::new(&game).depth(9).best(&position).expect("a search");
        let solution = Solver::new(&game).solve(&position).expect("a proof").expect("no limit");
        assert_eq!(solution.outcome.winner(), Some(Player::First));
        assert!(matches!(found.verdict(), Verdict::Wins(turns) if Some(turns) == solution.turns));
        assert!(solution.moves.contains(found.best().expect("a move")));
        let limited =
            Solver::new(&game).nodes(1).solve(&game.start()).expect("a limit is no error");
        assert!(limited.is_none());
    }
}

#[test]
fn a_puzzle_without_a_solution_is_lost() {
    let puzzle = Game::load("eight_puzzle").expect("a game");
    let swapped = puzzle.position(". 2 1/3 4 5/6 7 8").expect("a position");
    let solution = Solver::new(&puzzle).solve(&swapped).expect("a proof").expect("no limit");
    assert_eq!((solution.cost, solution.outcome.value), (None, -1));
    let error = Search::new(&puzzle).depth(1).best(&swapped).expect_err("a puzzle");
    assert_eq!(error.to_string(), "this is a puzzle for one player");
    assert!(!error.hint().contains("--") && !error.hint().contains("multigame "));
}

#[test]
fn mistakes_are_errors() {
    let [chess, _] = both("chess");
    let position = chess.start();
    let error = position.parse_move("e2e5").expect_err("too far");
    assert!(matches!(error, Error::Move(_)), "{error:?}");
    let error = chess.position("8/8 w").expect_err("half a board");
    assert!(matches!(error, Error::Position(_)), "{error:?}");
    let error = position.evaluate("beauty").expect_err("no such evaluation");
    assert_eq!(error.to_string(), "no evaluation is called `beauty`");
    let other = Game::load("chess").expect("a game");
    let error = Search::new(&other).depth(1).best(&position).expect_err("another game");
    assert_eq!(error.to_string(), "the position belongs to another game");
    let error = Solver::new(&Game::load("kriegspiel").expect("a game")).solve(&position);
    assert!(error.is_err());
    let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(other.position("").unwrap_err());
    assert!(!boxed.to_string().is_empty());
}

#[test]
fn only_moves_of_a_position_are_explained() {
    for game in both("chess") {
        let position = game.start();
        let opening = position.parse_move("e2e4").expect("a move");
        assert!(!position.why(&opening).expect("reasons").is_empty());
        let error = position.after(&opening).why(&opening).expect_err("black is to move");
        assert_eq!(error.to_string(), "`e2e4` is a move of another position");
    }
}

#[test]
fn a_search_stays_stopped_until_it_is_reset() {
    for game in both("chess") {
        let start = game.start();
        let search = Search::new(&game);
        let stopper = search.stopper();
        let until_two = |found: &multigame::Found| {
            if found.depth() == 2 {
                stopper.stop();
            }
        };
        let found = search.best_with_progress(&start, until_two).expect("a search");
        assert_eq!((found.depth(), found.is_complete()), (2, false));
        assert!(found.best().is_some_and(|best| start.is_legal(best)));
        let found = search.best(&start).expect("a search");
        assert!(found.best().is_none() && !found.is_complete());
        // Settings that are changed later do not take the handle away.
        let search = search.depth(2).memory(1 << 20);
        stopper.reset();
        assert!(search.best(&start).expect("a search").is_complete());
        stopper.stop();
        assert!(!search.best(&start).expect("a search").is_complete());
        let solver = Solver::new(&game);
        solver.stopper().stop();
        assert!(solver.solve(&start).expect("a stop is no error").is_none());
    }
}

#[test]
fn lines_begin_with_different_moves_and_become_worse() {
    let game = Game::load("chess").expect("a game");
    let position = after(&game, &["e2e4", "d7d5"]);
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Mcts] {
        let search = Search::new(&game).algorithm(algorithm).depth(2).nodes(20_000).lines(3);
        let found = search.best(&position).expect("a search");
        let first: Vec<&str> = found.lines().iter().map(|line| line.moves()[0].text()).collect();
        assert_eq!(first.len(), 3);
        assert!(first[0] != first[1] && first[1] != first[2] && first[0] != first[2]);
        assert_eq!(Some(first[0]), found.best().map(|best| best.text()));
        assert!(found.lines().is_sorted_by_key(|line| -line.score()), "{found:?}");
    }
}

#[test]
#[should_panic(expected = "`e2e4` is a move of another position")]
fn a_move_of_another_position_is_not_played() {
    let game = Game::load("chess").expect("a game");
    let mut position = game.start();
    let opening = position.parse_move("e2e4").expect("a move");
    position.play(&opening);
    position.play(&opening);
}

/// A board of more than 256 fields has no code.
#[test]
fn what_has_no_code_is_interpreted_unless_code_is_asked_for() {
    let rules = "dimensions (20,20) pieces { man 'X' 'O' }
        main = try [ find empty field, replace by own man ] else draw.";
    let game = Game::from_text("wide", rules).expect("the interpreter plays everything");
    assert!(!game.is_native() && game.why_interpreted().is_some());
    assert_eq!(game.start().perft(1).expect("a count"), 400);
    let error = Game::options().backend(Backend::Native).from_text("wide", rules);
    assert!(matches!(error, Err(Error::NoCode(_))));
}

/// Types of the facade go where the work is.
#[test]
fn everything_can_be_sent_to_threads() {
    fn check<T: Send + Sync>() {}
    check::<Game>();
    check::<Position>();
    check::<multigame::Move>();
    check::<Error>();
    check::<multigame::Stopper>();
    check::<Solver<'static>>();
    check::<Search<'static>>();
    check::<multigame::Histories<'static>>();
}

/// Where a move has ended the game, no random game goes on, whoever plays it.
#[test]
fn nothing_is_played_after_the_end() {
    for game in both("tictactoe") {
        let over = after(&game, &["b2", "a1", "b1", "a2", "b3"]);
        let played = over.playouts(10, 1).expect("games");
        assert_eq!((played.games, played.turns, played.first), (10, 0, 10), "{game:?}");
    }
}

/// The same board is another position where other rules hold.
#[test]
fn moves_of_another_game_are_not_legal() {
    let rules = |main: &str| {
        format!(
            "dimensions (4,1) pieces {{ stone 'X' 'O' }} main = try [ find empty field, replace by own stone ] else {main}."
        )
    };
    for backend in [Backend::Native, Backend::Interpreter] {
        let load = |main: &str| Game::options().backend(backend).from_text("mine", &rules(main));
        let [one, other] = ["lose", "win"].map(|main| load(main).expect("a game"));
        let chosen = one.start().parse_move("a1").expect("a move");
        assert!(one.start().is_legal(&chosen), "{backend:?}");
        assert!(one.clone().start().is_legal(&chosen), "{backend:?}");
        assert!(!other.start().is_legal(&chosen), "{backend:?}");
    }
}

#[test]
fn limits_of_nothing_have_one_meaning() {
    let game = Game::load("chess").expect("a game");
    let start = game.start();
    let best = |search: Search<'_>| search.best(&start).expect("sound rules");
    let none = best(Search::new(&game).nodes(0));
    assert!(none.best().is_none() && !none.is_complete());
    let hurried = best(Search::new(&game).time(Duration::ZERO));
    assert!(hurried.best().is_some() && !hurried.is_complete());
    assert_eq!(best(Search::new(&game).depth(0)).depth(), 1);
    assert_eq!(best(Search::new(&game).depth(1).lines(0)).lines().len(), 1);
    for game in ["tictactoe", "eight_puzzle"].map(|name| Game::load(name).expect("a game")) {
        let solve = |solver: Solver<'_>| solver.solve(&game.start());
        assert!(solve(Solver::new(&game).nodes(0)).expect("no mistake").is_none());
        for threads in [0, 257] {
            let refused = solve(Solver::new(&game).threads(threads)).expect_err("a mistake");
            assert!(refused.to_string().contains("between 1 and 256"), "{refused}");
        }
    }
    let refused = Search::new(&game).threads(0).best(&start).expect_err("a mistake");
    assert!(refused.to_string().contains("between 1 and 256"), "{refused}");
}

#[test]
fn whoever_stops_finding_histories_is_told_so() {
    let game = Game::load("phantom_tictactoe").expect("a game");
    let mut session = Session::new(&game).expect("a game");
    for text in ["b2", "a1"] {
        session.attempt(text).expect("a try");
    }
    let seen = session.view(Player::First);
    let stopped = Histories::while_wanted(&game, seen, 1 << 20, &mut || false).err();
    assert!(matches!(stopped, Some(Error::Stopped)), "{stopped:?}");
}
