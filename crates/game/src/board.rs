//! The geometry of a board: names of fields, rows as they are drawn, and where
//! a step in each direction leads. All of it is fixed when rules are compiled.

use crate::ids::{Direction, Field};
use rustc_hash::FxHashMap;

/// The eight compass points, clockwise from north.
pub const COMPASS: [&str; 8] =
    ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];

/// The six directions of a hexagonal board, clockwise from north.
pub const HEX_COMPASS: [&str; 6] = ["north", "northeast", "east", "south", "southwest", "west"];

/// The kind of board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Squares with eight neighbors.
    Square,
    /// Cells with six neighbors.
    Hexagonal,
    /// Points joined by lines.
    Lines,
}

/// What of a board wraps around: a step over its last column, or row, arrives in the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cyclic {
    /// Whether columns do.
    pub columns: bool,
    /// Whether rows do.
    pub rows: bool,
}

impl Cyclic {
    /// A board with four edges.
    pub const NEITHER: Cyclic = Cyclic { columns: false, rows: false };
    /// One whose first column follows the last.
    pub const COLUMNS: Cyclic = Cyclic { columns: true, rows: false };
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// What neighbors are.
    pub shape: Shape,
    /// Columns and rows, if the board is a grid or its points lie on one.
    pub size: Option<(usize, usize)>,
    /// What of it wraps around.
    pub cyclic: Cyclic,
    /// The name of each field.
    pub names: Vec<String>,
    /// The rows from the top as they are drawn and written; `None` is a place
    /// without a field (a hole). A board without a grid is one row.
    pub rows: Vec<Vec<Option<Field>>>,
    /// The name of each direction.
    pub directions: Vec<String>,
    /// `steps[direction][field]`: where a step leads.
    pub steps: Vec<Vec<Option<Field>>>,
    /// On a board of lines, the directions of each field; empty otherwise.
    pub ways: Vec<Vec<Direction>>,
    /// On a board of lines, the lines as written.
    pub lines: Vec<Vec<Field>>,
    by_name: FxHashMap<String, Field>,
}

/// Column letter and row number, both from zero: (0, 0) is a1.
pub fn grid_name(column: usize, row: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

impl Board {
    /// A grid of squares or hexagons; `hole(column, row)` says where there is no field.
    pub fn grid(
        columns: usize,
        rows: usize,
        cyclic: Cyclic,
        hexagonal: bool,
        hole: impl Fn(usize, usize) -> bool,
    ) -> Board {
        let (shape, compass): (Shape, &[&str]) = match hexagonal {
            true => (Shape::Hexagonal, &HEX_COMPASS),
            false => (Shape::Square, &COMPASS),
        };
        let (names, drawn) = Board::place(columns, rows, |x, y| !hole(x, y));
        let at = |x: i64, y: i64| -> Option<Field> {
            let wrap = |n: i64, side: usize, cyclic: bool| {
                if cyclic { n.rem_euclid(side as i64) } else { n }
            };
            let (x, y) = (wrap(x, columns, cyclic.columns), wrap(y, rows, cyclic.rows));
            let inside = (0..columns as i64).contains(&x) && (0..rows as i64).contains(&y);
            if inside { drawn[rows - 1 - y as usize][x as usize] } else { None }
        };
        let mut steps = vec![vec![None; names.len()]; compass.len()];
        for (step, name) in steps.iter_mut().zip(compass) {
            let (dx, dy) = offset(name);
            for y in 0..rows as i64 {
                for x in 0..columns as i64 {
                    if let Some(field) = at(x, y) {
                        step[field.index()] = at(x + dx, y + dy);
                    }
                }
            }
        }
        Board {
            shape,
            size: Some((columns, rows)),
            cyclic,
            by_name: index(&names),
            names,
            rows: drawn,
            directions: compass.iter().map(|name| name.to_string()).collect(),
            steps,
            ways: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Points and lines. With a size the points lie on a grid and are numbered
    /// along its rows; without one they are numbered as they are first named.
    /// A line that ends where it starts is a ring. No line may meet a point
    /// twice otherwise, and with a size every point must be a place on the
    /// grid: the checker sees to both.
    pub fn lines(size: Option<(usize, usize)>, lines: &[Vec<String>]) -> Board {
        let mut named: Vec<String> = Vec::new();
        for name in lines.iter().flatten() {
            if !named.contains(name) {
                named.push(name.clone());
            }
        }
        let (names, rows) = match size {
            Some((columns, rows)) => {
                Board::place(columns, rows, |x, y| named.contains(&grid_name(x, y)))
            }
            None => {
                let row = (0..named.len()).map(|i| Some(Field(i as u16))).collect();
                (named, vec![row])
            }
        };
        let by_name = index(&names);
        let lines: Vec<Vec<Field>> = lines
            .iter()
            .map(|line| line.iter().filter_map(|name| by_name.get(name).copied()).collect())
            .collect();
        let mut board = Board {
            shape: Shape::Lines,
            size,
            cyclic: Cyclic::NEITHER,
            rows,
            directions: Vec::new(),
            steps: Vec::new(),
            ways: vec![Vec::new(); names.len()],
            lines: Vec::new(),
            names,
            by_name,
        };
        for (i, line) in lines.iter().enumerate() {
            board.add_way(format!("line{}", i + 1), line.iter().copied());
            board.add_way(format!("line{}back", i + 1), line.iter().rev().copied());
        }
        board.lines = lines;
        board
    }

    fn add_way(&mut self, name: String, along: impl Iterator<Item = Field>) {
        let way = Direction(self.steps.len() as u16);
        let along: Vec<Field> = along.collect();
        let mut step = vec![None; self.names.len()];
        for pair in along.windows(2) {
            step[pair[0].index()] = Some(pair[1]);
        }
        for field in along {
            if !self.ways[field.index()].contains(&way) {
                self.ways[field.index()].push(way);
            }
        }
        self.steps.push(step);
        self.directions.push(name);
    }

    /// Numbers the fields of a grid from the lower left, and lists its rows from the top.
    fn place(
        columns: usize,
        rows: usize,
        is_field: impl Fn(usize, usize) -> bool,
    ) -> (Vec<String>, Vec<Vec<Option<Field>>>) {
        let mut names = Vec::new();
        let mut drawn = vec![vec![None; columns]; rows];
        for (y, row) in drawn.iter_mut().rev().enumerate() {
            for (x, place) in row.iter_mut().enumerate() {
                if is_field(x, y) {
                    *place = Some(Field(names.len() as u16));
                    names.push(grid_name(x, y));
                }
            }
        }
        (names, drawn)
    }

    /// How many fields there are.
    pub fn n_fields(&self) -> usize {
        self.names.len()
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<Field> {
        self.by_name.get(name).copied()
    }

    /// The name of a field.
    pub fn name(&self, field: Field) -> &str {
        &self.names[field.index()]
    }

    /// Where a step leads; `None` at an edge, a hole, the end of a line.
    pub fn step(&self, field: Field, direction: Direction) -> Option<Field> {
        self.steps[direction.index()][field.index()]
    }

    /// Turns a direction clockwise by this many degrees, which must fit the board.
    pub fn rotate(&self, direction: Direction, degrees: i32) -> Direction {
        let unit = self.rotation_unit();
        match self.shape {
            Shape::Lines if (degrees / unit) % 2 != 0 => Direction(direction.0 ^ 1),
            Shape::Lines => direction,
            Shape::Square | Shape::Hexagonal => {
                let n = self.directions.len() as i32;
                Direction((direction.0 as i32 + degrees / unit).rem_euclid(n) as u16)
            }
        }
    }

    /// The smallest turn: 45, 60 or, on lines, 180 degrees.
    pub fn rotation_unit(&self) -> i32 {
        match self.shape {
            Shape::Square => 45,
            Shape::Hexagonal => 60,
            Shape::Lines => 180,
        }
    }

    /// The direction of this name.
    pub fn direction(&self, name: &str) -> Option<Direction> {
        self.directions.iter().position(|d| d == name).map(|i| Direction(i as u16))
    }
}

fn index(names: &[String]) -> FxHashMap<String, Field> {
    names.iter().enumerate().map(|(i, name)| (name.clone(), Field(i as u16))).collect()
}

fn offset(compass: &str) -> (i64, i64) {
    let dy = compass.starts_with("north") as i64 - compass.starts_with("south") as i64;
    let dx = compass.ends_with("east") as i64 - compass.ends_with("west") as i64;
    (dx, dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cylinder_wraps_columns_only() {
        let board = Board::grid(8, 8, Cyclic::COLUMNS, false, |_, _| false);
        let h1 = board.field("h1").unwrap();
        let step = |name| board.step(h1, board.direction(name).unwrap());
        assert_eq!(step("east"), board.field("a1"));
        assert_eq!(step("northeast"), board.field("a2"));
        assert_eq!(step("south"), None);
    }

    #[test]
    fn a_ring_has_no_end() {
        let line: Vec<String> = ["a", "b", "c", "a"].map(String::from).to_vec();
        let board = Board::lines(None, &[line]);
        let (a, c) = (board.field("a").unwrap(), board.field("c").unwrap());
        assert_eq!(board.step(c, Direction(0)), Some(a));
        assert_eq!(board.step(a, Direction(1)), Some(c));
        assert_eq!(board.rotate(Direction(0), 180), Direction(1));
    }
}
