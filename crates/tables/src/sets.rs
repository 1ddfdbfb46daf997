//! Numbers of positions from sets of fields, where a set is one word: what [`crate::slice`] does
//! man by man, and for the same numbers, without a list of men.

use crate::class::Classes;
use crate::ranking::{Codes, codes};
use crate::scheme::Scheme;
use crate::slice::{MOST_MEN, Slice, Turns};
use game::{Boards, Game, Player, Setup, Sight};
use std::cell::Cell;

/// The most pieces of different kinds and owners that are read.
pub(crate) const MOST_GROUPS: usize = 16;

/// Sets of fields, one for each piece of a slice.
pub(crate) type Sets = [u64; MOST_GROUPS];

/// How positions with one player to move are seen by a slice: as they are, or with the players
/// exchanged.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) slice: usize,
    pub(crate) player: Player,
    /// The pieces of a position that are those of the slice, by their places.
    pub(crate) pieces: Vec<u8>,
    /// Where each field goes, if the players are exchanged.
    map: Option<Vec<u16>>,
    /// The codes of fields by each symmetry of the slice after that, if a set of fields is a word.
    images: Vec<Codes>,
    /// The group whose man has to be on one of few fields, and for each field of a position the
    /// symmetries that bring it there, as bits.
    leader: Option<(usize, Vec<u64>)>,
}

impl View {
    /// How positions of a player are seen by the slice of a number; nothing if they are not.
    pub(crate) fn new(
        scheme: &Scheme,
        seen_by: &Slice,
        slice: usize,
        player: Player,
    ) -> Option<View> {
        let pieces = seen_by.pieces();
        let exchange = match player == seen_by.player {
            true => None,
            false => Some(scheme.exchange()?),
        };
        let pieces = pieces.map(|piece| match exchange {
            Some(_) => scheme.swapped[usize::from(piece)],
            None => piece,
        });
        let map = exchange.map(<[u16]>::to_vec);
        let seen = |field: usize| map.as_ref().map_or(field, |map| usize::from(map[field]));
        let n_fields = scheme.facts.board.n_fields();
        let turns = seen_by.turns.iter().filter(|_| seen_by.has_sets());
        let images = turns.map(|turn| codes(seen_by, |field| usize::from(turn[seen(field)])));
        let images = images.collect();
        let leader = seen_by.leader.as_ref().map(|(group, choices)| {
            (*group, (0..n_fields).map(|field| bits(&choices[seen(field)])).collect())
        });
        Some(View { slice, player, pieces: pieces.collect(), map, images, leader })
    }

    /// The field of a position that is this one of the slice.
    pub(crate) fn from(&self, field: u16) -> Option<u16> {
        match &self.map {
            Some(map) => map.iter().position(|&to| to == field).map(|from| from as u16),
            None => Some(field),
        }
    }

    /// The number within the slice of the position that has these sets of the pieces of this
    /// view; nothing if it is not of the slice.
    #[inline]
    pub(crate) fn number(&self, slice: &Slice, sets: &Sets) -> Option<u64> {
        let ranker = slice.ranker.as_ref()?;
        let mut fields = [0; MOST_MEN];
        ranker.fields(sets, &mut fields)?;
        let Some((leader, choices)) = &self.leader else {
            return ranker.rank(slice, &fields, self.images.first()?);
        };
        let mut turns = *choices.get(sets[*leader].trailing_zeros() as usize)?;
        let mut least = u64::MAX;
        while turns != 0 {
            let image = self.images.get(turns.trailing_zeros() as usize)?;
            least = least.min(ranker.rank(slice, &fields, image)?);
            turns &= turns - 1;
        }
        Some(least)
    }

    /// Whether the position of a number has that number, and not a lesser one because the board
    /// can be turned; these are its sets.
    #[inline]
    pub(crate) fn has_least(&self, slice: &Slice, number: u64, sets: &Sets) -> bool {
        let Some((leader, choices)) = &self.leader else { return true };
        let turns = choices.get(sets[*leader].trailing_zeros() as usize);
        // A field that only one symmetry leaves where it is: the one that changes nothing.
        if turns.is_none_or(|turns| turns.is_power_of_two()) {
            return true;
        }
        self.number(slice, sets) == Some(number)
    }
}

/// Symmetries as bits.
fn bits(turns: &Turns) -> u64 {
    turns.iter().fold(0, |bits, turn| bits | 1 << turn)
}

impl Slice {
    /// The sets of the position that has this number.
    pub(crate) fn sets(&self, number: u64, sets: &mut Sets) {
        sets.fill(0);
        let after = self.distributions.partition_point(|it| it.start <= number);
        let Some(distribution) = after.checked_sub(1).map(|i| &self.distributions[i]) else {
            return;
        };
        let mut rest = number - distribution.start;
        let (mut taken, mut group) = (0, 0);
        for part in &distribution.parts {
            if part.group != group {
                taken |= sets[group];
                group = part.group;
            }
            let n = self.binomials.of(part.free, part.count);
            let rank = rest % n;
            rest /= n;
            let (atom, taken) = (&self.atoms[part.atom], taken & self.masks[part.atom]);
            let set = &mut sets[group];
            self.binomials.places(rank, part.free, part.count, |mut place| {
                let mut passed = taken;
                while passed != 0 {
                    let other = usize::from(self.places[passed.trailing_zeros() as usize].1);
                    place += usize::from(other <= place);
                    passed &= passed - 1;
                }
                *set |= 1 << atom[place];
            });
        }
    }
}

/// Positions and their numbers by sets, in one thread.
pub(crate) struct SetMaker<'s, G: Game + 's> {
    classes: &'s Classes,
    boards: Box<dyn Boards<G::Position> + 's>,
    /// Views of both players.
    views: Vec<Seeing>,
    /// The view by which positions of each slice are made, with a position that is as those
    /// beside the board.
    making: Vec<Option<(View, G::Position)>>,
    /// The view that saw the last position: most see several in a row.
    last: Cell<usize>,
}

/// A view, and what reads the sets that it sees.
struct Seeing {
    view: View,
    sight: Box<dyn Sight>,
}

impl<'s, G: Game> SetMaker<'s, G> {
    /// Nothing if the game has no sets that are words.
    pub(crate) fn new(
        game: &'s G,
        scheme: &Scheme,
        classes: &'s Classes,
    ) -> Option<SetMaker<'s, G>> {
        let boards = game.boards(&scheme.left_out())?;
        let view = |slice: usize, player: Player| {
            let seen_by = &classes.slices[slice];
            let view = View::new(scheme, seen_by, slice, player)?;
            let like = like(game, scheme, seen_by, &view)?;
            seen_by.has_sets().then_some((view, like))
        };
        let slices = || 0..classes.slices.len();
        let both = slices().flat_map(|slice| Player::BOTH.map(|player| (slice, player)));
        let views = both.filter_map(|(slice, player)| view(slice, player));
        let views = views.map(|(view, like)| {
            let sight = boards.sight(&like, &view.pieces);
            Seeing { view, sight }
        });
        let views = views.collect();
        let making = slices().map(|slice| view(slice, classes.slices[slice].player)).collect();
        Some(SetMaker { classes, boards, views, making, last: Cell::new(0) })
    }

    /// The words of a row.
    pub(crate) fn row_length(&self) -> usize {
        self.boards.row_length()
    }

    /// The number of a position by its row, and who is to move, if that is easily seen.
    #[inline]
    pub(crate) fn number(&self, row: &[u64]) -> Option<(u64, Player)> {
        let last = self.last.get();
        let number = self.views.get(last).and_then(|view| self.seen_by(view, row));
        if number.is_some() {
            return number;
        }
        (0..self.views.len()).filter(|&view| view != last).find_map(|view| {
            let number = self.seen_by(&self.views[view], row)?;
            self.last.set(view);
            Some(number)
        })
    }

    /// The number of a position that is seen by this view.
    #[inline]
    fn seen_by(&self, Seeing { view, sight }: &Seeing, row: &[u64]) -> Option<(u64, Player)> {
        let mut sets = [0; MOST_GROUPS];
        if !sight.sets(row, &mut sets) {
            return None;
        }
        let number = view.number(&self.classes.slices[view.slice], &sets)?;
        Some((self.classes.start(view.slice) + number, view.player))
    }

    /// The position of a number within a slice, if it is made here: nothing if there can be
    /// none, or if it has another number.
    #[inline]
    pub(crate) fn position(&self, slice: usize, within: u64) -> Option<Option<G::Position>> {
        let (view, like) = self.making[slice].as_ref()?;
        let mut sets = [0; MOST_GROUPS];
        let slice = &self.classes.slices[slice];
        slice.sets(within, &mut sets);
        if !view.has_least(slice, within, &sets) {
            return Some(None);
        }
        Some(self.boards.arranged(like, &view.pieces, &sets))
    }
}

/// A position that a view sees as the first one of its slice.
pub(crate) fn like<G: Game>(
    game: &G,
    scheme: &Scheme,
    slice: &Slice,
    view: &View,
) -> Option<G::Position> {
    let facts = &scheme.facts;
    if slice.size == 0 {
        return None;
    }
    let mut setup = Setup::empty(facts);
    setup.player = view.player;
    let material = match &view.map {
        Some(_) => slice.material.exchanged(facts, &scheme.swapped),
        None => slice.material.clone(),
    };
    material.put(facts, &scheme.plain, &mut setup);
    let mut men = Vec::new();
    slice.men(0, &mut men);
    for (piece, field) in men {
        let piece = match &view.map {
            Some(_) => scheme.swapped[usize::from(piece)],
            None => piece,
        };
        let field = usize::from(view.from(field)?);
        setup.board[field].push(scheme.pieces[usize::from(piece)]);
    }
    game.position(&setup).ok()
}
