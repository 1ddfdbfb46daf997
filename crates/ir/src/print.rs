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
//! kinds     = NAME | "{" { NAME } "}" | "piece" .             ; piece: any kind
//! whose     = ( "own" | "enemy" | "first" | "second" | "nobody" | "any" ) VALUE .
//!
//! inst      = VALUE "=" ( other | set | number | write ) | "guard" cond .
//! other     = "other" v | "nofield" | "nodirection" | "direction" DIRECTION
//!           | "step" f "," d | "back" f "," d | "rotate" d "," INT .
//! set       = "pieces" s "," whose "," kinds | "empty" s | "all" | "{" { FIELD } "}"
//!           | "zone" NAME "," v | "sides" v "," "{" { FIELD } "}" "{" { FIELD } "}"
//!           | "memory" s "," NAME | "fields" run
//!           | X "&" X | X "|" X | X "-" X
//!           | "only" f | "matching" s "," NAME | "ifsome" X "," X
//!           | "walk" [ "back" ] X "by" { way }
//!           | "slide" [ "back" ] X "by" { DIRECTION } "through" X
//!           | "spread" [ "back" ] X "by" { way } "through" X .
//! way       = DIRECTION { "." DIRECTION } | "stay" .          ; stay: no step at all
//! number    = INT | "counter" s "," v "," NAME | "size" X | "reserve" s "," whose "," kinds
//!           | "count" run | "sum" NAME "at" run | "steps" NAME "until" run | "call" run
//!           | "height" s "," f | "hand" s | n "+" n | n "-" n | n "*" n .
//! write     = "lift" s "," f [ "," amount ] | "lower" s "," f [ "," amount ]
//!           | "put" s "," f "," whose "," NAME | "putall" s "," X "," whose "," NAME
//!           | "clear" s "," f | "become" s "," f "," NAME
//!           | "enter" s "," f "," v "," NAME | "keep" s "," f "," v
//!           | "remember" s "," f "," NAME | "set" s "," v "," NAME "," n
//!           | "outcome" s "," v "," ( "win" | "lose" | "draw" | "score" n )
//!           | "pass" s | "again" s | "cost" s "," n | "hush" s "," "like" s
//!           | "tell" s "," v "," f "," ( "both" | "own" | "enemy" ) "," TEXT
//!             { "," ( "here" | "piece" | NAME ) }
//!           | "before" s | "mask" s "," v "," X .
//! amount    = "all" | n .                                     ; none: the top piece
//! cond      = f "in" X | n ( "=" | "<>" | "<" | ">" | "<=" | ">=" ) n
//!           | "matches" s "," f "," NAME | "occurred" s "," INT | "kind" s "," f "," NAME
//!           | "some" X | v "is" ( "first" | "second" ) .
//!
//! term      = "jump" target | "if" cond "?" target ":" target | "fork" [ target { "|" target } ]
//!           | "choose" "field" "in" X then
//!           | "choose" "direction" "for" v "in" ( dirs [ dirs ] | "ways" f ) then
//!           | "call" run then | "try" NAME "else" run then
//!           | "repeat" run "from" n "to" ( n | "infinity" ) "bound" bound then
//!           | "each" X "do" run then | "best" NAME "of" run then
//!           | "ask" run "?" target ":" target
//!           | "yield" s "," f "," d | "return" n | "die" .
//! dirs      = "{" { DIRECTION } "}" .                         ; one: for both players
//! ```

mod facts;
mod nodes;

use crate::names::{Names, Space, quote, show_name};
use crate::program::*;
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
        out.push_str(&Printer { names: &names, func }.func());
    }
    out
}

/// The text of one function of a program.
pub fn print_func(program: &Program, func: FuncId) -> String {
    let names = Names::of(&program.facts, &program.funcs);
    program
        .funcs
        .get(func.index())
        .map_or(String::new(), |func| Printer { names: &names, func }.func())
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

/// Writes one function.
struct Printer<'a> {
    names: &'a Names<'a>,
    func: &'a Func,
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
                writeln!(out, "    {}", self.inst(inst)).ok();
            }
            writeln!(out, "    {}", self.term(&block.term)).ok();
        }
        out.push_str("}\n");
        out
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

    fn value(&self, value: Value) -> String {
        value_name(self.func, value)
    }

    fn values(&self, values: &[Value]) -> String {
        let values: Vec<String> = values.iter().map(|&it| self.value(it)).collect();
        values.join(", ")
    }

    fn name(&self, space: Space, index: usize) -> String {
        self.names.show(space, index)
    }

    fn func_name(&self, func: FuncId) -> String {
        self.name(Space::Func, func.index())
    }
}

fn show_bound(bound: &Bound) -> String {
    match bound {
        Bound::Times(n) => format!("times {n}"),
        Bound::Walk(n) => format!("walk {n}"),
        Bound::Uses { what, times } => format!("uses {times} {}", quote(what)),
    }
}
