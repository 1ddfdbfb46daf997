//! Reads expressions that are sets of fields, and the lists of kinds, fields
//! and ways in them.

use super::lines::{Line, Token};
use super::{IrError, Reader};
use crate::names::Space;
use crate::program::*;
use game::{Direction, Field, FieldSet, Kind, Layout, Memory, Zone};

/// Position, point of view, owner and kinds.
type SomePieces = (Value, Value, Whose, Option<Vec<Kind>>);

impl Reader<'_> {
    pub(super) fn set(&mut self, line: &mut Line, word: &str) -> Result<Option<SetExpr>, IrError> {
        Ok(Some(match word {
            "pieces" => {
                let (s, v, whose, kinds) = self.some_pieces(line)?;
                SetExpr::Pieces { s, v, whose, kinds }
            }
            "empty" => SetExpr::Empty { s: self.any_value(line)? },
            "all" => SetExpr::All,
            "zone" => {
                let zone = Zone(line.number_of(self.names, Space::Zone)?);
                SetExpr::Zone { zone, v: self.next_value(line)? }
            }
            "sides" => {
                let v = self.any_value(line)?;
                line.expect(",")?;
                SetExpr::Sides { v, sides: [self.fields(line)?, self.fields(line)?] }
            }
            "memory" => {
                let s = self.any_value(line)?;
                SetExpr::Memory { s, memory: Memory(self.next_name(line, Space::Memory)?) }
            }
            "fields" => {
                let (func, args) = self.run(line)?;
                SetExpr::Fields { func, args }
            }
            "only" => SetExpr::Only(self.any_value(line)?),
            "matching" => {
                let s = self.any_value(line)?;
                SetExpr::Matching { s, layout: Layout(self.next_name(line, Space::Layout)?) }
            }
            "ifsome" => SetExpr::IfSome(self.any_value(line)?, self.next_value(line)?),
            "walk" => {
                let (back, from) = self.walked(line)?;
                SetExpr::Walk { from, ways: self.ways(line)?, back }
            }
            "slide" => {
                let (back, from) = self.walked(line)?;
                let directions = self.directions_to(line, "through")?;
                SetExpr::Slide { from, directions, through: self.through(line)?, back }
            }
            "spread" => {
                let (back, from) = self.walked(line)?;
                let ways = self.ways(line)?;
                SetExpr::Spread { from, ways, through: self.through(line)?, back }
            }
            "rows" => {
                let of = self.any_value(line)?;
                line.expect_word("by")?;
                let directions = self.directions_to(line, "times")?;
                line.expect_word("times")?;
                SetExpr::Rows { of, directions, times: line.int()? }
            }
            _ => return Ok(None),
        }))
    }

    /// Which way one walks, and from which set.
    fn walked(&mut self, line: &mut Line) -> Result<(bool, Value), IrError> {
        let back = line.eat_word("back");
        let from = self.any_value(line)?;
        line.expect_word("by")?;
        Ok((back, from))
    }

    /// Directions up to a word or the end of the line.
    fn directions_to(&mut self, line: &mut Line, end: &str) -> Result<Vec<Direction>, IrError> {
        let mut directions = Vec::new();
        while !line.at_end() && line.peek_word() != Some(end) {
            directions.push(Direction(line.number_of(self.names, Space::Direction)?));
        }
        Ok(directions)
    }

    fn through(&mut self, line: &mut Line) -> Result<Value, IrError> {
        line.expect_word("through")?;
        self.any_value(line)
    }

    /// Ways up to `through` or the end of the line.
    fn ways(&mut self, line: &mut Line) -> Result<Vec<Vec<Direction>>, IrError> {
        let mut ways = Vec::new();
        while !line.at_end() && line.peek_word() != Some("through") {
            let mut way = Vec::new();
            if !line.eat_word("stay") {
                self.steps(line, &mut way)?;
                while line.eat(".") {
                    self.steps(line, &mut way)?;
                }
            }
            ways.push(way);
        }
        Ok(ways)
    }

    /// The directions of one token: dots between words make one word of them.
    fn steps(&mut self, line: &mut Line, way: &mut Vec<Direction>) -> Result<(), IrError> {
        if !matches!(line.peek(), Some(Token::Word(_))) {
            way.push(Direction(line.number_of(self.names, Space::Direction)?));
            return Ok(());
        }
        for name in line.word("a direction")?.split('.') {
            let found = self.names.find(Space::Direction, name);
            let found = found.ok_or_else(|| line.error(format!("there is no direction `{name}`")));
            way.push(Direction(found? as u16));
        }
        Ok(())
    }

    pub(super) fn some_pieces(&mut self, line: &mut Line) -> Result<SomePieces, IrError> {
        let s = self.any_value(line)?;
        line.expect(",")?;
        let (whose, v) = self.whose(line)?;
        line.expect(",")?;
        let kinds = if line.eat_word("piece") {
            None
        } else if line.eat("{") {
            let mut kinds = Vec::new();
            while !line.eat("}") {
                kinds.push(Kind(line.number_of(self.names, Space::Kind)?));
            }
            Some(kinds)
        } else {
            Some(vec![Kind(line.number_of(self.names, Space::Kind)?)])
        };
        Ok((s, v, whose, kinds))
    }

    pub(super) fn fields(&mut self, line: &mut Line) -> Result<FieldSet, IrError> {
        line.expect("{")?;
        let mut fields = FieldSet::empty(self.n_fields);
        while !line.eat("}") {
            let field = Field(line.number_of(self.names, Space::Field)?);
            if field.index() >= self.n_fields {
                return Err(line.error(format!("there is no field #{}", field.0)));
            }
            fields.insert(field);
        }
        Ok(fields)
    }
}
