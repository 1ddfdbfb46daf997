//! Boards of kriegspiel: chess without castling and capturing in passing, with promotion
//! to a queen only. By the rules of table 1 a pawn with an enemy piece right ahead can do
//! nothing at all.

use cozy_chess::{
    BitBoard, Color, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

const PAWN: usize = 0;
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const ENDS: u64 = 0xff00_0000_0000_00ff;

/// A board with the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    colors: [u64; 2],
    kinds: [u64; 6],
    mover: usize,
}

/// A move from field to field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    from: u8,
    to: u8,
}

impl Move {
    pub(crate) fn parse(text: &str) -> Option<Move> {
        let field = |text: &str| text.parse::<Square>().ok().map(|square| square as u8);
        Some(Move { from: field(text.get(..2)?)?, to: field(text.get(2..)?)? })
    }

    #[inline(always)]
    pub(crate) fn to_bit(self) -> u64 {
        1 << self.to
    }
}

#[inline(always)]
fn square(field: u32) -> Square {
    Square::index(field as usize)
}

#[inline(always)]
fn fields(mut set: u64, mut visit: impl FnMut(u32)) {
    while set != 0 {
        visit(set.trailing_zeros());
        set &= set - 1;
    }
}

/// The fields one step ahead of those of a set, as a player sees it.
#[inline(always)]
fn ahead(set: u64, player: usize) -> u64 {
    if player == 0 { set << 8 } else { set >> 8 }
}

/// The fields diagonally ahead, to the east and to the west.
#[inline(always)]
fn diagonals(set: u64, player: usize) -> [u64; 2] {
    match player {
        0 => [(set & !FILE_H) << 9, (set & !FILE_A) << 7],
        _ => [(set & !FILE_H) >> 7, (set & !FILE_A) >> 9],
    }
}

/// Where a piece that is no pawn can go if these fields are occupied.
#[inline(always)]
fn reach(kind: usize, from: u32, occupied: u64) -> u64 {
    let (from, occupied) = (square(from), BitBoard(occupied));
    let set = match kind {
        KNIGHT => get_knight_moves(from),
        BISHOP => get_bishop_moves(from, occupied),
        ROOK => get_rook_moves(from, occupied),
        QUEEN => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        _ => get_king_moves(from),
    };
    set.0
}

impl Board {
    pub(crate) fn start() -> Board {
        let board = cozy_chess::Board::default();
        Board {
            colors: [Color::White, Color::Black].map(|color| board.colors(color).0),
            kinds: cozy_chess::Piece::ALL.map(|piece| board.pieces(piece).0),
            mover: 0,
        }
    }

    /// A number that other boards seldom have.
    #[inline(always)]
    pub(crate) fn hash(&self) -> u64 {
        let words = self.colors.iter().chain(&self.kinds[..KING]);
        let mixed = words.fold(0u64, |hash, word| {
            (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        mixed >> 32
    }

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// The pieces of the player who is not to move.
    #[inline(always)]
    pub(crate) fn enemies(&self) -> u64 {
        self.colors[1 - self.mover]
    }

    #[inline(always)]
    fn kind_of(&self, bit: u64) -> usize {
        (PAWN..KING).find(|&kind| self.kinds[kind] & bit != 0).unwrap_or(KING)
    }

    /// The board after a move, whether it is legal or not.
    #[inline(always)]
    pub(crate) fn after(&self, made: Move) -> Board {
        self.with(made, self.kind_of(1 << made.from))
    }

    #[inline(always)]
    fn with(&self, made: Move, kind: usize) -> Board {
        let (from, to) = (1 << made.from, 1 << made.to);
        let mut board = *self;
        board.colors[self.mover] ^= from | to;
        if board.colors[1 - self.mover] & to != 0 {
            board.colors[1 - self.mover] ^= to;
            board.kinds.iter_mut().for_each(|set| *set &= !to);
        }
        board.kinds[kind] ^= from;
        let promoted = kind == PAWN && to & ENDS != 0;
        board.kinds[if promoted { QUEEN } else { kind }] ^= to;
        board.mover = 1 - self.mover;
        board
    }

    /// The pawns of a player that can do something.
    #[inline(always)]
    fn able_pawns<const TABLE_1: bool>(&self, player: usize) -> u64 {
        let pawns = self.kinds[PAWN] & self.colors[player];
        match TABLE_1 {
            true => pawns & !ahead(self.colors[1 - player], 1 - player),
            false => pawns,
        }
    }

    /// Whether the king of a player is attacked.
    #[inline(always)]
    fn is_attacked<const TABLE_1: bool>(&self, player: usize) -> bool {
        let (own, enemy) = (self.colors[player], self.colors[1 - player]);
        let king = (self.kinds[KING] & own).trailing_zeros();
        if king == 64 {
            return false;
        }
        let [east, west] = diagonals(1 << king, player);
        let (knights, kings) = (self.kinds[KNIGHT] & enemy, self.kinds[KING] & enemy);
        let straight = (self.kinds[ROOK] | self.kinds[QUEEN]) & enemy;
        let diagonal = (self.kinds[BISHOP] | self.kinds[QUEEN]) & enemy;
        let occupied = self.occupied();
        (east | west) & self.able_pawns::<TABLE_1>(1 - player) != 0
            || reach(KNIGHT, king, 0) & knights != 0
            || reach(KING, king, 0) & kings != 0
            || reach(ROOK, king, occupied) & straight != 0
            || reach(BISHOP, king, occupied) & diagonal != 0
    }

    /// Whether the player to move is in check.
    #[inline(always)]
    pub(crate) fn in_check<const TABLE_1: bool>(&self) -> bool {
        self.is_attacked::<TABLE_1>(self.mover)
    }

    /// Calls `visit` with each legal move and the board after it.
    #[inline(always)]
    pub(crate) fn moves<const TABLE_1: bool>(&self, mut visit: impl FnMut(Move, Board)) {
        let (own, enemy) = (self.colors[self.mover], self.enemies());
        let occupied = own | enemy;
        let king = self.kinds[KING] & own;
        // A man on no line to the king, and before no pawn, uncovers no check.
        let mut watched = king;
        if self.in_check::<TABLE_1>() {
            watched = !0;
        } else {
            fields(king, |field| watched |= reach(QUEEN, field, occupied));
            if TABLE_1 {
                watched |= ahead(self.kinds[PAWN] & enemy, 1 - self.mover);
            }
        }
        let mut make = |kind: usize, from: u32, to: u32| {
            let made = Move { from: from as u8, to: to as u8 };
            let after = self.with(made, kind);
            if watched >> from & 1 == 0 || !after.is_attacked::<TABLE_1>(self.mover) {
                visit(made, after);
            }
        };
        let pawns = self.able_pawns::<TABLE_1>(self.mover);
        let up: i32 = if self.mover == 0 { 8 } else { -8 };
        let mut shift = |targets: u64, back: i32| {
            fields(targets, |to| make(PAWN, (to as i32 - back) as u32, to));
        };
        let once = ahead(pawns, self.mover) & !occupied;
        let home = if self.mover == 0 { 0xff << 16 } else { 0xff << 40 };
        shift(once, up);
        shift(ahead(once & home, self.mover) & !occupied, 2 * up);
        let [east, west] = diagonals(pawns, self.mover);
        shift(east & enemy, up + 1);
        shift(west & enemy, up - 1);
        for kind in KNIGHT..=KING {
            fields(self.kinds[kind] & own, |from| {
                fields(reach(kind, from, occupied) & !own, |to| make(kind, from, to));
            });
        }
    }

    /// The board after a move if it is legal.
    #[inline(always)]
    pub(crate) fn legal<const TABLE_1: bool>(&self, made: Move) -> Option<Board> {
        let (from, to) = (1u64 << made.from, 1u64 << made.to);
        let (own, occupied) = (self.colors[self.mover], self.occupied());
        if own & from == 0 || own & to != 0 {
            return None;
        }
        let kind = self.kind_of(from);
        let targets = match kind {
            PAWN if self.able_pawns::<TABLE_1>(self.mover) & from == 0 => 0,
            PAWN => {
                let [east, west] = diagonals(from, self.mover);
                self.pushes(from, occupied) | (east | west) & self.enemies()
            }
            kind => reach(kind, u32::from(made.from), occupied),
        };
        let after = self.with(made, kind);
        (targets & to != 0 && !after.is_attacked::<TABLE_1>(self.mover)).then_some(after)
    }

    /// Where pawns can go straight on.
    #[inline(always)]
    fn pushes(&self, pawns: u64, occupied: u64) -> u64 {
        let once = ahead(pawns, self.mover) & !occupied;
        let home = if self.mover == 0 { 0xff << 16 } else { 0xff << 40 };
        once | ahead(once & home, self.mover) & !occupied
    }

    /// The fields to which a piece could go if its own men were alone on the board.
    #[inline(always)]
    fn tried_targets<const TABLE_1: bool>(&self, from: u32) -> u64 {
        let own = self.colors[self.mover];
        match self.kind_of(1 << from) {
            PAWN if TABLE_1 && ahead(1 << from, self.mover) & self.colors[0] != 0 => 0,
            PAWN => self.pushes(1 << from, own),
            kind => reach(kind, from, own) & !own,
        }
    }

    /// Whether the player to move may try this, going by their own men.
    #[inline(always)]
    pub(crate) fn may_try<const TABLE_1: bool>(&self, tried: Move) -> bool {
        self.colors[self.mover] >> tried.from & 1 == 1
            && self.tried_targets::<TABLE_1>(u32::from(tried.from)) >> tried.to & 1 == 1
    }

    /// How many tries of the player to move are not legal.
    pub(crate) fn illegal_tries<const TABLE_1: bool>(&self) -> usize {
        let mut illegal = 0;
        fields(self.colors[self.mover], |from| {
            fields(self.tried_targets::<TABLE_1>(from), |to| {
                let tried = Move { from: from as u8, to: to as u8 };
                illegal += usize::from(self.legal::<TABLE_1>(tried).is_none());
            });
        });
        illegal
    }

    /// The fields on which pawns of the player to move can capture.
    #[inline(always)]
    pub(crate) fn legal_pawn_targets(&self) -> u64 {
        let pawns = self.kinds[PAWN] & self.colors[self.mover];
        let up: i32 = if self.mover == 0 { 8 } else { -8 };
        let mut targets = 0;
        for (set, back) in diagonals(pawns, self.mover).into_iter().zip([up + 1, up - 1]) {
            fields(set & self.enemies(), |to| {
                let made = Move { from: (to as i32 - back) as u8, to: to as u8 };
                if !self.with(made, PAWN).is_attacked::<false>(self.mover) {
                    targets |= 1 << to;
                }
            });
        }
        targets
    }

    /// The pawns of the player who has just moved that stand diagonally before enemies,
    /// to the east and to the west; all bits if a white piece is right ahead of one.
    #[inline(always)]
    pub(crate) fn tries_of_mover(&self) -> [u64; 2] {
        let player = 1 - self.mover;
        let pawns = self.kinds[PAWN] & self.colors[player];
        let [east, west] = diagonals(self.colors[self.mover], self.mover);
        // Where a pawn captures to the east it is seen from there to the west.
        let tries = [west & pawns, east & pawns];
        match ahead(tries[0] | tries[1], player) & self.colors[0] {
            0 => tries,
            _ => [!0; 2],
        }
    }
}
