//! A list of the moves that take pieces, turn them into others or end the game, for searches
//! that follow only those. Of the other moves it is enough to know that there is one
//! ([`super::sifting`]). Those that are made, because the rules say by their results whether they
//! are moves, are neither signed nor kept.
//!
//! What code asks is less than what is wanted, and cheap: whether the opponent's fields are
//! others than before, whether a kind has more or fewer pieces though the player has as many
//! as before, or whether there is an outcome. Where that is known when code is made, nothing
//! is asked at all. The caller looks at what was kept again.

use super::sifting::Sifting;
use crate::emit::Emit;
use crate::emit::sym::{Gained, State, Word};
use crate::layout::TurnSlot;
use crate::runtime::Ctx;
use crate::runtime::kept::Kept;
use cranelift_codegen::ir::{InstBuilder, Value};
use game::{Owner, Player};

impl Emit<'_, '_> {
    /// Makes a list of what takes pieces, turns them into others or ends the game. Returns
    /// twice the number of positions, and one more if there are moves that were left out.
    pub(super) fn list_captures(&mut self, v: Player, position: Value) {
        let at = self.begin(position);
        let tally = self.tally();
        let others = self.flag();
        let base = at.s.clone();
        self.set_now(position, &base);
        self.keeping = true;
        self.keep_none();
        self.sifting = self.layout.stacks.is_none().then(|| Sifting::new(v, others));
        self.turn(v, &at, &tally, &mut |e, state, fail| {
            e.raise(tally.any);
            let changes = e.may_change_pieces(&base, state, v);
            let skip = e.b.create_block();
            if e.require(changes, skip) {
                match e.suspect {
                    true => e.keep_once(&base, state, v),
                    false => e.keep_too(&base, state, v),
                };
                e.fail(fail);
            }
            // Where every move is wanted nobody goes there.
            if !e.failed.contains(&skip) {
                return;
            }
            e.b.switch_to_block(skip);
            e.raise(others);
            e.fail(fail);
        });
        self.sifting = None;
        let any = Word::V(self.flagged(tally.any));
        self.settle(&tally, any);
        let n = self.load_ctx(Ctx::KEPT + Kept::N);
        let twice = self.b.ins().iadd(n, n);
        let others = self.flagged(others);
        let both = self.b.ins().iadd(twice, others);
        self.b.ins().return_(&[both]);
    }

    /// Not 0 if a turn may have taken a piece, turned one into another or ended the game.
    fn may_change_pieces(&mut self, base: &State, state: &State, v: Player) -> Word {
        let layout = self.layout;
        let mut changes = self.slot(state, TurnSlot::OutFlag);
        for word in self.words_of(layout.owners[v.other().index()]) {
            let change = self.xor(base.slots[word], state.slots[word]);
            changes = self.or(changes, change);
        }
        if let Some(gained) = &state.gained {
            let turns = self.turns_pieces(gained, v);
            return self.or(changes, Word::C(u64::from(turns)));
        }
        let mut turned = Word::ZERO;
        for &kind in &layout.kinds {
            let change = self.change_of_size(base, state, kind);
            turned = self.or(turned, change);
        }
        // A player with more or fewer pieces than before has not turned one into another.
        let own = self.change_of_size(base, state, layout.owners[v.index()]);
        let turned = self.select(own, Word::ZERO, turned);
        self.or(changes, turned)
    }

    /// Whether a player has as many pieces as before, but there are more or fewer of a kind.
    pub(super) fn turns_pieces(&self, gained: &Gained, v: Player) -> bool {
        let (layout, owner) = (self.layout, Owner::from(v));
        let of_kind = |kind| gained.of(|piece| layout.pieces[piece].kind().index() == kind);
        gained.of(|piece| layout.pieces[piece].owner() == owner) == 0
            && (0..layout.kinds.len()).any(|kind| of_kind(kind) != 0)
    }

    /// Not 0 if a set has more or fewer fields than before.
    fn change_of_size(&mut self, base: &State, state: &State, set: Option<usize>) -> Word {
        if self.words_of(set).all(|word| base.slots[word] == state.slots[word]) {
            return Word::ZERO;
        }
        let [before, after] = [base, state].map(|state| {
            let words = self.words_of(set);
            words.fold(Word::ZERO, |sum, word| {
                let n = self.popcount(state.slots[word]);
                self.add(sum, n)
            })
        });
        self.xor(before, after)
    }

    /// The slots of a set, if there is one.
    pub(super) fn words_of(&self, set: Option<usize>) -> std::ops::Range<usize> {
        let words = self.layout.words;
        set.map_or(0..0, |set| set * words..(set + 1) * words)
    }
}
