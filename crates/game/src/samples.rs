//! Small games made by hand for the tests of this crate: facts of several
//! shapes, tic-tac-toe, and a kind of chess without check.

use crate::board::Board;
use crate::error_code::ErrorCode;
use crate::facts::{CounterFacts, Facts, KindFacts, MemoryFacts, ReserveFacts};
use crate::ids::{Direction, Field, Kind, Owner, Piece, Player};
use crate::notation::{check_setup, move_text, parse_position, write_position};
use crate::play::Game;
use crate::setup::Setup;
use crate::signature::Signatures;
use crate::turn::{Event, Move, Outcome, RulesError, SetupError, Turn};

/// Kinds with a letter for each player: upper case for the first.
fn lettered(names: &[(&str, &str)]) -> Vec<KindFacts> {
    let kind = |&(name, symbol): &(&str, &str)| {
        KindFacts::of_players(name, symbol, &symbol.to_ascii_lowercase())
    };
    names.iter().map(kind).collect()
}

fn counter(name: &str, symbols: Option<[&str; 2]>, high: i32) -> CounterFacts {
    let symbols = symbols.map(|pair| pair.map(str::to_string));
    CounterFacts { name: name.to_string(), symbols, low: 0, high, gone: false }
}

fn memory(name: &str, turns: u8) -> MemoryFacts {
    MemoryFacts { name: name.to_string(), turns, gone: false }
}

pub(crate) fn grid(columns: usize, rows: usize) -> Board {
    Board::grid(columns, rows, crate::Cyclic::NEITHER, false, |_, _| false)
}

pub(crate) fn chess() -> Facts {
    let mut facts = Facts::new("chess", grid(8, 8));
    facts.kinds = lettered(&[
        ("king", "K"),
        ("queen", "Q"),
        ("rook", "R"),
        ("bishop", "B"),
        ("knight", "N"),
        ("pawn", "P"),
    ]);
    facts.kinds[0].exactly = Some(1);
    facts.kinds[5].promotes = vec![Kind(1), Kind(2), Kind(3), Kind(4)];
    facts.counters = vec![
        counter("short", Some(["K", "k"]), 1),
        counter("long", Some(["Q", "q"]), 1),
        counter("quiet", None, 150),
    ];
    facts.memories = vec![memory("passed", 1), memory("target", 0)];
    facts.start = Setup::empty(&facts);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    facts.start = parse_position(&facts, start).unwrap();
    facts
}

pub(crate) fn minishogi() -> Facts {
    let mut facts = Facts::new("minishogi", grid(5, 5));
    facts.players = vec!["black".to_string(), "white".to_string()];
    facts.kinds = lettered(&[
        ("king", "K"),
        ("gold", "G"),
        ("silver", "S"),
        ("bishop", "B"),
        ("rook", "R"),
        ("pawn", "P"),
        ("narigin", "+S"),
        ("horse", "+B"),
    ]);
    let kinds = [4, 3, 1, 2, 5].map(Kind);
    facts.reserve = kinds.iter().map(|&kind| ReserveFacts { kind, count: 0 }).collect();
    facts.placed = kinds.to_vec();
    facts.memories = vec![memory("origin", 0)];
    facts.start = parse_position(&facts, "rbsgk/4p/5/P4/KGSBR b - 1").unwrap();
    facts
}

pub(crate) fn fifteen() -> Facts {
    let mut facts = Facts::new("fifteen", grid(4, 4));
    facts.players = vec!["solver".to_string()];
    facts.kinds =
        (1..=15).map(|n| KindFacts::of_nobody(&format!("tile{n}"), &n.to_string())).collect();
    facts
}

pub(crate) fn peg_solitaire() -> Facts {
    let corner = |n: usize| !(2..=4).contains(&n);
    let board = Board::grid(7, 7, crate::Cyclic::NEITHER, false, |x, y| corner(x) && corner(y));
    let mut facts = Facts::new("peg_solitaire", board);
    facts.players = vec!["solver".to_string()];
    facts.kinds = vec![KindFacts::of_nobody("peg", "o")];
    facts
}

/// Two by two fields of up to twelve pieces.
pub(crate) fn stacking() -> Facts {
    let mut facts = Facts::new("stacking", grid(2, 2));
    facts.kinds = vec![KindFacts::of_players("man", "X", "O"), KindFacts::of_nobody("seed", "o")];
    facts.stacks = Some(12);
    facts.start = Setup::empty(&facts);
    facts
}

/// The piece of this symbol.
fn piece(facts: &Facts, symbol: &str) -> Piece {
    facts.piece(symbol).unwrap()
}

/// The part of [`Game`] that is the same for all games whose positions are
/// setups and that are not evaluated.
macro_rules! played_on_setups {
    () => {
        fn facts(&self) -> &Facts {
            &self.facts
        }

        fn start(&self) -> Setup {
            self.facts.start.clone()
        }

        fn position(&self, setup: &Setup) -> Result<Setup, SetupError> {
            check_setup(&self.facts, setup).map(|()| setup.clone())
        }

        fn setup(&self, position: &Setup) -> Setup {
            position.clone()
        }

        fn signature(&self, position: &Setup) -> u64 {
            Signatures::new(&self.facts).of(&self.facts, position)
        }

        fn player(&self, position: &Setup) -> Player {
            position.player
        }

        fn evaluate(&self, _: &Setup, _: usize) -> Result<i32, RulesError> {
            Ok(0)
        }

        fn asks_for_past(&self) -> bool {
            false
        }

        fn outcome(&self, _: &Setup) -> Option<Outcome> {
            None
        }

        type Worker<'g> = crate::TurnWorker<'g, Self>;

        fn worker<'g>(&'g self, past: &[Setup]) -> crate::TurnWorker<'g, Self> {
            crate::TurnWorker::new(self, past)
        }

        fn bound(&self, _: &Setup, _: usize) -> Result<i32, RulesError> {
            Ok(0)
        }
    };
}

/// Tic-tac-toe.
pub(crate) struct TicTacToe {
    facts: Facts,
}

impl TicTacToe {
    pub(crate) fn new() -> TicTacToe {
        let mut facts = Facts::new("tictactoe", grid(3, 3));
        facts.kinds = vec![KindFacts::of_players("mark", "X", "O")];
        facts.placed = vec![Kind(0)];
        TicTacToe { facts }
    }

    fn three_in_a_row(&self, setup: &Setup, player: Player) -> bool {
        let mark = Some(Piece::new(Kind(0), player.into()));
        let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]];
        let diagonals = [[0, 4, 8], [2, 4, 6]];
        let full = |line: &[u16; 3]| line.iter().all(|&f| setup.top(Field(f)) == mark);
        lines.iter().chain(&diagonals).any(full)
    }
}

/// Closes a turn.
fn pass_turn(facts: &Facts, setup: &mut Setup) {
    if setup.player.index() + 1 == facts.n_players() {
        setup.round += 1;
    }
    setup.player = setup.player.other();
}

fn move_to(text: String, to: Setup, outcome: Option<Outcome>) -> Move<Setup> {
    Move { text, synonyms: Vec::new(), to, outcome, cost: 1, told: Vec::new() }
}

fn win_for(player: Player) -> Outcome {
    Outcome { value: if player == Player::First { 1 } else { -1 }, scored: false }
}

impl Game for TicTacToe {
    type Position = Setup;

    played_on_setups!();

    fn turn(&self, position: &Setup, past: &[Setup]) -> Result<Turn<Setup>, RulesError> {
        if self.three_in_a_row(position, position.player.other()) {
            return Ok(Turn::Over(win_for(position.player.other())));
        }
        let empty: Vec<Field> =
            (0..9).map(Field).filter(|&field| position.top(field).is_none()).collect();
        if empty.is_empty() {
            return Ok(Turn::Over(Outcome { value: 0, scored: false }));
        }
        if past.contains(position) {
            return Err(RulesError {
                code: ErrorCode::Stuck,
                message: "the position has occurred before".to_string(),
                position: write_position(&self.facts, position),
                hint: String::new(),
            });
        }
        let mut moves = Vec::new();
        for field in empty {
            let mut to = position.clone();
            to.board[field.index()].push(Piece::new(Kind(0), position.player.into()));
            let won = self.three_in_a_row(&to, position.player);
            pass_turn(&self.facts, &mut to);
            let text = move_text(&self.facts, position.player, &[Event::Place(field, Kind(0))]);
            moves.push(move_to(text, to, won.then(|| win_for(position.player))));
        }
        moves.sort_by(|a, b| a.text.cmp(&b.text));
        Ok(Turn::Moves(moves))
    }
}

/// Chess without check: whoever takes the king wins. Castling asks only for king
/// and rook on their fields and nothing between.
pub(crate) struct TakeTheKing {
    facts: Facts,
}

impl TakeTheKing {
    pub(crate) fn new() -> TakeTheKing {
        let mut facts = chess();
        facts.kinds[0].exactly = None;
        TakeTheKing { facts }
    }

    /// The position of a text.
    pub(crate) fn read(&self, text: &str) -> Setup {
        parse_position(&self.facts, text).unwrap()
    }

    fn go(&self, from: Field, to: Field, setup: &Setup, moves: &mut Vec<Move<Setup>>) {
        let facts = &self.facts;
        let Some(moved) = setup.top(from) else { return };
        let taken = setup.top(to);
        if taken.is_some_and(|taken| taken.owner() == moved.owner()) {
            return;
        }
        let promotes = &facts.kinds[moved.kind().index()].promotes;
        let last_row = facts.field_name(to).ends_with(['1', '8']);
        let become_all: Vec<Option<Kind>> = match promotes.is_empty() || !last_row {
            true => vec![None],
            false => promotes.iter().copied().map(Some).collect(),
        };
        for becomes in become_all {
            let mut next = setup.clone();
            next.board[from.index()].clear();
            let kind = becomes.unwrap_or(moved.kind());
            next.board[to.index()] = vec![Piece::new(kind, moved.owner())];
            pass_turn(facts, &mut next);
            let mut events = vec![Event::Pickup { field: from, amount: None }, Event::Putdown(to)];
            events.extend(becomes.map(Event::Become));
            let won = taken.is_some_and(|taken| taken.kind() == Kind(0));
            let text = move_text(facts, setup.player, &events);
            moves.push(move_to(text, next, won.then(|| win_for(setup.player))));
        }
    }

    fn walk(&self, from: Field, ways: &[u16], far: bool, s: &Setup, moves: &mut Vec<Move<Setup>>) {
        for &way in ways {
            let mut at = from;
            while let Some(to) = self.facts.board.step(at, Direction(way)) {
                self.go(from, to, s, moves);
                if !far || s.top(to).is_some() {
                    break;
                }
                at = to;
            }
        }
    }

    fn pawn(&self, from: Field, s: &Setup, moves: &mut Vec<Move<Setup>>) {
        let board = &self.facts.board;
        let (ahead, home) = if s.player == Player::First { (0, '2') } else { (4, '7') };
        let mut at = from;
        for _ in 0..if board.name(from).ends_with(home) { 2 } else { 1 } {
            match board.step(at, Direction(ahead)) {
                Some(to) if s.top(to).is_none() => {
                    self.go(from, to, s, moves);
                    at = to;
                }
                _ => break,
            }
        }
        for side in [ahead + 1, (ahead + 7) % 8] {
            if let Some(to) = board.step(from, Direction(side)).filter(|&to| s.top(to).is_some()) {
                self.go(from, to, s, moves);
            }
        }
    }

    fn castle(&self, setup: &Setup, moves: &mut Vec<Move<Setup>>) {
        let row = if setup.player == Player::First { '1' } else { '8' };
        let at = |column: char| self.facts.board.field(&format!("{column}{row}")).unwrap();
        let own = |symbol| {
            let kind = piece(&self.facts, symbol).kind();
            Some(Piece::new(kind, Owner::from(setup.player)))
        };
        for (rook, between, king_to, rook_to) in [('h', "fg", 'g', 'f'), ('a', "bcd", 'c', 'd')] {
            let free = between.chars().all(|column| setup.top(at(column)).is_none());
            if free && setup.top(at('e')) == own("K") && setup.top(at(rook)) == own("R") {
                let mut next = setup.clone();
                next.board[at(rook_to).index()] = std::mem::take(&mut next.board[at(rook).index()]);
                next.board[at(king_to).index()] = std::mem::take(&mut next.board[at('e').index()]);
                pass_turn(&self.facts, &mut next);
                moves.push(move_to(format!("e{row}{king_to}{row}"), next, None));
            }
        }
    }
}

impl Game for TakeTheKing {
    type Position = Setup;

    played_on_setups!();

    fn turn(&self, position: &Setup, _: &[Setup]) -> Result<Turn<Setup>, RulesError> {
        let mut moves = Vec::new();
        let own = Owner::from(position.player);
        let all = [0, 1, 2, 3, 4, 5, 6, 7];
        for from in (0..64).map(Field) {
            let Some(piece) = position.top(from).filter(|piece| piece.owner() == own) else {
                continue;
            };
            match piece.kind().0 {
                0 => self.walk(from, &all, false, position, &mut moves),
                1 => self.walk(from, &all, true, position, &mut moves),
                2 => self.walk(
                    from,
                    &all[..].iter().step_by(2).copied().collect::<Vec<_>>(),
                    true,
                    position,
                    &mut moves,
                ),
                3 => self.walk(from, &[1, 3, 5, 7], true, position, &mut moves),
                4 => {
                    for way in (0..8).step_by(2) {
                        for side in [way + 1, (way + 7) % 8] {
                            let step = |at, way| self.facts.board.step(at, Direction(way));
                            if let Some(to) = step(from, way).and_then(|at| step(at, side)) {
                                self.go(from, to, position, &mut moves);
                            }
                        }
                    }
                }
                _ => self.pawn(from, position, &mut moves),
            }
        }
        self.castle(position, &mut moves);
        moves.sort_by(|a, b| a.text.cmp(&b.text));
        match moves.is_empty() {
            true => Ok(Turn::Over(Outcome { value: 0, scored: false })),
            false => Ok(Turn::Moves(moves)),
        }
    }
}
