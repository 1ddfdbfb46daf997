//! `multigame draw`: a position for people to look at, as text or as a picture.

use super::answer::{Place, give};
use super::args::DrawArgs;
use super::engine::{Engine, Job};
use super::files::Drawing;
use super::position::{Table, note_hidden};
use super::report::Failure;
use super::svg::arrows::arrows;
use super::svg::board::{Layout, Look};
use super::svg::{Canvas, Label, Point, Size};
use super::text_board::{draw, reserve_of};
use game::{Facts, Game, Setup};
use serde::Serialize;
use std::fmt::{self, Display};

const FIELD: f64 = 52.0;
const GAP: f64 = 20.0;
const LINE: f64 = 20.0;

/// A position that was drawn.
#[derive(Serialize)]
struct Drawn {
    #[serde(flatten)]
    place: Place,
    board: String,
}

impl Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board)?;
        match &self.place.outcome {
            Some(outcome) => writeln!(f, "the game is over: {}", outcome.result),
            None => Ok(()),
        }
    }
}

pub(super) fn run(args: &DrawArgs) -> Result<u8, Failure> {
    args.position.look(args)
}

impl Job for DrawArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let table = Table::new(game, &self.position)?;
        let drawing = Drawing::new(self.svg.as_deref(), self.json, self.force)?;
        note_hidden(table.game.facts());
        drawing.draw(|| picture(&table))?;
        if self.svg.is_some() && !self.json {
            return Ok(0);
        }
        let setup = table.game.setup(table.line.position());
        let place = Place::new(&table, table.line.outcome(&table.game)?);
        give(&Drawn { place, board: draw(table.game.facts(), &setup) }, self.json)
    }
}

/// The position of a table with the last move, and what is beside the board below it.
fn picture<G: Game>(table: &Table<G>) -> String {
    let (game, line) = (&table.game, &table.line);
    let (facts, setup) = (game.facts(), game.setup(line.position()));
    let last = line.past().last().map_or_else(Vec::new, |before| {
        arrows(facts, &game.setup(before), &setup, game.player(before))
    });
    let layout = Layout::new(facts, FIELD);
    let (board, lines) = (layout.size(), captions(facts, &setup));
    let size = Size {
        width: board.width + 2.0 * GAP,
        height: board.height + 2.0 * GAP + LINE * lines.len() as f64,
    };
    let mut canvas = Canvas::new(size, &format!("{}: {}", facts.name, table.position_text()));
    let corner = Point::new(GAP, GAP);
    layout.position(&mut canvas, corner, &Look { setup: &setup, marked: &[], arrows: &last });
    for (i, text) in lines.iter().enumerate() {
        let at = Point::new(size.width / 2.0, board.height + GAP + LINE * (i as f64 + 0.8));
        canvas.label(at, Label::new(text).size(14.0).centered());
    }
    canvas.finish()
}

/// What is written below a board: what players have in reserve, and who is to move.
fn captions(facts: &Facts, setup: &Setup) -> Vec<String> {
    let reserves = facts.players.iter().enumerate().filter_map(|(i, name)| {
        let held = reserve_of(facts, setup, i);
        (!held.is_empty()).then(|| format!("{name} has {}", held.join(", ")))
    });
    let to_move = format!("{} to move", facts.player_name(setup.player));
    reserves.chain((facts.n_players() == 2).then_some(to_move)).collect()
}
