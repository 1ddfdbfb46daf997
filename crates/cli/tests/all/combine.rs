//! `multigame combine`: wins by threats in words, as JSON and as boards, and what has none.
//! The pages of docs/ show a mate in words, and one around the edge of a cylinder.

#![allow(clippy::disallowed_methods, reason = "tests read files")]

use crate::support::combining::{FIGURE_4, answer, check};
use crate::support::{multigame, printed, scratch};
use expect_test::expect;
use serde_json::Value;

/// Pitrat's game, chess on a cylinder: a rook and a queen go around the edge.
const AROUND_THE_EDGE: &str = "7k/1p3p2/1p4p1/8/8/Q7/R3K3/8 w - - 0 1";

#[test]
fn a_mate_around_the_edge_of_a_cylinder() {
    let args = |game| ["combine", game, "--position", AROUND_THE_EDGE, "--moves", "3"];
    // The arrow of the rook leaves at one edge and comes in at the other.
    let drawn = multigame(
        &scratch("combine-around"),
        &[&args("cylindrical_chess")[..], &["--svg", "-"]].concat(),
        "",
    );
    let svg = String::from_utf8_lossy(&drawn.stdout).into_owned();
    let arrows: Vec<&str> =
        svg.split("<path d=\"").filter(|path| path.contains("marker-end")).collect();
    let parts = |path: &&str| path.split('"').next().map_or(0, |d| d.matches('M').count());
    assert_eq!(arrows.iter().map(parts).collect::<Vec<_>>(), [2, 1, 1, 1, 2], "{arrows:?}");
    // On a board with an edge the first move is none, and nothing else mates.
    let plain = multigame(&scratch("combine-plain"), &args("chess"), "");
    assert_eq!(plain.status.code(), Some(1), "{}", printed(&plain));
}

#[test]
fn threats_of_lines_in_words() {
    check(
        &["combine", "tictactoe", "--after", "b2 a2 a1 c3"],
        expect![[r#"
            White wins in 2 moves: b1 (any) b3

            1. b1 threatens to win by b3 (needs: b3 empty, white mark on b1 b2), and threatens to win by c1 (needs: c1 empty, white mark on a1 b1). None of the 4 moves of black helps: white wins, such as by b3.

            N positions looked at, and 5 more to check the win
            exit 0
        "#]],
    );
    check(
        &["combine", "three_mens_morris", "--after", "b2 a2"],
        expect![[r#"
            White wins in 4 moves: c1 a3 a1 b1 c1c2 (any) c2c3

            1. c1 threatens to win by a3 (needs: a3 empty, white man on c1 b2, white man in reserve). Black can only play a3. The 5 other moves do not help: white wins by a3.
               a3 destroys `a3 empty`:
            2. a1 threatens to win by b2b1 (needs: white man on b2 a1 c1, b1 empty). Black can only play b1. The 3 other moves do not help: white wins by b2b1.
               b1 destroys `b1 empty`:
            3. c1c2 threatens to win by c2c3 (needs: white man on c2 a1 b2, c3 empty). None of the 2 moves of black helps: white wins by c2c3.

            N positions looked at, and 13 more to check the win
            exit 0
        "#]],
    );
    let gomoku = ["combine", "gomoku9", "--after", "d5 a1 e5 a3 f5 a9", "--moves", "2"];
    check(
        &gomoku,
        expect![[r#"
            Black wins in 2 moves: c5 (any) b5

            1. c5 threatens to win by b5 (needs: b5 empty, black stone on c5 d5 e5 f5), and threatens to win by g5 (needs: g5 empty, black stone on c5 d5 e5 f5). None of the 74 moves of white helps: black wins, such as by b5.

            N positions looked at, and 75 more to check the win
            exit 0
        "#]],
    );
    check(
        &["combine", "gomoku9", "--after", "d5 a1 e5 a9 f6 i1 f7 i9", "--quiet"],
        expect![[r#"
            Black wins in 3 moves: f5 (any) f4 f3 f8

            1. f5 threatens f4, which would threaten to win by f3 and f8, and threatens c5, which would threaten to win by b5 and g5, and threatens g5, which would threaten to win by c5 and h5, and threatens f8, which would threaten to win by f4 and f9. None of the 72 moves of white helps: black wins, such as by f4 and, after f3, by f8.

            N positions looked at, and 5269 more to check the win
            exit 0
        "#]],
    );
}

#[test]
fn the_whole_tree_holds_every_answer() {
    let folder = scratch("combine-tree");
    let args = ["combine", "chess", "--position", FIGURE_4];
    let tree = printed(&multigame(&folder, &[&args[..], &["--tree"]].concat(), ""));
    // Each answer is on a line of its own, and so does what follows.
    let moves = tree.lines().filter(|line| line.trim().starts_with("2. ")).count();
    assert_eq!(moves, 2, "{tree}");
    assert!(!tree.contains('['), "{tree}");
}

#[test]
fn json_holds_what_the_words_say() {
    let (code, found) =
        answer("combine-json", &["combine", "chess", "--position", FIGURE_4, "--json"]);
    assert_eq!(code, Some(0));
    assert_eq!((&found["found"], &found["winner"]), (&true.into(), &"white".into()));
    assert_eq!(found["moves"], 5);
    assert_eq!(found["line"].as_array().map(Vec::len), Some(9));
    let first = &found["tree"];
    assert_eq!(first["move"], "f1c4");
    assert_eq!(first["threats"][0]["kind"], "stuck");
    let fields = first["threats"][0]["fields"].as_array().expect("fields");
    for field in ["c4", "d5", "e6", "f7", "g8"] {
        assert!(fields.contains(&field.into()), "{field} in {fields:?}");
    }
    let answers = first["answers"].as_array().expect("answers");
    let texts: Vec<&str> = answers.iter().filter_map(|answer| answer["move"].as_str()).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert_eq!(answers[0]["destroys"][0], "black king on g8");
    assert!(answers.iter().all(|answer| answer["then"]["move"].is_string()));
}

#[test]
fn boards_show_each_move_of_the_line() {
    let folder = scratch("combine-svg");
    let args = ["combine", "chess", "--position", FIGURE_4, "--svg", "win.svg"];
    assert_eq!(multigame(&folder, &args, "").status.code(), Some(0));
    let svg = std::fs::read_to_string(folder.join("win.svg")).expect("a file");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    // Nine boards of 64 fields and the background; an arrow for each move.
    assert_eq!(svg.matches("<rect ").count(), 9 * 64 + 1);
    assert_eq!(svg.matches("marker-end").count(), 9);
    assert_eq!(svg.matches('<').count(), svg.matches('>').count());
    for tag in ["text", "svg", "title", "defs", "marker"] {
        let opened =
            svg.matches(&format!("<{tag}>")).count() + svg.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    // The same on standard output, and nothing else.
    let alone = multigame(&folder, &[&args[..5], &["-"]].concat(), "");
    assert_eq!(String::from_utf8_lossy(&alone.stdout), svg);
    // What is there is not replaced unless that is asked for.
    let again = multigame(&folder, &args, "");
    assert_eq!(again.status.code(), Some(2));
    assert!(printed(&again).contains("`win.svg` exists"));
    let forced = multigame(&folder, &[&args[..], &["--force"]].concat(), "");
    assert_eq!(forced.status.code(), Some(0));
}

#[test]
fn where_there_is_nothing_it_says_so() {
    check(
        &["combine", "chess"],
        expect![[r#"
        no win by threats was found for white
        N positions looked at
        exit 1
    "#]],
    );
    check(
        &["combine", "chess", "--position", FIGURE_4, "--nodes", "3"],
        expect![[r#"
        no win by threats was found for white
        N positions looked at
        note: the positions are used up; `--nodes` gives it more
        exit 1
    "#]],
    );
    check(
        &["combine", "chess", "--position", FIGURE_4, "--moves", "4"],
        expect![[r#"
        no win by threats was found for white
        N positions looked at
        exit 1
    "#]],
    );
    check(
        &["combine", "chess", "--position", FIGURE_4, "--answers", "0"],
        expect![[r#"
        no win by threats was found for white
        N positions looked at
        exit 1
    "#]],
    );
    check(
        &["combine", "chess", "--after", "f2f3 e7e5 g2g4 d8h4"],
        expect![[r#"
        the game is over: black wins
        exit 1
    "#]],
    );
    check(
        &["combine", "kriegspiel"],
        expect![[r#"
        error: the players of this game do not see everything
         = hint: combinations are for games that show everything
        exit 2
    "#]],
    );
    check(
        &["combine", "eight_puzzle"],
        expect![[r#"
        error: this is a puzzle for one player, whom nobody threatens
         = hint: `multigame solve`, without `--combinations`, solves puzzles
        exit 2
    "#]],
    );
    check(
        &["combine", "chess", "--moves", "0"],
        expect![[r#"
            error: invalid value '0' for '--moves <N>': a whole number from N to 250 is needed

            For more information, try '--help'.
            exit 2
        "#]],
    );
    check(
        &["combine", "chess", "--nodes", "0"],
        expect![[r#"
            error: invalid value '0' for '--nodes <N>': a whole number from N to 18446744073709551615 is needed

            For more information, try '--help'.
            exit 2
        "#]],
    );
    check(
        &["combine", "chess", "--svg", "-", "--json"],
        expect![[r#"
            error: `--svg -` and `--json` cannot both be printed
             = hint: `--svg FILE` writes the drawing to a file
            exit 2
        "#]],
    );
    let over = ["combine", "tictactoe", "--after", "a1 b1 a2 b2 a3", "--json"];
    let (code, over) = answer("combine-over", &over);
    assert_eq!((code, &over["found"], &over["to_move"]), (Some(1), &false.into(), &"black".into()));
    check(
        &["combine", "chess", "--svg", "."],
        expect![[r#"
            error: `.` is not a file
             = hint: choose another name
            exit 2
        "#]],
    );
}

/// Word for word, also where several moves win as soon as each other.
#[test]
fn both_back_ends_find_the_same() {
    let of = |backend: &str, args: &[&str]| {
        let args = [&["combine"][..], args, &["--tree", "--backend", backend]].concat();
        printed(&multigame(&scratch(backend), &args, ""))
    };
    for (args, has) in [
        (&["chess", "--position", FIGURE_4][..], "5. h6f7"),
        (&["cylindrical_chess", "--position", AROUND_THE_EDGE], "wins in 3 moves"),
        (&["checkers", "--position", "8/6b1/8/4W1W1/8/8/8/8 w"], "wins in 3 moves"),
        (&["three_mens_morris", "--after", "b2 a1"], "wins in"),
        (&["connect4", "--after", "d1 d2 e1 e2"], "wins in 2 moves"),
        (&["gomoku9", "--after", "d5 a1 e5 a3 f5 a9"], "wins in 2 moves"),
    ] {
        let native = of("native", args);
        assert!(native.contains(has), "{native}");
        assert_eq!(native, of("interp", args));
    }
}

/// Each player puts two marks in a turn, the first player one at first; four in a row win.
const TWO_MARKS: &str = include_str!("../../../combine/tests/rules/two_marks.mg");

#[test]
fn turns_in_a_row_in_words() {
    let folder = scratch("combine-again");
    std::fs::write(folder.join("two.mg"), TWO_MARKS).expect("a file");
    let args = ["combine", "two.mg", "--after", "b2 c3 a1"];
    let text = printed(&multigame(&folder, &args, ""));
    assert!(text.starts_with("White wins in 4 moves: "), "{text}");
    assert!(text.contains("1. b1, and white moves again.\n2. c2 threatens to win by "), "{text}");
    let (_, found) = {
        let output = multigame(&folder, &[&args[..], &["--json"]].concat(), "");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), serde_json::from_str::<Value>(&text).expect(&text))
    };
    assert_eq!(found["tree"]["next"]["threats"][0]["kind"], "series");
    assert_eq!(found["moves"], 4);
    // All moves that carry out the threat are shown, and the moves of the loser are counted once, however
    // they play on: of 15, no answer begins with 12.
    assert!(text.contains("The 12 other moves do not help: white wins, such as by d2 and a2."));
    let second = &found["tree"]["next"];
    assert_eq!((&second["punished_by"], &second["other_moves"]), (&"d2 a2".into(), &12.into()));
}

/// Three in a row win, in turns of two marks: nothing helps against marks in two corners.
#[test]
fn moves_in_a_row_that_win_end_the_line() {
    let folder = scratch("combine-row");
    let rules = "dimensions (4,3) pieces { mark 'X' 'O' } counters { n 0 .. 1 }
        main = try place else draw.
        place = find empty field, replace by own mark, next, try [ test three, win ].
        next = try [ n = 0, set n to 1, again ] else set n to 0.
        three = find own mark, alldir, repeat 2 times [ step, points at own mark ].";
    std::fs::write(folder.join("row.mg"), rules).expect("a file");
    let args = ["combine", "row.mg", "--json"];
    let output = multigame(&folder, &args, "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let found: Value = serde_json::from_str(&text).expect(&text);
    let line = found["line"].as_array().expect("a line");
    let any = line.iter().position(Value::is_null).expect("no answer helps");
    let last: Vec<&str> = line[any + 1..].iter().filter_map(Value::as_str).collect();
    assert_eq!((any, last.len(), &found["moves"]), (2, 2, &4.into()), "{line:?}");
    let second = &found["tree"]["next"];
    assert_eq!(second["punished_by"], last.join(" "));
    assert_eq!(second["other_moves"], 10);
    let words = printed(&multigame(&folder, &args[..2], ""));
    assert!(words.contains("None of the 10 moves of black helps: white wins, such as by "));
    assert!(words.contains(&format!("such as by {}.", last.join(" and "))), "{words}");
}

/// The same game, where the loser hears of it when their turn begins.
#[test]
fn a_loss_that_shows_late_in_words() {
    let folder = scratch("combine-late");
    let rules = "dimensions (3,3) pieces { mark 'X' 'O' }
        main = try [ as opponent line, lose ] else try [ find empty field, replace by own mark ]
          else draw.
        line = find own mark, alldir, repeat 2 times [ step, points at own mark ].";
    std::fs::write(folder.join("late.mg"), rules).expect("a file");
    let words = |game: &str| {
        let output = multigame(&folder, &["combine", game, "--after", "b2 a2 a1 c3"], "");
        printed(&output).split("\n\n").take(2).collect::<Vec<_>>().join("\n")
    };
    assert!(words("late.mg").contains("b1 threatens to win by b3"), "{}", words("late.mg"));
    assert_eq!(words("late.mg"), words("tictactoe"));
    let text = printed(&multigame(&folder, &["combine", "late.mg", "--after", "b2 a2 a1 b1"], ""));
    assert!(text.contains("1. c3 wins."), "{text}");
}
