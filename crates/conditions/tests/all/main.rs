//! Conditions of moves are what they claim to be, in every built-in game for two
//! with full information: enough for the move, and none without need.
//!
//! Positions come from random games. Enough: wherever all conditions of a move
//! hold, in positions of other games or with other contents on some fields, the
//! move is there and does the same. Needed: if a field that the move leaves
//! alone holds something that a condition forbids, the move is gone, or it is
//! made another way, of which other conditions tell. What is beside the board is changed in
//! a file of its own.

mod other_ways;
mod state;
mod winning_ways;
mod wishes;

use conditions::{Condition, Conditions};
use game::{Field, Game, Outcome, Piece, Rng, Setup, Turn};
use interp::{Interp, Position};

/// What a move does to the board, and whether it ends the game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Effect {
    tops: Vec<Option<Piece>>,
    /// How much higher each stack is, where all pieces are alike: then a stack is nothing but
    /// its height.
    growth: Vec<isize>,
    outcome: Option<Outcome>,
}

impl Effect {
    /// Whether it leaves a field alone that held this.
    fn leaves(&self, field: Field, before: Option<Piece>) -> bool {
        let is_as_high = self.growth.get(field.index()).is_none_or(|growth| *growth == 0);
        self.tops[field.index()] == before && is_as_high
    }
}

/// A position with its moves and why they are there.
struct Studied {
    name: String,
    position: Position,
    tops: Vec<Option<Piece>>,
    moves: Vec<(String, Effect, Vec<Condition>)>,
}

/// The games that are tested. A field is changed to be empty or to hold one piece.
fn games() -> Vec<(String, Interp)> {
    let load = |name: &str| (name.to_string(), testing::load(name));
    let is_open = |game: &Interp| game.facts().n_players() == 2 && !game.facts().hidden;
    testing::sampled().map(load).filter(|(_, game)| is_open(game)).collect()
}

fn tops(game: &Interp, position: &Position) -> Vec<Option<Piece>> {
    game.setup(position).board.iter().map(|stack| stack.last().copied()).collect()
}

/// The heights of the stacks of a game in which all pieces are alike.
fn heights(game: &Interp, position: &Position) -> Vec<isize> {
    let facts = game.facts();
    let is_of_heaps = facts.stacks.is_some() && facts.pieces().count() == 1;
    let stacks = is_of_heaps.then(|| game.setup(position).board).into_iter().flatten();
    stacks.map(|stack| stack.len() as isize).collect()
}

fn effects(game: &Interp, position: &Position) -> Option<Vec<(String, Effect)>> {
    let before = heights(game, position);
    let effect = |to: &Position, outcome| {
        let growth = heights(game, to).into_iter().zip(&before).map(|(now, old)| now - old);
        Effect { tops: tops(game, to), growth: growth.collect(), outcome }
    };
    match game.turn(position, &[]).ok()? {
        Turn::Over(_) => Some(Vec::new()),
        Turn::Moves(moves) => {
            Some(moves.into_iter().map(|m| (m.text, effect(&m.to, m.outcome))).collect())
        }
    }
}

fn study(game: &Interp, name: &str, position: Position) -> Option<Studied> {
    let why = Conditions::of(game).why(&position, &[]).ok()?;
    let effects = effects(game, &position)?;
    let moves = why.into_iter().zip(effects).map(|((text, conditions), (same, effect))| {
        assert_eq!(text, same, "moves come in the same order");
        (text, effect, conditions)
    });
    let (moves, tops) = (moves.collect(), tops(game, &position));
    Some(Studied { name: name.to_string(), position, tops, moves })
}

/// Positions of random games.
fn positions(game: &Interp, n_games: u64, per_game: usize) -> Vec<Position> {
    let mut found = Vec::new();
    for seed in 0..n_games {
        let mut random = Rng::new(seed);
        let mut line = vec![game.start()];
        while line.len() < 150
            && let Ok(Turn::Moves(moves)) = game.turn(&line[line.len() - 1], &[])
        {
            line.push(moves[random.below(moves.len())].to.clone());
        }
        // The last position is often one that a move has ended.
        line.pop();
        found.extend((0..per_game.min(line.len())).map(|_| line[random.below(line.len())].clone()));
    }
    found
}

/// The position with other contents on a few fields, if the game knows such.
fn changed(game: &Interp, setup: &Setup, random: &mut Rng, n_changes: usize) -> Option<Position> {
    let contents: Vec<Option<Piece>> =
        std::iter::once(None).chain(game.facts().pieces().map(Some)).collect();
    let mut setup = setup.clone();
    for _ in 0..n_changes {
        let field = random.below(setup.board.len());
        let new = contents[random.below(contents.len())];
        setup.board[field] = new.into_iter().collect();
    }
    game.position(&setup).ok()
}

/// The position with something else on a field. In a game that has always the same
/// pieces it changes places with what is there.
fn with(game: &Interp, setup: &Setup, field: Field, new: Option<Piece>) -> Option<Position> {
    let mut changed = setup.clone();
    changed.board[field.index()] = new.into_iter().collect();
    if let Ok(position) = game.position(&changed) {
        return Some(position);
    }
    let from = setup.board.iter().position(|stack| stack.last().copied() == new)?;
    let mut changed = setup.clone();
    changed.board.swap(from, field.index());
    game.position(&changed).ok()
}

/// Whether an effect in one position is the same as an effect in another.
fn is_same(
    from: &[Option<Piece>],
    effect: &Effect,
    other: &[Option<Piece>],
    there: &Effect,
) -> bool {
    let fields = 0..from.len();
    effect.outcome == there.outcome
        && effect.growth == there.growth
        && fields.into_iter().all(|i| match effect.tops[i] == from[i] {
            true => there.tops[i] == other[i] || there.tops[i] == effect.tops[i],
            false => there.tops[i] == effect.tops[i],
        })
}

fn words(game: &Interp, position: &Position, conditions: &[Condition]) -> String {
    let player = game.player(position);
    let words = conditions.iter().map(|it| it.describe(game.facts(), player));
    words.collect::<Vec<_>>().join("; ")
}

/// Checks that the moves whose conditions hold in another position are there;
/// gives how many there are.
fn demand(game: &Interp, studied: &Studied, other: &Position) -> usize {
    if game.player(&studied.position) != game.player(other) || other.outcome().is_some() {
        return 0;
    }
    let holds = |conditions: &[Condition]| {
        conditions.iter().all(|it| Conditions::of(game).holds(it, other))
    };
    let (other_tops, mut there) = (tops(game, other), None);
    let mut n_checked = 0;
    for (text, effect, conditions) in studied.moves.iter().filter(|(_, _, it)| holds(it)) {
        let there = there.get_or_insert_with(|| effects(game, other));
        // A position that cannot arise may break the rules of the game.
        let Some(there) = there else { return n_checked };
        let found = there.iter().any(|(_, it)| is_same(&studied.tops, effect, &other_tops, it));
        assert!(
            found,
            "{}: `{text}` of {} is not in {}, though: {}",
            studied.name,
            game::write_position(game.facts(), &game.setup(&studied.position)),
            game::write_position(game.facts(), &game.setup(other)),
            words(game, &studied.position, conditions),
        );
        n_checked += 1;
    }
    n_checked
}

#[test]
fn conditions_are_enough() {
    for (name, game) in games() {
        let pool = positions(&game, 4, 6);
        let mut random = Rng::new(5);
        // A position costs as much as it has moves, and each game gets the same.
        let (mut n_checked, mut budget) = (0, 80);
        for position in pool.iter().step_by(5) {
            if budget <= 0 {
                break;
            }
            let Some(studied) = study(&game, &name, position.clone()) else { continue };
            budget -= 10 + studied.moves.len() as i32;
            for other in &pool {
                n_checked += demand(&game, &studied, other);
            }
            let setup = game.setup(position);
            for n_changes in (0..40).map(|i| 1 + i % 4) {
                if let Some(other) = changed(&game, &setup, &mut random, n_changes) {
                    n_checked += demand(&game, &studied, &other);
                }
            }
        }
        assert!(n_checked > 20, "{name}: only {n_checked} moves could be compared");
    }
}

/// Whether the conditions are the same but for what they say about a field.
fn differ_only_there(a: &[Condition], b: &[Condition], at: Field) -> bool {
    let others = |all: &[Condition]| -> Vec<Condition> {
        let is_there =
            |it: &Condition| matches!(it, Condition::Field { field, .. } if *field == at);
        all.iter().filter(|it| !is_there(it)).cloned().collect()
    };
    others(a) == others(b)
}

/// Whether one of the ways to a move is open in another position: what the turn itself puts on
/// the board may do as well, and is no condition.
fn has_other_way(game: &Interp, position: &Position, text: &str, other: &Position) -> bool {
    let conditions = Conditions::of(game);
    let why = conditions.why_move(position, &[], text).ok().flatten();
    let is_open = |way: &Vec<Condition>| way.iter().all(|it| conditions.holds(it, other));
    why.is_some_and(|why| why.other_ways.iter().any(is_open))
}

#[test]
fn conditions_are_needed() {
    for (name, game) in games() {
        // A position costs as much as it has moves, and each game gets the same.
        let (mut n_gone, mut budget) = (0, 500);
        for position in positions(&game, 2, 4) {
            let Some(studied) = study(&game, &name, position.clone()) else { continue };
            let setup = game.setup(&position);
            for (text, effect, conditions) in studied.moves.iter().step_by(7) {
                for condition in conditions {
                    if budget <= 0 {
                        break;
                    }
                    let Condition::Field { field, allowed } = condition else { continue };
                    let is_left_alone = effect.leaves(*field, studied.tops[field.index()]);
                    let all = std::iter::once(None).chain(game.facts().pieces().map(Some));
                    for new in all.filter(|top| !allowed.allows(*top)).take(3) {
                        let Some(other) = with(&game, &setup, *field, new) else { continue };
                        let Some(there) = study(&game, &name, other) else { continue };
                        let other = &there.position;
                        budget -= 10 + there.moves.len() as i32;
                        let same = there
                            .moves
                            .iter()
                            .find(|(_, it, _)| is_same(&studied.tops, effect, &there.tops, it));
                        let Some((_, _, others)) = same else {
                            n_gone += 1;
                            continue;
                        };
                        let for_nothing = is_left_alone
                            && differ_only_there(conditions, others, *field)
                            && !has_other_way(&game, &position, text, other);
                        assert!(
                            !for_nothing,
                            "{name}: `{text}` of {} does not need {}",
                            game::write_position(game.facts(), &game.setup(&position)),
                            condition.describe(game.facts(), game.player(&position)),
                        );
                    }
                }
            }
        }
        assert!(n_gone > 0, "{name}: nothing depends on any condition");
    }
}
