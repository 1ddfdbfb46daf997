//! Words for directions: which of them a board has, and what they mean for each
//! player.

use super::Resolver;
use crate::model::DirectionSet;
use game::{Direction, Shape};
use syntax::ast::Compass;
use syntax::{Code, Diagnostic, Span};

impl Resolver<'_> {
    /// Reads the named sets of directions.
    pub(super) fn named_directions(&mut self) {
        let merged = self.merged;
        for version in merged.directions.newest() {
            let entry = version.body;
            let first = self.compass_list(&entry.first);
            let second = match entry.second.is_empty() {
                true => first.clone(),
                false => self.compass_list(&entry.second),
            };
            if let Some(&(_, span)) = entry.second.first()
                && self.is_puzzle()
            {
                let title = "a puzzle has one player, so there is no second set of directions";
                self.report(
                    Diagnostic::error(Code::NeedsTwoPlayers, span, title).hint("leave it out"),
                );
            }
            self.directions.push([first, second]);
        }
    }

    fn compass_list(&mut self, list: &[(Compass, Span)]) -> Vec<Direction> {
        let mut directions = Vec::new();
        for &(compass, span) in list {
            // The parser has let nothing but compass points through.
            if let Some(direction) = self.compass_point(compass, span)
                && !directions.contains(&direction)
            {
                directions.push(direction);
            }
        }
        directions.sort_unstable();
        directions
    }

    /// What a word for directions means on this board; `None` if it is a mistake.
    pub(super) fn direction(&mut self, compass: Compass, span: Span) -> Option<DirectionSet> {
        if !self.shape_known {
            return None;
        }
        let shape = self.facts.board.shape;
        let step = match compass {
            Compass::Alldir if shape == Shape::Lines => return Some(DirectionSet::AlongLines),
            _ if shape == Shape::Lines => {
                self.no_direction(compass, span);
                return None;
            }
            Compass::Diagonal if shape == Shape::Hexagonal => {
                self.no_direction(compass, span);
                return None;
            }
            Compass::Forward => return self.forward([Compass::North, Compass::South], span),
            Compass::Backward => return self.forward([Compass::South, Compass::North], span),
            Compass::Alldir => (0, 1),
            Compass::Orthogonal if shape == Shape::Hexagonal => (0, 1),
            Compass::Orthogonal => (0, 2),
            Compass::Diagonal => (1, 2),
            point => {
                let direction = self.compass_point(point, span)?;
                return Some(DirectionSet::Compass([vec![direction], vec![direction]]));
            }
        };
        let n = self.facts.board.directions.len() as u16;
        let all: Vec<Direction> = (step.0..n).step_by(step.1).map(Direction).collect();
        Some(DirectionSet::Compass([all.clone(), all]))
    }

    fn forward(&mut self, points: [Compass; 2], span: Span) -> Option<DirectionSet> {
        let first = self.compass_point(points[0], span)?;
        let second = self.compass_point(points[1], span)?;
        Some(DirectionSet::Compass([vec![first], vec![second]]))
    }

    fn compass_point(&mut self, compass: Compass, span: Span) -> Option<Direction> {
        if !self.shape_known {
            return None;
        }
        let direction = self.facts.board.direction(compass.word());
        if direction.is_none() {
            self.no_direction(compass, span);
        }
        direction
    }

    fn no_direction(&mut self, compass: Compass, span: Span) {
        let word = compass.word();
        let error = match self.facts.board.shape {
            Shape::Lines => Diagnostic::error(
                Code::NoSuchDirection,
                span,
                format!("`{word}` has no meaning on a board of lines"),
            )
            .hint("`alldir` gives all lines through the finger, `rotate 180` turns back"),
            Shape::Square | Shape::Hexagonal => Diagnostic::error(
                Code::NoSuchDirection,
                span,
                format!("`{word}` has no meaning on a hexagonal board"),
            )
            .hint("its directions are north, northeast, east, south, southwest and west"),
        };
        self.report(error);
    }

    /// A turn by this many degrees, if the board has it.
    pub(super) fn rotation(&mut self, negative: bool, degrees: u32, span: Span) -> Option<i32> {
        if !self.shape_known {
            return None;
        }
        let unit = self.facts.board.rotation_unit();
        let turn = (degrees % 360) as i32;
        if turn % unit == 0 {
            return Some(if negative { -turn } else { turn });
        }
        let board = match self.facts.board.shape {
            Shape::Square => "on squares a turn goes by multiples of 45",
            Shape::Hexagonal => "on hexagons a turn goes by multiples of 60",
            Shape::Lines => "on lines one can only turn back: `rotate 180`",
        };
        let title = format!("`rotate {degrees}` does not fit this board");
        self.report(Diagnostic::error(Code::BadRotation, span, title).hint(board));
        None
    }
}
