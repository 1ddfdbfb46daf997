//! Wins by threats as the first probe of other commands: what `solve`, `analyze`, `play` and
//! `match` tell of one, and that they go on as usual where there is none.

#![allow(clippy::disallowed_methods, reason = "tests write files")]

use crate::support::combining::{FIGURE_4, answer, check};
use crate::support::{multigame, printed, scratch};
use expect_test::expect;
use serde_json::Value;

#[test]
fn the_first_probe_of_other_commands() {
    let at = ["--position", FIGURE_4, "--combinations"];
    check(
        &[&["solve", "chess"][..], &at].concat(),
        expect![[r#"
        white wins
        a best move: f1c4
        how: win by threats in 5 moves; N nodes
        exit 0
    "#]],
    );
    check(
        &[&["analyze", "chess"][..], &at].concat(),
        expect![[r#"
            win by threats in 5 moves: f1c4 g8h8 g5f7 h8g8 f7h6 g8h8 c4g8 a8g8 h6f7  (N positions)
            exit 0
        "#]],
    );
    let (_, solved) = answer("probe-solve", &[&["solve", "chess", "--json"][..], &at].concat());
    assert_eq!((&solved["method"], &solved["moves"][0]), (&"combination".into(), &"f1c4".into()));
    let (_, analyzed) =
        answer("probe-analyze", &[&["analyze", "chess", "--json"][..], &at].concat());
    assert_eq!(analyzed["lines"][0]["decided"], "white wins in 9 turns");
    // The keys are those of the ordinary answer, and one more.
    let keys = |value: &Value| -> Vec<String> {
        value.as_object().into_iter().flat_map(|it| it.keys().cloned()).collect()
    };
    let plain = ["analyze", "chess", "--json", "--position", FIGURE_4, "--depth", "1"];
    let mut expected = keys(&answer("probe-plain", &plain).1);
    expected.push("combination".to_string());
    let sorted = |mut keys: Vec<String>| {
        keys.sort();
        keys
    };
    assert_eq!(sorted(keys(&analyzed)), sorted(expected));
    // More lines come from the search.
    let more = [&["analyze", "chess", "--json", "--lines", "3", "--depth", "2"][..], &at].concat();
    let (_, more) = answer("probe-lines", &more);
    assert_eq!(more["lines"].as_array().map(Vec::len), Some(3));
    assert_eq!(more["combination"]["found"], true);
    // The win is handed to it, with its value and its moves.
    let win = &more["lines"][0];
    assert_eq!((&win["moves"][0], &more["depth"]), (&"f1c4".into(), &2.into()));
    assert_eq!(win["decided"], "white wins in 9 turns");
    assert_eq!(win["moves"], more["combination"]["line"]);
    assert_eq!(win["moves"], analyzed["lines"][0]["moves"]);
    for other in [&more["lines"][1], &more["lines"][2]] {
        assert_ne!(other["moves"][0], "f1c4");
        assert_eq!(other["decided"], Value::Null);
    }
    let play = ["play", "chess", "--first", "computer", "--second", "computer", "--depth", "1"];
    let output = multigame(&scratch("probe-play"), &[&play[..], &at].concat(), "");
    let text = printed(&output);
    assert!(text.contains("white plays f1c4  (win by threats in 5 moves)"), "{text}");
    assert!(text.ends_with("the game is over: white wins\n"), "{text}");
}

/// A probe that was cut off is not the same as one that found nothing.
#[test]
fn play_says_what_cut_the_probe_off() {
    let folder = scratch("probe-cut");
    let play = ["play", "chess", "--first", "computer", "--depth", "1", "--combinations"];
    let said = |more: &[&str]| {
        let output = multigame(&folder, &[&play[..], more].concat(), "");
        printed(&output).lines().find(|line| line.contains(" plays ")).map(str::to_string)
    };
    let cut = ["--position", FIGURE_4, "--combination-nodes", "5", "-v"];
    let text = said(&cut).expect("a move");
    assert!(
        text.ends_with("(no win by threats in 5 positions, cut off by their number)"),
        "{text}"
    );
    let text = said(&["-v"]).expect("a move");
    assert!(text.contains("(no win by threats in ") && text.ends_with("positions)"), "{text}");
    let text = said(&[]).expect("a move");
    assert!(!text.contains('('), "{text}");
}

#[test]
fn a_probe_that_finds_nothing_leaves_the_search_as_it_was() {
    let folder = scratch("probe-nothing");
    let args = ["solve", "tictactoe", "--after", "b2 a1"];
    let plain = multigame(&folder, &args, "");
    let probed = multigame(&folder, &[&args[..], &["--combinations"]].concat(), "");
    assert_eq!(plain.stdout, probed.stdout);
    assert!(printed(&probed).contains("no win by threats was found"));
    check(
        &["solve", "chess", "--combination-nodes", "5"],
        expect![[r#"
        error: the following required arguments were not provided:
          --combinations

        Usage: multigame solve --combinations --combination-nodes <N> <GAME>

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["analyze", "kriegspiel", "--combinations"],
        expect![[r#"
        note: in this game players do not see everything; here all is shown
        error: the players of this game do not see everything
         = hint: combinations are for games that show everything
        exit 2
    "#]],
    );
    check(
        &["play", "kriegspiel", "--combinations"],
        expect![[r#"
        error: the players of this game do not see everything
         = hint: combinations are for games that show everything
        exit 2
    "#]],
    );
    check(
        &["solve", "eight_puzzle", "--combinations"],
        expect![[r#"
        error: this is a puzzle for one player, whom nobody threatens
         = hint: `multigame solve`, without `--combinations`, solves puzzles
        exit 2
    "#]],
    );
}

/// What the probe is worth can be measured.
#[test]
fn a_side_of_a_match_looks_for_combinations() {
    let folder = scratch("probe-match");
    let args = ["match", "breakthrough", "--a", "depth=1 combinations=2000", "--b", "depth=1"];
    let more = ["--games", "12", "--opening", "10", "--heuristics=-reductions", "--json"];
    // What was learned sees most wins by itself.
    let more = [&more[..], &["--evaluation", "material"]].concat();
    let played = |n: &str| {
        let args = [&args[..], &more, &["--concurrency", n]].concat();
        let output = multigame(&folder, &args, "");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        serde_json::from_str::<Value>(&text).expect(&text)
    };
    let alone = played("1");
    assert!(alone["wins"].as_u64() > alone["losses"].as_u64(), "{alone}");
    assert_eq!(alone, played("2"));
    check(
        &["match", "gomoku9", "--a", "combinations=-1", "--b", "depth=1"],
        expect![[r#"
            error: --a: `combinations=-1`: a whole number from N to 18446744073709551615 is needed
             = hint: settings are like `depth=4 algorithm=alpha-beta` or `random`
            exit 2
        "#]],
    );
    // None stands for no look at all, as for engines.
    let side = |a: &str| {
        let args = ["match", "tictactoe", "--a", a, "--b", "depth=1", "--games", "4"];
        printed(&multigame(&folder, &args, ""))
    };
    assert_eq!(side("depth=1 combinations=0"), side("depth=1"));
}

#[test]
fn a_game_that_hides_something_is_probed_where_all_is_shown() {
    let folder = scratch("probe-open");
    let play = ["play", "phantom_tictactoe", "--second", "human", "--combinations"];
    let refused = multigame(&folder, &play, "");
    assert_eq!(refused.status.code(), Some(2));
    // A shell may mark what it pipes in by a first character.
    let open = multigame(&folder, &[&play[..], &["--open"]].concat(), "\u{feff}b2\na2\nhint\n");
    assert!(printed(&open).contains("try a1  (win by threats in 3 moves)"), "{}", printed(&open));
}

/// Where points count a win is not the best one only because it is found by threats; but it
/// is played where the search sees none.
#[test]
fn a_win_by_points_does_not_end_the_search() {
    let folder = scratch("probe-points");
    let zones = "dimensions (4,1) pieces { mark 'X' 'O' } zones { small (a1) big (d1) }
        main = try [ find empty field, replace by own mark,
          either [ points at small, score 1 ] or [ points at big, score 40 ]
          or [ not points at small, not points at big ] ] else draw.";
    std::fs::write(folder.join("zones.mg"), zones).expect("a file");
    let args = ["analyze", "zones.mg", "--combinations", "--json", "--depth", "2", "--lines"];
    for lines in ["1", "2"] {
        let output = multigame(&folder, &[&args[..], &[lines]].concat(), "");
        let found: Value = serde_json::from_slice(&output.stdout).expect("an answer");
        assert_eq!(found["combination"]["line"], serde_json::json!(["a1"]), "{found}");
        let best = (&found["lines"][0]["moves"][0], &found["lines"][0]["decided"]);
        assert_eq!(best, (&"d1".into(), &"white wins by 40".into()));
    }
    let play = ["--depth", "1", "--combinations"];
    let hint = multigame(&folder, &[&["play", "zones.mg"][..], &play].concat(), "hint\n");
    assert!(printed(&hint).contains("try d1\n"), "{}", printed(&hint));
    let rows = "dimensions (3,3) pieces { mark 'X' 'O' }
        main = try [ find empty field, replace by own mark, try [ test three, score 5 ] ] else draw.
        three = find own mark, alldir, repeat 2 times [ step, points at own mark ].";
    std::fs::write(folder.join("rows.mg"), rows).expect("a file");
    let args = [&["play", "rows.mg", "--second", "human"][..], &play].concat();
    let hint = multigame(&folder, &args, "b2\na2\nhint\n");
    assert!(printed(&hint).contains("try a1  (win by threats in 3 moves)"), "{}", printed(&hint));
    let asked = "setoption name Combinations value 2000\nposition startpos moves b2 a2\n";
    let said = printed(&multigame(&folder, &["ugi", "rows.mg"], &format!("{asked}go depth 1\n")));
    assert!(said.contains("info string win by threats in 3 moves: a1 "), "{said}");
    assert!(said.contains("bestmove a1") && !said.contains("mate"), "{said}");
}

/// One thread does the same work as several: it knows the win as well.
#[test]
fn a_search_that_knows_a_win_is_compared_with_one_that_does() {
    let args = ["analyze", "chess", "--position", FIGURE_4, "--combinations", "--json"];
    let args = [&args[..], &["--lines", "2", "--depth", "3"]].concat();
    let (_, alone) = answer("probe-alone", &args);
    let (_, both) =
        answer("probe-compare", &[&args[..], &["--threads", "2", "--compare"]].concat());
    assert!(both["parallel"]["serial"]["nodes"].as_u64() > Some(0), "{both}");
    assert_eq!(both["parallel"]["serial"]["nodes"], alone["nodes"]);
}
