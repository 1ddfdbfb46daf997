//! Signatures: 64 bits that nearly identify a position, and of which a move
//! changes only the part that belongs to what it changes.
//!
//! A signature is the exclusive or of one number for each thing that holds in a
//! position: this piece stands on that field, that player is to move. So the
//! difference of two positions is the difference of their signatures, whatever
//! else is on the board; it tells the moves of a position apart, and applying it
//! twice leads back.
//!
//! | part of the position | counts |
//! |---|---|
//! | the top piece of a field | by field, kind and owner |
//! | a piece below it | by field, height, kind and owner |
//! | the second player is to move | yes |
//! | a counter with signs (a right) | by player and value, unless it is 0 |
//! | a plain counter, the round | no: positions that differ there repeat each other |
//! | a remembered field | by memory and field; not for how long |
//! | a reserve | by kind, player and number, unless it is 0 |
//!
//! Every remembered field counts, even one that no longer makes a difference to
//! the moves. So `occurred`, which compares by meaning, may take positions with
//! different signatures for the same one. The outcome of a game does not count.
//!
//! Nothing is stored: a table would be a stretch of one fixed sequence of random
//! numbers, in the order of the declarations, and any number of that sequence
//! can be had by itself. Thus all back ends, runs and machines agree.

use crate::facts::Facts;
use crate::ids::{Counter, Field, Memory, Piece, Player};
use crate::random::nth_random;
use crate::setup::Setup;

/// Where the sequence begins; changing it changes every signature.
const SEED: u64 = 0x4d75_6c74_6967_616d;

/// The most pieces of a kind in one reserve.
const MAX_IN_RESERVE: u64 = 255;

/// The numbers of which the signatures of one game are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signatures {
    n_fields: u64,
    /// Pieces that there can be, those of kinds without owners included.
    n_pieces: u64,
    /// For each counter its lowest value and where its numbers begin; nothing
    /// for one that does not count.
    counters: Vec<Option<(i32, u64)>>,
    /// How many values the counters that count have, each for one player.
    n_values: u64,
    n_memories: u64,
    n_reserve: u64,
}

impl Signatures {
    /// The numbers for a game that declares this.
    pub fn new(facts: &Facts) -> Signatures {
        let mut n_values = 0;
        let mut counters = Vec::new();
        for counter in &facts.counters {
            counters.push(counter.symbols.as_ref().map(|_| (counter.low, n_values)));
            if counter.symbols.is_some() {
                n_values += values(counter.low, counter.high);
            }
        }
        Signatures {
            n_fields: facts.board.n_fields() as u64,
            n_pieces: 3 * facts.kinds.len() as u64,
            counters,
            n_values,
            n_memories: facts.memories.len() as u64,
            n_reserve: facts.reserve.len() as u64,
        }
    }

    /// This piece is on top of the field.
    pub fn piece(&self, field: Field, piece: Piece) -> u64 {
        random(1 + self.standing(field, piece))
    }

    /// The second player is to move; if it is the first, nothing counts.
    pub fn player(&self) -> u64 {
        random(0)
    }

    /// A counter has this value; 0 for the value 0 and for a plain counter.
    pub fn counter(&self, counter: Counter, player: Player, value: i32) -> u64 {
        match self.counters[counter.index()] {
            Some((low, start)) if value != 0 => {
                let value = 2 * (start + values(low, value) - 1) + player.index() as u64;
                random(self.counters_start() + value)
            }
            _ => 0,
        }
    }

    /// This field is remembered.
    pub fn memory(&self, memory: Memory, field: Field) -> u64 {
        let place = memory.index() as u64 * self.n_fields + field.index() as u64;
        random(self.memories_start() + place)
    }

    /// This many pieces are in reserve, by the number of the kind in
    /// [`Facts::reserve`]; 0 if there is none.
    pub fn reserve(&self, entry: usize, player: Player, count: u8) -> u64 {
        let place = (2 * entry as u64 + player.index() as u64) * MAX_IN_RESERVE;
        match count {
            0 => 0,
            _ => random(self.reserve_start() + place + u64::from(count) - 1),
        }
    }

    /// This piece stands on the field with others upon it; `height` is the
    /// number of pieces below it.
    pub fn lower(&self, field: Field, height: usize, piece: Piece) -> u64 {
        let level = height as u64 * self.n_fields * self.n_pieces;
        random(self.lower_start() + level + self.standing(field, piece))
    }

    /// The signature of a position, made from scratch.
    pub fn of(&self, facts: &Facts, setup: &Setup) -> u64 {
        let mut signature = 0;
        for (i, stack) in setup.board.iter().enumerate() {
            signature ^= self.stack(Field(i as u16), stack);
        }
        if setup.player == Player::Second {
            signature ^= self.player();
        }
        let players = &Player::BOTH[..facts.n_players()];
        for &player in players {
            for (i, counter) in setup.counters.iter().enumerate() {
                signature ^= self.counter(Counter(i as u8), player, counter[player.index()]);
            }
            for (entry, reserve) in setup.reserve.iter().enumerate() {
                signature ^= self.reserve(entry, player, reserve[player.index()]);
            }
        }
        for (i, memory) in setup.memories.iter().enumerate() {
            if let Some((field, _)) = memory {
                signature ^= self.memory(Memory(i as u8), *field);
            }
        }
        signature
    }

    /// What stands on a field, from the bottom to the top.
    fn stack(&self, field: Field, stack: &[Piece]) -> u64 {
        let Some((&top, below)) = stack.split_last() else { return 0 };
        let below = below.iter().enumerate();
        below.fold(self.piece(field, top), |signature, (height, &piece)| {
            signature ^ self.lower(field, height, piece)
        })
    }

    /// The number of a piece on a field among all of them.
    fn standing(&self, field: Field, piece: Piece) -> u64 {
        field.index() as u64 * self.n_pieces + piece.index() as u64
    }

    // The sequence: the player, top pieces, counters, memories, reserves, and at
    // the end lower pieces, because they are the most.

    fn counters_start(&self) -> u64 {
        1 + self.n_fields * self.n_pieces
    }

    fn memories_start(&self) -> u64 {
        self.counters_start() + 2 * self.n_values
    }

    fn reserve_start(&self) -> u64 {
        self.memories_start() + self.n_memories * self.n_fields
    }

    fn lower_start(&self) -> u64 {
        self.reserve_start() + 2 * self.n_reserve * MAX_IN_RESERVE
    }
}

/// How many values there are from `low` to `high`.
fn values(low: i32, high: i32) -> u64 {
    (i64::from(high) - i64::from(low) + 1).max(0) as u64
}

fn random(n: u64) -> u64 {
    nth_random(SEED, n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{Kind, Owner};
    use crate::notation::parse_position;
    use crate::play::Game;
    use crate::random::Rng;
    use crate::samples::{self, TakeTheKing, TicTacToe};
    use crate::turn::Turn;
    use rustc_hash::{FxHashMap, FxHashSet};

    fn of(facts: &Facts, text: &str) -> u64 {
        Signatures::new(facts).of(facts, &parse_position(facts, text).unwrap())
    }

    #[test]
    fn every_part_of_a_position_counts_but_plain_counters_and_the_round() {
        let facts = samples::chess();
        let board = "4k3/8/8/8/8/8/8/4K3";
        let different = [
            "w", "b", "w K", "w k", "w Kk", "w Q", "w - e3", "w - e6", "b - e3", "w KQkq", "w KQk",
        ];
        let all: FxHashSet<u64> =
            different.iter().map(|rest| of(&facts, &format!("{board} {rest}"))).collect();
        assert_eq!(all.len(), different.len());
        assert_ne!(of(&facts, "4k3/8/8/8/8/8/8/4K3 w"), of(&facts, "4k3/8/8/8/8/8/8/3K4 w"));
        assert_ne!(of(&facts, "4k3/8/8/8/8/8/8/4K3 w"), of(&facts, "4K3/8/8/8/8/8/8/4k3 w"));
        let (early, late) = (format!("{board} w - - 0 1"), format!("{board} w - - 31 40"));
        assert_eq!(of(&facts, &early), of(&facts, &late));
    }

    #[test]
    fn reserves_count_by_number() {
        let facts = samples::minishogi();
        let board = "4k/5/5/5/K4 b";
        let reserves = ["-", "P", "2P", "p", "Pp", "R", "RP", "r"];
        let all: FxHashSet<u64> =
            reserves.iter().map(|reserve| of(&facts, &format!("{board} {reserve}"))).collect();
        assert_eq!(all.len(), reserves.len());
    }

    #[test]
    fn stacks_count_in_their_order() {
        let facts = samples::stacking();
        let stacks = ["X", "O", "2X", "XO", "OX", "XOX", "2XO", "O2X", "12X", "11X", "."];
        let all: FxHashSet<u64> =
            stacks.iter().map(|stack| of(&facts, &format!("{stack} . / . . w"))).collect();
        assert_eq!(all.len(), stacks.len());
        assert_ne!(of(&facts, "X O / . . w"), of(&facts, "O X / . . w"));
    }

    #[test]
    fn the_numbers_of_a_game_do_not_overlap() {
        for facts in [samples::chess(), samples::minishogi(), samples::stacking()] {
            let signatures = Signatures::new(&facts);
            let fields = || (0..facts.board.n_fields()).map(|i| Field(i as u16));
            let mut all = vec![signatures.player()];
            for (field, piece) in fields().flat_map(|f| facts.pieces().map(move |p| (f, p))) {
                all.push(signatures.piece(field, piece));
                let levels = usize::from(facts.stacks.unwrap_or(1)) - 1;
                all.extend((0..levels).map(|height| signatures.lower(field, height, piece)));
            }
            for memory in 0..facts.memories.len() {
                all.extend(fields().map(|field| signatures.memory(Memory(memory as u8), field)));
            }
            for player in Player::BOTH {
                for entry in 0..facts.reserve.len() {
                    all.extend((1..=255).map(|count| signatures.reserve(entry, player, count)));
                }
                let rights =
                    (0..facts.counters.len()).filter(|&i| facts.counters[i].symbols.is_some());
                all.extend(rights.map(|i| signatures.counter(Counter(i as u8), player, 1)));
            }
            let different: FxHashSet<u64> = all.iter().copied().collect();
            assert_eq!(different.len(), all.len(), "{}", facts.name);
            assert!(!different.contains(&0), "{}", facts.name);
        }
    }

    #[test]
    fn what_is_usual_counts_nothing() {
        let facts = samples::chess();
        let signatures = Signatures::new(&facts);
        let mut setup = Setup::empty(&facts);
        assert_eq!(signatures.of(&facts, &setup), 0);
        assert_eq!(signatures.counter(Counter(2), Player::First, 7), 0);
        let rook = Piece::new(Kind(2), Owner::Second);
        setup.board[5].push(rook);
        assert_eq!(signatures.of(&facts, &setup), signatures.piece(Field(5), rook));
        // Written down so that signatures stay what they are from version to version.
        assert_eq!(signatures.of(&facts, &facts.start), 0x09e3_7068_7bec_73b7);
    }

    /// Plays at random and checks that signatures are equal where positions are.
    fn follows_positions<G: Game<Position = Setup>>(game: &G, n_games: u64) {
        let mut seen: FxHashMap<u64, Setup> = FxHashMap::default();
        for seed in 0..n_games {
            let mut rng = Rng::new(seed);
            let mut position = game.start();
            for _ in 0..12 {
                let plain = Setup { round: 1, ..position.clone() };
                let known = seen.entry(game.signature(&position)).or_insert(plain.clone());
                assert_eq!(*known, plain);
                let Ok(Turn::Moves(mut moves)) = game.turn(&position, &[]) else { break };
                position = moves.swap_remove(rng.below(moves.len())).to;
            }
        }
        let positions: FxHashSet<&Setup> = seen.values().collect();
        assert_eq!(positions.len(), seen.len(), "a position has two signatures");
    }

    #[test]
    fn positions_that_are_reached_in_two_ways_have_one_signature() {
        follows_positions(&TicTacToe::new(), 200);
        follows_positions(&TakeTheKing::new(), 50);
    }
}
