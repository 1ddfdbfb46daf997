//! Why a text is no move.

use crate::Case;
use game::Game;
use trace::Tracer;

/// The reasons, each as `rule: words of the rules: what failed there`.
fn told(name: &str, position: &str, after: &str, text: &str) -> Vec<String> {
    let case = Case::new(name, position, after);
    let (at, past) = (case.line.position(), case.line.past());
    let why = Tracer::of(&case.game).why_not(at, past, text).expect("no move");
    let tell = |because: &trace::Because| {
        format!("{}: {}: {}", because.rule, case.words(because.source), because.words)
    };
    why.because.iter().map(tell).collect()
}

#[track_caller]
fn check(name: &str, position: &str, after: &str, text: &str, expected: &[&str]) {
    assert_eq!(told(name, position, after, text), expected, "{text}");
}

#[test]
fn a_pawn_goes_no_farther() {
    let stays = "double_push: putdown: puts the white pawn down on e4, and not on e5";
    check("chess", "", "", "e2e5", &[stays]);
    check("chess", "", "", "e2d3", &["capture: points at enemy piece: d3 is empty"]);
    // What fails before anything is moved is found, too.
    let began =
        "double_push: matches start: there is a white pawn on e3; in `start` there is nothing";
    check("chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "", "e3e5", &[began]);
}

#[test]
fn pieces_are_in_the_way() {
    let e2 = "there is a white pawn on e2";
    check("chess", "", "", "f1c4", &[&format!("slide: points at empty field: {e2}")]);
    check("chess", "", "", "g1e2", &[&format!("move: not points at own piece: {e2}")]);
    check(
        "amazons",
        "",
        "",
        "d1d7/a7",
        &["fly: points at empty field: there is a black amazon on a7"],
    );
    check("othello", "", "", "d4", &["move: find empty field: there is a white disc on d4"]);
}

#[test]
fn it_is_not_the_piece_of_the_player() {
    let e7 = "push: find own pawn: there is a black pawn on e7";
    check("chess", "", "", "e7e5", &[e7]);
    check("chess", "", "", "e4e5", &["push: find own pawn: e4 is empty"]);
}

#[test]
fn the_king_would_be_in_check() {
    let rook = "legal: not in_check: black rook on e8, white king on e1";
    check("chess", "4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1", "", "e3d5", &[rook]);
    let before = format!("{rook}, as before the move");
    check("chess", "4r2k/8/8/8/8/8/8/N3K3 w - - 0 1", "", "a1b3", &[&before]);
}

#[test]
fn castling_needs_much() {
    let rook = "castle: not in_check: black rook on e8, white king on e1";
    check("chess", "4r2k/8/8/8/8/8/8/4K2R w K - 0 1", "", "e1g1", &[rook]);
    check(
        "chess",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "",
        "e1g1",
        &["castle: short = 1: `short` is 0"],
    );
    let through = [
        "castle: test [ putdown, not in_check ]: nothing is found",
        "castle: not in_check: black bishop on a6, white king on f1",
    ];
    check("chess", "4k3/8/b7/8/8/8/8/4K2R w K - 0 1", "", "e1g1", &through);
    let bishop = "castle: points at empty field: there is a white bishop on f1";
    check("chess", "", "", "e1g1", &[bishop]);
}

#[test]
fn something_else_is_compulsory() {
    let capture =
        "main: try capture else walk: `walk` is not done, because `capture` is possible: d4f6";
    check("checkers", "", "c3d4 f6e5", "a3b4", &[capture]);
    let longest = "10/10/10/4b5/10/2b4b2/1w6w1/10/10/10 w 0 1";
    let most = "capture: most count taken of [ find own piece, chain ]: \
        `count taken` is 1, and 2 are possible: b4d6f8";
    check("draughts", longest, "", "i4g6", &[most]);
}

#[test]
fn only_kings_go_back() {
    let king = "ways: points at own king: there is a black man on c3";
    check("checkers", "8/1w6/8/8/8/2b5/8/8 b 0 1", "", "c3b2", &[king]);
}

#[test]
fn nothing_is_turned_over() {
    let told = told("othello", "", "", "a1");
    assert_eq!(
        told,
        [
            "move: test turned: nothing is found on any of 8 paths; on one of them:",
            "turned: points at enemy disc: a2 is empty",
        ]
    );
}

#[test]
fn a_pawn_is_not_dropped_to_mate() {
    let told = told("minishogi", "kp3/5/1G3/5/4K b P 1", "", "P@a4");
    let expected = "place: not [ points at own pawn, either doubled or mating ]: black pawn on a4";
    assert_eq!(told.len(), 1);
    assert!(told[0].starts_with(expected), "{told:?}");
}

/// Why a move ends the game, in a text of rules.
#[track_caller]
fn check_ends(text: &str, made: &str, expected: Option<&str>) {
    let game = crate::load("mine", text);
    let why = Tracer::of(&game).why_ends(&game.start(), &[], made);
    let told = why.map(|it| format!("{}: {}", it.asked.unwrap_or(it.rule), it.words));
    assert_eq!(told.as_deref(), expected, "{made}");
}

#[test]
fn what_wins_is_told_with_its_zone() {
    let hill = |wins: &str| {
        format!(
            "dimensions (3,3) pieces {{ king 'K' 'k' }} zones {{ hill (b2) }} start {{ k2/3/K2 }}
            main = try walk else lose.
            walk = find own king, pickup, alldir, step, points at empty field, putdown,
                try [ {wins}, win ]."
        )
    };
    let asked = hill("test find own king in hill");
    check_ends(&asked, "a1b2", Some("find own king in (b2): white king on b2 in `hill`"));
    check_ends(&asked, "a1b1", None);
    let found = hill("find own king in hill");
    check_ends(&found, "a1b2", Some("walk: white king on b2 in `hill`"));
    let three = games::text("tictactoe").expect("rules");
    let start = three.replace("main =", "start { 3/XX1/OO1 }\nmain =");
    let row = "three_in_a_row: white mark on a2, white mark on b2, white mark on c2";
    check_ends(&start, "c2", Some(row));
}

/// Every reason is about a place in the rules, and no text of any game breaks the search for it.
#[test]
fn every_text_gets_an_answer() {
    for name in games::names() {
        let case = Case::new(name, "", "");
        let facts = case.game.facts();
        let n_fields = facts.board.n_fields();
        for i in 0..6 {
            let [from, to] = [7 * i % n_fields, (11 * i + 3) % n_fields];
            let [from, to] = [from, to].map(|n| &facts.board.names[n]);
            for text in [format!("{from}{to}"), from.clone()] {
                let (at, past) = (case.line.position(), case.line.past());
                let Some(why) = Tracer::of(&case.game).why_not(at, past, &text) else { continue };
                assert!(!why.message.is_empty(), "{name} {text}");
                assert!(why.because.iter().all(|it| it.source.is_known()), "{name} {text}");
            }
        }
    }
}
