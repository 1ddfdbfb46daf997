//! Reads the text form of a program, given what the game declares. The grammar
//! is in the header of `print`.
//!
//! The text is read line by line. What is read is not verified: a program with
//! wrong types, missing values or endless loops can be written down, so that
//! the verifier can be tested. Only what cannot be represented is refused.

mod lines;
mod operands;

use crate::names::{Names, Space};
use crate::program::*;
use game::Facts;
use lines::Token;
pub(crate) use lines::{Choice, Line, Read};
use std::collections::BTreeMap;
use std::fmt;

/// Why a text is not a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, a sentence without a period.
    pub message: String,
}

impl fmt::Display for IrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for IrError {}

/// The program that a text describes.
pub fn parse(facts: Facts, text: &str) -> Result<Program, IrError> {
    let mut lines = lines::split(text)?;
    // Functions may be named before they are written.
    let func_names: Vec<String> = lines.iter().filter_map(func_name).collect();
    let names = Names::new(&facts, func_names.iter().map(String::as_str));
    let n_fields = facts.board.n_fields();
    let mut entries = EntryList::default();
    let mut funcs = Vec::new();
    let mut rest = lines.iter_mut();
    while let Some(line) = rest.next() {
        if line.eat_word("entry") {
            entries.read(line, &names)?;
        } else {
            let mut reader =
                Reader { names: &names, n_fields, types: BTreeMap::new(), changed: None };
            funcs.push(reader.func(line, &mut rest)?);
        }
    }
    let last = text.lines().count().max(1);
    let entries = entries
        .finish()
        .ok_or_else(|| IrError { line: last, message: "there is no `entry main`".to_string() })?;
    Ok(Program { facts, funcs, entries })
}

/// The name of the function that starts in a line.
fn func_name(line: &Line) -> Option<String> {
    match line.tokens() {
        [Token::Word(kind), Token::Word(name) | Token::Quoted(name), ..]
            if kind == "gen" || kind == "num" =>
        {
            Some(name.clone())
        }
        _ => None,
    }
}

/// The entries as they are read.
#[derive(Default)]
struct EntryList {
    one: BTreeMap<String, FuncId>,
    evaluations: Vec<FuncId>,
    bounds: Vec<FuncId>,
}

impl EntryList {
    fn read(&mut self, line: &mut Line, names: &Names<'_>) -> Read<()> {
        let entry = line.word("the name of an entry")?;
        line.expect("=")?;
        let func = FuncId(line.number_of(names, Space::Func)?);
        match entry.as_str() {
            "evaluation" => self.evaluations.push(func),
            "bound" => self.bounds.push(func),
            "main" | "seen" | "known" | "tries" | "refused" | "told" => {
                if self.one.insert(entry.clone(), func).is_some() {
                    return Err(line.error(format!("a second entry `{entry}`")));
                }
            }
            _ => return Err(line.error(format!("`{entry}` is no entry"))),
        }
        line.end()
    }

    fn finish(mut self) -> Option<Entries> {
        Some(Entries {
            main: self.one.remove("main")?,
            seen: self.one.remove("seen"),
            known: self.one.remove("known"),
            tries: self.one.remove("tries"),
            refused: self.one.remove("refused"),
            told: self.one.remove("told"),
            evaluations: self.evaluations,
            bounds: self.bounds,
        })
    }
}

/// Reads one function.
pub(crate) struct Reader<'a> {
    pub(crate) names: &'a Names<'a>,
    n_fields: usize,
    /// The type of each value met so far, as its letter says.
    types: BTreeMap<u32, Type>,
    /// The position that the write changes that was read last.
    pub(crate) changed: Option<Value>,
}

impl Reader<'_> {
    fn func<'l>(
        &mut self,
        head: &mut Line,
        rest: &mut impl Iterator<Item = &'l mut Line>,
    ) -> Read<Func> {
        let kind = match head.word("`gen`, `num` or `entry`")?.as_str() {
            "gen" => FuncKind::Gen,
            "num" => FuncKind::Num,
            other => return Err(head.error(format!("`{other}` starts no function"))),
        };
        let name = head.name("function")?;
        let mut params = self.values_in_brackets(head)?;
        let depth = if head.eat_word("depth") { Some(self.bound(head)?) } else { None };
        let about = if head.eat_word("about") { head.quoted()? } else { String::new() };
        head.expect("{")?;
        head.end()?;

        let mut blocks: Vec<Block> = Vec::new();
        let mut open: Option<OpenBlock> = None;
        for line in rest {
            if line.eat("}") {
                line.end()?;
                if let Some(open) = open {
                    return Err(line.error(format!("b{} does not end", open.id)));
                }
                if blocks.is_empty() && !params.is_empty() {
                    return Err(line.error("parameters without a block".to_string()));
                }
                let types = self.finish_types(line)?;
                return Ok(Func {
                    name,
                    about,
                    kind,
                    types,
                    sources: Sources::NONE,
                    blocks,
                    depth,
                });
            }
            if blocks.is_empty() && open.is_none() && line.eat_word("unused") {
                while !line.at_end() {
                    self.value(line)?;
                }
                continue;
            }
            match &mut open {
                None => {
                    let params = std::mem::take(&mut params);
                    open = Some(self.label(line, blocks.len(), params)?);
                }
                Some(block) => match begins_inst(line) {
                    true => {
                        block.insts.push(Inst::read(self, line)?);
                        line.end()?;
                    }
                    false => {
                        let term = Term::read(self, line)?;
                        line.end()?;
                        let OpenBlock { params, insts, .. } = open.take().unwrap_or_default();
                        blocks.push(Block::new(params, insts, term));
                    }
                },
            }
        }
        Err(head.error("the function does not end".to_string()))
    }

    /// A block's first line. The first block takes what the function takes.
    fn label(&mut self, line: &mut Line, id: usize, entry: Vec<Value>) -> Read<OpenBlock> {
        let wanted = format!("b{id}");
        if !line.eat_word(&wanted) {
            return Err(line.error(format!("expected `{wanted}:`")));
        }
        let params = match id > 0 && line.is_at("(") {
            true => self.values_in_brackets(line)?,
            false => entry,
        };
        line.expect(":")?;
        line.end()?;
        Ok(OpenBlock { id, params, insts: Vec::new() })
    }

    /// The types of all values. A number that is skipped would have none.
    fn finish_types(&mut self, line: &Line) -> Read<Vec<Type>> {
        for (i, number) in self.types.keys().enumerate() {
            if *number as usize != i {
                let message = format!("no value has the number {i}; list it after `unused`");
                return Err(line.error(message));
            }
        }
        Ok(std::mem::take(&mut self.types).into_values().collect())
    }
}

/// Whether a line is an instruction and not the end of a block.
fn begins_inst(line: &Line) -> bool {
    line.peek_word().is_some_and(|word| word == "guard" || read_value(word).is_some())
}

/// A block of which the end has not been read.
#[derive(Default)]
struct OpenBlock {
    id: usize,
    params: Vec<Value>,
    insts: Vec<Inst>,
}

/// The type and number of a value by its name.
pub(crate) fn read_value(word: &str) -> Option<(Type, u32)> {
    let ty = match word.chars().next()? {
        's' => Type::Position,
        'v' => Type::Player,
        'f' => Type::Field,
        'd' => Type::Direction,
        'X' => Type::Set,
        'n' => Type::Number,
        _ => return None,
    };
    let digits = &word[1..];
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    Some((ty, digits.parse().ok().filter(|_| is_number)?))
}
