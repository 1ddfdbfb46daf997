//! The door at which a setup is checked before it becomes a position: later
//! stages rely on everything that is refused here.

use crate::facts::Facts;
use crate::ids::{Kind, Owner, Piece, Player};
use crate::setup::Setup;
use crate::turn::SetupError;
use crate::words::counted;

/// Checks that a setup fits what the game declares: sizes, pieces that exist,
/// heights of stacks, ranges of counters, remembered fields, and the kinds of
/// which there are always exactly this many.
pub fn check_setup(facts: &Facts, setup: &Setup) -> Result<(), SetupError> {
    check_sizes(facts, setup)?;
    check_pieces(facts, setup)?;
    check_reserve(facts, setup)?;
    check_counters(facts, setup)?;
    check_memories(facts, setup)?;
    check_exact_numbers(facts, setup)
}

fn error(message: String, hint: &str) -> SetupError {
    SetupError { message, hint: hint.to_string(), place: None }
}

fn check_sizes(facts: &Facts, setup: &Setup) -> Result<(), SetupError> {
    let sizes = [
        ("fields", setup.board.len(), facts.board.n_fields()),
        ("counters", setup.counters.len(), facts.counters.len()),
        ("remembered fields", setup.memories.len(), facts.memories.len()),
        ("kinds in reserve", setup.reserve.len(), facts.reserve.len()),
    ];
    for (what, found, declared) in sizes {
        if found != declared {
            let message = format!("the setup has {found} {what}, the game has {declared}");
            return Err(error(message, "make setups with `Setup::empty` of the same game"));
        }
    }
    if setup.player.index() >= facts.n_players() {
        let message = "the second player is to move in a game of one player".to_string();
        return Err(error(message, ""));
    }
    Ok(())
}

fn check_pieces(facts: &Facts, setup: &Setup) -> Result<(), SetupError> {
    let most = usize::from(facts.stacks.unwrap_or(1));
    for (stack, name) in setup.board.iter().zip(&facts.board.names) {
        if let Some(piece) = stack.iter().find(|&&piece| !exists(facts, piece)) {
            let kind = facts.kinds.get(piece.kind().index());
            let kind = kind.map_or("piece", |kind| &kind.name);
            let message = match piece.owner().player() {
                Some(owner) => {
                    format!(
                        "{name} has a {kind} of {}, which there is not",
                        facts.player_name(owner)
                    )
                }
                None => format!("{name} has a {kind} of nobody, which there is not"),
            };
            return Err(error(message, "take it off the board"));
        }
        if stack.len() > most {
            let pieces = counted(stack.len(), "piece");
            let message = format!("{name} has {pieces}; a field holds at most {most}");
            return Err(error(message, ""));
        }
    }
    Ok(())
}

fn exists(facts: &Facts, piece: Piece) -> bool {
    let kind = facts.kinds.get(piece.kind().index());
    let player = piece.owner().player().is_none_or(|p| p.index() < facts.n_players());
    player && kind.is_some_and(|k| !k.gone && k.symbols[piece.owner() as usize].is_some())
}

fn check_reserve(facts: &Facts, setup: &Setup) -> Result<(), SetupError> {
    for (entry, counts) in facts.reserve.iter().zip(&setup.reserve) {
        let kind = &facts.kinds[entry.kind.index()];
        for player in Player::BOTH {
            let owned = exists(facts, Piece::new(entry.kind, player.into()));
            let nobodys = exists(facts, Piece::new(entry.kind, Owner::Nobody));
            let may = player.index() < facts.n_players() && (owned || nobodys);
            let count = usize::from(counts[player.index()]);
            if count > 0 && !may {
                let has = facts.player_does(player, "has");
                let what = counted(count, &kind.name);
                let message = format!("{has} {what} in reserve, which there is not");
                return Err(error(message, ""));
            }
        }
    }
    Ok(())
}

fn check_counters(facts: &Facts, setup: &Setup) -> Result<(), SetupError> {
    for (counter, values) in facts.counters.iter().zip(&setup.counters) {
        let used = match counter.symbols {
            Some(_) => facts.n_players(),
            None => 1,
        };
        let (low, high) = (counter.low, counter.high);
        let outside = values[..used].iter().find(|value| !(low..=high).contains(value));
        if let Some(value) = outside {
            let message = format!("`{}` is {value}", counter.name);
            return Err(error(message, &format!("it counts from {low} to {high}")));
        }
    }
    Ok(())
}

fn check_memories(facts: &Facts, setup: &Setup) -> Result<(), SetupError> {
    for (memory, remembered) in facts.memories.iter().zip(&setup.memories) {
        let Some((field, life)) = *remembered else { continue };
        if field.index() >= facts.board.n_fields() {
            let message = format!("`{}` is field {}, which there is not", memory.name, field.0);
            return Err(error(message, ""));
        }
        if memory.gone || life >= memory.turns {
            let message = format!("`{}` cannot be remembered for {life} more turns", memory.name);
            return Err(error(
                message,
                "between turns it is shorter than declared, by one or more",
            ));
        }
    }
    Ok(())
}

fn check_exact_numbers(facts: &Facts, setup: &Setup) -> Result<(), SetupError> {
    let mut complaints = Vec::new();
    for (i, kind) in facts.kinds.iter().enumerate().filter(|(_, kind)| !kind.gone) {
        let Some(exactly) = kind.exactly.map(usize::from) else { continue };
        let kind_id = Kind(i as u8);
        let mut wrong = Vec::new();
        for owner in [Owner::First, Owner::Second, Owner::Nobody] {
            let piece = Piece::new(kind_id, owner);
            if !exists(facts, piece) {
                continue;
            }
            let found = number_of(facts, setup, piece);
            let what = counted(found, &kind.name);
            if found != exactly {
                wrong.push(match owner.player() {
                    Some(player) => format!("{} {what}", facts.player_does(player, "has")),
                    None => format!("the board has {what}"),
                });
            }
        }
        if !wrong.is_empty() {
            let wrong = wrong.join(" and ");
            complaints.push(format!("{wrong}; a position needs exactly {exactly}"));
        }
    }
    match complaints.is_empty() {
        true => Ok(()),
        false => {
            Err(error(complaints.join("; "), "the rules declare these numbers with `exactly`"))
        }
    }
}

/// How many there are on the board, and in reserve if they are a player's.
fn number_of(facts: &Facts, setup: &Setup, piece: Piece) -> usize {
    let on_board = setup.board.iter().flatten().filter(|&&other| other == piece).count();
    let index = facts.reserve_index(piece.kind());
    let kept = index.zip(piece.owner().player()).map(|(i, p)| setup.reserve[i][p.index()]);
    on_board + usize::from(kept.unwrap_or(0))
}
