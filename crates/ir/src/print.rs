//! Writes a program as text that a person can follow and [`parse`](crate::parse)
//! reads back, node by node.
//!
//! A line is an instruction, the end of a block, or a head; `;` starts a
//! comment. What the game declares is written as comments, because a program
//! is read back together with its facts. A value is called by a letter for its
//! type and its number: `s` position, `v` player, `f` field, `d` direction, `X`
//! set, `n` number. Things that are declared are called by name; a name that is
//! not a plain word is quoted, one that is not unique is `#` and its number.
//!
//! ```text
//! program   = { "entry" ENTRY "=" NAME | func } .
//! ENTRY     = "main" | "seen" | "known" | "tries" | "refused" | "told" | "evaluation" | "bound" .
//! func      = ( "gen" | "num" ) NAME "(" values ")" [ "depth" bound ] [ "about" TEXT ] "{"
//!             [ "unused" { VALUE } ]          ; numbers of values that occur nowhere
//!             { block } "}" .
//! block     = LABEL [ "(" values ")" ] ":" { inst } term .    ; the params of b0 are the func's
//! values    = [ VALUE { "," VALUE } ] .
//! bound     = "times" INT | "walk" INT | "uses" INT TEXT .
//! run       = NAME "(" VALUE "," VALUE "," VALUE "," VALUE ")" .          ; s, v, f, d
//! target    = LABEL [ "(" values ")" ] .
//! then      = "->" LABEL "(" ".." { "," VALUE } ")" .         ; `..` is what the node gives
//! ```
//!
//! `inst` and `term` are the nodes, whose text forms are in their declarations (`program/nodes.rs`)
//! and in the tables of `docs/ir.md` that are made from these.

mod facts;

use crate::names::{Names, Space, quote, show_name};
use crate::program::*;
use game::{Direction, FieldSet};
use std::fmt::{self, Write as _};

/// The text of a program.
///
/// Printing never fails: a program that the verifier refuses is printed as
/// well, with `?7` for a value that does not exist.
pub fn print(program: &Program) -> String {
    let names = Names::of(&program.facts, &program.funcs);
    let mut out = facts::header(&program.facts);
    out.push('\n');
    print_entries(&mut out, &names, &program.entries);
    for func in &program.funcs {
        out.push('\n');
        out.push_str(&Printer { names: &names, func, place: None }.func());
    }
    out
}

/// The text of a program in which each line says in a comment where it comes from, in the words
/// of `place`.
pub fn print_with_sources(program: &Program, place: &dyn Fn(Source) -> String) -> String {
    let names = Names::of(&program.facts, &program.funcs);
    let mut out = String::new();
    for func in &program.funcs {
        out.push_str(&Printer { names: &names, func, place: Some(place) }.func());
        out.push('\n');
    }
    out
}

/// The text of one function of a program.
pub fn print_func(program: &Program, func: FuncId) -> String {
    let names = Names::of(&program.facts, &program.funcs);
    program
        .funcs
        .get(func.index())
        .map_or(String::new(), |func| Printer { names: &names, func, place: None }.func())
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self))
    }
}

fn print_entries(out: &mut String, names: &Names<'_>, entries: &Entries) {
    let one = [
        ("main", Some(entries.main)),
        ("seen", entries.seen),
        ("known", entries.known),
        ("tries", entries.tries),
        ("refused", entries.refused),
        ("told", entries.told),
    ];
    let one = one.into_iter().filter_map(|(entry, func)| Some((entry, func?)));
    let evaluations = entries.evaluations.iter().map(|&func| ("evaluation", func));
    let bounds = entries.bounds.iter().map(|&func| ("bound", func));
    for (entry, func) in one.chain(evaluations).chain(bounds) {
        out.push_str(&format!("entry {entry} = {}\n", names.show(Space::Func, func.index())));
    }
}

/// The letter that stands for a type in the name of a value.
pub(crate) fn letter(ty: Type) -> char {
    match ty {
        Type::Position => 's',
        Type::Player => 'v',
        Type::Field => 'f',
        Type::Direction => 'd',
        Type::Set => 'X',
        Type::Number => 'n',
    }
}

/// The name of a value of a function.
pub(crate) fn value_name(func: &Func, value: Value) -> String {
    let letter = func.types.get(value.index()).map_or('?', |&ty| letter(ty));
    format!("{letter}{}", value.0)
}

/// Stands for the position that a write changes until it is known. No text has it: control
/// characters are escaped.
pub(crate) const CHANGED: &str = "\0";

/// Adds a word to a line: a space comes before it unless it begins with a comma or a bracket.
pub(crate) fn add(line: &mut String, word: &str) {
    if !line.is_empty() && !word.is_empty() && !word.starts_with([',', '(']) {
        line.push(' ');
    }
    line.push_str(word);
}

/// Writes one function.
pub(crate) struct Printer<'a> {
    names: &'a Names<'a>,
    func: &'a Func,
    /// What to say about where a line comes from, if anything.
    place: Option<&'a dyn Fn(Source) -> String>,
}

impl Printer<'_> {
    fn func(&self) -> String {
        let kind = match self.func.kind {
            FuncKind::Gen => "gen",
            FuncKind::Num => "num",
        };
        let params = self.func.blocks.first().map_or(String::new(), |b| self.values(&b.params));
        let depth = self
            .func
            .depth
            .as_ref()
            .map_or(String::new(), |bound| format!(" depth {}", show_bound(bound)));
        let about = match self.func.about.is_empty() {
            true => String::new(),
            false => format!(" about {}", quote(&self.func.about)),
        };
        let mut out = format!("{kind} {}({params}){depth}{about} {{\n", self.own_name());
        let unused = self.unused();
        if !unused.is_empty() {
            let unused: Vec<String> = unused.into_iter().map(|it| self.value(it)).collect();
            out.push_str(&format!("    unused {}\n", unused.join(" ")));
        }
        for (i, block) in self.func.blocks.iter().enumerate() {
            match i == 0 || block.params.is_empty() {
                true => writeln!(out, "b{i}:"),
                false => writeln!(out, "b{i}({}):", self.values(&block.params)),
            }
            .ok();
            for inst in &block.insts {
                let mut line = String::new();
                inst.show(self, &mut line);
                writeln!(out, "    {line}{}", self.comment(self.func.source(inst))).ok();
            }
            let mut line = String::new();
            block.term.show(self, &mut line);
            writeln!(out, "    {line}{}", self.comment(block.at)).ok();
        }
        out.push_str("}\n");
        out
    }

    /// Where a line comes from, if that is known and wanted.
    fn comment(&self, source: Source) -> String {
        match self.place {
            Some(place) if source.is_known() => format!("  ; {}", place(source)),
            _ => String::new(),
        }
    }

    /// The name at the head. It is written out even if it is not unique, since
    /// the place of a function already gives its number.
    fn own_name(&self) -> String {
        show_name(&self.func.name)
    }

    /// The values that no block mentions; they are listed, so that reading the
    /// text back gives the same numbers.
    fn unused(&self) -> Vec<Value> {
        let mut seen = vec![false; self.func.types.len()];
        let mut mark = |value: Value| {
            if let Some(seen) = seen.get_mut(value.index()) {
                *seen = true;
            }
        };
        for block in &self.func.blocks {
            block.params.iter().for_each(|&it| mark(it));
            for inst in &block.insts {
                inst.defines().into_iter().for_each(|(it, _)| mark(it));
                inst.uses(&mut |it, _| mark(it));
            }
            block.term.uses(&mut |it, _| mark(it));
            for target in block.term.targets() {
                target.args.iter().for_each(|&it| mark(it));
            }
        }
        let unseen = seen.iter().enumerate().filter(|(_, seen)| !**seen);
        unseen.map(|(i, _)| Value(i as u32)).collect()
    }

    pub(crate) fn value(&self, value: Value) -> String {
        value_name(self.func, value)
    }

    pub(crate) fn values(&self, values: &[Value]) -> String {
        let values: Vec<String> = values.iter().map(|&it| self.value(it)).collect();
        values.join(", ")
    }

    pub(crate) fn name(&self, space: Space, index: usize) -> String {
        self.names.show(space, index)
    }

    pub(crate) fn func_name(&self, func: FuncId) -> String {
        self.name(Space::Func, func.index())
    }

    pub(crate) fn target(&self, target: &Target) -> String {
        match target.args.is_empty() {
            true => format!("b{}", target.block.0),
            false => format!("b{}({})", target.block.0, self.values(&target.args)),
        }
    }

    pub(crate) fn fields(&self, set: &FieldSet) -> String {
        let names: Vec<String> = set.iter().map(|it| self.name(Space::Field, it.index())).collect();
        format!("{{{}}}", names.join(" "))
    }

    pub(crate) fn directions(&self, directions: &[Direction]) -> String {
        let name = |it: &Direction| self.name(Space::Direction, it.index());
        let names: Vec<String> = directions.iter().map(name).collect();
        format!("{{{}}}", names.join(" "))
    }
}

pub(crate) fn show_bound(bound: &Bound) -> String {
    match bound {
        Bound::Times(n) => format!("times {n}"),
        Bound::Walk(n) => format!("walk {n}"),
        Bound::Uses { what, times } => format!("uses {times} {}", quote(what)),
    }
}
