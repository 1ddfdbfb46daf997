//! `multigame draw`, and the pictures in docs/pictures, which are remade and compared.

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
    // Pictures of games are in a folder of their own.
    let kept = std::fs::read_dir(folder).expect("a folder").count();
    assert_eq!(n_pictures + 2, kept, "each picture has its command");
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
