//! A compiled game as a [`Game`]: positions are read and written by their layout, numbers are
//! asked of code, and what code does not know of the interpreter.

use crate::code::{INTERPRET, NO_ROOM, Native, Stopped};
use crate::emit::Driver;
use crate::layout::reading::is_position;
use crate::play::boards::NativeBoards;
use crate::play::packing::NativePacker;
use crate::play::worker::NativeWorker;
use crate::position::Position;
use game::{
    Boards, Change, Contents, Facts, Field, Fold, Game, Held, Outcome, Packer, Piece, Player, Rows,
    RulesError, Setup, SetupError, Turn, TurnEnd,
};
use interp::Origin;
use patterns::Follower;

/// Positions with more words are not rearranged.
const MOST_ARRANGED: usize = 64;

impl Game for Native {
    type Position = Position;

    fn facts(&self) -> &Facts {
        self.shared().facts()
    }

    fn start(&self) -> Position {
        let facts = self.facts();
        let signature = self.shared().signatures.of(facts, &facts.start);
        // There is room for the stacks with which a game begins: `Native::new` has looked.
        self.wrap(&self.shared().layout.pack(facts, &facts.start, signature))
    }

    fn position(&self, setup: &Setup) -> Result<Position, SetupError> {
        game::check_setup(self.facts(), setup)?;
        let layout = &self.shared().layout;
        if !layout.has_room(setup) {
            return Err(SetupError {
                message: NO_ROOM.to_string(),
                hint: INTERPRET.to_string(),
                place: None,
            });
        }
        let signature = self.shared().signatures.of(self.facts(), setup);
        Ok(self.wrap(&layout.pack(self.facts(), setup, signature)))
    }

    fn setup(&self, position: &Position) -> Setup {
        self.shared().layout.unpack(self.facts(), position.words())
    }

    fn differences(&self, from: &Position, to: &Position, list: &mut Vec<(Field, Option<Piece>)>) {
        self.shared().layout.differences(from.words(), to.words(), list);
    }

    fn changes(&self, from: &Position, to: &Position, list: &mut Vec<Change>) {
        self.shared().layout.changes(from.words(), to.words(), list);
    }

    fn numbers(&self, position: &Position, list: &mut Vec<i32>) {
        self.shared().layout.numbers(position.words(), list);
    }

    fn contents(&self, position: &Position, into: &mut Contents) {
        match self.shared().layout.has_mixed_stacks() {
            true => into.read(self.facts(), &self.setup(position)),
            false => self.shared().layout.contents(position.words(), into),
        }
    }

    fn rows(&self) -> Option<Rows> {
        self.shared().layout.rows(self.program().least_repeats())
    }

    #[inline]
    fn row<'p>(&self, position: &'p Position) -> &'p [u64] {
        position.words()
    }

    fn position_of_row(&self, row: &[u64]) -> Option<Position> {
        (row.len() == self.shared().words()).then(|| self.wrap(row))
    }

    fn sign(&self, at: &mut Position) {
        let signature = self.shared().signatures.of(self.facts(), &self.setup(at));
        at.words_mut()[self.shared().layout.signature / 8] = signature;
    }

    #[inline]
    fn swap_row(&self, at: &mut Position, row: &mut [u64]) -> bool {
        let words = at.words_mut();
        let is_row = words.len() == row.len();
        if is_row {
            words.swap_with_slice(row);
        }
        is_row
    }

    fn arranged(&self, like: &Position, pieces: &[(Piece, Field)]) -> Option<Position> {
        let layout = &self.shared().layout;
        if layout.has_mixed_stacks() {
            return game::arranged(self, like, pieces);
        }
        let mut words = [0; MOST_ARRANGED];
        let words = words.get_mut(..like.words().len())?;
        words.copy_from_slice(like.words());
        layout.arrange(self.facts(), words, pieces).then(|| self.wrap(words))
    }

    fn boards<'g>(&'g self, left_out: &[bool]) -> Option<Box<dyn Boards<Position> + 'g>> {
        let boards = NativeBoards::new(self, left_out)?;
        Some(Box::new(boards))
    }

    #[inline]
    fn counters(&self, position: &Position) -> u64 {
        self.shared().layout.counters(position.words())
    }

    #[inline]
    fn pressing_counters(&self, position: &Position) -> u64 {
        self.shared().pressing(position.words())
    }

    #[inline]
    fn pieces(&self, position: &Position) -> [u32; 2] {
        self.shared().layout.pieces_of_both(position.words())
    }

    #[inline]
    fn makeup(&self, position: &Position) -> u64 {
        self.shared().layout.makeup(position.words())
    }

    #[inline]
    fn is_capture(&self, from: &Position, to: &Position) -> bool {
        self.shared().layout.is_capture(self.player(from), from.words(), to.words())
    }

    #[inline]
    fn turns_pieces(&self, from: &Position, to: &Position) -> bool {
        self.shared().layout.turns_pieces(from.words(), to.words())
    }

    #[inline]
    fn held(&self, position: &Position) -> Held {
        self.shared().layout.held(position.words())
    }

    #[inline]
    fn player(&self, position: &Position) -> Player {
        self.player_of(position.words())
    }

    fn turn(&self, position: &Position, past: &[Position]) -> Result<Turn<Position>, RulesError> {
        self.named_turn(position, past)
    }

    fn evaluate(&self, position: &Position, evaluation: usize) -> Result<i32, RulesError> {
        let n = match self.interp().origin(evaluation) {
            Origin::Rules(n) => *n,
            Origin::Learned(model) => {
                return Ok(Follower::new(model.clone()).evaluate(self, position));
            }
        };
        let number = self.number(position, self.program().entries.evaluations[n]);
        number.or_else(|stopped| {
            self.number_instead(position, &stopped, |interp, at| interp.evaluate(at, evaluation))
        })
    }

    fn bound(&self, position: &Position, bound: usize) -> Result<i32, RulesError> {
        let number = self.number(position, self.program().entries.bounds[bound]);
        number.or_else(|stopped| {
            self.number_instead(position, &stopped, |interp, at| interp.bound(at, bound))
        })
    }

    #[inline]
    fn asks_for_past(&self) -> bool {
        self.remembers()
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.shared().layout.outcome(position.words())
    }

    fn passed(&self, position: &Position) -> Option<Position> {
        let (shared, facts) = (self.shared(), self.facts());
        if facts.n_players() != 2 || self.outcome(position).is_some() {
            return None;
        }
        let layout = &shared.layout;
        let mut words = [0; MOST_ARRANGED];
        let words = words.get_mut(..position.words().len())?;
        words.copy_from_slice(position.words());
        let mut signature = self.signature(position) ^ shared.signatures.player();
        layout.age(words, |memory, field| signature ^= shared.signatures.memory(memory, field));
        let (mover, round) = (self.player(position), layout.round / 8);
        let end = TurnEnd { changed: false, passed: true, again: false, outcome: None };
        words[round] = u64::from(end.next_round(facts, mover, words[round] as u32));
        layout.set_player(words, mover.other());
        words[layout.signature / 8] = signature;
        Some(self.wrap(words))
    }

    fn packer<'g>(&'g self, fold: Fold) -> Option<Box<dyn Packer<Position> + 'g>> {
        let packer = NativePacker::new(self, fold)?;
        Some(Box::new(packer))
    }

    fn write_position(&self, position: &Position, bytes: &mut Vec<u8>) -> bool {
        position.words().iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        true
    }

    fn read_position(&self, bytes: &[u8]) -> Option<Position> {
        let (words, rest) = bytes.as_chunks();
        if !rest.is_empty() || words.len() != self.shared().words() {
            return None;
        }
        let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        // Code trusts what it is given, and the bytes may come from anywhere: only what
        // can be written is read.
        is_position(&self.shared().layout, self.facts(), &words).then(|| self.wrap(&words))
    }

    type Worker<'g> = NativeWorker<'g>;

    fn worker<'g>(&'g self, past: &[Position]) -> NativeWorker<'g> {
        NativeWorker::new(self, past)
    }

    #[inline]
    fn signature(&self, position: &Position) -> u64 {
        position.words()[self.shared().layout.signature / 8]
    }
}

impl Native {
    fn number(&self, position: &Position, func: ir::FuncId) -> Result<i32, Stopped> {
        let driver = Driver::Evaluate(func);
        self.with_memory(|ctx| self.call(ctx, driver, position.words(), &[])).map(|n| n as i32)
    }
}
