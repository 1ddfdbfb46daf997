//! Boards as sets of fields: where a whole position is more than is asked for, as in tables that
//! look at millions of positions that differ by where a few pieces are.

/// Reads and makes boards of positions that are alike in all else: as sets where a set of fields is
/// one word and nothing is stacked, as heights where equal pieces are; whoever implements [`Game`](crate::Game) gives it.
pub trait Boards<P>: Send + Sync {
    /// The words of a row ([`Game::row`](crate::Game::row)).
    fn row_length(&self) -> usize;

    /// What reads rows of positions that are like this one beside the board: reserves, counters
    /// but for those that were left out, what is remembered, who is to move, and that the game
    /// is not over. The round may differ. On the board are some pieces, by their places in
    /// [`Facts::pieces`](crate::Facts::pieces).
    fn sight(&self, like: &P, pieces: &[u8]) -> Box<dyn Sight>;

    /// A position as the one it is like, in which these pieces are on these fields and nothing
    /// else is on the board; nothing if there are more or fewer of a piece than there, or two on
    /// a field. Its signature may be wrong.
    fn arranged(&self, like: &P, pieces: &[u8], sets: &[u64]) -> Option<P>;

    /// A position as the one it is like, with this many pieces on each field; nothing if a stack is
    /// too high, or if nothing is stacked. Its signature may be wrong.
    fn heaped(&self, like: &P, heights: &[u8]) -> Option<P>;
}

/// Reads boards of positions that are alike in all else, from their rows.
pub trait Sight: Send + Sync {
    /// Reads the fields of the pieces, a bit for each field. Says no if there are other pieces on
    /// the board, if something beside it differs, or if pieces are stacked.
    fn sets(&self, row: &[u64], sets: &mut [u64]) -> bool;

    /// Reads how many pieces are on each field, where equal pieces are stacked. Says no if
    /// something beside the board differs, and if nothing is stacked.
    fn heights(&self, row: &[u64], heights: &mut [u8]) -> bool;
}
