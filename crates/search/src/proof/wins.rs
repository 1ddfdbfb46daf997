//! Turns that would win, as masks of fields: which moves leave the opponent one is seen before
//! any of them is followed, and which moves threaten most before any of them is searched.
//!
//! The ways to win come from reading the rules ([`game::Insight`]). Only those are kept that
//! need nothing but fields held by one player, by the other, or by neither; so a position is
//! two words here, and a way is tested by a few operations. There may be more ways than these:
//! what is seen here is true, and what is not seen is found by search.

use game::{Facts, Game, Insight, Piece, Player, RulesError, WayToWin};

/// Boards of this many fields fit into a word.
const MOST_FIELDS: usize = 64;
/// Ways are read that this many fields are missing from at most.
const MOST_MISSING: usize = 6;
/// What a threat promises, more than all ways that need a field.
const A_THREAT: i32 = 1 << 16;
/// What a field may hold here: nobody's or nothing, the first player's, the second player's.
const HOLDERS: usize = 3;

/// The fields that each player holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides([u64; 2]);

impl Sides {
    #[inline]
    fn of<G: Game>(game: &G, at: &G::Position) -> Sides {
        let held = game.held(at);
        Sides([held.words(Player::First)[0], held.words(Player::Second)[0]])
    }

    #[inline]
    fn holder(self, field: usize) -> usize {
        (self.0[0] >> field & 1) as usize + 2 * (self.0[1] >> field & 1) as usize
    }
}

/// A way to win as masks: each is about fields that must be so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct WinMask {
    /// Fields that each player must hold.
    held: [u64; 2],
    /// Fields that each player must not hold.
    free: [u64; 2],
    /// Fields that some player must hold.
    full: u64,
}

impl WinMask {
    #[inline]
    fn is_there(&self, Sides([first, second]): Sides) -> bool {
        let missing = self.held[0] & !first | self.held[1] & !second;
        let taken = self.free[0] & first | self.free[1] & second;
        missing | taken | self.full & !(first | second) == 0
    }

    /// The fields of a way of this player that has all pieces it needs, and may only lack
    /// something below or beside them; otherwise none.
    #[inline]
    fn target(&self, player: Player, Sides(sides): Sides) -> u64 {
        let missing = self.held[player.index()] & !sides[player.index()];
        let taken = self.free[0] & sides[0] | self.free[1] & sides[1];
        if missing | taken == 0 { self.free[0] & self.free[1] } else { 0 }
    }

    /// The fields that the player holds before the turn that wins, and those that it may take.
    fn taken(&self, player: Player) -> u64 {
        self.held[player.index()] | self.free[0] & self.free[1]
    }

    /// The way as masks; nothing if it needs more than they can say.
    fn new(facts: &Facts, told: &WayToWin) -> Option<WinMask> {
        let mut way = WinMask::default();
        for need in told.takes.needs.iter() {
            let bit = 1_u64 << need.field.index();
            let allows = |holder: usize| {
                let mut all = contents(facts, holder);
                all.all(|content| need.allowed.contains(&content))
            };
            match [0, 1, 2].map(allows) {
                [true, true, true] => {}
                [true, true, false] => way.free[1] |= bit,
                [true, false, true] => way.free[0] |= bit,
                [true, false, false] => way.free = way.free.map(|free| free | bit),
                [false, true, true] => way.full |= bit,
                [false, true, false] => way.held[0] |= bit,
                [false, false, true] => way.held[1] |= bit,
                [false, false, false] => return None,
            }
        }
        Some(way)
    }

    /// Whether it allows a holder of a field.
    fn allows(&self, field: usize, holder: usize) -> bool {
        let has = |mask: u64| mask >> field & 1 == 1;
        match holder {
            0 => !has(self.held[0] | self.held[1] | self.full),
            1 => !has(self.held[1] | self.free[0]),
            _ => !has(self.held[0] | self.free[1]),
        }
    }
}

/// All that a field may hold that counts as one holder here.
fn contents(facts: &Facts, holder: usize) -> impl Iterator<Item = Option<Piece>> + '_ {
    let nothing = (holder == 0).then_some(None);
    let is_of = move |piece: &Piece| match piece.owner().player() {
        None => holder == 0,
        Some(player) => holder == player.index() + 1,
    };
    nothing.into_iter().chain(facts.pieces().filter(is_of).map(Some))
}

/// The ways of one player.
#[derive(Debug, Default)]
struct WinMasks {
    /// Ways that share what they need of one field and its surroundings, with what that is.
    groups: Vec<(WinMask, Vec<WinMask>)>,
    /// The ways that begin to allow what a field holds, by field, holder before, and holder
    /// now.
    begun: Vec<Vec<WinMask>>,
    /// In how many ways to win the player holds each field at the end.
    parts: Vec<i32>,
}

/// Where the ways are that begin when a field changes its holder.
#[inline]
fn change(field: usize, before: usize, now: usize) -> usize {
    (field * HOLDERS + before) * HOLDERS + now
}

impl WinMasks {
    fn new(mut ways: Vec<WinMask>, player: Player, n_fields: usize) -> WinMasks {
        // Ways with the same fields to be free or full are mostly about the same move.
        ways.sort_by_key(|way| (way.free, way.full, way.held));
        ways.dedup();
        let is_same = |a: &WinMask, b: &WinMask| (a.free, a.full) == (b.free, b.full);
        let groups = ways.chunk_by(is_same).map(|group| {
            let common = WinMask { held: [0; 2], ..group[0] };
            (common, group.to_vec())
        });
        let groups = groups.collect();
        let mut begun = vec![Vec::new(); n_fields * HOLDERS * HOLDERS];
        for field in 0..n_fields {
            for (before, now) in (0..HOLDERS * HOLDERS).map(|i| (i / HOLDERS, i % HOLDERS)) {
                let begins = |way: &&WinMask| !way.allows(field, before) && way.allows(field, now);
                begun[change(field, before, now)] = ways.iter().filter(begins).copied().collect();
            }
        }
        let mut held: Vec<u64> = ways.iter().map(|way| way.taken(player)).collect();
        held.sort_unstable();
        held.dedup();
        let n_parts = |field| held.iter().filter(|fields| *fields >> field & 1 == 1).count() as i32;
        WinMasks { groups, begun, parts: (0..n_fields).map(n_parts).collect() }
    }

    /// The ways that are there.
    fn there(&self, sides: Sides, found: &mut Vec<WinMask>) {
        found.clear();
        for (common, ways) in &self.groups {
            if common.is_there(sides) {
                found.extend(ways.iter().filter(|way| way.is_there(sides)));
            }
        }
    }

    /// The ways that may have come about by a change of the board.
    #[inline]
    fn begun(&self, before: Sides, now: Sides) -> impl Iterator<Item = &WinMask> {
        let mut changed = before.0[0] ^ now.0[0] | before.0[1] ^ now.0[1];
        let fields = std::iter::from_fn(move || {
            let field = (changed != 0).then(|| changed.trailing_zeros() as usize)?;
            changed &= changed - 1;
            Some(field)
        });
        fields.flat_map(move |field| {
            &self.begun[change(field, before.holder(field), now.holder(field))]
        })
    }
}

/// The turns that would win, of both players.
#[derive(Debug)]
pub struct Wins {
    players: [WinMasks; 2],
    /// Whether these seem to be all: reading further found no more of them.
    all: bool,
}

impl Wins {
    /// Reads the rules; nothing if they say nothing that can be used.
    pub fn read<G: Game, I: Insight<Position = G::Position>>(
        game: &G,
        insight: &I,
        at: &G::Position,
    ) -> Result<Option<Wins>, RulesError> {
        let facts = game.facts();
        let n_fields = facts.board.n_fields();
        if n_fields > MOST_FIELDS || facts.stacks.is_some() || facts.n_players() != 2 {
            return Ok(None);
        }
        let mut all = true;
        let mut read = |player| -> Result<Vec<WinMask>, RulesError> {
            let told = insight.ways_to_win(at, player, MOST_MISSING)?;
            let sure = told.iter().filter(|way| way.sure);
            let ways: Vec<WinMask> = sure.filter_map(|way| WinMask::new(facts, way)).collect();
            all &= ways.len() == told.len()
                && told.len() == insight.ways_to_win(at, player, MOST_MISSING + 1)?.len();
            Ok(ways)
        };
        let ways = [read(Player::First)?, read(Player::Second)?];
        if ways.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let [first, second] = ways;
        let first = WinMasks::new(first, Player::First, n_fields);
        let second = WinMasks::new(second, Player::Second, n_fields);
        Ok(Some(Wins { players: [first, second], all }))
    }

    /// Whether these seem to be all the ways to win that there are. No proof may rest on it.
    pub(super) fn are_all(&self) -> bool {
        self.all
    }

    /// Whether a player who is to move there is known to win at once.
    pub fn is_won<G: Game>(&self, game: &G, at: &G::Position, player: Player) -> bool {
        let mut found = Vec::new();
        self.players[player.index()].there(Sides::of(game, at), &mut found);
        !found.is_empty()
    }

    /// What is to be seen in a position before its moves are looked at.
    pub(super) fn look<G: Game>(&self, game: &G, at: &G::Position, into: &mut Seen) {
        into.player = game.player(at);
        into.sides = Sides::of(game, at);
        self.players[into.player.other().index()].there(into.sides, &mut into.threats);
    }

    /// Whether the opponent wins at once after a move to this position.
    #[inline]
    pub(super) fn loses<G: Game>(&self, game: &G, seen: &Seen, to: &G::Position) -> bool {
        if game.player(to) == seen.player {
            return false;
        }
        let sides = Sides::of(game, to);
        seen.threats.iter().any(|way| way.is_there(sides))
            || self.players[seen.player.other().index()]
                .begun(seen.sides, sides)
                .any(|way| way.is_there(sides))
    }

    /// On how many fields a move makes a new threat of the player who moves, whether or not
    /// they can move there at once.
    #[inline]
    pub(super) fn n_threats<G: Game>(&self, game: &G, seen: &Seen, to: &G::Position) -> u32 {
        self.made(seen, Sides::of(game, to)).count_ones()
    }

    /// How much a move promises: new threats first, then fields that many ways need.
    #[inline]
    pub(super) fn promise<G: Game>(&self, game: &G, seen: &Seen, to: &G::Position) -> i32 {
        let (sides, player) = (Sides::of(game, to), seen.player.index());
        let threats = self.made(seen, sides).count_ones() as i32;
        let mut taken = sides.0[player] & !seen.sides.0[player];
        let mut parts = 0;
        while taken != 0 {
            parts += self.players[player].parts[taken.trailing_zeros() as usize];
            taken &= taken - 1;
        }
        threats * A_THREAT + parts.min(A_THREAT - 1)
    }

    /// The fields on which a move that leads there makes new threats.
    #[inline]
    fn made(&self, seen: &Seen, sides: Sides) -> u64 {
        let begun = self.players[seen.player.index()].begun(seen.sides, sides);
        begun.fold(0, |fields, way| fields | way.target(seen.player, sides))
    }
}

/// What is seen of a position.
#[derive(Debug, Default)]
pub(super) struct Seen {
    player: Player,
    sides: Sides,
    /// The ways by which the opponent would win if it were their turn.
    threats: Vec<WinMask>,
}
