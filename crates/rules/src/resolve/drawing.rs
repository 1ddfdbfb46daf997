//! The start and the layouts: positions drawn in the text, read by the same
//! code as any other position.

use super::Resolver;
use crate::inherit::Level;
use game::{Facts, LayoutFacts, Setup, SetupError};
use syntax::ast::Drawing;
use syntax::{Code, Diagnostic, Span};

const MAX_LAYOUTS: usize = 250;

impl Resolver<'_> {
    /// Reads the start and the layouts, unless something they are made of is
    /// unknown.
    pub(super) fn drawings(&mut self) {
        let merged = self.merged;
        self.at_most(&merged.layouts.list, MAX_LAYOUTS, "layouts", |entry| entry.newest().name);
        self.facts.start = Setup::empty(&self.facts);
        let known = self.board_known && self.pieces_known;
        let readable = known && !self.damage.has("start");
        let start = match merged.start {
            Some(start) if readable => self.drawing(start.body, start.level, "start"),
            Some(_) => None,
            None => Some(self.facts.start.clone()).filter(|_| readable),
        };
        if let Some(start) = start {
            self.facts.start = start;
            self.check_start();
        }
        let start = self.facts.start.clone();
        self.add_layout("start", Some(start));
        for version in merged.layouts.newest().take(MAX_LAYOUTS) {
            let gone = version.gone.is_some();
            let setup = match known && !gone && !self.damage.has("layout") {
                true => self.drawing(version.body, version.level, "layout"),
                false => None,
            };
            self.add_layout(&version.name.text, setup);
        }
    }

    fn add_layout(&mut self, name: &str, setup: Option<Setup>) {
        let board = match setup {
            Some(setup) => setup.board.iter().map(|stack| stack.last().copied()).collect(),
            None => vec![None; self.facts.board.n_fields()],
        };
        self.facts.layouts.push(LayoutFacts { name: name.to_string(), board });
    }

    fn drawing(&mut self, drawing: &Drawing, level: Level, word: &str) -> Option<Setup> {
        let read = match self.is_older_than_a_loss(level) {
            true => game::parse_drawing(&self.facts, &drawing.text),
            false => {
                let facts = Facts { ghosts: Vec::new(), ..self.facts.clone() };
                game::parse_drawing(&facts, &drawing.text)
            }
        };
        match read {
            Ok(setup) => Some(setup),
            Err(error) => {
                self.bad_drawing(drawing, level, word, error);
                None
            }
        }
    }

    /// Whether a later file took a piece out: then its symbol is an empty field.
    fn is_older_than_a_loss(&self, level: Level) -> bool {
        self.merged.pieces.newest().any(|version| version.gone.is_some_and(|gone| gone > level))
    }

    /// A drawing that was inherited and does not fit a new board is a mistake
    /// of the game with the new board.
    fn bad_drawing(&mut self, drawing: &Drawing, level: Level, word: &str, error: SetupError) {
        if let Some(dimensions) = self.merged.dimensions
            && dimensions.level > level
        {
            let title = format!("the inherited {word} does not fit this board");
            let hint = format!("give this game a `{word}` of its own ({})", error.message);
            self.report(
                Diagnostic::error(Code::BadDrawing, dimensions.span, title)
                    .other(drawing.span, format!("the inherited {word}"))
                    .hint(hint),
            );
            return;
        }
        let span = match &error.place {
            Some(place) => {
                let offset = drawing.span.start as usize;
                Span::new(drawing.span.file, offset + place.start, offset + place.end)
            }
            None => drawing.span,
        };
        let diagnostic = Diagnostic::error(Code::BadDrawing, span, error.message);
        self.report(match (level < self.merged.top, error.hint.is_empty()) {
            (true, _) => diagnostic.hint(format!(
                "this {word} is inherited; if it does not fit, give the game a `{word}` of its own"
            )),
            (false, true) => diagnostic,
            (false, false) => diagnostic.hint(error.hint),
        });
    }

    /// The start must be a possible position.
    fn check_start(&mut self) {
        let Err(error) = game::check_setup(&self.facts, &self.facts.start) else { return };
        let exactly = self.merged.pieces.newest().find_map(|version| version.body.exactly);
        let span = match self.merged.start {
            Some(start) => start.span,
            None => exactly.map_or(self.file_start(), |count| count.span),
        };
        let title = format!("the start is not a possible position: {}", error.message);
        let diagnostic = Diagnostic::error(Code::BadStart, span, title);
        self.report(match error.hint.is_empty() {
            true => diagnostic,
            false => diagnostic.hint(error.hint),
        });
    }
}
