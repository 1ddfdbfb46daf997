//! Reads what nodes are made of: values, functions, targets, and lists.

use super::lines::{Line, Read, Token};
use super::{Reader, read_value};
use crate::names::Space;
use crate::program::*;
use game::{Direction, Field, FieldSet};

impl Reader<'_> {
    /// A value of any type.
    pub(crate) fn value(&mut self, line: &mut Line) -> Read<Value> {
        let word = line.word("a value")?;
        let Some((ty, number)) = read_value(&word) else {
            return Err(line.error(format!("`{word}` is no value")));
        };
        match self.types.insert(number, ty) {
            Some(before) if before != ty => {
                let letter = crate::print::letter(before);
                Err(line.error(format!("`{word}` is called `{letter}{number}` above")))
            }
            _ => Ok(Value(number)),
        }
    }

    /// A value of any type, unless a node begins with it: then it says by its type which node.
    pub(crate) fn value_of(&mut self, line: &mut Line, ty: Type) -> Read<Value> {
        let fits = |word: &str| read_value(word).is_some_and(|(has, _)| has == ty);
        if line.at_head() && !line.peek_word().is_some_and(fits) {
            return Err(line.expected("a value"));
        }
        self.value(line)
    }

    /// The value that a line defines; what it is begins after it.
    pub(crate) fn defined(&mut self, line: &mut Line) -> Read<Value> {
        let value = self.value(line)?;
        line.expect("=")?;
        line.begin_here();
        Ok(value)
    }

    pub(crate) fn values_in_brackets(&mut self, line: &mut Line) -> Read<Vec<Value>> {
        line.expect("(")?;
        let mut values = Vec::new();
        if line.eat(")") {
            return Ok(values);
        }
        loop {
            values.push(self.value(line)?);
            if line.eat(")") {
                return Ok(values);
            }
            line.expect(",")?;
        }
    }

    pub(crate) fn bound(&mut self, line: &mut Line) -> Read<Bound> {
        match line.word("a bound")?.as_str() {
            "times" => Ok(Bound::Times(line.int()?)),
            "walk" => Ok(Bound::Walk(line.int()?)),
            "uses" => {
                let times = line.int()?;
                Ok(Bound::Uses { what: line.quoted()?, times })
            }
            other => Err(line.error(format!("`{other}` is no bound"))),
        }
    }

    pub(crate) fn func_id(&mut self, line: &mut Line) -> Read<FuncId> {
        line.number_of(self.names, Space::Func).map(FuncId)
    }

    pub(crate) fn block_id(&mut self, line: &mut Line) -> Read<BlockId> {
        let word = line.word("a block")?;
        let number = word.strip_prefix('b').and_then(|digits| digits.parse().ok());
        number.map(BlockId).ok_or_else(|| line.error(format!("`{word}` is no block")))
    }

    pub(crate) fn target(&mut self, line: &mut Line) -> Read<Target> {
        let block = self.block_id(line)?;
        let args = if line.is_at("(") { self.values_in_brackets(line)? } else { Vec::new() };
        Ok(Target { block, args })
    }

    /// What stands between braces.
    pub(crate) fn in_braces<T>(
        &mut self,
        line: &mut Line,
        read: impl Fn(&mut Self, &mut Line) -> Read<T>,
    ) -> Read<Vec<T>> {
        line.expect("{")?;
        let mut list = Vec::new();
        while !line.eat("}") {
            list.push(read(self, line)?);
        }
        Ok(list)
    }

    /// What stands before one of the words that end a list, or before the end of the line.
    pub(crate) fn up_to_word<T>(
        &mut self,
        line: &mut Line,
        read: impl Fn(&mut Self, &mut Line) -> Read<T>,
    ) -> Read<Vec<T>> {
        let mut list = Vec::new();
        while !line.at_end() && !line.peek_word().is_some_and(|it| it == "through" || it == "times")
        {
            list.push(read(self, line)?);
        }
        Ok(list)
    }

    pub(crate) fn directions(&mut self, line: &mut Line) -> Read<Vec<Direction>> {
        self.in_braces(line, |it, line| line.number_of(it.names, Space::Direction).map(Direction))
    }

    pub(crate) fn fields(&mut self, line: &mut Line) -> Read<FieldSet> {
        let n = self.n_fields;
        let fields = self.in_braces(line, |it, line| {
            let field = Field(line.number_of(it.names, Space::Field)?);
            match field.index() < n {
                true => Ok(field),
                false => Err(line.error(format!("there is no field #{}", field.0))),
            }
        })?;
        Ok(FieldSet::of(n, fields))
    }

    /// A way: steps with dots between them, or `stay`.
    pub(crate) fn way(&mut self, line: &mut Line) -> Read<Vec<Direction>> {
        let mut way = Vec::new();
        if !line.eat_word("stay") {
            self.steps(line, &mut way)?;
            while line.eat(".") {
                self.steps(line, &mut way)?;
            }
        }
        Ok(way)
    }

    /// The directions of one token: dots between words make one word of them.
    fn steps(&mut self, line: &mut Line, way: &mut Vec<Direction>) -> Read<()> {
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
}
