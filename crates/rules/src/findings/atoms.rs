//! What can stand on a field, as bits: nothing, or a piece of one kind that is
//! own, the enemy's or nobody's. All that the walk knows about the field under
//! the finger is such a set.

use crate::model::{Content, Pattern};
use game::{Facts, Kind, Layout, Owner};
use ir::Whose;

/// A set of things that may stand on a field.
pub(super) type Things = u128;

/// Nothing stands there.
pub(super) const EMPTY: Things = 1;

/// This many kinds have bits of their own; those that follow share the last ones.
const N_SLOTS: usize = 42;

/// What a pattern says about the field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mask {
    /// Whatever else stands there does not match.
    pub(super) may: Things,
    /// Whatever of these stands there matches.
    pub(super) must: Things,
}

/// The bits of a game.
pub(super) struct Atoms {
    /// For each kind: the bits of the own, the enemy's and nobody's piece.
    kinds: Vec<[Things; 3]>,
    /// What each set of bits promotes to, by slot.
    promotes: Vec<[Things; 3]>,
    layouts: Vec<Things>,
    one_player: bool,
    /// Everything that can stand on a field.
    pub(super) all: Things,
}

impl Atoms {
    pub(super) fn new(facts: &Facts) -> Atoms {
        let one_player = facts.n_players() == 1;
        let kinds: Vec<[Things; 3]> = facts
            .kinds
            .iter()
            .enumerate()
            .map(|(i, kind)| {
                let bit = 2 << (3 * slot(i));
                let has = |owner: usize| kind.symbols[owner].is_some() && !kind.gone;
                let player = has(0) || has(1) && !one_player;
                let when = |there: bool, bit: Things| if there { bit } else { 0 };
                [when(player, bit), when(player && !one_player, bit << 1), when(has(2), bit << 2)]
            })
            .collect();
        let mut promotes = vec![[0; 3]; N_SLOTS];
        for (i, kind) in facts.kinds.iter().enumerate() {
            for target in &kind.promotes {
                for (all, bit) in promotes[slot(i)].iter_mut().zip(kinds[target.index()]) {
                    *all |= bit;
                }
            }
        }
        let all = kinds.iter().flatten().fold(EMPTY, |all, bit| all | bit);
        let mut atoms = Atoms { kinds, promotes, layouts: Vec::new(), one_player, all };
        atoms.layouts = facts
            .layouts
            .iter()
            .map(|layout| layout.board.iter().fold(0, |set, piece| set | atoms.drawn(*piece)))
            .collect();
        atoms
    }

    /// A drawn piece belongs to one of the players, whoever looks at it.
    fn drawn(&self, piece: Option<game::Piece>) -> Things {
        let Some(piece) = piece else { return EMPTY };
        let [own, enemy, nobody] = self.kinds[piece.kind().index()];
        if piece.owner() == Owner::Nobody { nobody } else { own | enemy }
    }

    /// What a layout shows somewhere.
    pub(super) fn layout(&self, layout: Layout) -> Things {
        self.layouts.get(layout.index()).copied().unwrap_or(self.all)
    }

    /// Any piece.
    pub(super) fn pieces(&self) -> Things {
        self.all & !EMPTY
    }

    /// The own pieces.
    pub(super) fn own(&self) -> Things {
        self.kinds.iter().fold(0, |all, bits| all | bits[0])
    }

    /// The pieces of these owners and kinds.
    pub(super) fn of(&self, whose: Whose, kinds: Option<&[Kind]>) -> Mask {
        let named = match kinds {
            Some(kinds) => kinds.iter().fold([0; 3], |all, kind| or(all, self.kinds[kind.index()])),
            None => self.kinds.iter().fold([0; 3], |all, bits| or(all, *bits)),
        };
        let [own, enemy, nobody] = named;
        let (may, sure) = match whose {
            Whose::Own => (own, true),
            Whose::Enemy => (enemy, true),
            Whose::First if self.one_player => (own, true),
            Whose::First | Whose::Second => (own | enemy, false),
            Whose::Nobody => (nobody, true),
            Whose::Any => (own | enemy | nobody, true),
        };
        let shared = (0..self.kinds.len()).filter(|&i| slot(i) == N_SLOTS - 1).count() > 1;
        let last = 7 << (3 * (N_SLOTS - 1) + 1);
        let doubtful = if shared && kinds.is_some() { last } else { 0 };
        Mask { may, must: if sure { may & !doubtful } else { 0 } }
    }

    /// What a pattern says about the field under the finger.
    pub(super) fn pattern(&self, pattern: &Pattern) -> Mask {
        let mask = match &pattern.content {
            Content::Any => Mask { may: self.all, must: self.all },
            Content::Empty => Mask { may: EMPTY, must: EMPTY },
            Content::Pieces(whose, kinds) => self.of(*whose, kinds.as_deref()),
        };
        match &pattern.zone {
            _ if !pattern.memories.is_empty() => Mask { must: 0, ..mask },
            Some(zone) if zone.iter().all(|fields| fields.iter().next().is_none()) => {
                Mask { may: 0, must: 0 }
            }
            Some(_) => Mask { must: 0, ..mask },
            None => mask,
        }
    }

    /// What these pieces promote to.
    pub(super) fn promoted(&self, things: Things) -> Things {
        let mut result = 0;
        for (i, targets) in self.promotes.iter().enumerate() {
            for (owner, target) in targets.iter().enumerate() {
                if things >> (3 * i + 1 + owner) & 1 == 1 {
                    result |= target;
                }
            }
        }
        result
    }

    /// What always stands on the field, in words; `None` if it may be anything.
    pub(super) fn describe(&self, facts: &Facts, things: Things) -> Option<String> {
        let [own, enemy, nobody] = self.kinds.iter().fold([0; 3], |all, bits| or(all, *bits));
        let kinds: Vec<&str> = (0..self.kinds.len())
            .filter(|&i| self.kinds[i].iter().any(|bit| things & bit != 0))
            .map(|i| facts.kinds[i].name.as_str())
            .collect();
        if things & EMPTY == 0 && kinds.len() <= 2 && kinds.len() < self.kinds.len() {
            let owner = match things {
                _ if things & !own == 0 => "own ",
                _ if things & !enemy == 0 => "enemy ",
                _ => "",
            };
            return Some(format!("only `{owner}{}` can be here", kinds.join("` or `")));
        }
        let words = [
            (EMPTY, "the field is always empty here"),
            (own, "there is always an own piece here"),
            (enemy, "there is always an enemy piece here"),
            (nobody, "there is always a piece of nobody here"),
            (own | enemy | nobody, "the field is never empty here"),
            (EMPTY | enemy | nobody, "there is never an own piece here"),
            (EMPTY | own | nobody, "there is never an enemy piece here"),
        ];
        let fits = |(set, _): &(Things, &str)| things & !set == 0 && *set != self.all;
        words.into_iter().find(fits).map(|(_, text)| text.to_string())
    }
}

/// Own and enemy exchanged.
pub(super) fn exchanged(things: Things) -> Things {
    const OWN: Things = pattern_of_threes(1);
    const ENEMY: Things = pattern_of_threes(2);
    (things & OWN) << 1 | (things & ENEMY) >> 1 | things & !(OWN | ENEMY)
}

const fn pattern_of_threes(first: usize) -> Things {
    let (mut set, mut i) = (0, 0);
    while i < N_SLOTS {
        set |= 1 << (first + 3 * i);
        i += 1;
    }
    set
}

fn slot(kind: usize) -> usize {
    kind.min(N_SLOTS - 1)
}

fn or(a: [Things; 3], b: [Things; 3]) -> [Things; 3] {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Board, KindFacts};

    fn atoms(n_kinds: usize) -> Atoms {
        let board = Board::grid(2, 2, game::Cyclic::NEITHER, false, |_, _| false);
        let mut facts = Facts::new("test", board);
        facts.kinds =
            (0..n_kinds).map(|i| KindFacts::of_players(&format!("k{i}"), "x", "o")).collect();
        Atoms::new(&facts)
    }

    #[test]
    fn exchanging_twice_changes_nothing() {
        let atoms = atoms(3);
        assert_eq!(exchanged(exchanged(atoms.all)), atoms.all);
        let own = atoms.of(Whose::Own, Some(&[Kind(1)]));
        assert_eq!(exchanged(own.may), atoms.of(Whose::Enemy, Some(&[Kind(1)])).may);
    }

    #[test]
    fn kinds_that_share_a_bit_match_for_sure_only_together() {
        let atoms = atoms(60);
        assert_eq!(atoms.of(Whose::Own, Some(&[Kind(50)])).must, 0);
        assert_ne!(atoms.of(Whose::Own, Some(&[Kind(50)])).may, 0);
        assert_ne!(atoms.of(Whose::Own, None).must, 0);
    }
}
