//! `multigame draw`, the maps and trees of `multigame report`, and the pictures in docs/pictures,
//! which are remade and compared.

#![allow(clippy::disallowed_methods, reason = "tests read files")]

use crate::support::{check, multigame, printed, scratch};
use expect_test::expect;
use std::path::Path;

#[test]
fn a_position_is_drawn_as_text() {
    check(
        &["draw", "tictactoe", "--after", "b2 a1"],
        expect![[r#"
              3  . . .
              2  . X .
              1  O . .
                 a b c
            white to move
            exit 0
        "#]],
    );
}

#[test]
fn a_game_that_is_over_says_so() {
    let args = ["draw", "tictactoe", "--after", "b2 a1 b1 a2 b3", "--json"];
    let output = multigame(&scratch("draw-json"), &args, "");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["outcome"]["winner"], "white");
    assert!(answer["board"].as_str().is_some_and(|board| board.contains("3  . X .")), "{answer}");
}

#[test]
fn a_picture_shows_the_last_move() {
    let args = ["draw", "chess", "--after", "e2e4 e7e5", "--svg", "-"];
    let svg = printed(&multigame(&scratch("draw-svg"), &args, ""));
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!((svg.matches("<circle ").count(), svg.matches("marker-end").count()), (32, 1));
    assert!(svg.contains(">white to move<"), "{svg}");
}

#[test]
fn a_picture_is_not_printed_beside_json() {
    check(
        &["draw", "chess", "--svg", "-", "--json"],
        expect![[r#"
            error: `--svg -` and `--json` cannot both be printed
             = hint: `--svg FILE` writes the drawing to a file
            exit 2
        "#]],
    );
}

/// What cannot be printed does not make a file that is called `-`.
#[test]
fn standard_output_is_no_file() {
    for args in [
        &["build", "tictactoe", "-o", "-"][..],
        &["referee", "phantom_tictactoe", "--first", "random", "--second", "random", "-o", "-"],
        &["study", "tictactoe", "-o", "-"],
    ] {
        let folder = scratch("dash");
        let output = multigame(&folder, args, "");
        let text = printed(&output);
        assert!(text.contains("standard output cannot take this"), "{args:?}: {text}");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(!folder.join("-").exists(), "{args:?}");
    }
}

/// Remakes each picture by the command that is at the head of docs/pictures/README.md.
#[test]
fn pictures_of_the_documents_are_what_commands_draw() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("docs/pictures");
    let list = std::fs::read_to_string(folder.join("README.md")).expect("a list");
    let mut n_pictures = 0;
    for line in list.lines().filter_map(|line| line.strip_prefix("multigame ")) {
        let words = words(line);
        let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
        let file = args.pop().expect("a file");
        args.push("-");
        let drawn = printed(&multigame(&scratch("pictures"), &args, ""));
        let path = root.join(file);
        if std::env::var("UPDATE_EXPECT").is_ok() {
            std::fs::write(&path, &drawn).expect("a picture");
        }
        let kept = std::fs::read_to_string(&path).expect(file);
        assert!(kept == drawn, "{file} is not what `multigame {line}` draws");
        n_pictures += 1;
    }
    // Pictures of games, and those that are measured, are in folders of their own.
    let kept = std::fs::read_dir(folder).expect("a folder").flatten();
    let kept = kept.filter(|entry| entry.path().extension().is_some_and(|it| it == "svg"));
    assert_eq!(n_pictures, kept.count(), "each picture has its command");
}

/// A report has the tree of openings, the moves that win at all, and a map for each piece, as text, as
/// JSON and as a page.
#[test]
fn a_report_is_text_json_and_a_page() {
    let folder = scratch("report");
    let args = ["report", "tictactoe", "--games", "8", "--nodes", "20", "--html", "report.html"];
    let text = printed(&multigame(&folder, &args, ""));
    for word in ["length ", "branching ", "balance ", "decisive ", "lead ", "opening ", "won by "] {
        assert!(text.contains(&format!("\n{word}")), "{word}: {text}");
    }
    assert!(text.contains(" of 9 made, "), "{text}");
    let page = std::fs::read_to_string(folder.join("report.html")).expect("a page");
    assert_eq!(page.matches("<svg").count(), 3, "{page}");
    assert!(page.contains("<figcaption>black mark</figcaption>") && page.contains("<ul>\n<li>"));
    let args = ["report", "tictactoe", "--games", "8", "--nodes", "20", "--json"];
    let output = multigame(&folder, &args, "");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(report["openings"][0]["then"][0]["move"].is_string(), "{report}");
    let (made, all) = (report["first_made"].as_u64(), report["first_moves"].as_u64());
    assert!(all == Some(9) && made > Some(0) && made <= all, "{report}");
    // What one player's marks and the other's do together is all that changes.
    let share = |piece: &str| report["goes"][piece]["b2"].as_f64().expect("a share");
    let sum = share("white mark") + share("black mark");
    assert!((sum - report["heat"]["b2"].as_f64().expect("a share")).abs() < 0.002, "{report}");
}

/// The words of a command; single quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    });
    words.collect()
}
