//! Boards as sets of fields: where a whole position is more than is asked for, as in tables that
//! look at millions of positions that differ by where a few pieces are.

/// Reads and makes boards of positions that are alike in all else: as sets where a set of fields is
/// one word and nothing is stacked, as heights where equal pieces are; whoever implements [`Game`](crate::Game) gives it.
pub trait Boards<P>: Send + Sync {
    /// Reads the fields of some pieces, by their places in [`Facts::pieces`](crate::Facts::pieces),
    /// a bit for each field. Says no if there are other pieces on the board, or if something beside
    /// it is not as in the position `like`: reserves, counters but for those that were left out,
    /// and what is remembered. Who is to move and the round may differ.
    fn read(&self, position: &P, like: &P, pieces: &[u8], sets: &mut [u64]) -> bool;

    /// A position as the one it is like, in which these pieces are on these fields and nothing
    /// else is on the board; nothing if there are more or fewer of a piece than there, or two on
    /// a field. Its signature may be wrong.
    fn arranged(&self, like: &P, pieces: &[u8], sets: &[u64]) -> Option<P>;

    /// Reads how many pieces are on each field, where equal pieces are stacked. Says no as
    /// [`Boards::read`] does, and if nothing is stacked.
    fn heights(&self, position: &P, like: &P, heights: &mut [u8]) -> bool;

    /// A position as the one it is like, with so many pieces on each field; nothing if a stack is
    /// too high, or if nothing is stacked. Its signature may be wrong.
    fn heaped(&self, like: &P, heights: &[u8]) -> Option<P>;
}
