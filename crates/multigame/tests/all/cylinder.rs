//! Cylindrical chess a second time, written by hand: an array of squares, files
//! that wrap around, no castling. The rules must count what it counts.

use game::{Game, Turn, parse_position, perft};
use std::collections::BTreeSet;

/// Pieces as in FEN; a dot is an empty square. `squares[rank][file]`.
#[derive(Clone)]
struct Board {
    squares: [[char; 8]; 8],
    white: bool,
    /// The square that a pawn has just jumped over.
    passed: Option<(usize, usize)>,
}

type Square = (usize, usize);

const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const ROOK: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl Board {
    fn read(fen: &str) -> Board {
        let parts: Vec<&str> = fen.split_whitespace().collect();
        let mut squares = [['.'; 8]; 8];
        for (i, row) in parts[0].split('/').enumerate() {
            let mut file = 0;
            for sign in row.chars() {
                match sign.to_digit(10) {
                    Some(n) => file += n as usize,
                    None => {
                        squares[7 - i][file] = sign;
                        file += 1;
                    }
                }
            }
        }
        let passed = parts.get(3).filter(|field| **field != "-").map(|field| {
            let bytes = field.as_bytes();
            ((bytes[1] - b'1') as usize, (bytes[0] - b'a') as usize)
        });
        Board { squares, white: parts[1] == "w", passed }
    }

    fn at(&self, (rank, file): Square) -> char {
        self.squares[rank][file]
    }

    /// Files wrap around, ranks do not.
    fn go((rank, file): Square, (up, right): (i32, i32)) -> Option<Square> {
        let rank = rank as i32 + up;
        (0..8)
            .contains(&rank)
            .then(|| (rank as usize, (file as i32 + right).rem_euclid(8) as usize))
    }

    fn is_white(sign: char) -> bool {
        sign.is_ascii_uppercase()
    }

    /// Where a piece on `from` strikes; pawns strike sideways only.
    fn struck_from(&self, from: Square) -> BTreeSet<Square> {
        let sign = self.at(from);
        let up = if Board::is_white(sign) { 1 } else { -1 };
        let all: Vec<(i32, i32)> = ROOK.iter().chain(&BISHOP).copied().collect();
        let (offsets, rides): (Vec<(i32, i32)>, bool) = match sign.to_ascii_lowercase() {
            'p' => (vec![(up, 1), (up, -1)], false),
            'n' => (KNIGHT.to_vec(), false),
            'k' => (all, false),
            'r' => (ROOK.to_vec(), true),
            'b' => (BISHOP.to_vec(), true),
            _ => (all, true),
        };
        let mut struck = BTreeSet::new();
        for offset in offsets {
            let mut square = from;
            while let Some(next) = Board::go(square, offset) {
                // Once around the cylinder is no move.
                if next == from {
                    break;
                }
                struck.insert(next);
                if !rides || self.at(next) != '.' {
                    break;
                }
                square = next;
            }
        }
        struck
    }

    fn pieces(&self, white: bool) -> Vec<Square> {
        let all = (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)));
        all.filter(|&s| self.at(s) != '.' && Board::is_white(self.at(s)) == white).collect()
    }

    fn in_check(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        self.pieces(!white)
            .iter()
            .any(|&from| self.struck_from(from).iter().any(|&to| self.at(to) == king))
    }

    fn successors(&self) -> Vec<Board> {
        let mut found = Vec::new();
        for from in self.pieces(self.white) {
            match self.at(from).to_ascii_lowercase() {
                'p' => self.pawn_moves(from, &mut found),
                _ => {
                    for to in self.struck_from(from) {
                        let target = self.at(to);
                        if target == '.' || Board::is_white(target) != self.white {
                            found.push(self.moved(from, to, self.at(from)));
                        }
                    }
                }
            }
        }
        found.retain(|board| !board.in_check(self.white));
        found
    }

    fn pawn_moves(&self, from: Square, found: &mut Vec<Board>) {
        let (up, home) = if self.white { (1, 1) } else { (-1, 6) };
        if let Some(to) = Board::go(from, (up, 0)).filter(|&to| self.at(to) == '.') {
            self.pawn_to(from, to, found);
            if let Some(far) = Board::go(to, (up, 0))
                && from.0 == home
                && self.at(far) == '.'
            {
                let mut board = self.moved(from, far, self.at(from));
                board.passed = Some(to);
                found.push(board);
            }
        }
        for to in self.struck_from(from) {
            let target = self.at(to);
            if target != '.' && Board::is_white(target) != self.white {
                self.pawn_to(from, to, found);
            } else if Some(to) == self.passed && target == '.' {
                let mut board = self.moved(from, to, self.at(from));
                board.squares[from.0][to.1] = '.';
                found.push(board);
            }
        }
    }

    fn pawn_to(&self, from: Square, to: Square, found: &mut Vec<Board>) {
        if to.0 == 0 || to.0 == 7 {
            for sign in "qrbn".chars() {
                let sign = if self.white { sign.to_ascii_uppercase() } else { sign };
                found.push(self.moved(from, to, sign));
            }
        } else {
            found.push(self.moved(from, to, self.at(from)));
        }
    }

    fn moved(&self, from: Square, to: Square, sign: char) -> Board {
        let mut squares = self.squares;
        squares[from.0][from.1] = '.';
        squares[to.0][to.1] = sign;
        Board { squares, white: !self.white, passed: None }
    }

    fn perft(&self, depth: u32) -> u64 {
        let next = self.successors();
        match depth {
            1 => next.len() as u64,
            _ => next.iter().map(|board| board.perft(depth - 1)).sum(),
        }
    }
}

/// The lines of counts.csv are what the second program counts.
#[test]
fn the_second_program_counts_what_is_written_down() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    let counts = include_str!("../../../../games/cylindrical_chess/counts.csv");
    for line in counts.lines().filter(|line| !line.starts_with('#')) {
        let (position, counts) = line.rsplit_once(',').expect("position,counts");
        let board = Board::read(if position == "initial" { start } else { position });
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            assert_eq!(board.perft(depth).to_string(), count, "{position}, depth {depth}");
        }
    }
}

#[test]
fn the_rules_count_what_the_second_program_counts() {
    let positions = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 3),
        ("4k3/8/8/7p/R7/8/8/B3K3 w - - 0 1", 3),
        ("4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", 4),
        ("4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", 3),
        ("r3k2q/7P/8/Pp5p/8/b6n/P6P/N3K2Q w - b6 0 1", 2),
    ];
    let loaded = testing::load("cylindrical_chess");
    for (fen, depth) in positions {
        let second = Board::read(fen);
        let setup = parse_position(loaded.facts(), fen).expect(fen);
        let position = loaded.position(&setup).expect(fen);
        for depth in 1..=depth {
            let counted = perft(&loaded, &position, &[], depth).expect(fen);
            assert_eq!(counted, second.perft(depth), "{fen}, depth {depth}");
        }
    }
}

/// All that black could do is to go around the cylinder with a rook that is bound to its
/// field, which is no move: it is stalemate, as both back ends find.
#[test]
fn once_around_is_no_way_out_of_stalemate() {
    fn check<G: Game>(game: &G) {
        let text = "2k5/2P1R3/6P1/1K6/6r1/5B2/7P/8 b - - 2 126";
        let setup = parse_position(game.facts(), text).expect("a position");
        let position = game.position(&setup).expect("the game knows it");
        match game.turn(&position, &[]) {
            Ok(Turn::Over(outcome)) => assert_eq!((outcome.value, outcome.scored), (0, false)),
            Ok(Turn::Moves(moves)) => panic!("{} moves", moves.len()),
            Err(error) => panic!("{error:?}"),
        }
    }
    check(&testing::load("cylindrical_chess"));
    check(&testing::load_native("cylindrical_chess"));
}
