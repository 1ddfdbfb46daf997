//! How a node gets its moves: each with whether it ends the game, the field that it fills,
//! and what the evaluation says of it, as far as anybody asks.

use super::edge::{Edge, Listed};
use super::node::Verdict;
use super::walker::Walker;
use crate::limits::Stop;
use crate::memory_tree::{Child, NodeId};
use game::{Game, Held, Player};

impl<G: Game> Walker<'_, '_, G> {
    /// Lists the moves of a node; what that proves. A move that wins at once proves the
    /// node, so that nobody overlooks it.
    pub(super) fn expand(
        &mut self,
        node: NodeId,
        at: &G::Position,
    ) -> Result<Option<Verdict>, Stop> {
        let (nodes, player) = (self.nodes, self.tree.player(at));
        if !nodes.moves(node).is_empty() {
            return Ok(nodes[node].proved());
        }
        // Moves that are compared with those that a user gives have to be whole.
        let is_whole = node == nodes.root();
        match self.tree.list(at, is_whole)? {
            Err(outcome) => nodes[node].prove(Verdict { winner: outcome.winner(), turns: 0 }),
            Ok(list) => {
                nodes[node].set_player(player);
                let mut listed = Vec::with_capacity(list.len());
                let held = self.plan.amaf.map(|_| self.tree.game().held(at));
                for to in &list {
                    listed.push(self.listed(to, player, held.as_ref())?);
                }
                if node == nodes.root() {
                    for (to, (child, known)) in list.iter().zip(&mut listed) {
                        // A move that nobody asks for is as good as lost, and is not tried.
                        if self.is_left_out(node, to) {
                            let winner = Some(player.other());
                            *child = Child::Ended(winner);
                            known.proved = Some(Verdict { winner, turns: 0 });
                        }
                    }
                }
                nodes.expand_with(node, listed.into_iter(), |edge: &Edge, known| edge.begin(known));
                self.tree.recycle(list);
                self.conclude(node);
            }
        }
        Ok(nodes[node].proved())
    }

    /// What is known of a move before it is tried.
    fn listed(
        &mut self,
        to: &G::Position,
        player: Player,
        held: Option<&Held>,
    ) -> Result<(Child, Listed), Stop> {
        let outcome = self.tree.outcome(to);
        let proved = outcome.map(|outcome| Verdict { winner: outcome.winner(), turns: 0 });
        let field = held.and_then(|held| self.tree.game().held(to).filled(player, held).next());
        let guess = match self.plan.chooser.guesses() && proved.is_none() {
            true => self.plan.judge.guess(&mut self.tree, to)? as i16,
            false => 0,
        };
        Ok((Child::of(outcome), Listed { proved, field, guess }))
    }
}
