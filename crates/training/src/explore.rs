//! Finds out which shapes the moves of a game have, by playing some games at random. A shape
//! that does not occur there has no numbers; its moves share those at the end.

use crate::actions::{Actions, Key, OTHERS, Shape, TooMany};
use crate::changes::Reader;
use crate::texts::explored_texts;
use game::{Facts, Game, Kind, Rng, RulesError, Turn, Worker};

/// How many games are played, and how many turns of each and of all.
const GAMES: u64 = 64;
const MOST_TURNS: usize = 400;
const MOST_ALL_TURNS: usize = 3000;

/// Texts take long to write, and have few shapes.
const GAMES_BY_TEXT: u64 = 4;

/// Third fields are needed where more than one move in this many has the key of another.
const RARE: usize = 100;

/// What was seen of the moves of a game.
#[derive(Default)]
pub(crate) struct Shapes {
    /// With third fields, and without.
    full: Vec<Shape>,
    short: Vec<Shape>,
    moves: usize,
    /// How many of them had the key of another, without third fields.
    shared: usize,
    /// The most moves of a position that had the key of another, with all parts.
    most_alike: usize,
}

impl Shapes {
    /// Takes the keys of the moves of one position.
    pub(crate) fn take(&mut self, keys: &[Key]) {
        let mut short: Vec<Key> = keys.iter().map(|key| Key { third: None, ..*key }).collect();
        self.full.extend(keys.iter().map(Key::shape));
        self.short.extend(short.iter().map(Key::shape));
        for shapes in [&mut self.full, &mut self.short] {
            shapes.sort_unstable();
            shapes.dedup();
        }
        let mut full = keys.to_vec();
        full.sort_unstable();
        let alike = full.windows(2).filter(|pair| pair[0] == pair[1]).count();
        self.most_alike = self.most_alike.max(alike);
        self.moves += short.len();
        short.sort_unstable();
        self.shared += short.windows(2).filter(|pair| pair[0] == pair[1]).count();
    }

    /// The numbers that tell the moves apart.
    pub(crate) fn numbered(self, facts: &Facts) -> Result<Actions, TooMany> {
        let has_third = self.shared * RARE > self.moves;
        let mut shapes = if has_third { self.full } else { self.short };
        // A kind that can be chosen is one of several, also if random games did not choose it.
        let promotions = facts.kinds.iter().flat_map(|kind| kind.promotes.iter().copied());
        let promotions: Vec<Kind> = promotions.collect();
        let like = |shape: &Shape| -> Vec<Shape> {
            let kinds = match (shape.kind, shape.fields[0]) {
                (None, _) => &[][..],
                (Some(_), true) => &promotions,
                (Some(_), false) => &facts.placed,
            };
            kinds.iter().map(|&kind| Shape { kind: Some(kind), ..*shape }).collect()
        };
        let more: Vec<Shape> = shapes.iter().flat_map(like).collect();
        shapes.extend(more);
        Actions::new(facts, shapes, has_third)
    }
}

/// The numbers of the moves of a game that shows everything.
pub fn explored<G: Game>(game: &G) -> Result<Result<Actions, TooMany>, RulesError> {
    let (mut shapes, mut reader, mut list) = (Shapes::default(), Reader::default(), Vec::new());
    let mut turns = 0;
    for seed in 0..GAMES {
        let (mut rng, mut at) = (Rng::new(seed), game.start());
        let mut worker = game.worker(&[]);
        for _ in 0..MOST_TURNS {
            list.clear();
            if turns >= MOST_ALL_TURNS || worker.expand(&at, &mut list)?.is_some() {
                break;
            }
            turns += 1;
            reader.begin(game, &at);
            let keys: Vec<Key> = list.iter().map(|to| reader.slow_key(game, &at, to)).collect();
            shapes.take(&keys);
            // Back ends list moves in orders of their own, and all must draw the same.
            let mut order: Vec<usize> = (0..list.len()).collect();
            order.sort_by_key(|&i| (keys[i], game.signature(&list[i])));
            let Some(&next) = rng.choose(&order) else { break };
            if game.outcome(&list[next]).is_some() {
                break;
            }
            worker.enter(&at);
            at = list.swap_remove(next);
        }
    }
    if shapes.most_alike > OTHERS {
        return by_texts(game);
    }
    Ok(shapes.numbered(game.facts()))
}

/// The numbers of moves that only their texts tell apart: a turn of a part of the board changes
/// whatever is there, and what a player chose is a field beside it.
fn by_texts<G: Game>(game: &G) -> Result<Result<Actions, TooMany>, RulesError> {
    let mut positions = Vec::new();
    for seed in 0..GAMES_BY_TEXT {
        let (mut rng, mut at, mut past) = (Rng::new(seed), game.start(), Vec::new());
        for _ in 0..MOST_TURNS {
            let Turn::Moves(moves) = game.turn(&at, &past)? else { break };
            positions.push(moves.iter().map(|made| made.text.clone()).collect());
            let Some(made) = rng.choose(&moves) else { break };
            past.push(std::mem::replace(&mut at, made.to.clone()));
        }
    }
    Ok(explored_texts(game.facts(), &positions).map(Actions::of_texts))
}
