//! What a game declares, as the page needs it to draw boards and pieces and to name them.

use crate::catalog::Entry;
use crate::layout::places;
use game::{Facts, Piece, Shape};
use multigame::{Diagnostic, Severity};
use serde::Serialize;

/// A game as data.
#[derive(Serialize)]
pub(crate) struct Declared {
    name: String,
    about: String,
    rules: String,
    players: Vec<String>,
    shape: &'static str,
    size: Option<(usize, usize)>,
    fields: Vec<FieldAt>,
    /// Lines between points, as numbers of fields.
    lines: Vec<Vec<usize>>,
    kinds: Vec<KindOf>,
    pieces: Vec<PieceOf>,
    /// Drawings of pieces, as SVG.
    drawings: Vec<String>,
    /// A drawing of the board, if it has one.
    drawn_board: Option<String>,
    /// The numbers of the kinds that may be kept in reserve.
    reserve: Vec<usize>,
    stacks: bool,
    zones: Vec<ZoneOf>,
    evaluations: Vec<String>,
    hidden: bool,
    pgn: bool,
    warnings: Vec<Finding>,
}

#[derive(Serialize)]
struct FieldAt {
    name: String,
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct KindOf {
    name: String,
    promotes: Vec<usize>,
}

#[derive(Serialize)]
struct PieceOf {
    kind: usize,
    /// 0 for the first player, 1 for the second, 2 for nobody.
    owner: usize,
    symbol: String,
    /// The number of its drawing, if it has one.
    drawing: Option<usize>,
}

#[derive(Serialize)]
struct ZoneOf {
    name: String,
    /// The numbers of its fields for each player.
    fields: [Vec<usize>; 2],
}

/// A message about rules, with its place in the text.
#[derive(Serialize)]
pub(crate) struct Finding {
    severity: &'static str,
    code: &'static str,
    message: String,
    hint: String,
    /// Where it begins and ends, in bytes; nothing if it is about a text that is extended.
    from: Option<u32>,
    to: Option<u32>,
    /// The change that the hint names.
    fix: Option<Change>,
}

/// What is between two places of a text becomes another text.
#[derive(Serialize)]
struct Change {
    from: u32,
    to: u32,
    text: String,
}

impl Finding {
    pub(crate) fn new(found: &Diagnostic) -> Finding {
        let label = match found.label.text.as_str() {
            "" => String::new(),
            text => format!(": {text}"),
        };
        let is_own = found.label.span.file.0 == 0;
        Finding {
            severity: match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            code: found.code.text(),
            message: format!("{}{label}", found.title),
            hint: found.hint.clone().unwrap_or_default(),
            from: is_own.then_some(found.label.span.start),
            to: is_own.then_some(found.label.span.end),
            fix: found.fix.as_ref().filter(|fix| fix.span.file.0 == 0).map(|fix| Change {
                from: fix.span.start,
                to: fix.span.end,
                text: fix.text.clone(),
            }),
        }
    }
}

impl Finding {
    pub(crate) fn is_error(&self) -> bool {
        self.severity == "error"
    }
}

/// The pieces of a game in the order in which answers number them.
pub(crate) fn pieces(facts: &Facts) -> Vec<Piece> {
    facts.pieces().collect()
}

/// The number of a piece.
pub(crate) fn number(pieces: &[Piece], piece: Piece) -> usize {
    pieces.iter().position(|known| *known == piece).unwrap_or(0)
}

impl Declared {
    pub(crate) fn new(entry: &Entry) -> Declared {
        let game = &entry.shown;
        let facts = game.facts();
        let board = &facts.board;
        let fields = board.names.iter().zip(places(facts));
        let numbers = |fields: &game::FieldSet| fields.iter().map(game::Field::index).collect();
        Declared {
            name: facts.name.clone(),
            about: entry.text.about(),
            rules: game.rules().to_string(),
            players: facts.players.clone(),
            shape: match board.shape {
                Shape::Square => "squares",
                Shape::Hexagonal => "hexagons",
                Shape::Lines => "points",
            },
            size: board.size,
            fields: fields.map(|(name, (x, y))| FieldAt { name: name.clone(), x, y }).collect(),
            lines: board.lines.iter().map(|it| it.iter().map(|f| f.index()).collect()).collect(),
            kinds: kinds(facts),
            pieces: pieces(facts)
                .into_iter()
                .zip(&entry.drawn.of_piece)
                .map(|(piece, drawing)| piece_of(facts, piece, *drawing))
                .collect(),
            drawings: entry.drawn.drawings.clone(),
            drawn_board: entry.drawn.board.clone(),
            reserve: facts.reserve.iter().map(|entry| entry.kind.index()).collect(),
            stacks: facts.stacks.is_some(),
            zones: facts
                .zones
                .iter()
                .map(|zone| ZoneOf {
                    name: zone.name.clone(),
                    fields: [numbers(&zone.fields[0]), numbers(&zone.fields[1])],
                })
                .collect(),
            evaluations: facts.evaluations.clone(),
            hidden: facts.hidden,
            pgn: game::pgn_supported(facts).is_ok(),
            warnings: game.warnings().iter().map(Finding::new).collect(),
        }
    }
}

fn kinds(facts: &Facts) -> Vec<KindOf> {
    let kind = |kind: &game::KindFacts| KindOf {
        name: kind.name.clone(),
        promotes: kind.promotes.iter().map(|kind| kind.index()).collect(),
    };
    facts.kinds.iter().map(kind).collect()
}

fn piece_of(facts: &Facts, piece: Piece, drawing: Option<usize>) -> PieceOf {
    PieceOf {
        kind: piece.kind().index(),
        owner: piece.owner() as usize,
        symbol: facts.symbol(piece).to_string(),
        drawing,
    }
}
