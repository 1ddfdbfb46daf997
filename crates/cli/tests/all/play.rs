//! Playing in the terminal, and games that are saved and read again.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{check, check_in, multigame, printed, scratch};
use expect_test::expect;
use std::path::Path;

/// A beginning that only one move has is that move, and a word with a slip is asked about. What
/// is not read on a terminal has no colors.
#[test]
fn short_moves_are_played_and_slips_are_asked_about() {
    let folder = scratch("short");
    let typed = ["play", "kalah", "--second", "human"];
    let output = multigame(&folder, &typed, "f1\nhlep\nzz9\nquit\n");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("upper to move") && !text.contains('\u{1b}'), "{text}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("did you mean `help`?"), "{said}");
    assert_eq!(said.matches("did you mean").count(), 1, "{said}");
}

#[test]
fn plays_saves_and_loads() {
    let folder = scratch("play");
    let two = ["play", "tictactoe", "--second", "human"];
    let input = "b2\nb2\nundo\nb2\na1\nwhy c1\nsave game.mgr\nsave game.mgr\nposition\nquit\n";
    check_in(
        &folder,
        &two,
        input,
        expect![[r#"
            tictactoe: type `help` for help

              3  . . .
              2  . . .
              1  . . .
                 a b c
            white to move

            white> 
              3  . . .
              2  . X .
              1  . . .
                 a b c
            black to move

            black> black> 
              3  . . .
              2  . . .
              1  . . .
                 a b c
            white to move

            white> 
              3  . . .
              2  . X .
              1  . . .
                 a b c
            black to move

            black> 
              3  . . .
              2  . X .
              1  O . .
                 a b c
            white to move

            white>   c1 is empty
              not [ test three_in_a_row, win ] (looking at a1 b1 a2 b2 c2 a3 b3 c3)
            white> saved in game.mgr
            white> saved in game.mgr
            white> 3/1X1/O2 w 2
            white> error: b2 is not empty: there is a mark of white
             = hint: the legal moves are a1, a2, a3, b1, b3, c1, c2, c3
            exit 0
        "#]],
    );
    check_in(
        &folder,
        &["replay", "game.mgr"],
        "",
        expect![[r#"
        2 moves, all legal; the game is not over

          3  . . .
          2  . X .
          1  O . .
             a b c
        white to move
        exit 0
    "#]],
    );
    let load = ["play", "tictactoe", "--load", "game.mgr", "--second", "human"];
    check_in(
        &folder,
        &load,
        "c1\n",
        expect![[r#"
            loaded 2 moves; the position is 3/1X1/O2 w 2
            tictactoe: type `help` for help

              3  . . .
              2  . X .
              1  O . .
                 a b c
            white to move

            white> 
              3  . . .
              2  . X .
              1  O . X
                 a b c
            black to move

            black> 
            exit 0
        "#]],
    );
}

#[test]
fn random_movers_play_without_anybody() {
    let random = ["play", "tictactoe", "--first", "random", "--second", "random"];
    let args = [&random[..], &["--seed", "5", "--position", "O1X/XXO/1O1 w"]].concat();
    check(
        &args,
        expect![[r#"
            tictactoe: type `help` for help
            the random mover's seed is 5

              3  O . X
              2  X X O
              1  . O .
                 a b c
            white to move

            white plays c1

              3  O . X
              2  X X O
              1  . O X
                 a b c
            black to move

            black plays a1

              3  O . X
              2  X X O
              1  O O X
                 a b c
            white to move

            white plays b3

              3  O X X
              2  X X O
              1  O O X
                 a b c
            black to move

            the game is over: draw
            exit 0
        "#]],
    );
}

#[test]
fn reads_and_writes_pgn() {
    let folder = scratch("pgn");
    let two = ["play", "chess", "--second", "human"];
    let moves = "e2e4\ne7e5\ng1f3\nb8c6\nf1c4\ng8f6\ne1g1\nf8c5\nsave game.pgn\n";
    assert!(multigame(&folder, &two, moves).status.success());
    let pgn = std::fs::read_to_string(folder.join("game.pgn")).expect("it was saved");
    expect![[r#"
        [Event "?"]
        [Site "?"]
        [Date "????.??.??"]
        [Round "?"]
        [White "?"]
        [Black "?"]
        [Result "*"]
        [Variant "chess"]

        1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O Bc5 *
    "#]]
    .assert_eq(&pgn);
    let args = ["replay", "game.pgn", "--game", "chess", "--to", "record"];
    check_in(
        &folder,
        &args,
        "",
        expect![[r#"
        multigame record 1
        game: chess
        result: *
        moves:
        1. e2e4 e7e5
        2. g1f3 b8c6
        3. f1c4 g8f6
        4. e1g1 f8c5
        exit 0
    "#]],
    );
    check_in(
        &folder,
        &["replay", "game.pgn"],
        "",
        expect![[r#"
        8 moves, all legal; the game is not over

          8  r . b q k . . r
          7  p p p p . p p p
          6  . . n . . n . .
          5  . . b . p . . .
          4  . . B . P . . .
          3  . . . . . N . .
          2  P P P P . P P P
          1  R N B Q . R K .
             a b c d e f g h
        black has short, long
        quiet: 6
        white to move
        exit 0
    "#]],
    );
}

#[test]
fn the_computer_plays_hints_and_takes_back_a_round() {
    let folder = scratch("computer");
    // White could win at once; the computer says so, and does not let it happen twice.
    let args = ["play", "tictactoe", "--position", "XO1/1X1/O2 w", "--depth", "9", "--verbose"];
    let output = multigame(&folder, &args, "hint\nc3\nundo\nposition\nc1\nquit\n");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("white> try c1  (white wins in 1 turn, depth 1,"), "{text}");
    assert!(text.contains("black plays c1  (+0, depth"), "{text}");
    assert!(text.contains("white> XO1/1X1/O2 w 1\n"), "{text}");
    assert!(text.contains("the game is over: white wins"), "{text}");
    // Against itself neither side wins, and without --verbose it keeps its thoughts.
    let both = ["play", "tictactoe", "--first", "computer", "--depth", "9"];
    let output = multigame(&folder, &both, "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.ends_with("the game is over: draw\n") && !text.contains("depth"), "{text}");
    // A clock is shown, and a puzzle has no computer.
    let clock = ["play", "tictactoe", "--clock", "1h+1s", "--depth", "2"];
    let text = multigame(&folder, &clock, "b2\n").stdout;
    assert!(String::from_utf8_lossy(&text).contains("white (3600 s)> "));
    let puzzle = multigame(&folder, &["play", "eight_puzzle"], "hint\nquit\n");
    assert!(puzzle.status.success());
    let text = String::from_utf8_lossy(&puzzle.stderr).into_owned();
    assert!(text.starts_with("error: this is a puzzle for one player"), "{text}");
}

#[test]
fn the_computer_may_think_while_others_do() {
    let args = ["play", "connect4", "--ponder", "--time", "20ms", "--hash", "1M"];
    let output = multigame(Path::new("."), &args, "d1\nhint\nundo\nd1\nquit\n");
    let text = printed(&output);
    assert!(output.status.success(), "{text}");
    assert_eq!(text.matches(" plays ").count(), 2, "{text}");
    let quiet = ["play", "tictactoe", "--ponder", "--no-ponder", "--depth", "9", "--verbose"];
    let twice = [0, 1].map(|_| printed(&multigame(Path::new("."), &quiet, "b2\nquit\n")));
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn a_puzzle_is_not_begun_for_the_computer() {
    let output = multigame(Path::new("."), &["play", "eight_puzzle", "--first", "computer"], "");
    let text = printed(&output);
    assert!(text.starts_with("error: this is a puzzle for one player"), "{text}");
    assert_eq!(output.status.code(), Some(2));
}

/// In king of the hill nothing but the zone tells a winning step of the king from another.
#[test]
fn a_move_that_wins_by_a_zone_is_explained_by_it() {
    let folder = Path::new(".");
    let hill = ["king_of_the_hill", "--position", "7k/8/8/8/8/4K3/8/8 w - - 0 1"];
    let because = "because of `find own king in (d4, e4, d5, e5)`: white king on d4 in `hill`\n";
    let moves = printed(&multigame(folder, &[&["moves", "--why"], &hill[..]].concat(), ""));
    assert!(moves.contains(&format!("e3d4  (white wins)\n    {because}")), "{moves}");
    let play = [&["play", "--second", "human"], &hill[..]].concat();
    let asked = printed(&multigame(folder, &play, "why e3d4\nwhy e3d3\nquit\n"));
    assert!(asked.contains(&format!("white>   white wins {because}  quiet <= 149\n")), "{asked}");
    assert_eq!(asked.matches("because").count(), 1, "{asked}");
}
