//! The key of a move, from what differs between the position before it and the one after it.
//! Most moves change the fields of one piece, which a few operations on sets of bits tell;
//! all others are looked at field by field.

use crate::actions::{Actions, Key};
use game::{Contents, Facts, Field, Game, Held, Kind, Owner, Piece, Player};

/// What finds keys, with what it has read of the position before the move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reader {
    mover: Option<Player>,
    /// Whether a word holds a set of fields.
    is_small: bool,
    held: Held,
    makeup: u64,
    contents: Contents,
    /// The top piece of each field; empty as long as nobody needs it.
    tops: Vec<Option<Piece>>,
    differences: Vec<(Field, Option<Piece>)>,
}

/// A field that changed.
#[derive(Clone, Copy, Debug)]
struct Change {
    field: Field,
    before: Option<Piece>,
    after: Option<Piece>,
}

/// The words of a set of fields.
const WORDS: usize = Held::MOST_FIELDS / 64;

impl Reader {
    /// Reads the position whose moves are asked about.
    pub(crate) fn begin<G: Game>(&mut self, game: &G, at: &G::Position) {
        self.mover = Some(game.player(at));
        self.is_small = game.facts().board.n_fields() <= 64;
        self.held = game.held(at);
        self.makeup = game.makeup(at);
        self.tops.clear();
    }

    fn read_tops<G: Game>(&mut self, game: &G, at: &G::Position) {
        if !self.tops.is_empty() {
            return;
        }
        if game.facts().stacks.is_some() {
            self.tops.extend(game.setup(at).board.iter().map(|stack| stack.last().copied()));
            return;
        }
        self.tops.resize(game.facts().board.n_fields(), None);
        game.contents(at, &mut self.contents);
        for &(piece, field) in &self.contents.pieces {
            self.tops[field.index()] = Some(piece);
        }
    }

    /// The key of the move to a position, with the parts that the numbers need.
    #[inline]
    pub(crate) fn key<G: Game>(
        &mut self,
        game: &G,
        actions: &Actions,
        at: &G::Position,
        to: &G::Position,
    ) -> Key {
        if !actions.has_third
            && let Some((origin, target)) = self.simple(game, to)
        {
            let kind = match actions.has_kinds {
                true => self.kind(game, at, to, origin, target),
                false => None,
            };
            return Key { origin, target, third: None, kind };
        }
        let key = self.slow_key(game, at, to);
        Key {
            third: key.third.filter(|_| actions.has_third),
            kind: key.kind.filter(|_| actions.has_kinds),
            ..key
        }
    }

    /// The fields that one piece of the mover left and entered, if that is all.
    #[inline]
    fn simple<G: Game>(
        &self,
        game: &G,
        to: &G::Position,
    ) -> Option<(Option<Field>, Option<Field>)> {
        let mover = self.mover?;
        let now = game.held(to);
        let (before, after) = (self.held.words(mover), now.words(mover));
        let enemy = self.held.words(mover.other());
        if self.is_small {
            let (left, entered) = (before[0] & !after[0], after[0] & !before[0]);
            let filled = entered & !enemy[0];
            let target = if filled != 0 { filled } else { entered };
            let is_simple =
                left & left.wrapping_sub(1) == 0 && target & target.wrapping_sub(1) == 0;
            let field = |word: u64| (word != 0).then(|| Field(word.trailing_zeros() as u16));
            return (is_simple && left | target != 0).then(|| (field(left), field(target)));
        }
        let (mut left, mut entered, mut filled) = ([0; WORDS], [0; WORDS], [0; WORDS]);
        for i in 0..WORDS {
            left[i] = before[i] & !after[i];
            entered[i] = after[i] & !before[i];
            filled[i] = entered[i] & !enemy[i];
        }
        // What was empty is more telling than what was taken: pieces that are turned over follow
        // from the one that was placed.
        let target = match single(&filled) {
            Some(None) => single(&entered)?,
            filled => filled?,
        };
        let origin = single(&left)?;
        (origin.is_some() || target.is_some()).then_some((origin, target))
    }

    /// The kind that was placed, where several can be, or that a piece became.
    fn kind<G: Game>(
        &mut self,
        game: &G,
        at: &G::Position,
        to: &G::Position,
        origin: Option<Field>,
        target: Option<Field>,
    ) -> Option<Kind> {
        // A piece that becomes another changes how many there are of its kind.
        if target.is_none() || origin.is_some() && game.makeup(to) == self.makeup {
            return None;
        }
        self.slow_key(game, at, to).kind
    }

    /// The key with all parts, from every field that changed.
    pub(crate) fn slow_key<G: Game>(
        &mut self,
        game: &G,
        at: &G::Position,
        to: &G::Position,
    ) -> Key {
        self.read_tops(game, at);
        self.differences.clear();
        game.differences(at, to, &mut self.differences);
        let changes = self.differences.iter().map(|&(field, after)| Change {
            field,
            before: self.tops[field.index()],
            after,
        });
        let mover = self.mover.unwrap_or(Player::First);
        key_of(game.facts(), mover, &changes.collect::<Vec<_>>())
    }
}

/// The only field of a set, or that there is none; nothing if there are several.
#[inline]
fn single(words: &[u64; WORDS]) -> Option<Option<Field>> {
    let mut found = None;
    for (i, &word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
        if found.is_some() || word & (word - 1) != 0 {
            return None;
        }
        found = Some(Field((64 * i) as u16 + word.trailing_zeros() as u16));
    }
    Some(found)
}

/// The key of a turn that changed these fields.
fn key_of(facts: &Facts, mover: Player, changes: &[Change]) -> Key {
    let own =
        |piece: Option<Piece>| piece.is_some_and(|piece| piece.owner().player() == Some(mover));
    let nobody = |piece: Option<Piece>| piece.is_some_and(|piece| piece.owner() == Owner::Nobody);
    let left = |is: &dyn Fn(Option<Piece>) -> bool| {
        let left = changes.iter().filter(|it| is(it.before) && !is(it.after));
        left.min_by_key(|it| rank(facts, it.before, it.field)).copied()
    };
    let entered = |is: &dyn Fn(Option<Piece>) -> bool, like: Option<Kind>| {
        let entered = || changes.iter().filter(|it| is(it.after) && !is(it.before));
        let alike = entered().filter(|it| it.after.map(Piece::kind) == like);
        let alike = alike.min_by_key(|it| (it.before.is_some(), it.field)).copied();
        alike.or_else(|| {
            let rank = |it: &&Change| (it.before.is_some(), rank(facts, it.after, it.field));
            entered().min_by_key(rank).copied()
        })
    };
    // Where no piece of the mover moved, what belongs to nobody did: tiles, seeds.
    let moves_own = changes.iter().any(|it| own(it.before) != own(it.after));
    let is: &dyn Fn(Option<Piece>) -> bool = if moves_own { &own } else { &nobody };
    let origin = left(is);
    let target = entered(is, origin.and_then(|it| it.before).map(Piece::kind));
    let is_part =
        |field: Field| [origin, target].iter().flatten().any(|change| change.field == field);
    let others = changes.iter().filter(|it| !is_part(it.field));
    // First what was placed for nobody, as a duck, where castling also places a rook; then what else
    // the mover placed, then what is gone.
    let class = |it: &Change| match (nobody(it.after), own(it.after), it.after) {
        (true, ..) => 0,
        (_, true, _) => 1,
        (_, _, None) => 2,
        _ => 3,
    };
    let third = others.min_by_key(|it| (class(it), it.field)).map(|it| it.field);
    let placed = target.and_then(|it| it.after).map(Piece::kind);
    let kind = match origin.and_then(|it| it.before) {
        Some(before) => placed.filter(|kind| *kind != before.kind()),
        None => placed.filter(|_| facts.placed.len() > 1),
    };
    let (origin, target) = (origin.map(|it| it.field), target.map(|it| it.field));
    Key { origin, target, third, kind }
}

/// Of several pieces the one counts of which there is a fixed number, as of kings, and then the
/// one that was declared first.
fn rank(facts: &Facts, piece: Option<Piece>, field: Field) -> (bool, Option<Kind>, Field) {
    let kind = piece.map(Piece::kind);
    let is_fixed = kind.is_some_and(|kind| facts.kinds[kind.index()].exactly.is_some());
    (!is_fixed, kind, field)
}
