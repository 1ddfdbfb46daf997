//! The longest line of a combination as SVG: a board for each move with an arrow
//! from the field that was left to the field that was entered, and with the fields
//! marked that the threat needs.

use super::arrows::{Arrow, arrows, shafts};
use super::speaker::{Speaker, line};
use crate::chart::escape;
use crate::draw::rows;
use crate::engine::Engine;
use crate::terminal::count;
use ::combine::Step;
use game::{Facts, Field, Setup, Shape};

pub(super) const FIELD: f64 = 34.0;
const GAP: f64 = 24.0;
const TITLE: f64 = 26.0;
/// Boards stand side by side as long as they are not wider than that together.
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
    let pictures = pictures(speaker, start, first);
    let rows = rows(facts);
    let shift = if facts.board.shape == Shape::Hexagonal { FIELD / 2.0 } else { 0.0 };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = FIELD * columns as f64 + shift * rows.len().saturating_sub(1) as f64;
    // The title needs room even above a small board.
    let (wide, high) = (wide.max(140.0) + GAP, FIELD * rows.len() as f64 + TITLE + GAP);
    let in_a_row = ((WIDTH / wide) as usize).clamp(1, pictures.len().max(1));
    let width = wide * in_a_row as f64 + GAP;
    let height = TITLE + high * pictures.len().div_ceil(in_a_row) as f64 + GAP;
    let moves = count(first.n_moves().into(), "move");
    let title = escape(&format!("{}: {} in {moves}", facts.name, speaker.winner_does("wins")));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#1f2933\" text-anchor=\"middle\">\n<title>{title}</title>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" markerWidth=\"4\" \
         markerHeight=\"4\" orient=\"auto\"><path d=\"M0 0L6 3L0 6z\" fill=\"#c8500a\"/></marker>\
         </defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{}\" y=\"22\" font-weight=\"bold\">{title}</text>\n",
        width / 2.0
    );
    for (i, picture) in pictures.iter().enumerate() {
        let left = GAP + wide * (i % in_a_row) as f64;
        let top = GAP / 2.0 + TITLE + high * (i / in_a_row) as f64;
        out += &format!(
            "<text x=\"{}\" y=\"{}\">{}</text>\n",
            left + (wide - GAP) / 2.0,
            top + 16.0,
            escape(&picture.title)
        );
        let place = |x: usize, y: usize| {
            (left + FIELD * x as f64 + shift * y as f64, top + TITLE + FIELD * y as f64)
        };
        out += &drawn(facts, picture, &rows, &place);
    }
    out + "</svg>\n"
}

/// What is shown of each move of the longest line.
fn pictures<G: Engine>(
    speaker: &Speaker<'_, G>,
    start: &G::Position,
    first: &Step<G::Position>,
) -> Vec<Picture> {
    let (mut from, mut number) = (start, 0);
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
        let arrows = arrows(speaker, (from, ply.to), player);
        pictures.push(Picture { title, setup: speaker.game.setup(ply.to), marked, arrows });
        from = ply.to;
    }
    pictures
}

/// The board of a picture; `place` tells where the field of a column and row begins.
fn drawn(
    facts: &Facts,
    picture: &Picture,
    rows: &[Vec<Option<Field>>],
    place: &dyn Fn(usize, usize) -> (f64, f64),
) -> String {
    let mut out = String::new();
    let mut middles = vec![(0.0, 0.0); facts.board.n_fields()];
    for (y, row) in rows.iter().enumerate() {
        for (x, field) in row.iter().enumerate() {
            let Some(field) = field else { continue };
            let (left, top) = place(x, y);
            middles[field.index()] = (left + FIELD / 2.0, top + FIELD / 2.0);
            out += &square(facts, picture, *field, (left, top));
        }
    }
    let columns = rows.first().map_or(0, Vec::len);
    let (corner, behind) = (place(0, 0), place(columns, rows.len()));
    for Arrow { from, to, around } in &picture.arrows {
        let (x, y) = middles[to.index()];
        out += &match from.map(|from| middles[from.index()]) {
            Some(from) => {
                let path = shafts(from, (x, y), *around, (corner, behind));
                format!(
                    "<path d=\"{path}\" stroke=\"#c8500a\" stroke-width=\"3\" \
                     stroke-opacity=\"0.8\" fill=\"none\" marker-end=\"url(#tip)\"/>\n"
                )
            }
            None => format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" stroke=\"#c8500a\" stroke-width=\"3\" \
                 fill=\"none\"/>\n",
                FIELD * 0.42
            ),
        };
    }
    out
}

/// A field with its name and what lies on it.
fn square(facts: &Facts, picture: &Picture, field: Field, (left, top): (f64, f64)) -> String {
    let fill = if picture.marked.contains(&field) { "#ffe08a" } else { "#f5f7fa" };
    let mut out = format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{FIELD}\" height=\"{FIELD}\" fill=\"{fill}\" \
         stroke=\"#9aa5b1\"/>\n<text x=\"{}\" y=\"{}\" font-size=\"7\" fill=\"#7b8794\">{}</text>\n",
        left + 8.0,
        top + 8.0,
        escape(facts.field_name(field))
    );
    let stack: String =
        picture.setup.board[field.index()].iter().map(|piece| facts.symbol(*piece)).collect();
    if !stack.is_empty() {
        let size = if stack.chars().count() > 2 { 9 } else { 18 };
        out += &format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{size}\">{}</text>\n",
            left + FIELD / 2.0,
            top + FIELD / 2.0 + 7.0,
            escape(&stack)
        );
    }
    out
}
