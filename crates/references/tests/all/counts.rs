//! The programs count the trees that the project's facts (perft.csv) give, both
//! with the leaves made and with the leaves counted.

use references::{
    Amazons, Breakthrough, Checkers, Chess, Connect4, Gomoku, Hex, Leaves, Othello, Reference,
    TicTacToe, perft,
};

fn check<G: Reference>(counts: &[u64]) {
    check_from(&G::start(), counts);
}

fn check_fen(fen: &str, counts: &[u64]) {
    check_from(&Chess::<true>::parse(fen).expect("the position is legal"), counts);
}

fn check_from<G: Reference>(position: &G, counts: &[u64]) {
    assert_eq!(perft(position, Leaves::Made, 0), 1);
    assert_eq!(perft(position, Leaves::Counted, 0), 1);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(position, Leaves::Made, depth), count, "made, depth {depth}");
        assert_eq!(perft(position, Leaves::Counted, depth), count, "counted, depth {depth}");
    }
}

#[test]
fn tictactoe() {
    check::<TicTacToe>(&[9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872, 0]);
}

#[test]
fn connect4() {
    check::<Connect4>(&[7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn breakthrough() {
    check::<Breakthrough>(&[22, 484, 11132, 256_036]);
}

#[test]
fn othello() {
    check::<Othello>(&[4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288]);
}

#[test]
fn checkers() {
    check::<Checkers>(&[7, 49, 302, 1469, 7361, 36768, 179_740, 845_931]);
}

#[test]
fn gomoku() {
    check::<Gomoku>(&[225, 50400, 11_239_200]);
}

#[test]
fn hex() {
    check::<Hex>(&[121, 14520, 1_727_880]);
}

#[test]
fn amazons() {
    check::<Amazons<true>>(&[2176, 4_307_152]);
}

#[test]
fn chess() {
    check::<Chess<true>>(&[20, 400, 8902, 197_281, 4_865_609]);
}

#[test]
fn chess_with_castling_and_pins() {
    check_fen(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039, 97862, 4_085_603],
    );
}

#[test]
fn chess_with_en_passant_on_a_pinned_row() {
    check_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43238, 674_624]);
}

#[test]
fn chess_with_promotions() {
    check_fen(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9467, 422_333],
    );
}

#[test]
fn chess_with_a_promoting_pawn_and_checks() {
    check_fen(
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1486, 62379, 2_103_487],
    );
}

#[test]
fn chess_ends_after_fifty_quiet_moves() {
    check_fen("4k3/8/8/8/8/8/4P3/R3K3 w - - 99 90", &[16, 10]);
    check_fen("4k3/8/8/8/8/8/4P3/R3K3 w - - 100 90", &[0]);
}
