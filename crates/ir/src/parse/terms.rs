//! Reads the ends of blocks.

use super::lines::Line;
use super::{IrError, Reader};
use crate::names::Space;
use crate::program::*;
use game::Direction;

impl Reader<'_> {
    pub(super) fn term(&mut self, line: &mut Line) -> Result<Term, IrError> {
        let word = line.word("an instruction or the end of a block")?;
        Ok(match word.as_str() {
            "jump" => Term::Jump(self.target(line)?),
            "fork" => {
                let mut branches = Vec::new();
                while !line.at_end() {
                    if !branches.is_empty() {
                        line.expect("|")?;
                    }
                    branches.push(self.target(line)?);
                }
                Term::Fork(branches)
            }
            "if" => {
                let cond = self.cond(line)?;
                line.expect("?")?;
                let yes = self.target(line)?;
                line.expect(":")?;
                Term::If { cond, yes, no: self.target(line)? }
            }
            "choose" => self.choose(line)?,
            "call" => {
                let (func, args) = self.run(line)?;
                Term::Call { func, args, then: self.then(line)? }
            }
            "try" => {
                let first = self.func_id(line)?;
                line.expect_word("else")?;
                let (second, args) = self.run(line)?;
                Term::OrElse { first, second, args, then: self.then(line)? }
            }
            "repeat" => self.repeat(line)?,
            "each" => {
                let set = self.any_value(line)?;
                line.expect_word("do")?;
                let (body, args) = self.run(line)?;
                Term::Each { set, body, args, then: self.then(line)? }
            }
            "best" => {
                let value = self.func_id(line)?;
                line.expect_word("of")?;
                let (func, args) = self.run(line)?;
                Term::Best { value, func, args, then: self.then(line)? }
            }
            "ask" => {
                let (func, args) = self.run(line)?;
                line.expect("?")?;
                let yes = self.target(line)?;
                line.expect(":")?;
                Term::Ask { func, args, yes, no: self.target(line)? }
            }
            "yield" => {
                let (s, f) = (self.any_value(line)?, self.next_value(line)?);
                Term::Yield { s, f, d: self.next_value(line)? }
            }
            "return" => Term::Return(self.any_value(line)?),
            "die" => Term::Die,
            _ => return Err(line.error(format!("`{word}` is no instruction"))),
        })
    }

    fn choose(&mut self, line: &mut Line) -> Result<Term, IrError> {
        if line.eat_word("field") {
            line.expect_word("in")?;
            let set = self.any_value(line)?;
            return Ok(Term::ChooseField { set, then: self.then(line)? });
        }
        line.expect_word("direction")?;
        line.expect_word("for")?;
        let v = self.any_value(line)?;
        line.expect_word("in")?;
        let from = if line.eat_word("ways") {
            Directions::Ways { f: self.any_value(line)? }
        } else {
            let first = self.directions(line)?;
            let second = if line.is_at("{") { self.directions(line)? } else { first.clone() };
            Directions::Compass([first, second])
        };
        Ok(Term::ChooseDirection { v, from, then: self.then(line)? })
    }

    fn repeat(&mut self, line: &mut Line) -> Result<Term, IrError> {
        let (body, args) = self.run(line)?;
        line.expect_word("from")?;
        let low = self.any_value(line)?;
        line.expect_word("to")?;
        let high = if line.eat_word("infinity") { None } else { Some(self.any_value(line)?) };
        line.expect_word("bound")?;
        let bound = self.bound(line)?;
        Ok(Term::Repeat { body, low, high, bound, args, then: self.then(line)? })
    }

    fn directions(&mut self, line: &mut Line) -> Result<Vec<Direction>, IrError> {
        line.expect("{")?;
        let mut directions = Vec::new();
        while !line.eat("}") {
            directions.push(Direction(line.number_of(self.names, Space::Direction)?));
        }
        Ok(directions)
    }

    pub(super) fn func_id(&mut self, line: &mut Line) -> Result<FuncId, IrError> {
        line.number_of(self.names, Space::Func).map(FuncId)
    }

    /// A function and the configuration that it is run on.
    pub(super) fn run(&mut self, line: &mut Line) -> Result<(FuncId, Args), IrError> {
        let func = self.func_id(line)?;
        match self.values_in_brackets(line)?[..] {
            [s, v, f, d] => Ok((func, Args { s, v, f, d })),
            _ => Err(line.error("a function is run on four values: s, v, f, d".to_string())),
        }
    }

    fn block_id(&mut self, line: &mut Line) -> Result<BlockId, IrError> {
        let word = line.word("a block")?;
        let number = word.strip_prefix('b').and_then(|digits| digits.parse().ok());
        number.map(BlockId).ok_or_else(|| line.error(format!("`{word}` is no block")))
    }

    fn target(&mut self, line: &mut Line) -> Result<Target, IrError> {
        let block = self.block_id(line)?;
        let args = if line.is_at("(") { self.values_in_brackets(line)? } else { Vec::new() };
        Ok(Target { block, args })
    }

    /// The target of a node that gives values of its own.
    fn then(&mut self, line: &mut Line) -> Result<Target, IrError> {
        line.expect("->")?;
        let block = self.block_id(line)?;
        line.expect("(")?;
        line.expect("..")?;
        let mut args = Vec::new();
        while !line.eat(")") {
            args.push(self.next_value(line)?);
        }
        Ok(Target { block, args })
    }
}
