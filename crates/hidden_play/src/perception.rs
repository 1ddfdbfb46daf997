//! What a player perceives of a turn, as one number: two turns that they cannot tell apart have
//! the same one.

use game::{Message, Piece, Player, Referee, RulesError, heard_by};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// What a player hears at these moments of a turn from one position to another, whose turn is
/// next, and what they see then.
pub(crate) fn heard_and_seen<G: Referee>(
    game: &G,
    from: &G::Position,
    to: &G::Position,
    player: Player,
    heard: [&[Message]; 2],
) -> Result<u64, RulesError> {
    let mut hasher = FxHasher::default();
    heard.map(|messages| heard_by(player, messages)).hash(&mut hasher);
    game.player(to).hash(&mut hasher);
    let mut stack: Vec<Piece> = Vec::new();
    for field in game.seen(to, from, player)?.iter() {
        stack.clear();
        game.stack(to, field, &mut stack);
        (field, &stack).hash(&mut hasher);
    }
    Ok(hasher.finish())
}
