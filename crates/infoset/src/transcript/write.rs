//! Writes what a player perceived, one line a turn.

use super::TITLE;
use crate::observation::Observation;
use game::{Ending, Facts, Field, GameResult, Made, Perceived, Piece};

pub(super) fn write(facts: &Facts, observation: &Observation) -> String {
    let mut out = format!("{TITLE} 1\ngame: {}\n", facts.name);
    out += &format!("player: {}\n", facts.player_name(observation.player));
    if let Some(start) = &observation.start {
        out += &format!("start: {start}\n");
    }
    if observation.turns.iter().any(|turn| turn.ending == Ending::Unsaid) {
        out += "unsaid: end\n";
    }
    out += "turns:\n";
    let mut round = 0;
    let mut last = None;
    for turn in &observation.turns {
        // A round is over when the turn comes back to whoever began.
        if last.is_none_or(|last| turn.mover < last) {
            round += 1;
        }
        last = Some(turn.mover);
        out += &format!("{round}. {}\n", line(facts, turn));
    }
    out
}

/// A turn without its number.
fn line(facts: &Facts, turn: &Perceived) -> String {
    let mut words = vec![facts.player_name(turn.mover).to_string()];
    for refused in &turn.refused {
        let text = refused.text.iter().cloned();
        let inside: Vec<String> = text.chain(refused.heard.iter().map(|m| quoted(m))).collect();
        words.push(format!("[{}]", inside.join(" ")));
    }
    words.push(match &turn.made {
        Made::Hidden => "?".to_string(),
        Made::Move(text) => text.clone(),
        Made::Refused(text) => format!("refused {text}"),
    });
    words.extend(turn.said.iter().map(|message| quoted(message)));
    if !turn.told.is_empty() {
        words.push("then".to_string());
        words.extend(turn.told.iter().map(|message| quoted(message)));
    }
    if turn.next == Some(turn.mover) && facts.n_players() == 2 {
        words.push("again".to_string());
    }
    if let Ending::Over(outcome) = turn.ending {
        words.push(format!("end {}", GameResult::from(outcome)));
    }
    if let Some(seen) = &turn.seen {
        words.push(sees(facts, seen));
    }
    words.join(" ")
}

fn quoted(message: &str) -> String {
    format!("'{}'", message.replace('\'', "''"))
}

/// What lay on which fields, equal contents together.
fn sees(facts: &Facts, seen: &[(Field, Vec<Piece>)]) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (field, stack) in seen {
        let signs: Vec<&str> = stack.iter().map(|piece| facts.symbol(*piece)).collect();
        let contents = if signs.is_empty() { "-".to_string() } else { signs.join("+") };
        let name = facts.field_name(*field);
        match groups.iter_mut().find(|(known, _)| *known == contents) {
            Some((_, fields)) => fields.push(name),
            None => groups.push((contents, vec![name])),
        }
    }
    let groups: Vec<String> = groups
        .iter()
        .map(|(contents, fields)| format!("{contents}:{}", fields.join(",")))
        .collect();
    match groups.is_empty() {
        true => "sees nothing".to_string(),
        false => format!("sees {}", groups.join(" ")),
    }
}
