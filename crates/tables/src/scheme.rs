//! What all tables of a game share: which pieces there are and on which fields, what may be
//! exchanged, and which counters play does not depend on.

use crate::material::{Material, own_counters, plain_counters};
use crate::turning::Turning;
use game::{Contents, Counter, Facts, Field, FieldSet, Game, Owner, Piece, Player, Symmetry};

/// What is known about the rules of a game, by whoever can read them.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// A number that other rules do not have.
    pub fingerprint: u64,
    /// Symmetries that are proved, also those that exchange the players.
    pub symmetries: Vec<Symmetry>,
    /// For each counter, the value from which on it can only make the game a draw, if it does
    /// nothing else.
    pub clocks: Vec<Option<i32>>,
    /// Whether a game can end with a score, and not only with who wins.
    pub scores: bool,
    /// The counter of players that holds nothing but points, if that is proved.
    pub points: Option<Counter>,
    /// Symmetries that only some classes have.
    pub turning: Turning,
}

/// How the positions of a game are looked at.
#[derive(Clone, Debug)]
pub struct Scheme {
    pub(crate) facts: Facts,
    pub(crate) rules: Rules,
    pub(crate) pieces: Vec<Piece>,
    /// The place of each piece in that list, by kind and owner.
    places: Vec<u8>,
    /// What each piece is if the players are exchanged.
    pub(crate) swapped: Vec<u8>,
    /// Where each field goes if the players are exchanged, if they may be.
    exchange: Option<Vec<u16>>,
    /// Where each field goes by each symmetry that leaves the players as they are; the first
    /// of them changes nothing.
    turns: Vec<Vec<u16>>,
    /// The fields on which each piece can be.
    pub(crate) domains: Vec<FieldSet>,
    /// The counters that belong to nobody and on which play depends.
    pub(crate) plain: Vec<Counter>,
    /// For each counter of nobody, whether play depends on it, and otherwise up to which
    /// value it says nothing.
    clocks: Vec<Option<i32>>,
    /// Where points are counted.
    pub(crate) points: Option<Points>,
}

/// The counter of players that holds nothing but points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Points {
    /// Where that of the first player is among the numbers of a material.
    place: usize,
    low: i32,
    high: i32,
}

/// A position as tables see it: the players are exchanged if they may be and the second is to
/// move.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The men by the place of their piece and then by their field.
    pub(crate) men: Vec<(u8, u16)>,
    pub(crate) material: Material,
    /// Who is to move.
    pub(crate) player: Player,
    /// Whether a field is remembered, so that the rest may not say everything.
    pub(crate) remembers: bool,
    /// The turns that may follow before a counter can make the game a draw.
    pub(crate) clock: u32,
    /// How many more points the player to move has than the opponent.
    pub(crate) points: i32,
    /// The points of the player who has more of them, and how many more there can be.
    pub(crate) most_points: i32,
    pub(crate) points_left: i32,
    contents: Contents,
}

impl Scheme {
    /// How positions of a game are looked at; nothing is known of where pieces can be.
    pub fn new(facts: &Facts, rules: Rules) -> Scheme {
        let pieces: Vec<Piece> = facts.pieces().collect();
        let mut places = vec![u8::MAX; 3 * facts.kinds.len()];
        for (i, piece) in pieces.iter().enumerate() {
            places[3 * piece.kind().index() + piece.owner() as usize] = i as u8;
        }
        let swapped = pieces.iter().map(|piece| {
            let owner = match piece.owner() {
                Owner::First => Owner::Second,
                Owner::Second => Owner::First,
                Owner::Nobody => Owner::Nobody,
            };
            places[3 * piece.kind().index() + owner as usize]
        });
        let swapped = swapped.collect();
        let map = |it: &Symmetry| it.fields.iter().map(|field| field.0).collect::<Vec<u16>>();
        let (exchanging, turning): (Vec<_>, Vec<_>) =
            rules.symmetries.iter().partition(|symmetry| symmetry.exchanges_players);
        let n_fields = facts.board.n_fields();
        let mut turns = vec![(0..n_fields as u16).collect::<Vec<u16>>()];
        turns.extend(turning.into_iter().map(map));
        // Of several maps the one that makes the same first position keeps pieces on fields that
        // they can reach.
        let keeps = |symmetry: &&&Symmetry| {
            let start = &facts.start.board;
            start.iter().zip(&symmetry.fields).all(|(stack, to)| {
                let image = stack.iter().map(|piece| symmetry.piece(*piece));
                image.eq(start[to.index()].iter().copied())
            })
        };
        let exchange = exchanging.iter().find(keeps).or(exchanging.first());
        let exchange = exchange.map(|symmetry| map(symmetry));
        let clock = |counter: Counter| rules.clocks.get(counter.index()).copied().flatten();
        Scheme {
            pieces,
            places,
            swapped,
            exchange,
            turns,
            domains: vec![FieldSet::empty(n_fields); facts.pieces().count()],
            plain: plain_counters(facts).filter(|&counter| clock(counter).is_none()).collect(),
            clocks: plain_counters(facts).map(clock).collect(),
            points: rules.points.and_then(|counter| {
                let place = own_counters(facts).position(|other| other == counter)?;
                let declared = &facts.counters[counter.index()];
                let (low, high) = (declared.low, declared.high);
                Some(Points { place: 2 * (facts.reserve.len() + place), low, high })
            }),
            facts: facts.clone(),
            rules,
        }
    }

    /// Whether positions are seen by the player to move.
    pub(crate) fn exchanges(&self) -> bool {
        self.exchange.is_some()
    }

    /// Where each field goes if the players are exchanged, if they may be.
    pub(crate) fn exchange(&self) -> Option<&[u16]> {
        self.exchange.as_deref()
    }

    /// Of each counter, whether play does not depend on it but for draws.
    pub(crate) fn left_out(&self) -> Vec<bool> {
        let clock = |i: usize| self.rules.clocks.get(i).copied().flatten();
        let counters = self.facts.counters.iter().enumerate();
        counters.map(|(i, counter)| counter.symbols.is_none() && clock(i).is_some()).collect()
    }

    /// The class of a material.
    pub fn class(&self, mut material: Material) -> Material {
        let missing = self.n_numbers().saturating_sub(material.numbers.len());
        let plain = &self.plain[self.plain.len().saturating_sub(missing)..];
        let lows = plain.iter().map(|counter| self.facts.counters[counter.index()].low);
        material.numbers.extend(lows);
        match self.exchanges() {
            true => material.named(&self.facts, &self.swapped),
            false => material,
        }
    }

    fn n_numbers(&self) -> usize {
        2 * (self.facts.reserve.len() + own_counters(&self.facts).count()) + self.plain.len()
    }

    /// The materials and players to move whose positions make up a class.
    pub(crate) fn slices(&self, class: &Material) -> Vec<(Material, Player)> {
        if !self.exchanges() {
            return Player::BOTH.map(|player| (class.clone(), player)).to_vec();
        }
        let other = class.exchanged(&self.facts, &self.swapped);
        let mut slices = vec![(class.clone(), Player::First)];
        if other != *class {
            slices.push((other, Player::First));
        }
        slices
    }

    /// Looks at a position.
    pub fn see<G: Game>(&self, game: &G, position: &G::Position, seen: &mut Seen) {
        game.contents(position, &mut seen.contents);
        let Seen { men, material, contents, .. } = seen;
        men.clear();
        let place = |piece: Piece| self.places[3 * piece.kind().index() + piece.owner() as usize];
        men.extend(contents.pieces.iter().map(|&(piece, field)| (place(piece), field.0)));
        material.numbers.clear();
        material.numbers.extend(&contents.numbers);
        seen.clock = u32::MAX;
        for (&value, clock) in contents.plain.iter().zip(&self.clocks) {
            match clock {
                Some(limit) => seen.clock = seen.clock.min((limit - value).max(0) as u32),
                None => material.numbers.push(value),
            }
        }
        seen.remembers = contents.remembers;
        seen.player = game.player(position);
        self.turn_around(seen);
        self.set_points_aside(seen);
        let Seen { men, material, .. } = seen;
        material.counts.clear();
        material.counts.resize(self.pieces.len(), 0);
        men.iter().for_each(|&(piece, _)| material.counts[usize::from(piece)] += 1);
    }

    /// Reads how many points there are, and looks at the rest as if there were none.
    fn set_points_aside(&self, seen: &mut Seen) {
        (seen.points, seen.most_points, seen.points_left) = (0, 0, i32::MAX);
        let Some(Points { place, low, high }) = self.points else { return };
        let pair = &mut seen.material.numbers[place..place + 2];
        let (own, other) = (seen.player.index(), seen.player.other().index());
        seen.points = pair[own] - pair[other];
        seen.most_points = pair[0].max(pair[1]) - low;
        seen.points_left = high - pair[0].max(pair[1]);
        pair.fill(low);
    }

    /// Exchanges the players if the second is to move and they may be exchanged; the counts
    /// of pieces are left as they are.
    fn turn_around(&self, seen: &mut Seen) {
        let (Some(exchange), Player::Second) = (&self.exchange, seen.player) else { return };
        seen.player = Player::First;
        for (piece, field) in &mut seen.men {
            *piece = self.swapped[usize::from(*piece)];
            *field = exchange[usize::from(*field)];
        }
        seen.men.sort_unstable();
        let n_pairs = self.n_numbers() - self.plain.len();
        let pairs = seen.material.numbers[..n_pairs].chunks_exact_mut(2);
        pairs.for_each(|pair| pair.swap(0, 1));
    }

    /// The same men with the other player to move.
    pub(crate) fn pass(&self, seen: &Seen, passed: &mut Seen) {
        passed.men.clone_from(&seen.men);
        passed.material.clone_from(&seen.material);
        passed.player = seen.player.other();
        if self.exchanges() {
            passed.material.counts = seen.material.exchanged(&self.facts, &self.swapped).counts;
        }
        self.turn_around(passed);
    }

    /// Notes that a man can be on a field, and where that is if the players are exchanged; says
    /// whether that is new.
    pub(crate) fn note(&mut self, piece: u8, field: u16) -> bool {
        let mut fields = vec![(piece, field)];
        if let Some(exchange) = &self.exchange {
            let swapped = self.swapped[usize::from(piece)];
            fields.push((swapped, exchange[usize::from(field)]));
        }
        let mut is_new = false;
        for (piece, field) in fields {
            let domain = &mut self.domains[usize::from(piece)];
            is_new |= !domain.contains(Field(field));
            domain.insert(Field(field));
        }
        is_new
    }

    /// The symmetries of positions with a material that leave the players as they are and its
    /// pieces on fields where they can be: a mirror of checkers would lead to the fields of the
    /// other color. The first of them changes nothing.
    pub(crate) fn turns_of(&self, material: &Material) -> Vec<Vec<u16>> {
        let mut kinds = vec![false; self.facts.kinds.len()];
        let pieces = || self.pieces.iter().zip(&material.counts).zip(&self.domains);
        let pieces = || pieces().filter(|((_, count), _)| **count > 0);
        pieces().for_each(|((piece, _), _)| kinds[piece.kind().index()] = true);
        let more = self.rules.turning.maps(kinds, self.counters_of(material));
        let turns = match more {
            Some(more) => [&self.turns[..1], &more[..]].concat(),
            None => self.turns.clone(),
        };
        let keeps = |turn: &Vec<u16>| {
            pieces().all(|(_, domain)| {
                domain.iter().all(|field| domain.contains(Field(turn[field.index()])))
            })
        };
        turns.into_iter().filter(keeps).collect()
    }

    /// The values of counters that a material has for both players. Points change without being
    /// part of it.
    fn counters_of(&self, material: &Material) -> Vec<Option<i32>> {
        let mut values = vec![None; self.facts.counters.len()];
        let pairs = material.numbers[2 * self.facts.reserve.len()..].chunks_exact(2);
        for (counter, pair) in own_counters(&self.facts).zip(pairs) {
            let is_same = pair[0] == pair[1] && self.rules.points != Some(counter);
            values[counter.index()] = is_same.then_some(pair[0]);
        }
        values
    }

    /// What is declared.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }
}
