//! The analyses on a small program in which each construct matters.

use crate::common::facts;
use expect_test::expect;
use ir::analyses::{CallGraph, Influence, Outputs, Reads, Writes, is_known, outcomes};
use ir::{FuncId, before_moves, parse, print_func, verify};

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
        main: writes board outcome turn; reads board reserve counters memory past
        take: writes board; reads board reserve counters memory past
        again: writes board; reads board reserve counters memory past
        look: writes nothing; reads board reserve counters memory past
        keep: writes board reserve told; reads board reserve memory
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

/// A knight's turn: the direction is used up on the way, and nobody looks at
/// where the finger is in the end; what is asked needs its finger only.
const TURN: &str = "
entry main = main
entry evaluation = one

gen main(s0, v1, f2, d3) {
b0:
    X4 = pieces s0, own v1, knight
    choose field in X4 -> b1(..)
b1(f5):
    choose direction for v1 in {north east} -> b2(..)
b2(d6):
    f7 = step f5, d6
    d8 = rotate d6, 45
    ask alone(s0, v1, f7, d8) ? b3 : b3
b3:
    n9 = 0
    repeat on(s0, v1, f7, d6) from n9 to infinity bound walk 512 -> b4(..)
b4(s10, f11, d12):
    s13 = put s10, f11, own v1, pawn
    yield s13, f11, d12
}
gen alone(s0, v1, f2, d3) {
b0:
    X4 = empty s0
    guard f2 in X4
    s5 = pass s0
    yield s5, f2, d3
}
gen on(s0, v1, f2, d3) {
b0:
    f4 = step f2, d3
    yield s0, f4, d3
}
num one(s0, v1, f2, d3) {
b0:
    n4 = 1
    return n4
}
";

#[test]
fn what_makes_a_difference() {
    let program = parse(facts(), TURN).unwrap();
    assert_eq!(verify(&program), Ok(()));
    let influence = Influence::new(&program);
    let [main, alone, on, one] = [0, 1, 2, 3].map(FuncId);
    assert_eq!(influence.wanted(main), Outputs::EXISTS | Outputs::POSITION);
    assert_eq!(influence.wanted(alone), Outputs::EXISTS);
    // Each round walks on in the direction that the round before it leaves.
    assert_eq!(influence.wanted(on), Outputs::ALL);
    assert_eq!(influence.wanted(one), Outputs::EXISTS);
    assert_eq!(influence.summary(one).f, Outputs::NONE);
    assert_eq!(influence.summary(alone).f, Outputs::ALL);
    assert_eq!(influence.summary(alone).d, Outputs::DIRECTION);

    let live = influence.live(&program.facts, main, &program.funcs[0]);
    let dead: Vec<usize> = (0..live.len()).filter(|&i| !live[i]).collect();
    // The registers at the start, the turned direction, and where it ends up.
    assert_eq!(dead, [2, 3, 8, 12]);
    let known = is_known(&program.funcs[0]);
    let known: Vec<usize> = (0..known.len()).filter(|&i| known[i]).collect();
    assert_eq!(known, [5, 6, 7, 8]);
}

/// A turn that a guard may forbid, in a rule of its own.
const GUARDED: &str = "
entry main = main
entry evaluation = one

gen main(s0, v1, f2, d3) {
b0:
    try go else stuck(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
    yield s4, f5, d6
}
gen go(s0, v1, f2, d3) {
b0:
    call guarded(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
    yield s4, f5, d6
}
gen guarded(s0, v1, f2, d3) {
b0:
    ask lost(s0, v1, f2, d3) ? b1 : b2
b1:
    die
b2:
    s4 = pass s0
    v5 = other v1
    s6 = outcome s4, v5, win
    yield s6, f2, d3
}
gen stuck(s0, v1, f2, d3) {
b0:
    s4 = outcome s0, v1, lose
    yield s4, f2, d3
}
gen lost(s0, v1, f2, d3) {
b0:
    X4 = empty s0
    choose field in X4 -> b1(..)
b1(f5):
    yield s0, f5, d3
}
num one(s0, v1, f2, d3) {
b0:
    n4 = 1
    return n4
}
";

#[test]
fn outcomes_know_who_has_moved() {
    let program = parse(facts(), GUARDED).unwrap();
    assert_eq!(verify(&program), Ok(()));
    let mut said: Vec<String> = outcomes(&program)
        .iter()
        .map(|said| {
            let (wins, loses) = (said.may_win(), said.may_lose());
            format!("{:?} own {:?} moved {} {wins} {loses}", said.verdict, said.own, said.moved)
        })
        .collect();
    said.sort();
    assert_eq!(
        said,
        ["Lose own Some(true) moved false false true", "Win own Some(false) moved true false true"]
    );
}

/// What is said where a guard forbids to move is said before anybody moves.
#[test]
fn guards_speak_before_moves() {
    let before = before_moves(&parse(facts(), GUARDED).unwrap());
    assert_eq!(verify(&before), Ok(()));
    let n = before.funcs.len();
    let made = (n - 3..n).map(|i| print_func(&before, FuncId(i as u32)));
    expect![[r#"
        gen refused.1(s0, v1, f2, d3) {
        b0:
            ask lost(s0, v1, f2, d3) ? b1 : b2
        b1:
            yield s0, f2, d3
        b2:
            s4 = pass s0
            v5 = other v1
            s6 = outcome s4, v5, win
            die
        }

        gen refused.2(s0, v1, f2, d3) {
            unused s4 f5 d6
        b0:
            call refused.1(s0, v1, f2, d3) -> b1(..)
        b1(s7, f8, d9):
            yield s0, f2, d3
        }

        gen or_else.3(s0, v1, f2, d3) {
        b0:
            call refused.2(s0, v1, f2, d3) -> b1(..)
        b1(s4, f5, d6):
            call stuck(s0, v1, f2, d3) -> b2(..)
        b2(s7, f8, d9):
            yield s7, f8, d9
        }
    "#]]
    .assert_eq(&made.collect::<Vec<_>>().join("\n"));
}

/// A turn whose first part says something or moves, before what is said of a player who can do
/// neither.
const MIXED: &str = "
entry main = main
entry evaluation = one

gen main(s0, v1, f2, d3) {
b0:
    try mixed else stuck(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
    yield s4, f5, d6
}
gen mixed(s0, v1, f2, d3) {
b0:
    try full else go(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
    yield s4, f5, d6
}
gen full(s0, v1, f2, d3) {
b0:
    ask some(s0, v1, f2, d3) ? b1 : b2
b1:
    die
b2:
    s4 = outcome s0, v1, win
    yield s4, f2, d3
}
gen go(s0, v1, f2, d3) {
b0:
    s4 = pass s0
    yield s4, f2, d3
}
gen stuck(s0, v1, f2, d3) {
b0:
    s4 = outcome s0, v1, lose
    yield s4, f2, d3
}
gen some(s0, v1, f2, d3) {
b0:
    X4 = empty s0
    choose field in X4 -> b1(..)
b1(f5):
    yield s0, f5, d3
}
num one(s0, v1, f2, d3) {
b0:
    n4 = 1
    return n4
}
";

/// A player who could have moved is not stuck: without its moves a part may fail, and what would
/// follow that is not said.
#[test]
fn a_part_that_lost_its_moves_decides_nothing() {
    let before = before_moves(&parse(facts(), MIXED).unwrap());
    assert_eq!(verify(&before), Ok(()));
    let parts = [0, 1].map(|i| print_func(&before, FuncId(i)));
    expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            call mixed(s0, v1, f2, d3) -> b1(..)
        b1(s4, f5, d6):
            yield s4, f5, d6
        }

        gen mixed(s0, v1, f2, d3) {
        b0:
            call full(s0, v1, f2, d3) -> b1(..)
        b1(s4, f5, d6):
            yield s4, f5, d6
        }
    "#]]
    .assert_eq(&parts.join("\n"));
}
