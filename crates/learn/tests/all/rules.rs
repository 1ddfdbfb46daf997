//! Which rules are the same rules: a file that was learned belongs to them whatever they are
//! called and however they are evaluated.

use ir::fingerprint;

fn of(name: &str, text: &str) -> u64 {
    fingerprint(testing::load_text(name, text).expect("rules").program())
}

#[test]
fn a_fingerprint_is_that_of_the_rules_of_a_turn() {
    for name in ["chess", "othello", "hex", "minishogi", "nine_mens_morris"] {
        let text = games::text(name).expect("a game");
        let rules = of(name, text);
        assert_eq!(of("renamed", text), rules, "{name}");
        let evaluated = format!("{text}\nevaluation mine = 7.\n");
        assert_eq!(of(name, &evaluated), rules, "{name}");
    }
}

#[test]
fn other_rules_have_another_fingerprint() {
    let mut all: Vec<u64> =
        games::names().map(|name| of(name, games::text(name).expect("a game"))).collect();
    let n = all.len();
    all.sort();
    all.dedup();
    // Some games differ only in what the referee does.
    assert!(all.len() + 8 >= n, "{} of {n}", all.len());
    assert_ne!(
        of("x", games::text("gomoku").expect("a game")),
        of("x", games::text("gomoku9").expect("a game"))
    );
}
