//! The tricky cases of the games, one by one: what the rules say where people
//! and programs go wrong.

use game::{Game, Line, Turn, parse_position, write_position};
use interp::{Interp, Position};

struct Table {
    game: Interp,
}

impl Table {
    fn new(name: &str) -> Table {
        Table { game: testing::load(name) }
    }

    fn position(&self, text: &str) -> Position {
        let setup = parse_position(self.game.facts(), text).expect("a position");
        self.game.position(&setup).expect("a possible position")
    }

    fn turn(&self, text: &str) -> Turn<Position> {
        self.game.turn(&self.position(text), &[]).expect("sound rules")
    }

    /// The moves that begin with some letters.
    fn moves(&self, text: &str, start: &str) -> Vec<String> {
        match self.turn(text) {
            Turn::Over(_) => Vec::new(),
            Turn::Moves(moves) => {
                moves.into_iter().map(|m| m.text).filter(|m| m.starts_with(start)).collect()
            }
        }
    }

    fn has(&self, text: &str, wanted: &str) -> bool {
        self.moves(text, wanted).iter().any(|m| m == wanted)
    }

    /// The position after a move.
    fn after(&self, text: &str, m: &str) -> String {
        let mut line = Line::new(self.position(text));
        line.play(&self.game, m).expect("a legal move");
        write_position(self.game.facts(), &self.game.setup(line.position()))
    }

    /// The outcome of a position, for the first player.
    fn outcome(&self, text: &str) -> Option<i32> {
        match self.turn(text) {
            Turn::Over(outcome) => Some(outcome.value),
            Turn::Moves(_) => None,
        }
    }

    /// The outcome of the position after a move, for the first player.
    fn outcome_after(&self, text: &str, wanted: &str) -> Option<i32> {
        match self.turn(text) {
            Turn::Over(_) => None,
            Turn::Moves(moves) => {
                let found = moves.into_iter().find(|m| m.text == wanted).expect("a legal move");
                found.outcome.map(|outcome| outcome.value)
            }
        }
    }
}

#[test]
fn castling() {
    let chess = Table::new("chess");
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(chess.after(both, "e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    assert_eq!(chess.after(both, "e1c1"), "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
    assert_eq!(chess.after(both, "h1h8"), "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
    let castles = |text| chess.moves(text, "e1g").len() + 2 * chess.moves(text, "e1c").len();
    assert_eq!(castles("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"), 2, "not through check");
    assert_eq!(castles("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1"), 0, "not out of check");
    assert_eq!(castles("4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1"), 3, "b1 may be attacked");
    assert_eq!(castles("4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1"), 0, "b1 may not be occupied");
    assert_eq!(castles("4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1"), 2, "not into check");
    assert_eq!(castles("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1"), 0, "not without the right");
}

#[test]
fn pawns() {
    let chess = Table::new("chess");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(chess.after(start, "e2e4"), e4);
    let e5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    assert_eq!(chess.after(e4, "e7e5"), e5);
    let passed = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    assert_eq!(chess.after(passed, "d4e3"), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
    assert!(!chess.has("8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1", "d4e3"), "uncovers a check");
    let promotions = chess.moves("8/3P4/8/8/8/8/8/K1k5 w - - 5 1", "d");
    assert_eq!(promotions, ["d7d8b", "d7d8n", "d7d8q", "d7d8r"]);
}

#[test]
fn ends_of_chess() {
    let chess = Table::new("chess");
    assert_eq!(chess.outcome("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Some(1), "mate");
    assert_eq!(chess.outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(0), "stalemate");
    assert_eq!(chess.outcome("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"), Some(0), "fifty moves");
    assert_eq!(chess.outcome("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80"), Some(1), "mate comes first");
    assert_eq!(chess.outcome("4k3/8/8/8/4R3/8/8/4K3 b - - 150 99"), Some(0), "in check at 150");
}

/// After how many moves a line of play is over.
fn draws_after(name: &str, start: &str, moves: &str) -> Option<usize> {
    let table = Table::new(name);
    let mut line = Line::new(table.position(start));
    for (i, m) in moves.split_whitespace().enumerate() {
        line.play(&table.game, m).expect("a legal move");
        if line.outcome(&table.game).expect("sound rules").is_some() {
            return Some(i + 1);
        }
    }
    None
}

#[test]
fn threefold_repetition() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    assert_eq!(draws_after("chess", start, shuffle), Some(8));
    // A field that a pawn has passed counts only if it can be captured: after
    // e2e4 nothing can, so the position after it counts as the same.
    let e4 = format!("e2e4 g8f6 g1f3 f6g8 f3g1 {}", "g8f6 g1f3 f6g8 f3g1");
    assert_eq!(draws_after("chess", start, &e4), Some(9));
    // Here a black pawn could capture at first, so the first time is another position.
    let capturable = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(draws_after("chess", capturable, &e4), None);
    // Here the capture would uncover a check, so it is the same position again.
    let uncovers = "8/8/8/8/k2p3Q/8/4P3/4K3 w - - 0 1";
    let walk = "e2e4 a4a5 e1d1 a5a4 d1e1 a4a5 e1d1 a5a4 d1e1";
    assert_eq!(draws_after("chess", uncovers, walk), Some(9));
}

#[test]
fn cylinder() {
    let chess = Table::new("cylindrical_chess");
    let rook = chess.moves("4k3/8/8/8/R7/8/8/4K3 w - - 0 1", "a4");
    assert_eq!(rook.len(), 14, "each field once, its own not at all: {rook:?}");
    assert!(chess.has("4k3/8/8/7p/P7/8/8/4K3 w - - 0 1", "a4h5"), "a pawn takes around the edge");
}

#[test]
fn checkers_captures() {
    let checkers = Table::new("checkers");
    let around = checkers.moves("8/8/8/2w1w3/8/2w1w3/3B4/8 b 0 1", "d2");
    assert_eq!(around, ["d2b4d6f4d2"], "round and home, two ways but one move");
    assert_eq!(checkers.moves("8/2w1w3/1b6/8/8/8/8/8 b 0 1", ""), ["b6d8B"], "crowning ends it");
    assert_eq!(checkers.moves("8/8/8/2w5/1b6/8/5b2/8 b 0 1", ""), ["b4d6"], "a capture is forced");
    assert_eq!(checkers.moves("8/8/8/8/5w2/8/3w4/4b3 b 0 1", ""), ["e1c3"], "men go forward");
    // Both ways round are accepted as input.
    let both = checkers.after("8/8/8/2w1w3/8/2w1w3/3B4/8 b 0 1", "d2f4d6b4d2");
    assert_eq!(both, checkers.after("8/8/8/2w1w3/8/2w1w3/3B4/8 b 0 1", "d2b4d6f4d2"));
}

#[test]
fn draughts_captures() {
    let draughts = Table::new("draughts");
    let crossing = "10/4b1b3/3w6/10/10/10/10/10/10/10 w 0 1";
    let moves = draughts.moves(crossing, "");
    assert_eq!(moves.len(), 1);
    let after = draughts.after(crossing, &moves[0]);
    assert!(after.starts_with("10/10/7w2/"), "no crown in passing: {after}");
}

#[test]
fn othello_passes_and_ends() {
    let othello = Table::new("othello");
    assert_eq!(othello.moves("8/8/8/8/8/8/8/XO6 w 1", ""), ["pass"]);
    assert_eq!(othello.moves("8/8/8/8/8/8/8/XO6 b 1", ""), ["c1"]);
    assert_eq!(othello.outcome("8/8/8/8/8/8/8/XXX5 w 1"), Some(3));
}

#[test]
fn mills() {
    let morris = Table::new("nine_mens_morris");
    let all = morris.moves("X1X/1X1/3/6/3/3/OOO w - 1", "d6d7");
    assert_eq!(all, ["d6d7xa1", "d6d7xd1", "d6d7xg1"], "all in mills: any may be taken");
    let one = morris.moves("X1X/1X1/3/3O2/3/3/OOO w - 1", "d6d7");
    assert_eq!(one, ["d6d7xe4"], "a man outside mills must be taken");
    assert_eq!(morris.outcome("XX1/3/3/6/3/3/OOO w - 1"), Some(-1), "two men lose");
    assert!(morris.has("X1X/3/3/6/3/3/XOO w 1O 1", "a1d7xd1"), "three men fly");
}

#[test]
fn shogi_drops_and_promotions() {
    let shogi = Table::new("minishogi");
    assert_eq!(shogi.moves("k4/4P/5/5/K4 b - 1", "e4"), ["e4e5+p"], "a pawn must promote");
    let two = "k4/5/P4/5/K4 b P 1";
    assert!(shogi.moves(two, "P@a").is_empty(), "no second pawn in a file");
    assert!(!shogi.has("kr3/2G2/1G3/5/K4 b P 1", "P@a4"), "a pawn drop may not mate");
    assert!(shogi.has("k4/2G2/5/5/K4 b P 1", "P@a4"), "a pawn drop may check");
    let captured = shogi.after("k4/5/5/+p4/R3K b - 1", "a1a2");
    assert_eq!(captured, "k4/5/5/R4/4K w P 1", "a promoted piece reverts");
}

#[test]
fn wins_at_once() {
    let column = format!("11/{} r 1", ["X10"; 10].join("/"));
    let hex = Table::new("hex");
    assert_eq!(hex.outcome_after(&column, "a11"), Some(1));
    assert_eq!(hex.outcome_after(&column, "b11"), Some(1));
    assert_eq!(hex.outcome_after(&column, "c11"), None);
    let breakthrough = Table::new("breakthrough");
    assert_eq!(breakthrough.outcome_after("8/P7/8/8/8/8/8/7p w 1", "a7a8"), Some(1));
    let dark = Table::new("dark_chess");
    assert_eq!(dark.outcome_after("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4e8"), Some(1));
}

#[test]
fn a_referee_refuses_what_cannot_be_seen() {
    let phantom = Table::new("phantom_tictactoe");
    let position = phantom.position("1O1/1X1/3 w 2");
    let tries = phantom.game.tries(&position, &position, &[]).expect("sound rules");
    assert!(tries.iter().any(|text| text == "b3") && !tries.iter().any(|text| text == "b2"));
    let dark = Table::new("dark_chess");
    let facts = dark.game.facts();
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
    let position = dark.position(fen);
    let seen = dark.game.seen(&position, &position, game::Player::First).expect("sound rules");
    let sees = |name: &str| seen.contains(facts.board.field(name).expect("a field"));
    assert!(sees("e5") && sees("d5") && !sees("e7"));
}

/// What is said before the turn in a position.
fn told(table: &Table, position: &str) -> String {
    let position = table.position(position);
    let told = table.game.told(&position, &position).expect("sound rules");
    let first = told.iter().filter(|message| message.to == game::Player::First);
    first.map(|message| message.text.as_str()).collect::<Vec<_>>().join(", ")
}

#[test]
fn kriegspiel_says_from_where_a_check_comes() {
    let berkeley = Table::new("kriegspiel_berkeley");
    for (position, expected) in [
        ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "check on the rank"),
        ("4q3/7k/8/8/8/8/8/4K3 w - - 0 1", "check on the file"),
        // From e1 the diagonal to a5 is longer than the one to h4.
        ("4k3/8/8/b7/8/8/8/4K3 w - - 0 1", "check on the long diagonal"),
        ("4k3/8/8/8/7b/8/8/4K3 w - - 0 1", "check on the short diagonal"),
        ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "check on the long diagonal"),
        ("4k3/8/8/8/8/8/5p2/4K3 w - - 0 1", "check on the short diagonal"),
        ("4k3/8/8/8/8/3n4/8/4K3 w - - 0 1", "check by a knight"),
        ("4k3/8/8/8/8/3n4/8/r3K3 w - - 0 1", "check on the rank, check by a knight"),
        // The rook's line is blocked, and a bishop checks along no straight line.
        ("4r3/7k/8/8/4P3/8/8/b3K3 w - - 0 1", ""),
    ] {
        assert_eq!(told(&berkeley, position), expected, "{position}");
    }
}

#[test]
fn kriegspiel_says_what_was_captured_and_what_pawns_can_capture() {
    let [berkeley, cincinnati, icc] =
        ["kriegspiel_berkeley", "kriegspiel_cincinnati", "kriegspiel_icc"].map(Table::new);
    for (position, yes_or_no, number) in [
        ("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "pawn try", "2 pawn tries"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "", ""),
        // A capture that promotes counts once, and one of a pinned pawn not at all.
        ("3rk3/4P3/8/8/8/8/8/K7 w - - 0 1", "pawn try", "1 pawn try"),
        ("k3r3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "", ""),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "pawn try", "1 pawn try"),
    ] {
        assert_eq!(told(&berkeley, position), "", "{position}");
        assert_eq!(told(&cincinnati, position), yes_or_no, "{position}");
        assert_eq!(told(&icc, position), number, "{position}");
    }
    let position = "4k3/8/8/3p1n2/4P3/8/8/4K3 w - - 0 1";
    for (table, text, expected) in [
        (&berkeley, "e4d5", "capture d5"),
        (&berkeley, "e4f5", "capture f5"),
        (&cincinnati, "e4d5", "pawn captured d5"),
        (&icc, "e4f5", "piece captured f5"),
    ] {
        let Turn::Moves(moves) = table.turn(position) else { panic!("it is not over") };
        let made = moves.iter().find(|made| made.text == text).expect("a legal move");
        assert!(made.told.iter().all(|message| message.text == expected), "{:?}", made.told);
        assert_eq!(made.told.len(), 2, "both hear it");
    }
}

#[test]
fn pawns_may_try_to_capture_in_the_dark() {
    let [paper, berkeley, icc] =
        ["kriegspiel", "kriegspiel_berkeley", "kriegspiel_icc"].map(Table::new);
    for (table, expected) in [(&paper, false), (&berkeley, true), (&icc, true)] {
        let start = table.game.start();
        let tries = table.game.tries(&start, &start, &[]).expect("sound rules");
        assert_eq!(
            tries.iter().any(|text| text == "e2d3"),
            expected,
            "{}",
            table.game.facts().name
        );
        let refusal = table.game.refusal(&start, &start).expect("sound rules");
        let hears = refusal.told.iter().filter(|message| message.to == game::Player::Second);
        assert_eq!(hears.count(), usize::from(table.game.facts().name != "kriegspiel_icc"));
    }
}

/// Korf's instances: the bound is the Manhattan distance of the paper.
#[test]
fn manhattan_distances() {
    let fifteen = Table::new("fifteen");
    let instances = [
        ("14 13 15 7/11 12 9 5/6 . 2 1/4 8 10 3", 41),
        ("13 5 4 10/9 12 8 14/2 3 7 1/. 15 11 6", 43),
        ("1 3 2 5/10 9 15 6/8 14 13 11/12 4 7 .", 24),
        ("15 2 12 11/14 13 9 5/1 3 8 7/. 10 6 4", 43),
    ];
    for (text, distance) in instances {
        assert_eq!(fifteen.game.bound(&fifteen.position(text), 0), Ok(distance), "{text}");
    }
    assert_eq!(fifteen.outcome(". 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"), Some(1));
}
