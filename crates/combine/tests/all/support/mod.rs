//! What the tests and the table of combinations share: games that are played by
//! code and read from their rules, and positions near the ends of random games.

#![allow(dead_code, reason = "each of the programs that include it uses a part")]

use combine::{Report, Settings, find};
use game::{
    Faults, Game, Insight, Line, Outcome, Player, Reasons, Rng, RulesError, Turn, WayToWin,
};
use insight::Reader;
use native::{Native, Position};
use search::{Limits, Method, Stopper, Task, Unproved, prove};
use std::sync::Arc;

/// A built-in game with its code.
pub(crate) fn load(name: &str) -> Native {
    testing::load_native(name)
}

/// A game of a few lines, with its code.
pub(crate) fn given(name: &str, rules: &str) -> Native {
    testing::compiled(testing::load_text(name, rules).expect("rules without a mistake"))
}

/// The position of a text.
pub(crate) fn position(game: &Native, text: &str) -> Position {
    let setup = game::parse_position(game.facts(), text).expect("a position");
    game.position(&setup).expect("a possible position")
}

/// What is found in a position of a game.
pub(crate) fn search(game: &Native, at: &Position, settings: Settings) -> Report<Position> {
    let reader = Reader::native(game).expect("rules that can be read");
    find(game, &reader, at, &[], settings, &mut |_| true).expect("sound rules")
}

/// Positions this many turns before the ends of random games, in which the game goes on.
pub(crate) fn near_the_end(game: &Native, seed: u64, before: usize) -> Option<Position> {
    let (mut line, mut rng) = (Line::new(game.start()), Rng::new(seed));
    for _ in 0..400 {
        let Turn::Moves(mut moves) = line.turn(game).expect("sound rules") else { break };
        line.push(moves.swap_remove(rng.below(moves.len())));
    }
    line.outcome(game).expect("sound rules")?;
    let n = line.past().len().checked_sub(before)?;
    line.past().get(n).cloned()
}

/// Whether the player to move wins, if it takes no more than this many nodes to say.
pub(crate) fn is_won(game: &Native, at: &Position, nodes: u64) -> Option<bool> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (method, memory) = (Method::DfPn, 256 << 20);
    let stopper = Stopper::default();
    let task = Task {
        method,
        limits,
        memory,
        threads: 1,
        symmetries: false,
        wins: None,
        local: None,
        stopper,
    };
    match prove(game, at, &[], &task, &mut |_| {}) {
        Ok(proof) => Some(proof.outcome.for_player(game.player(at)) > 0),
        Err(Unproved::Stopped(_) | Unproved::Memory) => None,
        Err(other) => panic!("{other:?}"),
    }
}

/// Pitrat's figure 2, as three men's morris writes it: crosses on the center, the
/// right and a corner, and the other two positions that the truth gives.
pub(crate) const FIGURE_2: [&str; 3] =
    ["OX1/1X1/OOX w - 4", "XOX/OX1/O2 w - 4", "XOX/1X1/OO1 w - 4"];
/// Pitrat's figure 3: Ed. Lasker against Thomas, 1912.
pub(crate) const FIGURE_3: &str = "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 0 1";
/// Pitrat's figure 4: a smothered mate.
pub(crate) const FIGURE_4: &str = "r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1";

/// Reads the ways to win once, from the start, for many positions of a game in which
/// nothing but the board changes.
pub(crate) struct Cached<'r> {
    reader: &'r Reader<'r, Native>,
    ways: [Arc<[Arc<WayToWin>]>; 2],
}

impl<'r> Cached<'r> {
    pub(crate) fn new(game: &Native, reader: &'r Reader<'r, Native>) -> Cached<'r> {
        let read = |player| reader.ways_to_win(&game.start(), player, 4).expect("sound rules");
        Cached { reader, ways: Player::BOTH.map(read) }
    }
}

impl Insight for Cached<'_> {
    type Position = Position;

    fn ways_to_win(
        &self,
        _: &Position,
        player: Player,
        _: usize,
    ) -> Result<Arc<[Arc<WayToWin>]>, RulesError> {
        Ok(self.ways[player.index()].clone())
    }

    fn beside_the_board(&self, at: &Position) -> u64 {
        self.reader.beside_the_board(at)
    }

    fn faults(&self) -> Faults {
        self.reader.faults()
    }

    fn ended(&self, at: &Position) -> Result<Option<Outcome>, RulesError> {
        self.reader.ended(at)
    }

    fn if_stuck(&self, at: &Position) -> Result<Option<Outcome>, RulesError> {
        self.reader.if_stuck(at)
    }

    fn why_if_stuck(&self, at: &Position) -> Result<Reasons, RulesError> {
        self.reader.why_if_stuck(at)
    }
}

/// Positions that chance makes and in which there is a win by threats of at least so
/// many turns, and none by threats in fewer; seeds from the first one on are tried.
pub(crate) fn with_long_wins(
    game: &Native,
    insight: &impl Insight<Position = Position>,
    make: impl Fn(u64) -> Option<Position>,
    (plies, n): (u32, usize),
    settings: Settings,
) -> Vec<Position> {
    let is_long = |at: &Position| {
        let report = find(game, insight, at, &[], settings, &mut |_| true).expect("sound rules");
        report.combination.is_some_and(|combination| combination.n_plies() >= plies)
    };
    (0..1_000_000).filter_map(make).filter(is_long).take(n).collect()
}

/// Seeds of positions of [`strewn`] in gomoku9 with a win by threats of at least 15
/// turns, found by [`with_long_wins`]; the first two need quiet moves, too.
pub(crate) const LONG_WINS: [u64; 10] = [36, 63, 295, 757, 1061, 1601, 2555, 4435, 6050, 7547];

/// A position with stones of both sides at random, away from the edges if there is room.
pub(crate) fn strewn(game: &Native, seed: u64) -> Option<Position> {
    let mut rng = Rng::new(seed);
    let mut setup = game.setup(&game.start());
    let width = (setup.board.len() as f64).sqrt() as usize;
    let (margin, stones) = if width > 9 { (2, 10 + rng.below(14)) } else { (0, 8 + rng.below(8)) };
    let pieces: Vec<game::Piece> = game.facts().pieces().collect();
    for i in 0..2 * stones {
        let mut place = || margin + rng.below(width - 2 * margin);
        let stack = &mut setup.board[place() * width + place()];
        if stack.is_empty() {
            stack.push(pieces[i % pieces.len()]);
        }
    }
    game.position(&setup).ok()
}

/// A chess position in which White's pieces stand at random around Black's king, who
/// is not in check.
pub(crate) fn besieged(game: &Native, reader: &Reader<'_, Native>, seed: u64) -> Option<Position> {
    let mut rng = Rng::new(seed);
    let mut setup = game::parse_position(game.facts(), "8/8/8/8/8/8/8/8 w - - 0 1").ok()?;
    for sign in "K k Q R R B N P P P q r n b p p p".split(' ') {
        let row = if sign == "p" || sign == "P" { 1 + rng.below(6) } else { rng.below(8) };
        let stack = &mut setup.board[row * 8 + rng.below(8)];
        if !stack.is_empty() {
            return None;
        }
        stack.extend(game.facts().piece(sign));
    }
    let black = game.position(&game::Setup { player: Player::Second, ..setup.clone() }).ok()?;
    let in_check = reader.if_stuck(&black).ok()?.is_some_and(|outcome| outcome.value > 0);
    game.position(&setup).ok().filter(|_| !in_check)
}
