//! All positions that can follow one, each in memory once: as it is, or as the number into which
//! the game can pack it, and from which it is made again when its turn comes. So nothing
//! waits in memory but numbers.

use super::Unproved;
use super::ground::{Ground, hash};
use super::retrograde::{win, worth_to};
use game::bytes::{Reader, put_position, read_position};
use game::{Game, Outcome, Packer, Player};
use std::hash::Hash;
use std::marker::PhantomData;

/// How positions are kept in memory.
pub(crate) trait Keep<G: Game> {
    /// What is kept of a position.
    type Name: Eq + Hash;
    /// The name of a position in which the game goes on.
    fn name(&self, at: &G::Position) -> Self::Name;
    /// The name of an end that is worth so much to the player to move.
    fn end(&self, at: &G::Position, worth: i32) -> Self::Name;
    /// What a name stands for: a position, or what an end is worth; nothing if it is a
    /// position that the rules reach and nobody may set up.
    fn meaning(&self, game: &G, name: &Self::Name) -> Option<Meaning<G::Position>>;
    /// Appends a name as bytes to the list; says no if the back end cannot write positions.
    fn put(&self, game: &G, name: &Self::Name, to: &mut Vec<u8>) -> bool;
    /// The next name of those that were put.
    fn read(&self, game: &G, from: &mut Reader<'_>) -> Option<Self::Name>;
}

/// What a name stands for.
pub(crate) enum Meaning<P> {
    /// This position, or an image of it.
    Position(P),
    /// Ends that are worth so much to the player to move.
    End(i32),
}

/// Positions as they are.
pub(crate) struct Whole;

impl<G: Game> Keep<G> for Whole {
    type Name = G::Position;

    fn name(&self, at: &G::Position) -> G::Position {
        at.clone()
    }

    fn end(&self, at: &G::Position, _: i32) -> G::Position {
        at.clone()
    }

    fn meaning(&self, _: &G, name: &G::Position) -> Option<Meaning<G::Position>> {
        Some(Meaning::Position(name.clone()))
    }

    fn put(&self, game: &G, name: &G::Position, to: &mut Vec<u8>) -> bool {
        put_position(game, name, to)
    }

    fn read(&self, game: &G, from: &mut Reader<'_>) -> Option<G::Position> {
        read_position(game, from)
    }
}

/// Numbers of positions; ends that are worth the same are one.
pub(crate) struct Numbers<'p, P, N> {
    packer: &'p dyn Packer<P>,
    number: PhantomData<N>,
}

impl<'p, P, N> Numbers<'p, P, N> {
    /// The numbers of a packer, if this type has room for them.
    pub(crate) fn new(packer: &'p dyn Packer<P>) -> Option<Numbers<'p, P, N>> {
        let has_room = packer.packing().bits() as usize <= size_of::<N>() * 8 - 2;
        has_room.then_some(Numbers { packer, number: PhantomData })
    }

    /// A number above those of all positions.
    fn ends() -> u128 {
        1 << (size_of::<N>() * 8 - 2)
    }
}

impl<G, N> Keep<G> for Numbers<'_, G::Position, N>
where
    G: Game,
    N: Copy + Eq + Hash + TryFrom<u128> + Into<u128> + Default,
{
    type Name = N;

    fn name(&self, at: &G::Position) -> N {
        N::try_from(self.packer.pack(at)).unwrap_or_default()
    }

    fn end(&self, _: &G::Position, worth: i32) -> N {
        let number = (i64::from(worth) - i64::from(i32::MIN)) as u128;
        N::try_from(Self::ends() + number).unwrap_or_default()
    }

    fn meaning(&self, game: &G, name: &N) -> Option<Meaning<G::Position>> {
        let number: u128 = (*name).into();
        if let Some(end) = number.checked_sub(Self::ends()) {
            return Some(Meaning::End((end as i64 + i64::from(i32::MIN)) as i32));
        }
        let setup = self.packer.packing().unpack(game.facts(), number);
        game.position(&setup).ok().map(Meaning::Position)
    }

    fn put(&self, _: &G, name: &N, to: &mut Vec<u8>) -> bool {
        let number: u128 = (*name).into();
        to.extend_from_slice(&number.to_le_bytes()[..size_of::<N>()]);
        true
    }

    fn read(&self, _: &G, from: &mut Reader<'_>) -> Option<N> {
        let (bytes, rest) = from.0.split_at_checked(size_of::<N>())?;
        from.0 = rest;
        let mut number = [0; size_of::<u128>()];
        number[..bytes.len()].copy_from_slice(bytes);
        N::try_from(u128::from_le_bytes(number)).ok()
    }
}

/// Names with numbers, in the order in which they were found.
pub(crate) struct Numbered<K> {
    pub(crate) names: Vec<K>,
    /// Numbers by hash, one more than they are; 0 for none.
    places: Vec<u32>,
}

impl<K: Eq + Hash> Numbered<K> {
    /// No names, and places for some; a power of two.
    pub(crate) fn new(places: usize) -> Numbered<K> {
        Numbered { names: Vec::new(), places: vec![0; places] }
    }

    /// The number of a name, new or not.
    pub(crate) fn number(&mut self, name: K) -> u32 {
        if self.names.len() * 2 > self.places.len() {
            self.places = vec![0; self.places.len() * 2];
            for i in 0..self.names.len() {
                let place = self.place(&self.names[i]);
                self.places[place] = i as u32 + 1;
            }
        }
        let place = self.place(&name);
        if self.places[place] == 0 {
            self.names.push(name);
            self.places[place] = self.names.len() as u32;
        }
        self.places[place] - 1
    }

    /// Where the number of a name is, or belongs.
    fn place(&self, name: &K) -> usize {
        let mask = self.places.len() - 1;
        let mut place = hash(name) as usize & mask;
        while let Some(i) = self.places[place].checked_sub(1) {
            if self.names[i as usize] == *name {
                break;
            }
            place = (place + 1) & mask;
        }
        place
    }
}

/// Where a move leads: the number of a position, and whether the same player moves again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge(u32);

impl Edge {
    /// This many positions can be told apart.
    pub(crate) const MOST: usize = 1 << 31;

    pub(crate) fn new(number: u32, again: bool) -> Edge {
        Edge(number | u32::from(again) << 31)
    }

    pub(crate) fn number(self) -> u32 {
        self.0 & (u32::MAX >> 1)
    }

    pub(crate) fn again(self) -> bool {
        self.0 >> 31 == 1
    }
}

/// All positions that can be reached, by number; the first has the number 0.
#[derive(Default)]
pub(crate) struct Reached {
    /// How many moves there are, and where they lead, one position after the other.
    pub(crate) n_moves: Vec<u32>,
    pub(crate) leads_to: Vec<Edge>,
    /// The ends, with what they are worth to the player to move.
    pub(crate) ends: Vec<(u32, i32)>,
    /// The positions in which the player to move wins at once.
    pub(crate) one_move: Vec<u32>,
    pub(crate) scored: bool,
    /// Where the moves of the first position lead, in their order.
    pub(crate) first_moves: Vec<Edge>,
}

/// The bytes beside its name that a position has while positions are sought: its places
/// by hash, those of a table that has just grown and of the one before, and its moves.
const SOUGHT: usize = 28;
/// The bytes of a position while values go back: what [`Reached`] and the tables of a
/// wave have of it.
const VALUED: usize = 28;

/// Finds all positions that can follow one; gives up when there are more than `most`.
pub(crate) fn reach<G: Game, K: Keep<G>>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    keep: &K,
    memory: usize,
    most: u64,
) -> Result<Reached, Unproved> {
    let mut numbered = Numbered::new(1 << 10);
    let mut reached = Reached::default();
    let outside = ground.position_bytes() - size_of::<G::Position>();
    let outside = if size_of::<K::Name>() == size_of::<G::Position>() { outside } else { 0 };
    numbered.number(name(ground, keep, at, &mut reached.scored));
    // The first name may stand for an image of the first position, with other moves.
    if let Ok(list) = ground.expand(at)? {
        for child in &list {
            let again = ground.player(child) == ground.player(at);
            let number = numbered.number(name(ground, keep, child, &mut reached.scored));
            reached.first_moves.push(Edge::new(number, again));
        }
        ground.done(list);
    }
    while reached.n_moves.len() < numbered.names.len() {
        ground.count()?;
        let i = reached.n_moves.len();
        let before = reached.leads_to.len();
        match keep.meaning(ground.game(), &numbered.names[i]) {
            Some(Meaning::End(worth)) => reached.ends.push((i as u32, worth)),
            Some(Meaning::Position(at)) => follow(ground, &at, keep, &mut numbered, &mut reached)?,
            // It could only be kept whole, and there are too many for that.
            None => return Err(Unproved::Memory),
        }
        reached.n_moves.push((reached.leads_to.len() - before) as u32);
        let n = numbered.names.len();
        ground.positions = n as u64;
        let edges = reached.leads_to.len() * size_of::<Edge>();
        let sought = n * (size_of::<K::Name>() + outside + SOUGHT) + edges;
        let valued = n * VALUED + edges * 2;
        if sought.max(valued) > memory || n as u64 > most || n > Edge::MOST {
            return Err(Unproved::Memory);
        }
    }
    Ok(reached)
}

/// The name of a position, or of the end that it is; then also whether there are points.
fn name<G: Game, K: Keep<G>>(
    ground: &Ground<'_, '_, G>,
    keep: &K,
    at: &G::Position,
    scored: &mut bool,
) -> K::Name {
    let Some(outcome) = ground.outcome(at) else { return keep.name(at) };
    *scored |= outcome.scored;
    keep.end(at, worth_to(ground.player(at), outcome))
}

/// Numbers the positions after the next one.
fn follow<G: Game, K: Keep<G>>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    keep: &K,
    numbered: &mut Numbered<K::Name>,
    reached: &mut Reached,
) -> Result<(), Unproved> {
    let (i, player) = (reached.n_moves.len() as u32, ground.player(at));
    match ground.expand(at)? {
        // Of the first position all moves are wanted.
        Ok(list) if i > 0 && wins_at_once(ground, player, &list) => {
            reached.one_move.push(i);
            ground.done(list);
        }
        Ok(list) => {
            for child in &list {
                let number = numbered.number(name(ground, keep, child, &mut reached.scored));
                reached.leads_to.push(Edge::new(number, ground.player(child) == player));
            }
            ground.done(list);
        }
        Err(outcome) => {
            reached.scored |= outcome.scored;
            reached.ends.push((i, worth_to(player, outcome)));
        }
    }
    Ok(())
}

/// Whether a move ends the game with the greatest worth for the player to move.
pub(crate) fn wins_at_once<G: Game>(
    ground: &Ground<'_, '_, G>,
    player: Player,
    list: &[G::Position],
) -> bool {
    let most: Outcome = win(player);
    list.iter().any(|child| ground.outcome(child) == Some(most))
}
