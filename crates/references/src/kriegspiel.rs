//! Information sets of kriegspiel by bit boards: how many histories fit what a player
//! perceived of the sample game of Richards, Gupta and Sarood ("Parallel Information Set
//! Generation for Kriegspiel").
//!
//! A history is made of the moves of both players, and fits if after each of its turns
//! both would have heard the same. They are found one by one, or level by level with equal
//! positions merged. Two sets of rules are known: those of the paper's text, and those of
//! the program that printed its table 1.

use crate::kriegspiel_board::{Board, Move};

/// The sample game; tries that were refused stand before the move.
const GAME: [&str; 19] = [
    "d2d4",
    "a7a5",
    "c1g5",
    "b7b6",
    "g5d8 b1c3",
    "c7c5",
    "g5d8 d4d5",
    "b8a6",
    "d5d6",
    "f7f6",
    "e2e4",
    "f6g5",
    "f1c4",
    "e7d6",
    "d1d5",
    "d8c7",
    "d5f7",
    "g7g6 e8f7 e8e7 e8d8",
    "f7f8",
];

/// A game in which nothing is heard.
const QUIET: [&str; 16] = [
    "d2d3", "d7d6", "e2e3", "e7e6", "g1f3", "g8f6", "b1c3", "b8c6", "f1e2", "f8e7", "c1d2", "c8d7",
    "a2a3", "a7a6", "h2h3", "h7h6",
];

/// What is heard of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Heard {
    /// The field of a capture.
    capture: u64,
    check: bool,
    /// What pawns could capture: by the text the targets; by table 1 the fields from
    /// which they capture to the east and to the west.
    tries: [u64; 2],
}

/// A turn as the player perceived it.
struct Turn {
    is_own: bool,
    refused: Vec<Move>,
    made: Move,
    heard: Heard,
}

/// A sample game as one player perceived it.
pub struct Kriegspiel<const TABLE_1: bool> {
    turns: Vec<Turn>,
}

/// How many histories were found, and in how many positions they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Sequences of moves.
    pub histories: u64,
    /// Different boards at their ends; nothing if they were not compared.
    pub boards: Option<u64>,
}

/// Positions, each once, with the numbers of histories that lead to them.
struct Level {
    boards: Vec<(Board, u64)>,
    /// Numbers of boards, plus 1, at places found by a hash; 0 where there is none.
    places: Vec<u32>,
}

impl Level {
    fn new() -> Level {
        Level { boards: Vec::new(), places: vec![0; 64] }
    }

    #[inline(always)]
    fn add(&mut self, board: Board, histories: u64) {
        if self.places.len() < 2 * self.boards.len() + 2 {
            self.grow();
        }
        let last = self.places.len() - 1;
        let mut place = board.hash() as usize & last;
        while let Some(number) = self.places[place].checked_sub(1) {
            let (known, all) = &mut self.boards[number as usize];
            if *known == board {
                *all += histories;
                return;
            }
            place = (place + 1) & last;
        }
        self.boards.push((board, histories));
        self.places[place] = self.boards.len() as u32;
    }

    fn grow(&mut self) {
        let last = 4 * self.places.len() - 1;
        self.places = vec![0; last + 1];
        for (i, (board, _)) in self.boards.iter().enumerate() {
            let mut place = board.hash() as usize & last;
            while self.places[place] != 0 {
                place = (place + 1) & last;
            }
            self.places[place] = i as u32 + 1;
        }
    }
}

impl<const TABLE_1: bool> Kriegspiel<TABLE_1> {
    /// What the first or the second player perceived of this many turns of the paper's game;
    /// nothing if it is shorter.
    pub fn new(player: usize, plies: usize) -> Option<Self> {
        Self::perceived(player, GAME.get(..plies)?)
    }

    /// The same of a game in which nothing is heard, so that sets are large.
    pub fn quiet(player: usize, plies: usize) -> Option<Self> {
        Self::perceived(player, QUIET.get(..plies)?)
    }

    fn perceived(player: usize, game: &[&str]) -> Option<Self> {
        let mut board = Board::start();
        let mut turns = Vec::new();
        for (ply, text) in game.iter().enumerate() {
            let moves: Vec<Move> = text.split(' ').map(Move::parse).collect::<Option<_>>()?;
            let (&made, refused) = moves.split_last()?;
            let after = board.after(made);
            let heard = Self::heard(&board, made, &after);
            let is_own = ply % 2 == player;
            turns.push(Turn { is_own, refused: refused.to_vec(), made, heard });
            board = after;
        }
        Some(Kriegspiel { turns })
    }

    #[inline(always)]
    fn heard(before: &Board, made: Move, after: &Board) -> Heard {
        let check = after.in_check::<TABLE_1>();
        if TABLE_1 {
            return Heard { capture: 0, check, tries: after.tries_of_mover() };
        }
        let capture = before.enemies() & made.to_bit();
        Heard { capture, check, tries: [after.legal_pawn_targets(), 0] }
    }

    /// Calls `visit` with each position to which a turn can have led.
    #[inline(always)]
    fn fitting(board: &Board, turn: &Turn, mut visit: impl FnMut(Board)) {
        if turn.is_own {
            let may_be = |tried: &Move| {
                board.may_try::<TABLE_1>(*tried) && board.legal::<TABLE_1>(*tried).is_none()
            };
            if !turn.refused.iter().all(may_be) {
                return;
            }
            if let Some(after) = board.legal::<TABLE_1>(turn.made)
                && Self::heard(board, turn.made, &after) == turn.heard
            {
                visit(after);
            }
            return;
        }
        if !turn.refused.is_empty() && board.illegal_tries::<TABLE_1>() < turn.refused.len() {
            return;
        }
        board.moves::<TABLE_1>(|made, after| {
            let is_so = TABLE_1 || board.enemies() & made.to_bit() == turn.heard.capture;
            if is_so && Self::heard(board, made, &after) == turn.heard {
                visit(after);
            }
        });
    }

    /// Finds the histories by a method of this name.
    pub fn find(&self, method: &str) -> Option<Found> {
        match method {
            "merged" => Some(self.merged()),
            "depth-first" => Some(self.depth_first()),
            _ => None,
        }
    }

    /// Finds the histories level by level: equal positions are one.
    pub fn merged(&self) -> Found {
        let mut level = Level::new();
        level.add(Board::start(), 1);
        for turn in &self.turns {
            let mut next = Level::new();
            for (board, histories) in &level.boards {
                Self::fitting(board, turn, |after| next.add(after, *histories));
            }
            level = next;
        }
        let histories = level.boards.iter().map(|(_, histories)| histories).sum();
        Found { histories, boards: Some(level.boards.len() as u64) }
    }

    /// Finds the histories one by one.
    pub fn depth_first(&self) -> Found {
        Found { histories: Self::descend(&Board::start(), &self.turns), boards: None }
    }

    fn descend(board: &Board, turns: &[Turn]) -> u64 {
        let Some((turn, rest)) = turns.split_first() else { return 1 };
        let mut histories = 0;
        Self::fitting(board, turn, |after| histories += Self::descend(&after, rest));
        histories
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Histories and boards of White and of Black by the rules of the text.
    const CLEAN: [[(u64, u64); 2]; 12] = [
        [(1, 1), (20, 20)],
        [(18, 18), (19, 19)],
        [(15, 15), (400, 241)],
        [(277, 177), (399, 240)],
        [(223, 136), (1410, 794)],
        [(232, 140), (158, 92)],
        [(182, 107), (128, 67)],
        [(3498, 1326), (128, 67)],
        [(2257, 802), (133, 70)],
        [(32556, 5129), (126, 65)],
        [(1997, 681), (724, 334)],
        [(1984, 677), (629, 288)],
    ];

    /// Table 1 of the paper but for two of White's numbers, which are misprints.
    const TABLE_1: [[u64; 2]; 19] = [
        [1, 20],
        [18, 19],
        [18, 404],
        [279, 401],
        [242, 1472],
        [216, 155],
        [176, 293],
        [3406, 158],
        [2191, 118],
        [1423, 25],
        [1363, 798],
        [1416, 518],
        [1416, 13564],
        [3440, 12394],
        [3428, 343652],
        [50521, 320704],
        [43192, 490162],
        [26128, 3792],
        [14061, 14836],
    ];

    #[test]
    fn the_sets_of_the_sample_game_are_known() {
        for (i, expected) in CLEAN.iter().enumerate() {
            for (player, &(histories, boards)) in expected.iter().enumerate() {
                let sample = Kriegspiel::<false>::new(player, i + 1).unwrap();
                let found = Found { histories, boards: Some(boards) };
                assert_eq!(sample.merged(), found, "{player} after {}", i + 1);
                assert_eq!(sample.depth_first().histories, histories, "{player} after {}", i + 1);
            }
        }
    }

    #[test]
    fn table_1_of_the_paper_is_reproduced() {
        for (i, expected) in TABLE_1.iter().enumerate() {
            for (player, &histories) in expected.iter().enumerate() {
                let sample = Kriegspiel::<true>::new(player, i + 1).unwrap();
                assert_eq!(sample.merged().histories, histories, "{player} after {}", i + 1);
            }
        }
        let sample = Kriegspiel::<true>::new(1, 17).unwrap();
        assert_eq!(sample.merged().boards, Some(28047));
        assert_eq!(sample.depth_first().histories, 490162);
        assert!(Kriegspiel::<true>::new(0, 20).is_none());
    }
}
