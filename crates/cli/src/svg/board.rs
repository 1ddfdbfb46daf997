//! Boards: squares, hexagons, or points with lines between them, and what is on them.
//!
//! Squares are checkered where a game has several kinds of pieces. A piece is a disc with its
//! letter, which is left out where all pieces are of one kind.

use super::arrows::{Arrow, Edges, shafts};
use super::{ARROW, Canvas, INK, Label, PALE_INK, Paint, Point, Size};
use crate::text_board::rows;
use game::{Facts, Field, Piece, Player, Setup, Shape};

/// What is beside the board: numbers of rows and letters of columns.
const MARGIN: f64 = 18.0;
const LIGHT: &str = "#f4ecdc";
const DARK: &str = "#d8c09a";
const MARKED: &str = "#ffd75e";
const EDGE: &str = "#a8906a";

/// Where the fields of a board are, drawn at a size.
pub(crate) struct Layout<'f> {
    facts: &'f Facts,
    /// The width of a field.
    cell: f64,
    /// The middle of each field, from the upper left corner of the board.
    middles: Vec<Point>,
    rows: Vec<Vec<Option<Field>>>,
    is_checkered: bool,
}

impl<'f> Layout<'f> {
    pub(crate) fn new(facts: &'f Facts, cell: f64) -> Layout<'f> {
        let rows = rows(facts);
        let mut middles = vec![Point::default(); facts.board.n_fields()];
        let (shift, high) = steps(facts, cell);
        for (y, row) in rows.iter().enumerate() {
            for (x, field) in row.iter().enumerate() {
                let Some(field) = field else { continue };
                let left = MARGIN + cell * (x as f64 + 0.5) + shift * y as f64;
                middles[field.index()] = Point::new(left, cell / 2.0 + high * y as f64);
            }
        }
        let is_checkered = facts.board.shape == Shape::Square && facts.kinds.len() > 1;
        Layout { facts, cell, middles, rows, is_checkered }
    }

    /// The size of the board with its letters and numbers.
    pub(crate) fn size(&self) -> Size {
        let (shift, high) = steps(self.facts, self.cell);
        let n_rows = self.rows.len().max(1) as f64;
        Size {
            width: MARGIN + self.cell * self.columns() as f64 + shift * (n_rows - 1.0),
            height: self.cell + high * (n_rows - 1.0) + MARGIN,
        }
    }

    fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Draws the fields, in the colors that they are given, or else in their own.
    pub(crate) fn fields(
        &self,
        canvas: &mut Canvas,
        corner: Point,
        color: &dyn Fn(Field) -> Option<String>,
    ) {
        self.names(canvas, corner);
        if self.facts.board.shape == Shape::Lines {
            for line in &self.facts.board.lines {
                let places = line.iter().map(|field| self.middle(corner, *field));
                canvas.polyline(&places.collect::<Vec<_>>(), EDGE, 2.0, "");
            }
        }
        for (y, row) in self.rows.iter().enumerate() {
            for (x, field) in row.iter().enumerate() {
                let Some(field) = *field else { continue };
                let is_dark = self.is_checkered && (x + self.rows.len() - y) % 2 == 1;
                let own = if is_dark { DARK } else { LIGHT };
                let fill = color(field).unwrap_or_else(|| own.to_string());
                self.field(canvas, self.middle(corner, field), &fill);
            }
        }
    }

    /// The middle of a field of a board with this corner.
    pub(crate) fn middle(&self, corner: Point, field: Field) -> Point {
        let Point { x, y } = self.middles[field.index()];
        corner.plus(x, y)
    }

    fn field(&self, canvas: &mut Canvas, middle: Point, fill: &str) {
        let (half, paint) = (self.cell / 2.0, Paint { fill, edge: EDGE, width: 1.0 });
        match self.facts.board.shape {
            Shape::Square => {
                let size = Size { width: self.cell, height: self.cell };
                canvas.rect(middle.plus(-half, -half), size, paint);
            }
            Shape::Hexagonal => {
                let radius = self.cell / 3_f64.sqrt();
                let corner = |i: u32| {
                    let angle = f64::from(60 * i + 30).to_radians();
                    middle.plus(radius * angle.cos(), radius * angle.sin())
                };
                canvas.polygon(&[0, 1, 2, 3, 4, 5].map(corner), paint);
            }
            Shape::Lines => canvas.disc(middle, self.cell * 0.14, paint),
        }
    }

    /// Writes letters below the columns and numbers beside the rows, or the name of each
    /// field where there are neither.
    fn names(&self, canvas: &mut Canvas, corner: Point) {
        fn label(text: &str) -> Label<'_> {
            Label::new(text).size(10.0).color(PALE_INK).centered()
        }
        if self.facts.board.size.is_none() {
            for (i, name) in self.facts.board.names.iter().enumerate() {
                let middle = self.middle(corner, Field(i as u16));
                canvas.label(middle.plus(0.0, -self.cell * 0.38), label(name));
            }
            return;
        }
        let (shift, high) = steps(self.facts, self.cell);
        let n_rows = self.rows.len();
        for y in 0..n_rows {
            let x = MARGIN / 2.0 + shift * y as f64;
            let at = corner.plus(x, self.cell / 2.0 + high * y as f64 + 4.0);
            canvas.label(at, label(&(n_rows - y).to_string()));
        }
        let below = self.size().height - 5.0;
        for x in 0..self.columns() {
            let left = MARGIN + self.cell * (x as f64 + 0.5) + shift * (n_rows as f64 - 1.0);
            let letter = ((b'a' + x as u8) as char).to_string();
            canvas.label(corner.plus(left, below), label(&letter));
        }
    }

    /// Draws what is on a field.
    fn stack(&self, canvas: &mut Canvas, middle: Point, stack: &[Piece]) {
        let Some((top, below)) = stack.split_last() else { return };
        let all_same = below.iter().all(|piece| piece == top);
        let letter = match stack.len() {
            1 => self.letter(*top),
            n if all_same => n.to_string(),
            _ => format!("{}{}", stack.len(), self.letter(*top)),
        };
        let n_shown = below.len().min(3);
        let lift = self.cell * 0.07;
        let lowest = middle.plus(0.0, lift * n_shown as f64 / 2.0);
        for (i, piece) in below[below.len() - n_shown..].iter().enumerate() {
            self.disc(canvas, lowest.plus(0.0, -lift * i as f64), *piece);
        }
        let place = lowest.plus(0.0, -lift * n_shown as f64);
        let color = self.disc(canvas, place, *top);
        let size = self.cell * if letter.chars().count() > 2 { 0.26 } else { 0.42 };
        let label = Label::new(&letter).size(size).color(color).bold().centered();
        if !letter.is_empty() {
            canvas.label(place.plus(0.0, size * 0.36), label);
        }
    }

    /// Draws the disc of a piece, and gives the color of its letter.
    fn disc(&self, canvas: &mut Canvas, middle: Point, piece: Piece) -> &'static str {
        let (fill, edge, letter) = match (piece.owner().player(), self.color(piece)) {
            (None, _) => ("#8a9ba8", "#52606d", "#ffffff"),
            (_, "black") => ("#333a40", "#15191c", "#ffffff"),
            (_, "red") => ("#d1495b", "#8c1c2c", "#ffffff"),
            (_, "blue") => ("#3d6fb4", "#1c3f73", "#ffffff"),
            (Some(_), _) => ("#fffdf8", "#333a40", INK),
        };
        canvas.disc(middle, self.cell * 0.38, Paint { fill, edge, width: 1.5 });
        letter
    }

    /// The color of a player's pieces: the one that the player is called by, if both are
    /// called by colors, and otherwise white for the first and black for the second.
    fn color(&self, piece: Piece) -> &str {
        let player = piece.owner().player().unwrap_or(Player::First);
        let is_color = |name: &String| ["white", "black", "red", "blue"].contains(&name.as_str());
        match self.facts.players.iter().all(is_color) {
            true => self.facts.player_name(player),
            false => ["white", "black"][player.index()],
        }
    }

    /// The letter of a piece; none where there is only one kind. Colors tell the players
    /// apart.
    fn letter(&self, piece: Piece) -> String {
        match self.facts.kinds.len() {
            1 => String::new(),
            _ => self.facts.symbol(piece).to_uppercase(),
        }
    }

    /// Draws a position.
    pub(crate) fn position(&self, canvas: &mut Canvas, corner: Point, look: &Look<'_>) {
        let color = |field| look.marked.contains(&field).then(|| MARKED.to_string());
        self.fields(canvas, corner, &color);
        for (i, stack) in look.setup.board.iter().enumerate() {
            self.stack(canvas, self.middle(corner, Field(i as u16)), stack);
        }
        let size = self.size();
        let edges = Edges {
            corner: corner.plus(MARGIN, 0.0),
            opposite: corner.plus(size.width, size.height - MARGIN),
        };
        for Arrow { from, to, around } in look.arrows {
            let to = self.middle(corner, *to);
            match from {
                Some(from) => {
                    let from = self.middle(corner, *from);
                    canvas.arrow(&shafts(from, to, *around, edges, self.cell));
                }
                None => canvas.disc(to, self.cell * 0.44, Paint::edge(ARROW, 3.0)),
            }
        }
    }
}

/// What is drawn on a board.
pub(crate) struct Look<'a> {
    pub(crate) setup: &'a Setup,
    /// Fields in another color.
    pub(crate) marked: &'a [Field],
    pub(crate) arrows: &'a [Arrow],
}

/// How far a row is to the right of the one above it, and how far below.
fn steps(facts: &Facts, cell: f64) -> (f64, f64) {
    match facts.board.shape {
        Shape::Hexagonal => (cell / 2.0, cell * 0.75_f64.sqrt()),
        Shape::Square | Shape::Lines => (0.0, cell),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;

    /// How often an element is in the start of a game.
    fn count(name: &str, element: &str) -> usize {
        let game = multigame::parts::load(name).expect("it loads").game;
        let layout = Layout::new(game.facts(), 40.0);
        let mut canvas = Canvas::new(layout.size(), name);
        let setup = game.setup(&game.start());
        let look = Look { setup: &setup, marked: &[], arrows: &[] };
        layout.position(&mut canvas, Point::default(), &look);
        canvas.finish().matches(element).count()
    }

    #[test]
    fn fields_have_the_shape_of_their_board() {
        // One rectangle more is the paper.
        assert_eq!((count("chess", "<rect "), count("chess", "<circle ")), (65, 32));
        assert_eq!((count("hex", "<polygon "), count("hex", "<rect ")), (121, 1));
        assert_eq!(count("nine_mens_morris", "<circle "), 24);
        assert_eq!(count("nine_mens_morris", "<polyline "), 16);
    }

    #[test]
    fn letters_are_for_games_with_several_kinds() {
        // The others are the letters of columns and the numbers of rows.
        assert_eq!(count("chess", "<text "), 16 + 32);
        assert_eq!(count("othello", "<text "), 16);
        assert_eq!((count("chess", ">K<"), count("chess", ">k<")), (2, 0));
    }
}
