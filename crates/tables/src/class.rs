//! Classes of positions that are solved together, because moves lead from each of them to
//! all others: mostly one class, and several where captured pieces come back.

use crate::heaps::HeapMaker;
use crate::material::Material;
use crate::scheme::{Scheme, Seen};
use crate::sets::SetMaker;
use crate::slice::Slice;
use crate::store::checksum;
use game::{Field, Game, Piece, Player, Setup};
use std::ops::Range;

/// The positions of one table, numbered from 0.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    pub(crate) names: Vec<Material>,
    pub(crate) slices: Vec<Slice>,
    /// The number of the first position of each slice.
    starts: Vec<u64>,
    pub(crate) size: u64,
}

/// What makes positions from their numbers.
pub(crate) struct Maker<'s, G: Game + 's> {
    game: &'s G,
    scheme: &'s Scheme,
    classes: &'s Classes,
    /// What makes and numbers them by sets or by heights, where that is possible.
    sets: Option<SetMaker<'s, G>>,
    heaps: Option<HeapMaker<'s, G>>,
    /// A position of each slice, if it has any.
    bases: Vec<Option<G::Position>>,
    men: Vec<(u8, u16)>,
    pieces: Vec<(Piece, Field)>,
}

impl Classes {
    /// The positions of some classes; nothing if they cannot be numbered.
    pub(crate) fn new(scheme: &Scheme, names: Vec<Material>) -> Option<Classes> {
        let slices = names.iter().flat_map(|name| scheme.slices(name));
        let slices = slices.map(|(material, player)| Slice::new(scheme, &material, player));
        let slices = slices.collect::<Option<Vec<Slice>>>()?;
        let (mut starts, mut size) = (Vec::new(), 0_u64);
        for slice in &slices {
            starts.push(size);
            size = size.checked_add(slice.size)?;
        }
        Some(Classes { names, slices, starts, size })
    }

    /// The number of a position of these classes. Outside there is nothing; a position with
    /// their material in which a man is where it cannot be has no number.
    #[inline]
    pub(crate) fn number(&self, seen: &Seen) -> Option<Option<u64>> {
        let slice = self.slices.iter().position(|slice| slice.is_of(seen))?;
        let number = self.slices[slice].number(&seen.men);
        Some(number.map(|number| self.starts[slice] + number))
    }

    /// Says how positions are numbered: two tables of the same classes and the same numbering
    /// give every position the same number.
    pub(crate) fn numbering(&self) -> u64 {
        let bytes: Vec<u8> = self.slices.iter().flat_map(Slice::numbering).collect();
        checksum(&bytes)
    }

    /// The slice of a number, and the number within it.
    pub(crate) fn place(&self, number: u64) -> (usize, u64) {
        let slice = self.starts.partition_point(|&start| start <= number) - 1;
        (slice, number - self.starts[slice])
    }

    /// The number of the first position of a slice.
    #[inline]
    pub(crate) fn start(&self, slice: usize) -> u64 {
        self.starts[slice]
    }

    /// The numbers of a slice.
    pub(crate) fn numbers(&self, slice: usize) -> Range<u64> {
        let start = self.starts[slice];
        start..start + self.slices[slice].size
    }

    /// The most men on the board of a position.
    pub(crate) fn most_men(&self) -> usize {
        let men = |name: &Material| name.counts.iter().map(|&count| usize::from(count)).sum();
        self.names.iter().map(men).max().unwrap_or(0)
    }

    /// What these classes are called.
    pub(crate) fn text(&self, scheme: &Scheme) -> String {
        let names: Vec<String> = self.names.iter().map(|name| name.text(&scheme.facts)).collect();
        names.join(" ")
    }
}

impl<'s, G: Game> Maker<'s, G> {
    pub(crate) fn new(game: &'s G, scheme: &'s Scheme, classes: &'s Classes) -> Maker<'s, G> {
        let mut maker = Maker {
            game,
            scheme,
            classes,
            sets: SetMaker::new(game, scheme, classes),
            heaps: HeapMaker::new(game, scheme, classes),
            bases: Vec::new(),
            men: Vec::new(),
            pieces: Vec::new(),
        };
        maker.bases = classes.slices.iter().map(|slice| maker.base(slice)).collect();
        maker
    }

    /// A position of a slice, made by way of a setup: it is checked as any other.
    fn base(&self, slice: &Slice) -> Option<G::Position> {
        let facts = &self.scheme.facts;
        let mut setup = Setup::empty(facts);
        setup.player = slice.player;
        slice.material.put(facts, &self.scheme.plain, &mut setup);
        let mut men = Vec::new();
        slice.men(0, &mut men);
        for &(piece, field) in &men {
            setup.board[usize::from(field)].push(self.scheme.pieces[usize::from(piece)]);
        }
        (slice.size > 0).then(|| self.game.position(&setup).ok()).flatten()
    }

    /// The words of a row, if positions are seen by their rows.
    pub(crate) fn row_length(&self) -> Option<usize> {
        let by_sets = self.sets.as_ref().map(SetMaker::row_length);
        by_sets.or_else(|| self.heaps.as_ref().map(HeapMaker::row_length))
    }

    /// The number of a position of these classes by its row, and who is to move, if that is
    /// easily seen.
    #[inline]
    pub(crate) fn number(&self, row: &[u64]) -> Option<(u64, Player)> {
        match (&self.sets, &self.heaps) {
            (_, Some(heaps)) => heaps.number(row),
            (Some(sets), None) => sets.number(row),
            (None, None) => None,
        }
    }

    /// The position of a number; nothing if there can be none, or if it has another number.
    pub(crate) fn position(&mut self, number: u64) -> Option<G::Position> {
        let (slice, within) = self.classes.place(number);
        if let Some(made) = self.sets.as_ref().and_then(|sets| sets.position(slice, within)) {
            return made;
        }
        if let Some(made) = self.heaps.as_mut().and_then(|it| it.position(slice, within)) {
            return made;
        }
        let base = self.bases[slice].as_ref()?;
        let slice = &self.classes.slices[slice];
        slice.men(within, &mut self.men);
        if !slice.is_least(within, &self.men) {
            return None;
        }
        self.pieces.clear();
        let pieces = self
            .men
            .iter()
            .map(|&(piece, field)| (self.scheme.pieces[usize::from(piece)], Field(field)));
        self.pieces.extend(pieces);
        self.game.arranged(base, &self.pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::parse_material;
    use crate::plan::{Graph, explore, follow};
    use crate::scheme::Rules;
    use crate::zugzwang::agrees_with_men;

    /// What is known about the rules of a game.
    fn rules(program: &ir::Program) -> Rules {
        Rules {
            fingerprint: ir::fingerprint(program),
            symmetries: ir::analyses::folded(program, game::Fold::Players),
            clocks: ir::analyses::clocks(program),
            scores: program.scores(),
            points: ir::analyses::points(program),
            turning: {
                let program = program.clone();
                crate::turning::Turning::new(move |kinds, counters| {
                    ir::analyses::symmetries_within(&program, kinds, counters)
                })
            },
        }
    }

    /// Makes positions of some classes from numbers, and numbers from these positions again.
    fn check(name: &str, expected: &[(&str, u64)]) {
        let game = testing::load_native(name);
        let mut scheme = Scheme::new(game.facts(), rules(game.interp().program()));
        explore(&game, &mut scheme);
        for (class, positions) in expected {
            let class = scheme.class(parse_material(game.facts(), class).unwrap());
            // Planning finds out where else its pieces can be.
            let wanted = [class.clone()];
            follow(&game, &mut scheme, &mut Graph::new(), &wanted, 1000).unwrap();
            let classes = Classes::new(&scheme, vec![class]).unwrap();
            assert_eq!(classes.size, *positions, "{name}");
            let mut maker = Maker::new(&game, &scheme, &classes);
            let (mut seen, mut made) = (Seen::default(), 0);
            for number in (0..classes.size).step_by(1 + classes.size as usize / 3000) {
                if let Some(position) = maker.position(number) {
                    scheme.see(&game, &position, &mut seen);
                    assert_eq!(classes.number(&seen), Some(Some(number)), "{name}");
                    let by_sets = maker.number(game.row(&position));
                    assert_eq!(by_sets, Some((number, game.player(&position))), "{name}");
                    assert!(agrees_with_men(&scheme, &classes, number), "{name}");
                    made += 1;
                }
            }
            assert!(made > 0, "{name}");
        }
    }

    #[test]
    fn numbers_are_those_of_their_positions() {
        // Both players to move, a king on one of ten fields that are different, and two men on
        // what is left of 64 fields.
        let rook = ("KRk", 2 * 10 * 63 * 62);
        let rooks = ("KRRk", 2 * 10 * 63 * 62 * 61 / 2);
        // A pawn has 48 fields.
        let pawn = ("KPk", 2 * 48 * 63 * 62);
        check("chess", &[rook, rooks, pawn, ("KPkp", 48 * 47 * 62 * 61)]);
        // Men on 28 fields of which 24 are the same, and kings on 32.
        check("checkers", &[("bw", 28 * 28 - 24), ("BBw", 2 * 28 * 31 * 30 / 2)]);
        // Seeds on twelve fields, seen by the player to move.
        check("awari", &[("ooooo", 4368), ("oooooooooooo", 1_352_078)]);
        check("three_mens_morris", &[("XXOO[XO]", 9 * 8 / 2 * 7 * 6 / 2)]);
        // Of nine fields three are different, two of which lie on mirrors.
        check("tictactoe", &[("X", 2 * 3)]);
    }
}
