//! Numbers of positions from sets of fields, where a set is one word: what [`crate::slice`] does
//! man by man, and for the same numbers, without a list of men.

use crate::class::Classes;
use crate::scheme::Scheme;
use crate::slice::{Slice, Turns};
use game::{Boards, Game, Player, Setup};
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
    /// The same by each symmetry of the slice after that, if a set of fields is a word.
    images: Vec<Image>,
    /// The group whose man has to be on one of few fields, and for each field of a position the
    /// symmetries that bring it there.
    leader: Option<(usize, Vec<Turns>)>,
}

/// Where each field of a set that is a word goes.
type Image = [u8; 64];

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
        let turns = seen_by.turns.iter().filter(|_| n_fields <= 64);
        let images = turns.map(|turn| {
            let mut image = [0; 64];
            (0..n_fields).for_each(|field| image[field] = turn[seen(field)] as u8);
            image
        });
        let images = images.collect();
        let leader = seen_by.leader.as_ref().map(|(group, choices)| {
            (*group, (0..n_fields).map(|field| choices[seen(field)].clone()).collect())
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
        let Some((leader, choices)) = &self.leader else {
            return match (&self.map, self.images.first()) {
                (Some(_), Some(image)) => slice.rank_of_sets(&self.image(sets, image)),
                _ => slice.rank_of_sets(sets),
            };
        };
        let mut least = None;
        for &turn in choices.get(sets[*leader].trailing_zeros() as usize)? {
            let number = slice.rank_of_sets(&self.image(sets, self.images.get(turn)?))?;
            least = Some(least.map_or(number, |least: u64| least.min(number)));
        }
        least
    }

    #[inline]
    fn image(&self, sets: &Sets, image: &Image) -> Sets {
        let mut images = [0; MOST_GROUPS];
        for (to, &set) in images.iter_mut().zip(sets).take(self.pieces.len()) {
            *to = image_of(set, image);
        }
        images
    }
}

/// Where the fields of a set go.
#[inline]
fn image_of(mut set: u64, image: &Image) -> u64 {
    let mut to = 0;
    while set != 0 {
        to |= 1_u64 << (image[set.trailing_zeros() as usize & 63] & 63);
        set &= set - 1;
    }
    to
}

impl Slice {
    /// Whether the position of a number has that number, and not a lesser one because the board
    /// can be turned; these are its sets.
    #[inline]
    pub(crate) fn has_least(&self, number: u64, sets: &Sets) -> bool {
        let Some((leader, choices)) = &self.leader else { return true };
        let field = sets[*leader].trailing_zeros() as usize;
        // A field that only one symmetry leaves where it is: the one that changes nothing.
        let Some(choices) = choices.get(field).filter(|choices| choices.len() > 1) else {
            return true;
        };
        choices.iter().all(|&turn| {
            let mut turned = [0; MOST_GROUPS];
            for (to, &set) in turned.iter_mut().zip(sets).take(self.groups.len()) {
                let mut left = set;
                while left != 0 {
                    *to |= 1 << self.turns[turn][left.trailing_zeros() as usize];
                    left &= left - 1;
                }
            }
            self.rank_of_sets(&turned).is_some_and(|other| other >= number)
        })
    }

    /// The number of sets as they are.
    #[inline]
    fn rank_of_sets(&self, sets: &Sets) -> Option<u64> {
        let distribution = match &self.distributions[..] {
            [only] => only,
            _ => self.distribution(self.key_of(sets))?,
        };
        let (mut number, mut taken, mut group, mut left) = (distribution.start, 0, 0, sets[0]);
        for part in &distribution.parts {
            if part.group != group {
                if left != 0 {
                    return None;
                }
                taken |= sets[group];
                (group, left) = (part.group, sets[part.group]);
            }
            let atom = self.masks[part.atom];
            let (taken, mut rank) = (taken & atom, 0);
            for n in 1..=part.count {
                let bits = left & atom;
                if bits == 0 {
                    return None;
                }
                let field = bits.trailing_zeros();
                left &= !(1 << field);
                let passed = (taken & ((1 << field) - 1)).count_ones() as usize;
                let place = usize::from(self.places[field as usize].1) - passed;
                rank += if n == 1 { place as u64 } else { self.binomials.of(place, n) };
            }
            number += rank * part.weight;
        }
        (left == 0).then_some(number)
    }

    /// The key of the distribution of some sets.
    fn key_of(&self, sets: &Sets) -> u64 {
        let mut key = 0;
        for (set, keys) in sets.iter().zip(self.keys.chunks_exact(self.masks.len().max(1))) {
            let cells = self.masks.iter().zip(keys);
            key += cells.map(|(atom, key)| u64::from((set & atom).count_ones()) * key).sum::<u64>();
        }
        key
    }

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
    game: &'s G,
    classes: &'s Classes,
    boards: Box<dyn Boards<G::Position> + 's>,
    /// Views of each player, each with a position that is as those it sees beside the board.
    views: [Vec<(View, G::Position)>; 2],
    /// The view by which positions of each slice are made.
    making: Vec<Option<(View, G::Position)>>,
    /// The view of each player that saw the last position: most see several in a row.
    last: [Cell<usize>; 2],
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
        let views =
            Player::BOTH.map(|player| slices().filter_map(|slice| view(slice, player)).collect());
        let making = slices().map(|slice| view(slice, classes.slices[slice].player)).collect();
        let last = [Cell::new(0), Cell::new(0)];
        Some(SetMaker { game, classes, boards, views, making, last })
    }

    /// The number of a position if that is easily seen.
    #[inline]
    pub(crate) fn number(&self, position: &G::Position) -> Option<u64> {
        let player = self.game.player(position).index();
        let (views, last) = (&self.views[player], self.last[player].get());
        let number = views.get(last).and_then(|view| self.seen_by(view, position));
        if number.is_some() {
            return number;
        }
        (0..views.len()).filter(|&view| view != last).find_map(|view| {
            let number = self.seen_by(&views[view], position)?;
            self.last[player].set(view);
            Some(number)
        })
    }

    /// The number of a position that is seen by this view.
    #[inline]
    fn seen_by(&self, (view, like): &(View, G::Position), position: &G::Position) -> Option<u64> {
        let mut sets = [0; MOST_GROUPS];
        if !self.boards.read(position, like, &view.pieces, &mut sets) {
            return None;
        }
        let number = view.number(&self.classes.slices[view.slice], &sets)?;
        Some(self.classes.start(view.slice) + number)
    }

    /// The position of a number within a slice, if it is made here: nothing if there can be
    /// none, or if it has another number.
    #[inline]
    pub(crate) fn position(&self, slice: usize, within: u64) -> Option<Option<G::Position>> {
        let (view, like) = self.making[slice].as_ref()?;
        let mut sets = [0; MOST_GROUPS];
        let slice = &self.classes.slices[slice];
        slice.sets(within, &mut sets);
        if !slice.has_least(within, &sets) {
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
