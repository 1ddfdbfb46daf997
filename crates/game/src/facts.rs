//! What a game declares, as plain data: enough to read and write its
//! positions, to draw them, and to choose an algorithm, without seeing a rule.

use crate::board::Board;
use crate::field_set::FieldSet;
use crate::ids::{Counter, Field, Kind, Layout, Memory, Owner, Piece, Player};
use crate::setup::Setup;
use crate::words::agreeing;

/// Everything that a game declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The name of the game: that of its file.
    pub name: String,
    /// The board.
    pub board: Board,
    /// The names of the players in order of play; one or two.
    pub players: Vec<String>,
    /// The kinds of pieces.
    pub kinds: Vec<KindFacts>,
    /// The zones.
    pub zones: Vec<ZoneFacts>,
    /// The counters.
    pub counters: Vec<CounterFacts>,
    /// The remembered fields.
    pub memories: Vec<MemoryFacts>,
    /// The kinds that may lie in reserve, with what each player begins with.
    pub reserve: Vec<ReserveFacts>,
    /// The most pieces that a field holds, if the game stacks.
    pub stacks: Option<u8>,
    /// Drawn boards; the first is the start.
    pub layouts: Vec<LayoutFacts>,
    /// The first position.
    pub start: Setup,
    /// Symbols of pieces that a variant took out; they are read as empty fields in an inherited start.
    pub ghosts: Vec<String>,
    /// The kinds that a move may place from nowhere or from the reserve; their
    /// symbols are part of a move's text if there are several.
    pub placed: Vec<Kind>,
    /// Names of evaluations, in order.
    pub evaluations: Vec<String>,
    /// Names of lower bounds, in order.
    pub bounds: Vec<String>,
    /// Whether players do not see everything.
    pub hidden: bool,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindFacts {
    /// Its name; a member of a family is called by the family and its symbol.
    pub name: String,
    /// The family that it belongs to.
    pub family: Option<String>,
    /// Its symbols for the first player, the second player, and nobody.
    pub symbols: [Option<String>; 3],
    /// How many each owner always has.
    pub exactly: Option<u16>,
    /// What it promotes to.
    pub promotes: Vec<Kind>,
    /// Taken out by a variant: it never appears.
    pub gone: bool,
}

/// A zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneFacts {
    /// Its name.
    pub name: String,
    /// Its fields for each player.
    pub fields: [FieldSet; 2],
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterFacts {
    /// Its name.
    pub name: String,
    /// Its symbols, if each player has one.
    pub symbols: Option<[String; 2]>,
    /// Lowest value, at which it starts.
    pub low: i32,
    /// Highest value.
    pub high: i32,
    /// Taken out by a variant: its column in positions stays, as `-`.
    pub gone: bool,
}

/// A remembered field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryFacts {
    /// Its name.
    pub name: String,
    /// For how many further turns it lives; 0: until this turn is over.
    pub turns: u8,
    /// Taken out by a variant.
    pub gone: bool,
}

/// A kind in reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReserveFacts {
    /// The kind.
    pub kind: Kind,
    /// How many each player begins with.
    pub count: u8,
}

/// A drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutFacts {
    /// Its name; `start` for the first position.
    pub name: String,
    /// What stands on each field (the top piece).
    pub board: Vec<Option<Piece>>,
}

impl KindFacts {
    /// A kind with a symbol for each player.
    pub fn of_players(name: &str, first: &str, second: &str) -> KindFacts {
        KindFacts::with_symbols(name, [Some(first), Some(second), None])
    }

    /// A kind that belongs to nobody.
    pub fn of_nobody(name: &str, symbol: &str) -> KindFacts {
        KindFacts::with_symbols(name, [None, None, Some(symbol)])
    }

    fn with_symbols(name: &str, symbols: [Option<&str>; 3]) -> KindFacts {
        KindFacts {
            name: name.to_string(),
            family: None,
            symbols: symbols.map(|symbol| symbol.map(str::to_string)),
            exactly: None,
            promotes: Vec::new(),
            gone: false,
        }
    }
}

impl Facts {
    /// The layout of the first position.
    pub const START: Layout = Layout(0);

    /// A game of White and Black on this board with nothing else declared: the
    /// fields are public, to be filled in.
    pub fn new(name: &str, board: Board) -> Facts {
        let n_fields = board.n_fields();
        Facts {
            name: name.to_string(),
            board,
            players: vec!["white".to_string(), "black".to_string()],
            kinds: Vec::new(),
            zones: Vec::new(),
            counters: Vec::new(),
            memories: Vec::new(),
            reserve: Vec::new(),
            stacks: None,
            layouts: Vec::new(),
            start: Setup {
                board: vec![Vec::new(); n_fields],
                player: Player::First,
                counters: Vec::new(),
                memories: Vec::new(),
                reserve: Vec::new(),
                round: 1,
            },
            ghosts: Vec::new(),
            placed: Vec::new(),
            evaluations: Vec::new(),
            bounds: Vec::new(),
            hidden: false,
        }
    }

    /// One player or two.
    pub fn n_players(&self) -> usize {
        self.players.len()
    }

    /// The name of a player.
    pub fn player_name(&self, player: Player) -> &str {
        self.players.get(player.index()).map_or("nobody", |name| name)
    }

    /// The name of a player with a verb of the third person, such as `wins`, which agrees
    /// with it: `white wins`, `hounds win`.
    pub fn player_does(&self, player: Player, verb: &str) -> String {
        agreeing(self.player_name(player), verb)
    }

    /// The symbol of a piece.
    pub fn symbol(&self, piece: Piece) -> &str {
        self.kinds[piece.kind().index()].symbols[piece.owner() as usize].as_deref().unwrap_or("?")
    }

    /// The piece that a symbol stands for.
    pub fn piece(&self, symbol: &str) -> Option<Piece> {
        let owners = [Owner::First, Owner::Second, Owner::Nobody];
        self.kinds.iter().enumerate().find_map(|(i, kind)| {
            let owner = kind.symbols.iter().position(|s| s.as_deref() == Some(symbol))?;
            (!kind.gone).then(|| Piece::new(Kind(i as u8), owners[owner]))
        })
    }

    /// All pieces that there can be.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let owners = [Owner::First, Owner::Second, Owner::Nobody];
        self.kinds.iter().enumerate().filter(|(_, kind)| !kind.gone).flat_map(move |(i, kind)| {
            owners
                .into_iter()
                .filter(|&owner| kind.symbols[owner as usize].is_some())
                .map(move |owner| Piece::new(Kind(i as u8), owner))
        })
    }

    /// The place of a kind in the reserve.
    pub fn reserve_index(&self, kind: Kind) -> Option<usize> {
        self.reserve.iter().position(|entry| entry.kind == kind)
    }

    /// The place in the reserve of what a piece of this kind is kept as: itself, or the first
    /// entry that is promoted to it.
    pub fn kept_in(&self, kind: Kind) -> Option<usize> {
        let promotes =
            |entry: &ReserveFacts| self.kinds[entry.kind.index()].promotes.contains(&kind);
        self.reserve_index(kind).or_else(|| self.reserve.iter().position(promotes))
    }

    /// Whether a symbol is a number, so that empty fields cannot be counted.
    pub fn has_numeric_symbols(&self) -> bool {
        self.kinds
            .iter()
            .flat_map(|kind| kind.symbols.iter().flatten())
            .any(|symbol| symbol.bytes().all(|b| b.is_ascii_digit()))
    }

    /// The number of a counter by name.
    pub fn counter(&self, name: &str) -> Option<Counter> {
        self.counters.iter().position(|c| c.name == name).map(|i| Counter(i as u8))
    }

    /// The number of a remembered field by name.
    pub fn memory(&self, name: &str) -> Option<Memory> {
        self.memories.iter().position(|m| m.name == name).map(|i| Memory(i as u8))
    }

    /// The name of a field.
    pub fn field_name(&self, field: Field) -> &str {
        self.board.name(field)
    }
}
