//! A number that rules are recognized by, whatever they are called and however they are
//! evaluated: what was learned for rules belongs to these rules and to no others.
//!
//! It is made of the text of the program as it was lowered: the declarations without the name
//! of the game, and all functions that a turn can run. Evaluations and bounds leave it as it
//! is.

use crate::analyses::CallGraph;
use crate::print::{print, print_func};
use crate::program::{Entries, FuncId, Program};

/// The fingerprint of the rules of a program as lowering makes it.
pub fn fingerprint(program: &Program) -> u64 {
    let mut facts = program.facts.clone();
    facts.name.clear();
    facts.evaluations.clear();
    facts.bounds.clear();
    // Where the functions of a turn are depends on evaluations before them.
    let entries = Entries {
        main: FuncId(0),
        seen: None,
        known: None,
        tries: None,
        refused: None,
        told: None,
        evaluations: Vec::new(),
        bounds: Vec::new(),
    };
    let declared = Program { facts, funcs: Vec::new(), entries };
    let run = CallGraph::new(program).reachable([program.entries.main]);
    let mut texts: Vec<String> = run.iter().map(|&func| print_func(program, func)).collect();
    texts.sort();
    texts.insert(0, print(&declared));
    let bytes = texts.iter().flat_map(|text| text.bytes());
    // FNV-1a: nobody has a reason to forge one.
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
