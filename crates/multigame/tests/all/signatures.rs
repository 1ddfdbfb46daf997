//! Signatures in every built-in game: positions that are equal in what counts
//! have one signature however they were reached, different ones differ, and the
//! difference that a move makes names the move.

use game::{Facts, Game, Rng, Setup, Turn, write_position};
use interp::Interp;
use rustc_hash::FxHashMap;

/// The position without what a signature leaves out: round, plain counters, and
/// for how long a field is still remembered.
fn counted(facts: &Facts, setup: &Setup) -> Setup {
    let mut setup = Setup { round: 1, ..setup.clone() };
    for (counter, declared) in setup.counters.iter_mut().zip(&facts.counters) {
        if declared.symbols.is_none() {
            *counter = [declared.low; 2];
        }
    }
    for (_, turns) in setup.memories.iter_mut().flatten() {
        *turns = 0;
    }
    setup
}

/// What was seen in a game: signatures by position, positions by signature.
#[derive(Default)]
struct Seen {
    signatures: FxHashMap<Setup, u64>,
    setups: FxHashMap<u64, Setup>,
    met_again: usize,
}

impl Seen {
    fn add(&mut self, game: &Interp, setup: &Setup, signature: u64) {
        let text = || write_position(game.facts(), setup);
        let setup = counted(game.facts(), setup);
        if let Some(known) = self.signatures.insert(setup.clone(), signature) {
            assert_eq!(known, signature, "`{}` has two signatures", text());
            self.met_again += 1;
        }
        if let Some(known) = self.setups.insert(signature, setup.clone()) {
            assert_eq!(known, setup, "`{}` has the signature of another position", text());
        }
    }
}

/// Plays random games and looks at every move on the way.
fn look_at(name: &str, n_games: u64, max_turns: usize) -> Seen {
    let loaded = testing::load(name);
    let game = &loaded;
    let mut seen = Seen::default();
    for seed in 0..n_games {
        let mut random = Rng::new(seed);
        let mut position = game.start();
        for _ in 0..max_turns {
            let here = game.signature(&position);
            seen.add(game, &game.setup(&position), here);
            let Ok(Turn::Moves(moves)) = game.turn(&position, &[]) else { break };
            let mut differences: FxHashMap<u64, &str> = FxHashMap::default();
            for made in &moves {
                let there = game.signature(&made.to);
                seen.add(game, &game.setup(&made.to), there);
                let other = differences.insert(here ^ there, &made.text);
                let text = write_position(game.facts(), &game.setup(&position));
                assert_eq!(
                    other, None,
                    "{name}: `{text}`: {} makes the same difference",
                    made.text
                );
            }
            let Some(chosen) = random.choose(&moves) else { break };
            if chosen.outcome.is_some() {
                break;
            }
            position = chosen.to.clone();
        }
    }
    seen
}

#[test]
fn equal_positions_and_only_they_have_equal_signatures() {
    for name in games::names() {
        let seen = look_at(name, 4, 12);
        assert!(seen.met_again > 0, "{name}: no position was met twice");
        assert!(seen.signatures.len() > 1, "{name}: only one position was met");
    }
}
