//! Chess by the library cozy-chess, with the ends of games that
//! `games/chess/chess.mg` has.
//!
//! There are two programs. One lists all moves and plays one, as most users of
//! the library do; the other counts the targets of the pieces, which the library
//! gives as sets, and makes only the move that it plays.

use crate::machine::Machine;
use crate::random::Random;
use crate::reference::{Outcome, Played, Reference};
use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square};

/// Half-moves without a capture or a move of a pawn that draw.
const QUIET_LIMIT: u8 = 100;

/// Room for the moves of a position in a game; 218 are the most.
const MOVES: usize = 256;
/// Room for the pieces of a position that can move, and for some twice.
const PIECES: usize = 32;
/// What is in the room at first.
const NO_MOVE: Move = Move { from: Square::A1, to: Square::A1, promotion: None };
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
const NO_MOVES: PieceMoves =
    PieceMoves { piece: Piece::Pawn, from: Square::A1, to: BitBoard::EMPTY };

/// A position; `LISTED` says which of the two programs plays.
#[derive(Clone, Debug)]
pub struct Chess<const LISTED: bool> {
    board: Board,
}

impl<const LISTED: bool> Reference for Chess<LISTED> {
    const NAME: &'static str = if LISTED { "chess" } else { "chess_counted" };
    /// What the positions of a game were since its last capture or move of a pawn.
    type Scratch = Vec<u64>;

    fn start() -> Self {
        Chess { board: Board::default() }
    }

    fn parse(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(board) => Ok(Chess { board }),
            Err(error) => Err(format!("{text} is no position of chess: {error}")),
        }
    }

    /// A position that is there for the third time ends a game, but not a
    /// branch here: trees of no more than eight turns cannot have one.
    #[inline(always)]
    fn successors<M: Machine>(
        &mut self,
        _: M,
        scratch: &mut Vec<u64>,
        mut visit: impl FnMut(&mut Self, &mut Vec<u64>),
    ) {
        if self.board.halfmove_clock() >= QUIET_LIMIT {
            return;
        }
        self.board.generate_moves(|of_piece| {
            for chosen in of_piece {
                let mut next = self.clone();
                next.board.play_unchecked(chosen);
                visit(&mut next, scratch);
            }
            false
        });
    }

    #[inline(always)]
    fn count<M: Machine>(&self, _: M, _: &mut Vec<u64>) -> u64 {
        let mut moves = 0;
        if self.board.halfmove_clock() < QUIET_LIMIT {
            self.board.generate_moves(|of_piece| {
                moves += of_piece.len() as u64;
                false
            });
        }
        moves
    }

    #[inline(always)]
    fn playout<M: Machine>(machine: M, random: &mut Random, keys: &mut Vec<u64>) -> Played {
        let mut board = Board::default();
        let mut moves = [NO_MOVE; MOVES];
        let mut pieces = [NO_MOVES; PIECES];
        keys.clear();
        for ply in 0.. {
            let chosen = if LISTED {
                pick_listed(&board, random, &mut moves)
            } else {
                pick(machine, &board, random, &mut pieces)
            };
            let Some(chosen) = chosen else {
                return Played { plies: ply, outcome: result_without_moves(&board) };
            };
            if board.halfmove_clock() >= QUIET_LIMIT || is_third(&board, keys) {
                return Played { plies: ply, outcome: Outcome::Draw };
            }
            board.play_unchecked(chosen);
        }
        unreachable!("the rule of fifty moves ends every game")
    }
}

/// One of the moves, from a list of all.
#[inline(always)]
fn pick_listed(board: &Board, random: &mut Random, moves: &mut [Move; MOVES]) -> Option<Move> {
    let n = list(board, moves);
    moves[..n].get(random.below(n as u32) as usize).copied()
}

/// One of the moves, found by counting.
#[inline(always)]
fn pick<M: Machine>(
    machine: M,
    board: &Board,
    random: &mut Random,
    pieces: &mut [PieceMoves; PIECES],
) -> Option<Move> {
    let mut n = 0;
    board.generate_moves(|of_piece| {
        pieces[n % PIECES] = of_piece;
        n += 1;
        false
    });
    let promoting = Rank::Seventh.relative_to(board.side_to_move());
    // A pawn that is promoted has four moves to each target.
    let ways = |of: &PieceMoves| {
        if of.piece == Piece::Pawn && of.from.rank() == promoting { 4 } else { 1 }
    };
    let count = |of: &PieceMoves| of.to.0.count_ones() * ways(of);
    let pieces = &pieces[..n];
    let mut k = random.below(pieces.iter().map(count).sum());
    for of in pieces {
        if k < count(of) {
            let to = BitBoard(machine.select(of.to.0, k / ways(of))).next_square()?;
            let promotion = (ways(of) == 4).then(|| PROMOTIONS[k as usize % 4]);
            return Some(Move { from: of.from, to, promotion });
        }
        k -= count(of);
    }
    None
}

/// Writes all legal moves into a list and tells how many there are.
#[inline(always)]
fn list(board: &Board, moves: &mut [Move; MOVES]) -> usize {
    let mut n = 0;
    let mut push = |to_add| {
        moves[n % MOVES] = to_add;
        n += 1;
    };
    let promoting = Rank::Seventh.relative_to(board.side_to_move());
    board.generate_moves(|of_piece| {
        let from = of_piece.from;
        if of_piece.piece == Piece::Pawn && from.rank() == promoting {
            of_piece.into_iter().for_each(&mut push);
        } else {
            of_piece.to.into_iter().for_each(|to| push(Move { from, to, promotion: None }));
        }
        false
    });
    n
}

/// Mate or stalemate.
fn result_without_moves(board: &Board) -> Outcome {
    if board.checkers().is_empty() {
        Outcome::Draw
    } else if board.side_to_move() == Color::White {
        Outcome::Second
    } else {
        Outcome::First
    }
}

/// Takes up the position among those since the last move that cannot be taken
/// back, and tells whether it is there for the third time.
#[inline(always)]
fn is_third(board: &Board, keys: &mut Vec<u64>) -> bool {
    if board.halfmove_clock() == 0 {
        keys.clear();
    }
    let key = match board.en_passant() {
        Some(file) if can_take_in_passing(board, file) => board.hash(),
        _ => board.hash_without_ep(),
    };
    // The same player is to move in every second one, and two turns of each
    // player are the fewest between two equal positions.
    let third = keys.len() >= 8
        && keys.iter().rev().skip(3).step_by(2).filter(|&&earlier| earlier == key).count() >= 2;
    keys.push(key);
    third
}

/// Whether a pawn may take the one on `file` that has just gone two fields.
fn can_take_in_passing(board: &Board, file: File) -> bool {
    let color = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(color));
    let beside = cozy_chess::get_pawn_attacks(to, !color);
    (beside & board.colored_pieces(color, Piece::Pawn))
        .into_iter()
        .any(|from| board.is_legal(Move { from, to, promotion: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays moves and tells after how many the third occurrence comes.
    fn check(opening: &str, cycle: &str, expected: usize) {
        let mut board = Board::default();
        let mut keys = Vec::new();
        let moves = opening.split_whitespace().chain(cycle.split_whitespace().cycle().take(40));
        let mut third = is_third(&board, &mut keys).then_some(0);
        for (ply, text) in (1..).zip(moves) {
            board.play(text.parse().expect("a move"));
            third = third.or(is_third(&board, &mut keys).then_some(ply));
        }
        assert_eq!(third, Some(expected), "{opening}");
    }

    #[test]
    fn the_third_occurrence_is_found() {
        check("", "g1f3 g8f6 f3g1 f6g8", 8);
    }

    #[test]
    fn a_pawn_that_nobody_can_take_in_passing_makes_no_difference() {
        check("e2e4", "g8f6 g1f3 f6g8 f3g1", 9);
    }

    #[test]
    fn a_pawn_that_can_be_taken_in_passing_makes_a_difference() {
        check("e2e4 a7a6 e4e5 d7d5", "g1f3 g8f6 f3g1 f6g8", 13);
    }

    #[test]
    fn a_king_beside_the_field_takes_nothing_in_passing() {
        check("e2e4 a7a6 e1e2 a6a5 e2d3 h7h6 d3c4 h6h5 c4c5 d7d5", "g1f3 g8f6 f3g1 f6g8", 18);
    }

    #[test]
    fn both_programs_play_alike() {
        let length = |tally: crate::Tally| tally.plies as f64 / tally.games as f64;
        let listed = length(crate::playouts::<Chess<true>>(&mut Random::new(1), 1_500));
        let counted = length(crate::playouts::<Chess<false>>(&mut Random::new(2), 1_500));
        // The standard deviation of one game is about 115 turns; this is four
        // times that of the difference.
        assert!((listed - counted).abs() < 17.0, "{listed} {counted}");
        assert!((listed - 401.0).abs() < 12.0, "{listed}");
    }
}
