//! Reads instructions.

use super::lines::Line;
use super::{IrError, Reader};
use crate::names::Space;
use crate::program::*;
use game::{Counter, Direction, Kind, Layout, Memory, Player};

impl Reader<'_> {
    /// An instruction; `None` if the line ends a block.
    pub(super) fn inst(&mut self, line: &mut Line) -> Result<Option<Inst>, IrError> {
        if line.eat_word("guard") {
            return Ok(Some(Inst::Guard { cond: self.cond(line)? }));
        }
        if line.peek_word().is_none_or(|word| super::read_value(word).is_none()) {
            return Ok(None);
        }
        let dst = self.any_value(line)?;
        line.expect("=")?;
        if line.is_at_number() {
            return Ok(Some(Inst::Number { dst, expr: NumExpr::Const(line.signed()?) }));
        }
        if line.is_at("{") {
            return Ok(Some(Inst::Set { dst, expr: SetExpr::Const(self.fields(line)?) }));
        }
        let word = line.peek_word().unwrap_or_default().to_string();
        if let Some((ty, _)) = super::read_value(&word) {
            return self.pair(line, dst, ty).map(Some);
        }
        let word = line.word("an instruction")?;
        if let Some(inst) = self.simple(line, dst, &word)? {
            return Ok(Some(inst));
        }
        if let Some(expr) = self.set(line, &word)? {
            return Ok(Some(Inst::Set { dst, expr }));
        }
        if let Some(expr) = self.number(line, &word)? {
            return Ok(Some(Inst::Number { dst, expr }));
        }
        // All that is left are writes, which name a position first.
        let s = self.any_value(line)?;
        match self.write(line, &word)? {
            Some(write) => Ok(Some(Inst::Write { dst, s, write })),
            None => Err(line.error(format!("`{word}` is no instruction"))),
        }
    }

    /// Two values and a mark between them.
    fn pair(&mut self, line: &mut Line, dst: Value, ty: Type) -> Result<Inst, IrError> {
        let a = self.any_value(line)?;
        let Some(mark) = line.eat_one_of(&["&", "|", "+", "-", "*"]) else {
            return Err(line.error("a value alone is no instruction".to_string()));
        };
        let b = self.any_value(line)?;
        Ok(match mark {
            "&" => Inst::Set { dst, expr: SetExpr::And(a, b) },
            "|" => Inst::Set { dst, expr: SetExpr::Or(a, b) },
            "-" if ty == Type::Set => Inst::Set { dst, expr: SetExpr::Minus(a, b) },
            "-" => Inst::Number { dst, expr: NumExpr::Subtract(a, b) },
            "+" => Inst::Number { dst, expr: NumExpr::Add(a, b) },
            _ => Inst::Number { dst, expr: NumExpr::Multiply(a, b) },
        })
    }

    fn simple(&mut self, line: &mut Line, dst: Value, word: &str) -> Result<Option<Inst>, IrError> {
        Ok(Some(match word {
            "other" => Inst::Other { dst, v: self.any_value(line)? },
            "nofield" => Inst::NoField { dst },
            "nodirection" => Inst::NoDirection { dst },
            "direction" => {
                let direction = Direction(line.number_of(self.names, Space::Direction)?);
                Inst::Direction { dst, direction }
            }
            "step" => {
                let f = self.any_value(line)?;
                Inst::Step { dst, f, d: self.next_value(line)? }
            }
            "back" => {
                let f = self.any_value(line)?;
                Inst::Back { dst, f, d: self.next_value(line)? }
            }
            "rotate" => {
                let d = self.any_value(line)?;
                line.expect(",")?;
                Inst::Rotate { dst, d, degrees: line.signed()? }
            }
            _ => return Ok(None),
        }))
    }

    fn number(&mut self, line: &mut Line, word: &str) -> Result<Option<NumExpr>, IrError> {
        Ok(Some(match word {
            "counter" => {
                let (s, v) = (self.any_value(line)?, self.next_value(line)?);
                let counter = Counter(self.next_name(line, Space::Counter)?);
                NumExpr::Counter { s, v, counter }
            }
            "size" => NumExpr::Size(self.any_value(line)?),
            "weigh" => {
                let set = self.any_value(line)?;
                line.expect_word("by")?;
                let mut weights = vec![line.signed()?];
                while !line.at_end() {
                    weights.push(line.signed()?);
                }
                NumExpr::Weigh { set, weights }
            }
            "reserve" => {
                let (s, v, whose, kinds) = self.some_pieces(line)?;
                NumExpr::Reserve { s, v, whose, kinds }
            }
            "count" => {
                let (func, args) = self.run(line)?;
                NumExpr::Count { func, args }
            }
            "sum" => {
                let value = self.func_id(line)?;
                line.expect_word("at")?;
                let (func, args) = self.run(line)?;
                NumExpr::Sum { value, func, args }
            }
            "steps" => {
                let func = self.func_id(line)?;
                line.expect_word("until")?;
                let (until, args) = self.run(line)?;
                NumExpr::Steps { func, until, args }
            }
            "call" => {
                let (func, args) = self.run(line)?;
                NumExpr::Call { func, args }
            }
            "height" => {
                let s = self.any_value(line)?;
                NumExpr::Height { s, f: self.next_value(line)? }
            }
            "hand" => NumExpr::Hand { s: self.any_value(line)? },
            _ => return Ok(None),
        }))
    }

    pub(super) fn cond(&mut self, line: &mut Line) -> Result<Cond, IrError> {
        if line.eat_word("matches") {
            let (s, f) = (self.any_value(line)?, self.next_value(line)?);
            return Ok(Cond::Matches {
                s,
                f,
                layout: Layout(self.next_name(line, Space::Layout)?),
            });
        }
        if line.eat_word("occurred") {
            let s = self.any_value(line)?;
            line.expect(",")?;
            return Ok(Cond::Occurred { s, times: line.int()? });
        }
        if line.eat_word("kind") {
            let (s, f) = (self.any_value(line)?, self.next_value(line)?);
            return Ok(Cond::IsKind { s, f, kind: Kind(self.next_name(line, Space::Kind)?) });
        }
        if line.eat_word("some") {
            return Ok(Cond::Some { set: self.any_value(line)? });
        }
        let a = self.any_value(line)?;
        if line.eat_word("is") {
            let player = match line.word("a player")?.as_str() {
                "first" => Player::First,
                "second" => Player::Second,
                other => return Err(line.error(format!("`{other}` is no player"))),
            };
            return Ok(Cond::Is { v: a, player });
        }
        if line.eat_word("in") {
            return Ok(Cond::In { f: a, set: self.any_value(line)? });
        }
        let op = match line.eat_one_of(&["=", "<>", "<=", ">=", "<", ">"]) {
            Some("=") => Compare::Equal,
            Some("<>") => Compare::Different,
            Some("<=") => Compare::AtMost,
            Some(">=") => Compare::AtLeast,
            Some("<") => Compare::Less,
            Some(_) => Compare::Greater,
            None => return Err(line.error("expected `in` or a comparison".to_string())),
        };
        Ok(Cond::Compare { op, a, b: self.any_value(line)? })
    }

    /// What a write says behind its position.
    fn write(&mut self, line: &mut Line, word: &str) -> Result<Option<Write>, IrError> {
        Ok(Some(match word {
            "lift" => Write::Lift { f: self.next_value(line)?, amount: self.amount(line)? },
            "lower" => Write::Lower { f: self.next_value(line)?, amount: self.amount(line)? },
            "put" => {
                let f = self.next_value(line)?;
                line.expect(",")?;
                let (whose, v) = self.whose(line)?;
                Write::Put { f, v, whose, kind: Kind(self.next_name(line, Space::Kind)?) }
            }
            "putall" => {
                let set = self.next_value(line)?;
                line.expect(",")?;
                let (whose, v) = self.whose(line)?;
                Write::PutAll { set, v, whose, kind: Kind(self.next_name(line, Space::Kind)?) }
            }
            "clear" => Write::Clear { f: self.next_value(line)? },
            "become" => {
                let f = self.next_value(line)?;
                Write::Become { f, kind: Kind(self.next_name(line, Space::Kind)?) }
            }
            "enter" => {
                let (f, v) = (self.next_value(line)?, self.next_value(line)?);
                Write::Enter { f, v, kind: Kind(self.next_name(line, Space::Kind)?) }
            }
            "keep" => Write::Keep { f: self.next_value(line)?, v: self.next_value(line)? },
            "remember" => {
                let f = self.next_value(line)?;
                Write::Remember { f, memory: Memory(self.next_name(line, Space::Memory)?) }
            }
            "set" => {
                let v = self.next_value(line)?;
                let counter = Counter(self.next_name(line, Space::Counter)?);
                Write::SetCounter { v, counter, to: self.next_value(line)? }
            }
            "outcome" => {
                let v = self.next_value(line)?;
                line.expect(",")?;
                Write::Outcome { v, verdict: self.verdict(line)? }
            }
            "pass" => Write::Pass,
            "again" => Write::Again,
            "cost" => Write::Cost { to: self.next_value(line)? },
            "tell" => self.tell(line)?,
            "hush" => {
                line.expect(",")?;
                line.expect_word("like")?;
                Write::Hush { like: self.any_value(line)? }
            }
            "before" => Write::Before,
            "mask" => Write::Mask { v: self.next_value(line)?, seen: self.next_value(line)? },
            _ => return Ok(None),
        }))
    }

    fn amount(&mut self, line: &mut Line) -> Result<Amount, IrError> {
        Ok(match line.eat(",") {
            false => Amount::One,
            true if line.eat_word("all") => Amount::All,
            true => Amount::Number(self.any_value(line)?),
        })
    }

    fn verdict(&mut self, line: &mut Line) -> Result<Verdict, IrError> {
        match line.word("a verdict")?.as_str() {
            "win" => Ok(Verdict::Win),
            "lose" => Ok(Verdict::Lose),
            "draw" => Ok(Verdict::Draw),
            "score" => Ok(Verdict::Score(self.any_value(line)?)),
            other => Err(line.error(format!("`{other}` is no verdict"))),
        }
    }

    fn tell(&mut self, line: &mut Line) -> Result<Write, IrError> {
        let (v, f) = (self.next_value(line)?, self.next_value(line)?);
        line.expect(",")?;
        let to = match line.word("who hears it")?.as_str() {
            "both" => Audience::Both,
            "own" => Audience::Own,
            "enemy" => Audience::Enemy,
            other => return Err(line.error(format!("`{other}` hears nothing"))),
        };
        line.expect(",")?;
        let message = line.quoted()?;
        let mut details = Vec::new();
        while line.eat(",") {
            details.push(if line.eat_word("here") {
                Detail::Here
            } else if line.eat_word("piece") {
                Detail::Piece
            } else {
                Detail::Memory(Memory(line.number_of(self.names, Space::Memory)?))
            });
        }
        Ok(Write::Tell { v, f, to, message, details })
    }

    pub(super) fn whose(&mut self, line: &mut Line) -> Result<(Whose, Value), IrError> {
        let whose = match line.word("whose it is")?.as_str() {
            "own" => Whose::Own,
            "enemy" => Whose::Enemy,
            "first" => Whose::First,
            "second" => Whose::Second,
            "nobody" => Whose::Nobody,
            "any" => Whose::Any,
            other => return Err(line.error(format!("`{other}` is no owner"))),
        };
        Ok((whose, self.any_value(line)?))
    }

    /// A comma and a value.
    pub(super) fn next_value(&mut self, line: &mut Line) -> Result<Value, IrError> {
        line.expect(",")?;
        self.any_value(line)
    }

    /// A comma and the name of something.
    pub(super) fn next_name<N: TryFrom<u64>>(
        &mut self,
        line: &mut Line,
        space: Space,
    ) -> Result<N, IrError> {
        line.expect(",")?;
        line.number_of(self.names, space)
    }
}
