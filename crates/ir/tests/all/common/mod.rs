//! Facts of small games, made by hand, and programs that are written by hand for them.

use game::*;
use ir::{Program, parse, verify};

fn kind(name: &str, symbols: [Option<&str>; 3]) -> KindFacts {
    KindFacts {
        name: name.to_string(),
        family: None,
        symbols: symbols.map(|it| it.map(str::to_string)),
        exactly: None,
        promotes: Vec::new(),
        gone: false,
    }
}

/// An 8×8 board with a little of everything.
pub(crate) fn facts() -> Facts {
    let board = Board::grid(8, 8, game::Cyclic::NEITHER, false, |_, _| false);
    with_board(board)
}

/// The same on a board of lines.
pub(crate) fn line_facts() -> Facts {
    let line = |text: &str| text.split(' ').map(str::to_string).collect();
    with_board(Board::lines(None, &[line("a b c"), line("c d a")]))
}

fn with_board(board: Board) -> Facts {
    let n = board.n_fields();
    let zone = |from: usize| FieldSet::of(n, (from..from + 2).map(|i| Field(i as u16)));
    let mut pawn = kind("pawn", [Some("P"), Some("p"), None]);
    pawn.promotes = vec![Kind(1)];
    let mut drawn = vec![None; n];
    drawn[1] = Some(Piece::new(Kind(1), Owner::First));
    let mut facts = Facts {
        name: "figure2".to_string(),
        board,
        players: vec!["white".to_string(), "black".to_string()],
        kinds: vec![
            pawn,
            kind("knight", [Some("N"), Some("n"), None]),
            kind("tile 1", [None, None, Some("*")]),
        ],
        zones: vec![ZoneFacts { name: "far".to_string(), fields: [zone(n - 2), zone(0)] }],
        counters: vec![CounterFacts {
            name: "quiet".to_string(),
            symbols: None,
            low: 0,
            high: 100,
            gone: false,
        }],
        memories: vec![MemoryFacts { name: "passed".to_string(), turns: 1, gone: false }],
        reserve: vec![ReserveFacts { kind: Kind(0), count: 2 }],
        stacks: None,
        layouts: vec![LayoutFacts { name: "start".to_string(), board: drawn }],
        start: Setup {
            board: Vec::new(),
            player: Player::First,
            counters: Vec::new(),
            memories: Vec::new(),
            reserve: Vec::new(),
            round: 1,
        },
        ghosts: Vec::new(),
        placed: Vec::new(),
        evaluations: vec!["material".to_string()],
        bounds: Vec::new(),
        hidden: false,
    };
    facts.start = Setup::empty(&facts);
    facts
}

/// A program that is sound.
pub(crate) fn sound(facts: Facts, text: &str) -> Program {
    let program = parse(facts, text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verify(&program), Ok(()));
    program
}

/// A program whose turn is `main`, with an evaluation beside it that asks nothing.
pub(crate) fn one_turn(facts: Facts, text: &str) -> Program {
    let text = format!(
        "entry main = main\nentry evaluation = one\n{text}
num one(s0, v1, f2, d3) {{
b0:
  n4 = 1
  return n4
}}"
    );
    sound(facts, &text)
}
