//! Moves and tries that are written shortly, as in the paper: `Nc3`, `fxg5`, `e8=Q`. The
//! positions that are possible decide what is meant.

use super::{Place, error};
use game::{Facts, Field, Referee, Turn};
use infoset::{MergedSet, TranscriptError};

/// The text of a move or try that is written shortly. Positions are asked in turn until
/// one knows something that it can mean.
pub(super) fn understand<G: Referee>(
    set: &MergedSet<'_, G>,
    place: Place,
    short: &str,
) -> Result<String, TranscriptError> {
    let mut understood = None;
    let shown = set.show_last(|position, before, past| {
        understood = meant(set.game(), At { position, before, past }, place, short).transpose();
        understood.is_none()
    });
    if let Some(understood) = understood {
        return understood;
    }
    shown.map_err(|why| TranscriptError {
        line: place.line,
        column: place.column,
        message: why.to_string(),
        hint: String::new(),
    })?;
    if set.count() == Ok(0) {
        let message = "no history fits what stands before this line".to_string();
        return error(Place { column: 1, ..place }, message, "");
    }
    let hint = "write it as the game does: from field and to field";
    error(place, format!("`{short}` is nothing that the player could try"), hint)
}

/// A position with the one before it and its past.
struct At<'p, P> {
    position: &'p P,
    before: &'p P,
    past: &'p [P],
}

/// What a short text can mean in a position with one before it and its past, if that
/// is clear.
fn meant<G: Referee>(
    game: &G,
    At { position, before, past }: At<'_, G::Position>,
    place: Place,
    short: &str,
) -> Result<Option<String>, TranscriptError> {
    let problem = |why: game::RulesError| TranscriptError {
        line: place.line,
        column: place.column,
        message: why.to_string(),
        hint: why.hint,
    };
    let mut texts = game.tries(position, before, past).map_err(problem)?;
    if let Turn::Moves(moves) = game.turn(position, past).map_err(problem)? {
        texts.extend(moves.into_iter().map(|made| made.text));
    }
    texts.sort();
    texts.dedup();
    if texts.iter().any(|text| text == short) {
        return Ok(Some(short.to_string()));
    }
    let setup = game.setup(position);
    texts.retain(|text| means(game.facts(), &setup, short, text));
    match texts.as_slice() {
        [] => Ok(None),
        [text] => Ok(Some(text.clone())),
        _ => {
            let hint = format!("it can be {}; write it in full", texts.join(" or "));
            error(place, format!("`{short}` is not clear"), &hint)
        }
    }
}

/// Whether a short move (`Nc3`, `fxg5`, `Nbd2`, `e8=Q`) can mean this one: the symbol
/// of the piece, a part of the field it came from, and the field where it went.
fn means(facts: &Facts, setup: &game::Setup, short: &str, text: &str) -> bool {
    let Some((from, to, _)) = from_to(facts, text) else { return false };
    let Some(piece) = setup.top(from) else { return false };
    let sign = facts.symbol(piece).to_uppercase();
    let short = short.split('=').next().unwrap_or(short);
    let (wanted, rest) = match short.chars().next() {
        Some(c) if c.is_ascii_uppercase() => (c.to_string(), &short[1..]),
        _ => ("P".to_string(), short),
    };
    let Some(hint) = rest.strip_suffix(facts.field_name(to)) else { return false };
    let hint = hint.trim_end_matches(['x', '-']);
    let name = facts.field_name(from);
    wanted == sign && (name.starts_with(hint) || name.ends_with(hint))
}

/// The fields of a move that is written as from and to, and what follows them.
fn from_to<'t>(facts: &Facts, text: &'t str) -> Option<(Field, Field, &'t str)> {
    let field = |text: &'t str| -> Option<(Field, &'t str)> {
        let digits = text.get(1..)?;
        let n = digits.bytes().take_while(u8::is_ascii_digit).count();
        Some((facts.board.field(text.get(..1 + n)?)?, text.get(1 + n..)?))
    };
    let (from, rest) = field(text)?;
    let (to, rest) = field(rest.trim_start_matches(['x', '-']))?;
    Some((from, to, rest))
}
