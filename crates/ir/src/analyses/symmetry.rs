//! Ways to turn or mirror the board that no rule can tell from the board as it is.
//!
//! 1. Candidates come from the geometry alone: maps of fields and directions under
//!    which every step leads where it should.
//! 2. A candidate is a symmetry if every node that a turn can run means the same on
//!    the other side: its constant sets, zones, drawn boards and directions are
//!    their own images, and turning a direction goes with the map.
//!
//! Then a run on the image of a position yields the images of what the run on the
//! position yields, by induction over its steps. The start need not be symmetric.
//! Fields are visited in a fixed order, so `each` counts only if its order cannot
//! matter.

use super::calls::CallGraph;
use crate::program::*;
use game::{Board, Direction, Field, FieldSet, Layout, Shape, Symmetry};

/// The symmetries of the rules of a program, without the one that changes nothing,
/// in ascending order. The evaluations and bounds are not looked at.
pub fn symmetries(program: &Program) -> Vec<Symmetry> {
    let board = &program.facts.board;
    let identity = Symmetry::identity(board.n_fields(), board.directions.len());
    let run = CallGraph::new(program).reachable([program.entries.main]);
    let mut found = match board.shape {
        Shape::Square | Shape::Hexagonal => of_grid(board),
        Shape::Lines => of_lines(board),
    };
    found.retain(|symmetry| {
        let check = Check { program, symmetry };
        symmetry.fields != identity.fields && run.iter().all(|&func| check.func(func))
    });
    found.sort();
    // Two maps of directions for one map of fields are one for a position.
    found.dedup_by(|a, b| a.fields == b.fields);
    found
}

/// The maps of a grid: directions are turned or mirrored as a whole, and the place
/// of one field then tells those of all others.
fn of_grid(board: &Board) -> Vec<Symmetry> {
    let n = board.directions.len();
    let mut found = Vec::new();
    for (turn, mirrored) in (0..n).flat_map(|turn| [(turn, false), (turn, true)]) {
        let to = |d: usize| if mirrored { n + turn - d } else { turn + d } % n;
        let directions: Vec<Direction> = (0..n).map(|d| Direction(to(d) as u16)).collect();
        for first in 0..board.n_fields() {
            if let Some(fields) = spread(board, &directions, Field(first as u16)) {
                let symmetry = Symmetry { fields, directions: directions.clone() };
                found.extend(is_geometric(board, &symmetry).then_some(symmetry));
            }
        }
    }
    found
}

/// Where each field goes if the first one goes there; nothing if not all fields
/// can be reached from it.
fn spread(board: &Board, directions: &[Direction], first: Field) -> Option<Vec<Field>> {
    let mut to: Vec<Option<Field>> = vec![None; board.n_fields()];
    *to.first_mut()? = Some(first);
    let mut open = vec![(Field(0), first)];
    while let Some((from, image)) = open.pop() {
        for (d, &turned) in directions.iter().enumerate() {
            let Some(next) = board.step(from, Direction(d as u16)) else { continue };
            let next_image = board.step(image, turned)?;
            if to[next.index()].is_none() {
                to[next.index()] = Some(next_image);
                open.push((next, next_image));
            }
        }
    }
    to.into_iter().collect()
}

/// The maps of a board of lines whose points lie on a grid: the grid is turned or
/// mirrored, and lines go to lines.
fn of_lines(board: &Board) -> Vec<Symmetry> {
    let (height, width) = (board.rows.len(), board.rows.iter().map(Vec::len).max().unwrap_or(0));
    let mut found = Vec::new();
    for (across, flip_x, flip_y) in (0..8).map(|i| (i & 4 > 0, i & 2 > 0, i & 1 > 0)) {
        let mut fields = vec![None; board.n_fields()];
        for (y, row) in board.rows.iter().enumerate() {
            for (x, field) in row.iter().enumerate() {
                let Some(field) = field else { continue };
                let (x, y) = if across { (y, x) } else { (x, y) };
                let x = if flip_x { width.checked_sub(x + 1) } else { Some(x) };
                let y = if flip_y { height.checked_sub(y + 1) } else { Some(y) };
                let image = |x: usize, y: usize| *board.rows.get(y)?.get(x)?;
                fields[field.index()] = x.zip(y).and_then(|(x, y)| image(x, y));
            }
        }
        let Some(fields) = fields.into_iter().collect::<Option<Vec<Field>>>() else { continue };
        let way = |from: &Vec<Option<Field>>| {
            let goes = |to: &Vec<Option<Field>>| {
                let mut pairs = fields.iter().zip(from);
                pairs.all(|(f, next)| to[f.index()] == next.map(|next| fields[next.index()]))
            };
            board.steps.iter().position(goes).map(|d| Direction(d as u16))
        };
        let directions = board.steps.iter().map(way).collect::<Option<Vec<Direction>>>();
        let symmetry = directions.map(|directions| Symmetry { fields, directions });
        found.extend(symmetry.filter(|symmetry| is_geometric(board, symmetry)));
    }
    found
}

/// Whether a map is one to one, and steps and ways go along with it.
fn is_geometric(board: &Board, symmetry: &Symmetry) -> bool {
    let Symmetry { fields, directions } = symmetry;
    let is_onto = |mut images: Vec<u16>| {
        images.sort_unstable();
        images.iter().enumerate().all(|(i, &image)| i == usize::from(image))
    };
    let steps = |d: usize| {
        let stepped = fields.iter().zip(&board.steps[d]);
        let mut stepped =
            stepped.map(|(image, next)| (*image, next.map(|next| fields[next.index()])));
        stepped.all(|(image, next)| board.step(image, directions[d]) == next)
    };
    let ways = |(f, ways): (usize, &Vec<Direction>)| {
        same(&turned(symmetry, ways), &board.ways[fields[f].index()])
    };
    is_onto(fields.iter().map(|field| field.0).collect())
        && is_onto(directions.iter().map(|direction| direction.0).collect())
        && (0..board.steps.len()).all(steps)
        && board.ways.iter().enumerate().all(ways)
}

fn turned(symmetry: &Symmetry, directions: &[Direction]) -> Vec<Direction> {
    directions.iter().map(|d| symmetry.directions[d.index()]).collect()
}

/// Whether two lists have the same members, in any order.
fn same<T: Clone + Ord>(a: &[T], b: &[T]) -> bool {
    let sorted = |list: &[T]| {
        let mut list = list.to_vec();
        list.sort();
        list
    };
    sorted(a) == sorted(b)
}

/// Asks of each node whether it means the same on the other side.
struct Check<'a> {
    program: &'a Program,
    symmetry: &'a Symmetry,
}

impl Check<'_> {
    fn func(&self, func: FuncId) -> bool {
        let blocks = &self.program.funcs[func.index()].blocks;
        blocks
            .iter()
            .all(|block| block.insts.iter().all(|inst| self.inst(inst)) && self.term(&block.term))
    }

    fn inst(&self, inst: &Inst) -> bool {
        match inst {
            Inst::Direction { direction, .. } => self.directions(&[*direction]),
            Inst::Set { expr, .. } => self.set_expr(expr),
            Inst::Guard { cond } => self.cond(cond),
            Inst::Rotate { degrees, .. } => self.rotation(*degrees),
            // Of several fields it takes the lowest.
            Inst::Back { .. } => false,
            Inst::Other { .. } | Inst::NoField { .. } | Inst::NoDirection { .. } => true,
            Inst::Number { expr: NumExpr::Weigh { weights, .. }, .. } => {
                let images = self.symmetry.fields.iter().map(|field| weights[field.index()]);
                images.eq(weights.iter().copied())
            }
            Inst::Number { .. } | Inst::Step { .. } | Inst::Write { .. } => true,
        }
    }

    fn term(&self, term: &Term) -> bool {
        match term {
            Term::If { cond, .. } => self.cond(cond),
            Term::ChooseDirection { from: Directions::Compass(sides), .. } => {
                sides.iter().all(|side| self.directions(side))
            }
            Term::Each { body, .. } => self.is_local(*body),
            _ => true,
        }
    }

    fn cond(&self, cond: &Cond) -> bool {
        match cond {
            Cond::Matches { layout, .. } => self.layout(*layout),
            _ => true,
        }
    }

    fn set_expr(&self, expr: &SetExpr) -> bool {
        match expr {
            SetExpr::Const(set) => self.set(set),
            SetExpr::Sides { sides, .. } => sides.iter().all(|set| self.set(set)),
            SetExpr::Zone { zone, .. } => {
                self.program.facts.zones[zone.index()].fields.iter().all(|set| self.set(set))
            }
            SetExpr::Matching { layout, .. } => self.layout(*layout),
            SetExpr::Walk { ways, .. } | SetExpr::Spread { ways, .. } => self.ways(ways),
            SetExpr::Slide { directions, .. } | SetExpr::Rows { directions, .. } => {
                self.directions(directions)
            }
            _ => true,
        }
    }

    fn set(&self, set: &FieldSet) -> bool {
        let images = set.iter().map(|field| self.symmetry.fields[field.index()]);
        FieldSet::of(self.symmetry.fields.len(), images) == *set
    }

    fn layout(&self, layout: Layout) -> bool {
        let drawn = &self.program.facts.layouts[layout.index()].board;
        let mut pairs = drawn.iter().zip(&self.symmetry.fields);
        pairs.all(|(contents, image)| drawn[image.index()] == *contents)
    }

    fn directions(&self, directions: &[Direction]) -> bool {
        same(&turned(self.symmetry, directions), directions)
    }

    fn ways(&self, ways: &[Vec<Direction>]) -> bool {
        let images: Vec<Vec<Direction>> =
            ways.iter().map(|way| turned(self.symmetry, way)).collect();
        same(&images, ways)
    }

    fn rotation(&self, degrees: i32) -> bool {
        let board = &self.program.facts.board;
        let mut images = self.symmetry.directions.iter().enumerate();
        images.all(|(d, &image)| {
            let after = board.rotate(Direction(d as u16), degrees);
            self.symmetry.directions[after.index()] == board.rotate(image, degrees)
        })
    }

    /// Whether a function only puts pieces on the field that it is given, looking
    /// at nothing: then the order of the fields does not matter.
    fn is_local(&self, func: FuncId) -> bool {
        let blocks = &self.program.funcs[func.index()].blocks;
        let [Block { params, insts, term: Term::Yield { .. } }] = &blocks[..] else {
            return false;
        };
        insts.iter().all(|inst| match inst {
            Inst::Write { write: Write::Put { f, .. } | Write::Clear { f }, .. } => {
                params.get(2) == Some(f)
            }
            _ => false,
        })
    }
}
