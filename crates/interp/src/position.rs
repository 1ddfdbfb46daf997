//! Positions between turns: immutable values that share what a turn did not
//! change, so that a game of a thousand turns costs little more than its differences.

use game::{Facts, Field, Kind, Memory, Outcome, Owner, Piece, Player, Setup};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What a position and a turn under way have in common. Each part is shared
/// until it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parts {
    /// The top piece of each field.
    pub tops: Arc<[Option<Piece>]>,
    /// The pieces below the top of each field, from the bottom; no entries at
    /// all in a game that does not stack.
    pub lower: Arc<[Vec<Piece>]>,
    /// The values of each counter: of either player, or the first alone.
    pub counters: Arc<[[i32; 2]]>,
    /// Each remembered field with the number of further turns it lives.
    pub memories: Arc<[Option<(Field, u8)>]>,
    /// How many pieces of each entry either player has in reserve.
    pub reserve: Arc<[[u8; 2]]>,
}

impl Parts {
    fn new(facts: &Facts, setup: &Setup) -> Parts {
        let lower: Vec<Vec<Piece>> = match facts.stacks {
            Some(_) => setup.board.iter().map(|stack| below_top(stack).to_vec()).collect(),
            None => Vec::new(),
        };
        Parts {
            tops: setup.board.iter().map(|stack| stack.last().copied()).collect(),
            lower: lower.into(),
            counters: setup.counters.clone().into(),
            memories: setup.memories.clone().into(),
            reserve: setup.reserve.clone().into(),
        }
    }

    /// The top piece of a field.
    pub fn top(&self, field: Field) -> Option<Piece> {
        self.tops[field.index()]
    }

    /// How many pieces a field holds.
    pub fn height(&self, field: Field) -> usize {
        let below = self.lower.get(field.index()).map_or(0, Vec::len);
        below + usize::from(self.top(field).is_some())
    }

    /// What is wrong with the number of some piece, if anything is.
    pub fn wrong_number(&self, facts: &Facts) -> Option<String> {
        let declared = facts.kinds.iter().enumerate().filter(|(_, kind)| !kind.gone);
        for (i, kind) in declared {
            let Some(exactly) = kind.exactly else { continue };
            let kind_id = Kind(i as u8);
            for owner in [Owner::First, Owner::Second, Owner::Nobody] {
                if kind.symbols[owner as usize].is_none() {
                    continue;
                }
                let piece = Piece::new(kind_id, owner);
                let tops = self.tops.iter().filter(|top| **top == Some(piece)).count();
                let lower = self.lower.iter().flatten().filter(|p| **p == piece).count();
                let held = match (owner.player(), facts.reserve_index(kind_id)) {
                    (Some(player), Some(entry)) => self.reserve[entry][player.index()] as usize,
                    _ => 0,
                };
                let n = tops + lower + held;
                if n != exactly as usize {
                    let there_are = match owner.player() {
                        Some(player) => facts.player_does(player, "has"),
                        None => "there are".to_string(),
                    };
                    return Some(format!("{there_are} {n} {} instead of {exactly}", kind.name));
                }
            }
        }
        None
    }

    /// The remembered field.
    pub fn memory(&self, memory: Memory) -> Option<Field> {
        self.memories[memory.index()].map(|(field, _)| field)
    }

    /// Whether boards and reserves are the same.
    pub(crate) fn same_material(&self, other: &Parts) -> bool {
        self.tops == other.tops && self.lower == other.lower && self.reserve == other.reserve
    }

    /// The same with nothing remembered.
    pub(crate) fn forgetful(&self) -> Parts {
        Parts { memories: vec![None; self.memories.len()].into(), ..self.clone() }
    }
}

fn below_top(stack: &[Piece]) -> &[Piece] {
    stack.split_last().map_or(&[], |(_, below)| below)
}

/// A position of a game between two turns. Positions are equal if play goes on
/// the same way from both: the round is not compared.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) parts: Parts,
    pub(crate) player: Player,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) round: u32,
    /// A hash of board, reserve and player, so that looking for repetitions
    /// and in tables seldom compares boards.
    key: u64,
}

impl Position {
    /// A position of these parts.
    pub fn new(parts: Parts, player: Player, outcome: Option<Outcome>, round: u32) -> Position {
        let mut hasher = FxHasher::default();
        (&parts.tops, &parts.lower, &parts.reserve, player).hash(&mut hasher);
        Position { parts, player, outcome, round, key: hasher.finish() }
    }

    /// The position that a setup describes; the setup must fit the facts.
    pub(crate) fn from_setup(facts: &Facts, setup: &Setup) -> Position {
        Position::new(Parts::new(facts, setup), setup.player, None, setup.round)
    }

    /// The position as plain data.
    pub fn setup(&self) -> Setup {
        let parts = &self.parts;
        let stack = |(i, top): (usize, &Option<Piece>)| {
            let mut stack = parts.lower.get(i).cloned().unwrap_or_default();
            stack.extend(top);
            stack
        };
        Setup {
            board: parts.tops.iter().enumerate().map(stack).collect(),
            player: self.player,
            counters: parts.counters.to_vec(),
            memories: parts.memories.to_vec(),
            reserve: parts.reserve.to_vec(),
            round: self.round,
        }
    }

    /// Whether board, reserves and player are the same.
    pub(crate) fn same_material(&self, other: &Position) -> bool {
        self.key == other.key
            && self.player == other.player
            && self.parts.same_material(&other.parts)
    }

    /// A number that positions with the same board, reserves and player share.
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// The same position in which nothing is remembered.
    pub(crate) fn forgetful(&self) -> Position {
        Position { parts: self.parts.forgetful(), ..self.clone() }
    }

    /// The same position, whatever a turn said about the outcome.
    pub(crate) fn undecided(&self) -> Position {
        Position { outcome: None, ..self.clone() }
    }

    /// The board and all that belongs to it.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The player to move.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The number of the round.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// How the game ended, if a turn ended it here.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.same_material(other)
            && self.outcome == other.outcome
            && self.parts.counters == other.parts.counters
            && self.parts.memories == other.parts.memories
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
        self.parts.counters.hash(state);
        self.parts.memories.hash(state);
    }
}
