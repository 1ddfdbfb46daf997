//! What is known about a set of histories.

use super::board::percent;
use super::turn;
use crate::answer::{STOPPED, as_map, as_text};
use crate::args::InfosetArgs;
use crate::text_board;
use crate::words::count;
use game::{Facts, Field, Player, Referee, write_position};
use infoset::{
    Belief, Contradiction, History, Observation, Possible, Progress, Survey, describe_certain,
};
use serde::Serialize;
use std::fmt::{self, Display};

/// What a search found.
pub(super) struct Found {
    /// The number of histories.
    pub(super) count: u128,
    pub(super) survey: Survey,
    /// The positions, if they were asked for.
    pub(super) positions: Vec<Likely>,
    /// Those that were listed or drawn.
    pub(super) histories: Vec<History>,
    pub(super) work: Progress,
}

/// A position that may be the true one.
#[derive(Clone, Serialize)]
pub(super) struct Likely {
    position: String,
    #[serde(serialize_with = "as_text")]
    histories: u128,
}

/// Positions, the likeliest first.
pub(super) fn likely<G: Referee>(game: &G, positions: &[Possible<G::Position>]) -> Vec<Likely> {
    let likely = |it: &Possible<G::Position>| Likely {
        position: write_position(game.facts(), &game.setup(&it.position)),
        histories: it.histories,
    };
    let mut all: Vec<Likely> = positions.iter().map(likely).collect();
    all.sort_by(|a, b| b.histories.cmp(&a.histories).then_with(|| a.position.cmp(&b.position)));
    all
}

/// A set of histories.
#[derive(Serialize)]
pub(super) struct Set {
    game: String,
    player: String,
    turns: usize,
    #[serde(serialize_with = "as_text")]
    histories: u128,
    positions: usize,
    boards: usize,
    expanded: u64,
    compared: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    list_of_positions: Option<Vec<Likely>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list_of_histories: Option<Vec<String>>,
    #[serde(flatten)]
    known: Option<Beliefs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<Unfit>,
}

/// Why no history fits.
#[derive(Serialize)]
struct Unfit {
    /// The first turn after which none is left, from 1.
    turn: usize,
    #[serde(serialize_with = "as_text")]
    histories_before: u128,
    message: String,
    notes: Vec<String>,
}

/// What the player can know.
#[derive(Serialize)]
struct Beliefs {
    #[serde(serialize_with = "as_map")]
    belief: Vec<(String, Shares)>,
    certain: Vec<String>,
    /// The board with the likeliest piece of each field.
    #[serde(skip)]
    picture: String,
}

/// How likely each piece is on a field.
#[derive(Serialize)]
struct Shares(#[serde(serialize_with = "as_map")] Vec<(String, f64)>);

impl Set {
    pub(super) fn new(
        args: &InfosetArgs,
        facts: &Facts,
        observation: &Observation,
        found: Found,
        why: Option<&Contradiction>,
    ) -> Set {
        let player = observation.player;
        let Survey { positions, boards, belief } = found.survey;
        let belief = belief.filter(|_| args.belief);
        let lists_histories = args.list || args.sample.is_some();
        Set {
            game: facts.name.clone(),
            player: facts.player_name(player).to_string(),
            turns: observation.turns.len(),
            histories: found.count,
            positions,
            boards,
            expanded: found.work.expanded,
            compared: found.work.compared,
            list_of_positions: args.positions.then_some(found.positions),
            list_of_histories: lists_histories.then(|| found.histories.iter().map(line).collect()),
            known: belief.map(|belief| Beliefs {
                belief: shares(facts, &belief),
                certain: certain(facts, &belief, player),
                picture: picture(facts, &belief, player),
            }),
            contradiction: why.map(|why| Unfit {
                turn: why.turn + 1,
                histories_before: why.fitted,
                message: why.message(facts, observation),
                notes: why.hints(facts, observation),
            }),
        }
    }
}

impl Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for history in self.list_of_histories.iter().flatten() {
            writeln!(f, "{history}")?;
        }
        for Likely { position, histories } in self.list_of_positions.iter().flatten() {
            writeln!(f, "{histories} {position}")?;
        }
        if let Some(known) = &self.known {
            f.write_str(&known.picture)?;
            known.certain.iter().try_for_each(|certain| writeln!(f, "certain: {certain}"))?;
        }
        writeln!(
            f,
            "{}, {}, {} for {} after {}",
            count(self.histories, "history"),
            count(self.positions, "position"),
            count(self.boards, "board"),
            self.player,
            count(self.turns, "turn"),
        )
    }
}

/// How far the search for a set came that Ctrl-C stopped.
#[derive(Serialize)]
pub(super) struct Unfinished {
    game: String,
    player: String,
    turns: usize,
    histories: Option<String>,
    turn: usize,
    #[serde(serialize_with = "as_text")]
    found: u128,
    expanded: u64,
    compared: u64,
    reason: &'static str,
}

impl Unfinished {
    pub(super) fn new(facts: &Facts, observation: &Observation, last: Progress) -> Unfinished {
        let turns = observation.turns.len();
        Unfinished {
            game: facts.name.clone(),
            player: facts.player_name(observation.player).to_string(),
            turns,
            histories: None,
            turn: turn(last, turns),
            found: last.size,
            expanded: last.expanded,
            compared: last.compared,
            reason: STOPPED,
        }
    }
}

/// That Ctrl-C stopped the reading of a transcript.
#[derive(Serialize)]
pub(super) struct Unread<'a> {
    pub(super) game: &'a str,
    pub(super) player: &'a str,
    pub(super) histories: Option<String>,
    pub(super) reason: &'static str,
}

fn line(history: &History) -> String {
    history.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// What a player can know: what is certain, in words, and the board with the rest.
pub(crate) fn believed(facts: &Facts, belief: &Belief, player: Player) -> (Vec<String>, String) {
    (certain(facts, belief, player), picture(facts, belief, player))
}

fn certain(facts: &Facts, belief: &Belief, player: Player) -> Vec<String> {
    let certain = belief.certain(player).into_iter();
    certain.map(|(piece, field)| describe_certain(facts, piece, field)).collect()
}

/// How likely pieces are on the fields on which there may be some.
fn shares(facts: &Facts, belief: &Belief) -> Vec<(String, Shares)> {
    let of_field = |(i, pieces): (usize, &std::collections::BTreeMap<game::Piece, u128>)| {
        let share = |(piece, n): (&game::Piece, &u128)| {
            (facts.symbol(*piece).to_string(), belief.share(*n))
        };
        let name = facts.field_name(Field(i as u16)).to_string();
        (name, Shares(pieces.iter().map(share).collect()))
    };
    let fields = belief.fields.iter().enumerate().filter(|(_, pieces)| !pieces.is_empty());
    fields.map(of_field).collect()
}

/// The board: own pieces, and of the others the likeliest on each field with its
/// percentage; `.` where no other can be.
fn picture(facts: &Facts, belief: &Belief, player: Player) -> String {
    let cell = |field: Field| {
        if let Some((piece, n)) = belief.likeliest(player, field) {
            return format!("{}{}", facts.symbol(piece), percent(belief, n));
        }
        let own = belief.fields[field.index()].keys().next();
        own.map_or(".".to_string(), |piece| facts.symbol(*piece).to_string())
    };
    match facts.board.size {
        Some(_) => text_board::grid(facts, &cell),
        None => text_board::points(facts, &cell, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::load_game;
    use crate::saved::Saved;
    use game::Game;
    use infoset::{InfosetError, Limits, MergedSet};
    use serde_json::json;
    use std::path::Path;

    #[test]
    fn a_search_that_was_stopped_tells_how_far_it_came() {
        let game = load_game("phantom_tictactoe", &[]).expect("a game");
        let text = "multigame record 1\ngame: phantom_tictactoe\nmoves: b2 a1 c1 a2\n";
        let session = Saved::of(Path::new("-"), text).session(&game.game).expect("a record");
        let view = session.view(Player::First);
        let mut last = Progress::default();
        let mut stop_in_turn_3 = |now: Progress| {
            last = now;
            now.depth < 2
        };
        let found = MergedSet::of(&game.game, view, Limits::default(), &mut stop_in_turn_3);
        assert_eq!(found.err(), Some(InfosetError::Stopped));
        let value = serde_json::to_value(Unfinished::new(game.game.facts(), view, last));
        let value = value.expect("JSON");
        assert_eq!((&value["histories"], &value["reason"]), (&json!(null), &json!(STOPPED)));
        assert_eq!((&value["turns"], &value["turn"]), (&json!(4), &json!(3)));
    }
}
