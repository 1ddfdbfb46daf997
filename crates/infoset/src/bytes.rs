//! Parts of levels as bytes, and whether a position that came as bytes can be believed.

use crate::level::{Link, Part};
use crate::limits::InfosetError;
use crate::nodes::{Node, Nodes};
use game::bytes::{Reader, put, put_position, read_position};
use game::{Referee, Turn};
use std::sync::Arc;

/// Whether a position that was read from a file of unknown origin is what the back end
/// makes of its own description: its signature, and whatever else it holds that can be
/// told from the rest, must be right. That takes longer than to read it.
pub(crate) fn is_sound<G: Referee>(game: &G, position: &G::Position) -> bool {
    let Ok(again) = game.position(&game.setup(position)) else { return false };
    // A description does not tell that a game has ended.
    let is_over = || matches!(game.turn(position, &[]), Ok(Turn::Over(_)));
    again == *position || (game.likeness(&again) == game.likeness(position) && is_over())
}

/// The nodes of a part as bytes.
pub(crate) fn write_nodes<G: Referee>(
    game: &G,
    nodes: &Nodes<G::Position>,
) -> Result<Vec<u8>, InfosetError> {
    let mut bytes = Vec::new();
    put(nodes.len() as u128, &mut bytes);
    for node in nodes.iter(game) {
        let mut is_written = put_position(game, &node.position, &mut bytes);
        put(node.histories, &mut bytes);
        put(u128::from(node.past), &mut bytes);
        bytes.push(u8::from(node.before.is_some()));
        if let Some(before) = &node.before {
            is_written &= put_position(game, before, &mut bytes);
        }
        if !is_written {
            let why = "this game's positions cannot be written".to_string();
            return Err(InfosetError::Storage(why));
        }
    }
    Ok(bytes)
}

pub(crate) fn read_nodes<G: Referee>(
    game: &G,
    from: &mut Reader<'_>,
) -> Option<Nodes<G::Position>> {
    let n = from.count()?;
    let mut nodes = Nodes::new(game);
    for _ in 0..n {
        let position = read_position(game, from)?;
        let (histories, past) = (from.number()?, from.small()?);
        let before = match from.number()? {
            0 => None,
            _ => Some(Arc::new(self::read_position(game, from)?)),
        };
        nodes.push(game, Node { position, histories, past, before });
    }
    nodes.shrink();
    Some(nodes)
}

/// The links of a part as bytes.
pub(crate) fn write_links<P: Clone + Eq>(part: &Part<P>) -> Vec<u8> {
    let mut bytes = vec![u8::from(!part.first.is_empty())];
    for node in 0..part.first.len().saturating_sub(1) {
        let links = part.links(node);
        put(links.len() as u128, &mut bytes);
        for link in links {
            put(u128::from(link.from), &mut bytes);
            put(u128::from(link.ways), &mut bytes);
        }
    }
    bytes
}

/// The links of this many nodes, and where those of each begin.
pub(crate) fn read_links(from: &mut Reader<'_>, n_nodes: usize) -> Option<(Vec<Link>, Vec<u32>)> {
    let (mut links, mut first) = (Vec::new(), Vec::new());
    if from.number()? == 0 {
        return Some((links, first));
    }
    first.push(0);
    for _ in 0..n_nodes {
        for _ in 0..from.count()? {
            links.push(Link { from: from.small()?, ways: from.small()? });
        }
        first.push(links.len() as u32);
    }
    Some((links, first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, u128::from(u64::MAX), u128::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| put(number, &mut bytes));
        let mut reader = Reader(&bytes);
        for number in numbers {
            assert_eq!(reader.number(), Some(number));
        }
        assert_eq!(reader.number(), None);
        assert_eq!(Reader(&[0xff; 40]).number(), None);
        assert_eq!(Reader(&[5, 1, 2]).bytes(), None);
        assert_eq!(Reader(&[2, 1, 2]).bytes(), Some(&[1, 2][..]));
    }
}
