//! Material: how many of each piece are on the board, and what is beside it. Positions with
//! the same material are numbered together.

use game::{Counter, Facts, Owner, Piece, Player, Setup};

/// What positions of one class have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// How many there are of each piece, in the order of [`Facts::pieces`].
    pub counts: Vec<u8>,
    /// What is in reserve and the counters of players, each for the first and for the second
    /// player; then the other counters on which play depends.
    pub numbers: Vec<i32>,
}

impl Material {
    /// The material with the players exchanged.
    pub fn exchanged(&self, facts: &Facts, swapped: &[u8]) -> Material {
        let mut exchanged = self.clone();
        for (i, &to) in swapped.iter().enumerate() {
            exchanged.counts[usize::from(to)] = self.counts[i];
        }
        let n_pairs = 2 * (facts.reserve.len() + own_counters(facts).count());
        exchanged.numbers[..n_pairs].chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
        exchanged
    }

    /// How many pieces there are, on the board and in reserve.
    pub fn men(&self, facts: &Facts) -> u32 {
        let on_board: u32 = self.counts.iter().map(|&count| u32::from(count)).sum();
        let kept = &self.numbers[..2 * facts.reserve.len()];
        on_board + kept.iter().map(|&count| count.max(0) as u32).sum::<u32>()
    }

    /// How many men a player has on the board, and then a list that prefers strong kinds: what
    /// decides which of two exchanged materials names a class.
    fn strength(&self, facts: &Facts) -> (u32, Vec<u8>, &[i32]) {
        let pieces = facts.pieces().zip(&self.counts);
        let first = pieces.filter(|(piece, _)| piece.owner() == Owner::First);
        let counts: Vec<u8> = first.map(|(_, &count)| count).collect();
        (counts.iter().map(|&count| u32::from(count)).sum(), counts, &self.numbers)
    }

    /// Of this material and the exchanged one, the one that names the class.
    pub fn named(self, facts: &Facts, swapped: &[u8]) -> Material {
        let other = self.exchanged(facts, swapped);
        if other.strength(facts) > self.strength(facts) { other } else { self }
    }

    /// The name in the symbols of the game: the pieces of the first player, then those of the
    /// second and of nobody; in brackets what is in reserve, and counters by name where they
    /// are not at their lowest.
    pub fn text(&self, facts: &Facts) -> String {
        let pieces: Vec<Piece> = facts.pieces().collect();
        let mut text = String::new();
        for owner in [Owner::First, Owner::Second, Owner::Nobody] {
            for (piece, &count) in pieces.iter().zip(&self.counts) {
                if piece.owner() == owner {
                    text += &facts.symbol(*piece).repeat(usize::from(count));
                }
            }
        }
        if text.is_empty() {
            text.push('-');
        }
        text + &self.reserve_text(facts) + &self.counter_text(facts)
    }

    fn reserve_text(&self, facts: &Facts) -> String {
        let mut text = String::new();
        for player in Player::BOTH {
            for (entry, counts) in facts.reserve.iter().zip(self.numbers.chunks_exact(2)) {
                let symbols = &facts.kinds[entry.kind.index()].symbols;
                let symbol = symbols[player.index()].as_ref().or(symbols[2].as_ref());
                let count = counts[player.index()].max(0) as usize;
                text += &symbol.map_or("?", |symbol| symbol).repeat(count);
            }
        }
        if text.is_empty() { text } else { format!("[{text}]") }
    }

    fn counter_text(&self, facts: &Facts) -> String {
        let mut text = String::new();
        let mut numbers = self.numbers[2 * facts.reserve.len()..].iter();
        for counter in own_counters(facts).map(|i| &facts.counters[i.index()]) {
            let both = [numbers.next(), numbers.next()].map(|n| n.copied().unwrap_or(counter.low));
            if both != [counter.low; 2] {
                text += &format!(",{}={}:{}", counter.name, both[0], both[1]);
            }
        }
        // The counters that belong to nobody follow in the order in which they are declared.
        numbers.for_each(|number| text += &format!(",{number}"));
        text
    }

    /// Writes what is beside the board into a setup; `plain` are the other counters on which
    /// play depends.
    pub(crate) fn put(&self, facts: &Facts, plain: &[Counter], setup: &mut Setup) {
        let mut numbers = self.numbers.iter().copied();
        let mut pair = || [numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)];
        for counts in &mut setup.reserve {
            *counts = pair().map(|count| count.clamp(0, 255) as u8);
        }
        for counter in own_counters(facts) {
            setup.counters[counter.index()] = pair();
        }
        for counter in plain {
            setup.counters[counter.index()][0] = numbers.next().unwrap_or(0);
        }
    }
}

/// The counters of which each player has one.
pub(crate) fn own_counters(facts: &Facts) -> impl Iterator<Item = Counter> + '_ {
    let counters = facts.counters.iter().enumerate();
    counters.filter(|(_, counter)| counter.symbols.is_some()).map(|(i, _)| Counter(i as u8))
}

/// The counters that belong to nobody.
pub(crate) fn plain_counters(facts: &Facts) -> impl Iterator<Item = Counter> + '_ {
    let counters = facts.counters.iter().enumerate();
    counters.filter(|(_, counter)| counter.symbols.is_none()).map(|(i, _)| Counter(i as u8))
}

/// Reads the pieces of a class as a user writes them, in the symbols of the game: `KRk`. If a
/// player would have more pieces of a kind than they always have, the rest is the opponent's,
/// so that `KRK` is the same. There must be as many of each kind as there always are.
pub fn parse_material(facts: &Facts, text: &str) -> Result<Material, String> {
    let material = read(facts, text)?;
    for (i, piece) in facts.pieces().enumerate() {
        let Some(exactly) = facts.kinds[piece.kind().index()].exactly else { continue };
        let entry = facts.reserve_index(piece.kind()).zip(piece.owner().player());
        let kept = entry.map_or(0, |(entry, player)| material.numbers[2 * entry + player.index()]);
        if i32::from(material.counts[i]) + kept != i32::from(exactly) {
            let symbol = facts.symbol(piece);
            return Err(format!("`{text}` can never be: there is always {exactly} × `{symbol}`"));
        }
    }
    Ok(material)
}

/// The material without pieces.
pub(crate) fn no_material(facts: &Facts) -> Material {
    read(facts, "").unwrap_or_default()
}

/// Reads pieces, whether there are as many as there have to be or not.
fn read(facts: &Facts, text: &str) -> Result<Material, String> {
    let pieces: Vec<Piece> = facts.pieces().collect();
    let empty = Setup::empty(facts);
    let mut material = Material { counts: vec![0; pieces.len()], numbers: Vec::new() };
    material.numbers.extend(empty.reserve.iter().map(|_| 0).flat_map(|count| [count; 2]));
    let (board, reserve) = match text.split_once('[') {
        Some((board, rest)) => (board, rest.strip_suffix(']').ok_or("a `]` is missing")?),
        None => (text, ""),
    };
    let mut exchanged = false;
    for piece in symbols(facts, board)? {
        let place = |piece: Piece| pieces.iter().position(|&other| other == piece);
        let full = |material: &Material, piece: Piece| {
            let exactly = facts.kinds[piece.kind().index()].exactly;
            let has = place(piece).map_or(0, |i| material.counts[i]);
            exactly.is_some_and(|exactly| u16::from(has) >= exactly)
        };
        let other = match piece.owner() {
            Owner::First => Piece::new(piece.kind(), Owner::Second),
            _ => piece,
        };
        exchanged |= full(&material, piece);
        let i = place(if exchanged { other } else { piece });
        let i = i.ok_or_else(|| format!("there is no such piece as in `{text}`"))?;
        material.counts[i] = material.counts[i].saturating_add(1);
    }
    for piece in symbols(facts, reserve)? {
        let entry = facts.reserve_index(piece.kind());
        let entry = entry.ok_or_else(|| format!("`{}` is never kept", facts.symbol(piece)))?;
        let player = piece.owner().player().unwrap_or(Player::First);
        material.numbers[2 * entry + player.index()] += 1;
    }
    let lows = own_counters(facts).map(|counter| facts.counters[counter.index()].low);
    material.numbers.extend(lows.flat_map(|low| [low; 2]));
    Ok(material)
}

/// The pieces whose symbols follow each other in a text.
fn symbols(facts: &Facts, text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let ends = rest.char_indices().map(|(i, c)| i + c.len_utf8()).rev();
        let found = ends.filter_map(|end| Some((facts.piece(&rest[..end])?, end))).next();
        let Some((piece, end)) = found else {
            let known: Vec<&str> = facts.pieces().map(|piece| facts.symbol(piece)).collect();
            return Err(format!("`{rest}` begins with no piece; pieces are {}", known.join(" ")));
        };
        pieces.push(piece);
        rest = &rest[end..];
    }
    Ok(pieces)
}
