//! The board: a grid with the holes that the start draws, or points and lines.
//! Sizes are checked before anything is built from them.

use super::Resolver;
use crate::inherit::{Dimensions, Whole};
use game::{Board, grid_name};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{Int, Name};
use syntax::{Code, Diagnostic, Span};

const MAX_COLUMNS: u32 = 26;
const MAX_ROWS: u32 = 99;
const MAX_POINTS: usize = 1024;
const MAX_LINES: usize = 1024;

/// How large a grid is.
#[derive(Clone, Copy)]
struct Size {
    columns: usize,
    rows: usize,
}

impl Resolver<'_> {
    /// Builds the board; it stays unknown if something is wrong with it.
    pub(super) fn board(&mut self) {
        let damaged = self.damage.has("dimensions") || self.damage.has("lines");
        self.guess_board(damaged);
        let size = match &self.merged.dimensions {
            Some(whole) => match self.size(&whole.body) {
                Some(size) => Some(size),
                None => return,
            },
            None => None,
        };
        self.check_shape();
        let board = match (self.merged.dimensions, self.merged.lines) {
            (dimensions, Some(lines)) => {
                self.lines_board(dimensions, size, lines).filter(|_| !damaged)
            }
            (Some(dimensions), None) if !damaged => {
                size.map(|size| self.grid(&dimensions.body, size))
            }
            (None, None) if !damaged => {
                self.no_board();
                None
            }
            _ => None,
        };
        if let Some(board) = board {
            self.facts.board = board;
            self.board_known = true;
        }
    }

    /// A small board of the right shape, in case the real one cannot be built:
    /// it still says which directions make sense.
    fn guess_board(&mut self, damaged: bool) {
        self.shape_known = !damaged;
        self.facts.board = match (self.merged.dimensions, self.merged.lines) {
            (_, Some(_)) => Board::lines(None, &[]),
            (Some(whole), None) => {
                Board::grid(1, 1, game::Cyclic::NEITHER, whole.body.hexagonal, |_, _| false)
            }
            (None, None) => {
                self.shape_known = false;
                return;
            }
        };
    }

    /// Warns of a variant that gives a hexagonal game another size and forgets to say
    /// that it is still hexagonal: its rules would run on squares.
    fn check_shape(&mut self) {
        let (Some(new), Some(old)) = (self.merged.dimensions, self.merged.inherited_dimensions)
        else {
            return;
        };
        if new.level == self.merged.top && old.body.hexagonal && !new.body.hexagonal {
            let (columns, rows) = (new.body.columns.length.value, new.body.rows.length.value);
            let title = "the extended game is hexagonal, and this board is not";
            self.report(
                Diagnostic::warning(Code::LostHexagonal, new.span, title)
                    .other(old.span, "replaced as a whole")
                    .hint(format!("write `dimensions ({columns},{rows}) hexagonal`"))
                    .fix(new.span.after(), " hexagonal"),
            );
        }
    }

    fn no_board(&mut self) {
        let start = self.file_start();
        self.report(
            Diagnostic::error(Code::NoBoard, start, "the game has no board")
                .hint("add `dimensions (8,8)`, or `lines { … }` with the points of each line"),
        );
    }

    fn size(&mut self, dimensions: &Dimensions<'_>) -> Option<Size> {
        let columns = self.side(dimensions.columns.length, "columns", MAX_COLUMNS);
        let rows = self.side(dimensions.rows.length, "rows", MAX_ROWS);
        Some(Size { columns: columns?, rows: rows? })
    }

    fn side(&mut self, length: Int, what: &str, most: u32) -> Option<usize> {
        if (1..=most).contains(&length.value) {
            return Some(length.value as usize);
        }
        let title = format!("a board cannot have {} {what}", length.value);
        self.report(
            Diagnostic::error(Code::BoardSize, length.span, title)
                .hint(format!("a board has from 1 to {most} {what}")),
        );
        None
    }

    fn grid(&mut self, dimensions: &Dimensions<'_>, size: Size) -> Board {
        let Size { columns, rows } = size;
        let holes: FxHashSet<(usize, usize)> = match self.merged.start {
            Some(start) => {
                game::drawing_holes(columns, rows, &start.body.text).into_iter().collect()
            }
            None => FxHashSet::default(),
        };
        let cyclic =
            game::Cyclic { columns: dimensions.columns.cyclic, rows: dimensions.rows.cyclic };
        if holes.len() == columns * rows {
            // The drawing shows no field at all; reading it will say so.
            return Board::grid(columns, rows, cyclic, dimensions.hexagonal, |_, _| false);
        }
        Board::grid(columns, rows, cyclic, dimensions.hexagonal, |x, y| holes.contains(&(x, y)))
    }

    fn lines_board(
        &mut self,
        dimensions: Option<Whole<Dimensions<'_>>>,
        size: Option<Size>,
        lines: Whole<&[Vec<Name>]>,
    ) -> Option<Board> {
        let before = self.diagnostics.len();
        if let Some(whole) = dimensions {
            self.plain_grid(&whole);
        }
        if lines.body.is_empty() && !self.damage.has("lines") {
            self.report(
                Diagnostic::error(Code::BadLine, lines.span, "there is no line here")
                    .hint("name the points along each line: `a1 b1 c1`"),
            );
        }
        if lines.body.len() > MAX_LINES {
            let title = format!("a board cannot have {} lines", lines.body.len());
            self.report(
                Diagnostic::error(Code::BoardSize, lines.span, title)
                    .hint(format!("a board has at most {MAX_LINES} lines")),
            );
            return None;
        }
        let size_here = size.filter(|_| !self.lines_do_not_fit(dimensions, size, lines));
        self.check_lines(size_here, lines.body);
        self.check_points(lines.body, lines.span);
        if self.diagnostics.len() > before {
            return None;
        }
        let names: Vec<Vec<String>> = lines
            .body
            .iter()
            .map(|line| line.iter().map(|name| name.text.clone()).collect())
            .collect();
        Some(Board::lines(size.map(|size| (size.columns, size.rows)), &names))
    }

    /// Inherited lines that do not fit new dimensions are one mistake, of the
    /// game with the new dimensions.
    fn lines_do_not_fit(
        &mut self,
        dimensions: Option<Whole<Dimensions<'_>>>,
        size: Option<Size>,
        lines: Whole<&[Vec<Name>]>,
    ) -> bool {
        let (Some(dimensions), Some(size)) = (dimensions, size) else { return false };
        if dimensions.level <= lines.level {
            return false;
        }
        let Some(odd) = lines.body.iter().flatten().find(|point| !is_on_grid(size, point)) else {
            return false;
        };
        let title = "the inherited lines do not fit this board";
        self.report(
            Diagnostic::error(Code::LinesAndGrid, dimensions.span, title)
                .other(odd.span, "this point is not on it")
                .hint("give this game `lines` of its own"),
        );
        true
    }

    /// On a board of lines the grid only says where the points lie.
    fn plain_grid(&mut self, whole: &Whole<Dimensions<'_>>) {
        let word = match whole.body {
            Dimensions { hexagonal: true, .. } => "hexagonal",
            Dimensions { columns, rows, .. } if columns.cyclic || rows.cyclic => "cyclic",
            _ => return,
        };
        let title = format!("a board of lines cannot be `{word}`");
        self.report(
            Diagnostic::error(Code::LinesAndGrid, whole.span, title)
                .hint("the lines alone say what is next to what; a ring ends where it starts"),
        );
    }

    fn check_lines(&mut self, size: Option<Size>, lines: &[Vec<Name>]) {
        let mut met: FxHashMap<Vec<&str>, Span> = FxHashMap::default();
        for line in lines {
            let (Some(first), Some(last)) = (line.first(), line.last()) else { continue };
            let span = first.span.to(last.span);
            if line.len() < 2 {
                self.report(
                    Diagnostic::error(Code::BadLine, span, "a line needs at least two points")
                        .hint("name the points along the line: `a1 b1 c1`"),
                );
                continue;
            }
            self.check_line(line, span);
            if let Some(size) = size {
                self.check_on_grid(size, line);
            }
            let forth: Vec<&str> = line.iter().map(|name| name.text.as_str()).collect();
            let back: Vec<&str> = forth.iter().rev().copied().collect();
            if let Some(other) = met.get(&forth).or_else(|| met.get(&back)) {
                let error = Diagnostic::error(Code::BadLine, span, "this line is there twice")
                    .other(*other, "the first time")
                    .hint("take one of them out; a line goes both ways");
                self.report(error);
            }
            met.insert(forth, span);
        }
    }

    /// No line meets a point twice, except that a ring ends where it starts.
    fn check_line(&mut self, line: &[Name], span: Span) {
        let is_ring = line.len() > 1 && line[0].text == line[line.len() - 1].text;
        if is_ring && line.len() < 4 {
            self.report(
                Diagnostic::error(Code::BadLine, span, "a ring needs at least three points")
                    .hint("a line that ends where it starts is a ring: `a b c a`"),
            );
            return;
        }
        let mut met: FxHashMap<&str, Span> = FxHashMap::default();
        let points = if is_ring { &line[1..] } else { line };
        for point in points {
            if let Some(first) = met.insert(&point.text, point.span) {
                let title = format!("this line meets `{}` twice", point.text);
                self.report(
                    Diagnostic::error(Code::BadLine, point.span, title)
                        .other(first, "the first time")
                        .hint("make two lines of it"),
                );
                return;
            }
        }
    }

    fn check_on_grid(&mut self, size: Size, line: &[Name]) {
        for point in line {
            if !is_on_grid(size, point) {
                let title = format!("`{}` is not a place on this grid", point.text);
                let last = grid_name(size.columns - 1, size.rows - 1);
                self.report(
                    Diagnostic::error(Code::NoSuchField, point.span, title)
                        .hint(format!("with `dimensions` the points are `a1` to `{last}`")),
                );
            }
        }
    }

    fn check_points(&mut self, lines: &[Vec<Name>], span: Span) {
        let points: FxHashSet<&str> =
            lines.iter().flatten().map(|name| name.text.as_str()).collect();
        if points.len() > MAX_POINTS {
            let title = format!("a board cannot have {} points", points.len());
            self.report(
                Diagnostic::error(Code::BoardSize, span, title)
                    .hint(format!("a board of lines has at most {MAX_POINTS} points")),
            );
        }
    }
}

fn is_on_grid(size: Size, point: &Name) -> bool {
    grid_place(&point.text).is_some_and(|(x, y)| x < size.columns && y < size.rows)
}

/// Column and row of a place on a grid, both from zero, by its name.
fn grid_place(name: &str) -> Option<(usize, usize)> {
    let letter = *name.as_bytes().first().filter(|b| b.is_ascii_lowercase())?;
    let row: usize = name[1..].parse().ok()?;
    let place = ((letter - b'a') as usize, row.checked_sub(1)?);
    (grid_name(place.0, place.1) == name).then_some(place)
}
