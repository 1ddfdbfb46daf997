//! Positions that need not come up in play, for games of which nothing is known but what
//! they declare.

use game::{Counter, Facts, Field, Piece, Player, Rng, Setup};

/// Positions of a game that need not come up in play: the pieces of the start in
/// other places, some changed, with anything in counters, memory and reserve.
/// Some may be impossible.
pub(crate) fn positions(facts: &Facts, random: &mut Rng, n: usize) -> Vec<Setup> {
    (0..n).map(|_| position(facts, random)).collect()
}

fn position(facts: &Facts, random: &mut Rng) -> Setup {
    let mut setup = facts.start.clone();
    for i in (1..setup.board.len()).rev() {
        setup.board.swap(i, random.below(i + 1));
    }
    let pieces: Vec<Piece> = facts.pieces().collect();
    for stack in &mut setup.board {
        match random.below(8) {
            0 => stack.clear(),
            1 => *stack = random.choose(&pieces).copied().into_iter().collect(),
            2 if facts.stacks.is_some_and(|most| stack.len() < usize::from(most)) => {
                stack.extend(random.choose(&pieces));
            }
            _ => {}
        }
    }
    setup.player = Player::BOTH[random.below(facts.n_players())];
    for (i, counter) in facts.counters.iter().enumerate() {
        let n_values = (counter.high - counter.low + 1) as usize;
        setup.counters[Counter(i as u8).index()] = [0, 1].map(|player| {
            let is_plain = player == 1 && counter.symbols.is_none();
            if is_plain { counter.low } else { counter.low + random.below(n_values) as i32 }
        });
    }
    for (memory, declared) in setup.memories.iter_mut().zip(&facts.memories) {
        if declared.turns > 0 && random.below(2) == 0 {
            let field = Field(random.below(facts.board.n_fields()) as u16);
            *memory = Some((field, random.below(usize::from(declared.turns)) as u8));
        }
    }
    for reserve in &mut setup.reserve {
        *reserve = [0, 1].map(|_| random.below(3) as u8);
    }
    setup
}
