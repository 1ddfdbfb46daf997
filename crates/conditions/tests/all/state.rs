//! Conditions on what is beside the board, counters, rights, remembered fields and pieces
//! in reserve, are enough and needed like those on fields.
//!
//! Enough: wherever all conditions of a move hold, the move is there, whatever else is
//! changed beside the board. Needed: if something beside the board is changed so that a
//! condition fails, the move is gone or does something else, or one of the ways that are
//! listed for it tells why it is still there. `CONDITIONS=20` looks at twenty times as much.

#![allow(clippy::disallowed_methods, reason = "tests read the environment")]
#![allow(clippy::print_stdout, reason = "a longer run tells what it has looked at")]

use super::other_ways::{Changed, demand, moves};
use super::{Studied, changed, effects, games, is_same, positions, study};
use conditions::{Condition, Conditions, Reads};
use game::{Field, Game, Rng, Setup, Turn};
use interp::{Interp, Position};

/// What a condition is about.
const KINDS: [&str; 4] = ["counters", "remembered fields", "reserves", "questions"];

/// The number of the kind of a condition that looks beside the board.
fn kind(condition: &Condition) -> Option<usize> {
    match condition {
        Condition::Counter { .. } => Some(0),
        Condition::Memory { .. } => Some(1),
        Condition::Reserve { .. } => Some(2),
        Condition::No { reads, .. } | Condition::Same { reads, .. } => {
            let Reads { counters, memories, reserve, .. } = reads;
            let is_any = !counters.is_empty() || !memories.is_empty() || !reserve.is_empty();
            is_any.then_some(3)
        }
        Condition::Field { .. } | Condition::Compared { .. } => None,
    }
}

/// This many variants that remember fields are looked at beside the sample: such conditions are
/// met seldom.
const MORE_VARIANTS: usize = 8;

/// The games that have something beside the board.
fn with_state() -> Vec<(String, Interp)> {
    let has_state = |game: &Interp| {
        let facts = game.facts();
        !(facts.counters.is_empty() && facts.memories.is_empty() && facts.reserve.is_empty())
    };
    let mut games = games();
    let is_new = |name: &&str| games.iter().all(|(known, _)| known != name);
    let others = games::names().filter(is_new).map(|name| (name.to_string(), testing::load(name)));
    let remembers = |(_, game): &(String, Interp)| {
        let facts = game.facts();
        !facts.memories.is_empty() && facts.n_players() == 2 && !facts.hidden
    };
    let more: Vec<(String, Interp)> = others.filter(remembers).take(MORE_VARIANTS).collect();
    games.extend(more);
    games.into_iter().filter(|(_, game)| has_state(game)).collect()
}

/// How much more than usual is looked at.
fn effort() -> i32 {
    std::env::var("CONDITIONS").map_or(1, |text| text.parse().expect("a number"))
}

/// All setups in which one thing beside the board is otherwise; of a counter with many
/// values, a few.
fn others(game: &Interp, setup: &Setup) -> Vec<Setup> {
    let facts = game.facts();
    let mut others = Vec::new();
    let mut add = |change: &dyn Fn(&mut Setup)| {
        let mut other = setup.clone();
        change(&mut other);
        if other != *setup {
            others.push(other);
        }
    };
    for (i, counter) in facts.counters.iter().enumerate() {
        let n_owners = if counter.symbols.is_some() { 2 } else { 1 };
        for owner in 0..n_owners {
            let (low, high, now) = (counter.low, counter.high, setup.counters[i][owner]);
            for value in [low, now - 1, now + 1, (low + high) / 2, high - 1, high] {
                let value = value.clamp(low, high);
                add(&|setup| setup.counters[i][owner] = value);
            }
        }
    }
    for i in 0..facts.reserve.len() {
        for owner in 0..2 {
            let now = setup.reserve[i][owner];
            for count in [0, 1, now.saturating_sub(1), now.saturating_add(1)] {
                add(&|setup| setup.reserve[i][owner] = count);
            }
        }
    }
    for (i, memory) in facts.memories.iter().enumerate() {
        add(&|setup| setup.memories[i] = None);
        for field in (0..facts.board.n_fields()).step_by(3) {
            let turns = setup.memories[i].map_or(memory.turns, |(_, turns)| turns);
            add(&|setup| setup.memories[i] = Some((Field(field as u16), turns)));
        }
    }
    others
}

/// Whether a move does the same beside the board: what it leaves alone in one it leaves
/// alone in the other, and what it changes becomes the same, or changes by as much.
fn is_same_beside([from, to]: [&Setup; 2], [other, there]: [&Setup; 2]) -> bool {
    let numbers = |setup: &Setup| -> Vec<i32> {
        let counters = setup.counters.iter().flatten().copied();
        let reserve = setup.reserve.iter().flatten().map(|count| i32::from(*count));
        counters.chain(reserve).collect()
    };
    let [a, b, c, d] = [from, to, other, there].map(numbers);
    let memory = |setup: &Setup, i: usize| setup.memories[i].map(|(field, _)| field);
    (0..a.len()).all(|i| b[i] - a[i] == d[i] - c[i] || (a[i] != b[i] && b[i] == d[i]))
        && (0..from.memories.len()).all(|i| {
            let is_left = memory(from, i) == memory(to, i);
            memory(to, i) == memory(there, i) || is_left && memory(other, i) == memory(there, i)
        })
        && to.player == there.player
}

/// Whether a remembered field matters to the moves of a position.
fn matters(game: &Interp, position: &Position) -> bool {
    let n_moves = |position: &Position| effects(game, position).map(|moves| moves.len());
    let setup = game.setup(position);
    let without = Setup { memories: vec![None; setup.memories.len()], ..setup.clone() };
    setup.memories != without.memories
        && game.position(&without).is_ok_and(|without| n_moves(&without) != n_moves(position))
}

/// Positions of random games, and some of further games in which a remembered field matters
/// to the moves, which is rare.
fn pool(game: &Interp, n_games: u64) -> Vec<Position> {
    let has_memory = !game.facts().memories.is_empty();
    let mut found = positions(game, n_games, 4);
    if !has_memory {
        return found;
    }
    for seed in 100..100 + 8 * n_games {
        let (mut random, mut at) = (Rng::new(seed), game.start());
        for _ in 0..40 {
            let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { break };
            at = moves[random.below(moves.len())].to.clone();
            if matters(game, &at) {
                found.insert(0, at.clone());
            }
        }
    }
    found
}

/// The setups that the moves of a position lead to, in the order of the moves.
fn ends(game: &Interp, position: &Position) -> Vec<Setup> {
    match game.turn(position, &[]) {
        Ok(Turn::Moves(moves)) => moves.iter().map(|m| game.setup(&m.to)).collect(),
        _ => Vec::new(),
    }
}

/// Checks what becomes of the moves of a position; counts by kind the moves that were gone
/// and those that were still there.
fn check(
    (name, game): (&str, &Interp),
    position: &Position,
    random: &mut Rng,
    budget: &mut i32,
    n_found: &mut [[usize; 2]; 4],
) {
    let Some(here) = moves(game, position) else { return };
    let (setup, to) = (game.setup(position), ends(game, position));
    let before = super::tops(game, position);
    let mut changes = others(game, &setup);
    let forgets = |other: &Setup| other.memories != setup.memories;
    // Where a remembered field matters, which is rare, that is what is changed.
    let mut more = 800;
    let is_rare = matters(game, position);
    let budget = if is_rare { &mut more } else { budget };
    if is_rare {
        changes.retain(forgets);
    }
    while *budget > 0 && !changes.is_empty() {
        let changed = changes.swap_remove(random.below(changes.len()));
        let Ok(other) = game.position(&changed) else { continue };
        let broken = |conditions: &[Condition]| {
            conditions.iter().filter(|it| !Conditions::of(game).holds(it, &other)).find_map(kind)
        };
        let needing = here.iter().zip(&to);
        let needing = needing.filter_map(|(m, to)| Some((m, to, broken(&m.why.conditions)?)));
        let needing: Vec<_> = needing.collect();
        if needing.is_empty() {
            continue;
        }
        let Some(there) = Changed::new(game, other) else { continue };
        let there_to = ends(game, &there.position);
        *budget -= 10 + there.moves.len() as i32;
        for (m, to, kind) in needing {
            let same = there.moves.iter().zip(&there_to).find(|((_, effect), end)| {
                is_same(&before, &m.effect, &there.tops, effect)
                    && is_same_beside([&setup, to], [&changed, end])
            });
            n_found[kind][usize::from(same.is_some())] += 1;
            if let Some(((text, _), _)) = same {
                demand(name, game, (position, m), &there, text);
            }
        }
    }
}

/// Games in which a move may be there by what `try … else` allows because a remembered field
/// leads to nothing: that way is not listed among those of the move.
const UNLISTED_WAYS: [&str; 1] = ["ultimate_tictactoe"];

#[test]
fn conditions_beside_the_board_are_needed() {
    let mut n_found = [[0; 2]; 4];
    let is_listed = |(name, _): &(String, Interp)| !UNLISTED_WAYS.contains(&name.as_str());
    for (name, game) in with_state().into_iter().filter(is_listed) {
        let (mut budget, mut random) = (250 * effort(), Rng::new(3));
        for position in pool(&game, effort() as u64) {
            if budget <= 0 {
                break;
            }
            check((&name, &game), &position, &mut random, &mut budget, &mut n_found);
        }
    }
    for (kind, [n_gone, n_left]) in KINDS.iter().zip(n_found) {
        println!("{kind}: {n_gone} moves gone, {n_left} still there another way");
    }
    for ((kind, [n_gone, _]), least) in KINDS.iter().zip(n_found).zip([50, 30, 50, 50]) {
        assert!(n_gone >= least, "{kind}: only {n_gone} moves gone");
    }
}

/// How many conditions of each kind there are in the moves that hold in a position.
fn met(game: &Interp, studied: &Studied, other: &Position, n_met: &mut [usize; 4]) {
    for (_, _, conditions) in &studied.moves {
        if conditions.iter().all(|it| Conditions::of(game).holds(it, other)) {
            conditions.iter().filter_map(kind).for_each(|kind| n_met[kind] += 1);
        }
    }
}

#[test]
fn conditions_beside_the_board_are_enough() {
    let mut n_met = [0; 4];
    for (name, game) in with_state() {
        // Remembered fields matter in few moves, so that more of these are looked at.
        let most = if game.facts().memories.is_empty() { 40 } else { 160 };
        let (mut budget, mut random) = (most * effort(), Rng::new(9));
        for position in pool(&game, effort() as u64) {
            let setup = game.setup(&position);
            let beside = others(&game, &setup);
            let Some(studied) = study(&game, &name, position) else { continue };
            if budget <= 0 || beside.is_empty() {
                break;
            }
            budget -= 10 + studied.moves.len() as i32;
            for n_changes in (0..40).map(|i| i % 3) {
                let beside = &beside[random.below(beside.len())];
                let Some(other) = changed(&game, beside, &mut random, n_changes) else { continue };
                if super::demand(&game, &studied, &other) > 0 {
                    met(&game, &studied, &other, &mut n_met);
                }
            }
        }
    }
    for (kind, n_met) in KINDS.iter().zip(n_met) {
        println!("{kind}: {n_met} conditions held");
    }
    for ((kind, n_met), least) in KINDS.iter().zip(n_met).zip([100, 3, 100, 100]) {
        assert!(n_met >= least, "{kind}: only {n_met} conditions held");
    }
}
