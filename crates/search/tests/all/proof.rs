//! Values that are known from the literature or can be checked by hand, proved by
//! every method that can do it; and what happens where one cannot.

use game::{Game, Line, Turn};
use native::Native;
use search::{Limits, Method, Proof, Stop, Stopper, Task, Unproved, prove};

/// A game from a rules text, after some moves.
struct Board {
    game: Native,
    line: Line<native::Position>,
}

fn board(rules: &str, position: &str, moves: &str) -> Board {
    let text = if rules.contains(' ') { rules.to_string() } else { format!("extends {rules}") };
    let game = testing::compiled(testing::load_text("test", &text).expect("sound rules"));
    let start = match position {
        "" => game.start(),
        _ => {
            let setup = game::parse_position(game.facts(), position).expect("a setup");
            game.position(&setup).expect("a position")
        }
    };
    let mut line = Line::new(start);
    for text in moves.split_whitespace() {
        line.play(&game, text).expect("a move");
    }
    Board { game, line }
}

impl Board {
    fn prove_within(
        &self,
        method: Method,
        limits: Limits,
        memory: usize,
    ) -> Result<Proof<native::Position>, Unproved> {
        let (threads, symmetries, stopper) = (1, true, Stopper::default());
        self.prove_task(&Task {
            method,
            limits,
            memory,
            threads,
            symmetries,
            wins: None,
            local: None,
            stopper,
        })
    }

    fn prove_task(&self, task: &Task) -> Result<Proof<native::Position>, Unproved> {
        prove(&self.game, self.line.position(), self.line.past(), task, &mut |_| {})
    }

    fn prove(&self, method: Method) -> Result<Proof<native::Position>, Unproved> {
        self.prove_within(method, Limits::default(), 256 << 20)
    }

    /// The value for the first player and the texts of the moves.
    fn solve(&self, method: Method) -> (i32, Vec<String>) {
        let proof = self.prove(method).expect("a proof");
        let turn = self.game.turn(self.line.position(), self.line.past()).expect("a turn");
        let Turn::Moves(moves) = turn else { return (proof.outcome.value, Vec::new()) };
        let named = moves.iter().filter(|played| proof.moves.contains(&played.to));
        (proof.outcome.value, named.map(|played| played.text.clone()).collect())
    }
}

const EVERY: [Method; 4] = [Method::Sweep, Method::AlphaBeta, Method::DfPn, Method::ProofNumber];

/// All methods that can do it find the value for the first player.
fn check(rules: &str, moves: &str, methods: &[Method], value: i32) {
    let board = board(rules, "", moves);
    for &method in methods {
        assert_eq!(board.solve(method).0, value, "{rules} by {method:?}");
    }
}

const HEX3: &str = "extends hex dimensions (3,3) hexagonal zones { far row 3 column c }";
const HEX4: &str = "extends hex dimensions (4,4) hexagonal zones { far row 4 column d }";
const HEX45: &str = "extends hex dimensions (5,4) hexagonal zones { far row 4 column e }";
const CONNECT4: &str = "extends connect4 dimensions (4,4)";
const OTHELLO4: &str =
    "extends othello dimensions (4,4) zones { corner (a1, a4, d1, d4) } start { 4/1XO1/1OX1/4 }";

#[test]
fn small_games() {
    check("tictactoe", "", &EVERY, 0);
    check("tictactoe", "b2 b1", &EVERY, 1);
    check(HEX3, "", &EVERY, 1);
    check(HEX4, "", &[Method::DfPn, Method::AlphaBeta], 1);
    check(CONNECT4, "", &[Method::Sweep, Method::AlphaBeta], 0);
}

/// White wins Othello on 4 by 4 fields by 8; whoever asks only who wins learns no more.
#[test]
fn points() {
    check(OTHELLO4, "", &[Method::Sweep, Method::AlphaBeta], -8);
    check(OTHELLO4, "", &[Method::DfPn, Method::ProofNumber], -1);
}

/// Three men's morris is won by the center and by nothing else (Pitrat).
#[test]
fn cycles() {
    let morris = board("three_mens_morris", "", "");
    assert_eq!(morris.solve(Method::Sweep), (1, vec!["b2".to_string()]));
    assert_eq!(morris.solve(Method::DfPn), (1, vec!["b2".to_string()]));
    assert!(morris.prove(Method::Sweep).expect("a proof").without_past);
    // Every other first move makes it a draw at best, also if positions come back.
    for after in ["a1", "a2"] {
        let swept = board("three_mens_morris", "", after).solve(Method::Sweep).0;
        check("three_mens_morris", after, &[Method::DfPn], swept);
        assert!(swept <= 0, "{after}");
    }
    assert_eq!(morris.prove(Method::AlphaBeta).err(), Some(Unproved::Cyclic));
}

/// Pitrat's figure 4: a smothered mate.
#[test]
fn smothered_mate() {
    let board = board("chess", "r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1", "");
    for method in [Method::DfPn, Method::ProofNumber] {
        assert_eq!(board.solve(method).0, 1, "{method:?}");
    }
}

#[test]
fn limits_are_kept_and_reasons_given() {
    let chess = board("chess", "", "");
    for method in [Method::Auto, Method::Sweep, Method::AlphaBeta, Method::DfPn] {
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let stopped = chess.prove_within(method, limits, 1 << 30).err();
        assert_eq!(stopped, Some(Unproved::Stopped(Stop::Nodes)), "{method:?}");
    }
    for method in [Method::Sweep, Method::ProofNumber] {
        let full = chess.prove_within(method, Limits::default(), 1 << 16).err();
        assert_eq!(full, Some(Unproved::Memory), "{method:?}");
    }
    let hidden = board("phantom_tictactoe", "", "").prove(Method::Auto).err();
    assert_eq!(hidden, Some(Unproved::Hidden));
    assert_eq!(board("eight_puzzle", "", "").prove(Method::Auto).err(), Some(Unproved::Puzzle));
}

/// Positions of random games are worth the same by all methods, also where they
/// come back.
#[test]
fn methods_agree() {
    let chase = "players fox hounds dimensions (4,4)
        pieces { fox 'F' - hound - 'h' }
        start { h2h/4/4/1F2 }
        main = try move else lose.
        move = either [ find own fox, pickup, alldir, free, putdown, try [ home, win ] ]
            or [ find own hound, pickup, orthogonal, step, not points at own hound,
                try [ points at enemy fox, win ], putdown ].
        home = not [ forward, step ].
        free = step, points at empty field.";
    let acyclic = &EVERY[1..];
    let cyclic = &[Method::DfPn];
    let games = [("three_mens_morris", &cyclic[..]), (chase, &cyclic[..]), (OTHELLO4, acyclic)];
    for (rules, methods) in games {
        let mut values = Vec::new();
        let mut board = board(rules, "", "");
        for seed in 0..16 {
            let turns = 2 + seed as usize % 8;
            let mut rng = game::Rng::new(seed);
            let played = game::playout(&board.game, &board.game.start(), &[], &mut rng, turns);
            board.line = Line::new(played.expect("a game").end);
            let swept = board.prove(Method::Sweep).expect("a proof").outcome.value;
            for &method in methods {
                let proof = board.prove(method).expect("a proof");
                let expected = if proof.exact { swept } else { swept.signum() };
                assert_eq!(proof.outcome.value, expected, "{rules} {seed} {method:?}");
            }
            values.push(swept.signum());
        }
        assert!(values.contains(&1) && values.contains(&-1), "{rules}: {values:?}");
    }
}

/// A table that forgets most of what it is told changes the work, not the value.
#[test]
fn little_memory() {
    let board = board(HEX3, "", "");
    for method in [Method::DfPn, Method::AlphaBeta] {
        let proof = board.prove_within(method, Limits::default(), 0).expect("a proof");
        assert_eq!(proof.outcome.value, 1, "{method:?}");
    }
}

#[test]
fn the_same_work_every_time() {
    let board = board("tictactoe", "", "");
    for method in EVERY {
        let once = board.prove(method).expect("a proof");
        assert_eq!(board.prove(method), Ok(once), "{method:?}");
    }
}

#[test]
fn threads_prove_the_same() {
    let mate = board("chess", "r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1", "");
    for (board, value) in [(board(HEX4, "", ""), 1), (board("tictactoe", "", ""), 0), (mate, 1)] {
        for threads in [1, 2, 4] {
            let (method, limits, memory) = (Method::DfPn, Limits::default(), 64 << 20);
            let (symmetries, stopper) = (true, Stopper::default());
            let task = Task {
                method,
                limits,
                memory,
                threads,
                symmetries,
                wins: None,
                local: None,
                stopper,
            };
            let proof = board.prove_task(&task);
            assert_eq!(proof.expect("a proof").outcome.value, value, "{threads} threads");
        }
    }
}

/// Larger boards, with no more nodes than half as many again as they took when this was
/// written; and what threads and symmetries change is the work, not the value.
#[test]
fn alpha_beta_on_larger_boards() {
    let columns = |size: &str| format!("extends connect4 dimensions {size}");
    let boards = [
        (columns("(4,5)"), 0, 93_000, 2),
        (columns("(5,4)"), 0, 140_000, 2),
        (HEX4.to_string(), 1, 39_000, 1),
        (HEX45.to_string(), 1, 350_000, 1),
        (OTHELLO4.to_string(), -8, 2_000, 8),
        ("tictactoe".to_string(), 0, 400, 8),
    ];
    for (rules, value, most_nodes, images) in boards {
        let board = board(&rules, "", "");
        for (threads, symmetries) in [(1, true), (1, false), (2, true)] {
            let (method, limits) = (Method::AlphaBeta, Limits::default());
            let (memory, stopper) = (32 << 20, Stopper::default());
            let task = Task {
                method,
                limits,
                memory,
                threads,
                symmetries,
                wins: None,
                local: None,
                stopper,
            };
            let proof = board.prove_task(&task).expect("a proof");
            assert_eq!(proof.outcome.value, value, "{rules} {threads} {symmetries}");
            assert_eq!(proof.images, if symmetries { images } else { 1 }, "{rules}");
            if (threads, symmetries) == (1, true) {
                assert!(proof.nodes <= most_nodes, "{rules}: {} nodes", proof.nodes);
            }
        }
    }
}

/// Where there are many positions the sweep keeps their numbers, folds mirror images and
/// takes ends together; 44 turns is what it found when it kept whole positions.
#[test]
fn many_positions_are_swept_by_their_numbers() {
    let proof = board("fox_and_hounds", "", "").prove(Method::Sweep).expect("a proof");
    assert_eq!((proof.outcome.value, proof.turns), (-1, Some(44)));
    let columns = board("extends connect4 dimensions (4,5)", "", "");
    let proof = columns.prove(Method::Sweep).expect("a proof");
    assert_eq!((proof.outcome.value, proof.images), (0, 4));
    let known = columns.prove(Method::AlphaBeta).expect("a proof");
    assert!(known.moves.iter().all(|best| proof.moves.contains(best)));
}

/// A position in which the players have changed places is worth the same to the player to
/// move, whether they win or get points, and also where they may move again.
#[test]
fn exchanged_players_are_worth_the_same() {
    let again = "extends tictactoe dimensions (4,3) main = try new_mark else score lead.
        new_mark = find empty field, replace by own mark, try [ test three_in_a_row, again ].
        value threes = count three_in_a_row. value lead = threes - as opponent threes.";
    let pawns = "extends breakthrough dimensions (3,5) start { ppp/ppp/3/PPP/PPP }";
    // From the start, and from positions of which an image is kept.
    let cases = [(pawns, "", 4), (pawns, "c2b3", 4), (again, "", 8), (again, "d3", 8)];
    for (rules, moves, images) in cases {
        let board = board(rules, "", moves);
        let [folded, whole] = [true, false].map(|symmetries| {
            let (limits, stopper) = (Limits::default(), Stopper::default());
            let (memory, threads, method) = (256 << 20, 1, Method::Sweep);
            let task = Task {
                method,
                limits,
                memory,
                threads,
                symmetries,
                wins: None,
                local: None,
                stopper,
            };
            board.prove_task(&task).expect("a proof")
        });
        assert_eq!((folded.images, whole.images), (images, 1), "{rules}");
        assert!(folded.positions * 2 < whole.positions, "{rules}: {}", folded.positions);
        let value = |proof: &Proof<native::Position>| (proof.outcome, proof.turns);
        assert_eq!(value(&folded), value(&whole), "{rules}");
        assert_eq!(folded.moves, whole.moves, "{rules}");
        let known = board.prove(Method::AlphaBeta).expect("a proof");
        assert_eq!(known.outcome, whole.outcome, "{rules}");
    }
}

/// A line of more turns than alpha-beta follows is told, and not a mistake of ours.
#[test]
fn lines_may_be_too_long() {
    let long = "dimensions (2,1) pieces { mark 'X' 'O' } counters { n 0 .. 3000 } start { X . }
        main = try [ n = 3000, lose ] else
            [ either [ find mark, pickup, alldir, step, putdown ] or pass, add 1 to n ].";
    let board = board(long, "", "");
    assert_eq!(board.prove(Method::AlphaBeta).err(), Some(Unproved::Deep));
    assert_eq!(board.solve(Method::Sweep).0, -1);
}
