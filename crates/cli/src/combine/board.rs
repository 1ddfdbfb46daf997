//! The longest line of a combination, drawn: a board for each move with an arrow from the
//! field that was left to the field that was entered, and with the fields marked that the
//! threat needs.

use crate::engine::Engine;
use crate::svg::arrows::{Arrow, arrows};
use crate::svg::board::{Layout, Look};
use crate::svg::{Canvas, Label, Point, Size};
use crate::words::count;
use ::combine::Step;
use ::combine::speaker::{Speaker, line};
use game::{Field, Setup};

const FIELD: f64 = 34.0;
const GAP: f64 = 24.0;
const TITLE: f64 = 26.0;
/// Boards are side by side as long as they are not wider than that together.
const WIDTH: f64 = 1100.0;

/// A board after a move.
struct Picture {
    title: String,
    setup: Setup,
    /// The fields that the threat needs.
    marked: Vec<Field>,
    arrows: Vec<Arrow>,
}

/// Draws the longest line from a position on.
pub(super) fn svg<G: Engine>(
    speaker: &Speaker<'_, G>,
    start: &G::Position,
    first: &Step<G::Position>,
) -> String {
    let facts = speaker.facts();
    let (pictures, layout) = (pictures(speaker, start, first), Layout::new(facts, FIELD));
    let board = layout.size();
    // The title needs room even above a small board.
    let (wide, high) = (board.width.max(140.0) + GAP, board.height + TITLE + GAP / 2.0);
    let in_a_row = ((WIDTH / wide) as usize).clamp(1, pictures.len().max(1));
    let width = wide * in_a_row as f64 + GAP;
    let height = TITLE + high * pictures.len().div_ceil(in_a_row) as f64 + GAP;
    let moves = count(first.n_moves(), "move");
    let title = format!("{}: {} in {moves}", facts.name, speaker.winner_does("wins"));
    let mut canvas = Canvas::new(Size { width, height }, &title);
    canvas.label(Point::new(width / 2.0, 24.0), Label::new(&title).size(15.0).bold().centered());
    for (i, picture) in pictures.iter().enumerate() {
        let corner = Point::new(
            GAP + wide * (i % in_a_row) as f64,
            GAP / 2.0 + TITLE + high * (i / in_a_row) as f64,
        );
        let middle = corner.plus((wide - GAP) / 2.0, 16.0);
        canvas.label(middle, Label::new(&picture.title).size(13.0).centered());
        let Picture { setup, marked, arrows, .. } = picture;
        layout.position(&mut canvas, corner.plus(0.0, TITLE), &Look { setup, marked, arrows });
    }
    canvas.finish()
}

/// What is shown of each move of the longest line.
fn pictures<G: Engine>(
    speaker: &Speaker<'_, G>,
    start: &G::Position,
    first: &Step<G::Position>,
) -> Vec<Picture> {
    let (mut before, mut number) = (speaker.game.setup(start), 0);
    let mut pictures = Vec::new();
    for ply in line(first) {
        number += usize::from(ply.own);
        let title = match (ply.own, ply.any) {
            (true, _) => format!("{number}. {}", ply.text),
            (false, false) => format!("{number}. … {}", ply.text),
            (false, true) => format!("{number}. … {} (any)", ply.text),
        };
        let threats = ply.step.iter().flat_map(|step| &step.threats);
        let marked = threats.flat_map(|threat| speaker.fields(threat)).collect();
        let player = if ply.own { speaker.winner } else { speaker.winner.other() };
        let setup = speaker.game.setup(ply.to);
        let arrows = arrows(speaker.facts(), &before, &setup, player);
        before = setup.clone();
        pictures.push(Picture { title, setup, marked, arrows });
    }
    pictures
}
