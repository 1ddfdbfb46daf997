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
    PASSES.iter().filter(|pass| names(pass.name)).for_each(|pass| pass.run(program));
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

/// What is left in each game; `UPDATE_EXPECT=1` adds a line for a new one.
#[test]
fn this_is_left() {
    let expected = expect![[r#"
        abalone: 6 asks 4 counts 14 directions 2 repeats -> 2 directions 12 repeats
        achi: 2 asks 4 directions ->
        almost_chess: 54 asks 12 counts 48 directions 24 repeats -> 2 asks 4 counts
        alquerque: 6 directions -> 4 directions
        amazon_chess: 54 asks 12 counts 48 directions 24 repeats -> 2 asks 4 counts
        amazons: 10 counts 10 directions 10 repeats -> 8 counts
        amazons6: 10 counts 10 directions 10 repeats -> 8 counts
        anti_othello: 8 asks 4 fields 8 counts 2 directions 4 repeats 4 loops -> 8 counts
        antichess: 8 asks 20 directions 12 repeats ->
        antidraughts: 2 asks 6 directions 6 repeats 2 loops -> 2 loops
        arimaa: 24 asks 62 counts 14 directions 2 repeats 4 loops -> 6 asks 4 loops
        atari_go: 6 asks 4 counts 8 directions 4 repeats ->
        ataxx: 4 asks 2 fields 10 directions 2 loops ->
        atomic: 64 asks 12 fields 4 counts 64 directions 36 repeats 12 loops -> 2 asks 4 counts 12 loops
        awari: 6 asks 4 counts 4 directions 18 repeats -> 4 asks 4 directions 18 repeats
        bagh_chal: 8 counts 8 directions -> 8 counts 4 directions
        berolina: 54 asks 4 counts 40 directions 24 repeats 4 loops -> 2 asks 4 counts 4 loops
        brandubh: 10 asks 2 fields 8 counts 12 directions 8 repeats 2 loops -> 2 loops
        brazilian_draughts: 2 asks 6 directions 6 repeats 2 loops -> 2 loops
        breakthrough: 2 asks 2 counts 2 repeats ->
        breakthrough6: 2 asks 2 counts 2 repeats ->
        canadian_draughts: 2 asks 6 directions 6 repeats 2 loops -> 2 loops
        capablanca: 58 asks 4 counts 72 directions 40 repeats -> 2 asks 4 counts
        checkers: 6 asks 6 directions ->
        chess: 54 asks 4 counts 40 directions 24 repeats -> 2 asks 4 counts
        chigorin: 48 asks 4 counts 56 directions 32 repeats -> 2 asks 4 counts
        chinese_checkers: 4 asks 4 directions 2 repeats -> 2 repeats
        chomp: 2 fields 4 repeats 2 loops -> 2 loops
        clobber: 2 asks 4 counts 4 directions ->
        col: 2 asks 4 counts 2 directions -> 4 counts
        connect4: 6 asks 4 counts 2 directions -> 4 counts
        connect6: 2 asks 12 counts 8 directions ->
        courier: 16 asks 4 counts 64 directions 16 repeats -> 2 asks 4 counts
        cram: 4 counts 2 directions -> 4 counts
        crazyhouse: 62 asks 4 counts 72 directions 48 repeats -> 2 asks 4 counts
        cylindrical_chess: 16 asks 4 counts 40 directions 12 repeats -> 2 asks 4 counts
        dark_chess: 45 asks 4 counts 42 directions 21 repeats -> 2 asks 4 counts 4 directions
        dark_hex: 22 asks 2 counts 14 directions 8 repeats -> 2 counts 2 repeats
        dark_hex3: 22 asks 2 counts 14 directions 8 repeats -> 2 counts 2 repeats
        dobutsu: 6 asks 16 directions ->
        domineering: 4 counts -> 4 counts
        dots_and_boxes: 4 asks 2 fields 4 directions 2 loops ->
        draughts: 2 asks 6 directions 6 repeats 2 loops -> 2 loops
        duck_chess: 44 asks 4 counts 30 directions 18 repeats -> 2 asks 4 counts
        dvonn: 12 asks 2 fields 6 counts 8 directions 10 repeats 2 loops -> 2 asks 6 counts 4 directions 6 repeats 2 loops
        eight_puzzle: 1 asks 1 directions ->
        extinction: 66 asks 4 counts 30 directions 18 repeats -> 2 asks 4 counts
        fanorona: 8 asks 8 directions 10 repeats 2 loops -> 8 asks 10 repeats 2 loops
        fifteen: 1 asks 1 directions ->
        five_check: 58 asks 4 counts 50 directions 30 repeats -> 4 asks 4 counts
        fox_and_hounds: 2 asks 2 directions ->
        frisian_draughts: 10 asks 2 fields 12 directions 14 repeats 2 loops -> 4 directions 10 repeats 2 loops
        gardner: 16 asks 4 counts 40 directions 24 repeats -> 2 asks 4 counts
        go7: 8 asks 2 fields 8 counts 12 directions 8 repeats 2 loops -> 2 loops
        gomoku: 2 asks 12 counts 8 directions ->
        gomoku9: 2 asks 12 counts 8 directions ->
        gorogoro: 26 asks 32 counts 18 directions 2 repeats -> 4 asks
        gothic: 58 asks 4 counts 72 directions 40 repeats -> 2 asks 4 counts
        grand_chess: 16 asks 4 counts 72 directions 40 repeats -> 2 asks 4 counts
        grasshopper: 4 asks 4 directions 2 repeats -> 2 repeats
        grasshopper_chess: 54 asks 4 counts 48 directions 32 repeats -> 2 asks 4 counts
        hasami_shogi: 2 asks 2 fields 4 directions 6 repeats 2 loops -> 2 loops
        havannah: 18 asks 8 counts 10 directions 16 repeats -> 2 counts
        hex: 22 asks 2 counts 14 directions 8 repeats -> 2 counts 2 repeats
        hive: 80 asks 6 counts 32 directions 6 repeats -> 34 asks 2 repeats
        hnefatafl: 10 asks 2 fields 8 counts 14 directions 10 repeats 2 loops -> 2 loops
        hoppel_poppel: 54 asks 4 counts 60 directions 36 repeats -> 2 asks 4 counts
        horde: 56 asks 4 counts 40 directions 24 repeats -> 2 asks 4 counts
        isolation: 8 counts 8 directions ->
        italian_draughts: 4 asks 2 fields 6 directions 2 repeats 2 loops -> 2 repeats 2 loops
        janggi: 10 asks 4 counts 66 directions 20 repeats -> 4 counts
        jeson_mor: 4 directions ->
        joust: 8 counts 8 directions ->
        judkins_shogi: 32 asks 8 counts 42 directions 14 repeats -> 4 asks
        kalah: 8 asks 2 fields 6 directions 4 repeats 2 loops -> 2 asks 2 directions 4 repeats 2 loops
        kalah3: 8 asks 2 fields 6 directions 4 repeats 2 loops -> 2 asks 2 directions 4 repeats 2 loops
        kayles: ->
        king_of_the_hill: 56 asks 4 counts 40 directions 24 repeats -> 2 asks 4 counts
        kinglet: 46 asks 20 directions 12 repeats -> 2 asks
        knightmate: 54 asks 4 counts 40 directions 24 repeats -> 2 asks 4 counts
        konane: 4 counts 4 directions 2 repeats -> 4 counts 2 directions 2 repeats
        kriegspiel: 22 asks 1 fields 4 counts 56 directions 30 repeats 1 loops -> 2 asks 1 fields 4 counts 3 directions 1 loops
        kriegspiel_berkeley: 74 asks 7 counts 66 directions 35 repeats -> 4 asks 7 counts 7 directions 1 repeats
        kriegspiel_cincinnati: 77 asks 7 counts 70 directions 35 repeats -> 5 asks 7 counts 7 directions 1 repeats
        kriegspiel_icc: 77 asks 9 counts 70 directions 35 repeats -> 4 asks 9 counts 7 directions 1 repeats
        kriegspiel_table1: 36 asks 1 fields 4 counts 58 directions 30 repeats 2 loops -> 2 asks 4 counts 3 directions 2 loops
        lasker_morris: 4 asks 4 counts 6 directions -> 4 counts
        lines_of_action: 4 asks 8 counts 4 directions 6 repeats -> 32 asks 2 counts 16 repeats
        los_alamos: 16 asks 12 counts 32 directions 16 repeats -> 2 asks 4 counts
        losers: 46 asks 30 directions 18 repeats -> 2 asks
        makruk: 8 asks 4 counts 40 directions 8 repeats -> 2 asks 4 counts
        minishogi: 26 asks 42 directions 14 repeats -> 4 asks
        minixiangqi: 2 asks 12 counts 26 directions 22 repeats -> 4 counts
        misere_hex: 18 asks 12 directions 8 repeats -> 2 repeats
        misere_nim: 2 repeats -> 2 repeats
        misere_tictactoe: 2 asks 2 directions ->
        mu_torere: 2 asks 4 counts 8 directions -> 4 counts
        new_zealand: 54 asks 4 counts 60 directions 36 repeats -> 2 asks 4 counts
        nightrider_chess: 54 asks 4 counts 40 directions 40 repeats -> 2 asks 4 counts
        nim: 2 repeats -> 2 repeats
        nine_mens_morris: 4 asks 4 counts 6 directions -> 4 counts
        notakto: 2 asks 2 directions ->
        onitama: 12 fields 2 counts 4 directions 12 loops -> 18 loops
        order_and_chaos: 4 asks 4 directions ->
        othello: 8 asks 4 fields 8 counts 2 directions 4 repeats 4 loops -> 8 counts
        othello6: 8 asks 4 fields 8 counts 2 directions 4 repeats 4 loops -> 8 counts
        oware: 6 asks 4 counts 2 directions 12 repeats -> 2 asks 2 directions 12 repeats
        peg_solitaire: 1 directions ->
        pentago: 10 asks 4 fields 4 counts 8 directions 8 repeats 4 loops -> 8 repeats 16 loops
        pente: 8 asks 2 fields 14 counts 14 directions 2 loops -> 2 loops
        phantom_tictactoe: 3 asks 3 directions ->
        picaria: 2 asks 4 directions ->
        pool_checkers: 2 asks 6 directions 6 repeats 2 loops -> 2 loops
        quarto: 68 asks 16 directions -> 514 asks
        quoridor: 8 asks 4 fields 6 directions 4 repeats 4 loops -> 4 asks 4 repeats 4 loops
        racing_kings: 20 asks 8 counts 60 directions 36 repeats -> 4 asks 4 counts
        renju: 50 asks 16 counts 20 directions 14 repeats -> 30 asks 2 counts 3 repeats
        russian_draughts: 6 asks 6 directions 8 repeats 2 loops -> 2 asks 4 repeats 2 loops
        santorini: 2 counts 6 directions -> 2 counts 6 directions
        shatranj: 14 asks 4 counts 40 directions 8 repeats -> 2 asks 4 counts
        shogi: 30 asks 42 directions 20 repeats -> 8 asks
        sittuyin: 16 asks 4 counts 46 directions 8 repeats -> 2 asks 4 counts
        six_mens_morris: 4 asks 4 counts 8 directions -> 4 counts
        slither: 8 asks 2 counts 8 directions 2 repeats ->
        snort: 2 asks 4 counts 2 directions -> 4 counts
        sokoban: 1 asks 1 directions ->
        suicide_checkers: 6 asks 6 directions ->
        surakarta: 22 asks 4 directions 4 repeats -> 10 asks 8 repeats
        tablut: 10 asks 2 fields 8 counts 12 directions 8 repeats 2 loops -> 2 loops
        teeko: 4 asks 2 counts 6 directions ->
        thai_checkers: 4 asks 8 directions 4 repeats -> 4 repeats
        three_check: 58 asks 4 counts 50 directions 30 repeats -> 4 asks 4 counts
        three_mens_morris: 2 asks 4 directions ->
        tictactoe: 2 asks 2 directions ->
        torpedo: 58 asks 4 counts 40 directions 24 repeats -> 2 asks 4 counts
        turkish_draughts: 2 asks 10 directions 10 repeats -> 8 repeats
        twelve_mens_morris: 6 asks 4 counts 6 directions -> 4 counts
        twixt: 212 asks 18 fields 10 repeats 18 loops -> 4 asks 10 repeats 18 loops
        ultimate_tictactoe: 20 asks 4 counts 16 directions ->
        wythoff: 2 directions 2 repeats ->
        xiangqi: 2 asks 4 counts 38 directions 22 repeats -> 4 counts
        y: 6 asks 2 counts 4 directions 4 repeats ->
    "#]];
    let first: Vec<&str> =
        PASSES.iter().map(|pass| pass.name).take_while(|name| *name != TO_SETS[0]).collect();
    let mut table = String::new();
    for name in games::names() {
        let mut program = program(name);
        run(&mut program, |it| first.contains(&it));
        let before = left(&program);
        run(&mut program, |it| TO_SETS.contains(&it));
        table += &format!("{name}:{before} ->{}\n", left(&program));
    }
    expected.assert_eq(&table);
}
