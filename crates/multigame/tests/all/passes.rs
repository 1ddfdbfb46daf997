//! The passes that turn walking into sets, on the built-in games: each alone
//! changes nothing, and this is what they leave undone.

use crate::support::compare::{Plan, compare, synonyms_are_fixed};
use expect_test::expect;
use interp::Interp;
use ir::passes::PASSES;
use ir::{Inst, NumExpr, Program, SetExpr, Term};

/// The passes that this is about, in order.
const TO_SETS: [&str; 3] = ["questions_to_sets", "walks_to_sets", "each_to_sets"];

fn program(name: &str) -> Program {
    testing::load(name).program().clone()
}

fn interp(program: Program) -> Interp {
    Interp::new(program).unwrap_or_else(|why| panic!("a program is not sound: {why:?}"))
}

/// Runs the passes of these names.
fn run(program: &mut Program, names: impl Fn(&str) -> bool) {
    PASSES.iter().filter(|pass| names(pass.name)).for_each(|pass| (pass.run)(program));
}

#[test]
fn each_alone_changes_nothing() {
    for name in testing::sampled() {
        let before = program(name);
        for (seed, pass) in (0..).zip(TO_SETS) {
            let mut after = before.clone();
            run(&mut after, |it| it == pass);
            let plan = Plan { games: 1, turns: 4, seed, synonyms: synonyms_are_fixed(&before) };
            let compared = compare(&interp(before.clone()), &interp(after), &[], plan);
            assert!(compared.is_ok_and(|it| it.moves > 0), "{name} with {pass}");
        }
    }
}

/// How often a program asks, and how often it walks step by step.
fn left(program: &Program) -> String {
    let words = ["asks", "fields", "counts", "directions", "repeats", "loops"];
    let mut n = [0; 6];
    for block in program.funcs.iter().flat_map(|func| &func.blocks) {
        for inst in &block.insts {
            match inst {
                Inst::Set { expr: SetExpr::Fields { .. }, .. } => n[1] += 1,
                Inst::Number { expr: NumExpr::Count { .. }, .. } => n[2] += 1,
                _ => {}
            }
        }
        match block.term {
            Term::Ask { .. } => n[0] += 1,
            Term::ChooseDirection { .. } => n[3] += 1,
            Term::Repeat { .. } => n[4] += 1,
            Term::Each { .. } => n[5] += 1,
            _ => {}
        }
    }
    let some = words.iter().zip(n).filter(|(_, n)| *n > 0);
    some.map(|(word, n)| format!(" {n} {word}")).collect()
}

/// The games of the table; a new game needs no line here.
#[test]
fn this_is_left() {
    let expected = expect![[r#"
        amazons: 10 counts 10 directions 10 repeats -> 8 counts
        ataxx: 4 asks 2 fields 10 directions 2 loops ->
        breakthrough: 2 asks 2 counts 2 repeats ->
        capablanca: 58 asks 4 counts 72 directions 40 repeats -> 2 asks 4 counts
        checkers: 6 asks 6 directions ->
        chess: 54 asks 4 counts 40 directions 24 repeats -> 2 asks 4 counts
        chomp: 2 fields 4 repeats 2 loops -> 2 loops
        clobber: 2 asks 4 counts 4 directions ->
        col: 2 asks 4 counts 2 directions -> 4 counts
        connect4: 6 asks 4 counts 2 directions -> 4 counts
        dobutsu: 6 asks 16 directions ->
        domineering: 4 counts -> 4 counts
        dots_and_boxes: 4 asks 2 fields 4 directions 2 loops ->
        draughts: 2 asks 6 directions 6 repeats 2 loops -> 2 loops
        dvonn: 12 asks 2 fields 6 counts 8 directions 12 repeats 2 loops -> 4 asks 2 fields 6 counts 4 directions 10 repeats 2 loops
        fifteen: 1 asks 1 directions ->
        fox_and_hounds: 2 asks 2 directions ->
        gardner: 16 asks 4 counts 40 directions 24 repeats -> 2 asks 4 counts
        go7: 8 asks 2 fields 8 counts 12 directions 8 repeats 2 loops -> 2 loops
        gomoku: 2 asks 12 counts 8 directions ->
        grasshopper: 4 asks 4 directions 2 repeats -> 2 repeats
        grasshopper_chess: 54 asks 4 counts 48 directions 32 repeats -> 2 asks 4 counts
        hex: 22 asks 2 counts 14 directions 8 repeats -> 2 counts 2 repeats
        isolation: 8 counts 8 directions ->
        jeson_mor: 4 directions ->
        joust: 8 counts 8 directions ->
        kalah: 8 asks 2 fields 6 directions 4 repeats 2 loops -> 2 asks 2 directions 4 repeats 2 loops
        kayles: ->
        kinglet: 46 asks 20 directions 12 repeats -> 2 asks
        konane: 4 counts 4 directions 2 repeats -> 4 counts 2 directions 2 repeats
        kriegspiel_cincinnati: 77 asks 7 counts 70 directions 35 repeats -> 5 asks 7 counts 7 directions 1 repeats
        lines_of_action: 4 asks 8 counts 4 directions 6 repeats -> 32 asks 2 counts 16 repeats
        minishogi: 26 asks 42 directions 14 repeats -> 4 asks
        misere_tictactoe: 2 asks 2 directions ->
        mu_torere: 2 asks 4 counts 8 directions -> 4 counts
        nim: 2 repeats -> 2 repeats
        nine_mens_morris: 4 asks 4 counts 6 directions -> 4 counts
        notakto: 2 asks 2 directions ->
        order_and_chaos: 4 asks 4 directions ->
        othello: 8 asks 4 fields 8 counts 2 directions 4 repeats 4 loops -> 8 counts
        othello6: 8 asks 4 fields 8 counts 2 directions 4 repeats 4 loops -> 8 counts
        peg_solitaire: 1 directions ->
        shogi: 30 asks 42 directions 20 repeats -> 8 asks
        snort: 2 asks 4 counts 2 directions -> 4 counts
        sokoban: 1 asks 1 directions ->
        teeko: 4 asks 2 counts 6 directions ->
        three_mens_morris: 2 asks 4 directions ->
        tictactoe: 2 asks 2 directions ->
        wythoff: 2 directions 2 repeats ->
        xiangqi: 2 asks 4 counts 38 directions 22 repeats -> 4 counts
    "#]];
    let first: Vec<&str> =
        PASSES.iter().map(|pass| pass.name).take_while(|name| *name != TO_SETS[0]).collect();
    let mut table = String::new();
    for name in expected.data().lines().filter_map(|line| Some(line.trim().split_once(':')?.0)) {
        let mut program = program(name);
        run(&mut program, |it| first.contains(&it));
        let before = left(&program);
        run(&mut program, |it| TO_SETS.contains(&it));
        table += &format!("{name}:{before} ->{}\n", left(&program));
    }
    expected.assert_eq(&table);
}
