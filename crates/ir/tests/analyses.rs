//! The analyses on a small program in which each construct matters.

mod common;

use common::facts;
use expect_test::expect;
use ir::analyses::{CallGraph, Reads, Writes};
use ir::{FuncId, parse, verify};

const PROGRAM: &str = "
entry main = main
entry evaluation = value

gen main(s0, v1, f2, d3) {
b0:
    s4 = pass s0
    call take(s4, v1, f2, d3) -> b1(..)
b1(s5, f6, d7):
    ask keep(s5, v1, f6, d7) ? b2 : b3
b2:
    s8 = outcome s5, v1, win
    yield s8, f6, d7
b3:
    yield s5, f6, d7
}
gen take(s0, v1, f2, d3) depth uses 3 'pieces' {
b0:
    s4 = clear s0, f2
    fork b1 | b2
b1:
    try again else look(s4, v1, f2, d3) -> b3(..)
b2:
    yield s4, f2, d3
b3(s5, f6, d7):
    yield s5, f6, d7
}
gen again(s0, v1, f2, d3) depth times 9 {
b0:
    call take(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
    yield s4, f5, d6
}
gen look(s0, v1, f2, d3) {
b0:
    s4 = before s0
    call keep(s4, v1, f2, d3) -> b1(..)
b1(s5, f6, d7):
    n8 = call value(s0, v1, f6, d7)
    guard n8 = n8
    yield s0, f6, d7
}
gen keep(s0, v1, f2, d3) {
b0:
    s4 = keep s0, f2, v1
    s5 = tell s4, v1, f2, own, 'kept', passed
    s6 = hush s5, like s0
    yield s6, f2, d3
}
num value(s0, v1, f2, d3) {
b0:
    n4 = counter s0, v1, quiet
    return n4
}
";

#[test]
fn writes_reads_and_cycles() {
    let program = parse(facts(), PROGRAM).unwrap();
    assert_eq!(verify(&program), Ok(()));
    let (writes, reads) = (Writes::new(&program), Reads::new(&program));
    let lines = program.funcs.iter().enumerate().map(|(i, func)| {
        let id = FuncId(i as u32);
        format!("{}: writes {}; reads {}", func.name, writes.of(id), reads.of(id))
    });
    expect![[r#"
        main: writes board outcome turn; reads board counters memory past
        take: writes board; reads board counters memory past
        again: writes board; reads board counters memory past
        look: writes nothing; reads board counters memory past
        keep: writes board reserve told; reads board memory
        value: writes nothing; reads counters"#]]
    .assert_eq(&lines.collect::<Vec<_>>().join("\n"));
    assert!(writes.only_walks(FuncId(3)));

    let calls = CallGraph::new(&program);
    assert_eq!(calls.cycles(), vec![vec![FuncId(1), FuncId(2)]]);
    assert_eq!(calls.callees(FuncId(0)), [FuncId(1), FuncId(4)]);
    assert_eq!(calls.reachable([FuncId(3)]), [FuncId(3), FuncId(4), FuncId(5)]);
}

/// A chain of calls may be as long as a program: nothing recurses along it.
#[test]
fn long_chains() {
    let mut program = parse(facts(), PROGRAM).unwrap();
    let link = program.funcs[2].clone();
    let n = 20_000;
    program.funcs.resize(n, link);
    for (i, func) in program.funcs.iter_mut().enumerate().skip(6) {
        if let ir::Term::Call { func: callee, .. } = &mut func.blocks[0].term {
            *callee = FuncId((i + 1) as u32 % n as u32);
        }
    }
    assert_eq!(verify(&program), Ok(()));
    assert_eq!(CallGraph::new(&program).cycles().len(), 1);
    assert!(!Writes::new(&program).only_walks(FuncId(6)));
}
