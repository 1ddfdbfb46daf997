//! `book`: books that grow, are asked, put together and played by, and files that are refused.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{multigame, printed, scratch};
use std::fs;
use std::path::Path;

/// What a command prints, and its exit code.
fn run(folder: &Path, args: &[&str], input: &str) -> (String, Option<i32>) {
    let output = multigame(folder, args, input);
    (printed(&output), output.status.code())
}

fn check(folder: &Path, args: &[&str], code: i32, expected: &str) {
    let (text, exit) = run(folder, args, "");
    assert!(exit == Some(code) && text.contains(expected), "{args:?}: {exit:?} {text}");
}

const BUILD: [&str; 8] =
    ["book", "build", "tictactoe", "--each", "100", "--threads", "1", "--positions"];

#[test]
fn a_book_grows_is_asked_and_played_by() {
    let folder = scratch("book");
    check(&folder, &[&BUILD[..], &["3"]].concat(), 0, "3 with all moves");
    check(&folder, &[&BUILD[..], &["1000"]].concat(), 0, "nothing is left to search");
    check(&folder, &["book", "show", "tictactoe", "--turns", "2"], 0, "b2  ");
    check(&folder, &["book", "show", "tictactoe", "--json"], 0, "\"elsewhere\": true");
    check(&folder, &["book", "probe", "tictactoe", "--after", "a1"], 0, "the book plays b2");
    check(&folder, &["book", "probe", "tictactoe", "--json"], 0, "\"complete\": true");
    let play = ["play", "tictactoe", "--book", "tictactoe.mgb", "--verbose", "--max-turns", "2"];
    let (text, _) = run(&folder, &play, "c3\n");
    assert!(text.contains("plays b2  (book)"), "{text}");
    let ugi = ["ugi", "tictactoe", "--book", "tictactoe.mgb"];
    let (text, _) = run(&folder, &ugi, "position startpos moves c1\ngo depth 1\nquit\n");
    assert!(text.contains("bestmove b2") && !text.contains("info depth"), "{text}");
    let ugi = ["ugi", "tictactoe"];
    let options =
        "setoption name BookFile value tictactoe.mgb\nsetoption name OwnBook value true\n";
    let (text, _) = run(&folder, &ugi, &format!("{options}position startpos moves a3\ngo\nquit\n"));
    assert!(text.contains("bestmove b2"), "{text}");
    let sides = ["--a", "depth=1 book=tictactoe.mgb book_choice=varied", "--b", "random"];
    let (text, code) =
        run(&folder, &[&["match", "tictactoe", "--games", "4"], &sides[..]].concat(), "");
    assert_eq!(code, Some(0), "{text}");
    check(&folder, &["book", "export", "tictactoe"], 2, "`multigame book show`");
}

#[test]
fn games_become_a_book_and_books_are_put_together() {
    let folder = scratch("book-games");
    let pgn =
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Result \"*\"]\n\n1. d4 d5 *\n";
    fs::write(folder.join("games.pgn"), pgn).expect("it is written");
    let import = ["book", "import", "chess", "games.pgn", "--book", "a.mgb"];
    check(&folder, &import, 0, "2 games added, 1 of them without a result");
    let probe = ["book", "probe", "chess", "--book", "a.mgb"];
    check(&folder, &probe, 0, "e2e4  1 game: 1 won, 0 drawn, 0 lost");
    let merge = ["book", "merge", "chess", "a.mgb", "a.mgb", "--book", "b.mgb"];
    check(&folder, &merge, 0, "6 positions");
    check(&folder, &merge, 2, "`--force` replaces it");
    check(&folder, &["book", "probe", "chess", "--book", "b.mgb"], 0, "2 games: 2 won");
    let export = ["book", "export", "chess", "--book", "b.mgb"];
    let (text, code) = run(&folder, &export, "");
    assert_eq!(code, Some(0), "{text}");
    fs::write(folder.join("tree.pgn"), &text).expect("it is written");
    check(&folder, &["replay", "tree.pgn", "--game", "chess"], 0, "all legal");
    assert!(text.contains("(1. "), "{text}");
}

#[test]
fn what_is_no_book_of_the_game_is_refused() {
    let folder = scratch("book-refused");
    check(&folder, &[&BUILD[..], &["2"]].concat(), 0, "2 with all moves");
    let whole = fs::read(folder.join("tictactoe.mgb")).expect("a book");
    let show = ["book", "show", "tictactoe"];
    let mut damaged = whole.clone();
    damaged[20] ^= 1;
    for (bytes, expected) in [
        (&damaged[..], "it is damaged, or its end is missing"),
        (&whole[..whole.len() - 3], "it is damaged, or its end is missing"),
        (b"[Event \"?\"]", "it is no book"),
    ] {
        fs::write(folder.join("tictactoe.mgb"), bytes).expect("it is written");
        check(&folder, &show, 2, expected);
        check(&folder, &[&BUILD[..], &["2"]].concat(), 2, expected);
        assert_eq!(fs::read(folder.join("tictactoe.mgb")).expect("a file"), bytes);
    }
    fs::write(folder.join("other.mgb"), &whole).expect("it is written");
    let other = ["book", "probe", "connect4", "--book", "other.mgb"];
    check(&folder, &other, 2, "it is a book of `tictactoe` by other rules");
    check(&folder, &["play", "connect4", "--book", "other.mgb"], 2, "by other rules");
    check(&folder, &["book", "show", "tictactoe", "--book", "none.mgb"], 2, "cannot be read");
    check(&folder, &["book", "build", "fifteen"], 2, "no opening books");
}
