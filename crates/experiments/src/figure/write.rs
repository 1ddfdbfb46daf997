//! Writes what a player perceived in the notation of figure 3, in the one form that is
//! read back as the same.

use super::{Letter, Letters};
use game::{Ending, GameResult, Made, Refused};
use infoset::Observation;

/// Writes an observation in this notation; nothing if it holds what the notation has no
/// letters for.
pub fn write_figure(observation: &Observation, letters: &Letters) -> Option<String> {
    let mut out = String::new();
    let mut announced: Vec<String> = Vec::new();
    let (mut round, mut last) = (0, None);
    for turn in &observation.turns {
        if last.is_none_or(|last| turn.mover < last) {
            round += 1;
            out += &format!("{round}. ");
        }
        last = Some(turn.mover);
        let check = turn.told.contains(&letters.after_move.message);
        let mut with_move = coded(&turn.said, &letters.with_move)?;
        if let Ending::Over(outcome) = turn.ending {
            with_move.push(GameResult::from(outcome).to_string());
        }
        let is_heard = |it: &Refused| it.heard == [letters.refused.as_str()];
        if !turn.refused.iter().all(is_heard) || turn.next == Some(turn.mover) {
            return None;
        }
        let (text, tries) = match &turn.made {
            Made::Hidden => ("??".to_string(), vec![turn.refused.len().to_string()]),
            Made::Move(text) => {
                let tries = turn.refused.iter().filter_map(|it| it.text.clone());
                (text.clone(), tries.collect())
            }
            Made::Refused(_) => return None,
        };
        let after: Vec<String> = tries.into_iter().chain(announced).collect();
        let mark = if check { letters.after_move.letter.to_string() } else { String::new() };
        out += &format!("{text}{mark} {{({}:{})}}\n", with_move.join(";"), after.join(";"));
        let rest: Vec<String> =
            turn.told.iter().filter(|it| **it != letters.after_move.message).cloned().collect();
        announced = coded(&rest, &letters.before_turn)?;
    }
    Some(out)
}

/// Messages as a letter and a field each.
fn coded(messages: &[String], letter: &Letter) -> Option<Vec<String>> {
    let code = |message: &String| {
        let field = message.strip_prefix(&letter.message)?.trim_start();
        is_field(field).then(|| format!("{}{field}", letter.letter))
    };
    messages.iter().map(code).collect()
}

/// Whether this can be the name of a field: a letter and digits.
fn is_field(text: &str) -> bool {
    let mut chars = text.chars();
    let begins = chars.next().is_some_and(|c| c.is_ascii_lowercase());
    begins && !chars.as_str().is_empty() && chars.all(|c| c.is_ascii_digit())
}
