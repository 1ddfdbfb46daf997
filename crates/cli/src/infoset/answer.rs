//! What is known about a set, as text and as JSON.

use super::board::percent;
use super::turn;
use crate::args::InfosetArgs;
use crate::report::Failure;
use crate::words::count;
use crate::{json, terminal};
use game::{Facts, Field, Player, Referee, write_position};
use infoset::{Belief, History, Observation, Possible, Progress, Survey, describe_certain};
use serde_json::{Value, json};

/// What was found.
pub(super) struct Answer {
    /// The number of histories.
    pub(super) count: u128,
    pub(super) survey: Survey,
    /// The positions as texts with their numbers of histories, if they were asked for.
    pub(super) positions: Vec<(String, u128)>,
    /// Those that were listed or drawn.
    pub(super) histories: Vec<History>,
    pub(super) work: Progress,
}

/// Positions as texts, the likeliest first.
pub(super) fn texts<G: Referee>(
    game: &G,
    positions: &[Possible<G::Position>],
) -> Vec<(String, u128)> {
    let text = |it: &Possible<G::Position>| {
        (write_position(game.facts(), &game.setup(&it.position)), it.histories)
    };
    let mut texts: Vec<(String, u128)> = positions.iter().map(text).collect();
    texts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    texts
}

pub(super) fn show(
    args: &InfosetArgs,
    facts: &Facts,
    observation: &Observation,
    answer: &Answer,
) -> Result<(), Failure> {
    let (player, positions) = (observation.player, &answer.positions);
    let Survey { positions: n_positions, boards, belief } = &answer.survey;
    if args.json {
        let mut value = json!({
            "game": facts.name,
            "player": facts.player_name(player),
            "turns": observation.turns.len(),
            // JSON numbers end at 2^53, histories do not.
            "histories": answer.count.to_string(),
            "positions": n_positions,
            "boards": boards,
            "expanded": answer.work.expanded,
            "compared": answer.work.compared,
        });
        if args.positions {
            let position = |(text, n): &(String, u128)| json!({ "position": text, "histories": n.to_string() });
            value["list_of_positions"] = positions.iter().map(position).collect();
        }
        if args.list || args.sample.is_some() {
            value["list_of_histories"] =
                answer.histories.iter().map(|it| json!(line(it))).collect();
        }
        if let Some(belief) = belief.as_ref().filter(|_| args.belief) {
            value["belief"] = belief_json(facts, belief);
            value["certain"] = certain(facts, belief, player).into();
        }
        return json::print(&value);
    }
    let mut out = String::new();
    for history in &answer.histories {
        out += &format!("{}\n", line(history));
    }
    for (text, n) in positions {
        out += &format!("{n} {text}\n");
    }
    if let Some(belief) = belief.as_ref().filter(|_| args.belief) {
        out += &picture(facts, belief, player);
        for certain in certain(facts, belief, player) {
            out += &format!("certain: {certain}\n");
        }
    }
    let n_turns = observation.turns.len() as u64;
    out += &format!(
        "{}, {}, {} for {} after {}\n",
        count(answer.count, "history"),
        count(*n_positions as u64, "position"),
        count(*boards as u64, "board"),
        facts.player_name(player),
        count(n_turns, "turn"),
    );
    terminal::print(&out)
}

/// What is known for programs of a set that was not found, because Ctrl-C was pressed.
pub(super) fn unfinished(facts: &Facts, observation: &Observation, last: Progress) -> Value {
    let n_turns = observation.turns.len();
    let answer = json!({
        "game": facts.name,
        "player": facts.player_name(observation.player),
        "turns": n_turns,
        "histories": null,
        "turn": turn(last, n_turns),
        "found": last.size.to_string(),
        "expanded": last.expanded,
        "compared": last.compared,
    });
    json::whole_unless(true, answer)
}

fn line(history: &History) -> String {
    history.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn certain(facts: &Facts, belief: &Belief, player: Player) -> Vec<String> {
    let certain = belief.certain(player).into_iter();
    certain.map(|(piece, field)| describe_certain(facts, piece, field)).collect()
}

fn belief_json(facts: &Facts, belief: &Belief) -> Value {
    let mut fields = serde_json::Map::new();
    for (i, pieces) in belief.fields.iter().enumerate() {
        let share = |(piece, n): (&game::Piece, &u128)| {
            (facts.symbol(*piece).to_string(), json!(belief.share(*n)))
        };
        let shares: serde_json::Map<String, Value> = pieces.iter().map(share).collect();
        if !shares.is_empty() {
            fields.insert(facts.field_name(Field(i as u16)).to_string(), Value::Object(shares));
        }
    }
    Value::Object(fields)
}

/// The board: own pieces, and of the others the likeliest on each field with its
/// percentage; `.` where no other can be.
fn picture(facts: &Facts, belief: &Belief, player: Player) -> String {
    let cell = |field: Option<Field>| -> String {
        let Some(field) = field else { return String::new() };
        if let Some((piece, n)) = belief.likeliest(player, field) {
            let percent = percent(belief, n);
            return format!("{}{percent}", facts.symbol(piece));
        }
        let own = belief.fields[field.index()].keys().next();
        own.map_or(".".to_string(), |piece| facts.symbol(*piece).to_string())
    };
    let Some((columns, _)) = facts.board.size else {
        let fields = (0..facts.board.n_fields()).map(|i| Field(i as u16));
        return fields
            .map(|field| format!("{}: {}\n", facts.field_name(field), cell(Some(field))))
            .collect();
    };
    let rows = &facts.board.rows;
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|field| cell(*field)).collect()).collect();
    let width = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(1);
    let line = |row: &[String]| -> String {
        row.iter().map(|cell| format!(" {cell:>width$}")).collect::<String>()
    };
    let mut out = String::new();
    for (i, row) in cells.iter().enumerate() {
        out += format!("{:>3} {}", rows.len() - i, line(row)).trim_end();
        out.push('\n');
    }
    let letters: Vec<String> =
        (0..columns).map(|x| ((b'a' + x as u8) as char).to_string()).collect();
    out + &format!("    {}\n", line(&letters))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::load_game;
    use crate::referee::session;
    use game::Game;
    use infoset::{InfosetError, Limits, MergedSet};
    use std::path::Path;

    #[test]
    fn a_search_that_was_stopped_tells_how_far_it_came() {
        let game = load_game("phantom_tictactoe", &[]).map_err(|why| why.plain()).expect("a game");
        let text = "multigame record 1\ngame: phantom_tictactoe\nmoves: b2 a1 c1 a2\n";
        let session = session(&game.game, Path::new("-"), text).map_err(|why| why.plain());
        let session = session.expect("a record");
        let view = session.view(Player::First);
        let mut last = Progress::default();
        let mut stop_in_turn_3 = |now: Progress| {
            last = now;
            now.depth < 2
        };
        let found = MergedSet::of(&game.game, view, Limits::default(), &mut stop_in_turn_3);
        assert_eq!(found.err(), Some(InfosetError::Stopped));
        let value = unfinished(game.game.facts(), view, last);
        assert_eq!((&value["histories"], &value["reason"]), (&Value::Null, &json!(json::STOPPED)));
        assert_eq!((&value["turns"], &value["turn"]), (&json!(4), &json!(3)));
    }
}
